"""Projects of CardPen: cards and card size are taken, its template and styles are listed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from command_line import Done
from conftest import WriteProject, build_project, codes
from typer.testing import CliRunner

from pnp.commands.main import app
from pnp.core.diagnostics import Diagnostics, Fault
from pnp.extensions.cardpen.reader import read_cardpen

PROJECT = {
    "name": "Crew",
    "csize": "bridge",
    "cori": "portrait",
    "extCSS": "https://fonts.googleapis.com/css?family=Raleway:400,700|Delius+Swash+Caps&effect=shadow",
    "css": ".name { color: tomato; }",
    "csv": "Name;Card Cost;Secret\nAnn;2;x\nBob;3;y\n\n",
    "mustache": '<div class="name">{{Name}}</div>{{#if Card Cost}}<b>{{{Card Cost}}}</b>{{/if}}',
    "rscount": "1",
}


def saved(folder: Path, **changes: Any) -> Path:
    path = folder / "crew.json"
    path.write_text(json.dumps(PROJECT | changes), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("changes", "size"),
    [
        ({}, (57.15, 88.9)),
        ({"cori": "landscape"}, (88.9, 57.15)),
        ({"csize": "euroPoker"}, (63, 88)),
        ({"csize": "custom", "cwidth": "750", "cheight": "1500", "cunit": "px", "dpi": 300}, (63.5, 127)),
        ({"csize": "custom", "cwidth": "50", "cheight": "70.5", "cunit": "mm"}, (50, 70.5)),
        ({"csize": "custom", "cwidth": "", "cheight": "70", "cunit": "mm"}, None),
        ({"csize": "dinner plate"}, None),
    ],
)
def test_sizes(tmp_path: Path, changes: dict[str, Any], size: tuple[float, float] | None) -> None:
    (deck,), _letters = read_cardpen(saved(tmp_path, **changes), "", "", "", Diagnostics())
    assert deck.size == pytest.approx(size) if size else deck.size is None


def test_what_is_left_is_listed(tmp_path: Path) -> None:
    path = saved(tmp_path, csize="hex", rscount="3")
    (deck,), _letters = read_cardpen(path, "", "", "", Diagnostics())
    assert deck.left_out == [
        "crew.json: the template, HTML for a browser (it prints Name, Card Cost): draw it in templates/",
        "crew.json: its styles, CSS: colours, fonts and places go into the template",
        "crew.json: its fonts: pnp fonts add Raleway; pnp fonts add 'Delius Swash Caps'",
        "crew.json: rowsets: 3 rows make a card in CardPen; here each is a card",
        "crew.json: the round or other shape: write shape: into the template",
    ]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("[" * 100_000, "no project of CardPen"),
        ("[1]", "no project of CardPen"),
        ('{"csv": "a"}', "no project of CardPen"),
        ('{"csv": "", "mustache": "XENDO"}', "lists no cards"),
        ('{"csv": 3, "mustache": null}', "lists no cards"),
    ],
)
def test_what_is_no_project(tmp_path: Path, text: str, what: str) -> None:
    path = tmp_path / "crew.json"
    path.write_text(text)
    with pytest.raises(Fault, match=what):
        read_cardpen(path, "", "", "", Diagnostics())


def test_faulty_cards_are_named_in_their_list(tmp_path: Path) -> None:
    diagnostics = Diagnostics()
    path = saved(tmp_path, csv='Name\n"Ann\n')
    with diagnostics.catch_faults():
        read_cardpen(path, "", "", "", diagnostics)
    assert [(found.place.file, found.code.value) for found in diagnostics] == [("crew.json#csv", "csv-syntax")]


@pytest.mark.slow
def test_a_project_becomes_a_game_that_builds(write_project: WriteProject, tmp_path: Path) -> None:
    root, path = write_project(), saved(tmp_path)
    result = CliRunner().invoke(app, ["import", "cardpen", str(path), "--game", "old", "--project", str(root)])
    done = Done(result.exit_code, result.stdout, result.stderr)
    assert done.code == 0, done.err
    assert (root / "data/old/crew.csv").read_text() == "Name,card_cost,Secret\nAnn,2,x\nBob,3,y\n"
    assert "size: [57.15mm, 88.9mm]" in (root / "templates/old/crew.yaml").read_text()
    assert codes(build_project(root)) == []
