"""The shipped games → how long a build and a check take, and whether a second build gives the same bytes.

    python benchmarks/games.py [--runs N]

Each run is a process of its own; CPU is user and system time, from wait4; a check is timed by the clock, with two
processes that play. The best run counts, as with timeit, for whoever else uses the machine only ever makes it slower;
median and worst are printed beside it. The first build warms up: Python keeps what it has compiled, as it does for
users, also where the environment says not to. Exit 1 when a bar is missed.
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

ROOT = Path(__file__).resolve().parent.parent
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
BUILD_BAR, CHECK_BAR = 3.0, 15.0
"""Seconds of CPU for a build, and of the clock for a check, which plays in two processes; all games, all languages."""


def run(*arguments: str) -> tuple[float, float]:
    """CPU seconds of one pnp process, and seconds by the clock; it must succeed."""
    start = time.perf_counter()
    command = [sys.executable, "-m", "pnp", *arguments]
    process = subprocess.Popen(command, cwd=ROOT, env=ENVIRONMENT, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"pnp {' '.join(arguments)} failed")
    return usage.ru_utime + usage.ru_stime, time.perf_counter() - start


def hashes(folder: Path) -> dict[str, str]:
    """The hash of every file below a folder."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def spread(seconds: list[float]) -> str:
    """The best of some runs, with their median and the worst."""
    return f"{min(seconds):.2f} ({median(seconds):.2f}, {max(seconds):.2f})"


def main() -> int:
    """Measure, print, and tell whether the bars hold."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    runs = parser.parse_args().runs
    with tempfile.TemporaryDirectory() as first, tempfile.TemporaryDirectory() as second:
        run("build", "--output", first)
        builds = [run("build", "--output", second)[0] for _ in range(runs)]
        same = hashes(Path(first)) == hashes(Path(second))
        count = len(hashes(Path(first)))
    checks = [run("check", "--jobs", "2")[1] for _ in range(runs)]
    holds = (min(builds) <= BUILD_BAR, min(checks) <= CHECK_BAR, same)
    rows = (
        (f"build, {count} files, s of CPU", spread(builds), f"≤ {BUILD_BAR}"),
        ("check, s by the clock", spread(checks), f"≤ {CHECK_BAR}"),
        ("same bytes twice", "yes" if same else "no", "yes"),
    )
    print(f"| what | best (median, worst) of {runs} | bar |  |\n| --- | ---: | ---: | --- |")
    for (what, measured, bar), ok in zip(rows, holds, strict=True):
        print(f"| {what} | {measured} | {bar} | {'holds' if ok else 'MISSED'} |")
    return 0 if all(holds) else 1


if __name__ == "__main__":
    sys.exit(main())
