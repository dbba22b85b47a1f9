"""Pieces of SVG as drawings, for the tests of reading them."""

from __future__ import annotations

import pytest

from pnp.core.diagnostics import Diagnostic, Diagnostics
from pnp.core.frame import Stop
from pnp.layout.svg.drawing import Drawing
from pnp.layout.svg.items import parse_drawing

SQUARE = (("M", 0, 0), ("L", 10, 0), ("L", 10, 10), ("L", 0, 10), ("Z",))
RED_TO_BLUE = '<stop stop-color="red"/><stop offset="1" stop-color="blue"/>'
STOPS = (Stop(0.0, "#ff0000"), Stop(1.0, "#0000ff"))


def read(inside: str, attributes: str = 'viewBox="0 0 100 100"') -> Drawing:
    drawing, told = parsed(inside, attributes)
    assert drawing is not None, told
    return drawing


def parsed(inside: str, attributes: str = 'viewBox="0 0 100 100"') -> tuple[Drawing | None, list[Diagnostic]]:
    """The drawing, or what is told of it."""
    namespaces = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    content = f"<svg {namespaces} {attributes}>\n{inside}\n</svg>".encode()
    diagnostics = Diagnostics()
    drawing = parse_drawing(content, "art/a.svg", diagnostics)
    assert (drawing is None) == any(d.severity == "error" for d in diagnostics)
    assert all(d.place.file == "art/a.svg" for d in diagnostics)
    return drawing, list(diagnostics)


def items_of(inside: str, colour: str | None = None, **colours: str) -> tuple:
    return read(inside, 'viewBox="0 0 100 100" overflow="visible"').items(colour, colours)


def item_of(inside: str, colour: str | None = None, **colours: str):
    (item,) = items_of(inside, colour, **colours)
    return item


def faults_of(inside: str, attributes: str = 'viewBox="0 0 100 100"') -> list[str]:
    """What is wrong, as "line:column code: what"; the first line of ``inside`` is line 2."""
    return [f"{d.place.line}:{d.place.column} {d.code}: {d.what}" for d in parsed(inside, attributes)[1]]


def near(segments, *expected) -> bool:
    return len(segments) == len(expected) and all(
        mine[0] == theirs[0] and mine[1:] == pytest.approx(theirs[1:], abs=1e-6)
        for mine, theirs in zip(segments, expected, strict=True)
    )


def point_on(start, segment, t):
    """A point of a cubic curve."""
    p1, p2, p3 = segment[1:3], segment[3:5], segment[5:7]
    weights = ((1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t * t, t**3)
    return tuple(sum(w * p[i] for w, p in zip(weights, (start, p1, p2, p3), strict=True)) for i in (0, 1))
