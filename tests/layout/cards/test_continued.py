"""Texts that go on: on the back, on the next card, in another box; and what is reported when they cannot."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from conftest import WriteProject
from strategies import shipped_fonts, walk

from pnp.core.diagnostics import Diagnostics
from pnp.core.frame import Frame, Text
from pnp.layout.assets import Assets
from pnp.layout.cards.game import GameLayout
from pnp.project.files import Files
from pnp.project.load import load_game
from pnp.project.templates import Templates
from pnp.text.edition import make_edition

WORDS = [f"w{number}" for number in range(60)]
GAME = "title: Small\nplayers: 2\ndecks:\n  tales: {cards: cards.yaml, template: small/face, back: small/back}\n"
FACE = 'elements:\n  tale: {text: "{{ card.tale }}", in: [5mm, 5mm, 40mm, 20mm], size: 10pt, continued: true}\n'
BACK = "elements:\n  more: {rest: tale, in: safe}\n"
CARDS = f"- {{tale: {' '.join(WORDS)}}}\n- {{tale: short}}\n"

MakeLayout = Callable[..., GameLayout]


@pytest.fixture
def layout(write_project: WriteProject) -> MakeLayout:
    def make(game: str = GAME, face: str = FACE, back: str = BACK, cards: str = CARDS) -> GameLayout:
        root = write_project(
            {
                "data/small/game.yaml": game,
                "data/small/cards.yaml": cards,
                "templates/small/face.yaml": face,
                "templates/small/back.yaml": back,
            }
        )
        files, diagnostics = Files(root), Diagnostics()
        loaded = load_game(files, Templates(files), "small", diagnostics)
        assert loaded is not None
        return GameLayout(make_edition(loaded, "en", None), shipped_fonts(), Assets(files.read), diagnostics)

    return make


def words(frame: Frame) -> list[str]:
    return " ".join(item.text for item in walk(frame.items) if isinstance(item, Text)).split()


def sides(layout: GameLayout) -> list[list[str]]:
    """The words of each side of each card, in order."""
    deck = layout.edition.game.decks["tales"]
    printed = [layout.printed(deck, card) for card in deck.cards]
    return [words(side.frame) for card in printed for side in card if side is not None]


def test_a_text_goes_on_on_the_back_where_its_box_ends(layout: MakeLayout) -> None:
    made = layout()
    face, back, short, empty = sides(made)
    assert face and back and face + back == WORDS
    assert short == ["short"] and not empty
    assert not made.diagnostics


def test_the_rest_looks_as_the_text_does_but_for_its_own_keys(layout: MakeLayout) -> None:
    made = layout(back=BACK.replace("in: safe", "in: safe, size: 12pt"), face=FACE.replace("10pt", "10pt, bold: true"))
    deck = made.edition.game.decks["tales"]
    face, back = made.printed(deck, deck.cards[0])
    assert back is not None
    (of_face, *_), (of_back, *_) = (
        [item for item in walk(side.frame.items) if isinstance(item, Text)] for side in (face, back)
    )
    assert of_back.words[0].face is of_face.words[0].face
    assert of_back.size == pytest.approx(of_face.size * 1.2)


def test_the_last_line_of_a_box_may_say_that_the_text_goes_on(layout: MakeLayout) -> None:
    made = layout(face=FACE.replace("continued: true", 'continued: "turn over"'))
    face, back, short, _ = sides(made)
    assert face[-2:] == ["turn", "over"] and face[:-2] + back == WORDS
    assert short == ["short"]


def test_a_text_goes_on_on_the_next_card(layout: MakeLayout) -> None:
    face = FACE + '  more: {when: "not card.tale", rest: tale, in: tale}\n'
    cards = f'- {{tale: {" ".join(WORDS[:40])}}}\n- {{tale: ""}}\n- {{tale: short}}\n'
    made = layout(game=GAME.replace(", back: small/back", ""), face=face, cards=cards)
    first, second, third = sides(made)
    assert first + second == WORDS[:40] and second
    assert third == ["short"]
    assert not made.diagnostics
    alone = layout(game=GAME.replace(", back: small/back", ""), face=face, cards=cards)
    deck = alone.edition.game.decks["tales"]
    assert words(alone.face(deck, deck.cards[1])) == second, "the card before is laid out first"


def test_a_text_that_shrinks_enough_does_not_go_on(layout: MakeLayout) -> None:
    face, back, *_ = sides(layout(face=FACE.replace("size: 10pt", "size: 10pt, smallest: 4pt")))
    assert face == WORDS and not back


def test_lists_go_on_with_their_bullets(layout: MakeLayout) -> None:
    entries = "\\n".join(f"- entry {number} with some more words to it" for number in range(9))
    made = layout(cards=f'- {{tale: "{entries}"}}\n')
    face, back = sides(made)
    assert (face + back).count("•") == 9 and back.count("•") >= 1


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"back": "elements:\n  ground: {rect: bleed, fill: red}\n"}, r"shows its rest.* \(\d+ more words\)"),
        ({"back": "elements:\n  more: {rest: tael, in: safe}\n"}, "no text tael on the face or back"),
        ({"face": FACE.replace(", continued: true", "")}, "rest: tale has no continued:"),
    ],
)
def test_a_rest_without_a_place_is_reported(layout: MakeLayout, changes: dict[str, str], what: str) -> None:
    made = layout(**changes)
    sides(made)
    messages = [f"{fault.what} {' '.join(card for card in fault.cards)}" for fault in made.diagnostics]
    assert any(re.search(what, message) for message in messages), messages


def test_a_rest_that_the_next_card_does_not_take_is_reported_at_its_own_card(layout: MakeLayout) -> None:
    face = FACE + '  more: {when: "card.tale == 7", rest: tale, in: tale}\n'
    made = layout(game=GAME.replace(", back: small/back", ""), face=face)
    sides(made)
    (fault,) = made.diagnostics
    assert fault.code == "text-overflow" and "tales w0" in str(fault.cards)


def test_what_does_not_fit_on_the_back_either_is_reported_there(layout: MakeLayout) -> None:
    made = layout(back=BACK.replace("in: safe", "in: [5mm, 5mm, 20mm, 9mm]"))
    sides(made)
    (fault,) = made.diagnostics
    assert fault.code == "text-overflow" and fault.place.file == "templates/small/face.yaml"
