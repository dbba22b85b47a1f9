"""Shapes that scripts draw → the keys of elements: rectangles, ellipses, lines, polygons and curves."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from pnp.core.units import Mm
from pnp.extensions.importing.drawn.cards import CardSpot, DeckValues, NotTakenError, faded, length


def background(cards: DeckValues, options: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Write a ground, which runs into the bleed."""
    colour, opacity = cards.colour(options["color"])
    if opacity:
        yield {"rect": "bleed", "fill": colour, **faded(opacity)}


def _painted(cards: DeckValues, options: Mapping[str, Any], keys: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Write a shape: its fill, and its outline as another element if one of them is half transparent."""
    fill, fill_opacity = cards.colour(options["fill_color"])
    line, line_opacity = cards.colour(options["stroke_color"])
    width = cards.mm(options, "stroke_width")
    dash = [cards.units.px(part) for part in str(cards.plain(options, "dash") or "").split()]
    stroke = ""
    if width > 0 and line_opacity:
        dashes = "".join(f" {length(cards.units.mm(part))}" for part in dash if part)
        stroke = f"{line} {length(width)}" + (f" dashed{dashes}" if dashes else "")
        if not isinstance(line, str):
            raise NotTakenError("a gradient along an outline")
    filled = {"fill": fill} if fill_opacity else {}
    outlined = {"stroke": stroke} if stroke else {}
    if filled and outlined and fill_opacity != line_opacity:
        yield {**keys, **filled, **faded(fill_opacity)}
        yield {**keys, **outlined, **faded(line_opacity)}
    elif filled or outlined:
        yield {**keys, **filled, **outlined, **faded(fill_opacity or line_opacity)}


def _spot(cards: DeckValues, options: Mapping[str, Any]) -> CardSpot:
    """Return the box of a shape."""
    x, y = cards.point(options, "x", "y")
    return CardSpot(x, y, cards.side(options, "width"), cards.side(options, "height", False), cards.degrees(options))


def rect(cards: DeckValues, options: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Write a rectangle."""
    written = cards.placed(_spot(cards, options))
    radius_of = next((name for name in ("radius", "x_radius") if options.get(name)), "")
    radius = {"radius": length(cards.mm(options, radius_of))} if radius_of else {}
    box = {"rect": written.pop("in"), **written}
    yield from _painted(cards, options, {**box, **radius})


def ellipse(cards: DeckValues, options: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Write an ellipse."""
    written = cards.placed(_spot(cards, options))
    yield from _painted(cards, options, {"ellipse": written.pop("in"), **written})


def circle(cards: DeckValues, options: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Write a circle about its centre."""
    (x, y), radius = cards.point(options, "x", "y"), cards.side(options, "radius")
    box = [length(value) for value in (x - radius, y - radius, 2 * radius, 2 * radius)]
    yield from _painted(cards, options, {"ellipse": box})


def line(cards: DeckValues, options: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Write a straight line."""
    points = [cards.point(options, "x1", "y1"), cards.point(options, "x2", "y2")]
    yield from _painted(cards, {**options, "fill_color": None}, {"line": _points(points)})


def triangle(cards: DeckValues, options: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Write a triangle."""
    points = [cards.point(options, f"x{number}", f"y{number}") for number in (1, 2, 3)]
    yield from _painted(cards, options, {"polygon": _points(points)})


def corners(cards: DeckValues, options: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Write a polygon by its corners, pixels from the card's."""
    bleed = cards.units.mm(cards.drawing.bleed)
    points = [(cards.units.mm(x) - bleed, cards.units.mm(y) - bleed) for x, y in options["points"]]
    yield from _painted(cards, options, {"polygon": _points(points)})


def curve(cards: DeckValues, options: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Write a Bézier curve."""
    ends = [cards.point(options, f"{name}", f"{name.replace('x', 'y')}") for name in ("x1", "cx1", "cx2", "x2")]
    start, *others = (f"{x:.2f} {y:.2f}" for x, y in ends)
    yield from _painted(cards, options, {"path": f"M{start} C{' '.join(others)}"})


def polygon(cards: DeckValues, options: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Write a regular polygon, whose first corner is at its right."""
    yield from _painted(cards, options, {"polygon": _around(cards, options, ["radius"])})


def star(cards: DeckValues, options: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Write a star."""
    yield from _painted(cards, options, {"polygon": _around(cards, options, ["outer_radius", "inner_radius"])})


def _around(cards: DeckValues, options: Mapping[str, Any], radii: Sequence[str]) -> list[list[str]]:
    """Return points around a centre, at one radius or two in turn."""
    (x, y), turn, corners = (
        cards.point(options, "x", "y"),
        cards.degrees(options),
        cards.plain(options, "n"),
    )
    if not isinstance(corners, int) or not 3 <= corners <= 100:
        raise NotTakenError(f"n: {corners} is not a number of corners")
    reach = [cards.side(options, name) for name in radii]
    count = corners * len(reach)
    angles = [math.radians(turn) + 2 * math.pi * index / count for index in range(count)]
    return _points(
        [
            (x + reach[index % len(reach)] * math.cos(angle), y + reach[index % len(reach)] * math.sin(angle))
            for index, angle in enumerate(angles)
        ]
    )


def _points(points: Sequence[tuple[Mm, Mm]]) -> list[list[str]]:
    return [[length(x), length(y)] for x, y in points]


SHAPES: Mapping[str, Callable[[DeckValues, Mapping[str, Any]], Iterator[dict[str, Any]]]] = {
    "background": background,
    "rect": rect,
    "circle": circle,
    "ellipse": ellipse,
    "line": line,
    "curve": curve,
    "triangle": triangle,
    "corners": corners,
    "polygon": polygon,
    "star": star,
}
"""Methods that draw shapes, each with the function that converts a call into keys of elements."""
