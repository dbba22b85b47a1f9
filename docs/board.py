"""A board and its sheets → docs/board.svg, drawn by what prints them."""

from __future__ import annotations

from pathlib import Path as File

from pnp.core import outline
from pnp.core.diagnostics import Diagnostics
from pnp.core.frame import Frame, Group, Item, Path, Stroke
from pnp.core.printing import Printing
from pnp.layout.sheets.boards import tile_piece, tile_sheets
from pnp.layout.sheets.sheet import Side
from pnp.layout.sheets.small_print import SheetLabel
from pnp.project.files import Files
from pnp.project.fonts import load_fonts
from pnp.render.svg import render_svg
from pnp.text.own_words import own_words

ROOT = File(__file__).resolve().parent.parent
SIZE = (370.0, 370.0)
BLEED = 3.0
APART = 12.0
"""Room between two sheets in the picture, mm on the sheets."""
SCALE = 0.35


def board() -> Frame:
    """A track of spaces around a pond."""
    width, height = SIZE
    ground = outline.rectangle(-BLEED, -BLEED, width + 2 * BLEED, height + 2 * BLEED)
    items: list[Item] = [Path(ground, "#f3e3b5")]
    pond = outline.ellipse(width / 2, height / 2, 110, 80)
    items.append(Path(pond, "#8cc5d6", Stroke("#4a8fa5", 2)))
    colours = ("#c8553d", "#588157", "#e9b44c")
    along = [30 + n * (width - 60) / 8 for n in range(9)]
    places = {(x, y) for x in along for y in along if {x, y} & {along[0], along[-1]}}
    for number, (x, y) in enumerate(sorted(places)):
        items.append(Path(outline.ellipse(x, y, 15, 15), colours[number % 3], Stroke("#ffffff", 1.5)))
    return Frame(width, height, tuple(items), BLEED, name="board")


def picture() -> str:
    """The sheets of the board on A4, side by side as they are joined."""
    printing = Printing()
    tiling = tile_piece(SIZE, BLEED, printing)
    fonts = load_fonts(Files(ROOT), Diagnostics())
    label = SheetLabel("Around the pond 1.0 · en · Board", fonts.small_print, fonts)
    items: list[Item] = []
    wide, high = (side + APART for side in tiling.paper)
    sheets = tile_sheets([(Side(board()), None)], tiling, printing, label, own_words("print", "en"))
    for tile, sheet in zip(tiling.tiles, sheets, strict=True):
        at = APART + tile.column * wide, APART + tile.row * high
        paper = Path(outline.rectangle(0, 0, *tiling.paper), "#ffffff")
        items.append(Group((paper, *sheet.frame.items), (SCALE, 0.0, 0.0, SCALE, at[0] * SCALE, at[1] * SCALE)))
    across, down = (APART + len(spans) * side for spans, side in ((tiling.columns, wide), (tiling.rows, high)))
    size = (SCALE * across, SCALE * down)
    ground = Path(outline.rectangle(0, 0, *size), "#d9d9d9")
    return render_svg(Frame(*size, (ground, *items), name="the sheets of a board"))
