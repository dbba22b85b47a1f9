"""Bytes of an SVG file → its elements as a tree, by id; and their attributes → properties, lengths and colours.

No entity, style sheet or other file is ever followed; elements that a drawing may not contain are reported. This module
says which properties are known, inherited or refused; their effect on a shape is not known here.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from xml.parsers import expat

from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Fault, Mistake, Place

MAX_ELEMENTS = 50_000
MAX_SEGMENTS = 200_000
DEEPEST = 60
"""More nesting than any drawing program writes, and well within Python's own limit."""

_SVG = "http://www.w3.org/2000/svg "
_XLINK_HREF = "http://www.w3.org/1999/xlink href"

_FIXES = {
    "text": "convert the text to outlines in your drawing program, or write it with a text element of the template",
    "image": "place the picture with an image element of the template",
    "style": "save as plain SVG with presentation attributes (fill=…) instead of a style sheet",
    "switch": "export without your drawing program's own data",
    "foreignObject": "export without your drawing program's own data",
    "filter": "remove the effect, or place it as a picture with an image element of the template",
    "mask": "cut the shapes to size, or use a clip path",
    "pattern": "expand the pattern into paths in your drawing program",
    "mix-blend-mode": "choose colours that need no blending",
    "vector-effect": "give the stroke the width it should have",
    "stop-opacity": "fade to the colour of the ground instead, and put opacity on the shape",
    "clipPath": "combine the shapes of the clip path into one path without holes, or one path alone",
    "spreadMethod": "repeat the stops inside the gradient instead",
    "stroke-dashoffset": "start the dashes at the path's start, or expand the stroke into a path",
    "href": "put the referenced element into the same file",
    "entity": "save as plain SVG, without a list of entities at its top",
}
REFUSED_ANYWHERE = frozenset({"script", "animate", "animateTransform", "animateMotion", "set"})
_OTHERWISE = "expand it into paths in your drawing program, or remove it"
_NOT_AS_DRAWN = "the picture would not be as drawn"


class UnsupportedError(Mistake):
    """A feature that cannot be drawn; its name selects the fix."""

    def __init__(self, name: str, what: str) -> None:
        super().__init__(what, _FIXES.get(name, _OTHERWISE))


class BrokenReferenceError(Mistake):
    """A reference to nothing, to the wrong thing, or in a circle."""


@dataclass(slots=True, eq=False)
class SvgNode:
    """An element; ``tag`` is empty for an element of another namespace."""

    tag: str
    attributes: dict[str, str]
    line: int
    column: int
    parent: SvgNode | None
    children: list[SvgNode] = field(default_factory=list)

    @property
    def href(self) -> str:
        """The reference of the element; "" for none."""
        return self.attributes.get("href") or self.attributes.get(_XLINK_HREF, "")


@dataclass(frozen=True)
class SvgTree:
    """The elements of a file.

    Attributes:
        file: Its path from the project's folder.
        root: The outermost element, an svg.
        by_id: Elements with an id; the first of several with the same one.
    """

    file: str
    root: SvgNode
    by_id: Mapping[str, SvgNode]

    def place(self, node: SvgNode) -> Place:
        """Return the place of an element in its file."""
        return Place(self.file, node.line, node.column)

    def referred(self, reference: str, *tags: str) -> SvgNode:
        """Return the element that a reference leads to.

        Args:
            reference: "#" and the element's id.
            tags: Tags it may have; none for any element.

        Raises:
            BrokenReferenceError: It leads to nothing, or to an element with another tag.
            UnsupportedError: It leads to an element that cannot be drawn, or out of the drawing.
        """
        if not reference.startswith("#"):
            raise UnsupportedError("href", f"a reference to {reference!r} leads out of the drawing")
        node = self.by_id.get(reference[1:])
        if node is None:
            raise BrokenReferenceError(f"nothing in the drawing has the id {reference[1:]!r}")
        if tags and node.tag not in tags:
            if node.tag in ("pattern", "mask"):
                raise UnsupportedError(node.tag, f"<{node.tag}> cannot be used in a drawing")
            raise BrokenReferenceError(f"{reference} is a <{node.tag}>, not a <{'> or <'.join(tags)}>")
        return node

    def report(self, node: SvgNode, mistake: Mistake, diagnostics: Diagnostics) -> None:
        """Report a mistake in an element."""
        if isinstance(mistake, UnsupportedError):
            report_unsupported(mistake, self.place(node), diagnostics)
        else:
            code = Code.SVG_REFERENCE if isinstance(mistake, BrokenReferenceError) else Code.SVG_VALUE
            diagnostics.report(code, self.place(node), what=f"<{node.tag}>: {mistake.what}", fix=mistake.fix)


def read_svg(content: bytes, file: str, diagnostics: Diagnostics) -> SvgTree:
    """Read the elements of a file.

    Args:
        content: The file's bytes, in an encoding that XML supports.
        file: Its path from the project's folder, for diagnostics.
        diagnostics: Unsupported elements are added.

    Raises:
        Fault: The file is no SVG, declares entities, or is too large (svg-broken, svg-unsupported, svg-large).
    """
    reader = _SvgReader(file, diagnostics)
    root = reader.read(content)
    return SvgTree(file, root, reader.by_id)


class _SvgReader:
    """Collects elements from expat's callbacks."""

    def __init__(self, file: str, diagnostics: Diagnostics) -> None:
        self.file = file
        self.diagnostics = diagnostics
        self.root: SvgNode | None = None
        self.open: list[SvgNode] = []
        self.count = 0
        self.by_id: dict[str, SvgNode] = {}
        self.parser = parser = expat.ParserCreate(namespace_separator=" ")
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.EntityDeclHandler = self._entity
        parser.AttlistDeclHandler = self._attributes
        parser.ProcessingInstructionHandler = self._instruction

    def read(self, content: bytes) -> SvgNode:
        try:
            self.parser.Parse(content, True)
        except expat.ExpatError as error:
            place = Place(self.file, error.lineno, error.offset + 1)
            raise _broken(place, f"not well-formed XML: {expat.ErrorString(error.code)}") from error
        except (LookupError, ValueError) as error:  # raised by Python's codecs for an encoding they lack
            raise _broken(Place(self.file, 1, 1), f"the encoding cannot be read: {error}") from error
        if self.root is None or self.root.tag != "svg":
            raise _broken(Place(self.file, 1, 1), "the outermost element is not <svg>")
        return self.root

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        line, column = self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1
        self.count += 1
        if self.count > MAX_ELEMENTS or len(self.open) > DEEPEST:
            raise too_large(Place(self.file, line, column))
        tag = name.removeprefix(_SVG)
        node = SvgNode("" if " " in tag else tag, attributes, line, column, self.open[-1] if self.open else None)
        if self.open:
            self.open[-1].children.append(node)
        else:
            self.root = node
        self.open.append(node)
        if node.tag and "id" in attributes:
            self.by_id.setdefault(attributes["id"], node)
        if tag in REFUSED_ANYWHERE:
            self._refuse(tag, f"<{tag}> cannot be used in a drawing")
        elif tag == "style":
            self.parser.CharacterDataHandler = self._text

    def _end(self, _name: str) -> None:
        self.open.pop()
        self.parser.CharacterDataHandler = None

    def _text(self, text: str) -> None:
        if text.strip():
            place = Place(self.file, self.open[-1].line, self.open[-1].column)
            refused = UnsupportedError("style", "<style> cannot be used in a drawing")
            report_unsupported(refused, place, self.diagnostics)

    def _entity(self, name: str, *_rest: object) -> None:
        refused = UnsupportedError("entity", f"the entity {name} is declared")
        raise Fault(Code.SVG_UNSUPPORTED, self._here, what=refused.what, why=_NOT_AS_DRAWN, fix=refused.fix)

    def _attributes(self, element: str, *_rest: object) -> None:
        refused = UnsupportedError("entity", f"attributes of <{element}> are declared")
        raise Fault(Code.SVG_UNSUPPORTED, self._here, what=refused.what, why=_NOT_AS_DRAWN, fix=refused.fix)

    def _instruction(self, target: str, _rest: str) -> None:
        if target == "xml-stylesheet":
            self._refuse("style", "a style sheet cannot be used in a drawing")

    @property
    def _here(self) -> Place:
        return Place(self.file, self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1)

    def _refuse(self, name: str, what: str) -> None:
        report_unsupported(UnsupportedError(name, what), self._here, self.diagnostics)


def _broken(place: Place, what: str) -> Fault:
    return Fault(Code.SVG_BROKEN, place, what=what, fix="save it as SVG again from your drawing program")


def report_unsupported(refused: UnsupportedError, place: Place, diagnostics: Diagnostics) -> None:
    """Report a feature that cannot be drawn."""
    diagnostics.report(Code.SVG_UNSUPPORTED, place, what=refused.what, why=_NOT_AS_DRAWN, fix=refused.fix)


def too_large(place: Place) -> Fault:
    """Return the fault of a drawing beyond the limits above."""
    what = f"the drawing has more than {MAX_SEGMENTS:,} curves or {MAX_ELEMENTS:,} elements, or is nested too deeply"
    why = "every card that uses it would be as large"
    fix = "simplify its paths, or place it as a picture with an image element of the template"
    return Fault(Code.SVG_LARGE, place, what=what, why=why, fix=fix)


Style = dict[str, str]

INHERITED: Style = {
    "fill": "black",
    "fill-opacity": "1",
    "fill-rule": "nonzero",
    "clip-rule": "nonzero",
    "stroke": "none",
    "stroke-width": "1",
    "stroke-opacity": "1",
    "stroke-linecap": "butt",
    "stroke-linejoin": "miter",
    "stroke-miterlimit": "4",
    "stroke-dasharray": "none",
    "stroke-dashoffset": "0",
    "color": "currentColor",
    "visibility": "visible",
    "paint-order": "normal",
}
OWN: Style = {"opacity": "1", "display": "inline", "clip-path": "none", "stop-color": "black", "stop-opacity": "1"}
REFUSED = {
    **dict.fromkeys(("filter", "mask", "marker", "marker-start", "marker-mid", "marker-end"), "none"),
    "mix-blend-mode": "normal",
    "vector-effect": "none",
    "transform-origin": "",
    "systemLanguage": "",
}
"""Properties that change the picture and cannot be drawn, with the one value that has no effect."""
REFUSED_IN_STYLE = frozenset({"transform", "d", "x", "y", "cx", "cy", "r", "rx", "ry", "width", "height", "clip"})
"""Geometry that SVG 2 allows as a style; only browsers implement it."""
_STYLED = frozenset({*INHERITED, *OWN, *REFUSED})

VARIABLE = re.compile(r"var\(\s*--([\w-]+)\s*(?:,(.*))?\)", re.DOTALL)
URL = re.compile(r"url\(\s*[\"']?#([^\"')]+)[\"']?\s*\)\s*(.*)", re.DOTALL)
_LENGTH = re.compile(r"([+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]+)?)\s*([a-z%]*)", re.IGNORECASE)
_PX_PER_UNIT = {"": 1.0, "px": 1.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0, "pt": 96 / 72, "pc": 16.0}


def declarations(node: SvgNode) -> Iterator[tuple[str, str]]:
    """Yield presentation attributes, then the style attribute, which wins."""
    for name, value in node.attributes.items():
        if name in _STYLED:
            yield name, value.strip()
    for declaration in node.attributes.get("style", "").split(";"):
        name, colon, value = declaration.partition(":")
        if colon:
            yield name.strip(), value.partition("!")[0].strip()


# --- colours ----------------------------------------------------------------------------------------------------

_HEX = re.compile(r"#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})")
_RGB = re.compile(r"rgba?\(([^()]*)\)")
_CHANNEL = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)%?")


@lru_cache(maxsize=1024)
def parse_colour(text: str) -> tuple[str, float]:
    """Return a CSS colour as "#rrggbb" and its opacity, 0 to 1; "none" and "transparent" have opacity 0.

    Raises:
        Mistake: It is no CSS colour.
    """
    css = text.strip().lower()
    if css in ("none", "transparent"):
        return "#000000", 0.0
    if _HEX.fullmatch(css):
        digits = css[1:] if len(css) > 5 else "".join(digit * 2 for digit in css[1:])
        return f"#{digits[:6]}", round(int(digits[6:] or "ff", 16) / 255, 4)
    if match := _RGB.fullmatch(css):
        return _from_channels(text, match[1])
    if css == "black":
        return "#000000", 1.0
    from PIL import ImageColor  # 15 ms, and most drawings name no colour

    try:
        red, green, blue, *_ = ImageColor.getrgb(css)
    except ValueError:
        raise Mistake(f"{text!r} is not a colour") from None
    return f"#{red:02x}{green:02x}{blue:02x}", 1.0


def _from_channels(text: str, inner: str) -> tuple[str, float]:
    values = inner.replace(",", " ").replace("/", " ").split()
    if len(values) not in (3, 4) or not all(map(_CHANNEL.fullmatch, values)):
        raise Mistake(f"{text!r} is not a colour")
    parts = [_channel(c, 255 if index < 3 else 1) for index, c in enumerate(values)]
    return "#" + "".join(f"{round(part * 255):02x}" for part in parts[:3]), parts[3] if len(parts) == 4 else 1.0


def _channel(text: str, full: int) -> float:
    value = float(text[:-1]) / 100 if text.endswith("%") else float(text) / full
    return min(1.0, max(0.0, value))


MIX = re.compile(r"color-mix\(\s*in\s+srgb\s*,(.+?)\s([0-9]+(?:\.[0-9]+)?)%\s*,(.+)\)", re.DOTALL)
"""color-mix(in srgb, #ffffff 30%, var(--tone, #204060)): that share of the first colour, the rest of the second."""


# --- lengths and words ------------------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def svg_length(text: str, whole: float) -> float:
    """Return a length in user units; percentages are parts of the whole."""
    match = _LENGTH.fullmatch(text.strip())
    if match is None or abs(float(match[1])) > 1e9:
        raise Mistake(f"{text!r} is not a length")
    if match[2] == "%":
        return float(match[1]) / 100 * whole
    if match[2].lower() not in _PX_PER_UNIT:
        raise Mistake(f"the length {text!r} has a unit other than px, mm, cm, in, pt, pc or %")
    return float(match[1]) * _PX_PER_UNIT[match[2].lower()]


def svg_fraction(text: str) -> float:
    """Return a number or percentage, limited to 0 to 1."""
    return min(1.0, max(0.0, svg_length(text, 1.0)))


def length_of(node: SvgNode, name: str, whole: float, default: str = "0") -> float:
    """Return a length among an element's attributes, in user units."""
    return svg_length(node.attributes.get(name, default), whole)


def diagonal(viewport: tuple[float, float]) -> float:
    """Return the length that percentages without a direction refer to."""
    return math.hypot(*viewport) / math.sqrt(2)


def word_of(style: Style, name: str, words: tuple[str, ...]) -> str:
    """Return a property that must be one of some words."""
    if style[name] not in words:
        raise Mistake(f"{name} is {style[name]!r}, must be one of {', '.join(words)}")
    return style[name]


def parse_dash(text: str, viewport: tuple[float, float]) -> list[float]:
    """Return lengths of dashes and gaps in turn, in user units; none for a line without gaps."""
    if text == "none":
        return []
    lengths = [svg_length(part, diagonal(viewport)) for part in re.split(r"[\s,]+", text.strip())]
    if min(lengths) < 0:
        raise Mistake(f"stroke-dasharray {text!r} has a negative length")
    return lengths * (1 + len(lengths) % 2) if sum(lengths) else []


def is_stroke_first(style: Style) -> bool:
    """Whether the stroke is painted before the fill."""
    order = [word for word in style["paint-order"].split() if word in ("fill", "stroke")]
    return order[:1] == ["stroke"]
