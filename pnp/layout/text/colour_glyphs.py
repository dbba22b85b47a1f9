"""A word in a colour font → art of its glyphs: emojis as vector items, or as the pictures in the font.

HarfBuzz walks through the layers of a glyph (COLR of both versions) and calls the functions below. Effects that a Frame
cannot express are approximated: a sweep gradient by its middle colour, rare compositing modes by plain layering. Glyphs
that exist only as SVG are drawn as plain outlines.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple, get_args

import uharfbuzz as hb

from pnp.core import outline
from pnp.core.diagnostics import Fault, Place
from pnp.core.fonts import FontFace, Word
from pnp.core.frame import (
    IDENTITY,
    Art,
    BlendMode,
    Box,
    Group,
    Image,
    Item,
    LinearGradient,
    Mask,
    Matrix,
    Paint,
    Path,
    RadialGradient,
    Segment,
    Stop,
    Use,
    around,
    multiply,
)
from pnp.core.units import Mm

_NEARLY = 1e-9


def colour_uses(word: Word, x: Mm, size: Mm, fill: Paint) -> Iterator[Use]:
    """Yield a word's glyphs as art on the baseline y = 0.

    Args:
        word: A word in a colour face.
        x: Its left end, mm.
        size: Size of the em, mm.
        fill: The paint of the text, for parts that take its colour; of a gradient the first colour.
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
    """Return the picture of a glyph in a bitmap font (CBDT, sbix); None without one, or for a broken one."""
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
    """A painted item.

    Attributes:
        item: The item, in em.
        box: The box around its visible part, em; None if it is clipped away.
        flat: The opacity of a colour that fills its box; None for anything else.
    """

    item: Item
    box: Box | None
    flat: float | None = None


_BLENDS: Mapping[str, BlendMode] = {
    **{mode.upper().replace("-", "_"): mode for mode in get_args(BlendMode) if mode != "normal"},
    **{f"HSL_{mode.upper()}": mode for mode in ("hue", "saturation", "color", "luminosity")},
}
"""Blend modes by HarfBuzz's names."""


class _GlyphPainter:
    """Collects the layers of one glyph; HarfBuzz calls the functions of _paint_functions with it."""

    def __init__(self, face: FontFace, colour: str) -> None:
        self.face = face
        self.colour = colour
        em = 1 / face.units_per_em
        self._matrices: list[Matrix] = [(em, 0.0, 0.0, -em, 0.0, 0.0)]
        self._clips: list[tuple[Segment, ...]] = []
        self._groups: list[list[_Layer]] = [[]]

    def layers(self) -> list[_Layer]:
        """Return the layers as one list of items."""
        return self._groups[0]

    @property
    def _matrix(self) -> Matrix:
        return self._matrices[-1]

    def push_transform(self, matrix: Matrix) -> None:
        self._matrices.append(multiply(self._matrix, matrix))

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
        across, along = (y2 - y0, x0 - x2), (x1 - x0, y1 - y0)  # ``across`` is perpendicular to p0–p2
        square = across[0] ** 2 + across[1] ** 2
        if square > _NEARLY**2:
            share = (across[0] * along[0] + across[1] * along[1]) / square
            x1, y1 = x0 + share * across[0], y0 + share * across[1]
        stops, opacity = self._stops(line)
        first, last = stops[0].offset, stops[-1].offset
        x0, y0, x1, y1 = (x0 + first * (x1 - x0), y0 + first * (y1 - y0), x0 + last * (x1 - x0), y0 + last * (y1 - y0))
        self._fill(LinearGradient(x0, y0, x1, y1, _spread(stops)), opacity)

    def fill_radial(self, line: hb.ColorLine, circles: Sequence[float]) -> None:
        """Fill with a gradient from the circle of the first colour to that of the last, the larger one outside."""
        x0, y0, r0, x1, y1, r1 = circles
        stops, opacity = self._stops(line)
        inner, outer = (
            (x0 + t * (x1 - x0), y0 + t * (y1 - y0), max(r0 + t * (r1 - r0), 0.0))
            for t in (stops[0].offset, stops[-1].offset)
        )
        rings = _spread(stops)
        if outer[2] < inner[2]:
            inner, outer = outer, inner
            rings = tuple(stop._replace(offset=1 - stop.offset) for stop in reversed(rings))
        matrix, scale = self._matrix, 1.0
        if outline.is_similarity(matrix):
            scale, matrix = outline.stretch(matrix), IDENTITY
            inner, outer = ((*outline.apply(self._matrix, x, y), r * scale) for x, y, r in (inner, outer))
        (fx, fy, fr), (cx, cy, r) = inner, outer
        paint = RadialGradient(cx, cy, max(r, _NEARLY), rings, fr=fr)
        self._fill(paint if (fx, fy) == (cx, cy) else paint._replace(fx=fx, fy=fy), opacity, matrix)

    def fill_sweep(self, line: hb.ColorLine) -> None:
        stops, opacity = self._stops(line)
        middle = stops[len(stops) // 2]
        self._fill(middle.colour, opacity * middle.opacity)

    def _stops(self, line: hb.ColorLine) -> tuple[list[Stop], float]:
        """Return the stops of a gradient, in order, and the opacity that all have in common."""
        stops = sorted(line.color_stops, key=lambda stop: stop.offset)
        common = max(stop.color.alpha for stop in stops) or 255
        is_even = all(stop.color.alpha == common for stop in stops)
        return [
            Stop(
                stop.offset,
                self.colour if stop.is_foreground else _hex(stop.color),
                1.0 if is_even else stop.color.alpha / 255,
            )
            for stop in stops
        ], (common / 255 if is_even else 1.0)

    def _fill(self, paint: Paint, opacity: float, matrix: Matrix = IDENTITY) -> None:
        """Fill the innermost clip; those around it clip the item. The matrix is that of the paint's coordinates."""
        *around_it, shape = self._clips or [self._everything()]
        if not shape or abs(outline.determinant(self._matrix)) < _NEARLY**2:
            return
        box: Box | None = outline.bounds(shape)
        if matrix == IDENTITY:
            item: Item = Path(shape, paint, opacity=opacity)
        else:
            item = Group((Path(outline.transform(shape, outline.inverse(matrix)), paint, opacity=opacity),), matrix)
        is_flat = isinstance(paint, str) and box is not None and shape == outline.rectangle(*box)
        for clip in reversed(around_it):
            if not clip:
                return
            limits = outline.bounds(clip)
            if not (box and limits.contains(box, 0.0)):  # most clips are boxes around the whole glyph
                item = Group((item,), clip=Path(clip))
                box, is_flat = _common(box, limits), False
        self._groups[-1].append(_Layer(item, box, opacity if is_flat else None))

    def _everything(self) -> tuple[Segment, ...]:
        """Return a box around all glyphs, for a fill without a clip."""
        left, bottom, right, top = (edge / self.face.units_per_em for edge in self.face.bounding_box)
        return outline.rectangle(left, -top, right - left, top - bottom)

    def push_group(self) -> None:
        self._groups.append([])

    def pop_group(self, mode: hb.PaintCompositeMode) -> None:
        """Composite a group onto the one below: over it, blended with it, or with one masking the other."""
        source = self._groups.pop()
        below = self._groups[-1]
        name = mode.name
        if name == "SRC_IN":
            self._groups[-1] = _masked(source, below)
        elif name == "DEST_IN":
            self._groups[-1] = _masked(below, source)
        elif name in _BLENDS and below:
            blended = Group(tuple(layer.item for layer in source), blend=_BLENDS[name])
            layer = Group((*(layer.item for layer in below), blended), blend="normal")
            self._groups[-1] = [_Layer(layer, _around([*below, *source]))] if source else below
        elif name in ("CLEAR", "SRC"):
            self._groups[-1] = source if name == "SRC" else []
        elif name == "DEST_OVER":
            self._groups[-1] = [*source, *below]
        elif name != "DEST":
            self._groups[-1] = [*below, *source]


def _around(layers: Sequence[_Layer]) -> Box | None:
    boxes = [layer.box for layer in layers if layer.box]
    return around(boxes) if boxes else None


def _masked(layers: Sequence[_Layer], mask: Sequence[_Layer]) -> list[_Layer]:
    """Return layers with the opacity of a mask; a mask of one plain colour is a single opacity."""
    box, limits = _around(layers), _around(mask)
    if box is None or limits is None:
        return []
    items = tuple(layer.item for layer in layers)
    flat = mask[0].flat if len(mask) == 1 and limits.contains(box, 1e-6) else None
    if flat is not None:
        return list(layers) if flat == 1 else [_Layer(Group(items, opacity=flat), box)]
    masked = Group(items, mask=Mask(tuple(layer.item for layer in mask), "alpha"))
    return [_Layer(masked, _common(box, limits))]


def _spread(stops: Sequence[Stop]) -> tuple[Stop, ...]:
    """Return stops with their offsets scaled to range from 0 to 1."""
    first, last = stops[0].offset, stops[-1].offset
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
