"""What a game is worth between perfect players → sentences, in the language of a report."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, assert_never

from pnp.core.diagnostics import Diagnostics
from pnp.extensions.laboratory.perfect.value import SECONDS_AS_GAMES, NoValue, Obstacle, PerfectValue, run_value
from pnp.play.evidence.verdicts import failure_diagnostic
from pnp.play.game_bundle import Failure, GameSetup
from pnp.play.processes import Task, run_tasks
from pnp.play.report.language import Language, language_for
from pnp.play.simulate import Analysis, AnalysisProgress, Playable
from pnp.text.own_words import message


def perfect_as_text(result: PerfectValue | NoValue, title: str, language: str) -> list[str]:
    """Return the lines on the value of a game of two.

    Args:
        result: The value, or why there is none.
        title: The game's title in the language.
        language: The code of a language of the game; the words are English if pnp has no reports in it.
    """
    say = language_for(language)
    head = say("{title}: perfect players", title=title)
    if isinstance(result, NoValue):
        return [head, "", say(_obstacle(result.why))]
    return [head, "", _worth(result, say), *_evidence(result, say)]


def _obstacle(why: Obstacle) -> str:
    match why:
        case "not opposed":
            return message("There is no answer: what one player wins, the other does not lose.")
        case "sometimes not opposed":
            return message("There is no answer: in some games, what one player wins, the other does not lose.")
        case "too large":
            return message("There is no answer: the game is too large to list its positions, or to learn from samples.")
        case _:
            assert_never(why)


def _worth(value: PerfectValue, say: Language) -> str:
    """Return what seat 1 wins, gains or loses, with the bounds."""
    return _share(value, say) if value.goal == "wins" else _gain(value, say)


def _share(value: PerfectValue, say: Language) -> str:
    if value.is_proven:
        sentence = message(
            "Between perfect players, seat 1 wins {share} of the games (between {low} and {high}); a tie is half a win."
        )
    else:
        sentence = message(
            "An estimate: seat 1 wins {share} of the games (between {low} and {high}); a tie is half a win."
        )
    share, low, high = (say.percent(each, 2) for each in (value.value, value.low, value.high))
    return say(sentence, share=share, low=low, high=high)


def _gain(value: PerfectValue, say: Language) -> str:
    """Return how many points seat 1 gains; a loss and its bounds with the opposite sign."""
    if is_loss := value.value < 0:
        if value.is_proven:
            sentence = message(
                "Between perfect players, seat 1 loses {points} points a game (between {low} and {high})."
            )
        else:
            sentence = message("An estimate: seat 1 loses {points} points a game (between {low} and {high}).")
    elif value.is_proven:
        sentence = message("Between perfect players, seat 1 gains {points} points a game (between {low} and {high}).")
    else:
        sentence = message("An estimate: seat 1 gains {points} points a game (between {low} and {high}).")
    ends = (-value.high, -value.low) if is_loss else (value.low, value.high)
    points, low, high = (_points(each, say) for each in (abs(value.value), *ends))
    return say(sentence, points=points, low=low, high=high)


def _points(number: float, say: Language) -> str:
    return say.number(f"{round(number, 4) + 0.0:.4f}")


def _evidence(value: PerfectValue, say: Language) -> list[str]:
    """Return how the value was found, and how far it can be trusted."""
    positions, times = say.whole(value.positions), say.whole(value.iterations)
    match value.way:
        case "positions":
            if value.is_whole:
                sentence = message("The bounds are proven, from all {n} positions of the game.")
            else:
                sentence = message("The bounds are proven, from {n} positions of the game; it has more.")
            return [say(sentence, n=positions)]
        case "tree":
            sentence = message(
                "The bounds are proven: they are the best answers to strategies for {n} situations, improved {times}"
                " times."
            )
            return [say(sentence, n=positions, times=times)]
        case "samples":
            sentence = message(
                "Both players' strategies, for {n} situations, were learned from samples and improved {times} times."
            )
            unknown = message(
                "How far they are from perfect play is not known: the game is too large to list its positions."
            )
            return [say(sentence, n=positions, times=times), say(unknown)]
        case _:
            assert_never(value.way)


class PerfectAnswer(NamedTuple):
    """The value of a game, with its title and the code of the language of the text."""

    result: PerfectValue | NoValue
    title: str
    language: str

    def as_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        return self.result.as_json()


def _run(
    playable: Playable, setup: GameSetup, _bots: Any, _games: int, _submit: Any, _jobs: int, diagnostics: Diagnostics
) -> Iterator[AnalysisProgress]:
    """Yield what a game of two is worth to seat 1 between perfect players; nothing if its rules fail."""
    bundle = playable.bundle
    task = Task(run_value, (bundle, setup), SECONDS_AS_GAMES, bundle.rules_file, None)
    (result,) = run_tasks([task], 1)
    if isinstance(result, Failure):
        diagnostics.add(failure_diagnostic(result, playable.game))
    else:
        yield AnalysisProgress("", 1.0, lambda: PerfectAnswer(result, playable.title, playable.language))


def _as_text(answer: PerfectAnswer) -> str:
    return "\n".join(perfect_as_text(*answer))


PERFECT_ANALYSIS = Analysis(_run, _as_text)
"""``pnp simulate --perfect``."""
