"""Half a minute of the fuzzer, and its own parts."""

from __future__ import annotations

import os
import random

import pytest

from tools.fuzz.__main__ import fuzz
from tools.fuzz.mutations import mutated
from tools.fuzz.run import Outcome, case, differences, run, smallest
from tools.fuzz.seeds import original

pytestmark = [
    pytest.mark.slow,
    pytest.mark.process,
    pytest.mark.skipif(not hasattr(os, "fork"), reason="each case is a copy of one process"),
]


@pytest.mark.nightly
def test_nothing_ends_but_with_files_or_faults() -> None:
    assert fuzz("suite", 0, 30, is_quiet=True) == []


def test_the_original_is_sound() -> None:
    assert run(original(), ("build",)) == Outcome("ok")
    assert differences(original()) == ""


def test_a_seed_gives_the_same_case_again() -> None:
    assert case("7", 31) == case("7", 31)
    assert len({tuple(mutated(original(), random.Random(seed)).values()) for seed in range(20)}) == 20


def test_changes_that_do_nothing_to_the_outcome_are_undone() -> None:
    project = original()
    project["templates/small/rulebook.md"] += b"\nMore {{ text.\n\nAnd more.\n"
    project["data/small/events.yaml"] += b"- {name: Wind, tags: []}\n"
    small = smallest(project, ("build",), run(project, ("build",)))
    assert small["data/small/events.yaml"] == original()["data/small/events.yaml"]
    assert b"{{" in small["templates/small/rulebook.md"]
    assert b"And more" not in small["templates/small/rulebook.md"]
