"""One directive of nanDECK on one card → shapes, texts and pictures with their options, in mm of the card.

Options that may differ between cards of one element, which are texts, pictures and colours, are kept apart from its
place and look.
"""

from __future__ import annotations

import html
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.patterns import lazy_pattern
from pnp.core.units import MM_PER_INCH, Mm
from pnp.extensions.importing.drawn.values import ComputedError
from pnp.extensions.nandeck.formulas import calculate

UNITS: Mapping[str, Mm] = {"MM": 1.0, "CM": 10.0, "INCH": MM_PER_INCH}
HAIRLINE: Mm = MM_PER_INCH / 300
"""The width of a line of one pixel, at nanDECK's usual resolution, mm."""

POINT: Mm = MM_PER_INCH / 72
ROUNDED = 0.1
"""The radius of a rounded rectangle, in its shorter sides."""

_COLOUR = lazy_pattern(r"#[0-9A-Fa-f]{6}(?:[0-9A-Fa-f]{2})?")
_GRADIENT = lazy_pattern(r"((?:#[0-9A-Fa-f]{6}){2,8})(?:@(-?\d{1,3}))?")
_CODE = lazy_pattern(r"\\(\d{2,3})\\")


@frozen_dataclass
class ScriptFont:
    """A font of FONT or HTMLFONT.

    Attributes:
        family: Its name.
        size: Points.
        style: Letters of its style: B, I, U, S, T …
        colour: Its colour as written.
        ground: The colour behind the text as written; "" for white.
        line: The width of the line around its letters, mm.
        align: left, center, right or justify; "" if it is not given.
        valign: The same for heights.
        margins: Room around the text on the left, right, top and bottom, mm.
        source: Its colour as the script has it, with labels of cards.
        ground_source: The same for the colour behind the text.
    """

    family: str = "Arial"
    size: float = 12.0
    style: str = ""
    colour: str = "#000000"
    ground: str = ""
    line: Mm = 0.0
    align: str = ""
    valign: str = ""
    margins: tuple[Mm, Mm, Mm, Mm] = (0.0, 0.0, 0.0, 0.0)
    source: str = ""
    ground_source: str = ""

    @property
    def description(self) -> str:
        """Return the font as Pango describes it."""
        words = [word for letter, word in (("B", "Bold"), ("I", "Italic")) if letter in self.style]
        return f"{self.family}, {' '.join([*words, f'{self.size:g}'])}"


@dataclass
class CardState:
    """What directives before have set for one card.

    Attributes:
        font: The font of texts.
        fonts: Fonts of HTML texts by their tags.
        icons: Pictures of ICON by their keys.
        embedded: Pictures in HTML texts by the words that stand for them.
        replaced: Texts in HTML texts by the words that stand for them.
        colours: The colours of COLORS: #ZZZZZZ and the following.
        opacity: How opaque the layer is, from 0 to 1.
        shift: How far the layer is moved, mm.
    """

    font: ScriptFont = ScriptFont()
    fonts: dict[str, ScriptFont] = field(default_factory=dict)
    icons: dict[str, str] = field(default_factory=dict)
    embedded: dict[str, str] = field(default_factory=dict)
    replaced: dict[str, str] = field(default_factory=dict)
    colours: dict[str, str] = field(default_factory=dict)
    opacity: float = 1.0
    shift: tuple[Mm, Mm] = (0.0, 0.0)


@frozen_dataclass
class DrawnPart:
    """A shape, text or picture on one card.

    Attributes:
        method: The method that draws it: a key of `DEFAULTS`.
        fixed: Options that all cards of its element share.
        varied: Options that may differ between them: texts, pictures and colours.
        written: By such an option, its place among the arguments, if it is an argument as it stands, or its text.
    """

    method: str
    fixed: Mapping[str, Any]
    varied: Mapping[str, str] = field(default_factory=dict)
    written: Mapping[str, int | str] = field(default_factory=dict)


class CardArguments:
    """The arguments of a directive on one card.

    Attributes:
        state: What the directives before have set.
        size: Width and height of the card, mm.
        sources: The arguments as the script has them, with labels of cards.
        changes: What is drawn otherwise.
    """

    def __init__(
        self,
        texts: Sequence[str],
        state: CardState,
        size: tuple[Mm, Mm],
        unit: Mm,
        numbers: Mapping[str, float],
        sources: Sequence[str] = (),
    ) -> None:
        self.texts = texts
        self.sources = sources
        self.state = state
        self.size = size
        self.changes: list[str] = []
        self._unit = unit
        self._numbers = numbers

    def changed(self, why: str) -> None:
        """Note that the directive is drawn otherwise."""
        self.changes.append(why)

    def left_out(self, index: int, what: str) -> None:
        """Note that arguments from an index on are left out, if they say anything."""
        if any(text.strip() not in ("", "0", "100") for text in self.texts[index:]):
            self.changed(f"{what} are left out")

    def text(self, index: int, usual: str = "") -> str:
        """Return an argument; the usual one if it is not given."""
        return (self.texts[index].strip() if index < len(self.texts) else "") or usual

    def source(self, index: int) -> str:
        """Return an argument as the script has it; "" if it is not given."""
        return self.sources[index] if index < len(self.sources) else ""

    def number(self, index: int, usual: float) -> float:
        """Return a number."""
        text = self.text(index)
        return calculate(text, self._numbers) if text else usual

    def mm(self, index: int, is_across: bool, usual: Mm = 0.0) -> Mm:
        """Return a length in mm."""
        text = self.text(index)
        if not text:
            return usual
        whole = self.size[0 if is_across else 1]
        return calculate(text, self._numbers, whole / self._unit) * self._unit

    def box(self, index: int) -> tuple[Mm, Mm, Mm, Mm]:
        """Return a box: x, y, width, height, also of negative sides."""
        x, y, width, height = (self.mm(index + offset, offset % 2 == 0) for offset in range(4))
        return x + self.state.shift[0], y + self.state.shift[1], width, height

    def points(self, index: int, count: int) -> list[tuple[Mm, Mm]]:
        """Return points."""
        return [
            (
                self.mm(index + 2 * number, True) + self.state.shift[0],
                self.mm(index + 2 * number + 1, False) + self.state.shift[1],
            )
            for number in range(count)
        ]

    def colour(self, index: int) -> str:
        """Return a colour or gradient as written; "" for none or EMPTY."""
        text = self.text(index).upper()
        return "" if text in ("", "EMPTY", "NULL") else self.state.colours.get(text, self.text(index))

    def opacity(self, index: int) -> float:
        """Return how opaque something on this layer is."""
        return round(max(min(self.number(index, 100.0), 100.0), 0.0) / 100 * self.state.opacity, 4)


def paint(text: str) -> Any:
    """Return a colour or gradient as an element's option.

    Raises:
        ComputedError: It is a random colour, or none.
    """
    if not text or _COLOUR.fullmatch(text):
        return text
    match = _GRADIENT.fullmatch(text)
    if match is None:
        raise ComputedError(f"no colour {text[:40]}")
    colours = [f"#{one}".lower() for one in match[1].split("#")[1:]]
    stops = [[round(number / (len(colours) - 1), 3), colour] for number, colour in enumerate(colours)]
    angle = int(match[2] or 0)
    if angle == 360:
        return {"radial": True, "stops": stops}
    if angle > 360:
        raise ComputedError("only nanDECK draws conical and star-shaped gradients")
    return {"linear": -angle % 360, "stops": stops}  # nanDECK turns them counter-clockwise


def is_hex(text: str) -> bool:
    """Whether a text is a plain colour."""
    return bool(_COLOUR.fullmatch(text))


def turned(box: tuple[Mm, Mm, Mm, Mm], degrees: float) -> dict[str, Any]:
    """Return the options of a box that is turned about its centre; sides that are below 0 turn it upside down."""
    x, y, width, height = box
    if width < 0 or height < 0:
        degrees += 180 if width < 0 and height < 0 else 0
        width, height = abs(width), abs(height)
    if not width or not height:
        raise ComputedError("its box is empty")
    degrees %= 360
    if not degrees:
        return {"x": x, "y": y, "width": width, "height": height}
    angle, half_width, half_height = math.radians(degrees), width / 2, height / 2
    return {
        "x": x + half_width - half_width * math.cos(angle) + half_height * math.sin(angle),
        "y": y + half_height - half_width * math.sin(angle) - half_height * math.cos(angle),
        "width": width,
        "height": height,
        "angle": f"{degrees:g}deg",
    }


def upright(box: tuple[Mm, Mm, Mm, Mm], degrees: float) -> tuple[Mm, Mm, Mm, Mm]:
    """Return the box that, turned about its centre by a right angle, covers the given one; the given one otherwise.

    nanDECK turns what is in a rectangle, and not the rectangle: a text at 90 degrees runs along its height.
    """
    x, y, width, height = box
    if degrees % 180 != 90:
        return box
    return x + (width - height) / 2, y + (height - width) / 2, height, width


def _painted(arguments: CardArguments, method: str, fixed: Mapping[str, Any], index: int) -> Iterator[DrawnPart]:
    """Yield a shape whose border, inner colour and thickness are at an index."""
    border = arguments.colour(index)
    has_inner = bool(arguments.text(index + 1))
    inner = arguments.colour(index + 1) if has_inner else border
    thickness = arguments.mm(index + 2, True, HAIRLINE if has_inner else 0.0)
    colours = {"fill_color": inner, "stroke_color": border if thickness else ""}
    plain = {name: value for name, value in colours.items() if is_hex(value)}
    others: dict[str, Any] = {name: paint(value) or "none" for name, value in colours.items() if name not in plain}
    if isinstance(stroke := others.get("stroke_color"), dict):
        others["stroke_color"] = stroke["stops"][0][1]
    places = {"stroke_color": index, "fill_color": index + 1 if has_inner else index}
    yield DrawnPart(
        method,
        {**fixed, **others, "stroke_width": thickness, "opacity": arguments.state.opacity},
        plain,
        {name: place for name, place in places.items() if name in plain},
    )


def _rectangle(arguments: CardArguments) -> Iterator[DrawnPart]:
    """RECTANGLE=range, x, y, width, height, border, inner, thickness."""
    yield from _painted(arguments, "rect", turned(arguments.box(0), 0), 4)


def _round_rectangle(arguments: CardArguments) -> Iterator[DrawnPart]:
    """ROUNDRECT as RECTANGLE."""
    box = turned(arguments.box(0), 0)
    yield from _painted(arguments, "rect", {**box, "radius": ROUNDED * min(box["width"], box["height"])}, 4)


def _ellipse(arguments: CardArguments) -> Iterator[DrawnPart]:
    """ELLIPSE as RECTANGLE."""
    yield from _painted(arguments, "ellipse", turned(arguments.box(0), 0), 4)


def _circle(arguments: CardArguments) -> Iterator[DrawnPart]:
    """CIRCLE as RECTANGLE; the circle is in the middle of the box."""
    box = turned(arguments.box(0), 0)
    side = min(box["width"], box["height"])
    x, y = box["x"] + (box["width"] - side) / 2, box["y"] + (box["height"] - side) / 2
    yield from _painted(arguments, "ellipse", {"x": x, "y": y, "width": side, "height": side}, 4)


def _triangle(arguments: CardArguments) -> Iterator[DrawnPart]:
    """TRIANGLE=range, x1, y1, x2, y2, x3, y3, border, inner, thickness."""
    yield from _painted(arguments, "corners", {"points": tuple(arguments.points(0, 3))}, 6)


def _rhomb(arguments: CardArguments) -> Iterator[DrawnPart]:
    """RHOMB as RECTANGLE."""
    yield from _painted(arguments, "corners", {"points": _around(arguments.box(0), 4, 0, (1.0,))}, 4)


def _polygon(arguments: CardArguments) -> Iterator[DrawnPart]:
    """POLYGON=range, x, y, width, height, sides, angle, border, inner, thickness."""
    points = _around(arguments.box(0), arguments.number(4, 0), arguments.number(5, 0), (1.0,))
    yield from _painted(arguments, "corners", {"points": points}, 6)


def _star(arguments: CardArguments) -> Iterator[DrawnPart]:
    """STAR=range, x, y, width, height, corners, angle, inner radius in %, border, inner, thickness."""
    radii = (1.0, arguments.number(6, 50) / 100)
    points = _around(arguments.box(0), arguments.number(4, 0), arguments.number(5, 0), radii)
    yield from _painted(arguments, "corners", {"points": points}, 7)


def _around(
    box: tuple[Mm, Mm, Mm, Mm], corners: float, degrees: float, radii: Sequence[float]
) -> tuple[tuple[Mm, Mm], ...]:
    """Return points on the ellipse of a box, the first at its top, at one radius or two in turn."""
    x, y, width, height = box
    if not 3 <= corners <= 100:
        raise ComputedError(f"{corners:g} is not a number of corners")
    count = int(corners) * len(radii)
    return tuple(
        (
            x + width / 2 * (1 + radii[index % len(radii)] * math.cos(angle)),
            y + height / 2 * (1 + radii[index % len(radii)] * math.sin(angle)),
        )
        for index in range(count)
        for angle in [math.radians(degrees - 90) + 2 * math.pi * index / count]
    )


def _line(arguments: CardArguments) -> Iterator[DrawnPart]:
    """LINE=range, x1, y1, x2, y2, colour, thickness."""
    (x1, y1), (x2, y2) = arguments.points(0, 2)
    arguments.left_out(6, "its dashes and arrows")
    yield _stroke(arguments, "line", {"x1": x1, "y1": y1, "x2": x2, "y2": y2}, 4)


def _bezier(arguments: CardArguments) -> Iterator[DrawnPart]:
    """BEZIER=range, x1, y1, handle of the start, handle of the end, x2, y2, colour, thickness."""
    (x1, y1), (cx1, cy1), (cx2, cy2), (x2, y2) = arguments.points(0, 4)
    options = {"x1": x1, "y1": y1, "cx1": cx1, "cy1": cy1, "cx2": cx2, "cy2": cy2, "x2": x2, "y2": y2}
    yield _stroke(arguments, "curve", options, 8)


def _stroke(arguments: CardArguments, method: str, options: Mapping[str, Any], index: int) -> DrawnPart:
    colour = arguments.colour(index)
    if not is_hex(colour):
        raise ComputedError(f"no colour {colour}")
    width = arguments.mm(index + 1, True, HAIRLINE)
    fixed = {**options, "stroke_width": width, "opacity": arguments.state.opacity}
    return DrawnPart(method, fixed, {"stroke_color": colour}, {"stroke_color": index})


_FITS = {"P": "contain", "C": "cover"}


def _picture_method(file: str) -> str:
    return "svg" if file.lower().endswith(".svg") else "png"


def _image(arguments: CardArguments) -> Iterator[DrawnPart]:
    """IMAGE=range, file, x, y, width, height, angle, flags, opacity."""
    flags = arguments.text(6).upper()
    is_upside_down = {"H", "V"} <= set(flags)
    degrees = arguments.number(5, 0)
    rectangle = arguments.box(1) if "R" in flags else upright(arguments.box(1), degrees)
    box = turned(rectangle, degrees + (180 if is_upside_down else 0))
    fit = next((fit for flag, fit in _FITS.items() if flag in flags), "stretch")
    whole = (round(box["x"], 2), round(box["y"], 2), round(box["width"], 2), round(box["height"], 2))
    edge = {"extend": "mirror"} if whole == (0, 0, *(round(side, 2) for side in arguments.size)) else {}
    within = {"turned_within": degrees} if degrees % 90 and fit != "cover" and "R" not in flags else {}
    mirror = next((flag.lower() for flag in "HV" if flag in flags and not is_upside_down), "")
    fixed = {**box, "fit": fit, "opacity": arguments.opacity(7), **edge, **within}
    fixed |= {"mirror": mirror} if mirror else {}
    arguments.left_out(8, "its texture, skew and own size")
    if "G" in flags:
        arguments.changed("it keeps its colours")
    if file := arguments.text(0):
        yield DrawnPart(_picture_method(file), fixed, {"file": file}, {"file": 0})


def _icons(arguments: CardArguments) -> Iterator[DrawnPart]:
    """ICONS=range, keys, x, y, width, height, icon's width and height, angle, flags, across, down, opacity, length."""
    length = int(arguments.number(12, 1))
    keys = arguments.text(0)
    flags = arguments.text(8).upper()
    is_upright = not arguments.number(7, 0) % (90 if arguments.text(5) == arguments.text(6) else 180)
    is_row = is_upright and length == 1 and not set(flags) & set("WHV")
    if is_row and arguments.sources and _is_label_alone(arguments.sources):
        yield _icon_row(arguments, keys)
        if ">" not in keys:
            return
    rows: list[list[list[str]]] = [[]]
    at = 0
    for start in range(0, len(keys), max(length, 1)):
        key = keys[start : start + length]
        if key == ">" * length:
            rows.append([])
            at = 0
        elif key == "<" * length:
            at = max(at - 1, 0)
        elif key != "_" * length:
            rows[-1] += [[]] if at == len(rows[-1]) else []
            rows[-1][at].append(key)
            at += 1
    yield from _placed_icons(arguments, rows, 1)


def _is_label_alone(sources: Sequence[str]) -> bool:
    """Whether the first argument is the label of a column, and the others are the same on all cards."""
    return bool(re.fullmatch(r"\s*\[[^\[\]:]+\]\s*", sources[0])) and not set("".join(sources[1:])) & set("[{§")


def _icon_row(arguments: CardArguments, keys: str) -> DrawnPart:
    """Return the icons whose keys are the letters of a cell, as one part for all letters that ICON has."""
    x, y, width, height = arguments.box(1)
    wide, high = arguments.mm(5, True), arguments.mm(6, False)
    if wide <= 0 or high <= 0:
        raise ComputedError("its icons have no size")
    fixed = {
        "x": x,
        "y": y,
        "width": width,
        "height": height,
        "icon": (wide, high),
        "degrees": arguments.number(7, 0),
        "fit": next((fit for flag, fit in _FITS.items() if flag in arguments.text(8).upper()), "stretch"),
        "align": {"left": 0.0, "right": 1.0}.get(arguments.text(9, "center").lower(), 0.5),
        "valign": {"top": 0.0, "bottom": 1.0}.get(arguments.text(10, "center").lower(), 0.5),
        "opacity": arguments.opacity(11),
        "is_reversed": "R" in arguments.text(8).upper(),
        "files": tuple((key, file) for key, file in arguments.state.icons.items() if len(key) == 1 and key != "\0"),
    }
    return DrawnPart("icon_row", fixed, {"keys": keys}, {"keys": 0})


def _pattern(arguments: CardArguments) -> Iterator[DrawnPart]:
    """PATTERN=range, file, number, x, y, width, height, picture's width and height, angle, flags, across, down."""
    count = int(arguments.number(1, 0))
    arguments.state.icons["\0"] = arguments.text(0)
    if arguments.text(0) and 0 < count <= 200:
        yield from _placed_icons(arguments, [[["\0"]] * count], 2)


def _placed_icons(arguments: CardArguments, rows: list[list[list[str]]], index: int) -> Iterator[DrawnPart]:
    """Yield pictures in rows, which are put into a box together; a row that is too long goes on below."""
    x, y, width, height = arguments.box(index)
    wide, high = arguments.mm(index + 4, True), arguments.mm(index + 5, False)
    if wide <= 0 or high <= 0:
        raise ComputedError("its icons have no size")
    degrees, flags = arguments.number(index + 6, 0), arguments.text(index + 7).upper()
    across, down = (arguments.text(index + offset, "center").lower() for offset in (8, 9))
    opacity = arguments.opacity(index + 10)
    most = max(int(width / wide + 1e-6), 1)
    lines = [row[start : start + most] for row in rows for start in range(0, max(len(row), 1), most)]
    fit = next((fit for flag, fit in _FITS.items() if flag in flags), "stretch")
    top = y + (height - len(lines) * high) * {"top": 0.0, "bottom": 1.0}.get(down, 0.5)
    step_down = high
    if "H" in flags and len(lines) > 1:
        top, step_down = y, (height - high) / (len(lines) - 1)
    for number, line in enumerate(reversed(lines) if "R" in flags else lines):
        left = x + (width - len(line) * wide) * {"left": 0.0, "right": 1.0}.get(across, 0.5)
        step = wide
        if "W" in flags and len(line) > 1:
            left, step = x, (width - wide) / (len(line) - 1)
        for place, keys in enumerate(reversed(line) if "R" in flags else line):
            box = turned(upright((left + place * step, top + number * step_down, wide, high), degrees), degrees)
            box |= {"turned_within": degrees} if degrees % 90 and fit != "cover" else {}
            for key in keys:
                if file := arguments.state.icons.get(key, ""):
                    yield DrawnPart(_picture_method(file), {**box, "fit": fit, "opacity": opacity}, {"file": file})


_DOWN = {"top": "top", "wordwrap": "top", "wwtop": "top", "bottom": "bottom", "wwbottom": "bottom"}


def _text(arguments: CardArguments) -> Iterator[DrawnPart]:
    """TEXT=range, text, x, y, width, height, across, down, angle, opacity."""
    arguments.left_out(9, "its outline, circle and stretching")
    yield from _set_text(arguments, arguments.state.font)


def _text_font(arguments: CardArguments) -> Iterator[DrawnPart]:
    """TEXTFONT as TEXT, and the arguments of FONT."""
    yield from _set_text(arguments, read_font(arguments, 9))


def _set_text(arguments: CardArguments, font: ScriptFont) -> Iterator[DrawnPart]:
    text = _CODE.sub(_letter, arguments.text(0))
    across, down = arguments.text(5, "center").lower(), arguments.text(6, "center").lower()
    if down == "charwrap":
        raise ComputedError("only nanDECK spaces its letters out")
    is_wrapped = down.startswith(("ww", "wordwrap"))
    box, across, down = _turned_text(arguments, 1, 7, across, _DOWN.get(down, "middle"))
    if straight := sorted(set(font.style) & set("CDGRZ")):
        arguments.changed(f"its letters are set straight, without the flag {''.join(straight)}")
    if "T" not in font.style:
        yield from _ground(arguments, turned(arguments.box(1), 0), font.ground or "#FFFFFF", font.ground_source)
    lines = {} if is_wrapped else {"lines": text.count("\\13\\") + text.count("\n") + 1}
    fixed = {**box, **lines, "align": across, "valign": down, "opacity": arguments.opacity(8)}
    written = {"str": 0} if text == arguments.text(0) else {}
    yield _typeset(text, font, fixed, written)


def _turned_text(
    arguments: CardArguments, index: int, turn: int, across: str, down: str
) -> tuple[dict[str, Any], str, str]:
    """Return the options of a turned text's box, and where in it the text is aligned.

    Texts are aligned in the rectangle as it lies on the card.
    """
    degrees = arguments.number(turn, 0) % 360
    rectangle = arguments.box(index)
    quarters, rest = divmod(degrees, 90)
    if rest and (across, down) != ("center", "middle"):
        arguments.changed("a text that is turned is put into the middle of its box")
        across, down = "center", "middle"
    if rest:  # as long as the rectangle is along its middle line
        x, y, width, height = rectangle
        cos, sin = abs(math.cos(math.radians(degrees))), abs(math.sin(math.radians(degrees)))
        long, high = min(abs(width) / cos, abs(height) / sin), min(abs(height) / cos, abs(width) / sin)
        rectangle = x + (width - long) / 2, y + (height - high) / 2, long, high
    for _ in range(int(quarters) if not rest else 0):
        before = {"top": "left", "bottom": "right"}.get(down, "center")
        across, down = before, {"left": "bottom", "right": "top"}.get(across, "middle")
    return turned(upright(rectangle, degrees), degrees), across, down


def _letter(match: re.Match[str]) -> str:
    code = int(match[1])
    return match[0] if code == 13 or not 31 < code < 256 else bytes([code]).decode("cp1252", "replace")


def _ground(arguments: CardArguments, box: Mapping[str, Any], colour: str, source: str) -> Iterator[DrawnPart]:
    """Yield the ground of a text that has one."""
    fixed = {**box, "stroke_width": 0, "stroke_color": "none", "opacity": arguments.state.opacity, "is_ground": True}
    if is_hex(colour):
        yield DrawnPart("rect", fixed, {"fill_color": colour}, {"fill_color": source})
    elif colour:
        yield DrawnPart("rect", {**fixed, "fill_color": paint(colour)})


def _typeset(text: str, font: ScriptFont, fixed: Mapping[str, Any], written: Mapping[str, int | str]) -> DrawnPart:
    options: dict[str, Any] = {**fixed, "font": font.description, "is_loose": True}
    marks = [tag for letter, tag in (("U", "u"), ("S", "s")) if letter in font.style]
    if marks:
        options["marks"] = tuple(marks)
    if font.line:
        options |= {"stroke_width": font.line, "stroke_color": font.colour if is_hex(font.colour) else "#000000"}
    if is_hex(font.colour):
        return DrawnPart("text", options, {"str": text, "color": font.colour}, {"color": font.source, **written})
    return DrawnPart("text", {**options, "color": paint(font.colour) or "black"}, {"str": text}, written)


def _html_text(arguments: CardArguments) -> Iterator[DrawnPart]:
    """HTMLTEXT=range, text, x, y, width, height, ground, angle, flags, opacity, font, font of paragraphs."""
    flags, state = arguments.text(7).upper(), arguments.state
    text = html.unescape(arguments.text(0))
    name = (arguments.text(9) or arguments.text(10)).lower()
    if (match := re.fullmatch(r"<(\w+)>(.*)</\1>", text, re.DOTALL)) and match[1].lower() in state.fonts:
        name, text = name or match[1].lower(), match[2]
    font = state.fonts.get(name) or state.fonts.get("default") or ScriptFont("Times New Roman", 12)
    for key, word in state.replaced.items():
        text = text.replace(key, word)
    for tag, other in state.fonts.items():
        colour = f"color: {other.colour}; " if is_hex(other.colour) else ""
        weight = "font-weight: bold; " if "B" in other.style else ""
        style = f'<span style="{colour}{weight}font-size: {round(100 * other.size / font.size)}%">'
        text = re.sub(f"<{re.escape(tag)}>", style, text, flags=re.IGNORECASE)
        text = re.sub(f"</{re.escape(tag)}>", "</span>", text, flags=re.IGNORECASE)
    x, y, width, height = arguments.box(1)
    left, right, above, below = font.margins
    degrees = arguments.number(6, 0)
    if not set(flags) & set("TB"):
        yield from _ground(arguments, turned((x, y, width, height), 0), arguments.colour(5), arguments.source(5))
    x, y, width, height = upright((x, y, width, height), degrees)
    inner = turned((x + left, y + above, width - left - right, height - above - below), degrees)
    fixed = {
        **inner,
        "align": font.align or "left",
        "valign": _DOWN.get(font.valign or "top", "middle"),
        "opacity": arguments.opacity(8),
        "embedded": tuple(state.embedded.items()),
    }
    yield _typeset(text, font, fixed, {"str": 0} if text == arguments.text(0) else {})


def read_font(arguments: CardArguments, index: int = 0) -> ScriptFont:
    """Return the font of FONT=name, size, style, colour, ground, line across, line down, from an index."""
    size = arguments.text(index + 1, "12")
    points = calculate(size, {}, arguments.size[1] / POINT) if "%" in size else arguments.number(index + 1, 12)
    return ScriptFont(
        arguments.text(index, "Arial"),
        max(points, 1.0),
        arguments.text(index + 2).upper(),
        arguments.colour(index + 3) or "#000000",
        arguments.colour(index + 4),
        2 * arguments.mm(index + 5, True) if arguments.text(index + 5) else 0.0,
        source=arguments.source(index + 3),
        ground_source=arguments.source(index + 4),
    )


def _set_font(arguments: CardArguments) -> Iterator[DrawnPart]:
    arguments.state.font = read_font(arguments)
    yield from ()


def _set_html_font(arguments: CardArguments) -> Iterator[DrawnPart]:
    """HTMLFONT=tag, name, size, style, colour, alignment."""
    tag = arguments.text(0).lower()
    own = CardArguments(arguments.texts[1:5], arguments.state, arguments.size, 1.0, {}, arguments.sources[1:5])
    arguments.state.fonts[tag] = replace(read_font(own), align=arguments.text(5).lower())
    yield from ()


def _set_html_margins(arguments: CardArguments) -> Iterator[DrawnPart]:
    """HTMLMARGINS=tag, left, right, top, bottom, vertical alignment."""
    tag = arguments.text(0).lower()
    font = arguments.state.fonts.get(tag, ScriptFont())
    left, right, above, below = (arguments.mm(index, index < 3) for index in range(1, 5))
    arguments.state.fonts[tag] = replace(font, valign=arguments.text(5).lower(), margins=(left, right, above, below))
    yield from ()


def _set_icon(arguments: CardArguments) -> Iterator[DrawnPart]:
    """ICON=range, key, file."""
    arguments.state.icons[arguments.text(0)] = arguments.text(1)
    arguments.left_out(2, "sizes, offsets and angles of icons")
    yield from ()


def _set_html_image(arguments: CardArguments) -> Iterator[DrawnPart]:
    """HTMLIMAGE=range, key, file."""
    if arguments.text(0):
        arguments.state.embedded[arguments.text(0)] = arguments.text(1)
    yield from ()


def _set_html_key(arguments: CardArguments) -> Iterator[DrawnPart]:
    """HTMLKEY=range, key, text, font."""
    if arguments.text(0):
        arguments.state.replaced[arguments.text(0)] = html.unescape(arguments.text(1))
    yield from ()


def _set_colours(arguments: CardArguments) -> Iterator[DrawnPart]:
    """COLORS=range, colours that #ZZZZZZ, #YYYYYY and so on stand for."""
    for letter, index in zip("ZYXWV", range(len(arguments.texts)), strict=False):
        arguments.state.colours[f"#{letter * 6}"] = arguments.colour(index)
    yield from ()


def _begin_layer(arguments: CardArguments) -> Iterator[DrawnPart]:
    """LAYER=opacity, across, down, angle, name."""
    state = arguments.state
    if arguments.number(3, 0) or arguments.text(4):
        raise ComputedError("a layer that is turned or drawn again; its parts are drawn as they stand")
    state.opacity = max(min(arguments.number(0, 100), 100), 0) / 100
    state.shift = (arguments.mm(1, True), arguments.mm(2, False))
    yield from ()


def _end_layer(arguments: CardArguments) -> Iterator[DrawnPart]:
    arguments.state.opacity, arguments.state.shift = 1.0, (0.0, 0.0)
    yield from ()


DRAWS: Mapping[str, Callable[[CardArguments], Iterator[DrawnPart]]] = {
    "RECTANGLE": _rectangle,
    "ROUNDRECT": _round_rectangle,
    "ELLIPSE": _ellipse,
    "CIRCLE": _circle,
    "TRIANGLE": _triangle,
    "RHOMB": _rhomb,
    "POLYGON": _polygon,
    "STAR": _star,
    "LINE": _line,
    "BEZIER": _bezier,
    "IMAGE": _image,
    "ICONS": _icons,
    "PATTERN": _pattern,
    "TEXT": _text,
    "TEXTFONT": _text_font,
    "HTMLTEXT": _html_text,
}
"""Directives that draw on the cards of a range, their first argument."""

SETS: Mapping[str, tuple[Callable[[CardArguments], Iterator[DrawnPart]], bool]] = {
    "FONT": (_set_font, False),
    "FONTRANGE": (_set_font, True),
    "HTMLFONT": (_set_html_font, False),
    "HTMLMARGINS": (_set_html_margins, False),
    "ICON": (_set_icon, True),
    "HTMLIMAGE": (_set_html_image, True),
    "HTMLKEY": (_set_html_key, True),
    "COLORS": (_set_colours, True),
    "LAYER": (_begin_layer, False),
    "ENDLAYER": (_end_layer, False),
}
"""Directives that set something for later ones, and whether a range is their first argument."""
