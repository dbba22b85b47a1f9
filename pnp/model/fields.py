"""What a deck says about its cards' fields: kinds of values, and the check of one value against its kind."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from pnp.diagnostics import Mistake, suggest
from pnp.model.values import describe, parse_range


@dataclass(frozen=True, slots=True)
class FieldKind:
    """One field of a deck's cards.

    Attributes:
        name: The key in the cards' records.
        kind: integer, number, text (translated), word (not translated), flag, choice or list.
        optional: Whether a card may leave it out; it is None then.
        numbers: Integers allowed, if limited.
        choices: Words or numbers allowed in a choice, or in a list.
    """

    name: str
    kind: str
    optional: bool = False
    numbers: tuple[int, ...] = ()
    choices: tuple[str | int, ...] = ()

    @property
    def is_translated(self) -> bool:
        """Whether the field's values are texts for the catalogues."""
        return self.kind == "text"

    def check(self, value: Any) -> None:
        """Do nothing for a value that the field takes.

        Raises:
            Mistake: It does not take it.
        """
        if value is None and not self.optional:
            raise Mistake("is empty", f"give it {self.wanted}")
        if value is None:
            return
        if self.kind == "list" and not isinstance(value, list):
            raise Mistake(f"is {describe(value)}, must be a list", "put it in brackets: [ … ]")
        if self.kind in ("list", "choice"):
            for entry in value if self.kind == "list" else [value]:
                self._check_choice(entry)
            return
        is_right = {
            "integer": isinstance(value, int) and not isinstance(value, bool),
            "number": isinstance(value, int | float) and not isinstance(value, bool),
            "flag": isinstance(value, bool),
            "text": isinstance(value, str),
            "word": isinstance(value, str),
        }[self.kind]
        if not is_right:
            quotes = self.kind in ("text", "word") and isinstance(value, int | float | bool)
            fix = f'write "{str(value).lower()}" in quotes' if quotes else f"give it {self.wanted}"
            raise Mistake(f"is {describe(value)}, must be {self.wanted}", fix)
        if self.numbers and value not in self.numbers:
            raise Mistake(f"is {value}, must be {self.wanted}", "correct it, or widen the field's range in game.yaml")

    def _check_choice(self, value: Any) -> None:
        if self.choices and (value not in self.choices or isinstance(value, bool)):
            words = [str(choice) for choice in self.choices]
            raise Mistake(f"is {describe(value)}, not one of {', '.join(words)}", suggest(str(value), words))

    @property
    def wanted(self) -> str:
        """The kind in words."""
        if self.numbers:
            return f"{self.numbers[0]} to {self.numbers[-1]}"
        names = {"integer": "a whole number", "number": "a number", "flag": "true or false", "list": "a list"}
        return names.get(self.kind, "a text")


KINDS = ("integer", "number", "text", "word", "flag", "list")
_INTEGER_RANGE = re.compile(r"-?\d+\.\.-?\d+")


def parse_field(name: str, written: Any) -> FieldKind:
    """A field as written in game.yaml.

    ``chilies: 1..3`` whole numbers in a range · ``colour: [green, orange]`` one of these · ``name: text`` translated ·
    ``id: word`` · ``price: number`` · ``used: flag`` · ``tags: {list: [3P, 4P]}`` · a name with ? may be left out.

    Raises:
        Mistake: It is none of these.
    """
    optional = name.endswith("?")
    name = name.removesuffix("?")
    if isinstance(written, str) and written in KINDS:
        return FieldKind(name, written, optional)
    if isinstance(written, str) and _INTEGER_RANGE.fullmatch(written):
        return FieldKind(name, "integer", optional, numbers=parse_range(written))
    if isinstance(written, list) and written:
        return FieldKind(name, "choice", optional, choices=tuple(written))
    allowed = written["list"] if isinstance(written, dict) and set(written) == {"list"} else None
    if isinstance(allowed, list):
        return FieldKind(name, "list", optional, choices=tuple(allowed))
    if isinstance(allowed, str) and _INTEGER_RANGE.fullmatch(allowed):
        return FieldKind(name, "list", optional, choices=parse_range(allowed))
    what = f"a field is a range like 1..3, a list of choices, {{list: [...]}} or one of {', '.join(KINDS)}"
    raise Mistake(f"{what}, not {describe(written)}", suggest(str(written), KINDS))
