"""A value → the YAML text that is read as the same value, as short as it can be in one line."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Literal

from pnp.core.diagnostics import Fault
from pnp.project.tree import parse_yaml

Where = Literal["block", "flow", "key"]
"""Where a text stands: in a line of its own, between brackets or braces, or as a key, which is always read as text."""


def format_scalar(text: str, quote: Literal["'", '"'] = '"', *, where: Where = "block") -> str:
    """Return a text plain, if it is read as the same text without quotes; else in quotes.

    Args:
        text: The text.
        quote: The quotes that are used, if they can be.
        where: Where it stands.
    """
    return text if _is_plain(text, where) else quoted(text, quote)


def quoted(text: str, quote: Literal["'", '"'] = '"') -> str:
    """Return a text in quotes; in double ones if single ones cannot hold it."""
    if quote == "'" and text.isprintable():
        return "'{}'".format(text.replace("'", "''"))
    letters = (_ESCAPES.get(letter) or (letter if letter.isprintable() else _escaped(ord(letter))) for letter in text)
    return f'"{"".join(letters)}"'


def format_flow(value: Any) -> str:
    """Return a value in flow style: ``{name: Ann, tags: [a, "12"]}``."""
    if isinstance(value, str):
        return format_scalar(value, where="flow")
    if isinstance(value, dict):
        entries = (f"{format_scalar(str(key), where='key')}: {format_flow(inner)}" for key, inner in value.items())
        return f"{{{', '.join(entries)}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(format_flow, value))}]"
    if value is None or isinstance(value, bool):
        return "null" if value is None else str(value).lower()
    if isinstance(value, float):
        return f"{value:.10f}".rstrip("0").rstrip(".") if abs(value) < 1e15 else repr(value)
    return str(value)


_SAMPLES: Mapping[Where, str] = {"block": "- {}", "flow": "[{}]", "key": "{{{}: 0}}"}


def _is_plain(text: str, where: Where) -> bool:
    if not text.isprintable() or text != text.strip() or (where != "block" and re.search(r"[\[\]{},]", text)):
        return False
    try:
        (found,) = parse_yaml(_SAMPLES[where].format(text), "")
    except (Fault, TypeError, ValueError):
        return False
    return isinstance(found, str) and found == text


_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def _escaped(number: int) -> str:
    return f"\\x{number:02X}" if number < 0x100 else f"\\u{number:04X}" if number < 0x10000 else f"\\U{number:08X}"
