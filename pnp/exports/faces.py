"""A laid-out game → each face and each back in its own file, and a manifest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Literal, assert_never

from pnp.build_context import BuildContext, document_metadata
from pnp.core.cut_frames import cut_out, filled_outline, is_cut, with_bleed
from pnp.core.diagnostics import counted
from pnp.core.frame import Box, Frame
from pnp.core.units import Mm
from pnp.exports.pdf_pages import RULES, PdfWriter, rules_pdf
from pnp.exports.pieces import ManifestEntry, Piece, Pieces, entry_of, manifest_csv, manifest_json, selected_decks
from pnp.exports.request import Exported, ExportRequest, Undrawn
from pnp.outputs import Output
from pnp.render.pdf import Page
from pnp.render.pixels import Canvas, PictureFormat, PictureTile, batch_of, pixels
from pnp.render.svg import render_svg
from pnp.rulebook.imposition import BLEED

PageKind = Literal["svg", "pdf"]
FaceKind = PictureFormat | PageKind
"""The kinds of files for faces: pictures in pixels, or pages."""

AT_A_TIME = 24
"""How many pictures a process draws at a time: enough to share fonts and drawings, few enough to divide the work."""


def export_pictures(context: BuildContext, request: ExportRequest, kind: PictureFormat) -> Iterator[Exported]:
    """Yield each face and back as a PNG or WebP picture."""
    return export_to(context, request, kind, kind)


def export_pages(context: BuildContext, request: ExportRequest, kind: PageKind) -> Iterator[Exported]:
    """Yield each face and back as an SVG drawing, or a PDF of one page."""
    return export_to(context, request, kind, kind)


def export_to(context: BuildContext, request: ExportRequest, kind: FaceKind, target: str) -> Iterator[Exported]:
    """Yield each face and back as a file of a kind, in the folder of a target, and a manifest."""
    folder = f"{context.layout.edition.folder}/{target}"
    pieces = Pieces(context.layout)
    entries: list[ManifestEntry] = []
    decks = selected_decks(context.layout, request.decks)
    for number, deck in enumerate(decks):
        faces: dict[str, Frame] = {}
        of_backs: dict[str, Frame] = {}
        for piece in pieces.of(deck):
            front, back = f"{deck.name}/{piece.stem}-front.{kind}", back_file(piece, kind)
            faces[front] = piece.face
            if piece.back:
                of_backs.setdefault(back, piece.back)
            entries.append(_entry(piece, front, back, request, kind))
        sides = [*faces.items(), *of_backs.items()]
        yield from side_files(context, folder, sides, request, kind)
        if request.contact and sides:
            yield from contact_sheets(f"{folder}/{deck.name}", [frame for _, frame in sides])
        context.report_progress((number + 1) / len(decks))
    if kind == "pdf" and RULES in request.decks and context.rulebook:
        rules = rules_pdf(context, PdfWriter(request.press, request.dpi), BLEED if request.bleed else 0.0)
        if rules:
            yield replace(rules, path=f"{folder}/{rules.path}")
        if not decks:
            return
    about = {"format": kind, "dpi": request.dpi, "bleed": request.bleed, "corners": request.corners}
    backs = len({entry.back for entry in entries if entry.back})
    counts = [counted(len(entries), "face"), *([counted(backs, "back")] if backs else [])]
    summary = f"{', '.join(counts)}{_common_size(entries)}"
    yield Output(f"{folder}/manifest.csv", manifest_csv(entries), "")
    yield Output(f"{folder}/manifest.json", manifest_json(context.layout.edition, entries, **about), summary)


def back_file(piece: Piece, kind: FaceKind) -> str:
    """Return the path of the file of a piece's back, from the export's folder; "" if it has no back."""
    return f"{piece.deck.name}/{piece.back_name}.{kind}" if piece.back else ""


def _entry(piece: Piece, front: str, back: str, request: ExportRequest, kind: FaceKind) -> ManifestEntry:
    bleed = _bleed(piece.face, request)
    size = (piece.face.width + 2 * bleed, piece.face.height + 2 * bleed)
    in_pixels = (0, 0) if kind == "svg" or kind == "pdf" else pixels(*size, request.dpi)
    return entry_of(piece, front, back, in_pixels, size, bleed)


def side_files(
    context: BuildContext, folder: str, sides: Sequence[tuple[str, Frame]], request: ExportRequest, kind: FaceKind
) -> Iterator[Exported]:
    """Yield the files of faces and backs."""
    if kind == "png" or kind == "webp":
        rest = iter(sides)
        while some := list(islice(rest, AT_A_TIME)):
            pages = [with_bleed(frame, _bleed(frame, request)) for _, frame in some]
            canvases = [_canvas(frame, number, request, kind, pages) for number, (_, frame) in enumerate(some)]
            yield Undrawn(tuple(f"{folder}/{path}" for path, _ in some), batch_of(pages, canvases))
        return
    for path, frame in sides:
        yield Output(f"{folder}/{path}", _page(context, frame, request, kind), "")


def _page(context: BuildContext, frame: Frame, request: ExportRequest, kind: PageKind) -> bytes:
    match kind:
        case "svg":
            return _svg(frame, request)
        case "pdf":
            return _pdf(context, frame, request)
        case _:
            assert_never(kind)


def _bleed(frame: Frame, request: ExportRequest) -> Mm:
    return frame.bleed if request.bleed else 0.0


def _canvas(frame: Frame, page: int, request: ExportRequest, kind: PictureFormat, pages: list[Frame]) -> Canvas:
    """Return the picture of a face, which is on a numbered page; add the outline along which it is cut to the pages."""
    bleed = _bleed(frame, request)
    width, height = pixels(frame.width + 2 * bleed, frame.height + 2 * bleed, request.dpi)
    cut = -1
    if request.is_cut_out and is_cut(frame, bleed):
        outline = filled_outline(frame, bleed)
        if outline not in pages:
            pages.append(outline)
        cut = pages.index(outline)
    return Canvas(width, height, (PictureTile(page, 0, 0, width, height),), kind, request.dpi, cut, name=frame.name)


def _svg(frame: Frame, request: ExportRequest) -> bytes:
    if request.is_cut_out and request.bleed and frame.shape != "card":
        return render_svg(cut_out(frame, frame.bleed)).encode()
    return render_svg(frame, bleed=request.bleed, corner=request.is_cut_out).encode()


def _pdf(context: BuildContext, frame: Frame, request: ExportRequest) -> bytes:
    bleed = _bleed(frame, request)
    writer = PdfWriter(request.press, request.dpi)
    prepared = writer.prepared(frame)
    page = cut_out(prepared, bleed) if request.is_cut_out else with_bleed(prepared, bleed)
    cut = Page(page, Box(bleed, bleed, frame.width, frame.height), page.trim)
    return writer.pdf([cut], document_metadata(context.layout, frame.name))


# --- contact sheets

CONTACT_WIDTH = 200
"""The width of the widest face on a contact sheet, in pixels."""
CONTACT_GAP = 12
CONTACT_COLUMNS = 10
CONTACT_ROWS = 12


def contact_sheets(folder: str, frames: Sequence[Frame]) -> Iterator[Undrawn]:
    """Yield pictures of all sides of a deck: contact.png, then contact-2.png and so on."""
    widest = max(frame.width for frame in frames)
    scale = CONTACT_WIDTH / widest
    across, down = CONTACT_WIDTH + CONTACT_GAP, round(max(f.height for f in frames) * scale) + CONTACT_GAP
    rest = iter(frames)
    number = 0
    while some := list(islice(rest, CONTACT_COLUMNS * CONTACT_ROWS)):
        number += 1
        columns = min(CONTACT_COLUMNS, len(some))
        rows = -(-len(some) // columns)
        tiles = tuple(
            PictureTile(
                page,
                CONTACT_GAP + page % columns * across,
                CONTACT_GAP + page // columns * down,
                *(max(1, round(side * scale)) for side in (frame.width, frame.height)),
            )
            for page, frame in enumerate(some)
        )
        canvas = Canvas(columns * across + CONTACT_GAP, rows * down + CONTACT_GAP, tiles, name="a contact sheet")
        pages = [cut_out(frame, 0.0) for frame in some]
        yield Undrawn((f"{folder}/contact{f'-{number}' if number > 1 else ''}.png",), batch_of(pages, [canvas]))


# --- summary


def _common_size(entries: Sequence[ManifestEntry]) -> str:
    """Return the size of the pictures, for the summary; "" if they differ or have no pixels."""
    sizes = {(entry.width_px, entry.height_px) for entry in entries}
    if len(sizes) != 1 or (0, 0) in sizes:
        return ""
    width, height = sizes.pop()
    return f", {width} × {height} px"
