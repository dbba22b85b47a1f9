"""Attributes, style sheets and style attributes of an element → its properties, as CSS cascades and inherits them.

A value that is not valid for its property is ignored, as in browsers, with a warning at the element. The effect of
properties on shapes is decided elsewhere. Properties that browsers draw but pnp does not are reported; all others have
no effect on a still picture.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import get_args

from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Mistake
from pnp.core.frame import BlendMode
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.patterns import lazy_pattern
from pnp.layout.svg.css import style_declarations
from pnp.layout.svg.notation import parse_path, parse_transform
from pnp.layout.svg.tree import SvgNode, SvgTree
from pnp.layout.svg.values import (
    EM,
    MIX,
    RELATIVE,
    URL,
    VARIABLE,
    parse_colour,
    parse_dash,
    settle_lengths,
    svg_length,
)

Style = dict[str, str]
"""Values of all properties of an element."""

Validate = Callable[[str], object]
"""Raises Mistake for a value that is not valid."""


class UndrawnError(Mistake):
    """A valid value that browsers draw, but pnp does not."""


def _any(_value: str) -> None:
    """Accept every value."""


def _words(*words: str) -> Validate:
    def check(value: str) -> None:
        if value.lower() not in words:
            raise Mistake(f"{value!r} is not one of {', '.join(words)}")

    return check


def _length(value: str) -> None:
    svg_length(value, 1.0)


def _positive(value: str) -> None:
    if svg_length(value, 1.0) < 0:
        raise Mistake(f"{value!r} is negative")


def _colour(value: str) -> None:
    if VARIABLE.fullmatch(value) or MIX.fullmatch(value) or value.lower() == "currentcolor":
        return
    parse_colour(value)


def _paint(value: str) -> None:
    match = URL.fullmatch(value)
    if match is None and value.startswith("url("):
        raise Mistake(f"{value[:60]!r} leads out of the drawing")
    text = match[2] if match else value
    if text and text not in ("context-fill", "context-stroke"):
        _colour(text)


def _dash(value: str) -> None:
    parse_dash(value, (1.0, 1.0))


def _clip(value: str) -> None:
    if _CSS_SHAPE.match(value):
        raise UndrawnError(
            f"{value[:60]} does not clip: the whole element is drawn",
            'put the shape into a <clipPath>, and refer to it: clip-path="url(#…)"',
        )
    _link(value)


def _mask(value: str) -> None:
    if value not in ("none", "") and not URL.match(value):
        raise UndrawnError(f"{value[:60]} does not mask: the whole element is drawn", "draw a <mask>, and refer to it")


def _link(value: str) -> None:
    if value != "none" and not URL.fullmatch(value):
        raise Mistake(f"{value[:60]!r} is not a link to an element of the drawing")


def _side(value: str) -> None:
    if value.lower() != "auto":
        _positive(value)


def _data(value: str) -> None:
    if value != "none":
        parse_path(path_string(value))


def _size(value: str) -> None:
    if value.lower() not in SIZES and value.lower() not in ("smaller", "larger"):
        _positive(value)


def _weight(value: str) -> None:
    if value.lower() not in WEIGHTS and not re.fullmatch(r"[0-9]{1,4}(\.[0-9]+)?", value):
        raise Mistake(f"{value!r} is not a weight")


def _origin(value: str) -> None:
    transform_origin(value, (1.0, 1.0))


SIZES = {
    "xx-small": 9.0, "x-small": 10.0, "small": 13.0, "medium": 16.0, "large": 18.0, "x-large": 24.0, "xx-large": 32.0,
}  # fmt: skip
"""Sizes of type by name, px."""

WEIGHTS = {"normal": 400.0, "bold": 700.0, "bolder": 700.0, "lighter": 300.0}


@frozen_dataclass
class Property:
    """A property of CSS.

    Attributes:
        initial: Its initial value.
        check: Raises Mistake for values that are not valid.
        is_inherited: Whether elements inherit it from the one around them.
    """

    initial: str
    check: Validate = _any
    is_inherited: bool = True


PROPERTIES: dict[str, Property] = {
    "fill": Property("black", _paint),
    "fill-opacity": Property("1", _length),
    "fill-rule": Property("nonzero", _words("nonzero", "evenodd")),
    "clip-rule": Property("nonzero", _words("nonzero", "evenodd")),
    "stroke": Property("none", _paint),
    "stroke-width": Property("1", _positive),
    "stroke-opacity": Property("1", _length),
    "stroke-linecap": Property("butt", _words("butt", "round", "square")),
    "stroke-linejoin": Property("miter", _words("miter", "round", "bevel", "arcs", "miter-clip")),
    "stroke-miterlimit": Property("4", _length),
    "stroke-dasharray": Property("none", _dash),
    "stroke-dashoffset": Property("0", _length),
    "color": Property("currentColor", _colour),
    "visibility": Property("visible", _words("visible", "hidden", "collapse")),
    "paint-order": Property("normal"),
    "marker-start": Property("none", _link),
    "marker-mid": Property("none", _link),
    "marker-end": Property("none", _link),
    "font-family": Property("serif"),
    "font-size": Property("16", _size),
    "font-weight": Property("normal", _weight),
    "font-style": Property("normal"),
    "text-anchor": Property("start", _words("start", "middle", "end")),
    "letter-spacing": Property("normal"),
    "word-spacing": Property("normal"),
    "white-space": Property("normal"),
    "dominant-baseline": Property("auto"),
    "text-decoration": Property("none"),
    "opacity": Property("1", _length, False),
    "display": Property("inline", _any, False),
    "overflow": Property("", _any, False),
    "clip-path": Property("none", _clip, False),
    "mask": Property("none", _mask, False),
    "mask-type": Property("luminance", _words("luminance", "alpha"), False),
    "filter": Property("none", _any, False),
    "mix-blend-mode": Property("normal", _words(*get_args(BlendMode)), False),
    "isolation": Property("auto", _any, False),
    "transform": Property("", parse_transform, False),
    "transform-origin": Property("", _origin, False),
    "transform-box": Property("view-box", _any, False),
    "vector-effect": Property("none", _any, False),
    "stop-color": Property("black", _colour, False),
    "flood-color": Property("black", _colour, False),
    "flood-opacity": Property("1", _length, False),
    "lighting-color": Property("white", _colour, False),
    "color-interpolation": Property("sRGB"),
    "color-interpolation-filters": Property("linearRGB"),
    "stop-opacity": Property("1", _length, False),
    "baseline-shift": Property("0", _any, False),
}

_NOTHING = frozenset({"", "none", "normal", "auto", "0", "initial", "unset", "inherit", "revert"})
"""Values that have no effect in any property."""

UNDRAWN_TEXT: dict[str, frozenset[str]] = {
    "writing-mode": frozenset({"horizontal-tb", "lr", "lr-tb"}),
    "direction": frozenset({"ltr"}),
    "unicode-bidi": frozenset({"embed", "isolate", "plaintext"}),
    "text-transform": frozenset(),
    "text-shadow": frozenset(),
    "text-emphasis": frozenset(),
    "text-emphasis-style": frozenset(),
    "text-decoration-line": frozenset(),
    "text-decoration-style": frozenset({"solid"}),
    "alignment-baseline": frozenset({"baseline", "alphabetic"}),
    "font-variant": frozenset(),
    "font-variant-caps": frozenset(),
    "font-variant-numeric": frozenset(),
    "font-variant-position": frozenset(),
    "font-variant-alternates": frozenset(),
    "font-variant-east-asian": frozenset(),
    "font-stretch": frozenset({"100%"}),
    "font-feature-settings": frozenset(),
    "font-variation-settings": frozenset(),
    "font-size-adjust": frozenset(),
    "-webkit-text-stroke": frozenset(),
}
"""Properties of texts that browsers draw but pnp does not, with further values that have no effect."""

UNDRAWN: dict[str, frozenset[str]] = {
    **UNDRAWN_TEXT,
    "backdrop-filter": frozenset(),
    "mask-image": frozenset(),
    "-webkit-mask": frozenset(),
    "-webkit-mask-image": frozenset(),
    "mask-border": frozenset(),
    "offset-path": frozenset(),
    "zoom": frozenset({"1", "100%"}),
    "translate": frozenset({"0px"}),
    "rotate": frozenset({"0deg"}),
    "scale": frozenset({"1"}),
    "background": frozenset({"transparent", "new"}),
    "background-color": frozenset({"transparent"}),
    "background-image": frozenset(),
}
"""All properties that browsers draw but pnp does not."""

_ON_ROOT = frozenset({"background", "background-color", "background-image"})
"""Properties that browsers draw only on the outermost element."""

_SHEETS_ONLY = frozenset({"translate", "rotate", "scale", "zoom", *_ON_ROOT})
"""Properties that cannot be attributes; some attributes of the same names mean something else."""

_CSS_SHAPE = lazy_pattern(r"(?:circle|ellipse|inset|polygon|path|rect|xywh|shape)\(.*", re.DOTALL | re.IGNORECASE)

GEOMETRY: dict[str, Validate] = {
    **dict.fromkeys(("x", "y", "cx", "cy"), _length),
    **dict.fromkeys(("r", "rx", "ry", "width", "height"), _side),
    "d": _data,
}
"""Attributes that style sheets may set, too."""

INITIAL: Style = {name: entry.initial for name, entry in PROPERTIES.items()}
_OWN: Style = {name: entry.initial for name, entry in PROPERTIES.items() if not entry.is_inherited}

CURRENT_OPACITY = "color opacity"
"""The name under which a style keeps the opacity of its property color."""

_MARKERS = ("marker-start", "marker-mid", "marker-end")
_RELATED = ("stroke-width", "stroke-dasharray", "stroke-dashoffset", "letter-spacing", "word-spacing")
_FONT = lazy_pattern(r"(?P<words>(?:[\w-]+\s+)*?)(?P<size>[\d.]+[a-z%]*|[\w-]+)(?:\s*/\s*\S+)?\s+(?P<family>[^\d].*)")


def path_string(value: str) -> str:
    """Return the path data of path("…") as style sheets write it."""
    match = re.fullmatch(r"path\(\s*[\"'](.*)[\"']\s*\)", value, re.DOTALL)
    return match[1] if match else value


def transform_origin(text: str, whole: tuple[float, float]) -> tuple[float, float]:
    """Return the point about which transforms turn; percentages are of the whole width and height."""
    words = {"left": "0", "top": "0", "center": "50%", "right": "100%", "bottom": "100%"}
    parts = text.split()[:2]
    if parts and (parts[0] in ("top", "bottom") or parts[-1] in ("left", "right")):
        parts.reverse()
    parts = [words.get(part, part) for part in (*parts, "center", "center")[:2]]
    return svg_length(parts[0], whole[0]), svg_length(parts[1], whole[1])


class Styles:
    """Resolves the properties of the elements of one drawing."""

    def __init__(self, tree: SvgTree, diagnostics: Diagnostics) -> None:
        self._tree = tree
        self._diagnostics = diagnostics
        self._undrawn: set[str] = set()

    def style(self, node: SvgNode, inherited: Style) -> Style:
        """Return an element's own properties over those that it inherits."""
        style = {**inherited, **_OWN}
        declared = node.declared if node.declared is not None else self._declare(node)
        for name, value in declared:
            if value in ("inherit", "unset", "initial", "revert"):
                is_inherited = name not in PROPERTIES or PROPERTIES[name].is_inherited
                if value == "inherit" or (value != "initial" and is_inherited):
                    style[name] = inherited.get(name, INITIAL.get(name, ""))
                else:
                    style[name] = INITIAL.get(name, "")
            elif name == "color" and value.lower() == "currentcolor":
                continue
            else:
                style[name] = value
        if declared:
            self._settle(node, style, inherited)
        return style

    def style_at(self, node: SvgNode) -> Style:
        """Return the style of an element that is reached by reference, inherited by its place in the tree."""
        return self.style(node, self.style_at(node.parent) if node.parent else INITIAL)

    def _settle(self, node: SvgNode, style: Style, inherited: Style) -> None:
        """Replace var() outside colours, and lengths in em, by their values."""
        for name, _ in node.declared or ():
            value = style[name]
            if "var(" in value and PROPERTIES.get(name) and PROPERTIES[name].check not in (_paint, _colour):
                style[name] = self._without_variables(node, name, value, style)
        if style["font-size"] != inherited.get("font-size"):
            around = _number(inherited.get("font-size", "16"))
            style["font-size"] = f"{font_size(style['font-size'], around):.9g}"
        if self._tree.has_relative_lengths:
            em, root = _number(style["font-size"]), self._tree.root.attributes
            whole = (_number(root.get("width", "")) or 100.0, _number(root.get("height", "")) or 100.0)
            for name in _RELATED:
                if RELATIVE.search(style[name]):
                    style[name] = settle_lengths(style[name], em, whole)

    def _without_variables(self, node: SvgNode, name: str, value: str, style: Style) -> str:
        match = VARIABLE.fullmatch(value)
        settled = (style.get(f"--{match[1]}", match[2]) or "").strip() if match else ""
        try:
            if not settled:
                raise Mistake(f"{name}: {value[:60]!r} has no value")
            PROPERTIES[name].check(settled)
        except Mistake as mistake:
            self._tree.warn(node, mistake, self._diagnostics)
            return INITIAL[name]
        return settled

    def _declare(self, node: SvgNode) -> tuple[tuple[str, str], ...]:
        """Return and keep an element's valid declarations, the strongest last; geometry becomes attributes."""
        valid: list[tuple[str, str]] = []
        for name, value in self._cascade(node):
            try:
                if name in UNDRAWN:
                    self._check_undrawn(node, name, value)
                    continue
                if name in GEOMETRY:
                    GEOMETRY[name](value)
                    node.attributes[name] = path_string(value)
                    continue
                if name.startswith("--") or value in ("inherit", "unset", "initial", "revert") or "var(" in value:
                    valid.append((name, value))
                    continue
                PROPERTIES[name].check(value)
                valid.append((name, value))
            except UndrawnError as mistake:
                self._report_undrawn(node, name, mistake)
            except Mistake as mistake:
                self._tree.warn(node, Mistake(f"{name}: {mistake.what}", mistake.fix), self._diagnostics)
        node.declared = tuple(valid)
        return node.declared

    def _check_undrawn(self, node: SvgNode, name: str, value: str) -> None:
        """Raise UndrawnError for a value that browsers draw."""
        text = value.lower()
        if text in _NOTHING or text in UNDRAWN[name] or (name in _ON_ROOT and node.parent is not None):
            return
        if name in UNDRAWN_TEXT and not _has_text(node):
            return
        fix = "turn the text into paths in your drawing program" if name in UNDRAWN_TEXT else "remove it"
        raise UndrawnError(f"{value[:60]} is not drawn", f"{fix}, or keep it if the result is right")

    def _report_undrawn(self, node: SvgNode, name: str, mistake: UndrawnError) -> None:
        """Report a property that is not drawn, once for each drawing."""
        if name not in self._undrawn:
            self._undrawn.add(name)
            what = f"<{node.tag}>: {name}: {mistake.what}"
            self._diagnostics.report(Code.SVG_UNSUPPORTED, self._tree.place(node), what=what, fix=mistake.fix)

    def _cascade(self, node: SvgNode) -> Iterator[tuple[str, str]]:
        """Yield declarations of known properties from the weakest to the strongest."""
        attributes = node.attributes
        for name, value in attributes.items():
            if name in PROPERTIES or (name in UNDRAWN and name not in _SHEETS_ONLY):
                yield name, value.strip()
        own = tuple(style_declarations(attributes["style"])) if "style" in attributes else ()
        if not own and not node.rules:
            return
        for is_important in (False, True):
            for name, value, important in (*node.rules, *own):
                if important == is_important:
                    yield from _longhands(name, value)


def _longhands(name: str, value: str) -> Iterator[tuple[str, str]]:
    """Yield a declaration of a known property, and the parts of a shorthand."""
    if name in PROPERTIES or name in GEOMETRY or name in UNDRAWN or name.startswith("--"):
        yield name, value
    elif name == "marker":
        for marker in _MARKERS:
            yield marker, value
    elif name == "font" and (match := _FONT.fullmatch(value)):
        words = match["words"].split()
        yield "font-size", match["size"]
        yield "font-family", match["family"]
        yield "font-style", next((word for word in words if word in ("italic", "oblique")), "normal")
        yield "font-weight", next((word for word in words if word in WEIGHTS or word.isdecimal()), "normal")


def _has_text(node: SvgNode) -> bool:
    """Whether letters are drawn in an element."""
    is_text = node.tag in ("text", "tspan", "textPath")
    return is_text or any(_has_text(child) for child in node.children)


def font_size(text: str, around: float = EM) -> float:
    """Return a font size in user units, given that of the element around it."""
    word = text.lower()
    if word in SIZES:
        return SIZES[word]
    if word in ("smaller", "larger"):
        return around / 1.2 if word == "smaller" else around * 1.2
    return svg_length(settle_lengths(text, around, (100.0, 100.0)), around)


def _number(text: str) -> float:
    try:
        return svg_length(text, 0.0)
    except Mistake:
        return 0.0
