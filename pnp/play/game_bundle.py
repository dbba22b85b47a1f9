"""The values that a process needs to play a game: its bundle, setup and names, and the failure that it may return.

All are plain values, so that they can be sent to any process or machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Any

from pnp.core.codes import AnyCode
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.units import whole_number

if TYPE_CHECKING:
    from pnp.project.measures import Telling, When

USUAL_BOTS: tuple[str, ...] = ("random",)
"""The bots that play if neither the game nor the user names any; the default of ``bots:`` in game.yaml."""

PERSON = "person"
"""The name that marks a person's seat among ``bots``; any other name is a bot's."""

Bounds = tuple[float, float]


@frozen_dataclass
class CardRecord:
    """One face of a deck.

    Attributes:
        name: Its name for people, in the game's source language.
        values: The fields of its record, and label, copies and place, for expressions.
        fields: The names of the record's own fields.
        copies: The number of cards with this face.
        back: A number that cards of the deck have in common if their backs do not tell them apart.
    """

    name: str
    values: Mapping[str, Any]
    fields: tuple[str, ...]
    copies: int
    back: int = 1


@frozen_dataclass
class Measure:
    """A value that is measured in simulated games.

    Attributes:
        source: The expression.
        tell: How a report describes it.
        at: When it is measured.
        when: A condition; the value is measured only if it is true. None for always.
    """

    source: str
    tell: Telling
    at: When
    when: str | None = None


@frozen_dataclass
class GameBundle:
    """A game ready to be played anywhere.

    Attributes:
        game: Its name.
        players: The numbers of players that the game is for.
        facts: The facts of game.yaml.
        decks: The faces by deck.
        rules: The text of rules.py.
        rules_file: Its path in the project.
        bots: The text of bots.py; empty without one.
        bots_file: Its path in the project.
        claims: The text of claims.py; empty without one.
        claims_file: Its path in the project.
        decisions: The least and the most decisions of a game.
        scores: The least and the highest score of a player; None for any.
        about: The values of ``game`` in expressions: title, players, …
        words: The texts of ``words:``.
        usual: The bots that play by default.
        measures: The measures of the report of a simulation.
        groups: For each deck the fields by which its cards are grouped: choices, and short ranges.
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


@frozen_dataclass
class GameSetup:
    """The players, bots, values and seed of a game: enough to play it again.

    Attributes:
        players: The number of players.
        seed: The seed of all chance: "7:31".
        bots: The bots, seat by seat, again from the first if there are more seats.
        values: Values of the table set before the game, as variants in play, and facts that differ from the game's.
        is_turning: Whether bots change places from game to game, so that none has the better seat or neighbour.
    """

    players: int
    seed: str
    bots: tuple[str, ...] = USUAL_BOTS
    values: Mapping[str, Any] = field(default_factory=dict)
    is_turning: bool = False

    def game(self, number: int) -> GameSetup:
        """Return one of many games with this setup's seed: "7:31"."""
        return GameSetup(self.players, f"{self.seed}:{number}", self.bots, self.values, self.is_turning)

    def line_up(self) -> tuple[str, ...]:
        """Return the bot on each seat.

        Turning bots move on by a seat from game to game; bots without a seat come in by turns. After every bot has sat
        everywhere, the order of those after the first changes, until all orders have been played.
        """
        if len(self.bots) == 1:
            return self.bots * self.players
        seats, number = range(self.players), self.seed.rpartition(":")[2]
        ring = self.bots if len(self.bots) > self.players else [self.bots[seat % len(self.bots)] for seat in seats]
        if self.is_turning and (value := whole_number(number)) is not None:
            turn, step = divmod(value, len(ring))
            ring = [ring[0], *_order(ring[1:], turn)]
            return tuple([ring[(seat - step) % len(ring)] for seat in seats])
        return tuple(ring[: self.players])

    def command(self, game: str, picks: tuple[int, ...] | None = None) -> str:
        """Return the command that plays this game again, by its recorded picks if there are any."""
        bots = "" if self.bots == USUAL_BOTS else f" --bots {','.join(self.bots)}"
        bots += " --fixed-seats" if len(self.bots) > 1 and not self.is_turning else ""
        options = "".join(f" --set {name}={shown_option(value)}" for name, value in self.values.items())
        recorded = "" if picks is None else f" --picks {','.join(map(str, picks)) or '0'}"
        return f"pnp simulate {game} --players {self.players}{bots}{options} --seed {self.seed}{recorded} --trace"


def _order(items: Sequence[str], number: int) -> Iterator[str]:
    """Yield the items in one of their permutations, by its number; the first item changes most often."""
    rest = list(items)
    while rest:
        number, place = divmod(number, len(rest))
        yield rest.pop(place)


def shown_option(value: Any) -> str:
    """Return a fact or a value of the table as text for the command line."""
    if isinstance(value, list | tuple):
        return ",".join(map(shown_option, value)) + ("," if len(value) < 2 else "")
    return str(value).lower() if isinstance(value, bool) else str(value)


@frozen_dataclass
class Failure:
    """A failure of rules, a bot, a bound or an example, as a value that can be sent between processes.

    Attributes:
        code: The code of its diagnostic.
        what: The message.
        file: The file of the code, a path in the project; empty for an example whose rules do not fail.
        line: The line, counted from 1; 0 for the file as a whole.
        setup: The setup of its game; None if no game was played.
        decision: The number of decisions before it.
        picks: The shortest recorded picks that still fail; None without any.
        example: The worked example that was played; empty for other games.
        path: Keys and indexes that lead from the example to the faulty value.
        seat: The seat whose bot has failed; None if no bot has.
        is_hang: Whether the game did not end, so that other games with its code would hang, too.
    """

    code: AnyCode
    what: str
    file: str = ""
    line: int = 0
    why: str = ""
    fix: str = ""
    setup: GameSetup | None = None
    decision: int = 0
    picks: tuple[int, ...] | None = None
    example: str = ""
    path: tuple[str | int, ...] = ()
    seat: int | None = None
    is_hang: bool = False


class GameBroken(Exception):
    """Carries a Failure out of a game that cannot go on."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.what)
        self.failure = failure

    def __reduce__(self) -> tuple[type[GameBroken], tuple[Failure]]:
        return GameBroken, (self.failure,)
