"""The decks drawn by protograf: python cards.py KIND PROJECT OUTPUT.

protograf finds fonts among the system's only, so they are expected below the home folder, where fontconfig looks. It
has no filled curves, so drawings are polygons; as pictures they would be pixels, and slower. It draws the whole bleed
of each card, so that in the gutter the later card's covers its neighbour's.
"""

from __future__ import annotations

import re
import sys
from functools import cache
from pathlib import Path
from typing import Any

import yaml

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from art import DRAWINGS, SIZE, polygons

kind, project, output = sys.argv[1:]
sys.argv[1:] = []  # protograf parses the command line itself

from protograf import Card, Create, Data, Deck, Save, globals, line, polyshape, rectangle, text  # noqa: E402

WIDTH, HEIGHT = 63.0, 88.0
FAMILY, BOLD = "Source Sans 3", "Source Sans 3 Bold"
CAP_HEIGHT = 0.66
MM_PER_PT = 25.4 / 72
COLOURS = {
    "chili": ("#F7DAD3", "#98200F"),
    "green": ("#DDEBD3", "#1B5220"),
    "orange": ("#FCE5C0", "#B85400"),
    "purple": ("#E6DCF1", "#432470"),
}
COLOURS |= {"leaf": COLOURS["green"], "sun": COLOURS["orange"], "moon": COLOURS["purple"]}
WITHIN = 0.1
"""How far a polygon may be from the curve, mm."""


def ground(colour: str) -> Any:
    return rectangle(x=-3, y=-3, width=69, height=94, fill=colour, stroke=colour, stroke_width=0)


def words(what: Any, x: float, top: float, size: float, face: str, colour: str, align: str = "left") -> Any:
    """A line with the top of its capitals at a height."""
    baseline = top + CAP_HEIGHT * size * MM_PER_PT
    return text(text=str(what), x=x, y=baseline, font_name=face, font_size=size, stroke=colour, align=align)


def corners(what: Any, size: float, colour: str) -> list[Any]:
    """An index in two corners. A line is turned about the middle of its baseline, hence the second's right end."""
    look = {"font_name": BOLD, "font_size": size, "stroke": colour}
    baseline = 5 + CAP_HEIGHT * size * MM_PER_PT
    return [
        text(text=str(what), x=5, y=baseline, align="left", **look),
        text(text=str(what), x=WIDTH - 5, y=HEIGHT - baseline, align="right", rotation=180, **look),
    ]


@cache
def outlines(name: str, side: float) -> list[tuple[list[tuple[float, float]], str]]:
    return [(p, colour) for outline, colour in DRAWINGS[name] for p in polygons(outline, WITHIN * SIZE / side)]


def drawing(name: str, x: float, y: float, side: float, turned: bool = False) -> list[Any]:
    scale = side / SIZE
    shapes = []
    for points, colour in outlines(name, side):
        placed = [(x + scale * px, y + scale * py) for px, py in points]
        if turned:
            placed = [(WIDTH - px, HEIGHT - py) for px, py in placed]
        shapes.append(polyshape(points=placed, fill=colour, stroke=colour, stroke_width=0))
    return shapes


def chili(card: Any) -> list[Any]:
    tint, deep = COLOURS[card.colour]
    shapes = [ground(tint), words(card.number, 31.5, 22, 90, BOLD, deep, "centre")]
    for n in range(card.chilies):
        shapes += drawing("pepper", 31.5 + (n - (card.chilies - 1) / 2) * 16 - 7.5, 56.5, 15)
    return shapes + corners(card.number, 20, deep)


def spicy(card: Any) -> list[Any]:
    tint, deep = COLOURS[card.suit]
    window = rectangle(x=4, y=20, width=55, height=36, rounding=2, fill="#FFFFFF", stroke="#FFFFFF", stroke_width=0)
    return [
        ground(tint),
        window,
        *drawing(card.suit, 18, 24.5, 27),
        words(card.title, 31.5, 58, 13, BOLD, deep, "centre"),
        words(card.line, 31.5, 64.5, 8, FAMILY, "#2B2B2B", "centre"),
        *corners(card.number, 16, deep),
        *drawing(card.suit, 5, 11, 6),
        *drawing(card.suit, 5, 11, 6, turned=True),
    ]


def story(card: Any) -> list[Any]:
    marked = re.sub(r"\*(.+?)\*", r"<i>\1</i>", re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", card.text))
    style = "font-family: story; font-size: 11px; line-height: 1.25; color: #2B2B2B;"
    red = "#98200F"
    return [
        ground("#FDF8EC"),
        rectangle(x=4, y=4, width=55, height=80, rounding=2, fill=None, stroke=red, stroke_width=0.4 / MM_PER_PT),
        words(card.title, 6, 8, 14, BOLD, red),
        line(x=6, y=16, x1=57, y1=16, stroke=red, stroke_width=0.4 / MM_PER_PT),
        text(html=True, text=marked, x=6, y=18, width=51, height=52, font_name=FAMILY, style=style),
    ]


if __name__ == "__main__":
    with (Path(project) / "data/deck/cards.yaml").open("rb") as source:
        cards = yaml.load(source, yaml.CSafeLoader)
    path = Path(output)
    Create(
        filename=path.name,
        paper="A4",
        units="mm",
        margin_left=7.5,
        margin_right=7.5,
        margin_top=13.5,
        margin_bottom=13.5,
    )
    # Its own style sheet names the family unquoted, which MuPDF cannot read when there is a digit in it.
    for face, style in (("", ""), ("Bold", "font-weight: bold"), ("Italic", "font-style: italic")):
        globals.css += f"@font-face {{font-family: story; src: url(SourceSans3-{face or 'Regular'}.ttf); {style}}}\n"
    Data(source=cards)
    Deck(
        width=63,
        height=88,
        spacing=3,
        rows=3,
        cols=3,
        stroke=None,
        fill=None,
        grid_marks=True,
        grid_marks_offset=1.5,
        grid_marks_length=5,
        grid_marks_stroke="black",
        grid_marks_stroke_width=0.2 / MM_PER_PT,
    )
    Card("all", {"chili": chili, "spicy": spicy, "text": story}[kind])
    Save(directory=str(path.parent))
