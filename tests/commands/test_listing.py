"""pnp list: what is in a project, and as many sheets as a build makes."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
from command_line import pnp
from conftest import GAME, ROOT, WriteProject, build_project

from pnp.commands.list import list_games
from pnp.core.printing import Printing
from pnp.project.files import Files

pytestmark = pytest.mark.slow


def test_a_game_is_listed_with_its_decks_and_files(write_project: WriteProject) -> None:
    rules = {"templates/small/rulebook.md": "## Play\n\nPlay.\n"}
    done = pnp(write_project({**rules, "data/small/game.yaml": GAME + "age: 8\nminutes: 10..15\n"}), "list")
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines() == [
        "small  Small",
        "  for        2–4 players, from 8, 10–15 minutes",
        "  languages  en",
        "  decks      numbers: 2 of 63 × 88 mm, with backs",
        "  prints     cards.pdf  1 sheet, A4",
        "             rules.pdf",
        "             booklet.pdf",
        "             rules.html",
    ]


def test_a_list_for_programs(write_project: WriteProject) -> None:
    (game,) = json.loads(pnp(write_project(), "list", "--format", "json").out)
    assert (game["name"], game["players"], game["languages"]) == ("small", [2, 3, 4], ["en"])
    assert game["decks"][0]["size"] == [63.0, 88.0]
    assert game["decks"][0]["has_backs"] is True
    assert game["prints"] == [{"name": "cards.pdf", "holds": "1 sheet, A4"}]


def test_what_cannot_be_read_is_told_and_the_others_are_listed(write_project: WriteProject) -> None:
    root = write_project({"data/other/game.yaml": "title: Other\n"})
    done = pnp(root, "list")
    assert done.code == 1
    assert "small  Small" in done.out
    assert "error[missing-key]" in done.err
    assert "other" not in done.out


def test_cards_too_large_for_the_paper_are_told_in_the_list(write_project: WriteProject) -> None:
    face = "size: 600x900\nelements:\n  ground: {rect: bleed}\n"
    root = write_project({"templates/small/face.yaml": face, "templates/small/back.yaml": face})
    (game,) = list_games(Files(root), (), Printing("a5")).games
    assert re.search(r"\d+ sheets, A5|no room|would take", game.prints[0].holds)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_as_many_sheets_are_listed_as_a_build_makes(paper: str, tmp_path: Path) -> None:
    project = tmp_path / "project"
    shutil.copytree(ROOT / "tests/golden/project", project)
    for name in ("Regular", "Bold", "Italic"):
        shutil.copy(ROOT / f"fonts/source-sans-3/SourceSans3-{name}.ttf", project / "fonts")
    (game,) = list_games(Files(project), (), Printing(paper)).games
    (language, *_) = game.languages
    built = build_project(project, language, paper=paper)
    made = {output.path.rpartition("/")[2]: output.summary for output in built.outputs}
    listed = {file.name: file.holds for file in game.prints}
    assert set(listed) <= set(made)
    sheets = {name: holds.partition(",")[0] for name, holds in listed.items() if holds}
    assert sheets
    assert {name: f"on {count}," in made[name] for name, count in sheets.items()} == dict.fromkeys(sheets, True)
