"""The ten most frequent actions of a designer in pnp studio: seconds, clicks, and the time from the hand to the face.

    python benchmarks/studio.py                chili, spicy, and a new project
    python benchmarks/studio.py --moves 40     more moves for the percentiles

A headless Chromium moves the mouse and presses the keys on copies of the projects. Seconds are those of the machine,
from the first click until the result is seen: a person looks and aims in addition. Latency is taken from the release of
the mouse until the new face is decoded.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from chromium import Page, chromium

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("data", "templates", "fonts", "languages")
CODES = {"Enter": 13, "Tab": 9, ">": 190}
CONTROL = 2
ELEMENT = "[...document.querySelectorAll('.tree button')].find((one) => one.firstChild.textContent === '{}')"
PER_CLICK = 1.0
"""Seconds that a person takes to aim and click, to press a key, or to write a word."""
SHOWN = "Number(document.getElementById('bench').dataset.shown ?? 0)"


class Hand:
    """A hand at the mouse and the keys of a page.

    Attributes:
        clicks: How many clicks, drags and keys it has made; a typed word is one.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.clicks = 0

    def at(self, found: str) -> tuple[float, float]:
        """Return the middle of an element of the page, which is scrolled into sight."""
        script = f"""(() => {{
            const one = {found};
            if (!one) return null;
            one.scrollIntoView?.({{block: 'nearest'}});
            const box = one.getBoundingClientRect();
            return [box.x + box.width / 2, box.y + box.height / 2];
        }})()"""
        x, y = self.page.wait(script)
        return x, y

    def mouse(self, kind: str, x: float, y: float, count: int = 1) -> None:
        """Send one event of the mouse."""
        button = {"button": "left", "buttons": 1} if kind != "mouseMoved" else {}
        self.page.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, clickCount=count, **button)

    def click(self, found: str, count: int = 1) -> None:
        """Click an element."""
        x, y = self.at(found)
        self.clicks += 1
        for number in range(count):
            self.mouse("mousePressed", x, y, number + 1)
            self.mouse("mouseReleased", x, y, number + 1)

    def drag(self, found: str, dx: float, dy: float) -> None:
        """Drag an element."""
        x, y = self.at(found)
        self.clicks += 1
        self.mouse("mouseMoved", x, y)
        self.mouse("mousePressed", x, y)
        for part in (0.3, 0.7, 1):
            self.page.send("Input.dispatchMouseEvent", type="mouseMoved", x=x + dx * part, y=y + dy * part, buttons=1)
        self.mouse("mouseReleased", x + dx, y + dy)

    def key(self, key: str, modifiers: int = 0) -> None:
        """Press a key."""
        self.clicks += 1
        for kind in ("rawKeyDown", "keyUp"):
            code = {"windowsVirtualKeyCode": CODES[key]}
            self.page.send("Input.dispatchKeyEvent", type=kind, key=key, modifiers=modifiers, **code)
            if key == "Enter" and kind == "rawKeyDown":
                self.page.send("Input.dispatchKeyEvent", type="char", text="\r", key=key)

    def write(self, found: str, text: str, end: str = "Tab") -> None:
        """Write into a field in place of what it holds."""
        self.click(found)
        self.page.value(f"{found}.select?.()")
        self.type(text, end)

    def type(self, text: str, end: str) -> None:
        """Type a text over what is selected, and end it by a key."""
        self.clicks += 1
        self.page.send("Input.insertText", text=text)
        self.key(end)

    def until_shown(self, act: Callable[[], None]) -> None:
        """Do something, and wait for the card that comes of it."""
        before = self.page.value(SHOWN)
        act()
        self.page.wait(f"{SHOWN} > {before}")


@contextmanager
def studio(root: Path, game: str) -> Iterator[str]:
    """Start pnp studio, and provide its address."""
    environment = {**os.environ, "PNP_CACHE": str(root / "cache")}
    command = [sys.executable, "-m", "pnp", "studio", game, "--port", "0", "--project", str(root)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().split()[0]
        finally:
            process.terminate()


def open_card(hand: Hand, address: str) -> None:
    """Open the first card of a project."""
    hand.page.look(1440, 900)
    hand.page.go("about:blank")
    hand.page.go(address)
    hand.page.wait("document.body?.dataset.ready")
    hand.page.value("new Promise((done) => setTimeout(done, 1500))")
    hand.click("document.querySelector('.card')")
    hand.page.wait("!!document.querySelector('.over .box')")


def latencies(hand: Hand, element: str, moves: int) -> list[float]:
    """Return the milliseconds from the release of the mouse to the new face, for some moves of an element."""
    page = hand.page
    page.value(
        "window.taken = []; addEventListener('pointerup', () => { window.released = performance.now(); }, true);"
        "new MutationObserver(() => window.taken.push(performance.now() - window.released))"
        ".observe(document.getElementById('bench'), {attributes: true, attributeFilter: ['data-shown']}); null"
    )
    page.value(f"{ELEMENT.format(element)}.click()")
    for number in range(moves):
        by = 12 if number % 2 else -12
        hand.until_shown(lambda by=by: hand.drag("document.querySelector('.over .box.chosen')", by, by))  # type: ignore[misc]
        time.sleep(0.4)
    return sorted(page.value("window.taken"))


def actions(hand: Hand) -> Iterator[tuple[str, Callable[[], None]]]:
    """Yield the actions of a designer on the starter."""
    page = hand.page
    field = "document.querySelector('[data-key=\"{}\"] :is(input:not([type=color]), textarea)')"
    step = "document.querySelector('[data-step=undo]').title.includes('{}')"

    def view(name: str) -> None:
        hand.click(f"document.querySelector('[data-view={name}]')")

    def text() -> None:
        x, y = hand.at("document.querySelector('.over .box.chosen')")
        hand.clicks += 1
        for _ in range(2):
            hand.mouse("mousePressed", x, y)
            hand.mouse("mouseReleased", x, y)
        page.wait("!!document.querySelector('.in-place')")
        hand.until_shown(lambda: hand.type("Hazel", "Enter"))

    def move() -> None:
        hand.until_shown(lambda: hand.drag("document.querySelector('.over .box.chosen')", 25, 40))

    def colour() -> None:
        hand.click(ELEMENT.format("ground"))
        hand.until_shown(lambda: hand.write(field.format("fill"), "#ffeecc"))

    def size() -> None:
        hand.click(ELEMENT.format("name"))
        hand.click("document.querySelector('.over .box.chosen')")
        hand.until_shown(lambda: hand.key(">"))

    def picture() -> None:
        hand.click(ELEMENT.format("picture"))
        hand.until_shown(lambda: hand.write(field.format("svg"), "x/star"))

    def sheets() -> None:
        hand.click("document.querySelector('#bench header button')")
        view("make")
        hand.click("[...document.querySelectorAll('.make button')].find((one) => one.textContent === 'Make the PDFs')")
        page.wait("/done|not done/.test(document.querySelector('.log').textContent)")

    def see() -> None:
        view("cards")
        hand.click("document.getElementById('search')")
        page.send("Input.insertText", text="Fig")
        page.wait("[...document.querySelectorAll('.card')].some((one) => one.hidden)")

    page.value(f"{ELEMENT.format('name')}.click()")
    yield "change a text on the card", text
    yield "move an element", move
    yield "change a color for all cards", colour
    yield "type size", size
    yield "swap icon or picture", picture
    yield "print sheets", sheets
    yield "see all cards, filter", see

    def new_card() -> None:
        view("data")
        cell = "document.querySelector('#data .tabulator-row [tabulator-field=c0]')"
        page.wait(f"!!{cell}")
        hand.click(cell)
        hand.click("[...document.querySelectorAll('#data button')].find((one) => one.textContent === 'Duplicate')")
        page.wait(step.format("duplicate a card"))

    def new_field() -> None:
        page.value("window.prompt = () => 'note'")
        hand.click("[...document.querySelectorAll('#data button')].find((one) => one.textContent === '+ Column')")
        hand.clicks += 1  # its name
        page.wait(step.format("add note"))
        hand.click("document.querySelector('.tabulator-row .row-number')")
        page.wait("!!document.querySelector('.over .box')")
        hand.until_shown(lambda: choose("#bench .add", "text"))
        hand.until_shown(lambda: hand.write(field.format("text"), "{{ card.note }}"))

    def choose(select: str, value: str) -> None:
        """Choose an option of a list: two clicks."""
        hand.clicks += 2
        page.wait(f"!!document.querySelector('{select}')")
        page.value(
            f"((one) => {{ one.value = '{value}'; one.dispatchEvent(new Event('change')) }})"
            f"(document.querySelector('{select}'))"
        )

    def translate() -> None:
        hand.click("document.querySelector('#bench header button')")
        view("words")
        choose('[aria-label="Add a language"]', "de")
        page.wait("document.getElementById('words').textContent.includes('locale/de.po')")
        left = "document.querySelectorAll('.words li.todo').length"
        page.wait(f"{left} > 0")
        while number := page.value(left):
            hand.write("document.querySelector('.words li.todo textarea')", "Ein Wort")
            page.wait(f"{left} < {number}")

    yield "new card", new_card
    yield "new field on all cards", new_field
    yield "second language of it all", translate


TOOLS = "pnp and an editor · nanDECK · Component.Studio · Dextrous · Figma, s"
ANCHORS = {
    "change a text on the card": "15 · 15 · 8 · 6 · 5", "move an element": "20 · 10 · 8 · 4 · 3",
    "change a color for all cards": "8 · 20 · 15 · 15 · 8", "type size": "15 · 15 · 8 · 5 · 3",
    "new card": "10 · 10 · 10 · 10 · 20", "new field on all cards": "40 · 40 · 30 · 20 · minutes",
    "swap icon or picture": "10 · 15 · 15 · 8 · 5", "see all cards, filter": "1 · 10 · 5 · 3 · 3",
    "second language of it all": "minutes · hours · hours · hours · hours", "print sheets": "4 · 10 · 30 · 20 · 60",
}  # fmt: skip
"""The seconds of TOOLS, as a practised user estimated them."""


def starter_in(folder: Path) -> Path:
    """Return a new project in a folder, with a drawing on its cards and a French catalogue."""

    def run(*words: str) -> None:
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        subprocess.run(
            [sys.executable, "-m", "pnp", *words], cwd=folder, check=True, capture_output=True, env=environment
        )

    run("new", "x")
    root = folder / "x"
    game, card = root / "data/x/game.yaml", root / "templates/x/card.yaml"
    game.write_text(game.read_text().replace("languages: [en]", "languages: [en, fr]"))
    for name, shape in (("leaf", "<circle cx='5' cy='5' r='5'/>"), ("star", "<path d='M5 0L10 10H0Z'/>")):
        (root / f"templates/x/{name}.svg").write_text(
            f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 10 10'>{shape}</svg>"
        )
    card.write_text(f"{card.read_text()}  picture: {{svg: x/leaf, in: [24mm, 60mm, 15mm, 15mm]}}\n")
    run("i18n", "update", "--project", str(root))
    return root


def main() -> None:
    """Measure, and print both tables."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--moves", type=int, default=20)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="pnp-studio-") as folder, chromium() as page:
        shipped = Path(folder) / "shipped"
        for name in FOLDERS:
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, shipped / name)
        (Path(folder) / "moved").mkdir()
        starter, moved = starter_in(Path(folder)), starter_in(Path(folder) / "moved")
        print("| card | p50 | p95 |\n| --- | --- | --- |")
        for root, game, element in ((moved, "x", "name"), (shipped, "chili", "index"), (shipped, "spicy", "motif")):
            with studio(root, game) as address:
                hand = Hand(page)
                open_card(hand, address)
                taken = latencies(hand, element, options.moves)
                name = "a new project" if game == "x" else game
                print(f"| {name} | {median(taken):.0f} ms | {taken[int(0.95 * (len(taken) - 1))]:.0f} ms |", flush=True)
        print(f"\n| action | machine, s | clicks and keys | a person, s | {TOOLS} |")
        print("| --- | ---: | ---: | ---: | --- |")
        with studio(starter, "x") as address:
            hand = Hand(page)
            open_card(hand, address)
            for name, act in actions(hand):
                hand.clicks, begun = 0, time.perf_counter()
                try:
                    act()
                    taken = time.perf_counter() - begun
                    row = f"{taken:.1f} | {hand.clicks} | {taken + hand.clicks * PER_CLICK:.0f}"
                except (TimeoutError, TypeError) as error:
                    row = f"not done: {str(error)[:60]} | {hand.clicks} |"
                print(f"| {name} | {row} | {ANCHORS[name]} |", flush=True)
        print(f"\nload {os.getloadavg()[0]:.1f}; page errors {page.errors}")


if __name__ == "__main__":
    main()
