"""Drawings as each program writes them → the elements that cards fill, where these stand, and what is reported."""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from conftest import PO_HEADER, WriteProject, build_project, check_project, codes
from strategies import shipped_fonts

from pnp.core import outline
from pnp.core.diagnostics import Diagnostic, Diagnostics, Place
from pnp.core.frame import Box, ElementBox, Frame, Group, Image, Item, Path, Text, Use
from pnp.expressions import BASE_SCOPE
from pnp.extensions.renaming.fields import rename_field
from pnp.layout.assets import Assets
from pnp.layout.cards.card import CardLayout
from pnp.project.files import Files
from pnp.project.template import Template, all_nodes
from pnp.project.templates import Templates

NAMES = (
    'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
    'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" xmlns:serif="http://www.serif.com/" '
    'xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"'
)
FONT = 'font-family="Source Sans 3"'
BAND = '<rect x="5" y="5" width="50" height="8" fill="#700"/>'
CARD = {"name": "Dragon", "rules": "Draw two cards.", "cost": 7, "art": "red.png", "sunny": True}
LONG = {**CARD, "name": "The Venerable Archivist of the Lost Libraries", "sunny": False}


def png() -> bytes:
    from PIL import Image as Pillow

    buffer = io.BytesIO()
    Pillow.new("RGB", (900, 900), "#c00").save(buffer, "PNG")
    return buffer.getvalue()


def svg(body: str, size: str = "60 90", head: str = "") -> str:
    return f'<svg {NAMES} viewBox="0 0 {size}" {head}>\n{body}\n</svg>'


@dataclass
class Laid:
    template: Template | None
    frames: list[Frame]
    found: list[Diagnostic]

    @property
    def texts(self) -> dict[str, str]:
        """The texts of the template, by their names."""
        assert self.template is not None
        elements = [(node.name, node.element) for node in all_nodes(self.template.nodes)]
        shown = {name: getattr(element, "text", None) for name, element in elements}
        return {name: getattr(text, "source", text) for name, text in shown.items() if text is not None}

    def element(self, name: str) -> Any:
        assert self.template is not None, self.codes
        return next(node.element for node in all_nodes(self.template.nodes) if node.name == name)

    def box(self, name: str, card: int = 0) -> ElementBox:
        return next(box for box in self.frames[card].boxes if box.name == name)

    def lines(self, card: int = 0) -> list[Text]:
        return [item for item in flat(self.frames[card].items) if isinstance(item, Text)]

    def printed(self, card: int = 0) -> list[str]:
        return [line.text for line in self.lines(card)]

    @property
    def codes(self) -> list[str]:
        return [f"{each.code}@{each.place.file.rpartition('/')[2]}:{each.place.line}" for each in self.found]


def flat(items: Sequence[Item]) -> list[Item]:
    return [each for item in items for each in (flat(item.items) if isinstance(item, Group) else [item])]


Lay = Callable[..., Laid]


@pytest.fixture
def lay(write_project: WriteProject) -> Lay:
    def make(
        drawing: str,
        keys: str = "",
        cards: Sequence[Mapping[str, Any]] = (CARD,),
        head: str = "size: 60x90\nbleed: 3mm\nsafe: 2mm\n",
    ) -> Laid:
        text = f"{head}elements:\n  face: {{design: t/t{keys}}}\n"
        root = write_project({"templates/t/t.yaml": text, "templates/t/t.svg": drawing, "templates/t/red.png": png()})
        disk, diagnostics = Files(root), Diagnostics()
        template = Templates(disk).get("t/t", Place("game.yaml"), diagnostics, cards)
        if template is None:
            return Laid(None, [], list(diagnostics))
        layout = CardLayout(template, shipped_fonts(), Assets(disk.read), "en", None, diagnostics)
        frames = [
            layout.lay_out({**BASE_SCOPE, "card": card, "language": "en"}, f"card {number}")
            for number, card in enumerate(cards, 1)
        ]
        return Laid(template, frames, list(diagnostics))

    return make


# --- placeholders


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("{{ card.name }}", "{{ card.name }}"),
        ("{{name}}", "{{ card.name }}"),
        ("{Name}", "{{ card.name }}"),
        ("%VAR_name%", "{{ card.name }}"),
        ("${name}", "{{ card.name }}"),
        ("<tspan>{{ ca</tspan><tspan dx='-0.1'>rd.na</tspan><tspan x='21'>me }}</tspan>", "{{ card.name }}"),
        ("Name: <tspan font-weight='bold'>{{ card.name }}</tspan>!", "Name: **{{ card.name }}**!"),
        ("<tspan fill='#f00'>{{ card.name }}</tspan>, the hero of all heroes", '<span style="color: #f00">{{ card.name }}</span>, the hero of all heroes'),
        ("{{ card.name }} costs m<tspan style='font-size:65%;baseline-shift:super'>2</tspan>", "{{ card.name }} costs m<sup>2</sup>"),
        ("{{ name }}: <tspan text-decoration='underline'>all of them</tspan>!", "{{ card.name }}: <u>all of them</u>!"),
        ("<tspan x='8' y='10'>of the</tspan><tspan x='8' y='15'>{{ card.name }}</tspan>", "of the\n{{ card.name }}"),
    ],
)  # fmt: skip
def test_placeholder(lay: Lay, written: str, shown: str) -> None:
    laid = lay(svg(f'{BAND}<text x="8" y="10" font-size="4" {FONT}>{written}</text>'))
    assert list(laid.texts.values()) == [shown]
    assert laid.codes == []


@pytest.mark.parametrize(
    "named",
    [
        'id="name"',
        'id="text12" inkscape:label="name"',
        'id="name1" serif:id="name"',
        'id="name_1_"',
        'id="name-2" data-name="name"',
        'id="name_2"',
        'id="Name"',
        'id="_x7B__x7B_name_x7D__x7D_"',
        'id="{{ card.name }}"',
    ],
)
def test_object_named_after_a_field(lay: Lay, named: str) -> None:
    laid = lay(svg(f'{BAND}<text {named} x="8" y="10" font-size="4" {FONT}>Sample</text>'))
    assert laid.texts == {"name": "{{ card.name }}"}
    assert laid.printed() == ["Dragon"]
    assert laid.codes == []


def test_names_of_programs_are_no_fields(lay: Lay) -> None:
    laid = lay(
        svg(f'<text id="text12" x="8" y="10" font-size="4" {FONT}>Go</text>'), cards=[{"text": "no", "name": "a"}]
    )
    assert laid.printed() == ["Go"]


def test_sample_text_of_a_group_of_affinity(lay: Lay) -> None:
    drawing = f'{BAND}<g id="name1" serif:id="name" transform="translate(8,10)"><text x="0px" y="0px" font-size="4" {FONT}>The</text></g>'
    laid = lay(svg(drawing))
    assert laid.printed() == ["Dragon"]
    assert (laid.lines()[0].x, laid.lines()[0].y) == pytest.approx((8, 10), abs=0.01)


# --- where texts have room


def test_line_stays_where_it_is_drawn_and_shrinks_in_its_shape(lay: Lay) -> None:
    laid = lay(
        svg(f'{BAND}<text id="name" x="8" y="10.5" font-size="5" {FONT}>Name</text>'),
        cards=[CARD, {**CARD, "name": "The Venerable Archivist of Rome"}],
    )
    first, second = laid.lines(0)[0], laid.lines(1)[0]
    assert (first.x, first.y, first.size) == pytest.approx((8, 10.5, 5), abs=0.01)
    assert (second.x, second.y) == pytest.approx((8, 10.5), abs=0.01)
    assert second.size < 5
    assert second.x + second.width <= 55 - 1.5
    assert laid.codes == []


def test_line_ends_at_the_shape_of_its_neighbour(lay: Lay) -> None:
    gem = '<circle cx="51" cy="9" r="4" fill="#fc0"/>'
    texts = f'<text id="name" x="8" y="10.5" font-size="5" {FONT}>Name</text>{gem}<text id="cost" x="51" y="10.5" font-size="5" text-anchor="middle" {FONT}>9</text>'
    laid = lay(svg(BAND + texts))
    name, cost = laid.box("name").box, laid.box("cost").box
    assert name.right <= 47
    assert cost.x + cost.width / 2 == pytest.approx(51, abs=0.01)


@pytest.mark.parametrize(
    ("anchor", "align", "x"), [("start", "left", 20), ("middle", "centre", 30), ("end", "right", 40)]
)
def test_anchor_is_the_alignment(lay: Lay, anchor: str, align: str, x: float) -> None:
    laid = lay(svg(f'{BAND}<text id="name" x="{x}" y="10" font-size="4" text-anchor="{anchor}" {FONT}>Name</text>'))
    assert laid.element("name").align == align
    line, share = laid.lines()[0], {"left": 0.0, "centre": 0.5, "right": 1.0}[align]
    assert line.x + share * line.width == pytest.approx(x, abs=0.01)


def test_figma_writes_centred_texts_from_the_left(lay: Lay) -> None:
    text = f'<text id="name" fill="white" xml:space="preserve" style="white-space: pre" {FONT} font-size="4"><tspan x="25.5" y="10">Name</tspan></text>'
    laid = lay(svg(BAND + text))
    assert laid.element("name").align == "centre"
    assert laid.lines()[0].x + laid.lines()[0].width / 2 == pytest.approx(30, abs=0.01)


INKSCAPE_FRAME = (
    '<defs><rect id="rect9" x="10" y="40" width="40" height="30"/></defs><text xml:space="preserve" '
    'style="font-size:4px;line-height:1.2;font-family:\'Source Sans 3\';white-space:pre;shape-inside:url(#rect9);text-align:center" id="rules">'
    '<tspan x="12" y="44">Some words</tspan><tspan x="12" y="48.8">more</tspan></text>'
)
FLOWED = (
    '<flowRoot xml:space="preserve" id="rules" style="font-size:4px;line-height:1.2;font-family:\'Source Sans 3\';text-align:center"><flowRegion>'
    '<rect x="10" y="40" width="40" height="30"/></flowRegion><flowPara>Some words</flowPara></flowRoot>'
)


@pytest.mark.parametrize("text", [INKSCAPE_FRAME, FLOWED])
def test_frames_of_inkscape(lay: Lay, text: str) -> None:
    laid = lay(
        svg(text), cards=[{**CARD, "rules": "Draw two cards. Then each other player discards one of theirs. " * 2}]
    )
    box = laid.box("rules").box
    assert (box.x, box.width, box.bottom) == pytest.approx((10, 40, 70), abs=0.01)
    assert 40 <= box.y <= 42
    assert len(laid.lines()) > 3
    assert laid.element("rules").align == "centre"
    assert laid.element("rules").leading == 1.2
    assert laid.codes == []


def test_wrapped_words_of_a_frame_are_one_paragraph(lay: Lay) -> None:
    text = INKSCAPE_FRAME.replace('id="rules"', 'id="a"').replace("more", "{{ card.rules }}")
    assert lay(svg(text)).texts == {"rules": "Some words {{ card.rules }}"}


@pytest.mark.parametrize(
    "named", ['id="rules-box"', 'id="rules_x0020_box"', 'id="r1" inkscape:label="Rules box"', 'id="rules"']
)
def test_shape_with_the_name_of_a_text_is_its_room(lay: Lay, named: str) -> None:
    shape = f'<rect {named} x="10" y="40" width="40" height="30" fill="#fff"/>'
    text = f'<text x="12" y="44.8" font-size="4" {FONT}><tspan>{{{{ card.rules }}}}</tspan></text>'
    laid = lay(
        svg(shape + text), cards=[{**CARD, "rules": "Draw two cards. Then each other player discards one. " * 3}]
    )
    box = laid.box("rules").box
    assert (box.x, box.y, box.right, box.bottom) == pytest.approx((12, 42, 48, 68), abs=0.01)
    assert len(laid.lines()) > 3
    assert laid.codes == []


def test_text_of_a_field_in_a_shape_without_a_text(lay: Lay) -> None:
    laid = lay(svg('<circle id="cost" cx="30" cy="45" r="10" fill="#fc0"/>'))
    line = laid.lines()[0]
    assert line.text == "7"
    assert line.x + line.width / 2 == pytest.approx(30, abs=0.01)


def test_turned_text(lay: Lay) -> None:
    laid = lay(svg(f'<text id="name" transform="matrix(0 -1 1 0 12 60)" font-size="4" {FONT}>Name</text>'))
    group = next(item for item in laid.frames[0].items if isinstance(item, Group))
    assert group.matrix[:4] == pytest.approx((0, -1, 1, 0), abs=1e-6)
    x, y = laid.lines()[0].x, laid.lines()[0].y
    assert (group.matrix[2] * y + group.matrix[4], group.matrix[1] * x + group.matrix[5]) == pytest.approx(
        (12, 60), abs=0.01
    )
    assert laid.codes == []


def test_text_in_a_view_of_its_own(lay: Lay) -> None:
    inner = f'<svg x="10" y="20" width="40" height="40" viewBox="0 0 100 100"><text id="name" x="10" y="50" font-size="10" {FONT}>N</text></svg>'
    line = lay(svg(inner)).lines()[0]
    assert (line.x, line.y, line.size) == pytest.approx((14, 40, 4), abs=0.01)


@pytest.mark.parametrize("hidden", ['visibility="hidden"', 'display="none"', 'fill="none"', 'opacity="0"'])
def test_hidden_text_is_not_printed(lay: Lay, hidden: str) -> None:
    laid = lay(
        svg(
            f'<text id="name" x="8" y="10" font-size="4" {hidden}>N</text><text id="cost" x="8" y="50" font-size="4">1</text>'
        )
    )
    assert laid.printed() == ["7"]


def test_look_of_a_text(lay: Lay) -> None:
    style = "font-size:4px;font-family:SourceSans3-Bold;fill:#123456;letter-spacing:0.4px;text-transform:uppercase;opacity:0.5"
    element = lay(svg(f'<text id="name" x="8" y="10" style="{style}">Name</text>')).element("name")
    assert (element.font, element.bold, element.colour, element.uppercase) == (
        "SourceSans3-Bold",
        True,
        "#123456",
        True,
    )
    assert (element.size, element.spacing, element.opacity) == pytest.approx((4, 0.1, 0.5))
    assert element.smallest == pytest.approx(2)


@pytest.mark.parametrize(
    ("size", "keys", "box"),
    [
        ("60 90", "", (0, 0, 60, 90)),
        ("66 96", "", (-3, -3, 66, 96)),
        ("198 288", "", (-3, -3, 66, 96)),
        ("60 90", ", in: safe", (2, 3, 56, 84)),
        ("60 90", ", in: [10, 10, 30, 45]", (10, 10, 30, 45)),
    ],
)
def test_box_of_a_drawing(lay: Lay, size: str, keys: str, box: tuple[float, ...]) -> None:
    laid = lay(
        svg(
            '<rect width="100%" height="100%" fill="#eee"/><text id="name" x="50%" y="40" font-size="4">N</text>', size
        ),
        keys,
    )
    assert tuple(laid.box("face").box) == pytest.approx(box, abs=0.01)


# --- pictures and layers


@pytest.mark.parametrize(
    ("frame", "box", "corners"),
    [
        ('<rect id="art" x="10" y="20" width="40" height="30"/>', Box(10, 20, 40, 30), 5),
        ('<rect id="art" x="10" y="20" width="40" height="30" rx="5"/>', Box(10, 20, 40, 30), 10),
        ('<image inkscape:label="art" x="10" y="20" width="40" height="30" preserveAspectRatio="none" href="data:,"/>', Box(10, 20, 40, 30), 5),
        ('<path id="art" d="M10 20 L50 20 L30 50Z"/>', Box(10, 20, 40, 30), 4),
        ('<g id="art_1_"><clipPath id="c"><use href="#s"/></clipPath><g clip-path="url(#c)"><image width="90" height="90" href="data:,"/></g></g>'
         '<defs><circle id="s" cx="30" cy="40" r="10"/></defs>', Box(20, 30, 20, 20), 6),
    ],
)  # fmt: skip
def test_picture_takes_the_place_of_a_shape(lay: Lay, frame: str, box: Box, corners: int) -> None:
    laid = lay(svg(frame))
    assert laid.codes == []
    assert tuple(laid.box("art").box) == pytest.approx(tuple(box), abs=0.01)
    group = next(item for item in laid.frames[0].items if isinstance(item, Group) and item.clip)
    assert isinstance(group.clip, Path)
    assert len(group.clip.segments) == corners
    (image,) = [item for item in flat(group.items) if isinstance(item, Image)]
    assert image.width == pytest.approx(image.height)  # covers its frame
    assert not any("#000000" in str(item) for item in laid.frames[0].items if not isinstance(item, Group))


def test_card_without_a_picture_has_none(lay: Lay) -> None:
    laid = lay(svg('<rect id="art" x="10" y="20" width="40" height="30"/>'), cards=[CARD, {**CARD, "art": ""}])
    assert [any(isinstance(item, Image) for item in flat(frame.items)) for frame in laid.frames] == [True, False]
    assert laid.codes == []


SUN = '<g inkscape:label="The sun" id="layer3" style="display:none"><circle cx="50" cy="20" r="4" fill="#fc0"/></g>'


@pytest.mark.parametrize(
    ("drawing", "keys"), [(SUN, ", layers: {The sun: card.sunny}"), (SUN.replace("The sun", "sunny"), "")]
)
def test_layer_is_shown_by_an_expression(lay: Lay, drawing: str, keys: str) -> None:
    laid = lay(svg(f'{drawing}<text id="name" x="8" y="10" font-size="4" {FONT}>N</text>'), keys, cards=[CARD, LONG])
    assert [("#ffcc00" in str(frame.items)) for frame in laid.frames] == [True, False]
    assert laid.codes == []


def test_parts_keep_the_order_of_painting(lay: Lay) -> None:
    drawing = f'<rect width="60" height="90" fill="#111111"/><text id="name" x="8" y="10" font-size="4" {FONT}>N</text><rect width="5" height="5" fill="#222222"/>'
    items = str(lay(svg(drawing)).frames[0].items)
    assert items.index("#111111") < items.index("characters") < items.index("#222222")


def test_keys_for_an_element_of_the_drawing(lay: Lay) -> None:
    drawing = svg(
        f'{BAND}<text id="name" x="8" y="10" font-size="4" {FONT}>N</text><text id="b" x="8" y="50" {FONT}>More</text>'
    )
    laid = lay(
        drawing, ", elements: {name: {bold: true, size: += 1pt}, b: null, extra: {text: Extra, in: safe}}", cards=[CARD]
    )
    assert laid.printed() == ["Dragon", "Extra"]
    assert laid.element("name").bold is True
    assert laid.element("name").size == pytest.approx(4 + 25.4 / 72)


# --- faults


@pytest.mark.parametrize(
    ("drawing", "keys", "expected"),
    [
        ('<text id="name" x="8" y="10" font-size="4" font-family="Lato">N</text>', "", "svg-font@t.svg:2"),
        ('<text x="8" y="10" font-size="4">{{ card.nmae }}</text>', "", "undefined-name@t.svg:2"),
        ('<text id="nmae" x="8" y="10" font-size="4">Sample</text><text id="cost" y="50" x="9">1</text>', "", "drawing-unfilled@t.svg:2"),
        ('<path id="name" d="M5 5H20V10Z"/><text id="cost" y="50" x="9">1</text>', "", "drawing-unfilled@t.svg:2"),
        ('<g id="{{ card.name }}"><path d="M5 5H20V10Z"/></g><text id="cost" y="50" x="9">1</text>', "", "drawing-unfilled@t.svg:2"),
        ('<rect width="9" height="9"/>', "", "drawing-unfilled@t.yaml:5"),
        ('<rect id="art" width="9" height="9" fill="#ccc" stroke="#000"/><text id="name" x="8" y="30" font-size="4">N</text>', "", "drawing-unfilled@t.svg:2"),
        ('<path id="p" d="M5 20H50"/><text id="name" font-size="4"><textPath href="#p">N</textPath></text>', "", "drawing-unfilled@t.svg:2"),
        ('<defs><g id="a"><text y="10" font-size="4">{{ card.name }}</text></g></defs><use href="#a" x="9"/><text id="cost" y="50" x="9">1</text>', "", "svg-placeholder@t.svg:2"),
        ('<text id="name" x="8" y="10" font-size="4" fill="none" stroke="#000">N</text>', "", "svg-unsupported@t.svg:2"),
        ('<g filter="url(#blur)"><text id="name" x="8" y="10" font-size="4">N</text></g>', "", "svg-unsupported@t.svg:2"),
        ('<text id="name" x="8" y="10" font-size="4">N</text>', ", layers: {Sun: card.sunny}", "svg-part@t.yaml:5"),
        ('<text id="name" x="8" y="10" font-size="4">N</text>', ", in: foot", "wrong-value@t.yaml:5"),
        ('<text id="name" x="8" y="10" font-size="4">N</text>', ", layer: {Sun: card.sunny}", "unknown-key@t.yaml:5"),
        ('<text id="name" x="0.2" y="3" font-size="4">N</text>', "", "text-unsafe@t.svg:2"),
    ],
)  # fmt: skip
def test_fault_has_its_place(lay: Lay, drawing: str, keys: str, expected: str) -> None:
    assert lay(svg(drawing), keys).codes == [expected]


def test_overflow_names_the_line_of_the_drawing_and_a_fix_that_works(lay: Lay) -> None:
    drawing = f'{BAND}\n<text id="name" x="30" y="10" font-size="5" {FONT}>Name</text>'
    laid = lay(svg(drawing), cards=[LONG])
    assert laid.codes == ["text-overflow@t.svg:3"]
    assert "name a shape around its room name-box in the drawing" in laid.found[0].fix
    assert (
        lay(svg(drawing + '<rect id="name-box" x="5" y="5" width="50" height="20" fill="none"/>'), cards=[LONG]).codes
        == []
    )
    assert lay(svg(drawing), ", smallest: 3pt", cards=[LONG]).codes == []


def test_drawings_with_svg_propose_a_design(write_project: WriteProject) -> None:
    drawing = svg(f'<text x="8" y="20" font-size="4" {FONT}>{{{{ card.number }}}}</text>')
    files = {
        "templates/small/art.svg": drawing,
        "templates/small/face.yaml": "elements: {art: {svg: small/art}, number: {text: '{{ card.number }}', in: safe}}\n",
    }
    made = build_project(write_project(files))
    (found,) = [each for each in made.diagnostics if each.code == "svg-placeholder"]
    assert "write design: for svg:" in found.fix
    fixed = {**files, "templates/small/face.yaml": files["templates/small/face.yaml"].replace("svg:", "design:")}
    assert codes(build_project(write_project(fixed))) == []


# --- along a path

ARC = '<defs><path id="p" d="{path}"/></defs><text font-size="4" {anchor} {font}><textPath href="#p" startOffset="{start}">{words}</textPath></text>'


@pytest.mark.parametrize(
    ("path", "anchor", "start", "arc", "turn"),
    [
        ("M10 45 A20 20 0 0 1 50 45", "middle", "50%", (20, math.pi * 20, False), 0),
        ("M10 45 A20 20 0 0 1 50 45", "start", "0", (20, math.pi * 20, False), 0),
        ("M10 45 A20 20 0 0 1 50 45", "end", "50%", (20, math.pi * 10, False), -45),
        ("M10 45 A20 20 0 0 0 50 45", "middle", "50%", (20, math.pi * 20, True), 0),
        ("M10 45 A20 20 0 0 0 50 45", "start", "50%", (20, math.pi * 10, True), -45),
        ("M30 25 A20 20 0 0 1 30 65", "middle", "50%", (20, math.pi * 20, False), 90),
        ("M10 45 C10 34 19 25 30 25 C41 25 50 34 50 45", "middle", "50%", (20, math.pi * 20, False), 0),
    ],
)
@pytest.mark.parametrize("words", ["Citizens", "{{ card.name }}"])
def test_text_on_a_part_of_a_circle_follows_it(
    lay: Lay, path: str, anchor: str, start: str, arc: tuple[float, float, bool], turn: float, words: str
) -> None:
    drawn = ARC.format(path=path, anchor=f'text-anchor="{anchor}"', font=FONT, start=start, words=words)
    laid = lay(svg(drawn + f'<text id="cost" y="85" x="9" font-size="4" {FONT}>1</text>'))
    name = next(name for name, text in laid.texts.items() if text == words)
    element = laid.element(name)
    assert (element.arc.radius, element.arc.length, element.arc.is_inside) == pytest.approx(arc, rel=0.01)
    assert element.rotate == pytest.approx(turn, abs=1)
    assert laid.box(name).box.x + laid.box(name).box.width / 2 == pytest.approx(30, abs=0.1)
    assert laid.codes == []


def test_text_longer_than_its_arc_is_reported(lay: Lay) -> None:
    path = "M20 30 A20 20 0 0 1 40 30"
    drawn = ARC.format(path=path, anchor='text-anchor="middle"', font=FONT, start="50%", words="{{ card.name }}")
    assert lay(svg(drawn)).codes == []
    assert lay(svg(drawn), cards=[LONG]).codes == ["text-overflow@t.svg:2"]


def test_text_on_another_path_is_told_where_there_are_translations(write_project: WriteProject) -> None:
    drawn = ARC.format(path="M10 60 C20 50 30 70 50 60", anchor="", font=FONT, start="0", words="Citizens")
    drawing = PROJECT["templates/small/face.svg"].replace("</svg>", f"{drawn}</svg>")
    files = {**PROJECT, "templates/small/face.svg": drawing}
    alone = {**files, "data/small/game.yaml": files["data/small/game.yaml"].replace("languages: [en, fr]\n", "")}
    del alone["data/small/locale/fr.po"]
    assert codes(build_project(write_project(alone))) == []
    found = build_project(write_project(files), "fr").diagnostics
    assert [str(each.code) for each in found] == ["drawing-unfilled"]


# --- whole projects

PROJECT = {
    "data/small/game.yaml": "title: Small\nplayers: 2\nlanguages: [en, fr]\ndecks:\n  heroes: {cards: cards.yaml, template: small/face, fields: {name: text, cost: 1..9}}\n",
    "data/small/cards.yaml": "- {name: Dragon, cost: 1}\n- {name: Knight, cost: 2}\n",
    "data/small/locale/fr.po": PO_HEADER
    + 'msgid "Small"\nmsgstr "Petit"\n\nmsgid "Dragon"\nmsgstr "Dragon"\n\nmsgid "Knight"\nmsgstr "Chevalier"\n\nmsgid "Costs {{ card.cost }}"\nmsgstr "Coûte {{ card.cost }}"\n',
    "templates/small/face.yaml": "elements: {face: {design: small/face}}\n",
    "templates/small/face.svg": svg(
        f'<rect width="69" height="94" fill="#fff"/><text id="name" x="10" y="20" font-size="5" {FONT}>Name</text>'
        f'<text x="10" y="40" font-size="5" {FONT}>Costs {{{{ card.cost }}}}</text>', "69 94"),
}  # fmt: skip


def test_words_of_a_drawing_are_translated(write_project: WriteProject) -> None:
    assert codes(build_project(write_project(PROJECT), "en", "fr")) == []
    assert codes(check_project(write_project(PROJECT))) == []
    missing = {**PROJECT, "data/small/locale/fr.po": PROJECT["data/small/locale/fr.po"].replace("Costs", "Cost")}
    found = build_project(write_project(missing), "fr").diagnostics
    assert [str(each.code) for each in found if each.code == "translation-missing"]
    assert any("Costs {{ card.cost }}" in each.what for each in found)


def test_two_decks_with_one_template_and_other_fields(write_project: WriteProject) -> None:
    game = PROJECT["data/small/game.yaml"].replace("languages: [en, fr]\n", "") + (
        "  towns: {cards: [{name: Rome, cost: 3, age: 9}], template: small/face, fields: {name: text, cost: 1..9, age: 1..9}}\n"
    )
    drawing = PROJECT["templates/small/face.svg"].replace(
        "</svg>", f'<text id="age" x="10" y="60" {FONT} font-size="5">Old</text></svg>'
    )
    made = build_project(write_project({**PROJECT, "data/small/game.yaml": game, "templates/small/face.svg": drawing}))
    assert codes(made) == []


def test_template_is_read_again_after_a_change_of_its_drawing(write_project: WriteProject) -> None:
    root = write_project(PROJECT)
    first = Templates(Files(root))
    cards = [{"name": "Dragon", "cost": 1}]
    before = first.get("small/face", Place("g"), Diagnostics(), cards)
    drawing = root / "templates/small/face.svg"
    drawing.write_text(drawing.read_text().replace("Costs", "Price"))
    kept, changed = (first.after(Files(root), paths) for paths in ((), ("templates/small/face.svg",)))
    assert kept.get("small/face", Place("g"), Diagnostics(), cards) is before
    after = changed.get("small/face", Place("g"), Diagnostics(), cards)
    assert after is not None
    assert any("Price" in str(getattr(node.element, "text", "")) for node in all_nodes(after.nodes))


# --- objects of drawings


@pytest.mark.parametrize(
    ("name", "box"),
    [
        ("sword", Box(0, 0, 10, 10)),
        ("Red shield", Box(12, 23, 6, 7)),
        ("red_shield", Box(12, 23, 6, 7)),
        ("hidden", Box(1, 1, 4, 4)),
    ],
)
def test_object_of_a_drawing(write_project: WriteProject, name: str, box: Box) -> None:
    objects = (
        '<symbol id="sword" viewBox="0 0 10 10"><path d="M1 1H9V9Z"/></symbol>'
        '<g inkscape:label="Red shield" id="g4" transform="translate(10,20)"><rect x="2" y="3" width="6" height="7"/></g>'
        '<g id="hidden" style="display:none"><rect x="1" y="1" width="4" height="4"/></g>'
    )
    root = write_project({"templates/t/icons.svg": svg(objects)})
    diagnostics = Diagnostics()
    drawing = Assets(Files(root).read).drawing(f"t/icons#{name}", Place("t.yaml"), diagnostics)
    assert drawing is not None
    assert tuple(drawing.box) == pytest.approx(tuple(box))
    assert len(drawing.template) == 1
    assert not list(diagnostics)


def test_object_that_is_not_there(write_project: WriteProject) -> None:
    icons = svg('<g id="sword"><path d="M1 1H9V9Z"/></g>')
    face = "elements:\n  art: {svg: small/icons#swrod, in: safe}\n  number: {text: '{{ card.number }}', in: safe}\n"
    made = build_project(write_project({"templates/small/icons.svg": icons, "templates/small/face.yaml": face}))
    (found,) = made.diagnostics
    assert (str(found.code), str(found.place)) == ("svg-part", "templates/small/face.yaml:2:14")
    assert found.fix == "did you mean sword?"


def test_icons_of_one_file(write_project: WriteProject) -> None:
    icons = svg('<symbol id="sword" viewBox="0 0 10 10"><path d="M1 1H9V9Z"/></symbol>')
    face = (
        "icons: {sword: 'small/icons#sword'}\nelements:\n  art: {icon: sword, in: [20mm, 20mm, 9mm, 9mm]}\n"
        "  number: {text: '{{ card.number }} :sword:', in: safe}\n"
    )
    files = {"templates/small/icons.svg": icons, "templates/small/face.yaml": face}
    assert codes(build_project(write_project(files))) == []


@pytest.mark.parametrize(
    ("design", "code"),
    [
        ("small/fase", "file-missing@templates/small/face.yaml:1:27"),
        ("'{{ card.name }}'", "wrong-value@templates/small/face.yaml:1:27"),
    ],
)
def test_design_that_is_no_file(write_project: WriteProject, design: str, code: str) -> None:
    files = {**PROJECT, "templates/small/face.yaml": f"elements: {{face: {{design: {design}}}}}\n"}
    assert codes(build_project(write_project(files), "en")) == [code]


def test_broken_design_is_told_once(write_project: WriteProject) -> None:
    made = build_project(write_project({**PROJECT, "templates/small/face.svg": "<svg"}), "en")
    assert [code.partition(":")[0] for code in codes(made)] == ["svg-broken@templates/small/face.svg"]


def test_side_of_a_drawing(lay: Lay) -> None:
    sides = (
        f'<g id="front" style="display:none">{BAND}<text id="name" x="8" y="10" font-size="4" {FONT}>N</text></g>'
        f'<g id="rear"><text x="8" y="50" font-size="4" {FONT}>Rear</text></g>'
    )
    laid = lay(svg(sides).replace("t/t", "t/t"), "#front")
    assert laid.printed() == ["Dragon"]
    assert "#770000" in str(laid.frames[0].items)


BESIDE = f"""<rect width="60" height="90" fill="#fff"/>
<g id="rear"><rect x="80" y="10" width="60" height="90" fill="#700"/>
<text id="name" x="88" y="20" font-size="4" {FONT}>N</text><rect id="art" x="90" y="30" width="20" height="20"/></g>"""


@pytest.mark.parametrize(
    "page",
    [
        "",
        '<sodipodi:namedview><inkscape:page x="0" y="0" width="60" height="90"/><inkscape:page x="80" y="10" width="60" height="90"/></sodipodi:namedview>',
    ],
)
def test_part_beside_the_page_has_a_box_of_its_own(lay: Lay, page: str) -> None:
    laid = lay(svg(page + BESIDE), "#rear")
    assert laid.element("face").within == (0, 0, 60, 90)
    assert laid.box("art").box == pytest.approx((10, 20, 20, 20))
    assert laid.box("name").box.x == pytest.approx(8)
    (ground,) = [item for item in flat(laid.frames[0].items) if isinstance(item, Use)]
    assert "#770000" in str(ground.art.items)
    assert outline.apply(ground.matrix, 80, 10) == pytest.approx((0, 0))
    assert laid.codes == []


def test_part_on_a_page_of_inkscape_has_its_box(lay: Lay) -> None:
    page = '<sodipodi:namedview><inkscape:page x="75" y="5" width="70" height="105"/></sodipodi:namedview>'
    laid = lay(svg(page + BESIDE), "#rear, in: [0, 0, 60, 90]")
    assert laid.box("art").box == pytest.approx((15 * 6 / 7, 25 * 6 / 7, 20 * 6 / 7, 20 * 6 / 7), abs=1e-4)


def test_two_languages_in_one_edition_have_room_in_a_box(write_project: WriteProject) -> None:
    longer = PROJECT["data/small/locale/fr.po"].replace(
        '"Chevalier"', '"Le chevalier de la grande forêt profonde du nord glacial"'
    )
    files = {**PROJECT, "data/small/locale/fr.po": longer}
    (found,) = build_project(write_project(files), "en+fr").diagnostics
    assert str(found.code) == "text-overflow"
    assert "name a shape around room for all name-box in the drawing" in found.fix
    box = '<rect id="name-box" x="9" y="14" width="50" height="14" fill="none"/>'
    drawing = PROJECT["templates/small/face.svg"].replace("</svg>", f"{box}</svg>")
    assert codes(build_project(write_project({**files, "templates/small/face.svg": drawing}), "en+fr")) == []


def test_renamed_field_is_renamed_in_drawings(write_project: WriteProject) -> None:
    files = Files(write_project(PROJECT))
    outputs, left = rename_field(files, "small", "cost", "price")
    drawing = next(output for output in outputs if output.path.endswith("face.svg"))
    assert b"Costs {{ card.price }}" in drawing.content
    _, left = rename_field(files, "small", "name", "title")
    assert any("face.svg:2" in line for line in left)  # the id of an object


# --- clones

CLONED = f'<g id="seal"><rect x="5" y="5" width="20" height="8" fill="#700"/><text id="name" x="8" y="11" font-size="4" {FONT}>N</text></g>'
CLONED_PICTURE = '<rect id="art" x="5" y="5" width="20" height="20" fill="#070"/>'


@pytest.mark.parametrize(
    ("drawn", "clone", "moved"),
    [
        (CLONED, '<use xlink:href="#seal" x="30" y="40"/>', (30, 40)),
        (CLONED, '<use xlink:href="#seal" x="-2" y="40"/>', (-2, 40)),
        (CLONED, '<use href="#seal" transform="rotate(180 30 45)"/>', (30, 72)),
        (
            f'<g transform="translate(1,2)">{CLONED}</g>',
            '<g transform="translate(2,1)"><use href="#seal" y="40"/></g>',
            (1, 39),
        ),
    ],
)
def test_clone_of_a_text_is_filled_where_it_is_drawn(
    lay: Lay, drawn: str, clone: str, moved: tuple[float, float]
) -> None:
    laid = lay(svg(f"{drawn}\n{clone}"))
    assert laid.printed() == ["Dragon", "Dragon"]
    assert laid.codes == []
    first, second = (laid.box(name).box for name in ("name", "name 2"))
    assert (second.x - first.x, second.y - first.y) == pytest.approx(moved)
    assert laid.element("name 2").rotate == (pytest.approx(180) if "rotate" in clone else 0)


def test_clone_of_a_group_shows_its_shapes(lay: Lay) -> None:
    laid = lay(svg(f'{CLONED}\n<use href="#seal" x="30" y="40"/>'))
    bands = [item.matrix[4:] for item in flat(laid.frames[0].items) if isinstance(item, Use)]
    assert len(bands) == 2
    assert (bands[1][0] - bands[0][0], bands[1][1] - bands[0][1]) == pytest.approx((30, 40))


def test_clone_of_a_picture_is_filled(lay: Lay) -> None:
    laid = lay(svg(f'{CLONED_PICTURE}<use href="#art" x="30" y="40"/>'))
    assert laid.box("art 2").box == pytest.approx((35, 45, 20, 20))
    assert len([item for item in flat(laid.frames[0].items) if isinstance(item, Image)]) == 2
    assert laid.codes == []


@pytest.mark.parametrize(
    "drawing",
    [
        '<symbol id="s"><text id="name" y="10" font-size="4">N</text></symbol><text id="cost" y="50" x="9">1</text><use href="#s" x="9"/>',
        f'{CLONED}<use href="#seal" transform="skewX(20)"/>',
        f'{CLONED}<use href="#seal" transform="translate(60,40) scale(-1,1)"/>',
    ],
)
def test_clone_that_cannot_be_filled_is_reported(lay: Lay, drawing: str) -> None:
    assert lay(svg(drawing)).codes == ["drawing-unfilled@t.svg:2"]


# --- further keys


LAYERED = f'{BAND}<text id="text20" inkscape:label="Title" x="8" y="10" font-size="4" {FONT}>{{{{ card.name }}}}</text><g id="Frost"><text id="cost" x="8" y="60" font-size="4" {FONT}>1</text></g>'


@pytest.mark.parametrize("name", ["title", "Title", "text20"])
def test_keys_for_an_element_by_each_of_its_names(lay: Lay, name: str) -> None:
    laid = lay(svg(LAYERED.replace("title", name)), f", elements: {{{name}: {{hyphenate: true}}}}")
    assert laid.codes == []
    (element,) = [laid.element(each) for each, text in laid.texts.items() if "name" in text]
    assert element.hyphenate


def test_keys_for_an_element_in_a_layer(lay: Lay) -> None:
    laid = lay(svg(LAYERED), ", layers: {Frost: card.sunny}, elements: {cost: {hyphenate: true}}")
    assert laid.codes == []
    assert laid.element("cost").hyphenate


@pytest.mark.parametrize("keys", ["{hyphenate: true}", "null"])
def test_keys_for_an_unknown_element_propose_one_of_the_design(lay: Lay, keys: str) -> None:
    laid = lay(svg(LAYERED), f", elements: {{cots: {keys}}}")
    assert laid.codes == ["element-unknown@t.yaml:5"]
    assert "cost" in laid.found[0].fix


@pytest.mark.parametrize(("name", "lines"), [("Ann", 1), ("The Venerable Archivist of the Lost Libraries", 2)])
def test_title_of_two_lines_begins_at_the_first(lay: Lay, name: str, lines: int) -> None:
    drawn = f'<text id="name" font-size="4" {FONT}><tspan x="8" y="20">Name in</tspan><tspan x="8" y="25">two lines</tspan></text>'
    laid = lay(svg(drawn), cards=[{**CARD, "name": name}])
    assert laid.codes == []
    assert [line.y for line in laid.lines()] == pytest.approx([20, 25][:lines], abs=0.25)


def test_misspelt_field_of_a_placeholder_proposes_the_field(lay: Lay) -> None:
    laid = lay(svg(f'<text x="8" y="20" font-size="4" {FONT}>{{{{ cots }}}}</text>'))
    assert [str(each.code) for each in laid.found if each.code == "undefined-name"] == ["undefined-name"]
    assert "did you mean card.cost?" in [each.fix for each in laid.found]


def test_unknown_part_proposes_labels(lay: Lay) -> None:
    drawn = f'<g id="layer1" inkscape:label="Front"><text id="name" x="8" y="20" font-size="4" {FONT}>N</text></g>'
    assert lay(svg(drawn), "#Frnt").found[0].fix == "did you mean Front?"
    assert lay(svg(drawn), ", layers: {Frnt: card.sunny}").found[0].fix == "did you mean Front?"


def test_size_at_which_a_text_does_not_fit_is_a_plain_number(lay: Lay) -> None:
    drawn = f'{BAND}<text id="name" x="30" y="10" font-size="5" {FONT}>Name</text>'
    (found,) = lay(svg(drawn, head='width="60mm" height="90mm"'), ", smallest: 7pt", cards=[LONG]).found
    assert "does not fit at 7 pt" in found.what
