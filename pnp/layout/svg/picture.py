"""Elements that outlines cannot show, such as those with filters → pictures of them, drawn when they are needed.

An element is written as SVG again, with its styles resolved as attributes, its texts as outlines, and all that it
refers to. Colours that the template may choose are written between two marks: see ``coloured`` of pnp.core.sketch.
"""

from __future__ import annotations

import base64
import html
import re
from collections.abc import Iterator

from pnp.core.diagnostics import Mistake
from pnp.core.frame import IDENTITY, Box, Image, Item, Segment
from pnp.core.patterns import lazy_pattern
from pnp.core.sketch import MARK, ROUGH_PX, Sketch, coloured, draw_svg, painted_box
from pnp.layout.svg.image import image_bytes
from pnp.layout.svg.setting import Setting, Walker
from pnp.layout.svg.style import INITIAL, PROPERTIES, Style
from pnp.layout.svg.text import text_runs
from pnp.layout.svg.tree import XLINK_HREF, SvgNode
from pnp.layout.svg.values import URL

MOST_PICTURES = 8
"""The most pictures in one drawing; with more, the whole drawing becomes one."""

MOST_MARKUP = 4_000_000
"""The most characters of the markup of one picture."""

MOST_RADIUS = 0.02
"""The largest radius of feMorphology, as a part of the drawing's longer side: its time grows with the square."""

_COLOURS = ("fill", "stroke", "stop-color", "flood-color", "lighting-color")
_LINKS = lazy_pattern(r"url\(\s*[\"']?#([^\"')]+)|^#(.+)", re.DOTALL)
_NOT_WRITTEN = frozenset({"style", "class", "transform", XLINK_HREF, "href"})
_SKIPPED = frozenset({"style", "script", "metadata", "title", "desc", "foreignObject"})

MOST = {"numOctaves": 6.0, "order": 9.0}
"""Limits of filter attributes: higher values take time without a visible effect."""


INSTALL = "pip install '.[filters]' in pnp's repository"
"""The fix where the library that draws such pictures is not installed."""


def draw_picture(walker: Walker, node: SvgNode, setting: Setting) -> list[Item]:
    """Return a picture of an element, in the box that it paints.

    Raises:
        Mistake: It cannot be drawn.
    """
    markup = _Markup(walker)
    body = markup.element(node, setting)
    definitions = markup.definitions()
    if len(body) + len(definitions) > MOST_MARKUP:
        raise Mistake("it is too large for a picture")
    frame = walker.box

    def svg(box: Box) -> str:
        view = " ".join(f"{number:.9g}" for number in box)
        space = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
        return f'<svg {space} viewBox="{view}"><defs>{definitions}</defs>{body}</svg>'

    longest = max(frame.width, frame.height)
    size = max(1, round(frame.width / longest * ROUGH_PX)), max(1, round(frame.height / longest * ROUGH_PX))
    try:
        painted = painted_box(draw_svg(coloured(svg(frame), lambda _: "#000000"), *size))
    except ModuleNotFoundError:
        raise Mistake("the library resvg-py is not installed", INSTALL) from None
    except (ValueError, OSError) as error:
        raise Mistake(f"resvg cannot draw it: {str(error)[:80]}") from None
    if painted is None:
        return []
    left, top, right, bottom = painted
    across, down = frame.width / size[0], frame.height / size[1]
    left, top, right, bottom = max(0, left - 1), max(0, top - 1), min(size[0], right + 1), min(size[1], bottom + 1)
    box = Box(frame.x + left * across, frame.y + top * down, (right - left) * across, (bottom - top) * down)
    return [Image(*box, Sketch(svg(box), box.width, box.height, walker.tree.file))]


class _Markup:
    """Writes elements with their styles as attributes, and records the elements they refer to."""

    def __init__(self, walker: Walker) -> None:
        self.walker = walker
        self.links: dict[str, None] = {}

    def element(self, node: SvgNode, setting: Setting) -> str:
        """Return the markup of an element in its setting."""
        matrix = " ".join(f"{number:.9g}" for number in setting.matrix)
        inner = self._node(node, setting.style, setting)
        return f'<g transform="matrix({matrix})"{self._inherited(setting.style)}>{inner}</g>'

    def definitions(self) -> str:
        """Return the markup of all elements referred to so far, and of those that these refer to."""
        written: list[str] = []
        done: set[str] = set()
        while missing := [name for name in self.links if name not in done]:
            done.update(missing)
            for name in missing:
                node = self.walker.tree.by_id.get(name)
                if node is None or node.parent is None:
                    continue
                style = self.walker.paints.style_at(node.parent)
                setting = Setting(IDENTITY, style, (self.walker.box.width, self.walker.box.height))
                written.append(f"<g{self._inherited(style)}>{self._node(node, style, setting)}</g>")
        return "".join(written)

    def _node(self, node: SvgNode, inherited: Style, setting: Setting) -> str:
        """Return the markup of an element and its content."""
        self.walker.count(node, elements=1)
        if not node.tag or node.tag in _SKIPPED:
            return ""
        style = self.walker.paints.style(node, inherited)
        own = "".join(self._attributes(node, style))
        if node.tag == "text":
            return f"<g{own}>{''.join(self._text(node, inherited, setting))}</g>"
        link = self._link(node)
        inside = "".join(self._node(child, style, setting._replace(style=style)) for child in node.children)
        if node.parent is None:  # it has the viewBox of the picture
            return f"<g{own}>{inside}</g>"
        return f"<{node.tag}{own}{link}>{inside}</{node.tag}>"

    def _text(self, node: SvgNode, inherited: Style, setting: Setting) -> Iterator[str]:
        flat = setting._replace(style=inherited)
        inner = self.walker.inside(node, flat)._replace(matrix=IDENTITY)
        for run in text_runs(self.walker, node, inner):
            style = self._inherited(run.setting.style)
            yield f'<path d="{_path_data(run.segments)}"{style} fill-rule="nonzero"/>'.replace(
                ' fill-rule="evenodd"', ""
            )

    def _link(self, node: SvgNode) -> str:
        href = node.href
        if href.startswith("#"):
            self.links[href[1:]] = None
            return f" href={_quoted(href)} xlink:href={_quoted(href)}"
        if node.tag not in ("image", "feImage") or not href:
            return ""
        content, _name = image_bytes(self.walker, node)
        kind = "image/svg+xml" if b"<svg" in content[:1000] else "image/png"
        return f' href="data:{kind};base64,{base64.b64encode(content).decode("ascii")}"'

    def _attributes(self, node: SvgNode, style: Style) -> Iterator[str]:
        for name, value in node.attributes.items():
            if (
                node.parent is None
                or name in _NOT_WRITTEN
                or name in PROPERTIES
                or " " in name
                or name.startswith("on")
            ):
                continue
            if name in MOST:
                value = _limited(value, MOST[name])
            elif name == "radius":
                value = _limited(value, MOST_RADIUS * max(self.walker.box.width, self.walker.box.height))
            yield f" {name}={_quoted(value)}"
        for name in dict.fromkeys(name for name, _ in node.declared or ()):
            if name in PROPERTIES:
                yield self._property(name, style)
        if style["transform"] not in ("", "none"):
            inner = self.walker.inside(
                node, Setting(IDENTITY, {**INITIAL}, (self.walker.box.width, self.walker.box.height))
            )
            yield f' transform="matrix({" ".join(f"{number:.9g}" for number in inner.matrix)})"'

    def _inherited(self, style: Style) -> str:
        names = (name for name, entry in PROPERTIES.items() if entry.is_inherited)
        return "".join(self._property(name, style) for name in names if style[name] != INITIAL[name])

    def _property(self, name: str, style: Style) -> str:
        """Return a property as an attribute; "" if the markup expresses it in another way, or if it has no effect."""
        value = style[name]
        if name in ("transform", "transform-origin", "transform-box", "color") or name.startswith("font"):
            return ""
        for match in _LINKS.finditer(value):
            self.links[match[1] or match[2]] = None
        if name not in _COLOURS or value == "none":
            return f" {name}={_quoted(value)}"
        link = URL.fullmatch(value)
        if link and link[1] in self.walker.tree.by_id:
            return f' {name}="url(#{link[1]})"'
        text = link[2] if link else value
        if not text or text in ("context-fill", "context-stroke"):
            return f' {name}="none"'
        colour, alpha = self.walker.paints.colour(text, style)
        if colour[0] == "#" and alpha < 1:
            red, green, blue = bytes.fromhex(colour[1:])
            colour = f"rgba({red},{green},{blue},{alpha:g})"
        elif colour[0] != "#":
            colour = f"{MARK}{colour}{MARK}"
        return f' {name}="{colour}"'


def _limited(text: str, most: float) -> str:
    try:
        return " ".join(f"{min(most, float(part)):g}" for part in text.replace(",", " ").split()[:2])
    except ValueError:
        return "1"


def _path_data(segments: tuple[Segment, ...]) -> str:
    return " ".join(segment[0] + " ".join(f"{number:.6g}" for number in segment[1:]) for segment in segments)


def _quoted(value: str) -> str:
    """Return an attribute's value in quotes; xml.sax.saxutils would do this, but loads http and ssl."""
    escaped = html.escape(value).replace("\n", "&#10;").replace("\r", "&#13;").replace("\t", "&#9;")
    return f'"{escaped}"'
