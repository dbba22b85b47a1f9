"""A nanDECK script and the cards of its deck → drawing calls whose values are columns of the table.

Each directive is carried out on each card, as nanDECK does. What it draws in the same place on several cards becomes
one call; a text, picture or colour that differs between them is a column, a choice by the cells of one, or a new one.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.patterns import lazy_pattern
from pnp.core.units import Mm
from pnp.extensions.importing.drawn.values import (
    CARD_PLACE,
    FORMULA,
    CardChoice,
    CardComparison,
    CardCondition,
    CardTest,
    CardTests,
    CardText,
    ComputedError,
    DrawingCall,
    TableColumn,
    opposite,
)
from pnp.extensions.nandeck.directives import DRAWS, SETS, CardArguments, CardState, DrawnPart, is_hex
from pnp.extensions.nandeck.formulas import (
    calculate,
    cards_in,
    compared,
    holds,
    joined_by,
    split_outside,
    unquoted,
    written,
)
from pnp.extensions.nandeck.script import Directive, NanDeckScript

MOST_STEPS = 400_000
"""The most directives on cards that are carried out."""

MOST_CHOICES = 24
"""A value is a choice by the cells of a column if these are no more than this."""

UNKNOWN: Mapping[str, str] = {
    **dict.fromkeys(("GRID", "HEXGRID", "LINERECT", "TRACK", "PIE", "SPIRAL"), "draw it with path: or line:"),
    **dict.fromkeys(("RTFTEXT", "RTFFILE", "HTMLFILE"), "write it as text:"),
    **dict.fromkeys(("BACKGROUND", "FILL", "BUTTON", "MANDALA", "COLORCHANGE"), "only nanDECK draws it"),
    **dict.fromkeys(("SET", "COUNTER", "RENAME", "FUNCTION", "SUB"), "only nanDECK can compute it"),
    **dict.fromkeys(
        ("LINKFILTER", "LINKSTART", "LINKEND", "LINKRANDOM", "LINKSPLIT"), "all rows of the table are taken"
    ),
    **dict.fromkeys(("COPYCARD", "DECK", "MULTICARDS"), "the cards are those of the table, as often as its copies say"),
    **dict.fromkeys(("SAVE", "SAVEPDF", "SAVEGIFA", "SAVEPAGES", "DISPLAY", "MERGEPDF", "MOSAIC"), ""),
    **dict.fromkeys(("PRINT", "RENDER", "NUMBER", "PAGESHAPE", "PAGEIMAGE", "PAGEFONT", "PAGETEXT"), ""),
}
"""Directives that are left out, and why; those that save and print have an empty text."""


@frozen_dataclass
class NewCard:
    """A card of the new deck.

    Attributes:
        card: The number of the card of nanDECK that it shows.
        copies: How many cards it stands for.
        cells: Its cells by the columns' names.
    """

    card: int
    copies: int
    cells: Mapping[str, str]


@dataclass
class CardsOfSide:
    """The cards of one side.

    Attributes:
        slots: Its cards in order.
        added: Columns that the drawing adds, by name; None for a cell that nothing shows.
        left_out: A line for each part that is not imported.
        unread: Lines and sources of directives that are not imported at all.
        names: The names of the table's columns by the same in lower case.
    """

    slots: Sequence[NewCard]
    names: Mapping[str, str]
    added: dict[str, list[str | None]] = field(default_factory=dict)
    left_out: list[str] = field(default_factory=list)
    unread: set[tuple[int, str]] = field(default_factory=set)


@dataclass
class _DrawnElement:
    """What one line of the script draws in one place on some cards.

    Attributes:
        directive: The directive, or the first one if a loop has several.
        drawn: What it draws on the first card.
        values: By the index of a card, the options that may differ.
        is_merged: Whether several directives draw it.
    """

    directive: Directive
    drawn: DrawnPart
    values: dict[int, Mapping[str, str]] = field(default_factory=dict)
    is_merged: bool = False


class DirectiveDrawing:
    """Carries out the directives of a script on the cards of one side."""

    def __init__(
        self,
        script: NanDeckScript,
        sheet: CardsOfSide,
        total: int,
        size: tuple[Mm, Mm],
        unit: Mm,
        local: Callable[[str], str],
    ) -> None:
        self.script = script
        self.local = local
        self.sheet = sheet
        self.total = total
        self.size = size
        self.unit = unit
        self.states = [CardState() for _ in sheet.slots]
        self.steps = 0
        self.elements: dict[tuple[str, int, int, str, str, int], _DrawnElement] = {}
        self._truths: dict[tuple[str, tuple[tuple[str, float], ...], int], bool] = {}
        self.painted: list[tuple[float, float, float, float]] = []
        self._reasons: set[tuple[str, int, str]] = set()

    def run(self) -> list[DrawingCall]:
        """Return the calls of all directives."""
        for directive in self.script.directives:
            try:
                self.carry_out(directive)
            except ComputedError as error:
                self.leave_out(directive, str(error))
        seen = [element for element in self.elements.values() if self.is_seen(element)]
        valued = [(element, dict(self.values_of(element))) for element in seen]
        for name in self.sheet.added:
            self.sheet.added[name] = [*self.cells(name)]
        return [self.call(element, values) for element, values in valued]

    def leave_out(self, directive: Directive, why: str, draws: bool = True) -> None:
        """List a directive, once for each reason."""
        why = why.replace("only the other program", "only nanDECK")
        if (directive.file, directive.line, why) not in self._reasons:
            self._reasons.add((directive.file, directive.line, why))
            self.sheet.left_out.append(f"{directive.file}:{directive.line}: {directive.source[:70]} ({why})")
        if draws:
            self.sheet.unread.add(directive.call)

    def carry_out(self, directive: Directive) -> None:
        """Carry out one directive on the cards of its range."""
        name = directive.name
        if name in SETS:
            set_by, has_range = SETS[name]
            for index, arguments in self.on_cards(directive, has_range):
                read = arguments(index)
                for _ in set_by(read):
                    pass
                for why in read.changes:
                    self.leave_out(directive, why, draws=False)
            return
        if name not in DRAWS:
            how = UNKNOWN.get(name, "has no counterpart")
            if how:
                self.leave_out(directive, how)
            return
        failed: dict[str, None] = {}
        has_drawn = False
        for index, arguments in self.on_cards(directive, True):
            try:
                read = arguments(index)
                for place, drawn in enumerate(DRAWS[name](read)):
                    has_drawn = True
                    self.place(directive, place, drawn, index)
                failed |= dict.fromkeys(read.changes)
            except ComputedError as error:
                failed[str(error)] = None
        written = split_outside(directive.source.partition("=")[2], ",")[1:2]
        if has_drawn and written and name in ("TEXT", "TEXTFONT", "HTMLTEXT"):
            if "{(" in written[0]:
                failed["it says how many cards there are today"] = None
            if "§" in written[0] and any(slot.copies > 1 for slot in self.sheet.slots):
                failed["copies have the number of the first one, as in nanDECK without LINKMULCOPY=OFF"] = None
        for why in failed:
            self.leave_out(directive, why, draws=not has_drawn)

    def place(self, directive: Directive, place: int, drawn: DrawnPart, index: int) -> None:
        """Add what a directive draws on a card to the element of the same line, place and look, or to a new one."""
        shared = sorted((name, value) for name, value in drawn.fixed.items() if name != "lines")
        look = (directive.file, directive.line, place, drawn.method, repr(shared))
        number = 0
        while (element := self.elements.get((*look, number))) and index in element.values:
            if element.directive is not directive and element.values[index] == drawn.varied:
                return  # a loop draws the same once more
            number += 1
        if element is None:
            element = self.elements[(*look, number)] = _DrawnElement(directive, drawn)
        elif element.directive is not directive:
            element.is_merged = True
        if (lines := drawn.fixed.get("lines", 0)) > element.drawn.fixed.get("lines", 0):
            element.drawn = replace(element.drawn, fixed={**element.drawn.fixed, "lines": lines})
        element.values[index] = drawn.varied

    def on_cards(self, directive: Directive, has_range: bool) -> Iterator[tuple[int, Callable[[int], CardArguments]]]:
        """Yield the index of each card on which a directive's conditions hold, and what reads its arguments there."""
        texts = directive.arguments[1:] if has_range else directive.arguments
        chosen: set[int] | None = None
        if has_range and directive.arguments and "[" not in directive.arguments[0]:
            text = self.script.computed(directive.arguments[0], directive.numbers)
            chosen = set(cards_in(text, self.total, directive.numbers))
        elif has_range and directive.arguments:
            chosen = set()
            for slot in self.sheet.slots:
                chosen |= set(
                    cards_in(self.script.at(directive.arguments[0], slot.card, directive.numbers), self.total, {})
                )

        def arguments(index: int) -> CardArguments:
            card = self.sheet.slots[index].card
            numbers = {**directive.numbers, "§": float(card)}
            read = [self.script.at(text, card, directive.numbers) for text in texts]
            return CardArguments(read, self.states[index], self.size, self.unit, numbers, texts)

        for index, slot in enumerate(self.sheet.slots):
            if (chosen is None or slot.card in chosen) and all(
                self.truth(condition, directive, index) == must for condition, must in directive.conditions
            ):
                self.steps += 1
                if self.steps > MOST_STEPS:
                    raise ComputedError("the script draws too much; the rest is not read")
                yield index, arguments

    # Conditions

    def truth(self, condition: str, directive: Directive, index: int) -> bool:
        """Return whether a condition holds on a card."""
        key = (condition, tuple(sorted(directive.numbers.items())), index)
        if key not in self._truths:
            self._truths[key] = self._holds(condition, directive, index)
        return self._truths[key]

    def _holds(self, condition: str, directive: Directive, index: int) -> bool:
        word, parts = joined_by(condition)
        if word:
            truths = (self._holds(part, directive, index) for part in parts)
            return any(truths) if word == "or" else all(truths)
        (condition,) = parts
        card = self.sheet.slots[index].card
        if (whole := re.fullmatch(r"\s*\[([^\[\]]+)\]\s*", condition)) and self.script.known(
            whole[1]
        ) in self.script.labels:
            return self._holds(self.script.labels[self.script.known(whole[1])], directive, index)
        left, operator, right = compared(condition)
        left, right = (self.script.at(side, card, directive.numbers).strip('"') for side in (left, right))
        return holds(left, operator, right)

    def condition(self, text: str, directive: Directive) -> CardCondition:
        """Return a condition as one of the columns.

        Raises:
            ComputedError: It depends on something else.
        """
        word, parts = joined_by(text)
        if word:
            return CardTests(tuple(self.condition(part, directive) for part in parts), word == "and")
        (text,) = parts
        columns = self.columns_in(text)
        if (whole := re.fullmatch(r"\s*\[([^\[\]]+)\]\s*", text)) and self.script.known(whole[1]) in self.script.labels:
            return self.condition(self.script.labels[self.script.known(whole[1])], directive)
        if len(columns) != 1:
            raise ComputedError
        left, operator, right = compared(text)
        plain = re.fullmatch(r"\[[^\[\]]+\]", left.strip()) and not re.search(r"[\[{]", right)
        numbers = [cell for cell in self.cells(columns[0]) if cell]
        if plain and operator[0] in "<>" and operator != "<>" and all(map(_is_number, [*numbers, right.strip()])):
            return CardComparison(TableColumn("", columns[0]), operator, float(right))
        held = {index for index in range(len(self.sheet.slots)) if self._holds(text, directive, index)}
        if plain and operator in ("=", "<>"):
            cells, is_among = self.cells(columns[0]), operator == "="
            written = {cell for cell in cells if holds(cell, "=", right)} or {right.strip()}
            if {index for index, cell in enumerate(cells) if (cell in written) == is_among} == held:
                return CardTest(TableColumn("", columns[0]), tuple(sorted(written)), is_among)
        return self.test(columns[0], held)

    def test(self, column: str, indexes: set[int]) -> CardTest:
        """Return the condition by which the cells of a column choose some cards.

        Raises:
            ComputedError: They do not.
        """
        cells = self.cells(column)
        inside = dict.fromkeys(cells[index] for index in sorted(indexes))
        outside = dict.fromkeys(cell for index, cell in enumerate(cells) if index not in indexes)
        if inside.keys() & outside.keys():
            raise ComputedError
        if outside and (len(outside) < len(inside) or tuple(outside) == ("",)):
            return CardTest(TableColumn("", column), tuple(outside), is_among=False)
        return CardTest(TableColumn("", column), tuple(inside))

    def cells(self, column: str) -> list[str]:
        """Return the cells of a column on all cards."""
        if column in self.sheet.added:
            usual = "#000000" if column.startswith("colour") else ""
            return [usual if cell is None else cell for cell in self.sheet.added[column]]
        return [slot.cells.get(column, "") for slot in self.sheet.slots]

    def columns_in(self, text: str) -> list[str]:
        """Return the columns of the table that a text names."""
        names = re.findall(r"\[([^\[\]:]+)(?::[^\[\]]*)?\]|\{\(?([^(){}?\[\]]+)\?", text)
        found: dict[str, None] = {}
        for one in names:
            key = (one[0] or one[1]).strip().lower()
            if key in self.sheet.names:
                found[self.sheet.names[key]] = None
            elif key in self.script.labels and key != text.strip("[]").lower():
                found |= dict.fromkeys(self.columns_in(self.script.labels[key]))
        return list(found)

    # Calls

    def is_seen(self, element: _DrawnElement) -> bool:
        """Whether an element draws anything; and note its place, so that grounds of texts that lie on it are kept."""
        drawn = element.drawn
        if drawn.varied and not any(value for values in element.values.values() for value in values.values()):
            return False
        box = _box_of(drawn.fixed)
        if drawn.fixed.get("is_ground"):
            white = all(values.get("fill_color", "").upper() == "#FFFFFF" for values in element.values.values())
            if white and not (box and any(_overlap(box, other) for other in self.painted)):
                return False
        if drawn.method != "text":
            self.painted.append(box or (0.0, 0.0, *self.size))
        return True

    def call(self, element: _DrawnElement, values: Mapping[str, Any]) -> DrawingCall:
        """Return the call of an element."""
        directive = element.directive
        options: dict[str, Any] = {**element.drawn.fixed, **values}
        options.pop("is_ground", None)
        name = self.name_of(next((options[key] for key in ("str", "file", "keys") if key in options), ""))
        conditions, named = self.conditions_of(element)
        if named is not None:
            options["range"] = self.cards_of(named)
        icons = tuple(
            {"key": key, "file": self.local(file), "line": directive.line} for key, file in options.pop("embedded", ())
        )
        for tag in options.pop("marks", ()):
            text = options["str"]
            options["str"] = CardText(
                (f"<{tag}>", *(text.parts if isinstance(text, CardText) else (text,)), f"</{tag}>")
            )
        method = element.drawn.method
        whole = (0.0, 0.0, *(round(side, 2) for side in self.size))
        if method == "rect" and not options["stroke_width"] and not options.get("radius") and _box_of(options) == whole:
            method = "background"
            options = {"color": options["fill_color"], **{k: options[k] for k in ("opacity", "range") if k in options}}
        return DrawingCall(method, options, directive.line, directive.source, icons, tuple(conditions), name)

    def conditions_of(self, element: _DrawnElement) -> tuple[list[CardCondition], list[int] | None]:
        """Return the conditions of an element by columns, and the cards that must be named instead; None for none."""
        directive, indexes = element.directive, sorted(element.values)
        wanted, everything = set(indexes), set(range(len(self.sheet.slots)))
        if wanted == everything:
            return [], None
        hints = list(dict.fromkeys(
            column
            for text in (*(text for text, _ in directive.conditions), *directive.arguments)
            for column in self.columns_in(text)
        ))  # fmt: skip
        conditions: list[CardCondition] = []
        by_conditions = everything
        if not element.is_merged:
            with contextlib.suppress(ComputedError):
                conditions = [
                    condition if must else opposite(condition)
                    for text, must in directive.conditions
                    for condition in [self.condition(text, directive)]
                ]
                by_conditions = {
                    index
                    for index in everything
                    if all(self.truth(text, directive, index) == must for text, must in directive.conditions)
                }
        if conditions and by_conditions == wanted:
            return conditions, None
        arguments = " ".join(directive.arguments)
        for column in [*hints, *self.sheet.added]:
            with contextlib.suppress(ComputedError):
                test = self.test(column, wanted)
                is_label = any(name.lower() == column.lower() for name in _NESTED.findall(arguments))
                if is_label:
                    cells = self.cells(column)
                    named = [key for text in directive.arguments for key in self.script.named_by(text, column)]
                    by_lowered = {key.lower(): key for key in [*named, *(cells[index] for index in indexes)]}
                    return [CardTest(test.column, tuple(by_lowered.values()))], None
                # What cells hold today is no condition for what a formula draws, nor for a number of a card.
                is_filled = not test.is_among and test.cells == ("",)
                if is_filled or (column not in self.sheet.added and "{" not in arguments):
                    return [test], None
        for column in hints if conditions else ():
            cells = self.cells(column)
            if not {cells[index] for index in wanted} & {cells[index] for index in by_conditions - wanted}:
                chosen = tuple(dict.fromkeys(cells[index] for index in indexes))
                return [*conditions, CardTest(TableColumn("", column), chosen)], None
        return [], indexes

    def cards_of(self, indexes: Sequence[int]) -> list[int]:
        """Return the numbers from 0 of all cards, also copies, that some cards stand for."""
        cards: list[int] = []
        start = 0
        wanted = set(indexes)
        for index, slot in enumerate(self.sheet.slots):
            if index in wanted:
                cards += range(start, start + slot.copies)
            start += slot.copies
        return cards

    def values_of(self, element: _DrawnElement) -> Iterator[tuple[str, Any]]:
        """Yield each option that may differ between cards, with its value."""
        directive, indexes = element.directive, sorted(element.values)
        for option in element.drawn.varied:
            by_card = [element.values[index][option] for index in indexes]
            if option == "file":
                by_card = [self.local(value) for value in by_card]
            place = element.drawn.written.get(option, "")
            argument = directive.arguments[place + 1] if isinstance(place, int) else place
            argument = "" if element.is_merged else argument
            hints = self.columns_in(argument) or [
                column for text in directive.arguments for column in self.columns_in(text)
            ]
            yield option, self.value(option, by_card, indexes, argument, list(dict.fromkeys(hints)), directive)

    def value(
        self, option: str, by_card: Sequence[str], indexes: Sequence[int], argument: str, hints: Sequence[str],
        directive: Directive,
    ) -> Any:  # fmt: skip
        """Return a value that differs between cards as a text of columns."""
        is_colour = option not in ("str", "file", "keys")
        if len(set(by_card)) == 1 and not (self.columns_in(argument) or "§" in argument):
            return by_card[0]
        wanted = dict(zip(indexes, by_card, strict=True))
        argument = self.local(argument) if option == "file" else argument
        if (text := self.as_written(argument, wanted)) is not None and self.fits(text, is_colour):
            return text
        for column in hints:
            cells = self.cells(column)
            if all(cells[index] == value for index, value in wanted.items()):
                text = CardText((TableColumn("", column),))
                if self.fits(text, is_colour):
                    return text
        # A label that a cell names is a choice; what a formula computes is not learnt from the cells of today.
        named = self.columns_in(argument)
        for column in hints if len(named) == 1 else ():
            chosen: dict[str, str] = {}
            cells = self.cells(column)
            entries = self.script.named_by(argument, column)
            if option == "file":
                entries = {key: self.local(entry) for key, entry in entries.items()}
            if "{" in argument and not entries:
                continue
            if (
                all(chosen.setdefault(cells[index], value) == value for index, value in wanted.items())
                and len(chosen) <= MOST_CHOICES
            ):
                lowered = {key.lower(): entry for key, entry in entries.items()}
                if any(lowered.get(cell.lower(), value) != value for cell, value in chosen.items()):
                    continue
                unused = [key for key in entries if key.lower() not in set(map(str.lower, chosen))]
                chosen |= {key: entries[key] for key in unused if not is_colour or is_hex(entries[key])}
                otherwise = "#000000" if is_colour and set(cells) - chosen.keys() else None
                return CardText((CardChoice(TableColumn("", column), chosen, otherwise, is_whole=True),))
        return CardText((TableColumn("", self.add_column(option, wanted, directive)),))

    def as_written(self, argument: str, wanted: Mapping[int, str]) -> CardText | None:
        """Return an argument as a text of columns if it gives the wanted values on their cards."""
        parts: list[str | TableColumn] = []
        for formula, literal, name, place in _WRITTEN.findall(argument):
            label = self.script.labels.get(name.strip().lower())
            if formula:
                if (calculation := self.formula(formula)) is None:
                    return None
                parts.append(calculation)
            elif literal:
                parts.append(literal)
            elif place:
                parts.append(CARD_PLACE)
            elif column := self.sheet.names.get(name.strip().lower()):
                parts.append(TableColumn("", column))
            elif label is None or (inner := self.as_written(unquoted(label), {})) is None:
                return None
            else:
                parts += inner.parts  # type: ignore[arg-type]
        for index, value in wanted.items():
            texts = [part if isinstance(part, str) else self.in_card(part, index) for part in parts]
            if "".join(texts).strip() != value.strip():
                return None
        return CardText(tuple(parts)) if parts else None

    def in_card(self, part: TableColumn, index: int) -> str:
        """Return what a column, a calculation or the place of a card is on one card."""
        if part == CARD_PLACE:
            return str(index + 1)
        if part.table != FORMULA:
            return self.cells(part.header)[index]
        return written(calculate(re.sub(r"\[(.+?)\]", lambda name: self.cells(name[1])[index], part.header), {}))

    def formula(self, text: str) -> TableColumn | None:
        """Return a calculation with columns of whole numbers; None if they hold anything else."""
        names = {name: self.sheet.names.get(name.strip().lower(), "") for name in re.findall(r"\[(.+?)\]", text)}
        if not all(name and all(map(_WHOLE.fullmatch, self.cells(name))) for name in names.values()):
            return None
        return TableColumn(FORMULA, re.sub(r"\[(.+?)\]", lambda name: f"[{names[name[1]]}]", text.strip("{}")))

    def fits(self, text: CardText, is_colour: bool) -> bool:
        """Whether a text is a colour on all cards, if it has to be one."""
        if not is_colour:
            return True
        columns = [part.header for part in text.parts if isinstance(part, TableColumn)]
        return len(text.parts) == 1 and all(is_hex(cell) for column in columns for cell in self.cells(column))

    def add_column(self, option: str, wanted: Mapping[int, str], directive: Directive) -> str:
        """Add a column with the values of a text, picture or colour on some cards, and return its name.

        A column of the same kind is used if it has these values, or no other values on these cards.
        """
        what = {"str": "text", "file": "picture"}.get(option, "colour")
        for name, cells in self.sheet.added.items():
            if name.startswith(what) and all(cells[index] in (None, value) for index, value in wanted.items()):
                self.sheet.added[name] = [wanted.get(index, cell) for index, cell in enumerate(cells)]
                return name
        number = 1
        while (name := f"{what}_{number}") in self.sheet.added or name in self.sheet.names:
            number += 1
        self.sheet.added[name] = [wanted.get(index) for index in range(len(self.sheet.slots))]
        why = f"what it computes for each card is the column {name}"
        self.sheet.left_out.append(f"{directive.file}:{directive.line}: {directive.source[:70]} ({why})")
        return name

    def name_of(self, value: Any) -> str:
        """Return a name for an element: that of its column, or of its picture."""
        if isinstance(value, CardText):
            columns = [part for part in value.parts if not isinstance(part, str)]
            first = columns[0] if columns else None
            return first.header if isinstance(first, TableColumn) else first.column.header if first else ""
        match = re.fullmatch(r"(?:.*/)?([\w -]+)\.\w{3,4}", value)
        return match[1] if match else ""


_FORMULA = r"\{(?=[^{}]*[+*-])(?:[\d+*() -]*\[[^\[\]:]+\])+[\d+*() -]*\}"
_WRITTEN = lazy_pattern(rf"({_FORMULA})|((?:(?!{_FORMULA}|\{{§\}})[^\[])+)|\[([^\[\]]+)\]|(\{{§\}})")
"""The parts of an argument: a calculation, a text, a label, the number of the card."""

_WHOLE = lazy_pattern(r"-?\d{1,9}")

_NESTED = lazy_pattern(r"\[[^\[\]]*\[([^\[\]]+)\]")
"""A column that is part of a label's name: [img_[tag1]]."""


def _is_number(text: str) -> bool:
    return re.fullmatch(r"-?\d+(?:\.\d+)?", text) is not None


def _box_of(options: Mapping[str, Any]) -> tuple[float, float, float, float] | None:
    if not {"x", "y", "width", "height"} <= options.keys():
        return None
    return tuple(round(float(options[name]), 2) for name in ("x", "y", "width", "height"))  # type: ignore[return-value]


def _overlap(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> bool:
    return (
        min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0]) > 0.05
        and min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1]) > 0.05
    )


def with_added(slots: Sequence[NewCard], added: Mapping[str, Sequence[str | None]]) -> list[NewCard]:
    """Return cards with the cells of added columns."""
    return [
        replace(slot, cells={**slot.cells, **{name: cells[index] or "" for name, cells in added.items()}})
        for index, slot in enumerate(slots)
    ]
