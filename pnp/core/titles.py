"""Headings of a booklet → the text by which rules, claims and ties name them."""

from __future__ import annotations

import re


def plain_title(text: str) -> str:
    """Return a heading without icons, and without marks at its ends."""
    return re.sub(r":[\w-]+:", "", str(text)).strip(" .:?!*").replace("’", "'")
