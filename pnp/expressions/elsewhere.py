"""What is written otherwise in other languages → how it is written here: the fix of a faulty expression."""

from __future__ import annotations

import re
from collections.abc import Collection

_QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"")

_SIGNS = (
    (re.compile(r"&&"), "write and"),
    (re.compile(r"\|\|"), "write or"),
    (re.compile(r"===|!=="), "write == or !="),
    (re.compile(r"=<|=>"), "write <= or >="),
    (re.compile(r"<>"), "write !="),
    (re.compile(r"\?|\bthen\b"), "write VALUE if CONDITION else OTHER"),
    (re.compile(r"!(?!=)"), "write not"),
    (re.compile(r"(?<![=<>!])=(?!=)"), "write == to compare"),
)

_FILTERS = {"len": "length", "size": "length", "str": "string", "sorted": "sort", "set": "unique"}
"""Filters by what they are called in other languages, where that is another name."""


def sign_fix(source: str, message: str) -> str:
    """How to write the sign of another language that an expression stumbles over; "" where there is none.

    Args:
        source: The expression, or a text with some.
        message: What is wrong, with what it stumbles over in quotes.
    """
    *_, token = _QUOTED.findall(message) or [""]
    bare = _QUOTED.sub("''", source)
    found = ((fix, match.group()) for pattern, fix in _SIGNS for match in pattern.finditer(bare))
    return next((fix for fix, sign in found if token[1:-1] and token[1:-1] in sign), "")


def call_fix(name: str, filters: Collection[str]) -> str:
    """How to write what is no name, but a filter here; "" where it is none."""
    known = _FILTERS.get(name, name)
    return f"write VALUE|{known}" if known in filters else ""


def filter_fix(name: str) -> str:
    """The filter of another language's name; "" where none is known."""
    return f"write {_FILTERS[name]}" if name in _FILTERS else ""
