"""A laid-out game → sheets for cutting machines, and the lines that they cut, as SVG and DXF."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pnp.diagnostics import Code, Mistake, counted
from pnp.exports.pieces import chosen_decks
from pnp.exports.wish import Exported, Undrawn, Wish
from pnp.layout.cutters import CUTTERS, LAYOUT, Cutter, pack_for
from pnp.layout.frame import Frame, Path, Stroke
from pnp.layout.outline import transform
from pnp.layout.packing import Packing
from pnp.layout.paper import Marks, Printing, paper_name
from pnp.layout.shape import trim_outline
from pnp.layout.sheet import Printed, Sheet, impose, with_blank_backs
from pnp.model.game import Deck
from pnp.order import Order
from pnp.render.dxf import render_dxf
from pnp.render.pdf import About, Page, render_pdf
from pnp.render.pixels import Canvas, Tile, batch_of, pixels
from pnp.render.svg import render_svg
from pnp.write import Output

CUT = Stroke("#ff0000", 0.1)
"""Cut lines, as cutting programs show them."""

INSTALL = "pip install 'pnp-games[cutters]'"


def export_for_cutter(order: Order, wish: Wish, name: str) -> Iterator[Exported]:
    """Sheets of each size with what a machine looks for, and its cut lines; extras only where they are asked for."""
    cutter = CUTTERS[name]
    layout = order.layout
    game = layout.edition.game
    paper = cutter.paper or Printing(wish.paper).size
    groups = _by_size([deck for deck in chosen_decks(layout, wish.decks) if wish.decks or deck.name in game.decks])
    for number, decks in enumerate(groups):
        head = decks[0].template.head
        try:
            packing = pack_for(cutter, head.size, head.shape, head.bleed, paper)
        except Mistake as mistake:
            fix = "take other paper, or other decks with --deck"
            layout.diagnostics.tell(Code.CARD_LARGE, decks[0].template.place, what=mistake.what, fix=fix)
            continue
        stem = f"{game.name}/{game.language}/{name}/{'-'.join(deck.name for deck in decks)}"
        sheets = list(_sheets(order, decks, packing, cutter, name))
        if not sheets:
            continue  # there are no copies of any of its cards
        fronts = sum(not sheet.is_back for sheet in sheets)
        told = f"{counted(fronts, 'sheet')}, {_paper_told(cutter, wish)}, layout {LAYOUT}"
        if cutter.paper:
            yield from _drawn(stem, sheets, wish)
        else:
            duplex = "long-edge" if any(sheet.is_back for sheet in sheets) else ""
            about = About(game.head.title, layout.edition.tag, game.head.credits, duplex=duplex)
            pages = (Page(sheet.frame, sheet.trim, sheet.bleed) for sheet in sheets)
            yield Output(f"{stem}.pdf", render_pdf(pages, about), told)
        yield from _cut_files(order, stem, packing, decks[0], told if cutter.paper else "")
        order.share((number + 1) / len(groups))


def _by_size(decks: Sequence[Deck]) -> list[list[Deck]]:
    """Decks that are cut alike, together."""
    groups: dict[object, list[Deck]] = {}
    for deck in decks:
        head = deck.template.head
        groups.setdefault((head.size, head.shape, head.bleed, head.corner), []).append(deck)
    return list(groups.values())


def _paper_told(cutter: Cutter, wish: Wish) -> str:
    return "6.75 × 9.25 in" if cutter.paper else paper_name(wish.paper)


def _sheets(order: Order, decks: Sequence[Deck], packing: Packing, cutter: Cutter, name: str) -> Iterator[Sheet]:
    layout = order.layout
    printing = Printing(backs="none" if cutter.paper else "duplex", marks=Marks("none"))
    label = order.label(f"{name} {LAYOUT}")

    def printed() -> Iterator[Printed]:
        for deck in decks:
            for card in deck.cards:
                yield from [layout.printed(deck, card)] * card.copies

    marks = cutter.marks(packing.paper)
    sheets = impose(printed(), packing, printing, label)
    two_sided = printing.has_other_sides and any(deck.back for deck in decks)
    for sheet in with_blank_backs(sheets) if two_sided else sheets:
        frame = sheet.frame if sheet.is_back else replace(sheet.frame, items=(*sheet.frame.items, *marks))
        yield replace(sheet, frame=frame)


def _drawn(stem: str, sheets: Sequence[Sheet], wish: Wish) -> Iterator[Undrawn]:
    """Sheets as pictures, for machines that print what they are given."""
    for number, sheet in enumerate(sheets, 1):
        width, height = pixels(sheet.frame.width, sheet.frame.height, wish.dpi)
        canvas = Canvas(width, height, (Tile(0, 0, 0, width, height),), "png", wish.dpi, name=sheet.frame.name)
        yield Undrawn((f"{stem}-{number}.png",), batch_of([sheet.frame], [canvas]))


def _cut_files(order: Order, stem: str, packing: Packing, deck: Deck, told: str) -> Iterator[Output]:
    """The cut lines of a full sheet; a machine leaves out what is not there when its lines are taken away."""
    head = deck.template.head
    frame = Frame(*head.size, (), head.bleed, head.corner, shape=head.shape)
    outline = trim_outline(frame)
    paths = tuple(Path(transform(outline, (1.0, 0.0, 0.0, 1.0, slot.x, slot.y)), None, CUT) for slot in packing.slots)
    drawing = render_svg(Frame(*packing.paper, paths, name=f"cut lines, layout {LAYOUT}"))
    yield Output(f"{stem}-cut.svg", drawing.encode(), told)
    try:
        yield Output(f"{stem}-cut.dxf", render_dxf(packing.slots, head.shape, head.corner, packing.paper[1]), "")
    except ModuleNotFoundError:
        what = "cut lines as DXF need a library that is not installed"
        order.layout.diagnostics.tell(Code.CUTTERS_EXTRA, deck.template.place, what=what, fix=INSTALL)
