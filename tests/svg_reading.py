"""Pieces of SVG as drawings, for the tests of reading them."""

from __future__ import annotations

import pytest

from pnp.diagnostics import Fault
from pnp.layout.drawing import Drawing
from pnp.layout.frame import (
    Stop,
)
from pnp.layout.svg_items import parse_drawing

SQUARE = (("M", 0, 0), ("L", 10, 0), ("L", 10, 10), ("L", 0, 10), ("Z",))
RED_TO_BLUE = '<stop stop-color="red"/><stop offset="1" stop-color="blue"/>'
STOPS = (Stop(0.0, "#ff0000"), Stop(1.0, "#0000ff"))


def read(inside: str, attributes: str = 'viewBox="0 0 100 100"') -> Drawing:
    namespaces = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    return parse_drawing(f"<svg {namespaces} {attributes}>\n{inside}\n</svg>".encode(), "art/a.svg")


def items_of(inside: str, colour: str | None = None, **colours: str) -> tuple:
    return read(inside, 'viewBox="0 0 100 100" overflow="visible"').items(colour, colours)


def item_of(inside: str, colour: str | None = None, **colours: str):
    (item,) = items_of(inside, colour, **colours)
    return item


def faults_of(inside: str, attributes: str = 'viewBox="0 0 100 100"') -> list[str]:
    """What is wrong, as "line:column code: what"; the first line of ``inside`` is line 2."""
    with pytest.raises(Fault) as caught:
        read(inside, attributes)
    for found in caught.value.diagnostics:
        assert found.place.file == "art/a.svg"
    return [f"{d.place.line}:{d.place.column} {d.code}: {d.what}" for d in caught.value.diagnostics]


def near(segments, *expected) -> bool:
    return len(segments) == len(expected) and all(
        mine[0] == theirs[0] and mine[1:] == pytest.approx(theirs[1:], abs=1e-6)
        for mine, theirs in zip(segments, expected, strict=True)
    )
