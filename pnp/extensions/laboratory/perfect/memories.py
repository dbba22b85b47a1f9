"""What two seats have seen happen in a game → numbers, equal if and only if they know the same."""

from __future__ import annotations

from typing import Any

from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.extensions.laboratory.information import view_of
from pnp.play.history import ALREADY_READ, History, Step, TableState
from pnp.play.table import Table
from pnp.play.testing.value_leaks import plain


@frozen_dataclass(slots=True)
class Knowledge:
    """What two seats have seen happen up to a decision.

    Attributes:
        memories: A number for each seat.
        state: The table at the decision, to go on from.
    """

    memories: tuple[int, int]
    state: TableState


class Memories:
    """Assigns numbers to what seats know: equal numbers if and only if they know the same."""

    def __init__(self) -> None:
        self._numbers: dict[Any, int] = {}

    def read(self, history: History, before: Knowledge | None) -> Knowledge:
        """Return what both seats have seen happen, and remove the new steps from the history.

        Args:
            history: The latest steps.
            before: What they had seen before these; None at the beginning.
        """
        first, second = before.memories if before else (0, 0)
        for step in history.steps:
            if step is not ALREADY_READ:
                first, second = self._after(first, history, step, 0), self._after(second, history, step, 1)
        history.drop_steps()
        return Knowledge((first, second), history.state)

    def _after(self, memory: int, history: History, step: Step, seat: int) -> int:
        view = view_of(history.table, seat) if step.dealt is not None else ()
        return self._number((memory, plain(tuple(step.events(seat))), view))

    def asked(self, memory: int, table: Table, seat: int, options: Any) -> int:
        """Return the number of what a seat knows when it is asked."""
        return self._number((memory, seat, view_of(table, seat), plain(table.seen_options(seat, options))))

    def _number(self, key: Any) -> int:
        return self._numbers.setdefault(key, len(self._numbers) + 1)
