"""Colours that carry meaning: compared in every vision and in grey, and never alone."""

from __future__ import annotations

import pytest
from conftest import GAME, WriteProject, check_project


def faults(write: WriteProject, colours: str, mark: str = "thing.shape") -> list[str]:
    facts = GAME.replace("hand: 5", f"hand: 5\n  suits: {colours}")
    game = facts + f"distinct:\n  - {{each: suits, colour: thing.tone, mark: {mark}}}\n"
    checked = check_project(write({"data/small/game.yaml": game}), "colours")
    return [f"{d.code}: {d.what}" for d in checked.diagnostics]


def two(one: str, other: str) -> str:
    return f'{{a: {{tone: "{one}", shape: leaf}}, b: {{tone: "{other}", shape: sun}}}}'


def test_colours_that_everybody_tells_apart_are_fine(write_project: WriteProject) -> None:
    assert faults(write_project, two("#1b5220", "#f0b040")) == []


@pytest.mark.parametrize(
    ("one", "other", "vision"),
    [
        ("#c00000", "#4a4416", "protanopia"),
        ("#b5654a", "#6f8b3c", "deuteranopia"),
        ("#3f7fbf", "#2f8f7f", "tritanopia"),
    ],
)
def test_colours_that_some_confuse_are_told(write_project: WriteProject, one: str, other: str, vision: str) -> None:
    (fault,) = faults(write_project, two(one, other))
    assert fault == f"colours-alike: a ({one}) and b ({other}) look alike with {vision}"


def test_colours_of_one_lightness_are_told_for_grey_prints(write_project: WriteProject) -> None:
    (fault,) = faults(write_project, two("#2173bc", "#c2427f"))
    assert fault.endswith("look alike in grey")


def test_a_mark_must_tell_them_apart_too(write_project: WriteProject) -> None:
    assert faults(write_project, two("#1b5220", "#f0b040"), mark="\"'x'\"") == [
        "marks-alike: a and b have the same mark x"
    ]


def test_faults_in_the_expressions_and_colours(write_project: WriteProject) -> None:
    assert faults(write_project, two("#1b5220", "#f0b040"), mark="thing.shap")[0].startswith(
        "undefined-name: distinct:"
    )
    assert faults(write_project, two("#1b5220", "greenish"))[0] == "colour-unknown: greenish of b is not a colour"
