"""Templates and cards → Frames: boxes, repetition, transforms, drawings, what is fixed, and what is told."""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import pytest
from conftest import WriteProject
from strategies import shipped_fonts

from pnp.core import outline
from pnp.core.diagnostics import Diagnostic, Diagnostics, Mistake, Place
from pnp.core.frame import Box, Frame, Group, Image, Item, LinearGradient, Path, RadialGradient, Stop, Stroke, Text, Use
from pnp.expressions import BASE_SCOPE
from pnp.layout.assets import Assets
from pnp.layout.cards.card import CardLayout
from pnp.layout.cards.elements import ELEMENT_KINDS
from pnp.project.elements import ELEMENTS
from pnp.project.files import Files
from pnp.project.templates import Templates

TRIM = Box(0, 0, 60, 90)
HEAD = (
    "size: 60x90\nbleed: 3mm\nsafe: 4mm\npalette: {ink: '#112233', sun: '#ffcc00'}\nicons: {dot: t/dot, wide: t/wide}\n"
)
DOT = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" r="5" fill="currentColor"/></svg>'
WIDE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><rect width="20" height="10" fill="var(--a, red)"/></svg>'


def png(width: int, height: int) -> bytes:
    from PIL import Image as Pillow

    buffer = io.BytesIO()
    Pillow.new("RGB", (width, height), "#c00").save(buffer, "PNG")
    return buffer.getvalue()


@dataclass
class Laid:
    frames: list[Frame]
    found: list[Diagnostic]
    layout: CardLayout

    @property
    def items(self) -> tuple[Item, ...]:
        assert [f"{d.code}: {d.what}" for d in self.found] == []
        return self.frames[0].items

    @property
    def item(self) -> Any:
        (item,) = self.items
        return item

    @property
    def codes(self) -> list[str]:
        return [d.code for d in self.found]


Lay = Callable[..., Laid]


@pytest.fixture
def lay(write_project: WriteProject) -> Lay:
    def make(
        elements: str,
        cards: Sequence[Mapping[str, Any]] = ({},),
        head: str = HEAD,
        files: Mapping[str, str | bytes] | None = None,
        faces: Any = None,
        language: str = "en",
    ) -> Laid:
        text = head + "elements:\n" + "".join(f"  {line}\n" for line in elements.strip("\n").split("\n"))
        root = write_project(
            {"templates/t/t.yaml": text, "templates/t/dot.svg": DOT, "templates/t/wide.svg": WIDE, **(files or {})}
        )
        disk = Files(root)
        diagnostics = Diagnostics()
        template = Templates(disk).get("t/t", Place("game.yaml"), diagnostics)
        assert template is not None, list(diagnostics)
        layout = CardLayout(template, shipped_fonts(), Assets(disk.read), language, faces, diagnostics)
        frames = [
            layout.lay_out({**BASE_SCOPE, "card": card, "language": "en"}, f"card {number}")
            for number, card in enumerate(cards, 1)
        ]
        return Laid(frames, list(diagnostics), layout)

    return make


def box_of(item: Item) -> Box:
    """What an item covers."""
    if isinstance(item, Path):
        return outline.bounds(item.segments)
    if isinstance(item, Use):
        a, _, _, d, e, f = item.matrix
        return Box(e + item.art.box.x * a, f + item.art.box.y * d, item.art.box.width * a, item.art.box.height * d)
    assert isinstance(item, Image)
    return Box(item.x, item.y, item.width, item.height)


def near(box: Box, x: float, y: float, width: float, height: float) -> bool:
    return (box.x, box.y, box.width, box.height) == pytest.approx((x, y, width, height), abs=1e-6)


def centre(item: Item) -> tuple[float, float]:
    box = box_of(item)
    return (round(box.x + box.width / 2, 3), round(box.y + box.height / 2, 3))


# --- boxes


@pytest.mark.parametrize(
    ("written", "box"),
    [
        ("rect: trim", (0, 0, 60, 90)),
        ("rect: bleed", (-3, -3, 66, 96)),
        ("rect: safe", (4, 4, 52, 82)),
        ("rect: [1mm, 2, 1cm, 20mm]", (1, 2, 10, 20)),
        ("rect: safe, in: safe", (4, 4, 52, 82)),
        ("rect: [1, 2, 10, 20], in: safe", (5, 6, 10, 20)),
        ("rect: trim, width: 10mm", (0, 0, 10, 90)),
        ("rect: trim, width: 10, height: 20, at: centre", (25, 35, 10, 20)),
        ("rect: trim, width: 10, height: 20, at: bottom-right", (50, 70, 10, 20)),
        ("rect: trim, width: 10, height: 20, at: bottom-right - 5mm", (45, 65, 10, 20)),
        ("rect: trim, width: 10, height: 20, at: top + 0mm 3mm", (25, 3, 10, 20)),
        ("rect: trim, width: 10, height: 20, at: right, x: -2mm, y: 1mm", (48, 36, 10, 20)),
        ("rect: safe, width: 10, height: 20, at: top-left", (4, 4, 10, 20)),
        ("rect: safe, width: 10, height: 20, at: bottom", (25, 66, 10, 20)),
        ("rect: safe, width: 50%, height: 25%, x: 10%", (9.2, 4, 26, 20.5)),
        ("rect: ['50%', '10%', '50%', 9], in: trim", (30, 9, 30, 9)),
    ],
)
def test_where_an_element_stands(lay: Lay, written: str, box: tuple[float, float, float, float]) -> None:
    assert near(box_of(lay(f"a: {{{written}, fill: ink}}").item), *box)


def test_every_element_of_a_template_but_a_group_is_drawn() -> None:
    drawn = {name: kind.model for name, kind in ELEMENT_KINDS.items()}
    assert drawn == {name: model for name, model in ELEMENTS.items() if name != "group"}


def test_an_element_can_stand_in_an_earlier_one(lay: Lay) -> None:
    made = lay("a: {rect: [10, 10, 20, 30], fill: ink}\nb: {rect: a, width: 4, height: 4, at: bottom-right, fill: sun}")
    assert near(box_of(made.items[1]), 26, 36, 4, 4)


@pytest.mark.parametrize(
    ("written", "box"),
    [
        ("below: a", (0, 30, 60, 60)),
        ("above: a", (0, 0, 60, 10)),
        ("right_of: a", (40, 0, 20, 90)),
        ("left_of: a, in: safe", (4, 4, 16, 82)),
        ("below: a, right_of: a, width: 50%", (40, 30, 10, 60)),
    ],
)
def test_an_element_can_stand_beside_an_earlier_one(
    lay: Lay, written: str, box: tuple[float, float, float, float]
) -> None:
    place = written if "in:" in written else f"in: trim, {written}"
    made = lay(
        f"a: {{rect: [20, 10, 20, 20], fill: ink}}\nb: {{ellipse: ['0%', '0%', '100%', '100%'], {place}, fill: sun}}"
    )
    assert near(box_of(made.items[1]), *box)


def test_codes_that_cannot_be_read_are_reported(lay: Lay) -> None:
    assert lay("a: {qr: x, in: [0, 0, 5mm, 5mm]}").codes == ["code-fine"]
    assert lay("a: {qr: '{{ card.n }}', in: [0, 0, 20mm, 20mm]}", [{"n": "https://example.org"}, {"n": ""}]).codes == []
    assert lay("a: {barcode: '4006381333932', in: [0, 0, 38mm, 12mm]}").codes == ["wrong-value"]
    assert lay("a: {barcode: '4006381333931', in: [0, 0, 18mm, 12mm]}").codes == ["code-fine"]


def test_a_later_one_is_unknown_yet(lay: Lay) -> None:
    assert lay("a: {rect: b, fill: ink}\nb: {rect: trim, fill: sun}").codes == ["box-unknown"]


def test_a_box_without_room_is_told(lay: Lay) -> None:
    assert lay("a: {rect: [0, 0, '{{ card.n }}', 5], fill: ink}", [{"n": 0}]).codes == ["box-empty"]
    assert lay("a: {rect: [0, 0, 5, '{{ card.n }}'], fill: ink}", [{"n": 0}]).codes == ["box-empty"]


def test_coordinates_in_a_group_count_from_its_box(lay: Lay) -> None:
    made = lay(
        "g:\n  in: [10, 20, 30, 40]\n  group:\n    a: {rect: [1, 2, 3, 4], fill: ink}\n"
        "    b: {ellipse: g, width: 6, height: 6, at: centre, fill: ink}\n"
        "    c: {rect: trim, width: 5, fill: ink}"
    )
    boxes = [box_of(item) for item in made.items]
    assert near(boxes[0], 11, 22, 3, 4)
    assert near(boxes[1], 22, 37, 6, 6)
    assert near(boxes[2], 0, 0, 5, 90)


def test_a_box_may_be_computed(lay: Lay) -> None:
    made = lay("a: {rect: ['{{ card.n * 2 }}', 1, 5, '{{ card.n }}mm'], fill: ink}", [{"n": 3}, {"n": 4}])
    assert [near(box_of(f.items[0]), 2 * n, 1, 5, n) for f, n in zip(made.frames, (3, 4), strict=True)] == [True, True]


@pytest.mark.parametrize(
    ("written", "size"),
    [
        ("svg: t/wide, width: 10mm", (10, 5)),
        ("svg: t/wide, height: 10mm", (20, 10)),
        ("icon: wide, width: 8mm", (8, 4)),
        ("icon: wide, height: 8mm", (16, 8)),
        ("image: t/p.png, width: 6mm", (6, 3)),
        ("image: t/p.png, height: 6mm", (12, 6)),
        ("svg: t/wide, height: 10mm, fit: stretch", (60, 10)),
        ("image: t/p.png, width: 6mm, fit: stretch", (6, 90)),
    ],
)
def test_the_side_left_out_follows_from_the_proportions(lay: Lay, written: str, size: tuple[float, float]) -> None:
    extra = ", min_dpi: 1" if "image" in written else ""
    made = lay(f"a: {{{written}, at: bottom-right{extra}}}", files={"templates/t/p.png": png(20, 10)})
    width, height = size
    item = made.item.items[0] if isinstance(made.item, Group) else made.item
    assert near(box_of(item), 60 - width, 90 - height, width, height)


@pytest.mark.parametrize(
    ("fit", "box"),
    [("contain", (10, 20, 20, 10)), ("cover", (0, 10, 40, 20)), ("stretch", (10, 15, 20, 20))],
)
def test_how_a_drawing_fills_its_box(lay: Lay, fit: str, box: tuple[float, float, float, float]) -> None:
    made = lay(f"a: {{svg: t/wide, in: [10, 15, 20, 20], fit: {fit}}}".replace("[10, 15", "[10, 15"))
    item = made.item
    if fit == "cover":
        assert near(outline.bounds(item.clip.segments), 10, 15, 20, 20)
        item = item.items[0]
        box = (0, 15, 40, 20)
    assert near(box_of(item), *box)


def test_a_picture_that_covers_keeps_its_focus_in_sight(lay: Lay) -> None:
    files = {"templates/t/p.png": png(40, 10)}
    for focus, x in ((0, 10), (0.5, -20), (1, -50)):
        made = lay(
            f"a: {{image: t/p.png, in: [10, 10, 20, 20], fit: cover, focus: [{focus}, 0.5], min_dpi: 1}}", files=files
        )
        assert near(box_of(made.item.items[0]), x, 10, 80, 20)


# --- turning, mirroring, cutting


def test_rotation_is_clockwise_about_the_elements_centre(lay: Lay) -> None:
    group = lay("a: {rect: [10, 20, 20, 10], fill: ink, rotate: 90}").item
    assert outline.apply(group.matrix, 20, 25) == pytest.approx((20, 25))
    assert outline.apply(group.matrix, 10, 20) == pytest.approx((25, 15))  # top left goes to the top right


def test_mirrored_is_a_second_copy_turned_about_the_cards_centre(lay: Lay) -> None:
    once, again = lay("a: {rect: [5, 6, 20, 10], fill: ink, mirrored: true}").items
    assert near(box_of(once), 5, 6, 20, 10)
    assert isinstance(again, Group)
    assert outline.apply(again.matrix, 5, 6) == pytest.approx((55, 84))
    assert outline.apply(again.matrix, 30, 45) == pytest.approx((30, 45))
    assert again.items == (once,)


def test_rotated_and_mirrored(lay: Lay) -> None:
    once, again = lay("a: {rect: [5, 6, 20, 10], fill: ink, rotate: 30, mirrored: true}").items
    assert isinstance(once, Group) and isinstance(again, Group)
    assert again.items == (once,)


def test_an_element_may_stand_at_the_other_side_in_languages_from_right_to_left(lay: Lay) -> None:
    elements = """
panel: {rect: [10, 10, 40, 40], fill: sun}
a: {rect: [5, 6, 20, 10], fill: ink, mirror: true}
b: {ellipse: [0, 0, 4, 4], in: panel, x: 2mm, y: 2mm, width: 4mm, height: 4mm, fill: ink, mirror: true}
c: {in: a, rect: [0, 0, 3, 3], fill: sun}
g: {in: [30, 50, 20, 10], mirror: true, group: {left: {rect: [0, 0, 5, 5], fill: ink}, right: {rect: [10, 0, 5, 5], fill: sun}}}
"""
    same = [box_of(item).x for item in lay(elements).frames[0].items]
    assert same == [10, 5, 12, 5, 30, 40]
    made = lay(elements, language="he")
    assert [box_of(item).x for item in made.frames[0].items] == pytest.approx([10, 35, 44, 35, 25, 15])
    assert {box.name: box.box.x for box in made.frames[0].boxes} == pytest.approx(
        {"panel": 10, "a": 35, "b": 44, "c": 35, "left": 25, "right": 15, "g": 10}
    )


def test_an_element_may_stay_on_a_card_that_is_turned_round(lay: Lay) -> None:
    elements = """
count: {mirror: false, text: 3 ×, in: [5, 10, 10, 5], size: 8pt, align: right, lines: 1}
coin: {mirror: false, rect: [15, 10, 5, 5], fill: ink}
moved: {in: [5, 40, 20, 10], group: {a: {mirror: false, rect: [0, 0, 5, 5], fill: ink}, b: {mirror: false, rect: [10, 0, 5, 5], fill: sun}}}
"""

    def places(head: str, language: str) -> list[float]:
        items = lay(elements, head=head, language=language).frames[0].items
        return [item.x + item.width if isinstance(item, Text) else box_of(item).x for item in items]

    assert places(HEAD, "en") == pytest.approx([15, 15, 5, 15])
    assert places(HEAD + "mirror: true\n", "he") == pytest.approx([15, 15, 35, 45])


def test_a_text_that_stays_keeps_its_left_and_right(lay: Lay) -> None:
    for stays, x in (("mirror: false, ", 5), ("", 45)):
        (index,) = lay(f"index: {{{stays}text: '7', in: [5, 10, 40, 5], size: 8pt}}", language="he").frames[0].items
        assert (index.x if stays else index.x + index.width) == pytest.approx(x)


def test_opacity_and_clip_make_one_group(lay: Lay) -> None:
    group = lay("a: {rect: [10, 10, 20, 20], fill: ink, opacity: 0.5, clip: ellipse}").item
    assert group.opacity == 0.5
    assert near(outline.bounds(group.clip.segments), 10, 10, 20, 20)
    assert [s[0] for s in group.clip.segments] == ["M", "C", "C", "C", "C", "Z"]


def test_a_clip_may_be_rounded_and_holds_for_a_whole_group(lay: Lay) -> None:
    group = lay(
        "g: {in: [10, 10, 20, 20], clip: rounded 3mm, group: {a: {rect: g, fill: ink}, b: {rect: g, fill: sun}}}"
    ).item
    assert len(group.items) == 2
    assert group.clip.segments[0] == ("M", 13, 10)


# --- shapes


def test_gradients_run_over_the_elements_box(lay: Lay) -> None:
    stops = "stops: [[0, ink], [1, '{{ card.c }}']]"
    made = lay(
        f"a: {{rect: [10, 20, 20, 40], fill: {{linear: 90, {stops}}}}}\n"
        f"b: {{rect: [10, 20, 20, 40], fill: {{linear: 0, {stops}}}}}\n"
        f"c: {{rect: [10, 20, 30, 40], fill: {{radial: true, {stops}}}}}",
        [{"c": "#abc"}],
    )
    down, across, round_ = (item.fill for item in made.items if isinstance(item, Path))
    assert isinstance(down, LinearGradient) and isinstance(across, LinearGradient)
    assert isinstance(round_, RadialGradient)
    assert (down.x1, down.y1, down.x2, down.y2) == pytest.approx((20, 20, 20, 60))
    assert (across.x1, across.y1, across.x2, across.y2) == pytest.approx((10, 40, 30, 40))
    assert (round_.cx, round_.cy, round_.r) == pytest.approx((25, 40, 25))
    assert down.stops == (Stop(0, "#112233"), Stop(1, "#aabbcc"))


def test_colours_are_named_by_the_palette_by_one_another_and_by_css(lay: Lay) -> None:
    head = HEAD.replace("palette: {", "palette: {edge: ink, ")
    made = lay("a: {rect: trim, fill: edge, stroke: tomato 0.5mm}", head=head)
    assert made.item.fill == "#112233"
    assert made.item.stroke == Stroke("#ff6347", 0.5, (), "butt", "round")


def test_strokes_may_be_dashed(lay: Lay) -> None:
    assert lay("a: {rect: trim, stroke: ink 0.3mm dashed 2mm 1mm}").item.stroke.dash == (2, 1)


def test_a_shape_that_nobody_sees_is_told(lay: Lay) -> None:
    assert lay("a: {rect: trim}").codes == ["shape-unseen"]


def test_lines_and_polygons_count_from_their_box(lay: Lay) -> None:
    made = lay(
        "a: {line: [[0, 0], [10, 5]], in: [5, 6, 20, 20], stroke: ink 1mm}\n"
        "b: {polygon: [[0, 0], [10, 0], ['{{ card.n }}', 8]], x: 1mm, y: 2mm, fill: ink}",
        [{"n": 3}],
    )
    assert [i.segments for i in made.items if isinstance(i, Path)] == [
        (("M", 5, 6), ("L", 15, 11)),
        (("M", 1, 2), ("L", 11, 2), ("L", 4, 10), ("Z",)),
    ]


@pytest.mark.parametrize("corners", [3, 4, 5, 6, 8])
def test_a_regular_polygon_stands_on_a_side_inside_its_circle(lay: Lay, corners: int) -> None:
    path = lay(f"a: {{polygon: {corners}, in: [10, 10, 20, 30], fill: ink}}").item
    points = [segment[1:] for segment in path.segments[:-1]]
    assert len(points) == corners
    assert all(math.hypot(x - 20, y - 25) == pytest.approx(10) for x, y in points)
    lowest = max(y for _, y in points)
    assert sum(abs(y - lowest) < 1e-6 for _, y in points) == 2
    turned = lay(f"a: {{polygon: {corners}, turn: 90, in: [10, 10, 20, 30], fill: ink}}").item
    x, y = points[0]
    assert turned.segments[0][1:] == pytest.approx((20 - (y - 25), 25 + (x - 20)))


def test_paths_are_svg_path_data(lay: Lay) -> None:
    made = lay("a: {path: 'M0 0h{{ card.n }}v5z', in: [10, 10, 20, 20], fill: ink, even_odd: true}", [{"n": 4}])
    assert made.item.segments == (("M", 10, 10), ("L", 14, 10), ("L", 14, 15), ("Z",))
    assert made.item.even_odd
    assert lay("a: {path: 'M0 0 nonsense', fill: ink}").codes == ["path-data"]


# --- repetition


def test_for_draws_once_for_each_value(lay: Lay) -> None:
    made = lay(
        "a: {rect: ['{{ n * 10 }}', '{{ loop.index0 }}', 5, '{{ loop.length }}'], for: 'n in [1, 3, 4]', fill: ink}"
    )
    assert [tuple(round(v, 6) for v in (b.x, b.y, b.width, b.height)) for b in map(box_of, made.items)] == [
        (10, 0, 5, 3), (30, 1, 5, 3), (40, 2, 5, 3),
    ]  # fmt: skip


def test_loop_knows_first_last_and_index(lay: Lay) -> None:
    made = lay(
        "a: {text: '{{ n }}{{ loop.index }}{{ loop.first }}{{ loop.last }}', for: n in card.names, in: safe}",
        [{"names": ["x", "y"]}],
    )
    assert [item.text for item in made.items if isinstance(item, Text)] == ["x1TrueFalse", "y2FalseTrue"]


def test_when_sees_the_loops_value(lay: Lay) -> None:
    made = lay("a: {rect: ['{{ n }}', 0, 1, 1], for: n in range(6), when: n % 2 == 0, fill: ink}")
    assert [box_of(item).x for item in made.items] == [0, 2, 4]


def test_for_over_nothing_and_when_false_draw_nothing(lay: Lay) -> None:
    assert lay("a: {rect: trim, for: 'n in []', fill: ink}").items == ()
    assert lay("a: {rect: trim, when: card.n > 1, fill: ink}", [{"n": 1}]).items == ()


def test_an_element_that_was_not_drawn_can_still_be_stood_in(lay: Lay) -> None:
    made = lay("a: {rect: trim, when: 1 > 2, fill: ink}\nb: {rect: a, fill: ink}")
    assert near(box_of(made.item), 0, 0, 60, 90)


def test_for_repeats_a_group_with_its_fixed_children(lay: Lay) -> None:
    made = lay(
        "g:\n  in: ['{{ n * 20 }}', 10, 10, 10]\n  for: n in [0, 1, 2]\n  group:\n"
        "    dot: {ellipse: [1, 1, 4, 4], fill: ink}\n    label: {text: fixed, size: 5pt}\n"
        "    deep: {group: {inner: {rect: [0, 0, 2, 2], fill: sun}}}"
    )
    dots = [box_of(i) for i in made.items if isinstance(i, Path) and i.fill == "#112233"]
    deep = [box_of(i) for i in made.items if isinstance(i, Path) and i.fill == "#ffcc00"]
    labels = [i for i in made.items if isinstance(i, Text)]
    assert [(b.x, b.y) for b in dots] == [(1, 11), (21, 11), (41, 11)]
    assert [(b.x, b.y) for b in deep] == [(0, 10), (20, 10), (40, 10)]
    assert [label.x for label in labels] == pytest.approx([0, 20, 40])


def test_a_fixed_element_in_a_moving_box_moves_with_it(lay: Lay) -> None:
    made = lay(
        "a: {rect: ['{{ card.n }}', 0, 5, 5], fill: ink}\nb: {rect: a, fill: sun}\nc: {ellipse: b, fill: sun}",
        [{"n": 10}, {"n": 30}],
    )
    assert [[box_of(item).x for item in frame.items] for frame in made.frames] == [[10] * 3, [30] * 3]


def test_a_fixed_element_in_the_box_of_a_loop_stands_in_its_last_one_on_every_card(lay: Lay) -> None:
    made = lay(
        "a: {rect: ['{{ n }}', 0, 5, 5], for: n in range(card.n), fill: ink}\nb: {rect: a, fill: sun}",
        [{"n": 3}, {"n": 6}],
    )
    assert [box_of(frame.items[-1]).x for frame in made.frames] == [2, 5]


def test_what_is_alike_on_every_card_is_laid_out_once(lay: Lay) -> None:
    made = lay(
        "a: {svg: t/wide, in: safe}\nt: {text: same, in: safe}\nn: {text: '{{ card.n }}', in: safe}",
        [{"n": 1}, {"n": 2}],
    )
    first, second = made.frames
    assert first.items[0] is second.items[0]
    assert first.items[1] is second.items[1]
    assert not made.layout.is_fixed
    assert lay("a: {svg: t/wide, in: safe}", [{}, {}]).layout.is_fixed


def test_too_many_repeats_and_an_unreadable_loop_are_told(lay: Lay) -> None:
    assert lay("a: {rect: trim, for: n in range(1001), fill: ink}").codes == ["loop"]
    assert lay("a: {rect: trim, for: n, fill: ink}").codes == ["loop"]
    assert lay("a: {rect: trim, for: '2 in [1]', fill: ink}").codes == ["loop"]


# --- icons


def icons(lay: Lay, count: int, layout: str, extra: str = "") -> list[tuple[float, float]]:
    made = lay(
        f"a: {{icons: dot, count: '{{{{ card.n }}}}', layout: {layout}, size: 4mm, gap: 1mm, in: [0, 0, 60, 60]{extra}}}",
        [{"n": count}],
    )
    return [centre(item) for item in made.items]


@pytest.mark.parametrize("layout", ["row", "column", "pips", "grid", "arc"])
@pytest.mark.parametrize("count", range(13))
def test_icons_are_as_many_as_asked_apart_and_centred(lay: Lay, layout: str, count: int) -> None:
    places = icons(lay, count, layout, ", span: 120")
    assert len(places) == count
    for index, (x, y) in enumerate(places):
        assert all(math.hypot(x - u, y - v) >= 4 for u, v in places[:index])
    if places:
        assert sum(x for x, _ in places) / count == pytest.approx(30, abs=0.01)
        top, bottom = min(y for _, y in places), max(y for _, y in places)
        assert (top + bottom) / 2 == pytest.approx(30, abs=0.01)


def test_a_row_and_a_column_step_by_size_and_gap(lay: Lay) -> None:
    assert icons(lay, 3, "row") == [(25, 30), (30, 30), (35, 30)]
    assert icons(lay, 2, "column") == [(30, 27.5), (30, 32.5)]


@pytest.mark.parametrize(("count", "rows"), [(1, [1]), (5, [2, 1, 2]), (7, [2, 3, 2]), (8, [3, 2, 3]), (9, [3, 3, 3])])
def test_pips_stand_as_on_dice_and_playing_cards(lay: Lay, count: int, rows: list[int]) -> None:
    places = icons(lay, count, "pips")
    heights = sorted({y for _, y in places})
    assert [sum(y == height for _, y in places) for height in heights] == rows


def test_a_grid_is_square_or_has_the_columns_asked_for(lay: Lay) -> None:
    assert len({x for x, _ in icons(lay, 9, "grid")}) == 3
    assert len({x for x, _ in icons(lay, 8, "grid", ", columns: 2")}) == 2


def test_an_arc_is_an_arch_with_equal_steps(lay: Lay) -> None:
    places = icons(lay, 5, "arc", ", span: 90")
    assert places[2][1] == min(y for _, y in places)
    assert [math.dist(a, b) for a, b in pairwise(places)] == pytest.approx([5] * 4, abs=0.001)


@pytest.mark.parametrize("count", [2, 3, 6, 12])
def test_an_arc_all_the_way_round_is_a_ring_with_equal_steps(lay: Lay, count: int) -> None:
    places = icons(lay, count, "arc", ", span: 360")
    chords = [math.dist(a, b) for a, b in pairwise([*places, places[0]])]
    assert chords == pytest.approx([5] * count, abs=0.001)


def test_icons_that_do_not_fit_their_box_are_told(lay: Lay) -> None:
    made = lay("a: {icons: dot, count: 9, size: 10mm, in: safe}")
    assert made.codes == ["icons-overflow"]
    assert made.found[0].message.startswith("the icons of a reach out of the box, on every card (9: 25.0 mm)")
    (told,) = lay("a: {icons: dot, count: 3, size: 4mm, gap: 1mm, layout: column, in: [10, 10, 5, 12]}").found
    assert told.message.startswith("the icons of a reach out of the box, on every card (3: 1.0 mm)")
    assert lay("a: {icons: dot, count: 3, size: 4mm, gap: 1mm, layout: column, in: [10, 10, 4, 14]}").codes == []


def test_icons_take_their_colours_and_share_one_art(lay: Lay) -> None:
    made = lay("a: {icons: dot, count: 3, size: 4mm, colour: sun}\nb: {icon: wide, width: 5mm, colours: {a: ink}}")
    uses = [item for item in made.items if isinstance(item, Use)]
    assert len({id(use.art) for use in uses[:3]}) == 1
    assert [use.art.items[0].fill for use in (uses[0], uses[3])] == ["#ffcc00", "#112233"]  # type: ignore[union-attr]


def test_a_colour_the_drawing_does_not_ask_for_is_told(lay: Lay) -> None:
    made = lay("a: {icon: wide, width: 5mm, colours: {b: ink}}")
    assert made.codes == ["svg-variable"]


# --- texts


def test_defaults_reach_every_text_also_in_groups_and_own_values_win(lay: Lay) -> None:
    head = HEAD + "defaults: {size: 20pt, colour: sun, bold: true}\n"
    made = lay("a: {text: one, in: safe}\ng: {in: safe, group: {b: {text: two, size: 8pt}}}", head=head)
    one, two = made.items
    assert isinstance(one, Text) and isinstance(two, Text)
    assert (one.size, two.size) == pytest.approx((20 * 25.4 / 72, 8 * 25.4 / 72))
    assert one.fill == two.fill == "#ffcc00"
    assert {t.words[0].face.name for t in (one, two)} == {"SourceSans3-Bold"}


def test_uppercase_markup_icons_and_typography(lay: Lay) -> None:
    made = lay('a: {text: "it\'s **bold** :dot: {{ card.n }}", in: safe, uppercase: false}', [{"n": 3}])
    assert [i.text if isinstance(i, Text) else i.art.name for i in made.items if isinstance(i, Text | Use)] == [
        "it’s", "bold", "dot", "3",
    ]  # fmt: skip
    assert lay("a: {text: abc, in: safe, uppercase: true}").item.text == "ABC"


def test_uppercase_leaves_icons_alone(lay: Lay) -> None:
    made = lay("a: {text: 'gain :dot: now', in: safe, uppercase: true}")
    assert [i.text if isinstance(i, Text) else i.art.name for i in made.items if isinstance(i, Text | Use)] == [
        "GAIN", "dot", "NOW",
    ]  # fmt: skip


def test_icons_in_texts_take_the_texts_colour_or_their_own(lay: Lay) -> None:
    made = lay("a: {text: ':dot:', in: safe, colour: sun}\nb: {text: ':dot:', in: safe, colour: sun, icon_colour: ink}")
    assert [use.art.items[0].fill for use in made.items if isinstance(use, Use)] == ["#ffcc00", "#112233"]  # type: ignore[union-attr]


def test_an_outline_shows_its_whole_width_around_the_letters(lay: Lay) -> None:
    assert lay("a: {text: A, in: safe, outline: ink 0.4mm}").item.stroke == Stroke("#112233", 0.8, (), "butt", "round")


def test_an_empty_text_draws_nothing(lay: Lay) -> None:
    assert lay("a: {text: '{{ card.t }}', in: safe}", [{"t": "  "}]).items == ()


@pytest.mark.parametrize(
    ("written", "is_safe"),
    [
        ("in: safe", True),
        ("in: safe, at: bottom-right, valign: bottom, align: right", True),
        ("x: 1mm, y: 20mm", False),
        ("in: trim, valign: bottom", False),
        ("x: 56mm, y: 40mm, width: 30mm", False),
        ("in: safe, mirrored: true", True),
        ("in: safe, rotate: 90", False),
    ],
)
def test_texts_keep_inside_the_safe_area(lay: Lay, written: str, is_safe: bool) -> None:
    codes = lay(f"a: {{text: Éclairgy, size: 12pt, {written}}}").codes
    assert codes == ([] if is_safe else ["text-unsafe"])


@pytest.mark.parametrize(
    ("text", "valign"), [("HH", "top"), ("ÄÄ", "top"), ("gg", "bottom"), ("gg H", "bottom"), ("HH", "bottom")]
)
def test_a_millimetre_of_large_letters_may_reach_out_of_the_safe_area(lay: Lay, text: str, valign: str) -> None:
    face = shipped_fonts().families["text"].face()
    above, below = face.shape(text).ink
    reach = (above - face.cap_height if valign == "top" else below) * 40 * 25.4 / 72 - 1
    made = lay(f"a: {{text: {text}, size: 40pt, in: safe, valign: {valign}}}")
    assert (reach > 0) == (text != "HH")
    assert [d.what for d in made.found] == ["the text of a reaches out of the safe area"] * (reach > 0)


@pytest.mark.parametrize(
    ("x", "what"),
    [("59mm", "reaches out of the safe area"), ("64mm", "lies outside the card"), ("-40mm", "lies outside")],
)
def test_a_text_outside_the_card_is_told_so(lay: Lay, x: str, what: str) -> None:
    (found,) = lay(f"a: {{text: Go, size: 12pt, x: {x}, y: 40mm, width: 30mm}}").found
    assert found.code == "text-unsafe" and what in found.what


@pytest.mark.parametrize(
    ("written", "reach"),
    [
        # the second line alone reaches out, at the right
        ("a bbbbbbbbbbbbbbbbbbbbbb, size: 12pt, align: right, in: [4mm, 20mm, 57mm, 20mm]", "right"),
        # a long text, turned upright, reaches out below
        ("bbbbbbbbbbbbbbbbbbbbbbbbb, size: 12pt, align: right, rotate: 90, in: [-8.5mm, 55mm, 80mm, 8mm]", "below"),
    ],
)
def test_every_line_of_a_text_is_looked_at_turned_or_not(lay: Lay, written: str, reach: str) -> None:
    made = lay(f"a: {{text: {written}}}")
    assert made.codes == ["text-unsafe"], reach


def test_without_a_safe_area_no_text_is_unsafe(lay: Lay) -> None:
    assert lay("a: {text: x, y: 0mm}", head=HEAD.replace("safe: 4mm", "safe: 0mm")).codes == []


# --- faults over many cards


def test_a_fault_of_some_cards_is_told_once_and_names_them_and_the_language(lay: Lay) -> None:
    made = lay("a: {text: '{{ card.missing }}', in: safe}", [{"n": 1}] * 6)
    (fault,) = made.found
    assert fault.message.endswith("on card 1, card 2, card 3, card 4 and 2 more (en)")
    assert fault.place == Place("templates/t/t.yaml", 7, 13)


def test_a_fault_of_a_fixed_element_is_one_of_every_card(lay: Lay) -> None:
    (fault,) = lay("a: {text: 'to 神', in: safe}", [{}, {}]).found
    assert fault.message.endswith("on every card (en)")


def test_a_fault_leaves_the_element_out_and_the_others_in(lay: Lay) -> None:
    made = lay("a: {text: '{{ card.n + 1 }}', in: safe}\nb: {rect: trim, fill: ink}", [{"n": "x"}, {"n": 1}])
    assert [len(frame.items) for frame in made.frames] == [1, 2]
    assert len(made.found) == 1


def test_a_computed_value_of_the_wrong_kind_is_told_where_it_is_written(lay: Lay) -> None:
    made = lay("a: {rect: trim, fill: ink, opacity: '{{ card.n }}'}", [{"n": 3}])
    (fault,) = made.found
    assert (fault.code, str(fault.place)) == ("wrong-value", "templates/t/t.yaml:7:39")
    assert "opacity must be from 0 to 1, not 3" in fault.what


# --- faces


def test_a_loops_value_reaches_the_wanted_card(lay: Lay) -> None:
    asked: list[Any] = []

    def faces(deck: str, wanted: Any, back: bool, room: tuple[float, float]) -> Any:
        asked.append((deck, wanted, back, room))
        raise Mistake("no such card", "none")

    lay("a: {face: numbers, card: {number: '{{ n }}', colour: '{{ card.c }}', kind: plain}, for: 'n in [3, 5]', in: safe}",
        [{"c": "red"}], faces=faces)  # fmt: skip
    assert asked == [("numbers", {"number": n, "colour": "red", "kind": "plain"}, False, (52.0, 82.0)) for n in (3, 5)]


@pytest.mark.parametrize(("written", "column"), [("face: numbers, in: safe", 13), ("face: numbers, card: 9", 28)])
def test_a_card_that_is_not_there_is_told_where_it_is_asked_for(lay: Lay, written: str, column: int) -> None:
    def faces(deck: str, wanted: Any, back: bool, room: tuple[float, float]) -> Any:
        raise Mistake("no such card", "take another")

    (told,) = lay(f"a: {{{written}}}", faces=faces).found
    assert (told.code, told.what, told.fix) == ("face-unknown", "no such card", "take another")
    assert told.place.column == column


def test_faces_are_for_figures(lay: Lay) -> None:
    assert lay("a: {face: numbers, in: safe}").codes == ["face-here"]
