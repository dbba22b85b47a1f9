"""pnp rename: a renamed field, after which the game builds as before, and what is left to the user."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_line import Done
from conftest import CARDS, GAME, PO_HEADER, WriteProject, build_project, codes
from typer.testing import CliRunner

from pnp.commands.main import app

TEXT = (
    "elements:\n  ground: {rect: bleed, fill: '#ffffff'}\n"
    "  colour: {text: \"{{ card.colour }}{{ card['colour'] }}\", in: safe, size: 20pt, when: card.colour != 'red'}\n"
)
BOOKLET = "## Deal\n\nColours: {{ decks.numbers|map(attribute='colour')|join }}.\n"


def run(root: Path, *arguments: str) -> Done:
    result = CliRunner().invoke(app, ["rename", "field", *arguments, "--project", str(root)])
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Done(result.exit_code, result.stdout, result.stderr)


def texts(root: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in root.rglob("*") if path.suffix in (".yaml", ".md", ".po", ".csv")}


def test_all_places_of_a_field_get_its_new_name(write_project: WriteProject) -> None:
    root = write_project(
        {
            "data/small/game.yaml": f"{GAME}languages: [en, fr]\n",
            "templates/small/face.yaml": TEXT,
            "templates/small/rulebook.md": BOOKLET,
            "data/small/locale/fr.po": f'{PO_HEADER}msgid "{{{{ card.colour }}}}"\nmsgstr "{{{{ card.colour }}}}"\n',
            "data/small/rules.py": "def play(table):\n    return table.top.colour\n",
        }
    )
    before = texts(root)
    done = run(root, "colour", "tint")
    assert done.code == 0, done.err
    after = texts(root)
    for name in ("face.yaml", "rulebook.md", "cards.yaml", "fr.po", "game.yaml"):
        assert after[name] == before[name].replace("card['colour']", "card.tint").replace("colour", "tint").replace(
            "  tint: {text",
            "  colour: {text",  # an element is no field
        )
    assert "look whether it means the field: data/small/rules.py:2: return table.top.colour" in done.err
    assert "data/small/cards.yaml  2 places" in done.out


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_column_of_a_table_is_renamed_and_its_cells_stay(write_project: WriteProject, end: str) -> None:
    table = end.join(['number,"colour",note', '1,red,"a ""b"""', "2,blue,", ""])
    root = write_project(
        {
            "data/small/game.yaml": GAME.replace("cards.yaml", "cards.csv"),
            "templates/small/face.yaml": TEXT,
        }
    )
    (root / "data/small/cards.yaml").unlink()
    (root / "data/small/cards.csv").write_bytes(b"\xef\xbb\xbf" + table.encode())
    assert run(root, "colour", "tint").code == 0
    assert (root / "data/small/cards.csv").read_bytes() == b"\xef\xbb\xbf" + table.replace('"colour"', "tint").encode()
    assert codes(build_project(root)) == []


def test_the_fix_for_a_renamed_column_works(write_project: WriteProject) -> None:
    root = write_project(
        {
            "data/small/game.yaml": GAME.replace("cards.yaml", "cards.csv"),
            "data/small/cards.csv": "number,tint\n1,red\n2,blue\n",
            "templates/small/face.yaml": TEXT,
        }
    )
    (root / "data/small/cards.yaml").unlink()
    (fault,) = {fault.fix for fault in build_project(root).diagnostics if fault.code == "missing-key"}
    assert "run pnp rename field colour tint;" in fault
    assert run(root, "colour", "tint").code == 0
    assert codes(build_project(root)) == []


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("colr", "tint", "did you mean colour?"),
        ("colour", "number", "there is a field number already"),
        ("colour", "my tint", "my tint cannot be the name of a field"),
        ("colour", "copies", "copies cannot be the name of a field"),
    ],
)
def test_names_that_cannot_be_are_refused(write_project: WriteProject, old: str, new: str, what: str) -> None:
    root = write_project()
    done = run(root, old, new)
    assert (done.code, what in done.err) == (1, True), done.err
    assert (root / "data/small/cards.yaml").read_text() == CARDS
