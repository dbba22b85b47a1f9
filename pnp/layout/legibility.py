"""A laid-out face → its texts that stand out too little from their ground.

The ground of a word is what was painted last under its middle before the word. A text that is drawn again a little
aside is a shadow and may be faint.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from pnp.layout import outline
from pnp.layout.frame import IDENTITY, Frame, Group, Item, Matrix, Paint, Text, multiply
from pnp.layout.painted import Point, topmost

LEAST_CONTRAST = 4.5
"""Luminance of the lighter by that of the darker (WCAG 2.2, success criterion 1.4.3)."""

SHADOW_REACH = 3.0
"""How far from its text a shadow may lie, mm."""

Layer = tuple[tuple[Item, ...], Matrix]
"""Items painted before, and the matrix that brings them to the frame."""


def placed_texts(frame: Frame) -> Iterator[tuple[Text, Paint | None]]:
    """Each text of a frame with its ground; None where that is paper or a picture."""
    for text, middle, below in _texts(frame.items, IDENTITY, ()):
        yield text, _ground(middle, below)


def faint_texts(frame: Frame) -> Iterator[tuple[str, str, str]]:
    """Each text of a frame with less than the least contrast; its colour and that of its ground, "#rrggbb"."""
    placed = list(_texts(frame.items, IDENTITY, ()))
    for index, (text, middle, below) in enumerate(placed):
        if _is_shadow(text, middle, [(other, at) for other, at, _ in placed[index + 1 :]]):
            continue
        ground = _ground(middle, below)
        if ground is not None:
            pairs = [(a, b) for a in _colours(text.fill) for b in _colours(ground)]
            worst = min(pairs, key=lambda pair: contrast_of(*pair))
            if contrast_of(*worst) < LEAST_CONTRAST:
                yield text.text, *worst


@lru_cache(maxsize=4096)
def contrast_of(one: str, other: str) -> float:
    """The contrast of two colours "#rrggbb", from 1 to 21."""
    from coloraide import Color

    return Color(one).contrast(Color(other), method="wcag21")


def _colours(paint: Paint) -> list[str]:
    return [paint] if isinstance(paint, str) else [stop.colour for stop in paint.stops]


def _texts(
    items: tuple[Item, ...], matrix: Matrix, below: tuple[Layer, ...]
) -> Iterator[tuple[Text, Point, tuple[Layer, ...]]]:
    """Each text with its middle on the frame, and the layers under it."""
    for index, item in enumerate(items):
        if isinstance(item, Text) and item.words:
            above, under = item.words[0].ink
            middle = (item.x + item.width / 2, item.y - (above - under) * item.size / 2)
            yield item, outline.apply(matrix, *middle), (*below, (items[:index], matrix))
        elif isinstance(item, Group) and item.opacity == 1:
            yield from _texts(item.items, multiply(matrix, item.matrix), (*below, (items[:index], matrix)))


def _is_shadow(text: Text, middle: Point, later: list[tuple[Text, Point]]) -> bool:
    return any(
        other.text == text.text and max(abs(middle[0] - x), abs(middle[1] - y)) < SHADOW_REACH
        for other, (x, y) in later
    )


def _ground(point: Point, layers: tuple[Layer, ...]) -> Paint | None:
    """What lies under a point; None where it is paper, or a picture that cannot be judged."""
    for items, matrix in reversed(layers):
        found = topmost(items, outline.apply(outline.inverse(matrix), *point))
        if found is not None:
            return found or None
    return None
