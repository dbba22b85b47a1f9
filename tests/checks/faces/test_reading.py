"""Faces are read back: what `shows:` asks must be seen, so often, there, so tall; and nothing of another card."""

from __future__ import annotations

import re

import font_kinds as kinds
import pytest
from conftest import WriteProject, check_project, codes

pytestmark = pytest.mark.slow

PIP = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" r="5"/></svg>'
STAR = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M0 10L5 0L10 10Z"/></svg>'
GAME = """\
title: Small
players: 2..4
decks:
  numbers:
    cards: [{each: {number: [1, 2, 3], sign: [pip, star]}}]
    template: small/face
    fields: {number: 1..9, sign: [pip, star]}
    shows:
      number: {text: "{{ card.number }}", middle: 15mm, corners: 3mm}
      sign: {drawing: "small/{{ card.sign }}", times: "{{ card.number }}", size: 8mm}
      paint: {colour: "{{ {'pip': '#c00000', 'star': '#0000c0'}[card.sign] }}"}
      name: {text: "Number {{ card.number }} of the game"}
"""
FACE = """\
size: poker
elements:
  ground: {rect: bleed, fill: "#ffffff"}
  band: {rect: [0mm, 40mm, 63.5mm, 12mm], fill: "{{ '#c00000' if card.sign == 'pip' else '#0000c0' }}"}
  number: {text: "{{ card.number }}", in: [15mm, 15mm, 33mm, 20mm], size: 70pt, align: centre, valign: bottom}
  index: {text: "{{ card.number }}", in: [4mm, 5mm, 10mm, 5mm], size: 18pt, mirrored: true}
  signs: {icons: "small/{{ card.sign }}", count: "{{ card.number }}", in: [5mm, 55mm, 53mm, 12mm], size: 9mm}
  name: {text: "Number {{ card.number }} of the game, told in many words", in: [15mm, 70mm, 25mm, 8mm], size: 7pt}
"""
FILES = {
    "data/small/game.yaml": GAME,
    "data/small/cards.yaml": None,
    "templates/small/face.yaml": FACE,
    "templates/small/pip.svg": PIP,
    "templates/small/star.svg": STAR,
}
PANEL = '  panel: {rect: [15mm, 12mm, 33mm, 24mm], fill: "#ffffff"}\n'


def faults(write_project: WriteProject, face: str = FACE, game: str = GAME) -> set[str]:
    root = write_project({**FILES, "templates/small/face.yaml": face, "data/small/game.yaml": game})
    return {f"{d.code}: {d.what}" for d in check_project(root, "faces").diagnostics}


@pytest.mark.parametrize(
    ("key", "colour", "found"),
    [
        ("name", "black", ""),
        ("name", '"#0F0"', "it must be #00ff00, and is #000000"),
        ("number", "black", ""),
        ("number", "white", "it must be #ffffff, and is #000000"),
        ("sign", "black", ""),
        ("sign", "red", "it must be #ff0000, and is #000000"),
    ],
)
def test_the_colour_of_what_is_shown(write_project: WriteProject, key: str, colour: str, found: str) -> None:
    game = GAME.replace(f"{key}: {{", f"{key}: {{colour: {colour}, ")
    face = re.sub(r"(size: (70|18|7)pt)", r"\1, colour: black", FACE)
    root = write_project({**FILES, "templates/small/face.yaml": face, "data/small/game.yaml": game})
    told = [(d.code, d.why) for d in check_project(root, "faces").diagnostics]
    assert {one for one in told if one[0] != "face-stray"} == ({("face-unread", found)} if found else set())


def test_a_colour_that_is_none(write_project: WriteProject) -> None:
    assert "colour-unknown: shows: name: no colour inq" in faults(
        write_project, game=GAME.replace("name: {", "name: {colour: inq, ")
    )


def test_a_face_that_shows_what_it_should(write_project: WriteProject) -> None:
    assert faults(write_project) == set()


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("elements:", f"elements:\n{PANEL}", None),  # below all else
        ("@", PANEL, "face-unread: number is visible 2 times, must be 3"),
        ("size: 70pt", 'size: 70pt, colour: "#fefefe"', None),  # it is faint, which is told by the check of contrast
        ("size: 70pt", "size: 70pt, opacity: 0.05", "face-unread: number is visible 2 times, must be 3"),
        ("size: 70pt", "size: 35pt", "face-place: number is 8.1 mm tall in the middle, must be 15 mm"),
        ("[15mm, 15mm, 33mm, 20mm]", "[50mm, 15mm, 33mm, 20mm]", "text-unsafe: the text of number reaches out of the safe area"),
        ("size: 18pt, mirrored: true", "size: 18pt", "face-unread: number is visible 2 times, must be 3"),
        ('index: {text: "{{ card.number }}"', 'index: {text: "{{ card.number + 1 }}"', "face-unread: number is visible 1 time, must be 3"),
        ('index: {text: "{{ card.number }}"', 'index: {text: "{{ card.number % 3 + 1 }}"', "face-stray: the face shows what only other cards should show: a text"),
        ("@", '  more: {text: "47", in: safe}\n', "face-stray: the face shows a number that shows: does not name"),
        ('count: "{{ card.number }}"', 'count: "{{ card.number - 1 }}"', "face-unread: sign is visible 1 time, must be 2"),
        ('icons: "small/{{ card.sign }}"', "icons: small/pip", "face-stray: the face shows what only other cards should show: a drawing"),
        ("size: 9mm", "size: 4mm", "face-place: sign is 4.0 mm tall, must be 8 mm"),
        ("'#c00000' if card.sign == 'pip' else '#0000c0'", "'#0000c0'", "face-colour: paint is not visible: 0% of the face has its colour"),
        ("'#c00000' if card.sign == 'pip' else '#0000c0'", "'#c00000' if card.sign != 'pip' else '#0000c0'", "face-colour: "),
        ("of the game, told", "of a game, told", "face-unread: name is visible 0 times, must be 1"),
    ],
)  # fmt: skip
def test_what_goes_wrong_is_told(write_project: WriteProject, old: str, new: str, found: str | None) -> None:
    face = FACE + new if old == "@" else FACE.replace(old, new)
    assert face != FACE
    told = faults(write_project, face)
    assert any(fault.startswith(found) for fault in told) if found else told == set(), told


@pytest.mark.parametrize(
    ("old", "new", "why", "fix"),
    [
        ("@", PANEL, "panel is drawn over it", "draw panel before it"),
        ("size: 70pt", "size: 70pt, opacity: 0.05", "1 more is hidden, faint, or off the edge", "correct the template"),
    ],
)
def test_what_covers_a_text_is_named(write_project: WriteProject, old: str, new: str, why: str, fix: str) -> None:
    face = FACE + new if old == "@" else FACE.replace(old, new)
    made = check_project(write_project({**FILES, "templates/small/face.yaml": face}), "faces")
    told = [d for d in made.diagnostics if d.what.startswith("number is visible")]
    assert [(d.why, d.fix.startswith(fix)) for d in told] == [(why, True)]


@pytest.mark.parametrize(
    ("fan", "found"),
    [
        ("9mm", set()),
        ("6mm", {"face-place: number reaches 7.2 mm into the card from its side, may reach 6 mm"}),
    ],
)
def test_what_a_fan_shows_of_each_card(write_project: WriteProject, fan: str, found: set[str]) -> None:
    game = GAME.replace("corners: 3mm}", f"corners: 3mm, fan: {fan}}}")
    told = faults(write_project, game=game)
    assert {fault for fault in told if not fault.startswith("fan-alike")} == found
    assert len(told) == len(found) + 1  # the signs, which only the middle shows


def test_corners_are_upright_for_their_readers(write_project: WriteProject) -> None:
    upright = '  index: {text: "{{ card.number }}", in: [4mm, 5mm, 10mm, 5mm], size: 18pt}\n'
    other = '  other: {text: "{{ card.number }}", in: [48mm, 78mm, 10mm, 5mm], size: 18pt, align: right}\n'
    lines = [upright + other if "index" in line else f"{line}\n" for line in FACE.splitlines()]
    assert faults(write_project, "".join(lines)) == {"face-place: number is not upright for a player at the lower edge"}


def test_faults_stand_where_shows_says_so_with_the_cards(write_project: WriteProject) -> None:
    root = write_project({**FILES, "templates/small/face.yaml": FACE + PANEL})
    (fault,) = check_project(root, "faces").diagnostics
    assert (fault.place.file, fault.place.line, fault.place.column) == ("data/small/game.yaml", 9, 7)
    assert fault.cards[:2] == ("numbers 1 pip (1)", "numbers 1 star (1)")
    assert fault.why == "panel is drawn over it"


@pytest.mark.parametrize(
    ("entry", "found"),
    [
        ('number: {text: "{{ card.sign }}"}', "shows-field: number is shown without card.number"),
        ('numbr: {text: "{{ card.place }}"}', "shows-field: numbers has no field numbr"),
        ('number: {text: "{{ card.nmber }}"}', "undefined-name: shows: number: "),
        ('number: {text: "{{ card.number }}", times: many}', "expression: shows: number: times: many is not a whole number"),
        ('number: {text: "{{ card.number }}", each: range(9999)}', "expression: shows: number: each: range(9999) has 9,999 values"),
        ('number: {middle: 3mm}', "wrong-value: number must say what is seen"),
        ('number: {text: a, drawing: b}', "wrong-value: number must say what is seen"),
        ('number: {txt: a}', "unknown-key: unknown key txt"),
        ('number: {text: a, size: tall}', "wrong-value: size is wrong: 'tall' is not a length"),
    ],
)  # fmt: skip
def test_entries_that_cannot_be(write_project: WriteProject, entry: str, found: str) -> None:
    start = GAME.index("      number: {text")
    game = f"{GAME[:start]}      {entry}\n"
    told = faults(write_project, game=game)
    assert any(fault.startswith(found) for fault in told), told


def test_a_field_that_is_called_as_what_every_mapping_has_is_reported(write_project: WriteProject) -> None:
    root = write_project(FILES)
    for path in ("data/small/game.yaml", "templates/small/face.yaml"):
        text = (root / path).read_text()
        (root / path).write_text(re.sub(r"\bnumber\b", "items", text))
    (fault,) = [fault for fault in check_project(root, "faces").diagnostics if fault.code == "shows-field"]
    assert (
        fault.what == "the field items cannot be read: in expressions, card.items is something that every mapping has"
    )
    assert fault.fix == "give it another name: pnp rename field items NEW"


def test_unseen_names_fields(write_project: WriteProject) -> None:
    root = write_project(
        {**FILES, "data/small/game.yaml": GAME.replace("    shows:", "    unseen: [nuber]\n    shows:")}
    )
    assert codes(check_project(root, "faces")) == ["shows-field@data/small/game.yaml:8:13"]


def test_a_text_is_compared_as_it_is_typeset(write_project: WriteProject) -> None:
    """Quotes, dashes and spaces are those of the language, and `uppercase:` sets capitals."""
    words = '"It’s 3-5 coins - or \\"more\\" (10 mm)..."'
    game = GAME.replace(
        'of the game"}', f'of the game"}}\n      rule: {{text: {words}}}\n      loud: {{text: hush hush}}'
    )
    rule = f"  rule: {{text: {words}, in: [15mm, 36mm, 34mm, 4mm], size: 6pt, lines: 2}}\n"
    loud = "  loud: {text: hush hush, in: [15mm, 79mm, 34mm, 4mm], size: 6pt, uppercase: true}\n"
    assert faults(write_project, FACE + rule + loud, game) == set()
    assert faults(write_project, FACE + rule.replace("coins", "cards") + loud, game) == {
        "face-unread: rule is visible 0 times, must be 1"
    }


@pytest.mark.parametrize(
    ("times", "found"),
    [
        ("1+", set()),
        ("2+", set()),
        ("3+", {"face-unread: name is visible 2 times, must be 3 or more"}),
        ('"{{ 1 + 1 }}+"', set()),
        ("1", {"face-unread: name is visible 2 times, must be 1"}),
    ],
)
def test_at_least_so_often(write_project: WriteProject, times: str, found: set[str]) -> None:
    game = GAME.replace('of the game"}', f'of the game", times: {times}}}')
    again = '  again: {text: "Number {{ card.number }} of the game", in: [15mm, 79mm, 40mm, 4mm], size: 6pt}\n'
    assert faults(write_project, FACE + again, game) == found


def test_small_drawings_do_not_count_where_a_size_is_asked(write_project: WriteProject) -> None:
    """As icons in the lines of a text; and a large one that is missing is not made up for by them."""
    face = FACE.replace("size: poker\n", "size: poker\nicons: {pip: small/pip, star: small/star}\n")
    text = '  text: {text: "a :{{ card.sign }}: each", in: [15mm, 79mm, 40mm, 4mm], size: 8pt}\n'
    assert faults(write_project, face + text) == set()
    made = check_project(
        write_project(
            {**FILES, "templates/small/face.yaml": face.replace('count: "{{ card.number }}"', "count: 1") + text}
        ),
        "faces",
    )
    assert {(d.what, d.why) for d in made.diagnostics} == {
        ("sign is 3.2 mm tall, must be 8 mm", ""),
        ("sign is visible 1 time, must be 3", "1 more is smaller"),
    }
    game = GAME.replace("size: 8mm}", 'size: 8mm}\n      icon: {drawing: "small/{{ card.sign }}"}')
    assert faults(write_project, face + text, game) == set()
    assert faults(write_project, face, game) == {"face-unread: icon is visible 0 times, must be 1"}


def test_what_stands_on_an_element(write_project: WriteProject) -> None:
    game = GAME.replace('of the game"}', 'of the game", on: band}')
    assert faults(write_project, game=game) == {"face-unread: name is visible 0 times on band, must be 1"}
    face = FACE.replace("[15mm, 70mm, 25mm, 8mm]", "[15mm, 42mm, 25mm, 8mm]").replace(
        "size: 7pt", "size: 7pt, colour: white"
    )
    assert faults(write_project, face, game) == set()


def test_a_field_on_the_back_is_seen(write_project: WriteProject) -> None:
    game = GAME.replace(
        "template: small/face\n", "template: small/face\n    back: small/back\n    secret_backs: false\n"
    )
    game = game.replace("fields: {", "fields: {night: text, ").replace(
        "sign: [pip, star]}}]", "sign: [pip, star], night: [owl, bat]}}]"
    )
    back = "size: poker\nelements: {night: {text: '@', in: safe, size: 20pt}}\n"
    backs = {field: back.replace("@", field) for field in ("{{ card.night }}", "night")}
    unseen = {}
    for field, text in backs.items():
        root = write_project({**FILES, "data/small/game.yaml": game, "templates/small/back.yaml": text})
        unseen[field] = [d.what for d in check_project(root, "faces").diagnostics if d.code == "field-unseen"]
    assert unseen == {
        "{{ card.night }}": [],
        "night": ["night is not visible: with another value the face looks the same"],
    }


AID = """\
size: poker
shows:
  rows: {text: "{{ value }}", each: "[3, 5, 8]", order: down}
  card: {card: numbers 2 star}
elements:
  rows:
    for: n in [3, 5, 8]
    text: "{{ n }}"
    in: [5mm, "{{ 5 + 8 * loop.index0 }}mm", 10mm, 6mm]
  card: {face: numbers, card: {number: 2, sign: star}, in: [20mm, 40mm, 20mm, 30mm]}
"""


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("elements:", "elements: ", set()),
        ("for: n in [3, 5, 8]", "for: n in [3, 8, 5]", {"face-place: rows is not in its order from top to bottom: 3, 8, 5"}),
        ("for: n in [3, 5, 8]", "for: n in [3, 5]", {"face-unread: rows is visible 0 times, must be 1", "face-place: rows is not in its order from top to bottom: 3, 5"}),
        ("{number: 2, sign: star}", "{number: 2, sign: pip}", {"face-unread: card is visible 0 times, must be 1"}),
    ],
)  # fmt: skip
def test_aids_are_read_by_what_their_templates_say(
    write_project: WriteProject, old: str, new: str, found: set[str]
) -> None:
    files = {**FILES, "templates/small/aid.yaml": AID.replace(old, new)}
    files["data/small/game.yaml"] = GAME + "extras: {aid: {template: small/aid}}\n"
    told = {f"{d.code}: {d.what}" for d in check_project(write_project(files), "faces").diagnostics}
    assert told == found


LABELS = """\
size: poker
shows:
  below: {text: Below, near: less}
  above: {text: Above, near: more}
  less: {text: low}
  more: {text: high}
elements:
  less: {text: low, in: [5mm, 20mm, 20mm, 6mm]}
  more: {text: high, in: [35mm, 20mm, 20mm, 6mm]}
  below: {text: Below, in: [5mm, 12mm, 20mm, 6mm]}
  above: {text: Above, in: [35mm, 12mm, 20mm, 6mm]}
"""


def test_a_label_of_its_own_stands_nearer_to_its_thing_than_to_those_of_other_labels(
    write_project: WriteProject,
) -> None:
    def told(aid: str) -> list[str]:
        files = {**FILES, "templates/small/aid.yaml": aid}
        files["data/small/game.yaml"] = GAME + "extras: {aid: {template: small/aid}}\n"
        return [d.what for d in check_project(write_project(files), "faces").diagnostics]

    assert told(LABELS) == []
    exchanged = LABELS.replace("text: Below, in", "text: X, in").replace("text: Above, in", "text: Below, in")
    assert told(exchanged.replace("text: X, in", "text: Above, in")) == [
        "below stands beside more, not beside less",
        "above stands beside less, not beside more",
    ]


STEPS = """\
size: poker
shows:
  steps: {text: "{{ value }}", each: "[1, 2, 3]", near: words}
  words: {text: "{{ value }}", each: "['Draw a card', 'Play a card', 'Score it']"}
  arrow: {drawing: small/star, turned: 90}
elements:
  steps:
    for: n in [1, 2, 3]
    text: "{{ n }}"
    in: [5mm, "{{ 5 + 8 * loop.index0 }}mm", 6mm, 6mm]
  words:
    for: text in ['Draw a card', 'Play a card', 'Score it']
    text: "{{ text }}"
    in: [13mm, "{{ 5 + 8 * loop.index0 }}mm", 40mm, 6mm]
  arrow: {svg: small/star, in: [20mm, 60mm, 12mm, 12mm], rotate: 90}
"""


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("size", "size", set()),
        ("for: n in [1, 2, 3]", "for: n in [1, 3, 2]", {
            "face-place: steps 2 stands beside words 3, not beside words 2",
            "face-place: steps 3 stands beside words 2, not beside words 3",
        }),
        ("for: n in [1, 2, 3]", "for: n in [1, 2]", {"face-unread: steps is visible 0 times, must be 1"}),
        ('each: "[1, 2, 3]"', 'each: "[1, 2]"', {
            "face-place: steps has 2 values, and words, which it is near, 3",
            "face-stray: the face shows a number that shows: does not name",
        }),
        ("rotate: 90", "rotate: 270", {"face-place: arrow is turned by 270°, must be by 90°"}),
        ("turned: 90", "turned: '{{ 90 + 180 }}'", {"face-place: arrow is turned by 90°, must be by 270°"}),
        ("turned: 90", "turned: '{{ true }}'", {"expression: shows: arrow: turned: {{ true }} is not a number but true"}),
        ("[20mm, 60mm, 12mm", "[58.5mm, 60mm, 12mm", {"face-unread: arrow is visible 0 times, must be 1"}),
        ("[20mm, 60mm, 12mm", "[54mm, 60mm, 12mm", set()),
    ],
    ids=["right", "exchanged", "missing", "lists of two lengths", "turned", "an expression", "no number", "off the card", "partly off"],
)  # fmt: skip
def test_what_stands_beside_another_and_which_way_it_is_turned(
    write_project: WriteProject, old: str, new: str, found: set[str]
) -> None:
    files = {**FILES, "templates/small/aid.yaml": STEPS.replace(old, new)}
    files["data/small/game.yaml"] = GAME + "extras: {aid: {template: small/aid}}\n"
    told = {f"{d.code}: {d.what}" for d in check_project(write_project(files), "faces").diagnostics}
    assert told == found


@pytest.mark.parametrize(
    ("plate", "found"),
    [
        ("{rect: [19mm, 39mm, 24mm, 32mm], fill: gold}", set()),
        ("{rect: [19mm, 39mm, 24mm, 32mm], fill: ink}", {"face-place: card does not have #e8a81c around it"}),
        ("{rect: [1mm, 39mm, 9mm, 32mm], fill: gold}", {"face-place: card does not have #e8a81c around it"}),
    ],
)
def test_the_colour_around_something(write_project: WriteProject, plate: str, found: set[str]) -> None:
    palette = 'palette: {gold: "#E8A81C", ink: "#000000"}\n'
    aid = AID.replace("card: numbers 2 star}", "card: numbers 2 star, around: gold}")
    aid = palette + aid.replace("  card: {face", f"  plate: {plate}\n  card: {{face")
    files = {**FILES, "templates/small/aid.yaml": aid}
    files["data/small/game.yaml"] = GAME + "extras: {aid: {template: small/aid}}\n"
    told = {f"{d.code}: {d.what}" for d in check_project(write_project(files), "faces").diagnostics}
    assert told == found


@pytest.mark.parametrize(("drawing", "is_told"), [("pip", False), ("star", True)])
def test_backs_are_read_by_what_their_template_says(write_project: WriteProject, drawing: str, is_told: bool) -> None:
    back = f"shows: {{pip: {{drawing: small/pip}}}}\nelements:\n  one: {{svg: small/{drawing}, in: [20, 20, 20, 20]}}\n"
    files = {**FILES, "templates/small/back.yaml": "size: poker\n" + back}
    files["data/small/game.yaml"] = GAME.replace("template: small/face", "template: small/face\n    back: small/back")
    found = codes(check_project(write_project(files), "faces"))
    assert found == (["face-unread@templates/small/back.yaml:2:9"] if is_told else [])


@pytest.mark.parametrize(("drawing", "is_told"), [("pip", False), ("star", True)])
def test_faces_shown_small_are_read_by_what_their_template_says(
    write_project: WriteProject, drawing: str, is_told: bool
) -> None:
    look = f"shows: {{pip: {{drawing: small/pip}}}}\nelements:\n  one: {{svg: small/{drawing}, in: [20, 20, 20, 20]}}\n"
    files = {**FILES, "templates/small/tiny.yaml": "size: poker\n" + look}
    files["data/small/game.yaml"] = GAME.replace("template: small/face", "template: small/face\n    small: small/tiny")
    found = codes(check_project(write_project(files), "faces"))
    assert found == (["face-unread@templates/small/tiny.yaml:2:9"] if is_told else [])


def test_numbers_and_names_that_an_aid_spells_out(write_project: WriteProject) -> None:
    aid = 'size: poker\nelements:\n  hint: {text: "Lea has 5 cards, {{ game.players|max }} in all", in: safe}\n'
    files = {**FILES, "data/small/game.yaml": GAME + "extras: {aid: {template: small/aid}}\n"}
    files["data/small/examples.yaml"] = "one: {seats: [Lea, Tom]}\n"
    told = {
        d.what for d in check_project(write_project({**files, "templates/small/aid.yaml": aid}), "faces").diagnostics
    }
    assert {what.split()[0] for what in told} == {"5", "Lea"}
    meant = 'literals: ["5", Lea]\n' + aid
    assert not check_project(write_project({**files, "templates/small/aid.yaml": meant}), "faces").diagnostics


def test_a_passage_within_what_the_card_says_is_no_stray(write_project: WriteProject) -> None:
    rules = ["Play another card.", "Play another card. Then draw one.", "„Mine“, you say."]
    deck = f"cards: {[{'rule': rule} for rule in rules]}, fields: {{rule: text}}, template: small/face"
    game = (
        f"title: Small\nplayers: 2..4\ndecks:\n  rules: {{{deck}, shows: {{rule: {{text: '{{{{ card.rule }}}}'}}}}}}\n"
    )
    face = (
        'elements:\n  ground: {rect: bleed, fill: "#ffffff"}\n  rule: {text: "{{ card.rule }}", in: safe, size: 14pt}\n'
    )
    assert faults(write_project, face, game) == set()


@pytest.mark.parametrize(
    ("text", "is_alone"),
    [
        ("\u67f1{{ card.number }}\u679a", False),  # 柱…枚: ideographs of another font
        ("\u67f1 {{ card.number }}\u679a", False),
        ("\u67f1 {{ card.number }}", True),
        ("\u67f1**{{ card.number }}**\u679a", True),
        ("{{ card.number }}", True),
    ],
)
def test_a_figure_between_ideographs_is_no_text_of_its_own(
    write_project: WriteProject, text: str, is_alone: bool
) -> None:
    face = FACE + f"  more: {{text: '{text}', in: [15mm, 82mm, 25mm, 4mm], size: 7pt}}\n"
    families = "text: {regular: SourceSans3-Regular.ttf, bold: SourceSans3-Bold.ttf}\n  more: {regular: Z.ttf}"
    root = write_project(
        {
            **FILES,
            "templates/small/face.yaml": face,
            "data/small/game.yaml": GAME.replace("middle: 15mm, corners: 3mm", "times: 3, size: 1mm"),
            "fonts/Z.ttf": kinds.truetype(more={"\u67f1": "A", "\u679a": "B"}),
            "fonts/fonts.yaml": f"families:\n  {families}\nfallback: [more]\n",
        }
    )
    faults = {diagnostic.what for diagnostic in check_project(root, "faces").diagnostics}
    assert faults == ({"number is visible 4 times, must be 3"} if is_alone else set())


def test_a_zero_width_space_is_named(write_project: WriteProject) -> None:
    game = GAME.replace("Number {{ card.number }} of the game", "Num\u200bber {{ card.number }} of the game")
    face = FACE.replace("Number {{ card.number }} of", "Num\u200bber {{ card.number }} of")
    root = write_project({**FILES, "templates/small/face.yaml": face, "data/small/game.yaml": game})
    whys = {d.why for d in check_project(root, "faces").diagnostics}
    assert whys == {"its text has a zero-width space (U+200B), which nobody sees"}
