"""Rules changed in one place are noticed: by a worked example, a claim, or what no game may do. Some change nothing."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from games.shipped import GAMES, examples, shipped
from mutation.mutants import Mutant, mutants

from pnp.evidence.playing import game_batches
from pnp.evidence.verdicts import judge_games
from pnp.model.game import Game
from pnp.rules.claims.batch import Looks
from pnp.rules.claims.look import play_batch
from pnp.rules.examples.run import check_example
from pnp.rules.play.kit import Broken
from pnp.rules.play.limits import Limits, TooLong, at_most
from pnp.rules.play.program import load_program
from pnp.source.strict_yaml import parse_yaml

SURVIVORS = parse_yaml((Path(__file__).parent / "survivors.yaml").read_text(encoding="utf-8"), "survivors.yaml")
"""By game: the changes that nobody can notice, with the reason."""
SECONDS = 3.0
ENOUGH = 0.95


def is_noticed(name: str, text: str, is_thorough: bool = True) -> bool:
    """Whether a check of the game with these rules finds a fault; what it does is what pnp check does, in one process."""
    game, kit = shipped(name)
    kit = replace(kit, rules=text)
    every, names = examples(name)
    try:
        with at_most(Limits(game=SECONDS)) as limit:
            program = load_program(kit)
            for example in every:
                limit.again()
                if check_example(program, example, names):
                    return True
            seen: dict[int, dict[int, Looks]] = {}
            for batch in game_batches(game, kit) if is_thorough else ():
                done = play_batch(program, batch, lambda sitting: limit.again())
                if done.wrong:
                    return True
                for number, one in done.tests.items():
                    by_players = seen.setdefault(number, {})
                    by_players.setdefault(batch.sitting.players, Looks()).add(one)
                if is_broken(game, seen):
                    return True
            verdicts = judge_games(game, seen)
            return any(verdict.verdict != game.claims[number].verdict for number, verdict in verdicts.items())
    except (Broken, TooLong):
        return True


def is_broken(game: Game, seen: dict[int, dict[int, Looks]]) -> bool:
    """Whether a claim that should always hold, or never, is contradicted already, whatever other games show."""
    return any(
        verdict.verdict == "contradicted" != game.claims[number].verdict
        for number, verdict in judge_games(game, seen).items()
        if game.claims[number].always or game.claims[number].never
    )


def made(name: str) -> list[Mutant]:
    return list(mutants(shipped(name)[1].rules))


def test_the_rules_themselves_pass() -> None:
    for name in GAMES:
        assert not is_noticed(name, shipped(name)[1].rules, is_thorough=False)  # the rest is a check's: test_shipped.py


@pytest.mark.parametrize("name", GAMES)
def test_changed_rules_are_noticed(name: str) -> None:
    listed = SURVIVORS.get(name, {})
    overlooked = [one.name for one in made(name) if one.name not in listed and not is_noticed(name, one.text)]
    assert overlooked == []


@pytest.mark.parametrize("name", GAMES)
def test_listed_survivors_exist_and_are_explained(name: str) -> None:
    listed = SURVIVORS.get(name, {})
    every = {one.name: one for one in made(name)}
    assert set(listed) <= set(every)
    assert all(len(reason.split()) >= 5 for reason in listed.values())
    assert [one for one in listed if is_noticed(name, every[one].text, is_thorough=False)] == []


def test_survivors_are_few() -> None:
    assert 1 - sum(map(len, SURVIVORS.values())) / sum(len(made(name)) for name in GAMES) >= ENOUGH
