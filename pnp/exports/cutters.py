"""Cutting machines: where pieces may lie for them, the marks that they look for, and the lines that they cut.

A layout depends on paper, size, bleed and shape alone, and each machine's have a number: whoever has set up a machine
for one finds it unmoved in the next edition, or another number on the sheet.

A laid-out game → sheets for cutting machines, and the lines that they cut, as SVG and DXF.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, product

from pnp.build_context import BuildContext
from pnp.core.codes import Code
from pnp.core.diagnostics import Mistake, counted
from pnp.core.frame import Box, DieLine, Frame, Group, Item, Path, Segment, Stroke, move
from pnp.core.outline import rectangle, transform, trim_outline
from pnp.core.units import MM_PER_INCH, Mm
from pnp.exports.pieces import chosen_decks
from pnp.exports.request import Exported, ExportRequest, Undrawn
from pnp.layout.packing import Packing, both_ways, how_many
from pnp.layout.printing import Marks, Printing, paper_name
from pnp.layout.sheet import Printed, Sheet, Side, impose, with_blank_backs, without_room
from pnp.layout.surfaces import die_line, without_lines
from pnp.outputs import Output
from pnp.project.game import Card, Deck
from pnp.render.dxf import Lines, render_dxf
from pnp.render.pdf import DocumentMetadata, Page, render_pdf
from pnp.render.pixels import Canvas, PictureTile, batch_of, pixels
from pnp.render.svg import render_layers

_APART: Mm = 0.5
"""How far pieces keep off registration marks."""

_CLEAR: Mm = 2.0
"""How far their bleed keeps off them: a camera that looks for marks looks around them as well."""


_EDGE: Mm = 1.5
"""How far small print keeps off the edge of a picture that is no sheet of paper."""


@dataclass(frozen=True)
class Cutter:
    """A kind of cutting machine.

    Attributes:
        title: Its name, for people.
        inset: From the paper's edges to the marks' outer edges, and to where it cuts, mm.
        square: Side of the mark at the top left, mm; 0 for a machine that needs no marks of ours.
        arm: Length of the marks at the top right and bottom left, mm.
        line: Width of those, mm.
        paper: What it takes where it is no paper of the printer, mm.
        layout: Raised whenever a piece of any of its layouts comes to lie elsewhere.
    """

    title: str
    inset: Mm
    square: Mm = 0.0
    arm: Mm = 0.0
    line: Mm = 0.0
    paper: tuple[Mm, Mm] | None = None
    layout: int = 1

    def marks(self, paper: tuple[Mm, Mm]) -> tuple[Path, ...]:
        """The marks that it looks for on a paper."""
        if not self.square:
            return ()
        near, (right, bottom) = self.inset, (paper[0] - self.inset, paper[1] - self.inset)
        half, arm = self.line / 2, self.arm
        stroke = Stroke("#000000", self.line)
        return (
            Path(rectangle(near, near, self.square, self.square), "#000000"),
            Path(
                (("M", right - arm, near + half), ("L", right - half, near + half), ("L", right - half, near + arm)),
                None,
                stroke,
            ),
            Path(
                (("M", near + half, bottom - arm), ("L", near + half, bottom - half), ("L", near + arm, bottom - half)),
                None,
                stroke,
            ),
        )

    def taken(self, paper: tuple[Mm, Mm]) -> tuple[Box, ...]:
        """Where no piece may lie."""
        return tuple(box.inset(-_APART) for box in self._marked(paper))

    def clear(self, paper: tuple[Mm, Mm]) -> tuple[Box, ...]:
        """Where nothing may be painted but pieces, without their bleed."""
        return tuple(box.inset(-_CLEAR) for box in self._marked(paper))

    def _marked(self, paper: tuple[Mm, Mm]) -> tuple[Box, ...]:
        """What its marks cover."""
        if not self.square:
            return ()
        near, (right, bottom), arm = self.inset, (paper[0] - self.inset, paper[1] - self.inset), self.arm
        return (
            Box(near, near, self.square, self.square),
            Box(right - arm, near, arm, self.line),
            Box(right - self.line, near, self.line, arm),
            Box(near, bottom - arm, self.line, arm),
            Box(near, bottom - self.line, arm, self.line),
        )


CUTTERS: dict[str, Cutter] = {
    "silhouette": Cutter("Silhouette", 10.0, square=5.0, arm=20.0, line=0.3),
    "cricut": Cutter("Cricut", 0.0, paper=(6.75 * MM_PER_INCH, 9.25 * MM_PER_INCH), layout=2),
}
"""Silhouette Studio's registration marks of type 1, at its usual inset; Cricut's largest picture to print then cut."""


def pack_for(cutter: Cutter, size: tuple[Mm, Mm], shape: str, bleed: Mm, paper: tuple[Mm, Mm]) -> Packing:
    """Return the grid that puts most pieces where a machine cuts them, off its marks; small print stands outside.

    The bleed of all pieces is on the paper.

    Of those that hold as many the one with the widest gutter wins, then the one nearest the middle.

    Raises:
        Mistake: Not even one piece fits.
    """
    best: tuple[tuple[float, ...], Packing] | None = None
    gutters = (2 * bleed, bleed, 0.0) if shape == "card" else (2 * bleed + 1.0,)
    for sheet, gutter in product(both_ways(paper), gutters):
        area = Box(0.0, 0.0, *sheet).inset(max(cutter.inset, bleed))
        taken = cutter.taken(sheet)
        rooms = list(zip((area.width, area.height), size, strict=True))
        counts = [how_many(room, side, gutter) for room, side in rooms]
        free = [room - count * (side + gutter) + gutter for count, (room, side) in zip(counts, rooms, strict=True)]
        for across, down in product((0.5, 0.0, 1.0), (0.5, 0.0, 1.0)):
            slots = tuple(
                Box(
                    area.x + free[0] * across + column * (size[0] + gutter),
                    area.y + free[1] * down + row * (size[1] + gutter),
                    *size,
                )
                for row in range(counts[1])
                for column in range(counts[0])
            )
            kept = tuple(slot for slot in slots if not any(map(slot.overlaps, taken)))
            worth = (len(kept), gutter, across == 0.5, down == 0.5)
            if kept and (best is None or worth > best[0]):
                grid = Packing(sheet, (kept,), bleed, max(cutter.inset / 2, _EDGE), is_grid=shape == "card")
                best = worth, replace(grid, reserved=cutter.clear(sheet))
    if best is None:
        where = f"where a {cutter.title} cuts on {min(paper):g}×{max(paper):g} mm"
        raise Mistake(f"a piece of {size[0]:g}×{size[1]:g} mm does not fit {where}")
    return best[1]


LINES: dict[DieLine, Stroke] = {"cut": Stroke("#ff0000", 0.1), "crease": Stroke("#0000ff", 0.1)}
"""Lines as cutting programs show them, which tell them apart by layer or colour."""

INSTALL = "pip install '.[cutters]' in pnp's repository"


def export_for_cutter(order: BuildContext, wish: ExportRequest, name: str) -> Iterator[Exported]:
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
        layout.diagnostics.report(code, pieces.decks[0].template.place, what=what, fix=fix)
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
            about = DocumentMetadata(game.head.title, layout.edition.tag, game.head.credits, duplex=duplex)
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


def _cut_alike(order: BuildContext, decks: Sequence[Deck]) -> list[_Pieces]:
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


def _lines(order: BuildContext, deck: Deck, card: Card) -> Lines:
    """The lines of its own that a card has; of those that have none nothing is laid out."""
    head = deck.template.head
    if not head.cut and not head.crease:
        return {}
    frame = order.layout.face(deck, card)
    return {line: segments for line in LINES if (segments := die_line(frame, line))}


def _paper_told(cutter: Cutter, wish: ExportRequest) -> str:
    return "6.75 × 9.25 in" if cutter.paper else paper_name(wish.paper)


def _sheets(order: BuildContext, pieces: _Pieces, packing: Packing, cutter: Cutter, name: str) -> Iterator[Sheet]:
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


def _drawn(stem: str, sheets: Sequence[Sheet], wish: ExportRequest) -> Iterator[Undrawn]:
    """Sheets as pictures, for machines that print what they are given."""
    for number, sheet in enumerate(sheets, 1):
        width, height = pixels(sheet.frame.width, sheet.frame.height, wish.dpi)
        canvas = Canvas(width, height, (PictureTile(0, 0, 0, width, height),), "png", wish.dpi, name=sheet.frame.name)
        yield Undrawn((f"{stem}-{number}.png",), batch_of([sheet.frame], [canvas]))


def _cut_files(
    order: BuildContext, stem: str, packing: Packing, cutter: Cutter, pieces: _Pieces, told: str = ""
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
        order.layout.diagnostics.report(Code.CUTTERS_EXTRA, place, what=what, fix=INSTALL)
