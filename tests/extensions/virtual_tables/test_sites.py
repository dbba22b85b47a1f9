"""Virtual tables in the browser: pictures of equal size, sheets with a table, addresses for a table of cards."""

from __future__ import annotations

import csv
import io
import json

import pytest
from conftest import FACE, GAME, WriteProject
from exported import export_project, files, picture

pytestmark = pytest.mark.slow


def rows(content: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(content.decode())))


def test_tabletopia_gets_faces_and_backs_equal_to_the_pixel(write_project: WriteProject) -> None:
    made = files(export_project(write_project(), "tabletopia"))
    images = [picture(content) for path, content in made.items() if path.endswith(".png")]
    assert {(image.size, image.mode) for image in images} == {((744, 1039), "RGBA")}


def test_screentop_gets_sheets_and_where_each_card_is(write_project: WriteProject) -> None:
    game = GAME.replace("number: 1..9", "number: 1..999")
    cards = "- {each: {number: 1..72}, colour: red}\n"
    root = write_project({"data/small/game.yaml": game, "data/small/cards.yaml": cards})
    made = files(export_project(root, "screentop", dpi=40.0))
    told = rows(made["cards.csv"])
    assert len(told) == 72
    assert {row["faces"] for row in told} == {"numbers-faces-1.png", "numbers-faces-2.png"} < set(made)
    assert {row["backs"] for row in told} == {"numbers-backs-1.png", "numbers-backs-2.png"} < set(made)
    assert len({(row["faces"], row["column"], row["row"]) for row in told}) == 72
    image = picture(made["numbers-backs-1.png"])
    first = told[0]
    width, height = image.width // int(first["columns"]), image.height // int(first["rows"])
    for row in (row for row in told if row["backs"] == "numbers-backs-1.png"):
        at = ((int(row["column"]) - 1) * width + width // 2, (int(row["row"]) - 1) * height + height // 2)
        assert image.getpixel(at) == (0x33, 0x33, 0x33)


@pytest.mark.parametrize("target", ["png", "screentop", "plain"])
def test_spreadsheets_compute_no_name_of_a_card(write_project: WriteProject, target: str) -> None:
    game = (
        "title: Small\nplayers: 2\ndecks: {numbers: {cards: cards.yaml, template: small/face, fields: {name: word}}}\n"
    )
    names = ["=1+1", "+2", "-3", "@a", "\t=1", "a=1"]
    changes = {
        "data/small/game.yaml": game,
        "data/small/cards.yaml": json.dumps([{"name": name} for name in names]),
        "templates/small/face.yaml": FACE.replace("{{ card.number }}", "x"),
    }
    root = write_project(changes)
    made = files(export_project(root, target, dpi=50.0))
    tables = [path for path in made if path.endswith(".csv")]
    assert len(tables) == 1
    assert [row["name"] for row in rows(made[tables[0]])] == [f"'{name}" for name in names[:-1]] + ["a=1"]
    if "manifest.json" in made:
        assert [card["name"] for card in json.loads(made["manifest.json"])["cards"]] == names
    imported = rows(files(export_project(root, "playingcards", dpi=50.0))["numbers.csv"])
    assert [row["label"] for row in imported] == names


def test_playingcards_gets_a_table_with_addresses(write_project: WriteProject) -> None:
    cards = "- {number: 1, colour: red, copies: 3}\n- {number: 2, colour: blue}\n"
    made = files(export_project(write_project({"data/small/cards.yaml": cards}), "playingcards", dpi=50.0))
    base = "https://example.org/small/en/"
    told = rows(made["numbers.csv"])
    assert [(row["label"], row["copies"]) for row in told] == [("1", "3"), ("2", "1")]
    assert {row[side].removeprefix(base) for row in told for side in ("image", "back")} < set(made)
