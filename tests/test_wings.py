"""The printer stands alone: a copy of pnp without any wing builds the shipped games to the same bytes."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import tree
from conftest import ROOT, one_of

from pnp.commands.export import PICTURES
from pnp.exports import EXPORTS
from pnp.project.files import Files, game_names

WINGS = ("play", "extensions", "rules.py")


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with pnp without its wings."""
    folder = tmp_path_factory.mktemp("printer")
    hidden = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "pnp", folder / "pnp", ignore=hidden)
    for name in WINGS:
        wing = folder / "pnp" / name
        wing.unlink() if wing.is_file() else shutil.rmtree(wing)
    return folder


def pnp(source: Path, *arguments: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(source), "PNP_CACHE": "off", "COLUMNS": "100"}
    command = [sys.executable, "-m", "pnp", *arguments]
    done = subprocess.run(command, cwd=source, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
@pytest.mark.process
@pytest.mark.parametrize("game", one_of(game_names(Files(ROOT)), "seventy-seven"))
def test_the_printer_builds_the_games_without_wings(game: str, alone: Path, tmp_path: Path) -> None:
    arguments = ("build", game, "--project", str(ROOT), "--lang", "en", "--output")
    pnp(alone, *arguments, str(tmp_path / "alone"))
    pnp(ROOT, *arguments, str(tmp_path / "whole"))
    built = tree(tmp_path / "alone")
    assert len(built) > 5
    assert built == tree(tmp_path / "whole")


@pytest.mark.process
def test_what_a_wing_adds_is_gone_without_it(alone: Path) -> None:
    told = pnp(alone, "--help")
    assert "build" in told
    assert not {"simulate", "play", "import", "fonts"} & set(told.split())
    checked = pnp(alone, "check", "chili", "--lang", "en", "--project", str(ROOT))
    assert "27 expectations hold" in checked
    assert "games played" not in checked


@pytest.mark.process
@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("check", "--claims --mutate --no-code"),
        ("export", "tts tabletopia web silhouette cricut --url --paper --pyodide"),
        ("new", "Squib nanDECK .xlsx .csv"),
    ],
)
def test_help_offers_nothing_of_a_wing_that_is_gone(alone: Path, command: str, words: str) -> None:
    told = pnp(alone, command, "--help")
    assert set(words.split()) & set(re.findall(r"[\w.-]+", told)) == set()
    whole = pnp(ROOT, command, "--help")
    assert [word for word in words.split() if word not in whole] == ([] if command != "new" else ["Squib", "nanDECK"])


def test_the_help_of_export_knows_the_printers_own() -> None:
    assert tuple(EXPORTS) == PICTURES
