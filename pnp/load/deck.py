"""A deck's records → its cards: combinations multiplied out, copies counted, fields checked."""

from __future__ import annotations

import itertools
import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from pnp.diagnostics import Code, Diagnostics, Fault, Mistake, Place, nearest, suggest
from pnp.load.cells import DECIMAL_COMMA, WITH_THOUSANDS, from_cells
from pnp.load.columns import COPIES, is_likely
from pnp.model.fields import FIELD_KINDS, CardField
from pnp.model.game import Card
from pnp.model.values import describe, is_dynamic, parse_range
from pnp.source.tree import Map, Seq

MOST_CARDS = 100_000
"""Distinct cards a deck may have; above it a combination is surely a mistake."""

MOST_NAMED = 4
"""Cards written more than once that are told with their lines."""

_DECIMALS = re.compile(r"(\d{1,4})[.,]0*")
"""A whole number that a spreadsheet shows with decimals."""

_RESERVED = {COPIES, "each"}


def build_cards(
    deck: str, records: Any, fields: Sequence[CardField], copies: int, place: Place, diagnostics: Diagnostics
) -> tuple[Card, ...]:
    """Return a deck's cards.

    Args:
        deck: The deck's name.
        records: A Seq of Maps; None for a deck of one face.
        fields: What its cards may have; none means that any are taken.
        copies: How many of each, where a record does not say.
        place: Where the deck is described, for faults of the whole.
        diagnostics: Told of the faults of its records.
    """
    if records is None:
        return (Card(deck=deck, values={}, copies=copies, place=place, number=1, label=deck),)
    if not isinstance(records, Seq):
        what = f"the cards of {deck} must be a list, not {describe(records)}"
        diagnostics.tell(Code.DECK_LIST, place, what=what, fix="start each card with a dash")
        return ()
    before = diagnostics.told
    found: list[tuple[Map, dict[str, Any], int]] = []
    by_name = {field.name: field for field in fields}
    for index, record in enumerate(records):
        if not isinstance(record, Map):
            what = f"a card must be a mapping, not {describe(record)}"
            fix = "write - {number: 1, …} or a block"
            diagnostics.tell(Code.CARD_MAPPING, records.place_of(index), what=what, fix=fix)
            continue
        with diagnostics.collected():
            count = _copies(record, copies)
            for values in _combinations(record, MOST_CARDS - len(found)):
                if by_name:
                    values = from_cells(record, values, by_name)
                    _check(record, values, by_name, diagnostics)
                    values = {name: values.get(name) for name in by_name}
                found.append((record, values, count))
    if not found and diagnostics.told == before:
        diagnostics.tell(Code.DECK_EMPTY, place, what=f"{deck} has no cards", fix="add a card, or delete the deck")
    if diagnostics.told == before:
        _tell_repeated([(record, values) for record, values, _ in found if "each" not in record], diagnostics)
    labels = _labels(deck, [values for _, values, _ in found])
    return tuple(
        Card.model_construct(
            deck=deck, values=values, copies=count, place=record.place, number=number, label=label, source=record
        )
        for number, ((record, values, count), label) in enumerate(zip(found, labels, strict=True), 1)
    )


def _tell_repeated(found: Sequence[tuple[Map, dict[str, Any]]], diagnostics: Diagnostics) -> None:
    """Tell of cards that are written more than once, at the first that is written again."""
    written: dict[str, list[Map]] = {}
    for record, values in found:
        written.setdefault(repr(values), []).append(record)
    repeated = [records for records in written.values() if len(records) > 1]
    if repeated:
        lines = [", ".join(str(record.place.line) for record in records) for records in repeated]
        more = f" and {len(lines) - MOST_NAMED} more" if len(lines) > MOST_NAMED else ""
        what = f"cards are written more than once: in lines {'; '.join(lines[:MOST_NAMED])}{more}"
        fix = "delete what was pasted twice; if there are several of a card, write it once with copies"
        diagnostics.tell(Code.CARDS_REPEATED, min(records[1].place for records in repeated), what=what, fix=fix)


MOST_ALONE = 0.9
"""Of the cards of a deck that are told apart by some fields, from how many on these are the names of cards, so that a
name that is written twice changes that of no other card."""

_TELLING = ("id", "number", "name", "title", "value")


def _labels(deck: str, cards: Sequence[dict[str, Any]]) -> list[str]:
    """A name for each card: the deck and the fewest fields that tell it from the others."""
    if not cards:
        return []
    simple = [k for k, v in cards[0].items() if isinstance(v, str | int) and not isinstance(v, bool)]
    keys = sorted(simple, key=lambda key: _TELLING.index(key) if key in _TELLING else len(_TELLING))
    names = [str(number) for number in range(1, len(cards) + 1)]
    alike = list(range(len(cards)))
    for count in range(1, len(keys) + 1):
        chosen = [key for key in simple if key in keys[:count]]
        for index in alike:
            names[index] = " ".join(str(cards[index][key]) for key in chosen if cards[index].get(key) is not None)
        times = Counter(names)
        if sum(times[name] == 1 for name in names) >= MOST_ALONE * len(cards):
            alike = [index for index in alike if times[names[index]] > 1]
    seen: dict[str, int] = {}
    for index, name in enumerate(names):
        seen[name] = seen.get(name, 0) + 1
        names[index] = f"{deck} {name}" if seen[name] == 1 else f"{deck} {name} ({seen[name]})"
    return names


def _copies(record: Map, otherwise: int) -> int:
    copies = record.get("copies", otherwise)
    if isinstance(copies, bool) or not isinstance(copies, int) or not 0 <= copies <= 1000:
        what = f"copies is {describe(copies)}, must be a whole number from 0 to 1000"
        meant = _DECIMALS.fullmatch(str(copies))
        fix = f"write {meant[1]}" if meant else "write a number, like 2" if record.header else "write copies: 2"
        raise Fault(Code.CARD_COPIES, record.place_of("copies"), what=what, fix=fix)
    return copies


def _combinations(record: Map, most: int) -> Iterator[dict[str, Any]]:
    """The record's values, once, or once for each combination of the lists under ``each``."""
    constant = {key: value for key, value in record.items() if key not in _RESERVED}
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
                Code.DECK_EACH, each.place_of_key(name), what=f"{name} is given beside each too", fix="keep one"
            )
    choices = [_choices(each, name) for name in each]
    if math.prod(map(len, choices)) > most:
        what = f"the combinations make more than {MOST_CARDS:,} cards"
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
    each = record.get("each")
    meant: set[str | None] = set()
    for name, value in values.items():
        holder = each if isinstance(each, Map) and name in each else record
        if name not in fields:
            is_count = record.header and COPIES not in record.header and is_likely(name)
            fix = f"rename it {COPIES}, or name it in fields:" if is_count else suggest(name, [*fields, *_RESERVED])
            what = f"unknown {'column' if record.header else 'key'} {name}"
            meant.add(nearest(name, [*fields, *_RESERVED]))
            diagnostics.tell(Code.UNKNOWN_KEY, holder.place_of_key(name), what=what, fix=fix)
            continue
        if is_dynamic(value) and not fields[name].is_translated:
            what = f"{name} has an expression in it, and only texts may"
            fix = f"write the value itself, or name the field in fields: {name}: text"
            diagnostics.tell(Code.CARD_VALUE, holder.place_of(name), what=what, fix=fix)
        try:
            fields[name].check(value)
        except Mistake as mistake:
            if name in record.header and fields[name].kind == "number" and DECIMAL_COMMA.fullmatch(str(value)):
                what, fix = f"numbers of {name} have commas", "write 2.5, or save the table with semicolons"
                why = "commas part the columns of this table"
                diagnostics.tell(Code.CARD_VALUE, record.header[name], what=what, why=why, fix=fix)
                continue
            code = Code.CARD_RANGE if fields[name].numbers and type(value) is int else Code.CARD_VALUE
            fix = mistake.fix if not record.header else _fix_in_table(value, fields[name], mistake)
            if record.header and WITH_THOUSANDS.fullmatch(str(value)):
                number = str(value).replace(".", "")
                number = number if record.delimiter != "," else number.replace(",", ".")
                fix = f"write {number}, without points between thousands"
            diagnostics.tell(code, holder.place_of(name), what=f"{name} {mistake.what}", fix=fix)
    for name, field in fields.items():
        if name not in values and name not in meant and not field.optional:
            what, place = f"the card has no {name}", record.place
            if record.header and name not in record.header:
                first = next(iter(record.header.values()))
                what, place = f"the table has no column {name}", Place(first.file, first.line, 1)
            fix = f"add {name}, {field.wanted}; or write {name}?: in fields, if cards may have none"
            diagnostics.tell(Code.MISSING_KEY, place, what=what, fix=fix)


def _fix_in_table(value: Any, field: CardField, mistake: Mistake) -> str:
    """How a cell is mended: neither quotes nor brackets help in a spreadsheet."""
    if field.kind == "flag":
        return "write true, yes, x or 1; or false, no or 0"
    if not isinstance(value, str) and FIELD_KINDS[field.kind].takes(""):
        return "format the cell as text, and type it again as it is to be shown"
    return mistake.fix
