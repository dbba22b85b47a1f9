"""Games of one kind that are played together, and what was seen in them of each claim: values that travel."""

from __future__ import annotations

from dataclasses import dataclass, field

from pnp.rules.claims.boundary import Nearest
from pnp.rules.play.kit import Failure, Sitting


@dataclass(frozen=True)
class GameTest:
    """A claim to be looked at while games are played.

    Attributes:
        number: Its number in the file, from 0.
        source: The expression, or the name of a function of claims.py.
        at: start, decision, pick or end.
        when: Another; only where it is true is the claim looked at.
        decides: What makes the first look that decides it: True for a witness, False for a counter-example.
        games: In how many games to look.
    """

    number: int
    source: str
    at: str
    when: str | None
    decides: bool
    games: int


@dataclass(frozen=True)
class Batch:
    """Games of one kind, and what is looked at in them.

    Attributes:
        sitting: Who plays, with the seed of them all.
        games: How many to play.
    """

    sitting: Sitting
    games: int
    tests: tuple[GameTest, ...] = ()


@dataclass
class Looks:
    """What was seen of one test in some games.

    Attributes:
        looks: How often it was looked at.
        true: How often it was true.
        games: In how many games it was looked at.
        true_games: In how many of them it was true at some look.
        first: The game that first decides it, and at which decision.
        shown: What the cards and values in the expression were, then.
        nearest: How near its comparisons of numbers came to their boundaries.
    """

    looks: int = 0
    true: int = 0
    games: int = 0
    true_games: int = 0
    first: tuple[Sitting, int] | None = None
    shown: str = ""
    nearest: Nearest = field(default_factory=dict)

    def add(self, other: Looks) -> None:
        """Add what was seen in later games."""
        self.looks += other.looks
        self.true += other.true
        self.games += other.games
        self.true_games += other.true_games
        for written, apart in other.nearest.items():
            self.nearest[written] = min(apart, self.nearest.get(written, apart))
        if self.first is None:
            self.first, self.shown = other.first, other.shown


@dataclass
class BatchLooks:
    """What was seen in the games of a batch.

    Attributes:
        tests: By the test's number.
        wrong: Tests that cannot be worked out, by number, and what fails.
        decisions: How many there were in all games together.
    """

    tests: dict[int, Looks] = field(default_factory=dict)
    wrong: list[tuple[int, Failure]] = field(default_factory=list)
    decisions: int = 0
