"""The decks as a developer draws them by hand with reportlab: python cards.py KIND PROJECT OUTPUT.

Text is set by the canvas, shared drawings are form XObjects, a paragraph is reportlab's own. The cards come from the
same YAML, by libyaml's parser.
"""

from __future__ import annotations

import re
import sys
from bisect import bisect_left
from collections.abc import Callable
from pathlib import Path
from typing import Any

import yaml
from reportlab.lib.colors import HexColor
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Paragraph

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from art import DRAWINGS, SIZE, segments

PAPER_WIDTH, PAPER_HEIGHT = 210.0, 297.0
WIDTH, HEIGHT, BLEED, GUTTER, COLUMNS, ROWS = 63.0, 88.0, 3.0, 3.0, 3, 3
LEFT = (PAPER_WIDTH - COLUMNS * WIDTH - (COLUMNS - 1) * GUTTER) / 2
TOP = (PAPER_HEIGHT - ROWS * HEIGHT - (ROWS - 1) * GUTTER) / 2
MARK_START, MARK_LENGTH, MARK_END = BLEED + 0.5, 5.0, 1.5
CAP_HEIGHT = 0.66
INK, RED, PAPER, WHITE, GREY = (HexColor(c) for c in ("#2B2B2B", "#98200F", "#FDF8EC", "#FFFFFF", "#555555"))

Card = dict[str, Any]


def colours(tint: str, deep: str) -> tuple[HexColor, HexColor]:
    return HexColor(tint), HexColor(deep)


COLOURS = {
    "chili": colours("#F7DAD3", "#98200F"),
    "green": colours("#DDEBD3", "#1B5220"),
    "orange": colours("#FCE5C0", "#B85400"),
    "purple": colours("#E6DCF1", "#432470"),
}
COLOURS |= {"leaf": COLOURS["green"], "sun": COLOURS["orange"], "moon": COLOURS["purple"]}


class Sheets:
    """Draws cards on A4 sheets; a card's coordinates are mm from its top left."""

    def __init__(self, output: str, fonts: Path, faces: tuple[str, ...]) -> None:
        for face in faces:
            pdfmetrics.registerFont(TTFont(face, str(fonts / f"SourceSans3-{face}.ttf")))
        pdfmetrics.registerFontFamily(
            "Regular", "Regular", "Bold", "Italic" if "Italic" in faces else "Regular", "Bold"
        )
        size = (PAPER_WIDTH * mm, PAPER_HEIGHT * mm)
        self.canvas = Canvas(output, pagesize=size, initialFontName="Regular", pageCompression=1, invariant=1)
        self.canvas.setTitle("Benchmark")
        self.x = self.y = 0.0
        self.drawings: set[str] = set()

    def draw(self, cards: list[Card], draw_card: Callable[[Sheets, Card], None]) -> None:
        for sheet, start in enumerate(range(0, len(cards), COLUMNS * ROWS), 1):
            batch = cards[start : start + COLUMNS * ROWS]
            for place, card in enumerate(batch):
                row, column = divmod(place, COLUMNS)
                self.row, self.column = row, column
                self.x = LEFT + column * (WIDTH + GUTTER)
                self.y = TOP + row * (HEIGHT + GUTTER)
                draw_card(self, card)
            self.x = self.y = 0.0
            self.margin(sheet, len(batch))
            self.canvas.showPage()
        self.canvas.save()

    def across(self, x: float) -> float:
        return (self.x + x) * mm

    def up(self, y: float) -> float:
        return (PAPER_HEIGHT - self.y - y) * mm

    def ground(self, colour: HexColor) -> None:
        """Fill the card with its bleed; towards a neighbour half the gutter."""
        left = BLEED if self.column == 0 else GUTTER / 2
        right = BLEED if self.column == COLUMNS - 1 else GUTTER / 2
        top = BLEED if self.row == 0 else GUTTER / 2
        bottom = BLEED if self.row == ROWS - 1 else GUTTER / 2
        self.canvas.setFillColor(colour)
        width, height = (WIDTH + left + right) * mm, (HEIGHT + top + bottom) * mm
        self.canvas.rect(self.across(-left), self.up(HEIGHT + bottom), width, height, stroke=0, fill=1)

    def drawing(self, name: str, x: float, y: float, side: float) -> None:
        """A shared drawing in a square."""
        canvas = self.canvas
        if name not in self.drawings:
            self.drawings.add(name)
            canvas.beginForm(name, 0, 0, SIZE, SIZE)
            for outline, colour in DRAWINGS[name]:
                path = canvas.beginPath()
                for letter, n in segments(outline):
                    n = [SIZE - v if i % 2 else v for i, v in enumerate(n)]
                    {"M": path.moveTo, "L": path.lineTo, "C": path.curveTo, "Z": path.close}[letter](*n)
                canvas.setFillColor(HexColor(colour))
                canvas.drawPath(path, stroke=0, fill=1)
            canvas.endForm()
        canvas.saveState()
        canvas.translate(self.across(x), self.up(y + side))
        canvas.scale(side * mm / SIZE, side * mm / SIZE)
        canvas.doForm(name)
        canvas.restoreState()

    def text(self, words: str, x: float, top: float, size: float, face: str, colour: HexColor, align: str = "") -> None:
        """A line with the top of its capitals at a height."""
        canvas = self.canvas
        canvas.setFont(face, size)
        canvas.setFillColor(colour)
        draw = canvas.drawCentredString if align == "centre" else canvas.drawString
        draw(self.across(x), self.up(top) - CAP_HEIGHT * size, words)

    def mirrored(self, draw: Callable[[], None]) -> None:
        """Draw twice, the second time turned about the card's centre."""
        draw()
        self.canvas.saveState()
        self.canvas.translate(self.across(WIDTH / 2), self.up(HEIGHT / 2))
        self.canvas.rotate(180)
        self.canvas.translate(-self.across(WIDTH / 2), -self.up(HEIGHT / 2))
        draw()
        self.canvas.restoreState()

    def margin(self, sheet: int, cards: int) -> None:
        """Crop marks, the sheet's name and a ruler."""
        canvas = self.canvas
        rows, columns = -(-cards // COLUMNS), min(cards, COLUMNS)
        xs = [LEFT + c * (WIDTH + GUTTER) + edge for c in range(columns) for edge in (0, WIDTH)]
        ys = [TOP + r * (HEIGHT + GUTTER) + edge for r in range(rows) for edge in (0, HEIGHT)]
        lines = []
        for x in xs:
            for start, way, room in ((ys[0], -1, ys[0]), (ys[-1], 1, PAPER_HEIGHT - ys[-1])):
                length = min(MARK_LENGTH, room - MARK_START - MARK_END)
                first = start + way * MARK_START
                lines.append((self.across(x), self.up(first), self.across(x), self.up(first + way * length)))
        for y in ys:
            for start, way, room in ((xs[0], -1, xs[0]), (xs[-1], 1, PAPER_WIDTH - xs[-1])):
                length = min(MARK_LENGTH, room - MARK_START - MARK_END)
                first = start + way * MARK_START
                lines.append((self.across(first), self.up(y), self.across(first + way * length), self.up(y)))
        canvas.setStrokeColorRGB(0, 0, 0)
        canvas.setLineWidth(0.2 * mm)
        canvas.lines(lines)
        base = PAPER_HEIGHT - 5
        top = base - CAP_HEIGHT * 6 / mm
        self.text(f"Benchmark · en · {sheet}A", LEFT + 1.5, top, 6, "Regular", GREY)
        end = PAPER_WIDTH - LEFT - 1.5 - pdfmetrics.stringWidth("50 mm", "Regular", 6) / mm
        self.text("50 mm", end, top, 6, "Regular", GREY)
        start = end - 51
        ticks = [(start + n, base, start + n, base - (1.1 if n % 10 else 1.8)) for n in range(0, 51, 5)]
        ruler = [(start, base, start + 50, base), *ticks]
        canvas.setStrokeColor(GREY)
        canvas.lines([(self.across(a), self.up(b), self.across(c), self.up(d)) for a, b, c, d in ruler])


def chili(sheets: Sheets, card: Card) -> None:
    tint, deep = COLOURS[card["colour"]]
    number, count = str(card["number"]), card["chilies"]
    sheets.ground(tint)
    sheets.text(number, 31.5, 22, 90, "Bold", deep, "centre")
    for n in range(count):
        sheets.drawing("pepper", 31.5 + (n - (count - 1) / 2) * 16 - 7.5, 56.5, 15)
    sheets.mirrored(lambda: sheets.text(number, 5, 5, 20, "Bold", deep))


def spicy(sheets: Sheets, card: Card) -> None:
    suit, number = card["suit"], str(card["number"])
    tint, deep = COLOURS[suit]
    sheets.ground(tint)
    sheets.canvas.setFillColor(WHITE)
    sheets.canvas.roundRect(sheets.across(4), sheets.up(56), 55 * mm, 36 * mm, 2 * mm, stroke=0, fill=1)
    sheets.drawing(suit, 18, 24.5, 27)
    sheets.text(card["title"], 31.5, 58, 13, "Bold", deep, "centre")
    sheets.text(card["line"], 31.5, 64.5, 8, "Regular", INK, "centre")

    def corner() -> None:
        sheets.text(number, 5, 5, 16, "Bold", deep)
        sheets.drawing(suit, 5, 11, 6)

    sheets.mirrored(corner)


SIZES = [quarter / 4 for quarter in range(44, 27, -1)]
STYLES = [
    ParagraphStyle(f"{size}", fontName="Regular", fontSize=size, leading=1.25 * size, textColor=INK) for size in SIZES
]


def fitted(words: str, width: float, height: float) -> tuple[Paragraph, float]:
    """The paragraph in the largest size that fits, and its height."""
    marked = re.sub(r"\*(.+?)\*", r"<i>\1</i>", re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", words))

    def fits(style: ParagraphStyle) -> bool:
        used = Paragraph(marked, style).wrap(width, 10 * height)[1]
        return used - style.leading + CAP_HEIGHT * style.fontSize <= height

    best = bisect_left(STYLES, True, key=fits)
    if best == len(STYLES):
        raise ValueError(f"does not fit: {words}")
    paragraph = Paragraph(marked, STYLES[best])
    return paragraph, paragraph.wrap(width, 10 * height)[1]


def text(sheets: Sheets, card: Card) -> None:
    canvas = sheets.canvas
    sheets.ground(PAPER)
    canvas.setStrokeColor(RED)
    canvas.setLineWidth(0.4 * mm)
    canvas.roundRect(sheets.across(4), sheets.up(84), 55 * mm, 80 * mm, 2 * mm)
    sheets.text(card["title"], 6, 8, 14, "Bold", RED)
    canvas.line(sheets.across(6), sheets.up(16), sheets.across(57), sheets.up(16))
    paragraph, used = fitted(card["text"], 51 * mm, 50 * mm)
    # reportlab puts the first baseline at the font's ascent; here the capitals' top is to touch the box.
    size = paragraph.style.fontSize
    ascent = pdfmetrics.getAscent("Regular", size)
    paragraph.drawOn(canvas, sheets.across(6), sheets.up(19) - used + ascent - CAP_HEIGHT * size)


if __name__ == "__main__":
    kind, project, output = sys.argv[1:]
    with (Path(project) / "data/deck/cards.yaml").open("rb") as source:
        records = yaml.load(source, yaml.CSafeLoader)
    faces = ("Regular", "Bold", "Italic") if kind == "text" else ("Regular", "Bold")
    Sheets(output, Path(project) / "fonts", faces).draw(records, {"chili": chili, "spicy": spicy, "text": text}[kind])
