"""Bytes of an SVG file → its elements as a tree and by id, with the texts that are drawn or are style sheets.

Entities that the file itself declares are replaced; other files are never read. Elements that print cannot show, such
as scripts, are reported once and ignored. Other modules read the attributes.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from xml.parsers import expat

from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Fault, Mistake, Place
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.patterns import lazy_pattern

LARGEST = 64 * 2**20
"""The most bytes to which a compressed drawing may unpack."""

_GZIP = b"\x1f\x8b"

MAX_ELEMENTS = 50_000
MAX_SEGMENTS = 200_000
DEEPEST = 60
"""The deepest nesting: more than drawing programs write, and well within Python's recursion limit."""

_SVG = "http://www.w3.org/2000/svg "
XLINK_HREF = "http://www.w3.org/1999/xlink href"
XML_SPACE = "http://www.w3.org/XML/1998/namespace space"

_TEXTUAL = frozenset({"style", "text", "tspan", "textPath", "a", "tref", "flowRoot", "flowDiv", "flowPara", "flowSpan"})
"""Elements whose text is kept."""

MOVING = frozenset({"animate", "animateTransform", "animateMotion", "set"})
"""Elements of animations; the drawing is shown as it is before these begin."""

_RELATIVE = lazy_pattern(rb"[0-9.](?:em|ex|ch|vw|vh|vmin|vmax)\b", re.IGNORECASE)
_UNITS = (b"em", b"ex", b"ch", b"vw", b"vh", b"vm", b"EM", b"EX")


class UnsupportedError(Mistake):
    """A feature that outlines cannot show; the element becomes a picture."""


class BrokenReferenceError(Mistake):
    """A reference to nothing, to the wrong kind of element, or back to itself."""


Declaration = tuple[str, str]
"""A property and its value."""


@dataclass(slots=True, eq=False)
class SvgNode:
    """An element.

    Attributes:
        tag: Its name; "" for an element of another namespace.
        attributes: Those of other namespaces have it before their names, with a space between.
        content: Its text and children in order, for elements whose text is kept.
        rules: Declarations of style sheets that apply to it, the strongest last, each with whether it is important.
        declared: All its declarations that are valid, the strongest last; None before they have been looked at.
        number: Its number in the order of the file, from 1.
        last: The number of the last element in it.
    """

    tag: str
    attributes: dict[str, str]
    line: int
    column: int
    parent: SvgNode | None
    children: list[SvgNode] = field(default_factory=list)
    content: list[SvgNode | str] = field(default_factory=list)
    rules: list[tuple[str, str, bool]] = field(default_factory=list)
    declared: tuple[Declaration, ...] | None = None
    number: int = 0
    last: int = 0

    @property
    def href(self) -> str:
        """The reference of the element; "" for none."""
        return (self.attributes.get("href") or self.attributes.get(XLINK_HREF, "")).strip()


@frozen_dataclass
class SvgTree:
    """The elements of a file.

    Attributes:
        file: Its path from the project's folder.
        root: The outermost element, an svg.
        by_id: Elements with an id; the first of several with the same one.
        sheets: Its style elements, each with the place where its text begins.
        has_relative_lengths: Whether any length may depend on the size of type or of the drawing.
    """

    file: str
    root: SvgNode
    by_id: Mapping[str, SvgNode]
    sheets: tuple[tuple[SvgNode, Place], ...] = ()
    has_relative_lengths: bool = False

    def place(self, node: SvgNode) -> Place:
        """Return the place of an element in its file."""
        return Place(self.file, node.line, node.column)

    def referred(self, reference: str, *tags: str) -> SvgNode:
        """Return the element to which a reference points.

        Args:
            reference: "#" and the element's id.
            tags: The tags that it may have; none for any element.

        Raises:
            BrokenReferenceError: It points to nothing, to an element with another tag, or out of the drawing.
        """
        if not reference.startswith("#"):
            raise BrokenReferenceError(
                f"a reference to {reference[:60]!r} leads out of the drawing", "put the element into the same file"
            )
        node = self.by_id.get(reference[1:])
        if node is None:
            raise BrokenReferenceError(f"nothing in the drawing has the id {reference[1:61]!r}")
        if tags and node.tag not in tags:
            raise BrokenReferenceError(f"{reference} is a <{node.tag}>, not a <{'> or <'.join(tags)}>")
        return node

    def warn(self, node: SvgNode, mistake: Mistake, diagnostics: Diagnostics, place: Place | None = None) -> None:
        """Report a value or reference that is ignored, as in browsers."""
        is_reference = isinstance(mistake, BrokenReferenceError)
        diagnostics.report(
            Code.SVG_REFERENCE if is_reference else Code.SVG_VALUE,
            place or self.place(node),
            what=f"<{node.tag}>: {mistake.what}",
            why="it is ignored, as in browsers",
            fix=mistake.fix
            or ("restore the element, or remove the reference" if is_reference else "correct it, or remove it"),
        )


def read_svg(content: bytes, file: str, diagnostics: Diagnostics) -> SvgTree:
    """Read the elements of a file.

    Args:
        content: The file's bytes, in an encoding that XML supports; those of an .svgz are compressed.
        file: Its path from the project's folder, for diagnostics.
        diagnostics: Collects parts of the drawing that cannot be shown.

    Raises:
        Fault: The file is not an SVG, or is too large (svg-broken, svg-large).
    """
    if content.startswith(_GZIP):
        content = _unpacked(content, file)
    reader = _SvgReader(file, diagnostics)
    root = reader.read(content)
    # most files have none of the units, and this test is faster than the pattern with numbers
    is_relative = any(unit in content for unit in _UNITS) and _RELATIVE.search(content) is not None
    return SvgTree(file, root, reader.by_id, tuple(reader.sheets), is_relative)


def _unpacked(content: bytes, file: str) -> bytes:
    unpacking = zlib.decompressobj(wbits=31)
    try:
        plain = unpacking.decompress(content, LARGEST)
    except zlib.error as error:
        raise broken(Place(file), f"it is compressed, and cannot be unpacked: {error}") from error
    if not unpacking.eof:
        if not unpacking.unconsumed_tail:
            raise broken(Place(file), "it is compressed, and incomplete")
        raise too_large(Place(file))
    return plain


class _SvgReader:
    """Collects elements from expat's callbacks."""

    def __init__(self, file: str, diagnostics: Diagnostics) -> None:
        self.file = file
        self.diagnostics = diagnostics
        self.root: SvgNode | None = None
        self.open: list[SvgNode] = []
        self.count = 0
        self.by_id: dict[str, SvgNode] = {}
        self.sheets: list[tuple[SvgNode, Place]] = []
        self.passed_over: set[str] = set()
        self.parser = parser = expat.ParserCreate(namespace_separator=" ")
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.ProcessingInstructionHandler = self._instruction
        parser.ExternalEntityRefHandler = self._external
        parser.SkippedEntityHandler = self._skipped

    def read(self, content: bytes) -> SvgNode:
        try:
            self.parser.Parse(content, True)
        except expat.ExpatError as error:
            place = Place(self.file, error.lineno, error.offset + 1)
            raise broken(place, f"not well-formed XML: {expat.ErrorString(error.code)}") from error
        except (LookupError, ValueError) as error:  # Python's codecs raise this for an unknown encoding
            raise broken(Place(self.file, 1, 1), f"the encoding cannot be read: {error}") from error
        if self.root is None or self.root.tag != "svg":
            raise broken(Place(self.file, 1, 1), "the outermost element is not <svg>")
        return self.root

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        line, column = self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1
        self.count += 1
        if self.count > MAX_ELEMENTS or len(self.open) > DEEPEST:
            raise too_large(Place(self.file, line, column))
        tag = name.removeprefix(_SVG)
        parent = self.open[-1] if self.open else None
        # An old file without a namespace is read as if it had one; browsers refuse it, drawing programs do not.
        is_other = " " in tag
        node = SvgNode("" if is_other else tag, attributes, line, column, parent, number=self.count)
        if parent is not None:
            parent.children.append(node)
            if parent.tag in _TEXTUAL:
                parent.content.append(node)
        else:
            self.root = node
        self.open.append(node)
        if node.tag and "id" in attributes:
            self.by_id.setdefault(attributes["id"], node)
        if tag == "style":
            self.sheets.append((node, Place(self.file, line, column)))
        if tag in MOVING or tag == "script":
            self._pass_over(tag, f"<{tag}> is not run: the drawing is shown as it is before that")
        self.parser.CharacterDataHandler = self._text if node.tag in _TEXTUAL else None

    def _end(self, _name: str) -> None:
        self.open.pop().last = self.count
        tag = self.open[-1].tag if self.open else ""
        self.parser.CharacterDataHandler = self._text if tag in _TEXTUAL else None

    def _text(self, text: str) -> None:
        node = self.open[-1]
        if node.tag == "style" and not node.content and text.strip():
            above = text[: len(text) - len(text.lstrip())]
            self.sheets[-1] = (node, self._here if not above else self.sheets[-1][1])
        node.content.append(text)

    def _instruction(self, target: str, _rest: str) -> None:
        if target == "xml-stylesheet":
            self._pass_over("sheet", "a style sheet in another file is not read")

    def _external(self, _context: str, _base: str | None, system: str | None, _public: str | None) -> int:
        self._pass_over("entity", f"the entity from {(system or '')[:60]!r} is not read")
        return 1

    def _skipped(self, name: str, is_parameter: bool) -> None:
        if not is_parameter:
            self._pass_over("entity", f"the entity {name} is declared in another file, which is not read")

    @property
    def _here(self) -> Place:
        return Place(self.file, self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1)

    def _pass_over(self, kind: str, what: str) -> None:
        if kind not in self.passed_over:
            self.passed_over.add(kind)
            fix = "save it as plain SVG, without that, from your drawing program"
            self.diagnostics.report(Code.SVG_UNSUPPORTED, self._here, what=what, fix=fix)


def broken(place: Place, what: str) -> Fault:
    """Return the fault of a file that is not a drawing."""
    return Fault(Code.SVG_BROKEN, place, what=what, fix="save it as SVG again from your drawing program")


def too_large(place: Place) -> Fault:
    """Return the fault of a drawing beyond the limits above."""
    what = f"the drawing has more than {MAX_SEGMENTS:,} curves or {MAX_ELEMENTS:,} elements, or is nested too deeply"
    why = "every card that uses it would be as large"
    fix = "simplify its paths, or place it as a picture with an image element of the template"
    return Fault(Code.SVG_LARGE, place, what=what, why=why, fix=fix)
