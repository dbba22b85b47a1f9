"""SVG file → Drawing: items in the drawing's own units, whose colours a template may still choose.

The file is read once; every choice of colours then costs one walk over its paints. What would change the picture and
cannot be shown is a fault, never left out in silence. Nothing here places a drawing on a card, and no entity, style
sheet or other file is ever followed.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import NamedTuple
from xml.parsers import expat

from pnp.diagnostics import Diagnostic, Fault, Place, in_order
from pnp.layout import outline
from pnp.layout.frame import (
    IDENTITY,
    Art,
    Box,
    Group,
    Item,
    LinearGradient,
    Matrix,
    Paint,
    Path,
    RadialGradient,
    Segment,
    Stop,
    Stroke,
    move,
    multiply,
)

MOST_ELEMENTS = 50_000
MOST_SEGMENTS = 200_000
DEEPEST = 60
"""More nesting than any drawing program writes, and well inside Python's own limit."""


# --- the finished drawing ---------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Drawing:
    """A parsed SVG file.

    Attributes:
        box: Its viewBox, in its own units; what reaches beyond is clipped, unless the file says overflow="visible".
        variables: Names that ``var(--name, …)`` asks for, without the dashes.
        has_current_colour: Whether anything is painted in ``currentColor``.
    """

    box: Box
    variables: frozenset[str]
    has_current_colour: bool
    template: tuple[Item, ...] = field(repr=False)
    """Items whose colours may still be "currentColor" or "var(--name, default)"."""
    _painted: dict[tuple[str, ...], tuple[Item, ...]] = field(default_factory=dict, repr=False)
    _arts: dict[tuple[str, ...], Art] = field(default_factory=dict, repr=False)

    def items(self, colour: str | None, colours: Mapping[str, str]) -> tuple[Item, ...]:
        """The drawing in these colours; the same objects for the same colours.

        Args:
            colour: What ``currentColor`` stands for; None for black.
            colours: A colour or "none" for each variable to be chosen; others keep their default. Names the file
                does not use are passed over: compare with ``variables``.

        Raises:
            ValueError: One of them is not a colour.
        """
        key = self._key(colour, colours)
        if key not in self._painted:
            self._painted[key] = _Painter(colour, colours).items(self.template)
        return self._painted[key]

    def art(self, name: str, colour: str | None, colours: Mapping[str, str]) -> Art:
        """The drawing in these colours as one shared Art; the first name asked for stays.

        Raises:
            ValueError: One of the colours is not a colour.
        """
        key = self._key(colour, colours)
        if key not in self._arts:
            self._arts[key] = Art(name, self.box, self.items(colour, colours))
        return self._arts[key]

    def _key(self, colour: str | None, colours: Mapping[str, str]) -> tuple[str, ...]:
        """Only what the drawing makes use of."""
        shown = colour or "black" if self.has_current_colour else ""
        return (shown, *(colours.get(name, "") for name in sorted(self.variables)))


_VARIABLE = re.compile(r"var\(\s*--([\w-]+)\s*(?:,(.*))?\)", re.DOTALL)


class _Painter:
    """Puts colours in the place of currentColor and variables; items without either stay the same objects."""

    def __init__(self, colour: str | None, colours: Mapping[str, str]) -> None:
        self.colour = colour or "black"
        self.colours = colours
        self.known: dict[str, str | None] = {}

    def items(self, items: tuple[Item, ...]) -> tuple[Item, ...]:
        return tuple(painted for item in items if (painted := self._item(item)) is not None)

    def _item(self, item: Item) -> Item | None:
        if isinstance(item, Path):
            return self._path(item)
        if isinstance(item, Group):
            inside = self.items(item.items)
            return Group(inside, item.matrix, item.clip, item.opacity) if inside else None
        return item

    def _path(self, path: Path) -> Path | None:
        fill = self._paint(path.fill)
        stroke = path.stroke
        if stroke is not None and (paint := self._paint(stroke.paint)) is not stroke.paint:
            stroke = replace(stroke, paint=paint) if paint is not None else None
        if fill is path.fill and stroke is path.stroke:
            return path
        if fill is None and stroke is None:
            return None
        return Path(path.segments, fill, stroke, path.even_odd, path.opacity)

    def _paint(self, paint: Paint | None) -> Paint | None:
        if paint is None or isinstance(paint, str):
            return self._colour(paint) if paint else None
        colours = [self._colour(stop.colour) for stop in paint.stops]
        if all(new is stop.colour for new, stop in zip(colours, paint.stops, strict=True)):
            return paint
        if None in colours:
            return None
        stops = tuple(Stop(stop.offset, new or "") for new, stop in zip(colours, paint.stops, strict=True))
        return replace(paint, stops=stops)

    def _colour(self, written: str) -> str | None:
        if written[0] == "#":
            return written
        if written not in self.known:
            self.known[written] = self._choose(written)
        return self.known[written]

    def _choose(self, written: str) -> str | None:
        while match := _VARIABLE.fullmatch(written):
            if match[1] in self.colours:
                return _opaque(self.colours[match[1]])
            written = match[2]
        return _opaque(self.colour if written == "currentColor" else written)


def _opaque(written: str) -> str | None:
    """A colour as "#rrggbb", None for "none".

    Raises:
        ValueError: It is no colour, or one that lets the ground shine through.
    """
    colour, alpha = parse_colour(written)
    if alpha not in (0.0, 1.0):
        raise ValueError(f"{written!r} is not opaque; put opacity on the shape instead")
    return colour if alpha else None


_HEX = re.compile(r"#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})")
_RGB = re.compile(r"rgba?\(([^()]*)\)")
_CHANNEL = re.compile(r"[\s,/]*([+-]?[0-9.]+%?)[\s,/]*")


@lru_cache(maxsize=1024)
def parse_colour(written: str) -> tuple[str, float]:
    """A CSS colour as "#rrggbb" and its opacity, 0 to 1; "none" and "transparent" have opacity 0.

    Raises:
        ValueError: It is no CSS colour.
    """
    text = written.strip().lower()
    if text in ("none", "transparent"):
        return "#000000", 0.0
    if _HEX.fullmatch(text):
        digits = text[1:] if len(text) > 5 else "".join(digit * 2 for digit in text[1:])
        return f"#{digits[:6]}", round(int(digits[6:] or "ff", 16) / 255, 4)
    if match := _RGB.fullmatch(text):
        return _from_channels(written, match[1])
    if text == "black":
        return "#000000", 1.0
    from PIL import ImageColor  # 15 ms, and most drawings name no colour

    try:
        red, green, blue, *_ = ImageColor.getrgb(text)
    except ValueError:
        raise ValueError(f"{written!r} is not a colour") from None
    return f"#{red:02x}{green:02x}{blue:02x}", 1.0


def _from_channels(written: str, text: str) -> tuple[str, float]:
    channels = _CHANNEL.findall(text)
    if _CHANNEL.sub("", text) or len(channels) not in (3, 4):
        raise ValueError(f"{written!r} is not a colour")
    parts = [_channel(c, 255 if index < 3 else 1) for index, c in enumerate(channels)]
    return "#" + "".join(f"{round(part * 255):02x}" for part in parts[:3]), parts[3] if len(parts) == 4 else 1.0


def _channel(text: str, full: int) -> float:
    value = float(text[:-1]) / 100 if text.endswith("%") else float(text) / full
    return min(1.0, max(0.0, value))


# --- reading the XML --------------------------------------------------------------------------------------------

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
    "href": "put what is referred to into the same file",
    "entity": "save as plain SVG, without a list of entities at its top",
}
_REFUSED_ANYWHERE = frozenset({"script", "animate", "animateTransform", "animateMotion", "set"})
_OTHERWISE = "expand it into paths in your drawing program, or remove it"


@dataclass(slots=True, eq=False)
class _Node:
    """An element; ``tag`` is empty for one of another namespace."""

    tag: str
    attributes: dict[str, str]
    line: int
    column: int
    parent: _Node | None
    children: list[_Node] = field(default_factory=list)

    @property
    def href(self) -> str:
        return self.attributes.get("href") or self.attributes.get(_XLINK_HREF, "")


class _Reader:
    """Collects elements from expat's calls."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.root: _Node | None = None
        self.open: list[_Node] = []
        self.count = 0
        self.faults: list[Diagnostic] = []
        self.by_id: dict[str, _Node] = {}
        self.parser = parser = expat.ParserCreate(namespace_separator=" ")
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.EntityDeclHandler = self._entity
        parser.ProcessingInstructionHandler = self._instruction

    def read(self, content: bytes) -> _Node:
        try:
            self.parser.Parse(content, True)
        except expat.ExpatError as error:
            place = Place(self.file, error.lineno, error.offset + 1)
            raise Fault(_broken(place, f"not well-formed XML: {expat.ErrorString(error.code)}")) from error
        except (LookupError, ValueError) as error:  # what Python's codecs say of an encoding they lack
            raise Fault(_broken(Place(self.file, 1, 1), f"the encoding cannot be read: {error}")) from error
        if self.root is None or self.root.tag != "svg":
            raise Fault(_broken(Place(self.file, 1, 1), "the outermost element is not <svg>"))
        return self.root

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        line, column = self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1
        self.count += 1
        if self.count > MOST_ELEMENTS or len(self.open) > DEEPEST:
            raise Fault(_too_large(Place(self.file, line, column)))
        tag = name.removeprefix(_SVG)
        node = _Node("" if " " in tag else tag, attributes, line, column, self.open[-1] if self.open else None)
        if self.open:
            self.open[-1].children.append(node)
        else:
            self.root = node
        self.open.append(node)
        if node.tag and "id" in attributes:
            self.by_id.setdefault(attributes["id"], node)
        if tag in _REFUSED_ANYWHERE:
            self.faults.append(self._refusal(tag, f"<{tag}> cannot be used in a drawing"))
        elif tag == "style":
            self.parser.CharacterDataHandler = self._text

    def _end(self, _name: str) -> None:
        self.open.pop()
        self.parser.CharacterDataHandler = None

    def _text(self, text: str) -> None:
        if text.strip():
            place = Place(self.file, self.open[-1].line, self.open[-1].column)
            self.faults.append(_unsupported(place, "style", "<style> cannot be used in a drawing"))

    def _entity(self, name: str, *_rest: object) -> None:
        raise Fault(self._refusal("entity", f"the entity {name} is declared"))

    def _instruction(self, target: str, _rest: str) -> None:
        if target == "xml-stylesheet":
            self.faults.append(self._refusal("style", "a style sheet cannot be used in a drawing"))

    def _refusal(self, name: str, what: str) -> Diagnostic:
        place = Place(self.file, self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1)
        return _unsupported(place, name, what)


def _broken(place: Place, what: str) -> Diagnostic:
    return Diagnostic(place, "svg-broken", what, fix="save it as SVG again from your drawing program")


def _unsupported(place: Place, name: str, what: str) -> Diagnostic:
    return Diagnostic(place, "svg-unsupported", what, "the picture would not be as drawn", _FIXES.get(name, _OTHERWISE))


def _too_large(place: Place) -> Diagnostic:
    return Diagnostic(
        place,
        "svg-large",
        f"the drawing has more than {MOST_SEGMENTS:,} curves or {MOST_ELEMENTS:,} elements, or is nested too deeply",
        "every card that uses it would be as large",
        "simplify its paths, or place it as a picture with an image element of the template",
    )


# --- style ------------------------------------------------------------------------------------------------------

_Style = dict[str, str]

_INHERITED: _Style = {
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
_OWN: _Style = {"opacity": "1", "display": "inline", "clip-path": "none", "stop-color": "black", "stop-opacity": "1"}
_REFUSED = {
    **dict.fromkeys(("filter", "mask", "marker", "marker-start", "marker-mid", "marker-end"), "none"),
    "mix-blend-mode": "normal",
    "vector-effect": "none",
    "transform-origin": "",
    "systemLanguage": "",
}
"""Properties that change the picture and cannot be shown, with the one value that changes nothing."""
_REFUSED_IN_STYLE = frozenset({"transform", "d", "x", "y", "cx", "cy", "r", "rx", "ry", "width", "height", "clip"})
"""Geometry that SVG 2 allows as a style; only browsers follow it."""
_STYLED = frozenset({*_INHERITED, *_OWN, *_REFUSED})


def _declarations(node: _Node) -> Iterator[tuple[str, str]]:
    """Presentation attributes, then the style attribute, which wins."""
    for name, value in node.attributes.items():
        if name in _STYLED:
            yield name, value.strip()
    for declaration in node.attributes.get("style", "").split(";"):
        name, colon, value = declaration.partition(":")
        if colon:
            yield name.strip(), value.partition("!")[0].strip()


_URL = re.compile(r"url\(\s*[\"']?#([^\"')]+)[\"']?\s*\)\s*(.*)", re.DOTALL)
_LENGTH = re.compile(r"([+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]+)?)\s*([a-z%]*)", re.IGNORECASE)
_PX_PER_UNIT = {"": 1.0, "px": 1.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0, "pt": 96 / 72, "pc": 16.0}


@lru_cache(maxsize=1024)
def _length(written: str, whole: float) -> float:
    """A length in user units; per cent are parts of the whole."""
    match = _LENGTH.fullmatch(written.strip())
    if match is None or abs(float(match[1])) > 1e9:
        raise ValueError(f"{written!r} is not a length")
    if match[2] == "%":
        return float(match[1]) / 100 * whole
    if match[2].lower() not in _PX_PER_UNIT:
        raise ValueError(f"the length {written!r} has a unit other than px, mm, cm, in, pt, pc or %")
    return float(match[1]) * _PX_PER_UNIT[match[2].lower()]


def _fraction(written: str) -> float:
    """A number or percentage cut to 0 to 1."""
    return min(1.0, max(0.0, _length(written, 1.0)))


# --- elements → items -------------------------------------------------------------------------------------------


class _Setting(NamedTuple):
    """What an element takes over from those around it.

    Attributes:
        matrix: From the element's units to those of the nearest item that keeps a matrix.
        viewport: Width and height that percentages are parts of.
        depth: How many elements are around it.
        trail: Elements being drawn through ``use``, to find circles.
    """

    matrix: Matrix
    style: _Style
    viewport: tuple[float, float]
    depth: int = 0
    trail: tuple[int, ...] = ()


class _Stretched(NamedTuple):
    """A circular gradient, and the matrix from its space to the shape's that stretches it to an ellipse."""

    gradient: RadialGradient
    matrix: Matrix


class _UnsupportedError(ValueError):
    """Something that cannot be shown; ``name`` finds the fix."""

    def __init__(self, name: str, what: str) -> None:
        super().__init__(what)
        self.name = name


class _ReferenceError(ValueError):
    """A reference to nothing, to the wrong thing, or in a circle."""


_GRADIENTS = ("linearGradient", "radialGradient")
_UNDRAWN = frozenset(
    {"defs", "symbol", "clipPath", "marker", "mask", "pattern", "filter", "view", "title", "desc", "metadata", "style"}
).union(_GRADIENTS, _REFUSED_ANYWHERE)
"""Drawn only where something refers to them, if at all; or refused already."""


def parse_drawing(content: bytes, file: str) -> Drawing:
    """Read an SVG file.

    Args:
        content: The file's bytes, in an encoding that XML knows.
        file: Its path from the project's folder, for diagnostics.

    Raises:
        Fault: With every diagnostic found (svg-broken, svg-unsupported, svg-value, svg-reference, svg-large).
    """
    reader = _Reader(file)
    root = reader.read(content)
    builder = _Builder(file, reader.by_id)
    box, items = builder.drawing(root)
    if faults := [*reader.faults, *builder.faults]:
        raise Fault(*in_order(faults))
    return Drawing(box, frozenset(builder.variables), builder.has_current_colour, items)


class _Builder:
    """Walks the elements; faults are collected, and the walk goes on behind them."""

    def __init__(self, file: str, by_id: Mapping[str, _Node]) -> None:
        self.file = file
        self.by_id = by_id
        self.faults: list[Diagnostic] = []
        self.variables: set[str] = set()
        self.has_current_colour = False
        self.outlines: dict[tuple[int, tuple[float, float]], tuple[Segment, ...]] = {}
        self.elements = 0
        self.segments = 0

    def drawing(self, root: _Node) -> tuple[Box, tuple[Item, ...]]:
        try:
            box = _root_box(root)
        except ValueError as error:
            self._record(root, error)
            return Box(0, 0, 1, 1), ()
        items = self._element(root, _Setting(IDENTITY, _INHERITED, (box.width, box.height)))
        return box, tuple(_clipped(items, root, box, IDENTITY))

    def _record(self, node: _Node, error: ValueError) -> None:
        place = Place(self.file, node.line, node.column)
        if isinstance(error, _UnsupportedError):
            self.faults.append(_unsupported(place, error.name, str(error)))
        else:
            code = "svg-reference" if isinstance(error, _ReferenceError) else "svg-value"
            self.faults.append(Diagnostic(place, code, f"<{node.tag}>: {error}"))

    def _element(self, node: _Node, setting: _Setting) -> list[Item]:
        """The items of one element; a fault in it is recorded and leaves it out."""
        self.elements += 1
        if self.elements > MOST_ELEMENTS or self.segments > MOST_SEGMENTS or setting.depth > DEEPEST:
            raise Fault(_too_large(Place(self.file, node.line, node.column)))
        if not node.tag or node.tag in _UNDRAWN:
            return []
        try:
            draw = _DRAW.get(node.tag)
            inner = self._inside(node, setting)
            if inner.style["display"] == "none":
                return []
            if draw is None:
                raise _UnsupportedError(node.tag, f"<{node.tag}> cannot be used in a drawing")
            return self._finished(draw(self, node, inner), inner)
        except ValueError as error:
            self._record(node, error)
            return []

    def _inside(self, node: _Node, setting: _Setting) -> _Setting:
        """The setting with the element's own style and transform."""
        style = self._style(node, setting.style)
        matrix = setting.matrix
        if "transform" in node.attributes:
            matrix = multiply(matrix, outline.parse_transform(node.attributes["transform"]))
        return setting._replace(matrix=matrix, style=style, depth=setting.depth + 1)

    def _finished(self, items: list[Item], inner: _Setting) -> list[Item]:
        """The items under the element's opacity and clip path."""
        opacity = _fraction(inner.style["opacity"])
        clip = self._clip(inner) if inner.style["clip-path"] != "none" else None
        if not items or opacity == 0 or (clip and not clip.segments):
            return []
        if clip is None and opacity == 1:
            return items
        if clip is None and len(items) == 1 and isinstance(items[0], Path):
            return [replace(items[0], opacity=items[0].opacity * opacity)]
        return [Group(tuple(items), clip=clip, opacity=opacity)]

    # style

    def _style(self, node: _Node, inherited: _Style) -> _Style:
        style = {**inherited, **_OWN}
        for name, value in _declarations(node):
            if name in _REFUSED_IN_STYLE or (name in _REFUSED and value not in ("", "inherit", _REFUSED[name])):
                self._record(node, _UnsupportedError(name, f"{name}: {value} cannot be used in a drawing"))
            elif value == "inherit" or (name == "color" and value.lower() == "currentcolor"):
                continue
            elif name == "color":
                style[name] = self._solid(value, style)
            elif name in style or name.startswith("--"):
                style[name] = value
        return style

    def _style_at(self, node: _Node) -> _Style:
        """The style of an element where it stands, for what is reached by reference."""
        return self._style(node, self._style_at(node.parent) if node.parent else _INHERITED)

    def _colour(self, written: str, style: _Style) -> tuple[str, float]:
        """A colour as "#rrggbb", "currentColor" or "var(--name,colour)", and its opacity."""
        if written.lower() == "currentcolor":
            self.has_current_colour |= style["color"] == "currentColor"
            return style["color"], 1.0
        match = _VARIABLE.fullmatch(written)
        if match is None:
            return parse_colour(written)
        name = match[1]
        self.variables.add(name)
        default = style.get(f"--{name}", match[2])
        if default is None:
            raise ValueError(f"var(--{name}) has no default; write var(--{name}, black) or the like")
        others = {key: value for key, value in style.items() if key != f"--{name}"}
        return f"var(--{name},{self._solid(default.strip(), others)})", 1.0

    def _solid(self, written: str, style: _Style) -> str:
        """A colour that is opaque or "none"."""
        colour, alpha = self._colour(written, style)
        if alpha not in (0.0, 1.0):
            raise ValueError(f"{written!r} is not opaque; use fill-opacity or stroke-opacity instead")
        return colour if alpha else "none"

    # groups and references

    def _children(self, node: _Node, inner: _Setting) -> list[Item]:
        return [item for child in node.children for item in self._element(child, inner)]

    def _use(self, node: _Node, inner: _Setting) -> list[Item]:
        target, inner = self._used(node, inner)
        if target.tag not in ("symbol", "svg"):
            return self._element(target, inner)
        size = (
            _attribute(node, "width", inner.viewport[0], "100%"),
            _attribute(node, "height", inner.viewport[1], "100%"),
        )
        within = self._inside(target, inner)
        return self._finished(self._viewport(target, within, Box(0.0, 0.0, *size)), within)

    def _used(self, node: _Node, inner: _Setting) -> tuple[_Node, _Setting]:
        """What a use element shows, and the setting it is shown in."""
        target = self._referred(node.href)
        if id(target) in inner.trail:
            raise _ReferenceError(f"{node.href} is used inside itself")
        x, y = _attribute(node, "x", inner.viewport[0]), _attribute(node, "y", inner.viewport[1])
        return target, inner._replace(matrix=multiply(inner.matrix, move(x, y)), trail=(*inner.trail, id(target)))

    def _referred(self, reference: str, *tags: str) -> _Node:
        if not reference.startswith("#"):
            raise _UnsupportedError("href", f"a reference to {reference!r} leads out of the drawing")
        node = self.by_id.get(reference[1:])
        if node is None:
            raise _ReferenceError(f"nothing in the drawing has the id {reference[1:]!r}")
        if tags and node.tag not in tags:
            if node.tag in ("pattern", "mask"):
                raise _UnsupportedError(node.tag, f"<{node.tag}> cannot be used in a drawing")
            raise _ReferenceError(f"{reference} is a <{node.tag}>, not a <{'> or <'.join(tags)}>")
        return node

    def _nested(self, node: _Node, inner: _Setting) -> list[Item]:
        if node.parent is None:
            return self._children(node, inner)
        width, height = inner.viewport
        box = Box(
            _attribute(node, "x", width),
            _attribute(node, "y", height),
            _attribute(node, "width", width, "100%"),
            _attribute(node, "height", height, "100%"),
        )
        return self._viewport(node, inner, box)

    def _viewport(self, node: _Node, inner: _Setting, box: Box) -> list[Item]:
        """The children of an svg or symbol, fitted to a box and clipped there."""
        if box.width <= 0 or box.height <= 0:
            return []
        matrix, size = multiply(inner.matrix, move(box.x, box.y)), (box.width, box.height)
        if "viewBox" in node.attributes:
            view = _view_box(node.attributes["viewBox"])
            fitted = _fit(view, box, node.attributes.get("preserveAspectRatio", "xMidYMid meet"))
            matrix, size = multiply(inner.matrix, fitted), (view.width, view.height)
        items = self._children(node, inner._replace(matrix=matrix, viewport=size))
        return _clipped(items, node, box, inner.matrix)

    def _clip(self, inner: _Setting) -> Path:
        """The outline of a clip path, in the units of the items it clips."""
        match = _URL.fullmatch(inner.style["clip-path"])
        if match is None:
            raise _UnsupportedError("clipPath", f"clip-path: {inner.style['clip-path']} cannot be used in a drawing")
        node = self._referred(f"#{match[1]}", "clipPath")
        if node.attributes.get("clipPathUnits", "userSpaceOnUse") != "userSpaceOnUse":
            raise _UnsupportedError("clipPath", "clipPathUnits: objectBoundingBox cannot be used in a drawing")
        parent = self._style_at(node.parent) if node.parent else _INHERITED
        within = self._inside(node, inner._replace(style=parent))
        if within.style["clip-path"] != "none":
            raise _UnsupportedError("clipPath", "a clip path is itself clipped")
        shapes = [shape for child in node.children for shape in self._clip_shapes(child, within)]
        if len(shapes) == 1:
            return shapes[0]
        if any(shape.even_odd for shape in shapes) or len({outline.signed_area(s.segments) > 0 for s in shapes}) > 1:
            raise _UnsupportedError("clipPath", "a clip path has several shapes that may cancel each other out")
        return Path(tuple(segment for shape in shapes for segment in shape.segments))

    def _clip_shapes(self, node: _Node, setting: _Setting) -> Iterator[Path]:
        if not node.tag or node.tag in _UNDRAWN:
            return
        inner = self._inside(node, setting)
        if inner.style["display"] == "none" or inner.style["visibility"] != "visible":
            return
        if inner.style["clip-path"] != "none" or node.tag not in (*_SHAPES, "use"):
            raise _UnsupportedError("clipPath", f"a clip path holds a <{node.tag}> or a clipped shape")
        if node.tag == "use":
            yield from self._clip_shapes(*self._used(node, inner))
        else:
            segments = self._outline(node, inner)
            yield Path(outline.transform(segments, inner.matrix), even_odd=inner.style["clip-rule"] == "evenodd")

    # shapes

    def _outline(self, node: _Node, inner: _Setting) -> tuple[Segment, ...]:
        key = (id(node), inner.viewport)
        if key not in self.outlines:
            self.outlines[key] = _SHAPES[node.tag](node, *inner.viewport)
        self.segments += len(self.outlines[key])
        return self.outlines[key]

    def _shape(self, node: _Node, inner: _Setting) -> list[Item]:
        segments = self._outline(node, inner)
        style, matrix = inner.style, inner.matrix
        if not segments or style["visibility"] != "visible" or outline.determinant(matrix) == 0:
            return []
        width = _length(style["stroke-width"], _diagonal(inner.viewport))
        is_kept = style["stroke"] != "none" and width > 0 and not outline.is_similarity(matrix)
        flat = IDENTITY if is_kept else matrix
        fill, fill_opacity = self._paint("fill", style, segments, inner.viewport, flat)
        stroke, stroke_opacity = self._stroke(width, style, segments, inner.viewport, flat)
        if node.tag == "line":
            fill = None
        placed = outline.transform(segments, flat)
        even_odd = style["fill-rule"] == "evenodd"
        is_opaque = fill_opacity == stroke_opacity == 1
        if fill and stroke and is_opaque and not isinstance(fill, _Stretched) and not _is_stroke_first(style):
            both = Path(placed, fill, stroke, even_odd)
            return [Group((both,), matrix) if is_kept else both]
        parts: list[Item] = []
        if isinstance(fill, _Stretched):
            inverse = outline.inverse(fill.matrix)
            inside = Path(outline.transform(segments, inverse), fill.gradient, None, even_odd, fill_opacity)
            parts.append(Group((inside,), multiply(flat, fill.matrix)))
        elif fill:
            parts.append(Path(placed, fill, None, even_odd, fill_opacity))
        if stroke:
            at = 0 if _is_stroke_first(style) else len(parts)
            parts.insert(at, Path(placed, None, stroke, False, stroke_opacity))
        return [Group(tuple(parts), matrix)] if is_kept and parts else parts

    def _stroke(
        self, width: float, style: _Style, segments: tuple[Segment, ...], viewport: tuple[float, float], flat: Matrix
    ) -> tuple[Stroke | None, float]:
        if style["stroke"] == "none" or width <= 0:
            return None, 1.0
        paint, opacity = self._paint("stroke", style, segments, viewport, flat)
        if paint is None:
            return None, 1.0
        if isinstance(paint, _Stretched):
            raise _UnsupportedError("stroke", "an elliptical gradient on a stroke cannot be used in a drawing")
        scale = math.sqrt(abs(outline.determinant(flat)))
        dash = tuple(length * scale for length in _dash(style["stroke-dasharray"], viewport))
        if dash and _length(style["stroke-dashoffset"], 1.0):
            raise _UnsupportedError("stroke-dashoffset", "stroke-dashoffset cannot be used in a drawing")
        cap = _word(style, "stroke-linecap", ("butt", "round", "square"))
        join = _word(style, "stroke-linejoin", ("miter", "round", "bevel"))
        return Stroke(paint, width * scale, dash, cap, join, _length(style["stroke-miterlimit"], 1.0)), opacity

    def _paint(
        self, kind: str, style: _Style, segments: tuple[Segment, ...], viewport: tuple[float, float], flat: Matrix
    ) -> tuple[Paint | _Stretched | None, float]:
        """A fill or stroke for the shape once it is moved by ``flat``, and its opacity."""
        written = style[kind]
        opacity = _fraction(style[f"{kind}-opacity"])
        paint: Paint | _Stretched | None
        match = _URL.fullmatch(written)
        if match and (match[1] in self.by_id or not match[2]):
            paint, alpha = self._gradient(f"#{match[1]}", segments, viewport, flat)
        else:
            paint, alpha = self._colour(match[2] if match else written, style)
        opacity *= alpha
        return (paint if opacity else None), opacity

    # gradients

    def _gradient(
        self, reference: str, segments: tuple[Segment, ...], viewport: tuple[float, float], flat: Matrix
    ) -> tuple[Paint | _Stretched | None, float]:
        node = self._referred(reference, *_GRADIENTS)
        written, stops, alpha = self._gradient_chain(node)
        if not stops or not alpha:
            return None, 1.0
        if written.get("spreadMethod", "pad") != "pad":
            raise _UnsupportedError(
                "spreadMethod", f"spreadMethod: {written['spreadMethod']} cannot be used in a drawing"
            )
        space = outline.parse_transform(written.get("gradientTransform", ""))
        if written.get("gradientUnits") != "userSpaceOnUse":
            box = outline.bounds(segments)
            space = multiply((box.width, 0.0, 0.0, box.height, box.x, box.y), space)
            viewport = (1.0, 1.0)
        if outline.determinant(space) == 0:
            return None, 1.0
        build = _linear if node.tag == "linearGradient" else _radial
        return build(written, stops, viewport, space, flat), alpha

    def _gradient_chain(self, node: _Node) -> tuple[dict[str, str], tuple[Stop, ...], float]:
        """Attributes, stops and opacity of a gradient, with what it takes over from others through href."""
        chain = [node]
        while chain[-1].href:
            following = self._referred(chain[-1].href, *_GRADIENTS)
            if following in chain:
                raise _ReferenceError(f"{chain[-1].href} refers to itself")
            chain.append(following)
        written = {name: value for link in reversed(chain) for name, value in link.attributes.items()}
        for link in chain:
            if any(child.tag == "stop" for child in link.children):
                return written, *self._stops(link)
        return written, (), 1.0

    def _stops(self, gradient: _Node) -> tuple[tuple[Stop, ...], float]:
        """The stops and the one opacity all of them have."""
        around = self._style_at(gradient)
        stops: list[Stop] = []
        opacities = set()
        for node in gradient.children:
            if node.tag == "stop":
                style = self._style(node, around)
                colour, alpha = self._colour(style["stop-color"], style)
                opacities.add(alpha * _fraction(style["stop-opacity"]))
                offset = _fraction(node.attributes.get("offset", "0"))
                stops.append(Stop(max(offset, stops[-1].offset if stops else 0.0), colour))
        if len(opacities) > 1:
            raise _UnsupportedError("stop-opacity", "a gradient fades from one opacity to another")
        return tuple(stops), opacities.pop()


def _linear(
    written: Mapping[str, str], stops: tuple[Stop, ...], whole: tuple[float, float], space: Matrix, flat: Matrix
) -> Paint:
    """A linear gradient moved by both matrices; where they skew it, its line turns with the bands of colour."""
    x1, y1 = _length(written.get("x1", "0"), whole[0]), _length(written.get("y1", "0"), whole[1])
    x2, y2 = _length(written.get("x2", "100%"), whole[0]), _length(written.get("y2", "0"), whole[1])
    if (x1, y1) == (x2, y2) or len(stops) == 1:
        return stops[-1].colour
    matrix = multiply(flat, space)
    a, b, c, d, _, _ = matrix
    sx, sy = outline.apply(matrix, x1, y1)
    ex, ey = outline.apply(matrix, x2, y2)
    band_x, band_y = a * (y1 - y2) + c * (x2 - x1), b * (y1 - y2) + d * (x2 - x1)
    along = ((ex - sx) * band_y - (ey - sy) * band_x) / (band_x**2 + band_y**2)
    return LinearGradient(sx, sy, sx + along * band_y, sy - along * band_x, stops)


def _radial(
    written: Mapping[str, str], stops: tuple[Stop, ...], whole: tuple[float, float], space: Matrix, flat: Matrix
) -> Paint | _Stretched:
    cx, cy = _length(written.get("cx", "50%"), whole[0]), _length(written.get("cy", "50%"), whole[1])
    r = _length(written.get("r", "50%"), _diagonal(whole))
    fx, fy = _length(written.get("fx", str(cx)), whole[0]), _length(written.get("fy", str(cy)), whole[1])
    if math.hypot(fx - cx, fy - cy) > r * 1e-3 or _length(written.get("fr", "0"), 1.0):
        raise _UnsupportedError("radialGradient", "a radial gradient has its focus off the centre")
    if r <= 0 or len(stops) == 1:
        return stops[-1].colour
    matrix = multiply(flat, space)
    if not outline.is_similarity(matrix):
        return _Stretched(RadialGradient(cx, cy, r, stops), space)
    return RadialGradient(*outline.apply(matrix, cx, cy), r * math.sqrt(abs(outline.determinant(matrix))), stops)


# --- attributes -------------------------------------------------------------------------------------------------


def _attribute(node: _Node, name: str, whole: float, default: str = "0") -> float:
    return _length(node.attributes.get(name, default), whole)


def _diagonal(viewport: tuple[float, float]) -> float:
    """What a percentage without a direction is a part of."""
    return math.hypot(*viewport) / math.sqrt(2)


def _word(style: _Style, name: str, words: tuple[str, ...]) -> str:
    if style[name] not in words:
        raise ValueError(f"{name} is {style[name]!r}, must be one of {', '.join(words)}")
    return style[name]


def _dash(written: str, viewport: tuple[float, float]) -> list[float]:
    if written == "none":
        return []
    lengths = [_length(part, _diagonal(viewport)) for part in re.split(r"[\s,]+", written.strip())]
    if min(lengths) < 0:
        raise ValueError(f"stroke-dasharray {written!r} has a negative length")
    return lengths * (1 + len(lengths) % 2) if sum(lengths) else []


def _is_stroke_first(style: _Style) -> bool:
    order = [word for word in style["paint-order"].split() if word in ("fill", "stroke")]
    return order[:1] == ["stroke"]


def _view_box(written: str) -> Box:
    numbers = outline.parse_numbers(written)
    if len(numbers) != 4 or numbers[2] <= 0 or numbers[3] <= 0:
        raise ValueError(f"viewBox {written!r} is not x, y, width and height")
    return Box(*numbers)


def _root_box(root: _Node) -> Box:
    if "viewBox" in root.attributes:
        return _view_box(root.attributes["viewBox"])
    sizes = [root.attributes.get(name, "") for name in ("width", "height")]
    if not all(sizes) or any(size.endswith("%") for size in sizes):
        raise ValueError("there is neither a viewBox nor a width and height")
    width, height = (_length(size, 0.0) for size in sizes)
    if width <= 0 or height <= 0:
        raise ValueError("width and height must be above zero")
    return Box(0.0, 0.0, width, height)


def _fit(view: Box, box: Box, written: str) -> Matrix:
    """The matrix that puts a viewBox into a box, as preserveAspectRatio says."""
    align, _, mode = written.strip().partition(" ")
    sx, sy = box.width / view.width, box.height / view.height
    across, down = 0.5, 0.5
    if align != "none":
        sx = sy = max(sx, sy) if mode.strip() == "slice" else min(sx, sy)
        part = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}
        if not re.fullmatch("x(Min|Mid|Max)Y(Min|Mid|Max)", align):
            raise ValueError(f"preserveAspectRatio {written!r} cannot be read")
        across, down = part[align[1:4]], part[align[5:]]
    x = box.x + (box.width - view.width * sx) * across - view.x * sx
    y = box.y + (box.height - view.height * sy) * down - view.y * sy
    return (sx, 0.0, 0.0, sy, x, y)


def _clipped(items: list[Item], node: _Node, box: Box, matrix: Matrix) -> list[Item]:
    """The items, under a clip to the moved box when some of them may reach out of it."""
    if not items or node.attributes.get("overflow") in ("visible", "auto"):
        return items
    back = outline.inverse(matrix)
    tolerance = 1e-6 * max(box.width, box.height)
    for measure in (outline.handle_bounds, outline.bounds):
        if all(box.contains(extent, tolerance) for extent in _extents(items, back, measure)):
            return items
    frame = outline.rectangle(box.x, box.y, box.width, box.height)
    return [Group(tuple(items), clip=Path(outline.transform(frame, matrix)))]


def _extents(items: Iterable[Item], matrix: Matrix, measure: Callable[[tuple[Segment, ...]], Box]) -> Iterator[Box]:
    """Boxes that hold the items as the matrix moves them, strokes included."""
    for item in items:
        if isinstance(item, Path):
            moved = measure(outline.transform(item.segments, matrix))
            yield moved.inset(-_overhang(item) * outline.stretch(matrix))
        elif isinstance(item, Group):
            yield from _extents(item.items, multiply(matrix, item.matrix), measure)


def _overhang(path: Path) -> float:
    """How far a stroke reaches out from its path at most: tips where lines join, corners of square ends."""
    stroke = path.stroke
    if stroke is None:
        return 0.0
    has_tips = stroke.join == "miter" and len(path.segments) > 2
    return stroke.width / 2 * (max(stroke.miter, 1.5) if has_tips else 1.5 if stroke.cap == "square" else 1.0)


# --- the tables -------------------------------------------------------------------------------------------------


def _path(node: _Node, _width: float, _height: float) -> tuple[Segment, ...]:
    return outline.parse_path(node.attributes.get("d", ""))


def _rect(node: _Node, width: float, height: float) -> tuple[Segment, ...]:
    radii = [(node.attributes.get(name, "auto"), whole) for name, whole in (("rx", width), ("ry", height))]
    rx, ry = (None if written == "auto" else _length(written, whole) for written, whole in radii)
    return outline.rectangle(
        _attribute(node, "x", width),
        _attribute(node, "y", height),
        _attribute(node, "width", width),
        _attribute(node, "height", height),
        rx if rx is not None else ry or 0.0,
        ry if ry is not None else rx or 0.0,
    )


def _circle(node: _Node, width: float, height: float) -> tuple[Segment, ...]:
    r = _attribute(node, "r", _diagonal((width, height)))
    return outline.ellipse(_attribute(node, "cx", width), _attribute(node, "cy", height), r, r)


def _ellipse(node: _Node, width: float, height: float) -> tuple[Segment, ...]:
    return outline.ellipse(
        _attribute(node, "cx", width),
        _attribute(node, "cy", height),
        _attribute(node, "rx", width),
        _attribute(node, "ry", height),
    )


def _line(node: _Node, width: float, height: float) -> tuple[Segment, ...]:
    names = (("x1", width), ("y1", height), ("x2", width), ("y2", height))
    return outline.polyline([_attribute(node, name, whole) for name, whole in names])


def _polyline(node: _Node, _width: float, _height: float) -> tuple[Segment, ...]:
    return outline.polyline(outline.parse_numbers(node.attributes.get("points", "")), node.tag == "polygon")


_SHAPES: dict[str, Callable[[_Node, float, float], tuple[Segment, ...]]] = {
    "path": _path,
    "rect": _rect,
    "circle": _circle,
    "ellipse": _ellipse,
    "line": _line,
    "polyline": _polyline,
    "polygon": _polyline,
}

_DRAW: dict[str, Callable[[_Builder, _Node, _Setting], list[Item]]] = {
    "g": _Builder._children,
    "a": _Builder._children,
    "use": _Builder._use,
    "svg": _Builder._nested,
    **dict.fromkeys(_SHAPES, _Builder._shape),
}
