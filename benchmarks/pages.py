"""How much a page costs those who print it: python benchmarks/pages.py [GAME …] [--lang en] [--dpi 300].

Each page of each PDF of the games that ship is drawn by Ghostscript and by poppler, in a process of its own. Told are
the pages that cost most, as a ratio of their CPU time to that of the median page of all; 1 when one is above the bar.
Programs that are missing are skipped, with a line that says so.
"""

from __future__ import annotations

import argparse
import io
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import pypdf

ROOT = Path(__file__).resolve().parent.parent
BAR = 3.0
"""What a page may cost at most, in median pages."""
TOLD = 5
LIMIT_S = 300.0

Command = Callable[[Path, int, int], list[str]]
"""Draws a page of a file, from 1, at so many dots to the inch."""


def ghostscript(file: Path, page: int, dpi: int) -> list[str]:
    """As a driver of a printer would call it, with smooth edges off."""
    pages = [f"-dFirstPage={page}", f"-dLastPage={page}"]
    return [
        "gs",
        "-q",
        "-dBATCH",
        "-dNOPAUSE",
        "-dSAFER",
        "-sDEVICE=ppmraw",
        f"-r{dpi}",
        *pages,
        "-o",
        os.devnull,
        str(file),
    ]


def poppler(file: Path, page: int, dpi: int) -> list[str]:
    """To nowhere: pdftoppm writes to its output when it is told no file."""
    return ["pdftoppm", "-r", str(dpi), "-f", str(page), "-l", str(page), str(file)]


PROGRAMS: dict[str, Command] = {"gs": ghostscript, "pdftoppm": poppler}


def cpu_s(command: list[str]) -> float:
    """User and system time of a process, s; that of the limit when it takes longer."""
    before = os.times()
    try:
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, timeout=LIMIT_S)
    except subprocess.TimeoutExpired:
        return LIMIT_S
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def built(folder: Path, games: list[str], language: str, paper: str) -> list[tuple[Path, int]]:
    """Every page of every PDF of the games: its file, and its number from 1."""
    command = [
        sys.executable,
        "-m",
        "pnp",
        "build",
        *games,
        "--lang",
        language,
        "--paper",
        paper,
        "--output",
        str(folder),
    ]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    files = sorted(folder.rglob("*.pdf"))
    return [(file, n + 1) for file in files for n in range(len(pypdf.PdfReader(io.BytesIO(file.read_bytes())).pages))]


def main() -> int:
    """Measure, and tell of the worst."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--lang", default="en")
    parser.add_argument("--paper", default="a4")
    parser.add_argument("--dpi", type=int, default=300)
    asked = parser.parse_args()
    worst = 0.0
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        pages = built(folder, asked.games, asked.lang, asked.paper)
        for name, command in PROGRAMS.items():
            if shutil.which(name) is None:
                print(f"{name}: not on this machine, skipped")
                continue
            costs = {page: cpu_s(command(*page, asked.dpi)) for page in pages}
            median = statistics.median(costs.values())
            dearest = sorted(costs, key=lambda page: -costs[page])
            worst = max(worst, costs[dearest[0]] / median)
            print(f"{name}: {len(pages)} pages, the median {median:.2f} s, all {sum(costs.values()):.0f} s")
            for file, page in dearest[:TOLD]:
                cost = costs[file, page]
                print(f"  {cost / median:6.2f} × ({cost:.2f} s)  {file.relative_to(folder)} page {page}")
    print(f"worst {worst:.2f}, bar {BAR:g}: {'holds' if worst <= BAR else 'missed'}")
    return 0 if worst <= BAR else 1


if __name__ == "__main__":
    sys.exit(main())
