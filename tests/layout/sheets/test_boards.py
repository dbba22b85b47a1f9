"""Boards larger than the paper: tiles cover all of them, overlap exactly, keep the margin, and leave no mark on them."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from itertools import pairwise

import pikepdf
import pytest
from conftest import GAME, WriteProject, build_project
from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import shipped_face, shipped_fonts

from pnp.core.diagnostics import Mistake
from pnp.core.frame import Box, Frame, Group, Item, Matrix, Path, Text, Use, multiply
from pnp.core.outline import apply, bounds, rectangle, transform
from pnp.core.printing import PAPERS, Printing
from pnp.layout.sheets.boards import Tile, Tiling, tile_piece, tile_sheets
from pnp.layout.sheets.card_packing import fits
from pnp.layout.sheets.packing import both_ways, holds
from pnp.layout.sheets.sheet import Sheet, Side
from pnp.layout.sheets.small_print import SheetLabel
from pnp.text.own_words import own_words

LABEL = SheetLabel("Small · en", shipped_face("source-sans-3/SourceSans3-Regular.ttf"), shipped_fonts())
MM = 25.4 / 72

sizes = st.tuples(*[st.floats(60, 620).map(lambda n: round(n, 2))] * 2)
bleeds = st.sampled_from([0.0, 1.5, 3.0, 3.175])
printings = st.builds(
    Printing,
    paper=st.sampled_from(["a4", "letter", "a3", "legal"]),
    margin=st.sampled_from([0.0, 4.23, 5.0, 12.0]),
    overlap=st.sampled_from([8.0, 10.0, 25.4]),
)


def board(size: tuple[float, float], bleed: float = 3.0) -> Side:
    ground = Path(rectangle(-bleed, -bleed, size[0] + 2 * bleed, size[1] + 2 * bleed), "#ff0000")
    return Side(Frame(*size, (ground,), bleed, name="board"))


def fills_sheet(size: tuple[float, float], printing: Printing) -> bool:
    return any(holds(paper, size) for paper in both_ways(printing.size))


def printed(tiling: Tiling, bleed: float, printing: Printing) -> list[Sheet]:
    return list(tile_sheets([(board(tiling.size, bleed), None)], tiling, printing, LABEL, str))


@given(sizes, bleeds, printings)
def test_tiles_cover_the_board_and_its_bleed(size: tuple[float, float], bleed: float, printing: Printing) -> None:
    assume(not fills_sheet(size, printing))
    tiling = tile_piece(size, bleed, printing)
    around = Box(0, 0, *size).inset(-bleed)
    for spans, start, end in ((tiling.columns, around.x, around.right), (tiling.rows, around.y, around.bottom)):
        assert spans[0][0] <= start + 1e-9 and spans[-1][1] >= end - 1e-9
        for (_, before), (after, _) in pairwise(spans):
            assert before - after == pytest.approx(printing.overlap, abs=0.01)
    kept = [tile.visible for tile in tiling.tiles]
    whole = around.inset(-5.0)
    assert sum(box.width * box.height for box in kept) == pytest.approx(whole.width * whole.height)
    assert len(kept) == len(tiling.columns) * len(tiling.rows)


@given(sizes, bleeds, printings)
def test_no_other_way_takes_fewer_sheets(size: tuple[float, float], bleed: float, printing: Printing) -> None:
    """A grid of the paper's printable parts, less the overlaps, counted in both ways of the paper."""
    assume(not fills_sheet(size, printing))
    tiling = tile_piece(size, bleed, printing)
    count = len(tiling.columns) * len(tiling.rows)

    def needed(length: float, side: float) -> int:
        room, sheets = side - 2 * printing.margin, 1
        while sheets * room - (sheets - 1) * printing.overlap < length + 2 * bleed + 10 - 1e-6:
            sheets += 1
        return sheets

    sides = PAPERS[printing.paper]
    assert count == min(needed(size[0], w) * needed(size[1], h) for w, h in (sides, sides[::-1]))


@given(sizes, bleeds, printings)
def test_nothing_is_printed_in_the_margin(size: tuple[float, float], bleed: float, printing: Printing) -> None:
    assume(not fills_sheet(size, printing))
    tiling = tile_piece(size, bleed, printing)
    for sheet in printed(tiling, bleed, printing):
        room = Box(0, 0, sheet.frame.width, sheet.frame.height).inset(printing.margin)
        assert all(room.contains(box, 1e-6) for _, box in flat(sheet.frame.items))
        assert room.contains(sheet.bleed, 1e-6) and sheet.bleed.contains(sheet.trim, 1e-6)


@given(sizes, bleeds, printings)
def test_nothing_is_drawn_where_it_would_be_seen(size: tuple[float, float], bleed: float, printing: Printing) -> None:
    """Marks, lines and small print lie beyond a joint or around the trim: on no sheet on what is kept of the board."""
    tiling = tile_piece(size, bleed, printing)
    for tile, sheet in zip(tiling.tiles, printed(tiling, bleed, printing), strict=True):
        x, y = tiling.place(tile)
        seen = common(tile.visible, Box(0, 0, *size))
        kept = Box(seen.x + x, seen.y + y, seen.width, seen.height)
        for item, box in flat(sheet.frame.items):
            assert isinstance(item, Use) or not overlap(box, kept)


@given(sizes, printings)
def test_both_sheets_have_the_same_cross_at_both_ends_of_a_joint(size: tuple[float, float], printing: Printing) -> None:
    tiling = tile_piece(size, 3, printing)
    crosses = {}
    for tile, sheet in zip(tiling.tiles, printed(tiling, 3, printing), strict=True):
        found = [item.segments for item, _ in flat(sheet.frame.items) if isinstance(item, Path)]
        lines = [line for line in found if len(line) == 4 and line[2][0] == "M"]
        crosses[tile.row, tile.column] = {((line[0][1] + line[1][1]) / 2, line[0][2]) for line in lines}
    for (row, column), those in crosses.items():
        right, below = crosses.get((row, column + 1)), crosses.get((row + 1, column))
        if right is not None:
            assert shared(those, right) == 2
        if below is not None:
            outside = (column == 0) + (column == len(tiling.columns) - 1)
            assert shared(those, below) == outside


def shared(some: set[tuple[float, float]], others: set[tuple[float, float]]) -> int:
    """How many crosses lie in one place on both sheets, in mm from the board's top left."""
    return sum(any(abs(x - a) < 1e-6 and abs(y - b) < 1e-6 for a, b in others) for x, y in some)


def test_a_sheet_is_told_by_row_and_column() -> None:
    tiling = tile_piece((500, 420), 3, Printing())
    sheets = printed(tiling, 3, Printing())
    texts = [" ".join(i.text for i, _ in flat(sheet.frame.items) if isinstance(i, Text)) for sheet in sheets]
    assert [re.findall(r"· (\d · \S+ of \S+) ·", text) for text in texts] == [
        [f"{n} · {name} of B3"] for n, name in enumerate(("A1", "A2", "A3", "B1", "B2", "B3"), 1)
    ]
    assert all("50 mm" in text for text in texts)
    assert [text.count("glue") for text in texts] == [2, 2, 1, 1, 1, 0]
    assert [text.count("cut off") for text in texts] == [0, 1, 1, 1, 2, 2]


def test_backs_have_sheets_of_their_own() -> None:
    tiling = tile_piece((300, 200), 3, Printing())
    pieces = [(board((300, 200)), board((300, 200)))] * 2
    count = len(list(tiling.tiles))
    for backs, sides in (("duplex", 2), ("separate", 2), ("none", 1)):
        sheets = list(tile_sheets(pieces, tiling, Printing(backs=backs), LABEL, own_words("print", "fr")))  # type: ignore[arg-type]
        assert len(sheets) == 2 * sides * count
        assert sum(sheet.cards for sheet in sheets) == 2
        assert not any(sheet.is_back for sheet in sheets)


@pytest.mark.parametrize(("size", "paper"), [((2000, 2000), "a4"), ((900, 900), "4x6in")])
def test_what_takes_too_many_sheets_is_refused(size: tuple[float, float], paper: str) -> None:
    with pytest.raises(Mistake, match="needs more than 64 sheets"):
        tile_piece(size, 3, Printing(paper))


@given(sizes, bleeds, printings)
def test_a_board_no_larger_than_the_paper_takes_one_sheet(
    size: tuple[float, float], bleed: float, printing: Printing
) -> None:
    assume(fills_sheet(size, printing))
    tiling = tile_piece(size, bleed, printing)
    (sheet,) = printed(tiling, bleed, printing)
    paper = Box(0, 0, sheet.frame.width, sheet.frame.height)
    middle = (sheet.trim.x + sheet.trim.right, sheet.trim.y + sheet.trim.bottom)
    assert middle == pytest.approx((paper.width, paper.height))
    assert (sheet.trim.width, sheet.trim.height) == pytest.approx(size)
    assert paper.contains(sheet.bleed, 1e-6) and sheet.bleed.contains(sheet.trim, 0.02)


@given(sizes, printings)
def test_what_fits_is_not_tiled(size: tuple[float, float], printing: Printing) -> None:
    room = sorted(side - 2 * printing.margin - 5 for side in printing.size)
    assert fits(size, printing) == all(side <= most + 1e-6 for side, most in zip(sorted(size), room, strict=True))


BOARD = 'size: [400mm, 300mm]\nbleed: 3mm\nelements:\n  ground: {rect: bleed, fill: "#cc3300"}\n'


def test_a_board_is_built_without_any_option(write_project: WriteProject) -> None:
    """Read from the PDF: each page's boxes, and that the board's picture is in the file once."""
    game = GAME + "extras:\n  board: {title: Board, template: small/board}\n"
    built = build_project(write_project({"data/small/game.yaml": game, "templates/small/board.yaml": BOARD}))
    assert not list(built.diagnostics)
    (made,) = (output for output in built.outputs if output.path.endswith("board.pdf"))
    assert made.summary == "1 piece on 4 sheets, A4, tiled"
    with pikepdf.open(io.BytesIO(made.content)) as pdf:
        assert len(pdf.pages) == 4
        kept = 0.0
        for page in pdf.pages:
            media, trim, bleed = ([float(n) * MM for n in page[key]] for key in ("/MediaBox", "/TrimBox", "/BleedBox"))
            assert sorted((round(media[2]), round(media[3]))) == [210, 297]
            assert bleed[0] >= 5 - 0.01 and bleed[2] <= media[2] - 5 + 0.01
            kept += (trim[2] - trim[0]) * (trim[3] - trim[1])
        forms = [o for o in pdf.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Form"]
        assert len(forms) == 1
    # what is glued under a neighbour is counted twice: 5 mm beside a joint of 300 mm, and below one of 400 mm
    assert kept == pytest.approx(400 * 300 + 5 * 300 + 5 * 400 + 5 * 5, rel=1e-3)


@pytest.mark.parametrize("backs", ["duplex", "separate", "fold", "none"])
def test_backs_of_boards_are_in_the_same_file(write_project: WriteProject, backs: str) -> None:
    game = GAME + "extras:\n  board: {title: Board, template: small/board, back: small/board}\n"
    root = write_project({"data/small/game.yaml": game, "templates/small/board.yaml": BOARD})
    told = {output.path: output.summary for output in build_project(root, backs=backs).outputs}
    sheets = "1 piece on 4 sheets, A4, tiled" if backs == "none" else "1 piece on 8 sheets, A4, tiled, their backs too"
    assert told["small/en/board.pdf"] == sheets
    assert "small/en/board-backs.pdf" not in told


def test_cards_that_are_tiled_are_told(write_project: WriteProject) -> None:
    changes = {f"templates/small/{name}.yaml": BOARD for name in ("face", "back")}
    (told,) = build_project(write_project(changes)).diagnostics
    assert (told.code, told.severity) == ("card-tiled", "warning")
    assert told.what == "numbers of 400×300 mm do not fit on A4, and take 4 sheets each"


def flat(items: tuple[Item, ...], matrix: Matrix = (1, 0, 0, 1, 0, 0)) -> Iterator[tuple[Item, Box]]:
    """Every item, and what it covers on the paper."""
    for item in items:
        if isinstance(item, Group) and item.clip is not None:
            shown = bounds(transform(item.clip.segments, multiply(matrix, item.matrix)))
            yield from ((part, shown) for part in item.items)
        elif isinstance(item, Group):
            yield from flat(item.items, multiply(matrix, item.matrix))
        else:
            yield item, covered(item, matrix)


def covered(item: Item, matrix: Matrix) -> Box:
    """What an item covers on the paper; lines end flat, and are as wide as their stroke."""
    if isinstance(item, Text):
        corners = [(item.x, item.y - 0.8 * item.size), (item.x + item.width, item.y + 0.25 * item.size)]
        (x1, y1), (x2, y2) = (apply(matrix, *corner) for corner in corners)
        return Box(min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1))
    assert isinstance(item, Path)
    box = bounds(transform(item.segments, matrix))
    half = item.stroke.width / 2 if item.stroke else 0.0
    is_closed = item.segments[-1][0] == "Z"
    across = half if is_closed or box.width < 1e-9 else 0.0
    down = half if is_closed or box.height < 1e-9 else 0.0
    return Box(box.x - across, box.y - down, box.width + 2 * across, box.height + 2 * down)


def overlap(a: Box, b: Box) -> bool:
    return min(a.right, b.right) - max(a.x, b.x) > 1e-6 and min(a.bottom, b.bottom) - max(a.y, b.y) > 1e-6


def common(a: Box, b: Box) -> Box:
    x, y = max(a.x, b.x), max(a.y, b.y)
    return Box(x, y, min(a.right, b.right) - x, min(a.bottom, b.bottom) - y)


def test_tiles_are_named_like_squares_of_a_chessboard() -> None:
    assert Tile(1, 2, Box(0, 0, 1, 1), Box(0, 0, 1, 1)).name == "B3"


def test_a_board_of_the_size_of_the_paper(write_project: WriteProject) -> None:
    game = GAME + "extras:\n  board: {title: Board, template: small/board}\n"
    board = BOARD.replace("[400mm, 300mm]", "a4 landscape")
    built = build_project(write_project({"data/small/game.yaml": game, "templates/small/board.yaml": board}))
    (made,) = (output for output in built.outputs if output.path.endswith("board.pdf"))
    assert made.summary == "1 piece on 1 sheet, A4, up to the edge of the paper: print it without margins"
