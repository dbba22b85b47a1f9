"""Pages as Frames → one PDF: vector, deterministic, with page boxes, outline, links and print hints.

reportlab's document layer writes the file; pnp.render.pdf_fonts embeds fonts. Only ``page_matrix``, ``_rectangle`` and
the destinations of links and the outline use points with y up.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from reportlab.pdfbase.pdfdoc import (
    PDFArray,
    PDFDictionary,
    PDFDocument,
    PDFName,
    PDFObjectReference,
    PDFPage,
    PDFString,
)

from pnp import __version__
from pnp.core.frame import IDENTITY, Anchor, Box, Frame, Group, Item, Link, Matrix, Tag, multiply
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.units import PT_PER_MM, Mm
from pnp.render.pdf_content import Content, holds_element, number
from pnp.render.pdf_document import Structure, declare, packet
from pnp.render.pdf_fonts import compressed, stream
from pnp.render.pdf_inventory import Inventory, resources


@frozen_dataclass
class DocumentMetadata:
    """The metadata of a PDF.

    Attributes:
        language: BCP 47 tag, such as fr or pt-BR.
        duplex: How a printer should turn the paper: "long-edge", "short-edge"; "simplex" to print one side only; "" to
            leave it to the printer.
        covers: How many pages at the start have no number and are labelled i, ii; the others have their numbers.
        starts_right: Whether pages follow each other from right to left.
    """

    title: str
    language: str
    author: str = ""
    subject: str = ""
    duplex: str = ""
    covers: int = 0
    starts_right: bool = False


_DUPLEX = {"long-edge": "DuplexFlipLongEdge", "short-edge": "DuplexFlipShortEdge", "simplex": "Simplex"}


@frozen_dataclass
class Page:
    """A page: a Frame, and its boxes.

    Attributes:
        trim: The area to which it is cut, mm from the page's top left; None for the whole page.
        bleed: The printed area; None for the trim.
    """

    frame: Frame
    trim: Box | None = None
    bleed: Box | None = None


def render_pdf(pages: Iterable[Page], about: DocumentMetadata, inventory: Inventory | None = None) -> bytes:
    """Return the PDF of some pages, which are taken one by one and not stored.

    Args:
        pages: Pages in order.
        about: Title, language and hints.
        inventory: Objects that PDFs of the same pages share.
    """
    document = _Document(about, inventory or Inventory())
    for page in pages:
        document.add_page(page)
    return document.finish()


def page_matrix(height: Mm) -> Matrix:
    """Return the matrix from mm with y down to points with y up, for the height of a page."""
    return (PT_PER_MM, 0.0, 0.0, -PT_PER_MM, 0.0, height * PT_PER_MM)


def _rectangle(box: Box, page_height: Mm) -> PDFArray:
    """Return the lower left and upper right corner of a box for PDF, in points."""
    corners = (box.x, page_height - box.bottom, box.right, page_height - box.y)
    return PDFArray([number(n * PT_PER_MM) for n in corners])


class _Document:
    """A PDF while pages are added to it."""

    def __init__(self, about: DocumentMetadata, inventory: Inventory) -> None:
        self.about = about
        self.inventory = inventory
        version = (1, 4) if inventory.press else (1, 7)
        self.pdf = PDFDocument(compression=1, invariant=1, lang=about.language, pdfVersion=version)
        self.pdf.setTitle(about.title)
        self.pdf.setAuthor(about.author)
        self.pdf.setSubject(about.subject)
        self.pdf.setCreator(f"pnp {__version__}")
        self.pdf.setProducer(f"pnp {__version__}, reportlab")
        self._anchors: list[tuple[Anchor, Any, Mm, Mm]] = []
        self._links: list[tuple[PDFDictionary, str]] = []
        self._structure = Structure()

    # --- pages

    def add_page(self, page: Page) -> None:
        frame = page.frame
        reference = PDFObjectReference(self.pdf.thisPageName())
        result = PDFPage()
        begin = None
        if any(map(holds_element, frame.items)):
            result.__NoDefault__ = [*PDFPage.__NoDefault__, "StructParents", "Tabs"]
            result.Tabs = PDFName("S")
            result.StructParents, begin = self._structure.page(reference)
        content = Content(self.inventory, begin, matrix=page_matrix(frame.height))
        a, b, c, d, e, f = page_matrix(frame.height)
        content.raw(f"{a:.9f} {b:g} {c:g} {d:.9f} {e:g} {f:.5f} cm")
        content.add(frame.items)
        result.Override_default_compilation = 1
        result.pagewidth, result.pageheight = frame.width * PT_PER_MM, frame.height * PT_PER_MM
        result.MediaBox = _rectangle(frame.trim, frame.height)
        trim = page.trim or frame.trim
        result.TrimBox = _rectangle(trim, frame.height)
        result.BleedBox = _rectangle(page.bleed or trim, frame.height)
        result.Resources = resources(content)
        result.Contents = compressed(content.text().encode("latin-1"))
        result.Parent = self.pdf.Reference(self.pdf.Pages)
        annotations = [] if self.inventory.press else self._annotations(frame, reference)
        if annotations:
            result.Annots = PDFArray(annotations)
        self.pdf.addPage(result)

    def _annotations(self, frame: Frame, reference: Any) -> list[Any]:
        annotations = []
        for item, matrix, tag in _flat(frame.items, IDENTITY):
            if isinstance(item, Anchor):
                x, y = matrix[0] * item.x + matrix[4], matrix[3] * item.y + matrix[5]
                self._anchors.append((item, reference, x, frame.height - y))
            elif isinstance(item, Link):
                box = item.box
                x, y = matrix[0] * box.x + matrix[4], matrix[3] * box.y + matrix[5]
                placed = Box(x, y, box.width * matrix[0], box.height * matrix[3])
                entry = PDFDictionary(
                    {
                        "Type": PDFName("Annot"),
                        "Subtype": PDFName("Link"),
                        "Rect": _rectangle(placed, frame.height),
                        "Border": PDFArray([0, 0, 0]),
                    }
                )
                if item.target.startswith("#"):
                    self._links.append((entry, item.target[1:]))
                else:
                    action = {"S": PDFName("URI"), "URI": PDFString(item.target)}
                    entry["A"] = PDFDictionary(action)
                annotation = self.pdf.Reference(entry)
                if tag is not None:
                    entry["StructParent"] = self._structure.link(tag, annotation, reference)
                    entry["Contents"] = PDFString(tag.alt or item.target)
                annotations.append(annotation)
        return annotations

    # --- the end

    def finish(self) -> bytes:
        self.inventory.add_to(self.pdf)
        self._link_up()
        catalog = self.pdf.Catalog
        press = self.inventory.press
        preferences: dict[str, Any] = {"DisplayDocTitle": "true"}
        if not press:
            preferences["PrintScaling"] = PDFName("None")
        if self.about.duplex:
            preferences["Duplex"] = PDFName(_DUPLEX[self.about.duplex])
        if self.about.starts_right:
            preferences["Direction"] = PDFName("R2L")
        catalog.ViewerPreferences = PDFDictionary(preferences)
        if self._structure:
            catalog.StructTreeRoot = self._structure.add_to(self.pdf)
            catalog.MarkInfo = PDFDictionary({"Marked": "true"})
        if self.about.covers:
            covers = PDFDictionary({"S": PDFName("r")})
            numbered = PDFDictionary({"S": PDFName("D"), "St": self.about.covers + 1})
            catalog.PageLabels = PDFDictionary({"Nums": PDFArray([0, covers, self.about.covers, numbered])})
        about = self.about
        words = about.title, about.language, about.author, about.subject, f"pnp {__version__}"
        xml = packet(*words, is_x=bool(press), is_ua=self._structure.is_universal and not press)
        catalog.Metadata = stream(xml.encode(), {"Type": PDFName("Metadata"), "Subtype": PDFName("XML")})
        catalog.Outlines = self._outline()
        if catalog.Outlines is not None:
            catalog.PageMode = PDFName("UseOutlines")
        if press:
            declare(self.pdf, press)
        self.pdf.info.digest(self.pdf.signature)
        self.pdf.Reference(catalog)
        self.pdf.Reference(self.pdf.info)
        content: bytes = self.pdf.format()
        return content

    def _link_up(self) -> None:
        """Give every link inside the document its destination. A link without a target gets none."""
        places = {anchor.name: (page, x, y) for anchor, page, x, y in self._anchors}
        for entry, target in self._links:
            if target in places:
                entry["Dest"] = _destination(*places[target])

    def _outline(self) -> Any:
        entries = [(anchor, page, x, y) for anchor, page, x, y in self._anchors if anchor.level >= 0]
        if not entries:
            return None
        root = PDFDictionary({"Type": PDFName("Outlines")})
        parents: list[tuple[int, PDFDictionary, list[PDFDictionary]]] = [(-1, root, [])]
        for anchor, page, x, y in entries:
            while parents[-1][0] >= anchor.level:
                self._close(*parents.pop()[1:])
            entry = PDFDictionary({"Title": PDFString(anchor.title), "Dest": _destination(page, x, y)})
            entry["Parent"] = self.pdf.Reference(parents[-1][1])
            parents[-1][2].append(entry)
            parents.append((anchor.level, entry, []))
        while parents:
            self._close(*parents.pop()[1:])
        return self.pdf.Reference(root)

    def _close(self, parent: PDFDictionary, children: list[PDFDictionary]) -> None:
        for before, after in pairwise(children):
            before["Next"], after["Prev"] = self.pdf.Reference(after), self.pdf.Reference(before)
        if children:
            parent["First"], parent["Last"] = self.pdf.Reference(children[0]), self.pdf.Reference(children[-1])
            parent["Count"] = len(children)


def _destination(page: Any, x: Mm, y_up: Mm) -> PDFArray:
    return PDFArray([page, PDFName("XYZ"), number(x * PT_PER_MM), number(y_up * PT_PER_MM), 0])


def _flat(items: Iterable[Item], matrix: Matrix, tag: Tag | None = None) -> Iterable[tuple[Item, Matrix, Tag | None]]:
    """Yield links and anchors outside of their groups, each with its matrix and its structure element."""
    for item in items:
        if isinstance(item, Group):
            yield from _flat(item.items, multiply(matrix, item.matrix), tag or item.tag)
        elif isinstance(item, Link | Anchor):
            yield item, matrix, tag
