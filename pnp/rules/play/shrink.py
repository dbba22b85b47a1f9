"""A failing game → the shortest tape of picks that still fails in the same way.

The shuffles stay those of the game's seed; only what players pick is made simpler. A tape is a list of numbers, one for
each pick: which option was taken, counted from 0. Where it has ended, the first option is taken.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from pnp.diagnostics import Code
from pnp.rules.play.driver import Chooser, Played, Watcher, bots_choose, by_seat, play, tape_choose
from pnp.rules.play.guard import Guard
from pnp.rules.play.kit import Broken, Failure, Sitting
from pnp.rules.play.program import Program
from pnp.rules.play.table import Table

Tape = tuple[int, ...]
SECONDS = 4.0
"""The longest that shrinking may take; what has been found by then is good enough."""


def shrunk(program: Program, failure: Failure, seconds: float = SECONDS) -> Failure:
    """The failure with the shortest tape that was found, and the decision at which that game fails.

    Args:
        program: The game.
        failure: What has failed, and in which game; one that no tape repeats is returned as it is.
        seconds: When to stop.
    """
    sitting = failure.sitting
    if sitting is None:
        return failure
    until = time.monotonic() + seconds
    tape = _recorded(program, sitting)
    found = _fails(program, sitting, tape, failure.code)
    if found is None:
        return failure

    def still(shorter: Tape) -> bool:
        nonlocal found
        if time.monotonic() > until:
            return False
        other = _fails(program, sitting, shorter, failure.code)
        found = other or found
        return other is not None

    tape = _without_tail(tape, still)
    tape = _without_chunks(tape, still)
    tape = _with_smaller(tape, still)
    while tape and tape[-1] == 0:
        tape = tape[:-1]  # the first option is taken without being told
    return replace(found, picks=tape)


def play_tape(
    program: Program, sitting: Sitting, tape: Sequence[int], watch: Callable[[Table], Sequence[Watcher]]
) -> Played:
    """Play a game by a tape.

    Raises:
        Broken: It fails.
    """
    return play(program, sitting, lambda table: tape_choose(tape, sitting, table), watch)


def _guard(table: Table) -> list[Guard]:
    return [Guard(table)]


def _recorded(program: Program, sitting: Sitting) -> Tape:
    """The tape of a game as its bots play it, up to where it fails."""
    tape: list[int] = []

    def recording(table: Table) -> Chooser:
        choose = bots_choose(program, sitting, table)

        def record(asked: Any) -> Any:
            picks = choose(asked)
            for (_, options), (_, pick) in zip(by_seat(asked), by_seat(picks), strict=True):
                tape.append(next((n for n, option in enumerate(options) if option is pick or option == pick), 0))
            return picks

        return record

    with suppress(Broken):
        play(program, sitting, recording, _guard)
    return tuple(tape)


def _fails(program: Program, sitting: Sitting, tape: Tape, code: Code) -> Failure | None:
    try:
        play_tape(program, sitting, tape, _guard)
    except Broken as broken:
        return broken.failure if broken.failure.code == code else None
    return None


def _without_tail(tape: Tape, still: Callable[[Tape], bool]) -> Tape:
    """The shortest beginning of the tape that a search by halves finds."""
    low, high = 0, len(tape)
    while low < high:
        middle = (low + high) // 2
        if still(tape[:middle]):
            high = middle
        else:
            low = middle + 1
    return tape[:high] if high < len(tape) and still(tape[:high]) else tape


def _without_chunks(tape: Tape, still: Callable[[Tape], bool]) -> Tape:
    """The tape without whatever stretches it can do without, long ones first."""
    size = len(tape) // 2
    while size:
        start = 0
        while start < len(tape):
            shorter = tape[:start] + tape[start + size :]
            if still(shorter):
                tape = shorter
            else:
                start += size
        size //= 2
    return tape


def _with_smaller(tape: Tape, still: Callable[[Tape], bool]) -> Tape:
    """The tape with first options wherever they do."""
    for place in range(len(tape)):
        if tape[place]:
            simpler = (*tape[:place], 0, *tape[place + 1 :])
            if still(simpler):
                tape = simpler
    return tape
