"""The command line on Windows and macOS, as far as Linux can show it, and with processes that are never forked."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from command_line import Done, process
from conftest import GAME, SMALL, WriteProject, one_of
from test_faults import BOOKLET_STYLE, face

pytestmark = [
    pytest.mark.process,
    pytest.mark.skipif(sys.platform != "linux", reason="is about what Linux can show of other systems"),
]

OTHER_SYSTEM = '''
import importlib.abc, importlib.util, os, signal, sys, time

SYSTEM = {system!r}

class System:
    """The module sys, on another system."""

    platform = SYSTEM

    def __getattr__(self, name):
        return getattr(sys, name)

    def __setattr__(self, name, value):
        setattr(sys, name, value)

class Changing(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name != "pnp.core.platform":
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        execute = spec.loader.exec_module

        def exec_module(module):
            execute(module)
            module.sys = System()
            module._is_alive_on_windows = lambda pid: True

        spec.loader.exec_module = exec_module
        return spec

sys.meta_path.insert(0, Changing())
if SYSTEM == "win32":
    sys.modules["fcntl"] = sys.modules["resource"] = None
    for module, names in (
        (os, ("fork", "setpgid", "killpg", "getuid", "sched_getaffinity")),
        (signal, ("SIGHUP", "pthread_sigmask")),
    ):
        for name in names:
            delattr(module, name)
if SYSTEM in ("win32", "darwin"):
    del time.pthread_getcpuclockid
'''
"""A sitecustomize.py: no process of pnp is forked, and what another system does not have is missing."""


def run_on(system: str, tmp_path: Path, *arguments: str) -> Done:
    """Run pnp on another system."""
    (tmp_path / "hook").mkdir(exist_ok=True)
    (tmp_path / "hook/sitecustomize.py").write_text(OTHER_SYSTEM.format(system=system))
    folders = dict.fromkeys(("APPDATA", "LOCALAPPDATA", "XDG_STATE_HOME", "HOME"), str(tmp_path / "home"))
    return process(*arguments, PYTHONPATH=str(tmp_path / "hook"), **folders)


SYSTEMS = pytest.mark.parametrize("system", one_of(["win32", "darwin", "a system without fork"], "win32"))


@SYSTEMS
def test_games_are_built_and_checked_by_several_processes(
    write_project: WriteProject, tmp_path: Path, system: str
) -> None:
    root = write_project(
        {**BOOKLET_STYLE, "data/other/game.yaml": GAME, "data/other/cards.yaml": SMALL["data/small/cards.yaml"]}
    )
    built = run_on(system, tmp_path, "build", "--jobs", "2", "--project", str(root))
    assert (built.code, built.err) == (0, "")
    assert {path.parts[-3] for path in root.glob("output/*/en/cards.pdf")} == {"small", "other"}
    checked = run_on(system, tmp_path, "check", "--jobs", "2", "--project", str(root))
    assert (checked.code, checked.err) == (0, "")


@SYSTEMS
def test_work_that_takes_too_long_is_ended(write_project: WriteProject, tmp_path: Path, system: str) -> None:
    nested = face(a="{rect: [1, 1, 1, 1], fill: '#000', for: 'a in range(1000)', when: 'range(99999)|sum > 0'}")
    root = write_project({"templates/small/face.yaml": nested})
    done = run_on(system, tmp_path, "build", "--time-limit", "0.3", "--project", str(root))
    assert (done.code, done.out) == (1, "")
    assert "error[time-limit]: this takes more than 0.3 s: small in en, cut sheets" in done.err
