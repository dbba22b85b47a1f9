"""A laid-out face → its texts that stand out too little from their ground, and its texts that lie over other texts.

The ground of a word is what was painted last under its middle before the word. A picture is sampled all over the box of
the words, as it may be light here and dark there. A text that is drawn again a little aside is a shadow and may be
faint.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from pnp.core import outline
from pnp.core.frame import IDENTITY, Box, Frame, Group, Image, Item, Matrix, Paint, Path, Picture, Point, Text, multiply
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.units import MM_PER_PT
from pnp.layout.surfaces import PAPER_COLOUR, topmost_item

if TYPE_CHECKING:
    from PIL.Image import Image as Raster


MIN_CONTRAST = 4.5
"""Least contrast: luminance of the lighter by that of the darker (WCAG 2.2, success criterion 1.4.3)."""

MIN_OF_LARGE = 3.0
LARGE, LARGE_BOLD, BOLD = 18 * MM_PER_PT, 14 * MM_PER_PT, 700
"""Least contrast of large type, and the sizes (mm) and the weight from which type is large (the same criterion)."""

STEP = 0.01
"""The step of lightness, from 0 to 1, by which a colour is changed until it can be read."""

MIN_ON_PICTURE = 3.0
"""Least contrast over a picture, in its worst quarter: a mean says less, as the colours vary so much."""

SHADOW_REACH = 3.0
"""How far from its text a shadow may lie, mm."""

ACROSS, DOWN = 12, 3
"""How many samples of a picture are taken under a text, across and down."""

SMALL = 240
"""Width in pixels to which a picture is scaled down before it is sampled."""

Layer = tuple[tuple[Item, ...], Matrix]
"""Items that were painted before, and the matrix from their coordinates to the frame's."""

GroundAt = tuple[Path | Image, Point]
"""What lies under a point, and the point in that item's coordinates."""


@frozen_dataclass(slots=True)
class Faint:
    """A text that stands out too little.

    Attributes:
        fill: How the text is painted.
        colour: The worst colour of the fill, "#rrggbb".
        ground: The colour of its ground, "#rrggbb"; of a picture, where it is worst.
        least: The contrast that the text should have.
        is_on_picture: Whether its ground is a picture.
    """

    text: str
    fill: Paint
    colour: str
    ground: str
    least: float
    is_on_picture: bool = False


def placed_texts(frame: Frame) -> Iterator[tuple[Text, Paint | None]]:
    """Yield each text of a frame with its ground; None where that is paper or a picture."""
    for text, matrix, below in texts_of(frame.items, IDENTITY, ()):
        ground = ground_under(middle_of(text, matrix), below)
        yield text, ground[0].fill if ground and isinstance(ground[0], Path) else None


def faint_texts(frame: Frame) -> Iterator[Faint]:
    """Yield each text of a frame with less than the least contrast."""
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
            faint = _faint(text, _colours(ground.fill) if ground else [PAPER_COLOUR])
        if faint:
            yield faint


def _faint(text: Text, grounds: list[str]) -> Faint | None:
    pairs = [(a, b) for a in _colours(text.fill) for b in grounds]
    worst = min(pairs, key=lambda pair: contrast_of(*pair), default=None)
    is_large = text.size >= (LARGE_BOLD if text.words[0].face.about.weight >= BOLD else LARGE) - 1e-6
    least = MIN_OF_LARGE if is_large else MIN_CONTRAST
    if worst is None or contrast_of(*worst) >= least:
        return None
    return Faint(text.text, text.fill, *worst, least)


def _faint_on_picture(text: Text, matrix: Matrix, below: tuple[Layer, ...]) -> Faint | None:
    """Return a text whose contrast is too low in a quarter of its box; one with an outline counts as readable."""
    if text.stroke or not isinstance(text.fill, str):
        return None
    above, under = (extent * text.size for extent in text.words[0].ink)
    # Samples lie in the middles of equal cells of the box around the text's ink.
    samples = [
        (text.x + text.width * (i + 0.5) / ACROSS, text.y - above + (above + under) * (j + 0.5) / DOWN)
        for i in range(ACROSS)
        for j in range(DOWN)
    ]
    colours = [_colour_at(hit) for point in samples if (hit := ground_under(outline.apply(matrix, *point), below))]
    grounds = sorted((colour for colour in colours if colour), key=lambda colour: contrast_of(text.fill, colour))
    ground = grounds[len(grounds) // 4] if grounds else None
    if ground is None or contrast_of(text.fill, ground) >= MIN_ON_PICTURE:
        return None
    return Faint(text.text, text.fill, text.fill, ground, MIN_ON_PICTURE, is_on_picture=True)


def _colour_at(ground: GroundAt) -> str:
    """Return the colour under a point; "" where a picture is transparent."""
    item, (x, y) = ground
    if isinstance(item, Path):
        return _colours(item.fill)[0]
    image = _small(item.picture)
    across, down = (x - item.x) / item.width * image.width, (y - item.y) / item.height * image.height
    pixel = image.getpixel((min(int(across), image.width - 1), min(int(down), image.height - 1)))
    assert isinstance(pixel, tuple)
    return "#{:02x}{:02x}{:02x}".format(*pixel[:3]) if pixel[3] > 127 else ""


@lru_cache(maxsize=32)
def _small(picture: Picture) -> Raster:
    from PIL import Image as Pillow

    with Pillow.open(io.BytesIO(picture.content)) as image:
        width = min(image.width, SMALL)
        size = (width, max(1, round(image.height * width / image.width)))
        return image.convert("RGBA").resize(size, Pillow.Resampling.BOX)


@lru_cache(maxsize=4096)
def contrast_of(first: str, second: str) -> float:
    """Return the contrast of two colours "#rrggbb", from 1 to 21."""
    from coloraide import Color

    return Color(first).contrast(Color(second), method="wcag21")


def readable(colour: str, ground: str, least: float) -> str:
    """Return a colour, moved away from its ground in lightness as far as its contrast needs.

    Args:
        colour: The colour of a text, "#rrggbb".
        ground: The colour under it.
        least: The contrast it should have, from 1 to 21; where none is so high, the result is close to white or black.
    """
    from coloraide import Color

    text_colour, under = Color(colour).convert("oklch"), Color(ground)
    away = STEP if text_colour["lightness"] >= under.convert("oklch")["lightness"] else -STEP
    while text_colour.contrast(under, method="wcag21") < least and 0 < text_colour["lightness"] + away < 1:
        text_colour["lightness"] += away
    return text_colour.convert("srgb").fit().to_string(hex=True)


def _colours(paint: Paint | None) -> list[str]:
    if paint is None or isinstance(paint, str):
        return [paint] if paint else []
    return [stop.colour for stop in paint.stops]


def texts_of(
    items: tuple[Item, ...], matrix: Matrix, below: tuple[Layer, ...]
) -> Iterator[tuple[Text, Matrix, tuple[Layer, ...]]]:
    """Yield each text with the matrix from its coordinates to the frame's, and the layers under it."""
    for index, item in enumerate(items):
        if isinstance(item, Text) and item.words:
            yield item, matrix, (*below, (items[:index], matrix))
        elif isinstance(item, Group) and item.opacity == 1:
            yield from texts_of(item.items, multiply(matrix, item.matrix), (*below, (items[:index], matrix)))


def middle_of(text: Text, matrix: Matrix) -> Point:
    """Return the middle of a text's ink, in the frame's coordinates."""
    above, under = text.words[0].ink
    return outline.apply(matrix, text.x + text.width / 2, text.y - (above - under) * text.size / 2)


def _is_shadow(text: Text, middle: Point, later: list[tuple[Text, Point]]) -> bool:
    return any(
        copy.text == text.text and max(abs(middle[0] - x), abs(middle[1] - y)) < SHADOW_REACH for copy, (x, y) in later
    )


def ground_under(point: Point, layers: tuple[Layer, ...]) -> GroundAt | None:
    """Return what lies under a point; None where it is paper."""
    for items, matrix in reversed(layers):
        ground = topmost_item(items, outline.apply(outline.inverse(matrix), *point))
        if ground is not None:
            return ground
    return None


MAX_OVER = 0.2
"""Most of a text, from its capitals' top to its baseline, that may lie over another: italics lean into the next."""

TEXT_ACROSS, TEXT_DOWN = 16, 4
"""How many samples of a text's ink are taken, across and down."""


@frozen_dataclass(slots=True)
class TextOverlap:
    """A text that lies over another.

    Attributes:
        upper: The text that was painted last.
        lower: The text under it.
        share: The part of the smaller text's samples that lie over the other.
    """

    upper: Text
    lower: Text
    share: float


@frozen_dataclass(slots=True)
class _PlacedText:
    """A text, the matrix to the frame's coordinates, what was painted before it, and the box of its ink."""

    text: Text
    matrix: Matrix
    below: tuple[Layer, ...]
    ink: Box

    @property
    def samples(self) -> list[Point]:
        """Points all over its ink, in the frame's coordinates."""
        ink = self.ink
        return [
            outline.apply(
                self.matrix, ink.x + ink.width * (i + 0.5) / TEXT_ACROSS, ink.y + ink.height * (j + 0.5) / TEXT_DOWN
            )
            for i in range(TEXT_ACROSS)
            for j in range(TEXT_DOWN)
        ]

    def share_of(self, samples: list[Point]) -> float:
        """Return which part of the samples lies on its ink, from 0 to 1."""
        back, ink = outline.inverse(self.matrix), self.ink
        own = [outline.apply(back, *point) for point in samples]
        return sum(ink.x <= x <= ink.right and ink.y <= y <= ink.bottom for x, y in own) / len(own)


def overlapping_texts(frame: Frame) -> Iterator[TextOverlap]:
    """Yield each text that lies over another, unless something is painted between them."""
    placed = [
        _PlacedText(text, matrix, below, ink)
        for text, matrix, below in texts_of(frame.items, IDENTITY, ())
        if (ink := _ink(text)).width > 0 and ink.height > 0
    ]
    samples = [text.samples for text in placed]
    boxes = [outline.bounds(outline.transform(outline.rectangle(*text.ink), text.matrix)) for text in placed]
    for above, upper in enumerate(placed):
        for under, lower in enumerate(placed[:above]):
            if not boxes[above].overlaps(boxes[under]):
                continue
            share = max(lower.share_of(samples[above]), upper.share_of(samples[under]))
            if share > MAX_OVER and not _is_shadow_of(lower, upper) and not _is_parted(lower, upper):
                yield TextOverlap(upper.text, lower.text, share)


def _ink(text: Text) -> Box:
    above = max(word.ink[0] for word in text.words) * text.size
    return Box(text.x, text.y - above, text.width, above)


def _is_shadow_of(lower: _PlacedText, upper: _PlacedText) -> bool:
    """Whether the upper text is the lower one again, a little aside."""
    (x, y), (left, top) = (middle_of(placed.text, placed.matrix) for placed in (lower, upper))
    return lower.text.text == upper.text.text and max(abs(x - left), abs(y - top)) < SHADOW_REACH


def _is_parted(lower: _PlacedText, upper: _PlacedText) -> bool:
    """Whether something was painted over the lower text before the upper one."""
    middle = middle_of(upper.text, upper.matrix)
    grounds = [ground_under(middle, placed.below) for placed in (lower, upper)]
    return len({id(ground[0]) if ground else 0 for ground in grounds}) > 1
