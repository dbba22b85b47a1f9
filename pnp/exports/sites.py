"""A laid-out game → pictures and tables for virtual tables in the browser that import nothing else.

Tabletopia: each face in a file, faces and backs of a deck equal to the pixel (help.tabletopia.com, "preparing
graphics"). Screentop and PlayingCards.io publish no file format; they get what their editors take by hand: sheets of
faces, and pictures with a table of cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pnp.diagnostics import counted
from pnp.exports.faces import back_file, export_to
from pnp.exports.grid import MOST_COLUMNS, MOST_ROWS, grid_for, sheet, sheets_needed
from pnp.exports.manifest import table
from pnp.exports.pieces import Pieces, decks_for_tables
from pnp.exports.wish import Exported, Wish
from pnp.order import Order
from pnp.write import Output


def export_tabletopia(order: Order, wish: Wish) -> Iterator[Exported]:
    """Each face and back at its trim, cut out along its outline."""
    return export_to(order, _as_cut(order, wish), "png", "tabletopia")


def export_playingcards(order: Order, wish: Wish) -> Iterator[Exported]:
    """The same, and a table for each deck with the address of each picture."""
    wish = _as_cut(order, wish)
    yield from export_to(order, wish, "png", "playingcards")
    game = order.layout.edition.game
    base = wish.url.replace("{game}", game.name).replace("{language}", game.language).rstrip("/")
    pieces = Pieces(order.layout)
    for deck in decks_for_tables(order.layout, wish.decks):
        rows = [
            (piece.name, f"{base}/{deck.name}/{piece.stem}-front.png", back and f"{base}/{back}", piece.card.copies)
            for piece in pieces.of(deck)
            for back in [back_file(piece, "png")]
        ]
        content = table(("label", "image", "back", "copies"), rows, is_imported=True)
        yield Output(f"{game.name}/{game.language}/playingcards/{deck.name}.csv", content, "")


def _as_cut(order: Order, wish: Wish) -> Wish:
    """What lies on a table, cut out along its outline."""
    names = tuple(deck.name for deck in decks_for_tables(order.layout, wish.decks))
    return replace(wish, bleed=False, corners="round", decks=names)


def export_screentop(order: Order, wish: Wish) -> Iterator[Exported]:
    """Sheets of faces and of backs, and a table that says where each card is."""
    game = order.layout.edition.game
    folder = f"{game.name}/{game.language}/screentop"
    pieces = Pieces(order.layout)
    rows: list[tuple[object, ...]] = []
    sheets = 0
    for deck in decks_for_tables(order.layout, wish.decks):
        of_deck = list(pieces.of(deck))
        if not of_deck:
            continue
        count = sheets_needed(len(of_deck))
        share = -(-len(of_deck) // count)
        for number in range(count):
            some = of_deck[number * share : (number + 1) * share]
            sheets += 1
            grid = grid_for(len(some), deck.template.head.size, wish.dpi)
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
    most = f"at most {MOST_COLUMNS} × {MOST_ROWS} faces each"
    yield Output(
        f"{folder}/cards.csv", table(head, rows), f"{counted(len(rows), 'face')} on {counted(sheets, 'sheet')}, {most}"
    )
