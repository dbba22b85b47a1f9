"""What pnp check --fix corrects, and what it leaves to people."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from conftest import check_project
from typer.testing import CliRunner

from pnp.commands.main import app
from pnp.core.codes import Code
from pnp.core.diagnostics import Correction, Diagnostic, Fault, Place, did_you_mean
from pnp.editing.edits import SetLines
from pnp.editing.fixes import fix_of
from pnp.project.files import Files

GAME = "title: G\nplayers: 2\ndecks:\n  heroes: {cards: heroes.csv, template: g/card, fields: {name: text}}\n"
CARD = 'palette: {sea: "#0066cc"}\nelements:\n  name: {text: "{{ card.name }}", in: safe, colour: sea}  # who\n'


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    for path, text in {
        "data/g/game.yaml": GAME,
        "data/g/heroes.csv": "name\nAnn\n",
        "templates/g/card.yaml": CARD,
    }.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    return tmp_path


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("data/g/game.yaml", "players: 2", "playes: 2"),
        ("data/g/game.yaml", "template: g/card", "template: g/crad"),
        ("data/g/game.yaml", "cards: heroes.csv", "cards: heros.csv"),
        ("templates/g/card.yaml", "colour: sea", "colur: sea"),
        ("templates/g/card.yaml", "elements:", "elments:"),
        ("templates/g/card.yaml", "colour: sea", "colour: seaa"),
        ("templates/g/card.yaml", "in: safe", "in: saef"),
        ("templates/g/card.yaml", "card.name", "card.nmae"),
        ("templates/g/card.yaml", '"#0066cc"', "#0066cc"),
    ],
)
def test_a_slip_of_one_word_is_corrected(project: Path, file: str, old: str, new: str) -> None:
    path = project / file
    right = path.read_text()
    path.write_text(right.replace(old, new))
    told = CliRunner().invoke(app, ["check", "--no-code", "--fix", "-p", str(project)])
    assert path.read_text() == right, told.output
    assert "corrected" in told.output


def test_what_takes_a_person_is_left(project: Path) -> None:
    path = project / "templates/g/card.yaml"
    path.write_text(CARD.replace("in: safe", "in: safe, size: huge"))
    told = CliRunner().invoke(app, ["check", "--no-code", "--fix", "-p", str(project)])
    assert told.exit_code == 1
    assert "corrected" not in told.output
    assert path.read_text() == CARD.replace("in: safe", "in: safe, size: huge")


def test_a_file_that_cannot_be_written_is_reported(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = project / "templates/g/card.yaml"
    path.write_text(CARD.replace("colour: sea", "colour: seaa"))

    def refuse(*_arguments: object) -> None:
        what, fix = "templates/g cannot be written", "change its permissions"
        raise Fault(Code.OUTPUT_UNWRITABLE, Place("templates/g"), what=what, fix=fix)

    monkeypatch.setattr("pnp.editing.edits.write_all", refuse)
    told = CliRunner().invoke(app, ["check", "--no-code", "--fix", "-p", str(project)])
    assert told.exit_code == 1
    assert "templates/g cannot be written" in told.output
    assert "seaa" in told.output
    assert "corrected" not in told.output


def test_a_fix_is_known_by_its_change_and_not_by_its_words(project: Path) -> None:
    (project / "templates/g/card.yaml").write_text(CARD.replace("colour: sea", "colour: seaa"))
    files = Files(project)
    place = Place("templates/g/card.yaml", 3, 1)
    told = {"code": Code.COLOUR_UNKNOWN, "place": place, "what": "no colour seaa"}
    assert fix_of(Diagnostic(**told, fix="did you mean sea?"), files) is None
    edit = fix_of(Diagnostic(**told, fix=Correction("try sea", "seaa", "sea")), files)
    assert isinstance(edit, SetLines)
    assert edit.new == ['  name: {text: "{{ card.name }}", in: safe, colour: sea}  # who']
    assert pickle.loads(pickle.dumps(did_you_mean("seaa", "sea"))).new == "sea"


def test_a_number_of_the_rules_has_a_button_but_is_not_changed_unasked(project: Path) -> None:
    rules = project / "templates/g/rulebook.md"
    rules.write_text("## Play\n\nLay out eleven coins.\n")
    told = CliRunner().invoke(app, ["check", "--no-code", "--fix", "-p", str(project)])
    assert "eleven is not tied to the data" in told.output
    assert rules.read_text() == "## Play\n\nLay out eleven coins.\n"
    (found,) = (d for d in check_project(project, "numbers").diagnostics if d.code == "literal-number")
    assert isinstance(found.fix, Correction) and not found.fix.is_certain
    edit = fix_of(found, Files(project))
    assert isinstance(edit, SetLines) and list(edit.new) == ["Lay out [eleven]{.literal} coins."]
