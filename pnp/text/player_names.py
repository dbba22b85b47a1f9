"""A game's worked examples and a catalogue → the examples, whose players' names are printed as in the language.

In expressions a name keeps its value from examples.yaml: it is compared and looked up by that. Only when it is printed
does its translation appear, so expressions are the same in all languages.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, SupportsIndex

from pnp.core.diagnostics import Place
from pnp.project.game import Game
from pnp.project.tree import Map, Seq
from pnp.text.catalogue import NAMES_CONTEXT, Catalogue, Message


class PrintedName(str):
    """A player's name that is printed differently: エマ for Emma."""

    printed: str

    def __new__(cls, name: str, printed: str) -> PrintedName:
        """Return a name with the form in which it is printed."""
        made = super().__new__(cls, name)
        made.printed = printed
        return made

    def __getnewargs__(self) -> tuple[str, str]:  # type: ignore[override]  # a second argument of __new__
        """Return the arguments with which pickle makes a copy."""
        return str.__str__(self), self.printed

    def __str__(self) -> str:
        """Return the name as it is printed."""
        return self.printed

    def __format__(self, format_spec: str) -> str:
        """Return the name as it is printed, with the width of a format."""
        return format(self.printed, format_spec)

    def __add__(self, behind: str) -> str:
        """Return the name as it is printed, followed by a text."""
        return self.printed + behind

    def __radd__(self, before: str) -> str:
        """Return the name as it is printed, preceded by a text."""
        return before + self.printed

    def __getitem__(self, key: SupportsIndex | slice) -> str:
        """Return a letter or a slice of the printed name."""
        return self.printed[key]

    def upper(self) -> str:
        """Return the name as it is printed, in capitals."""
        return self.printed.upper()

    def lower(self) -> str:
        """Return the name as it is printed, in small letters."""
        return self.printed.lower()

    def title(self) -> str:
        """Return the name as it is printed, each word with a capital letter."""
        return self.printed.title()

    def capitalize(self) -> str:
        """Return the name as it is printed, with a capital first letter."""
        return self.printed.capitalize()

    def strip(self, characters: str | None = None, /) -> str:
        """Return the name as it is printed, without white space at its ends."""
        return self.printed.strip(characters)


def player_names(game: Game) -> list[str]:
    """List the names of the players in a game's examples, each once."""
    return list(dict.fromkeys(name for example in game.examples.values() for name in example.seats or ()))


def name_messages(game: Game) -> list[Message]:
    """Return a message for each player's name, at its first place. A name needs no translation."""
    places: dict[str, Place] = {}
    for name, example in game.examples.items():
        tree = game.examples_source[name]
        seats = tree.get("seats")
        for index, player in enumerate(example.seats or ()):
            place = seats.place_of(index) if isinstance(seats, Seq) else tree.place_of("seats")
            places.setdefault(player, place)
    note = "name of a player in examples"
    return [Message(player, None, (place,), note, (NAMES_CONTEXT,)) for player, place in places.items()]


def with_printed_names(game: Game, catalogue: Catalogue) -> Game:
    """Return a game in whose examples and facts players' names are printed as a catalogue translates them.

    A name without a translation is printed as it is.
    """
    translations = {name: catalogue.get(name, NAMES_CONTEXT) or name for name in player_names(game)}
    names = {
        name: PrintedName(name, printed)
        for name, printed in translations.items()
        if str(printed) != name or hasattr(printed, "forms")
    }
    if not names:
        return game
    facts = {name: _named(value, names) for name, value in game.head.facts.items()}
    head = game.head.model_copy(update={"facts": facts})
    return game.model_copy(update={"head": head, "examples_source": _named(game.examples_source, names)})


def _named(value: Any, names: Mapping[str, str]) -> Any:
    """Return a value in which the given names are replaced, as values and as keys."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, Map):
        mapping = Map(value.file, value.at)
        for key, entry in value.items():
            mapping[names.get(key, key)] = _named(entry, names)
            mapping.origins[key] = value.origins.get(key, value)
        return mapping
    if isinstance(value, dict):
        return {names.get(key, key): _named(entry, names) for key, entry in value.items()}
    if isinstance(value, Seq):
        sequence = Seq(value.file, value.at)
        sequence.extend(_named(entry, names) for entry in value)
        sequence.items_at = value.items_at
        return sequence
    if isinstance(value, list | tuple):
        return type(value)(_named(entry, names) for entry in value)
    return value
