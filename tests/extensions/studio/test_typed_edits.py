"""What is typed for fields of cards and keys of elements becomes values of their kinds, at the right place."""

from __future__ import annotations

import base64
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from test_studio_server import FILES, Client

from pnp.core.diagnostics import Diagnostics, Place
from pnp.extensions.studio.typed_edits import field_value, key_value, written
from pnp.extensions.workbooks.workbook import parse_workbook
from pnp.project.fields import parse_field


@pytest.mark.parametrize(
    ("declared", "text", "value"),
    [
        ("text", "12", "12"),
        ("text", "007", "007"),
        ("text", "false", "false"),
        ("text", " two ", " two "),
        ("flag", "false", False),
        ("flag", "yes", True),
        ("flag", "perhaps", "perhaps"),
        ("1..9", "7", 7),
        ("1..9", "x", "x"),
        ("number", "2.5", 2.5),
        ("number", "2,5", 2.5),
        (["red", "blue"], "red", "red"),
        ([1, 2], "2", 2),
        (["1", "2"], "2", "2"),
        ({"list": ["a", "b"]}, "a, b", ["a", "b"]),
        ({"list": "1..9"}, "1; 2", [1, 2]),
    ],
)
def test_a_field_says_what_a_text_means(declared: Any, text: str, value: Any) -> None:
    found = field_value(text, parse_field("x", declared), [])
    assert (found, type(found)) == (value, type(value))


@pytest.mark.parametrize(
    ("others", "text", "value"),
    [
        (["007", "x"], "12", "12"),
        (["a"], "true", "true"),
        ([1, 2], "12", 12),
        ([1, "x"], "12", 12),
        ([True], "false", False),
        ([], "12", 12),
        ([["a"]], "b, 3", ["b", 3]),
        ([1], "1. Night", "1. Night"),
    ],
)
def test_other_cards_say_what_a_text_means(others: list[Any], text: str, value: Any) -> None:
    found = field_value(text, None, others)
    assert (found, type(found)) == (value, type(value))


@pytest.mark.parametrize("value", [["a", "b"], ["a, b", "c"], [1, 2], True, False, 3, 2.5, "x"])
def test_what_is_shown_is_read_back(value: Any) -> None:
    kind = "list" if isinstance(value, list) else "flag" if isinstance(value, bool) else "number"
    declared = parse_field("x", {"list": ["a", "b", "a, b", "c"]} if kind == "list" and value != [1, 2] else kind)
    assert field_value(written(value), declared, []) == value


@pytest.mark.parametrize(
    ("kind", "key", "text", "value"),
    [
        ("text", "text", "12", "12"),
        ("text", "text", "1.50", "1.50"),
        ("text", "text", "{{ card.name }}", "{{ card.name }}"),
        ("text", "bold", "true", True),
        ("text", "bold", "{{ card.is_new }}", "{{ card.is_new }}"),
        ("text", "size", "12", 12),
        ("text", "size", "12pt", "12pt"),
        ("text", "in", "safe", "safe"),
        ("text", "in", "[5, 5mm, 10, 20]", [5, "5mm", 10, 20]),
        ("text", "in", "[5, ", "[5, "),
        ("text", "align", "left", "left"),
        ("text", "rotate", "-90", -90),
        ("rect", "fill", "#123456", "#123456"),
        ("rect", "fill", "{linear: 90, stops: [[red, 0], [blue, 1]]}", {"linear": 90, "stops": [["red", 0], ["blue", 1]]}),
        ("icons", "count", "3", 3),
        ("icons", "count", "{{ card.power }}", "{{ card.power }}"),
        ("group", "x", "2.5", 2.5),
    ],
)  # fmt: skip
def test_a_schema_says_what_a_text_means(kind: str, key: str, text: str, value: Any) -> None:
    found = key_value(text, kind, key)
    assert (found, type(found) in (type(value), *type(value).__subclasses__())) == (value, True)


PLACES = """\
title: G
players: 2
decks:
  places:
    cards:
      - {name: Hill, code: "007", is_high: true, height: 3}   # high
      - {name: Dale, code: x1, is_high: false, height: 1}
    template: g/place
"""


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    for path, text in FILES.items():
        (tmp_path / "project" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "project" / path).write_bytes(text.encode())
    return tmp_path / "project"


@pytest.fixture
def studio(root: Path) -> Iterator[Client]:
    client = Client(root)
    with client.client:
        yield client


def field(deck: str, number: int, name: str, text: str) -> dict[str, Any]:
    return {"do": "field", "deck": deck, "number": number, "field": name, "text": text}


def test_cells_of_a_list_of_cards_keep_their_kinds(studio: Client) -> None:
    (studio.root / "data/g/game.yaml").write_text(PLACES)
    edits = [
        field("places", 1, "code", "12"),
        field("places", 1, "is_high", "false"),
        field("places", 2, "height", "4"),
        field("places", 2, "name", ""),
    ]
    assert not studio.edit(*edits)["faults"]
    wanted = PLACES.replace('"007", is_high: true', '"12", is_high: false').replace("height: 1", "height: 4")
    assert studio.text("data/g/game.yaml") == wanted.replace("name: Dale, ", "")


def test_a_card_is_added_as_a_copy_and_removed(studio: Client) -> None:
    (studio.root / "data/g/game.yaml").write_text(PLACES)
    row = studio.get("/studio/table/g/places")
    texts = dict(zip(row["columns"], row["rows"][0]["cells"], strict=True))
    assert not studio.edit({"do": "add-card", "deck": "places", "after": 1, "texts": texts | {"name": "Tor"}})["faults"]
    new = '      - {name: Tor, code: "007", is_high: true, height: 3}\n'
    assert studio.text("data/g/game.yaml") == PLACES.replace("# high\n", f"# high\n{new}")
    assert not studio.edit({"do": "remove-card", "deck": "places", "number": 2})["faults"]
    assert studio.text("data/g/game.yaml") == PLACES


def test_a_property_has_the_kind_that_its_schema_says(studio: Client) -> None:
    path = ["elements", "name"]
    one = {"do": "property", "file": "templates/g/card.yaml", "kind": "text"}
    assert not studio.edit(
        {**one, "path": [*path, "text"], "key": "text", "text": "12"},
        {**one, "path": [*path, "bold"], "key": "bold", "text": "true"},
        {**one, "path": [*path, "in"], "key": "in", "text": "[1, 2, 3, 4]"},
        {**one, "path": [*path, "size"], "key": "size", "text": "9"},
    )["faults"]
    assert 'name: {text: "12", in: [1, 2, 3, 4], bold: true, size: 9}' in studio.text("templates/g/card.yaml")


def test_a_column_without_a_name_does_not_shift_the_others(studio: Client) -> None:
    (studio.root / "data/g/heroes.csv").write_text("name,,power\nAnn,?,1\nBob,,2\n")
    assert studio.card("en", "heroes", 2)["fields"][1]["source"]["column"] == 3
    assert not studio.edit(field("heroes", 2, "power", "9"))["faults"]
    assert studio.text("data/g/heroes.csv") == "name,,power\nAnn,?,1\nBob,,9\n"


def test_a_card_is_added_above_the_totals_of_a_table(studio: Client) -> None:
    (studio.root / "data/g/heroes.csv").write_text("name,power\nAnn,1\nBob,2\nTotal,\n")
    assert not studio.edit({"do": "add-card", "deck": "heroes", "after": 0, "texts": {"name": "Cy", "power": "3"}})[
        "faults"
    ]
    assert studio.text("data/g/heroes.csv") == "name,power\nAnn,1\nBob,2\nCy,3\nTotal,\n"


def test_cards_of_several_tables_are_edited_where_they_stand(studio: Client) -> None:
    (studio.root / "data/g/more.csv").write_text("power,name\n3,Cy\n")
    (studio.root / "data/g/game.yaml").write_text(
        FILES["data/g/game.yaml"].replace("cards: heroes.csv", "cards: [heroes.csv, more.csv]")
    )
    table = studio.get("/studio/table/g/heroes")
    assert [(row["file"], row["line"]) for row in table["rows"]][1:] == [
        ("data/g/heroes.csv", 3),
        ("data/g/more.csv", 2),
    ]
    new = {"do": "add-card", "deck": "heroes", "after": 0, "texts": {"name": "Di", "power": "4"}}
    assert not studio.edit(field("heroes", 3, "name", "Sy"), new, seen=table["seen"])["faults"]
    assert studio.text("data/g/more.csv") == "power,name\n3,Sy\n4,Di\n"
    assert studio.text("data/g/heroes.csv") == FILES["data/g/heroes.csv"]


def test_a_translation_in_a_column_is_edited_there(studio: Client) -> None:
    (studio.root / "data/g/heroes.csv").write_text("name,power,name_fr\nAnn,1,Anne\nBob,2,\n")
    for number, was in ((1, "Anne"), (2, "")):
        one = studio.card("fr", "heroes", number)["fields"][0]
        assert (one["name"], one["edited"], one["source"]["kind"], one["source"]["text"]) == (
            "name",
            "name_fr",
            "cell",
            was,
        )
        assert not studio.edit(field("heroes", number, one["edited"], "Zoé"))["faults"]
    assert studio.text("data/g/heroes.csv") == "name,power,name_fr\nAnn,1,Zoé\nBob,2,Zoé\n"
    assert studio.card("en", "heroes", 1)["fields"][0]["edited"] == "name"


def workbook(root: Path, *rows: list[Any]) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    book.active.title = "Crew"
    for row in (["name", "power"], *rows):
        book.active.append(row)
    buffer = io.BytesIO()
    book.save(buffer)
    (root / "data/g/heroes.xlsx").write_bytes(buffer.getvalue())
    game = (root / "data/g/game.yaml").read_text().replace("heroes.csv", "heroes.xlsx#Crew")
    (root / "data/g/game.yaml").write_text(game)


def rows_of(root: Path) -> list[tuple[int, Any, Any]]:
    content = (root / "data/g/heroes.xlsx").read_bytes()
    rows = parse_workbook(content, "a.xlsx", "Crew", Place("a.xlsx"), Diagnostics())
    return [(row.place.line, row.get("name"), row.get("power")) for row in rows or ()]


def test_cards_are_added_to_a_workbook_where_no_cell_is_filled(studio: Client) -> None:
    workbook(studio.root, ["Ann", 1], ["Bob", 2], ["Total", "=SUM(B2:B3)"], [None, None], ["of which", None])
    table = studio.get("/studio/table/g/heroes")
    assert [row["line"] for row in table["rows"]][:2] == [2, 3]
    before = rows_of(studio.root)
    new = {"do": "add-card", "deck": "heroes", "after": 0}
    edits = [{**new, "texts": {"name": "Cy", "power": "3"}}, {**new, "texts": {"name": "Di", "power": "4"}}]
    answer = studio.edit(*edits, seen=table["seen"])
    assert not answer["faults"], answer
    added = [row for row in rows_of(studio.root) if row not in before]
    assert [(name, power) for _, name, power in added] == [("Cy", 3), ("Di", 4)]
    assert [row for row in rows_of(studio.root) if row in before] == before


def test_a_row_that_would_make_a_card_of_a_total_is_refused(studio: Client) -> None:
    workbook(studio.root, *([f"H{n}", n] for n in range(1, 7)), [None, 21])
    before = rows_of(studio.root)
    answer = studio.edit({"do": "add-card", "deck": "heroes", "after": 0, "texts": {"name": "Cy", "power": "3"}})
    assert [fault["message"] for fault in answer["faults"]] == ["heroes would have 8 cards, not 7"]
    assert rows_of(studio.root) == before


def test_a_card_of_a_workbook_is_removed_by_emptying_its_row(studio: Client) -> None:
    workbook(studio.root, ["Ann", 1], ["Bob", 2])
    before = (studio.root / "data/g/heroes.xlsx").read_bytes()
    assert studio.edit({"do": "remove-card", "deck": "heroes", "number": 1})["faults"] == []
    assert rows_of(studio.root) == [(3, "Bob", 2)]
    studio.client.post("/studio/undo", json={})
    assert (studio.root / "data/g/heroes.xlsx").read_bytes() == before


# --- what was changed since it was read

MOVED = {
    "data/g/heroes.csv": (field("heroes", 2, "name", "Rob"), "name,power\r\n", "name,power\r\nEve,3\r\n"),
    "data/g/game.yaml": (field("places", 2, "name", "Den"), "    cards:\n", "    cards:\n      - {name: Fen, height: 2}\n"),
    "data/g/locale/fr.po": (
        {"do": "translate", "file": "data/g/locale/fr.po", "line": 7, "strings": ["Annette"]},
        'msgid "Ann"',
        'msgid "Bob"\nmsgstr ""\n\nmsgid "Ann"',
    ),
    "templates/g/card.yaml": (
        {"do": "set", "file": "templates/g/card.yaml", "path": ["elements", "name", "in", 0], "value": 7},
        "[5, 5,",
        "[1, 5,",
    ),
    "templates/g/rulebook.md": (
        {"do": "lines", "file": "templates/g/rulebook.md", "line": 2, "old": [], "new": ["", "More."]},
        "## Play\n",
        "# G\n\n## Play\n",
    ),
}  # fmt: skip


@pytest.mark.parametrize("path", MOVED)
def test_an_edit_of_a_file_that_was_changed_since_is_refused(studio: Client, path: str) -> None:
    edit, old, new = MOVED[path]
    shown = [
        *(studio.card("en", deck, 2) for deck in ("heroes", "places")),
        *(studio.get(f"/studio/table/g/{deck}") for deck in ("heroes", "places")),
        *(studio.get(page) for page in ("/studio/words/g/fr", "/studio/text/templates/g/rulebook.md")),
    ]
    seen = next(each["seen"] for each in shown if path in each["seen"])
    moved = studio.text(path).replace(old, new)
    (studio.root / path).write_bytes(moved.encode())
    (fault,) = studio.edit(edit, seen=seen)["faults"]
    assert (fault["code"], fault["file"]) == ("edit-stale", path)
    assert studio.text(path) == moved
    (studio.root / path).write_bytes(FILES[path].encode())
    answer = studio.edit(edit, seen=seen)
    assert not answer["faults"]
    assert set(answer["seen"]) == {path}
    if edit["do"] != "lines":  # the page knows what it wrote
        assert not studio.edit({**edit, **{k: "Z" for k in ("text",) if k in edit}}, seen=seen | answer["seen"])[
            "faults"
        ]


def test_a_translation_is_found_by_its_text_after_others_have_grown(studio: Client) -> None:
    po = FILES["data/g/locale/fr.po"] + '\nmsgid "Bob"\nmsgstr ""\n'
    (studio.root / "data/g/locale/fr.po").write_text(po)
    words = studio.get("/studio/words/g/fr")
    seen = words["seen"]
    for one in words["entries"]:  # the lines below move with the first
        edit = {"do": "translate", "file": words["file"], "line": one["line"], "strings": ["mot " * 40 + one["text"]]}
        answer = studio.edit({**edit, "entry": [one["context"], one["text"]]}, seen=seen)
        assert not answer["faults"]
        seen = seen | answer["seen"]
    found = {one["text"]: one["strings"][0].split()[-1] for one in studio.get("/studio/words/g/fr")["entries"]}
    assert found == {"Ann": "Ann", "Bob": "Bob"}


def test_a_file_that_was_never_shown_is_not_edited(studio: Client) -> None:
    (fault,) = studio.edit(
        {"do": "set", "file": "data/g/game.yaml", "path": ["title"], "value": "H"}, seen={"x.md": ""}
    )["faults"]
    assert fault["code"] == "edit-stale"


def test_a_second_card_with_the_same_fault_is_refused(studio: Client) -> None:
    (studio.root / "data/g/heroes.csv").write_text("name,power\nAnn,12\nBob,2\n")
    (fault,) = studio.edit(field("heroes", 2, "power", "12"))["faults"]
    assert fault["path"] == "data/g/heroes.csv:3:5"
    assert not studio.edit(field("heroes", 2, "power", "3"))["faults"]


def test_a_fault_has_the_change_that_corrects_it(studio: Client) -> None:
    (studio.root / "data/g/game.yaml").write_text(FILES["data/g/game.yaml"].replace("players", "playes"))
    faults = studio.client.get("/api/project").json()["faults"]
    (fault,) = [each for each in faults if each["corrects"]]
    assert fault["corrects"] == ["playes", "players"]
    wish = {key: fault[key] for key in ("code", "file", "line", "message", "corrects")}
    answer = studio.client.post("/studio/fix", json={"game": "g", "faults": [{**wish, "column": 1}]}).json()
    assert answer["made"]
    assert answer["undo"].startswith("correct ")
    assert studio.text("data/g/game.yaml") == FILES["data/g/game.yaml"]


def table(text: str) -> dict[str, Any]:
    """A newer table in place of the heroes' one."""
    return {"do": "put", "file": "data/g/heroes.csv", "content": base64.b64encode(text.encode()).decode()}


WIDER = FILES["data/g/game.yaml"].replace("power: 1..9", "power?: 1..9, suit: [red, blue]")


@pytest.mark.parametrize(
    ("edits", "values", "declared"),
    [
        ([field("heroes", 1, "power", "12")], ["12"], "power?: 1..12, suit: [red, blue]"),
        ([field("heroes", 1, "suit", "green")], ["green"], "power?: 1..9, suit: [red, blue, green]"),
        (
            [
                field("heroes", 1, "power", "12"),
                {"do": "add-card", "deck": "heroes", "after": 0, "texts": {"name": "C", "power": "0", "suit": "x"}},
            ],
            ["12", "0", "x"],
            "power?: 0..12, suit: [red, blue, x]",
        ),
        (
            [table("name,power,suit\nAnn,12,red\nCy,0,green\nDi,,green\nEd,20,black\n")],
            ["12", "0", "green", "20", "black"],
            "power?: 0..20, suit: [red, blue, green, black]",
        ),
        ([table("name,power,suit\nAnn,many,red\n")], None, ""),
        ([table("name,power,suit\nAnn,12,\n")], None, ""),
        ([field("heroes", 1, "power", "many")], None, ""),
        ([field("heroes", 1, "name", ""), field("heroes", 2, "power", "12")], None, ""),
    ],
)
def test_a_value_beyond_a_field_can_be_allowed(
    studio: Client, edits: list[Any], values: list[str] | None, declared: str
) -> None:
    (studio.root / "data/g/game.yaml").write_text(WIDER)
    (studio.root / "data/g/heroes.csv").write_text("name,power,suit\nAnn,1,red\nBob,2,blue\n")
    answer = studio.edit(*edits)
    assert answer["faults"]
    assert (answer["wider"] or {}).get("values") == values
    if values:
        assert not studio.edit(*edits, *answer["wider"]["edits"])["faults"]
        assert declared in studio.text("data/g/game.yaml")
        studio.client.post("/studio/undo", json={})
        assert studio.text("data/g/game.yaml") == WIDER
        assert studio.text("data/g/heroes.csv").startswith("name,power,suit\nAnn,1,red\n")
