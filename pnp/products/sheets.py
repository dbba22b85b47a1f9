"""A laid-out game → the PDFs of its cards, tokens and extras, on sheets to cut.

Cards are laid out as sheets need them and are not kept, so a deck of any size takes the memory of its PDF.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice
from typing import TYPE_CHECKING

from pnp.build_context import BuildContext
from pnp.core.codes import Code
from pnp.core.diagnostics import Mistake, counted
from pnp.core.units import Mm
from pnp.layout.calibration import laid_for_printer, moved_box
from pnp.layout.finishing import Finishing
from pnp.layout.game import GameLayout
from pnp.layout.packing import Packing, fits, pack_cards, pack_tokens
from pnp.layout.printing import Printing
from pnp.layout.sheet import Printed, Sheet, SheetLabel, backs_on, impose, with_blank_backs, without_room
from pnp.layout.surfaces import DUPLEX_OFFSET
from pnp.outputs import Output
from pnp.products.document import document_about, plate_maker, reporting_pages
from pnp.project.game import Deck
from pnp.render.pdf import Inventory, Page, render_pdf
from pnp.selection import FACES, faces_file
from pnp.text.own_words import message
from pnp.workers.activity import activity

if TYPE_CHECKING:
    from pnp.layout.boards import Tiling


def cut_sheets(order: BuildContext) -> Iterator[Output]:
    """Cards to cut out: those of one size together, in the order of the decks."""
    # Translators: sheets of cards to cut, in the title of a file; so are tokens, rules and booklet.
    yield from _sheets(order, order.decks("cards"), "cards", message("cut sheets"))


def token_sheets(order: BuildContext) -> Iterator[Output]:
    """Tokens to cut out along their outlines: those of one size and shape together."""
    yield from _sheets(order, order.decks("tokens"), "tokens", message("tokens"))


def extra_sheets(order: BuildContext) -> Iterator[Output]:
    """Player aids, score sheets and whatever else the game names, each in a file of its own unless it is with_decks."""
    for name, deck in order.layout.edition.game.extras.items():
        yield from _sheets(order, order.decks(name), name, deck.head.title or name)


def laid_sheets(order: BuildContext, decks: Sequence[Deck], finishing: Finishing | None = None) -> Iterator[Sheet]:
    """The sheets of some decks, those that are printed alike together."""
    label, number = order.label(), 1
    finishing = finishing or _finishing(order.printing)
    for group in _groups(decks, order.printing):
        for sheet in _laid(order, group, finishing, label, number):
            number += not sheet.is_back
            if sheet.least_bleed is not None:
                _report_near(order.layout, group, sheet.least_bleed)
            yield sheet


def _sheets(order: BuildContext, decks: Sequence[Deck], name: str, called: str) -> Iterator[Output]:
    """One PDF of the sheets of some decks, called so in its title; none where there are no decks."""
    if not decks:
        return
    layout, printing = order.layout, order.printing
    game = layout.edition.game
    two_sided = printing.has_other_sides and any(deck.back and not is_tiled(deck, printing) for deck in decks)
    on_sheets: list[int] = []
    small_prints: list[tuple[bool, bool]] = []
    backs: list[Page] = []
    finishing = _finishing(order.printing)

    def sheets() -> Iterator[Sheet]:
        for sheet in laid_sheets(order, decks, finishing):
            if not sheet.is_back:
                on_sheets.append(sheet.cards)
                small_prints.append((sheet.has_name, sheet.has_ruler))
            yield sheet

    def pages() -> Iterator[Page]:
        for sheet in with_blank_backs(sheets()) if two_sided else sheets():
            page = _page(sheet, order)
            if sheet.is_back and printing.back_style.is_in_own_file:
                backs.append(page)
                continue
            with activity(sheet.frame.name):
                yield page

    about = document_about(layout, called)
    is_duplex = two_sided and not printing.back_style.is_in_own_file
    has_hint = is_duplex and not printing.press
    hinted = replace(about, duplex=f"{printing.flip}-edge") if has_hint else about
    content = render_pdf(pages(), hinted, Inventory(printing.press))
    if not on_sheets and order.chosen.choice.is_of_cards:
        return
    one = {"cards": "card", "tokens": "token"}.get(name, "piece")
    how = (
        ", to fold" if any(_is_folded(deck, printing) for deck in decks) else printing.offset_note if is_duplex else ""
    )
    tiled = [deck for deck in decks if is_tiled(deck, printing)]
    how += ", tiled" if tiled else ""
    if finishing.full_ink_sides:
        how += f", {counted(finishing.full_ink_sides, 'side')} in full ink, for text that a pale ground would hide"
    how += ", their backs too" if printing.back_style.is_printed and any(deck.back for deck in tiled) else ""
    how += without_room(small_prints) if not tiled else ""
    summary = f"{counted(sum(on_sheets), one)} on {counted(len(on_sheets), 'sheet')}, {printing.paper_name}{how}"
    path = f"{game.name}/{game.language}/{name}{order.suffix(decks)}"
    yield Output(f"{path}.pdf", content, summary)
    if backs:
        note = printing.offset_note
        summary = f"backs of {counted(len(backs), 'sheet')}, {printing.paper_name}, for their other side{note}"
        yield Output(f"{path}-backs.pdf", render_pdf(reporting_pages(backs), about, Inventory(printing.press)), summary)


def _laid(
    order: BuildContext, decks: Sequence[Deck], finishing: Finishing, label: SheetLabel, first_number: int
) -> Iterator[Sheet]:
    """The sheets of decks that are printed alike: many pieces on a sheet, or one on many sheets."""
    printing, head, place = order.printing, decks[0].template.head, decks[0].template.place
    try:
        if is_tiled(decks[0], printing):
            from pnp.layout.boards import tile_piece, tile_sheets

            tiling = tile_piece(head.size, head.bleed, printing)
            _report_tiled(order, decks, tiling)
            named, tag = order.label(decks[0].head.title or decks[0].name), order.layout.edition.tag
            sheets = tile_sheets(_printed(order, decks, finishing), tiling, printing, named, tag, first_number)
        else:
            packing, pieces = _packed(order, decks, finishing)
            sheets = impose(pieces, packing, printing, label, first_number)
    except Mistake as mistake:
        order.layout.diagnostics.report(Code.CARD_LARGE, place, what=mistake.what, fix=mistake.fix)
        return
    _report_covered(order, decks)
    yield from sheets


def _packed(order: BuildContext, decks: Sequence[Deck], finishing: Finishing) -> tuple[Packing, Iterator[Printed]]:
    """Where pieces lie, and the pieces; apart where that is wanted and the backs of the first sheet need it."""
    printing, pieces = order.printing, _printed(order, decks, finishing)
    packing = _pack(decks[0], printing)
    if not printing.has_backs_apart or not printing.back_style.is_printed:
        return packing, pieces
    first = list(islice(pieces, packing.capacity))
    if backs_on(packing).least_bleed([back.frame if back else None for _, back in first]) is not None:
        packing = _pack(decks[0], printing, 2 * DUPLEX_OFFSET)
    return packing, chain(first, pieces)


def _report_tiled(order: BuildContext, decks: Sequence[Deck], tiling: Tiling) -> None:
    """Tell of cards that are tiled: of boards and mats, which are extras, nobody is surprised."""
    extras = order.layout.edition.game.extras
    for deck in decks:
        if deck.name not in extras:
            size, paper = deck.template.head.size, order.printing.paper_name
            count = len(tiling.columns) * len(tiling.rows)
            what = f"{deck.name} of {size[0]:g}×{size[1]:g} mm do not fit on {paper}, and take {count} sheets each"
            fix = "correct their size; print on larger paper; or make them one of the extras, as boards and mats are"
            order.layout.diagnostics.report(Code.CARD_TILED, deck.template.place, what=what, fix=fix)


def _report_near(layout: GameLayout, decks: Sequence[Deck], bleed: Mm) -> None:
    """Tell of backs that lie too near to one another; of those of some decks once."""
    back = next(deck.back for deck in decks if deck.back)
    if decks[0].template.head.shape != "card":
        why = f"printers put backs up to {DUPLEX_OFFSET:g} mm beside their faces, and the paper's white would show"
        fix = f"write bleed: {math.ceil(DUPLEX_OFFSET * 2) / 2:g}mm, and draw its ground so far"
        looks = {t.name: t for deck in decks for t in (deck.template, deck.back) if deck.back and t}
        for look in looks.values():
            if look.head.bleed < DUPLEX_OFFSET:
                what = f"tokens with a back have {look.head.bleed:.1f} mm of bleed"
                layout.diagnostics.report(Code.BACK_BLEED, look.place, what=what, why=why, fix=fix)
        return
    what = f"backs have {bleed:.1f} mm of bleed towards neighbours whose edges look different"
    why = f"printers put backs up to {DUPLEX_OFFSET:g} mm beside their faces, and cards would show the next one's"
    fix = "leave room between them: --gutter 3mm; or make backs without a ground, on white paper"
    layout.diagnostics.report(Code.BACK_BLEED, back.place, what=what, why=why, fix=fix)


def _report_covered(order: BuildContext, decks: Sequence[Deck]) -> None:
    """Tell of templates in whose safe area a white border would reach."""
    width = order.printing.border
    for template in {t.name: t for deck in decks for t in (deck.template, deck.back) if t}.values():
        if width > template.head.safe:
            what = f"a border of {width:g} mm covers part of the safe area, which begins at {template.head.safe:g} mm"
            fix = f"make it narrower: --border {template.head.safe:g}mm"
            order.layout.diagnostics.report(Code.BORDER_WIDE, template.place, what=what, fix=fix)


def _finishing(printing: Printing) -> Finishing:
    return Finishing(printing, plate_maker(printing))


def _page(sheet: Sheet, order: BuildContext) -> Page:
    """A sheet's side as the printer has to be given it."""
    printing = order.printing
    if printing.offset is None or not printing.has_other_sides:
        return Page(order.marked(sheet.frame), sheet.trim, sheet.bleed)
    frame, matrix = laid_for_printer(sheet.frame, sheet.is_back, printing.flip, printing.offset)
    return Page(order.marked(frame), *(moved_box(box, matrix, frame) for box in (sheet.trim, sheet.bleed)))


def _pack(deck: Deck, printing: Printing, least: Mm = 0.0) -> Packing:
    head, is_folded = deck.template.head, _is_folded(deck, printing)
    if head.shape == "card":
        return pack_cards(head.size, head.bleed, printing, is_folded, least)
    return pack_tokens(head.size, head.shape, head.bleed, printing, is_folded)


def _is_folded(deck: Deck, printing: Printing) -> bool:
    """Whether a deck's backs lie beside its faces."""
    return printing.back_style.is_beside_face and deck.back is not None and not is_tiled(deck, printing)


def is_tiled(deck: Deck, printing: Printing) -> bool:
    """Whether a deck's pieces are larger than the paper, and put together from sheets."""
    head = deck.template.head
    return head.shape == "card" and not fits(head.size, printing)


def count_sheets(decks: Sequence[Deck], printing: Printing) -> int:
    """How many sheets of paper some decks take, without laying anything out.

    Raises:
        Mistake: Pieces of one of them do not fit.
    """
    sheets = 0
    for group in _groups(decks, printing):
        head, copies = group[0].template.head, sum(deck.size for deck in group)
        if is_tiled(group[0], printing):
            from pnp.layout.boards import tile_piece

            tiling = tile_piece(head.size, head.bleed, printing)
            sheets += copies * len(tiling.columns) * len(tiling.rows)
        else:
            sheets += -(-copies // _pack(group[0], printing).capacity)
    return sheets


def _printed(order: BuildContext, decks: Sequence[Deck], finishing: Finishing) -> Iterator[Printed]:
    """Every chosen card of some decks as often as it is wanted, laid out once."""
    layout, chosen = order.layout, order.chosen
    total = sum(len(deck.cards) for deck in decks)
    done = 0
    for deck in decks:
        for card in deck.cards:
            if card.copies and chosen.has_card(deck.name, card.number):
                printed = layout.printed(deck, card)
                copies = chosen.copies(deck.name, order.digest(printed), card.copies)
                if copies:
                    yield from [finishing.card(printed, *_safe(deck))] * copies
            done += 1
            if done % 100 == 0:
                order.share(done / total)


def _safe(deck: Deck) -> tuple[Mm, Mm]:
    """How far inside the trim the safe areas of a deck's faces and backs begin."""
    return deck.template.head.safe, deck.back.head.safe if deck.back else 0.0


def face_list(order: BuildContext) -> Iterator[Output]:
    """The faces that were printed, for a later build to print only what has changed."""
    game, chosen = order.layout.edition.game, order.chosen
    if chosen.current and not order.kind_suffix:
        content = faces_file(game.name, game.language, chosen.record(), order.printing.paper)
        yield Output(f"{game.name}/{game.language}/{FACES}", content, "")


def _groups(decks: Sequence[Deck], printing: Printing) -> list[list[Deck]]:
    """Decks that share sheets, by trim, shape, bleed and whether they are folded, in the order of their first ones."""
    groups: dict[object, list[Deck]] = {}
    for deck in decks:
        head = deck.template.head
        groups.setdefault((head.size, head.shape, head.bleed, _is_folded(deck, printing)), []).append(deck)
    return list(groups.values())
