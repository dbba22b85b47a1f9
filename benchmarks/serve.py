"""How soon a saved file is seen in pnp serve, next to what pnp build takes for the same deck.

    python benchmarks/serve.py                     chili's numbers, five counted runs of each edit
    python benchmarks/serve.py --runs 9 --keep     more runs; the copy of the project is not removed

A copy of the project is served, and a headless Chromium looks at its cards. Each run saves a file and waits until the
browser has decoded the last changed picture in sight and is about to paint it; then pnp build makes that deck, as a
whole process. Where there is no Chromium, the time is taken until the changed pictures have arrived, by a program that
listens as the page does. Judge by the ratio: it may be a quarter.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from urllib.request import urlopen

from chromium import PROGRAM, chromium

ROOT = Path(__file__).resolve().parent.parent
GAME, DECK, LANGUAGE = "chili", "numbers", "en"
BAR = 0.25
PATIENCE = 30

Shown = Callable[[float], float]
"""Waits for the first change that is seen after a moment; the moment it is seen, both as time.time()."""


def edits(root: Path) -> dict[str, Callable[[int], None]]:
    """What is saved in a run of each kind; a picture in sight is another one after it."""

    def replacing(path: str, old: str, new: str) -> Callable[[int], None]:
        file = root / path
        before = file.read_text()
        assert old in before, f"{path} has no {old}"
        return lambda run: file.write_text(before.replace(old, new) if run % 2 == 0 else before) and None

    return {
        "a card's value": replacing(f"data/{GAME}/numbers.yaml", "{number: 1, chilies: 1", "{number: 1, chilies: 3"),
        "the template": replacing(
            "templates/chili/number.yaml",
            "ground: {rect: bleed, fill: paper}",
            'ground: {rect: bleed, fill: "#FFE8C8"}',
        ),
    }


@contextmanager
def served(root: Path) -> Iterator[str]:
    """The address at which a project is served."""
    command = [sys.executable, "-m", "pnp", "serve", GAME, "--project", str(root), "--port", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    try:
        assert process.stdout is not None
        yield process.stdout.readline().split()[0]
    finally:
        process.terminate()
        process.wait()


@contextmanager
def browser(address: str, settle: float) -> Iterator[Shown]:
    """A page in Chromium that shows the deck."""
    with chromium() as page:
        page.look(1280, 860)
        page.begin_with(
            "window.seen = 0; document.addEventListener('shown', "
            "() => requestAnimationFrame(() => { window.seen = Date.now(); }))"
        )
        page.go(f"{address}#view=cards&game={GAME}&language={LANGUAGE}")
        page.wait("document.body?.dataset.ready")
        time.sleep(settle)

        def shown(since: float) -> float:
            page.wait(f"window.seen > {since * 1000}", PATIENCE)
            time.sleep(settle)  # until all pictures in sight are there, and what is looked at after it
            return float(page.value("window.seen")) / 1000

        yield shown


@contextmanager
def listener(address: str, settle: float) -> Iterator[Shown]:
    """A program that hears of a save and asks for the faces in sight, as the page does."""
    line = urlopen(f"{address}events", timeout=PATIENCE)
    cards = ",".join(str(number) for number in range(1, 25))
    faces = f"{address}api/faces/{GAME}/{LANGUAGE}/{DECK}?cards={cards}"
    json.load(urlopen(faces, timeout=PATIENCE))

    def shown(_since: float) -> float:
        while not line.readline().startswith(b"event: saved"):
            pass
        json.load(urlopen(faces, timeout=PATIENCE))
        seen = time.time()
        time.sleep(settle)
        return seen

    yield shown
    line.close()


def build(root: Path) -> float:
    """Seconds that pnp build takes for the deck."""
    began = time.time()
    command = [sys.executable, "-m", "pnp", "build", GAME, "--only", DECK, "--lang", LANGUAGE, "--project", str(root)]
    subprocess.run(command, check=False, capture_output=True, cwd=ROOT)
    return time.time() - began


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("--settle", type=float, default=3.0, metavar="S", help="pause after each change; default: 3 s")
    asked = parser.parse_args()
    root = Path(tempfile.mkdtemp(prefix="pnp-serve-"))
    for name in ("data", "templates", "fonts"):
        shutil.copytree(ROOT / name, root / name)
    print("seen in", PROGRAM or "no browser: until the pictures have arrived")
    worst = 0.0
    with served(root) as address, (browser if PROGRAM else listener)(address, asked.settle) as shown:
        for name, save in edits(root).items():
            waited, built = [], []
            for run in range(asked.runs + 1):
                saved = time.time()
                save(run)
                seen = shown(saved) - saved
                took = build(root)
                if run:  # the first warms up
                    waited.append(seen)
                    built.append(took)
            ratio = median(waited) / median(built)
            worst = max(worst, ratio)
            seen, took = median(waited) * 1000, median(built) * 1000
            print(f"{name}: seen after {seen:.0f} ms, built in {took:.0f} ms: {ratio:.2f}")
    if not asked.keep:
        shutil.rmtree(root)
    print(f"bar: at most {BAR} of a build: {'holds' if worst <= BAR else 'missed'}")
    return int(worst > BAR)


if __name__ == "__main__":
    sys.exit(main())
