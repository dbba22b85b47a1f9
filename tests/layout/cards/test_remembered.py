"""What is remembered of earlier cards, and lines that are set the short way, are what the general way draws."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest
from conftest import WriteProject, one_of

from pnp.build import BuildOptions, make_game
from pnp.build_context import BuildContext
from pnp.core.diagnostics import Diagnostic, Diagnostics
from pnp.core.frame import Art, Box, Text
from pnp.layout.cards import compile as compiled_nodes
from pnp.layout.cards.plain_line import PlainLook
from pnp.layout.text.ink import Painted
from pnp.project.elements import ELEMENTS
from pnp.project.files import Files, find_games

SHIPPED = Path(__file__).parents[3]

LaidOut = tuple[list[str], list[Diagnostic]]
BothWays = Callable[[Path, str], LaidOut]


def faces(context: BuildContext) -> Iterator[str]:
    """All that is laid out of each card, as text."""
    game = context.layout.edition.game
    for deck in (*game.decks.values(), *game.extras.values()):
        for card in deck.cards_once:
            for side in context.layout.printed(deck, card):
                if side:
                    yield f"{side.frame.name} {side.frame.is_flawed} {side.frame.items!r} {side.frame.boxes!r}"


def laid_out(root: Path, name: str) -> LaidOut:
    diagnostics = Diagnostics()
    made = make_game(Files(root), name, (faces,), BuildOptions(checks=frozenset()), diagnostics)
    return made, list(diagnostics)


@pytest.fixture
def both_ways(monkeypatch: pytest.MonkeyPatch) -> BothWays:
    """Lays a game out, and again without remembering anything; both must be the same."""
    drawing = cache(Art.__repr__)  # a drawing is on many cards, and long
    monkeypatch.setattr(Art, "__repr__", lambda art: f"{art.name} {hash(drawing(art))}")

    def lay_out(root: Path, name: str) -> LaidOut:
        remembering = laid_out(root, name)
        with monkeypatch.context() as patch:
            patch.setattr(compiled_nodes, "_DRAWN_ANEW", frozenset(ELEMENTS))
            drawn_anew = laid_out(root, name)
        assert remembering[1] == drawn_anew[1]
        for one, other in zip(remembering[0], drawn_anew[0], strict=True):
            assert one == other
        return remembering

    return lay_out


@pytest.mark.slow
@pytest.mark.parametrize("name", one_of(find_games(Files(SHIPPED), (), Diagnostics()), "seventy-seven"))
def test_shipped_games_look_alike(name: str, both_ways: BothWays) -> None:
    made, faults = both_ways(SHIPPED, name)
    assert made
    assert not faults


@pytest.mark.slow
@pytest.mark.parametrize("has_fonts", one_of([True, False], True))
@pytest.mark.parametrize("project", ["golden", "languages"])
def test_scripts_and_kinds_of_elements_look_alike(
    project: str, has_fonts: bool, both_ways: BothWays, tmp_path: Path
) -> None:
    root = tmp_path / "project"
    shutil.copytree(SHIPPED / "tests" / project / "project", root)
    for font in SHIPPED.glob("fonts/source-sans-3/*.ttf") if has_fonts else ():
        shutil.copy(font, root / "fonts")
    made = [both_ways(root, name)[0] for name in find_games(Files(root), (), Diagnostics())]
    assert all(made) or not has_fonts


GAME = """\
title: Small
players: 2
smallest_text: 5pt
decks:
  folk: {cards: folk.yaml, template: small/face, fields: {name: text, size: 1..99, tint: text, kind: text, rule: text}}
"""
FACE = """\
safe: 4mm
icons: {sun: small/sun}
palette: {ink: "#222222"}
elements:
  ground: {rect: bleed, fill: "{{ card.tint }}"}
  band: {rect: [8mm, 8mm, "{{ card.size }}mm", 6mm], radius: 3mm, fill: "#222222"}
  name: {text: "{{ card.name }}", in: band, size: 12pt, align: centre, valign: middle, colour: "#ffffff"}
  rule: {text: "{{ card.rule }}", in: [8mm, 30mm, 40mm, 5mm], size: "{{ card.size / 5 }}pt", colour: "{{ card.tint }}"}
  alike: {text: "Take :moon: two", in: [8mm, 40mm, 40mm, 8mm]}
  edge: {text: "{{ card.kind }}", in: [0mm, 50mm, "{{ card.size }}mm", 5mm], bold: true, italic: true}
  sign: {icon: "{{ card.kind }}", in: [8mm, 60mm, 5mm, 5mm], rotate: "{{ card.size }}"}
  pips: {icons: sun, count: "{{ card.size // 10 }}", size: 3mm, in: [8mm, 66mm, 10mm, 4mm]}
  beside: {rect: "{{ card.kind if card.size > 20 else 'name' }}", stroke: "{{ card.tint }} 0.2mm"}
  lines: {text: "{{ card.name }} {{ n }}", for: n in range(card.size // 9), y: "{{ n * 4 }}mm", right_of: sign}
"""
CARDS = """\
- {name: Ada, rule: Draw two, size: 40, tint: "#eeeeee", kind: sun}
- {name: Ada, rule: Draw two, size: 40, tint: "#eeeeee", kind: sun}
- {name: Adagyq, rule: Draw **two, size: 12, tint: "#eeeeee", kind: moon}
- {name: Bob 漢, rule: Draw two and then all of the rest, size: 40, tint: ink, kind: sun}
- {name: Ada, rule: "Draw {two}", size: 40, tint: inkk, kind: trim}
- {name: Bob, rule: "Draw :sun", size: 40, tint: "#222222", kind: sun}
- {name: "", rule: Draw two, size: 99, tint: "#ffffff", kind: "<img> sun"}
- {name: Ada, rule: Draw two, size: 40, tint: inkk, kind: trim}
- {name: Ada, rule: "Draw it – now", size: 4, tint: "#eeeeee", kind: sun}
- {name: Ada, rule: Draw two, size: 40, tint: "#eeeeee", kind: sun}
"""
SUN = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0H9V9Z" fill="#b85400"/></svg>'


def test_faults_are_reported_for_the_same_cards(write_project: WriteProject, both_ways: BothWays) -> None:
    files = {"data/small/game.yaml": GAME, "data/small/cards.yaml": None, "data/small/folk.yaml": CARDS}
    templates = {"templates/small/face.yaml": FACE, "templates/small/sun.svg": SUN, "templates/small/back.yaml": None}
    made, faults = both_ways(write_project({**files, **templates}), "small")
    assert len(made) == CARDS.count("\n")
    assert {str(fault.code) for fault in faults} == {
        "box-unknown", "cards-repeated", "colour-unknown", "glyph-missing", "icon-unknown", "icons-overflow",
        "style-missing", "text-markup", "text-overflow", "text-small", "text-unsafe", "wrong-value",
    }  # fmt: skip
    ways = [
        len(fault.cards)
        for fault in faults
        if fault.what == "the font family text has no bold-italic, which this text needs"
    ]
    assert ways == [len(made)]


PLAIN = ("Draw two", "12", "Élan (3), “non” !", "Цена: 5", "Don't", "10,000")
GENERAL = (
    "a-b",
    "**a** b",
    "a {b}",
    "a  b",
    "a ",
    "a :sun: b",
    "a:b",
    "a & b",
    "a <b>",
    "漢",
    "a\\*",
    "• a",
    "long " * 20,
)


@pytest.mark.parametrize("text", [*PLAIN, *GENERAL])
def test_plain_words_are_set_the_short_way(
    text: str, write_project: WriteProject, both_ways: BothWays, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines: list[object] = []
    set_line = PlainLook.line

    def line(look: PlainLook, text: str, before: Sequence[Painted]) -> tuple[Text, Box] | None:
        lines.append(made := set_line(look, text, before))
        return made

    monkeypatch.setattr(PlainLook, "line", line)
    face = 'elements: {name: {text: "{{ card.name }}", in: safe, size: 9pt}}'
    root = write_project(
        {
            "data/small/game.yaml": GAME.replace("size: 1..99, tint: text, kind: text, ", ""),
            "data/small/cards.yaml": None,
            "data/small/folk.yaml": json.dumps([{"name": name, "rule": ""} for name in ("A", text)]),
            "templates/small/face.yaml": face,
            "templates/small/back.yaml": None,
        }
    )
    both_ways(root, "small")
    assert [bool(line) for line in lines] == [text in PLAIN]


def test_the_box_of_an_element_in_a_group_is_known_on_every_card(write_project: WriteProject) -> None:
    face = """\
elements:
  ground: {rect: bleed, fill: "#ffffff"}
  frame: {group: {inner: {rect: [10mm, 10mm, 9mm, 9mm], fill: "#222222"}}}
  number: {text: "{{ card.number }}", in: inner, colour: "#ffffff"}
"""
    _, faults = laid_out(write_project({"templates/small/face.yaml": face}), "small")
    assert not faults
