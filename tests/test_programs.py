"""A test whose program is not here is skipped, and said last; with CI=true it fails unless the program cannot be had."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT
from programs import CANNOT, PROGRAMS

pytestmark = pytest.mark.process

ASKED = ["tests/extensions/translating/test_notes.py", "-k", "gettext_keeps", "-n0", "-q", "-p", "no:cacheprovider"]
SAID = "not tested: 2 of what needs gettext, which is not installed: apt-get install gettext"


@pytest.mark.parametrize(
    ("ci", "cannot", "code"),
    [("", "", 0), ("true", "", 1), ("true", "chromium gettext", 0)],
    ids=["at home", "in CI", "in CI without root"],
)
def test_a_test_without_its_program(tmp_path: Path, ci: str, cannot: str, code: int) -> None:
    environment = {**os.environ, "PATH": str(tmp_path), "CI": ci, CANNOT: cannot}
    command = [sys.executable, "-m", "pytest", *ASKED]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stdout + done.stderr
    assert (done.stdout.splitlines()[-1] == SAID) == (code == 0)


def test_what_cannot_be_installed_is_named(tmp_path: Path) -> None:
    command = [sys.executable, "tests/programs.py"]
    done = subprocess.run(command, cwd=ROOT, env={"PATH": str(tmp_path)}, capture_output=True, text=True, check=True)
    assert done.stdout.split() == [*PROGRAMS]
    assert done.stderr.endswith("there is no apt-get; the tests that need them will be skipped\n")
