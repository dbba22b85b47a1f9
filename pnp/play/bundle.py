"""Cards, picks and other values of a table → what people call them, in any language of the game.

Examples name cards and picks by the same words as traces do, in the game's source language.

What a process needs to play a game: plain values only, so that it can be sent to any process or machine.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pnp.core.codes import Code
from pnp.play.bots import USUAL_BOTS
from pnp.play.table import PlayingCard

if TYPE_CHECKING:
    from pnp.project.play import Telling, When

_PART = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True)
class Names:
    """How things are called.

    Attributes:
        words: By the names that rules use: piles, values of the table, picks, ends.
        cards: What a card is called, by deck and source name; a card that is not here keeps its source name.
        seats: Who sits at the table; where nobody is named, words["seat"] with a number.
        language: Of the words.
        measures: Of each measure of the report its name and its unit.
        texts: The game's other words by name, for what has none here.
        title: The game's title.
    """

    words: Mapping[str, str] = field(default_factory=dict)
    cards: Mapping[tuple[str, str], str] = field(default_factory=dict)
    seats: Sequence[str] = ()
    language: str = "en"
    measures: Sequence[tuple[str, str]] = ()
    texts: Mapping[str, str] = field(default_factory=dict)
    title: str = ""

    def word(self, name: str) -> str:
        """A name of the rules as a word."""
        return self.words.get(name) or name.replace("_", " ")

    def seat(self, seat: int) -> str:
        """Who sits there."""
        if seat < len(self.seats):
            return self.seats[seat]
        return (self.words.get("seat") or "Seat {n}").replace("{n}", str(seat + 1))

    def card(self, card: PlayingCard) -> str:
        """A card's name."""
        return self.cards.get(card._face, card._name)

    def of(self, value: Any) -> str:
        """A card, a pick, or a value of the table."""
        if isinstance(value, PlayingCard):
            return self.card(value)
        if isinstance(value, bool):
            return self.word("yes" if value else "no")
        if value is None:
            return self.word("none")
        if isinstance(value, str):
            return self.word(value)
        if isinstance(value, tuple) and hasattr(value, "_fields"):
            return self._pick(value)
        if isinstance(value, Mapping):
            return ", ".join(f"{self.of(key)} {self.of(entry)}" for key, entry in value.items())
        if isinstance(value, list | tuple | set | frozenset):
            return ", ".join(map(self.of, value)) or "–"
        return str(value)

    def _pick(self, pick: Any) -> str:
        """A pick of several parts: by the text of its class's name, with {parts} in it, else its parts in order."""
        parts = {name: self.of(getattr(pick, name)) for name in pick._fields}
        text = self.words.get(type(pick).__name__)
        if text is None:
            return " ".join(parts.values()) or self.word(type(pick).__name__.lower())
        return _PART.sub(lambda match: parts.get(match[1], match[0]), text)


Bounds = tuple[float, float]


@dataclass(frozen=True)
class CardRecord:
    """One face of a deck.

    Attributes:
        name: What people call it, in the game's source language.
        values: The fields of its record, and label, copies, place as expressions see them.
        fields: The names of the record's own fields.
    """

    name: str
    values: Mapping[str, Any]
    fields: tuple[str, ...]
    copies: int


@dataclass(frozen=True)
class Measure:
    """What is looked at in every simulated game.

    Attributes:
        source: The expression.
        tell: How a report describes it.
        at: When it is looked at.
        when: Another; only where it is true is the measure looked at.
    """

    source: str
    tell: Telling
    at: When
    when: str | None = None


@dataclass(frozen=True)
class GameBundle:
    """A game ready to be played anywhere.

    Attributes:
        game: Its name.
        players: The numbers of players it is for.
        facts: The facts of game.yaml.
        decks: The faces by deck.
        rules: The text of rules.py.
        rules_file: Its path in the project.
        bots: The text of bots.py; empty without one.
        bots_file: Its path in the project.
        claims: The text of claims.py; empty without one.
        claims_file: Its path in the project.
        decisions: How many decisions a game may take.
        scores: What a player may end with; None for anything.
        about: What expressions know of the game: title, players, …
        words: The texts of ``words:``.
        usual: The bots that play where nothing else is said.
        measures: What the report of a simulation tells of this game.
        groups: For each deck the fields by which its cards are told together: choices, and short ranges.
    """

    game: str
    players: tuple[int, ...]
    facts: Mapping[str, Any]
    decks: Mapping[str, tuple[CardRecord, ...]]
    rules: str
    rules_file: str
    bots: str = ""
    bots_file: str = ""
    claims: str = ""
    claims_file: str = ""
    decisions: Bounds = (1, 10_000)
    scores: Bounds | None = None
    about: Mapping[str, Any] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)
    usual: tuple[str, ...] = USUAL_BOTS
    measures: tuple[Measure, ...] = ()
    groups: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class GameSetup:
    """Which game is played: enough to play it again.

    Attributes:
        players: How many.
        seed: What chance is drawn from: "7:31".
        bots: Who plays, seat by seat, again from the first where there are more seats.
        options: Values of the table set before the game, as variants in play, and facts that differ from the game's.
        is_turning: Whether bots change places from game to game, so that none has the better seat or neighbour.
    """

    players: int
    seed: str
    bots: tuple[str, ...] = USUAL_BOTS
    options: Mapping[str, Any] = field(default_factory=dict)
    is_turning: bool = False

    def game(self, number: int) -> GameSetup:
        """One of many games with this sitting's seed: "7:31"."""
        return GameSetup(self.players, f"{self.seed}:{number}", self.bots, self.options, self.is_turning)

    def line_up(self) -> tuple[str, ...]:
        """The bot on each seat.

        In turning, bots move on by a seat from game to game; bots without one come in by turns. When all were
        everywhere, the order of those after the first changes, until there were all orders.
        """
        if len(self.bots) == 1:
            return self.bots * self.players
        seats, number = range(self.players), self.seed.rpartition(":")[2]
        ring = self.bots if len(self.bots) > self.players else [self.bots[seat % len(self.bots)] for seat in seats]
        if self.is_turning and number.isdecimal():
            turn, step = divmod(int(number), len(ring))
            ring = [ring[0], *_order(ring[1:], turn)]
            return tuple([ring[(seat - step) % len(ring)] for seat in seats])
        return tuple(ring[: self.players])

    def command(self, game: str, tape: tuple[int, ...] | None = None) -> str:
        """The command that plays it again, by a tape of picks where there is one."""
        bots = "" if self.bots == USUAL_BOTS else f" --bots {','.join(self.bots)}"
        bots += " --fixed-seats" if len(self.bots) > 1 and not self.is_turning else ""
        options = "".join(f" --set {name}={shown_option(value)}" for name, value in self.options.items())
        picks = "" if tape is None else f" --picks {','.join(map(str, tape)) or '0'}"
        return f"pnp simulate {game} --players {self.players}{bots}{options} --seed {self.seed}{picks} --trace"


def _order(items: Sequence[str], number: int) -> Iterator[str]:
    """One of all orders, by number; the first item changes most often."""
    rest = list(items)
    while rest:
        number, place = divmod(number, len(rest))
        yield rest.pop(place)


def shown_option(value: Any) -> str:
    """A fact or a value of the table as it is written on the command line."""
    if isinstance(value, list | tuple):
        return ",".join(map(shown_option, value)) + ("," if len(value) < 2 else "")
    return str(value).lower() if isinstance(value, bool) else str(value)


@dataclass(frozen=True)
class Failure:
    """Rules, a bot, a bound or an example has failed; a value, so that it can travel between processes.

    Attributes:
        code: Its kind.
        what: What has failed.
        file: Where in the code, a path in the project; empty for an example that the rules do not fail in.
        line: Counted from 1; 0 for the file as a whole.
        sitting: The game in which; None when no game was played.
        decision: How many decisions were taken before it.
        picks: The shortest tape of picks that still fails; None where there is none.
        example: The worked example that was being played, where one was.
        path: Keys and indexes that lead from the example to what is wrong with it.
        is_hang: Whether it did not come to an end; others of its game would not, either.
    """

    code: Code
    what: str
    file: str = ""
    line: int = 0
    why: str = ""
    fix: str = ""
    sitting: GameSetup | None = None
    decision: int = 0
    picks: tuple[int, ...] | None = None
    example: str = ""
    path: tuple[str | int, ...] = ()
    is_hang: bool = False


class Broken(Exception):
    """Carries a Failure out of a game that cannot go on."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.what)
        self.failure = failure

    def __reduce__(self) -> tuple[type[Broken], tuple[Failure]]:
        return Broken, (self.failure,)
