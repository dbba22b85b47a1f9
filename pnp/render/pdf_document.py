"""Gradients → PDF shadings: colours along a line or outwards from a centre, and the function that blends them.

Inks are blended otherwise than light; so for a press, a gradient has more stops on its way.

Tags met while pages are written → the tree of a PDF's elements, for those who have it read aloud.

Elements stand in the tree in the order in which their first parts are painted, each in its Tag's parent. What has no
tag is no part of the tree.

What a PDF says of itself → the same as XMP, which readers and archives look at first (ISO 16684-1).

A PDF and the press it is made for → the same, declared as PDF/X-1a:2003 (ISO 15930-4).

That its pages hold four inks and nothing clear is for whoever writes them.
"""

from __future__ import annotations

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

from pnp.core.frame import LinearGradient, RadialGradient, Stop, Tag
from pnp.core.inks import Press
from pnp.render.pdf_content import number
from pnp.render.pdf_fonts import compressed

STEPS = 8
"""Pieces that each piece of a gradient is cut into for a press."""


def shading(paint: LinearGradient | RadialGradient, press: Press | None = None) -> PDFDictionary:
    """The shading of a gradient, in the coordinates of what it paints; in the inks of a press if there is one."""
    if isinstance(paint, LinearGradient):
        kind, coordinates = 2, [paint.x1, paint.y1, paint.x2, paint.y2]
    else:
        kind, coordinates = 3, [paint.cx, paint.cy, 0, paint.cx, paint.cy, paint.r]
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
    """The colours of a gradient as a PDF function from 0 to 1."""
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


def _way(one: Stop, other: Stop) -> list[Stop]:
    """Stops from one to just before the other, as light blends them."""
    pairs = list(zip(_rgb(one.colour), _rgb(other.colour), strict=True))
    stops = []
    for step in range(STEPS if one.colour != other.colour and one.offset < other.offset else 1):
        part = step / STEPS
        colour = "".join(f"{round(a + (b - a) * part):02x}" for a, b in pairs)
        stops.append(Stop(one.offset + (other.offset - one.offset) * part, f"#{colour}"))
    return stops


def _rgb(colour: str) -> list[int]:
    return [int(colour[n : n + 2], 16) for n in (1, 3, 5)]


def _channels(colour: str, press: Press | None) -> list[str]:
    if press:
        return [number(part) for part in press.inks(colour)]
    return [number(channel / 255) for channel in _rgb(colour)]


COLUMN_HEAD = PDFDictionary({"O": PDFName("Table"), "Scope": PDFName("Column")})
"""Of cells in a table's head: they name what is below."""


@dataclass
class _Element:
    """An element while its parts are gathered; parts of other pages than its first are entries of their own."""

    name: str
    tag: Tag
    parent: str
    page: Any = None
    kids: list[Any] = field(default_factory=list)


class Structure:
    """The elements of one PDF."""

    def __init__(self) -> None:
        self._elements: dict[Tag, _Element] = {}
        self._owners: list[list[str] | str] = []
        """Which elements own the parts of each page, or each link, by the numbers that these have."""

    def __bool__(self) -> bool:
        return bool(self._elements)

    def page(self, reference: Any) -> tuple[int, Callable[[Tag], str]]:
        """A new page's number in the tree, and what begins a part of an element on it."""
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
        """Make a link's region a part of its element; its number in the tree."""
        element = self._element(tag)
        element.kids.append(PDFDictionary({"Type": PDFName("OBJR"), "Pg": page, "Obj": annotation}))
        self._owners.append(element.name)
        return len(self._owners) - 1

    def _element(self, tag: Tag) -> _Element:
        found = self._elements.get(tag)
        if found is None:
            parent = self._element(tag.parent) if tag.parent else None
            found = _Element(f"E{len(self._elements) + 1}", tag, parent.name if parent else ROOT)
            self._elements[tag] = found
            if parent:
                parent.kids.append(PDFObjectReference(found.name))
        return found

    def add_to(self, document: PDFDocument) -> Any:
        """Add the tree to a document; return a reference to its root."""
        for element in self._elements.values():
            document.Reference(_written(element), element.name)
        owners: list[Any] = []
        for index, names in enumerate(self._owners):
            one = PDFObjectReference(names) if isinstance(names, str) else PDFArray(map(PDFObjectReference, names))
            owners += [index, one]
        tops = [PDFObjectReference(e.name) for e in self._elements.values() if e.parent == ROOT]
        root = {
            "Type": PDFName("StructTreeRoot"),
            "K": PDFArray(tops),
            "ParentTree": document.Reference(PDFDictionary({"Nums": PDFArray(owners)})),
            "ParentTreeNextKey": len(self._owners),
        }
        return document.Reference(PDFDictionary(root), ROOT)


ROOT = "pnp-structure"
"""The name of the tree's root among a document's objects."""


def _written(element: _Element) -> PDFDictionary:
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
    if tag.role == "TH":
        entries["A"] = COLUMN_HEAD
    return PDFDictionary(entries)


PDF_X = "PDF/X-1a:2003"
"""ISO 15930-4."""

_X_NAMESPACES = ' xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:pdfx="http://ns.adobe.com/pdfx/1.3/"'


def packet(title: str, language: str, author: str, subject: str, program: str, is_x: bool = False) -> str:
    """An XMP packet; what is empty is left out. Nothing in it tells when it was made.

    Args:
        title: What is in it.
        language: BCP 47 tag.
        author: Who made that.
        subject: More of what is in it.
        program: What wrote it.
        is_x: Whether the file is PDF/X-1a.
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
        + ">\n"
        + "\n".join(entries)
        + '\n</rdf:Description>\n</rdf:RDF>\n</x:xmpmeta>\n<?xpacket end="r"?>'
    )


def _in_language(text: str) -> str:
    return f'<rdf:Alt><rdf:li xml:lang="x-default">{_escaped(text)}</rdf:li></rdf:Alt>'


def declare(pdf: PDFDocument, press: Press) -> None:
    """Say in a document what it is, and for which press, whose ICC profile is put into it."""
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
    """What a document says of itself, with its standard."""

    def format(self, document: PDFDocument) -> bytes:
        """The dictionary as it is written."""
        written: bytes = super().format(document)
        return written.replace(b"<<", b"<< /GTS_PDFXVersion (" + PDF_X.encode() + b")", 1)


def _escaped(text: str) -> str:
    """Text as XML holds it. `xml.sax.saxutils` would do, but it imports urllib, ssl and http: 40 ms."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
