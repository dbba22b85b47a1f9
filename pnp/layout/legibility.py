"""A laid-out face → its texts that stand out too little from their ground.

The ground of a word is what was painted last under its middle before the word; a picture is looked at in all the room
of the words, for it may be light here and dark there. A text that is drawn again a little aside is a shadow and may be
faint.

A laid-out face → its texts that are set over other texts, so that neither can be read.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from pnp.core import outline
from pnp.core.frame import IDENTITY, Box, Frame, Group, Image, Item, Matrix, Paint, Path, Picture, Point, Text, multiply
from pnp.core.units import MM_PER_PT
from pnp.layout.surfaces import PAPER, topmost_item

if TYPE_CHECKING:
    from PIL.Image import Image as Pixels


LEAST_CONTRAST = 4.5
"""Luminance of the lighter by that of the darker (WCAG 2.2, success criterion 1.4.3)."""

LEAST_OF_LARGE = 3.0
LARGE, LARGE_BOLD, BOLD = 18 * MM_PER_PT, 14 * MM_PER_PT, 700
"""The same of large type, and from which size on it is large, of which weight (the same criterion)."""

STEP = 0.01
"""Of lightness, from 0 to 1, by which a colour is changed until it can be read."""

LEAST_ON_PICTURE = 3.0
"""The same over a picture, whose colours vary so much that a mean tells less; of its worst quarter."""

SHADOW_REACH = 3.0
"""How far from its text a shadow may lie, mm."""

ACROSS, DOWN = 12, 3
"""In how many places a picture is looked at under a text."""

SMALL = 240
"""Pixels across to which a picture is brought down to be looked at."""

Layer = tuple[tuple[Item, ...], Matrix]
"""Items painted before, and the matrix that brings them to the frame."""

GroundAt = tuple[Path | Image, Point]
"""What lies under a point, and the point as it measures it."""


@dataclass(frozen=True, slots=True)
class Faint:
    """A text that stands out too little.

    Attributes:
        fill: How it is painted.
        colour: Of that the one which is worst, "#rrggbb".
        ground: What it lies on, "#rrggbb"; of a picture, where it is worst.
        least: The contrast it should have.
        is_on_picture: Whether a picture is its ground.
    """

    text: str
    fill: Paint
    colour: str
    ground: str
    least: float
    is_on_picture: bool = False


def placed_texts(frame: Frame) -> Iterator[tuple[Text, Paint | None]]:
    """Each text of a frame with its ground; None where that is paper or a picture."""
    for text, matrix, below in texts_of(frame.items, IDENTITY, ()):
        found = ground_under(middle_of(text, matrix), below)
        yield text, found[0].fill if found and isinstance(found[0], Path) else None


def faint_texts(frame: Frame) -> Iterator[Faint]:
    """Each text of a frame with less than the least contrast."""
    placed = list(texts_of(frame.items, IDENTITY, ()))
    middles = [(text, middle_of(text, matrix)) for text, matrix, _ in placed]
    for index, (text, matrix, below) in enumerate(placed):
        middle = middles[index][1]
        if _is_shadow(text, middle, middles[index + 1 :]):
            continue
        ground, _ = ground_under(middle, below) or (None, middle)
        if isinstance(ground, Image):
            faint = _faint_on_picture(text, matrix, below)
        else:
            faint = _faint(text, _colours(ground.fill) if ground else [PAPER])
        if faint:
            yield faint


def _faint(text: Text, grounds: list[str]) -> Faint | None:
    pairs = [(a, b) for a in _colours(text.fill) for b in grounds]
    worst = min(pairs, key=lambda pair: contrast_of(*pair), default=None)
    is_large = text.size >= (LARGE_BOLD if text.words[0].face.about.weight >= BOLD else LARGE) - 1e-6
    least = LEAST_OF_LARGE if is_large else LEAST_CONTRAST
    if worst is None or contrast_of(*worst) >= least:
        return None
    return Faint(text.text, text.fill, *worst, least)


def _faint_on_picture(text: Text, matrix: Matrix, below: tuple[Layer, ...]) -> Faint | None:
    """A text whose contrast is too low in a quarter of its room or more; one with an outline is left alone."""
    if text.stroke or not isinstance(text.fill, str):
        return None
    above, under = (extent * text.size for extent in text.words[0].ink)
    spots = [
        (text.x + text.width * (i + 0.5) / ACROSS, text.y - above + (above + under) * (j + 0.5) / DOWN)
        for i in range(ACROSS)
        for j in range(DOWN)
    ]
    seen = [_colour_at(found) for spot in spots if (found := ground_under(outline.apply(matrix, *spot), below))]
    grounds = sorted((colour for colour in seen if colour), key=lambda colour: contrast_of(text.fill, colour))
    ground = grounds[len(grounds) // 4] if grounds else None
    if ground is None or contrast_of(text.fill, ground) >= LEAST_ON_PICTURE:
        return None
    return Faint(text.text, text.fill, text.fill, ground, LEAST_ON_PICTURE, is_on_picture=True)


def _colour_at(ground: GroundAt) -> str:
    """The colour under a point; "" where a picture lets it through."""
    item, (x, y) = ground
    if isinstance(item, Path):
        return _colours(item.fill)[0]
    image = _small(item.picture)
    across, down = (x - item.x) / item.width * image.width, (y - item.y) / item.height * image.height
    pixel = image.getpixel((min(int(across), image.width - 1), min(int(down), image.height - 1)))
    assert isinstance(pixel, tuple)
    return "#{:02x}{:02x}{:02x}".format(*pixel[:3]) if pixel[3] > 127 else ""


@lru_cache(maxsize=32)
def _small(picture: Picture) -> Pixels:
    from PIL import Image as Pillow

    with Pillow.open(io.BytesIO(picture.content)) as image:
        width = min(image.width, SMALL)
        size = (width, max(1, round(image.height * width / image.width)))
        return image.convert("RGBA").resize(size, Pillow.Resampling.BOX)


@lru_cache(maxsize=4096)
def contrast_of(one: str, other: str) -> float:
    """The contrast of two colours "#rrggbb", from 1 to 21."""
    from coloraide import Color

    return Color(one).contrast(Color(other), method="wcag21")


def readable(colour: str, ground: str, least: float) -> str:
    """A colour as it is, or so much further from its ground in lightness that its contrast is what it should be.

    Args:
        colour: Of a text, "#rrggbb".
        ground: What it lies on.
        least: The contrast it should have, from 1 to 21; where there is none so high, white or black is as near.
    """
    from coloraide import Color

    found, under = Color(colour).convert("oklch"), Color(ground)
    away = STEP if found["lightness"] >= under.convert("oklch")["lightness"] else -STEP
    while found.contrast(under, method="wcag21") < least and 0 < found["lightness"] + away < 1:
        found["lightness"] += away
    return found.convert("srgb").fit().to_string(hex=True)


def _colours(paint: Paint | None) -> list[str]:
    if paint is None or isinstance(paint, str):
        return [paint] if paint else []
    return [stop.colour for stop in paint.stops]


def texts_of(
    items: tuple[Item, ...], matrix: Matrix, below: tuple[Layer, ...]
) -> Iterator[tuple[Text, Matrix, tuple[Layer, ...]]]:
    """Each text with the matrix that brings it to the frame, and the layers under it."""
    for index, item in enumerate(items):
        if isinstance(item, Text) and item.words:
            yield item, matrix, (*below, (items[:index], matrix))
        elif isinstance(item, Group) and item.opacity == 1:
            yield from texts_of(item.items, multiply(matrix, item.matrix), (*below, (items[:index], matrix)))


def middle_of(text: Text, matrix: Matrix) -> Point:
    """The middle of a text's ink, as the frame measures it."""
    above, under = text.words[0].ink
    return outline.apply(matrix, text.x + text.width / 2, text.y - (above - under) * text.size / 2)


def _is_shadow(text: Text, middle: Point, later: list[tuple[Text, Point]]) -> bool:
    return any(
        other.text == text.text and max(abs(middle[0] - x), abs(middle[1] - y)) < SHADOW_REACH
        for other, (x, y) in later
    )


def ground_under(point: Point, layers: tuple[Layer, ...]) -> GroundAt | None:
    """What lies under a point; None where it is paper."""
    for items, matrix in reversed(layers):
        found = topmost_item(items, outline.apply(outline.inverse(matrix), *point))
        if found is not None:
            return found
    return None


MOST_OVER = 0.2
"""How much of a text, from its capitals' top to its baseline, may lie over another: italics lean into the next."""

TEXT_ACROSS, TEXT_DOWN = 16, 4
"""In how many places a text is looked at."""


@dataclass(frozen=True, slots=True)
class TextOverlap:
    """A text over another.

    Attributes:
        upper: What was painted last.
        lower: What lies under it.
        share: How much of the smaller of the two lies over the other.
    """

    upper: Text
    lower: Text
    share: float


@dataclass(frozen=True, slots=True)
class _PlacedText:
    """A text, the matrix that brings it to the frame, what was painted before it, and the box of its ink."""

    text: Text
    matrix: Matrix
    below: tuple[Layer, ...]
    ink: Box

    @property
    def spots(self) -> list[Point]:
        """Places all over its ink, as the frame measures them."""
        ink = self.ink
        return [
            outline.apply(
                self.matrix, ink.x + ink.width * (i + 0.5) / TEXT_ACROSS, ink.y + ink.height * (j + 0.5) / TEXT_DOWN
            )
            for i in range(TEXT_ACROSS)
            for j in range(TEXT_DOWN)
        ]

    def share_on(self, spots: list[Point]) -> float:
        """How many of the places lie on its ink, from 0 to 1."""
        back, ink = outline.inverse(self.matrix), self.ink
        own = [outline.apply(back, *spot) for spot in spots]
        return sum(ink.x <= x <= ink.right and ink.y <= y <= ink.bottom for x, y in own) / len(own)


def overlapping_texts(frame: Frame) -> Iterator[TextOverlap]:
    """Each text that is set over another which is not painted over in between."""
    placed = [
        _PlacedText(text, matrix, below, _ink(text)) for text, matrix, below in texts_of(frame.items, IDENTITY, ())
    ]
    spots = [one.spots for one in placed]
    for above, upper in enumerate(placed):
        for under, lower in enumerate(placed[:above]):
            share = max(lower.share_on(spots[above]), upper.share_on(spots[under]))
            if share > MOST_OVER and not _is_shadow_of(lower, upper) and not _is_parted(lower, upper):
                yield TextOverlap(upper.text, lower.text, share)


def _ink(text: Text) -> Box:
    above = max(word.ink[0] for word in text.words) * text.size
    return Box(text.x, text.y - above, text.width, above)


def _is_shadow_of(lower: _PlacedText, upper: _PlacedText) -> bool:
    """Whether the upper text is the lower one again, a little aside."""
    (x, y), (left, top) = (middle_of(one.text, one.matrix) for one in (lower, upper))
    return lower.text.text == upper.text.text and max(abs(x - left), abs(y - top)) < SHADOW_REACH


def _is_parted(lower: _PlacedText, upper: _PlacedText) -> bool:
    """Whether something was painted over the lower text before the upper one."""
    middle = middle_of(upper.text, upper.matrix)
    grounds = [ground_under(middle, one.below) for one in (lower, upper)]
    return len({id(found[0]) if found else 0 for found in grounds}) > 1
