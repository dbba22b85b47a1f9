"""A Program and a setup → a game that its caller plays pick by pick, with chance that the caller may draw, too.

Chance that is drawn outcome by outcome makes a game tree: a shuffle draws its cards one by one, and a die is one draw.
Nothing copies a game; a copy is the same game played again from its picks.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import replace
from typing import Any

from pnp.core.codes import Code
from pnp.core.diagnostics import counted
from pnp.play.cards import PlayingCard
from pnp.play.decisions import by_seat
from pnp.play.game_bundle import Failure, GameBroken, GameSetup
from pnp.play.game_code import Program
from pnp.play.game_loop import Interrupted, PlayedGame, checked_end, with_failures
from pnp.play.history import History, TableState
from pnp.play.table import End, Table
from pnp.play.testing.invariants import check_choices

Draw = Callable[[Sequence[int]], int]
"""Returns the number of an outcome of chance; takes the weight of each outcome, a whole number."""


class NotDrawn(Interrupted):
    """The rules call ``table.random()``, whose outcomes cannot be listed; ``shuffled`` and ``roll`` can be drawn."""


class DrawnChance:
    """The chance of a game whose caller draws it."""

    def __init__(self, draw: Draw) -> None:
        self.draw = draw

    def __call__(self) -> float:
        """Refuse to draw a real number, as its outcomes cannot be listed.

        Raises:
            NotDrawn: Always.
        """
        raise NotDrawn("the rules draw a number by table.random(), not a card or a die")


def with_drawn_chance(program: Program) -> Program:
    """Return a game that must be played with a DrawnChance; it asks for one outcome at a time.

    Equal cards, such as two copies of a face, are one outcome with a larger weight. A shuffle draws the top card
    first, so that what depends on a few cards depends on a few draws.
    """

    class DrawnTable(program.table):  # type: ignore[name-defined,misc]
        def shuffled(self, cards: Any) -> list[Any]:
            rest, order = list(cards), list[Any]()
            if any(isinstance(card, PlayingCard) for card in rest):
                self.turn_down(*rest)
                self.hide(*rest)
            while rest:
                kinds: dict[Any, list[Any]] = {}
                for card in rest:
                    kinds.setdefault(card._face if isinstance(card, PlayingCard) else card, []).append(card)
                if len(kinds) == 1:
                    break
                alike = list(kinds.values())
                card = alike[self.random.draw([len(cards) for cards in alike])][0]
                rest.remove(card)
                order.append(card)
            return rest + order[::-1]

        def roll(self, sides: int = 6) -> int:
            return int(self.random.draw([1] * sides)) + 1

    DrawnTable.__name__ = program.table.__name__
    return replace(program, table=DrawnTable)


class SteppedGame:
    """A game in play.

    Attributes:
        table: The table, hidden cards included.
        history: What has happened; None if no player reads it.
        asked: The seats that have to pick now, in order; of several that pick at once, those that have not yet.
        end: The end of the game; None before that.
        decisions: How many decisions were made.
    """

    def __init__(
        self, program: Program, setup: GameSetup, random: Callable[[], float], *, keeps_history: bool = False
    ) -> None:
        """Begin a game.

        Args:
            program: The game; if the caller draws chance, that of ``with_drawn_chance``.
            setup: The number of players, and values set before the game.
            random: Its chance: random numbers from 0 up to 1, or a DrawnChance.
            keeps_history: Whether players can read what has happened.

        Raises:
            GameBroken: The rules have failed.
        """
        self.program = program
        self.setup = setup
        self.table: Table = program.lay_table(setup.players, random, setup.values)
        self.history = History(self.table).show_players() if keeps_history else None
        self.asked: list[int] = []
        self.end: End | None = None
        self.decisions = 0
        self.rules: Any = program.parts["game"](self.table)
        self._choices: Any = None
        self._question: dict[int, Any] = {}
        self._picks: dict[int, Any] = {}
        self._played = PlayedGame(setup, self.table, rules=self.rules)
        self._go_on(None)

    def options(self, seat: int) -> Sequence[Any]:
        """Return what a seat that is asked may pick."""
        options: Sequence[Any] = self._question[seat]
        return options

    def keep_history(self, since: TableState) -> None:
        """Begin to record what happens, from the decision that is due.

        Args:
            since: The state of the table at this decision.
        """
        self.history = History(self.table)
        self.history.state = since
        self.history.drop_steps()
        self.history.on_question(self._choices)

    @property
    def question(self) -> str:
        """The name of what is asked; empty without one."""
        return str(getattr(self._choices, "name", ""))

    def pick(self, seat: int, number: int) -> None:
        """Pick an option of a seat, by its number; the game goes on after the last seat that was asked.

        Raises:
            GameBroken: The rules have failed.
        """
        self.asked.remove(seat)
        self._picks[seat] = self._question[seat][number]
        if not self.asked:
            picks: Any = {seat: self._picks[seat] for seat in self._question}
            if isinstance(self._choices, list):
                picks = list(picks.values())
            self._played.log.append(picks)
            if self.history is not None:
                self.history.on_picks(self._choices, picks)
            self._go_on(picks)

    def _go_on(self, picks: Any) -> None:
        self.decisions = len(self._played.log)
        with_failures(self.program, self._played, lambda: self._step(picks))

    def _step(self, picks: Any) -> None:
        if not isinstance(self.rules, Generator):
            what = "game asks no player: it has no yield"
            raise GameBroken(Failure(Code.RULES_YIELD, what, fix="yield what each player may choose from"))
        try:
            choices = self.rules.send(picks)
        except StopIteration as stop:
            self.end = checked_end(stop.value, self.program.bundle, self.table.players)
            if self.history is not None:
                self.history.on_end(self.end)
            return
        check_choices(choices, self.table)
        if self.decisions >= self.program.bundle.decisions[1]:
            what = f"the game goes on after {counted(self.decisions, 'decision')}"
            raise GameBroken(Failure(Code.RULES_LENGTH, what, why="decisions: in game.yaml gives the most"))
        self._choices, self._picks = choices, {}
        self._question = dict(by_seat(choices))
        self.asked = list(self._question)
        if self.history is not None:
            self.history.on_choices(choices)
