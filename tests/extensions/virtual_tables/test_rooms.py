"""Modules for Foundry and games for virtualtabletop.io, compared with what these programs say of their formats."""

from __future__ import annotations

import io
import json
import shutil
import subprocess
import zipfile
import zlib
from pathlib import Path
from typing import Any

import pytest
from conftest import GAME, WriteProject
from exported import export_project, files, picture
from jsonschema import Draft202012Validator

pytestmark = pytest.mark.slow

CARDS = "- {number: 1, colour: red, copies: 3}\n- {number: 2, colour: blue}\n"
FACE = {
    "type": "object",
    "properties": {"name": {"type": "string"}, "text": {"type": "string"}, "img": {"type": ["string", "null"]}},
    "required": ["img"],
    "additionalProperties": False,
}
SIDE = {"type": "integer", "minimum": 1}
FOUNDRY = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "minLength": 1},
        "type": {"enum": ["deck", "hand", "pile"]},
        "description": {"type": "string"},
        "img": {"type": ["string", "null"]},
        "width": SIDE,
        "height": SIDE,
        "rotation": {"type": "number"},
        "displayCount": {"type": "boolean"},
        "cards": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "name": {"type": "string", "minLength": 1},
                    "description": {"type": "string"},
                    "type": {"const": "base"},
                    "suit": {"type": "string"},
                    "value": {"type": ["number", "null"]},
                    "back": FACE,
                    "faces": {"type": "array", "items": FACE, "minItems": 1},
                    "face": {"type": ["integer", "null"], "minimum": 0},
                    "drawn": {"type": "boolean"},
                    "width": SIDE,
                    "height": SIDE,
                    "rotation": {"type": "number"},
                    "sort": {"type": "integer"},
                },
                "required": ["name", "type", "back", "faces", "face", "drawn"],
                "additionalProperties": False,
            },
        },
    },
    "required": ["name", "type", "cards"],
    "additionalProperties": False,
}
"""Cards documents: CardsData, CardData and CardFaceData of foundryvtt.com/api, without what Foundry itself fills in."""


@pytest.fixture
def root(write_project: WriteProject) -> Path:
    game = GAME.replace("title: Small", 'title: "Small & <Fine>"')
    return write_project({"data/small/cards.yaml": CARDS, "data/small/game.yaml": game})


def test_foundry_gets_a_module_with_decks(root: Path) -> None:
    made = files(export_project(root, "foundry", dpi=50.0))
    about = json.loads(made["small-en/module.json"])
    assert (about["id"], about["esmodules"]) == ("small-en", ["presets.mjs"])
    assert {"id", "title", "version", "compatibility"} <= about.keys()
    deck = json.loads(made["small-en/decks/numbers.json"])
    Draft202012Validator(FOUNDRY).validate(deck)
    assert (deck["type"], deck["width"], deck["height"]) == ("deck", 5, 7)
    assert [(card["value"], card["sort"], card["face"]) for card in deck["cards"]] == [
        (1, 0, None), (1, 1, None), (1, 2, None), (2, 3, None),
    ]  # fmt: skip
    for card in deck["cards"]:
        for side in (card["back"], *card["faces"]):
            assert picture(made[side["img"].removeprefix("modules/")]).width > 50


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_the_module_offers_its_decks_as_presets(root: Path, tmp_path: Path) -> None:
    made = files(export_project(root, "foundry", dpi=50.0))
    (tmp_path / "presets.mjs").write_bytes(made["small-en/presets.mjs"])
    run = (
        "globalThis.CONFIG = {Cards: {presets: {poker: {}}}};"
        "globalThis.Hooks = {once: (name, made) => { if (name === 'init') made(); }};"
        "import('./presets.mjs').then(() => console.log(JSON.stringify(CONFIG.Cards.presets)));"
    )
    done = subprocess.run(["node", "-e", run], cwd=tmp_path, capture_output=True, text=True, check=True, timeout=60)
    presets = json.loads(done.stdout)
    assert set(presets) == {"poker", "small-en-numbers"}
    preset = presets["small-en-numbers"]
    assert (preset["type"], preset["src"].removeprefix("modules/") in made) == ("deck", True)
    assert preset["label"] == "Small & <Fine>: numbers"


def loaded(content: bytes) -> tuple[list[dict[str, Any]], set[str]]:
    """The variants of a .vtt and its pictures, by the rules of virtualtabletop's fileloader.mjs, card.js and deck.js."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        contents = {name: archive.read(name) for name in archive.namelist()}
    assets = set()
    for name, data in contents.items():
        if name.startswith("assets/"):
            crc = int.from_bytes(zlib.crc32(data).to_bytes(4, "little"), "little", signed=True)
            assert len(data) < 10485760
            assets.add(f"/assets/{crc}_{len(data)}")
    variants = [json.loads(contents[name]) for name in sorted(contents) if name.endswith(".json")]
    for variant in variants:
        meta = variant.pop("_meta")
        assert 0 <= meta["version"] <= 8
        variant["_language"] = meta["info"]["language"]
        widgets = {key: widget for key, widget in variant.items() if isinstance(widget, dict)}
        for key, widget in widgets.items():
            assert widget["id"] == key
            assert widget.get("parent") in (None, *widgets)
            if widget["type"] == "card":
                deck = widgets[widget["deck"]]
                assert deck["type"] == "deck" and widget["cardType"] in deck["cardTypes"]
            if widget["type"] == "deck":
                assert {"cardDefaults", "cardTypes", "faceTemplates"} <= widget.keys()
                named = {
                    value for face in widget["cardTypes"].values() for side, value in face.items() if side != "label"
                }
                assert named - {""} <= assets
    return variants, assets


def test_virtualtabletop_gets_one_file_of_all_languages(write_project: WriteProject, root: Path) -> None:
    made = export_project(root, "virtualtabletop", dpi=50.0)
    assert [output.path for output in made.outputs] == ["small/virtualtabletop/small.vtt", "small/virtualtabletop.zip"]
    (variant,), assets = loaded(made.outputs[0].content)
    cards = [widget for widget in variant.values() if isinstance(widget, dict) and widget["type"] == "card"]
    assert [card["cardType"] for card in cards] == ["numbers-001"] * 3 + ["numbers-002"]
    assert (variant["_language"], len(assets)) == ("en", 3)
    deck = variant["numbers"]
    assert (deck["cardDefaults"]["width"], deck["cardDefaults"]["height"]) == (103, 144)
    assert [face["objects"][0]["dynamicProperties"]["value"] for face in deck["faceTemplates"]] == ["back", "face"]
    assert export_project(root, "virtualtabletop", dpi=50.0).outputs == made.outputs


def test_decks_of_a_room_do_not_lie_on_each_other(write_project: WriteProject) -> None:
    deck = GAME.partition("decks:\n  numbers: ")[2]
    many = "".join(f"  deck{number}: {deck}" for number in range(12))
    root = write_project({"data/small/game.yaml": f"{GAME.partition('decks:')[0]}decks:\n{many}"})
    (variant,), _ = loaded(export_project(root, "virtualtabletop", dpi=20.0).outputs[0].content)
    boxes = [
        (one["x"], one["y"], one["x"] + one["width"], one["y"] + one["height"])
        for one in variant.values()
        if isinstance(one, dict) and one["type"] == "holder"
    ]
    assert all(0 <= left < right <= 1600 and 0 <= top < bottom <= 1000 for left, top, right, bottom in boxes)
    apart = [
        a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
        for index, a in enumerate(boxes)
        for b in boxes[:index]
    ]
    assert len(boxes) == 13 and all(apart)
