"""A text set in lines → the same lines from top to bottom, the first at the right, as in Japanese and Chinese.

The text is set as usual, in a box that lies on its side, and turned with it. Signs of Japanese, Chinese and Korean
stand upright in their squares, and so do numbers of one or two digits; other letters lie on their sides, as in books
(JLREQ, 2.3.2). Fonts draw marks such as 、 and ー for this direction by the feature ``vert``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby

from pnp.core import outline
from pnp.core.fonts import Word
from pnp.core.frame import Box, Group, Item, Matrix, Text, Use
from pnp.core.markup import Runs
from pnp.core.patterns import lazy_pattern
from pnp.core.wide_punctuation import is_wide

MIDDLE = 0.38
"""The middle of a sign's square above the baseline, em: squares reach from 0.12 below it to 0.88 above it."""

WIDE_DIGITS = 0xFEE0
"""From a digit to the same as wide as an ideograph."""

_LONE_DIGIT = lazy_pattern("(?<=[\u3000-\u9fff\uff00-\uffef])[0-9](?=[\u3000-\u9fff\uff00-\uffef])")

MOST_DIGITS = 2
"""Numbers of up to this many digits stand upright in one square."""


def lying(box: Box) -> Box:
    """Return a box with the same middle that becomes this one by a quarter turn."""
    x, y = box.x + box.width / 2, box.y + box.height / 2
    return Box(x - box.height / 2, y - box.width / 2, box.height, box.width)


def with_square_digits(runs: Runs) -> Runs:
    """Return the runs of a text with digits that stand alone among signs as wide as these."""
    wide = [run if run.is_icon else replace(run, text=_LONE_DIGIT.sub(_square, run.text)) for run in runs]
    return tuple(wide)


def _square(digit: re.Match[str]) -> str:
    return chr(ord(digit[0]) + WIDE_DIGITS)


def from_top(items: Iterable[Item], box: Box) -> Iterator[Item]:
    """Yield the items of a text set in ``lying(box)`` as lines from the top of the box to its bottom."""
    turn = outline.rotation(90, box.x + box.width / 2, box.y + box.height / 2)
    items = tuple(items)
    if not any(any(map(is_wide, item.text)) for item in items if isinstance(item, Text)):
        yield Group(items, turn)
        return
    for item in items:
        match item:
            case Text():
                yield from _turned(item, turn)
            case Use():
                middle = outline.apply(
                    item.matrix, item.art.box.x + item.art.box.width / 2, item.art.box.y + item.art.box.height / 2
                )
                x, y = outline.apply(turn, *middle)
                a, b, c, d, e, f = item.matrix
                yield Use(item.art, (a, b, c, d, e + x - middle[0], f + y - middle[1]))
            case _:
                yield Group((item,), turn)


def _turned(text: Text, turn: Matrix) -> Iterator[Item]:
    """Yield a text turned to run down: signs are texts that continue each other, letters groups on their sides."""
    pen, continues = text.x, text.goes_on
    for word in text.words:
        for stands, part in _parts(word):
            advance = part.width
            if stands:
                part = _in_square(part)
                middle = pen + max(advance, part.width) / 2 * text.size
                x, y = outline.apply(turn, middle, text.y - MIDDLE * text.size)
                left, baseline = x - part.width / 2 * text.size, y + MIDDLE * text.size
                yield text._replace(x=left, y=baseline, words=(part,), space=0.0, goes_on=continues)
                continues = True
            elif not part.text.isspace():
                yield Group((text._replace(x=pen, words=(part,), space=0.0, goes_on=False),), turn)
                continues = False
            pen += advance * text.size
        pen += text.space


def _stands(word: Word, number: int) -> bool:
    """Whether a glyph is a sign that stands upright, or a later part of one."""
    while number and not word.characters[number]:
        number -= 1
    characters = word.characters[number]
    is_square = word.advances[number] >= word.face.units_per_em and not characters.isalnum()
    return len(characters) == 1 and (is_wide(characters) or is_square)


def _in_square(part: Word) -> Word:
    """Return a sign without the room that its line adds around it or takes from it; several stay as they are."""
    if len(part.glyphs) != 1 or not _stands(part, 0):
        return part
    offsets = tuple((0, up) for _, up in part.offsets)
    return replace(part, advances=(part.face.units_per_em,), offsets=offsets, width=1.0)


def _parts(word: Word) -> Iterator[tuple[bool, Word]]:
    """Yield the parts of a word, and whether each stands upright."""
    numbers = range(len(word.glyphs))
    for (stands, kind), group in groupby(numbers, lambda n: (_stands(word, n), _kind(word.characters[n]))):
        of_kind = list(group)
        if stands:
            starts = [n for n in of_kind if word.characters[n] or n == of_kind[0]]
            for start, end in zip(starts, [*starts[1:], of_kind[-1] + 1], strict=True):
                yield True, _part(word, start, end)
        else:
            yield kind == "digit" and len(of_kind) <= MOST_DIGITS, _part(word, of_kind[0], of_kind[-1] + 1)


def _kind(characters: str) -> str:
    return "digit" if characters.isdigit() else "space" if characters.isspace() else ""


def _part(word: Word, start: int, end: int) -> Word:
    advances, characters = word.advances[start:end], word.characters[start:end]
    return replace(
        word,
        text="".join(characters),
        glyphs=word.glyphs[start:end],
        advances=advances,
        characters=characters,
        width=sum(advances) / word.face.units_per_em,
        offsets=word.offsets[start:end],
    )
