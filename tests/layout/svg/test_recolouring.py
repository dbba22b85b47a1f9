"""Drawings as people have them, and a colour → the colours they are painted in."""

from __future__ import annotations

import pytest
from strategies import walk
from svg_reading import read

from pnp.core.frame import Path

SQUARE = '<path d="M0 0h100v100H0z" {}/>'
SYMBOL = '<g transform="translate(10 10)"><path d="M10 10h30v30z" {}/></g>'


def painted(inside: str, **chosen: str) -> list[str]:
    drawing = read(inside)
    items = walk(drawing.items(chosen.get("colour"), {}, chosen.get("colour"), chosen.get("ground")))
    return [item.fill or item.stroke.paint for item in items if isinstance(item, Path)]


@pytest.mark.parametrize(
    ("inside", "chosen", "colours"),
    [
        (SYMBOL.format(""), {"colour": "#ff0000"}, ["#ff0000"]),
        (SYMBOL.format('fill="#123"') * 2, {"colour": "#ff0000"}, ["#ff0000", "#ff0000"]),
        (SYMBOL.format('fill="none" stroke="#123"'), {"colour": "#ff0000"}, ["#ff0000"]),
        (SQUARE.format("") + SYMBOL.format('fill="#fff"'), {"colour": "#ff0000"}, ["#000000", "#ff0000"]),
        (SQUARE.format("") + SYMBOL.format('fill="#fff"'), {"colour": "#ff0000", "ground": "none"}, ["#ff0000"]),
        (SQUARE.format("") + SYMBOL.format('fill="#fff"'), {"ground": "#0000ff"}, ["#0000ff", "#ffffff"]),
        (
            SQUARE.format("") + SYMBOL.format('fill="currentColor"'),
            {"colour": "#ff0000", "ground": "none"},
            ["#ff0000"],
        ),
        (SQUARE.format(""), {"colour": "#ff0000", "ground": "none"}, ["#ff0000"]),
        ('<circle cx="50" cy="50" r="50"/>' + SYMBOL.format('fill="#fff"'), {"ground": "none"}, ["#ffffff"]),
        (SYMBOL.format("") + SYMBOL.format('fill="#fff"'), {"colour": "#ff0000"}, ["#000000", "#ffffff"]),
        (SYMBOL.format('fill="var(--a, #123456)"'), {"colour": "#ff0000"}, ["#123456"]),
    ],
)
def test_the_own_colour_of_a_drawing_is_replaced(inside: str, chosen: dict[str, str], colours: list[str]) -> None:
    assert painted(inside, **chosen) == colours


@pytest.mark.parametrize(
    ("inside", "takes_colour", "has_ground"),
    [
        (SYMBOL.format(""), True, False),
        (SQUARE.format("") + SYMBOL.format('fill="#fff"'), True, True),
        (SYMBOL.format("") + SYMBOL.format('fill="#fff"'), False, False),
        (SQUARE.format("") + SYMBOL.format('fill="#fff"') + SYMBOL.format('fill="red"'), False, True),
        (SQUARE.format("") + SYMBOL.format(""), True, False),
        ("", False, False),
    ],
)
def test_whether_a_colour_works_is_known(inside: str, takes_colour: bool, has_ground: bool) -> None:
    drawing = read(inside)
    assert (drawing.takes_colour, drawing.own.has_ground) == (takes_colour, has_ground)
