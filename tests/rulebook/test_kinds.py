"""Each kind of block in the column: what it shows and where, what it holds on to, and the room around it."""

from __future__ import annotations

from itertools import pairwise

import pytest
from booklets import FIGURE, open_booklet, placed_texts
from conftest import GAME, WriteProject
from strategies import walk as shown_items

from pnp.core import outline
from pnp.core.codes import Code
from pnp.core.frame import Anchor, Box, Group, Item, Matrix, Path, Stroke, Text, Use, multiply
from pnp.core.units import MM_PER_PT
from pnp.rulebook.blocks import Block, ContainerSyntax, FilledBlock, Strip, walk
from pnp.rulebook.fill import Filler
from pnp.rulebook.html import render_html
from pnp.rulebook.html_body import Writer
from pnp.rulebook.kinds import BOXES, CONTAINERS, KINDS, BlockKind
from pnp.rulebook.setter import Setter

WIDTH = 70.0
DEPTH = 92.0
STYLE = """\
size: [100mm, 120mm]
margins: {inner: 20mm, outer: 10mm, top: 12mm, bottom: 16mm}
text: {size: 10pt, leading: 1.5}
small: {size: 8pt, leading: 1.25}
table: {size: 8pt, leading: 1.5}
section: {size: 16pt, leading: 1, before: 7mm, after: 2mm, bold: true}
subsection: {size: 12pt, leading: 1, before: 4mm, after: 1mm, bold: true}
paragraph_gap: 2mm
component_height: 20mm
icons: {dot: small/dot}
boxes: {tip: {icon: dot, fill: "#010101", edge: "#020202"}, ruling: {fill: tint}}
"""
LINE = 15 * MM_PER_PT
SMALL = 10 * MM_PER_PT
ROW = 12 * MM_PER_PT + 2 * 0.9
CARD = "size: 40x60\n"


def column(write: WriteProject, text: str, style: str = STYLE, **files: str) -> list[Strip]:
    """The strips of a text; nothing is told."""
    made = open_booklet(write, text, style, **files)
    blocks = made.fill()
    headings = [block for block in walk(blocks) if block.kind == "heading"]
    icon = made.set().icon
    look, layout = made.booklet.style, made.layout
    setter = Setter(look, layout.fonts, "en", icon, headings, KINDS, blocks[0].place, made.diagnostics)
    strips = setter.column(blocks, WIDTH)
    assert made.codes == []
    return strips


def flat(items: tuple[Item, ...], matrix: Matrix = (1, 0, 0, 1, 0, 0)) -> list[tuple[Item, Matrix]]:
    found: list[tuple[Item, Matrix]] = []
    for item in items:
        if isinstance(item, Group):
            found += flat(item.items, multiply(matrix, item.matrix))
        else:
            found.append((item, matrix))
    return found


def texts(strip: Strip) -> dict[str, tuple[float, float]]:
    """Left end and right end of each text of a strip."""
    placed = [(item, m) for item, m in flat(strip.items) if isinstance(item, Text)]
    return {item.text: (m[4] + item.x, m[4] + item.x + item.width) for item, m in placed}


def baselines(strip: Strip) -> list[float]:
    return [m[5] + item.y for item, m in flat(strip.items) if isinstance(item, Text)]


def areas(strip: Strip, fill: str | None) -> list[Box]:
    """What is covered by the paths of a fill."""
    paths = [(item, m) for item, m in flat(strip.items) if isinstance(item, Path) and item.fill == fill]
    return [outline.bounds(outline.transform(item.segments, m)) for item, m in paths]


def pictures(strip: Strip) -> list[Box]:
    """Where art is shown."""
    found = []
    for item, m in flat(strip.items):
        if isinstance(item, Use):
            a, _, _, d, x, y = multiply(m, item.matrix)
            found.append(Box(x, y, item.art.box.width * a, item.art.box.height * d))
    return found


def drawn(strip: Strip) -> list[Path]:
    """What the ground of a strip's box is made of, on 60 × 20 mm."""
    assert strip.tint is not None
    return [item for item, _ in flat(strip.tint.draw(60.0, 20.0)) if isinstance(item, Path)]


def near(box: Box, x: float, y: float, width: float, height: float) -> bool:
    return (box.x, box.y, box.width, box.height) == pytest.approx((x, y, width, height), abs=1e-6)


def words(count: int) -> str:
    return " ".join(["lorem"] * count)


# --- the table of kinds


@pytest.mark.parametrize("name", CONTAINERS)
def test_every_container_goes_all_the_way(write_project: WriteProject, name: str) -> None:
    subject = {"picture": " red", "deck": " numbers", "text": " n in [1, 2]", "nothing": ""}[CONTAINERS[name].subject]
    made = open_booklet(write_project, f"## A\n\nb\n\n::: {name}{subject}\nc\n:::\n", STYLE)
    assert render_html(made.set(), made.layout)
    assert made.codes == []


def test_a_new_kind_is_one_entry(write_project: WriteProject, monkeypatch: pytest.MonkeyPatch) -> None:
    def fill(filler: Filler, block: Block, scope: object) -> list[FilledBlock]:
        return [FilledBlock(block.kind, block.place, children=tuple(filler.fill(block.children, scope)))]

    def strips(setter: Setter, block: FilledBlock, width: float) -> list[Strip]:
        return setter.column(block.children, width / 2)

    def html(writer: Writer, block: FilledBlock) -> str:
        return f"<section>{writer.inside(block)}</section>"

    aside = BlockKind(fill, strips, html, ContainerSyntax())  # type: ignore[arg-type]
    monkeypatch.setitem(KINDS, "aside", aside)  # type: ignore[arg-type]
    monkeypatch.setitem(CONTAINERS, "aside", aside.form)  # type: ignore[arg-type]
    made = open_booklet(write_project, f"::: aside\n{words(30)}\n:::\n", STYLE)
    assert "<section><p>lorem" in render_html(made.set(), made.layout)
    assert (
        max(
            right
            for strip in column(write_project, f"::: aside\n{words(30)}\n:::\n")
            for _, right in texts(strip).values()
        )
        < WIDTH / 2
    )
    assert made.codes == []


def test_a_kind_that_is_not_in_the_table_is_a_bug(write_project: WriteProject) -> None:
    made = open_booklet(write_project, "x\n", STYLE)
    (block,) = made.fill()
    odd = FilledBlock("odd", block.place)
    setter = Setter(
        made.booklet.style, made.layout.fonts, "en", lambda *_: None, (), KINDS, block.place, made.diagnostics
    )
    with pytest.raises(KeyError):
        setter.column([odd], WIDTH)
    with pytest.raises(KeyError):
        list(Writer(made.booklet.style, lambda *_: None, KINDS, {}, "en").blocks([odd]))
    with pytest.raises(KeyError):
        list(Filler({}, made.layout, {}).fill([Block("odd", block.place)], {}))


def test_markdown_has_four_kinds_of_its_own_and_boxes_have_a_look() -> None:
    assert set(KINDS) - set(CONTAINERS) == {"heading", "paragraph", "list", "table"}
    assert BOXES == ("example", "tip", "ruling", "variant", "summary", "setup")


# --- text


@pytest.mark.parametrize(
    ("count", "holds"), [(5, [0]), (12, [1, 0]), (19, [1, 1, 0]), (26, [1, 0, 1, 0]), (33, [1, 0, 0, 1, 0])]
)
def test_two_lines_at_least_stay_together(write_project: WriteProject, count: int, holds: list[int]) -> None:
    strips = column(write_project, f"{words(count)}\n")
    assert [strip.holds for strip in strips] == holds
    assert [strip.height for strip in strips] == pytest.approx([LINE] * len(holds))


def test_capitals_and_what_hangs_below_stand_in_the_middle_of_their_line(write_project: WriteProject) -> None:
    (strip,) = column(write_project, "Hg\n")
    (baseline,) = baselines(strip)
    em = 10 * MM_PER_PT
    assert baseline - 0.66 * em == pytest.approx(strip.height - (baseline + 0.22 * em), abs=0.01)


def test_headings_hold_on_and_are_anchors(write_project: WriteProject) -> None:
    section, subsection, text = column(write_project, "## One two\n\n### Three\n\nx\n")
    assert (section.holds, subsection.holds, text.holds) == (True, True, False)
    assert (section.height, subsection.height) == pytest.approx((16 * MM_PER_PT + 2, 12 * MM_PER_PT + 1))
    assert (section.before, subsection.before, text.before) == (7, 4, 2)
    assert (section.heading, subsection.heading, text.heading) == ("One two", "", "")
    anchors = [item for strip in (section, subsection) for item in strip.items if isinstance(item, Anchor)]
    assert anchors == [Anchor(0, 0, "one-two", "One two", 0), Anchor(0, 0, "three", "Three", 1)]


def test_items_stand_right_of_their_marks(write_project: WriteProject) -> None:
    third, fourth, bullet, deep = column(write_project, "3. one\n4. two\n\n- x\n  - y\n")
    assert texts(third)["3."][0] == texts(bullet)["•"][0] == 0
    assert texts(third)["one"][0] == texts(bullet)["x"][0] == texts(deep)["•"][0] == 5
    assert texts(deep)["y"][0] == 10
    assert [strip.before for strip in (third, fourth, bullet, deep)] == [0, 1.2, 2, 2]
    fonts = {
        item.text: item.words[0].face.name for item, _ in flat((*third.items, *bullet.items)) if isinstance(item, Text)
    }
    assert fonts["3."] == "SourceSans3-Bold"
    assert fonts["•"] == fonts["x"] == "SourceSans3-Regular"


# --- the room around


@pytest.mark.parametrize(
    ("above", "below", "room"),
    [
        ("x", "y", 2),
        ("x", "- y", 2),
        ("x", "::: tip\ny\n:::", 3.8),
        ("::: tip\nx\n:::", "y", 3.8),
        ("::: tip\nx\n:::", "::: tip\ny\n:::", 3.8),
        ("x", "| y |\n| - |", 3.8),
        ("::: figure red\n:::", "y", 3.8),
        ("x", "::: cards numbers\n:::", 3.8),
        ("x", "::: component numbers\ny\n:::", 3.8),
        ("::: component numbers\nx\n:::", "::: component numbers\ny\n:::", 2),
        ("x", "## y", 7),
        ("::: tip\nx\n:::", "### y", 4),
    ],
)  # fmt: skip
def test_pictures_tables_and_boxes_stand_apart(
    write_project: WriteProject, above: str, below: str, room: float
) -> None:
    strips = column(write_project, f"{above}\n\n{below}\n")
    assert [strip.before for strip in strips if strip.before] == [pytest.approx(room)]


# --- tables


def test_columns_are_as_wide_as_their_cells_and_spread_a_little(write_project: WriteProject) -> None:
    head, first, last = column(write_project, "| A | B |\n| - | -: |\n| lorem | 1 |\n| ipsum dolor | 234 |\n")
    assert [strip.height for strip in (head, first, last)] == pytest.approx([ROW] * 3)
    left, right = texts(last)["ipsum dolor"], texts(last)["234"]
    widths = [text[1] - text[0] + 3.2 + 4 for text in (left, right)]
    start = (WIDTH - sum(widths)) / 2
    assert left[0] == pytest.approx(start + 1.5)
    assert right[1] == pytest.approx(start + sum(widths) - 1.5)
    assert texts(first)["lorem"][0] == left[0]
    assert texts(first)["1"][1] == pytest.approx(right[1])
    assert [near(box, start, 0, sum(widths), ROW) for box in areas(head, "#eeeeff")] == [True]
    assert [near(box, start, ROW, sum(widths), 0) for box in areas(first, None)] == [True]
    assert areas(first, "#eeeeff") == []
    faces = [
        item.words[0].face.name for strip in (head, first) for item, _ in flat(strip.items) if isinstance(item, Text)
    ]
    assert faces == ["SourceSans3-Bold"] * 2 + ["SourceSans3-Regular"] * 2


@pytest.mark.parametrize(("words_in_it", "is_full"), [(2, False), (5, False), (12, True)])
def test_a_table_nearly_as_wide_as_the_text_is_as_wide(
    write_project: WriteProject, words_in_it: int, is_full: bool
) -> None:
    head, *_ = column(write_project, f"| A | B |\n| - | - |\n| {words(words_in_it)} | b |\n")
    (ground,) = areas(head, "#eeeeff")
    assert near(ground, 0, 0, WIDTH, ROW) == is_full
    assert is_full or ground.width <= 0.9 * WIDTH


def test_text_stands_in_the_middle_of_its_row(write_project: WriteProject) -> None:
    _, row = column(write_project, "| A |\n| - |\n| H |\n")
    (baseline,) = baselines(row)
    em = 8 * MM_PER_PT
    assert baseline - 0.66 * em == pytest.approx(ROW - (baseline + 0.22 * em), abs=0.01)


def test_wide_columns_give_way_to_narrow_ones(write_project: WriteProject) -> None:
    text = f"| A | B | C |\n| - | - | - |\n| lorem | {words(30)} | {words(15)} |\n"
    head, row = column(write_project, text)
    starts = [texts(head)[name][0] - 1.5 for name in "ABC"]
    assert starts[0] == pytest.approx(0)
    narrow = texts(row)["lorem"]
    assert starts[1] == pytest.approx(narrow[1] - narrow[0] + 3.2)
    room = WIDTH - starts[1]
    assert (starts[2] - starts[1]) / room == pytest.approx(30 / 45, abs=0.02)
    assert row.height > 3 * ROW / 2


@pytest.mark.parametrize(("rows", "whole"), [(4, True), (5, False), (12, False)])
def test_small_tables_stay_whole_and_large_ones_keep_their_ends(
    write_project: WriteProject, rows: int, whole: bool
) -> None:
    strips = column(write_project, "| A |\n| - |\n" + "| x |\n" * rows)
    assert ((rows + 1) * ROW <= 0.35 * DEPTH) == whole
    expected = [n < rows and (whole or n in (0, 1, rows - 1)) for n in range(rows + 1)]
    assert [strip.holds for strip in strips] == expected


# --- boxes


def test_a_box_has_a_bar_room_and_one_ground(write_project: WriteProject) -> None:
    top, *inner, end = column(write_project, f"::: ruling\n{words(9)}\n\nx\n:::\n")
    assert (top.height, end.height) == (pytest.approx(2.4), pytest.approx(2.4))
    tint = top.tint
    assert tint is not None and all(strip.tint is tint for strip in (*inner, end))
    boxes = {item.fill: outline.bounds(item.segments) for item in drawn(top)}
    assert boxes == {"#eeeeff": Box(0.0, 0.0, 60.0, 20.0), "#004488": Box(0.0, 0.0, 1.2, 20.0)}
    assert {min(x for x, _ in texts(strip).values()) for strip in inner} == {4.4}
    assert max(right for strip in inner for _, right in texts(strip).values()) <= WIDTH - 3.2
    assert [strip.before for strip in inner] == [0, 0, 2]


@pytest.mark.parametrize(("lines", "whole"), [(5, True), (6, False)])
def test_small_boxes_stay_whole(write_project: WriteProject, lines: int, whole: bool) -> None:
    text = "::: ruling\n" + "x\n\n" * lines + ":::\n"
    strips = column(write_project, text)
    height = 2 * 2.4 + lines * LINE + (lines - 1) * 2
    assert (height <= 0.45 * DEPTH) == whole
    expected = [True, *[whole] * (lines - 1), True, False]
    assert [strip.holds for strip in strips] == expected


def test_an_icon_stands_on_a_badge_in_the_fill(write_project: WriteProject) -> None:
    dot = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0H8V8Z" fill="currentColor"/></svg>'
    style = STYLE.replace("{dot: small/dot}", "{dot: small/dot, disc: small/disc}") + "badge: disc\n"
    _, *inner, _ = column(write_project, "::: tip\nx\n:::\n", style, **{"templates/small/disc.svg": dot})
    (place,) = pictures(inner[0])
    assert near(place, 4.4 + 5 - 1 - 6.4, (LINE - 6.4) / 2, 6.4, 6.4)
    (icon,) = [item for item, _ in flat(inner[0].items) if isinstance(item, Use)]
    layers = [use.art.items for use in icon.art.items if isinstance(use, Use)]
    assert [item.fill for items in layers for item in items if isinstance(item, Path)] == ["#020202", "#010101"]


def test_beside_an_icon_paragraphs_and_lists_share_one_left_edge(write_project: WriteProject) -> None:
    text = f"::: tip\n{words(20)}\n\n- {words(20)}\n\n{words(2)}\n\n{words(3)}\n:::\n"
    top, *inner, _ = column(write_project, text)
    (icon,) = pictures(inner[0])
    assert near(icon, 4.4, (LINE - 4) / 2, 4, 4)
    lefts = [left for strip in inner for word, (left, _) in texts(strip).items() if word != "•"]
    assert lefts == pytest.approx([4.4 + 5] * len(inner))
    assert max(right for strip in inner for _, right in texts(strip).values()) <= WIDTH - 3.2
    assert (inner[-1].before, [item.fill for item in drawn(top)]) == (2, ["#010101", "#020202"])
    assert not [box for strip in inner[1:] for box in pictures(strip)]


def test_a_title_of_one_line_holds_on_to_what_it_stands_above(write_project: WriteProject) -> None:
    long = "\n\n".join(words(40) for _ in range(4))
    _, title, *_ = column(write_project, f"::: tip\n**Title**\n\n{long}\n:::\n")
    assert title.holds
    assert not column(write_project, "::: tip\nonly\n:::\n")[-1].holds


# --- pictures


@pytest.mark.parametrize(("arguments", "wide"), [("", 60), (" width=30", 30), (" width=200", WIDTH)])
def test_a_figure_is_as_wide_as_asked_centred_and_holds_its_caption(
    write_project: WriteProject, arguments: str, wide: float
) -> None:
    picture, caption, more = column(write_project, f"::: figure red{arguments}\n{words(18)}\n:::\n")
    assert [near(box, (WIDTH - wide) / 2, 0, wide, wide / 2) for box in areas(picture, "#ff0000")] == [True]
    assert (picture.height, picture.holds, caption.holds, more.holds) == (pytest.approx(wide / 2), True, True, False)
    assert (caption.before, more.before, caption.height) == (pytest.approx(1.6), 0, pytest.approx(SMALL))
    ((left, right),) = texts(more).values()
    assert left == pytest.approx(WIDTH - right)


def test_a_figure_without_a_caption_holds_on_to_nothing(write_project: WriteProject) -> None:
    (picture,) = column(write_project, "::: figure red\n:::\n")
    assert not picture.holds


def test_pages_and_breaks_are_no_part_of_the_column(write_project: WriteProject) -> None:
    page, end = column(write_project, "::: page red\n:::\n\n::: page-break\n:::\n")
    assert page.page is not None and not page.breaks
    assert end.breaks and end.page is None


def test_cards_stand_in_centred_rows(write_project: WriteProject) -> None:
    files = {"data__small__cards.yaml": "- each: {number: 1..5, colour: [red]}\n"}
    first, second = column(write_project, "::: cards numbers columns=3 width=10\n:::\n", **files)
    boxes = pictures(first)
    left = (WIDTH - 3 * 10 - 2 * 2) / 2
    assert [near(box, left + 12 * n, 0, 10, 88 * 10 / 63) for n, box in enumerate(boxes)] == [True] * 3
    assert [box.x for box in pictures(second)] == pytest.approx([(WIDTH - 22) / 2, (WIDTH - 22) / 2 + 12])
    assert (first.height, first.before, second.before) == (pytest.approx(88 * 10 / 63), 0, 2)
    assert [
        near(edge, box.x, box.y, box.width, box.height) for edge, box in zip(areas(first, None), boxes, strict=True)
    ] == [True] * 3


def test_rows_from_the_left_are_full(write_project: WriteProject) -> None:
    files = {"data__small__cards.yaml": "- each: {number: 1..5, colour: [red]}\n"}
    first, second = column(write_project, "::: cards numbers columns=4 width=10 flush=true\n:::\n", **files)
    assert [box.x for box in pictures(first)] == pytest.approx([0, 12, 24, 36])
    assert [box.x for box in pictures(second)] == pytest.approx([0])


@pytest.mark.parametrize(
    ("arguments", "count", "columns", "side"),
    [
        ("", 2, [2], 22),
        ("", 9, [5, 4], 10),
        (" columns=4", 9, [3, 3, 3], 16),
        (" columns=4", 7, [4, 3], 16),
        (" width=30", 9, [2, 2, 2, 2, 1], 30),
        (" columns=9 width=12", 9, [5, 4], 12),
        (" width=90", 2, [1, 1], 90),
    ],
)
def test_rows_take_as_many_cards_as_fit_and_are_equally_long(
    write_project: WriteProject, arguments: str, count: int, columns: list[int], side: float
) -> None:
    files = {"data__small__cards.yaml": f"- each: {{number: 1..{count}, colour: [red]}}\n"}
    rows = column(write_project, f"::: cards numbers{arguments}\n:::\n", **files)
    assert [len(pictures(row)) for row in rows] == columns
    assert pictures(rows[0])[0].width == pytest.approx(side)


def test_the_last_row_of_cards_holds_its_caption(write_project: WriteProject) -> None:
    rows = column(write_project, "::: cards numbers columns=1\nBoth.\n:::\n")
    assert [row.holds for row in rows] == [False, True, False]


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("cards numbers width=15", "tiny"),
        ("cards numbers width=16", "1"),
        ("cards numbers", "1"),
        ("component numbers", "1"),
        ("component numbers small=false", "1"),
        ("component numbers small=true", "tiny"),
    ],
)
def test_cards_with_a_small_width_have_the_small_look(write_project: WriteProject, written: str, text: str) -> None:
    look = {"templates/small/tiny.yaml": "elements:\n  t: {text: tiny, in: safe}\n"}
    game = GAME.replace("back: small/back", "back: small/back, small: small/tiny")
    strips = column(write_project, f"::: {written}\nText\n:::\n", **look, **{"data/small/game.yaml": game})
    assert text in {item.text for strip in strips for item in shown_items(strip.items) if isinstance(item, Text)}


def test_components_are_a_fan_with_the_text_at_its_middle(write_project: WriteProject) -> None:
    (strip,) = column(write_project, "::: component numbers cards=[1, 2, back]\nText\n:::\n")
    assert strip.height == 20
    side = 63 * 20 / 88
    boxes = pictures(strip)
    step = (WIDTH * 0.34 - side) / 2
    assert [near(box, step * n, 0, side, 20) for n, box in enumerate(boxes)] == [True] * 3
    assert texts(strip)["Text"][0] == pytest.approx(WIDTH * 0.34 + 4)
    (baseline,) = baselines(strip)
    (alone,) = baselines(column(write_project, "Text\n")[0])
    assert baseline == pytest.approx((20 - LINE) / 2 + alone)


def test_the_cards_of_components_take_the_part_of_the_column_that_the_style_gives_them(
    write_project: WriteProject,
) -> None:
    style = STYLE.replace("component_height: 20mm", "component_height: 20mm\ncomponent_part: 0.5")
    (strip,) = column(write_project, "::: component numbers cards=[1, 2, back]\nText\n:::\n", style)
    assert pictures(strip)[-1].x + 63 * 20 / 88 == pytest.approx(WIDTH / 2)
    assert texts(strip)["Text"][0] == pytest.approx(WIDTH / 2 + 4)


def test_a_token_is_shown_smaller_than_a_card_in_the_middle_of_its_row(write_project: WriteProject) -> None:
    face = "size: [20mm, 20mm]\nshape: circle\nbleed: 0mm\nelements: {a: {ellipse: trim, fill: '#ff0000'}}\n"
    game = GAME.replace("template: small/face, back: small/back", "template: small/coin")
    files = {"templates/small/coin.yaml": face, "data/small/game.yaml": game}
    (strip,) = column(write_project, "::: component numbers\nText\n:::\n", **files)
    (box,) = pictures(strip)
    assert near(box, 0, (20 - 20 / 1.8) / 2, 20 / 1.8, 20 / 1.8)


def test_two_small_components_stand_side_by_side_and_a_long_text_below_nothing(write_project: WriteProject) -> None:
    (strip,) = column(
        write_project,
        f"::: component numbers cards=[1, 2]\n{words(40)}\n\nend\n:::\n",
        STYLE.replace("20mm\nicons", "5mm\nicons"),
    )
    side = 63 * 5 / 88
    assert [box.x for box in pictures(strip)] == pytest.approx([0, side + 2])
    lines = baselines(strip)
    assert strip.height == pytest.approx(len(lines) * LINE + 2)
    assert [b - a for a, b in pairwise(lines)] == pytest.approx([LINE] * (len(lines) - 2) + [LINE + 2])
    assert max(right for _, right in texts(strip).values()) <= WIDTH


def test_steps_have_their_picture_at_the_left_and_the_text_at_its_middle(write_project: WriteProject) -> None:
    first, second = column(write_project, "::: step red width=30\nOne\n:::\n\n::: step red width=30\nTwo\n:::\n")
    (box,) = areas(first, "#ff0000")
    assert near(box, 0, 0, 30, 15)
    assert texts(first)["One"][0] == pytest.approx(34)
    assert baselines(first)[0] - baselines(column(write_project, "One\n")[0])[0] == pytest.approx((15 - LINE) / 2)
    assert second.before == 3


def test_a_step_s_picture_leaves_room_for_a_long_text_and_stands_at_its_middle(write_project: WriteProject) -> None:
    (strip,) = column(write_project, f"::: step red\n{words(60)}\n:::\n")
    (box,) = areas(strip, "#ff0000")
    assert box.width == pytest.approx(WIDTH * 0.6)
    assert box.y + box.height / 2 == pytest.approx(strip.height / 2)
    assert max(right for _, right in texts(strip).values()) <= WIDTH


def test_a_step_is_told_by_its_picture_s_words_and_not_by_its_text(write_project: WriteProject) -> None:
    figure = FIGURE + "  b: {text: Mow, size: 12pt}\n"
    made = open_booklet(
        write_project, "::: step red\nText\n:::\n", STYLE, **{"templates/small/figures/red.yaml": figure}
    )
    page = render_html(made.set(), made.layout)
    assert made.codes == []
    assert '<ol class="steps">\n<li><div class="picture" role="img" aria-label="Mow"' in page


def test_contents_lead_to_the_sections_with_dots_up_to_the_number(write_project: WriteProject) -> None:
    first, second, *_ = column(write_project, "::: toc\n:::\n\n## One\n\n### Deep\n\n## Two\n")
    assert [list(texts(strip)) for strip in (first, second)] == [["One"], ["Two"]]
    assert second.late is not None
    leader, part = second.late({"one": 1, "two": 12})
    assert isinstance(leader, Path) and isinstance(part, Group)
    (number,) = part.items
    assert isinstance(number, Text)
    assert (number.text, number.x + number.width) == ("12", pytest.approx(WIDTH))
    (_, x, y), (_, end, same) = leader.segments
    assert (x, end) == pytest.approx((texts(second)["Two"][1] + 1.5, WIDTH - 6))
    assert leader.stroke == Stroke("#bbbbbb", 0.3, (0.01, 1.6), "round")
    assert y == same == number.y == baselines(second)[0]


def test_contents_find_sections_wherever_they_stand_and_show_the_whole_title(write_project: WriteProject) -> None:
    text = f"::: toc\n:::\n\n## {words(9)}\n\n::: page-break\n:::\n\n::: ruling\n## In a box\n:::\n\n- ## In a list\n"
    pages = open_booklet(write_project, text, STYLE).set().pages
    lines: dict[float, list[str]] = {}
    for _, y, found in placed_texts(pages[0]):
        lines.setdefault(round(y, 1), []).append(found)
    assert list(lines.values())[1:5] == [[words(6)], [words(3), "1"], ["In a box", "2"], ["In a list", "2"]]


@pytest.mark.parametrize(
    "text",
    [
        "::: toc\n:::\n\n## {{ ' ' }}\n\nx\n",
        "::: toc\n:::\n\n::: figure red\n## In a caption\n:::\n",
        "::: tip\n[ ](#a)\n\n## a\n:::\n",
        "- {{ ' ' }}\n\n::: component numbers\n## {{ ' ' }}\n:::\n",
    ],
)
def test_blocks_without_a_text_are_set(write_project: WriteProject, text: str) -> None:
    made = open_booklet(write_project, text, STYLE)
    assert render_html(made.set(), made.layout)
    assert made.codes == []


# --- arguments


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        ("figure red width=0.9", "a width from 1 to 1000 mm"),
        ("figure red width=1001", "a width from 1 to 1000 mm"),
        ("figure red width=true", "a width from 1 to 1000 mm"),
        ("cards numbers columns=0", "a whole number from 1 to 50"),
        ("cards numbers columns=51", "a whole number from 1 to 50"),
        ("cards numbers columns=1.5", "a whole number from 1 to 50"),
        ("cards numbers cards=[]", "a list of cards, like [{number: 1}, back]"),
        ("cards numbers cards=3", "a list of cards, like [{number: 1}, back]"),
        ("component numbers back=1", "true or false"),
        ("component numbers small=1", "true or false"),
    ],
)
def test_an_argument_out_of_bounds_is_told_and_left_out(write_project: WriteProject, written: str, wanted: str) -> None:
    made = open_booklet(write_project, f"::: {written}\n:::\n", STYLE)
    (block,) = made.fill()
    assert block.options == {}
    (told,) = made.diagnostics
    assert (told.code, told.message.endswith(f", must be {wanted} (en)")) == (Code.BOOKLET_ARGUMENT, True)


@pytest.mark.parametrize(
    "written", ["figure red width=1", "figure red width=1000", "cards numbers columns=1", "cards numbers columns=50"]
)
def test_the_bounds_themselves_are_fine(write_project: WriteProject, written: str) -> None:
    made = open_booklet(write_project, f"::: {written}\n:::\n", STYLE)
    (block,) = made.fill()
    assert len(block.options) == 1
    assert made.codes == []


def test_an_argument_that_cannot_be_read_is_told(write_project: WriteProject) -> None:
    made = open_booklet(write_project, "::: cards numbers cards=[{a: 1, a: 2}]\n:::\n", STYLE)
    made.fill()
    (told,) = made.diagnostics
    assert (told.code, told.fix) == (Code.BOOKLET_ARGUMENT, "write a list like [{number: 1}]")


# --- faults of type


def test_what_cannot_be_set_is_told_with_the_language(write_project: WriteProject) -> None:
    made = open_booklet(write_project, f"ᠮᠣᠩ {words(20)}\n\n| {'W' * 80} |\n| - |\n\n:nope: 神\n", STYLE)
    made.set()
    told = {d.code: d for d in made.diagnostics}
    assert told[Code.SCRIPT_UNSUPPORTED].message.endswith(f"set: {f'ᠮᠣᠩ {words(20)}'[:50]} (en)")
    assert told[Code.TEXT_OVERFLOW].message == f"a word is wider than its column: {'W' * 50} (en)"
    assert told[Code.ICON_UNKNOWN].message == "no icon nope in the booklet's icons: (en)"
    assert told[Code.GLYPH_MISSING].message.endswith("神 (U+795E) (en)")
    places = {d.code: str(d.place).removeprefix("templates/small/rulebook.md") for d in made.diagnostics}
    assert places == {
        Code.SCRIPT_UNSUPPORTED: ":1:1",
        Code.TEXT_OVERFLOW: ":3:1",
        Code.ICON_UNKNOWN: ":6:1",
        Code.GLYPH_MISSING: ":6:1",
    }


def test_a_component_may_be_an_extra(write_project: WriteProject) -> None:
    aid = {"data/small/game.yaml": GAME + "extras:\n  aid: {template: small/aid, copies: 2}\n"}
    aid["templates/small/aid.yaml"] = 'size: a6\nelements:\n  a: {rect: trim, fill: "#ff0000"}\n'
    (strip,) = column(write_project, "::: component aid\nText\n:::\n", **aid)
    assert [near(box, 0, 0, 20 * 105 / 148, 20) for box in pictures(strip)] == [True]


@pytest.mark.slow
def test_columns_are_as_wide_as_their_longest_words_where_all_have_room(write_project: WriteProject) -> None:
    kind = f"Nachziehstapelkarte {words(9)}"
    made = open_booklet(write_project, f"| Kind | Text |\n| --- | --- |\n| {kind} | {words(60)} |\n", STYLE, "de")
    shown = [text for _, _, text in placed_texts(made.set().pages[0])]
    assert any("Nachziehstapelkarte" in text for text in shown)
    assert made.codes == []
