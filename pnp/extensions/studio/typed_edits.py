"""Texts as they were typed for fields of cards and keys of elements → edits of files, with values of the right kind.

A field's kind is what ``fields:`` of the deck says; without it, what its other cards have. A key's kind is what the
schema of its element says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from pydantic import TypeAdapter

from pnp.core.codes import Code
from pnp.core.diagnostics import Fault, Place, counted
from pnp.core.patterns import lazy_pattern
from pnp.editing.edits import Edit, InsertItem, InsertRow, PutFile, RemoveRow, RemoveValue, SetCells, SetValue
from pnp.editing.table_text import read_delimited
from pnp.editing.yaml_text import KeyPath, read_yaml_text
from pnp.expressions import show
from pnp.extensions.studio.messages import AddCard, RemoveCard, SetField, SetProperty, SourceMessage, TypedEdit
from pnp.project.elements import element_model
from pnp.project.fields import CardField, entries, parse_field, value_of_cell
from pnp.project.files import Files, table_file
from pnp.project.game import Card, Deck, Game
from pnp.project.table import cell_value
from pnp.project.tree import Map, parse_yaml
from pnp.project.values import is_dynamic

_NUMBER = lazy_pattern(r"-?(?:0|[1-9]\d*)(?:\.\d+)?")


# --- values


def written(value: Any) -> str:
    """Return a value of a YAML file as text for a field that people fill in; `field_value` reads it back."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        parts = [written(part) for part in value]
        return ("; " if any("," in part for part in parts) else ", ").join(parts)
    return "" if value is None else show(value)


def field_value(text: str, field: CardField | None, others: Sequence[Any]) -> Any:
    """Return the value of a typed text.

    Args:
        text: The text.
        field: The field as the deck declares it; None if it declares none.
        others: The values that cards of the deck have there, as they are written.
    """
    if field is not None:
        value = value_of_cell(text, field)
    elif others and all(isinstance(other, str) for other in others):
        return text
    elif any(isinstance(other, list) for other in others):
        return [cell_value(part) for part in entries(text)]
    else:
        value = cell_value(text)
    return text if isinstance(value, str) else value


def key_value(text: str, kind: str, key: str) -> Any:
    """Return the value of a typed text for a key of an element: of its kind, such as text."""
    forms = list(_forms(_keys_of(kind).get(key, {"type": ["number", "string"]})))
    typed = text.strip()
    if typed[:1] in ("[", "{") and not is_dynamic(text) and {"array", "object", ""} & {*forms}:
        try:
            return parse_yaml(typed, "")
        except Fault:
            return text
    if typed in ("true", "false") and {"boolean", ""} & {*forms}:
        return typed == "true"
    first = next((form for form in forms if form in ("number", "integer", "string")), "number")
    is_number = first != "string" and _NUMBER.fullmatch(typed)
    return (float(typed) if "." in typed else int(typed)) if is_number else text


@cache
def _keys_of(kind: str) -> Mapping[str, Any]:
    """Return the schema of each key of a kind of element."""
    schema: Mapping[str, Any] = TypeAdapter(element_model(kind)).json_schema()["properties"]
    return schema


def _forms(schema: Any) -> list[str]:
    """Return the types of the values that a schema takes, the usual one first; "" for any."""
    if any(form in schema for form in ("anyOf", "oneOf", "allOf")):
        return [form for key in ("anyOf", "oneOf", "allOf") for part in schema.get(key, ()) for form in _forms(part)]
    if "enum" in schema:
        return ["boolean" if isinstance(one, bool) else "string" for one in schema["enum"]]
    types = schema.get("type", "")
    return [types] if isinstance(types, str) else list(types)


# --- edits


class TypedEdits:
    """Finds the edits of files that typed texts stand for.

    Attributes:
        expected: The decks to which cards are added, with the number of cards that they have then.
    """

    def __init__(self, files: Files, game: Game | None) -> None:
        self._files = files
        self._game = game
        self._others: dict[tuple[str, str], list[Any]] = {}
        self.expected: dict[str, int] = {}

    def edits_of(self, typed: TypedEdit | Edit) -> list[Edit]:
        """Return the edits of files.

        Raises:
            Fault: There is no such card, field or kind of element, or it cannot be changed at one place.
        """
        match typed:
            case SetField():
                return self._field(typed)
            case AddCard():
                return [self._new_card(typed)]
            case RemoveCard():
                return [self._without_card(typed)]
            case SetProperty():
                return [SetValue(typed.file, typed.path, key_value(typed.text, typed.kind, typed.key))]
            case _:
                return [typed]

    def files_behind(self, edits: Sequence[TypedEdit | Edit]) -> list[str]:
        """Return the files that say which cards the numbers of these edits mean."""
        names = dict.fromkeys(each.deck for each in edits if isinstance(each, SetField | AddCard | RemoveCard))
        decks = [self._deck(name) for name in names]
        head = [f"data/{self._game.name}/game.yaml"] if decks and self._game else []
        return list(dict.fromkeys([*head, *(table_file(card.source.file) for deck in decks for card in deck.cards)]))

    def check(self, game: Game | None) -> None:
        """Raise a Fault if a deck of the changed game does not have as many cards as it should."""
        for name, count in self.expected.items():
            deck = (game.decks.get(name) or game.extras.get(name)) if game else None
            if deck is not None and len(deck.cards) != count:
                what = f"{name} would have {counted(len(deck.cards), 'card')}, not {count:,}"
                why = "a row below the cards, such as a total, would count as one, or the new row would not"
                fix = "insert the row in your spreadsheet, right below the cards"
                raise Fault(Code.EDIT_REFUSED, Place(deck.cards[0].source.file), what=what, why=why, fix=fix)

    def _field(self, typed: SetField) -> list[Edit]:
        deck = self._deck(typed.deck)
        card = self._card(deck, typed.number)
        source = source_of_field(card, typed.field, self._files)
        match source.kind:
            case "cell":
                return [SetCells(source.file, source.line, {source.column: typed.text})]
            case "yaml" if typed.text:
                value = self._value(deck, typed.field, typed.text)
                return [SetValue(source.file, tuple(source.path), value)]
            case "yaml":
                return [RemoveValue(source.file, tuple(source.path))] if source.path[-1] in card.source else []
            case _:
                raise _refused(Place(source.file, source.line), f"{typed.field} is not changed here: {source.note}")

    def wider_fields(self, edits: Sequence[TypedEdit | Edit], changed: Game | None) -> tuple[list[SetValue], list[str]]:
        """Return the edits of game.yaml with which fields take new values, and the values that they refuse now.

        Args:
            edits: Edits with typed texts, and tables that are replaced.
            changed: The game as it would be with them.
        """
        wider: dict[KeyPath, Any] = {}
        refused: list[str] = []
        for deck, name, text in self._new_cells(edits, changed):
            field = next((field for field in deck.fields if field.name == name.removesuffix("?")), None)
            value = value_of_cell(text, field) if field and text else None
            key = next((key for key in deck.head.fields if field and parse_field(key, "text").name == field.name), "")
            path = ("extras" if deck.is_extra else "decks", deck.name, "fields", key)
            if field is None or value is None or value in (field.numbers or field.choices):
                continue
            if field.kind == "integer" and field.numbers and type(value) is int:
                least, most = map(int, str(wider.get(path, deck.head.fields[key])).split(".."))
                wider[path] = f"{min(least, value)}..{max(most, value)}"
            elif field.kind == "choice":
                known = wider.get(path, list(field.choices))
                wider[path] = known if value in known else [*known, value]
            else:
                continue
            refused.append(show(value))
        file = f"data/{self._game.name}/game.yaml" if self._game else ""
        return [SetValue(file, path, value) for path, value in wider.items()], list(dict.fromkeys(refused))

    def _new_cells(self, edits: Sequence[TypedEdit | Edit], changed: Game | None) -> Iterator[tuple[Deck, str, str]]:
        """Yield each field that gets a text, with its deck."""
        for each in edits:
            match each:
                case SetField():
                    yield self._deck(each.deck), each.field, each.text
                case AddCard():
                    for name, text in each.texts.items():
                        yield self._deck(each.deck), name, text
                case PutFile() if changed is not None:
                    for deck in (*changed.decks.values(), *changed.extras.values()):
                        for row in (card.source for card in deck.cards):
                            if table_file(row.file) == each.file:
                                yield from ((deck, name, text) for name, text in row.cells.items())
                case _:
                    pass

    def _value(self, deck: Deck, name: str, text: str) -> Any:
        if (deck.name, name) not in self._others:
            values = [value for card in deck.cards if (value := card.source.get(name)) is not None]
            self._others[deck.name, name] = values
        field = next((field for field in deck.fields if field.name == name.removesuffix("?")), None)
        return field_value(text, field, self._others[deck.name, name])

    def _new_card(self, typed: AddCard) -> Edit:
        deck = self._deck(typed.deck)
        card = self._card(deck, typed.after or len(deck.cards))
        self.expected[deck.name] = self.expected.get(deck.name, len(deck.cards)) + 1
        if card.source.header:
            columns = columns_of(card.source, self._files)
            cells = [""] * max(columns.values())
            for name, text in typed.texts.items():
                if name in columns:
                    cells[columns[name] - 1] = text
            return InsertRow(card.source.file, card.source.place.line + 1, cells)
        *above, index = self._path(card)
        value = {name: self._value(deck, name, text) for name, text in typed.texts.items() if text}
        return InsertItem(card.source.file, (*above, int(index) + 1), value)

    def _without_card(self, typed: RemoveCard) -> Edit:
        card = self._card(self._deck(typed.deck), typed.number)
        if card.source.place.sheet:  # a row without cells is no card; formulas elsewhere keep their rows
            columns = columns_of(card.source, self._files)
            cells = {columns[name]: "" for name in card.source.cells if name in columns}
            return SetCells(card.source.file, card.source.place.line, cells)
        if card.source.header:
            return RemoveRow(card.source.file, card.source.place.line)
        return RemoveValue(card.source.file, self._path(card))

    def _deck(self, name: str) -> Deck:
        deck = (self._game.decks.get(name) or self._game.extras.get(name)) if self._game else None
        if deck is None or not deck.cards:
            what, fix = f"the cards of {name} cannot be read now", "correct the faults of its files first"
            raise Fault(Code.EDIT_REFUSED, Place("data"), what=what, fix=fix)
        return deck

    def _card(self, deck: Deck, number: int) -> Card:
        if not 0 < number <= len(deck.cards):
            what, fix = f"{deck.name} has no card {number}", "read the project again"
            raise Fault(Code.EDIT_STALE, Place("data"), what=what, fix=fix)
        return deck.cards[number - 1]

    def _path(self, card: Card) -> KeyPath:
        """Return the path of a card in a list of a YAML file."""
        path = path_at(self._files, card.source.place)
        if not path or not isinstance(path[-1], int) or "each" in card.source:
            raise _refused(card.source.place, f"{card.label} is not one entry of a list")
        return path


def _refused(place: Place, what: str) -> Fault:
    return Fault(Code.EDIT_REFUSED, place, what=what, fix="change it in an editor")


# --- places


def path_at(files: Files, place: Place) -> KeyPath | None:
    """Return the path of a value at a place; None if it is not in a YAML file."""
    if not place.file.endswith(".yaml"):
        return None
    return read_yaml_text(files.text(place.file), place.file).path_at(place.line, place.column)


def columns_of(record: Map, files: Files) -> Mapping[str, int]:
    """Return the number of each column of the table from which a record comes, by its name."""
    first = next(iter(record.header.values()))
    if first.sheet:
        return {name: place.column for name, place in record.header.items()}
    cells = read_delimited(files.text(record.file), record.file).cells(first.line)
    names = [" ".join(cell.split()) for cell in cells]
    return {name: names.index(name) + 1 for name in record.header if name in names}


def source_of_field(card: Card, name: str, files: Files) -> SourceMessage:
    """Return where a field of a card is written in the source language."""
    record, each = card.source, card.source.get("each")
    value = card.values.get(name)
    if isinstance(each, Map) and name in each:
        place = each.place_of(name)
        return SourceMessage("computed", place.file, place.line, note="it is one of the values that each: combines")
    if record.header:
        line, column = record.place.line, columns_of(record, files).get(name)
        if column is None:
            return SourceMessage("computed", record.file, line, note=f"the table has no column {name}")
        text = record.cells.get(name, written(value))
        return SourceMessage("cell", record.file, line, column=column, text=text)
    key = name if name in record else f"{name}?" if f"{name}?" in record else ""
    above = path_at(files, record.place)
    if above is None:
        return SourceMessage("computed", record.file, record.place.line, note="the file is only read")
    line = record.place_of(key).line if key else record.place.line
    return SourceMessage("yaml", record.file, line, (*above, key or name), text=written(value))
