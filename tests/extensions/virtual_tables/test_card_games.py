"""Custom games for Card Game Simulator, and card databases for Cockatrice, as these programs read them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from conftest import GAME, WriteProject
from exported import export_project, files, picture

pytestmark = pytest.mark.slow

CARDS = "- {number: 1, colour: red, copies: 3}\n- {number: 2, colour: blue}\n"
LINE = re.compile(r"(\d+) \[([^\]]+)\] (.+) \((\w+)\)")
"""A line of a deck as Card Game Simulator parses it: quantity, id, name, set."""


@pytest.fixture
def root(write_project: WriteProject) -> Path:
    game = GAME.replace("title: Small", "title: Small & <Fine>").replace(
        "numbers: {", 'numbers: {named: "A: B / {{ card.number }}?", '
    )
    return write_project({"data/small/cards.yaml": CARDS, "data/small/game.yaml": game})


def test_card_game_simulator_gets_its_folder(root: Path) -> None:
    made = files(export_project(root, "cgs", dpi=50.0, url=""))
    about, sets = json.loads(made["cgs.json"]), json.loads(made["AllSets.json"])
    assert about["name"] == "Small & <Fine>"
    assert about["cardSize"] == {"x": 2.4803, "y": 3.4646}
    assert about["autoUpdate"] == -1 and not [key for key in about if key.endswith("Url")]
    assert {tuple(sorted(each)) for each in about["cardProperties"]} == {("name", "type")}
    (one,) = sets
    cards = {card["id"]: card for card in one["cards"]}
    assert set(cards) == {"numbers-001", "numbers-002"} and {card["set"] for card in one["cards"]} == {one["code"]}
    names = {each["name"] for each in about["cardProperties"]}
    assert {name for card in one["cards"] for name in card} - {"id", "name", "set"} == names
    for card in cards:
        assert picture(made[f"{card}.png"] if f"{card}.png" in made else made[f"sets/NUMBERS/{card}.png"]).width > 50
    assert "CardBack.png" in made
    lines = [LINE.fullmatch(line) for line in made["decks/numbers.txt"].decode().splitlines()]
    assert [line and (line[1], line[2], line[4]) for line in lines] == [
        ("3", "numbers-001", "NUMBERS"),
        ("1", "numbers-002", "NUMBERS"),
    ]
    assert [line and line[3] for line in lines] == [card["name"] for card in one["cards"]]


def test_addresses_are_those_of_the_folder(root: Path) -> None:
    about = json.loads(
        files(export_project(root, "cgs", dpi=50.0, url="https://example.org/{game}/{language}/"))["cgs.json"]
    )
    base = "https://example.org/small/en"
    assert about["autoUpdateUrl"] == f"{base}/cgs.json"
    assert about["cardImageUrl"] == base + "/sets/{cardSet}/{cardId}.png"
    assert about["deckUrls"] == [{"name": "numbers", "url": f"{base}/decks/numbers.txt"}]


def test_cockatrice_finds_each_card_and_its_picture(root: Path) -> None:
    made = files(export_project(root, "cockatrice", dpi=50.0))
    database = ET.fromstring(made["small.xml"])
    assert (database.tag, database.get("version")) == ("cockatrice_carddatabase", "4")
    assert [part.tag for part in database] == ["info", "sets", "cards"]
    order = ["name", "text", "prop", "set", "tablerow"]
    cards = list(database.iterfind("cards/card"))
    assert [[part.tag for part in card] for card in cards] == [order, order]
    names = [card.findtext("name") for card in cards]
    assert names == ["A: B / 1?", "A: B / 2?"]
    assert {card.findtext("set") for card in cards} == {one.findtext("name") for one in database.iterfind("sets/set")}
    assert {"CUSTOM/A B   1_NUMBERS.png", "CUSTOM/A B   2_NUMBERS.png"} <= set(made)
    deck = ET.fromstring(made["numbers.cod"])
    (zone,) = deck.iterfind("zone")
    assert zone.get("name") == "main"
    assert [(card.get("number"), card.get("name")) for card in zone] == [("3", names[0]), ("1", names[1])]


def test_cards_of_one_name_in_two_decks_are_told_apart(write_project: WriteProject) -> None:
    deck = GAME.partition("decks:\n  numbers: ")[2].replace("{", '{named: "Fox {{ card.number }}", ', 1)
    game = f"{GAME.partition('decks:')[0]}decks:\n  numbers: {deck}  others: {deck}"
    made = files(export_project(write_project({"data/small/game.yaml": game}), "cockatrice", dpi=50.0))
    names = [card.findtext("name") for card in ET.fromstring(made["small.xml"]).iterfind("cards/card")]
    assert names == ["Fox 1", "Fox 2", "Fox 1 2", "Fox 2 2"]


@pytest.mark.parametrize("export", ["cgs", "cockatrice"])
def test_texts_have_no_marks(write_project: WriteProject, export: str) -> None:
    game = (
        "title: Small\nplayers: 2\ndecks:\n  heroes: {template: small/face, mark_names: bold, cards: "
        "[{name: Dragon, rules: 'It **eats** the Knight.'}, {name: Knight, rules: 'Flees from [[Dragon|dragons]].'}]}\n"
    )
    face = "elements: {name: {text: '{{ card.name }}: {{ card.rules }}', in: safe}}\n"
    root = write_project({"data/small/game.yaml": game, "templates/small/face.yaml": face})
    texts = "".join(
        content.decode()
        for path, content in files(export_project(root, export, dpi=50.0)).items()
        if path.endswith((".xml", ".json"))
    )
    assert "It eats the Knight." in texts
    assert "Flees from dragons." in texts
    assert "**" not in texts
    assert "&lt;b" not in texts
