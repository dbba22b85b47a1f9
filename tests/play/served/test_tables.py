"""Tables in the browser: seats and tokens, picks, tapes, defaults, and what others never get."""

from __future__ import annotations

import json
import shutil
import threading
import time
from pathlib import Path
from typing import Any

import anyio
import pytest
from conftest import ROOT, check_project
from starlette.testclient import TestClient

from pnp.core.codes import Code
from pnp.core.diagnostics import Fault, Place
from pnp.play.messages import AboutGame, Answer, SeatView, ShowTable, TellAbout, Wish
from pnp.play.served.playroom import open_playroom
from pnp.play.served.routes import ServedTables
from pnp.play.served.tables import OpenTable, Tables
from pnp.play.simulation.diary import people_of
from pnp.project.files import Files
from pnp.serve.app import Preview, make_app
from pnp.serve.project_worker import open_worker

pytestmark = pytest.mark.slow

GAME = "seventy-seven"
ADDRESS = "http://192.168.1.7:8137"
FOLDERS = ("data", "templates", "fonts")


class House:
    """A server of tables, without processes; the rules are run in this one."""

    def __init__(self, root: Path, *, only: str = "") -> None:
        self.root = root
        self.room = open_playroom(root)
        self.wishes: list[Any] = []
        self.fault: Fault | None = None
        self._lock = threading.Lock()
        studio = open_worker(root)
        self.tables = ServedTables(root, self.ask, ADDRESS if only else "", only)
        preview = Preview(Files(root), studio, studio)
        app = make_app(preview, host=self.tables, is_open=bool(only))
        self.client = TestClient(app, base_url="http://127.0.0.1:8137", client=("127.0.0.1", 50000))

    def ask(self, wish: Wish) -> Answer:
        self.wishes.append(wish)
        if self.fault:
            raise self.fault
        with self._lock:
            return self.room(wish)

    def get(self, path: str, **query: Any) -> Any:
        return self.client.get(path, params=query)

    def post(self, path: str, body: Any) -> Any:
        return self.client.post(path, json=body)

    def begin(self, *seats: str, seed: str = "7", game: str = GAME) -> Any:
        return self.post(f"/api/play/{game}/en", {"seats": list(seats), "seed": seed}).json()


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("project")
    for name in FOLDERS:
        shutil.copytree(ROOT / name, folder / name)
    return folder


@pytest.fixture
def house(root: Path) -> House:
    return House(root)


def view(house: House, table: str, token: str, **query: Any) -> Any:
    answer = house.get(f"/api/table/{table}/view", token=token, **query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def post_raw(house: House, path: str, content: bytes) -> Any:
    return house.client.post(path, content=content, headers={"content-type": "application/json"})


@pytest.mark.parametrize(
    ("language", "attributes"),
    [("fr", 'lang="fr" dir="ltr"'), ("he", 'lang="he" dir="rtl"'), ("zh_Hant", 'lang="zh-Hant" dir="ltr"')],
)
def test_a_page_has_its_language_and_direction_from_the_first_byte(
    house: House, language: str, attributes: str
) -> None:
    assert f"<html {attributes}>" in house.get(f"/play/{GAME}", lang=language).text


def test_a_page_for_a_new_game_and_all_it_needs_to_know(house: House) -> None:
    assert house.get(f"/play/{GAME}").status_code == 200
    about = house.get(f"/api/play/{GAME}/fr").json()
    assert (about["title"], about["players"], about["usual"]) == ("Soixante-dix-sept", list(range(2, 9)), ["careful"])
    assert about["words"]["takeBack"] == "Annuler"
    number = about["decks"]["cards"]["cards"]["Change direction"]
    face = house.get(f"/face/{GAME}/fr/cards/{number}.svg")
    assert face.headers["content-type"] == "image/svg+xml"
    assert house.get(f"/face/{GAME}/fr/cards/back.svg").text != face.text


def test_the_section_of_the_booklet_is_that_of_the_language(house: House) -> None:
    opened = house.begin("person", "careful")
    asked = {
        language: view(house, opened["table"], opened["tokens"]["0"], lang=language)["question"]
        for language in ("en", "fr")
    }
    assert asked["en"]["sections"][0] == {"title": "Your turn", "anchor": "your-turn"}
    assert asked["fr"]["sections"][0]["anchor"] == "your-turn"
    assert asked["fr"]["sections"][0]["title"] != "Your turn"
    assert asked["fr"]["prompt"] == "Jouez une carte et annoncez le total"
    assert f'id="{asked["fr"]["sections"][0]["anchor"]}"' in house.get(f"/rules/{GAME}/fr").text


def test_a_game_is_played_to_its_end_over_the_wire(house: House) -> None:
    opened = house.begin("person", "careful")
    table, token = opened["table"], opened["tokens"]["0"]
    for _ in range(400):
        seen = view(house, table, token)
        if "end" in seen:
            break
        body = {"token": token, "option": 0, "decision": seen["decision"]}
        assert house.post(f"/api/table/{table}/pick", body).json().keys() >= {"decision", "waiting"}
    assert seen["end"]["winners"]
    assert seen["log"][-1]["lines"]


def test_a_seat_gets_its_own_view_and_nothing_else(house: House) -> None:
    opened = house.begin("person", "person", "person")
    table, tokens = opened["table"], opened["tokens"]
    seen = {seat: view(house, table, token) for seat, token in tokens.items()}
    assert [seen[seat]["seat"] for seat in ("0", "1", "2", "watch")] == [0, 1, 2, None]
    hands = {pile["owner"]: pile["cards"] for pile in seen["1"]["piles"] if pile["name"] == "hands"}
    assert [bool(hands[seat]) for seat in range(3)] == [False, True, False]
    answer = house.post(f"/api/table/{table}/pick", {"token": tokens["0"], "option": 0, "decision": 0})
    assert "tape" not in answer.json()
    assert house.get(f"/api/table/{table}/tape", token=tokens["0"]).status_code == 404  # it holds all cards


def test_names_of_players_are_everywhere_after_they_are_typed(house: House) -> None:
    body = {"seats": ["person", "person", "careful"], "seed": "7", "names": {"0": "Anna", "2": "a bot"}}
    opened = house.post(f"/api/play/{GAME}/en", body).json()
    table, tokens = opened["table"], opened["tokens"]
    names = [player["name"] for player in view(house, table, tokens["1"])["players"]]
    assert names == ["Anna", "Seat 2", "a bot"]
    answer = house.post(f"/api/table/{table}/name", {"token": tokens["1"], "name": "<b>Tom</b>" + "!" * 9_000})
    assert "tape" not in answer.json()
    assert view(house, table, tokens["0"])["players"][1]["name"] == "<b>Tom</b>" + "!" * 14
    saved = json.loads((house.root / f"output/tables/{table}.json").read_text(encoding="utf-8"))
    assert saved["tape"]["names"] == {"0": "Anna", "1": "<b>Tom</b>" + "!" * 14, "2": "a bot"}
    again = House(house.root)  # the server has been started anew
    assert view(again, table, tokens["0"])["players"][0]["name"] == "Anna"


@pytest.mark.parametrize("name", [None, 3, ["Anna"], {}])
def test_what_is_no_name_is_refused_and_so_are_other_tokens(house: House, name: object) -> None:
    opened = house.begin("person", "careful")
    table, tokens = opened["table"], opened["tokens"]
    assert house.post(f"/api/table/{table}/name", {"token": tokens["0"], "name": name}).status_code == 400
    for token in ("x", tokens["watch"]):
        assert house.post(f"/api/table/{table}/name", {"token": token, "name": "Anna"}).status_code == 404
    assert view(house, table, tokens["0"])["players"][0]["name"] == "Seat 1"


@pytest.mark.parametrize("token", ["", "x", "0", "a" * 500, "\u0000"])
def test_a_token_that_is_not_known_gets_nothing(house: House, token: str) -> None:
    table = house.begin("person", "careful")["table"]
    asked = len(house.wishes)
    for path in ("view", "tape", "example", "events"):
        assert house.get(f"/api/table/{table}/{path}", token=token).status_code == 404
    for path in ("pick", "undo"):
        assert house.post(f"/api/table/{table}/{path}", {"token": token, "option": 0, "decision": 0}).status_code == 404
    assert len(house.wishes) == asked


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"{",
        b"null",
        b'{"token": 1}',
        b"[" * 100_000,
        b'{"option": true}',
        b'{"token": {"a": 1}, "option": 1e99}',
    ],
)
def test_messages_of_another_form_harm_nobody(house: House, body: bytes) -> None:
    opened = house.begin("person", "careful")
    table, token = opened["table"], opened["tokens"]["0"]
    before = view(house, table, token)
    for path in ("pick", "undo"):
        assert post_raw(house, f"/api/table/{table}/{path}", body).status_code in (400, 404)
    answer = post_raw(house, f"/api/play/{GAME}/en", body)
    assert answer.status_code == 400 or answer.json().keys() & {"refused"}
    assert view(house, table, token) == before


def test_a_message_that_is_too_long_is_not_read(house: House) -> None:
    table = house.begin("person", "careful")["table"]
    assert post_raw(house, f"/api/table/{table}/pick", b"x" * 3_000_000).status_code == 413


def test_a_pick_that_comes_too_late_is_refused_in_words(house: House) -> None:
    opened = house.begin("person", "careful")
    path, body = f"/api/table/{opened['table']}/pick", {"token": opened["tokens"]["0"], "option": 0, "decision": 0}
    assert "waiting" in house.post(path, body).json()
    assert house.post(path, body).json() == {"refused": "the game has gone on"}


def test_tables_outlive_the_server_and_the_process_of_the_rules(house: House) -> None:
    opened = house.begin("person", "careful")
    table, token = opened["table"], opened["tokens"]["0"]
    house.post(f"/api/table/{table}/pick", {"token": token, "option": 1, "decision": 0})
    before = view(house, table, token)
    house.room = open_playroom(house.root)  # the process has died
    assert view(house, table, token) == before
    assert view(House(house.root), table, token) == before  # the server, too


def test_a_saved_game_goes_on_at_another_table(house: House) -> None:
    opened = house.begin("person", "careful")
    table, token = opened["table"], opened["tokens"]["0"]
    house.post(f"/api/table/{table}/pick", {"token": token, "option": 1, "decision": 0})
    tape = house.get(f"/api/table/{table}/tape", token=token).json()
    again = house.post(f"/api/play/{GAME}/en", {"tape": tape}).json()
    assert view(house, again["table"], again["tokens"]["0"]) == view(house, table, token)


def test_a_game_becomes_an_example_that_is_played(house: House) -> None:
    opened = house.begin("person", "careful")
    table, token = opened["table"], opened["tokens"]["0"]
    for _ in range(3):
        seen = view(house, table, token)
        house.post(f"/api/table/{table}/pick", {"token": token, "option": 0, "decision": seen["decision"]})
    text = house.get(f"/api/table/{table}/example", token=token).json()["yaml"]
    project = house.root / "data" / GAME / "examples.yaml"
    before = project.read_text(encoding="utf-8")
    try:
        project.write_text(f"{before}\n{text}", encoding="utf-8")
        diagnostics = check_project(house.root, "examples").diagnostics
        assert [entry.message for entry in diagnostics if entry.code.startswith("example")] == []
    finally:
        project.write_text(before, encoding="utf-8")


def test_what_players_say_is_a_line_of_the_diary(house: House) -> None:
    opened = house.begin("person", "careful")
    table, token = opened["table"], opened["tokens"]["0"]
    house.post(f"/api/table/{table}/pick", {"token": token, "option": 0, "decision": 0})
    said = {"token": token, "answers": {"Was it tense?": "Ja, „sehr“.\n" + "x" * 9_000}}
    assert house.post(f"/api/table/{table}/diary", said).json() == {"thanks": True}
    lines = (house.root / "output/tables/diary.jsonl").read_text(encoding="utf-8").splitlines()
    entry = json.loads(lines[-1])
    assert (entry["game"], entry["seat"], len(entry["seconds"])) == (GAME, 0, 1)
    assert entry["answers"]["Was it tense?"].startswith("Ja, „sehr“.\n")
    assert len(entry["answers"]["Was it tense?"]) == 5_000
    for body in ({"token": token}, {"token": "x", "answers": {}}, {"token": token, "answers": ["a"]}):
        assert house.post(f"/api/table/{table}/diary", body).status_code in (400, 404)


def test_a_game_that_people_have_ended_is_a_line_of_the_diary_once(house: House) -> None:
    opened = house.begin("person", "careful", seed="3")
    table, token = opened["table"], opened["tokens"]["0"]
    picks = 0
    while "end" not in (seen := view(house, table, token)):
        body = {"token": token, "option": 0, "decision": seen["decision"]}
        picks += "refused" not in house.post(f"/api/table/{table}/pick", body).json()
    for _ in range(2):
        view(house, table, token)
    lines = (house.root / "output/tables/diary.jsonl").read_text(encoding="utf-8").splitlines()
    (entry,) = [entry for entry in map(json.loads, lines) if entry["table"] == table]
    assert (entry["is_over"], entry["end"]["why"], len(entry["thought"])) == (True, "last_chips", picks)
    assert entry["end"]["winners"] in ([0], [1])
    people = people_of(lines, GAME, 2, {})
    assert people is not None
    assert people.games >= 1


def test_rules_that_take_too_long_end_in_words_and_the_table_stays(house: House) -> None:
    opened = house.begin("person", "careful")
    table, token = opened["table"], opened["tokens"]["0"]
    before = view(house, table, token)
    house.fault = Fault(Code.PROCESS_ENDED, Place("data"), what="it took too long")
    answer = house.post(f"/api/table/{table}/pick", {"token": token, "option": 0, "decision": 0}).json()
    assert answer["failed"]["what"] == "it took too long"
    house.fault = None
    assert view(house, table, token) == before


def test_who_does_not_answer_in_time_answers_by_default(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    about = house.room(TellAbout("spicy", "en"))
    assert isinstance(about, AboutGame)
    quick = about._replace(defaults={"answer": "believe"}, patience=0.2)
    monkeypatch.setattr(house.tables, "_about", {"spicy": quick})
    with house.client as client:
        seats = ["person", "person", "person"]
        opened = client.post("/api/play/spicy/en", json={"seats": seats, "seed": "1"}).json()
        table, tokens = opened["table"], opened["tokens"]
        seen = client.get(f"/api/table/{table}/view", params={"token": tokens["0"]}).json()
        number = next(n for n, option in enumerate(seen["question"]["options"]) if option["kind"] == "Play")
        client.post(f"/api/table/{table}/pick", json={"token": tokens["0"], "option": number, "decision": 0})
        for _ in range(600):  # until it has happened, on a busy machine, too
            time.sleep(0.1)
            seen = client.get(f"/api/table/{table}/view", params={"token": tokens["1"]}).json()
            if seen["decision"] == 2:
                break
    assert (seen["decision"], seen["waiting"]) == (2, [1])


def test_a_link_for_another_machine_has_a_qr_code(house: House) -> None:
    assert house.get("/api/code", link="http://192.168.1.7:8137/play/a#1:x").status_code == 404
    house.tables.address = "http://192.168.1.7:8137"
    assert house.get("/api/code", link="http://192.168.1.7:8137/play/a#1:x").text.startswith(
        '<svg xmlns="http://www.w3.org/2000/svg"'
    )
    for wrong in ("", "http://elsewhere/", "http://192.168.1.7:81370", "http://192.168.1.7:8137/" + "x" * 300):
        assert house.get("/api/code", link=wrong).status_code == 404


def test_a_seat_that_a_page_has_opened_alone_is_elsewhere_for_other_pages(house: House) -> None:
    opened = house.begin("person", "person", "careful")
    table, tokens = house.tables.find(opened["table"]), opened["tokens"]
    assert table is not None
    elsewhere = [view(house, table.name, tokens["0"], page="desk")["elsewhere"]]
    house.tables.open_seat(table, tokens["1"], "phone")
    elsewhere += [
        view(house, table.name, tokens[seat], page=page)["elsewhere"] for seat, page in (("0", "desk"), ("1", "phone"))
    ]
    for who in ("", "person"):  # who has left comes back to the desk
        house.post(f"/api/table/{table.name}/seat", {"token": tokens["0"], "seat": 1, "who": who})
    assert [*elsewhere, view(house, table.name, tokens["0"], page="desk")["elsewhere"]] == [[], [1], [], []]


def test_all_see_the_clocks_which_the_server_keeps(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("pnp.play.served.tables.time.monotonic", lambda: now)
    begun = {"seats": ["person", "person", "careful"], "seed": "7", "clock": 5}
    opened = house.post(f"/api/play/{GAME}/en", begun).json()
    table, tokens = opened["table"], opened["tokens"]
    (mover,) = view(house, table, tokens["0"])["waiting"]
    clocks = []
    for seconds in (7, 10, 4):
        now += seconds
        clocks.append([view(house, table, tokens[seat])["clock"] for seat in ("0", "1", "watch")])
        if seconds == 7:
            house.post(f"/api/table/{table}/pick", {"token": tokens[str(mover)], "option": 0, "decision": 0})
            (after,) = view(house, table, tokens["0"])["waiting"]
    assert mover != after, "the clock of the other one runs on while the first one looks at the table"
    spent = [[{mover: 7, after: at}.get(seat, 0) for seat in range(3)] for at in (0, 10, 14)]
    assert clocks == [[{"minutes": 5, "spent": each}] * 3 for each in spent]
    assert view(House(house.root), table, tokens["1"])["clock"]["spent"] == [*spent[0]], "as of the last save"
    for wrong in (-1, 601, 1.5, "5"):
        assert house.post(f"/api/play/{GAME}/en", {**begun, "clock": wrong}).status_code == 400


def test_cards_that_cannot_be_drawn_say_why_on_the_terminal_and_to_the_page(root: Path, tmp_path: Path) -> None:
    for name in ("data", "templates"):
        shutil.copytree(root / name, tmp_path / name)
    (tmp_path / "fonts").mkdir()
    fonts = "families:\n  text: {regular: No.ttf}\n"
    (tmp_path / "fonts/fonts.yaml").write_text(fonts, encoding="utf-8")
    why = "fonts/fonts.yaml:2:19: no file fonts/No.ttf; create it, or correct the path"
    for folder, said in ((tmp_path, why), (root, "")):
        house = House(folder)
        face = house.get(f"/face/{GAME}/en/cards/1.svg")
        assert (face.status_code, said and face.text) == ((404, why) if said else (200, ""))
        line = anyio.run(house.tables.find_fault, house.client.app.state.preview.ask, GAME)
        assert line == (f"cards are not drawn: {why}" if said else "")


def test_rules_of_a_stranger_do_not_run_in_the_preview(house: House) -> None:
    studio = open_worker(house.root)
    client = TestClient(make_app(Preview(Files(house.root), studio, studio)), base_url="http://127.0.0.1:8137")
    assert client.get(f"/play/{GAME}").status_code == 404
    assert client.get(f"/api/play/{GAME}/en").status_code == 404


def hands(seen: Any) -> list[int]:
    """How many cards of each hand are shown."""
    return [len(pile["cards"]) for pile in seen["piles"] if pile["name"] == "hands"]


def test_a_game_of_bots_is_watched_decision_by_decision_with_all_cards(house: House) -> None:
    opened = house.begin("careful", "random", "careful")
    table, token = opened["table"], opened["tokens"]["watch"]
    last = view(house, table, token)
    assert last["end"]
    steps = [view(house, table, token, at=number) for number in range(last["decision"])]
    assert [step["decision"] for step in steps] == list(range(last["decision"]))
    assert not any("end" in step for step in steps)
    assert hands(steps[0]) == [0, 0, 0]
    assert hands(view(house, table, token, at=0, open=1)) == [5, 5, 5]
    for wrong in ("-1", "x", "9" * 400, "\u0661"):
        assert view(house, table, token, at=wrong) == last


def test_all_cards_are_not_shown_to_one_of_several_before_the_end(house: House) -> None:
    opened = house.begin("person", "person")
    table, token = opened["table"], opened["tokens"]["0"]
    assert view(house, table, token, open=1) == view(house, table, token)


def test_twenty_tables_at_once(house: House) -> None:
    tables = [house.begin("person", "careful", seed=str(number)) for number in range(20)]
    for _ in range(2):
        for opened in tables:
            seen = view(house, opened["table"], opened["tokens"]["0"])
            body = {"token": opened["tokens"]["0"], "option": 0, "decision": seen["decision"]}
            house.post(f"/api/table/{opened['table']}/pick", body)
    assert len({json.dumps(view(house, opened["table"], opened["tokens"]["0"])) for opened in tables}) == 20


def test_a_server_that_ends_ends_the_streams_of_its_pages(house: House) -> None:
    begun = house.begin("person", "careful")
    table = house.tables.find(begun["table"])
    assert table is not None

    async def listen() -> list[str]:
        events: list[str] = []
        async for event in table.streams.events("changed", str(table.decision), 0):
            events.append(event)
            house.tables.hang_up()
        return events

    assert len(anyio.run(listen)) == 1
    assert house.tables.find(begun["table"]) is table


def test_a_flood_at_one_table_does_not_hold_up_another(tmp_path: Path) -> None:
    waiting, most = 0, 0

    def answer(wish: Wish) -> Answer:
        nonlocal waiting, most
        if isinstance(wish, ShowTable) and wish.table == busy.name:
            waiting += 1
            most = max(most, waiting)
            time.sleep(0.01)
            waiting -= 1
        return SeatView({"log": []})

    tables = Tables(tmp_path, answer)
    busy, calm = (OpenTable(name, GAME, "en", {}, {}) for name in ("a", "b"))
    finished: list[str] = []

    async def look(table: OpenTable) -> None:
        await tables.wish(table, ShowTable(table.name, 0, "en", 0))
        finished.append(table.name)

    async def flood() -> None:
        async with anyio.create_task_group() as pages:
            for _ in range(200):
                pages.start_soon(look, busy)
            pages.start_soon(look, calm)

    anyio.run(flood)
    assert most == 1
    assert finished.index("b") < 20
