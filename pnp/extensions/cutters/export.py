"""A laid-out game → sheets with a cutting machine's marks, or pictures, and the lines that it cuts, as SVG and DXF.

A layout depends only on paper, size, bleed and shape. Each machine's layouts have a version number, which the sheets
show: as long as it stays, a machine that was set up for one edition cuts the next one, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, product

from pnp.build_context import BuildContext, document_metadata
from pnp.core.codes import Code
from pnp.core.diagnostics import Mistake, counted
from pnp.core.die_lines import die_line, without_lines
from pnp.core.frame import Box, DieLine, Frame, Group, Item, Path, Segment, Stroke, around, translation
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.outline import bounds, rectangle, transform, trim_outline
from pnp.core.printing import Flip, Marks, Printing, percent
from pnp.core.units import MM_PER_INCH, Mm
from pnp.exports.pieces import selected_decks
from pnp.exports.request import Exported, ExportRequest, Undrawn
from pnp.extensions.cutters.dxf import Lines, render_dxf
from pnp.layout.sheets.packing import Packing, both_ways, how_many
from pnp.layout.sheets.printer_offset import laid_for_printer, moved_box
from pnp.layout.sheets.sheet import Printed, Sheet, Side, impose, with_blank_backs
from pnp.layout.sheets.small_print import without_room
from pnp.outputs import Output
from pnp.project.game import Card, Deck
from pnp.render.pdf import Page, render_pdf
from pnp.render.pixels import Canvas, PictureTile, batch_of, pixels
from pnp.render.svg import render_layers

_APART: Mm = 0.5
"""The distance of pieces from registration marks."""

_CLEAR: Mm = 2.0
"""The distance of bleed from registration marks: a camera also reads the paper around them."""


@frozen_dataclass
class Cutter:
    """A kind of cutting machine.

    Attributes:
        title: Its name, for people.
        inset: From the paper's edges to the marks' outer edges, and to where it cuts, mm.
        square: Side of a black square at the top left, mm; 0 for none.
        arm: Length of the angles of lines at corners, mm.
        line: Width of their lines, mm.
        corners: The corners with an angle: 1 for right and for low, 0 for left and for high; none for a machine that
            needs no marks from pnp.
        paper: The size of its largest picture, mm, if it prints pictures; None if it takes the printer's paper. A
            picture ends at the outermost cuts and is clear around the pieces: cut lines of its size fit it in any
            program.
        layout: The number of its layouts, raised whenever a piece of any of them moves.
    """

    title: str
    inset: Mm
    square: Mm = 0.0
    arm: Mm = 0.0
    line: Mm = 0.0
    paper: tuple[Mm, Mm] | None = None
    layout: int = 1
    corners: tuple[tuple[int, int], ...] = ()

    def marks(self, paper: tuple[Mm, Mm]) -> tuple[Path, ...]:
        """Return the marks that it reads on a paper.

        They are a black square, and angles of lines, whose outer edges lie at the inset: lines are centred half their
        width inside it.
        """
        half, arm, stroke = self.line / 2, self.arm, Stroke("#000000", self.line)
        square = rectangle(self.inset, self.inset, self.square, self.square)
        marks = [Path(square, "#000000")] if self.square else []
        for right, low in self.corners:
            x, y = paper[0] - self.inset if right else self.inset, paper[1] - self.inset if low else self.inset
            inwards, down = -1 if right else 1, -1 if low else 1
            corner = (x + inwards * half, y + down * half)
            ends = [(x + inwards * arm, corner[1]), (corner[0], y + down * arm)]
            first, last = ends[::-1] if low else ends
            marks.append(Path((("M", *first), ("L", *corner), ("L", *last)), None, stroke))
        return tuple(marks)

    def flip(self, paper: tuple[Mm, Mm]) -> Flip:
        """Return the edge over which sheets are turned; pictures are mirrored from left to right, however they lie."""
        return "short" if self.paper and paper[0] > paper[1] else "long"

    def taken(self, paper: tuple[Mm, Mm]) -> tuple[Box, ...]:
        """Return the boxes where no piece may lie."""
        return tuple(box.inset(-_APART) for box in self._marked(paper))

    def clear(self, paper: tuple[Mm, Mm]) -> tuple[Box, ...]:
        """Return the boxes that pieces may cover, but not their bleed."""
        return tuple(box.inset(-_CLEAR) for box in self._marked(paper))

    def _marked(self, paper: tuple[Mm, Mm]) -> tuple[Box, ...]:
        """Return the boxes that its marks cover."""
        boxes = [Box(self.inset, self.inset, self.square, self.square)] if self.square else []
        for right, low in self.corners:
            for width, height in ((self.arm, self.line), (self.line, self.arm)):
                x = paper[0] - self.inset - width if right else self.inset
                y = paper[1] - self.inset - height if low else self.inset
                boxes.append(Box(x, y, width, height))
        return tuple(boxes)


CUTTERS: dict[str, Cutter] = {
    "silhouette": Cutter("Silhouette", 10.0, square=5.0, arm=20.0, line=0.3, corners=((1, 0), (0, 1))),
    "silhouette-alpha": Cutter(
        "Silhouette Cameo 5 Alpha", 10.0, arm=20.0, line=0.3, corners=((0, 0), (1, 0), (0, 1), (1, 1))
    ),
    "cricut": Cutter("Cricut", 0.0, paper=(6.75 * MM_PER_INCH, 9.25 * MM_PER_INCH), layout=3),
}
"""Silhouette Studio's registration marks of type 1, at its usual inset; the four corners of newer machines, after
inkscape-silhouette (pull requests 374 and 380, read November 2026); Cricut's largest picture to print then cut.
"""


def pack_for(cutter: Cutter, size: tuple[Mm, Mm], shape: str, bleed: Mm, paper: tuple[Mm, Mm]) -> Packing:
    """Return the grid with most pieces where a machine cuts them, off its marks; small print stands outside.

    The bleed of all pieces is on the paper. Of grids with as many pieces the one with the widest gutter wins, then the
    one nearest the middle.

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
        # A grid with space to spare may lie in the middle or at either end, and loses the slots that overlap a mark.
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
            usable = tuple(slot for slot in slots if not any(map(slot.overlaps, taken)))
            worth = (len(usable), gutter, across == 0.5, down == 0.5)
            if usable and (best is None or worth > best[0]):
                grid = Packing(sheet, (usable,), bleed, cutter.inset / 2, is_grid=shape == "card")
                best = worth, replace(grid, flip=cutter.flip(sheet), reserved=cutter.clear(sheet))
    if best is None:
        where = f"the area that a {cutter.title} can cut on {min(paper):g}×{max(paper):g} mm"
        raise Mistake(f"a piece of {size[0]:g}×{size[1]:g} mm does not fit {where}")
    return best[1]


LINES: dict[DieLine, Stroke] = {
    "crease": Stroke("#0000ff", 0.1),
    "perforation": Stroke("#ff00ff", 0.1),
    "kiss_cut": Stroke("#00ff00", 0.1),
    "cut": Stroke("#ff0000", 0.1),
}
"""The strokes of lines, in the order in which machines work; their programs tell lines apart by layer or colour."""

INSTALL = "pip install '.[cutters]' in pnp's repository"


def export_for_cutter(context: BuildContext, request: ExportRequest, name: str) -> Iterator[Exported]:
    """Yield sheets of each size with a machine's marks, and its cut lines; extras only if requested."""
    cutter = CUTTERS[name]
    layout = context.layout
    game = layout.edition.game
    printing = Printing(request.paper) if request.paper else context.printing.plain
    paper = cutter.paper or printing.size
    groups = _cut_alike(
        context, [deck for deck in selected_decks(layout, request.decks) if request.decks or deck.name in game.decks]
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
        fix = "use larger paper, or cut it by hand: pnp build" if not cutter.paper else "cut it by hand: pnp build"
        layout.diagnostics.report(code, pieces.decks[0].template.place, what=what, fix=fix)
    for number, (pieces, packing) in enumerate(packed):
        stem = f"{context.layout.edition.folder}/{name}/{pieces.name}"
        sheets = list(_sheets(context, pieces, packing, cutter, name))
        fronts = sum(not sheet.is_back for sheet in sheets)
        summary = f"{counted(fronts, 'sheet')}, {_paper_name(cutter, printing)}, layout {cutter.layout}"
        if cutter.paper:
            summary += ", backs on pictures of their own" if fronts < len(sheets) else ""
            yield from _pictures(stem, sheets, packing, pieces, request)
        else:
            summary += without_room([(sheet.has_name, sheet.has_ruler) for sheet in sheets if not sheet.is_back])
            duplex = "long-edge" if any(sheet.is_back for sheet in sheets) else "simplex"
            about = document_metadata(layout, "cards", duplex=duplex)
            scale = context.printing.scale
            summary += "" if scale == 1 else f", at {percent(scale)} for the printer"
            pages = (_page(sheet, scale) for sheet in sheets)
            yield Output(f"{stem}.pdf", render_pdf(pages, about), summary)
        cut_summary = summary if cutter.paper else ""
        full, rest = divmod(len(pieces.printed), packing.capacity)
        last = replace(packing, blocks=(packing.slots[:rest],))
        yield from _cut_files(context, f"{stem}-cut", packing if full else last, cutter, pieces, cut_summary)
        if full and rest:
            yield from _cut_files(context, f"{stem}-cut-last", last, cutter, pieces)
        context.report_progress((number + 1) / len(packed))


@dataclass
class _Pieces:
    """Cards that are cut alike.

    Attributes:
        name: The name of their files.
        decks: Their decks.
        lines: Their own lines, in mm from their top left; empty if they are cut at their trim.
        printed: The cards, each as often as it is printed.
    """

    name: str
    decks: list[Deck]
    lines: Lines
    printed: list[tuple[Deck, Card]]

    @property
    def blank(self) -> Frame:
        """Return an empty frame of their size, shape and corner."""
        head = self.decks[0].template.head
        return Frame(*head.size, (), head.bleed, head.corner, shape=head.shape)


def _cut_alike(context: BuildContext, decks: Sequence[Deck]) -> list[_Pieces]:
    """Group the cards of some decks by how they are cut."""
    groups: dict[object, _Pieces] = {}
    for deck in decks:
        head = deck.template.head
        for card in deck.cards:
            if card.copies:
                lines = _lines(context, deck, card)
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


def _page(sheet: Sheet, scale: float) -> Page:
    """Return a sheet, scaled for a printer that scales it back."""
    frame, matrix = laid_for_printer(sheet.frame, sheet.is_back, "long", None, scale)
    return Page(frame, *(moved_box(box, matrix, frame) for box in (sheet.trim, sheet.bleed)))


def _lines(context: BuildContext, deck: Deck, card: Card) -> Lines:
    """Return a card's own lines; a card without any is not laid out."""
    head = deck.template.head
    if not any(head.lines.values()):
        return {}
    frame = context.layout.face(deck, card)
    return {line: segments for line in LINES if (segments := die_line(frame, line))}


def _paper_name(cutter: Cutter, printing: Printing) -> str:
    return "6.75 × 9.25 in" if cutter.paper else printing.paper_name


def _sheets(context: BuildContext, pieces: _Pieces, packing: Packing, cutter: Cutter, name: str) -> Iterator[Sheet]:
    layout = context.layout
    printing = Printing(marks=Marks("none"))
    label = None if cutter.paper else context.label(f"{name} {cutter.layout}")

    def printed() -> Iterator[Printed]:
        for deck, card in pieces.printed:
            face, back = layout.printed(deck, card)
            yield (_by_machine(face), back and _by_machine(back)) if pieces.lines else (face, back)

    marks: tuple[Item, ...] = (*_clearing(packing, cutter, pieces), *cutter.marks(packing.paper))
    sheets = impose(printed(), packing, printing, label)
    two_sided = not cutter.paper and any(deck.back for deck in pieces.decks)
    for sheet in with_blank_backs(sheets) if two_sided else sheets:
        frame = sheet.frame if sheet.is_back else replace(sheet.frame, items=(*sheet.frame.items, *marks))
        yield replace(sheet, frame=frame)


def _clearing(packing: Packing, cutter: Cutter, pieces: _Pieces) -> Iterator[Group]:
    """Paint the bleed of pieces white around a machine's marks, which it does not find on a printed ground.

    The clip is the paper without the pieces' outlines, by the even-odd rule, so that the pieces stay whole.
    """
    boxes = cutter.clear(packing.paper)
    if boxes:
        outline = _outline(pieces)
        trims = [transform(outline, translation(slot.x, slot.y)) for slot in packing.slots]
        paper = rectangle(0.0, 0.0, *packing.paper)
        beside = Path((*paper, *chain.from_iterable(trims)), even_odd=True)
        white = [Path(rectangle(box.x, box.y, box.width, box.height), "#ffffff") for box in boxes]
        yield Group((*white,), clip=beside)


def _outline(pieces: _Pieces) -> tuple[Segment, ...]:
    """Return the outline that pieces are cut along, in mm from their top left."""
    return pieces.lines.get("cut") or trim_outline(pieces.blank)


def _by_machine(side: Side) -> Side:
    """Return a side without the lines for cutting by hand."""
    frame = without_lines(side.frame)
    return Side(frame, replace(side.art, items=frame.items) if side.art else None)


def _cut_lines(slots: Sequence[Box], pieces: _Pieces) -> dict[DieLine, list[Path]]:
    """Return the lines of all pieces on a sheet, by their kind, in the order in which a machine works."""
    lines: Lines = {"cut": _outline(pieces), **pieces.lines}
    return {
        line: [Path(transform(lines[line], translation(slot.x, slot.y)), None, stroke) for slot in slots]
        for line, stroke in LINES.items()
        if line in lines
    }


def _pictures(
    stem: str, sheets: Sequence[Sheet], packing: Packing, pieces: _Pieces, request: ExportRequest
) -> Iterator[Undrawn]:
    """Yield sheets as pictures that end at the outermost cuts and show nothing but the pieces; backs are mirrored."""
    number = 0
    for sheet in sheets:
        number += not sheet.is_back
        cuts = _cut_lines(packing.slots[: sheet.cards], pieces)["cut"]
        if sheet.is_back:
            cuts = [
                path._replace(segments=transform(path.segments, (-1, 0, 0, 1, packing.paper[0], 0))) for path in cuts
            ]
        pages = [
            _cropped(page, around([bounds(path.segments) for path in cuts]))
            for page in (
                sheet.frame,
                replace(sheet.frame, items=tuple(Path(cut.segments, "#000000", even_odd=True) for cut in cuts)),
            )
        ]
        width, height = pixels(pages[0].width, pages[0].height, request.dpi)
        tile = PictureTile(0, 0, 0, width, height)
        canvas = Canvas(width, height, (tile,), "png", request.dpi, cut=1, name=sheet.frame.name)
        yield Undrawn((f"{stem}-{number}{'-back' if sheet.is_back else ''}.png",), batch_of(pages, [canvas]))


def _cropped(page: Frame, box: Box) -> Frame:
    """Return the part of a page that a box shows."""
    return replace(page, width=box.width, height=box.height, items=(Group(page.items, translation(-box.x, -box.y)),))


def _cut_files(
    context: BuildContext, stem: str, packing: Packing, cutter: Cutter, pieces: _Pieces, summary: str = ""
) -> Iterator[Output]:
    """Yield the cut lines of a sheet, as SVG and DXF, in a frame of the size of the paper or of the picture."""
    lines = _cut_lines(packing.slots, pieces)
    if cutter.paper:
        box = around([bounds(path.segments) for path in lines["cut"]])
        slots = tuple(slot._replace(x=slot.x - box.x, y=slot.y - box.y) for slot in packing.slots)
        packing = replace(packing, paper=(box.width, box.height), blocks=(slots,))
        lines = _cut_lines(packing.slots, pieces)
    drawing = render_layers(Frame(*packing.paper, (), name=f"cut lines, layout {cutter.layout}"), lines.items())
    yield Output(f"{stem}.svg", drawing.encode(), summary)
    try:
        marks = cutter.marks(packing.paper)
        yield Output(f"{stem}.dxf", render_dxf(packing.slots, pieces.blank, packing.paper, pieces.lines, marks), "")
    except ModuleNotFoundError:
        what, place = "cut lines as DXF need a library that is not installed", pieces.decks[0].template.place
        context.layout.diagnostics.report(Code.CUTTERS_EXTRA, place, what=what, fix=INSTALL)
