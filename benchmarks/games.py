"""The shipped games → what a build and a check of all cost, beside a build of one card; and whether bytes are the same.

    python benchmarks/games.py [--runs N] [--lang en --lang fr] [--project DIR]

Each build is a process of its own, or two; CPU is user and system time, from wait4. The programs take turns and the
median counts. A check is timed by the clock, with two processes that play: two cores must be free. The first build
warms up: Python keeps what it has compiled, as it does for users, also where the environment says not to. Exit 1 when a
bar is missed.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from decks import DECKS, make_project

ROOT = Path(__file__).resolve().parent.parent
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
ENVIRONMENT["PNP_CACHE"] = "off"  # what is measured is building
BUILD_BAR, CLOCK_BAR, CHECK_BAR = 8.0, 0.6, 4.0
"""At most: a build ÷ that of one card, CPU; a build on two cores, clock ÷ CPU; a check by the clock ÷ a build's CPU."""


def run(project: Path, *arguments: str) -> tuple[float, float]:
    """CPU seconds of one pnp process on a project, and seconds by the clock; it must succeed."""
    start = time.perf_counter()
    command = [sys.executable, "-m", "pnp", *arguments, "--project", str(project)]
    process = subprocess.Popen(command, cwd=ROOT, env=ENVIRONMENT, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"pnp {' '.join(arguments)} failed")
    return usage.ru_utime + usage.ru_stime, time.perf_counter() - start


def hashes(folder: Path) -> dict[str, str]:
    """The hash of every file below a folder."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def main() -> int:
    """Measure, print, and tell whether the bars hold."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument(
        "--lang", action="append", default=[], help="languages; default: all. The bars are for en and fr"
    )
    parser.add_argument("--project", type=Path, default=ROOT, metavar="DIR", help="default: the shipped games")
    options = parser.parse_args()
    games, runs = options.project, options.runs
    languages = [argument for language in options.lang for argument in ("--lang", language)]
    with tempfile.TemporaryDirectory() as folder:
        one, first, second, card = (Path(folder) / name for name in ("one", "first", "second", "card"))
        make_project(DECKS["spicy-1"], card)
        run(games, "build", *languages, "--jobs", "1", "--output", str(first))
        starts, builds, clocks, checks = [], [], [], []
        for _ in range(runs):
            starts.append(run(card, "build", "--jobs", "1", "--output", str(one))[0])
            builds.append(run(games, "build", *languages, "--jobs", "1", "--output", str(second))[0])
            cpu, clock = run(games, "build", *languages, "--jobs", "2", "--output", str(second))
            clocks.append(clock / cpu)
            checks.append(run(games, "check", *languages, "--jobs", "2")[1])
        same = hashes(first) == hashes(second)
        count = len(hashes(first))
    build, check = median(builds), median(checks)
    rows = (
        (f"build of {count} files ÷ one card, CPU", build / median(starts), BUILD_BAR),
        ("build on two cores, clock ÷ CPU", median(clocks), CLOCK_BAR),
        ("check by the clock ÷ build's CPU", check / build, CHECK_BAR),
    )
    print(f"one card {median(starts):.2f} s of CPU, the games {build:.2f}; check {check:.2f} s by the clock")
    print(f"| median of {runs} | bar | measured |  |\n| --- | ---: | ---: | --- |")
    for what, measured, bar in rows:
        print(f"| {what} | ≤ {bar:g} | {measured:.2f} | {'holds' if measured <= bar else 'MISSED'} |")
    print(f"| the same bytes from one process and from two | yes | {same} | {'holds' if same else 'MISSED'} |")
    return 0 if same and all(measured <= bar for _, measured, bar in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
