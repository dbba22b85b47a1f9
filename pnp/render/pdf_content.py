"""Items of a Frame → PDF operators.

Content is written in mm with y down. One matrix at the start of each page converts it to PDF's points with y up, so no
number is converted here. The document provides resources (fonts, shared art, pictures, gradients).
"""

from __future__ import annotations

import codecs
from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import chain, groupby
from typing import Literal, Protocol, assert_never

from pnp.core.colours import channels
from pnp.core.die_lines import outline_of
from pnp.core.frame import (
    IDENTITY,
    Anchor,
    Art,
    BlendMode,
    Box,
    DieLine,
    Gradient,
    Group,
    Image,
    Item,
    Link,
    Mask,
    Matrix,
    Paint,
    Path,
    Segment,
    Stroke,
    Tag,
    Text,
    Use,
    fades,
    multiply,
)
from pnp.core.inks import BLACK, InkShares, Press, is_black_line, is_near_black
from pnp.core.outline import bounds, inner_first, rectangle, stretch
from pnp.core.units import Mm
from pnp.render.pdf_fonts import Letters, PdfFont, outlines

CAPS = {"butt": 0, "round": 1, "square": 2}
JOINS = {"miter": 0, "round": 1, "bevel": 2}

_LETTERS = {"fill": ("", "", "f"), "stroke": ("1 Tr ", "0 Tr ", "S"), "clip": ("7 Tr ", "", "W n")}
"""The operators before and after text that is filled, stroked or clipped, and the operator that does the same with
outlines."""

NOTHING = "0 0 0 0 re"
"""The outline of a text without ink."""


class Resources(Protocol):
    """The resources that content can request from its document. Each method returns the resource's name.

    Attributes:
        press: The press for which colours are separated; None if they stay in sRGB.
        letters: Whether text is written as text or as outlines.
    """

    press: Press | None
    letters: Letters

    def font(self, text: Text) -> PdfFont:
        """Return the font of a text's face."""

    def form(self, art: Art, scale: float) -> str:
        """Return a form that draws shared art at a scale."""

    def transparency_group(self, items: tuple[Item, ...], scale: float = 1.0) -> str:
        """Return a form that draws items as one layer at a scale."""

    def picture(self, image: Image, scale: float) -> str:
        """Return an image object for a scale."""

    def shading(self, paint: Gradient) -> str:
        """Return a gradient."""

    def pattern(self, paint: Gradient, matrix: Matrix) -> str:
        """Return a gradient to stroke with. The matrix converts its units to those of the page or form."""

    def opacity(self, value: float) -> str:
        """Return a graphics state with an opacity."""

    def mask(self, mask: Mask) -> str:
        """Return a graphics state with a mask, in the coordinates in which it is selected."""

    def blend(self, mode: BlendMode) -> str:
        """Return a graphics state that blends colours with those below them."""

    def overprint(self) -> str:
        """Return a graphics state that prints ink over other ink."""

    def spot(self, name: str) -> str:
        """Return the colour space of a spot ink."""


SPOTS: dict[DieLine, str] = {
    "crease": "Crease",
    "perforation": "Perforation",
    "kiss_cut": "KissCut",
    "cut": "CutContour",
}
"""Spot inks that no press prints. Printers and their cutting tables cut and crease along lines in these inks."""

MIN_RICH: Mm = 1.0
"""Thinner black lines and shapes are printed in black ink alone: in four inks their edges would be coloured wherever
the inks are out of register."""

DIE_WIDTH = 0.1
"""Width of lines to cut and crease along, mm."""


def number(value: float) -> str:
    """Return a number with at most three decimals: a thousandth of a mm."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


@lru_cache(maxsize=1024)
def matrix_operator(matrix: Matrix) -> str:
    """Return the cm operator for a matrix; its factors need more decimals than its shifts."""
    a, b, c, d = map(_factor, matrix[:4])
    return f"{a} {b} {c} {d} {number(matrix[4])} {number(matrix[5])} cm"


def _factor(value: float) -> str:
    """Return a number with six significant digits, without an exponent, which PDF does not support."""
    text = f"{value + 0.0:.6g}"  # not -0
    return text if "e" not in text else f"{value:.9f}".rstrip("0").rstrip(".")


@lru_cache(maxsize=4096)
def colour_operator(colour: str, stroking: bool) -> str:
    """Return the operator that selects "#rrggbb" for filling or stroking."""
    r, g, b = (level / 255 for level in channels(colour))
    if r == g == b:
        return f"{number(r)} {'G' if stroking else 'g'}"
    return f"{number(r)} {number(g)} {number(b)} {'RG' if stroking else 'rg'}"


def ink_operator(inks: InkShares, stroking: bool) -> str:
    """Return the operator that selects inks for filling or stroking."""
    return f"{' '.join(map(number, inks))} {'K' if stroking else 'k'}"


def is_thin_black(paint: Paint, size: Mm | tuple[Segment, ...], scale: float) -> bool:
    """Whether a press prints a line of a width, or an outline's area, in black ink alone."""
    if not isinstance(paint, str) or not is_black_line(paint):
        return False
    if isinstance(size, tuple):
        box = bounds(size)
        size = min(box.width, box.height)
    return size * scale < MIN_RICH


Begin = Callable[[Tag], str]
"""Returns the operator that begins a part of a structure element."""


def holds_element(item: Item) -> bool:
    """Whether an item is part of a structure element, or contains such parts."""
    if not isinstance(item, Group):
        return False
    return item.tag is not None or (not item.is_layer and any(map(holds_element, item.items)))


class Content:
    """The operators of one page or form, collected in order.

    Attributes:
        used: The names that its operators use, by kind of resource, in the order of first use.
    """

    def __init__(
        self, resources: Resources, begin: Begin | None = None, scale: float = 1.0, matrix: Matrix = IDENTITY
    ) -> None:
        """Begin some content.

        Args:
            resources: Provides fonts, forms, pictures and states.
            begin: Returns the operator that begins a part of an element; None to mark no elements.
            scale: How much larger the content is printed than it is drawn.
            matrix: The matrix from the items' coordinates to those of the page or form.
        """
        self._scale = scale
        self._matrix = matrix
        self.used: dict[str, dict[str, None]] = {}
        self._resources = resources
        self._begin = begin
        self._out: list[str] = []
        self._fill = ""
        self._stroke: tuple[object, ...] = ()

    def add(self, items: Iterable[Item]) -> None:
        """Append items in painting order. With ``begin``, elements and decoration are marked."""
        if self._begin is None:
            self._paint(items)
            return
        for is_element, marked_items in groupby(items, holds_element):
            if is_element:
                self._elements(marked_items, self._begin)
            else:
                self._marked("/Artifact BMC", marked_items)

    def _elements(self, groups: Iterable[Item], begin: Begin) -> None:
        for group in groups:
            assert isinstance(group, Group)
            if group.tag is not None:
                self._marked(begin(group.tag), (group,), group.tag.alt)
            else:
                self._group(group)

    def _marked(self, operator: str, items: Iterable[Item], replacement: str = "") -> None:
        """Append items between an operator and its end, without further marks inside.

        A replacement text is what readers search and copy instead of the items' own text: the words of a picture are in
        any order, and some are painted twice.
        """
        begin, self._begin = self._begin, None
        self._out.append(operator)
        if replacement:
            encoded = codecs.BOM_UTF16_BE + replacement.encode("utf-16-be")
            self._out.append(f"/Span <</ActualText <{encoded.hex()}>>> BDC")
        self._paint(items)
        self._out += ["EMC"] * (2 if replacement else 1)
        self._begin = begin

    def _paint(self, items: Iterable[Item]) -> None:
        for item in items:
            match item:
                case Text():
                    self._text(item)
                case Path():
                    self._path(item)
                case Use():
                    self._use(item)
                case Group():
                    self._group(item)
                case Image():
                    self._image(item)
                case Link() | Anchor():
                    pass

    def raw(self, operators: str) -> None:
        """Append operators without change."""
        self._out.append(operators)

    def text(self) -> str:
        """Return everything appended so far."""
        return "\n".join(self._out)

    def _named(self, kind: str, name: str) -> str:
        """Return a resource's name as an operand, and record its use."""
        self.used.setdefault(kind, {})[name] = None
        return f"/{name}"

    # --- state

    def _fade(self, opacity: float) -> str:
        return f"{self._named('ExtGState', self._resources.opacity(opacity))} gs"

    def _states(self, names: Iterable[str]) -> str:
        return " ".join(f"{self._named('ExtGState', name)} gs" for name in names)

    def _fading(self, paint: Gradient, segments: tuple[Segment, ...], around: Mm = 0.0) -> str:
        """Return the operator for a mask with the opacity of a gradient, over the bounds of an outline."""
        grey = tuple(
            stop._replace(colour="#" + f"{round(stop.opacity * 255):02x}" * 3, opacity=1.0) for stop in paint.stops
        )
        ground = rectangle(*bounds(segments).inset(-around))
        return self._states([self._resources.mask(Mask((Path(ground, paint._replace(stops=grey)),)))])

    def _shade(self, paint: Gradient) -> str:
        return f"{self._named('Shading', self._resources.shading(paint))} sh"

    def _draw(self, name: str) -> str:
        return f"{self._named('XObject', name)} Do"

    def _push(self) -> tuple[str, tuple[object, ...]]:
        self._out.append("q")
        return self._fill, self._stroke

    def _pop(self, state: tuple[str, tuple[object, ...]]) -> None:
        self._out.append("Q")
        self._fill, self._stroke = state

    def _colour(self, colour: str, stroking: bool) -> str:
        press = self._resources.press
        return ink_operator(press.inks(colour), stroking) if press else colour_operator(colour, stroking)

    def _use_fill(self, colour: str) -> None:
        if colour != self._fill:
            self._out.append(self._colour(colour, stroking=False))
            self._fill = colour

    def _use_stroke(self, stroke: Stroke) -> None:
        paint = stroke.paint
        state = (*stroke, IDENTITY if isinstance(paint, str) else self._matrix)
        if state != self._stroke:
            dash = " ".join(map(number, stroke.dash))
            if isinstance(paint, str):
                colour = self._colour(paint, stroking=True)
            else:
                colour = f"/Pattern CS {self._named('Pattern', self._resources.pattern(paint, self._matrix))} SCN"
            self._out.append(
                f"{colour} {number(stroke.width)} w {CAPS[stroke.cap]} J "
                f"{JOINS[stroke.join]} j {number(stroke.miter)} M [{dash}] {number(stroke.dash_start)} d"
            )
            self._stroke = state

    # --- items

    def _path(self, path: Path) -> None:
        if not path.segments:
            return
        faded = path.opacity < 1
        state = self._push() if faded else None
        if faded:
            self._out.append(self._fade(path.opacity))
        outline = path_operators(path.segments)
        star = "*" if path.even_odd else ""
        fill: Paint | None = path.fill
        if fill is not None and not isinstance(fill, str):
            inner = self._push()
            if fades(fill):
                self._out.append(self._fading(fill, path.segments))
            self._out.append(f"{outline} W{star} n {self._shade(fill)}")
            self._pop(inner)
            fill = None
        stroke = path.stroke
        if isinstance(fill, str) and self._is_thin_black(fill, path.segments):
            self._in_black(f"{outline} f{star}", path)
            fill = None
        if stroke is not None and self._is_thin_black(stroke.paint, stroke.width):
            if fill is not None:
                self._use_fill(fill)
                self._out.append(f"{outline} f{star}")
            self._in_black(f"{outline} S", path, stroke)
            fill = stroke = None
        if stroke is not None and not isinstance(stroke.paint, str):
            if fill is not None:
                self._use_fill(fill)
                self._out.append(f"{outline} f{star}")
            inner = self._push()  # apart from the fill, as some readers paint a gradient's stroke first
            if fades(stroke.paint):
                self._out.append(self._fading(stroke.paint, path.segments, stroke.width * max(stroke.miter, 2) / 2))
            self._use_stroke(stroke)
            self._out.append(f"{outline} S")
            self._pop(inner)
            fill = stroke = None
        if stroke is not None:
            self._use_stroke(stroke)
        if fill is not None:
            self._use_fill(fill)
            self._out.append(f"{outline} {'B' if stroke else 'f'}{star}")
        elif stroke is not None:
            self._out.append(f"{outline} S")
        if state is not None:
            self._pop(state)

    def _text(self, text: Text) -> None:
        if not text.words:
            return
        if text.stroke is not None:
            self._use_stroke(text.stroke)
            self._show(text, "stroke")
        if isinstance(text.fill, str):
            if self._resources.press and is_near_black(text.fill):
                self._show_black(text)
                return
            self._use_fill(text.fill)
            self._show(text)
            return
        state = self._push()
        self._show(text, "clip")
        self._out.append(self._shade(text.fill))
        self._pop(state)

    def _is_thin_black(self, paint: Paint, size: Mm | tuple[Segment, ...]) -> bool:
        """Whether a press prints a line of a width, or an outline's area, in black ink alone."""
        return self._resources.press is not None and is_thin_black(paint, size, self._scale)

    def _in_black(self, painted: str, path: Path, stroke: Stroke | None = None) -> None:
        """Paint in black ink alone, over other inks if allowed. A stroke gives the line's width."""
        state = self._push()
        over = "" if path.knocks_out else f"{self._named('ExtGState', self._resources.overprint())} gs "
        if stroke:
            self._use_stroke(stroke)
        self._out.append(f"{over}{ink_operator(BLACK, stroking=stroke is not None)} {painted}")
        self._pop(state)

    def _show_black(self, text: Text) -> None:
        """Show text in black ink alone, over other inks if allowed, so that no white shows beside it."""
        state = self._push()
        over = "" if text.knocks_out else f"{self._named('ExtGState', self._resources.overprint())} gs "
        self._out.append(f"{over}{ink_operator(BLACK, stroking=False)}")
        self._show(text)
        self._pop(state)

    def _show(self, text: Text, mode: Literal["fill", "stroke", "clip"] = "fill") -> None:
        before, after, painted = _LETTERS[mode]
        match self._resources.letters:
            case "outlines":
                self._out.append(f"{path_operators(outlines(text)) or NOTHING} {painted}")
            case "text":
                font = self._resources.font(text)
                glyphs = font.show(text.words, text.space, text.size, text.is_followed)
                self._out.append(
                    f"BT {before}{self._named('Font', font.name)} {text.size:.4f} Tf "
                    f"1 0 0 -1 {number(text.x)} {number(text.y)} Tm "
                    f"[{glyphs}] TJ {after}ET"
                )
            case _:
                assert_never(self._resources.letters)

    def _use(self, use: Use) -> None:
        form = self._resources.form(use.art, self._scale * stretch(use.matrix))
        self._out.append(f"q {matrix_operator(use.matrix)} {self._draw(form)} Q")

    def _die_line(self, line: DieLine, group: Group) -> None:
        """Append a cut or crease line, in a spot ink, over other inks."""
        state = self._push()
        over = f"{self._named('ExtGState', self._resources.overprint())} gs"
        ink = f"{self._named('ColorSpace', self._resources.spot(SPOTS[line]))} CS 1 SCN"
        self._out.append(f"{over} {ink} {number(DIE_WIDTH)} w 0 J 0 j [] 0 d")
        self._out.append(f"{path_operators(inner_first(list(outline_of(group))))} S")
        self._pop(state)

    def _in_inks(self, group: Group, inks: InkShares) -> None:
        """Append the paths of a group in certain inks of a press, whatever their colours."""
        state = self._push()
        self._out += [ink_operator(inks, stroking=False), ink_operator(inks, stroking=True), "0 J 0 j [] 0 d"]
        for path in group.items:
            if isinstance(path, Path):
                width = f"{number(path.stroke.width)} w " if path.stroke else ""
                self._out.append(f"{width}{path_operators(path.segments)} {'S' if path.stroke else 'f'}")
        self._pop(state)

    def _group(self, group: Group) -> None:
        if group.inks and self._resources.press:
            self._in_inks(group, group.inks)
            return
        if group.line and self._resources.press:
            self._die_line(group.line, group)
            return
        if group.is_layer:
            inside: tuple[Item, ...] = (Group(group.items, group.matrix, group.clip),)
            form = self._resources.transparency_group(inside, self._scale)
            states = [self._resources.opacity(group.opacity)] if group.opacity < 1 else []
            if group.mask is not None:
                states.append(self._resources.mask(group.mask))
            if group.blend:
                states.append(self._resources.blend(group.blend))
            self._out.append(f"q {self._states(states)} {self._draw(form)} Q")
            return
        if group.matrix == IDENTITY and group.clip is None:
            self.add(group.items)
            return
        state = self._push()
        if group.matrix != IDENTITY:
            self._out.append(matrix_operator(group.matrix))
        if group.clip is not None:
            self._out.append(f"{path_operators(group.clip.segments)} W{'*' if group.clip.even_odd else ''} n")
        scale, self._scale = self._scale, self._scale * stretch(group.matrix)
        matrix, self._matrix = self._matrix, multiply(self._matrix, group.matrix)
        self.add(group.items)
        self._scale, self._matrix = scale, matrix
        self._pop(state)

    def _image(self, image: Image) -> None:
        name = self._resources.picture(image, self._scale)
        # A picture fills the unit square, y up: hence the negative height.
        place = f"{number(image.width)} 0 0 {number(-image.height)} {number(image.x)} {number(image.y + image.height)}"
        self._out.append(f"q {place} cm {self._draw(name)} Q")


@lru_cache(maxsize=20_000)
def path_operators(segments: tuple[Segment, ...]) -> str:
    """Return the construction operators of an outline; an upright rectangle has its own operator."""
    if box := _rectangle(segments):
        return f"{number(box.x)} {number(box.y)} {number(box.width)} {number(box.height)} re"
    template = " ".join([_FORMATS[segment[0]] for segment in segments])
    text = template % tuple(chain.from_iterable([segment[1:] for segment in segments]))
    if "e" not in text:
        return text
    rounded = (round(n, 3) + 0.0 for segment in segments for n in segment[1:])
    return template.replace("g", "f") % tuple(rounded)


_FORMATS = {"M": "%.6g %.6g m", "L": "%.6g %.6g l", "C": "%.6g %.6g %.6g %.6g %.6g %.6g c", "Z": "h"}
"""Six significant digits are a thousandth of a mm anywhere on a sheet; numbers so small that they need an exponent are
rare."""


def _rectangle(segments: tuple[Segment, ...]) -> Box | None:
    if len(segments) != 5 or [s[0] for s in segments] != ["M", "L", "L", "L", "Z"]:
        return None
    (x1, y1), (x2, y2), (x3, y3), (x4, y4) = (segment[1:] for segment in segments[:4])
    if (y1, x2, y3, x4) != (y2, x3, y4, x1):
        return None
    return Box(x1, y1, x3 - x1, y3 - y1)
