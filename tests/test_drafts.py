"""Drafts: what can be made is made and marked, in files that are taken for no print."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from command_line import pnp, tree
from conftest import CARDS, FACE, GAME, WriteProject
from pypdf import PdfReader

from pnp.core.diagnostics import Diagnostics
from pnp.core.frame import Box, Frame
from pnp.core.frame import Path as Outline
from pnp.core.outline import bounds
from pnp.layout.assets import Assets
from pnp.layout.cards.game import GameLayout
from pnp.layout.sheets.finishing import COLOUR
from pnp.project.files import Files
from pnp.project.fonts import load_fonts
from pnp.project.load import load_game
from pnp.project.templates import Templates
from pnp.text.edition import make_edition

pytestmark = pytest.mark.process

FRENCH = GAME + "languages: [en, fr]\nwords: {go: Go now, end: The end}\n"
PO = """\
msgid ""
msgstr ""
"Language: fr\\n"
"Plural-Forms: nplurals=2; plural=(n > 1);\\n"

msgid "Small"
msgstr "Petit"

#, fuzzy
msgid "The end"
msgstr "Fini"
"""
WORDS = FACE + '  word: {text: "{{ words.go }}, {{ words.end }}.", in: safe, size: 9pt}\n'
RULES = "## How to play\n\nPlay {{ hand }} cards.\n"


def text_of(path: Path) -> str:
    return " ".join(page.extract_text() for page in PdfReader(path).pages)


def face_of(root: Path) -> Frame:
    """The first face of the project as a draft has it."""
    files, told = Files(root), Diagnostics()
    game = load_game(files, Templates(files, is_draft=True), "small", told, is_draft=True)
    assert game is not None
    layout = GameLayout(
        make_edition(game, "en", None, is_draft=True), load_fonts(files, told), Assets(files.read), told
    )
    deck = layout.edition.game.decks["numbers"]
    return layout.face(deck, deck.cards[0])


def marks(frame: Frame) -> list[Box]:
    """The boxes of what is drawn in the colour of drafts."""
    lines = [item for item in frame.items if isinstance(item, Outline) and item.stroke and item.stroke.paint == COLOUR]
    return [bounds(line.segments) for line in lines]


def test_texts_without_a_translation_stand_in_the_source_language_marked(write_project: WriteProject) -> None:
    root = write_project(
        {
            "data/small/game.yaml": FRENCH,
            "data/small/locale/fr.po": PO,
            "templates/small/face.yaml": WORDS,
            "templates/small/rulebook.md": RULES,
        }
    )
    refused = pnp(root, "build", "--lang", "fr")
    assert refused.code == 1 and refused.err.endswith(
        "nothing was written; pnp build --draft makes all that is possible\n"
    )
    done = pnp(root, "build", "--lang", "fr", "--draft")
    assert done.code == 0
    assert "error[translation-missing]" in done.err and "error[translation-stale]" in done.err
    assert re.search(r"\d+ errors, marked in the draft\n$", done.err)
    folder = root / "output/small/fr"
    assert [str(path) for path in tree(folder)] == [
        "booklet-draft.pdf", "cards-draft.pdf", "rules-draft.html", "rules-draft.pdf"
    ]  # fmt: skip
    assert "[Go now], [The end]." in text_of(folder / "cards-draft.pdf").replace("\n", " ")
    assert "[How to play]" in text_of(folder / "rules-draft.pdf")
    page = (folder / "rules-draft.html").read_text()
    assert "[Play 5 cards.]" in page and '<p class="draft">brouillon</p>' in page
    assert "Fini" not in page + text_of(folder / "cards-draft.pdf")


def test_a_language_without_any_translation_is_drafted(write_project: WriteProject) -> None:
    root = write_project({"data/small/game.yaml": FRENCH, "templates/small/face.yaml": WORDS})
    done = pnp(root, "build", "--draft")
    assert done.code == 0 and "error[catalogue-missing]" in done.err
    assert "[Go now]" in text_of(root / "output/small/fr/cards-draft.pdf")
    assert "Go now" in text_of(root / "output/small/en/cards-draft.pdf")
    assert "[Go now]" not in text_of(root / "output/small/en/cards-draft.pdf")


def test_every_page_of_a_draft_says_so_and_none_of_a_print(write_project: WriteProject) -> None:
    root = write_project({"templates/small/rulebook.md": RULES})
    assert pnp(root, "build", "--draft").code == 0 and pnp(root, "build").code == 0
    folder = root / "output/small/en"
    for name in ("cards", "rules", "booklet"):
        for page in PdfReader(folder / f"{name}-draft.pdf").pages:
            assert "DRAFT" in page.extract_text(), name
        assert "DRAFT" not in text_of(folder / f"{name}.pdf")
    assert "draft" not in (folder / "rules.html").read_text()


def test_a_draft_is_no_print_that_a_later_one_is_compared_with(write_project: WriteProject) -> None:
    root = write_project()
    assert pnp(root, "build", "--draft").code == 0
    assert "error[faces-none]" in pnp(root, "build", "--changed").err
    assert pnp(root, "build").code == 0
    faces = (root / "output/small/en/faces.json").read_bytes()
    (root / "data/small/cards.yaml").write_text(CARDS.replace("number: 1", "number: 7"))
    assert pnp(root, "build", "--draft", "--only", "numbers").code == 0
    assert (root / "output/small/en/cards-draft.pdf").exists()
    assert (root / "output/small/en/faces.json").read_bytes() == faces


@pytest.mark.parametrize(
    ("element", "box", "lines"),
    [
        ('{text: "Much too long for this", in: [9mm, 9mm, 8mm, 5mm], size: 9pt}', Box(9, 9, 8, 5), 1),
        ("{image: small/none.png, in: [9mm, 9mm, 20mm, 10mm]}", Box(9, 9, 20, 10), 3),
        ("{svg: small/none, in: [9mm, 9mm, 20mm, 10mm]}", Box(9, 9, 20, 10), 3),
        ('{text: "{{ card.nothing }}", in: [9mm, 9mm, 20mm, 10mm], size: 9pt}', Box(9, 9, 20, 10), 3),
        ('{when: card.nothing, rect: [9mm, 9mm, 20mm, 10mm], fill: "#000000"}', Box(9, 9, 20, 10), 3),
        ('{for: n in card.nothing, rect: [9mm, 9mm, 20mm, 10mm], fill: "#000000"}', Box(9, 9, 20, 10), 3),
        ('{text: "a", in: ["{{ card.nothing }}", 9mm, 8mm, 5mm], size: 9pt}', Box(0, 0, 63, 88), 3),
        ('{text: "a", in: [9mm, 9mm, 8mm, 5mm], size: 9pt, font: none}', Box(9, 9, 8, 5), 3),
        ('{rect: [8, "{{ nope }}", 10, 1], fill: "#000000"}', Box(0, 0, 63, 88), 3),
        ('{ellipse: [8, "{{ nope }}", 10, 1], for: n in nope, fill: "#000000"}', Box(0, 0, 63, 88), 3),
        ('{rect: [8, "{{ nope }}", 10, 1], when: nope, fill: "#000000"}', Box(0, 0, 63, 88), 3),
    ],
)
def test_an_element_with_a_fault_is_marked_where_it_stands(
    write_project: WriteProject, element: str, box: Box, lines: int
) -> None:
    found = marks(face_of(write_project({"templates/small/face.yaml": f"{FACE}  odd: {element}\n"})))
    assert (
        found == [pytest.approx(box)] * lines
        or [(round(b.x, 3), round(b.y, 3), round(b.width, 3), round(b.height, 3)) for b in found]
        == [(box.x, box.y, box.width, box.height)] * lines
    )


def test_what_has_no_fault_is_not_marked(write_project: WriteProject) -> None:
    assert marks(face_of(write_project())) == []


def test_an_element_or_a_deck_that_cannot_be_read_is_left_out(write_project: WriteProject) -> None:
    game = GAME + "  chips: {template: small/chip}\n"
    face = FACE + '  odd: {txt: "a", in: safe}\n'
    root = write_project({"data/small/game.yaml": game, "templates/small/face.yaml": face})
    assert pnp(root, "build").code == 1
    done = pnp(root, "build", "--draft")
    assert done.code == 0 and done.out.endswith("cards-draft.pdf  2 cards on 1 sheet, A4\n")
    assert "error[element-kind]" in done.err and "error[file-missing]" in done.err


@pytest.mark.parametrize("name", ["../../evil", "../../../evil", ".x", "x\\ny", "a\\0b", "con", "a:b"])
@pytest.mark.parametrize("kind", ["decks", "extras"])
def test_a_deck_that_no_file_can_be_called_by_is_left_out(write_project: WriteProject, kind: str, name: str) -> None:
    head = f'  "{name}": {{cards: [{{}}], template: small/back}}\n'
    root = write_project({"data/small/game.yaml": GAME + ("extras:\n" if kind == "extras" else "") + head})
    assert "error[deck-name]" in pnp(root, "build").err
    before = set(tree(root.parent))
    done = pnp(root, "build", "--draft")
    assert (done.code, done.err.count("error[")) == (0, 1), done.err
    assert {str(path) for path in set(tree(root.parent)) - before} == {"project/output/small/en/cards-draft.pdf"}


def test_what_cannot_be_read_at_all_is_not_drafted_and_the_others_are(write_project: WriteProject) -> None:
    root = write_project({"data/other/game.yaml": "title: [\n"})
    done = pnp(root, "build", "--draft")
    assert done.code == 1 and done.err.endswith("nothing was written for other\n")
    assert (root / "output/small/en/cards-draft.pdf").exists()
    assert pnp(root, "build", "other", "--draft").err.endswith("1 error; nothing was written\n")


def test_a_draft_without_faults_is_one_too(write_project: WriteProject) -> None:
    done = pnp(write_project(), "build", "--draft")
    assert (done.code, done.err) == (0, "")
