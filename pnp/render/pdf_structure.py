"""Tags met while pages are written → the tree of a PDF's elements, for those who have it read aloud.

Elements stand in the tree in the order in which their first parts are painted, each in its Tag's parent. What has no
tag is no part of the tree.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFDocument, PDFName, PDFObjectReference, PDFString

from pnp.layout.frame import Tag

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
        for number, names in enumerate(self._owners):
            one = PDFObjectReference(names) if isinstance(names, str) else PDFArray(map(PDFObjectReference, names))
            owners += [number, one]
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
