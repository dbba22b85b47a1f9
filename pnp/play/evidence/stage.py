"""Games with rules → the stage of a check that plays them, with the lines that it adds to the summary.

Before a game is played, its code is checked without running it; a game with errors there is not played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from pnp.checks import Stage, StageRequest, run_checks
from pnp.checks.subject import GameSubject
from pnp.core.diagnostics import Diagnostics
from pnp.play.evidence.playing import playing
from pnp.play.evidence.verdicts import summary_lines
from pnp.workers.activity import activity
from pnp.workers.pool import Progress


@contextmanager
def run_play(request: StageRequest, diagnostics: Diagnostics) -> Iterator[Callable[[Progress | None], list[str]]]:
    """Begin to play games; in the block, a function waits for the end and returns lines of the summary."""
    unsound = {subject.game.name for subject in request.subjects if _is_unsound(subject, diagnostics)}
    games = [subject.game for subject in request.subjects]
    with playing(games, request.files, request.jobs, request.limits, unsound, diagnostics) as wait:

        def finish(progress: Progress | None) -> list[str]:
            lines: list[str] = []
            for evidence in wait(progress):
                lines += summary_lines(evidence, request.every_claim)
            if request.mutate and request.jobs:
                from pnp.play.evidence.mutation import mutate

                for game in games:
                    if game.name not in unsound:
                        lines.append(mutate(game, request.files, request.jobs, diagnostics, progress))
            return lines

        yield finish


def _is_unsound(subject: GameSubject, diagnostics: Diagnostics) -> bool:
    """Report the errors in the code of a game that show without running it; return whether there are any."""
    faults = Diagnostics()
    with activity(subject.game.name, subject.game.source.place):
        run_checks("game", PLAY.covers, subject, faults)
    diagnostics.extend(faults)
    return any(diagnostic.severity == "error" for diagnostic in faults)


PLAY = Stage("play", run_play, covers=frozenset({"rules"}))
