"""The studio's server: who may ask, what it answers, and what it writes."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from pathlib import Path
from threading import Lock
from typing import Any

import pytest
from starlette.testclient import TestClient

from pnp.editing.edits import digest_of_file
from pnp.extensions.studio.routes import StudioHost
from pnp.project.files import Files
from pnp.serve.app import Preview, make_app
from pnp.serve.project_worker import open_worker
from pnp.starters import STARTERS

FILES = {
    "data/g/game.yaml": """\
title: G
players: 2
languages: [en, fr]
decks:
  heroes: {cards: heroes.csv, template: g/card, fields: {name: text, power: 1..9}}
  places:
    cards:
      - {name: Hill, height: 3}   # high
      - {name: Dale, height: 1}
    template: g/place
""",
    "data/g/heroes.csv": "name,power\r\nAnn,1\r\nBob,2\r\n",
    "data/g/locale/fr.po": (
        'msgid ""\nmsgstr ""\n"Language: fr\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
        '"Plural-Forms: nplurals=2; plural=(n > 1);\\n"\n\nmsgid "Ann"\nmsgstr "Anne"\n'
    ),
    "templates/g/base.yaml": "size: poker\nelements:\n  ground: {rect: bleed, fill: '#eeeeee'}\n",
    "templates/g/card.yaml": """\
extends: g/base
elements:
  # who
  name: {text: "{{ card.name }}", in: [5, 5, 53, 20]}
""",
    "templates/g/place.yaml": 'elements:\n  name: {text: "{{ card.name }} {{ card.height }}", in: safe}\n',
    "templates/g/rulebook.md": "## Play\n\nPlay a card.\n",
}


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    for path, text in FILES.items():
        (tmp_path / "project" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "project" / path).write_bytes(text.encode())
    return tmp_path / "project"


class Client:
    """A page of the studio."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.host = StudioHost(root)
        answer, lock = open_worker(root), Lock()

        def ask(question: Any) -> Any:  # as in a process of its own, one after another
            with lock:
                return answer(question)

        app = make_app(Preview(Files(root), ask, ask), host=self.host)
        self.client = TestClient(app, base_url="http://127.0.0.1", client=("127.0.0.1", 50000))
        self.client.headers["x-studio"] = self.host.token

    def get(self, path: str) -> Any:
        answer = self.client.get(path)
        assert answer.status_code == 200, answer.text
        return answer.json()["answer"]

    def card(self, language: str, deck: str, number: int) -> Any:
        shown = {"game": "g", "language": language, "deck": deck, "number": number}
        return self.client.post("/studio/card", json={"shown": shown}).json()["shown"]["bench"]

    def seen(self) -> dict[str, str]:
        """The digests of all files, as a page has those of the files that it shows."""
        paths = [path for folder in ("data", "templates") for path in (self.root / folder).rglob("*.*")]
        return {path.relative_to(self.root).as_posix(): digest_of_file(path.read_bytes()) for path in paths}

    def edit(self, *edits: dict[str, Any], name: str = "edit", joins: bool = False, seen: Any = None) -> Any:
        wish = {"name": name, "game": "g", "edits": [*edits], "joins": joins, "seen": seen or self.seen()}
        answer = self.client.post("/studio/edit", json=wish)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def text(self, path: str) -> str:
        return (self.root / path).read_bytes().decode()


@pytest.fixture
def studio(root: Path) -> Iterator[Client]:
    client = Client(root)
    with client.client:
        yield client


def test_it_answers_only_with_its_token(studio: Client) -> None:
    paths = [("GET", path) for path in ("/studio/steps", "/studio/table/g/heroes", "/studio/text/data/g/heroes.csv")]
    for method, path in [
        *paths,
        ("POST", "/studio/edit"),
        ("POST", "/studio/undo"),
        ("POST", "/studio/run"),
        ("POST", "/studio/new"),
    ]:
        for token in ("", "x", studio.host.token + "x"):
            answer = studio.client.request(
                method, path, headers={"x-studio": token}, json={} if method == "POST" else None
            )
            assert answer.status_code == 403, path


@pytest.mark.parametrize(
    "headers", [{"origin": "http://evil.example"}, {"sec-fetch-site": "cross-site"}, {"host": "evil.example"}]
)
def test_foreign_pages_get_nothing(studio: Client, headers: dict[str, str]) -> None:
    assert studio.client.post("/studio/undo", json={}, headers=headers).status_code in (400, 403)


def test_a_form_of_another_page_is_not_read(studio: Client) -> None:
    answer = studio.client.post("/studio/undo", content="{}", headers={"content-type": "text/plain"})
    assert answer.status_code == 415


def test_a_card_has_its_elements_and_fields_with_their_places(studio: Client) -> None:
    card = studio.card("en", "heroes", 1)
    ground, name = card["elements"]
    assert (ground["name"], ground["file"], ground["is_inherited"]) == ("ground", "templates/g/base.yaml", True)
    assert (name["path"], name["shown"]) == (["elements", "name"], {"text": "Ann"})
    assert name["sources"]["in"]["path"] == ["elements", "name", "in"]
    source = card["fields"][0]["source"]
    assert (source["kind"], source["file"], source["line"], source["column"]) == ("cell", "data/g/heroes.csv", 2, 1)
    french = studio.card("fr", "heroes", 1)["fields"][0]
    assert (french["text"], french["source"]["kind"], french["source"]["line"]) == ("Anne", "translation", 7)
    place = studio.card("en", "places", 2)["fields"][1]["source"]
    assert (place["kind"], place["path"]) == ("yaml", ["decks", "places", "cards", 1, "height"])


def test_edits_write_the_smallest_change(studio: Client) -> None:
    assert not studio.edit(
        {"do": "set", "file": "templates/g/card.yaml", "path": ["elements", "name", "in", 0], "value": 7}
    )["faults"]
    assert studio.text("templates/g/card.yaml") == FILES["templates/g/card.yaml"].replace("[5, 5", "[7, 5")
    studio.edit({"do": "cells", "file": "data/g/heroes.csv", "line": 3, "cells": {"1": "Bob, the old"}})
    assert studio.text("data/g/heroes.csv") == FILES["data/g/heroes.csv"].replace("Bob", '"Bob, the old"')
    studio.edit({"do": "translate", "file": "data/g/locale/fr.po", "line": 7, "strings": ["Annette"]})
    assert studio.text("data/g/locale/fr.po") == FILES["data/g/locale/fr.po"].replace("Anne", "Annette")
    studio.edit(
        {"do": "lines", "file": "templates/g/rulebook.md", "line": 3, "old": ["Play a card."], "new": ["Draw."]}
    )
    assert studio.text("templates/g/rulebook.md") == "## Play\n\nDraw.\n"


def test_an_edit_that_would_break_the_game_is_not_made(studio: Client) -> None:
    answer = studio.edit({"do": "cells", "file": "data/g/heroes.csv", "line": 2, "cells": {"2": "12"}})
    assert answer["undo"] == ""
    assert answer["faults"][0]["path"] == "data/g/heroes.csv:2:5"
    assert studio.text("data/g/heroes.csv") == FILES["data/g/heroes.csv"]


def test_undo_and_redo_have_names(studio: Client) -> None:
    studio.edit({"do": "set", "file": "data/g/game.yaml", "path": ["title"], "value": "H"}, name="title")
    undone = {"undo": "", "redo": "title", "faults": [], "shown": None, "seen": {}, "made": True, "wider": None}
    assert studio.client.post("/studio/undo", json={}).json() == undone
    assert studio.text("data/g/game.yaml") == FILES["data/g/game.yaml"]
    assert studio.client.post("/studio/redo", json={}).json()["undo"] == "title"
    assert studio.text("data/g/game.yaml").startswith("title: H\n")


def test_a_file_that_was_changed_in_an_editor_is_kept(studio: Client) -> None:
    studio.edit({"do": "set", "file": "data/g/game.yaml", "path": ["title"], "value": "H"}, name="title")
    (studio.root / "data/g/game.yaml").write_text(FILES["data/g/game.yaml"] + "# mine\n")
    faults = studio.client.post("/studio/undo", json={}).json()["faults"]
    assert [fault["code"] for fault in faults] == ["edit-stale"]
    assert studio.text("data/g/game.yaml").endswith("# mine\n")


def test_tables_of_each_kind_are_shown(studio: Client) -> None:
    heroes = studio.get("/studio/table/g/heroes")
    assert (heroes["kind"], heroes["columns"], heroes["numbers"]) == ("csv", ["name", "power"], [1, 2])
    assert [row["line"] for row in heroes["rows"]] == [2, 3]
    places = studio.get("/studio/table/g/places")
    assert (places["kind"], places["rows"][1]["path"]) == ("yaml", ["decks", "places", "cards", 1])
    assert [row["cells"] for row in places["rows"]] == [["Hill", "3"], ["Dale", "1"]]


def test_a_column_of_copies_is_shown_once(studio: Client) -> None:
    game = FILES["data/g/game.yaml"].replace("heroes: {", "heroes: {copies: Anz., ")
    (studio.root / "data/g/game.yaml").write_text(game)
    (studio.root / "data/g/heroes.csv").write_text("name,power,Anz.\nAnn,1,2\n")
    assert studio.get("/studio/table/g/heroes")["columns"] == ["name", "power", "Anz."]
    shown = studio.card("en", "heroes", 1)["fields"][-1]
    assert (shown["name"], shown["text"], shown["source"]["column"]) == ("Anz.", "2", 3)
    one = {"do": "field", "deck": "heroes", "number": 1, "field": shown["edited"]}
    (fault,) = studio.edit({**one, "text": "x"})["faults"]
    assert fault["message"].startswith("Anz. is “x”")
    assert not studio.edit({**one, "text": "3"})["faults"]
    assert studio.text("data/g/heroes.csv").endswith("Ann,1,3\n")


def test_words_are_listed_with_what_is_missing(studio: Client) -> None:
    words = studio.get("/studio/words/g/fr")
    assert [(entry["text"], entry["strings"], entry["line"]) for entry in words["entries"]] == [("Ann", ["Anne"], 7)]
    assert words["added"] == 2  # Bob and the title
    assert not studio.edit({"do": "field", "deck": "heroes", "number": 1, "field": "name", "text": "Cy"})["faults"]
    assert studio.get("/studio/words/g/fr")["added"] == 3


def test_a_fuzzy_translation_says_so_beside_the_card(studio: Client) -> None:
    po = FILES["data/g/locale/fr.po"].replace('msgid "Ann"', '#, fuzzy\n#| msgid "Anna"\nmsgid "Ann"')
    (studio.root / "data/g/locale/fr.po").write_text(po)
    source = studio.card("fr", "heroes", 1)["fields"][0]["source"]
    assert (source["text"], source["note"]) == ("Anne", "look again: it was made for “Anna”")


def test_texts_that_columns_translate_are_words_with_their_cells(studio: Client) -> None:
    (studio.root / "data/g/heroes.csv").write_text(
        "name,power,name_fr\nBob,1,\nAnn,2,Anne\nBob,3,\nCy,4,\nCy,4,Cyrille\n"
    )
    words = studio.get("/studio/words/g/fr")
    shown = [(entry["text"], entry["strings"], entry["column"], entry["number"]) for entry in words["entries"]]
    assert shown == [
        ("Bob", [""], "name_fr", 1),
        ("Ann", ["Anne"], "name_fr", 2),
        ("Cy", ["Cyrille"], "name_fr", 5),
        ("Ann", ["Anne"], "", 2),
    ]
    assert words["added"] == 1  # the title
    one = {"do": "field", "deck": "heroes", "number": 1, "field": "name_fr", "text": "Robert"}
    assert not studio.edit(one, seen=words["seen"])["faults"]
    assert studio.text("data/g/heroes.csv").splitlines()[1] == "Bob,1,Robert"
    assert studio.get("/studio/words/g/fr")["entries"][0]["strings"] == ["Robert"]
    (studio.root / "data/g/locale/fr.po").unlink()
    assert [entry["text"] for entry in studio.get("/studio/words/g/fr")["entries"]] == ["Bob", "Ann", "Cy"]


@pytest.mark.parametrize("file", ["data/g/rules.py", "../x.md", "output/a.md", "cache/x.md", "templates/../../x.md"])
def test_only_texts_of_the_project_are_shown_and_changed(studio: Client, file: str) -> None:
    (studio.root / "data/g/rules.py").write_text("secret = 1\n")
    answer = studio.client.get(f"/studio/text/{file}")
    assert answer.status_code == 404 or answer.json()["answer"] is None
    content = base64.b64encode(b"x").decode()
    assert studio.edit({"do": "put", "file": file, "content": content})["faults"]


@pytest.mark.parametrize(
    "body",
    [
        b"", b"{", b"[]", b'{"name": "x", "game": "g", "edits": []}', b'{"name": "x", "game": "g", "edits": [{"do": "drop"}]}',
        b'{"name": "x", "game": "g", "edits": [{"do": "set", "file": "data/g/game.yaml", "path": [1.5], "value": 1}], "seen": {}}',
        b'{"name": "x", "game": "g", "edits": [{"do": "set", "file": "data/g/game.yaml", "path": ["a"], "value": 1, "x": 1}], "seen": {}}',
        b'{"name": "x", "game": "g", "edits": [{"do": "cells", "file": "a.csv", "line": "1", "cells": {}}], "seen": {}}',
        b'{"name": "x", "game": "g", "edits": [{"do": "put", "file": "data/g/a.md", "content": "x"}], "seen": {}}',
        b'{"name": "x", "game": "g", "edits": [{"do": "remove", "file": "data/g/game.yaml", "path": ["a"]}]}',
        b'{"name": "\\ud800", "game": "g", "edits": [{"do": "remove", "file": "a", "path": []}], "seen": {}}',
    ],
)  # fmt: skip
def test_what_is_no_edit_is_refused(studio: Client, body: bytes) -> None:
    answer = studio.client.post("/studio/edit", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 400


def test_a_button_builds_and_its_files_open(studio: Client) -> None:
    drafted = {"command": "build", "game": "g", "lang": "fr", "draft": True}
    assert "output/g/fr/cards-draft.pdf" in studio.client.post("/studio/run", json=drafted).text
    wish = {"command": "build", "game": "g", "lang": "en"}
    lines = studio.client.post("/studio/run", json=wish).text.splitlines()
    assert lines[-1] == "exit 0"
    answer = studio.client.get("/studio/output/g/en/cards.pdf")
    assert answer.content.startswith(b"%PDF")
    assert answer.headers["content-type"] == "application/pdf"
    assert studio.client.get("/studio/output/none.pdf").status_code == 404


@pytest.mark.parametrize(
    "wish",
    [{"command": "rm", "game": "g"}, {"command": "build", "game": "--project"}, {"command": "build", "game": "../g"}],
)
def test_only_known_commands_are_started(studio: Client, wish: dict[str, str]) -> None:
    answer = studio.client.post("/studio/run", json=wish)
    assert answer.status_code == 400 or "exit 0" not in answer.text


def test_what_is_wrong_elsewhere_in_the_game_does_not_stop_an_edit(studio: Client) -> None:
    (studio.root / "templates/g/place.yaml").write_text("elements: {name: {txt: x}}\n")
    answer = studio.edit({"do": "cells", "file": "data/g/heroes.csv", "line": 2, "cells": {"2": "5"}})
    assert not answer["faults"]


# --- a folder without a game

TABLE = base64.b64encode(b"Name,Cost\nAnn,1\nBob,2\n").decode()


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Client]:
    monkeypatch.setenv("PNP_CACHE", str(tmp_path / "cache"))
    (tmp_path / "project").mkdir()
    client = Client(tmp_path / "project")
    with client.client:
        yield client


def make(studio: Client, **wish: Any) -> Any:
    return studio.client.post("/studio/new", json=wish).json()


def test_a_dropped_table_becomes_the_game(empty: Client) -> None:
    (empty.root / "README.md").write_text("mine")
    answer = make(empty, name="my_cards", file={"name": "../my cards#1.csv", "content": TABLE})
    assert answer["faults"] == []
    assert "README.md was there already, and stays as it was" in answer["notes"]
    assert empty.text("README.md") == "mine"
    assert sorted(path.name for path in (empty.root / "data/my-cards").iterdir()) == [
        "game.yaml",
        "glossary.yaml",
        "my cards-1.csv",
    ]
    assert sorted(path.name for path in empty.root.parent.iterdir() if path.name != "cache") == ["project"]
    assert empty.client.get("/api/project").json()["games"][0]["title"] == "My Cards"
    assert empty.get("/studio/start") is None


def test_a_starter_is_shown_by_a_card_and_made(empty: Client) -> None:
    shown = empty.get("/studio/start")
    assert [one["name"] for one in shown] == [*STARTERS]
    assert all(one["svg"].startswith("<svg") for one in shown)
    assert empty.client.post("/studio/new", json={"name": "x", "start": "none"}).status_code == 400
    assert make(empty, name="Harbour Lights", start="auction")["faults"] == []
    assert (empty.root / "data/harbour-lights/rules.py").exists()


@pytest.mark.parametrize(
    ("wish", "told"),
    [
        ({"name": "日本", "start": "blank"}, "the name "),
        ({"name": "g", "file": {"name": "a.csv", "content": base64.b64encode(b"Name\n").decode()}}, "no rows"),
        ({"name": "g", "file": {"name": "a.xlsx", "content": TABLE}}, "not a workbook"),
        ({"name": "g", "file": {"name": "a.csv", "content": "%"}}, "whole"),
        ({"name": "g", "file": {"name": "a.exe", "content": TABLE}}, "not read"),
    ],
)
def test_what_makes_no_game_writes_nothing(empty: Client, wish: dict[str, Any], told: str) -> None:
    assert told in make(empty, **wish)["faults"][0]["message"]
    assert list(empty.root.iterdir()) == []


def test_no_project_is_written_over(studio: Client) -> None:
    assert "already" in make(studio, name="g", start="blank")["faults"][0]["message"]


@pytest.mark.parametrize("words", [["--project"], ["/etc/passwd"], ["a/b.ttf"], ["x", "y", "z"], [""]])
def test_icons_and_fonts_take_words_alone(studio: Client, words: list[str]) -> None:
    wish = {"command": "fonts", "kind": "add", "game": "g", "words": words}
    assert studio.client.post("/studio/run", json=wish).status_code == 400


def test_a_field_is_added_to_all_cards(studio: Client) -> None:
    heroes = studio.get("/studio/table/g/heroes")
    assert (heroes["header"], heroes["fields"]) == (1, ["decks", "heroes", "fields"])
    answer = studio.edit(
        {"do": "set", "file": "data/g/game.yaml", "path": [*heroes["fields"], "motto?"], "value": "text"},
        {"do": "cells", "file": heroes["file"], "line": heroes["header"], "cells": {"3": "motto"}},
    )
    assert not answer["faults"]
    assert studio.text("data/g/heroes.csv").startswith("name,power,motto\r\n")
    assert "fields: {name: text, power: 1..9, motto?: text}" in studio.text("data/g/game.yaml")
    assert studio.get("/studio/table/g/heroes")["columns"] == ["name", "power", "motto"]
    assert studio.get("/studio/table/g/places")["fields"] == []


def test_faults_of_a_kind_are_corrected_as_one_step(studio: Client) -> None:
    wrong = 'elements:\n  name: {text: "{{ card.name }}", in: saef, colour: blakc}\n'
    (studio.root / "templates/g/place.yaml").write_text(wrong)
    fault = {"file": "templates/g/place.yaml", "line": 2, "code": "wrong-value"}
    faults = [
        {**fault, "column": 35, "message": "no box saef", "corrects": ["saef", "safe"]},
        {**fault, "column": 49, "message": "colour: no colour blakc", "corrects": ["blakc", "black"]},
        {**fault, "column": 1, "message": "nothing is like it", "corrects": ["none", "else"]},
    ]
    answer = studio.client.post("/studio/fix", json={"game": "g", "faults": faults}).json()
    assert (answer["made"], answer["undo"]) == (True, "correct wrong-value")
    assert studio.text("templates/g/place.yaml") == wrong.replace("saef", "safe").replace("blakc", "black")
    answer = studio.client.post("/studio/fix", json={"game": "g", "faults": faults[2:]}).json()
    assert (answer["made"], answer["faults"]) == (False, [])
    studio.client.post("/studio/undo", json={})
    assert studio.text("templates/g/place.yaml") == wrong


@pytest.mark.parametrize(
    ("text", "corrected"),
    [
        ("'{{ card.note }}'", "'{{ card.note|default('''') }}'"),
        ('"{{ card.note }}"', "\"{{ card.note|default('') }}\""),
        ("'{{ card.name }} {{ card.note }}'", "'{{ card.name }} {{ card.note|default('''') }}'"),
        ('"{{ card.notes|upper }}"', "\"{{ card.note|default('')|upper }}\""),
        ('"{{ card.nam }}"', '"{{ card.name }}"'),
    ],
)
def test_a_text_of_a_field_that_cards_lack_is_corrected(studio: Client, text: str, corrected: str) -> None:
    game = FILES["data/g/game.yaml"].replace("power: 1..9}", "power: 1..9, note?: text}")
    (studio.root / "data/g/game.yaml").write_text(game)
    (studio.root / "data/g/heroes.csv").write_text("name,power,note\nAnn,1,\nBob,2,x\n")
    (studio.root / "templates/g/card.yaml").write_text(
        f"extends: g/base\nelements:\n  name: {{in: safe, text: {text}}}\n"
    )
    shown = {"game": "g", "language": "en", "deck": "heroes", "number": 1}
    face = studio.client.post("/studio/card", json={"shown": shown}).json()["shown"]["face"]
    assert [(box["place"]["file"], box["place"]["line"]) for box in face["boxes"]] == [
        ("templates/g/base.yaml", 3),
        ("templates/g/card.yaml", 3),
    ]
    assert fixed(studio, face["faults"][0])["made"]
    assert studio.text("templates/g/card.yaml").splitlines()[-1] == f"  name: {{in: safe, text: {corrected}}}"
    assert not studio.client.post("/studio/card", json={"shown": shown}).json()["shown"]["face"]["faults"]


def fixed(studio: Client, fault: Any) -> Any:
    wish = {key: fault[key] for key in ("code", "file", "line", "message", "corrects")}
    wish["column"] = int(fault["path"].split(":")[-1])
    return studio.client.post("/studio/fix", json={"game": "g", "faults": [wish]}).json()


def test_a_field_of_pictures_becomes_words(studio: Client) -> None:
    game = FILES["data/g/game.yaml"].replace("power: 1..9}", "power: 1..9, art?: text}")
    (studio.root / "data/g/game.yaml").write_text(game)
    (studio.root / "data/g/heroes.csv").write_text("name,power,art\nAnn,1,a.png\nBob,2,\n")
    faults = studio.client.get("/api/project").json()["faults"]
    assert fixed(studio, next(one for one in faults if one["code"] == "picture-field"))["made"]
    assert "art?: word" in studio.text("data/g/game.yaml")


def test_a_word_has_its_room_and_the_card_that_shows_it(studio: Client) -> None:
    catalogue = studio.root / "data/g/locale/fr.po"
    catalogue.write_text(
        catalogue.read_text().replace('msgid "Ann"', '#. room: one line, about 9 characters\n#: x\nmsgid "Ann"')
        + '\nmsgid "Dale"\nmsgstr "Val"\n\nmsgid "G"\nmsgstr "G"\n'
    )
    shown = [
        (each["text"], each["room"], each["deck"], each["number"])
        for each in studio.get("/studio/words/g/fr")["entries"]
    ]
    assert shown == [("Ann", "one line, about 9 characters", "heroes", 1), ("Dale", "", "places", 2), ("G", "", "", 0)]


def test_a_font_of_the_project_is_sent(studio: Client) -> None:
    (name, *_) = studio.card("en", "heroes", 1)["fonts"]
    assert studio.client.get(f"/studio/font/{name}").content[:4] in (b"\0\1\0\0", b"OTTO")
    assert studio.client.get("/studio/font/None Such").status_code == 404


def test_a_language_and_rules_are_begun_by_buttons(studio: Client) -> None:
    studio.edit({"do": "set", "file": "data/g/game.yaml", "path": ["languages"], "value": ["en", "fr", "de"]})
    wish = {"command": "i18n", "game": "g", "lang": "de"}
    assert studio.client.post("/studio/run", json=wish).text.splitlines()[-1] == "exit 0"
    assert 'msgid "Ann"' in studio.text("data/g/locale/de.po")
    assert studio.client.post("/studio/run", json={"command": "add", "game": "g"}).text.splitlines()[-1] == "exit 0"
    assert "table.decks.heroes" in studio.text("data/g/rules.py")
    assert "card.power" in studio.text("data/g/rules.py")


def test_collecting_texts_is_a_step_among_others(studio: Client) -> None:
    def collect() -> None:
        wish = {"command": "i18n", "game": "g", "lang": "fr"}
        assert studio.client.post("/studio/run", json=wish).text.splitlines()[-1] == "exit 0"

    def translate(text: str, translation: str) -> None:
        entry = {"do": "translate", "file": "data/g/locale/fr.po", "line": 0, "entry": ["", text]}
        assert not studio.edit({**entry, "strings": [translation]}, name=f"translate {text}")["faults"]

    before = studio.seen()
    translate("Ann", "Annette")
    collect()
    translate("Bob", "Robert")
    studio.edit({"do": "field", "deck": "heroes", "number": 1, "field": "name", "text": "Cy"}, name="Cy")
    collect()
    collect()  # there is nothing new
    translate("Cy", "Cyrille")
    for again in range(2):
        undone = [studio.client.post("/studio/undo", json={}).json() for _ in range(6)]
        assert not any(answer["faults"] for answer in undone)
        assert studio.seen() == before
        assert undone[0]["redo"] == "translate Cy"
        assert undone[0]["undo"] == "collect texts"
        if not again:
            redone = [studio.client.post("/studio/redo", json={}).json() for _ in range(6)]
            assert not any(answer["faults"] for answer in redone)
            assert 'msgstr "Cyrille"' in studio.text("data/g/locale/fr.po")


def test_pages_know_where_their_blocks_stand(studio: Client) -> None:
    (page,) = studio.client.get("/api/made/g/en").json()["made"]["pages"]
    found = [(box["place"]["file"], box["place"]["line"]) for box in page["boxes"]]
    assert found == [("templates/g/rulebook.md", 1), ("templates/g/rulebook.md", 3)]
    (_, top, _, height), (_, below, _, _) = (box["box"] for box in page["boxes"])
    assert top + height <= below


DESIGN = {
    "templates/g/card.yaml": "elements:\n  face: {design: g/hero, in: [0, 0, 63, 88]}  # drawn\n",
    "templates/g/hero.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88"><rect width="63" height="88" fill="#eee"/><text id="name" x="8" y="20" font-size="5">N</text><text id="power" x="8" y="40" font-size="5">1</text></svg>',
}


def test_texts_of_a_design_are_listed_and_changed_below_its_elements(root: Path) -> None:
    for path, text in DESIGN.items():
        (root / path).write_text(text)
    studio = Client(root)
    _, name, power = studio.card("en", "heroes", 1)["elements"]
    assert (name["name"], name["kind"], name["file"]) == ("name", "text", "templates/g/hero.svg")
    assert (name["written_in"], name["path"]) == ("templates/g/card.yaml", ["elements", "face", "elements", "name"])
    file = "templates/g/card.yaml"
    edits = [
        {"do": "property", "file": file, "path": [*name["path"], "size"], "kind": "text", "key": "size", "text": "9pt"},
        {"do": "set", "file": file, "path": [*power["path"], "in"], "value": [8, 30, 30, 9]},
    ]
    assert not studio.edit(*edits)["faults"]
    assert studio.text(file) == (
        "elements:\n  face: {design: g/hero, in: [0, 0, 63, 88], elements: {name: {size: 9pt}, power: {in: [8, 30, 30, 9]}}}  # drawn\n"
    )
