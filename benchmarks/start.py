"""How soon pnp starts, how soon it ends when there is nothing to do, and where the time of a build goes.

    python benchmarks/start.py [--runs N] [--project DIR]
    python benchmarks/start.py --parts [--project DIR]     the parts of one build, in ms of CPU time

Every figure is the CPU time of whole processes that take turns; medians are compared. The parts are those of one
process that builds without a supervisor: importing, by package, and the work. Exit 1 when a bar is missed.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from statistics import median

from decks import DECKS, make_project

ROOT = Path(__file__).resolve().parent.parent
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
UNCHANGED_BAR, HELP_BAR, CHECK_BAR = 1.5, 1.5, 4.0
"""At most: a build with nothing to do ÷ ``--version``; ``--help`` ÷ importing typer; a game's check ÷ its build."""

PARTS = """
import importlib._bootstrap as bootstrap, sys, time
from pathlib import Path
clock, stack, own = time.process_time, [], {}
load = bootstrap._load_unlocked
def measured(spec):
    began = clock()
    stack.append(0.0)
    try:
        return load(spec)
    finally:
        whole, inner = clock() - began, stack.pop()
        own[spec.name] = whole - inner
        if stack:
            stack[-1] += whole
bootstrap._load_unlocked = measured
print("Python itself", clock())
import pnp.commands
pnp.commands.leave_out_pydantic_plugins()
import pnp.commands.main, pnp.commands.build
from pnp.build import BuildOptions, build
from pnp.project.files import Files
build(Files(Path(sys.argv[1])), BuildOptions())
for name, seconds in own.items():
    print("import", name, seconds)
print("whole", clock())
"""


def cpu(*arguments: str, **environment: str) -> float:
    """CPU seconds of a process, its children included; it must succeed."""
    process = subprocess.Popen(arguments, cwd=ROOT, env={**ENVIRONMENT, **environment}, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"{' '.join(arguments)} failed")
    return usage.ru_utime + usage.ru_stime


def age(project: Path) -> None:
    """Let files be as old as those of a project that nobody is writing."""
    for path in [*project.rglob("*"), project]:
        os.utime(path, (1_700_000_000, 1_700_000_000))


def print_parts(project: Path) -> int:
    """Print where the CPU time of one build goes."""
    run = subprocess.run(
        [sys.executable, "-c", PARTS, str(project)],
        cwd=ROOT,
        env={**ENVIRONMENT, "PNP_CACHE": "off"},
        capture_output=True,
        text=True,
        check=True,
    )
    packages: Counter[str] = Counter()
    modules: Counter[str] = Counter()
    rows: dict[str, float] = {}
    for line in run.stdout.splitlines():
        if found := re.fullmatch(r"import (\S+) (\S+)", line):
            name = found[1] if found[1].startswith("pnp.") else found[1].partition(".")[0]
            package = ".".join(name.split(".")[:2]) if name.startswith("pnp") else name
            packages[package] += float(found[2]) * 1000
            modules[package] += 1
        else:
            name, _, seconds = line.rpartition(" ")
            rows[name] = float(seconds) * 1000
    whole = rows.pop("whole")
    work = whole - rows["Python itself"] - sum(packages.values())
    print("| part | ms of CPU | modules |\n| --- | ---: | ---: |")
    print(f"| Python itself | {rows['Python itself']:.0f} | |")
    small = 0.0
    for package, spent in packages.most_common():
        if spent < 2:
            small += spent
        else:
            print(f"| import {package} | {spent:.0f} | {modules[package]} |")
    print(f"| import of all else | {small:.0f} | |\n| reading, laying out, rendering | {work:.0f} | |")
    print(f"| **whole** | {whole:.0f} | |")
    return 0


def main() -> int:
    """Measure, print, and tell whether the bars hold."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--project", type=Path, default=ROOT, metavar="DIR", help="default: the shipped games")
    parser.add_argument("--parts", action="store_true")
    options = parser.parse_args()
    pnp = (sys.executable, "-m", "pnp")
    with tempfile.TemporaryDirectory() as folder:
        cache, card, output = (Path(folder) / name for name in ("cache", "card", "output"))
        make_project(DECKS["spicy-1"], card)
        if options.parts:
            return print_parts(card)
        age(card)
        game = next(path.parent.name for path in sorted(options.project.glob("data/*/game.yaml")))
        at = ("--project", str(options.project))
        unchanged = (*pnp, "build", "--project", str(card), "--output", str(output))
        cpu(*unchanged, PNP_CACHE=str(cache))
        names = ("version", "unchanged", "help", "typer", "build", "check")
        times: dict[str, list[float]] = {name: [] for name in names}
        for _ in range(options.runs):
            times["version"].append(cpu(*pnp, "--version"))
            times["unchanged"].append(cpu(*unchanged, PNP_CACHE=str(cache)))
            times["help"].append(cpu(*pnp, "--help"))
            times["typer"].append(cpu(sys.executable, "-c", "import typer"))
            times["build"].append(
                cpu(*pnp, "build", game, *at, "--jobs", "1", "--output", str(output), PNP_CACHE="off")
            )
            times["check"].append(cpu(*pnp, "check", game, *at, "--jobs", "1"))
    spent = {name: median(values) for name, values in times.items()}
    rows = (
        ("build with nothing to do ÷ pnp --version", spent["unchanged"] / spent["version"], UNCHANGED_BAR),
        ("pnp --help ÷ importing typer", spent["help"] / spent["typer"], HELP_BAR),
        (f"check of {game} ÷ its build, CPU", spent["check"] / spent["build"], CHECK_BAR),
    )
    print(", ".join(f"{name} {seconds:.2f} s" for name, seconds in spent.items()))
    print(f"| median of {options.runs} | bar | measured |  |\n| --- | ---: | ---: | --- |")
    for what, measured, bar in rows:
        print(f"| {what} | ≤ {bar:g} | {measured:.2f} | {'holds' if measured <= bar else 'MISSED'} |")
    return 0 if all(measured <= bar for _, measured, bar in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
