"""Faces, backs and the rules → PDFs for print shops, with a page for each side, in sRGB or in the inks of a press."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from pnp.build_context import BuildContext, document_metadata
from pnp.core.cut_frames import with_bleed
from pnp.core.diagnostics import counted
from pnp.core.die_lines import without_lines
from pnp.core.frame import Art, Box, Frame, Group, Path, Segment, Use, fit_matrix, translation
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.inks import Press
from pnp.core.outline import rectangle
from pnp.core.units import Mm, format_size
from pnp.outputs import Output
from pnp.project.profile import Fit
from pnp.render.pdf import DocumentMetadata, Page, render_pdf
from pnp.render.pdf_fonts import Letters
from pnp.render.pdf_inventory import Inventory
from pnp.render.press import prepared
from pnp.rulebook.imposition import single_pages
from pnp.rulebook.parts import in_printing_order, typeset_parts

LEAST: Mm = 0.05
"""A bleed is not extended if it is shorter than the shop's by less than this."""

OVERLAP: Mm = 0.2
"""How far a repeated edge extends under the face, so that no paper shows between them."""


@frozen_dataclass
class PdfWriter:
    """Makes PDFs for a press, or in sRGB if there is none.

    Attributes:
        dpi: Dots per inch of areas that become pictures because they are partly transparent.
        letters: Whether text is stored as text or as outlines.
    """

    press: Press | None
    dpi: float
    letters: Letters = "text"

    def prepared(self, frame: Frame) -> Frame:
        """Return a face as the press can print it."""
        return prepared(frame, self.press, self.dpi) if self.press else frame

    def pdf(self, pages: Iterable[Page], about: DocumentMetadata) -> bytes:
        """Return the PDF of prepared pages."""
        return render_pdf(pages, about, Inventory(self.press, self.letters))


def deck_pages(writer: PdfWriter, fit: Fit, sides: Iterable[Frame]) -> Iterator[Page]:
    """Yield each side on a page of the shop's size, as often as it occurs. Each side is prepared once."""
    cached: dict[int, tuple[Frame, Page]] = {}  # it holds the sides, so that their ids stay unique
    for side in sides:
        entry = cached.get(id(side))
        if entry is None:
            entry = cached[id(side)] = (side, shop_page(writer.prepared(side), fit))
        yield entry[1]


def shop_page(frame: Frame, fit: Fit) -> Page:
    """Return the shop's page with a face in the middle. If the bleed is too short, its edge is repeated around it.

    The face is painted a second time, stretched to the whole page and clipped to the ring outside its own bleed.
    """
    width, height = fit.page
    middle = translation((width - frame.width) / 2, (height - frame.height) / 2)
    page = Box(0.0, 0.0, width, height)
    art = Art(frame.name, frame.bleed_box, frame.items)
    items: list[Group | Use] = [Use(art, middle)]
    printed = Box(middle[4] - frame.bleed, middle[5] - frame.bleed, frame.bleed_box.width, frame.bleed_box.height)
    if frame.bleed and max(printed.x, printed.y) > LEAST:
        larger = fit_matrix(frame.bleed_box, page, "stretch")
        ring = (*_box(page), *_box(printed.inset(OVERLAP)))
        edge = replace(art, items=without_lines(frame).items)
        items.insert(0, Group((Use(edge, larger),), clip=Path(ring, even_odd=True)))
    return Page(Frame(width, height, tuple(items), name=frame.name), _centred(fit.trim, page), page)


def _centred(size: tuple[Mm, Mm], page: Box) -> Box:
    """Return a box of a size, in the middle of a page."""
    return Box((page.width - size[0]) / 2, (page.height - size[1]) / 2, *size)


def _box(box: Box) -> tuple[Segment, ...]:
    return rectangle(box.x, box.y, box.width, box.height)


RULES = "rules"
"""The name for the booklet among the names of decks."""


def rules_pdf(context: BuildContext, writer: PdfWriter, bleed: Mm) -> Output | None:
    """Return the rules as rules.pdf: single pages with bleed, as many as a folded booklet has.

    Return None if none are printed. The path of the file starts at the export's folder.
    """
    assert context.rulebook is not None, "callers check that the game has a booklet"
    booklet = in_printing_order(typeset_parts(context.rulebook, context.layout))
    if not booklet.pages or booklet.style.form == "none":
        return None
    pages = []
    places = booklet.style.plan(len(booklet.pages)).places
    for frame in single_pages(booklet.pages, booklet.pictures, bleed, places):
        whole = with_bleed(writer.prepared(frame))
        pages.append(Page(whole, Box(bleed, bleed, frame.width, frame.height), whole.trim))
    about = document_metadata(context.layout, RULES, context.layout.edition.game.head.subtitle)
    size = format_size((booklet.pages[0].width, booklet.pages[0].height))
    spare = f", {len(pages) - len(booklet.pages)} left empty at the end" if len(pages) > len(booklet.pages) else ""
    summary = f"{counted(len(pages), 'page')} of {size} with {round(bleed, 2):g} mm of bleed{spare}"
    return Output(f"{RULES}.pdf", writer.pdf(pages, about), summary)
