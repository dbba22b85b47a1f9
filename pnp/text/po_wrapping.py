"""A string of a PO file → its lines in quotes, wrapped as gettext's tools wrap them.

Lines may end where the Unicode line breaking algorithm (UAX #14) allows it, by pairs of character classes. The classes
are those that gettext 0.21 distinguishes, found by trying all pairs with msgcat. Scripts that need a dictionary, such
as Thai, break only at spaces.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

WIDTH = 79
"""Columns of a line, including its quotes: gettext's page width."""

_ESCAPES = str.maketrans(
    {
        "\\": "\\\\",
        '"': '\\"',
        "\n": "\\n",
        "\t": "\\t",
        "\r": "\\r",
        "\a": "\\a",
        "\b": "\\b",
        "\f": "\\f",
        "\v": "\\v",
    }
)

_CLASSES = "AL NU OP CL CP QU GL NS EX SY IS PR PO HY BA BB B2 ID IN ZW WJ".split()  # noqa: SIM905
_PAIRS = {
    #      AL NU OP CL CP QU GL NS EX SY IS PR PO HY BA BB B2 ID IN ZW WJ
    "AL": "I  I  I  P  P  I  I  I  P  P  P  I  I  I  I  D  D  D  I  P  P",
    "NU": "I  I  I  P  P  I  I  I  P  P  P  I  I  I  I  D  D  D  I  P  P",
    "OP": "P  P  P  P  P  P  P  P  P  P  P  P  P  P  P  P  P  P  P  P  P",
    "CL": "D  D  D  P  P  I  I  P  P  P  P  I  I  I  I  D  D  D  I  P  P",
    "CP": "I  I  D  P  P  I  I  I  P  P  P  I  I  I  I  D  D  D  I  P  P",
    "QU": "I  I  P  P  P  I  I  I  P  P  P  I  I  I  I  I  I  I  I  P  P",
    "GL": "I  I  I  P  P  I  I  I  P  P  P  I  I  I  I  I  I  I  I  P  P",
    "NS": "D  D  D  P  P  I  I  I  P  P  P  D  D  I  I  D  D  D  I  P  P",
    "EX": "D  D  D  P  P  I  I  I  P  P  P  D  D  I  I  D  D  D  I  P  P",
    "SY": "D  I  D  P  P  I  I  I  P  P  P  D  D  I  I  D  D  D  I  P  P",
    "IS": "D  I  D  P  P  I  I  I  P  P  P  D  D  I  I  D  D  D  I  P  P",
    "PR": "I  I  I  P  P  I  I  I  P  P  P  D  D  I  I  D  D  I  I  P  P",
    "PO": "I  I  I  P  P  I  I  I  P  P  P  D  D  I  I  D  D  D  I  P  P",
    "HY": "D  I  D  P  P  I  D  I  P  P  P  D  D  I  I  D  D  D  I  P  P",
    "BA": "D  D  D  P  P  I  D  I  P  P  P  D  D  I  I  D  D  D  I  P  P",
    "BB": "I  I  I  P  P  I  I  I  P  P  P  I  I  I  I  I  I  I  I  P  P",
    "B2": "D  D  D  P  P  I  I  I  P  P  P  D  D  I  I  D  P  D  I  P  P",
    "ID": "D  D  D  P  P  I  I  I  P  P  P  D  I  I  I  D  D  D  I  P  P",
    "IN": "D  D  D  P  P  I  I  I  P  P  P  D  D  I  I  D  D  D  I  P  P",
    "ZW": "D  D  D  D  D  D  D  D  D  D  D  D  D  D  D  D  D  D  D  P  D",
    "WJ": "I  I  I  P  P  I  I  I  P  P  P  I  I  I  I  I  I  I  I  P  P",
}
"""Whether a line may end between two classes: D, directly; I, only at spaces between them; P, not even there."""

_BREAKS = {
    (left, right): rule for left, rules in _PAIRS.items() for right, rule in zip(_CLASSES, rules.split(), strict=True)
}

_OF_CHARACTERS = {
    "OP": "([{¡¿",
    "CL": "}、。，．",
    "CP": ")]",
    "QU": "\"'",
    "GL": "\u00a0\u202f\u2007\u2011",
    "NS": "‼⁇⁈⁉：；・ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ",
    "EX": "!?！？",
    "SY": "/",
    "IS": ",.:;",
    "PR": "$+\\№−±",
    "PO": "%°‰′″",
    "HY": "-",
    "BA": "|–‐־\u00ad",
    "BB": "´",
    "B2": "—",
    "IN": "…‥",
    "ZW": "\u200b",
    "WJ": "\u2060\ufeff",
}
_BY_CHARACTER = {character: name for name, characters in _OF_CHARACTERS.items() for character in characters}
_BY_CATEGORY = {"Ps": "OP", "Pe": "CL", "Pi": "QU", "Pf": "QU", "Pd": "BA", "Sc": "PR", "Nd": "NU", "Zs": "BA"}
_COMBINING = ("Mn", "Mc", "Me")


def wrapped(keyword: str, value: str, prefix: str = "", *, is_wrapped: bool = True) -> list[str]:
    """Return the lines of a keyword and its string. The string begins on the first line if it fits there.

    Args:
        keyword: ``msgid``, ``msgstr[0]`` …
        value: The string, not escaped.
        prefix: The beginning of each line: ``#~ `` or ``#| ``.
        is_wrapped: False for an entry with the flag no-wrap, in which only line ends of the string end a line.
    """
    width = WIDTH - 1 if is_wrapped else None
    portions = [portion for portion in re.split(r"(?<=\n)", value) if portion] or [""]
    first = f'{prefix}{keyword} "'
    if len(portions) == 1:
        lines = _lines(portions[0], width, len(first))
        if len(lines) == 1:
            return [f'{first}{lines[0]}"']
    lines = [line for portion in portions for line in _lines(portion, width, len(prefix) + 1)]
    return [f'{first}"', *(f'{prefix}"{line}"' for line in lines)]


def _lines(text: str, width: int | None, start: int) -> list[str]:
    """Break a text without line ends inside into escaped lines, the first of which begins in the column start."""
    if width is None or start + len(text) * 2 <= width:
        return [text.translate(_ESCAPES)]
    lines, line, column = [], "", start
    for piece in _pieces(text):
        piece_width = sum(map(_columns, piece))
        if line and column + piece_width > width:
            lines.append(line)
            line, column = "", start
        line += piece
        column += piece_width
    return [*lines, line]


def _pieces(text: str) -> list[str]:
    """Return the parts of a text, escaped, between which a line may end."""
    pieces: list[str] = []
    piece, left, is_after_space = "", "", False
    for character in text:
        escaped = character.translate(_ESCAPES)
        right = _class_of(escaped[0])
        if character == "\n" or (right == "CM" and not is_after_space and left):
            piece += escaped
            continue
        if character == " ":
            piece += " "
            is_after_space = True
            continue
        right = "AL" if right == "CM" else right
        rule = _BREAKS[left, right] if left else "P"
        if rule == "D" or (rule == "I" and is_after_space):
            pieces.append(piece)
            piece = ""
        piece += escaped
        left, is_after_space = _class_of(escaped[-1]), False
        left = "AL" if left == "CM" else left
    return [*pieces, piece]


@lru_cache(maxsize=4096)
def _class_of(character: str) -> str:
    """Return the line breaking class of a character; CM if it combines with the character before it."""
    if character in _BY_CHARACTER:
        return _BY_CHARACTER[character]
    category = unicodedata.category(character)
    if category in _COMBINING or character == "\u200d":
        return "CM"
    if category in _BY_CATEGORY:
        return _BY_CATEGORY[category]
    return "ID" if unicodedata.east_asian_width(character) in "WF" else "AL"


@lru_cache(maxsize=4096)
def _columns(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
