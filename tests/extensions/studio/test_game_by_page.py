"""A game in two languages, made from a spreadsheet by the page of the studio alone: cards, rules, PDFs, web page, table."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.process, pytest.mark.needs("chromium")]

TEXTS = ("Take two coins.", "Steal a card from the left.", "Nobody may buy this turn.")
ROWS = [f"{name} {number},{number},{TEXTS[number % 3]}" for name in ("Fig", "Plum", "Quince") for number in range(1, 7)]
TABLE = "\n".join(["Name,Price,Text", *ROWS]) + "\n"


def translated(page: Any) -> int:
    """Translate all that is left to do, as somebody would who writes into one field after another."""
    count = 0
    while page.locator(".words li.todo").count():
        field = page.locator(".words li.todo textarea").first
        left = page.locator(".words li.todo").count()
        field.fill(f"Le {field.get_attribute('aria-label')}")
        field.blur()
        page.wait_for_function(f"() => document.querySelectorAll('.words li.todo').length < {left}")
        count += 1
    return count


def made(page: Any, button: str) -> str:
    """Press a button of Print & play, and return what is printed when it is done."""
    page.get_by_role("button", name=button, exact=True).click()
    page.wait_for_selector(".log .good, .log .bad")
    text: str = page.locator(".log").inner_text()
    return text


def test_a_game_is_made_from_a_spreadsheet_by_the_page_alone(chromium: Any, tmp_path: Path) -> None:
    root = tmp_path / "project"
    root.mkdir()
    environment = {**os.environ, "PNP_CACHE": str(tmp_path / "cache"), "XDG_STATE_HOME": str(tmp_path / "state")}
    command = [sys.executable, "-m", "pnp", "studio", "--port", "0", "--project", str(root)]
    wrong: list[str] = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        context = chromium.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("response", lambda answer: wrong.append(answer.url) if answer.status >= 500 else None)
        try:
            page.goto(process.stdout.readline().split()[0])
            page.locator("#new-name").fill("Fruit Market")
            page.set_input_files(
                "#new-file", {"name": "fruit market.csv", "mimeType": "text/csv", "buffer": TABLE.encode()}
            )
            page.locator(".start .go").click()
            page.wait_for_selector(".card img")
            assert page.locator(".card").count() == len(ROWS)

            page.locator("[data-view=texts]").click()
            page.get_by_role("button", name="Begin the rules").click()
            page.locator(".cm-content").click()
            page.keyboard.press("Control+Home")
            page.keyboard.type("Buy fruit cheaply.\n\n")
            page.keyboard.press("Control+s")
            page.wait_for_selector(".page img")

            page.locator("[data-view=words]").click()
            page.get_by_label("Add a language").select_option("fr")
            page.wait_for_selector(".words li.todo")
            assert translated(page) > len(ROWS)
            page.locator("[data-view=texts]").click()
            page.locator(".cm-content").click()
            page.keyboard.press("Control+End")
            page.keyboard.type("\n\nThe oldest begins.")
            page.keyboard.press("Control+s")
            page.wait_for_function("() => document.querySelector('[data-step=undo]').title.includes('rulebook')")
            page.locator("[data-view=words]").click()
            page.get_by_role("button", name="Collect new texts").click()
            page.wait_for_selector(".words li.todo")
            assert translated(page) == 1

            page.locator("[data-view=make]").click()
            assert "done" in made(page, "Make the PDFs").splitlines()
            for path in ("en/cards.pdf", "fr/cards.pdf", "en/booklet.pdf", "fr/booklet.pdf"):
                assert (root / "output/fruit-market" / path).read_bytes().startswith(b"%PDF"), path
            assert "needs rules" in made(page, "Web page")
            page.get_by_role("button", name="Begin with rules for a draft").click()
            page.wait_for_selector(".log .good")
            assert (root / "output/fruit-market/web/index.html").exists()
            page.get_by_role("button", name="Open a table").click()
            link = page.locator(".log a")
            link.wait_for()
            table = context.new_page()
            table.goto(link.get_attribute("href"))
            table.wait_for_selector(".set-up")
            assert table.title() == "Fruit Market"
        finally:
            context.close()
            process.terminate()
    assert wrong == []
