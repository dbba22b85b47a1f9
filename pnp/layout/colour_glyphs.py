"""A word of a font in colours → art of its glyphs: emojis as vector items, or as the pictures in the font.

HarfBuzz walks through the layers of a glyph (COLR of both versions) and calls the functions below. What a Frame cannot
express is drawn as near as it can: a sweep gradient in its middle colour, a gradient that fades in its mean opacity,
layers that are blended one above the other. Glyphs that exist as SVG only are drawn as plain outlines.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

import uharfbuzz as hb

from pnp.core import outline
from pnp.core.diagnostics import Fault, Place
from pnp.core.fonts import FontFace, Word
from pnp.core.frame import (
    IDENTITY,
    Art,
    Box,
    Group,
    Image,
    Item,
    LinearGradient,
    Matrix,
    Paint,
    Path,
    RadialGradient,
    Segment,
    Stop,
    Use,
    around,
)
from pnp.core.units import Mm

_NEARLY = 1e-9


def colour_uses(word: Word, x: Mm, size: Mm, fill: Paint) -> Iterator[Use]:
    """Yield a word's glyphs as art on the baseline y = 0.

    Args:
        word: A word whose face is coloured.
        x: Its left end, mm.
        size: Size of the em, mm.
        fill: The colour of parts that have the colour of the text; of a gradient the first colour.
    """
    colour = fill if isinstance(fill, str) else fill.stops[0].colour
    for glyph, advance, characters in zip(word.glyphs, word.advances, word.characters, strict=True):
        art = glyph_art(word.face, glyph, colour, characters)
        if art:
            yield Use(art, (size, 0.0, 0.0, size, x, 0.0))
        x += advance / word.face.units_per_em * size


@lru_cache(maxsize=4096)
def glyph_art(face: FontFace, glyph: int, colour: str, name: str) -> Art | None:
    """Return a glyph as art, in em from its left end on the baseline, y down; None for a glyph without ink.

    Args:
        face: Its face.
        glyph: Its number.
        colour: The colour of the text.
        name: The characters that it stands for.
    """
    picture = _picture(face, glyph)
    if picture:
        items: tuple[Item, ...] = (picture,)
        return Art(name, Box(picture.x, picture.y, picture.width, picture.height), items)
    painter = _GlyphPainter(face, colour)
    face.shaper.paint_glyph(glyph, _paint_functions(), painter)
    layers = painter.layers()
    boxes = [layer.box for layer in layers if layer.box]
    return Art(name, around(boxes), tuple(layer.item for layer in layers)) if boxes else None


def _picture(face: FontFace, glyph: int) -> Image | None:
    """Return the picture of a glyph in a font of pictures (CBDT, sbix); None without one, or where it is broken."""
    content = face.shaper.get_glyph_color_png(glyph)
    extents = face.shaper.get_glyph_extents(glyph)
    if not content or not content.data or extents is None or not extents.width:
        return None
    from pnp.layout.pictures import read_picture

    try:
        picture = read_picture(bytes(content.data), face.name, Place(face.name))
    except Fault:
        return None
    em = 1 / face.units_per_em
    height = abs(extents.height)
    return Image(extents.x_bearing * em, -extents.y_bearing * em, extents.width * em, height * em, picture)


class _Layer(NamedTuple):
    """A painted item, and the box around what it shows, em; None where a clip leaves nothing."""

    item: Item
    box: Box | None


class _Fill(NamedTuple):
    """A fill of everything that the clips show, before it is known what they are."""

    paint: Paint
    opacity: float


class _GlyphPainter:
    """Collects the layers of one glyph; HarfBuzz calls the functions of _paint_functions with it."""

    def __init__(self, face: FontFace, colour: str) -> None:
        self.face = face
        self.colour = colour
        em = 1 / face.units_per_em
        self._matrices: list[Matrix] = [(em, 0.0, 0.0, -em, 0.0, 0.0)]
        self._clips: list[tuple[Segment, ...]] = []
        self._groups: list[list[_Layer | _Fill]] = [[]]

    def layers(self) -> list[_Layer]:
        """Return what was painted; a fill without an outline to fill is left out."""
        return [layer for layer in self._groups[0] if isinstance(layer, _Layer)]

    @property
    def _matrix(self) -> Matrix:
        return self._matrices[-1]

    def push_transform(self, matrix: Matrix) -> None:
        self._matrices.append(_product(self._matrix, matrix))

    def pop_transform(self) -> None:
        self._matrices.pop()

    def push_clip(self, segments: tuple[Segment, ...]) -> None:
        self._clips.append(outline.transform(segments, self._matrix))

    def push_clip_glyph(self, glyph: int) -> None:
        self.push_clip(self.face.outline(glyph))

    def pop_clip(self) -> None:
        self._clips.pop()

    def fill_glyph(self, glyph: int, colour: hb.Color, is_foreground: bool) -> None:
        self.push_clip_glyph(glyph)
        self.fill_colour(colour, is_foreground)
        self.pop_clip()

    def fill_colour(self, colour: hb.Color, is_foreground: bool) -> None:
        self._fill(self.colour if is_foreground else _hex(colour), colour.alpha / 255)

    def fill_linear(self, line: hb.ColorLine, points: Sequence[float]) -> None:
        """Fill with a gradient from p0 to p1 whose colours run along parallels of p0–p2 (OpenType, COLR)."""
        (x0, y0), (x1, y1), (x2, y2) = (outline.apply(self._matrix, *points[n : n + 2]) for n in (0, 2, 4))
        across, along = (y2 - y0, x0 - x2), (x1 - x0, y1 - y0)  # across stands at right angles on p0–p2
        square = across[0] ** 2 + across[1] ** 2
        if square > _NEARLY**2:
            share = (across[0] * along[0] + across[1] * along[1]) / square
            x1, y1 = x0 + share * across[0], y0 + share * across[1]
        stops, opacity = self._stops(line)
        first, last = stops[0].offset, stops[-1].offset
        x0, y0, x1, y1 = (x0 + first * (x1 - x0), y0 + first * (y1 - y0), x0 + last * (x1 - x0), y0 + last * (y1 - y0))
        self._fill(LinearGradient(x0, y0, x1, y1, _spread(stops, first, last)), opacity)

    def fill_radial(self, line: hb.ColorLine, circles: Sequence[float]) -> None:
        """Fill with a gradient between two circles, which are drawn about the centre of the larger one."""
        x0, y0, r0, x1, y1, r1 = circles
        stops, opacity = self._stops(line)
        radii = [r0 + stop.offset * (r1 - r0) for stop in stops]
        largest = max(*radii, _NEARLY)
        x, y = (x1, y1) if r1 >= r0 else (x0, y0)
        rings = [Stop(max(r, 0.0) / largest, s.colour) for r, s in zip(radii, stops, strict=True)]
        if r1 < r0:
            rings.reverse()
        cx, cy = outline.apply(self._matrix, x, y)
        if outline.is_similarity(self._matrix) or not self._clips:
            self._fill(RadialGradient(cx, cy, largest * outline.stretch(self._matrix), tuple(rings)), opacity)
        else:
            self._fill(RadialGradient(x, y, largest, tuple(rings)), opacity, self._matrix)

    def fill_sweep(self, line: hb.ColorLine) -> None:
        stops, opacity = self._stops(line)
        self._fill(stops[len(stops) // 2].colour, opacity)

    def _stops(self, line: hb.ColorLine) -> tuple[list[Stop], float]:
        """Return the stops of a gradient, in order, and their mean opacity."""
        stops = sorted(line.color_stops, key=lambda stop: stop.offset)
        colours = [self.colour if stop.is_foreground else _hex(stop.color) for stop in stops]
        opacity = sum(stop.color.alpha for stop in stops) / len(stops) / 255
        return [Stop(stop.offset, colour) for stop, colour in zip(stops, colours, strict=True)], opacity

    def _fill(self, paint: Paint, opacity: float, matrix: Matrix = IDENTITY) -> None:
        """Fill the innermost clip; those around it clip the item. The matrix is that of the paint's coordinates."""
        if not self._clips:
            self._groups[-1].append(_Fill(paint, opacity))
            return
        *around_it, shape = self._clips
        if not shape or abs(outline.determinant(self._matrix)) < _NEARLY**2:
            return
        box: Box | None = outline.bounds(shape)
        if matrix == IDENTITY:
            item: Item = Path(shape, paint, opacity=opacity)
        else:
            item = Group((Path(outline.transform(shape, outline.inverse(matrix)), paint, opacity=opacity),), matrix)
        for clip in reversed(around_it):
            if not clip:
                return
            limits = outline.bounds(clip)
            if not (box and limits.contains(box, 0.0)):  # most clips are boxes around the whole glyph
                item = Group((item,), clip=Path(clip))
                box = _common(box, limits)
        self._groups[-1].append(_Layer(item, box))

    def push_group(self) -> None:
        self._groups.append([])

    def pop_group(self, mode: hb.PaintCompositeMode) -> None:
        """Put a group onto the one below; a plain fill that another is painted in or masks gives its opacity to it."""
        source = self._groups.pop()
        below = self._groups[-1]
        modes = hb.PaintCompositeMode
        if mode == modes.SRC_IN and len(below) == 1 and isinstance(below[0], _Fill):
            self._groups[-1] = [_faded(layer, below[0].opacity) for layer in source]
        elif mode == modes.DEST_IN and len(source) == 1 and isinstance(source[0], _Fill):
            self._groups[-1] = [_faded(layer, source[0].opacity) for layer in below]
        elif mode == modes.SRC_IN and all(isinstance(layer, _Fill) for layer in source):
            self._groups[-1] = below  # a colour over a drawing: nearest to it is the drawing
        elif mode not in (modes.CLEAR, modes.DEST):
            self._groups[-1] = [*below, *source]


def _faded(layer: _Layer | _Fill, opacity: float) -> _Layer | _Fill:
    if isinstance(layer, _Fill):
        return layer._replace(opacity=layer.opacity * opacity)
    return layer if opacity == 1 else layer._replace(item=Group((layer.item,), opacity=opacity))


def _spread(stops: Sequence[Stop], first: float, last: float) -> tuple[Stop, ...]:
    """Return stops with offsets from 0 to 1 instead of from first to last."""
    if last - first < _NEARLY:
        return (stops[0]._replace(offset=0.0), stops[-1]._replace(offset=1.0))
    return tuple(stop._replace(offset=(stop.offset - first) / (last - first)) for stop in stops)


def _hex(colour: hb.Color) -> str:
    return f"#{colour.red:02x}{colour.green:02x}{colour.blue:02x}"


def _common(left: Box | None, right: Box) -> Box | None:
    if left is None or not left.overlaps(right):
        return None
    x, y = max(left.x, right.x), max(left.y, right.y)
    return Box(x, y, min(left.right, right.right) - x, min(left.bottom, right.bottom) - y)


def _product(outer: Matrix, inner: Matrix) -> Matrix:
    """Return the matrix that applies the inner one first."""
    a, b, c, d, e, f = outer
    g, h, i, j, k, m = inner
    return (a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f)


@cache
def _paint_functions() -> hb.PaintFuncs:
    """Return the table of functions that HarfBuzz calls, each with a _GlyphPainter last."""
    table = hb.PaintFuncs()
    table.set_push_transform_func(lambda *numbers: numbers[6].push_transform(numbers[:6]))
    table.set_pop_transform_func(lambda painter: painter.pop_transform())
    table.set_push_clip_glyph_func(lambda glyph, painter: painter.push_clip_glyph(glyph))
    table.set_push_clip_rectangle_func(_push_rectangle)
    table.set_pop_clip_func(lambda painter: painter.pop_clip())
    table.set_fill_glyph_func(lambda glyph, colour, is_text, painter: painter.fill_glyph(glyph, colour, is_text))
    table.set_color_func(lambda colour, is_text, painter: painter.fill_colour(colour, is_text))
    table.set_linear_gradient_func(lambda line, *numbers: numbers[6].fill_linear(line, numbers[:6]))
    table.set_radial_gradient_func(lambda line, *numbers: numbers[6].fill_radial(line, numbers[:6]))
    table.set_sweep_gradient_func(lambda line, *numbers: numbers[-1].fill_sweep(line))
    table.set_push_group_func(lambda painter: painter.push_group())
    table.set_pop_group_func(lambda mode, painter: painter.pop_group(mode))
    return table


def _push_rectangle(left: float, bottom: float, right: float, top: float, painter: _GlyphPainter) -> None:
    painter.push_clip(outline.rectangle(left, bottom, right - left, top - bottom))
