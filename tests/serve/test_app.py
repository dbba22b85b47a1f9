"""The preview's web application: who is answered, what is served, and that the last good picture stays."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import anyio
import pytest
from conftest import FACE, WriteProject
from starlette.testclient import TestClient
from test_project_worker import change

from pnp.core.codes import Code
from pnp.core.diagnostics import Fault, Place
from pnp.project.files import Files
from pnp.serve.access import HEADERS
from pnp.serve.app import HERE, Preview, make_app
from pnp.serve.messages import WorkerQuestion
from pnp.serve.project_worker import open_worker
from pnp.workers.supervisor import Worker

HOME = "http://127.0.0.1:8137"


class Opened:
    """An application and what a page asks of it."""

    def __init__(self, root: Path, game: str = "") -> None:
        self.root = root
        self.asked: list[WorkerQuestion] = []
        self._answer = open_worker(root)
        self._one_at_a_time = threading.Lock()  # as a worker takes its questions
        self.fault: Fault | None = None
        self.preview = Preview(Files(root), self.answer, self.answer, game)
        self.client = TestClient(make_app(self.preview), base_url=HOME, raise_server_exceptions=False)

    def answer(self, question: WorkerQuestion) -> Any:
        self.asked.append(question)
        if self.fault:
            raise self.fault
        with self._one_at_a_time:
            return self._answer(question)

    def get(self, path: str) -> Any:
        answer = self.client.get(path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def faces(self, more: str = "") -> Any:
        return self.get(f"/api/faces/small/en/numbers?cards=1,2{more}")["faces"]

    def save(self, path: str, old: str, new: str) -> None:
        change(self.root, path, old, new)
        self.preview.saved([path])


@pytest.fixture
def opened(write_project: WriteProject) -> Opened:
    return Opened(write_project())


# --- who is answered


@pytest.mark.parametrize(
    ("host", "code"),
    [
        ("127.0.0.1:8137", 200),
        ("localhost:8137", 200),
        ("localhost", 200),
        ("evil.example", 400),
        ("127.0.0.1.evil.example:8137", 400),
        ("", 400),
    ],
)
def test_only_names_of_this_machine_are_answered(opened: Opened, host: str, code: int) -> None:
    for path in ("/", "/api/project", "/events" if code == 400 else "/static/main.js"):
        assert opened.client.get(path, headers={"host": host}).status_code == code


@pytest.mark.parametrize(
    ("site", "mode", "code"),
    [
        ("same-origin", "cors", 200),
        ("none", "navigate", 200),
        ("cross-site", "navigate", 200),
        ("cross-site", "cors", 403),
        ("cross-site", "no-cors", 403),
        ("same-site", "no-cors", 403),
    ],
)
def test_pages_of_other_origins_are_refused(opened: Opened, site: str, mode: str, code: int) -> None:
    headers = {"sec-fetch-site": site, "sec-fetch-mode": mode}
    assert opened.client.get("/api/project", headers=headers).status_code == code


def test_every_answer_says_what_a_browser_may_do_with_it(opened: Opened) -> None:
    for path in ("/", "/static/main.js", "/api/project", "/nowhere", "/picture/x.svg"):
        headers = opened.client.get(path).headers
        assert {name: headers[name] for name in HEADERS} == dict(HEADERS)
    refused = opened.client.get("/", headers={"sec-fetch-site": "cross-site"})
    assert refused.headers["x-content-type-options"] == "nosniff"


def test_nothing_is_changed_by_anybody(opened: Opened) -> None:
    for method in ("POST", "PUT", "DELETE", "PATCH"):
        assert opened.client.request(method, "/api/project", json={}).status_code == 405


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static/..%2fapp.py",
        "/static/..%2f..%2f..%2fpyproject.toml",
        "/static//etc/passwd",
        "/data/small/game.yaml",
        "/picture/..%2f..%2fdata%2fsmall%2fgame.yaml",
        "/rules/..%2f..%2f/en",
        "/rules/small/..%2f..%2fen",
    ],
)
def test_no_file_of_the_project_or_of_this_machine_is_served(opened: Opened, path: str) -> None:
    answer = opened.client.get(path)
    assert answer.status_code == 404
    assert "title: Small" not in answer.text and "starlette" not in answer.text


def test_names_that_lead_elsewhere_are_those_of_nothing(opened: Opened) -> None:
    for game, deck in (("...", "numbers"), ("small", "..numbers"), ("small", "..\\numbers"), ("%00", "numbers")):
        assert opened.get(f"/api/cards/{game}/en/{deck}")["cards"] == []
        assert opened.get(f"/api/faces/{game}/en/{deck}?cards=1")["faces"] == []
        if game != "small":
            assert opened.get(f"/api/made/{game}/en")["made"]["sheets"] == []


# --- what is served


def test_the_page_loads_only_what_is_served_here(opened: Opened) -> None:
    page = opened.client.get("/").text
    links = re.findall(r'(?:src|href)="([^"#][^"]*)"', page)
    assert len(links) == 3
    assert all(link.startswith("/static/") and opened.client.get(link).status_code == 200 for link in links)
    assert "<style" not in page and " style=" not in page and not re.search(r"\son\w+=", page)
    for file in filter(Path.is_file, (HERE / "static").rglob("*")):
        text = file.read_text().replace("http://www.w3.org/2000/svg", "")
        assert "://" not in text, file.name


def test_every_module_that_is_imported_is_there(opened: Opened) -> None:
    for file in (HERE / "static").glob("*.js"):
        for name in re.findall(r'from "\./(\w+\.js)"', file.read_text()):
            assert opened.client.get(f"/static/{name}").status_code == 200


def test_every_element_that_the_page_is_asked_for_is_in_it(opened: Opened) -> None:
    page = opened.client.get("/").text
    made = {"told", "detail-title"}  # by detail.js
    for file in (HERE / "static").glob("*.js"):
        for name in re.findall(r'byId\("([\w-]+)"\)', file.read_text()):
            assert name in made or f'id="{name}"' in page, f"{file.name}: {name}"


def test_the_project_its_cards_and_its_faces(opened: Opened) -> None:
    told = opened.get("/api/project")
    assert (told["generation"], told["faults"], [game["title"] for game in told["games"]]) == (0, [], ["Small"])
    cards = opened.get("/api/cards/small/en/numbers")["cards"]
    assert [card["label"] for card in cards] == ["numbers 1", "numbers 2"]
    first, second = opened.faces()
    assert first["svg"].startswith("<svg") and [box["name"] for box in first["boxes"]] == ["ground", "number"]
    backs = opened.faces("&back=1")
    assert backs[0]["digest"] == backs[1]["digest"] != first["digest"]
    assert opened.faces("&cut=0")[0]["digest"] != first["digest"] != second["digest"]


def test_pictures_that_the_page_has_are_left_out(opened: Opened) -> None:
    first, second = opened.faces()
    again = opened.faces(f"&have=1:{first['digest']},2:{first['digest']}")
    assert again[0]["svg"] is None and again[0]["digest"] == first["digest"]
    assert again[1]["svg"] == second["svg"]
    assert opened.faces("&have=x,1:2:3")[0]["svg"] == first["svg"]


@pytest.mark.parametrize("cards", ["", "x,-1,%C2%B2", "0,99999999999999999999"])
def test_cards_that_there_are_not_have_no_faces(opened: Opened, cards: str) -> None:
    assert opened.get(f"/api/faces/small/en/numbers?cards={cards}")["faces"] == []


def test_sheets_are_drawings_that_never_go_out_of_date(opened: Opened) -> None:
    made = opened.get("/api/made/small/en")["made"]
    (sheet, _) = made["sheets"]
    answer = opened.client.get(f"/picture/{sheet['digest']}.svg")
    assert answer.headers["content-type"] == "image/svg+xml" and "immutable" in answer.headers["cache-control"]
    assert answer.text.startswith("<svg") and sheet["size"] == [210.0, 297.0]
    asked = len(opened.asked)
    opened.client.get(f"/picture/{sheet['digest']}.svg")
    assert len(opened.asked) == asked
    assert opened.client.get("/picture/0123.svg").status_code == 404


def test_the_rules_are_a_page_that_runs_and_loads_nothing(write_project: WriteProject) -> None:
    opened = Opened(write_project({"templates/small/rulebook.md": "## Play\n\nPlay {{ hand }} cards.\n"}))
    answer = opened.client.get("/rules/small/en")
    assert "Play 5 cards." in answer.text
    policy = answer.headers["content-security-policy"]
    assert "sandbox" in policy and "script-src" not in policy and "default-src 'none'" in policy
    assert opened.client.get("/rules/small/fr").status_code == 404


def test_the_game_that_is_meant_is_in_the_page_as_text(write_project: WriteProject) -> None:
    assert 'data-game="&lt;b&gt;"' in Opened(write_project(), "<b>").client.get("/").text


# --- while a file is broken


def test_the_last_good_picture_stays_while_its_deck_cannot_be_read(opened: Opened) -> None:
    opened.get("/api/project")
    before = opened.faces()
    cards = opened.get("/api/cards/small/en/numbers")["cards"]
    opened.save("data/small/cards.yaml", "{number: 2", "{number: [")
    told = opened.get("/api/project")
    assert told["generation"] == 1 and [fault["code"] for fault in told["faults"]] == ["yaml-syntax"]
    assert [deck["is_broken"] for deck in told["games"][0]["decks"]] == [True]
    assert opened.get("/api/cards/small/en/numbers")["cards"] == cards
    stale = opened.faces()
    assert [face["is_stale"] for face in stale] == [True, True]
    assert [face["svg"] for face in stale] == [face["svg"] for face in before]
    opened.save("data/small/cards.yaml", "{number: [", "{number: 9")
    told = opened.get("/api/project")
    assert told["faults"] == [] and not told["games"][0]["decks"][0]["is_broken"]
    after = opened.faces()
    assert after[0] == before[0] and after[1]["digest"] != before[1]["digest"] and not after[1]["is_stale"]


def test_a_game_that_cannot_be_read_is_told_as_it_was(opened: Opened) -> None:
    before = opened.get("/api/project")["games"][0]
    sheets = opened.get("/api/made/small/en")["made"]
    opened.save("data/small/game.yaml", "title: Small", "title: [")
    told = opened.get("/api/project")
    decks = [{**deck, "is_broken": True} for deck in before["decks"]]
    assert told["games"][0] == {**before, "decks": decks, "is_broken": True} and told["faults"]
    made = opened.get("/api/made/small/en")["made"]
    assert made["is_stale"] and made["sheets"] == sheets["sheets"] and made["faults"]
    assert opened.client.get(f"/picture/{sheets['sheets'][0]['digest']}.svg").status_code == 200


def test_a_face_with_a_fault_is_shown_as_it_is_now(opened: Opened) -> None:
    before = opened.faces()
    opened.save("templates/small/face.yaml", "size: 20pt", "size: 500pt")
    now = opened.faces()
    assert now[0]["digest"] != before[0]["digest"] and not now[0]["is_stale"]
    assert {fault["code"] for fault in now[0]["faults"]} == {"text-overflow"}


def test_what_takes_too_long_is_told_and_tried_again_only_after_a_save(opened: Opened) -> None:
    before = opened.faces()
    opened.fault = Fault(Code.TIME_LIMIT, Place("templates/small/face.yaml", 3), what="this takes more than 15 s")
    opened.save("templates/small/face.yaml", "20pt", "21pt")
    answer = opened.get("/api/faces/small/en/numbers?cards=1,2")
    assert [fault["path"] for fault in answer["faults"]] == ["templates/small/face.yaml:3"]
    assert answer["faults"][0]["source"].startswith("  number:")
    assert [(face["is_stale"], face["svg"]) for face in answer["faces"]] == [(True, face["svg"]) for face in before]
    asked = len(opened.asked)
    assert opened.get("/api/faces/small/en/numbers?cards=1,2")["faults"] == answer["faults"]
    assert len(opened.asked) == asked
    opened.fault = None
    opened.save("templates/small/face.yaml", "21pt", "22pt")
    assert not opened.faces()[0]["is_stale"]


def test_a_bug_is_told_and_the_preview_goes_on(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: WorkerQuestion) -> Any:
        raise KeyError("oh")

    monkeypatch.setattr(opened.preview, "_quick", broken)
    answer = opened.client.get("/api/project")
    assert answer.status_code == 500 and "pnp 0" in answer.json()["bug"] and "KeyError" in answer.json()["bug"]
    monkeypatch.undo()
    assert opened.get("/api/project")["games"]


def broken_worker() -> Callable[[WorkerQuestion], Any]:
    """A project that fails in a process of its own."""

    def answer(question: WorkerQuestion) -> Any:
        raise KeyError(question[0])

    return answer


@pytest.mark.process
def test_the_traceback_of_the_process_that_answers_is_in_a_file(
    write_project: WriteProject, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pnp.workers.log.state_folder", lambda: tmp_path / "state")
    lines: list[str] = []
    with closing(Worker(broken_worker)) as worker:
        app = make_app(Preview(Files(write_project()), worker.ask, worker.ask), report=lines.append)
        client = TestClient(app, HOME, raise_server_exceptions=False)
        assert "KeyError: 'project'" in client.get("/api/project").json()["bug"]
    (path,) = (tmp_path / "state").iterdir()
    assert lines[-1].startswith(f"Its traceback is in {path}")
    text = path.read_text(encoding="utf-8")
    assert text.index("in answer") < text.index("Raised again") < text.index("in ask")


# --- saves


def test_pages_hear_of_saves(opened: Opened) -> None:
    async def hear() -> list[str]:
        events = opened.preview.events()
        heard = [await anext(events)]
        opened.preview.saved(["data/small/cards.yaml"])
        heard.append(await anext(events))
        opened.preview.streams.hang_up()
        heard += [event async for event in events]
        return heard

    first, second = asyncio.run(hear())
    assert "event: hello" in first
    event, _, told = second.partition("\ndata: ")
    assert event == "event: saved" and json.loads(told) == {"generation": 1, "paths": ["data/small/cards.yaml"]}
    assert not opened.preview.streams._streams


def test_what_is_watched_is_passed_on_while_it_runs(write_project: WriteProject) -> None:
    opened = Opened(write_project())
    stopped = []

    async def watch(stop: anyio.Event) -> AsyncIterator[list[str]]:
        yield ["data/small/game.yaml"]
        try:
            await anyio.sleep_forever()
        finally:
            stopped.append(stop.is_set())

    with TestClient(make_app(opened.preview, watch), base_url=HOME) as client:
        assert client.get("/api/project").json()["generation"] == 1
    assert stopped == [True]


def test_a_page_that_hears_nothing_for_long_hears_that(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pnp.serve.events.HEARTBEAT", 0.01)

    async def hear() -> str:
        events = opened.preview.events()
        await anext(events)
        told = await anext(events)
        await events.aclose()  # type: ignore[attr-defined]
        return told

    assert asyncio.run(hear()).startswith(":")
    assert FACE


def test_a_question_whose_process_died_is_asked_again(opened: Opened) -> None:
    opened.fault = Fault(Code.PROCESS_ENDED, Place("data"), what="the process that was working on this has ended")
    assert [fault["code"] for fault in opened.get("/api/project")["faults"]] == ["process-ended"]
    opened.fault = None
    assert opened.get("/api/project")["faults"] == []


def test_numbers_of_cards_that_are_no_numbers_of_cards_are_passed_over(opened: Opened) -> None:
    assert len(opened.get(f"/api/faces/small/en/numbers?cards=1,{'9' * 5000},x,-1")["faces"]) == 1
