"""Play the games in Chromium by random clicks, to their end, at a server of ``pnp play``.

    python scripts/browser_games.py                     each game, ten games at the fewest and at the most players
    python scripts/browser_games.py --games 50 spicy    another number, and one game
    python scripts/browser_games.py --phone             the same at a phone's width

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
from pathlib import Path

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
      await new Promise((go) => setTimeout(go, 4));
    }
    if (document.querySelector(".panel.end")) return { times, end: document.querySelector(".end .prompt").textContent };
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


def main() -> None:
    """Play, and print a table."""
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*", default=["chicken", "chili", "seventy-seven", "spicy"])
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--phone", action="store_true")
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    options = parser.parse_args()
    size = {"width": 390, "height": 844} if options.phone else {"width": 1280, "height": 900}
    command = [sys.executable, "-m", "pnp", "play", options.names[0], "--no-open", "--port", "0", "-p", str(ROOT)]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True)  # noqa: S603
    assert server.stdout is not None
    found = re.search(r"http://127\.0\.0\.1:\d+/", server.stdout.readline())
    assert found
    failures = 0
    print("| Game | players | games | clicks | ms a click: median, 95 % |\n| --- | ---: | ---: | ---: | ---: |")
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=options.chromium, args=["--no-sandbox"])
            page = browser.new_page(viewport=size, reduced_motion="reduce")
            errors: list[str] = []
            page.on("pageerror", lambda error: errors.append(str(error)))
            page.on("console", lambda entry: errors.append(entry.text) if entry.type == "error" else None)
            for name in options.names:
                about = page.request.get(f"{found[0]}api/play/{name}/en").json()
                for players in (about["players"][0], about["players"][-1]):
                    times: list[float] = []
                    for number in range(options.games):
                        page.goto("about:blank")
                        page.goto(f"{found[0]}play/{name}?lang=en&seats={players}&as=1&seed={number}")
                        while "#" not in page.url:
                            page.wait_for_timeout(20)
                        page.wait_for_selector("#main .panel", state="attached")
                        played = page.evaluate(CLICK, number + 1)
                        if "failed" in played or errors:
                            failures += 1
                            print(
                                f"{name}, {players} players, seed {number}: {played.get('failed')} {errors}", flush=True
                            )
                            errors.clear()
                        times += played.get("times", [])
                    slow = sorted(times)[int(len(times) * 0.95)] if times else 0
                    middle = statistics.median(times) if times else 0
                    print(
                        f"| {name} | {players} | {options.games} | {len(times)} | {middle:.0f}, {slow:.0f} |",
                        flush=True,
                    )
            browser.close()
    finally:
        os.killpg(server.pid, signal.SIGINT)
        server.wait(10)
    sys.exit(bool(failures))


if __name__ == "__main__":
    main()
