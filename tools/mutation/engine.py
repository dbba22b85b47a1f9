"""A sample of changes to the engine, one place at a time → which of them the tests notice.

    python -m tools.mutation.engine                      200 changes drawn by seed 7
    python -m tools.mutation.engine --count 50 --seed 8  others
    python -m tools.mutation.engine --only layout/sheet  those of some modules, all of them with --count 0

Each change is made in a copy of pnp/ and meets the tests that run its line, then its module, until one fails.
Changes that harm nobody stand with their reasons in harmless.yaml; the others are to be noticed to 90 %. Texts are not
changed, nor constants of modules, which a test would only write down once more.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import Queue

from coverage import CoverageData

from pnp.play.evidence.mutation import Mutant, mutants
from pnp.project.tree import parse_yaml

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("layout", "render", "rulebook", "words", "load", "expressions")
HARMLESS = Path(__file__).with_name("harmless.yaml")
ENOUGH = 0.9
SECONDS = 60
"""For one test; a change that makes a loop endless is noticed by that."""
LEFT_OUT = ("tests/games", "tests/play", "tests/test_docs.py", "tests/test_imports.py", "tests/test_recipes.py")
"""Tests that play games or read the docs: they notice little of the engine, and take long."""


@dataclass(frozen=True)
class Change:
    """A change of one module.

    Attributes:
        module: Its path below pnp/.
    """

    module: str
    mutant: Mutant

    @property
    def name(self) -> str:
        """Module, function, line and change."""
        return f"{self.module} {self.mutant.name}"


def changes(only: str) -> Iterator[Change]:
    """Every change of the modules of the rooms."""
    for room in ROOMS:
        for path in sorted((ROOT / "pnp" / room).rglob("*.py")):
            module = path.relative_to(ROOT / "pnp").as_posix()
            if only in module:
                for mutant in mutants(path.read_text(encoding="utf-8"), texts=False):
                    yield Change(module, mutant)


def run_pytest(arguments: Sequence[str], tree: Path) -> subprocess.CompletedProcess[str]:
    """Run tests against the pnp/ of a tree, which must not be hidden by that of the working directory."""
    first = f"pythonpath={tree} tests docs ."
    return subprocess.run(
        [sys.executable, "-P", "-m", "pytest", "-q", "-p", "no:cacheprovider", "-o", first, *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1", "HYPOTHESIS_SEED": "0"},
        capture_output=True,
        text=True,
        check=False,
    )


@dataclass(frozen=True)
class Reach:
    """Which tests run which lines.

    Attributes:
        lines: By module and line: the tests that run it.
        seconds: What each takes.
    """

    lines: dict[str, dict[int, list[str]]]
    seconds: dict[str, float]

    def tests(self, change: Change) -> list[str]:
        """The tests that run a change's line, then the others of its module; each time the quickest first.

        The others as well, since a line that is run on import, or whose value is kept, is run in one test alone.
        """
        lines = self.lines.get(change.module, {})
        own = set(lines.get(change.mutant.number, ()))
        others = {test for tests in lines.values() for test in tests} - own
        return [test for tests in (own, others) for test in sorted(tests, key=lambda test: self.seconds.get(test, 0.0))]


def look_who_runs_what(folder: Path) -> Reach:
    """Run the tests once and see."""
    data, report = folder / "coverage", folder / "junit.xml"
    settings = folder / "coveragerc"
    settings.write_text(f"[run]\ndata_file = {data}\nsource = pnp\n")
    left_out = [f"--ignore={path}" for path in LEFT_OUT]
    options = ["-n", "auto", "--cov=pnp", "--cov-context=test", f"--cov-config={settings}", "--cov-report="]
    done = run_pytest([*options, f"--junitxml={report}", *left_out, "tests"], ROOT)
    if done.returncode:
        raise SystemExit(done.stdout + done.stderr)
    seen = CoverageData(str(data))
    seen.read()
    lines = {}
    for file in seen.measured_files():
        module = Path(file).relative_to(ROOT / "pnp").as_posix()
        by_line = seen.contexts_by_lineno(file)
        lines[module] = {
            line: [context.rpartition("|")[0] for context in contexts if context.endswith("|run")]
            for line, contexts in by_line.items()
        }
    return Reach(lines, _seconds(report))


def _seconds(report: Path) -> dict[str, float]:
    from xml.etree import ElementTree

    cases = ElementTree.parse(report).iter("testcase")
    return {f"{c.get('classname', '').replace('.', '/')}.py::{c.get('name')}": float(c.get("time", 0)) for c in cases}


def is_noticed(change: Change, reach: Reach, tree: Path) -> bool:
    """Whether a test fails with the change, made in a tree of its own."""
    tests = reach.tests(change)
    if not tests:
        return False
    path = tree / "pnp" / change.module
    before = path.read_text(encoding="utf-8")
    chosen = tree / "tests.txt"
    chosen.write_text("\n".join(tests))
    path.write_text(change.mutant.text, encoding="utf-8")
    try:
        done = run_pytest(["-x", "-o", f"timeout={SECONDS}", f"@{chosen}"], tree)
    finally:
        path.write_text(before, encoding="utf-8")
    if done.returncode not in (0, 1) and "ERROR collecting" not in done.stdout:
        raise SystemExit(f"{change.name}: tests were not run\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.returncode != 0


def main() -> int:
    """Draw changes, try them, tell which were overlooked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=200, help="how many; 0 for all")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--only", default="", help="a part of the modules' paths")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()
    every = list(changes(asked.only))
    drawn = random.Random(asked.seed).sample(every, asked.count) if 0 < asked.count < len(every) else every
    harmless = parse_yaml(HARMLESS.read_text(encoding="utf-8"), HARMLESS.name) or {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        reach = look_who_runs_what(folder)
        trees: Queue[Path] = Queue()
        for number in range(asked.jobs):
            shutil.copytree(ROOT / "pnp", folder / str(number) / "pnp")
            trees.put(folder / str(number))

        def attempt(change: Change) -> bool:
            tree = trees.get()
            try:
                return is_noticed(change, reach, tree)
            finally:
                trees.put(tree)

        noticed: dict[Change, bool] = {}
        with ThreadPoolExecutor(asked.jobs) as pool:
            for change, was_noticed in zip(drawn, pool.map(attempt, drawn), strict=True):
                noticed[change] = was_noticed
                if not was_noticed:
                    told = "harmless  " if change.name in harmless else "overlooked"
                    print(f"{len(noticed):3} {told}  {change.name}", flush=True)
    overlooked = [change for change, was_noticed in noticed.items() if not was_noticed]
    wrong = [change.name for change in drawn if noticed[change] and change.name in harmless]
    for one in wrong:
        print(f"listed as harmless, and noticed: {one}")
    judged = len(drawn) - sum(change.name in harmless for change in drawn)
    missed = sum(change.name not in harmless for change in overlooked)
    print(f"{judged - missed} of {judged} changes noticed ({1 - missed / judged:.1%}); {len(drawn) - judged} harmless")
    return 0 if not wrong and 1 - missed / judged >= ENOUGH else 1


if __name__ == "__main__":
    sys.exit(main())
