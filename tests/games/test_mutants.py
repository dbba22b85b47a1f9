"""Rules changed in one place are noticed: by a worked example, a claim, or what no game may do. Some change nothing."""

from __future__ import annotations

from functools import cache

import pytest
from conftest import ROOT, one_of
from games.shipped import GAMES, shipped

from pnp.core.diagnostics import Diagnostics
from pnp.play.evidence.mutation import Mutant, Trial, is_noticed, make_trial, mutants
from pnp.project.claims import load_harmless
from pnp.project.files import Files
from pnp.workers.limits import Limits

pytestmark = pytest.mark.slow

LIMITS = Limits(game_seconds=3.0)
ENOUGH = 0.95


@cache
def trial(name: str) -> Trial:
    return make_trial(*shipped(name))


@cache
def made(name: str) -> list[Mutant]:
    return list(mutants(shipped(name)[1].rules))


def harmless(name: str) -> dict[str, str]:
    diagnostics = Diagnostics()
    listed = load_harmless(Files(ROOT), name, diagnostics)
    assert not diagnostics
    return listed


def test_the_rules_themselves_pass() -> None:
    for name in GAMES:
        assert not is_noticed(trial(name), shipped(name)[1].rules, LIMITS, has_games=False)  # the rest: test_shipped.py


@pytest.mark.parametrize("name", one_of(GAMES, "chicken"))
def test_changed_rules_are_noticed(name: str) -> None:
    listed = harmless(name)
    tried = [one for one in made(name) if one.name not in listed]
    assert [one.name for one in tried if not is_noticed(trial(name), one.text, LIMITS)] == []


@pytest.mark.parametrize("name", one_of(GAMES, "chicken"))
def test_changes_that_are_listed_exist_and_are_not_noticed(name: str) -> None:
    every = {one.name: one for one in made(name)}
    listed = harmless(name)
    assert set(listed) <= set(every)
    assert [one for one in listed if is_noticed(trial(name), every[one].text, LIMITS, has_games=False)] == []


@pytest.mark.nightly
def test_harmless_changes_are_few() -> None:
    assert sum(len(harmless(name)) for name in GAMES) <= (1 - ENOUGH) * sum(len(made(name)) for name in GAMES)
