"""The records of a deck → its cards: combinations are multiplied out, copies counted, fields checked.

A table column whose values would not be read as they look is reported.
"""

from __future__ import annotations

import itertools
import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pnp.core.codes import Code
from pnp.core.diagnostics import Correction, Diagnostics, Fault, Mistake, Place, in_words, nearest, suggest
from pnp.core.patterns import lazy_pattern
from pnp.project.fields import DECIMAL_COMMA, FIELD_KINDS, WITH_THOUSANDS, CardField, from_cells
from pnp.project.game import Card
from pnp.project.table import is_remark
from pnp.project.tree import Map, Seq
from pnp.project.values import describe, is_dynamic, parse_range

PICTURE = lazy_pattern(r".+\.(?:png|jpe?g|svg|gif|webp|bmp|tiff?)", re.IGNORECASE)
"""The name of a picture file."""

POINTED = lazy_pattern(r"-?[0-9]{1,3}\.[0-9]{3}")
"""A number with three digits after its only point, which may separate thousands or decimals: 1.250."""

COPIES = "copies"
"""The column with the number of copies, unless ``copies:`` of the deck names another."""

MOST = 1000
"""A card may have at most this many copies."""

_LIKELY = {
    "copies", "copy", "no of copies", "num copies", "number of copies", "qty", "quantity", "count", "card count",
    "anzahl", "anz", "menge", "stück", "stückzahl", "exemplare", "kopien", "quantité", "quantite", "exemplaires", "nb",
    "qté", "copie", "quantità", "qta", "cantidad", "cant", "copias", "aantal", "quantidade", "qtd", "cópias", "antal",
}  # fmt: skip


def check_copies_column(rows: Sequence[Map], diagnostics: Diagnostics) -> None:
    """Report a column that probably holds copies but has another name, if no column is called copies.

    Args:
        rows: The rows of a table whose deck declares no fields.
        diagnostics: Receives it.
    """
    if not rows or COPIES in rows[0].header:
        return
    for name, place in rows[0].header.items():
        if is_likely(name) and all(_is_count(row.get(name)) for row in rows):
            what = f"column {name} is not read as a number of copies"
            why = "each card is in the game once, or as often as copies: of its deck says"
            fix = f"write copies: {name} in the deck; or, if it says something else, name it in fields:"
            diagnostics.report(Code.COPIES_COLUMN, place, what=what, why=why, fix=fix)
            return


def name_copies(rows: Any, column: str, place: Place) -> None:
    """Use a column of a table as the number of copies, as if it were called copies; it is also kept as a field.

    Args:
        rows: The rows of the table.
        column: The name of the column.
        place: The place that names it.

    Raises:
        Fault: There is no table, or the table has no such column.
    """
    header = rows[0].header if isinstance(rows, Seq) and rows and isinstance(rows[0], Map) else {}
    if column not in header:
        what = f"copies: the table has no column {column}" if header else f"copies is {column}, and there is no table"
        fix = suggest(column, header) if header else "write copies: 2, or copies: in each card"
        raise Fault(Code.CARD_COPIES, place, what=what, fix=fix)
    header[COPIES] = header[column]
    for row in rows:
        if column in row:
            at, named_at = row.place_of(column), header[column]
            row.put(COPIES, row[column], (named_at.line, named_at.column), (at.line, at.column))
        else:
            row.pop(COPIES, None)


def check_picture_columns(
    fields: Sequence[CardField], cards: Sequence[Card], source: Map, diagnostics: Diagnostics
) -> None:
    """Report translated fields whose values are all names of picture files.

    Args:
        fields: The deck's fields.
        cards: The deck's cards.
        source: The mapping of its ``fields:``.
        diagnostics: Receives them.
    """
    for field in fields:
        values = [card.values[field.name] for card in cards if card.values.get(field.name)]
        if field.is_translated and values and all(PICTURE.fullmatch(str(value)) for value in values):
            key = field.name if field.name in source else f"{field.name}?"
            what = f"{field.name} names pictures, and would be translated like any other text"
            fix = Correction(f"write {key}: word", str(source[key]), "word", is_certain=False)
            diagnostics.report(Code.PICTURE_FIELD, source.place_of(key), what=what, fix=fix)


def check_points(fields: Sequence[CardField], rows: Sequence[Map], diagnostics: Diagnostics) -> None:
    """Report cells like 1.250 in a column whose other numbers have decimal commas: they may mean thousands or decimals.

    Args:
        fields: The deck's fields.
        rows: The rows of its table.
        diagnostics: Receives them.
    """
    for name in (field.name for field in fields if field.kind == "number"):
        if not any(DECIMAL_COMMA.fullmatch(row.cells.get(name, "")) for row in rows if row.delimiter != ","):
            continue
        for row in rows:
            if POINTED.fullmatch(cell := row.cells.get(name, "")):
                what = f"{name} {cell} may mean thousands or decimals, as other cells of the column have decimal commas"
                fix = f"write {cell.replace('.', '')}, or {cell.replace('.', ',')}"
                diagnostics.report(Code.CARD_VALUE, row.place_of(name), what=what, fix=fix)


def is_likely(column: str) -> bool:
    """Whether the name of a column suggests that it holds the number of copies."""
    return column.casefold().replace("_", " ").strip(" #.") in _LIKELY


def _is_count(cell: object) -> bool:
    if isinstance(cell, float):
        return cell.is_integer() and 0 <= cell <= MOST
    return cell is None or (type(cell) is int and 0 <= cell <= MOST)


MAX_CARDS = 100_000
"""A deck may have at most this many different cards; more are surely a mistake in a combination."""

MAX_NAMED = 4
"""The message about repeated cards names the lines of at most this many cards."""

_DECIMALS = lazy_pattern(r"(\d{1,4})[.,]0*")
"""A whole number with zeros after the decimal point, as a spreadsheet may show it."""

TURNS, TURN = "turns", "turn"
"""TURNS is the key of a card that is made in several rotations; TURN is the field with the rotation, in degrees."""

RESERVED_KEYS = frozenset({COPIES, "each", TURNS})
"""Keys of a card that are not fields."""


def build_cards(
    deck: str, records: Any, fields: Sequence[CardField], copies: int, place: Place, diagnostics: Diagnostics
) -> tuple[Card, ...]:
    """Return a deck's cards.

    Args:
        deck: The deck's name.
        records: A Seq of Maps; None for a deck with one face.
        fields: The fields of its cards; if empty, any field is accepted.
        copies: How many copies a card has if its record does not say.
        place: The place of the deck in game.yaml, for faults of all its cards.
        diagnostics: Receives the faults of its records.
    """
    if records is None:
        record = Map(place.file, (place.line, place.column))
        return (Card(deck=deck, values={}, copies=copies, place=place, number=1, label=deck, source=record),)
    if not isinstance(records, Seq):
        what = f"the cards of {deck} must be a list, not {describe(records)}"
        diagnostics.report(Code.DECK_LIST, place, what=what, fix="start each card with a dash")
        return ()
    before = diagnostics.count
    combinations: list[tuple[Map, dict[str, Any], int]] = []
    by_name = {field.name: field for field in fields}
    has_turns = has_turned(records)
    for index, record in enumerate(records):
        if not isinstance(record, Map):
            what = f"a card must be a mapping, not {describe(record)}"
            fix = "write - {number: 1, …} or a block"
            diagnostics.report(Code.CARD_MAPPING, records.place_of(index), what=what, fix=fix)
            continue
        with diagnostics.catch_faults():
            count = _copies(record, copies)
            for values in _combinations(record, MAX_CARDS - len(combinations)):
                _report_comments(record, values, diagnostics)
                if by_name:
                    values = from_cells(record, values, by_name)
                    _check(record, values, by_name, diagnostics)
                    values = {name: values.get(name) for name in by_name}
                if not has_turns:
                    combinations.append((record, values, count))
                else:
                    combinations += [(record, {**values, TURN: turn}, count) for turn in _turns(record, values)]
    if not combinations and diagnostics.count == before:
        diagnostics.report(Code.DECK_EMPTY, place, what=f"{deck} has no cards", fix="add a card, or delete the deck")
    if diagnostics.count == before:
        _report_repeated([(record, values) for record, values, _ in combinations if "each" not in record], diagnostics)
    labels = _labels(deck, [values for _, values, _ in combinations])
    return tuple(
        Card.model_construct(
            deck=deck, values=values, copies=count, place=record.place, number=number, label=label, source=record
        )
        for number, ((record, values, count), label) in enumerate(zip(combinations, labels, strict=True), 1)
    )


_COMMENT = lazy_pattern(r"(?<!['\"])\{#(.*?)#\}", re.DOTALL)
"""What expressions treat as a comment, unless the braces are quoted."""


def _report_comments(record: Map, values: Mapping[str, Any], diagnostics: Diagnostics) -> None:
    """Report values that contain text between {# and #}, which would not be printed."""
    for name, value in values.items():
        if isinstance(value, str) and "{#" in value and (comment := _COMMENT.search(value)):
            what = f"{name} has “{comment[0][:40]}”, a comment, which would not be printed"
            fix = f"delete it; or, to print it, write {{{{ '{{#' }}}}{comment[1][:40]}#}}"
            diagnostics.report(Code.CARD_VALUE, record.place_of(name), what=what, fix=fix)


def _report_repeated(cards: Sequence[tuple[Map, dict[str, Any]]], diagnostics: Diagnostics) -> None:
    """Report cards that occur more than once, at the first repetition."""
    records_by_values: dict[str, list[Map]] = {}
    for record, values in cards:
        records_by_values.setdefault(repr(values), []).append(record)
    repeated = [records for records in records_by_values.values() if len(records) > 1]
    if repeated:
        is_one_file = len({record.place.file for records in repeated for record in records}) == 1
        lines = [
            ", ".join(str(record.place.line if is_one_file else record.place) for record in records)
            for records in repeated
        ]
        more = f" and {len(lines) - MAX_NAMED} more" if len(lines) > MAX_NAMED else ""
        where = "in lines" if is_one_file else "in"
        what = f"cards are written more than once: {where} {'; '.join(lines[:MAX_NAMED])}{more}"
        fix = "delete rows that were pasted twice; if a card has several copies, write it once with copies"
        diagnostics.report(Code.CARDS_REPEATED, min(records[1].place for records in repeated), what=what, fix=fix)


MAX_ALONE = 0.9
"""The fields of a card label must distinguish at least this share of the deck's cards; otherwise a field is added. So a
card that is written twice does not change the labels of the others."""

_IDENTIFYING = ("id", "number", "name", "title", "value")


def _labels(deck: str, cards: Sequence[dict[str, Any]]) -> list[str]:
    """Return a label for each card: the deck, and the fewest fields that distinguish it from the other cards."""
    if not cards:
        return []
    values = {key: next((card[key] for card in cards if card.get(key) is not None), None) for key in cards[0]}
    simple = [k for k, v in values.items() if isinstance(v, str | int) and not isinstance(v, bool)]
    order = {name: place for place, name in enumerate(_IDENTIFYING)}
    keys = sorted(simple, key=lambda key: order.get(key.casefold(), len(order)))
    names = [str(number) for number in range(1, len(cards) + 1)]
    alike = list(range(len(cards)))
    for count in range(1, len(keys) + 1):
        distinguishing = [key for key in simple if key in keys[:count]]
        for index in alike:
            names[index] = " ".join(
                str(cards[index][key]) for key in distinguishing if cards[index].get(key) is not None
            )
        times = Counter(names)
        if sum(times[name] == 1 for name in names) >= MAX_ALONE * len(cards):
            alike = [index for index in alike if times[names[index]] > 1]
    counts: dict[str, int] = {}
    for index, name in enumerate(names):
        name = name if name.strip() else str(index + 1)  # a card whose fields are all empty
        counts[name] = counts.get(name, 0) + 1
        names[index] = f"{deck} {name}" if counts[name] == 1 else f"{deck} {name} ({counts[name]})"
    return names


def _copies(record: Map, otherwise: int) -> int:
    copies = record.get("copies", otherwise)
    if isinstance(copies, bool) or not isinstance(copies, int) or not 0 <= copies <= 1000:
        at = record.header.get(COPIES)
        name = next((name for name, place in record.header.items() if place == at), COPIES)  # the table's own
        what = f"{name} is {describe(copies)}, must be a whole number from 0 to 1000"
        whole = _DECIMALS.fullmatch(str(copies))
        fix = f"write {whole[1]}" if whole else "write a number, like 2" if record.header else "write copies: 2"
        raise Fault(Code.CARD_COPIES, record.place_of("copies"), what=what, fix=fix)
    return copies


def has_turned(records: Any) -> bool:
    """Whether any card of a deck is made in several rotations."""
    return isinstance(records, Seq) and any(isinstance(record, Map) and TURNS in record for record in records)


def _turns(record: Map, values: dict[str, Any]) -> Iterator[int]:
    """Yield the rotations in which a card is made, in degrees, clockwise."""
    turns = record.get(TURNS, 1)
    if isinstance(turns, bool) or turns not in (1, 2, 3, 4, 6):
        what = f"turns is {describe(turns)}, must be 1, 2, 3, 4 or 6"
        raise Fault(
            Code.CARD_VALUE, record.place_of(TURNS), what=what, fix="write turns: 4 for squares, 6 for hexagons"
        )
    if TURN in values:
        what = "turn is a field of cards with turns:, which says by how many degrees each is turned"
        raise Fault(Code.CARD_VALUE, record.place_of(TURN if TURN in record else TURNS), what=what, fix="rename yours")
    yield from range(0, 360, 360 // turns)


def _combinations(record: Map, most: int) -> Iterator[dict[str, Any]]:
    """Yield the record's values once, or once for each combination of the lists under ``each``."""
    constant = {key: value for key, value in record.items() if key not in RESERVED_KEYS}
    each = record.get("each")
    if each is None:
        yield constant
        return
    if not isinstance(each, Map) or not each:
        what = f"each must name fields with their values, not {describe(each)}"
        raise Fault(Code.DECK_EACH, record.place_of("each"), what=what, fix="each: {suit: [red, blue], number: 1..9}")
    for name in each:
        if name in constant:
            raise Fault(
                Code.DECK_EACH, each.place_of_key(name), what=f"{name} is also given beside each", fix="keep one"
            )
    choices = [_choices(each, name) for name in each]
    if math.prod(map(len, choices)) > most:
        what = f"the combinations make more than {MAX_CARDS:,} cards"
        raise Fault(Code.DECK_LARGE, record.place_of("each"), what=what, fix="name fewer values")
    for combination in itertools.product(*choices):
        yield dict(zip(each, combination, strict=True)) | constant


def _choices(each: Map, name: str) -> Sequence[Any]:
    value = each[name]
    if isinstance(value, list) and value:
        return value
    if isinstance(value, str) and ".." in value:
        try:
            return parse_range(value)
        except Mistake as mistake:
            raise Fault(Code.DECK_EACH, each.place_of(name), what=f"{name} {mistake.what}", fix=mistake.fix) from None
    what = f"{name} must be a list or a range like 1..10, not {describe(value)}"
    raise Fault(Code.DECK_EACH, each.place_of(name), what=what, fix=f"write {name}: [red, blue], or {name}: 1..9")


def _check(record: Map, values: dict[str, Any], fields: dict[str, CardField], diagnostics: Diagnostics) -> None:
    """Report faults of a record's values, and replace each value by the one that its field makes of it."""
    each = record.get("each")
    intended: set[str | None] = set()
    for name, value in values.items():
        holder = each if isinstance(each, Map) and name in each else record
        if name not in fields:
            if name != COPIES and name in record.header and record.header[name] == record.header.get(COPIES):
                continue  # copies: of the deck names it
            is_count = record.header and COPIES not in record.header and is_likely(name)
            here = {*record.header, *record}
            missing = [known for known in (*fields, *RESERVED_KEYS) if known not in here]
            if record.header and not is_count and not nearest(name, missing):
                continue  # a column that no card uses
            fix = f"write copies: {name} in the deck, or name it in fields:" if is_count else suggest(name, missing)
            what = f"unknown {'column' if record.header else 'key'} {name}"
            intended.add(nearest(name, [*fields, *RESERVED_KEYS]))
            diagnostics.report(Code.UNKNOWN_KEY, holder.place_of_key(name), what=what, fix=fix)
            continue
        if name in record.faults and not record.faults[name].is_shown:
            continue
        if is_dynamic(value) and not fields[name].is_translated:
            what = f"{name} has an expression in it, and only texts may"
            fix = f"write the value itself, or name the field in fields: {name}: text"
            diagnostics.report(Code.CARD_VALUE, holder.place_of(name), what=what, fix=fix)
        try:
            fields[name].check(value)
        except Mistake as mistake:
            values[name] = fields[name].stand_in
            if name in record.header and fields[name].kind == "number" and DECIMAL_COMMA.fullmatch(str(value)):
                what, fix = f"numbers of {name} have commas", "write 2.5, or save the table with semicolons"
                why = "commas separate the columns of this table"
                diagnostics.report(Code.CARD_VALUE, record.header[name], what=what, why=why, fix=fix)
                continue
            code = Code.CARD_RANGE if fields[name].numbers and type(value) is int else Code.CARD_VALUE
            fix = mistake.fix if not record.header else _fix_in_table(value, fields[name], mistake)
            if record.header and WITH_THOUSANDS.fullmatch(str(value)):
                number = str(value).replace(".", "")
                number = number if record.delimiter != "," else number.replace(",", ".")
                fix = f"write {number}, without points between thousands"
            diagnostics.report(code, holder.place_of(name), what=f"{name} {mistake.what}", fix=fix)
    lacking = [
        field for name, field in fields.items() if name not in values and name not in intended and not field.optional
    ]
    values |= {field.name: field.stand_in for field in lacking}
    if of_table := [field for field in lacking if record.header and field.name not in record.header]:
        first = next(iter(record.header.values()))
        read = {*fields, *RESERVED_KEYS}
        copies_at = record.header.get(COPIES)
        unused = [
            name for name, at in record.header.items() if name not in read and at != copies_at and not is_remark(name)
        ]
        place = Place(first.file, first.line, 1)
        _report_missing("the table has no column", of_table, place, diagnostics, unused)
    if of_card := [field for field in lacking if field not in of_table]:
        _report_missing("the card has no", of_card, record.place, diagnostics)


def _report_missing(
    what: str, fields: Sequence[CardField], place: Place, diagnostics: Diagnostics, unused: Sequence[str] = ()
) -> None:
    """Report all fields without a value in a card or table at once. Unused columns may be the renamed fields."""
    names, first = [field.name for field in fields], fields[0]
    added = f"{first.name}, {first.expected}" if len(fields) == 1 else "them, or delete a row that is not a card"
    fix = f"add {added}; or write {first.name}?: in fields, if cards may have none"
    new = unused[0] if len(unused) == 1 else ""
    if new and len(fields) == 1 and new.isidentifier():
        fix = f"if {new} is its new name, run pnp rename field {first.name} {new}; otherwise {fix}"
    elif unused:
        fix += f"; no field names the table's {in_words(unused)}"
    diagnostics.report(Code.MISSING_KEY, place, what=f"{what} {in_words(names)}", fix=fix)


def _fix_in_table(value: Any, field: CardField, mistake: Mistake) -> str:
    """Return the fix for a cell, since neither quotes nor brackets help in a spreadsheet."""
    if field.kind == "flag":
        return "write true, yes, x or 1; or false, no or 0"
    if not isinstance(value, str) and FIELD_KINDS[field.kind].takes(""):
        return "format the cell as text, and type it again as it is to be shown"
    return mistake.fix
