"""The measures of a game and its simulated games → counts in a tally: what the designer wants to know of each game.

What is looked at in the course of a game is looked at in some games only; what is looked at in the end, in all.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pnp.diagnostics import Code
from pnp.rules.claims.look import Looker
from pnp.rules.claims.moment import Moment
from pnp.rules.claims.question import Expression, Question, Tests, UnclearError, question
from pnp.rules.claims.values import claim_scope
from pnp.rules.play.driver import Played
from pnp.rules.play.kit import Broken, Failure, Kit, Measure, Sitting
from pnp.rules.play.table import Table
from pnp.rules.simulation.tally import PARTS, Tally

EVERY = 19
"""Every so many games the course of one is looked at. A prime, as for Offers."""


class Measuring:
    """Measures the games of a block."""

    def __init__(self, kit: Kit, sitting: Sitting, tally: Tally) -> None:
        """Make one that adds to a tally, which has a place for each measure.

        Args:
            kit: The game, with its measures.
            sitting: Who plays, and the facts that are other than the game's.
            tally: What is counted.
        """
        facts = {name: value for name, value in sitting.options.items() if name in kit.facts}
        self._scope = {**claim_scope(kit), **facts}
        self._tally = tally
        self._measured = [_Measured(number, measure, kit) for number, measure in enumerate(kit.measures)]
        self._in_the_end = [one for one in self._measured if one.at == "end"]
        self._has_course = len(self._in_the_end) < len(self._measured)
        self._end = Moment(self._scope)

    def begin(self, number: int, sitting: Sitting) -> Looker | None:
        """What looks on while a game is played; None where nobody does."""
        if not self._has_course or number % EVERY:
            return None
        for one in self._measured:
            one.begin()
        return Looker(sitting, self._measured, self._scope)

    def finish(self, played: Played, looker: Looker | None) -> None:
        """Add a game that came to its end.

        Raises:
            Broken: A measure cannot be worked out.
        """
        if looker is not None:
            looker.at_end(played)
        elif self._in_the_end:
            self._end.come(played.table, len(played.log), end=played.end)
            for one in self._in_the_end:
                one.begin()
                one.look(self._end, played.sitting, len(played.log))
        why = played.end.why if played.end else ""
        for one in self._measured if looker is not None else self._in_the_end:
            one.add(self._tally, len(played.log), why)


def watching(looker: Looker | None, table: Table) -> Sequence[Looker]:
    """A looker, at its table."""
    return [] if looker is None else [looker.at(table)]


class _Measured:
    """A measure in one game after another."""

    def __init__(self, number: int, measure: Measure, kit: Kit) -> None:
        self.number = number
        self.measure = measure
        self.at = measure.at
        self.expression = Expression(measure.source)
        self.condition = question(measure.when, Tests(), kit) if measure.when else None
        self.questions: Sequence[Question] = [self.expression, *([self.condition] if self.condition else [])]
        self.wants_options = any("options" in one.reads.names for one in self.questions)
        self.begin()

    def begin(self) -> None:
        """Forget the game before."""
        self.seen: list[tuple[int, int]] = []  # decisions and values

    def look(self, moment: Moment, sitting: Sitting, decision: int) -> None:
        """Remember what the measure comes to now."""
        try:
            if self.condition is not None and not self.condition.is_true(moment):
                return
            value = self.expression.value(moment)
        except UnclearError as unclear:
            raise self._broken(unclear.failure.what, sitting, unclear.failure.fix) from None
        for entry in value if isinstance(value, list | tuple) else (value,):
            self.seen.append((decision, self._whole(entry, sitting)))

    def _whole(self, value: Any, sitting: Sitting) -> int:
        if isinstance(value, bool) or (self.measure.tell != "share" and isinstance(value, int)):
            return int(value)
        if self.measure.tell != "share" and isinstance(value, float) and value.is_integer():
            return int(value)
        wanted = "true or false" if self.measure.tell == "share" else "a whole number, or true or false"
        raise self._broken(
            f"it comes to {value!r}, not to {wanted}",
            sitting,
            "compare it" if self.measure.tell == "share" else "round it",
        )

    def _broken(self, what: str, sitting: Sitting, fix: str = "") -> Broken:
        return Broken(Failure(Code.REPORT_VALUE, what, fix=fix, sitting=sitting, path=(self.number,)))

    def add(self, tally: Tally, decisions: int, why: str) -> None:
        """Count what was seen of a game."""
        if not self.seen:
            return
        counted, tell = tally.measured[self.number], self.measure.tell
        for decision, value in self.seen:
            key: str | int = 0
            if tell == "curve":
                key = max(decision - 1, 0) * PARTS // max(decisions, 1)
            elif tell == "ending":
                key = why
            counted[key, value] += 1
        tally.measured_games[self.number][len(self.seen), sum(value for _, value in self.seen)] += 1
