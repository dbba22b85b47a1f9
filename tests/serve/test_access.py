"""Who may ask for what: the table of routes as docs/safety.md shows it, other machines, foreign pages, and floods."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT
from play.served.test_tables import ADDRESS, House, view
from starlette.routing import Route
from starlette.testclient import TestClient

from pnp.play.messages import Failed
from pnp.play.served.routes import ServedTables, table_pages
from pnp.play.served.tables import Tables
from pnp.project.files import Files
from pnp.project.new_project import Name, project_files
from pnp.serve import access
from pnp.serve.app import PREVIEW_PAGES, RULES_PAGE, Preview, make_app
from pnp.serve.project_worker import open_worker

SCRIPTS = ("GET /static/{path}", "everybody", "scripts and styles of pnp, nothing of the project")
SEATS = ["person", "person", "random"]
BEGIN = b'{"seats": ["person", "random", "random"]}'
JSON = {"content-type": "application/json"}


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project of two games."""
    folder = tmp_path_factory.mktemp("project")
    for game, title in (("trick", "Trick"), ("secret", "Secret")):
        for output in project_files(Name(game, title), "trick-taking"):
            (folder / output.path).parent.mkdir(parents=True, exist_ok=True)
            (folder / output.path).write_bytes(output.content)
    return folder


@pytest.fixture
def house(root: Path) -> House:
    """A server of one of them, open to other machines."""
    shutil.rmtree(root / "output", ignore_errors=True)
    return House(root, only="trick")


def guest(house: House, base: str = ADDRESS, peer: str = "192.168.1.9") -> TestClient:
    return TestClient(house.client.app, base_url=base, client=(peer, 50000))


def test_docs_safety_md_shows_every_route() -> None:
    lines = (ROOT / "docs/safety.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `((?:GET|POST) [^`]*)` \| ([^|]*) \| ([^|]*) \|$", lines, re.MULTILINE)
    pages = (*PREVIEW_PAGES, RULES_PAGE, *table_pages(Tables(ROOT, lambda _: {})))
    assert rows.pop(rows.index(SCRIPTS))
    assert sorted(rows) == sorted(page[:3] for page in pages)


def test_every_page_is_served(root: Path) -> None:
    worker = open_worker(root)
    tables = ServedTables(root, lambda _: {})
    app = make_app(Preview(Files(root), worker, worker), host=tables)
    served = {
        f"{method} {route.path}"
        for route in app.routes
        if isinstance(route, Route)
        for method in (route.methods or set()) - {"HEAD"}
    }
    assert served == {page.line for page in (*PREVIEW_PAGES, RULES_PAGE, *table_pages(tables))}


@pytest.mark.slow
def test_other_machines_come_to_their_seats_alone(house: House) -> None:
    opened = house.begin(*SEATS, game="trick")
    table, token = opened["table"], opened["tokens"]["1"]
    other = guest(house)
    for path in ("/", "/api/project", "/picture/0.svg", "/events", "/api/cards/trick/en/cards", "/api/made/trick/en"):
        assert other.get(path).status_code == 404
    assert other.get("/play/trick").status_code == other.post("/api/play/trick/en", json={}).status_code == 403
    assert other.get(f"/play/{table}").status_code == 200
    assert other.get("/static/play/main.js").status_code == 200
    assert other.get(f"/api/table/{table}/view", params={"token": token}).status_code == 200
    for path in ("/face/{}/en/cards/1.svg", "/rules/{}/en", "/api/play/{}/en", "/dress/{}/en.css"):
        for client in (other, house.client):
            known = client.get(path.format("trick"), params={"token": token})
            assert known.status_code == 200, known.text
            for wrong in ({}, {"token": "x"}, {"token": ""}):
                is_here = (
                    client is house.client
                )  # the form of a new game has no token, and shows the cover in its colours
                assert client.get(path.format("trick"), params=wrong).status_code == (200 if is_here else 403)
            assert client.get(path.format("secret"), params={"token": token}).status_code == 404
    assert not house.begin(*SEATS, game="trick").keys() & {"refused"}
    assert house.post("/api/play/secret/en", {"seats": SEATS}).status_code == 404


def test_a_saved_table_of_another_game_is_not_opened_to_other_machines(house: House) -> None:
    opened = House(house.root).begin(*SEATS, game="secret")
    for client in (guest(house), house.client):
        answer = client.get(f"/api/table/{opened['table']}/view", params={"token": opened["tokens"]["1"]})
        assert answer.status_code == client.get(f"/play/{opened['table']}").status_code == 404


@pytest.mark.parametrize("host", ["rebound.invalid", "192.168.1.70:8137", "x.localhost", "", "127.0.0.1.invalid"])
def test_only_names_of_the_server_itself_are_answered(house: House, host: str) -> None:
    for client in (guest(house), house.client):
        assert client.get("/static/icon.svg", headers={"host": host}).status_code == 400


FOREIGN: list[Mapping[str, str]] = [
    {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"},
    {"sec-fetch-site": "cross-site", "sec-fetch-mode": "cors"},
    {"sec-fetch-site": "same-site", "sec-fetch-mode": "no-cors"},
    {"origin": "http://localhost:9999"},
    {"origin": "http://127.0.0.1:8138", "sec-fetch-site": "same-origin"},
    {"origin": "null"},
    {"origin": "https://127.0.0.1:8137"},
]


@pytest.mark.parametrize("headers", FOREIGN)
def test_a_foreign_page_begins_no_game(root: Path, headers: Mapping[str, str]) -> None:
    house = House(root)
    answer = house.client.post("/api/play/trick/en", content=BEGIN, headers={**JSON, **headers})
    assert answer.status_code == 403
    assert house.wishes == []


@pytest.mark.parametrize("kind", ["text/plain", "", "application/x-www-form-urlencoded", "text/json"])
def test_what_a_form_can_send_is_not_read(root: Path, kind: str) -> None:
    house = House(root)
    answer = house.client.post("/api/play/trick/en", content=BEGIN, headers={"content-type": kind})
    assert (answer.status_code, house.wishes) == (415, [])


@pytest.mark.parametrize("headers", [{}, {"origin": "http://127.0.0.1:8137"}, {"sec-fetch-site": "same-origin"}])
def test_a_page_of_the_server_begins_games(root: Path, headers: Mapping[str, str]) -> None:
    answer = House(root).client.post("/api/play/trick/en", content=BEGIN, headers={**JSON, **headers})
    assert "tokens" in answer.json()


def test_games_that_there_are_not_cost_nothing(root: Path) -> None:
    house = House(root)
    for name in ("none", "%2e%2e%5c", "trick%00", "x" * 5_000, "TRICK"):
        for path in (f"/api/play/{name}/en", f"/face/{name}/en/cards/1.svg", f"/rules/{name}/en", f"/play/{name}"):
            assert house.get(path).status_code == 404
    assert house.wishes == []


def test_a_client_that_asks_too_often_waits(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "BURST", 20)
    monkeypatch.setattr(access, "RATE", 0.001)
    flooding, calm = guest(house, peer="192.168.1.66"), guest(house)
    assert [flooding.get("/static/icon.svg").status_code for _ in range(22)] == [200] * 20 + [429] * 2
    assert calm.get("/static/icon.svg").status_code == 200


@pytest.mark.slow
def test_saved_games_and_entries_of_the_diary_are_bounded(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    house = House(root)
    opened = house.begin(*SEATS, game="trick")
    said = {"token": opened["tokens"]["0"], "answers": {"q": "x"}}
    codes = [house.post(f"/api/table/{opened['table']}/diary", said).status_code for _ in range(70)]
    assert codes == [200] * 60 + [429] * 10
    again = House(root)  # the server has been started anew
    assert again.post(f"/api/table/{opened['table']}/diary", said).status_code == 429
    monkeypatch.setattr("pnp.play.served.tables.MAX_SAVED", 1)
    assert "output/tables has 1 files" in house.begin(*SEATS, game="trick")["refused"]


HALF = "\\ud800"
BODIES = [
    ("/api/play/trick/en", '{"seats": 5}'),
    ("/api/play/trick/en", '{"seats": ["person"], "seed": "HALF"}'),
    ("/api/play/trick/en", '{"seats": ["person", "HALF"]}'),
    ("/api/play/trick/en", '{"seats": ["person", "random", "random"], "values": {"x": "HALF"}}'),
    ("/api/play/trick/en", '{"seats": ["person", "random", "random"], "values": {"x": 1e999}}'),
    ("/api/play/trick/en", '{"seats": ["person", "random", "random"], "names": {"0": 3}}'),
    ("/api/play/trick/en", '{"tape": {"players": Infinity, "seed": "7", "seats": [], "values": {}, "picks": []}}'),
    ("/api/play/trick/en", '{"tape": {"players": 3, "seed": "HALF", "seats": ["a", "b", "c"], "picks": []}}'),
    ("/api/play/trick/en", '{"tape": {"players": 3, "seed": "7", "seats": ["a", "b"], "picks": []}}'),
    ("/api/play/trick/en", '{"tape": {"players": 1, "seed": "7", "seats": ["a"], "picks": [{"x": 1}]}}'),
    ("/api/play/trick/en", '{"tape": "x"}'),
    ("pick", '{"token": "HALF", "option": 0, "decision": 0}'),
    ("pick", '{"token": "TOKEN", "option": -1, "decision": 0}'),
    ("pick", '{"token": "TOKEN", "option": 1.5, "decision": 0}'),
    ("pick", '{"token": "TOKEN", "option": true, "decision": 0}'),
    ("pick", '{"token": "TOKEN", "option": 1' + "0" * 5_000 + ', "decision": 0}'),
    ("undo", '{"token": null}'),
    ("name", '{"token": "TOKEN", "name": "HALF"}'),
    ("diary", '{"token": "TOKEN", "answers": {"HALF": "x"}}'),
    ("diary", '{"token": "TOKEN", "answers": {"x": "HALF"}}'),
    ("diary", '{"token": "TOKEN", "answers": {"x": 3}}'),
]


@pytest.mark.parametrize(("path", "body"), BODIES)
def test_what_is_no_message_is_refused_at_the_door(root: Path, path: str, body: str) -> None:
    house = House(root)
    opened = house.begin("person", "random", "random", game="trick")
    before = view(house, opened["table"], opened["tokens"]["0"])
    text = body.replace("HALF", HALF).replace("TOKEN", opened["tokens"]["0"])
    asked = len(house.wishes)
    path = path if path.startswith("/") else f"/api/table/{opened['table']}/{path}"
    assert house.client.post(path, content=text.encode(), headers=JSON).status_code == 400
    assert len(house.wishes) == asked
    assert view(house, opened["table"], opened["tokens"]["0"]) == before


def test_rules_whose_words_are_half_characters_are_answered(root: Path) -> None:
    house = House(root)
    house.room = lambda _: Failed("\ud800")
    assert house.begin(*SEATS, game="trick") == {
        "failed": {"what": "\ud800", "file": "", "line": 0, "why": "", "fix": ""}
    }


# --- what is read back


def kept(root: Path, name: str = "0123abcd", **changed: Any) -> Path:
    tape = {"players": 3, "seed": "s", "seats": ["person", "random", "random"], "values": {}, "picks": []}
    table = {"game": "trick", "language": "en", "tape": tape, "tokens": {"t": 0}, "thought": [], "taken_back": 0}
    path = root / f"output/tables/{name}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({**table, **changed}), encoding="utf-8")
    return path


def files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*")}


@pytest.mark.slow
@pytest.mark.parametrize("table", ["../../../outside", "/tmp/outside", "0123abcd", "", 3])
def test_a_saved_game_is_saved_in_its_own_file(root: Path, house: House, table: object) -> None:
    kept(root, table=table)
    before = files(root.parent)
    assert house.get("/api/table/0123abcd/view", token="t").status_code == 200
    assert files(root.parent) - before == set()


@pytest.mark.parametrize("name", ["old", "0123ABCD", "0123abcde", "..", "diary", "0123abc\u0661"])
def test_a_name_that_is_no_table_is_none(root: Path, house: House, name: str) -> None:
    kept(root, name if name != ".." else "x")
    assert house.get(f"/api/table/{name}/view", token="t").status_code == 404


TAPE = {"players": 3, "seed": "s", "seats": ["person", "random", "random"], "values": {}, "picks": []}
BROKEN: list[Mapping[str, Any]] = [
    {"tokens": ["t"]},
    {"tokens": {"t": 99}},
    {"tokens": {"t": "x"}},
    {"tokens": {"t": 1}},
    {"tokens": {"\ud800": 0}},
    {"tokens": {"": 0}},
    {"language": 5},
    {"tape": None},
    {"tape": {**TAPE, "seats": []}},
    {"tape": {**TAPE, "picks": [{"0": "x"}]}},
    {"tape": {**TAPE, "picks": [{"-1": 0}]}},
    {"tape": {**TAPE, "game": "secret"}},
    {"thought": [[1, 2]]},
    {"thought": [[1, 2, 1e400]]},
    {"taken_back": True},
    {"said": -1},
]


@pytest.mark.parametrize("changed", BROKEN)
def test_a_saved_game_of_another_form_is_refused_with_its_place(
    root: Path, house: House, changed: Mapping[str, Any]
) -> None:
    kept(root, **changed)
    for path in ("view", "events", "tape", "example"):
        answer = house.get(f"/api/table/0123abcd/{path}", token="t")
        assert answer.status_code == 400, answer.text
        assert answer.text.startswith("output/tables/0123abcd.json is no saved game: ")
    assert house.wishes == []


@pytest.mark.parametrize("content", [b"", b"[]", b"{", b"\xff", b"[" * 100_000, b"x" * 5_000_000])
def test_a_file_that_is_none_is_refused(root: Path, house: House, content: bytes) -> None:
    kept(root).write_bytes(content)
    assert house.get("/api/table/0123abcd/view", token="t").status_code in (400, 409)
