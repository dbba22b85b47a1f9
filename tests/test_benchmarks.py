"""Every script in benchmarks/ runs, in a small form; whether its bars hold depends on the machine and is not looked at."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
from conftest import ROOT, WriteProject

BENCHMARKS = ROOT / "benchmarks"
SMALL: dict[str, list[str]] = {
    "exports.py": ["spicy-1", "--runs", "1"],
    "games.py": ["--runs", "1", "--project", "{project}"],
    "icons.py": [str(ROOT / "templates/chili"), "--sample", "5"],
    "ismcts.py": ["--games", "2", "--playouts", "4", "--rounds", "1"],
    "pages.py": ["chicken", "--dpi", "10"],
    "run.py": ["spicy-1", "--runs", "2"],
    "same.py": ["HEAD", "chicken"],
    "search.py": ["chicken", "--playouts", "8", "--games", "2"],
    "serve.py": ["--runs", "1", "--settle", "0.5"],
    "start.py": ["--runs", "1", "--project", "{project}"],
    "studio.py": ["--moves", "2"],
    "tables.py": ["chicken", "--tables", "2", "--games", "1", "--thinking", "0.01"],
    "translation_checks.py": [str(ROOT / "data/chili/locale")],
    "simulation.py": ["--rounds", "1", "--seconds", "0.02", "--pairs", "1", "--games", "2000"],
    "web.py": ["--starts", "1", "--games", "2"],
    "translations.py": ["--runs", "1", "--cards", "10", "--project", "{project}"],
}
"""The arguments of each script's small form."""
VERDICT = re.compile(r"holds|missed|MISSED|differ from")
"""What each prints at its end."""


def scripts() -> set[str]:
    return {path.name for path in BENCHMARKS.glob("*.py") if 'if __name__ == "__main__"' in path.read_text()}


def test_every_script_has_a_small_form_and_stands_in_the_readme() -> None:
    readme = (BENCHMARKS / "README.md").read_text()
    assert set(SMALL) == scripts()
    assert [name for name in SMALL if f"python benchmarks/{name}" not in readme] == []


@pytest.mark.nightly
@pytest.mark.timeout(900)  # benchmarks of pages take minutes on a busy machine
@pytest.mark.parametrize("script", sorted(SMALL))
def test_each_script_runs(script: str, write_project: WriteProject) -> None:
    arguments = [argument.format(project=write_project()) for argument in SMALL[script]]
    command = [sys.executable, f"benchmarks/{script}", *arguments]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode in (0, 1), run.stderr
    assert "Traceback" not in run.stderr
    assert VERDICT.search(run.stdout), run.stdout
