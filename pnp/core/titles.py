"""A heading of a booklet, as rules, claims and ties name it."""

from __future__ import annotations

import re


def plain_title(text: str) -> str:
    """Return a title without icons and the marks at its ends."""
    return re.sub(r":[\w-]+:", "", str(text)).strip(" .:?!*").replace("’", "'")
