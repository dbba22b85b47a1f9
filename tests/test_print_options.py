"""Options of printing that stand in the project: the command line wins over the game, and the game over the project."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_line import pnp
from conftest import WriteProject

from pnp.core.printing import Printing

pytestmark = pytest.mark.slow

GAME = "title: G\nplayers: 2\ndecks: {d: {cards: [{n: 1}], template: g/t}}\n"
TEMPLATE = 'size: mini\nelements: {a: {text: "{{ card.n }}", in: safe}}\n'


def project(write: WriteProject, game: str = "", shared: str = "") -> Path:
    files = {"data/g/game.yaml": GAME + game, "templates/g/t.yaml": TEMPLATE}
    return write(files | ({"data/project.yaml": shared} if shared else {}))


@pytest.mark.parametrize(
    ("shared", "game", "arguments", "paper"),
    [
        ("", "", [], "A4"),
        ("print: {paper: letter}\n", "", [], "Letter"),
        ("print: {paper: letter}\n", "print: {paper: A3}\n", [], "A3"),
        ("print: {paper: letter}\n", "print: {gutter: 2mm}\n", [], "Letter"),
        ("print: {paper: letter}\n", "", ["--paper", "a4"], "A4"),
        ("print: {paper: letter}\n", "print: {paper: a3}\n", ["--paper", "a5"], "A5"),
    ],
)
def test_who_wins(write_project: WriteProject, shared: str, game: str, arguments: list[str], paper: str) -> None:
    root = project(write_project, game, shared)
    done = pnp(root, "build", *arguments)
    assert done.code == 0, done.err
    assert f"1 sheet, {paper}" in done.out
    listed = pnp(root, "list", *arguments)
    assert f"1 sheet, {paper}" in listed.out or arguments


def test_a_change_of_the_project_file_is_seen_by_the_next_build(write_project: WriteProject) -> None:
    root = project(write_project, shared="print: {paper: letter}\n")
    assert "Letter" in pnp(root, "build").out
    (root / "data/project.yaml").write_text("print: {paper: a5}\n", encoding="utf-8")
    assert "A5" in pnp(root, "build").out


def test_faults_of_the_project_file_have_a_place(write_project: WriteProject) -> None:
    done = pnp(project(write_project, shared="print: {papr: a4, backs: maybe}\n"), "build")
    assert done.code == 1
    assert "data/project.yaml:1:9: error[unknown-key]" in done.err
    assert "data/project.yaml:1:26: error[wrong-value]" in done.err


def test_values_that_the_user_has_set_stay() -> None:
    own = Printing(paper="a3", ink="grey", given=("marks",))
    changed = own.with_project({"paper": "letter", "ink": "light", "margin": 7.0, "marks": None})
    assert (changed.paper, changed.ink, changed.margin, changed.marks) == ("a3", "grey", 7.0, own.marks)
