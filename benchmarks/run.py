"""Decks → how long pnp and others take to print them, and whether pnp's bars hold.

    python benchmarks/run.py                          everything, five counted runs each
    python benchmarks/run.py chili-100 --runs 3       one deck
    python benchmarks/run.py --markdown result.md     the tables for a document
    python benchmarks/run.py --check                  build each deck once with pnp and count its pages

Every run is a process of its own, from YAML to PDF. Programs take turns, so that a busy moment of the machine meets all
of them. The projects and a copy of pnp lie in a temporary folder, so that edits of pnp meanwhile change nothing.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median

from decks import DECKS, FACES, HERE, REPOSITORY, Deck, make_project

PEERS = {"script": "reportlab", "typst": "typst", "protograf": "protograf"}
"""The package that each program beside pnp needs."""

DISTRIBUTIONS = {"pnp": "pnp-games", **PEERS}

START_UP = "spicy-1"
"""The deck whose cost is taken for start-up."""


class Failed(Exception):
    """A program did not do what it was to."""


@dataclass(frozen=True)
class Run:
    """What one process took and made.

    Attributes:
        cpu: User and system time, s.
        wall: From start to end, s.
        peak: Most memory at a time, MiB.
        content: The PDF's hash.
    """

    cpu: float
    wall: float
    peak: float
    content: str


@dataclass
class Result:
    """The counted runs of a program on a deck."""

    runs: list[Run] = field(default_factory=list)
    size: int = 0
    pages: int = 0

    @property
    def cpu(self) -> float:
        """Median of processor time, s."""
        return median(run.cpu for run in self.runs)

    @property
    def wall(self) -> float:
        """Median of elapsed time, s."""
        return median(run.wall for run in self.runs)

    @property
    def peak(self) -> float:
        """Median of peak memory, MiB."""
        return median(run.peak for run in self.runs)

    @property
    def distinct(self) -> int | None:
        """How many different files the runs made: 1 when all are the same to the byte; None after a single run."""
        return len({run.content for run in self.runs}) if len(self.runs) > 1 else None


Results = dict[tuple[str, str], Result]
"""Results by deck and program."""


@dataclass(frozen=True)
class Bar:
    """A limit pnp is held to; ``value`` is None when it was not measured."""

    what: str
    value: float | None
    limit: float
    is_most: bool

    @property
    def verdict(self) -> str:
        """In a word."""
        if self.value is None:
            return "not measured"
        return "holds" if (self.value <= self.limit if self.is_most else self.value >= self.limit) else "MISSED"

    def row(self) -> list[str]:
        """Its cells in the table."""
        measured = "–" if self.value is None else f"{self.value:{'d' if isinstance(self.value, int) else '.2f'}}"
        return [self.what, f"{'≤' if self.is_most else '≥'} {self.limit:g}", measured, self.verdict]


# --- running


def installed(program: str) -> str:
    """The version of the package that a program needs; "" when it is missing."""
    try:
        return version(DISTRIBUTIONS[program])
    except PackageNotFoundError:
        return ""


def command(program: str, deck: Deck, project: Path) -> tuple[list[str], Path]:
    """How a program is started on a deck, and the PDF it makes."""
    if program == "pnp":
        start = "import sys; from pnp.commands import main; sys.exit(main())"
        arguments = [sys.executable, "-c", start, "build", "--backs", "none", "--project", str(project)]
        return arguments, project / "output/deck/en/cards.pdf"
    output = project / f"{program}.pdf"
    return [sys.executable, str(HERE / program / "cards.py"), deck.kind, str(project), str(output)], output


def environment(home: Path) -> dict[str, str]:
    """What the processes know of the outside: a home folder of their own, and pnp as it was copied there."""
    kept = {key: value for key, value in os.environ.items() if key in ("PATH", "LD_LIBRARY_PATH", "TMPDIR")}
    return {**kept, "HOME": str(home), "LANG": "C.UTF-8", "PYTHONPATH": str(home / "engine"), "PNP_CACHE": "off"}


def run_once(program: str, deck: Deck, project: Path, home: Path) -> Run:
    """Run a program in a process of its own.

    Raises:
        Failed: It ended with an error.
    """
    arguments, output = command(program, deck, project)
    output.unlink(missing_ok=True)
    log = home / "log.txt"
    with log.open("wb") as sink:
        began = time.perf_counter()
        process = subprocess.Popen(arguments, cwd=project, env=environment(home), stdout=sink, stderr=sink)
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - began
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode or not output.exists():
        raise Failed(f"{program} on {deck.name}, exit {process.returncode}:\n{log.read_text(errors='replace')[-2000:]}")
    peak = usage.ru_maxrss / (1024**2 if sys.platform == "darwin" else 1024)
    return Run(usage.ru_utime + usage.ru_stime, wall, peak, hashlib.sha256(output.read_bytes()).hexdigest())


def count_pages(pdf: bytes) -> int:
    """The pages of a PDF whose page tree is not compressed, as is so with all programs here."""
    return max((int(count) for count in re.findall(rb"/Count (\d+)", pdf)), default=0)


def make_home(folder: Path) -> Path:
    """A home folder with a copy of pnp, and with the project's fonts where fontconfig finds them."""
    home = folder / "home"
    shutil.copytree(REPOSITORY / "pnp", home / "engine" / "pnp", ignore=shutil.ignore_patterns("__pycache__"))
    fonts = home / ".local/share/fonts"
    fonts.mkdir(parents=True)
    for face in FACES:
        shutil.copy(REPOSITORY / "fonts/source-sans-3" / f"SourceSans3-{face}.ttf", fonts)
    return home


def measure(decks: Iterable[Deck], runs: int, folder: Path) -> Results:
    """Run every program on every deck, once to warm up and then so many times.

    Raises:
        Failed: A program ended with an error, or made another number of pages than the deck takes.
    """
    home = make_home(folder)
    results: Results = {}
    missing: set[str] = set()
    for deck in decks:
        project = folder / deck.name
        make_project(deck, project)
        programs = [program for program in deck.programs if installed(program)]
        for program in set(deck.programs) - set(programs) - missing:
            missing.add(program)
            tell(f"{program} is skipped: {PEERS[program]} is not installed (pip install {PEERS[program]})")
        for turn in range(runs + 1):
            for program in programs:
                tell(f"{deck.name}: {program}, {f'run {turn} of {runs}' if turn else 'warm-up'}")
                run = run_once(program, deck, project, home)
                if turn:
                    results.setdefault((deck.name, program), Result()).runs.append(run)
        for program in programs:
            pdf = command(program, deck, project)[1].read_bytes()
            result = results[deck.name, program]
            result.size, result.pages = len(pdf), count_pages(pdf)
            if result.pages != deck.pages:
                raise Failed(f"{program} made {result.pages} pages of {deck.name}, not {deck.pages}")
        shutil.rmtree(project)
    return results


def check(decks: Iterable[Deck], folder: Path) -> None:
    """Build each deck once with pnp.

    Raises:
        Failed: A build failed, or made another number of pages than the deck takes.
    """
    home = make_home(folder)
    for deck in decks:
        project = folder / deck.name
        make_project(deck, project)
        run_once("pnp", deck, project, home)
        pages = count_pages(command("pnp", deck, project)[1].read_bytes())
        if pages != deck.pages:
            raise Failed(f"pnp made {pages} pages of {deck.name}, not {deck.pages}")
        print(f"{deck.name}: {deck.cards:,} cards on {pages:,} sheets")


# --- judging


def times(results: Results, deck: str, slower: str, faster: str) -> float | None:
    """How many times as much processor time one program takes as another on a deck."""
    one, other = results.get((deck, slower)), results.get((deck, faster))
    return one.cpu / other.cpu if one and other else None


def growth(results: Results, large: str, small: str) -> float | None:
    """A card's cost in a large deck by that in a small one, start-up taken off both."""
    found = [results.get((deck, "pnp")) for deck in (START_UP, small, large)]
    if None in found:
        return None
    start, *others = (result.cpu for result in found if result)
    per_card = [(cpu - start) / (DECKS[name].cards - 1) for cpu, name in zip(others, (small, large), strict=True)]
    return per_card[1] / per_card[0]


def bars(results: Results) -> list[Bar]:
    """What pnp is held to."""
    largest = results.get(("spicy-10000", "pnp"))
    return [
        *(
            Bar(f"{deck}: pnp ÷ script", times(results, deck, "pnp", "script"), limit, True)
            for deck, limit in {"spicy-1": 2, "chili-100": 1.8, "spicy-1000": 1.7, "text-100": 1.1}.items()
        ),
        Bar("chili-100: protograf ÷ pnp", times(results, "chili-100", "protograf", "pnp"), 6.5, False),
        Bar("spicy-1000: protograf ÷ pnp", times(results, "spicy-1000", "protograf", "pnp"), 19, False),
        Bar("a card of 10,000 ÷ a card of 1,000", growth(results, "spicy-10000", "spicy-1000"), 1.15, True),
        Bar("spicy-10000: pnp's peak, MiB", largest.peak if largest else None, 200, True),
        *(
            Bar(f"{deck}: distinct PDFs from {len(result.runs)} builds", result.distinct, 1, True)
            for (deck, program), result in results.items()
            if program == "pnp"
        ),
    ]


# --- printing


def result_rows(results: Results) -> list[list[str]]:
    """The table of results, its head first."""
    rows = [["deck", "program", "CPU s", "wall s", "peak MiB", "PDF KiB", "pages", "÷ pnp", "pnp ÷"]]
    for (deck, program), result in results.items():
        numbers = [f"{result.cpu:.2f}", f"{result.wall:.2f}", f"{result.peak:.0f}", f"{result.size / 1024:,.0f}"]
        ratios = ["", ""]
        if program != "pnp":
            ratios = [f"{n:.2f}" if n else "–" for n in ratios_to_pnp(results, deck, program)]
        rows.append([deck, program, *numbers, f"{result.pages:,}", *ratios])
    return rows


def ratios_to_pnp(results: Results, deck: str, program: str) -> tuple[float | None, float | None]:
    """A program's processor time by pnp's, and the other way round."""
    return times(results, deck, program, "pnp"), times(results, deck, "pnp", program)


def bar_rows(found: Iterable[Bar]) -> list[list[str]]:
    """The table of bars, its head first."""
    return [["bar", "limit", "measured", ""], *(bar.row() for bar in found)]


def as_text(rows: Sequence[Sequence[str]], left: int) -> str:
    """A table in columns; so many of the first ones are words."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = [
            cell.ljust(width) if index < left else cell.rjust(width)
            for index, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def as_markdown(rows: Sequence[Sequence[str]], left: int) -> str:
    """A table in Markdown."""
    rule = ["---" if index < left else "---:" for index in range(len(rows[0]))]
    return "\n".join(f"| {' | '.join(row)} |" for row in (rows[0], rule, *rows[1:]))


def versions(programs: Mapping[str, str]) -> str:
    """Who took part, with versions."""
    python = ".".join(map(str, sys.version_info[:3]))
    found = [f"{package} {installed(program)}" for program, package in programs.items() if installed(program)]
    return f"{os.cpu_count()} cores, Python {python}, pnp {installed('pnp')}, {', '.join(found)}"


def tell(line: str) -> None:
    """A line about what is being done."""
    print(line, file=sys.stderr, flush=True)


def main() -> int:
    """Run the benchmark; 1 when a bar is missed or a program fails."""
    parser = argparse.ArgumentParser(
        description="Times pnp against a script, typst and protograf, and checks pnp's bars."
    )
    parser.add_argument("decks", nargs="*", metavar="DECK", help=f"of {', '.join(DECKS)}; default: all")
    parser.add_argument("--runs", type=int, default=5, metavar="N", help="counted runs of each program; default: 5")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="write the tables there, too")
    parser.add_argument("--check", action="store_true", help="build each deck once with pnp and count its pages")
    options = parser.parse_args()
    unknown = [name for name in options.decks if name not in DECKS]
    if unknown or options.runs < 1:
        parser.error(f"no deck {', '.join(unknown)}" if unknown else "--runs must be 1 or more")
    decks = [DECKS[name] for name in options.decks or DECKS]
    try:
        with tempfile.TemporaryDirectory(prefix="pnp-benchmark-") as folder:
            if options.check:
                check(decks, Path(folder))
                return 0
            results = measure(decks, options.runs, Path(folder))
    except Failed as failure:
        tell(str(failure))
        return 1
    found = bars(results)
    heading = f"Medians of {options.runs} runs; {versions(PEERS)}"
    print(f"{heading}\n\n{as_text(result_rows(results), 2)}\n\n{as_text(bar_rows(found), 1)}")
    if options.markdown:
        tables = f"{as_markdown(result_rows(results), 2)}\n\n{as_markdown(bar_rows(found), 1)}"
        options.markdown.write_text(f"{heading}.\n\n{tables}\n", encoding="utf-8")
    return int(any(bar.verdict == "MISSED" for bar in found))


if __name__ == "__main__":
    sys.exit(main())
