"""Look for barriers on the page of ``pnp play`` with axe, in Chromium: a new game, turns, a pause, the log, the end.

    python scripts/browser_axe.py node_modules/axe-core/axe.min.js
    python scripts/browser_axe.py node_modules/axe-core/axe.min.js --studio       # each view of pnp studio instead

The file is that of axe-core's npm package. Light and dark, on a desk and on a phone. Needs Playwright's package
(``pip install playwright``) and a Chromium, named by --chromium; not part of the tests.
"""

from __future__ import annotations

import argparse
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
GAMES = ("chicken", "chili", "seventy-seven", "spicy")
PAUSING = ("chicken", "chili")
"""Games whose rules pause after the first pick."""
SIZES = ((1440, 900), (390, 844))
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def violations(page: Any, axe: str, name: str) -> int:
    """Print what axe finds on a page; return how much."""
    page.evaluate(axe)
    found = page.evaluate("rules => axe.run(document, {runOnly: rules})", RULES)["violations"]
    for entry in found:
        print(f"{name}: {entry['impact']}, {entry['id']}: {entry['nodes'][0]['html'][:200]}")
    return len(found)


def look(page: Any, axe: str, address: str, game: str, name: str) -> int:
    """Look at the states of the page of one game; return how many violations there are."""
    number = 0
    page.goto(f"{address}play/{game}?lang=en")
    page.wait_for_selector(".set-up")
    number += violations(page, axe, f"{name}, a new game")
    page.goto(f"{address}play/{game}?lang=fr&seats=3&as=1,2&seed=5")
    page.wait_for_selector("#curtain[open]")
    number += violations(page, axe, f"{name}, the curtain")
    page.click("#curtain button")
    page.wait_for_selector("[data-choice]")
    number += violations(page, axe, f"{name}, a turn")
    page.click("#log-button")
    number += violations(page, axe, f"{name}, the log")
    page.locator(".card.choice").first.click(button="right")
    number += violations(page, axe, f"{name}, a card, large")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.locator(".rename").dispatch_event("click")  # on a phone the log may lie over it
    number += violations(page, axe, f"{name}, a name")
    page.keyboard.press("Escape")
    if page.locator("#more-label").is_visible():
        page.click("#more-label")
        number += violations(page, axe, f"{name}, the menu")
    page.click("#links")
    number += violations(page, axe, f"{name}, the links")
    if game in PAUSING:
        page.emulate_media(reduced_motion="no-preference")
        page.goto("about:blank")
        page.goto(f"{address}play/{game}?lang=fr&seats=3&as=1&seed=5")
        page.locator("[data-choice]").first.click()
        page.wait_for_selector("#pausing:not([hidden])")
        page.wait_for_timeout(600)  # cards have come to rest
        number += violations(page, axe, f"{name}, a pause")
        page.emulate_media(reduced_motion="reduce")
    page.goto("about:blank")
    page.goto(f"{address}play/{game}?lang=fr&seats=3&as=0&seed=5")
    page.wait_for_selector("#replay button")
    number += violations(page, axe, f"{name}, a replay")
    page.locator("#replay button").nth(4).click()
    page.wait_for_selector(".panel.end")
    return number + violations(page, axe, f"{name}, the end")


def look_studio(page: Any, axe: str, address: str, game: str, name: str) -> int:
    """Look at the views of the studio of one game; return how many violations there are."""
    number = 0
    page.goto("about:blank")
    page.goto(f"{address}#game={game}&language=en&view=cards")
    page.wait_for_selector("[data-ready]")
    for view in ("cards", "sheets", "booklet", "faults", "data", "words", "texts", "make"):
        page.locator(f"[data-view={view}]").click()
        page.wait_for_timeout(1500)
        number += violations(page, axe, f"{name}, {view}")
    page.locator("[data-view=cards]").click()
    page.locator(".card").first.click()
    page.wait_for_selector(".over .box")
    number += violations(page, axe, f"{name}, a card")
    for kind in ("text", "svg", "rect"):
        element = page.locator(".tree button", has=page.locator("small", has_text=kind))
        if element.count():
            element.first.click()
        page.wait_for_timeout(300)
        number += violations(page, axe, f"{name}, a {kind}")
    page.evaluate("document.getElementById('help').showModal()")
    number += violations(page, axe, f"{name}, the keys")
    return number


def main() -> None:
    """Look at all games."""
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser()
    parser.add_argument("axe", type=Path)
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    parser.add_argument("--studio", action="store_true", help="the views of pnp studio")
    options = parser.parse_args()
    axe = options.axe.read_text(encoding="utf-8")
    command = [sys.executable, "-m", "pnp", *(["studio"] if options.studio else ["play", GAMES[0], "--no-open"])]
    command += ["--port", "0", "--project", str(ROOT)]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True)  # noqa: S603
    assert server.stdout is not None
    found = re.search(r"http://127\.0\.0\.1:\d+/(\?studio=\S+)?", server.stdout.readline())
    assert found
    number = 0
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=options.chromium, args=["--no-sandbox"])
            for scheme in ("light", "dark"):
                for width, height in SIZES:
                    context = browser.new_context(
                        viewport={"width": width, "height": height}, color_scheme=scheme, reduced_motion="reduce"
                    )
                    for game in GAMES:
                        name = f"{game}, {scheme}, {width} px"
                        number += (look_studio if options.studio else look)(
                            context.new_page(), axe, found[0], game, name
                        )
            browser.close()
    finally:
        os.killpg(server.pid, signal.SIGINT)
        server.wait(10)
    print(f"{number} violations")
    sys.exit(bool(number))


if __name__ == "__main__":
    main()
