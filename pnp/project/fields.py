"""A deck's ``fields:`` → CardFields, which check values; and the cells of a table → values of the fields' kinds.

A cell is a text. A text field keeps it, a list field splits it, and a flag accepts the usual words for true and false.
A cell that does not suit its field is kept as it is, and the field's check reports it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pnp.core.diagnostics import Mistake, suggest
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.patterns import lazy_pattern
from pnp.project import forms
from pnp.project.table import cell_value
from pnp.project.tree import Map
from pnp.project.values import describe, parse_range, whole_number_in


@frozen_dataclass(slots=True)
class FieldKind:
    """A kind of value.

    Attributes:
        words: What messages call a value of this kind.
        takes: Returns whether a value is of this kind.
        is_translated: Whether the value is a text for the catalogues.
        is_rule: Whether the text may state a rule.
        has_entries: Whether a field's choices apply to each entry of the value.
        is_named: Whether decks write the name of the kind; for a choice they list its words instead.
    """

    words: str
    takes: Callable[[Any], bool]
    is_translated: bool = False
    is_rule: bool = True
    has_entries: bool = False
    is_named: bool = True


def _is_integer(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_flag(value: Any) -> bool:
    return isinstance(value, bool)


def _is_list(value: Any) -> bool:
    return isinstance(value, list)


def _is_anything(_value: Any) -> bool:
    return True


FIELD_KINDS: Mapping[str, FieldKind] = {
    "integer": FieldKind("a whole number", _is_integer),
    "number": FieldKind("a number", _is_number),
    "text": FieldKind("a text", _is_text, is_translated=True),
    "flavour": FieldKind("a text", _is_text, is_translated=True, is_rule=False),
    "word": FieldKind("a text", _is_text),
    "flag": FieldKind("true or false", _is_flag),
    "list": FieldKind("a list", _is_list, has_entries=True),
    "choice": FieldKind("a text", _is_anything, is_named=False),
}
"""All kinds of fields, by name. A choice accepts any value here, since its list of choices decides."""

_NAMED_KINDS = tuple(name for name, kind in FIELD_KINDS.items() if kind.is_named)


@frozen_dataclass(slots=True)
class CardField:
    """One field of a deck's cards.

    Attributes:
        name: The key in the cards' records.
        kind: One of FIELD_KINDS.
        optional: Whether a card may leave it out; it is None then.
        numbers: The integers that are allowed, if they are limited.
        choices: The words or numbers that are allowed in a choice or a list.
    """

    name: str
    kind: str
    optional: bool = False
    numbers: tuple[int, ...] = ()
    choices: tuple[str | int, ...] = ()

    @property
    def is_translated(self) -> bool:
        """Whether the field's values are translated."""
        return FIELD_KINDS[self.kind].is_translated

    @property
    def is_rule(self) -> bool:
        """Whether its texts may state a rule."""
        return FIELD_KINDS[self.kind].is_rule

    @property
    def stand_in(self) -> Any:
        """A value for a card that has none or a wrong one, so that this is reported once and not at each use."""
        if self.kind == "choice":
            return self.choices[0] if self.choices else ""
        return {"flag": False, "list": [], "integer": self.numbers[0] if self.numbers else 0, "number": 0}.get(
            self.kind, ""
        )

    def check(self, value: Any) -> None:
        """Check a value.

        Raises:
            Mistake: The field does not accept it.
        """
        if value is None:
            if self.optional:
                return
            raise Mistake("is empty", f"give it {self.expected}")
        if not FIELD_KINDS[self.kind].takes(value):
            raise Mistake(f"is {describe(value)}, must be {self.expected}", self._fix(value))
        if self.numbers and value not in self.numbers:
            raise Mistake(f"is {value}, must be {self.expected}", "correct it, or widen the field's range in game.yaml")
        if self.choices:
            for entry in value if FIELD_KINDS[self.kind].has_entries else [value]:
                self._check_choice(entry)

    def rank(self, value: Any) -> tuple[Any, ...]:
        """Return the sort key of a value: None first, choices in the order of their list, numbers before texts."""
        if value is None:
            return (0,)
        if value in self.choices:
            return (1, self.choices.index(value))
        if _is_number(value):
            return (1, value)
        return (2, *map(self.rank, value)) if isinstance(value, list) else (3, str(value))

    def prefers(self, alternative: Any, value: Any) -> bool:
        """Whether the field accepts an alternative to a cell's value, but not the value itself."""
        try:
            self.check(value)
        except Mistake:
            try:
                self.check(alternative)
            except Mistake:
                return False
            return True
        return False

    def _check_choice(self, value: Any) -> None:
        if value not in self.choices or isinstance(value, bool):
            words = [str(choice) for choice in self.choices]
            raise Mistake(f"is {describe(value)}, not one of {', '.join(words)}", suggest(str(value), words))

    def _fix(self, value: Any) -> str:
        """Return the fix: quotes or brackets if the value would be right with them, or the number that a text means."""
        takes = FIELD_KINDS[self.kind].takes
        number = whole_number_in(value) if self.kind == "integer" else None
        if number is not None and number in (self.numbers or (number,)):
            return f"write {number}"
        if isinstance(value, int | float) and takes(str(value)):
            return f'write "{str(value).lower()}" in quotes'
        if takes([value]):
            return "put it in brackets: [ … ]"
        return f"give it {self.expected}"

    @property
    def expected(self) -> str:
        """The values that the field accepts, in words."""
        if self.numbers:
            return f"{self.numbers[0]} to {self.numbers[-1]}"
        return FIELD_KINDS[self.kind].words


FIELD: forms.Schema = forms.any_of(
    forms.one_of(*_NAMED_KINDS),
    forms.RANGE,
    forms.list_of(forms.ANYTHING, 1),
    {
        "type": "object",
        "properties": {"list": forms.any_of(forms.RANGE, forms.list_of(forms.ANYTHING))},
        "required": ["list"],
        "additionalProperties": False,
    },
)
"""The schema of what parse_field accepts."""

_INTEGER_RANGE = lazy_pattern(r"-?\d+\.\.-?\d+")


def parse_field(name: str, declared: Any) -> CardField:
    """Return a field as declared in game.yaml.

    ``chilies: 1..3`` are whole numbers in a range, ``colour: [green, orange]`` is one of these, ``name: text`` is
    translated, ``story: flavour`` is translated and states no rule. Others are ``id: word``, ``price: number``, ``used:
    flag`` and ``tags: {list: [3P, 4P]}``. A card may leave out a field whose name ends with ?.

    Raises:
        Mistake: The declaration is none of these.
    """
    optional = name.endswith("?")
    name = name.removesuffix("?")
    if isinstance(declared, str) and declared in _NAMED_KINDS:
        return CardField(name, declared, optional)
    if isinstance(declared, str) and _INTEGER_RANGE.fullmatch(declared):
        return CardField(name, "integer", optional, numbers=parse_range(declared))
    if isinstance(declared, list) and declared:
        return CardField(name, "choice", optional, choices=tuple(declared))
    allowed = declared["list"] if isinstance(declared, dict) and set(declared) == {"list"} else None
    if isinstance(allowed, list):
        return CardField(name, "list", optional, choices=tuple(allowed))
    if isinstance(allowed, str) and _INTEGER_RANGE.fullmatch(allowed):
        return CardField(name, "list", optional, choices=parse_range(allowed))
    what = f"a field is a range like 1..3, a list of choices, {{list: [...]}} or one of {', '.join(_NAMED_KINDS)}"
    raise Mistake(f"{what}, not {describe(declared)}", suggest(str(declared), _NAMED_KINDS))


_TRUE = (
    "true",
    "yes",
    "x",
    "1",
    "wahr",
    "ja",
    "vrai",
    "oui",
    "verdadero",
    "sí",
    "vero",
    "sì",
    "waar",
    "verdadeiro",
    "sim",
)
_FALSE = ("false", "no", "0", "falsch", "nein", "faux", "non", "falso", "onwaar", "nee", "não")
_FLAGS = {**dict.fromkeys(_TRUE, True), **dict.fromkeys(_FALSE, False)}
"""Words for true and false in cells, as people and spreadsheets of several languages write them."""

DECIMAL_COMMA = lazy_pattern(r"-?[0-9]{1,99},[0-9]{1,99}")
"""A number with a decimal comma, which is accepted in tables whose cells are not separated by commas."""

WITH_THOUSANDS = lazy_pattern(r"-?[0-9]{1,3}(\.[0-9]{3}){1,33},[0-9]{1,99}")
"""A number with a decimal comma and points between thousands. It is refused, since a point is a decimal point."""

_STRONG = lazy_pattern(r"[;|\n]")


def from_cells(record: Map, values: dict[str, Any], fields: Mapping[str, CardField]) -> dict[str, Any]:
    """Return a card's values, with a table's cells converted to the kinds of their fields.

    Args:
        record: The row. A record that is not from a table has no cells, so its values are kept.
        values: The card's values by field.
        fields: The deck's fields by name.
    """
    converted = dict(values)
    for name, text in record.cells.items():
        if name in fields and name in values:
            converted[name] = _value(text, values[name], fields[name], record.delimiter)
    return converted


def value_of_cell(text: str, field: CardField) -> Any:
    """Return the value that the text of a cell stands for; a text that the field does not take is kept."""
    return _value(text, cell_value(text), field, "")


def _value(text: str, value: Any, field: CardField, delimiter: str) -> Any:
    if field.kind == "flag":
        return _FLAGS.get((text or str(value)).lower(), value)
    if field.kind == "list":
        return [_entry(part, field) for part in entries(text or str(value))]
    if delimiter != "," and DECIMAL_COMMA.fullmatch(text):
        number = float(text.replace(",", "."))
        return number if field.prefers(number, value) else value
    return text if text and type(value) is not str and field.prefers(text, value) else value


def _entry(part: str, field: CardField) -> Any:
    """Return an entry of a list: the choice as it was declared, else the value that the text stands for."""
    return part if part in field.choices else cell_value(part)


def entries(text: str) -> list[str]:
    """Split a cell into the entries of a list: at semicolons, bars or line ends, or else at commas."""
    parts = _STRONG.split(text) if _STRONG.search(text) else text.split(",")
    return [part.strip() for part in parts if part.strip()]
