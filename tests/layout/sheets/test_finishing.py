"""White borders, outlines and proofs: at the edges and boxes that they are meant for, over all else, on both sides."""

from __future__ import annotations

import pytest
from command_line import pnp
from conftest import FACE, WriteProject, build_project
from hypothesis import given
from hypothesis import strategies as st
from test_products import TOKEN
from test_sheet import LABEL, sides

from pnp.core.diagnostics import Place
from pnp.core.frame import Art, Box, ElementBox, Frame, Group, Path, Text
from pnp.core.outline import bounds, rectangle, transform
from pnp.core.printing import Printing
from pnp.layout.sheets.card_packing import pack_cards
from pnp.layout.sheets.finishing import Finishing, border, proof
from pnp.layout.sheets.sheet import Side, impose
from pnp.layout.sheets.small_print import PROOF_COLOURS
from pnp.layout.surfaces import topmost

RED = "#cc0000"


def piece(shape: str = "card", bleed: float = 3.0, corner: float = 3.0) -> Frame:
    """A red side with its bleed."""
    box = Box(0, 0, 40, 40 if shape == "circle" else 60).inset(-bleed)
    ground = Path(rectangle(box.x, box.y, box.width, box.height), RED)
    return Frame(
        40,
        40 if shape == "circle" else 60,
        (ground,),
        bleed,
        corner,
        "piece",
        shape,
        (ElementBox(Box(5, 6, 7, 8), "title", Place("t")),),
    )


@given(
    st.sampled_from(["card", "rounded", "circle"]),
    st.floats(0.5, 6),
    st.sampled_from([0.0, 3.0]),
    st.floats(0, 0.99),
    st.floats(0.02, 0.98),
)
def test_a_border_is_white_from_the_bleed_to_its_width_and_nothing_further_in(
    shape: str, width: float, bleed: float, depth: float, along: float
) -> None:
    frame = piece(shape, bleed)
    painted = (*frame.items, border(frame, width))
    inside = width + 0.05 + depth * 5
    y = frame.height / 2 if shape == "circle" else frame.height * min(max(along, 0.25), 0.75)
    for x in (-bleed + depth * (bleed + width), frame.width + bleed - depth * (bleed + width)):
        assert topmost(painted, (x, y)) == "#ffffff"
    for x in (inside, frame.width - inside):
        assert topmost(painted, (x, y)) == RED


@pytest.mark.parametrize("shape", ["card", "rounded", "circle", "hexagon"])
def test_the_lines_of_a_proof_are_at_bleed_trim_safe_area_and_elements(shape: str) -> None:
    frame = piece(shape)
    found = {line.stroke.paint: bounds(line.segments) for line in proof(frame, 4.0)}  # type: ignore[union-attr]
    assert list(found) == [PROOF_COLOURS[name] for name in ("element", "bleed", "trim", "safe area")]
    far = {"trim": 0.0, "safe area": -4.0, "bleed": 3.0 - 0.075}
    for name, out in far.items():
        box = found[PROOF_COLOURS[name]]
        assert (box.x, box.width) == pytest.approx((-out, frame.width + 2 * out))
    assert found[PROOF_COLOURS["element"]] == Box(5, 6, 7, 8)


def test_backs_are_finished_once_and_shared() -> None:
    side = Side(piece(), Art("back", piece().bleed_box, piece().items))
    finishing = Finishing(Printing(border=2, is_proof=True))
    (face, back), (_, again) = finishing.card((side, side), 3, 3), finishing.card((Side(piece()), side), 3, 3)
    assert back is again and back is not None and back.art is not None
    assert back.art.items == back.frame.items and len(back.frame.items) == 1 + 1 + 4
    assert face.art is not None and face.art.items == face.frame.items


def test_nothing_is_finished_that_needs_nothing() -> None:
    card = (Side(piece()), Side(piece()))
    assert Finishing(Printing()).card(card, 3, 3) is card


def test_outlines_of_cards_lie_around_their_trims_on_fronts_only() -> None:
    printing = Printing(has_outlines=True)
    for card in ((63, 88), (70, 120)):
        packing = pack_cards(card, 3, printing)
        front, back = impose(sides(card, 3, 3, packing.capacity), packing, printing, LABEL)
        lines = [
            bounds(transform(item.segments, group.matrix))
            for group in front.frame.items
            if isinstance(group, Group)
            for item in group.items
            if isinstance(item, Path) and item.segments[-1] == ("Z",) and item.stroke and item.stroke.paint == "#000000"
        ]
        assert [(b.x, b.y, b.width, b.height) for b in lines] == [
            pytest.approx((s.x - 0.1, s.y - 0.1, s.width + 0.2, s.height + 0.2)) for s in packing.slots
        ]
        assert len(back.frame.items) == len(front.frame.items) - packing.capacity


def test_a_proof_has_a_legend_within_the_margin_and_no_other_sheet_has() -> None:
    for is_proof in (True, False):
        printing = Printing("letter", is_proof=is_proof)
        packing = pack_cards((63, 88), 3, printing)
        for sheet in impose(sides((63, 88), 3, 3, 2), packing, printing, LABEL):
            named = [item for item in sheet.frame.items if isinstance(item, Text)]
            assert {text.fill for text in named} == (set(PROOF_COLOURS.values()) if is_proof else set())
            assert " ".join(text.text for text in named) == ("bleed trim safe area element" if is_proof else "")
            for text in named:
                assert text.y - text.size >= 4.5 and text.x + text.width <= packing.paper[0] - 5


def test_every_element_that_is_drawn_has_its_box(write_project: WriteProject) -> None:
    """Those that are the same on all cards, too, and each of a loop."""
    face = FACE + (
        '  row: {group: {a: {rect: [0, 0, 5mm, 5mm], fill: "#111111"}}, in: [10mm, 10mm, 20mm, 20mm]}\n'
        '  dots: {for: "n in range(card.number)", ellipse: [20mm, 20mm, 4mm, 4mm], fill: "#111111"}\n'
        '  none: {when: "card.number > 5", rect: trim, fill: "#111111"}\n'
    )
    from pnp.core.diagnostics import Diagnostics
    from pnp.layout.assets import Assets
    from pnp.layout.cards.game import GameLayout
    from pnp.project.files import Files
    from pnp.project.fonts import load_fonts
    from pnp.project.templates import Templates
    from pnp.source_game import read_source_game
    from pnp.text.edition import make_edition

    files, diagnostics = Files(write_project({"templates/small/face.yaml": face})), Diagnostics()
    manuscript = read_source_game(files, Templates(files), "small", diagnostics)
    assert manuscript is not None
    layout = GameLayout(
        make_edition(manuscript.game, "en", None), load_fonts(files, diagnostics), Assets(files.read), diagnostics
    )
    assert [d.what for d in diagnostics] == []
    deck = layout.edition.game.decks["numbers"]
    counts = [len(layout.face(deck, card).boxes) for card in deck.cards]
    assert counts == [1 + 1 + 2 + 1, 1 + 1 + 2 + 2]


@pytest.mark.slow
def test_options_of_finishing_reach_the_sheets_and_a_wide_border_is_told(write_project: WriteProject) -> None:
    game = "title: T\nplayers: 2\ndecks: {chips: {copies: 3, template: small/token}}\n"
    root = write_project({"data/small/game.yaml": game, "templates/small/token.yaml": TOKEN})
    made = set()
    for options in ((), ("--border", "1mm"), ("--proof",), ("--ink", "grey")):
        assert pnp(root, "build", *options).err == ""
        made.add((root / "output/small/en/tokens.pdf").read_bytes())
    assert len(made) == 4
    told = list(build_project(root, border=2.0).diagnostics)  # type: ignore[arg-type]
    assert [(d.code, d.severity) for d in told] == [("border-wide", "warning")]
    assert "--border 1mm" in told[0].fix


def test_sides_that_keep_their_ink_are_told_in_the_summary(write_project: WriteProject) -> None:
    def told(ground: str, colour: str) -> str:
        look = 'elements:\n  ground: {{rect: bleed, fill: "{0}"}}\n  name: {{text: "Name", in: safe, colour: "{1}"}}\n'
        root = write_project({"templates/small/face.yaml": look.format(ground, colour)})
        return build_project(root, ink="light").outputs[0].summary

    assert told("#223344", "#ffffff").endswith(", 2 sides in full ink, for text that a pale ground would hide")
    assert "full ink" not in told("#223344", "#000000")
