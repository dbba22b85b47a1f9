"""Exported pages in Chromium: what is asked of whom, reloading, languages, rules that hang, files."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from http.server import BaseHTTPRequestHandler, SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from conftest import GAME, write_files
from exported import export_project

pytestmark = [pytest.mark.slow, pytest.mark.process, pytest.mark.needs("chromium")]

RULES = '''\
"""The rules. In brackets: the booklet's sections."""
from pnp.rules import End, Piles, Table, ask


class Small(Table):
    hands = Piles("owner")
    played = 0


def game(table):
    """[Play] Everybody plays a card, or does something that nobody should."""
    cards = table.shuffled(table.decks.numbers)
    table.hands = [[cards[seat]] for seat in table.seats]
    for turn in range(3):
        pick = yield from ask(turn % table.players, ["on", "loop", "fetch", "fail"], "card")
        if pick == "loop":
            while True:
                pass
        if pick == "fail":
            raise ValueError("on purpose")
        if pick == "fetch":
            js = __import__("js")
            js.fetch("ELSEWHERE/fetched")
            js.XMLHttpRequest.new().open("GET", "ELSEWHERE/asked", False)
            js.Worker.new("ELSEWHERE/worker.js")
        table.played += 1
    return End("all have played", winners=[0])
'''
PROJECT = {
    "data/small/game.yaml": GAME.replace("2..4", "2").replace("title: Small\n", "title: Small\nlanguages: [en, fr]\n")
    + "play: {questions: {card: Play a card}, names: {played: played}, ask: [Was it fun?], bots: calm}\n",
    "data/small/bots.py": "def calm(seen, options, random):\n    return options[0]\n",
    "templates/small/rulebook.md": "## Play\n\nPlay a card.\n",
}
WORDS = {
    "Small": "Petit",
    "Play a card": "Jouez une carte",
    "Play": "Jouer",
    "Play a card.": "Jouez une carte.",
    "played": "jouées",
    "Was it fun?": "Était-ce amusant ?",
}


@dataclass
class Elsewhere:
    """Another site, which answers all pages, and what it was asked for."""

    address: str
    asked: list[str] = field(default_factory=list)


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[Elsewhere]:
    class Open(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            other.asked.append(self.path)
            self.send_response(200)
            self.send_header("Access-Control-Allow-Origin", "*")
            self.send_header("Content-Type", "text/javascript")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Open) as server:
        other = Elsewhere(f"http://127.0.0.1:{server.server_address[1]}")
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield other
        server.shutdown()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, elsewhere: Elsewhere, pyodide_archive: Path) -> Iterator[str]:
    """The address of a folder in which the page stands in a sub-folder."""
    from command_line import pnp

    root, folder = tmp_path_factory.mktemp("project"), tmp_path_factory.mktemp("site")
    rules = RULES.replace("ELSEWHERE", elsewhere.address)
    write_files(root, {**PROJECT, "data/small/rules.py": rules})
    assert pnp(root, "i18n", "update", "small").code == 0
    path = root / "data/small/locale/fr.po"
    text = path.read_text(encoding="utf-8")
    for word, french in WORDS.items():
        text = text.replace(f'msgid "{word}"\nmsgstr ""', f'msgid "{word}"\nmsgstr "{french}"')
    path.write_text(text, encoding="utf-8")
    built = export_project(root, "web", pyodide=str(pyodide_archive))
    assert not [(d.code, str(d.place), d.what) for d in built.diagnostics]
    for output in built.outputs:
        target = folder / "games" / output.path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(output.content.replace(b"PATIENCE = 30_000", b"PATIENCE = 2_000"))

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/games/small/web/"
        server.shutdown()


@pytest.fixture
def page(chromium: Any) -> Iterator[Any]:
    context = chromium.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce", locale="en-GB")
    page = context.new_page()
    page.set_default_timeout(120_000)
    page.requested = []
    context.on("request", lambda request: page.requested.append(request.url))
    yield page
    context.close()


def begin(page: Any, site: str, people: str = "1", language: str = "en") -> None:
    page.goto(f"{site}?lang={language}&seats=2&as={people}&seed=1")
    if "," in people:  # several people at one device
        page.click("#curtain button")
    page.wait_for_selector("#main .panel")


def choose(page: Any, text: str) -> None:
    page.click(f'.answer[data-choice="text {text}"]')


def test_a_whole_game_asks_no_other_site_and_the_rules_cannot(page: Any, site: str, elsewhere: Elsewhere) -> None:
    begin(page, site)
    choose(page, "fetch")
    page.wait_for_selector("#alarm:not([hidden])")  # the worker may not ask, which Python raises
    assert "SecurityError" in page.inner_text("#alarm") or "NetworkError" in page.inner_text("#alarm")
    choose(page, "on")
    page.wait_for_selector(".values li:has-text('played: 2')")
    choose(page, "on")
    page.wait_for_selector(".panel.end")
    assert elsewhere.asked == []
    origin = site.split("/games")[0]
    assert [url for url in page.requested if not url.startswith((origin, f"blob:{origin}", "data:"))] == []


@pytest.mark.nightly
def test_a_name_that_is_typed_is_kept_with_the_game(page: Any, site: str) -> None:
    begin(page, site)
    page.click(".rename")
    page.fill("#naming input", "<b>Anna</b>")
    page.keyboard.press("Enter")
    page.wait_for_selector(".own h2:has-text('<b>Anna</b>')")
    choose(page, "on")
    page.wait_for_selector(".values li:has-text('played: 2')")
    page.reload()
    page.wait_for_selector(".own h2:has-text('<b>Anna</b>')")
    assert page.locator("#log .pick").first.text_content().startswith("1  <b>Anna</b>")


@pytest.mark.nightly
def test_a_game_goes_on_after_the_page_was_loaded_again_and_in_another_language(page: Any, site: str) -> None:
    begin(page, site, "1,2")
    choose(page, "on")
    page.click("#curtain button")
    page.wait_for_selector(".values li:has-text('played: 1')")
    page.reload()
    page.click("#curtain button")  # the device may have changed hands
    page.wait_for_selector(".values li:has-text('played: 1')")
    page.click("#more-label")
    page.select_option("#language", "fr")
    page.wait_for_selector("text=Jouez une carte")
    assert page.inner_text("#title") == "Petit"
    assert page.get_attribute("#rules", "href").endswith("/rules/fr.html")
    page.goto(site)
    page.wait_for_selector(".set-up")
    assert page.inner_text("#title") == "Petit"
    page.click("text=Reprendre la dernière partie")
    page.click("#curtain button")
    page.wait_for_selector("#main .panel")
    page.click("#more-label")
    page.click("#again")
    page.click("#leave button >> nth=0")  # the game is not over
    page.wait_for_selector("#main .panel")
    page.click("#more-label")
    page.click("#again")
    page.click("#leave .answer")
    page.wait_for_selector(".set-up")
    assert page.input_value("select[name=seat1]") == "person"


def test_rules_that_hang_are_stopped_and_the_game_goes_on(page: Any, site: str) -> None:
    begin(page, site)
    choose(page, "loop")
    page.wait_for_selector("#alarm:not([hidden])")
    assert "took too long" in page.inner_text("#alarm")
    choose(page, "on")
    page.wait_for_selector(".values li:has-text('played: 2')")


@pytest.mark.nightly
def test_rules_that_fail_are_told_and_the_game_goes_on(page: Any, site: str) -> None:
    begin(page, site)
    choose(page, "fail")
    page.wait_for_selector("#alarm:not([hidden])")
    assert "ValueError: on purpose" in page.inner_text("#alarm")
    choose(page, "on")
    page.wait_for_selector(".values li:has-text('played: 2')")


def test_games_are_taken_back_saved_and_gone_on_with_and_the_diary_is_a_file(
    page: Any, site: str, tmp_path: Path
) -> None:
    begin(page, site)
    choose(page, "on")
    page.wait_for_selector("#undo:not([hidden])")
    page.click("#undo")
    page.wait_for_selector("#undo", state="hidden")
    page.click("#more-label")
    with page.expect_download() as download:
        page.click("#save")
    saved = tmp_path / "small.json"
    download.value.save_as(saved)
    assert json.loads(saved.read_text())["picks"] == []
    page.click("#again")
    page.set_input_files("input[type=file]", str(saved))
    page.wait_for_selector("#main .panel")
    choose(page, "on")
    choose(page, "on")
    page.wait_for_selector(".panel.end")
    with page.expect_download() as download:
        page.click("text=For the designer")
        page.click("text=As an example")
    assert "picks:" in Path(download.value.path()).read_text()
    page.fill(".diary textarea", "Yes")
    with page.expect_download() as download:
        page.click(".diary button")
    (line,) = Path(download.value.path()).read_text().splitlines()
    entry = json.loads(line)
    assert entry["answers"] == {"Was it fun?": "Yes"}
    assert (entry["seat"], entry["is_over"], len(entry["seconds"])) == (0, True, 2)


def test_a_page_that_is_opened_as_a_file_says_why_it_does_not_play(page: Any, site: str, tmp_path: Path) -> None:
    index = page.request.get(f"{site}index.html").text()
    style = page.request.get(f"{site}static/play/play.css").text()
    (tmp_path / "static/play").mkdir(parents=True)
    (tmp_path / "index.html").write_text(index)
    (tmp_path / "static/play/play.css").write_text(style)
    page.goto((tmp_path / "index.html").as_uri())
    page.wait_for_selector("text=This page does not play when it is opened as a file")
    page.wait_for_selector("text=Cette page ne joue pas")
