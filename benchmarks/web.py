"""The web pages of the games: their size, the seconds to a first move in Chromium, and games in Pyodide next to Python.

    python benchmarks/web.py                 the four games in all languages
    python benchmarks/web.py --starts 5      more cold starts of each page

A cold start begins with an empty cache of the browser, and ends when the first option can be clicked. Games in Pyodide
are played in Node, the same games from the same seeds as in Python; judge by the ratio of their CPU seconds. Needs
pip install -e '.[bench]', which has Playwright; a Chromium; and npm, by which pnp export web fetches Pyodide.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from programs import find, node  # noqa: E402 - a file beside the tests

LATE = 10
"""Seconds to a first move."""
GAMES = ("chicken", "chili", "seventy-seven", "spicy")

PLAYS = """
import json, sys, time
from pnp.play.game_bundle import GameSetup
from pnp.play.game_loop import play
from pnp.play.exported import unpacked
from pnp.play.game_code import load_program
def scores(text, rules, bots, games):
    program = load_program(unpacked(text, rules, bots).bundle)
    players = program.bundle.players[-1]
    played = [play(program, GameSetup(players, f"7:{n}", program.bundle.usual)) for n in range(games)]
    return json.dumps([[game.end.why, *game.end.scores, *game.end.winners] for game in played])
"""

IN_NODE = """
import { readFileSync } from "fs";
const [at, games] = process.argv.slice(2);
const { loadPyodide } = await import(`${at}/pyodide/pyodide.mjs`);
const seconds = () => process.cpuUsage().user / 1e6;
const python = await loadPyodide({ indexURL: `${at}/pyodide/` });
python.FS.writeFile("/pnp.zip", readFileSync(`${at}/game/pnp.zip`));
python.runPython("import sys\\nsys.path.insert(0, '/pnp.zip')");
python.runPython(readFileSync(0, "utf8"));
const scores = python.globals.get("scores");
const files = ["game.json", "rules.py", "bots.py"].map((name) => readFileSync(`${at}/game/${name}`, "utf8"));
scores(...files, 10);
const start = seconds();
const answer = scores(...files, Number(games));
console.log(JSON.stringify([seconds() - start, answer]));
"""


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def served(folder: str) -> Iterator[str]:
    """Serve the files of a folder, and give its address."""
    ThreadingHTTPServer.handle_error = lambda *_: None  # type: ignore[method-assign]  # a page that is left hangs up
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()


def cold_start(browser: Any, address: str) -> float:
    """Seconds from opening a page until its first option can be clicked."""
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    start = time.perf_counter()
    page.goto(f"{address}?seats=3&as=1&seed=7", timeout=60_000)
    page.wait_for_selector("[data-choice]", state="attached", timeout=60_000)
    seconds = time.perf_counter() - start
    context.close()
    return seconds


def in_python(page: Path, games: int) -> tuple[float, str]:
    """CPU seconds of games in Python, and their scores."""
    names: dict[str, Any] = {}
    exec(PLAYS, names)
    files = [(page / "game" / name).read_text(encoding="utf-8") for name in ("game.json", "rules.py", "bots.py")]
    names["scores"](*files, 10)
    start = time.process_time()
    scores = names["scores"](*files, games)
    return time.process_time() - start, scores


def in_pyodide(page: Path, games: int) -> tuple[float, str]:
    """CPU seconds of the same games in Pyodide, and their scores."""
    with tempfile.NamedTemporaryFile("w", suffix=".mjs") as script:
        script.write(IN_NODE)
        script.flush()
        command = [node(), script.name, str(page), str(games)]
        ended = subprocess.run(command, input=PLAYS, capture_output=True, text=True, check=True)
    seconds, scores = json.loads(ended.stdout)
    return seconds, scores


def main() -> None:
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser()
    parser.add_argument("--starts", type=int, default=3)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--chromium", default=find("chromium"))
    options = parser.parse_args()
    print("| Game | files | folder, MB | ZIP, MB | s to a first move | Pyodide ÷ Python |\n| --- |" + " ---: |" * 5)
    is_late = False
    with tempfile.TemporaryDirectory() as folder, served(folder) as address, sync_playwright() as playwright:
        command = [sys.executable, "-m", "pnp", "export", "web", *GAMES, "-o", folder, "-p", str(ROOT)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        browser = playwright.chromium.launch(executable_path=options.chromium, args=["--no-sandbox"])
        for game in GAMES:
            page = Path(folder, game, "web")
            files = [file.stat().st_size for file in page.rglob("*") if file.is_file()]
            packed = Path(folder, game, "web.zip").stat().st_size
            seconds = median(cold_start(browser, f"{address}{game}/web/") for _ in range(options.starts))
            (native, scores), (browsers, other) = in_python(page, options.games), in_pyodide(page, options.games)
            assert scores == other, f"{game}: Pyodide plays other games"
            ratio = f"{browsers / native:.1f}"
            sizes = f"{len(files)} | {sum(files) / 1e6:.1f} | {packed / 1e6:.1f}"
            print(f"| {game} | {sizes} | {seconds:.1f} | {ratio} |", flush=True)
            is_late |= seconds > LATE
        browser.close()
    print(f"a first move within {LATE} s: {'missed' if is_late else 'holds'}")
    sys.exit(is_late)


if __name__ == "__main__":
    main()
