"""pnp explain and pnp schema, and what shells complete."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import typer
from command_line import Done
from conftest import ROOT, WriteProject
from typer.testing import CliRunner

from pnp.commands import completion as completing
from pnp.commands.explain import explain
from pnp.commands.main import app
from pnp.commands.schema import complete_kinds
from pnp.core.codes import Code
from pnp.schemas import KINDS, schema_of


def pnp(*arguments: str) -> Done:
    result = CliRunner().invoke(app, [*arguments])
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Done(result.exit_code, result.stdout, result.stderr)


# --- explain


@pytest.mark.parametrize("written", ["card-range", "CARD-RANGE", "card_range", "error[card-range]", "[card-range]:"])
def test_a_code_is_explained_however_it_is_copied(written: str) -> None:
    done = pnp("explain", written)
    assert (done.code, done.err) == (0, "")
    head, _, text = done.out.partition("\n\n")
    assert head == "error[card-range] · Cards and decks"
    assert " ".join(text.split()).startswith("A number lies outside the range that `fields:` allows.")


@pytest.mark.parametrize("code", Code)
def test_every_code_is_explained_in_lines_that_fit(code: Code, capsys: pytest.CaptureFixture[str]) -> None:
    explain(code)
    text = capsys.readouterr().out
    lines = text.splitlines()
    assert lines[0].startswith(f"{code.severity}[{code}]")
    assert all(len(line) <= 80 or " " not in line for line in lines)
    assert "](" not in text


def test_a_code_that_is_nearly_one_is_told_its_neighbour() -> None:
    done = pnp("explain", "card-rage")
    assert (done.code, done.out) == (2, "")
    assert "did you mean card-range?" in done.err


# --- schema


def test_kinds_are_listed_and_printed() -> None:
    listed = pnp("schema").out.splitlines()
    assert [line.split()[0] for line in listed] == list(KINDS)
    assert json.loads(pnp("schema", "game").out) == schema_of("game")


@pytest.mark.slow
def test_all_schemas_are_written(tmp_path: Path) -> None:
    done = pnp("schema", "--write", str(tmp_path / "schemas"))
    assert done.code == 0
    written = {path.stem: json.loads(path.read_text()) for path in (tmp_path / "schemas").iterdir()}
    assert written == {kind: schema_of(kind) for kind in KINDS}
    assert len(done.out.splitlines()) == len(KINDS)


@pytest.mark.parametrize(
    ("arguments", "told"), [(("gmae",), "did you mean game?"), (("game", "--write", "x"), "do not name one")]
)
def test_wrong_usage_of_schema(arguments: tuple[str, ...], told: str) -> None:
    done = pnp("schema", *arguments)
    assert (done.code, done.out) == (2, "")
    assert told in done.err


# --- completion


def context(root: Path, **given: object) -> typer.Context:
    made = typer.Context(typer.main.get_command(app))
    made.params.update(project=root, **given)
    return made


def test_decks_languages_cards_and_parts_are_completed() -> None:
    chili = context(ROOT, games=["chili"])
    assert completing.complete_games(context(ROOT), "chi") == ["chicken", "chili"]
    assert completing.complete_decks(chili, "") == ["numbers", "collection", "aid", "score", "box"]
    assert completing.complete_decks(context(ROOT), "tro") == ["trophies"]
    assert completing.complete_languages(chili, "") == ["en", "fr", "de", "es"]
    assert completing.complete_languages(chili, "f") == ["fr"]
    assert completing.complete_print_groups(chili, "b") == ["booklet", "box"]
    numbers = context(ROOT, game="chili", deck="numbers")
    assert completing.complete_cards(numbers, "9") == ["9", *map(str, range(90, 100))]
    assert completing.complete_codes("card-r") == ["card-range"]
    assert complete_kinds("ex") == ["examples"]


def test_a_project_with_faults_completes_what_it_can(write_project: WriteProject, tmp_path: Path) -> None:
    broken = context(write_project({"data/small/game.yaml": "title: [\n"}), deck="numbers")
    assert completing.complete_games(broken, "") == ["small"]
    assert completing.complete_decks(broken, "") == []
    assert completing.complete_cards(broken, "") == []
    assert completing.complete_languages(context(tmp_path / "nowhere"), "") == []
