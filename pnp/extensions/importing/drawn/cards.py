"""The drawing calls of a deck and its table's columns → values of template keys: texts, conditions, lengths, colours.

Values that only the other program can compute, or that differ between cards although an element can have only one,
are refused with the reason. Positions are converted from pixels with bleed to mm from the trim.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from pathlib import Path
from typing import Any

from pnp.core.diagnostics import Mistake
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.patterns import lazy_pattern
from pnp.core.units import MM_PER_INCH, Mm
from pnp.extensions.importing.columns import marked_up, with_braces, with_icons
from pnp.extensions.importing.drawn.units import PixelUnits
from pnp.extensions.importing.drawn.values import (
    CARD_PLACE,
    FORMULA,
    CardChoice,
    CardComparison,
    CardCondition,
    CardNamed,
    CardTest,
    CardTests,
    CardText,
    ComputedError,
    DrawingCall,
    TableColumn,
    only_choice,
)
from pnp.extensions.importing.found_deck import Call, Column, ColumnUses
from pnp.project.paints import as_hex


@frozen_dataclass
class DrawnDeck:
    """How the cards of a deck of another program look.

    Attributes:
        script: The script's name, for messages.
        calls: Its drawing calls in order.
        unread: Lines and sources of drawing calls that were not understood.
        font: The font that its script sets; "" for none.
        boxes: Its layout, by name.
        units: Its size and resolution.
        bleed: How far its cards run past their trim, px; 0 for none.
        find: Returns the path of a picture; None if there is none.
        colours: Colours of its config.yml by name.
        headers: The columns of its table by their names without spaces and case.
        places: The row of each of its cards, from 1.
        type_scale: Points of print for a point of its fonts.
        safe: The distance from the trim that texts keep, mm; Squib's safe zone.
    """

    script: str
    calls: Sequence[DrawingCall]
    unread: Set[Call]
    font: str
    boxes: Mapping[str, Mapping[str, Any]]
    units: PixelUnits
    bleed: float
    find: Callable[[str], Path | None]
    colours: Mapping[str, Any]
    headers: Mapping[str, str]
    places: Sequence[int]
    type_scale: float = 1.0
    safe: Mm = MM_PER_INCH / 8

    @property
    def trim(self) -> tuple[Mm, Mm]:
        """The size of a cut card, mm."""
        width, height = (self.units.mm(side - 2 * self.bleed) for side in (self.units.width, self.units.height))
        return round(width, 2), round(height, 2)

    def picture(self, name: Any) -> Path | None:
        """Return the path of a picture that lies in the folder of pictures; None if there is no such picture."""
        is_inside = isinstance(name, str) and re.fullmatch(r"[^/\\].*\.(?:svg|png|jpe?g|gif|bmp)", name, re.IGNORECASE)
        return self.find(name) if is_inside and ".." not in re.split(r"[/\\]", name) else None

    def icons_of(self, call: DrawingCall) -> dict[str, str]:
        """Return the names of the icons in the text of a call, by the words that stand for them."""
        return {
            options["key"]: icon_name(options)
            for options in call.icons
            if isinstance(options.get("key"), str) and options["key"] and self.picture(options.get("file"))
        }

    def header(self, column: TableColumn) -> str:
        """Return a column's name in the table; "" if the table has no such column."""
        return self.headers.get(plain_header(column.header), "")


def plain_header(name: str) -> str:
    """Return a column's name as scripts may also write it: ``card_name`` and ``Card Name`` are the same."""
    return re.sub(r"[\W_]+", "", name).lower()


def icon_name(options: Mapping[str, Any]) -> str:
    """Return the name of an icon that is embedded in texts, from its key, or from its file for a key of signs."""
    for text in (options.get("key"), options.get("file")):
        stem = str(text).rpartition("/")[2].removesuffix(".svg").removesuffix(".png")
        if name := re.sub(r"[^a-z0-9]+", "-", stem.lower()).strip("-").lstrip("-0123456789"):
            return name
    return "icon"


_IN_FORMULA = lazy_pattern(r"\[([^\[\]]+)\]")

FARTHEST = 100_000.0
"""The longest length of a drawing, px."""


COLOURS = frozenset({"color", "fill_color", "stroke_color", "mask"})
LENGTHS = frozenset({"stroke_width", "radius", "x_radius", "y_radius"})


class NotTakenError(Exception):
    """Raised for a call that cannot become an element, with the reason."""


class DeckValues:
    """Reads the options of one call after another.

    Attributes:
        drawing: The deck's calls.
        columns: The columns of its table, in the project, by their names in the table.
        call: The current call.
        left_out: A line for each call or option that is not imported.
    """

    def __init__(self, drawing: DrawnDeck, columns: Sequence[Column]) -> None:
        self.drawing = drawing
        self.units = drawing.units
        self.columns = {column.header: column for column in columns}
        self.call = DrawingCall("", {}, 0, "")
        self.left_out: list[str] = []

    def note(self, why: str = "") -> None:
        """List the current call as left out, or a change of it."""
        what = f"{self.call.source} ({why})" if why else self.call.source
        self.left_out.append(f"{self.drawing.script}:{self.call.line}: {what}")

    def box(self, layout: str) -> Mapping[str, Any]:
        """Return the options of a box of the layout."""
        if not layout:
            return {}
        if layout not in self.drawing.boxes:
            if not self.call.options.keys() & {"x", "x1"}:
                raise NotTakenError(f"no layout {layout}")
            self.note(f"no layout {layout}")
            return {}
        return self.drawing.boxes[layout]

    # Which cards

    def range_condition(self, value: Any) -> str:
        """Return the condition that replaces ``range:``; "" for all cards."""
        if value is None or value == "all":
            return ""
        if isinstance(value, ComputedError):
            raise NotTakenError(f"range: {value}")
        if isinstance(value, CardTest):
            return self.condition(value)
        values = value if isinstance(value, list) else [value]
        if values and all(isinstance(one, CardNamed) for one in values):
            return self.condition(CardTest(values[0].column, tuple(one.cell for one in values)))
        cards = self.drawing.places
        if not all(type(one) is int for one in values):
            raise NotTakenError("range: only Ruby can compute it")
        if not all(0 <= one < len(cards) for one in values):
            raise NotTakenError(f"range: the deck has no such cards, only 0 to {len(cards) - 1}")
        chosen = sorted({cards[one] for one in values})
        if len(set(values)) != sum(cards.count(place) for place in chosen):
            raise NotTakenError("range: it treats copies of one card differently")
        if len(chosen) == len(set(cards)):
            return ""
        if len(chosen) > 3 and chosen[-1] - chosen[0] == len(chosen) - 1:
            return f"card.place >= {chosen[0]} and card.place <= {chosen[-1]}"
        return _among("card.place", chosen)

    def condition(self, test: CardCondition) -> str:
        """Return a condition of a card, such as that its cell is among some texts."""
        if isinstance(test, CardTests):
            parts = [self.condition(part) for part in test.tests]
            return f"({(' and ' if test.are_all else ' or ').join(parts)})"
        if isinstance(test, CardComparison):
            return self.comparison(test)
        field_of, cell = self.column(test.column), self.cell(test.column)
        if test.cells == ("",) and (field_of.is_number or field_of.kind == "flag"):
            return f"card.{field_of.name} is {'' if test.is_among else 'not '}none"
        if test.cells == ("",):
            return f"not {cell}" if test.is_among else cell
        cell = f"({cell})" if "|" in cell else cell
        if not test.is_among:
            return f"{cell} not in {_listed([_key(field_of, text) for text in test.cells])}"
        return _among(cell, [_key(field_of, text) for text in test.cells])

    def comparison(self, test: CardComparison) -> str:
        """Return the condition that the number of a cell is above or below another."""
        column = self.column(test.column)
        if not column.is_number:
            raise NotTakenError(f"{column.header} is not a number on all cards")
        compared = f"card.{column.name} {test.operator} {test.number:g}"
        if not column.is_optional:
            return compared
        return f"(card.{column.name} is {'none or' if test.is_for_empty else 'not none and'} {compared})"

    def layouts(self, value: Any) -> Iterator[tuple[str, str]]:
        """Yield each box that a call uses, and the condition under which it does."""
        if value is None or isinstance(value, str):
            yield value or "", ""
            return
        if not isinstance(value, CardText):
            raise NotTakenError("layout: only Ruby can compute it")
        column, *others = dict.fromkeys(replace(column, filters=()) for column, _ in columns_in(value))
        if others:
            raise NotTakenError("layout: it depends on several columns")
        cells: dict[str, dict[str, None]] = {}
        for row, cell in enumerate(self.column(column).cells):
            if cell or only_choice(value):
                cells.setdefault(self.in_row(value, row), {})[cell] = None
        for layout, of_cells in cells.items():
            if layout in self.drawing.boxes:
                yield layout, self.condition(CardTest(column, tuple(of_cells)))
            elif layout:
                self.note(f"no layout {layout}")

    def split(self, value: Any) -> tuple[Any, str]:
        """Return a value for the cards that have one, and the condition that a card has it; "" if all have."""
        choice = only_choice(value)
        if choice is None or (choice.is_whole and set(self.column(choice.column).cells) <= choice.values.keys()):
            return value, ""
        filled = {cell: entry for cell, entry in choice.values.items() if entry not in (None, "")}
        others = CardText((replace(choice, values=filled),))
        if choice.otherwise in (None, ""):
            condition = self.condition(CardTest(choice.column, tuple(filled)))
            first = next(iter(filled.values()), "")
            if any(entry != first for entry in filled.values()):
                return others, condition
            rest = first
        elif len(filled) < len(choice.values):
            empty = tuple(cell for cell in choice.values if cell not in filled)
            condition = self.condition(CardTest(choice.column, empty, is_among=False))
            rest = others if filled else choice.otherwise
        else:
            return value, ""
        rest, inner = self.split(rest)
        return rest, " and ".join(filter(None, (condition, inner)))

    # Values of a card

    def column(self, column: TableColumn) -> Column:
        """Return the project's column for one that a script names."""
        header = self.drawing.header(column)
        if header not in self.columns:
            raise NotTakenError(f"no column {column.header}" if not header else f"column {header} is empty")
        return self.columns[header]

    def cell(self, column: TableColumn) -> str:
        """Return the expression of a card's cell, empty for none."""
        if column == CARD_PLACE:
            return "card.place"
        if column.table == FORMULA:
            return _IN_FORMULA.sub(lambda name: self.cell(TableColumn("", name[1])), column.header)
        return "|".join((self.column(column).expression, *column.filters))

    def in_row(self, value: Any, row: int) -> str:
        """Return a text as it is on one card, its row from 0."""
        if not isinstance(value, CardText):
            return "" if value is None else str(value)
        return "".join(self.part_in_row(part, row) for part in value.parts)

    def part_in_row(self, part: str | TableColumn | CardChoice, row: int) -> str:
        """Return a part of a text as it is on one card."""
        if isinstance(part, str):
            return part
        if part == CARD_PLACE:
            return str(row + 1)
        if isinstance(part, TableColumn) and part.table == FORMULA:  # about as long
            return "".join(self.part_in_row(TableColumn("", name), row) for name in _IN_FORMULA.findall(part.header))
        column = part if isinstance(part, TableColumn) else part.column
        cell = _filtered(self.column(column).cells[row], column.filters)
        return cell if isinstance(part, TableColumn) else self.in_row(part.values.get(cell, part.otherwise), row)

    def words(self, value: Any, is_marked: bool = True) -> str:
        """Return a text with expressions, from plain and from cards' texts."""
        if value is None or isinstance(value, str | int | float):
            value = CardText(("" if value is None else str(value),))
        if not isinstance(value, CardText):
            raise NotTakenError("a list, whose entries belong to single cards")
        parts = []
        for part in value.parts:
            if isinstance(part, str):
                parts.append(with_braces(self.marked(part)) if is_marked else part)
            else:
                inner = self.cell(part) if isinstance(part, TableColumn) else self.choice(part, is_marked)
                parts.append(f"{{{{ {inner} }}}}")
        return "".join(parts)

    def expression(self, value: Any, is_marked: bool) -> str:
        """Return the expression of a text or a part of one."""
        if isinstance(value, TableColumn):
            return f"({self.cell(value)})" if value.table == FORMULA else self.cell(value)
        if isinstance(value, CardChoice):
            return f"({self.choice(value, is_marked)})"
        if isinstance(value, CardText):
            parts = [self.expression(part, is_marked) for part in value.parts]
            return parts[0] if len(parts) == 1 else f"({' ~ '.join(parts)})"
        if value is not None and not isinstance(value, str | int | float):
            raise NotTakenError("a list, whose entries belong to single cards")
        text = "" if value is None else str(value)
        return quoted(self.marked(text) if is_marked else text)

    def choice(self, choice: CardChoice, is_marked: bool) -> str:
        """Return the expression of a choice: a mapping if each card has an entry in it, and conditions otherwise."""
        column = self.column(choice.column)
        cells = {_filtered(cell, choice.column.filters) for cell in column.cells}
        entries = {cell: self.expression(entry, is_marked) for cell, entry in choice.values.items()}
        if choice.otherwise in (None, "") and cells <= entries.keys() and len(entries) > 1:
            written = (f"{_written(_key(column, cell))}: {entry}" for cell, entry in entries.items())
            return f"{{{', '.join(written)}}}[{self.cell(choice.column)}]"
        among: dict[str, list[str]] = {}
        for cell, entry in entries.items():
            among.setdefault(entry, []).append(cell)
        chain = "".join(
            f"{entry} if {self.condition(CardTest(choice.column, tuple(of_entry)))} else "
            for entry, of_entry in among.items()
        )
        return f"{chain}{self.expression(choice.otherwise, is_marked)}"

    def marked(self, text: str) -> str:
        """Return a written text with pnp's marks, and names of icons in place of the words that stand for them."""
        return with_icons(marked_up(text), self.drawing.icons_of(self.call))

    def plain(self, options: Mapping[str, Any], name: str) -> Any:
        """Return a value that is the same on all cards."""
        value = options.get(name)
        if isinstance(value, CardText | list | dict | CardNamed):
            raise NotTakenError(f"{name}: differs between cards")
        return value

    def why_not(self, name: str, options: Mapping[str, Any]) -> str:
        """Return why an option for the look of an element is not imported; "" if it is."""
        value = options[name]
        if isinstance(value, ComputedError):
            return str(value)
        try:
            if name in COLOURS:
                self.colour(value)
            elif name in LENGTHS and value is not None:
                self.mm(options, name)
            else:
                self.plain(options, name)
        except NotTakenError as error:
            return str(error).removeprefix(f"{name}: ")
        return ""

    def mm(self, options: Mapping[str, Any], name: str, is_across: bool = True) -> Mm:
        """Return a length in mm."""
        value = self.plain(options, name)
        px = self.units.px(value, is_across)
        if px is None or not abs(px) <= FARTHEST:
            raise NotTakenError(f"{name}: {value} is not a length")
        return self.units.mm(px)

    def side(self, options: Mapping[str, Any], name: str, is_across: bool = True) -> Mm:
        """Return the length of a side or radius in mm; it must be above 0."""
        mm = self.mm(options, name, is_across)
        if mm <= 0:
            raise NotTakenError(f"{name}: it is 0 or less")
        return mm

    def point(self, options: Mapping[str, Any], x: str, y: str) -> tuple[Mm, Mm]:
        """Return a point in mm from the trim's corner."""
        bleed = self.units.mm(self.drawing.bleed)
        return self.mm(options, x) - bleed, self.mm(options, y, False) - bleed

    def placed(self, spot: CardSpot) -> dict[str, Any]:
        """Return the keys of an element in a box; one that covers the card with its bleed is its bleed box."""
        bleed = self.units.mm(self.drawing.bleed)
        whole = CardSpot(-bleed, -bleed, self.units.mm(self.units.width), self.units.mm(self.units.height))
        keys = spot.written()
        return {**keys, "in": "bleed" if bleed else "trim"} if keys == whole.written() else keys

    def degrees(self, options: Mapping[str, Any]) -> float:
        """Return an angle, written in radians or as ``45deg``, in degrees."""
        value = self.plain(options, "angle") or 0
        if isinstance(value, str) and (match := re.fullmatch(r"(-?[\d.]+)\s*deg", value.strip())):
            return float(match[1])
        if not isinstance(value, int | float):
            raise NotTakenError(f"angle: {value} is not an angle")
        return math.degrees(value)

    def colour(self, value: Any) -> tuple[Any, float]:
        """Return a colour or gradient, and how opaque it is; an opacity of 0 for none."""
        if isinstance(value, Mapping):  # a gradient
            return dict(value), 1.0
        if isinstance(value, CardText):
            value = self.hexed(value)
            for row in range(len(self.drawing.places) and max(self.drawing.places)):
                if not re.fullmatch(r"#[0-9a-fA-F]{3}(?:[0-9a-fA-F]{3})?|[a-z]+", self.in_row(value, row)):
                    raise NotTakenError("not #RRGGBB on all cards")
            return self.words(value, is_marked=False), 1.0
        if value is None or value in ("", "none"):
            return "", 0.0
        if not isinstance(value, str):
            raise NotTakenError("differs between cards")
        text = str(self.drawing.colours.get(value, value)).strip()
        if text.startswith("("):
            return self.gradient(text), 1.0
        digits = text.removeprefix("#")
        if text.startswith("#") and re.fullmatch(r"[0-9a-fA-F]{3,4}|(?:[0-9a-fA-F]{2}){3,4}", digits):
            digits = "".join(digit * 2 for digit in digits) if len(digits) < 5 else digits
            return f"#{digits[:6].lower()}", int(digits[6:] or "ff", 16) / 255
        try:
            return as_hex(re.sub(r"[\s_]", "", text.lower()), {}), 1.0
        except Mistake:
            raise NotTakenError(f"no colour {text}") from None

    def hexed(self, value: Any) -> Any:
        """Return a choice with its colours in hexadecimal; None if one of them is not an opaque colour."""
        if (choice := only_choice(value)) is not None:
            values = {cell: self.hexed(entry) for cell, entry in choice.values.items()}
            return CardText((CardChoice(choice.column, values, self.hexed(choice.otherwise)),))
        if isinstance(value, CardText):
            return value
        colour, opacity = self.colour(value)
        return colour if opacity == 1 and isinstance(colour, str) else None

    def gradient(self, text: str) -> dict[str, Any]:
        """Return a linear gradient of Squib, ``(0,0)(0,1125) #fff@0.0 #000@1.0``, over the box that it fills."""
        match = re.match(r"\(([^,()]+),([^,()]+)\)\s*\(([^,()]+),([^,()]+)\)((?:\s*\S+@[\d.]+)+)$", text)
        ends = (
            [self.units.px(end.strip(), index % 2 == 0) for index, end in enumerate(match.groups()[:4])]
            if match
            else []
        )
        if match is None or None in ends:
            raise NotTakenError(f"a gradient that is not linear: {text}")
        x1, y1, x2, y2 = (end or 0.0 for end in ends)
        stops = sorted((float(at), self.colour(name)[0]) for name, at in re.findall(r"(\S+)@([\d.]+)", match[5]))
        if len(stops) < 2:
            raise NotTakenError(f"a gradient of one colour: {text}")
        angle = round(math.degrees(math.atan2(y2 - y1, x2 - x1)), 1)
        return {"linear": angle, "stops": [[min(at, 1.0), name] for at, name in stops]}


_FILTERS: Mapping[str, Callable[[str], str]] = {
    "upper": str.upper,
    "lower": str.lower,
    "capitalize": str.capitalize,
    "trim": str.strip,
}


def _filtered(cell: str, filters: Sequence[str]) -> str:
    for name in filters:
        cell = _FILTERS[name](cell)
    return cell


def columns_in(value: Any) -> Iterator[tuple[TableColumn, bool]]:
    """Yield the columns in a value, and whether their cells are only compared."""
    if isinstance(value, CardText):
        for part in value.parts:
            yield from columns_in(part)
    elif isinstance(value, TableColumn) and value.table == FORMULA:
        yield from ((TableColumn("", name), False) for name in _IN_FORMULA.findall(value.header))
    elif isinstance(value, TableColumn):
        yield value, False
    elif isinstance(value, CardChoice):
        if set(value.values) != {""}:
            yield value.column, True
        for entry in (*value.values.values(), value.otherwise):
            yield from columns_in(entry)
    elif isinstance(value, CardNamed | CardTest | CardComparison):
        if not isinstance(value, CardTest) or value.cells != ("",):
            yield value.column, True
    elif isinstance(value, CardTests):
        for test in value.tests:
            yield from columns_in(test)
    elif isinstance(value, list):
        for entry in value:
            yield from columns_in(entry)
    elif isinstance(value, ComputedError):
        yield from ((column, False) for column in value.columns)


def uses_of(drawing: DrawnDeck) -> ColumnUses:
    """Return how the calls of a drawing use columns."""
    names: set[str] = set()
    texts: set[str] = set()
    icons: dict[str, dict[str, str]] = {}
    for call in drawing.calls:
        for option, value in (*call.options.items(), *(("", condition) for condition in call.conditions)):
            for column, is_compared in columns_in(value):
                if not (header := drawing.header(column)):
                    continue
                is_text = option == "str" and not is_compared
                (texts if is_text else names).add(header)
                if is_text:
                    icons.setdefault(header, {}).update(drawing.icons_of(call))
    return ColumnUses(frozenset(names), frozenset(texts), icons)


def _key(column: Column, cell: str) -> int | float | str:
    """Return the value of a cell as expressions see it."""
    if not column.is_number:
        return cell
    try:
        return int(cell) if re.fullmatch(r"-?\d+", cell) else float(cell)
    except ValueError:
        return cell


def _written(value: str | float) -> str:
    return quoted(value) if isinstance(value, str) else str(value)


def _listed(values: Sequence[str | float]) -> str:
    return f"[{', '.join(map(_written, values))}]"


def _among(expression: str, values: Sequence[str | float]) -> str:
    """Return the condition that an expression equals one of some values."""
    return f"{expression} == {_written(values[0])}" if len(values) == 1 else f"{expression} in {_listed(values)}"


def quoted(text: str) -> str:
    """Return a text quoted for Jinja."""
    escaped = text.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n")
    return f"'{escaped}'"


@frozen_dataclass
class CardSpot:
    """A box on the card, mm from the trim's corner, before it is turned about its top left corner by an angle."""

    x: Mm
    y: Mm
    width: Mm
    height: Mm
    degrees: float = 0.0

    def _from_centre(self, width: Mm, height: Mm) -> tuple[Mm, Mm]:
        """Return how far the centre of a box with these sides is from the corner about which it is turned."""
        angle = math.radians(self.degrees)
        cos, sin = math.cos(angle), math.sin(angle)
        return width / 2 * cos - height / 2 * sin, width / 2 * sin + height / 2 * cos

    def resized(self, width: Mm, height: Mm) -> CardSpot:
        """Return a box with other sides and the same centre."""
        (across, down), (x, y) = self._from_centre(self.width, self.height), self._from_centre(width, height)
        return CardSpot(self.x + across - x, self.y + down - y, width, height, self.degrees)

    def written(self) -> dict[str, Any]:
        """Return the keys of an element in this box; pnp turns it about its centre."""
        x, y = self.x, self.y
        if self.degrees:
            across, down = self._from_centre(self.width, self.height)
            x, y = x + across - self.width / 2, y + down - self.height / 2
        lengths = [length(value) for value in (x, y, self.width, self.height)]
        return {"in": lengths, **({"rotate": _rounded(self.degrees)} if self.degrees else {})}


def length(mm: Mm) -> str:
    """Return a length as templates write it."""
    return f"{round(mm, 2) + 0.0:g}mm"


def _rounded(value: float) -> int | float:
    rounded = round(value, 2)
    return int(rounded) if rounded == int(rounded) else rounded


def faded(opacity: float) -> dict[str, Any]:
    """Return the keys of an element that is this opaque, from 0 to 1."""
    return {"opacity": round(opacity, 2)} if 0 < opacity < 1 else {}
