"""A text of a drawing → its words with the marks of a template's text, its lines and its look.

Programs cut texts into parts: a line each, or some letters that are moved closer together. Letters of one line become
one text again.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import field, replace
from itertools import groupby

from pnp.core import outline
from pnp.core.diagnostics import Mistake
from pnp.core.frame import Matrix
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.patterns import lazy_pattern
from pnp.layout.svg.css import style_declarations
from pnp.layout.svg.parts import is_same_name
from pnp.layout.svg.setting import Setting, Walker
from pnp.layout.svg.shapes import SHAPES
from pnp.layout.svg.style import WEIGHTS, Style
from pnp.layout.svg.text import BOLD, line_of
from pnp.layout.svg.tree import XML_SPACE, SvgNode
from pnp.layout.svg.values import svg_length

TEXT_TAGS = frozenset({"text", "flowRoot"})
_PARTS = frozenset({"tspan", "a", "textPath", "tref", "flowPara", "flowSpan", "flowDiv"})
_ROLE = "http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd role"

OFF_ARC = 0.15
"""A path is an arc if it is nowhere further from it than this, in sizes of the type."""

NEW_LINE = 0.5
"""A part of a text that is moved down or up by more than this, in sizes of the type, begins a line."""

PLACEHOLDER = lazy_pattern(r"\{\{.*?\}\}", re.DOTALL)
TAGS = {"underline": "u", "line-through": "s"}
"""The tags of lines on letters, by their names in drawings."""

FOREIGN = lazy_pattern(r"%VAR_(\w+)%|\$\{(\w+)\}|\{\{\s*([\w ]+?)\s*\}\}|(?<!\{)\{([\w ]+)\}(?!\})")
"""Placeholders of other programs, and names without card."""


@frozen_dataclass
class _DrawnLine:
    """A line of a text: where it begins, and its letters, each with its style."""

    x: float
    y: float
    is_forced: bool
    letters: list[tuple[str, Style]] = field(default_factory=list)


@frozen_dataclass
class DrawnArc:
    """The part of a circle along which a text runs, in the units of the text.

    Attributes:
        x: The middle of the circle.
        y: The same, down.
        is_inside: Whether letters stand inside the circle.
        length: The room for the text.
        turn: From the top of the circle, inside from its foot, to the middle of the room, clockwise, degrees.
    """

    x: float
    y: float
    radius: float
    is_inside: bool
    length: float
    turn: float


@frozen_dataclass
class DrawnText:
    """A text of a drawing.

    Attributes:
        node: Its element.
        matrix: From its units to those of the drawing.
        style: The look of most of its letters.
        x: Where its first line is anchored, in its own units.
        first: The first baseline.
        last: The last baseline.
        lines: Each line with its marks, and whether the line before it was ended by its author.
        arc: The arc along which it runs; None for most.
        is_free: Whether it runs along another path, or its letters are turned.
        longest: The number of letters of its longest line, as it is drawn.
    """

    node: SvgNode
    matrix: Matrix
    style: Style
    x: float
    first: float
    last: float
    lines: tuple[tuple[str, bool], ...]
    arc: DrawnArc | None
    is_free: bool
    longest: int

    @property
    def size(self) -> float:
        """The size of its type, in its own units."""
        return svg_length(self.style["font-size"], 16.0)

    @property
    def words(self) -> str:
        """Its text in one line."""
        return " ".join(line.strip() for line, _ in self.lines if line.strip())

    def text(self, is_framed: bool) -> str:
        """Return its text; in a frame only those lines end that its author ended."""
        text = ""
        for number, (line, is_forced) in enumerate(self.lines):
            if number:
                text = text.rstrip(" ") + ("\n" if is_forced or not is_framed else " ")
            text += line.strip(" ")
        return text


def read_text(walker: Walker, node: SvgNode, inner: Setting) -> DrawnText | None:
    """Return a text of a drawing; None for one without letters."""
    reader = _TextReader(walker)
    reader.read(node, inner, keeps=False)
    lines = [line for line in reader.lines if line.letters]
    if not any(letter.strip() for line in lines for letter, _ in line.letters):
        return None
    first = next(line for line in lines if any(letter.strip() for letter, _ in line.letters))
    styles = [style for line in lines for letter, style in line.letters if letter.strip()]
    base = max(styles, key=lambda style: sum(_same_look(style, other) for other in styles[:200]))
    if not all(is_bold(style) for style in styles):
        base = {**base, "font-weight": "normal"}
    if not all(is_italic(style) for style in styles):
        base = {**base, "font-style": "normal"}
    written = tuple((_marked(line.letters, base), line.is_forced) for line in lines)
    longest = max(len(line.letters) for line in lines)
    arc = None if reader.is_free or len(reader.paths) != 1 or len(lines) > 1 else _arc_of(walker, *reader.paths[0])
    is_free = reader.is_free or bool(reader.paths and not arc)
    return DrawnText(node, inner.matrix, base, first.x, first.y, lines[-1].y, written, arc, is_free, longest)


def _arc_of(walker: Walker, node: SvgNode, setting: Setting) -> DrawnArc | None:
    """Return the arc along which a text runs; None if its path is none, or if its letters are slanted."""
    try:
        line = line_of(walker, node, setting)
    except (Mistake, ArithmeticError):
        return None
    if line is None or not outline.is_similarity(setting.matrix) or outline.determinant(setting.matrix) < 0:
        return None
    points = [line.pieces[0][0], *(end for _, end in line.pieces)]
    (ax, ay), (bx, by), (cx, cy) = (points[round(share * (len(points) - 1))] for share in (0, 1 / 3, 2 / 3))
    cross = 2 * (ax * (by - cy) + bx * (cy - ay) + cx * (ay - by))
    if abs(cross) < 1e-6 * line.length**2:
        return None
    a, b, c = (px * px + py * py for px, py in ((ax, ay), (bx, by), (cx, cy)))
    x = (a * (by - cy) + b * (cy - ay) + c * (ay - by)) / cross
    y = (a * (cx - bx) + b * (ax - cx) + c * (bx - ax)) / cross
    radius = math.hypot(ax - x, ay - y)
    size = svg_length(setting.style["font-size"], 16.0)
    if any(abs(math.hypot(px - x, py - y) - radius) > OFF_ARC * size for px, py in points):
        return None
    start = min(max(line.start, 0.0), line.length)
    half = min(start, line.length - start)
    first, last = {"middle": (start - half, start + half), "end": (0.0, start)}.get(
        setting.style["text-anchor"], (start, line.length)
    )
    is_inside = cross < 0
    along = (first + last) / 2 / radius * (-1 if is_inside else 1)
    turn = math.degrees(math.atan2(ay - y, ax - x) + along) + (-90 if is_inside else 90)
    return DrawnArc(x, y, radius, is_inside, last - first, (turn + 180) % 360 - 180)


class _TextReader:
    """Collects the lines of a text.

    Attributes:
        lines: The lines so far.
        is_free: Whether letters are turned, or moved from a path.
        paths: The parts that run along a path, each with its setting.
    """

    def __init__(self, walker: Walker) -> None:
        self.walker = walker
        self.lines: list[_DrawnLine] = []
        self.is_free = False
        self.paths: list[tuple[SvgNode, Setting]] = []
        self._x = self._y = 0.0
        self._begins_line = True
        self._is_forced = False

    def read(self, node: SvgNode, setting: Setting, keeps: bool) -> None:
        style, attributes = setting.style, node.attributes
        keeps = (
            style["white-space"].startswith(("pre", "break")) or attributes.get(XML_SPACE, "") == "preserve" or keeps
        )
        self.is_free |= bool(attributes.get("rotate", "0").strip("0., "))
        if node.tag == "textPath":
            self.paths.append((node, setting))
        self._move(node, setting)
        if node.tag == "textPath" and (path := self.walker.tree.by_id.get(node.href[1:])) and path.tag in SHAPES:
            start = next(
                (segment[1:] for segment in self.walker.outline(path, setting) if len(segment) > 2), (0.0, 0.0)
            )
            self._x, self._y = start[0], start[1]
        if node.tag in ("flowPara", "flowDiv") or attributes.get(_ROLE) == "line":
            self._end_line(is_forced=True)
        for part in node.content:
            if isinstance(part, SvgNode):
                if part.tag in _PARTS:
                    inner = self.walker.inside(part, setting)
                    if inner.style["display"] != "none":
                        self.read(part, inner, keeps)
            elif part.strip() or "\n" not in part:
                self._add(part, style, keeps)
        if node.tag == "flowPara":
            self._end_line(is_forced=True)

    def _move(self, node: SvgNode, setting: Setting) -> None:
        """Move to the place that a part gives, and begin a line if it is above or below this one."""
        place = {name: _first(node, name, whole) for name, whole in (("x", 0.0), ("y", 0.0), ("dy", 0.0))}
        y = (self._y if place["y"] is None else place["y"]) + (place["dy"] or 0.0)
        size = svg_length(setting.style["font-size"], 16.0)
        is_new = abs(y - self._y) > NEW_LINE * size
        if is_new and any(line.letters for line in self.lines):
            self._end_line(is_forced=False)
        self._y = y if is_new or self._begins_line else self._y
        if place["x"] is not None and self._begins_line:
            self._x = place["x"]

    def _end_line(self, is_forced: bool) -> None:
        self._is_forced |= is_forced
        self._begins_line = True

    def _add(self, text: str, style: Style, keeps: bool) -> None:
        pieces = re.split(r"\r?\n", text) if keeps else [" ".join(re.split(r"[\r\n]+", text))]
        for number, piece in enumerate(pieces):
            if number:
                self._end_line(is_forced=True)
            for character in piece.replace("\t", " "):
                if self._begins_line:
                    self.lines.append(_DrawnLine(self._x, self._y, self._is_forced))
                    self._begins_line = self._is_forced = False
                letters = self.lines[-1].letters
                if keeps or character != " " or (letters and letters[-1][0] != " "):
                    letters.append((character, style))


def _first(node: SvgNode, name: str, whole: float) -> float | None:
    """Return the first of the numbers of an attribute; None without any."""
    numbers = re.split(r"[\s,]+", node.attributes.get(name, "").strip())
    try:
        return svg_length(numbers[0], whole) if numbers[0] else None
    except Mistake:
        return None


def is_bold(style: Style) -> bool:
    """Whether letters are bold."""
    weight = style["font-weight"].lower()
    if weight == "normal" and re.search(
        r"-(semi|extra)?bold|-black|-heavy", style["font-family"].partition(",")[0].lower()
    ):
        return True
    try:
        return (WEIGHTS.get(weight) or float(weight)) >= BOLD
    except ValueError:
        return False


def is_italic(style: Style) -> bool:
    """Whether letters are italic."""
    named = re.search(r"-\w*(italic|oblique)", style["font-family"].partition(",")[0].lower())
    return style["font-style"].split(" ")[0].lower() in ("italic", "oblique") or named is not None


def _same_look(one: Style, other: Style) -> bool:
    return all(one[key] == other[key] for key in ("fill", "font-size", "font-weight", "font-style", "font-family"))


def _marked(letters: list[tuple[str, Style]], base: Style) -> str:
    """Return a line with marks for letters that look different from most; a placeholder looks like its first letter."""
    text = "".join(letter for letter, _ in letters)
    styles = [style for _, style in letters]
    for match in PLACEHOLDER.finditer(text):
        styles[match.start() : match.end()] = [styles[match.start()]] * len(match[0])
    marks = [_marks(style, base) for style in styles]
    marked = ""
    for (before, after), run in groupby(zip(marks, text, strict=True), key=lambda pair: pair[0]):
        words = "".join(letter for _, letter in run)
        inner = words.strip()
        marked += words.replace(inner, f"{before}{inner}{after}", 1) if inner else words
    return marked


def _marks(style: Style, base: Style) -> tuple[str, str]:
    before, after = "", ""
    css = []
    if style["fill"] != base["fill"] and re.fullmatch(r"#\w+|[a-z]+|rgb\([\d, ]+\)", style["fill"]):
        css.append(f"color: {style['fill']}")
    raised = {"super": "sup", "sub": "sub"}.get(style["baseline-shift"], "")
    share = svg_length(style["font-size"], 16.0) / svg_length(base["font-size"], 16.0)
    if abs(share - 1) > 0.02 and not raised:
        css.append(f"font-size: {share * 100:.3g}%")
    if css:
        before, after = f'<span style="{"; ".join(css)}">', "</span>"
    for tag in filter(None, (raised, *(TAGS.get(word, "") for word in style["text-decoration"].split()))):
        before, after = f"{before}<{tag}>", f"</{tag}>{after}"
    for is_so, mark in ((is_bold, "**"), (is_italic, "*")):
        if is_so(style) and not is_so(base):
            before, after = f"{before}{mark}", f"{mark}{after}"
    return before, after


def field_expression(name: str) -> str:
    """Return the expression for a field of the card."""
    return f"{{{{ card.{name} }}}}" if name.isidentifier() else f'{{{{ card["{name}"] }}}}'


def with_fields(text: DrawnText, fields: Iterable[str]) -> DrawnText:
    """Return a text with the placeholders of other programs, and names without card., as expressions of fields."""
    return replace(text, lines=tuple((with_expressions(line, fields), is_forced) for line, is_forced in text.lines))


def with_expressions(words: str, fields: Iterable[str]) -> str:
    """Return words with the placeholders of other programs, and names without card., as expressions of fields."""

    def expression(match: re.Match[str]) -> str:
        written = next(filter(None, match.groups())).strip()
        name = next((each for each in fields if is_same_name(each, written)), None)
        if name is None and (match[1] or match[2]):
            name = written
        return field_expression(name) if name else match[0]

    return FOREIGN.sub(expression, words)


def property_of(node: SvgNode | None, name: str) -> str:
    """Return a property that pnp.layout.svg.style does not know, as written in or around an element; "" for none."""
    while node is not None:
        declared: Iterator[tuple[str, str]] = (
            (key, value) for key, value, _ in (*node.rules, *style_declarations(node.attributes.get("style", "")))
        )
        if value := dict(declared).get(name) or node.attributes.get(name, ""):
            return value.strip()
        node = node.parent
    return ""
