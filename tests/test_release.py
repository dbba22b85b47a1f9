"""Releases: what is in the ZIP of each language, in which order, and what is told of it."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest
from conftest import GAME, WriteProject
from test_faults import BOOKLET_STYLE, po
from typer.testing import CliRunner

from pnp.build import Built
from pnp.cli.main import app
from pnp.releasing import Options, release
from pnp.source.files import Files

FR = {
    **BOOKLET_STYLE,
    "data/small/game.yaml": GAME + "languages: [en, fr]\nversion: '1.2'\nage: 8\nminutes: 10..20\n",
    "data/small/locale/fr.po": po(("Small", "Petit")),
    "templates/small/rulebook.md": "## {{ game.title }}\n",
    "LICENSE": "Print it.\n",
}


def released(root: Path, *languages: str) -> Built:
    return release(Files(root), Options(languages=languages))


def opened(built: Built) -> dict[str, dict[str, bytes]]:
    archives = {output.path: zipfile.ZipFile(io.BytesIO(output.content)) for output in built.outputs}
    return {path: {name: archive.read(name) for name in archive.namelist()} for path, archive in archives.items()}


def test_each_language_has_a_zip_with_all_that_is_to_print(write_project: WriteProject) -> None:
    built = released(write_project(FR))
    assert not list(built.diagnostics)
    archives = opened(built)
    assert list(archives) == ["small-1.2-en.zip", "small-1.2-fr.zip"]
    for contents in archives.values():
        assert list(contents) == [
            *("README.txt", "LICENSE.txt", "rules.html", "rules.pdf"),
            *("A4/cards.pdf", "A4/booklet.pdf", "Letter/cards.pdf", "Letter/booklet.pdf"),
        ]
        assert contents["LICENSE.txt"] == b"Print it.\n"
        assert contents["A4/cards.pdf"] != contents["Letter/cards.pdf"]


def test_the_readme_is_in_the_language_of_the_game(write_project: WriteProject) -> None:
    archives = opened(released(write_project(FR)))
    english, french = (contents["README.txt"].decode() for contents in archives.values())
    assert english.startswith("Small 1.2\r\n=========\r\n2 to 4 players · from age 8 · 10 to 20 minutes\r\n")
    assert french.startswith("Petit 1.2\r\n=========\r\n2 à 4 joueurs · dès 8 ans · 10 à 20 minutes\r\n")
    assert "Imprimez à 100\u202f%" in french or "Imprimez à 100 %" in french
    assert all(f"\r\n  {name}\r\n" in english for name in ("rules.pdf", "A4/cards.pdf", "Letter/booklet.pdf"))
    assert max(map(len, (english + french).split("\r\n"))) <= 120


def test_two_releases_are_the_same(write_project: WriteProject) -> None:
    root = write_project(FR)
    assert released(root).outputs == released(root).outputs


@pytest.mark.parametrize("name", ["data/small/LICENSE.txt", "COPYING"])
def test_the_licence_of_a_game_comes_first(write_project: WriteProject, name: str) -> None:
    root = write_project({**FR, "LICENSE": "No." if "data" in name else None, name: "Yes."})
    (contents,) = opened(released(root, "en")).values()
    assert contents["LICENSE.txt"] == b"Yes."


def test_what_is_missing_is_told(write_project: WriteProject) -> None:
    game = GAME + "languages: [it]\n"
    built = released(write_project({"data/small/game.yaml": game}))
    assert [(d.code, d.severity) for d in built.diagnostics] == [
        ("release-licence", "warning"),
        ("release-language", "warning"),
    ]
    ((path, contents),) = opened(built).items()
    assert path == "small-it.zip"
    assert b"Print at 100 %" in contents["README.txt"]


def test_a_release_with_errors_writes_nothing(write_project: WriteProject) -> None:
    root = write_project({**FR, "data/small/cards.yaml": "- {number: 17, colour: red}\n"})
    done = CliRunner().invoke(app, ["release", "--project", str(root)])
    assert (done.exit_code, done.stdout) == (1, "")
    assert not (root / "output").exists()


def test_the_command_writes_beside_other_output(write_project: WriteProject) -> None:
    root = write_project(FR)
    done = CliRunner().invoke(app, ["release", "small", "--lang", "fr", "--project", str(root)])
    assert done.exit_code == 0
    assert [path.name for path in (root / "output/release").iterdir()] == ["small-1.2-fr.zip"]
    assert "8 files, for A4 and Letter" in done.stdout
