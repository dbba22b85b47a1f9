"""A game's rules, changed in one place at a time → the changes that no example and no claim notices.

Each change is played as a check would play the game, until something is found; a change that nobody notices is a rule
that nothing tests. Changes that harm nobody stand in harmless.yaml of the game, with the reason.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pnp.diagnostics import Code, Diagnostics, Place, counted, suggest
from pnp.evidence.judge import Verdict, judge
from pnp.evidence.mutants import Mutant, mutants
from pnp.evidence.playing import game_batches
from pnp.load.kit import make_example, make_names, read_kit
from pnp.load.play import harmless_path, load_harmless
from pnp.model.game import Game
from pnp.model.play import OF_GAMES
from pnp.processes import Step
from pnp.rules.claims.batch import Batch, Looks
from pnp.rules.claims.look import play_batch
from pnp.rules.examples.run import Example, check_example
from pnp.rules.play.kit import Broken, Failure, Kit, Sitting
from pnp.rules.play.limits import Limits, TooLong, at_most
from pnp.rules.play.naming import Names
from pnp.rules.play.program import load_program
from pnp.rules.processes.pool import Task, running
from pnp.rules.processes.trail import Trail, quiet
from pnp.source.files import Files

ENOUGH = 3.0
"""Seconds for a game of changed rules, which are often endless."""


@dataclass(frozen=True)
class Judged:
    """What a claim's verdict depends on, besides the games.

    Attributes:
        test: always, never, sometimes or share.
        between: The least and the largest share.
        verdict: The one that is written down.
    """

    test: str
    between: tuple[float, float] | None
    verdict: Verdict


@dataclass(frozen=True)
class Trial:
    """All that changed rules are tried with, for any process.

    Attributes:
        claims: Those about games, by number.
    """

    kit: Kit
    examples: Sequence[Example]
    names: Names
    batches: Sequence[Batch]
    claims: dict[int, Judged]


def make_trial(game: Game, kit: Kit) -> Trial:
    """What the changed rules of a game are tried with."""
    claims = {
        number: Judged(claim.test, claim.between, claim.verdict)
        for number, claim in enumerate(game.claims)
        if claim.test in OF_GAMES
    }
    examples = [make_example(game, name, head) for name, head in game.examples.items()]
    return Trial(kit, examples, make_names(game, game), game_batches(game, kit), claims)


def is_noticed(trial: Trial, rules: str, limits: Limits, has_games: bool = True) -> bool:
    """Whether a check finds a fault with other rules.

    Args:
        trial: What they are tried with.
        rules: The text of the other rules.
        limits: How long each game may take.
        has_games: Whether games are played, too, besides the examples.
    """
    try:
        with at_most(limits) as limit:
            program = load_program(replace(trial.kit, rules=rules))
            for example in trial.examples:
                limit.again()
                if check_example(program, example, trial.names):
                    return True
            seen: dict[int, dict[int, Looks]] = {}
            for batch in trial.batches if has_games else ():
                done = play_batch(program, batch, lambda sitting: limit.again())
                if done.wrong:
                    return True
                for number, looks in done.tests.items():
                    seen.setdefault(number, {}).setdefault(batch.sitting.players, Looks()).add(looks)
                if _is_broken(trial, seen):
                    return True
            return any(_verdict(trial, number, seen) != trial.claims[number].verdict for number in seen)
    except (Broken, TooLong):
        return True


def _is_broken(trial: Trial, seen: Mapping[int, Mapping[int, Looks]]) -> bool:
    """Whether a claim that should always hold, or never, is contradicted already, whatever other games show."""
    return any(
        trial.claims[number].test in ("always", "never")
        and _verdict(trial, number, seen) == "contradicted" != trial.claims[number].verdict
        for number in seen
    )


def _verdict(trial: Trial, number: int, seen: Mapping[int, Mapping[int, Looks]]) -> Verdict:
    claim = trial.claims[number]
    return judge(claim.test, claim.between, seen[number]).verdict


def mutate(game: Game, files: Files, jobs: int, diagnostics: Diagnostics, step: Step | None = None) -> str:
    """Try every change of a game's rules; tell of those that nobody notices, and sum up in a line.

    Args:
        game: In its source language.
        files: Its project.
        jobs: How many processes may work at a time.
        diagnostics: Told of the changes.
        step: Told of the progress.
    """
    kit = read_kit(files, game, Diagnostics())
    if kit is None:
        return ""
    trial, limits = make_trial(game, kit), Limits(game=ENOUGH)
    harmless = load_harmless(files, game.name, diagnostics)
    every = list(mutants(kit.rules))
    tried = [mutant for mutant in every if mutant.name not in harmless]
    games = sum(batch.games for batch in trial.batches)
    tasks = [Task(try_change, (trial, one.text), games, kit.rules_file, Sitting(0, ""), limits) for one in tried]
    missed = 0
    with running(tasks, jobs) as results:
        for number, (mutant, noticed) in enumerate(zip(tried, results, strict=True), 1):
            if noticed is False:
                missed += 1
                _tell(mutant, kit, diagnostics)
            if step:
                step(f"{game.name}: changing the rules", number / len(tried))
    known = {mutant.name for mutant in every}
    for name in harmless:
        if name not in known:
            what, fix = f"no change of the rules is called so: {name}", suggest(name, known)
            diagnostics.tell(Code.RULES_HARMLESS, harmless.place_of_key(name), what=what, fix=fix)
    told = f"{counted(len(every), 'change')} of rules.py, {len(tried) - missed} noticed"
    return f"{game.name}: {told}, {len(every) - len(tried)} listed as harmless, {missed} not noticed"


def try_change(trial: Trial, rules: str, trail: str, limits: Limits) -> bool | Failure:
    """A task: whether a change is noticed. A process that hangs has noticed it, too."""
    with quiet(), Trail(trail) as follow:
        follow("changed")
        return is_noticed(trial, rules, limits)


def _tell(mutant: Mutant, kit: Kit, diagnostics: Diagnostics) -> None:
    place = Place(kit.rules_file, mutant.number, 1)
    what = f"nothing notices when {mutant.line} becomes {mutant.change}, in {mutant.function}"
    why = "no example and no claim tests it, so the rule may be wrong as well"
    fix = f"write an example or a claim where it matters, or list it in {harmless_path(kit.game)} with the reason"
    diagnostics.tell(Code.RULES_UNTESTED, place, what=what, why=why, fix=fix)
