"""A laid-out game and a print shop's profile → the files that the shop accepts, and lists of them.

Nothing is scaled: a card of almost the shop's size is centred in it, and its bleed is extended by repeating its edge.

cards.xml is an order that mpc-autofill's desktop tool, run in the folder of the file, uploads to MakePlayingCards.
Structure: github.com/chilli-axe/mpc-autofill/wiki/XML-Schema-Specification, with local files.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import PurePosixPath
from typing import Any
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from pnp.build_context import BuildContext, document_metadata
from pnp.core.cut_frames import with_bleed
from pnp.core.diagnostics import Mistake, counted
from pnp.core.frame import Frame
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.units import MM_PER_INCH, format_size
from pnp.exports.faces import AT_A_TIME
from pnp.exports.pdf_pages import RULES, PdfWriter, deck_pages, rules_pdf, shop_page
from pnp.exports.pieces import ManifestEntry, Piece, Pieces, entry_of, manifest_csv, manifest_json, selected_decks
from pnp.exports.request import Exported, ExportRequest, Undrawn
from pnp.outputs import Output
from pnp.project.game import Deck
from pnp.project.profile import Fit, ShopProfile
from pnp.render.pixels import Canvas, PictureTile, batch_of

STOCK = "(S30) Standard Smooth"
"""The shop's usual card stock."""

BRACKETS = (18, 36, 55, 72, 90, 108, 126, 144, 162, 180, 198, 216, 234, 396, 504, 612)
"""Numbers of cards that the shop sells. Older versions of the tool need the next larger one."""


def cards_xml(entries: Sequence[ManifestEntry]) -> bytes:
    """Return an order, in which each copy of a card has a slot, from 0.

    The most frequent back is the default for all slots.
    """
    fronts: dict[str, list[int]] = {}
    backs: dict[str, list[int]] = {}
    names: dict[str, str] = {}
    slot = 0
    for entry in entries:
        slots = list(range(slot, slot + entry.copies))
        fronts.setdefault(entry.front, []).extend(slots)
        if entry.back:
            backs.setdefault(entry.back, []).extend(slots)
        names[entry.front] = entry.name
        names.setdefault(entry.back, entry.name)
        slot += entry.copies
    root = Element("order")
    details = SubElement(root, "details")
    _add(details, "quantity", str(slot))
    _add(details, "bracket", str(next((b for b in BRACKETS if b >= slot), BRACKETS[-1])))
    _add(details, "stock", STOCK)
    _add(details, "foil", "false")
    usual = Counter({back: len(slots) for back, slots in backs.items()}).most_common(1)
    _cards(SubElement(root, "fronts"), fronts.items(), names)
    special = [(back, slots) for back, slots in backs.items() if back != usual[0][0]]
    if special:
        _cards(SubElement(root, "backs"), special, names)
    if usual:
        _add(root, "cardback", f"./{usual[0][0]}")
    indent(root)
    return f"{tostring(root, encoding='unicode')}\n".encode()


def _cards(parent: Element, files: Iterable[tuple[str, list[int]]], names: dict[str, str]) -> None:
    for file, slots in files:
        card = SubElement(parent, "card")
        _add(card, "id", f"./{file}")
        _add(card, "sourceType", "Local File")
        _add(card, "slots", ",".join(map(str, slots)))
        _add(card, "name", PurePosixPath(file).name)
        _add(card, "query", names[file].lower())


def _add(parent: Element, tag: str, text: str) -> None:
    SubElement(parent, tag).text = text


@frozen_dataclass
class _Job:
    """An export to a shop.

    Attributes:
        folder: The folder of its files.
        writer: The writer of its PDFs.
    """

    context: BuildContext
    profile: ShopProfile
    folder: str
    writer: PdfWriter


def export_to_shop(context: BuildContext, request: ExportRequest) -> Iterator[Exported]:
    """Yield the files of each deck for which the shop has a size. The preflight check reports the other decks."""
    profile = request.profile
    assert profile is not None, "an export to a shop has a profile"
    game = context.layout.edition.game
    writer = PdfWriter(profile.press, profile.head.dpi, profile.head.letters)
    job = _Job(context, profile, f"{context.layout.edition.folder}/{profile.name}", writer)
    decks = [deck for deck in selected_decks(context.layout, request.decks) if request.decks or deck.name in game.decks]
    pieces = Pieces(context.layout)
    entries: dict[str, list[ManifestEntry]] = {}
    sizes: dict[str, dict[str, Any]] = {}
    notes: dict[str, list[str]] = {}
    for number, deck in enumerate(decks):
        head = deck.template.head
        try:
            fit = profile.fit(head.size, head.bleed, head.shape)
        except Mistake:
            continue
        every_piece = list(_turned(pieces.of(deck)) if fit.is_turned else pieces.of(deck))
        if profile.head.pages == "side":
            of_deck, sides = _sides(job, fit, every_piece)
            yield from _files(job, fit, sides)
        else:
            of_deck, output = _document(job, fit, deck, every_piece)
            yield output
        entries.setdefault(fit.name, []).extend(of_deck)
        note = _note(deck, fit)
        sizes[deck.name] = {"size": fit.name, "title": fit.title, "trim_mm": fit.trim, "note": note}
        if note:
            notes.setdefault(note, []).append(deck.name)
        context.report_progress((number + 1) / len(decks))
    if RULES in request.decks and context.rulebook and (rules := rules_pdf(context, writer, profile.head.bleed)):
        yield replace(rules, path=f"{job.folder}/{rules.path}")
        if not decks:
            return
    every = [entry for some in entries.values() for entry in some]
    if profile.head.order == "mpc-autofill":
        for name, some in entries.items():
            end = f"-{name}" if len(entries) > 1 else ""
            yield Output(f"{job.folder}/cards{end}.xml", cards_xml(some), "")
    shop = {"name": profile.name, "title": profile.head.title, "source": profile.head.source}
    yield Output(f"{job.folder}/manifest.csv", manifest_csv(every), "")
    summary = [f"{counted(len(every), 'face')} for {profile.head.title}"]
    summary += [f"{', '.join(names)}: {note}" for note, names in notes.items()]
    yield Output(
        f"{job.folder}/manifest.json",
        manifest_json(job.context.layout.edition, every, shop=shop, decks=sizes),
        "; ".join(summary),
    )


def _turned(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Turn pieces by 90°, faces clockwise and backs anticlockwise, so that they still lie behind each other."""
    backs: dict[int, Frame] = {}  # a back that several pieces share stays one, and is drawn once
    for piece in pieces:
        back = piece.back and backs.setdefault(id(piece.back), piece.back.turned(is_clockwise=False))
        yield replace(piece, face=piece.face.turned(), back=back)


def _sides(job: _Job, fit: Fit, pieces: Sequence[Piece]) -> tuple[list[ManifestEntry], list[tuple[str, Frame]]]:
    """Return the manifest entries of a deck, and its sides with their files."""
    head = job.profile.head
    entries: list[ManifestEntry] = []
    faces: dict[str, Frame] = {}
    backs: dict[str, Frame] = {}
    for piece in pieces:
        front = _file(job, piece, "front")
        back = ""
        if piece.back and head.backs != "none":
            is_shared = head.backs == "shared" and piece.back_name.startswith("back")
            back = _file(job, piece, piece.back_name if is_shared else "back", is_shared)
            backs.setdefault(back, piece.back)
        faces[front] = piece.face
        in_pixels = job.profile.pixels(fit) if head.file == "png" else (0, 0)
        entries.append(entry_of(piece, front, back, in_pixels, fit.page, fit.page_bleed))
    return entries, [*faces.items(), *backs.items()]


def _file(job: _Job, piece: Piece, side: str, is_shared: bool = False) -> str:
    """Return the path of a side's file, from the export's folder. Empty parts of its name leave no hyphens."""
    game = job.context.layout.edition.game
    number, slug = ("", "") if is_shared else (piece.number, piece.slug)
    parts = {"game": game.name, "language": job.context.layout.edition.name, "deck": piece.deck.name, "side": side}
    name = job.profile.head.names.format(**parts, number=number, slug=slug)
    tidy = "/".join(re.sub(r"-{2,}", "-", part).strip("-_ ") for part in name.split("/"))
    return f"{tidy}.{job.profile.head.file}"


def _files(job: _Job, fit: Fit, sides: Sequence[tuple[str, Frame]]) -> Iterator[Exported]:
    if job.profile.head.file == "pdf":
        for path, frame in sides:
            yield Output(f"{job.folder}/{path}", _pdf(job, fit, frame), "")
        return
    rest = iter(sides)
    while some := list(islice(rest, AT_A_TIME)):
        canvases = [_canvas(job, fit, frame, number) for number, (_, frame) in enumerate(some)]
        pages = [with_bleed(frame) for _, frame in some]
        yield Undrawn(tuple(f"{job.folder}/{path}" for path, _ in some), batch_of(pages, canvases))


def _canvas(job: _Job, fit: Fit, frame: Frame, page: int) -> Canvas:
    """Return the shop's picture with the face and its bleed in the middle."""
    dpi = job.profile.head.dpi
    width, height = job.profile.pixels(fit)
    across, down = (round(side / MM_PER_INCH * dpi) for side in (frame.bleed_box.width, frame.bleed_box.height))
    x, y = (width - across) // 2, (height - down) // 2
    tile = PictureTile(page, x, y, across, down)
    if frame.shape == "card":
        return Canvas(width, height, (tile,), "png", dpi, is_stretched=True, name=frame.name)
    below = (
        (PictureTile(page, 0, 0, width, height),) if x > 0 or y > 0 else ()
    )  # around a round piece the same picture, enlarged, continues its edge
    return Canvas(width, height, (*below, tile), "png", dpi, name=frame.name)


def _pdf(job: _Job, fit: Fit, frame: Frame) -> bytes:
    """Return the PDF of the shop's page with the face in its middle."""
    page = shop_page(job.writer.prepared(frame), fit)
    return job.writer.pdf([page], document_metadata(job.context.layout, frame.name))


def _document(job: _Job, fit: Fit, deck: Deck, pieces: Sequence[Piece]) -> tuple[list[ManifestEntry], Output]:
    """Return one PDF of a deck with both sides of each copy, in the shop's order.

    Manifest entries name the first pages. A shop prints decks on both sides, so a card without a back gets an empty
    one. Extras without backs have only faces.
    """
    path = f"{deck.name}.pdf"
    entries: list[ManifestEntry] = []
    sides: list[Frame] = []
    blank = Frame(*fit.trim, (), name="an empty back")
    has_faces_only = deck.back is None and deck.is_extra
    for piece in pieces:
        pair = [piece.face] if has_faces_only else [piece.face, piece.back or blank]
        if job.profile.head.pages == "back-front":
            pair.reverse()
        pages = {id(side): f"{path}#page={len(sides) + number}" for number, side in enumerate(pair, 1)}
        back = pages[id(piece.back)] if piece.back else ""
        entries.append(entry_of(piece, pages[id(piece.face)], back, (0, 0), fit.page, fit.page_bleed))
        sides += pair * piece.card.copies
    about = document_metadata(job.context.layout, deck.head.title or deck.name)
    content = job.writer.pdf(deck_pages(job.writer, fit, sides), about)
    return entries, Output(f"{job.folder}/{path}", content, "")


def _note(deck: Deck, fit: Fit) -> str:
    """Describe how a card is fitted to the shop's size; "" if it has that size."""
    head = deck.template.head
    longer = fit.missing_bleed(head.size, head.bleed)
    repeated = f", its edge repeated for {longer:.1f} mm beyond its bleed" if longer > 0.05 else ""
    if fit.name == "custom":
        return f"{fit.title}{repeated}"
    turned = ", turned by 90°: faces clockwise, backs the other way" if fit.is_turned else ""
    if fit.is_same:
        return f"{fit.title}{turned}{repeated}" if turned or repeated else ""
    return f"{format_size(head.size)} in the middle of {fit.title}, {format_size(fit.card_trim)}{turned}{repeated}"
