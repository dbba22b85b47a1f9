"""Pages of a booklet: nothing lost, in order, no page too full, headings with their text, margins, titles, grounds."""

from __future__ import annotations

import re

import pytest
from booklets import open_booklet, placed_texts
from conftest import WriteProject, build_project

from pnp.core import outline
from pnp.core.frame import Anchor, Frame, Group, Item, Matrix, Path, Text, multiply
from pnp.core.printing import PAPERS
from pnp.core.units import MM_PER_PT
from pnp.rulebook.pages import typeset_rulebook

NAMES = "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon"
WORDS = NAMES.split()
STYLE = "size: [100mm, 120mm]\nmargins: {inner: 20mm, outer: 10mm, top: 12mm, bottom: 16mm}\n"
TITLE = "Small"
LEFT, RIGHT, TOP, BOTTOM = 20.0, 10.0, 12.0, 16.0


def prose(count: int, start: int = 0) -> str:
    return " ".join(WORDS[(start + n) % len(WORDS)] for n in range(count))


def long_text(sections: int) -> str:
    return "\n\n".join(f"## Part {chr(65 + n)}\n\n{prose(60, n)}.\n\n{prose(45, n + 3)}." for n in range(sections))


def pages_of(write: WriteProject, text: str, style: str = STYLE) -> tuple[Frame, ...]:
    made = open_booklet(write, text, style)
    pages = made.set().pages
    assert made.codes == []
    return pages


def body(page: Frame) -> list[tuple[float, float, str]]:
    return [text for text in placed_texts(page) if text[1] < page.height - BOTTOM + 1 and text[2] != TITLE]


def foot(page: Frame) -> list[tuple[float, float, str]]:
    return [text for text in placed_texts(page) if text[1] >= page.height - BOTTOM + 1]


def flat(items: tuple[Item, ...], matrix: Matrix = (1, 0, 0, 1, 0, 0)) -> list[tuple[Item, Matrix]]:
    found: list[tuple[Item, Matrix]] = []
    for item in items:
        if isinstance(item, Group):
            found += flat(item.items, multiply(matrix, item.matrix))
        else:
            found.append((item, matrix))
    return found


# --- whole booklets


@pytest.mark.parametrize("sections", [1, 3, 7])
def test_nothing_is_lost_and_the_order_is_kept(write_project: WriteProject, sections: int) -> None:
    text = long_text(sections)
    pages = pages_of(write_project, text)
    shown = " ".join(t for page in pages for _, _, t in body(page))
    assert re.sub(r"[-\s]", "", shown) == re.sub(r"[-\s#]", "", text)


def test_the_title_stands_above_all_else_where_no_cover_shows_it(write_project: WriteProject) -> None:
    def titles(text: str) -> list[list[bool]]:
        return [
            [t == TITLE for _, y, t in placed_texts(p) if y < 100]
            for p in open_booklet(write_project, text).set().pages
        ]

    plain, covered = titles(long_text(20)), titles(f"::: page red\n:::\n\n{long_text(20)}")
    assert plain[0].index(True) == 0
    assert len(plain) > 1 and len(covered) > 2
    assert not any(map(any, (plain[0][1:], *plain[1:], *covered)))


def test_text_stays_between_the_margins_which_alternate(write_project: WriteProject) -> None:
    pages = pages_of(write_project, long_text(6))
    assert len(pages) > 3
    for number, page in enumerate(pages, 1):
        left = LEFT if number % 2 else RIGHT
        assert min(x for x, _, _ in body(page)) == pytest.approx(left, abs=0.01)
        assert min(y for _, y, _ in body(page)) > TOP
        for item, matrix in flat(page.items):
            if hasattr(item, "text"):
                assert matrix[4] + item.x + item.width <= left + 70.01  # type: ignore[union-attr]


def test_no_line_of_a_paragraph_stands_alone_on_a_page(write_project: WriteProject) -> None:
    text = "\n\n".join(" ".join([f"word{chr(97 + n)}"] * (25 + 7 * n)) for n in range(12))
    pages = pages_of(write_project, text)
    assert len(pages) >= 3
    for n in range(12):
        counts = [sum(f"word{chr(97 + n)}" in t for _, _, t in body(page)) for page in pages]
        assert 1 not in counts


def test_a_heading_is_never_the_last_of_a_page(
    write_project: WriteProject,
) -> None:
    for count in range(20, 60, 4):
        text = "\n\n".join(f"## Part {chr(65 + n)}\n\n{prose(count, n)}." for n in range(6))
        pages = pages_of(write_project, text)
        for page in pages:
            lines = sorted({round(y, 2) for _, y, _ in body(page)})
            last = next(t for _, y, t in body(page) if round(y, 2) == lines[-1])
            assert not last.startswith("Part ")
            assert not next(t for _, y, t in body(page) if round(y, 2) == lines[-2]).startswith("Part ")


def test_page_numbers_stand_at_the_outer_edge_and_running_titles_beside_them(write_project: WriteProject) -> None:
    pages = pages_of(write_project, long_text(30))
    assert len(pages) >= 10
    for number, page in enumerate(pages, 1):
        placed = {item.text: (m[4] + item.x, item.width) for item, m in flat(page.items) if isinstance(item, Text)}
        (text,) = {text for _, _, text in foot(page)} - {str(number)}
        (x, width), (title_x, title_width) = placed[str(number)], placed[text]
        if number % 2:  # a right-hand page
            assert (x + width, title_x + title_width) == pytest.approx((LEFT + 70, LEFT + 70 - 9))
            assert text.startswith("Part ")
        else:
            assert (x, title_x) == pytest.approx((RIGHT, RIGHT + 9))
            assert text == "Small"
        assert len({y for _, y, _ in foot(page)}) == 1
        assert page.height - BOTTOM + 5.5 < foot(page)[0][1] < page.height - BOTTOM + 5.5 + 8 * MM_PER_PT * 1.3


def test_the_running_title_is_the_part_the_page_starts_in(write_project: WriteProject) -> None:
    pages = pages_of(write_project, f"## First\n\n{prose(700)}.\n\n## Second\n\n{prose(20)}.\n")
    third = next(t for _, _, t in foot(pages[2]) if t != "3")
    assert third == "First"


def test_page_breaks_and_whole_pages(write_project: WriteProject) -> None:
    pages = pages_of(write_project, "::: page red\n:::\n\n## A\n\nx\n\n::: page-break\n:::\n\ny\n")
    assert len(pages) == 3
    assert foot(pages[0]) == []
    assert [t for _, _, t in body(pages[1])] == ["A", "x"]
    assert [t for _, _, t in body(pages[2])] == ["y"]


def test_a_figure_is_whole_with_its_caption_and_centred(write_project: WriteProject) -> None:
    for lines in range(0, 60, 6):
        pages = pages_of(write_project, f"{prose(10 * lines + 1)}.\n\n::: figure red\nCaption.\n:::\n")
        with_figure = [
            p for p in pages for item, _ in flat(p.items) if isinstance(item, Path) and item.fill == "#ff0000"
        ]
        (page,) = with_figure
        assert "Caption." in [t for _, _, t in body(page)]
        item, matrix = next((i, m) for i, m in flat(page.items) if isinstance(i, Path) and i.fill == "#ff0000")
        box = outline.bounds(outline.transform(item.segments, matrix))  # type: ignore[union-attr]
        left = LEFT if pages.index(page) % 2 == 0 else RIGHT
        assert box.x + box.width / 2 == pytest.approx(left + 35)
        assert box.bottom <= page.height - BOTTOM + 0.01


def test_a_box_has_one_ground_a_page_that_holds_its_text(write_project: WriteProject) -> None:
    paragraphs = "\n\n".join(prose(30, n) for n in range(12))
    pages = pages_of(write_project, f"## A\n\nx\n\n::: tip\n{paragraphs}\n:::\n\nafter\n")
    tinted = 0
    for page in pages:
        grounds = [
            outline.bounds(outline.transform(i.segments, m))
            for i, m in flat(page.items)
            if isinstance(i, Path) and i.fill == "#eeeeff"
        ]
        assert len(grounds) <= 1
        tinted += len(grounds)
        inside = [t for t in body(page) if t[2] not in ("A", "x", "after")]
        for x, y, _ in inside:
            assert grounds[0].x < x and grounds[0].y < y < grounds[0].bottom
    assert tinted >= 2


def test_anchors_and_the_table_of_contents_lead_to_the_pages(write_project: WriteProject) -> None:
    pages = pages_of(write_project, f"::: toc\n:::\n\n{long_text(5)}")
    page_of = {
        item.title: number
        for number, page in enumerate(pages, 1)
        for item, _ in flat(page.items)
        if isinstance(item, Anchor)
    }
    assert set(page_of) == {f"Part {c}" for c in "ABCDE"}
    lines: dict[float, list[str]] = {}
    for _, y, t in body(pages[0]):
        lines.setdefault(round(y, 1), []).append(t)
    entries = [texts for texts in lines.values() if texts[0].startswith("Part ") and len(texts) == 2]
    assert [(title, int(page)) for title, page in entries] == list(page_of.items())


def test_lists_are_numbered_from_their_first_number_and_indented(write_project: WriteProject) -> None:
    (page,) = pages_of(write_project, "3. one\n4. two\n\n- x\n")
    texts = body(page)
    assert [t for _, _, t in texts] == ["3.", "one", "4.", "two", "•", "x"]
    assert {round(x, 1) for x, _, t in texts if t in ("one", "two", "x")} == {25.0}


def test_table_columns_line_up_and_stay_in_the_measure(write_project: WriteProject) -> None:
    rows = "\n".join(f"| {prose(3, n)} | {n} | {prose(12, n)} |" for n in range(5))
    made = open_booklet(write_project, f"| A | B | C |\n| --- | --: | --- |\n{rows}\n", STYLE)
    (page,) = made.set().pages
    assert made.codes == []
    starts = [x for x, _, t in body(page) if t in ("A", "C")]
    assert all(any(abs(x - s) < 0.01 for s in starts) or t.isdigit() or t == "B" for x, _, t in body(page))
    for item, matrix in flat(page.items):
        if hasattr(item, "text") and item.text in prose(60):  # type: ignore[union-attr]
            assert LEFT - 0.01 <= matrix[4] + item.x <= LEFT + 70.01  # type: ignore[union-attr]


def test_a_word_wider_than_its_column_and_a_missing_glyph_are_told(write_project: WriteProject) -> None:
    made = open_booklet(write_project, f"{'W' * 60}\n\nto 神 :nope:\n", STYLE)
    made.set()
    assert sorted(code.split("@")[0] for code in made.codes) == ["glyph-missing", "icon-unknown", "text-overflow"]


def test_a_text_in_a_colour_of_css_or_of_none_has_pages(write_project: WriteProject) -> None:
    made = open_booklet(
        write_project, '<span style="color: crimson">red</span> <span style="color: reb">x</span>', STYLE
    )
    (page,) = made.set().pages
    assert {"#dc143c", "#000000"} <= {item.fill for item, _ in flat(page.items) if isinstance(item, Text)}


def test_a_box_without_content_is_still_a_booklet(write_project: WriteProject) -> None:
    for text in (
        "::: tip\n:::\n",
        "- \n",
        "::: component numbers\n:::\n",
        "::: cards numbers\n:::\n",
        "::: toc\n:::\n",
        "| a |\n| - |\n",
    ):
        assert len(open_booklet(write_project, text, STYLE).set().pages) <= 1


# --- pages for a paper


COVER_FILE = "templates/small/figures/cover.yaml"
A5 = "size: [148mm, 210mm]\nmargins: {inner: 18mm, outer: 14mm, top: 16mm, bottom: 18mm}\n"
COVER = (
    "size: [148mm, 210mm]\nbleed: 0mm\nsafe: 0mm\ncorner: 0mm\nelements:\n"
    "  ground: {rect: trim, fill: '#ff0000'}\n  dot: {rect: [10mm, 10mm, 20mm, 20mm], fill: '#00ff00'}\n"
)


def test_letter_has_pages_of_half_a_letter_with_the_same_text_on_each(write_project: WriteProject) -> None:
    text = f"::: page cover\n:::\n\n{long_text(9)}"
    made = open_booklet(write_project, text, A5, **{COVER_FILE: COVER})
    a5 = typeset_rulebook(made.booklet.on(PAPERS["a4"]), made.layout).pages
    half = typeset_rulebook(made.booklet.on(PAPERS["letter"]), made.layout).pages
    assert {(page.width, page.height) for page in a5} == {(148, 210)}
    assert {(page.width, page.height) for page in half} == {(279.4 / 2, 215.9)}
    words = [[text for _, _, text in placed_texts(page)] for page in half]
    assert words == [[text for _, _, text in placed_texts(page)] for page in a5]
    edges = [min(x for x, _, _ in body(page)) for page in half[1:3]]
    assert edges == pytest.approx([14 * 23.7 / 32, 18 * 23.7 / 32], abs=0.01)
    ground, dot = (outline.bounds(outline.transform(path.segments, matrix)) for path, matrix in flat(half[0].items))  # type: ignore[union-attr]
    assert (ground.width, ground.height) == pytest.approx((279.4 / 2, 215.9))
    assert dot.width == pytest.approx(dot.height) == pytest.approx(20 * 279.4 / 2 / 148)


@pytest.mark.parametrize("margins", ["inner: 8mm, outer: 8mm", "top: 5mm, bottom: 5mm"])
def test_pages_with_little_margin_are_not_made_smaller(write_project: WriteProject, margins: str) -> None:
    style = "size: [148mm, 210mm]\nmargins: {inner: 18mm, outer: 14mm, top: 16mm, bottom: 18mm}\n"
    for written in margins.split(", "):
        name = written.partition(":")[0]
        style = re.sub(rf"{name}: \d+mm", written, style)
    made = open_booklet(write_project, long_text(1), style)
    assert made.booklet.on(PAPERS["letter"]) is made.booklet


@pytest.mark.parametrize("paper", ["a3", "a4", "tabloid", "a5", "4x6in"])
def test_other_papers_take_the_pages_as_they_are(write_project: WriteProject, paper: str) -> None:
    made = open_booklet(write_project, long_text(1), A5)
    assert made.booklet.on(PAPERS[paper]) is made.booklet


HEAD = "size: [60mm, 5mm]\nbleed: 0mm\nsafe: 0mm\nelements:\n  band: {rect: trim, fill: '#123456'}\n"


def test_a_head_stands_above_the_text_of_each_page_but_pictures(write_project: WriteProject) -> None:
    text = "::: page red\n:::\n\n## A\n\nx\n\n::: page-break\n:::\n\n## B\n\ny\n"
    made = open_booklet(write_project, text, STYLE + "head: small/head\n", **{"templates/small/head.yaml": HEAD})
    pages = made.set().pages
    assert made.codes == []
    bands = [
        [outline.bounds(outline.transform(item.segments, matrix)) for item, matrix in flat(page.items) if is_band(item)]
        for page in pages
    ]
    measure = 100 - LEFT - RIGHT
    high = 5 * measure / 60
    assert [len(found) for found in bands] == [0, 1, 1]
    for (box,), left in zip(bands[1:], (RIGHT, LEFT), strict=True):
        assert (box.x, box.width, box.height) == pytest.approx((left, measure, high))
        assert box.y + box.height == pytest.approx(TOP - 4.2)


def test_a_head_knows_its_page_and_how_many_there_are(write_project: WriteProject) -> None:
    head = HEAD + "  word: {text: '{{ page }}/{{ pages }}', in: trim, size: 8pt}\n"
    text = "## A\n\nx\n\n::: page-break\n:::\n\n## B\n\ny\n"
    made = open_booklet(write_project, text, STYLE + "head: small/head\n", **{"templates/small/head.yaml": head})
    told = [[text for *_, text in placed_texts(page) if "/" in text] for page in made.set().pages]
    assert (told, made.codes) == ([["1/2"], ["2/2"]], [])


def is_band(item: Item) -> bool:
    return isinstance(item, Path) and item.fill == "#123456"


def test_a_head_that_is_not_there_is_told(write_project: WriteProject) -> None:
    made = open_booklet(write_project, "## A\n\nx\n", STYLE)
    assert made.booklet.style.head == ""
    files = {"templates/small/booklet.yaml": "head: small/haed\n", "templates/small/rulebook.md": "## A\n\nx\n"}
    assert "missing" in " ".join(str(d.code) for d in build_project(write_project(files)).diagnostics)


PANEL = """size: [60mm, 20mm]
bleed: 0mm
elements:
  band: {rect: [0mm, 0mm, "{{ width }}mm", "{{ height / 2 }}mm"], fill: "{{ '#123456' if kind == 'tip' else edge }}"}
"""


def test_a_panel_is_drawn_as_large_as_its_box(write_project: WriteProject) -> None:
    text = "## A\n\n::: tip\none\n:::\n\n::: tip\none\n\ntwo\n\nthree\n:::\n\n::: ruling\nother\n:::\n"
    made = open_booklet(write_project, text, STYLE + "panel: small/panel\n", **{"templates/small/panel.yaml": PANEL})
    page = made.set().pages[0]
    boxes = [outline.bounds(item.segments) for item, _ in flat(page.items) if is_band(item)]
    assert made.codes == []
    assert [box.width for box in boxes] == pytest.approx([100 - LEFT - RIGHT] * 2)
    assert boxes[1].height > 2 * boxes[0].height / 1.2
    edge = made.booklet.style.colour("accent")
    assert any(isinstance(item, Path) and item.fill == edge for item, _ in flat(page.items))


def test_a_panel_that_is_not_there_is_told(write_project: WriteProject) -> None:
    files = {"templates/small/booklet.yaml": "panel: small/panle\n", "templates/small/rulebook.md": "## A\n\nx\n"}
    assert "missing" in " ".join(str(d.code) for d in build_project(write_project(files)).diagnostics)
