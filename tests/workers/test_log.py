"""What is logged: stages with their times, and crashes of any process with their whole traceback."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from command_line import Done, process
from conftest import GAME, SMALL, WriteProject

from pnp.workers.log import MAX_FILES, report_crash

pytestmark = pytest.mark.process

INJECTED = '''
import importlib.abc, importlib.util, sys

class Injecting(importlib.abc.MetaPathFinder):
    """Lets every cut mark fail, in each process that pnp starts."""

    def find_spec(self, name, path, target=None):
        if name != "pnp.layout.sheets.marks":
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        execute = spec.loader.exec_module

        def exec_module(module):
            execute(module)
            module._room = injected_room

        spec.loader.exec_module = exec_module
        return spec

def injected_room(*_):
    raise KeyError("injected")

sys.meta_path.insert(0, Injecting())
'''
"""A sitecustomize.py."""


def build(write_project: WriteProject, tmp_path: Path, *options: str, jobs: str, **environment: str) -> Done:
    """Build two games whose layout fails."""
    (tmp_path / "hook").mkdir()
    (tmp_path / "hook/sitecustomize.py").write_text(INJECTED)
    root = write_project({"data/other/game.yaml": GAME, "data/other/cards.yaml": SMALL["data/small/cards.yaml"]})
    environment |= {"PYTHONPATH": str(tmp_path / "hook"), "XDG_STATE_HOME": str(tmp_path / "state")}
    return process(*options, "build", "--jobs", jobs, "--project", str(root), **environment)


def assert_is_whole(traceback: str) -> None:
    """Assert that a traceback goes from the task down to the function that fails."""
    assert "Traceback (most recent call last)" in traceback
    calls = ["in _run_job", "in make_game", "in cut_marks", "in injected_room", "KeyError: 'injected'"]
    places = [traceback.find(call) for call in calls]
    assert -1 not in places and places == sorted(places), traceback


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_traceback_of_a_crash_is_in_a_file_that_the_message_names(
    write_project: WriteProject, tmp_path: Path, jobs: str
) -> None:
    done = build(write_project, tmp_path, jobs=jobs)
    assert (done.code, done.out) == (3, "")
    head, advice, where = done.err.splitlines()
    assert "has failed: KeyError: 'injected' (sitecustomize.py:" in head
    assert head.endswith("in injected_room at small in en, cut sheets)") or "at other in en" in head
    assert advice.startswith("This is a bug in pnp")
    (path,) = (tmp_path / "state/pnp").iterdir()
    assert where == f"Its traceback is in {path}; to print it instead, write pnp --traceback before the command."
    text = path.read_text(encoding="utf-8")
    assert_is_whole(text)
    assert "Python 3." in text and "reportlab " in text and f"build --jobs {jobs}" in text


@pytest.mark.parametrize(("options", "environment"), [(("--traceback",), {}), ((), {"PNP_DEBUG": "1"})])
def test_the_traceback_is_printed_if_it_is_asked_for(
    write_project: WriteProject, tmp_path: Path, options: tuple[str, ...], environment: dict[str, str]
) -> None:
    done = build(write_project, tmp_path, *options, jobs="2", **environment)
    assert done.code == 3
    assert_is_whole(done.err)
    assert not (tmp_path / "state").exists()


def test_a_traceback_that_cannot_be_written_is_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setattr("pnp.workers.log.state_folder", lambda: tmp_path / "file/pnp")
    lines = report_crash(KeyError("oh"))
    assert "KeyError: 'oh'" in lines and "has failed" in lines[-2]


def test_the_oldest_logs_are_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pnp.workers.log.state_folder", lambda: tmp_path)
    for number in range(MAX_FILES + 5):
        (tmp_path / f"crash-2000{number:04}.txt").write_text("")
    report_crash(KeyError("oh"))
    names = sorted(path.name for path in tmp_path.iterdir())
    assert len(names) == MAX_FILES
    assert names[0] == "crash-20000006.txt" and names[-1].startswith("crash-20") and names[-1] > "crash-2001"


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_stages_are_logged_with_their_times(write_project: WriteProject, jobs: str) -> None:
    root = write_project({"data/other/game.yaml": GAME, "data/other/cards.yaml": SMALL["data/small/cards.yaml"]})
    done = process("--verbose", "build", "--jobs", jobs, "--project", str(root))
    assert done.code == 0
    for game in ("small", "other"):
        assert len(re.findall(rf"^[\d:]+ \[\d+\] \d+\.\d\d s: {game} in en$", done.err, re.MULTILINE)) == 1
    silent = process("build", "--jobs", jobs, "--project", str(root))
    assert (silent.code, silent.err) == (0, "")
