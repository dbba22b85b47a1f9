"""How near the numbers of a test came to each other."""

from __future__ import annotations

from dataclasses import replace

import pytest
from conftest import WriteProject, check_project
from duels import RULES, duel
from play.evidence.test_playing import CLAIMS, project

from pnp.check import CheckOptions, check
from pnp.play.game_bundle import GameSetup
from pnp.play.testing.claims import Evaluations, GameBatch, GameTest, play_batch
from pnp.project.files import Files

pytestmark = pytest.mark.slow

FUNCTIONS = """\
def is_early(table):
    return table.round < 5 and few(table)

def few(table):
    return len(table.played) <= 12

def are_apart(end):
    return min(end.scores) > -4 and [1] < [2]
"""


def looks(source: str, at: str) -> Evaluations:
    program = duel(RULES)
    program = replace(program, bundle=replace(program.bundle, claims=FUNCTIONS, claims_file="data/duel/claims.py"))
    done = play_batch(
        program, GameBatch(GameSetup(3, "7"), 20, (GameTest(0, source, at, None, False, 20),)), lambda _: None
    )
    assert done.wrong == []
    assert done.tests[0].true == done.tests[0].evaluations
    return done.tests[0]


def test_comparisons_of_functions_and_of_those_they_call_are_kept() -> None:
    assert looks("is_early", "pick").nearest == {"table.round < 5": 2, "len(table.played) <= 12": 3}
    assert looks("are_apart", "end").nearest == {"min(end.scores) > -4": 4}


@pytest.mark.parametrize(
    ("source", "nearest"),
    [
        ("table.round < 5", {"table.round < 5": 2}),
        ("table.round <= 3", {"table.round <= 3": 0}),
        ("table.round == 3", {}),
        ("table.round < 5 and true", {}),
        ("'a' < 'b'", {}),
    ],
)
def test_an_expression_that_is_one_comparison_is_kept(source: str, nearest: dict[str, float]) -> None:
    assert looks(source, "end").nearest == nearest


def test_the_nearest_of_all_games_counts() -> None:
    together = Evaluations(nearest={"a": 3, "b": 1})
    together.add(Evaluations(nearest={"a": 2, "c": 5}))
    assert together.nearest == {"a": 2, "b": 1, "c": 5}


def test_boundaries_that_no_game_came_to_are_listed(write_project: WriteProject) -> None:
    root = write_project(project(claims=CLAIMS.replace("end.scores|max <= 3", "end.scores|max <= 9")))
    assert not check_project(root, jobs=1).diagnostics
    lines = check(Files(root), CheckOptions(jobs=1, every_claim=True)).summaries
    assert "    no game tested its limit: the two sides of end.scores|max <= 9 were always 6 or more apart" in lines
