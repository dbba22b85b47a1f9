"""Rules changed in one place are noticed: by a worked example, a claim, or what no game may do. Some change nothing."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from conftest import ROOT
from games.mutants import Mutant, mutants

from pnp.check.play import game_groups, judge_games
from pnp.load.game import load_game
from pnp.load.template import Templates
from pnp.model.game import Game
from pnp.rules.claims import Seen, play_group
from pnp.rules.examples import Example, check_example
from pnp.rules.kit import Broken, Kit
from pnp.rules.naming import Names
from pnp.rules.prepare import bots_path, make_example, make_kit, make_names, rules_path
from pnp.rules.program import load_program
from pnp.rules.timing import TooLong, at_most
from pnp.source.files import Files
from pnp.source.strict_yaml import parse_yaml

GAMES = sorted(path.parent.name for path in (ROOT / "data").glob("*/rules.py"))
SURVIVORS = parse_yaml((Path(__file__).parent / "survivors.yaml").read_text(encoding="utf-8"), "survivors.yaml")
"""By game: the changes that nobody can notice, with the reason."""
SECONDS = 3.0
ENOUGH = 0.95


@cache
def shipped(name: str) -> tuple[Game, Kit, tuple[Example, ...], Names]:
    files = Files(ROOT)
    game, faults = load_game(files, Templates(files), name)
    assert game is not None
    assert faults == []
    bots = files.text(bots_path(name)) if files.exists(bots_path(name)) else ""
    kit, faults = make_kit(game, files.text(rules_path(name)), bots)
    assert faults == []
    return (
        game,
        kit,
        tuple(make_example(game, one, head) for one, head in game.examples.items()),
        make_names(game, game),
    )


def is_noticed(name: str, text: str, is_thorough: bool = True) -> bool:
    """Whether a check of the game with these rules finds a fault; what it does is what pnp check does, in one process."""
    game, kit, examples, names = shipped(name)
    kit = replace(kit, rules=text)
    try:
        with at_most(SECONDS) as limit:
            program = load_program(kit)
            for example in examples:
                limit.again()
                if check_example(program, example, names):
                    return True
            seen: dict[int, dict[int, Seen]] = {}
            for group in game_groups(game, kit) if is_thorough else ():
                done = play_group(program, group, lambda sitting: limit.again())
                if done.wrong:
                    return True
                for number, one in done.tests.items():
                    by_players = seen.setdefault(number, {})
                    by_players.setdefault(group.players, Seen()).add(one)
                if is_broken(game, seen):
                    return True
            verdicts = judge_games(game, seen)
            return any(verdict.verdict != game.claims[number].verdict for number, verdict in verdicts.items())
    except (Broken, TooLong):
        return True


def is_broken(game: Game, seen: dict[int, dict[int, Seen]]) -> bool:
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
def test_listed_survivors_exist_are_explained_and_are_few(name: str) -> None:
    listed = SURVIVORS.get(name, {})
    every = {one.name: one for one in made(name)}
    assert set(listed) <= set(every)
    assert all(len(reason.split()) >= 5 for reason in listed.values())
    assert [one for one in listed if is_noticed(name, every[one].text, is_thorough=False)] == []
    assert 1 - len(listed) / len(every) >= ENOUGH
