"""Play the games in Chromium by random clicks, to their end, at a server of ``pnp play`` or as exported web pages.

    python scripts/browser_games.py                     each game, ten games at the fewest and at the most players
    python scripts/browser_games.py --games 50 spicy    another number, and one game
    python scripts/browser_games.py --phone             the same at a phone's width
    python scripts/browser_games.py --web               the same on the pages that pnp export web makes

Needs Playwright's package (``pip install playwright``) and a Chromium, named by --chromium. It is not part of the
tests, which play the same games over the same messages without a browser.
"""

from __future__ import annotations

import argparse
import os
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent

CLICK = """
async (seed) => {
  let state = seed;
  const random = () => (state = (state * 48271) % 2147483647) / 2147483647;
  const times = [];
  for (let clicks = 0; clicks < 2000; clicks += 1) {
    const until = performance.now() + 15000;
    let choices = [];
    while (!document.querySelector(".panel.end")) {
      choices = document.body.classList.contains("busy") ? [] : [...document.querySelectorAll("[data-choice]")];
      if (choices.length) break;
      if (!document.getElementById("alarm").hidden) return { failed: document.getElementById("alarm").textContent };
      if (performance.now() > until) return { failed: "no choice: " + document.body.innerText.slice(0, 300) };
      document.body.dispatchEvent(new Event("pointerdown", { bubbles: true })); // no wait where the rules pause
      await new Promise((go) => setTimeout(go, 4));
    }
    if (document.querySelector(".panel.end")) return { times, end: document.querySelector(".panel.end").textContent };
    const before = document.getElementById("main").firstChild;
    const start = performance.now();
    choices[Math.floor(random() * choices.length)].click();
    while (document.getElementById("main").firstChild === before && performance.now() - start < 15000) {
      await new Promise((go) => setTimeout(go, 1));
    }
    times.push(performance.now() - start);
  }
  return { failed: "no end after 2000 clicks" };
}
"""


@contextmanager
def pnp_play(game: str) -> Iterator[str]:
    """Run ``pnp play`` for the block, and return the address of a page without its game."""
    command = [sys.executable, "-m", "pnp", "play", game, "--no-open", "--port", "0", "-p", str(ROOT)]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True)  # noqa: S603
    assert server.stdout is not None
    found = re.search(r"http://127\.0\.0\.1:\d+/", server.stdout.readline())
    assert found
    try:
        yield f"{found[0]}play/{{game}}"
    finally:
        os.killpg(server.pid, signal.SIGINT)
        server.wait(10)


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve the files of a folder for the block, and return its address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()


@contextmanager
def pnp_export(games: list[str]) -> Iterator[str]:
    """Export games as web pages, and serve them for the block; return the address of a page without its game."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pnp", "export", "web", *games, "--lang", "en", "-o", folder, "-p", str(ROOT)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)  # noqa: S603
        with served(Path(folder)) as address:
            yield f"{address}{{game}}/web/"


def begin(page: Any, address: str, query: str, is_first: bool) -> None:
    """Begin a game on a page; an exported one is loaded once, as Python takes seconds to load."""
    if is_first or "/web/" not in address:
        page.goto("about:blank")
        page.goto(f"{address}?{query}")
    else:
        page.evaluate(
            """(query) => { document.getElementById("main").replaceChildren();
            history.pushState(null, "", "?" + query); dispatchEvent(new PopStateEvent("popstate")); }""",
            query,
        )
    page.wait_for_url(re.compile("#|table="))
    page.wait_for_selector("#main .panel", state="attached")


def play(page: Any, address: str, players: int, games: int, errors: list[str]) -> tuple[list[float], list[str]]:
    """Play games, and return the milliseconds of each click, and what has failed."""
    times: list[float] = []
    failures: list[str] = []
    for number in range(games):
        begin(page, address, f"lang=en&seats={players}&as=1&seed={number}", number == 0 or bool(failures))
        played = page.evaluate(CLICK, number + 1)
        if "failed" in played or errors:
            failures.append(f"{players} players, seed {number}: {played.get('failed')} {errors}")
            errors.clear()
        times += played.get("times", [])
    return times, failures


def main() -> None:
    """Play, and print a table."""
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*", default=["chicken", "chili", "seventy-seven", "spicy"])
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--phone", action="store_true")
    parser.add_argument("--web", action="store_true")
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    options = parser.parse_args()
    size = {"width": 390, "height": 844} if options.phone else {"width": 1280, "height": 900}
    failures: list[str] = []
    print("| Game | players | games | clicks | ms a click: median, 95 % |\n| --- | ---: | ---: | ---: | ---: |")
    with (
        pnp_export(options.names) if options.web else pnp_play(options.names[0]) as address,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=options.chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport=size, reduced_motion="reduce")
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda entry: errors.append(entry.text) if entry.type == "error" else None)
        for name in options.names:
            of_game = address.replace("{game}", name)
            page.goto(of_game)
            page.wait_for_selector("input[name=count]", state="attached")
            counts = page.eval_on_selector_all("input[name=count]", "all => all.map((one) => Number(one.value))")
            for players in (counts[0], counts[-1]):
                times, failed = play(page, of_game, players, options.games, errors)
                for failure in failed:
                    print(f"{name}, {failure}", flush=True)
                failures += failed
                slow = sorted(times)[int(len(times) * 0.95)] if times else 0
                middle = statistics.median(times) if times else 0
                print(f"| {name} | {players} | {options.games} | {len(times)} | {middle:.0f}, {slow:.0f} |", flush=True)
        browser.close()
    sys.exit(bool(failures))


if __name__ == "__main__":
    main()
