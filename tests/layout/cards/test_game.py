"""A game's cards by number, fields or name, in any language; backs and pictures made once."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from conftest import BACK, FACE, GAME, WriteProject
from strategies import shipped_fonts, walk

from pnp.core.diagnostics import Diagnostics, Mistake
from pnp.core.frame import Group, Text
from pnp.layout.assets import Assets
from pnp.layout.cards.game import GameLayout, find_card
from pnp.project.files import Files
from pnp.project.load import load_game
from pnp.project.templates import Templates
from pnp.text.catalogue import read_catalogue
from pnp.text.edition import make_edition

NAMED = GAME.replace(
    "fields: {number: 1..9, colour: [red, blue]}, unseen: [colour]", "fields: {name: text, number: 1..9}"
)
NAMED_CARDS = "- {name: Hen, number: 1}\n- {name: Fox, number: 2, copies: 3}\n- {name: Fox, number: 3}\n"
NAMED_FACE = FACE.replace("card.number", "card.name")
FRENCH = {"Small": "Petit", "Hen": "Poule", "Fox": "Renard"}

Layout = Callable[..., GameLayout]


@pytest.fixture
def layout(write_project: WriteProject) -> Layout:
    def make(language: str = "en", **changes: str) -> GameLayout:
        root = write_project(
            {path.replace("__", "/").replace("_yaml", ".yaml"): text for path, text in changes.items()}
        )
        files = Files(root)
        diagnostics = Diagnostics()
        game = load_game(files, Templates(files), "small", diagnostics)
        assert game is not None
        catalogue = None
        if language != "en":
            header = (
                f'msgid ""\nmsgstr ""\n"Language: {language}\\n"\n"Plural-Forms: nplurals=2; plural=(n > 1);\\n"\n\n'
            )
            entries = "".join(f'msgid "{one}"\nmsgstr "{other}"\n\n' for one, other in FRENCH.items())
            catalogue = read_catalogue(header + entries, "fr.po", language, diagnostics)
        assert not diagnostics
        return GameLayout(make_edition(game, language, catalogue), shipped_fonts(), Assets(files.read), diagnostics)

    return make


NAMED_FILES = {
    "data__small__game_yaml": NAMED, "data__small__cards_yaml": NAMED_CARDS, "templates__small__face_yaml": NAMED_FACE,
}  # fmt: skip


def shown(layout: GameLayout, *wanted: object) -> str:
    frame, _ = layout.picture(*wanted)  # type: ignore[arg-type]
    return next((item.text for item in walk(frame.items) if isinstance(item, Text)), "")


def told(ask: Callable[[], object]) -> str:
    """What a mistaken wish is answered, and how to mend it."""
    with pytest.raises(Mistake) as caught:
        ask()
    return f"{caught.value.what}; {caught.value.fix}"


@pytest.mark.parametrize(
    ("wanted", "number"),
    [
        (None, 1),
        (2, 2),
        ({"number": 2}, 2),
        ({"colour": "blue"}, 2),
        ({"number": 1, "colour": "red"}, 1),
        ("2", 2),
        ("1", 1),
    ],
)
def test_cards_are_found_by_place_fields_and_label(layout: Layout, wanted: object, number: int) -> None:
    deck = layout().edition.game.decks["numbers"]
    assert find_card(deck, wanted).number == number


@pytest.mark.parametrize(
    ("wanted", "says"),
    [
        (0, "numbers has no card 0; it has 2"),
        (3, "numbers has no card 3; it has 2"),
        ({"number": 7}, "no card of numbers has number 7; use one of: 1, 2"),
        ({"numer": 1}, "no card of numbers has numer 1; no card has numer; did you mean number?"),
        ({"colour": "bleu"}, "no card of numbers has colour bleu; did you mean blue?"),
        ({"number": 1, "colour": "blue"}, "colour blue; cards have each of these values, but no card has all"),
        ("seven", "numbers has no card seven"),
        (True, "numbers has no card True"),
    ],
)
def test_a_card_that_is_not_there_is_told(layout: Layout, wanted: object, says: str) -> None:
    assert says in told(lambda: find_card(layout().edition.game.decks["numbers"], wanted))


def test_cards_of_one_name_are_told_apart_by_their_other_fields(layout: Layout) -> None:
    deck = layout(**NAMED_FILES).edition.game.decks["numbers"]
    assert [card.label for card in deck.cards] == ["numbers 1", "numbers 2", "numbers 3"]
    assert find_card(deck, {"name": "Fox"}).number == 2


def test_a_translated_deck_is_searched_by_its_source_texts(layout: Layout) -> None:
    french = layout("fr", **NAMED_FILES)
    assert shown(french, "numbers", {"name": "Fox"}) == "Renard"
    assert shown(french, "numbers", {"number": 1}) == "Poule"
    assert "no card of numbers has name Renard" in told(lambda: french.picture("numbers", {"name": "Renard"}))


def test_an_unknown_deck_is_told_with_the_nearest(layout: Layout) -> None:
    assert told(lambda: layout().picture("number")) == "no deck number; did you mean numbers?"


def test_a_picture_is_cut_at_its_trim_and_is_the_same_each_time(layout: Layout) -> None:
    made = layout()
    frame, art = made.picture("numbers", 2)
    assert made.picture("numbers", {"number": 2})[1] is art
    assert art.box == frame.trim
    (group,) = art.items
    assert isinstance(group, Group)
    assert group.clip is not None
    assert group.items == frame.items


def test_faces_and_backs_are_other_pictures(layout: Layout) -> None:
    made = layout()
    assert made.picture("numbers", 1, True)[1] is not made.picture("numbers", 1)[1]
    assert shown(made, "numbers", 1, True) == ""
    assert shown(made, "numbers", 1) == "1"


SMALL_FILES = {
    "data__small__game_yaml": GAME.replace("back: small/back, ", "back: small/back, small: small/tiny, "),
    "templates__small__tiny_yaml": "elements:\n  number: {text: 'tiny {{ card.number }}', in: safe}\n",
}


@pytest.mark.parametrize(
    ("room", "text"),
    [
        ((16.0, 88.0), "1"),
        ((15.7, 88.0), "tiny 1"),
        ((63.0, 21.9), "tiny 1"),
        ((63.0, 22.1), "1"),
        ((0.0, 0.0), "tiny 1"),
    ],
)
def test_a_face_that_is_shown_small_has_the_look_for_that(layout: Layout, room: tuple[float, float], text: str) -> None:
    made = layout(**SMALL_FILES)
    assert shown(made, "numbers", 1, False, room) == text
    assert made.picture("numbers", 1, False, room)[0].name == made.picture("numbers", 1)[0].name
    assert shown(made, "numbers", 1) == "1"
    assert shown(layout(), "numbers", 1, False, room) == "1"


@pytest.mark.parametrize(("width", "text"), [(9.9, "tiny 1"), (10.1, "1")])
def test_a_deck_says_how_small_a_small_face_is(layout: Layout, width: float, text: str) -> None:
    game = SMALL_FILES["data__small__game_yaml"].replace("small: small/tiny", "small: small/tiny, small_below: 10mm")
    made = layout(**{**SMALL_FILES, "data__small__game_yaml": game})
    assert shown(made, "numbers", 1, False, (width, 88.0)) == text


def test_a_back_has_one_look(layout: Layout) -> None:
    made = layout(**SMALL_FILES)
    assert made.picture("numbers", 1, True, (5.0, 7.0)) is made.picture("numbers", 1, True)


def test_a_deck_without_backs_has_no_picture_of_one(layout: Layout) -> None:
    made = layout(data__small__game_yaml=GAME.replace("back: small/back, ", ""))
    assert "deck numbers has no back" in told(lambda: made.picture("numbers", 1, True))
    deck = made.edition.game.decks["numbers"]
    assert made.printed(deck, deck.cards[0])[1] is None


def test_a_fixed_back_is_one_art_for_the_whole_deck(layout: Layout) -> None:
    made = layout()
    deck = made.edition.game.decks["numbers"]
    backs = [made.printed(deck, card)[1] for card in deck.cards]
    assert backs[0] is backs[1]
    assert backs[0] is not None
    assert backs[0].art is not None
    assert backs[0].art.box == backs[0].frame.bleed_box


def test_a_back_that_changes_is_laid_out_for_each_card(layout: Layout) -> None:
    made = layout(
        data__small__game_yaml=GAME + "secret_backs: false\n",
        templates__small__back_yaml=BACK + "  c: {text: '{{ card.colour }}', in: safe}\n",
    )
    deck = made.edition.game.decks["numbers"]
    texts = [
        [i.text for i in side.frame.items if isinstance(i, Text)]
        for card in deck.cards
        if (side := made.printed(deck, card)[1])
    ]
    assert texts == [["red"], ["blue"]]


def test_a_face_printed_more_than_once_is_shared_art_and_a_single_one_is_not(layout: Layout) -> None:
    made = layout(**NAMED_FILES)
    deck = made.edition.game.decks["numbers"]
    assert [made.printed(deck, card)[0].art is not None for card in deck.cards] == [False, True, False]


def test_only_so_many_faces_are_kept(layout: Layout, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pnp.layout.cards.game.MAX_CACHED", 20)
    game = GAME.replace("fields: {number: 1..9, colour: [red, blue]}, unseen: [colour]", "fields: {number: 1..30}")
    made = layout(data__small__game_yaml=game, data__small__cards_yaml="- each: {number: 1..30}\n")
    deck = made.edition.game.decks["numbers"]
    first = made.face(deck, deck.cards[0])
    assert made.face(deck, deck.cards[0]) is first
    for card in deck.cards[1:21]:
        made.face(deck, card)
    again = made.face(deck, deck.cards[0])
    assert again is not first
    assert again == first


def test_an_upright_back_of_lying_faces_is_turned(layout: Layout) -> None:
    game = GAME.replace("template: small/face", "template: small/wide")
    wide = f"size: [88mm, 63mm]\n{FACE}"
    back = "size: [63mm, 88mm]\nelements:\n  mark: {rect: [0mm, 0mm, 10mm, 20mm], fill: red}\n"
    made = layout(
        **{"data__small__game_yaml": game, "templates__small__wide_yaml": wide, "templates__small__back_yaml": back}
    )
    deck = made.edition.game.decks["numbers"]
    face, side = made.printed(deck, deck.cards[0])
    assert side is not None and (side.frame.width, side.frame.height) == (face.frame.width, face.frame.height) == (
        88,
        63,
    )
    assert side.frame.boxes[0].box == (68.0, 0.0, 20.0, 10.0), "its head is at the right"
    assert made.back(deck, deck.cards[1]) is side
