"""A laid-out game and its rulebook → the rules to read, to fold and staple, and as a web page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pnp.build_context import BuildContext, document_metadata
from pnp.core.codes import Code
from pnp.core.diagnostics import Place, counted
from pnp.core.frame import Frame
from pnp.core.printing import Printing
from pnp.layout.calibration import laid_for_printer, moved_box
from pnp.layout.finishing import InkSaver
from pnp.layout.small_print import SheetLabel
from pnp.outputs import Output
from pnp.products.document import plate_maker, reporting_pages
from pnp.render.pdf import Page, render_pdf
from pnp.render.pdf_inventory import Inventory
from pnp.rulebook.html import render_html
from pnp.rulebook.imposition import BLEED, Folding, impose_booklet, page_scale, trimmed_spread
from pnp.rulebook.pages import typeset_rulebook
from pnp.text.own_words import message, printed_word


def rule_booklet(context: BuildContext) -> Iterator[Output]:
    """Yield the rules: to read page by page, to fold and staple, and for the web."""
    layout, booklet, selection = context.layout, context.rulebook, context.selected.selection
    if booklet is None or not (selection.prints_rules("rules") or selection.prints_rules("booklet")):
        return
    typeset = typeset_rulebook(booklet.on(context.printing.size), layout)
    context.report_progress(0.9)
    if typeset.pages:
        context = replace(context, printing=_cut_for_press(typeset.pages[0], context.printing))
    game = layout.edition.game
    if not typeset.pages:
        what, fix = f"the booklet of {game.head.title} is empty", "write its text, or delete the file"
        layout.diagnostics.report(Code.BOOKLET_EMPTY, Place(booklet.file, 1, 1), what=what, fix=fix)
        return
    folder = f"{game.name}/{game.language}"
    about = document_metadata(layout, message("rules"), subject=game.head.subtitle)
    count = counted(len(typeset.pages), "page")
    inventory = Inventory()
    covers = next(n for n in range(len(typeset.pages) + 1) if n not in typeset.pictures)
    about = replace(about, covers=covers)
    inks = InkSaver(context.printing.ink)
    pages = [inks.page(page) for page in typeset.pages]
    if plate := plate_maker(context.printing):
        pages, inventory = list(map(plate, pages)), Inventory(context.printing.press)
    page_by_page = render_pdf(reporting_pages(map(Page, map(context.marked, pages))), about, inventory)
    rules = Output(f"{folder}/rules{context.kind_suffix}.pdf", page_by_page, count)
    # Translators: how a printer turns the paper for its other side.
    note = printed_word("flip on the short edge", layout.edition.tag)
    folding = Folding(context.printing, SheetLabel(note, layout.fonts.small_print, layout.fonts), typeset.pictures)
    sides = list(impose_booklet(pages, folding))
    laid = [_trimmed(side, n % 2 == 1, typeset.pages[0], context) for n, side in enumerate(sides)]
    about = document_metadata(layout, message("booklet"), game.head.subtitle, "" if plate else "short-edge")
    folded = render_pdf(reporting_pages(laid), about, inventory)
    blank = -len(typeset.pages) % 4
    scale = page_scale(typeset.pages[0], context.printing)
    size = f" at {scale:.0%}" if scale < 1 else ""
    sheets = f"{counted(len(sides) // 2, 'sheet')}, {context.printing.paper_name}{size}"
    work = "to cut, fold and staple" if context.printing.trim else "to fold and staple"
    spare = f", {blank} left empty at the end" if blank else ""
    if covers and not context.printing.trim:
        spare += "; its cover runs to the edge, where --trim adds bleed"
    summary = f"{count} on {sheets}, {work}{spare}{context.printing.offset_note}"
    if selection.prints_rules("rules") and not plate:
        yield rules
    if selection.prints_rules("booklet"):
        yield Output(f"{folder}/booklet{context.kind_suffix}.pdf", folded, summary)
    if selection.prints_rules("rules") and not plate:
        page = render_html(typeset, layout, is_draft=context.printing.is_draft)
        yield Output(f"{folder}/rules{context.kind_suffix}.html", page.encode(), "for the web")


def _cut_for_press(page: Frame, printing: Printing) -> Printing:
    """Return the printing of a booklet; for a press with bleed and marks, unless its pages would be smaller then."""
    trimmed = replace(printing, trim=True)
    is_cut = printing.press is not None and page_scale(page, trimmed) == page_scale(page, printing)
    return trimmed if is_cut else printing


def _trimmed(side: Frame, is_back: bool, page: Frame, context: BuildContext) -> Page:
    """Return a side of a booklet's sheets with the trim of its two pages; with their bleed where they are cut."""
    printing = context.printing
    laid, matrix = laid_for_printer(side, is_back, "short", printing.offset)
    trim = trimmed_spread(page, printing)
    bleed = trim.inset(-BLEED) if printing.trim else trim
    return Page(context.marked(laid), moved_box(trim, matrix, laid), moved_box(bleed, matrix, laid))
