"""A laid-out game and its rulebook → the rules to read, to print in their form, and as a web page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from pnp.build_context import BuildContext, document_metadata
from pnp.core.codes import Code
from pnp.core.diagnostics import Place, counted
from pnp.core.frame import Frame
from pnp.core.printing import Flip, Printing, percent
from pnp.core.units import format_size
from pnp.layout.sheets.finishing import InkSaver
from pnp.layout.sheets.printer_offset import laid_for_printer, moved_box
from pnp.layout.sheets.small_print import SheetLabel
from pnp.outputs import Output
from pnp.products.document import plate_maker, reporting_pages
from pnp.render.pdf import Page, render_pdf
from pnp.render.pdf_inventory import Inventory
from pnp.rulebook.folds import Form
from pnp.rulebook.html import render_parts
from pnp.rulebook.imposition import BLEED, Folding, Placing, impose
from pnp.rulebook.load import Rulebook
from pnp.rulebook.pages import TypesetRulebook
from pnp.rulebook.parts import RulebookPart, in_printing_order, in_reading_order, typeset_parts
from pnp.text.bidi import is_right_to_left
from pnp.text.own_words import message

TITLES: Mapping[Form, str] = {
    "booklet": message("booklet"),
    # Translators: the rules on flat sheets of paper, in the title of a file.
    "sheet": message("rules sheet"),
    # Translators: the rules on one sheet that is folded, in the title of a file.
    "leaflet": message("leaflet"),
    "none": "",
}
"""The titles of the files to print."""

FLIP_NOTES: Mapping[Flip, str] = {
    # Translators: how a printer turns the paper for its other side.
    "short": message("flip on the short edge"),
    # Translators: how a printer turns the paper for its other side.
    "long": message("flip on the long edge"),
}

STAPLED = 1500.0
"""Many staplers take at most 15 sheets of 100 g/m²: paper of this weight, g/m²."""

USUAL_WEIGHT, LIGHT_WEIGHT = 100.0, 80.0
"""The weight of paper if it is not known, and that of copy paper, g/m²."""

MIN_SCALE = 0.9
"""Pages of a sheet or leaflet are reported if their scale is below this, because their type gets too small."""


def rule_booklet(context: BuildContext) -> Iterator[Output]:
    """Yield the rules: to read page by page, to print as a booklet, leaflet or sheet, and for the web."""
    layout, booklet, selection = context.layout, context.rulebook, context.selected.selection
    if booklet is None:
        return
    booklet = booklet.in_large_print if context.printing.is_large else booklet
    form = booklet.style.form
    if not (selection.prints_rules("rules") or selection.prints_rules(form)):
        return
    context = replace(context, printing=context.printing.plain)
    booklet = booklet.on(context.printing.size)
    parts = typeset_parts(booklet, layout)
    typeset = in_reading_order(parts)
    context.report_progress(0.9)
    game = layout.edition.game
    if not typeset.pages:
        what, fix = f"the booklet of {game.head.title} is empty", "write the text, or delete the file"
        layout.diagnostics.report(Code.BOOKLET_EMPTY, Place(booklet.file, 1, 1), what=what, fix=fix)
        return
    folder = layout.edition.folder
    is_for_press = context.printing.press is not None
    if form != "none":
        context = replace(context, printing=_cut_for_press(typeset, context.printing))
        _report_scale(booklet, typeset, context)
        _report_thick(booklet, typeset, context)
        inks, inventory = _Inks(context.printing), Inventory(context.printing.press)
        rules = _page_by_page(context, typeset, inks, inventory)
        if selection.prints_rules("rules") and not is_for_press:
            yield Output(f"{folder}/rules{context.kind_suffix}.pdf", rules, _pages_note(typeset))
        if selection.prints_rules(form):
            for name, printed in _to_print(form, parts):
                content, summary = _imposed(replace(context, layout=printed.layout), printed.typeset, inks, inventory)
                yield Output(f"{folder}/{name}{context.kind_suffix}.pdf", content, summary)
    if selection.prints_rules("rules") and not (is_for_press or context.printing.is_large):
        page = render_parts(parts, is_draft=context.printing.is_draft)
        yield Output(f"{folder}/rules{context.kind_suffix}.html", page.encode(), "for the web")


def _to_print(form: Form, parts: Sequence[RulebookPart]) -> Iterator[tuple[str, RulebookPart]]:
    """Yield what to print, by file name: one booklet or sheet, or a leaflet for each language."""
    if form == "leaflet" and len(parts) > 1:
        yield from ((f"{form}-{part.layout.edition.language}", part) for part in parts)
    else:
        yield form, RulebookPart(parts[0].layout, in_printing_order(parts))


class _Inks:
    """Prepares pages for printing, each once for all files that contain it."""

    def __init__(self, printing: Printing) -> None:
        self._inks = InkSaver(printing.ink)
        self._plate = plate_maker(printing)
        self._printed: dict[int, tuple[Frame, Frame]] = {}

    def pages(self, typeset: TypesetRulebook) -> list[Frame]:
        """Return the pages of the rules in the inks in which they are printed."""
        return list(map(self._page, typeset.pages))

    def _page(self, page: Frame) -> Frame:
        if id(page) not in self._printed:
            printed = self._inks.page(page)
            self._printed[id(page)] = page, self._plate(printed) if self._plate else printed
        return self._printed[id(page)][1]


def _pages_note(typeset: TypesetRulebook) -> str:
    """Return how many pages there are, and what was changed to keep to that number."""
    return f"{counted(len(typeset.pages), 'page')}{f'; {typeset.fit}' if typeset.fit else ''}"


def _page_by_page(context: BuildContext, typeset: TypesetRulebook, inks: _Inks, inventory: Inventory) -> bytes:
    """Return the rules page by page."""
    head = context.layout.edition.game.head
    covers = next(n for n in range(len(typeset.pages) + 1) if n not in typeset.pictures)
    about = replace(document_metadata(context.layout, message("rules"), subject=head.subtitle), covers=covers)
    pages = inks.pages(typeset)
    return render_pdf(reporting_pages(map(Page, map(context.marked, pages))), about, inventory)


def _imposed(context: BuildContext, typeset: TypesetRulebook, inks: _Inks, inventory: Inventory) -> tuple[bytes, str]:
    """Return the rules on the sides of their sheets, and what to do with these."""
    layout, printing, form = context.layout, context.printing, typeset.style.form
    pages = inks.pages(typeset)
    plan = typeset.style.plan(len(pages))
    placing = Placing.of(pages[0], printing, plan)
    flip: Flip = "short" if placing.paper[0] > placing.paper[1] else "long"
    note = SheetLabel(layout.edition.printed_word(FLIP_NOTES[flip]), layout.fonts.small_print, layout.fonts)
    starts_right = is_right_to_left(layout.edition.language)
    folding = Folding(printing, plan, note if plan.has_backs else None, typeset.pictures, starts_right)
    sides = [
        _trimmed(side, plan.has_backs and n % 2 == 1, flip, placing, context)
        for n, side in enumerate(impose(pages, folding))
    ]
    duplex = "" if printing.press else f"{flip}-edge" if plan.has_backs else "simplex"
    about = document_metadata(layout, TITLES[form], layout.edition.game.head.subtitle, duplex)
    content = render_pdf(reporting_pages(sides), about, inventory)
    summary = f"{_summary(typeset, placing, printing)}{printing.offset_note if plan.has_backs else ''}"
    return content, summary


def _summary(typeset: TypesetRulebook, placing: Placing, printing: Printing) -> str:
    """Return how many pages are on how many sheets, and what to do with these."""
    count, plan, style = min(len(typeset.pages), placing.plan.places), placing.plan, typeset.style
    scale = placing.scale * printing.scale
    size = f" at {percent(round(scale, 2) if printing.scale == 1 else scale)}" if round(scale, 4) != 1 else ""
    parts = [f"{counted(plan.sheets, 'sheet')}, {printing.paper_name}{size}"]
    if plan.is_bound:
        parts.append("to cut, fold and staple" if placing.is_cut else "to fold and staple")
    else:
        parts += [f"{style.leaflet.fold} fold"] if style.form == "leaflet" else []
        parts.append("on both sides" if plan.has_backs else "on one side")
        parts += ["to cut out"] if placing.is_cut else []
        parts += ["with a slit in the middle"] if plan.is_slit else []
    parts += [f"{plan.places - count} left empty at the end"] if plan.places > count else []
    if creep := placing.shift(len(plan.sides) - 1):
        parts.append(f"pages moved to the fold by up to {creep:.2f} mm")
    cover = "; its cover runs to the edge, where --trim adds bleed"
    note = cover if 0 in typeset.pictures and not printing.trim and (plan.is_bound or not placing.is_cut) else ""
    return f"{counted(count, 'panel' if style.form == 'leaflet' else 'page')} on {', '.join(parts)}{note}"


def _report_scale(booklet: Rulebook, typeset: TypesetRulebook, context: BuildContext) -> None:
    """Report pages of a sheet or leaflet that are printed much smaller than they were set."""
    style, printing = typeset.style, context.printing
    plan, page = style.plan(len(typeset.pages)), typeset.pages[0]
    scale = Placing.of(page, replace(printing, trim=False), plan).scale
    if plan.is_bound or scale >= MIN_SCALE:
        return
    source = booklet.style_source
    room = plan.panel(plan.laid(printing.size))
    context.layout.diagnostics.report(
        Code.PAGE_SIZE,
        source.place_of("size") if source is not None and "size" in source else Place(booklet.file, 1, 1),
        what=f"pages of {format_size(style.size)} are printed at {scale:.0%}",
        why=f"{plan.columns} × {plan.rows} of them are larger than {printing.paper_name}",
        fix=f"write size: auto, for pages of {format_size(room)}",
    )


def _report_thick(booklet: Rulebook, typeset: TypesetRulebook, context: BuildContext) -> None:
    """Report a booklet with more sheets than home staplers take. A press has no limit of this kind."""
    plan, weight = typeset.style.plan(len(typeset.pages)), context.printing.paper_weight
    most = int(STAPLED / (weight or USUAL_WEIGHT))
    if not plan.is_bound or plan.sheets <= most or context.printing.press:
        return
    fix = "print rules.pdf and have it bound; or make the type smaller, or set it in columns"
    if plan.sheets <= STAPLED / LIGHT_WEIGHT:
        fix += f"; or print it on paper of {LIGHT_WEIGHT:g} g/m², and say so: --paper-weight {LIGHT_WEIGHT:g}"
    context.layout.diagnostics.report(
        Code.BOOKLET_THICK,
        Place(booklet.file, 1, 1),
        what=f"a booklet of {len(typeset.pages)} pages has {plan.sheets} sheets, to fold into one another and staple",
        why=f"many staplers take {most} at most{f' of {weight:g} g/m²' if weight else ''}, and the inner leaves "
        "stand out when so many are folded",
        fix=fix,
    )


def _cut_for_press(typeset: TypesetRulebook, printing: Printing) -> Printing:
    """Return how the rules are printed: for a press with bleed and marks, unless that makes their pages smaller."""
    page, plan = typeset.pages[0], typeset.style.plan(len(typeset.pages))
    trimmed = replace(printing, trim=True)
    scales = [Placing.of(page, way, plan).scale for way in (trimmed, printing)]
    return trimmed if printing.press is not None and scales[0] == scales[1] else printing


def _trimmed(side: Frame, is_back: bool, flip: Flip, placing: Placing, context: BuildContext) -> Page:
    """Return a side of the sheets with the trim of its pages, and their bleed if they are cut."""
    laid, matrix = laid_for_printer(side, is_back, flip, context.printing.offset, context.printing.scale)
    trim = placing.trim
    bleed = trim.inset(-BLEED) if placing.is_cut else trim
    return Page(context.marked(laid), moved_box(trim, matrix, laid), moved_box(bleed, matrix, laid))
