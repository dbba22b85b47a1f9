"""The preview shows a change of every kind of file that a build reads."""

from __future__ import annotations

import io
import json
import shutil
from pathlib import Path
from typing import NamedTuple

import pytest
from conftest import BACK, FACE, FONTS, GAME, PO_HEADER, ROOT, WriteProject
from openpyxl import Workbook
from PIL import Image

from pnp.project.files import OWN_TABLES
from pnp.serve.project_worker import ProjectWorker

ICON = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="{side}" height="10"/></svg>'
Written = str | bytes


class Input(NamedTuple):
    """A kind of file.

    Attributes:
        files: The files of the project that has it, beside those of every small project.
        path: The file that is changed.
        after: Its content after the change.
    """

    files: dict[str, Written | None]
    path: str
    after: Written


def workbook(number: int) -> bytes:
    book, content = Workbook(), io.BytesIO()
    book.active.title = "Cards"
    for row in (["number", "colour"], [number, "red"], [2, "blue"]):
        book.active.append(row)
    book.save(content)
    return content.getvalue()


def picture(colour: str) -> bytes:
    content = io.BytesIO()
    Image.new("RGB", (900, 900), colour).save(content, "PNG")
    return content.getvalue()


def table(name: str, before: Written, after: Written) -> Input:
    game = GAME.replace("cards: cards.yaml", f'cards: "{name}"')
    path = f"data/small/{name.partition('#')[0]}"
    return Input({"data/small/game.yaml": game, "data/small/cards.yaml": None, path: before}, path, after)


def face(element: str) -> str:
    return FACE + f"  more: {element}\n"


WITH_FRENCH = GAME + "languages: [en, fr]\n"
PO = PO_HEADER + 'msgid "Small"\nmsgstr "{}"\n'
FRENCH_FACE = face('{text: "{{ game.title }}", in: [6mm, 30mm, 40mm, 8mm]}')

INPUTS: dict[str, Input] = {
    "game.yaml": Input({"templates/small/face.yaml": face('{text: "{{ hand }}", in: safe}')}, "data/small/game.yaml", GAME.replace("hand: 5", "hand: 6")),
    "a title": Input({"templates/small/face.yaml": FRENCH_FACE}, "data/small/game.yaml", GAME.replace("title: Small", "title: Large")),
    "print: of game.yaml": Input({}, "data/small/game.yaml", GAME + "print: {paper: letter}\n"),
    "print: of project.yaml": Input({"data/project.yaml": "print: {paper: a4}\n"}, "data/project.yaml", "print: {paper: letter}\n"),
    "a new project.yaml": Input({}, "data/project.yaml", "print: {paper: letter}\n"),
    "cards as YAML": Input({}, "data/small/cards.yaml", "- {number: 7, colour: red}\n- {number: 2, colour: blue}\n"),
    "JSON": table("cards.json", json.dumps([{"number": 1, "colour": "red"}]), json.dumps([{"number": 7, "colour": "red"}])),
    "CSV": table("cards.csv", "number,colour\n1,red\n", "number,colour\n7,red\n"),
    "TSV": table("cards.tsv", "number\tcolour\n1\tred\n", "number\tcolour\n7\tred\n"),
    "text table": table("cards.txt", "number\tcolour\n1\tred\n", "number\tcolour\n7\tred\n"),
    "workbook": table("cards.xlsx", workbook(1), workbook(7)),
    "a sheet of a workbook": table("cards.xlsx#Cards", workbook(1), workbook(7)),
    "template of a face": Input({}, "templates/small/face.yaml", FACE.replace("20pt", "24pt")),
    "template of a back": Input({}, "templates/small/back.yaml", BACK.replace("#333333", "#444444")),
    "inherited template": Input(
        {"templates/common.yaml": FACE, "templates/small/face.yaml": "extends: common\n"}, "templates/common.yaml", FACE.replace("20pt", "24pt")
    ),
    "drawing": Input(
        {"templates/small/face.yaml": face("{svg: art/mark, in: safe, width: 9mm, height: 9mm}"), "templates/art/mark.svg": ICON.format(side=5)},
        "templates/art/mark.svg",
        ICON.format(side=9),
    ),
    "icon in a text": Input(
        {
            "templates/small/face.yaml": "icons: {mark: art/mark}\n" + face('{text: "a :mark:", in: [6mm, 30mm, 40mm, 8mm]}'),
            "templates/art/mark.svg": ICON.format(side=5),
        },
        "templates/art/mark.svg",
        ICON.format(side=9),
    ),
    "picture": Input(
        {"templates/small/face.yaml": face("{image: art/photo.png, in: safe, width: 9mm, height: 9mm}"), "templates/art/photo.png": picture("red")},
        "templates/art/photo.png",
        picture("green"),
    ),
    "picture in a drawing": Input(
        {
            "templates/small/face.yaml": face("{svg: art/mark, in: safe, width: 9mm, height: 9mm}"),
            "templates/art/mark.svg": ICON.format(side=5).replace("<rect", '<image href="photo.png" width="4" height="4"/><rect'),
            "templates/art/photo.png": picture("red"),
        },
        "templates/art/photo.png",
        picture("green"),
    ),
    "fonts.yaml": Input({}, "fonts/fonts.yaml", FONTS.replace("SourceSans3-Bold.ttf", "SourceSans3-Italic.ttf")),
    "translations": Input(
        {"data/small/game.yaml": WITH_FRENCH, "templates/small/face.yaml": FRENCH_FACE, "data/small/locale/fr.po": PO.format("Petit")},
        "data/small/locale/fr.po",
        PO.format("Minuscule"),
    ),
    "rulebook": Input({"templates/small/rulebook.md": "## Play\n\nTake a card.\n"}, "templates/small/rulebook.md", "## Play\n\nTake one card.\n"),
    "style of the rulebook": Input(
        {"templates/small/rulebook.md": "## Play\n\nTake a card.\n", "templates/small/booklet.yaml": "text: {size: 9pt}\n"},
        "templates/small/booklet.yaml",
        "text: {size: 11pt}\n",
    ),
    "figure": Input(
        {
            "templates/small/rulebook.md": "## Play\n\n::: figure seat\nA figure.\n:::\n",
            "templates/small/figures/seat.yaml": "size: [60mm, 30mm]\nelements:\n  ground: {rect: trim, fill: red}\n",
        },
        "templates/small/figures/seat.yaml",
        "size: [60mm, 30mm]\nelements:\n  ground: {rect: trim, fill: green}\n",
    ),
}  # fmt: skip
"""A change of each kind of file that a build reads."""


def shown(worker: ProjectWorker) -> object:
    """All that the page shows of the game: pictures of faces and backs, sheets, pages and rules, in each language."""
    worker.refresh()
    (game,) = worker.project().games
    found: list[object] = []
    for language in game.languages:
        for is_back in (False, True):
            faces = worker.faces("small", language, "numbers", (1, 2), is_back, True) or ()
            assert not [fault for face in faces for fault in face.faults if fault.severity == "error"], faces
            found.append([face.digest for face in faces])
        products = worker.products("small", language)
        found += [[side.digest for side in products.sheets], [page.digest for page in products.pages], products.rules]
    return found


@pytest.mark.parametrize("kind", INPUTS)
def test_a_change_is_shown(write_project: WriteProject, kind: str) -> None:
    files, path, after = INPUTS[kind]
    root = write_project(dict(files))
    worker = ProjectWorker(root)
    before = shown(worker)
    assert shown(worker) == before
    (root / path).write_bytes(after if isinstance(after, bytes) else after.encode())
    assert shown(worker) != before


def test_a_font_file_that_is_replaced_is_shown(write_project: WriteProject) -> None:
    root = write_project()
    worker = ProjectWorker(root)
    before = shown(worker)
    shutil.copyfile(ROOT / "fonts/source-sans-3/SourceSans3-Italic.ttf", root / "fonts/SourceSans3-Bold.ttf")
    assert shown(worker) != before


def test_every_kind_of_table_is_among_them() -> None:
    paths = {Path(found.path).suffix for found in INPUTS.values()}
    assert {".xlsx", *OWN_TABLES} <= paths
