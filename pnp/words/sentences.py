"""A text as written → its sentences, each with where it begins. Expressions, icons and links are never cut.

Works on Markdown with Jinja in it, in any language with points at the ends of sentences. Does not know blocks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.words.placeholders import ICON, LINK_TARGET, find_expressions

_ABBREVIATIONS = (
    r"e\.g|i\.e|etc|cf|vs|ca|approx|incl|resp|vol|pp|mr|mrs|ms|dr|prof|jr|sr|bzw|z\.b|d\.h|usw"
    r"|p\.\s?ex|c\.-à-d|env|mme|chap|[^\W\d_]"
)
_ABBREVIATED = re.compile(rf"(?:^|[\s(\[“«‘'\"])(?:{_ABBREVIATIONS})\.$", re.IGNORECASE)
_END = re.compile(r"[.!?…]+[”’»\"')\]*_]*(?:[ \u00a0\u202f]»\**)?(?=[ \t\n])|\n")
_LEAD = re.compile(r"\*\*[^*]+\*\*")
_NUMBER_OF_STEP = re.compile(r"[\s(*_]*\d{1,3}")
_SPACE = re.compile(r"[ \t\n]+")
_OPENS = "“«‘\"'([*_¡¿—–-"
_HIDDEN = "\ue000"


def split_sentences(text: str) -> list[tuple[int, str]]:
    """The sentences of a text, with their offsets; blanks in them are single ones.

    A point ends a sentence where a new one may begin behind it: with a capital, a figure, an expression or an icon. A
    point of an abbreviation, a single letter or the number of a step (1. Deal) does not, and words in bold alone
    (**Move on.**) begin the sentence that they introduce. A line end is an end as well.
    """
    hidden = _hide(text)
    found = [(start, text[start:end]) for start, end in _spans(hidden) if text[start:end].strip()]
    joined: list[tuple[int, str]] = []
    for start, part in found:
        if joined and _LEAD.fullmatch(joined[-1][1].strip()) and "\n" not in text[joined[-1][0] : start]:
            joined[-1] = (joined[-1][0], f"{joined[-1][1].rstrip()} {part}")
        else:
            joined.append((start, part))
    return [(start + len(part) - len(part.lstrip()), one_line(part)) for start, part in joined]


def one_line(text: str) -> str:
    """A text with single blanks; spaces that do not break stay as they are."""
    return _SPACE.sub(" ", text).strip(" ")


def _hide(text: str) -> str:
    """The text with each expression, icon and link target as a mark that no pattern matches; offsets stay."""
    for expression in find_expressions(text):
        text = text[: expression.start] + _HIDDEN * (expression.end - expression.start) + text[expression.end :]
    for pattern in (LINK_TARGET, ICON):
        text = pattern.sub(lambda match: _HIDDEN * len(match[0]), text)
    return text


def _spans(hidden: str) -> Iterator[tuple[int, int]]:
    start = 0
    for match in _END.finditer(hidden):
        if match[0] == "\n" or _is_end(hidden, start, match):
            yield start, match.end()
            start = match.end()
    yield start, len(hidden)


def _is_end(hidden: str, start: int, match: re.Match[str]) -> bool:
    if match[0][0] == "." and _ABBREVIATED.search(hidden, start, match.start() + 1):
        return False
    if match[0][0] == "." and _NUMBER_OF_STEP.fullmatch(hidden, start, match.start()):
        return False
    following = hidden[match.end() :].lstrip()
    while following and following[0] in _OPENS:
        following = following[1:].lstrip("\u00a0\u202f ")
    return bool(following) and (following[0].isupper() or following[0].isdigit() or following[0] == _HIDDEN)
