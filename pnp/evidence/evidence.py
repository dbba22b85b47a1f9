"""What playing a game has shown, and how a failure of its code is told."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from pnp.diagnostics import Code, Diagnostic, Place, counted
from pnp.evidence.judge import Judgement
from pnp.model.game import Game
from pnp.rules.claims.batch import Looks
from pnp.rules.examples.coverage import Coverage
from pnp.rules.play.kit import Failure, Sitting
from pnp.source.tree import locate

MOST_PICKS = 60
"""Picks in a command; a game that needs more is played again by its bots."""


@dataclass
class Evidence:
    """What playing a game has shown.

    Attributes:
        games: How many were played.
        failed: Worked examples that do not come out as written.
        coverage: Of rules.py by the worked examples; None where they were not played.
        judgements: By the claim's number.
        seen: What was seen of each claim, by number of players.
        unclear: Claims whose test cannot be worked out.
        decisions: How many there were, and in how many games of the usual bots, by number of players.
        rules: Looks up where in rules.py the rule of each claim stands, by the claim's words.
        failures: Where which failures were told already: one spoils all kinds of games.
    """

    game: Game
    games: int = 0
    failed: frozenset[str] = frozenset()
    coverage: Coverage | None = None
    judgements: dict[int, Judgement] = field(default_factory=dict)
    seen: dict[int, dict[int, Looks]] = field(default_factory=dict)
    unclear: set[int] = field(default_factory=set)
    decisions: dict[int, tuple[int, int]] = field(default_factory=dict)
    rules: Callable[[], Mapping[str, list[str]]] = dict
    failures: set[tuple[Place, Code]] = field(default_factory=set)


def failure_diagnostic(failure: Failure, game: Game) -> Diagnostic:
    """A failure as a fault: of an example where that is written, of a game with the command that plays it again."""
    if failure.example:
        return _of_example(failure, game)
    why, fix = failure.why, failure.fix
    if failure.sitting is not None:
        at = f" at decision {failure.decision + 1}" if failure.decision else ""
        why = f"{why + '; ' if why else ''}{who(failure.sitting)}{at}"
        picks = failure.picks if failure.picks is None or len(failure.picks) <= MOST_PICKS else None
        again = f"see it with {failure.sitting.command(game.name, picks)}"
        fix = f"{fix}; {again}" if fix else again
    place = Place(failure.file, failure.line, 1 if failure.line else 0)
    if failure.code == Code.REPORT_VALUE:
        number, *_ = failure.path
        place = game.source["report"][number].place_of("value")
    return Diagnostic(code=failure.code, place=place, what=failure.what, why=why, fix=fix)


def _of_example(failure: Failure, game: Game) -> Diagnostic:
    place = locate(game.examples_source, (failure.example, *failure.path))
    what = f"{failure.example}: {failure.what}"
    if failure.file:
        what += f" ({failure.file}:{failure.line})" if failure.line else f" ({failure.file})"
    return Diagnostic(code=failure.code, place=place, what=what, why=failure.why, fix=failure.fix)


def who(sitting: Sitting) -> str:
    """Which game it is, for people."""
    bots = ", ".join(sitting.bots)
    return f"{counted(sitting.players, 'player')} ({bots}), seed {sitting.seed}"
