"""The columns of a table → a first template for its cards, in the one of three layouts that suits them.

- words: a title, or a title and a text, in the middle of the card;
- corners: one number and no long text: the number in two corners, the title in the middle;
- portrait: a title, a place for a picture, a text, and a row of numbers.

Cards have the colour of their first column of choices.
"""

from __future__ import annotations

import json
import math
import unicodedata
from collections.abc import Iterator, Sequence
from functools import partial

from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.extensions.importing.columns import marked_up, with_braces
from pnp.project.yaml_values import quoted

COLOURS = {
    "wine": "#8C2F39", "sea": "#1F5673", "moss": "#3B6B35", "plum": "#6B3F7E", "ochre": "#85540F", "pine": "#1F6660",
    "slate": "#454C55", "berry": "#8A2F66",
}  # fmt: skip
"""Grounds on which white type can be read; the first is that of decks without choices."""

TITLES = {
    "name", "title", "card", "card name", "titel", "karte", "kartenname", "nom", "titre", "carte", "nombre", "título",
    "titulo", "carta", "titolo", "nome", "naam", "kaart",
}  # fmt: skip
COSTS = {"cost", "price", "mana", "kosten", "preis", "coût", "cout", "prix", "coste", "precio", "costo", "prezzo"}

WIDTH, HEIGHT = 63.0, 88.0
SIDE = 5.0
"""The distance of texts from the cut, mm."""
INSIDE = WIDTH - 2 * SIDE
BAND = 16.0
"""The height of the band with the title, mm."""
LEAST_PANEL = 14.0
"""A place for a picture that would be lower is left out, mm."""
ROW = 11.0
"""The height of a row of numbers, mm."""
IN_A_ROW, MOST_NUMBERS = 5, 10
LETTER, LINE = 1.52, 4.0
"""The width of a letter and the height of a line of 9 pt, mm."""
LONG = 45
"""A text with more letters is one to be read, not a title."""

LONG_LABEL = 20
"""A text that several cards have is printed with the choices up to this length, else as one to be read."""


@frozen_dataclass
class DraftColumn:
    """A column of the table.

    Attributes:
        header: Its name.
        kind: integer, counter (of the rows), number, flag, choice, picture, word or text.
        cells: Its texts, "" for an empty cell.
        choices: The words of a choice.
    """

    header: str
    kind: str
    cells: Sequence[str]
    choices: Sequence[str] = ()

    @property
    def value(self) -> str:
        """The expression of a card's value, whose result is empty for a card without one."""
        is_attribute = self.header.isidentifier() and not hasattr(dict, self.header)
        path = f"card.{self.header}" if is_attribute else f"card[{json.dumps(self.header, ensure_ascii=False)}]"
        return path if all(self.cells) else f"{path}|default('')"

    @property
    def label(self) -> str:
        """Its name as a text of the template."""
        return with_braces(marked_up(self.header))

    @property
    def longest(self) -> int:
        """How many letters its longest cell has; wide letters count twice."""
        return max(map(_length, self.cells))


def _length(text: str) -> int:
    return sum(1 + (unicodedata.east_asian_width(letter) in "WF") for letter in text)


def title_of(columns: Sequence[DraftColumn]) -> DraftColumn:
    """Return the column with the names of the cards: by its own name, else the one of short texts that differ most."""
    texts = [column for column in columns if column.kind == "text"]
    named = [column for column in texts if column.header.casefold() in TITLES]
    has_numbers = any(column.kind in ("integer", "number", "picture") for column in columns)
    short = [column for column in texts if column.longest <= LONG or not has_numbers]
    short.sort(
        key=lambda column: (not any(len(cell) > 1 for cell in column.cells), -len({*filter(None, column.cells)}))
    )
    choices = [column for column in columns if column.kind == "choice"]
    return next(iter([*named, *short, *choices, *columns]))


def draft_template(columns: Sequence[DraftColumn], folder: str) -> tuple[str, list[str]]:
    """Return a template for the cards of a table, and the columns that it does not show.

    Args:
        columns: The columns that are fields.
        folder: The folder of the pictures that the table names, below templates/; "" without them.
    """
    title = title_of(columns)
    texts = [column for column in columns if column.kind == "text"]
    choices = [column for column in columns if column.kind == "choice"]
    parts = [
        column for column in columns if column is not title and (column.kind in ("choice", "flag") or _is_label(column))
    ]
    bodies = [column for column in texts if column is not title and column not in parts]
    numbers = [column for column in columns if column.kind in ("integer", "number") and column is not title]
    pictures = [column for column in columns if column.kind == "picture"]
    has_long = any(column.longest > LONG for column in bodies)
    colour = _colour(next((column for column in choices if 1 < len(column.choices) <= len(COLOURS)), None))
    badge = next((each for each in numbers if each.header.casefold() in COSTS), None)
    badge = badge or (numbers[0] if len(numbers) == 1 else None)
    stats = [column for column in numbers if column is not badge][:MOST_NUMBERS]
    if not numbers and not pictures:
        layout = _words(title, parts, bodies, colour)
    elif len(numbers) == 1 and not pictures and not has_long:
        layout = _corners(title, numbers[0], parts, bodies, colour)
    else:
        layout = _portrait(title, badge, parts, bodies, stats, pictures[:1] if folder else [], folder, colour)
    lines = [
        "# yaml-language-server: $schema=../../.schemas/template.json",
        "# A first look, made from the columns of the table. Change boxes, sizes and colours as you like.",
        f"size: [{WIDTH:g}mm, {HEIGHT:g}mm]",
        f"palette: {{{', '.join(f'{name}: {json.dumps(value)}' for name, value in COLOURS.items())},",
        '  paper: "#FBF8F1", shade: "#EBE5D6", ink: "#1F1B18"}',
        "elements:",
        *(f"  {name}: {{{look}}}" for name, look in layout),
    ]
    kept = [title, *parts, *bodies, *stats, *([badge] if badge else []), *(pictures[:1] if folder else [])]
    return "\n".join(lines) + "\n", [column.header for column in columns if column not in kept]


def _is_label(column: DraftColumn) -> bool:
    """Whether a text is a short word that several cards have."""
    words = [cell for cell in column.cells if cell]
    return column.kind == "text" and column.longest <= LONG_LABEL and len({*words}) * 2 <= len(words)


_quoted = partial(quoted, quote="'")

Layout = Iterator[tuple[str, str]]
"""Names of elements, and their keys in flow style."""


def _colour(choice: DraftColumn | None) -> str:
    """Return the colour of a card: by the first column of choices."""
    first, *_ = COLOURS
    if choice is None:
        return json.dumps(first)
    pairs = zip(choice.choices, COLOURS, strict=False)
    by_choice = ", ".join(f'{json.dumps(word, ensure_ascii=False)}: "{name}"' for word, name in pairs)
    return _quoted(f'{{{{ {{{by_choice}}}.get({choice.value.partition("|")[0]}, "slate") }}}}')


def _box(x: float, y: float, width: float, height: float) -> str:
    return f"[{x:g}mm, {y:g}mm, {width:g}mm, {height:g}mm]"


def _text(text: str, x: float, y: float, width: float, height: float, look: str) -> str:
    return f"text: {_quoted(text)}, in: {_box(x, y, width, height)}, {look}"


def _value(column: DraftColumn) -> str:
    return f"{{{{ {column.value} }}}}"


def _is_there(column: DraftColumn) -> str:
    """Return the expression of whether a card has a number, which may be 0."""
    return f"{column.value.partition('|')[0]} is not none"


def _kind(parts: Sequence[DraftColumn]) -> str:
    """Return the expression of the line with a card's choices, and the names of what is true of it."""
    words = []
    for column in parts:
        path = column.value.partition("|")[0]
        name = json.dumps(column.header, ensure_ascii=False)
        words.append(f"{name} if {path} else ''" if column.kind == "flag" else column.value)
    if len(words) == 1:
        return f"{{{{ {words[0]} }}}}"
    return f"{{{{ [{', '.join(f'({word})' if ' ' in word else word for word in words)}]|select|join(' · ') }}}}"


def _body(bodies: Sequence[DraftColumn]) -> str:
    """Return the texts of a card as paragraphs; a card may lack some."""
    if len(bodies) == 1:
        return _value(bodies[0])
    return f"{{{{ [{', '.join(f'({body.value})' for body in bodies)}]|select|join('\\n\\n') }}}}"


def _lines(bodies: Sequence[DraftColumn], width: float) -> int:
    """Estimate how many lines the texts of the fullest card take, at 9 pt."""
    counts = []
    for cells in zip(*(body.cells for body in bodies), strict=True):
        filled = [cell for cell in cells if cell]
        lines = sum(max(math.ceil(_length(line) * LETTER / width), 1) for cell in filled for line in cell.split("\n"))
        counts.append(lines + max(len(filled) - 1, 0))
    return max(counts, default=0)


def _words(title: DraftColumn, parts: Sequence[DraftColumn], bodies: Sequence[DraftColumn], colour: str) -> Layout:
    """Yield a title, and texts below it, in the middle of a frame."""
    yield "ground", f"rect: bleed, fill: {colour}"
    yield "paper", f"rect: {_box(4, 4, WIDTH - 8, HEIGHT - 8)}, radius: 2.5mm, fill: paper"
    look = "bold: true, align: centre, valign: middle"
    inside = WIDTH - 16
    if not bodies:
        yield "title", _text(_value(title), 8, 10, inside, 68, f"size: 26pt, smallest: 7pt, {look}, colour: {colour}")
    else:
        line = 26.5 if title.longest <= LONG else 44
        look = f"size: 17pt, smallest: 6pt, {look}, colour: {colour}"
        yield "title", _text(_value(title), 8, 9, inside, line - 11.5, look)
        yield "line", f"rect: {_box(WIDTH / 2 - 8, line, 16, 0.6)}, fill: {colour}"
        look = "smallest: 5pt, align: centre, valign: middle, colour: ink"
        yield "body", _text(_body(bodies), 8, line + 3.5, inside, 72 - line - 3, f"size: 11pt, {look}")
    if parts:
        look = "size: 7.5pt, smallest: 5pt, bold: true, align: centre, valign: middle"
        yield "kind", _text(_kind(parts), 8, 74, inside, 5, f"{look}, colour: {colour}")


def _corners(
    title: DraftColumn, number: DraftColumn, parts: Sequence[DraftColumn], bodies: Sequence[DraftColumn], colour: str
) -> Layout:
    """Yield a large number in two corners, and the title in the middle."""
    yield "ground", "rect: bleed, fill: paper"
    yield "shade", f"rect: {_box(4, 4, WIDTH - 8, HEIGHT - 8)}, radius: 3mm, stroke: {_stroke(colour)}"
    look = f"size: 30pt, smallest: 12pt, bold: true, colour: {colour}"
    yield "number", _text(_value(number), 7, 8, 24, 13, f"{look}, mirrored: true")
    top = 27.0 if bodies else 32.0
    yield "plate", f"rect: {_box(4, top, WIDTH - 8, 16)}, fill: {colour}"
    look = "size: 17pt, smallest: 7pt, bold: true, align: centre, valign: middle, colour: white"
    yield "title", _text(_value(title), 7, top + 1, WIDTH - 14, 14, look)
    if bodies:
        look = "size: 9pt, smallest: 5pt, align: centre, valign: middle, colour: ink"
        yield "body", _text(_body(bodies), 9, top + 18, WIDTH - 18, 12, look)
    if parts:
        look = f"size: 8pt, smallest: 5pt, bold: true, align: centre, valign: middle, colour: {colour}"
        yield "kind", _text(_kind(parts), 9, top + (31 if bodies else 18), WIDTH - 18, 5, look)


def _stroke(colour: str) -> str:
    """Return an outline of a colour, which may be an expression."""
    return f"{colour[:-1]} 0.8mm{colour[-1]}"


def _portrait(
    title: DraftColumn,
    badge: DraftColumn | None,
    parts: Sequence[DraftColumn],
    bodies: Sequence[DraftColumn],
    stats: Sequence[DraftColumn],
    pictures: Sequence[DraftColumn],
    folder: str,
    colour: str,
) -> Layout:
    """Yield a band with the title, a place for a picture, a text, and rows of numbers."""
    yield "ground", "rect: bleed, fill: paper"
    yield "band", f"rect: {_box(-3, -3, WIDTH + 6, BAND + 3)}, fill: {colour}"
    look = "size: 15pt, smallest: 7pt, bold: true, valign: middle, colour: white"
    yield "title", _text(_value(title), SIDE, 4, INSIDE - (13 if badge else 0), BAND - 6, look)
    if badge:
        when = "" if all(badge.cells) else f"when: {_quoted(_is_there(badge))}, "
        yield "coin", f"{when}ellipse: {_box(WIDTH - SIDE - 10.5, 3.5, 10.5, 10.5)}, fill: paper"
        look = f"size: 16pt, smallest: 6pt, bold: true, align: centre, valign: middle, colour: {colour}"
        yield "number", _text(_value(badge), WIDTH - SIDE - 9.5, 4.5, 8.5, 8.5, look)
    rows = [stats[start : start + IN_A_ROW] for start in range(0, len(stats), IN_A_ROW)]
    bottom = HEIGHT - SIDE - ROW * len(rows)
    top = BAND + 2.5
    least = LINE * _lines(bodies, INSIDE - 1) + 1 if bodies else 0
    for_kind = 6.0 if parts else 1.0
    panel = bottom - top - for_kind - least - (2 if rows else 0)
    if panel >= LEAST_PANEL:
        box = _box(SIDE, top, INSIDE, round(panel, 1))
        yield "place", f"rect: {box}, radius: 1.5mm, fill: shade"
        picture = next(iter(pictures), None)
        path = picture.value.partition("|")[0] if picture and not all(picture.cells) else ""
        if picture:
            image = f"{folder}/{{{{ {path or picture.value} }}}}"
            when = f"when: {_quoted(path)}, " if path else ""
            yield "picture", f"{when}image: {_quoted(image)}, in: {box}, fit: cover, min_dpi: 72"
        if not picture or path:  # where there is no picture yet
            look = f"size: {min(64, int(panel * 2))}pt, bold: true, align: centre, valign: middle, colour: {colour}"
            look = f"when: {_quoted(f'not {path}')}, {look}" if path else look
            letter = f"{{{{ ({title.value})|string|first|upper }}}}"
            yield "letter", _text(letter, SIDE, top, INSIDE, round(panel, 1), look)
        top += panel + 1
    if parts:
        look = f"size: 7.5pt, smallest: 5pt, bold: true, valign: middle, colour: {colour}"
        yield "kind", _text(_kind(parts), SIDE + 0.5, round(top, 1), INSIDE - 1, 4, look)
        top += 5
    if bodies:
        height = round(bottom - top - (2 if rows else 0), 1)
        look = "size: 9pt, smallest: 5pt, valign: middle, colour: ink"
        yield "body", _text(_body(bodies), SIDE + 0.5, round(top, 1), INSIDE - 1, height, look)
    for index, row in enumerate(rows):
        width = (INSIDE - 1.5 * (len(row) - 1)) / len(row)
        for place, column in enumerate(row):
            x, y = round(SIDE + place * (width + 1.5), 2), bottom + index * ROW
            name = f"number_{index * IN_A_ROW + place + 1}"
            when = "" if all(column.cells) else f"when: {_quoted(_is_there(column))}, "
            box = _box(x, y, round(width, 2), ROW - 1)
            yield f"{name}_box", f"{when}rect: {box}, radius: 1.5mm, fill: {colour}"
            look = f"{when}align: centre, valign: middle, colour: white"
            label = f"size: 6pt, smallest: 4pt, lines: 1, {look}"
            yield f"{name}_label", _text(column.label, x + 0.5, y + 0.6, round(width - 1, 2), 3, label)
            value = f"size: 14pt, smallest: 6pt, lines: 1, bold: true, {look}"
            yield name, _text(_value(column), x + 0.5, y + 3.4, round(width - 1, 2), 6, value)
