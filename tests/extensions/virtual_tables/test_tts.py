"""Tabletop Simulator: the saved object as its knowledge base describes it, and sheets that agree with it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import BACK, GAME, WriteProject
from exported import export_project, files, picture

pytestmark = pytest.mark.slow

BASE = "https://example.org/small/en"
MANY = GAME.replace("number: 1..9", "number: 1..999")
CHIP = """\
size: [20mm, 23.1mm]
shape: hexagon
bleed: 1mm
safe: 1mm
elements:
  disc: {rect: bleed, fill: "#c00000"}
"""


def saved(made: dict[str, bytes]) -> list[dict[str, Any]]:
    objects: list[dict[str, Any]] = json.loads(made["small.json"])["ObjectStates"]
    return objects


def everything(objects: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for made in objects:
        yield made
        yield from everything(made.get("ContainedObjects", []))


def addresses(value: Any) -> Iterator[str]:
    """Every address that a saved object names."""
    for key, inside in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(inside, dict | list):
            yield from addresses(inside)
        elif isinstance(key, str) and key.lower().endswith("url"):
            yield inside


def many(write: WriteProject, count: int) -> Path:
    cards = f"- {{each: {{number: 1..{count}}}, colour: red, copies: 2}}\n"
    return write({"data/small/game.yaml": MANY, "data/small/cards.yaml": cards})


def test_a_deck_is_a_deck_custom_with_a_card_for_each_copy(write_project: WriteProject) -> None:
    cards = "- {number: 1, colour: red, copies: 3}\n- {number: 2, colour: blue}\n"
    made = files(export_project(write_project({"data/small/cards.yaml": cards}), "tts"))
    assert list(made) == ["numbers-back.png", "numbers-faces.png", "small.json"]
    (deck,) = saved(made)
    assert (deck["Name"], deck["Nickname"], deck["DeckIDs"]) == ("DeckCustom", "numbers", [100, 100, 100, 101])
    assert deck["CustomDeck"] == {
        "1": {
            "FaceURL": f"{BASE}/numbers-faces.png", "BackURL": f"{BASE}/numbers-back.png",
            "NumWidth": 2, "NumHeight": 2, "BackIsHidden": True, "UniqueBack": False, "Type": 0,
        }
    }  # fmt: skip
    assert [(card["Name"], card["CardID"], card["Nickname"]) for card in deck["ContainedObjects"]] == [
        ("Card", 100, "1"), ("Card", 100, "1"), ("Card", 100, "1"), ("Card", 101, "2"),
    ]  # fmt: skip
    assert all(card["CustomDeck"] == deck["CustomDeck"] for card in deck["ContainedObjects"])
    assert set(deck["Transform"]) == {f"{what}{axis}" for what in ("pos", "rot", "scale") for axis in "XYZ"}


def test_a_saved_object_has_the_keys_of_the_knowledge_base(write_project: WriteProject) -> None:
    """SaveState, ObjectState, TransformState and ColorState of kb.tabletopsimulator.com, "save file format"."""
    game = GAME + "  chips: {copies: 3, template: small/chip, back: small/chip}\n"
    made = files(
        export_project(write_project({"data/small/game.yaml": game, "templates/small/chip.yaml": CHIP}), "tts")
    )
    save = json.loads(made["small.json"])
    assert {"SaveName", "GameMode", "Date", "Table", "Sky", "Note", "Rules", "PlayerTurn", "ObjectStates"} <= set(save)
    assert save["SaveName"] == "Small"
    for thing in everything(save["ObjectStates"]):
        assert {"Name", "Transform", "Nickname", "Description", "ColorDiffuse", "Grid", "Locked"} <= set(thing)
        assert set(thing["Transform"]) == {f"{what}{axis}" for what in ("pos", "rot", "scale") for axis in "XYZ"}
        assert set(thing["ColorDiffuse"]) == set("rgb")
        assert all(isinstance(number, float) for number in thing["Transform"].values())


def test_the_last_place_is_the_hidden_face(write_project: WriteProject) -> None:
    made = files(export_project(write_project(), "tts", dpi=100.0))
    image = picture(made["numbers-faces.png"])
    assert image.size == (2 * 248, 2 * 346)
    corners = [image.getpixel((x, y)) for y in (5, 351) for x in (5, 253)]
    assert corners == [(255, 255, 255)] * 3 + [(0x33, 0x33, 0x33)]


@pytest.mark.parametrize(("cards", "sheets"), [(69, 1), (70, 2), (139, 3)])
def test_sheets_leave_the_hidden_place_free(write_project: WriteProject, cards: int, sheets: int) -> None:
    made = files(export_project(many(write_project, cards), "tts", dpi=40.0))
    (deck,) = saved(made)
    assert len(deck["CustomDeck"]) == sheets
    assert Counter(deck["DeckIDs"]) == Counter(card["CardID"] for card in deck["ContainedObjects"])
    assert len(deck["DeckIDs"]) == 2 * cards == 2 * len(set(deck["DeckIDs"]))
    for identity in deck["DeckIDs"]:
        sheet = deck["CustomDeck"][str(identity // 100)]
        assert identity % 100 < sheet["NumWidth"] * sheet["NumHeight"] - 1
    for key, sheet in deck["CustomDeck"].items():
        image = picture(made[sheet["FaceURL"].removeprefix(f"{BASE}/")])
        assert image.width % sheet["NumWidth"] == image.height % sheet["NumHeight"] == 0, key
        assert max(image.size) <= 4096


def test_backs_that_differ_have_a_sheet_like_the_faces(write_project: WriteProject) -> None:
    back = BACK + '  number: {text: "{{ card.number }}", in: safe, colour: "#ffffff"}\n'
    game = GAME + "secret_backs: false\n"
    made = files(
        export_project(write_project({"templates/small/back.yaml": back, "data/small/game.yaml": game}), "tts")
    )
    sheet = saved(made)[0]["CustomDeck"]["1"]
    assert (sheet["UniqueBack"], sheet["BackURL"]) == (True, f"{BASE}/numbers-backs.png")
    assert picture(made["numbers-faces.png"]).size == picture(made["numbers-backs.png"]).size


def test_cards_without_a_back_get_a_white_one(write_project: WriteProject) -> None:
    root = write_project({"data/small/game.yaml": GAME.replace(", back: small/back", "")})
    assert picture(files(export_project(root, "tts", dpi=50.0))["numbers-back.png"]).getcolors() == [
        (124 * 173, (255, 255, 255))
    ]


def test_tokens_are_tiles_of_their_shape_in_a_bag(write_project: WriteProject) -> None:
    game = GAME + "  chips: {title: Chips, copies: 24, template: small/chip}\n"
    made = files(
        export_project(write_project({"data/small/game.yaml": game, "templates/small/chip.yaml": CHIP}), "tts")
    )
    _, bag = saved(made)
    assert (bag["Name"], bag["Nickname"], len(bag["ContainedObjects"])) == ("Bag", "Chips", 24)
    tile = bag["ContainedObjects"][0]
    assert (tile["Name"], tile["CustomImage"]["CustomTile"]["Type"]) == ("Custom_Tile", 1)
    assert tile["CustomImage"]["ImageURL"] == tile["CustomImage"]["ImageSecondaryURL"] == f"{BASE}/chips-001.png"


def test_every_address_is_a_file_of_the_export_and_every_thing_has_its_own_guid(write_project: WriteProject) -> None:
    game = GAME + "  chips: {copies: 3, template: small/chip, back: small/chip}\n"
    changes = {"data/small/game.yaml": game, "templates/small/chip.yaml": CHIP}
    made = files(export_project(write_project({**changes, "templates/small/rulebook.md": "## Play\n\nPlay.\n"}), "tts"))
    objects = saved(made)
    assert {url.removeprefix(f"{BASE}/") for url in addresses(objects)} == set(made) - {"small.json"}
    guids = [made["GUID"] for made in everything(objects)]
    assert len(guids) == len(set(guids))
    assert objects[-1]["CustomPDF"]["PDFUrl"] == f"{BASE}/rules.pdf"
    assert made["rules.pdf"].startswith(b"%PDF-")
    assert json.loads(made["small.json"])["Note"] == "rules.pdf"


def test_names_and_descriptions_are_in_the_language(write_project: WriteProject) -> None:
    deck = "numbers: {cards: cards.yaml, template: small/face, back: small/back, fields: {name: text, rule: text}, named: '{{ card.name }}'}"
    game = f"title: Small\nplayers: 2\nlanguages: [en, fr]\ndecks:\n  {deck}\n"
    po = 'msgid ""\nmsgstr ""\n"Language: fr\\n"\n"Plural-Forms: nplurals=2; plural=(n > 1);\\n"\n'
    texts = {"Small": "Petit", "Ice": "Glace", "Cold.": "Froid."}
    po += "".join(f'\nmsgid "{source}"\nmsgstr "{french}"\n' for source, french in texts.items())
    root = write_project(
        {
            "data/small/game.yaml": game,
            "data/small/cards.yaml": "- {name: Ice, rule: Cold.}\n",
            "data/small/locale/fr.po": po,
            "templates/small/face.yaml": 'elements:\n  name: {text: "{{ card.name }} {{ card.rule }}", in: safe}\n',
        }
    )
    (card,) = saved(files(export_project(root, "tts", "fr")))
    assert (card["Name"], card["Nickname"], card["Description"]) == ("Card", "Glace", "Froid.")


def test_addresses_are_where_the_files_are_uploaded(write_project: WriteProject) -> None:
    made = files(export_project(write_project(), "tts", url="https://cdn.example/x/"))
    assert saved(made)[0]["CustomDeck"]["1"]["FaceURL"] == "https://cdn.example/x/numbers-faces.png"


def test_a_board_lies_beside_the_decks(write_project: WriteProject) -> None:
    decks = "".join(f"  d{number}: {{copies: 3, template: small/mat}}\n" for number in range(3))
    game = (
        GAME + decks + "extras:\n  board: {copies: 1, template: small/board}\n  aid: {copies: 1, template: small/mat}\n"
    )
    mat = 'elements:\n  ground: {rect: bleed, fill: "#eeeeee"}\n'
    looks = {"templates/small/mat.yaml": mat, "templates/small/board.yaml": f"size: [500mm, 300mm]\n{mat}"}
    root = write_project({"data/small/game.yaml": game, **looks})
    placed = {made["Nickname"]: made["Transform"] for made in saved(files(export_project(root, "tts", dpi=30.0)))}
    sizes = {name: (500 / 25.4, 300 / 25.4) if name == "board" else (2.5, 3.5) for name in placed}
    for one, first in placed.items():
        for other, second in placed.items():
            if one != other:
                across = abs(first["posX"] - second["posX"]) - (sizes[one][0] + sizes[other][0]) / 2
                down = abs(first["posZ"] - second["posZ"]) - (sizes[one][1] + sizes[other][1]) / 2
                assert max(across, down) > 0, (one, other)


def test_words_have_no_marks_and_tell_nothing_of_the_back(write_project: WriteProject) -> None:
    game = GAME.replace("cards: cards.yaml", 'title: "Main **deck**", cards: cards.yaml').replace(
        "fields: {", "fields: {face: text, secret: text, both: text, "
    )
    card = '{number: 1, colour: red, face: "Gain 2 :coin:, *then* \\\\*", secret: Traitor, both: Seen}'
    face = 'elements:\n  n: {text: "{{ card.face }} {{ card.both }}", in: safe, size: 8pt}\n'
    back = "elements:\n  n: {text: \"{{ card['secret'] }} {{ card.both }}\", in: safe, size: 8pt}\n"
    icon = "icons: {coin: small/coin}\n"
    dot = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4" fill="#000"/></svg>'
    root = write_project(
        {
            "data/small/game.yaml": game,
            "data/small/cards.yaml": f"- {card}\n- {card.replace('number: 1', 'number: 2')}\n",
            "templates/small/face.yaml": icon + face,
            "templates/small/back.yaml": back,
            "templates/small/coin.svg": dot,
        }
    )
    built = export_project(root, "tts")
    content = next(output.content for output in built.outputs if output.path.endswith(".json"))
    (deck,) = json.loads(content)["ObjectStates"]
    assert deck["Nickname"] == "Main deck"
    assert {made["Description"] for made in deck["ContainedObjects"]} == {"Gain 2 coin, then *\nSeen"}


@pytest.mark.parametrize("table", ["tts", "tabletopia", "screentop", "playingcards"])
def test_a_net_does_not_lie_on_a_table_unless_it_is_named(write_project: WriteProject, table: str) -> None:
    game = GAME + "extras:\n  box: {copies: 1, template: small/box}\n"
    box = 'cut: line\nelements:\n  line: {rect: [5mm, 5mm, 20mm, 20mm], stroke: "#000000 0.2mm"}\n'
    root = write_project({"data/small/game.yaml": game, "templates/small/box.yaml": box})
    assert not [path for path in files(export_project(root, table)) if "box" in path]
    assert [path for path in files(export_project(root, table, decks=("box",))) if "box" in path]
