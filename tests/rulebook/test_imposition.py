"""Pages lie at their places on the sheets, with the marks and the bleed that they need."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import pypdfium2
import pytest
from conftest import ROOT
from hypothesis import given
from hypothesis import strategies as st
from PIL.Image import Image
from printed_pages import dark_box
from strategies import open_face, shipped_fonts

from pnp.core.cut_frames import with_bleed
from pnp.core.frame import Frame, Item, Path, Text, Use
from pnp.core.outline import rectangle
from pnp.core.printing import PAPERS, Marks, Printing
from pnp.layout.sheets.small_print import SheetLabel
from pnp.render.pdf import DocumentMetadata, Page, render_pdf
from pnp.rulebook.folds import booklet_plan
from pnp.rulebook.imposition import Folding, Placing, impose, single_pages


def impose_booklet(
    pages: list[Frame], printing: Printing, note: SheetLabel | None = None, pictures: Collection[int] = ()
) -> Iterator[Frame]:
    return impose(pages, Folding(printing, booklet_plan(len(pages)), note, pictures))


pages = st.integers(1, 16)
sizes = st.tuples(st.floats(60, 250), st.floats(80, 350))
GROUND = Path(rectangle(0, 0, 148, 210), "#ff0000")


def frames(count: int, size: tuple[float, float] = (148, 210), *items: Item) -> list[Frame]:
    return [Frame(*size, items, name=f"page {n}") for n in range(count)]


@given(pages, sizes, st.sampled_from(["a4", "letter", "a3"]), st.booleans())
def test_pages_stand_side_by_side_at_the_fold_and_stay_on_the_paper(
    count: int, size: tuple[float, float], paper: str, is_cut: bool
) -> None:
    printing = Printing(paper, trim=is_cut)
    room = 8.0 if is_cut else 0.0
    shown = []
    for side in impose_booklet(frames(count, size), printing):
        assert (side.width, side.height) == PAPERS[paper][::-1]
        for use in side.items:
            if not isinstance(use, Use):
                continue
            scale, _, _, also, x, y = use.matrix
            assert scale == also <= 1
            width, height = size[0] * scale, size[1] * scale
            assert x >= room - 1e-6 and x + width <= side.width - room + 1e-6
            assert y >= room - 1e-6 and y + height <= side.height - room + 1e-6
            assert min(abs(x - side.width / 2), abs(x + width - side.width / 2)) < 1e-6
            assert y == pytest.approx(side.height - y - height)
            shown.append(use.art.name)
    assert sorted(shown) == sorted(frame.name for frame in frames(count))


def test_pages_that_fit_are_not_scaled_and_leave_no_room_for_marks() -> None:
    (front, _) = impose_booklet(frames(4), Printing("a4"))
    assert [use.matrix[0] for use in front.items if isinstance(use, Use)] == [1, 1]
    assert all(isinstance(item, Use) for item in front.items)


def test_a_picture_that_is_cut_runs_on_past_the_trim_but_not_over_the_fold() -> None:
    """Read from pixels: red 3 mm outside of the cover's trim on three sides, white left of the fold."""
    (front, _) = impose_booklet(frames(4, (148, 210), GROUND), Printing("a3", trim=True), pictures={0})
    plain = [item for item in front.items if not isinstance(item, Path)]
    image = picture(Frame(front.width, front.height, tuple(i for i in plain if not is_page(i, "page 3"))))
    left, top, right, bottom = 210, 43.5, 358, 253.5
    inside = [(x, y) for x in (left + 0.5, right, right + 2.5) for y in (top - 2.5, top, 150, bottom, bottom + 2.5)]
    outside = [(left - 0.5, 150), (right + 3.5, 150), (300, top - 3.5), (300, bottom + 3.5)]
    assert {at(image, point) for point in inside} == {(255, 0, 0)}
    assert {at(image, point) for point in outside} == {(255, 255, 255)}


def is_page(item: Item, name: str) -> bool:
    return isinstance(item, Use) and item.art.name == name


def picture(frame: Frame) -> Image:
    content = render_pdf([Page(frame)], DocumentMetadata("sides", "en"))
    with pypdfium2.PdfDocument(content) as document:
        return document[0].render(scale=4 * 25.4 / 72).to_pil().convert("RGB")


def at(image: Image, point: tuple[float, float]) -> object:
    return image.getpixel((int(point[0] * 4), int(point[1] * 4)))


@pytest.mark.parametrize("paper", ["a3", "a4", "letter"])
def test_cut_booklets_have_marks_at_their_corners_inside_the_margin(paper: str) -> None:
    printing = Printing(paper, trim=True)
    (front, *_) = impose_booklet(frames(4), printing)
    scale = Placing.of(Frame(148, 210, ()), printing, booklet_plan(4)).scale
    left, right = front.width / 2 - 148 * scale, front.width / 2 + 148 * scale
    top, bottom = (front.height - 210 * scale) / 2, (front.height + 210 * scale) / 2
    lines = [p.segments for p in front.items if isinstance(p, Path) and p.stroke and p.stroke.paint == "#000000"]
    upright = sorted({round(line[0][1], 3) for line in lines if line[0][1] == line[1][1]})
    level = sorted({round(line[0][2], 3) for line in lines if line[0][2] == line[1][2]})
    assert upright == pytest.approx([left, front.width / 2, right], abs=0.001)
    assert level == pytest.approx([top, bottom], abs=0.001)
    for line in lines:
        for _, x, y in line:
            assert 5 - 1e-6 <= x <= front.width - 5 + 1e-6 and 5 - 1e-6 <= y <= front.height - 5 + 1e-6
            assert not (left < x < right and top < y < bottom)


def test_the_fold_is_marked_and_the_note_printed_where_there_is_room() -> None:
    face = open_face(ROOT / "fonts/source-sans-3/SourceSans3-Regular.ttf")
    note = SheetLabel("flip on the short edge", face, shipped_fonts())
    (front, _) = impose_booklet(frames(4), Printing("a3"), note)
    texts = [item.text for item in front.items if isinstance(item, Text)]
    assert texts == ["flip on the short edge"]
    marks = [p.segments for p in front.items if isinstance(p, Path) and p.stroke and p.stroke.paint == "#000000"]
    assert marks == [
        (("M", 210.0, 43.0), ("L", 210.0, 41.0)),
        (("M", 210.0, 254.0), ("L", 210.0, 256.0)),
    ]
    (front, _) = impose_booklet(frames(4), Printing("a4"), note)
    assert not [item for item in front.items if isinstance(item, Path | Text)]


@pytest.mark.parametrize("is_cut", [True, False])
def test_pages_move_to_the_fold_by_the_paper_around_them_and_not_beyond_it(is_cut: bool) -> None:
    """24 pages are 6 sheets: those of the k-th sheet from outside lie k times 0.15 mm nearer to the fold."""
    printing = Printing("a3", trim=is_cut, paper_weight=120)
    bar = Path(rectangle(20, 100, 10, 10), "#ff0000")
    whole = Path(rectangle(0, 150, 148, 10), "#0000ff")
    sides = list(impose_booklet(frames(24, (148, 210), bar, whole), printing))
    pdf = render_pdf([Page(side) for side in sides], DocumentMetadata("creep", "en"))
    assert len(sides) == 12
    for number in range(0, 12, 3):
        shift = 0.15 * (number // 2)
        left, _, right, _ = dark_box(pdf, number, "#ff0000")
        assert (left, right) == pytest.approx((210 - 148 + 20 + shift, 210 + 30 - shift), abs=0.05)
        left, _, right, _ = dark_box(pdf, number, "#0000ff")
        assert (left, right) == pytest.approx((210 - 148 + shift, 210 + 148 - shift), abs=0.05)


def test_thickness_is_that_of_the_weight_or_as_measured() -> None:
    assert Printing(paper_weight=80).thickness == pytest.approx(0.1)
    assert Printing(paper_weight=120, paper_thickness=0.09).thickness == 0.09
    assert Printing().thickness == 0
    flat = frames(8)
    assert list(impose_booklet(flat, Printing("a3"))) != list(impose_booklet(flat, Printing("a3", paper_weight=80)))
    only = [impose_booklet(flat[:4], Printing("a3", paper_weight=weight)) for weight in (None, 80)]
    first, second = (
        [[item.matrix for item in side.items if isinstance(item, Use)] for side in sides] for sides in only
    )
    assert first == second


def ticks(side: Frame) -> list[tuple[float, float, float]]:
    """Light ticks in the fold: x, and from where to where they go."""
    found = [p for p in side.items if isinstance(p, Path) and p.stroke and p.stroke.paint == "#7a7a7a"]
    assert all(
        path.stroke and path.stroke.width == 0.1 and path.segments[0][1] == path.segments[1][1] for path in found
    )
    return [(path.segments[0][1], path.segments[0][2], path.segments[1][2]) for path in found]


@pytest.mark.parametrize(
    ("paper", "size", "ends"),
    [("a4", (148, 210), (5, 7, 203, 205)), ("letter", (139.7, 215.9), (5, 7, 208.9, 210.9))],
)
def test_a_booklet_that_fills_the_paper_has_ticks_in_its_fold(
    paper: str, size: tuple[float, float], ends: tuple[float, ...]
) -> None:
    """On inner sides, and inside the printer's margin of 5 mm."""
    sides = list(impose_booklet(frames(8, size), Printing(paper)))
    for inner in (sides[1], sides[3]):
        middle = inner.width / 2
        assert ticks(inner) == [pytest.approx((middle, *ends[:2])), pytest.approx((middle, *ends[2:]))]
    assert not ticks(sides[2])


@pytest.mark.parametrize("paper", ["a4", "a3"])
def test_staples_are_marked_on_the_outermost_side_alone(paper: str) -> None:
    sides = list(impose_booklet(frames(8), Printing(paper)))
    middle, top = sides[0].width / 2, (sides[0].height - 210) / 2
    quarters = [(middle, top + 49.5, top + 55.5), (middle, top + 154.5, top + 160.5)]
    assert ticks(sides[0]) == [pytest.approx(wanted) for wanted in quarters]
    assert not ticks(next(impose_booklet(frames(4), Printing(paper))))
    assert not any(map(ticks, impose_booklet(frames(8), Printing(paper, marks=Marks("none")))))
    assert not any(map(ticks, sides[1:])) or paper == "a4"


def test_printers_who_fold_get_single_pages_whose_pictures_run_on_past_every_edge() -> None:
    cover, page, *empty = single_pages(frames(2, (148, 210), GROUND), {0}, 3.0, 4)
    assert [frame.bleed for frame in (cover, page, *empty)] == [3.0] * 4
    assert not any(frame.items for frame in empty)
    image = picture(with_bleed(cover))
    corners = [(0.5, 0.5), (153.5, 0.5), (0.5, 215.5), (153.5, 215.5), (77, 0.5), (77, 215.5), (0.5, 100), (153.5, 100)]
    assert {at(image, corner) for corner in corners} == {(255, 0, 0)}
    assert at(picture(with_bleed(page)), (1.5, 100)) == (255, 255, 255)


@pytest.mark.parametrize("inside", [0.7, 2.0])
def test_what_ends_near_the_edge_of_a_cover_is_seen_once(inside: float) -> None:
    """A band that ends before the trim has no second one beyond it; the ground, and what reaches the edge, run on."""
    bands = (
        Path(rectangle(0, 210 - inside - 1, 148, 1), "#0000ff"),
        Path(rectangle(148 - inside - 1, 0, 1, 210), "#0000ff"),
        Path(rectangle(70, 200, 10, 10), "#00ff00"),
    )
    cover, *_ = single_pages(frames(1, (148, 210), GROUND, *bands), {0}, 3.0, 4)
    image = picture(with_bleed(cover))
    outside = [(100, 213 + n / 4) for n in range(1, 12)] + [(151 + n / 4, 100) for n in range(1, 12)]
    assert {at(image, point) for point in outside} == {(255, 0, 0)}
    assert {at(image, (78, 213 + n / 4)) for n in range(1, 12)} == {(0, 255, 0)}
