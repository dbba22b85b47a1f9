"""A laid-out game → pictures, sheets and tables for virtual tables in the browser.

Tabletopia: each face in a file, faces and backs of a deck equal to the pixel (help.tabletopia.com, "preparing
graphics"). Screentop and PlayingCards.io publish no file format; they get files that can be added by hand in their
editors: sheets of faces, and pictures with a table of cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pnp.build_context import BuildContext
from pnp.core.cut_frames import with_bleed
from pnp.core.diagnostics import counted
from pnp.core.frame import Frame
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.units import MM_PER_INCH, Mm
from pnp.exports.faces import back_file, export_to
from pnp.exports.pieces import Pieces, decks_for_tables, table
from pnp.exports.request import Exported, ExportRequest, Undrawn
from pnp.outputs import Output
from pnp.render.pixels import Canvas, PictureTile, batch_of

LARGEST_PX = 4096
"""The longest side of a picture that every graphics card accepts (Tabletop Simulator's knowledge base)."""

MAX_COLUMNS, MAX_ROWS = 10, 7
"""The largest sheet of Tabletop Simulator (knowledge base: custom deck)."""


@frozen_dataclass
class FaceGrid:
    """The grid of faces on a sheet.

    Attributes:
        width_px: The width of one face.
        height_px: The height of one face.
    """

    columns: int
    rows: int
    width_px: int
    height_px: int

    @property
    def places(self) -> int:
        """Return the number of faces that it has room for."""
        return self.columns * self.rows


def sheets_needed(cards: int, spare: int = 0) -> int:
    """Return how many sheets some cards need if ``spare`` places on each stay empty."""
    return max(1, -(-cards // (MAX_COLUMNS * MAX_ROWS - spare)))


def grid_for(places: int, size: tuple[Mm, Mm], dpi: float) -> FaceGrid:
    """Return the grid in which so many faces are largest, up to so many dots per inch.

    Of equally good grids, the one with the fewest places is taken.
    """
    width, height = size
    best: tuple[float, int, int, int] | None = None
    for columns in range(2, MAX_COLUMNS + 1):
        rows = max(2, -(-places // columns))
        if rows <= MAX_ROWS:
            scale = min(LARGEST_PX / (columns * width), LARGEST_PX / (rows * height), dpi / MM_PER_INCH)
            candidate = (-round(scale, 6), columns * rows, columns, rows)
            best = min(best, candidate) if best else candidate
    assert best is not None, "more places than a sheet has"
    scale, _, columns, rows = best
    return FaceGrid(columns, rows, max(1, int(-scale * width + 1e-6)), max(1, int(-scale * height + 1e-6)))


def sheet(path: str, frames: Sequence[tuple[int, Frame]], grid: FaceGrid) -> Undrawn:
    """Return a sheet with faces at places counted row by row from 0; a face may lie at several places."""
    pages = list({id(frame): frame for _, frame in frames}.values())
    index = {id(frame): number for number, frame in enumerate(pages)}
    tiles = tuple(
        PictureTile(
            index[id(frame)],
            place % grid.columns * grid.width_px,
            place // grid.columns * grid.height_px,
            grid.width_px,
            grid.height_px,
        )
        for place, frame in frames
    )
    canvas = Canvas(grid.columns * grid.width_px, grid.rows * grid.height_px, tiles, name=path)
    return Undrawn((path,), batch_of([with_bleed(page, 0.0) for page in pages], [canvas]))


def export_tabletopia(context: BuildContext, request: ExportRequest) -> Iterator[Exported]:
    """Yield each face and back at its trim, cut out along its outline."""
    return export_to(context, _as_cut(context, request), "png", "tabletopia")


def export_playingcards(context: BuildContext, request: ExportRequest) -> Iterator[Exported]:
    """Yield each face and back at its trim, and a table for each deck with the address of each picture."""
    request = _as_cut(context, request)
    yield from export_to(context, request, "png", "playingcards")
    game = context.layout.edition.game
    base = request.url.replace("{game}", game.name).replace("{language}", context.layout.edition.name).rstrip("/")
    pieces = Pieces(context.layout)
    for deck in decks_for_tables(context.layout, request.decks):
        rows = [
            (piece.name, f"{base}/{deck.name}/{piece.stem}-front.png", back and f"{base}/{back}", piece.card.copies)
            for piece in pieces.of(deck)
            for back in [back_file(piece, "png")]
        ]
        content = table(("label", "image", "back", "copies"), rows, is_imported=True)
        yield Output(f"{context.layout.edition.folder}/playingcards/{deck.name}.csv", content, "")


def _as_cut(context: BuildContext, request: ExportRequest) -> ExportRequest:
    """Return the request for pieces of a virtual table, cut out along their outline."""
    names = tuple(deck.name for deck in decks_for_tables(context.layout, request.decks))
    return replace(request, bleed=False, corners="round", decks=names)


def export_screentop(context: BuildContext, request: ExportRequest) -> Iterator[Exported]:
    """Yield sheets of faces and of backs, and a table that says where each card is."""
    folder = f"{context.layout.edition.folder}/screentop"
    pieces = Pieces(context.layout)
    rows: list[tuple[object, ...]] = []
    sheets = 0
    for deck in decks_for_tables(context.layout, request.decks):
        of_deck = list(pieces.of(deck))
        if not of_deck:
            continue
        count = sheets_needed(len(of_deck))
        share = -(-len(of_deck) // count)
        for number in range(count):
            some = of_deck[number * share : (number + 1) * share]
            sheets += 1
            grid = grid_for(len(some), deck.template.head.size, request.dpi)
            end = f"-{number + 1}" if count > 1 else ""
            faces, backs = f"{deck.name}-faces{end}.png", f"{deck.name}-backs{end}.png"
            yield sheet(f"{folder}/{faces}", list(enumerate(piece.face for piece in some)), grid)
            has_backs = some[0].back is not None
            if has_backs:
                yield sheet(f"{folder}/{backs}", [(n, p.back) for n, p in enumerate(some) if p.back], grid)
            for place, piece in enumerate(some):
                row, column = divmod(place, grid.columns)
                about = (deck.name, piece.card.number, piece.name, piece.card.copies)
                rows.append((*about, faces, backs if has_backs else "", column + 1, row + 1, grid.columns, grid.rows))
    head = ("deck", "number", "name", "copies", "faces", "backs", "column", "row", "columns", "rows")
    most = f"at most {MAX_COLUMNS} × {MAX_ROWS} faces each"
    yield Output(
        f"{folder}/cards.csv", table(head, rows), f"{counted(len(rows), 'face')} on {counted(sheets, 'sheet')}, {most}"
    )
