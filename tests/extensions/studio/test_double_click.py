"""A download that starts by a double click: which folder it opens, and its launchers."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pnp.extensions.studio import double_click
from pnp.extensions.studio.double_click import studio_arguments
from tools import download


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "anna")
    monkeypatch.setattr(double_click, "config_folder", lambda: tmp_path / "config")
    monkeypatch.delenv(double_click.BESIDE, raising=False)
    return tmp_path / "anna"


def opened(*arguments: str) -> Path:
    command, option, folder, browser = studio_arguments(list(arguments))
    assert (command, option, browser) == ("studio", "--project", "--open")
    return Path(folder)


def test_the_first_double_click_makes_a_folder_for_games(home: Path) -> None:
    assert opened() == home / "Games"
    assert (home / "Games").is_dir()


def test_a_dropped_folder_is_opened_and_remembered(home: Path, tmp_path: Path) -> None:
    assert opened(str(tmp_path)) == tmp_path
    assert opened() == tmp_path
    (home / "gone").mkdir(parents=True)
    opened(str(home / "gone"))
    (home / "gone").rmdir()
    assert opened() == home / "Games"


def test_a_project_in_which_the_download_lies_comes_first(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(str(home.parent))
    beside = tmp_path / "project"
    beside.mkdir()
    monkeypatch.setenv(double_click.BESIDE, str(beside))
    assert opened() == home.parent
    (beside / "data").mkdir()
    assert opened() == beside


def test_other_arguments_are_those_of_the_command(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "build").mkdir()
    assert studio_arguments(["build"]) == ["build"]
    assert studio_arguments(["show", "cards", "Fig"]) == ["show", "cards", "Fig"]
    assert not home.exists()


def test_nothing_that_libraries_import_is_left_out() -> None:
    names = {name.partition(".")[0] for name in sys.stdlib_module_names} - {
        "idlelib",
        "tkinter",
        "turtledemo",
        "lib2to3",
        "_tkinter",
    }
    left = set(download.LEFT_OUT("", sorted({f"{name}.py" for name in names} | names)))
    assert {name for name in left if not name.startswith(("_test", "_xxtest"))} == set()


@pytest.mark.parametrize("system", sorted(download.LAUNCHERS))
def test_launchers_start_the_python_beside_them(system: str, tmp_path: Path) -> None:
    download.write_launchers(tmp_path, system)
    files = [path for path in tmp_path.iterdir() if path.suffix != ".desktop"]
    assert files
    for path in files:
        assert f"-m {double_click.__name__} " in path.read_text()
        assert (b"\r\n" in path.read_bytes()) == (system == "win32")


@pytest.mark.process
@pytest.mark.skipif(sys.platform == "win32", reason="a shell script")
def test_the_launcher_is_the_command_with_arguments(tmp_path: Path) -> None:
    folder = tmp_path / "with a space"
    (folder / "python/bin").mkdir(parents=True)
    python = folder / "python/bin/python3"
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    python.chmod(0o755)
    download.write_launchers(folder, "linux")
    done = subprocess.run(
        [folder / "pnp", "--version"], cwd=tmp_path, capture_output=True, text=True, env=dict(os.environ)
    )
    assert done.stdout.startswith("pnp ")
