"""Gradients, structure tags and metadata → the PDF objects for them, and the declaration of PDF/X-1a.

Gradients become shadings: colours along a line or outwards from a centre. Inks blend differently from RGB, so for a
press a gradient has more stops. Tags become the structure tree, which screen readers use. Its elements are in the order
in which their first parts are painted, each inside its Tag's parent; items without a tag are left out. Metadata is
written as XMP, which readers and archives read first (ISO 16684-1). Pages declared as PDF/X-1a:2003 (ISO 15930-4) must
contain only four inks and no transparency, which this module does not check.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from reportlab.pdfbase.pdfdoc import (
    PDFArray,
    PDFDictionary,
    PDFDocument,
    PDFInfo,
    PDFName,
    PDFObjectReference,
    PDFString,
)

from pnp.core.colours import channels
from pnp.core.frame import LinearGradient, RadialGradient, Stop, Tag
from pnp.core.inks import Press
from pnp.render.pdf_content import number
from pnp.render.pdf_fonts import compressed

STEPS = 8
"""Into how many pieces each piece of a gradient is divided for a press."""


def shading(paint: LinearGradient | RadialGradient, press: Press | None = None) -> PDFDictionary:
    """Return the shading for a gradient, in the coordinates of the items that it paints; in inks for a press."""
    if isinstance(paint, LinearGradient):
        kind, coordinates = 2, [paint.x1, paint.y1, paint.x2, paint.y2]
    else:
        kind, coordinates = 3, [*paint.focus, paint.fr, paint.cx, paint.cy, paint.r]
    return PDFDictionary(
        {
            "ShadingType": kind,
            "ColorSpace": PDFName("DeviceCMYK" if press else "DeviceRGB"),
            "Coords": PDFArray([number(n) for n in coordinates]),
            "Function": _blend(paint, press),
            "Extend": PDFArray(["true", "true"]),
        }
    )


def _blend(paint: LinearGradient | RadialGradient, press: Press | None) -> PDFDictionary:
    """Return the colours of a gradient as a PDF function from 0 to 1."""
    stops = list(paint.stops)
    if stops[0].offset > 0:
        stops.insert(0, type(stops[0])(0.0, stops[0].colour))
    if stops[-1].offset < 1:
        stops.append(type(stops[0])(1.0, stops[-1].colour))
    if press:
        stops = [*(between for pair in pairwise(stops) for between in _way(*pair)), stops[-1]]
    parts = [
        PDFDictionary(
            {
                "FunctionType": 2,
                "Domain": PDFArray([0, 1]),
                "C0": PDFArray(_channels(before.colour, press)),
                "C1": PDFArray(_channels(after.colour, press)),
                "N": 1,
            }
        )
        for before, after in pairwise(stops)
    ]
    if len(parts) == 1:
        return parts[0]
    return PDFDictionary(
        {
            "FunctionType": 3,
            "Domain": PDFArray([0, 1]),
            "Functions": PDFArray(parts),
            "Bounds": PDFArray([number(stop.offset) for stop in stops[1:-1]]),
            "Encode": PDFArray([0, 1] * len(parts)),
        }
    )


def _way(start: Stop, end: Stop) -> list[Stop]:
    """Return stops from the first to just before the second, as RGB blends them."""
    pairs = list(zip(channels(start.colour), channels(end.colour), strict=True))
    stops = []
    for step in range(STEPS if start.colour != end.colour and start.offset < end.offset else 1):
        part = step / STEPS
        colour = "".join(f"{round(a + (b - a) * part):02x}" for a, b in pairs)
        stops.append(Stop(start.offset + (end.offset - start.offset) * part, f"#{colour}"))
    return stops


def _channels(colour: str, press: Press | None) -> list[str]:
    if press:
        return [number(part) for part in press.inks(colour)]
    return [number(level / 255) for level in channels(colour)]


COLUMN_HEAD = PDFDictionary({"O": PDFName("Table"), "Scope": PDFName("Column")})
"""Attributes of cells in a table's head, which say that they name the cells below."""


@dataclass
class _Element:
    """A structure element while its parts are collected. Parts on further pages have their own entries."""

    name: str
    tag: Tag
    parent: str
    page: Any = None
    kids: list[Any] = field(default_factory=list)


class Structure:
    """The structure elements of one PDF."""

    def __init__(self) -> None:
        self._elements: dict[Tag, _Element] = {}
        self._owners: list[list[str] | str] = []
        """The elements that own the parts of each page, or each link, by the numbers of these pages and links."""

    def __bool__(self) -> bool:
        return bool(self._elements)

    @property
    def is_universal(self) -> bool:
        """Whether headings and pictures meet PDF/UA-1: no level is skipped, and each has a text."""
        tags = [element.tag for element in self._elements.values()]
        levels = [int(tag.role[1:]) for tag in tags if re.fullmatch("H[1-6]", tag.role)]
        is_in_steps = all(level <= before + 1 for before, level in pairwise([0, *levels]))
        return bool(tags) and is_in_steps and all(tag.alt for tag in tags if tag.role == "Figure")

    def page(self, reference: Any) -> tuple[int, Callable[[Tag], str]]:
        """Return a new page's number in the tree, and a function that begins a part of an element on it."""
        owners: list[str] = []
        self._owners.append(owners)

        def begin(tag: Tag) -> str:
            element = self._element(tag)
            part = len(owners)
            owners.append(element.name)
            element.page = element.page or reference
            if element.page is reference:
                element.kids.append(part)
            else:
                kid = {"Type": PDFName("MCR"), "Pg": reference, "MCID": part}
                element.kids.append(PDFDictionary(kid))
            return f"/{tag.role} <</MCID {part}>> BDC"

        return len(self._owners) - 1, begin

    def link(self, tag: Tag, annotation: Any, page: Any) -> int:
        """Make a link's region a part of its element; return the number of the link in the tree."""
        element = self._element(tag)
        element.kids.append(PDFDictionary({"Type": PDFName("OBJR"), "Pg": page, "Obj": annotation}))
        self._owners.append(element.name)
        return len(self._owners) - 1

    def _element(self, tag: Tag) -> _Element:
        element = self._elements.get(tag)
        if element is None:
            parent = self._element(tag.parent) if tag.parent else None
            element = _Element(f"E{len(self._elements) + 1}", tag, parent.name if parent else ROOT)
            self._elements[tag] = element
            if parent:
                parent.kids.append(PDFObjectReference(element.name))
        return element

    def add_to(self, document: PDFDocument) -> Any:
        """Add the tree to a document; return a reference to its root."""
        for element in self._elements.values():
            document.Reference(_dictionary(element), element.name)
        owners: list[Any] = []
        for index, names in enumerate(self._owners):
            owner = PDFObjectReference(names) if isinstance(names, str) else PDFArray(map(PDFObjectReference, names))
            owners += [index, owner]
        tops = [PDFObjectReference(e.name) for e in self._elements.values() if e.parent == ROOT]
        root = {
            "Type": PDFName("StructTreeRoot"),
            "K": PDFArray(tops),
            "ParentTree": document.Reference(PDFDictionary({"Nums": PDFArray(owners)})),
            "ParentTreeNextKey": len(self._owners),
        }
        return document.Reference(PDFDictionary(root), ROOT)


ROOT = "pnp-structure"
"""The name of the tree's root among the objects of a document."""


def _dictionary(element: _Element) -> PDFDictionary:
    tag = element.tag
    entries: dict[str, Any] = {
        "Type": PDFName("StructElem"),
        "S": PDFName(tag.role),
        "P": PDFObjectReference(element.parent),
        "K": PDFArray(element.kids),
    }
    if element.page is not None:
        entries["Pg"] = element.page
    if tag.alt:
        entries["Alt"] = PDFString(tag.alt)
    if tag.language:
        entries["Lang"] = PDFString(tag.language)
    if tag.role == "TH":
        entries["A"] = COLUMN_HEAD
    return PDFDictionary(entries)


PDF_X = "PDF/X-1a:2003"
"""The standard's name (ISO 15930-4)."""

_X_NAMESPACES = ' xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:pdfx="http://ns.adobe.com/pdfx/1.3/"'


_UA_NAMESPACE = ' xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"'


def packet(
    title: str, language: str, author: str, subject: str, program: str, is_x: bool = False, is_ua: bool = False
) -> str:
    """Return an XMP packet. Empty entries are left out, and it contains no dates.

    Args:
        title: The document's title.
        language: BCP 47 tag.
        author: The author of the content.
        subject: A description of the content.
        program: The program that wrote the file.
        is_x: Whether the file is PDF/X-1a.
        is_ua: Whether the file is PDF/UA-1 (ISO 14289-1).
    """
    entries = [
        f"<dc:title>{_in_language(title)}</dc:title>",
        f"<dc:language><rdf:Bag><rdf:li>{_escaped(language)}</rdf:li></rdf:Bag></dc:language>",
        "<dc:format>application/pdf</dc:format>",
        f"<xmp:CreatorTool>{_escaped(program)}</xmp:CreatorTool>",
    ]
    if is_x:
        entries += [
            "<pdf:Trapped>False</pdf:Trapped>",
            f"<pdfx:GTS_PDFXVersion>{PDF_X}</pdfx:GTS_PDFXVersion>",
        ]
    if is_ua:
        entries.append("<pdfuaid:part>1</pdfuaid:part>")
    if author:
        entries.append(f"<dc:creator><rdf:Seq><rdf:li>{_escaped(author)}</rdf:li></rdf:Seq></dc:creator>")
    if subject:
        entries.append(f"<dc:description>{_in_language(subject)}</dc:description>")
    return (
        '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n'
        '<x:xmpmeta xmlns:x="adobe:ns:meta/">\n'
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\n'
        '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"'
        ' xmlns:xmp="http://ns.adobe.com/xap/1.0/"'
        + (_X_NAMESPACES if is_x else "")
        + (_UA_NAMESPACE if is_ua else "")
        + ">\n"
        + "\n".join(entries)
        + '\n</rdf:Description>\n</rdf:RDF>\n</x:xmpmeta>\n<?xpacket end="r"?>'
    )


def _in_language(text: str) -> str:
    return f'<rdf:Alt><rdf:li xml:lang="x-default">{_escaped(text)}</rdf:li></rdf:Alt>'


def declare(pdf: PDFDocument, press: Press) -> None:
    """Declare a document as PDF/X-1a for a press, and embed the press's ICC profile."""
    profile = pdf.Reference(compressed(press.icc, {"N": 4}))
    intent = {
        "Type": PDFName("OutputIntent"),
        "S": PDFName("GTS_PDFX"),
        "OutputConditionIdentifier": PDFString(press.condition),
        "OutputCondition": PDFString(press.title),
        "Info": PDFString(press.title),
        "DestOutputProfile": profile,
    }
    if press.registry:
        intent["RegistryName"] = PDFString(press.registry)
    catalog = pdf.Catalog
    catalog.__NoDefault__ = [*catalog.__NoDefault__, "OutputIntents"]
    catalog.OutputIntents = PDFArray([PDFDictionary(intent)])
    pdf.info.__class__ = _Info


class _Info(PDFInfo):  # type: ignore[misc]
    """A document's information dictionary, which names the standard."""

    def format(self, document: PDFDocument) -> bytes:
        """Return the dictionary as bytes."""
        dictionary: bytes = super().format(document)
        return dictionary.replace(b"<<", b"<< /GTS_PDFXVersion (" + PDF_X.encode() + b")", 1)


def _escaped(text: str) -> str:
    """Escape a text for XML.

    `xml.sax.saxutils` would do the same, but imports urllib, ssl and http, which takes 40 ms.
    """
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
