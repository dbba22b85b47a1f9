"""Frame → SVG text, in mm and with y down, as in the Frame.

Text is written as outlines, which need no font, or as text that can be searched and copied, in the font of the page
around it and with the width of its layout. Repeated parts (arts, glyphs, gradients, clips, pictures) are written once
and referred to. The same Frame gives the same bytes. Anchors are left out, since pictures do not need them.
"""

from __future__ import annotations

import base64
import html
import math
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain
from typing import assert_never

from pnp.core.fonts import FontFace
from pnp.core.frame import (
    IDENTITY,
    Anchor,
    Art,
    Box,
    Frame,
    Gradient,
    Group,
    Image,
    Item,
    LinearGradient,
    Link,
    Mask,
    Matrix,
    Paint,
    Path,
    Picture,
    RadialGradient,
    Segment,
    Stroke,
    Text,
    Use,
)
from pnp.core.outline import stretch, trim_outline
from pnp.core.patterns import lazy_pattern
from pnp.core.sketch import Sketch
from pnp.render.pdf_fonts import Letters, outlines, placed_glyphs

DECIMALS = 3
"""How many decimals of a millimetre are written, at scale 1."""
SKETCH_PX = 1000
"""Width of parts of drawings that must become pictures, in pixels."""
ART_SIZE = 100.0
"""Shared art is written as precisely as if its longer side were this long, mm."""


_SIGNATURES = {b"\x89PNG\r\n\x1a\n": "image/png", b"\xff\xd8\xff": "image/jpeg"}
_NOT_XML = lazy_pattern("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def render_svg(
    frame: Frame,
    *,
    bleed: bool = False,
    corner: bool = False,
    title: str = "",
    prefix: str = "",
    letters: Letters = "outlines",
) -> str:
    """Return one Frame as a whole SVG file.

    Args:
        frame: The Frame.
        bleed: Whether the picture runs to the bleed's edge instead of the trim's.
        corner: Whether to cut the trim's rounded corners; without effect on a picture with bleed.
        title: The text for screen readers; "" for the frame's name.
        prefix: A prefix for every id, so that several files can be in one HTML page.
        letters: Whether text is written as outlines or as text.
    """
    sheet = SvgSheet(prefix=prefix, letters=letters)
    content = sheet.draw(frame, bleed=bleed, corner=corner)
    title = title or frame.name
    title_element = f"<title>{_escaped(title)}</title>" if title else ""
    definitions = f"<defs>{sheet.definitions}</defs>" if sheet.definitions else ""
    return f"{_opening(frame, bleed, title)}{title_element}{definitions}{content}</svg>\n"


def render_layers(frame: Frame, layers: Iterable[tuple[str, Sequence[Item]]]) -> str:
    """Return drawings on top of each other, each as a layer that drawing and cutting programs list by name.

    Args:
        frame: Has the size and title; its own items are not drawn.
        layers: The name of each layer, which is also its id, and its items; the lowest layer first.
    """
    sheet = SvgSheet()
    content = "".join(
        f'<g id="{_escaped(name)}" inkscape:groupmode="layer" inkscape:label="{_escaped(name)}">'
        f"{sheet.draw(replace(frame, items=tuple(items)))}</g>"
        for name, items in layers
    )
    namespace = 'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" '
    opening = _opening(frame, False, frame.name).replace("<svg ", f"<svg {namespace}", 1)
    definitions = f"<defs>{sheet.definitions}</defs>" if sheet.definitions else ""
    return f"{opening}<title>{_escaped(frame.name)}</title>{definitions}{content}</svg>\n"


class SvgSheet:
    """Several SVG pictures for one HTML page, and one hidden SVG with everything that they share.

    Add every frame, then put ``defs()`` once into the page, anywhere.
    """

    def __init__(self, *, prefix: str = "", letters: Letters = "outlines") -> None:
        self.prefix = prefix
        self.letters = letters
        self._ids: dict[Hashable, str] = {}
        self._definitions: list[str] = []

    def add(self, frame: Frame, *, bleed: bool = False, corner: bool = False, title: str = "") -> str:
        """Return the ``<svg>`` element of one Frame, to be inserted where it is shown. Arguments as for render_svg."""
        return f"{_opening(frame, bleed, title or frame.name)}{self.draw(frame, bleed=bleed, corner=corner)}</svg>"

    def defs(self) -> str:
        """Return the hidden ``<svg>`` element with everything that the frames so far share; "" if there is nothing.

        Its size is 0 instead of display: none, because browsers ignore gradients and clips of elements that are not
        displayed.
        """
        if not self._definitions:
            return ""
        opening = '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" style="position:absolute"'
        return f'{opening} aria-hidden="true"><defs>{self.definitions}</defs></svg>'

    @property
    def definitions(self) -> str:
        """The content of ``<defs>``."""
        return "".join(self._definitions)

    def draw(self, frame: Frame, *, bleed: bool = False, corner: bool = False) -> str:
        """Return the content of the ``<svg>`` element of a Frame. Arguments as for render_svg."""
        items = frame.items
        if corner and (frame.corner or frame.shape != "card") and not bleed:
            trim = trim_outline(frame)
            items = (Group(items, clip=Path(trim)),)
        return self._items(items, DECIMALS)

    # items

    def _items(self, items: Iterable[Item], decimals: int) -> str:
        return "".join(self._item(item, decimals) for item in items)

    def _item(self, item: Item, decimals: int) -> str:
        match item:
            case Path():
                return self._path(item, decimals)
            case Text():
                return self._text(item, decimals)
            case Group():
                return self._group(item, decimals)
            case Use():
                return f"<use{_attributes(href=f'#{self._art(item.art)}', transform=_matrix(item.matrix, decimals))}/>"
            case Image():
                return self._image(item, decimals)
            case Link():
                area = _area(item.box, decimals)
                return f'<a href="{_escaped(item.target)}"><rect{area} fill="none" pointer-events="all"/></a>'
            case Anchor():
                return ""

    def _path(self, path: Path, decimals: int) -> str:
        attributes = _attributes(
            d=_path_data(path.segments, decimals),
            fill=self._paint(path.fill, decimals),
            fill_rule="evenodd" if path.even_odd and path.fill else "",
            opacity=_opacity(path.opacity),
        )
        return f"<path{attributes}{self._stroke(path.stroke, decimals)}/>"

    def _group(self, group: Group, decimals: int) -> str:
        finer = max(0, decimals + _digits(stretch(group.matrix)))
        clip = f"url(#{self._clip(group.clip, finer)})" if group.clip else ""
        around = _attributes(
            transform=_matrix(group.matrix, decimals),
            clip_path=clip,
            opacity=_opacity(group.opacity) if group.mask is None else "",
            style=_blending(group) if group.mask is None else "",
        )
        content = f"<g{around}>{self._items(group.items, finer)}</g>"
        if group.mask is None:
            return content
        # A mask is in the coordinates around the group, so it is on an element without a transform.
        masked = _attributes(
            mask=f"url(#{self._mask(group.mask, decimals)})",
            opacity=_opacity(group.opacity),
            style=_blending(group),
        )
        return f"<g{masked}>{content}</g>"

    def _image(self, image: Image, decimals: int) -> str:
        matrix = (image.width, 0.0, 0.0, image.height, image.x, image.y)
        reference = f"#{self._picture(image.picture)}"
        placed = _matrix(matrix, decimals)
        return f"<use{_attributes(href=reference, transform=placed)}/>"

    def _text(self, text: Text, decimals: int) -> str:
        """Return a text's stroke with its fill on top, so that an outline never covers part of the letters."""
        match self.letters:
            case "text":
                return self._words(text, decimals)
            case "outlines":
                outlined = self._glyphs(text, None, text.stroke, decimals) if text.stroke else ""
                return outlined + self._glyphs(text, text.fill, None, decimals)
            case _:
                assert_never(self.letters)

    def _words(self, text: Text, decimals: int) -> str:
        attributes = _attributes(
            x=_number(text.x, decimals),
            y=_number(text.y, decimals),
            font_size=_number(text.size, decimals),
            textLength=_number(text.width, decimals),
            lengthAdjust="spacingAndGlyphs",
            fill=self._paint(text.fill, decimals),
            paint_order="stroke" if text.stroke else "",
        )
        if not text.words:
            return ""
        return f"<text{attributes}{self._stroke(text.stroke, decimals)}>{_escaped(text.text)}</text>"

    def _glyphs(self, text: Text, fill: Paint | None, stroke: Stroke | None, decimals: int) -> str:
        if isinstance(fill or (stroke and stroke.paint), str):
            return self._run(text, fill, stroke, decimals)
        # A gradient's coordinates would be relative to each glyph: draw one path in the text's coordinates instead.
        return self._path(Path(outlines(text), fill, stroke), decimals)

    def _run(self, text: Text, fill: Paint | None, stroke: Stroke | None, decimals: int) -> str:
        """Return references to glyphs, inside a group whose units are font units, y up."""
        face = text.words[0].face
        em = text.size / face.units_per_em
        uses = "".join(
            f'<use href="#{identity}"{_attributes(x=_number(x, 1), y=_number(up, 1) if up else "")}/>'
            for glyph, x, up in placed_glyphs(text)
            if (identity := self._glyph(face, glyph))
        )
        around = _attributes(
            transform=_matrix((em, 0.0, 0.0, -em, text.x, text.y), decimals), fill=self._paint(fill, decimals)
        )
        return f"<g{around}{self._stroke(stroke, decimals, 1 / em)}>{uses}</g>" if uses else ""

    # paint

    def _paint(self, paint: Paint | None, decimals: int) -> str:
        if paint is None:
            return "none"
        return paint if isinstance(paint, str) else f"url(#{self._gradient(paint, decimals)})"

    def _stroke(self, stroke: Stroke | None, decimals: int, scale: float = 1.0) -> str:
        """Return the attributes of a stroke, with its lengths multiplied by the scale."""
        if stroke is None:
            return ""
        decimals = max(0, decimals + _digits(1 / scale))
        return _attributes(
            stroke=self._paint(stroke.paint, decimals),
            stroke_width=_number(stroke.width * scale, decimals),
            stroke_dasharray=" ".join(_number(length * scale, decimals) for length in stroke.dash),
            stroke_dashoffset=_number(stroke.dash_start * scale, decimals) if stroke.dash_start else "",
            stroke_linecap=stroke.cap if stroke.cap != "butt" else "",
            stroke_linejoin=stroke.join if stroke.join != "miter" else "",
            stroke_miterlimit=_number(stroke.miter, 3) if stroke.join == "miter" and stroke.miter != 4 else "",
        )

    # shared definitions

    def _shared(self, letter: str, key: Hashable, write: Callable[[str], str]) -> str:
        """Return the id of a definition, which is written at its first use, after the definitions that it refers to."""
        if key not in self._ids:
            identity = self._ids[key] = f"{self.prefix}{letter}{len(self._ids)}"
            self._definitions.append(write(identity))
        return self._ids[key]

    def _glyph(self, face: FontFace, glyph: int) -> str:
        """Return the id of a glyph's outline; "" for a glyph without one, such as a space."""
        key = (face, glyph)
        if key not in self._ids and not (segments := face.outline(glyph)):
            self._ids[key] = ""
        return self._shared("g", key, lambda identity: f'<path id="{identity}" d="{_path_data(segments, 1)}"/>')

    def _art(self, art: Art) -> str:
        decimals = DECIMALS + round(math.log10(ART_SIZE / max(art.box.width, art.box.height, 1e-3)))
        return self._shared(
            "a", art, lambda identity: f'<g id="{identity}">{self._items(art.items, max(0, decimals))}</g>'
        )

    def _picture(self, picture: Picture) -> str:
        def write(identity: str) -> str:
            content = picture.drawn(SKETCH_PX).content if isinstance(picture, Sketch) else picture.content
            kind = next(kind for start, kind in _SIGNATURES.items() if content.startswith(start))
            encoded = base64.b64encode(content).decode("ascii")
            source = f'preserveAspectRatio="none" href="data:{kind};base64,{encoded}"'
            return f'<image id="{identity}" width="1" height="1" {source}/>'

        return self._shared("p", ("picture", picture.name), write)

    def _clip(self, clip: Path, decimals: int) -> str:
        rule = _attributes(clip_rule="evenodd" if clip.even_odd else "")
        data = _path_data(clip.segments, decimals)
        return self._shared(
            "c", ("clip", data, rule), lambda identity: f'<clipPath id="{identity}"><path d="{data}"{rule}/></clipPath>'
        )

    def _mask(self, mask: Mask, decimals: int) -> str:
        kind = "" if mask.kind == "luminance" else ' style="mask-type:alpha"'
        # The region of a mask is limited to that of the masked shapes, without their strokes, unless it is named.
        opening = f'maskUnits="userSpaceOnUse" x="-1e5" y="-1e5" width="2e5" height="2e5"{kind}'
        content = self._items(mask.items, decimals)
        return self._shared(
            "m", ("mask", content, kind), lambda identity: f'<mask id="{identity}" {opening}>{content}</mask>'
        )

    def _gradient(self, paint: Gradient, decimals: int) -> str:
        is_linear = isinstance(paint, LinearGradient)
        kind = "linearGradient" if is_linear else "radialGradient"
        names = ("x1", "y1", "x2", "y2") if is_linear else ("cx", "cy", "r")
        numbers = {name: _number(getattr(paint, name), decimals) for name in names}
        if isinstance(paint, RadialGradient):
            written = {"fx": paint.fx, "fy": paint.fy, "fr": paint.fr or None}
            numbers |= {name: _number(value, decimals) for name, value in written.items() if value is not None}
        stops = "".join(
            f'<stop offset="{_number(stop.offset, 4)}" stop-color="{stop.colour}"'
            f"{_attributes(stop_opacity=_opacity(stop.opacity))}/>"
            for stop in paint.stops
        )
        inside = f'gradientUnits="userSpaceOnUse"{_attributes(**numbers)}>{stops}</{kind}>'
        return self._shared("l", ("gradient", inside), lambda identity: f'<{kind} id="{identity}" {inside}')


# --- writing ----------------------------------------------------------------------------------------------------


def _opening(frame: Frame, bleed: bool, title: str) -> str:
    box = frame.bleed_box if bleed else frame.trim
    x, y, width, height = (_number(n, DECIMALS) for n in (box.x, box.y, box.width, box.height))
    label = f'role="img" aria-label="{_escaped(title)}"' if title else 'aria-hidden="true"'
    size = f'width="{width}mm" height="{height}mm" viewBox="{x} {y} {width} {height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {label}>'


def _attributes(**values: str) -> str:
    """Return those attributes that have a value, with hyphens for the underscores in their names."""
    return "".join(f' {name.replace("_", "-")}="{value}"' for name, value in values.items() if value)


def _escaped(text: str) -> str:
    return html.escape(_NOT_XML.sub("", text))


def _number(value: float, decimals: int) -> str:
    """Return a number without needless digits: 0.5 is ".5", 2.0 is "2", -0.0 is "0"."""
    text = f"{value:.{decimals}f}"
    if decimals:
        text = text.rstrip("0").rstrip(".")
    if text.startswith("0."):
        return text[1:]
    if text.startswith("-0"):
        return f"-{text[2:]}" if len(text) > 2 else "0"
    return text


def _opacity(value: float) -> str:
    return _number(value, 4) if value != 1 else ""


def _blending(group: Group) -> str:
    """Return the style attribute of a group that blends; "" if it does not."""
    if group.blend in ("", "normal"):
        return "isolation:isolate" if group.blend else ""
    return f"mix-blend-mode:{group.blend}"


def _digits(scale: float) -> int:
    """Return how many more decimals a scale needs; negative if it makes things smaller."""
    return min(9, math.ceil(math.log10(scale) - 0.05)) if scale > 0 else 0


def _matrix(matrix: Matrix, decimals: int) -> str:
    """Return a transform in its shortest form; "" for none. Factors are precise to 0.001 mm over 10 m."""
    a, b, c, d, e, f = matrix
    place = f"{_number(e, decimals)} {_number(f, decimals)}"
    if matrix[:4] == IDENTITY[:4]:
        return "" if place == "0 0" else f"translate({place})"
    return f"matrix({' '.join(_number(n, decimals + 5) for n in (a, b, c, d))} {place})"


def _area(box: Box, decimals: int) -> str:
    values = (box.x, box.y, box.width, box.height)
    return _attributes(**dict(zip(("x", "y", "width", "height"), (_number(n, decimals) for n in values), strict=True)))


@lru_cache(maxsize=20_000)
def _path_data(segments: tuple[Segment, ...], decimals: int) -> str:
    """Return path data, with spaces only where two numbers would run together."""
    number_format = f"%.{decimals + 3}g"
    formats = {kind: kind + " ".join([number_format] * count) for kind, count in _COUNTS.items()}
    template = "".join([formats[segment[0]] for segment in segments])
    numbers = tuple(chain.from_iterable([segment[1:] for segment in segments]))
    text = template % numbers
    if "e" in text:
        text = template % tuple(round(number, decimals) + 0.0 for number in numbers)
    return text.replace(" -", "-")


_COUNTS = {"M": 2, "L": 2, "C": 6, "Z": 0}
