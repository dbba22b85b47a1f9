"""Actions by chance on the page of the studio: nothing breaks, and after undoing all of them every file is as before."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from extensions.studio.test_studio_in_chromium import box_of

pytestmark = [pytest.mark.slow, pytest.mark.process, pytest.mark.needs("chromium")]

ROOT = Path(__file__).parents[3]
KEYS = (
    *("ArrowLeft", "ArrowDown", "Shift+ArrowUp", "Control+d", "Delete", "[", "]", "Control+z", "Control+Shift+z"),
    *("PageDown", "PageUp", "Enter", "Escape", "Tab", "+", "-", "0"),
)
TEXTS = ("3", "x", "", "red", "{{ 1 }}", "{{ x", ": [", "12mm", "é", "[1, 2, 3, 4]", "true")


class Monkey:
    """Somebody who does anything on a page."""

    def __init__(self, page: Any, random: Random) -> None:
        self.page = page
        self.random = random

    def act(self) -> None:
        """Do something."""
        acts: list[Callable[[], None]] = [self.click, self.drag, self.drag, self.key, self.key]
        acts += [self.write_on_card, self.add, self.write_property, self.write_cell, self.step, self.see_another]
        self.random.choice(acts)()
        self.page.wait_for_timeout(40)

    def see_card(self) -> None:
        """Be at the workbench."""
        if self.page.locator("#bench").is_hidden():
            self.page.locator("[data-view=cards]").click()
            self.page.locator(".card").nth(self.random.randrange(6)).click()
        self.page.wait_for_selector(".over")

    def spot(self) -> tuple[float, float]:
        """Return a point of the card."""
        sheet = box_of(self.page, ".sheet")
        canvas = box_of(self.page, ".canvas")
        left, top = max(sheet["x"], canvas["x"]), max(sheet["y"], canvas["y"])
        right = min(sheet["x"] + sheet["width"], canvas["x"] + canvas["width"])
        bottom = min(sheet["y"] + sheet["height"], canvas["y"] + canvas["height"])
        return self.random.uniform(left, right), self.random.uniform(top, bottom)

    def click(self) -> None:
        self.see_card()
        self.page.mouse.click(*self.spot())

    def drag(self) -> None:
        self.see_card()
        self.page.mouse.move(*self.spot())
        self.page.mouse.down()
        self.page.mouse.move(*self.spot(), steps=3)
        self.page.mouse.up()

    def key(self) -> None:
        self.see_card()
        self.page.keyboard.press(self.random.choice(KEYS))

    def write_on_card(self) -> None:
        self.see_card()
        self.page.mouse.dblclick(*self.spot())
        if self.page.locator(".in-place").count():
            self.page.keyboard.type(self.random.choice(TEXTS))
            self.page.keyboard.press(self.random.choice(["Enter", "Escape"]))

    def add(self) -> None:
        self.see_card()
        self.page.locator("#bench .add").select_option(self.random.choice(["text", "rect", "line", "ellipse", "qr"]))

    def write_property(self) -> None:
        self.see_card()
        names = "#bench .panel .property :is(input:not([type=color]), textarea):not([disabled])"
        if count := self.page.locator(names).count():
            number, text = self.random.randrange(count), self.random.choice(TEXTS)
            script = """([names, number, text]) => {
                const field = document.querySelectorAll(names)[number];
                if (!field) return;
                field.focus();
                field.value = text;
                field.dispatchEvent(new Event("change", { bubbles: true }));
            }"""
            self.page.evaluate(script, [names, number, text])

    def write_cell(self) -> None:
        if self.page.locator("#bench").is_visible():
            self.page.locator("#bench header button").first.click()
        self.page.locator("[data-view=data]").click()
        self.page.wait_for_selector(".tabulator-row")
        self.page.wait_for_timeout(200)
        cells = self.page.locator(".tabulator-row:nth-child(-n + 8) .tabulator-cell:not(.row-number)")
        cells.nth(self.random.randrange(cells.count())).dblclick(timeout=5_000)
        self.page.keyboard.press("Control+a")
        self.page.keyboard.type(self.random.choice(TEXTS))
        self.page.keyboard.press(self.random.choice(["Enter", "Tab"]))
        self.page.wait_for_timeout(300)

    def step(self) -> None:
        here = "#bench" if self.page.locator("#bench").is_visible() else "body > .bar"
        button = self.page.locator(f"{here} [data-step={self.random.choice(['undo', 'undo', 'redo'])}]")
        if button.is_enabled():
            button.click()

    def see_another(self) -> None:
        self.see_card()
        self.page.locator(f"#bench .strip button >> nth={self.random.randrange(6)}").click()


@pytest.mark.parametrize("actions", [10, pytest.param(300, marks=pytest.mark.nightly)])
def test_actions_by_chance_are_all_undone(chromium: Any, tmp_path: Path, actions: int) -> None:
    root = tmp_path / "project"
    for folder in ("data/chili", "templates/chili", "templates/common", "templates/harmless", "fonts", "languages"):
        if (ROOT / folder).is_dir():
            shutil.copytree(ROOT / folder, root / folder)
    before = {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}
    environment = {**os.environ, "PNP_CACHE": str(tmp_path / "cache"), "XDG_STATE_HOME": str(tmp_path / "state")}
    command = [sys.executable, "-m", "pnp", "studio", "chili", "--port", "0", "--project", str(root)]
    wrong: list[str] = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        context = chromium.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
        page = context.new_page()
        page.set_default_timeout(30_000)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("response", lambda answer: wrong.append(answer.url) if answer.status >= 500 else None)
        try:
            page.goto(process.stdout.readline().split()[0])
            page.wait_for_selector("[data-ready]")
            monkey = Monkey(page, Random(54))
            for _ in range(actions):
                monkey.act()
            page.evaluate("document.activeElement?.blur()")
            page.wait_for_timeout(1_500)
            monkey.see_card()
            undo = page.locator("#bench [data-step=undo]")
            while undo.is_enabled():
                name = undo.get_attribute("title")
                with page.expect_response("**/studio/undo") as answered:
                    undo.click()
                assert answered.value.json()["faults"] == [], name
                page.wait_for_timeout(50)
        finally:
            context.close()
            process.terminate()
    assert wrong == []
    after = {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}
    assert {path for path in before.keys() | after if after.get(path) != before.get(path)} == set()
