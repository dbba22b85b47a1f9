"""What a build makes: cards, tokens and extras in files of their own, and how their counts are told."""

from __future__ import annotations

import io
from typing import Any

import pikepdf
import pypdf
import pytest
from conftest import BACK, GAME, WriteProject, build_project

TOKEN = (
    'size: [20mm, 20mm]\nshape: circle\nbleed: 1mm\nsafe: 1mm\nelements:\n  disc: {ellipse: bleed, fill: "#c00000"}\n'
)
AID = """\
size: [90mm, 130mm]
bleed: 0
elements:
  first: {face: numbers, card: {number: 2}, at: top-left, width: 20mm}
  text: {text: "{{ decks.numbers|length }} cards", in: safe, at: bottom, height: 20mm}
"""
NL = """\
msgid ""
msgstr ""
"Language: nl\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "Aides"
msgstr "Hulp"
"""


def summaries(write: WriteProject, game: str, **files: str) -> dict[str, str]:
    changes = {"data/small/game.yaml": game, **{f"templates/small/{name}.yaml": text for name, text in files.items()}}
    built = build_project(write(changes))
    assert [d.what for d in built.diagnostics] == []
    return {output.path.rpartition("/")[2]: output.summary for output in built.outputs}


def test_tokens_have_a_file_of_their_own(write_project: WriteProject) -> None:
    game = GAME + "  chips: {copies: 24, template: small/token, back: small/token}\n"
    assert summaries(write_project, game, token=TOKEN) == {
        "cards.pdf": "2 cards on 1 sheet, A4",
        "tokens.pdf": "24 tokens on 1 sheet, A4",
    }


def test_extras_have_a_file_each_and_may_show_cards(write_project: WriteProject) -> None:
    game = GAME + "extras:\n  aid: {copies: 5, template: small/aid}\n  score: {template: small/aid}\n"
    assert summaries(write_project, game, aid=AID) == {
        "cards.pdf": "2 cards on 1 sheet, A4",
        "aid.pdf": "5 pieces on 2 sheets, A4",
        "score.pdf": "1 piece on 1 sheet, A4",
    }


def test_each_file_has_a_title_of_its_own_in_the_language_of_the_game(write_project: WriteProject) -> None:
    game = GAME.replace("players:", "languages: [fr, nl]\nplayers:", 1)
    game += "  chips: {copies: 2, template: small/token}\n"
    game += "extras:\n  aid: {title: Aides, template: small/aid}\n  pad: {template: small/aid}\n"
    files = {"token": TOKEN, "aid": AID, "rulebook": ""}
    changes = {"data/small/game.yaml": game, **{f"templates/small/{name}.yaml": text for name, text in files.items()}}
    changes |= {"templates/small/rulebook.md": "## Jeu\n\nJouez.\n", "data/small/locale/nl.po": NL}
    titles = {}
    for output in build_project(write_project(changes)).outputs:
        if output.path.endswith(".pdf"):
            with pikepdf.open(io.BytesIO(output.content)) as pdf:
                titles[output.path.removeprefix("small/")] = str(pdf.docinfo.Title)
    assert titles == {
        "fr/cards.pdf": "Small · planches à découper",
        "fr/tokens.pdf": "Small · jetons à découper",
        "fr/aid.pdf": "Small · Aides",
        "fr/pad.pdf": "Small · pad",
        "fr/rules.pdf": "Small · règles du jeu",
        "fr/booklet.pdf": "Small · livret à plier",
        "nl/cards.pdf": "Small · cut sheets",
        "nl/tokens.pdf": "Small · tokens",
        "nl/aid.pdf": "Small · Hulp",
        "nl/pad.pdf": "Small · pad",
        "nl/rules.pdf": "Small · rules",
        "nl/booklet.pdf": "Small · booklet",
    }


def test_extras_cannot_take_a_name_that_is_taken(write_project: WriteProject) -> None:
    for name in ("cards", "rules", "numbers"):
        game = GAME + f"extras:\n  {name}: {{template: small/aid}}\n"
        built = build_project(write_project({"data/small/game.yaml": game, "templates/small/aid.yaml": AID}))
        assert [d.code for d in built.diagnostics] == ["extra-name"]


def test_a_game_of_tokens_alone_has_no_card_sheets(write_project: WriteProject) -> None:
    game = "title: T\nplayers: 2\ndecks: {chips: {copies: 3, template: small/token}}\n"
    assert list(summaries(write_project, game, token=TOKEN)) == ["tokens.pdf"]


def test_a_booklet_tells_of_its_empty_pages(write_project: WriteProject) -> None:
    root = write_project({"templates/small/rulebook.md": "## Play\n\nPlay.\n"})
    built = build_project(root)
    told = {output.path.rpartition("/")[2]: output.summary for output in built.outputs}
    assert told["rules.pdf"] == "1 page"
    assert told["booklet.pdf"] == "1 page on 1 sheet, A4, to fold and staple, 3 left empty at the end"


@pytest.mark.parametrize(
    ("options", "summary"),
    [
        ({}, "1 page on 1 sheet, A4, to fold and staple, 3 left empty at the end"),
        ({"trim": True}, "1 page on 1 sheet, A4 at 92%, to cut, fold and staple, 3 left empty at the end"),
        ({"trim": True, "paper": "a3"}, "1 page on 1 sheet, A3, to cut, fold and staple, 3 left empty at the end"),
        ({"paper": "letter"}, "1 page on 1 sheet, Letter, to fold and staple, 3 left empty at the end"),
        ({"paper": "4x6in"}, "1 page on 1 sheet, 4x6in at 48%, to fold and staple, 3 left empty at the end"),
    ],
)
def test_a_booklet_tells_how_it_is_printed(write_project: WriteProject, options: dict[str, Any], summary: str) -> None:
    root = write_project({"templates/small/rulebook.md": "## Play\n\nPlay.\n"})
    told = {output.path.rpartition("/")[2]: output for output in build_project(root, **options).outputs}
    assert told["booklet.pdf"].summary == summary
    with pikepdf.open(io.BytesIO(told["booklet.pdf"].content)) as pdf:
        assert "/StructTreeRoot" not in pdf.Root
    with pikepdf.open(io.BytesIO(told["rules.pdf"].content)) as pdf:
        assert "/StructTreeRoot" in pdf.Root
        assert "/PageLabels" not in pdf.Root


def test_backs_can_be_left_out(write_project: WriteProject) -> None:
    root = write_project()
    pages = {}
    for backs in ("duplex", "none"):
        content = build_project(root, backs=backs).outputs[0].content
        reader = pypdf.PdfReader(io.BytesIO(content))
        pages[backs] = len(reader.pages)
        assert ("/Duplex" in reader.trailer["/Root"]["/ViewerPreferences"]) == (backs == "duplex")  # type: ignore[index,operator]
    assert pages == {"duplex": 2, "none": 1}


def test_backs_that_give_cards_away_are_told_unless_they_should(write_project: WriteProject) -> None:
    telling = BACK + '  number: {text: "{{ card.number }}", in: safe, colour: "#ffffff"}\n'
    built = build_project(write_project({"templates/small/back.yaml": telling}))
    assert [d.code for d in built.diagnostics] == ["back-reveals"]
    game = GAME + "secret_backs: false\n"
    built = build_project(write_project({"templates/small/back.yaml": telling, "data/small/game.yaml": game}))
    assert not built.diagnostics


def test_a_title_that_no_font_can_print_on_the_sheets_is_told(write_project: WriteProject) -> None:
    built = build_project(write_project({"data/small/game.yaml": GAME.replace("title: ", "title: 神", 1)}))
    assert [d.code for d in built.diagnostics] == ["glyph-missing"]
