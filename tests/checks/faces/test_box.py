"""The tuck box that all games share is read back: title, players, age, minutes, their signs, and what is in it."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import GAME, WriteProject, check_project

pytestmark = pytest.mark.slow

HERE = Path(__file__).parents[3]
COMMON = {
    path.relative_to(HERE).as_posix(): path.read_text()
    for path in (HERE / "templates/common/box.yaml", *sorted((HERE / "templates/common/art").glob("*.svg")))
}
ABOUT = """\
subtitle: Ships in a fog
credits: Made by nobody
age: 8
minutes: 10..20
words:
  pitch: "Sail on and on, and never meet."
  minutes: "{{ [game.minutes|min, game.minutes|max]|unique|join('–') }} min"
extras: {box: {template: small/box}}
"""
BOX = """\
extends: common/box
shows: {contents: {text: "2 number cards", on: back}}
elements:
  contents: {text: "{{ decks.numbers|length }} number cards"}
"""
SHARED = "templates/common/box.yaml"
FILES = COMMON | {
    "data/small/game.yaml": GAME.replace("facts:", "facts:\n  box: {width: 65, height: 90, depth: 30}") + ABOUT,
    "templates/small/box.yaml": BOX,
}


def faults(write_project: WriteProject, path: str = SHARED, old: str = "", new: str = "") -> set[str]:
    assert old in FILES[path]
    root = write_project({**FILES, path: FILES[path].replace(old, new, 1) if old else FILES[path]})
    told = check_project(root, "faces").diagnostics
    assert {fault.code for fault in told} <= {"face-unread", "face-place", "face-stray"}, list(told)
    return {fault.what.partition(" is ")[0] for fault in told if fault.code in ("face-unread", "face-place")}


def test_the_box_shows_what_it_should(write_project: WriteProject) -> None:
    assert faults(write_project) == set()


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("game.age ~ '+'", "(game.age + 2) ~ '+'", {"age"}),
        ("[[game.players|min, game.players|max]", "[[game.players|max, game.players|min]", {"players"}),
        ("{{ game.age }}+", "{{ game.age + 1 }}+", {"age"}),
        ("sign in ['players', 'age' if", "sign in ['age', 'players' if", {"signs-in-front"}),
        (":players:", ":clock:", {"signs-below"}),
        ('lid-title:\n    text: "{{ game.title }}"', 'lid-title:\n    text: "{{ game.subtitle }}"', {"title-on-the-lid"}),
        ("'', words.minutes if", "'', '12 min' if", {"minutes"}),
        ('text: "{{ words.pitch }}"', 'text: "{{ game.credits }}"', {"pitch"}),
    ],
)  # fmt: skip
def test_what_is_wrong_on_the_box_is_told(write_project: WriteProject, old: str, new: str, found: set[str]) -> None:
    assert faults(write_project, SHARED, old, new) >= found


def test_what_is_in_the_box_is_told(write_project: WriteProject) -> None:
    assert faults(write_project, "templates/small/box.yaml", "|length", "|length + 1") >= {"contents"}
