"""Expressions that compare a text of cards with a word of the source language."""

from __future__ import annotations

import pytest
from conftest import GAME, PO_HEADER, WriteProject, check_project

from pnp.expressions.analysis import comparisons

PAIRS = {"Small": "Petit", "Amber": "Ambre", "Anchor": "Ancre", "Play": "Jouer"}
FLEET = GAME.replace("number: 1..9", "name: text, kind: word, number: 1..9") + "languages: [en, fr]\n"
CARDS = "- {name: Amber, kind: Amber, number: 1, colour: red}\n- {name: Anchor, kind: no, number: 2, colour: red}\n"


def told(write: WriteProject, when: str = "true", rule: str = "") -> list[str]:
    pairs = PAIRS | ({rule: rule} if rule else {})
    files = {
        "data/small/game.yaml": FLEET,
        "data/small/cards.yaml": CARDS,
        "data/small/locale/fr.po": PO_HEADER + "\n".join(f'msgid "{a}"\nmsgstr "{b}"\n' for a, b in pairs.items()),
        "templates/small/face.yaml": f'elements:\n  a: {{text: "{{{{ card.name }}}}", in: safe, when: "{when}"}}\n',
        "templates/small/rulebook.md": f"## Play\n\n{rule}\n",
    }
    made = check_project(write(files), "translations")
    return [f"{d.place}: {d.what}" for d in made.diagnostics if d.code == "text-compared"]


def test_a_text_that_is_compared_in_a_template_is_told(write_project: WriteProject) -> None:
    (only,) = told(write_project, "card.name == 'Amber'")
    assert only.startswith("templates/small/face.yaml:2:")
    assert only.endswith("name is compared with “Amber”, but it is translated")


def test_a_text_that_is_compared_in_the_booklet_is_told(write_project: WriteProject) -> None:
    rule = "{{ decks.cards|selectattr('name', 'in', ['Amber', 'Anchor'])|list|length }}"
    assert [one.split(": ")[0] for one in told(write_project, rule=rule)] == ["templates/small/rulebook.md:3:1"] * 2


@pytest.mark.parametrize(
    "when", ["card.kind == 'Amber'", "card.name == ''", "card.name == 'Other'", "card.number == 1"]
)
def test_what_is_the_same_in_every_language_is_not_told(write_project: WriteProject, when: str) -> None:
    assert told(write_project, when) == []


@pytest.mark.parametrize(
    ("expression", "told"),
    [
        ("card.colour == 'rde'", ["colour is compared with “rde”, a value that it never has; did you mean red?"]),
        (
            "card.colour in ['red', 'green']",
            ["colour is compared with “green”, a value that it never has; use one of: blue, red"],
        ),
        ("card.colour == 'red'", []),
        ("x.shade == 'rde'", []),
    ],
)
def test_a_word_that_is_no_choice_is_told_wherever_it_is_compared(
    write_project: WriteProject, expression: str, told: list[str]
) -> None:
    paint = f"\"{{{{ '#f00' if {expression} else '#00f' }}}}\"" if "x." not in expression else '"#f00"'
    face = f"elements:\n  ground: {{rect: bleed, fill: {paint}}}\n"
    game = GAME + "expect:\n  - {that: \"decks.numbers|selectattr('colour', 'in', ['red'])|list|length == 1\"}\n"
    root = write_project({"templates/small/face.yaml": face, "data/small/game.yaml": game})
    found = check_project(root, "translations").diagnostics
    assert [f"{d.what}; {d.fix}" for d in found] == told


def test_in_expectations_too(write_project: WriteProject) -> None:
    expect = "expect:\n  - {that: \"decks.numbers|selectattr('colour', 'eq', 'rot')|list|length == 0\"}\n"
    found = check_project(write_project({"data/small/game.yaml": GAME + expect}), "translations").diagnostics
    assert [(d.code, d.place.line) for d in found] == [("compared-unknown", 8)]


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("'Amber' in decks.finds|map(attribute='name')|list", [("name", "Amber")]),
        ("card.kind in ('a', 'b') and x.y == 'q'", [("kind", "a"), ("kind", "b"), ("y", "q")]),
        ("decks.finds|having('name', 'Amber')|length", [("name", "Amber")]),
        ("card.number > 3", []),
        ("card. ==", []),
    ],
)
def test_what_an_expression_compares(source: str, found: list[tuple[str, str]]) -> None:
    assert list(comparisons(source)) == found
