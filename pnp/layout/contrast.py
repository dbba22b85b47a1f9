"""A laid-out face → its texts whose contrast with their ground is too low; and colours that can be read on a ground.

The ground of a word is the last item painted under its middle before it. A picture is sampled all over the box of
the words, as it may be light here and dark there. A text that is drawn again with a small offset is a shadow and may be
faint.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from pnp.core import outline
from pnp.core.colours import contrast
from pnp.core.frame import (
    IDENTITY,
    Frame,
    Group,
    Image,
    Item,
    Matrix,
    Paint,
    Path,
    Picture,
    Point,
    Text,
    letters_text,
    turned_letters,
)
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.units import MM_PER_PT
from pnp.layout.surfaces import PAPER_COLOUR, GroundAt, Layer, ground_under, middle_of, texts_of

if TYPE_CHECKING:
    from PIL.Image import Image as Raster


MIN_CONTRAST = 4.5
"""The least contrast: luminance of the lighter divided by that of the darker (WCAG 2.2, success criterion 1.4.3)."""

MIN_OF_LARGE = 3.0
LARGE, LARGE_BOLD, BOLD = 18 * MM_PER_PT, 14 * MM_PER_PT, 700
"""Least contrast of large type, and the sizes (mm) and the weight from which type is large (the same criterion)."""

STEP = 0.01
"""The step of lightness, from 0 to 1, by which a colour is changed until it can be read."""

MIN_ON_PICTURE = 3.0
"""The least contrast over the worst quarter of a picture; a mean would hide the worst places."""

SHADOW_REACH = 3.0
"""The largest distance of a shadow from its text, mm."""

ACROSS, DOWN = 12, 3
"""How many samples of a picture are taken under a text, across and down."""

SMALL = 240
"""Width in pixels to which a picture is scaled down before it is sampled."""


@frozen_dataclass(slots=True)
class Faint:
    """A text whose contrast is too low.

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


def faint_texts(frame: Frame) -> Iterator[Faint]:
    """Yield each text of a frame with less than the least contrast; letters along an arc are one text."""
    wholes = dict(_letters_along_arcs(frame.items))
    told: set[str] = set()
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
        whole = wholes.get(id(text), "")
        if faint and whole not in told:
            yield replace(faint, text=whole) if whole else faint
            told.update({whole} if whole else ())


def _letters_along_arcs(items: Sequence[Item]) -> Iterator[tuple[int, str]]:
    """Yield the identity of each letter along an arc, with the whole text."""
    for index, item in enumerate(items):
        if isinstance(item, Group):
            letters = turned_letters(items, index)
            yield from ((id(letter), letters_text(letters)) for letter in letters)
            yield from _letters_along_arcs(item.items)


def _faint(text: Text, grounds: list[str]) -> Faint | None:
    pairs = [(a, b) for a in _colours(text.fill) for b in grounds]
    worst = min(pairs, key=lambda pair: contrast(*pair), default=None)
    is_large = text.size >= (LARGE_BOLD if text.words[0].face.about.weight >= BOLD else LARGE) - 1e-6
    least = MIN_OF_LARGE if is_large else MIN_CONTRAST
    if worst is None or contrast(*worst) >= least:
        return None
    return Faint(text.text, text.fill, *worst, least)


def _faint_on_picture(text: Text, matrix: Matrix, below: tuple[Layer, ...]) -> Faint | None:
    """Return a text whose contrast is too low in a quarter of its box; one with an outline counts as readable."""
    fill = text.fill
    if text.stroke or not isinstance(fill, str):
        return None
    above, under = (extent * text.size for extent in text.words[0].ink)
    # Samples lie in the middles of equal cells of the box around the text's ink.
    samples = [
        (text.x + text.width * (i + 0.5) / ACROSS, text.y - above + (above + under) * (j + 0.5) / DOWN)
        for i in range(ACROSS)
        for j in range(DOWN)
    ]
    colours = [_colour_at(hit) for point in samples if (hit := ground_under(outline.apply(matrix, *point), below))]
    grounds = sorted((colour for colour in colours if colour), key=lambda colour: contrast(fill, colour))
    ground = grounds[len(grounds) // 4] if grounds else None
    if ground is None or contrast(fill, ground) >= MIN_ON_PICTURE:
        return None
    return Faint(text.text, fill, fill, ground, MIN_ON_PICTURE, is_on_picture=True)


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


def _is_shadow(text: Text, middle: Point, later: list[tuple[Text, Point]]) -> bool:
    return any(
        copy.text == text.text and max(abs(middle[0] - x), abs(middle[1] - y)) < SHADOW_REACH for copy, (x, y) in later
    )
