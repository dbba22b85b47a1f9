"""What pnp asks of the system, on the systems that tests do not run on too, as far as this one can show it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pnp.core import platform
from pnp.core.platform import config_folder, is_alive, state_folder


def test_folders_are_the_users(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    for variable in ("XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(variable, "a/relative/path/is/ignored")
    monkeypatch.setattr("sys.platform", "linux")
    assert (config_folder(), state_folder()) == (tmp_path / ".config/pnp", tmp_path / ".local/state/pnp")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    assert state_folder() == tmp_path / "state/pnp"
    monkeypatch.setattr("sys.platform", "darwin")
    assert state_folder() == tmp_path / "Library/Logs/pnp"
    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.setenv("APPDATA", str(tmp_path / "roaming"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "local"))
    assert (config_folder(), state_folder()) == (tmp_path / "roaming/pnp", tmp_path / "local/pnp")


def test_a_process_is_alive_until_it_has_ended() -> None:
    process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    assert is_alive(process.pid)
    process.communicate(b"\n")
    assert not is_alive(process.pid)
    assert is_alive(os.getpid())


@pytest.mark.parametrize(
    ("code", "name"), [(-9, "SIGKILL"), (-6, "SIGABRT"), (3, "exit code 3"), (None, "exit code None")]
)
def test_an_exit_has_a_name(code: int | None, name: str) -> None:
    assert platform.name_exit(code) == name
