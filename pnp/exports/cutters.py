"""A laid-out game → sheets for cutting machines, and the lines that they cut, as SVG and DXF."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from pnp.diagnostics import Code, Mistake, counted
from pnp.exports.pieces import chosen_decks
from pnp.exports.wish import Exported, Undrawn, Wish
from pnp.layout.cutters import CUTTERS, Cutter, pack_for
from pnp.layout.dielines import die_line, without_lines
from pnp.layout.frame import DieLine, Frame, Group, Item, Path, Segment, Stroke, move
from pnp.layout.outline import rectangle, transform
from pnp.layout.packing import Packing
from pnp.layout.paper import paper_name
from pnp.layout.printing import Marks, Printing
from pnp.layout.shape import trim_outline
from pnp.layout.sheet import Printed, Sheet, Side, impose, with_blank_backs, without_room
from pnp.model.game import Card, Deck
from pnp.order import Order
from pnp.render.dxf import Lines, render_dxf
from pnp.render.pdf import About, Page, render_pdf
from pnp.render.pixels import Canvas, Tile, batch_of, pixels
from pnp.render.svg import render_layers
from pnp.write import Output

LINES: dict[DieLine, Stroke] = {"cut": Stroke("#ff0000", 0.1), "crease": Stroke("#0000ff", 0.1)}
"""Lines as cutting programs show them, which tell them apart by layer or colour."""

INSTALL = "pip install '.[cutters]' in pnp's repository"


def export_for_cutter(order: Order, wish: Wish, name: str) -> Iterator[Exported]:
    """Sheets of each size with what a machine looks for, and its cut lines; extras only where they are asked for."""
    cutter = CUTTERS[name]
    layout = order.layout
    game = layout.edition.game
    paper = cutter.paper or Printing(wish.paper).size
    groups = _cut_alike(
        order, [deck for deck in chosen_decks(layout, wish.decks) if wish.decks or deck.name in game.decks]
    )
    packed: list[tuple[_Pieces, Packing]] = []
    unfit: list[tuple[_Pieces, Mistake]] = []
    for pieces in groups:
        head = pieces.decks[0].template.head
        try:
            packed.append((pieces, pack_for(cutter, head.size, head.shape, head.bleed, paper)))
        except Mistake as mistake:
            unfit.append((pieces, mistake))
    for pieces, fault in unfit:
        code = Code.CUTTER_LEFT_OUT if packed else Code.CARD_LARGE
        what = f"{fault.what}: {pieces.name}{', left out' if packed else ''}"
        fix = "take larger paper, or cut it by hand: pnp build" if not cutter.paper else "cut it by hand: pnp build"
        layout.diagnostics.tell(code, pieces.decks[0].template.place, what=what, fix=fix)
    for number, (pieces, packing) in enumerate(packed):
        stem = f"{game.name}/{game.language}/{name}/{pieces.name}"
        sheets = list(_sheets(order, pieces, packing, cutter, name))
        fronts = sum(not sheet.is_back for sheet in sheets)
        told = f"{counted(fronts, 'sheet')}, {_paper_told(cutter, wish)}, layout {cutter.layout}"
        told += without_room([(sheet.has_name, sheet.has_ruler) for sheet in sheets if not sheet.is_back])
        if cutter.paper:
            yield from _drawn(stem, sheets, wish)
        else:
            duplex = "long-edge" if any(sheet.is_back for sheet in sheets) else ""
            about = About(game.head.title, layout.edition.tag, game.head.credits, duplex=duplex)
            pages = (Page(sheet.frame, sheet.trim, sheet.bleed) for sheet in sheets)
            yield Output(f"{stem}.pdf", render_pdf(pages, about), told)
        told_of_cuts = told if cutter.paper else ""
        yield from _cut_files(order, f"{stem}-cut", packing, cutter, pieces, told_of_cuts)
        if rest := len(pieces.printed) % packing.capacity:
            last = replace(packing, blocks=(packing.slots[:rest],))
            yield from _cut_files(order, f"{stem}-cut-last", last, cutter, pieces)
        order.share((number + 1) / len(packed))


@dataclass
class _Pieces:
    """Cards that are cut alike.

    Attributes:
        name: What their files are called.
        decks: The decks that they are of.
        lines: Their own lines, in mm from their top left, where they are not cut at their trim.
        printed: Which they are, as often as they are printed.
    """

    name: str
    decks: list[Deck]
    lines: Lines
    printed: list[tuple[Deck, Card]]

    @property
    def blank(self) -> Frame:
        """One of them with nothing on it: its size, shape and corner."""
        head = self.decks[0].template.head
        return Frame(*head.size, (), head.bleed, head.corner, shape=head.shape)


def _cut_alike(order: Order, decks: Sequence[Deck]) -> list[_Pieces]:
    """The cards of some decks, those that are cut alike together."""
    groups: dict[object, _Pieces] = {}
    for deck in decks:
        head = deck.template.head
        for card in deck.cards:
            if card.copies:
                lines = _lines(order, deck, card)
                key = (head.size, head.shape, head.bleed, head.corner, tuple(lines.items()))
                pieces = groups.setdefault(key, _Pieces("", [], lines, []))
                pieces.decks += [deck] if deck not in pieces.decks else []
                pieces.printed += [(deck, card)] * card.copies
    names: dict[str, int] = {}
    for pieces in groups.values():
        name = "-".join(deck.name for deck in pieces.decks)
        names[name] = count = names.get(name, 0) + 1
        pieces.name = name if count == 1 else f"{name}-{count}"
    return list(groups.values())


def _lines(order: Order, deck: Deck, card: Card) -> Lines:
    """The lines of its own that a card has; of those that have none nothing is laid out."""
    head = deck.template.head
    if not head.cut and not head.crease:
        return {}
    frame = order.layout.face(deck, card)
    return {line: segments for line in LINES if (segments := die_line(frame, line))}


def _paper_told(cutter: Cutter, wish: Wish) -> str:
    return "6.75 × 9.25 in" if cutter.paper else paper_name(wish.paper)


def _sheets(order: Order, pieces: _Pieces, packing: Packing, cutter: Cutter, name: str) -> Iterator[Sheet]:
    layout = order.layout
    printing = Printing(backs="none" if cutter.paper else "duplex", marks=Marks("none"))
    label = order.label(f"{name} {cutter.layout}")

    def printed() -> Iterator[Printed]:
        for deck, card in pieces.printed:
            face, back = layout.printed(deck, card)
            yield (_by_machine(face), back and _by_machine(back)) if pieces.lines else (face, back)

    marks: tuple[Item, ...] = (*_clearing(packing, cutter, pieces), *cutter.marks(packing.paper))
    sheets = impose(printed(), packing, printing, label)
    two_sided = printing.has_other_sides and any(deck.back for deck in pieces.decks)
    for sheet in with_blank_backs(sheets) if two_sided else sheets:
        frame = sheet.frame if sheet.is_back else replace(sheet.frame, items=(*sheet.frame.items, *marks))
        yield replace(sheet, frame=frame)


def _clearing(packing: Packing, cutter: Cutter, pieces: _Pieces) -> Iterator[Group]:
    """White around a machine's marks, where pieces have bleed: it does not find them there."""
    boxes = cutter.clear(packing.paper)
    if boxes:
        outline = _outline(pieces)
        trims = [transform(outline, move(slot.x, slot.y)) for slot in packing.slots]
        paper = rectangle(0.0, 0.0, *packing.paper)
        beside = Path((*paper, *chain.from_iterable(trims)), even_odd=True)
        white = [Path(rectangle(box.x, box.y, box.width, box.height), "#ffffff") for box in boxes]
        yield Group((*white,), clip=beside)


def _outline(pieces: _Pieces) -> tuple[Segment, ...]:
    """Along what pieces are cut, in mm from their top left."""
    return pieces.lines.get("cut") or trim_outline(pieces.blank)


def _by_machine(side: Side) -> Side:
    """A side without the lines that are there for hands."""
    frame = without_lines(side.frame)
    return Side(frame, replace(side.art, items=frame.items) if side.art else None)


def _drawn(stem: str, sheets: Sequence[Sheet], wish: Wish) -> Iterator[Undrawn]:
    """Sheets as pictures, for machines that print what they are given."""
    for number, sheet in enumerate(sheets, 1):
        width, height = pixels(sheet.frame.width, sheet.frame.height, wish.dpi)
        canvas = Canvas(width, height, (Tile(0, 0, 0, width, height),), "png", wish.dpi, name=sheet.frame.name)
        yield Undrawn((f"{stem}-{number}.png",), batch_of([sheet.frame], [canvas]))


def _cut_files(
    order: Order, stem: str, packing: Packing, cutter: Cutter, pieces: _Pieces, told: str = ""
) -> Iterator[Output]:
    """The cut lines of a sheet."""
    lines: Lines = {"cut": _outline(pieces), **pieces.lines}
    layers = {
        line: [Path(transform(segments, move(slot.x, slot.y)), None, LINES[line]) for slot in packing.slots]
        for line, segments in lines.items()
    }
    drawing = render_layers(Frame(*packing.paper, (), name=f"cut lines, layout {cutter.layout}"), layers.items())
    yield Output(f"{stem}.svg", drawing.encode(), told)
    try:
        marks = cutter.marks(packing.paper)
        yield Output(f"{stem}.dxf", render_dxf(packing.slots, pieces.blank, packing.paper, pieces.lines, marks), "")
    except ModuleNotFoundError:
        what, place = "cut lines as DXF need a library that is not installed", pieces.decks[0].template.place
        order.layout.diagnostics.tell(Code.CUTTERS_EXTRA, place, what=what, fix=INSTALL)
