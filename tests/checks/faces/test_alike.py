"""What players cannot see, and what looks alike and is not."""

from __future__ import annotations

import pytest
from conftest import WriteProject, check_project, codes

from pnp.checks.faces.shown import sample_cards

pytestmark = pytest.mark.slow

PIP = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" r="5"/></svg>'
GAME = """\
title: Small
players: 2..4
decks:
  numbers:
    cards: [{number: 1, colour: red}, {number: 2, colour: blue}, {number: 2, colour: red}]
    template: small/face
    fields: {number: 1..9, colour: [red, blue, green]}
"""
FACE = """\
elements:
  ground: {rect: bleed, fill: "#ffffff"}
  number: {text: "{{ card.number }}", in: safe, size: 40pt}
  colour: {text: "{{ card.colour }}", in: safe, y: 30mm, size: 20pt}
"""


def faults(write_project: WriteProject, face: str = FACE, game: str = GAME, **files: str) -> set[str]:
    more = {"templates/small/face.yaml": face, "data/small/game.yaml": game, "data/small/cards.yaml": None}
    root = write_project({**more, **files})
    return {f"{d.code}: {d.message}" for d in check_project(root, "faces").diagnostics}


@pytest.mark.parametrize(("count", "looked_at"), [(1, 1), (500, 500), (501, 251), (1499, 500)])
def test_large_decks_are_looked_at_in_equal_steps(count: int, looked_at: int) -> None:
    assert len(sample_cards(range(count))) == looked_at  # type: ignore[arg-type]


def test_fields_that_are_seen(write_project: WriteProject) -> None:
    assert faults(write_project) == set()


def test_a_field_that_is_not_seen(write_project: WriteProject) -> None:
    told = faults(write_project, FACE.replace("{{ card.colour }}", "{{ card.colour[:0] }}"))
    unseen = "field-unseen: colour is not visible: with another value the face looks the same"
    assert told == {
        f"{unseen}, on numbers 1 red, numbers 2 blue, numbers 2 red (en)",
        "cards-alike: numbers 2 blue and numbers 2 red look alike",
    }
    assert faults(write_project, FACE.replace("size: 20pt", "size: 20pt, opacity: 0.02")) == told


def test_a_field_is_told_of_where_it_is_declared(write_project: WriteProject) -> None:
    face = FACE.replace("{{ card.colour }}", "{{ card.colour[:0] }}")
    root = write_project(
        {"templates/small/face.yaml": face, "data/small/game.yaml": GAME, "data/small/cards.yaml": None}
    )
    found = next(d for d in check_project(root, "faces").diagnostics if d.code == "field-unseen")
    assert str(found.place) == "data/small/game.yaml:7:36"


def test_many_cards_that_look_alike_are_told_once(write_project: WriteProject) -> None:
    cards = [f"{{number: {number}, colour: red}}" for number in range(1, 7)]
    game = GAME.replace(
        "[{number: 1, colour: red}, {number: 2, colour: blue}, {number: 2, colour: red}]", f"[{', '.join(cards)}]"
    )
    told = faults(write_project, FACE.replace("{{ card.number }}", "N"), game)
    assert [line for line in told if "alike" in line] == [
        "cards-alike: numbers 1, numbers 2, numbers 3 and 3 more look alike"
    ]


def test_fields_declared_unseen(write_project: WriteProject) -> None:
    face = "".join(f"{line}\n" for line in FACE.splitlines() if "card.colour" not in line)
    assert faults(write_project, face, GAME + "    unseen: [colour]\n") == set()


def test_choices_that_look_alike(write_project: WriteProject) -> None:
    face = FACE.replace("{{ card.colour }}", "{{ {'red': 'warm', 'blue': 'cold', 'green': 'cold'}[card.colour] }}")
    assert faults(write_project, face) == {
        "choices-alike: colour blue and colour green look alike, on numbers 1 red (en)"
    }


@pytest.mark.parametrize(
    ("style", "is_told"), [("size: 7pt", False), ("size: 7pt, opacity: 0.9", False), ("size: 7pt, opacity: 0.02", True)]
)
def test_small_words_tell_choices_apart(write_project: WriteProject, style: str, is_told: bool) -> None:
    weights = "colour: [2.0, 3.0, 4.0, 10.0, 1.0]"
    game = GAME.replace("colour: [red, blue, green]", weights).replace("red", "2.0").replace("blue", "3.0")
    face = FACE.replace("card.colour }}", "card.colour|int }} kg").replace("size: 20pt", style)
    assert (faults(write_project, face, game) != set()) == is_told


def test_choices_of_which_shows_asks_the_same(write_project: WriteProject) -> None:
    tones = "{'red': '#c00000', 'blue': '#0000c0'}[card.colour]"
    face = FACE.replace(
        'text: "{{ card.colour }}", in: safe, y: 30mm, size: 20pt', f'rect: [0, 50, 63, 20], fill: "{{{{ {tones} }}}}"'
    )
    shows = f"""\
    shows:
      number: {{text: "{{{{ card.number }}}}"}}
      colour: {{colour: "{{{{ {tones} }}}}"}}
"""
    told = faults(write_project, face, GAME.replace(", green", "") + shows)
    assert {":".join(fault.split(":")[:2]) for fault in told} == {
        "cards-alike: numbers 2 blue and numbers 2 red look alike",
        "choices-alike: colour red and colour blue look alike",
    }


def test_a_drawing_that_is_a_copy(write_project: WriteProject) -> None:
    face = FACE + "  one: {svg: small/one, in: [5, 60, 9, 9]}\n  two: {svg: small/two, in: [45, 60, 9, 9]}\n"
    files = {"templates/small/one.svg": PIP, "templates/small/two.svg": PIP.replace("<circle", "  <circle")}
    assert faults(write_project, face, **files) == {
        "drawing-copied: templates/small/two.svg draws the same as templates/small/one.svg"
    }
    files["templates/small/two.svg"] = PIP.replace('r="5"', 'r="4"')
    assert faults(write_project, face, **files) == set()


NUMBERS = GAME.replace(
    "[{number: 1, colour: red}, {number: 2, colour: blue}, {number: 2, colour: red}]",
    "[{each: {number: [6, 8, 9]}, colour: red}]",
)
INDEX = FACE.replace("size: 40pt", "size: 40pt, mirrored: true") + "{more}"
INDEX = INDEX.replace("{{", "{{{{").replace("}}", "}}}}").replace(": {", ": {{").replace("}\n", "}}\n")
LINE = '  line: {when: card.number != 8, rect: [5mm, 17mm, 8mm, 1mm], fill: "#1a1a1a"}\n'


@pytest.mark.parametrize(
    ("face", "is_told"),
    [
        (FACE, True),
        (FACE + LINE, False),
        (FACE + LINE.replace("#1a1a1a", "#ff0000"), True),  # a line of something else
        (FACE + LINE.replace("17mm", "30mm"), True),
        (INDEX.format(more=""), True),  # the corner opposite shows a 9
        (INDEX.format(more="  suit: {svg: small/pip, in: [4, 19, 6, 6], mirrored: true}\n"), False),
        (INDEX.format(more="  art: {svg: small/pip, in: [20, 40, 20, 20]}\n"), True),
    ],
)  # fmt: skip
def test_numbers_that_read_as_others_upside_down(write_project: WriteProject, face: str, is_told: bool) -> None:
    told = faults(write_project, face, NUMBERS, **{"templates/small/pip.svg": PIP})
    what = "a number reads as another card's when the card is turned"
    assert told == ({f"confusable: {what}, on numbers 6 (6, 9), numbers 9 (9, 6) (en)"} if is_told else set())


def test_a_six_without_a_nine_is_read_rightly(write_project: WriteProject) -> None:
    assert faults(write_project, game=NUMBERS.replace("[6, 8, 9]", "[6, 8]")) == set()


BACK = 'elements:\n  ground: {rect: bleed, fill: "#ffffff"}\n  dot: {rect: [20, 20, 9, 9], fill: "{{ TONE }}"}\n'


@pytest.mark.parametrize(
    ("tone", "secret", "told"),
    [
        ("'#000000'", "true", False),
        ("'#000000' if card.colour == 'red' else '#ff0000'", "true", True),
        ("'#000000' if card.colour == 'red' else '#030303'", "true", False),  # nobody sees it
        ("'#000000' if card.colour == 'red' else '#ff0000'", "colour", False),
        ("'#000000' if card.number == 1 else '#ff0000'", "colour", True),
        ("'#000000' if card.number == 1 else '#ff0000'", "[colour, number]", False),
        ("'#000000' if card.number == 1 else '#ff0000'", "false", False),
    ],
)  # fmt: skip
def test_backs_tell_what_their_deck_allows(write_project: WriteProject, tone: str, secret: str, told: bool) -> None:
    back = BACK.replace("TONE", tone)
    for game in (GAME + f"    secret_backs: {secret}\n", GAME + f"secret_backs: {secret}\n"):
        game = game.replace("template: small/face", "template: small/face\n    back: small/back")
        files = {"data/small/game.yaml": game, "data/small/cards.yaml": None, "templates/small/back.yaml": back}
        found = codes(check_project(write_project({**files, "templates/small/face.yaml": FACE}), "backs"))
        assert found == (["back-reveals@templates/small/back.yaml:1:1"] if told else [])


def test_a_field_on_the_back_is_seen(write_project: WriteProject) -> None:
    face = FACE.replace("{{ card.colour }}", "{{ card.colour[:0] }}")
    back = 'elements:\n  colour: {text: "{{ card.colour }}", in: safe, size: 20pt}\n'
    game = GAME.replace(
        "template: small/face", "template: small/face, back: small/back, secret_backs: false".replace(", ", "\n    ")
    )
    assert faults(write_project, face, game, **{"templates/small/back.yaml": back}) == set()


def test_values_that_are_written_alike_may_look_alike(write_project: WriteProject) -> None:
    game = GAME.replace("    fields: {number: 1..9, colour: [red, blue, green]}\n", "")
    assert faults(write_project, game=game.replace("{number: 2, colour: blue}", '{number: "2", colour: blue}')) == set()


def test_turns_of_a_card_may_look_alike_but_the_template_must_turn_something(write_project: WriteProject) -> None:
    game = GAME.replace("colour: blue}", "colour: blue, turns: 4}")
    face = (
        FACE
        + '  road: {group: {line: {rect: [0mm, 0mm, 9mm, 9mm], fill: red}}, in: [9mm, 40mm, 9mm, 9mm], rotate: "{{ card.turn }}"}\n'
    )
    assert faults(write_project, face, game) == set()
    (told,) = faults(write_project, FACE, game)
    assert told == "field-unseen: the cards are made in several rotations, but small/face rotates nothing"


def test_cards_may_have_different_keys(write_project: WriteProject) -> None:
    game = (
        "title: Small\nplayers: 2..4\ndecks:\n  numbers: {cards: cards.yaml, template: small/face, back: small/back}\n"
    )
    root = write_project(
        {
            "data/small/game.yaml": game,
            "data/small/cards.yaml": "- {number: 1, colour: red}\n- {number: 2, mood: 3, note: x}\n- {number: 3, mood: 4}\n",
        }
    )
    told = [(fault.code, fault.what, fault.fix) for fault in check_project(root, "faces").diagnostics]
    what = "fields “colour, mood and note” are not visible: with other values the face looks the same"
    assert ("field-unseen", what, "show them, or write unseen: [colour, mood, note]") in told


HELD = GAME.replace(
    "[{number: 1, colour: red}, {number: 2, colour: blue}, {number: 2, colour: red}]",
    "[{each: {number: [1, 2, 10], colour: [red, blue]}}]",
).replace("1..9", "1..10")
NUMBER = '  number: {text: "{{ card.number }}", in: safe, size: 24pt, mirrored: true}\n'
MIDDLE = '  suit: {svg: "small/{{ card.colour }}", in: [20, 30, 20, 20]}\n'
UNDER = '  index: {svg: "small/{{ card.colour }}", in: [4, 14, 4, 4], mirrored: true}\n'
SQUARE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M0 0H10V10H0Z"/></svg>'
SUITS = {"templates/small/red.svg": PIP, "templates/small/blue.svg": SQUARE}
RULES = "from pnp.rules import Piles, Table\n\n\nclass T(Table):\n    hands = Piles({seen!r})\n"
SHOWN = """    shows:
      number: {text: "{{ card.number }}", corners: 3mm}
      suit: {drawing: "small/{{ card.colour }}", times: "1+"FAN}
"""


@pytest.mark.parametrize(
    ("face", "seen", "fan", "is_told"),
    [
        (NUMBER + MIDDLE, "owner", "", True),
        (NUMBER + MIDDLE, "owner", ", fan: 8mm", True),  # the strip is what counts, not the word
        (NUMBER + MIDDLE, "", ", fan: 8mm", True),
        (NUMBER + MIDDLE, "all", "", False),  # on the table
        (NUMBER + MIDDLE, "", "", False),  # no rules: nobody knows
        (NUMBER.replace(", mirrored: true", "") + MIDDLE, "owner", "", False),  # no index
        (NUMBER + MIDDLE + UNDER, "owner", "", False),
        (NUMBER + UNDER, "", ", fan: 8mm", False),
        (NUMBER + UNDER.replace("[4, 14, 4, 4]", "[40, 4, 4, 4]"), "owner", "", True),
        (NUMBER + UNDER.replace("[4, 14, 4, 4]", "[3, 50, 4, 4]"), "owner", "", False),
    ],
)
def test_cards_in_hand_are_told_by_the_strip_at_their_left(
    write_project: WriteProject, face: str, seen: str, fan: str, is_told: bool
) -> None:
    face = f"elements:\n  ground: {{rect: bleed, fill: '#ffffff'}}\n{face}"
    game = HELD + (SHOWN.replace("FAN", fan) if fan else "")
    files = {"data/small/rules.py": RULES.format(seen=seen)} if seen else {}
    told = [fault for fault in faults(write_project, face, game, **SUITS, **files) if fault.startswith("fan-alike")]
    what = "numbers 1 red and numbers 1 blue look alike in a fan except for their colours, and so do 4 more (en)"
    assert told == ([f"fan-alike: {what}"] if is_told else [])
