"""A laid-out game → the PDFs of its cards, tokens and extras, on sheets to cut.

Cards are laid out when their sheet needs them and are not stored, so a deck of any size only takes the memory for its
PDF.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice
from typing import TYPE_CHECKING

from pnp.build_context import BuildContext, document_metadata
from pnp.core import outline
from pnp.core.codes import Code
from pnp.core.diagnostics import Mistake, counted
from pnp.core.printing import Marks, Printing, percent
from pnp.core.units import Mm, format_size
from pnp.layout.cards.game import GameLayout
from pnp.layout.sheets.card_packing import fits, pack_cards, pack_stock
from pnp.layout.sheets.finishing import Finishing
from pnp.layout.sheets.marks import MARKS
from pnp.layout.sheets.neighbours import DUPLEX_OFFSET
from pnp.layout.sheets.packing import CLOSE, Packing, both_ways, holds
from pnp.layout.sheets.printer_offset import laid_for_printer, moved_box
from pnp.layout.sheets.sheet import Printed, Sheet, backs_on, impose, with_blank_backs
from pnp.layout.sheets.small_print import SheetLabel, without_room
from pnp.layout.sheets.token_packing import pack_tokens
from pnp.outputs import Output
from pnp.products.document import plate_maker, reporting_pages
from pnp.project.game import Deck
from pnp.render.pdf import Page, render_pdf
from pnp.render.pdf_inventory import Inventory
from pnp.selection import FACES, faces_file
from pnp.text.own_words import message
from pnp.workers.activity import activity

if TYPE_CHECKING:
    from pnp.layout.sheets.boards import Tiling


def cut_sheets(context: BuildContext) -> Iterator[Output]:
    """Yield sheets of cards to cut out. Cards of one size are together, in the order of the decks."""
    # Translators: sheets of cards to cut, in the title of a file; so are tokens, rules and booklet.
    yield from _sheets(context, context.decks("cards"), "cards", message("cut sheets"))


def token_sheets(context: BuildContext) -> Iterator[Output]:
    """Yield sheets of tokens to cut out along their outlines. Tokens of one size and shape are together."""
    yield from _sheets(context, context.decks("tokens"), "tokens", message("tokens"))


def extra_sheets(context: BuildContext) -> Iterator[Output]:
    """Yield the game's extras, such as player aids, each in its own file unless it has ``with_decks``."""
    for name, deck in context.layout.edition.game.extras.items():
        yield from _sheets(context, context.decks(name), name, deck.head.title or name)


def laid_sheets(context: BuildContext, decks: Sequence[Deck], finishing: Finishing | None = None) -> Iterator[Sheet]:
    """Yield the sheets of some decks; decks that are printed alike share sheets."""
    printing, number = context.printing, 1
    finishing = finishing or _finishing(printing)
    for group in _groups(decks, printing):
        context = replace(context, printing=_way(group[0], printing))
        has_label = MARKS[context.printing.marks.kind].has_small_print or printing.is_proof
        label = context.label(percent(printing.scale) if printing.scale != 1 else "") if has_label else None
        for sheet in _laid(context, group, finishing, label, number):
            number += not sheet.is_back
            if sheet.least_bleed is not None:
                _report_near(context.layout, group, sheet.least_bleed)
            yield sheet


def _sheets(context: BuildContext, decks: Sequence[Deck], name: str, title: str) -> Iterator[Output]:
    """Yield a PDF of the sheets of some decks, with a title; nothing if there are no decks."""
    if not decks:
        return
    suffix = context.suffix(decks)
    for way, part, end in ways_of(decks, context.printing):
        if not _has_place(part[0], context.printing):
            _report_without_place(context, part)
        yield from _files(replace(context, printing=way), part, f"{name}{end}{suffix}", title)


def ways_of(decks: Sequence[Deck], printing: Printing) -> list[tuple[Printing, list[Deck], str]]:
    """Return how decks are printed, and the end of the name of their file.

    Decks without a place on a bought sheet are printed on plain paper, beside others in a file of their own.
    """
    fitting = [deck for deck in decks if _has_place(deck, printing)]
    others = [deck for deck in decks if deck not in fitting]
    parts = ((fitting, ""), (others, "-plain" if fitting else ""))
    return [(_way(part[0], printing), part, end) for part, end in parts if part]


def _has_place(deck: Deck, printing: Printing) -> bool:
    """Whether the pieces of a deck have a place on the bought sheet on which is printed."""
    head, stock = deck.template.head, printing.stock
    return stock is not None and stock.takes(head.size, head.shape)


def _way(deck: Deck, printing: Printing) -> Printing:
    """Return how a deck is printed: on the places of a bought sheet, without marks, or on plain paper."""
    if not _has_place(deck, printing):
        return replace(printing.plain, margin=printing.scaled_margin)
    return replace(printing, margin=0.0, gutter=0.0, grid=None, marks=Marks("none"), fill="none")


def _report_without_place(context: BuildContext, decks: Sequence[Deck]) -> None:
    """Report decks that are printed on plain paper, because they have no place on the bought sheet."""
    printing = context.printing
    for deck in decks if printing.stock else ():
        if deck.is_extra:
            continue  # aids, boxes and score sheets are not meant for it
        stock, head = printing.stock, deck.template.head
        assert stock is not None
        what = f"{deck.name} of {format_size(head.size)} have no place on {stock.title}, and are printed on plain paper"
        why = f"its places are {format_size(stock.place)}{', round' if stock.shape == 'circle' else ''}"
        width, height = sorted(stock.place) if head.size[0] <= head.size[1] else sorted(stock.place)[::-1]
        fix = f"write size: [{width:g}mm, {height:g}mm] in the template; or choose other paper"
        context.layout.diagnostics.report(Code.STOCK_SIZE, deck.template.place, what=what, why=why, fix=fix)


def _files(context: BuildContext, decks: Sequence[Deck], file: str, title: str) -> Iterator[Output]:
    """Yield the PDF of some decks that are printed in the same way, and that of their backs if these are apart."""
    layout, printing = context.layout, context.printing
    two_sided = printing.has_other_sides and any(deck.back and not is_tiled(deck, printing) for deck in decks)
    on_sheets: list[int] = []
    small_prints: list[tuple[bool, bool]] = []
    figures: list[bool] = []
    backs: list[tuple[Page, bool]] = []
    finishing = _finishing(context.printing)

    def sheets() -> Iterator[Sheet]:
        for sheet in laid_sheets(context, decks, finishing):
            if not sheet.is_back:
                on_sheets.append(sheet.cards)
                small_prints.append((sheet.has_name, sheet.has_ruler))
                figures.append(sheet.has_figures)
            yield sheet

    def pages() -> Iterator[Page]:
        is_off = False
        for sheet in with_blank_backs(sheets()) if two_sided else sheets():
            page = _page(sheet, context)
            if sheet.is_back and sheet.cards and not is_off and _is_in_margin(sheet, printing):
                is_off = True
                _report_moved(context, decks)
            if sheet.is_back and printing.back_style.is_in_own_file:
                backs.append((page, bool(sheet.cards)))
                continue
            with activity(sheet.frame.name):
                yield page

    is_duplex = two_sided and not printing.back_style.is_in_own_file
    # Many printers print both sides unless told otherwise: the second sheet would be on the first one's back.
    one_sided = document_metadata(layout, title, duplex="" if printing.press else "simplex")
    has_hint = is_duplex and not printing.press
    about = replace(one_sided, duplex=f"{printing.flip}-edge") if has_hint else one_sided
    content = render_pdf(pages(), about, Inventory(printing.press))
    if not on_sheets and context.selected.selection.is_of_cards:
        return
    noun = {"cards": "card", "tokens": "token"}.get(decks[0].print_group, "piece")
    notes = ""
    if any(_is_folded(deck, printing) for deck in decks):
        notes = ", to fold"
    elif is_duplex:
        notes = printing.offset_note
    tiled = [deck for deck in decks if is_tiled(deck, printing)]
    if any(not is_whole_sheet(deck, printing) for deck in tiled):
        notes += ", tiled"
    elif tiled:
        notes += ", up to the edge of the paper: print it without margins"
    if finishing.full_ink_sides:
        notes += f", {counted(finishing.full_ink_sides, 'side')} in full ink, for text that a pale ground would hide"
    notes += ", their backs too" if printing.back_style.is_printed and any(deck.back for deck in tiled) else ""
    notes += without_room(small_prints) if not tiled and MARKS[printing.marks.kind].has_small_print else ""
    notes += "" if all(figures) else ", without room for the figures of all cuts"
    notes += fuller_sheets(decks, printing) if len(on_sheets) > 1 else ""
    notes += scaled_sizes(decks, printing)
    notes += without_effect(printing)
    summary = f"{counted(sum(on_sheets), noun)} on {counted(len(on_sheets), 'sheet')}, {printing.paper_name}{notes}"
    path = f"{context.layout.edition.folder}/{file}"
    yield Output(f"{path}.pdf", content, summary)
    if backs:
        note = printing.offset_note
        with_backs = sum(has_cards for _, has_cards in backs)
        while not backs[-1][1] and len(backs) > 1:
            backs.pop()  # sheets without backs at the end
        sides = [page for page, _ in backs]
        if printing.back_order == "reverse":
            # The last front comes first: where it has no back, an empty page keeps the others with their fronts.
            sides += [Page(replace(sides[-1].frame, items=()))] * (len(on_sheets) - len(sides))
            sides.reverse()
            note += ", the last sheet first"
        summary = f"backs of {counted(with_backs, 'sheet')}, {printing.paper_name}, for their other side{note}"
        yield Output(
            f"{path}-backs.pdf", render_pdf(reporting_pages(sides), one_sided, Inventory(printing.press)), summary
        )


def _laid(
    context: BuildContext, decks: Sequence[Deck], finishing: Finishing, label: SheetLabel | None, first_number: int
) -> Iterator[Sheet]:
    """Yield the sheets of decks that are printed alike: many pieces on a sheet, or one on many sheets."""
    printing, head, place = context.printing, decks[0].template.head, decks[0].template.place
    try:
        if is_tiled(decks[0], printing):
            from pnp.layout.sheets.boards import tile_piece, tile_sheets

            tiling = tile_piece(head.size, head.bleed, printing)
            _report_tiled(context, decks, tiling)
            deck_label = context.label(decks[0].head.title or decks[0].name)
            printed_word = context.layout.edition.printed_word
            sheets = tile_sheets(
                _printed(context, decks, finishing), tiling, printing, deck_label, printed_word, first_number
            )
        else:
            packing, pieces = _packed(context, decks, finishing)
            sheets = impose(pieces, packing, printing, label, first_number)
    except Mistake as mistake:
        context.layout.diagnostics.report(Code.CARD_LARGE, place, what=mistake.what, fix=mistake.fix)
        return
    _report_covered(context, decks)
    yield from sheets


def _packed(context: BuildContext, decks: Sequence[Deck], finishing: Finishing) -> tuple[Packing, Iterator[Printed]]:
    """Return the packing and the pieces. Cards are moved apart if requested, and if the first sheet's backs need it."""
    printing, pieces = context.printing, _printed(context, decks, finishing)
    packing = _pack(decks[0], printing)
    if not printing.has_backs_apart or not printing.back_style.is_printed:
        return packing, pieces
    first = list(islice(pieces, packing.capacity))
    if backs_on(packing).least_bleed([back.frame if back else None for _, back in first]) is not None:
        packing = _pack(decks[0], printing, 2 * DUPLEX_OFFSET)
    return packing, chain(first, pieces)


def _report_tiled(context: BuildContext, decks: Sequence[Deck], tiling: Tiling) -> None:
    """Report decks of cards that need several sheets a card; for extras such as boards and mats that is intended."""
    extras = context.layout.edition.game.extras
    for deck in decks:
        if deck.name not in extras and not is_whole_sheet(deck, context.printing):
            size, paper = deck.template.head.size, context.printing.paper_name
            count = len(tiling.columns) * len(tiling.rows)
            what = f"{deck.name} of {size[0]:g}×{size[1]:g} mm do not fit on {paper}, and take {count} sheets each"
            fix = "correct their size; print on larger paper; or make them extras, like boards and mats"
            context.layout.diagnostics.report(Code.CARD_TILED, deck.template.place, what=what, fix=fix)


def _report_near(layout: GameLayout, decks: Sequence[Deck], bleed: Mm) -> None:
    """Report backs that are too close to each other, once for all of them."""
    back = next(deck.back for deck in decks if deck.back)
    if decks[0].template.head.shape != "card":
        why = f"printers misplace backs by up to {DUPLEX_OFFSET:g} mm, and the white paper would show"
        fix = f"write bleed: {math.ceil(DUPLEX_OFFSET * 2) / 2:g}mm, and let its ground extend that far"
        looks = {t.name: t for deck in decks for t in (deck.template, deck.back) if deck.back and t}
        for look in looks.values():
            if look.head.bleed < DUPLEX_OFFSET:
                what = f"tokens have {look.head.bleed:.1f} mm of bleed, too little for their backs"
                layout.diagnostics.report(Code.BACK_BLEED, look.place, what=what, why=why, fix=fix)
        return
    what = f"backs have only {bleed:.1f} mm of bleed towards neighbours whose edges look different"
    why = f"printers misplace backs by up to {DUPLEX_OFFSET:g} mm, and cards would show part of the next one's"
    fix = "leave room between them: --gutter 3mm; or make backs without a ground, on white paper"
    layout.diagnostics.report(Code.BACK_BLEED, back.place, what=what, why=why, fix=fix)


def _is_in_margin(sheet: Sheet, printing: Printing) -> bool:
    """Whether the printer's offset moves backs into the white margin."""
    frame, matrix = laid_for_printer(sheet.frame, sheet.is_back, printing.flip, printing.offset)
    trim = outline.bounds(outline.transform(outline.rectangle(*sheet.trim), matrix))
    return not frame.trim.inset(printing.margin).contains(trim, CLOSE)


def _report_moved(context: BuildContext, decks: Sequence[Deck]) -> None:
    printing, back = context.printing, next(deck.back for deck in decks if deck.back)
    what = f"backs moved by {printing.offset} reach into the margin of {printing.margin:g} mm"
    why = "what lies there is not printed"
    fix = "measure the offset again: pnp calibrate sheet; it is rarely above 3 mm"
    context.layout.diagnostics.report(Code.BACK_MOVED, back.place, what=what, why=why, fix=fix)


def _report_covered(context: BuildContext, decks: Sequence[Deck]) -> None:
    """Report templates whose safe area would be partly covered by a white border."""
    width = context.printing.border
    for template in {t.name: t for deck in decks for t in (deck.template, deck.back) if t}.values():
        if width > template.head.safe:
            what = f"a border of {width:g} mm covers part of the safe area, which begins at {template.head.safe:g} mm"
            fix = f"make it narrower: --border {template.head.safe:g}mm"
            context.layout.diagnostics.report(Code.BORDER_WIDE, template.place, what=what, fix=fix)


def _finishing(printing: Printing) -> Finishing:
    return Finishing(printing, plate_maker(printing))


def _page(sheet: Sheet, context: BuildContext) -> Page:
    """Return a sheet's side as the printer needs it."""
    printing = context.printing
    offset = printing.offset if printing.has_other_sides else None
    if offset is None and printing.scale == 1:
        return Page(context.marked(sheet.frame), sheet.trim, sheet.bleed)
    frame, matrix = laid_for_printer(sheet.frame, sheet.is_back, printing.flip, offset, printing.scale)
    return Page(context.marked(frame), *(moved_box(box, matrix, frame) for box in (sheet.trim, sheet.bleed)))


def _pack(deck: Deck, printing: Printing, least: Mm = 0.0) -> Packing:
    head, is_folded = deck.template.head, _is_folded(deck, printing)
    if printing.stock:
        return pack_stock(head.size, head.bleed, printing.stock, printing, is_folded)
    if head.shape == "card":
        return pack_cards(head.size, head.bleed, printing, is_folded, least)
    return pack_tokens(head.size, head.shape, head.bleed, printing, is_folded)


def _is_folded(deck: Deck, printing: Printing) -> bool:
    """Whether a deck's backs are beside its faces."""
    return printing.back_style.is_beside_face and deck.back is not None and not is_tiled(deck, printing)


def is_tiled(deck: Deck, printing: Printing) -> bool:
    """Whether a deck's pieces are too large for the paper with its margin, so that each takes one or more sheets."""
    head = deck.template.head
    return head.shape == "card" and not fits(head.size, printing)


def is_whole_sheet(deck: Deck, printing: Printing) -> bool:
    """Whether a deck's pieces are as large as the paper, so that each takes a sheet without margins."""
    return is_tiled(deck, printing) and any(holds(paper, deck.template.head.size) for paper in both_ways(printing.size))


def count_sheets(decks: Sequence[Deck], printing: Printing) -> int:
    """Return how many sheets of paper some decks need, without laying them out.

    Raises:
        Mistake: The pieces of a deck do not fit on the paper.
    """
    sheets = 0
    for group in _groups(decks, printing):
        head, copies, way = group[0].template.head, sum(deck.size for deck in group), _way(group[0], printing)
        if is_tiled(group[0], way):
            from pnp.layout.sheets.boards import tile_piece

            tiling = tile_piece(head.size, head.bleed, way)
            sheets += copies * len(tiling.columns) * len(tiling.rows)
        else:
            sheets += -(-copies // _pack(group[0], way).capacity)
    return sheets


def fuller_sheets(decks: Sequence[Deck], printing: Printing) -> str:
    """Return the end of a summary that says if more cards fit with lines across them instead of marks beside them.

    It is empty if the cards do not fill a sheet, if the user chose the marks, and for a press, which prints no lines on
    cards.
    """
    if (
        MARKS[printing.marks.kind].room == 0
        or printing.press
        or printing.stock
        or printing.grid
        or "marks" in printing.given
    ):
        return ""
    notes: list[str] = []
    groups = _groups(decks, printing)
    for group in groups:
        head, copies = group[0].template.head, sum(deck.size for deck in group)
        if head.shape == "card" and not is_tiled(group[0], printing):
            usual, fuller = (
                _pack(group[0], way).capacity for way in (printing, replace(printing, marks=Marks("lines")))
            )
            if copies > usual < fuller:
                of_size = f" of {format_size(head.size)}" if len(groups) > 1 else ""
                notes.append(f", {usual}{of_size} to a sheet: {fuller} fit with --marks lines")
    return "".join(notes)


IDLE_ON_STOCK = {
    "gutter": "--gutter",
    "grid": "--grid",
    "bleed": "--bleed",
    "marks": "--marks",
    "fill": "--fill",
    "has_cut_order": "--cut-order",
    "is_large": "--large",
}
"""What a user may set for paper, but a bought sheet with places for cards does not follow."""


def without_effect(printing: Printing) -> str:
    """Return the end of a summary that says which options a bought sheet does not follow; empty without any."""
    idle = [option for name, option in IDLE_ON_STOCK.items() if name in printing.given] if printing.stock else []
    return f", whose places {' and '.join(idle)} do not change" if idle else ""


def scaled_sizes(decks: Sequence[Deck], printing: Printing) -> str:
    """Return the end of a summary that says what scaling does to the sizes of pieces; empty if it does nothing."""
    if printing.scale == 1:
        return ""
    sizes = dict.fromkeys(deck.template.head.size for deck in decks)
    scaled = [
        f"{format_size(size)} become {format_size((size[0] * printing.scale, size[1] * printing.scale))}"
        for size in sizes
    ]
    return f", at {percent(printing.scale)}: {', '.join(scaled)}"


def _printed(context: BuildContext, decks: Sequence[Deck], finishing: Finishing) -> Iterator[Printed]:
    """Yield every selected card of some decks as often as it is printed. Each is laid out once."""
    layout, selected = context.layout, context.selected
    total = sum(len(deck.cards) for deck in decks)
    count = 0
    for deck in decks:
        for card in deck.cards:
            if card.copies and selected.has_card(deck, card):
                printed = layout.printed(context.as_designed(deck), card)
                copies = selected.copies(deck.name, context.digest(printed), card.copies)
                if copies:
                    if context.printing.is_large:
                        from pnp.layout.sheets.large_print import large_print

                        printed = large_print(printed, deck.template.head.size[0] / printed[0].frame.width)
                    yield from [finishing.card(printed, *_safe(deck))] * copies
            count += 1
            if count % 100 == 0:
                context.report_progress(count / total)


def _safe(deck: Deck) -> tuple[Mm, Mm]:
    """Return how far inside the trim the safe areas of a deck's faces and backs begin, mm."""
    return deck.template.head.safe, deck.back.head.safe if deck.back else 0.0


def face_list(context: BuildContext) -> Iterator[Output]:
    """Yield the list of printed faces, so that a later build can print only what has changed."""
    game, selected = context.layout.edition.game, context.selected
    if selected.current and not context.kind_suffix:
        content = faces_file(game.name, context.layout.edition.name, selected.record(), context.printing.paper)
        yield Output(f"{context.layout.edition.folder}/{FACES}", content, "")


def _groups(decks: Sequence[Deck], printing: Printing) -> list[list[Deck]]:
    """Return groups of decks that share sheets, by trim, shape, bleed and fold, in the order of their first decks."""
    groups: dict[object, list[Deck]] = {}
    for deck in decks:
        head = deck.template.head
        groups.setdefault((head.size, head.shape, head.bleed, _is_folded(deck, printing)), []).append(deck)
    return list(groups.values())
