"""Path data, lists of numbers and transform lists in SVG's notation → segments, numbers and matrices.

Numbers keep their units. Shapes and operations on them are in pnp.core.outline.
"""

from __future__ import annotations

import cmath
import math
import re
from collections.abc import Callable, Iterator

from pnp.core.diagnostics import Mistake, counted
from pnp.core.frame import IDENTITY, Matrix, Segment, multiply, translation
from pnp.core.outline import rotation
from pnp.core.patterns import lazy_pattern

_LARGEST = 1e9
"""Numbers beyond this are a mistake, and would overflow when squared and multiplied."""

_MAYBE_LARGE = lazy_pattern(r"[eE]\+?[0-9]|[0-9]{10}")
_COMMAND = lazy_pattern(r"([A-DF-Za-df-z])([^A-DF-Za-df-z]*)")
_NUMBER = r"[+-]?(?:[0-9]++\.?+[0-9]*+|\.[0-9]++)(?:[eE][+-]?[0-9]++)?"
_NUMBERS = lazy_pattern(rf"{_NUMBER}|[^\s,]")
_ARC = lazy_pattern(
    rf"({_NUMBER})[\s,]*+" + rf"({_NUMBER})[\s,]*+" * 2 + r"([01])[\s,]*+" * 2 + rf"({_NUMBER})[\s,]*+" * 2
)
_TRANSFORM = lazy_pattern(r"[\s,]*([A-Za-z]+)\s*\(([^()]*)\)[\s,]*")


def parse_numbers(text: str) -> list[float]:
    """Return the numbers of a list, separated by spaces, commas, or only by signs and points.

    Raises:
        Mistake: Something else stands between them, or a number is beyond 10⁹; the message names it.
    """
    numbers = _to_numbers(text)
    _refuse_large(text)
    return numbers


def _to_numbers(text: str) -> list[float]:
    try:
        return list(map(float, _NUMBERS.findall(text)))
    except ValueError as error:
        raise Mistake(f"{str(error).rpartition(': ')[2]} is not a number") from None


def _refuse_large(text: str) -> None:
    if _MAYBE_LARGE.search(text) and any(abs(float(n)) >= _LARGEST for n in re.findall(_NUMBER, text)):
        raise Mistake("a number is beyond 10⁹")


def parse_path(text: str) -> tuple[Segment, ...]:
    """Return path data as absolute segments; quadratic curves and arcs become cubic curves.

    Arcs are split at quarter turns, which keeps within 0.03 % of the radius.

    Args:
        text: The ``d`` attribute; empty or "none" gives no segments.

    Raises:
        Mistake: It does not start with a move, has an unknown command or the wrong count of numbers, or a number is
            beyond 10⁹.
    """
    segments, mistake = read_path(text)
    if mistake is not None:
        raise mistake
    return segments


def read_path(text: str) -> tuple[tuple[Segment, ...], Mistake | None]:
    """Return path data up to its first mistake, as browsers draw it, and the mistake; see parse_path."""
    text = text.strip()
    if text in ("", "none"):
        return (), None
    pen = _PathPen()
    try:
        if text[0] not in "Mm":
            raise Mistake(f"path data starts with {text[0]!r} instead of M")
        _refuse_large(text)
        for letter, arguments in _COMMAND.findall(text):
            if letter in "Zz" and not arguments.strip(" \t\r\n\f,"):
                pen.close()
            else:
                _draw_command(pen, letter, arguments)
    except Mistake as mistake:
        return tuple(pen.segments), mistake
    return tuple(pen.segments), None


def _draw_command(pen: _PathPen, letter: str, arguments: str) -> None:
    kind = letter.upper()
    draw, count = _COMMANDS.get(kind, (None, 0))
    if draw is None:
        raise Mistake("Z takes no numbers" if kind == "Z" else f"{letter!r} is not a path command")
    numbers = _to_numbers(arguments) if kind != "A" else _arc_numbers(arguments)
    length, excess = len(numbers), len(numbers) % count
    is_relative = letter != kind
    for start in range(0, length - excess, count):
        ox, oy = (pen.x, pen.y) if is_relative else (0.0, 0.0)
        draw(pen, ox, oy, *numbers[start : start + count])
        if kind == "M":
            draw, kind = _PathPen.line, "L"
        pen.kind = kind
    if not length or excess:
        raise Mistake(f"{letter} takes {counted(count, 'number')} at a time, not {length}")


def _arc_numbers(arguments: str) -> list[float]:
    """Return seven numbers for each arc; its two flags may be written without a space, as in ``01``."""
    arcs = _ARC.findall(arguments)
    if not arcs or _ARC.sub("", arguments).strip(" \t\r\n\f,"):
        raise Mistake(f"A takes 7 numbers at a time, the 4th and 5th 0 or 1, not {arguments.strip()!r}")
    return [float(number) for arc in arcs for number in arc]


class _PathPen:
    """Turns commands into segments one by one; ox and oy are the current point for relative commands, else 0."""

    def __init__(self) -> None:
        self.segments: list[Segment] = []
        self.kind = ""
        self.x = self.y = 0.0
        self.start = (0.0, 0.0)
        self.handle = (0.0, 0.0)
        self.is_closed = False

    def move(self, ox: float, oy: float, x: float, y: float) -> None:
        self.x, self.y = self.start = (ox + x, oy + y)
        self.is_closed = False
        self.segments.append(("M", self.x, self.y))

    def close(self) -> None:
        if not self.is_closed:
            self.segments.append(("Z",))
        self.x, self.y = self.start
        self.is_closed = True
        self.kind = "Z"

    def line(self, ox: float, oy: float, x: float, y: float) -> None:
        self._reopen()
        self.x, self.y = ox + x, oy + y
        self.segments.append(("L", self.x, self.y))

    def horizontal(self, ox: float, _oy: float, x: float) -> None:
        self.line(0.0, 0.0, ox + x, self.y)

    def vertical(self, _ox: float, oy: float, y: float) -> None:
        self.line(0.0, 0.0, self.x, oy + y)

    def curve(self, ox: float, oy: float, x1: float, y1: float, x2: float, y2: float, x: float, y: float) -> None:
        self._reopen()
        self.handle = (ox + x2, oy + y2)
        self.x, self.y = ex, ey = ox + x, oy + y
        self.segments.append(("C", ox + x1, oy + y1, ox + x2, oy + y2, ex, ey))

    def smooth_curve(self, ox: float, oy: float, x2: float, y2: float, x: float, y: float) -> None:
        x1, y1 = self._mirrored_handle("CS")
        self.curve(0.0, 0.0, x1, y1, ox + x2, oy + y2, ox + x, oy + y)

    def quadratic(self, ox: float, oy: float, x1: float, y1: float, x: float, y: float) -> None:
        hx, hy, ex, ey = ox + x1, oy + y1, ox + x, oy + y
        fx, fy = self.x + 2 / 3 * (hx - self.x), self.y + 2 / 3 * (hy - self.y)
        self.curve(0.0, 0.0, fx, fy, ex + 2 / 3 * (hx - ex), ey + 2 / 3 * (hy - ey), ex, ey)
        self.handle = (hx, hy)

    def smooth_quadratic(self, ox: float, oy: float, x: float, y: float) -> None:
        x1, y1 = self._mirrored_handle("QT")
        self.quadratic(0.0, 0.0, x1, y1, ox + x, oy + y)

    def arc(
        self, ox: float, oy: float, rx: float, ry: float, turn: float, large: float, sweep: float, x: float, y: float
    ) -> None:
        start, end = complex(self.x, self.y), complex(ox + x, oy + y)
        if not rx or not ry:
            self.line(0.0, 0.0, end.real, end.imag)
        elif start != end:
            for numbers in _arc_curves(start, abs(rx), abs(ry), math.radians(turn), bool(large), bool(sweep), end):
                self.curve(0.0, 0.0, *numbers)

    def _mirrored_handle(self, kinds: str) -> tuple[float, float]:
        if self.kind and self.kind in kinds:
            return 2 * self.x - self.handle[0], 2 * self.y - self.handle[1]
        return self.x, self.y

    def _reopen(self) -> None:
        if self.is_closed:
            self.move(0.0, 0.0, *self.start)


_COMMANDS: dict[str, tuple[Callable[..., None], int]] = {
    "M": (_PathPen.move, 2),
    "L": (_PathPen.line, 2),
    "H": (_PathPen.horizontal, 1),
    "V": (_PathPen.vertical, 1),
    "C": (_PathPen.curve, 6),
    "S": (_PathPen.smooth_curve, 4),
    "Q": (_PathPen.quadratic, 4),
    "T": (_PathPen.smooth_quadratic, 2),
    "A": (_PathPen.arc, 7),
}


def _arc_curves(
    start: complex, rx: float, ry: float, turn: float, large: bool, sweep: bool, end: complex
) -> Iterator[tuple[float, float, float, float, float, float]]:
    """Yield the cubic curves of an arc; radii too small for its ends grow, as SVG requires.

    In the space where the ellipse is a unit circle, its centre lies on the perpendicular through the chord's middle.
    Each curve covers at most a quarter turn; its handles are 4/3 tan(angle / 4) of the radius long.
    """
    turned = cmath.exp(1j * turn)

    def to_unit(point: complex) -> complex:
        straight = point / turned
        return complex(straight.real / rx, straight.imag / ry)

    def from_unit(point: complex) -> tuple[float, float]:
        placed = complex(point.real * rx, point.imag * ry) * turned
        return placed.real, placed.imag

    grown = max(1.0, abs(to_unit(end) - to_unit(start)) / 2)
    rx, ry = rx * grown, ry * grown
    first, last = to_unit(start), to_unit(end)
    half = (last - first) / 2
    rise = math.sqrt(max(0.0, 1 / abs(half) ** 2 - 1))
    centre = (first + last) / 2 + half * 1j * (rise if sweep != large else -rise)
    angle = cmath.phase((last - centre) / (first - centre))
    if sweep and angle < 0:
        angle += 2 * math.pi
    elif not sweep and angle > 0:
        angle -= 2 * math.pi
    count = max(1, math.ceil(abs(angle) / (math.pi / 2) - 1e-6))
    reach = 1j * 4 / 3 * math.tan(angle / count / 4)
    step = cmath.exp(1j * angle / count)
    spoke = first - centre
    for index in range(count):
        after = spoke * step
        tip = from_unit(centre + after) if index < count - 1 else (end.real, end.imag)
        yield (*from_unit(centre + spoke * (1 + reach)), *from_unit(centre + after * (1 - reach)), *tip)
        spoke = after


def parse_transform(text: str) -> Matrix:
    """Return a transform list, applied right to left as in SVG, as one matrix; units of CSS are understood.

    Raises:
        Mistake: An unknown transform, or one with the wrong count of numbers.
    """
    matrix, end = IDENTITY, 0
    while match := _TRANSFORM.match(text, end):
        inner = _UNIT.sub(_without_unit, match[2]) if _UNIT.search(match[2]) else match[2]
        matrix = multiply(matrix, _one_transform(match[1], parse_numbers(inner)))
        end = match.end()
    if text[end:].strip() and text.strip() != "none":
        raise Mistake(f"{text[end:].strip()!r} is not a transform")
    return matrix


_UNIT = lazy_pattern(rf"(?<![0-9])({_NUMBER})(deg|grad|rad|turn|px|mm|cm|in|pt|pc)", re.IGNORECASE)
_PER_UNIT = {
    "deg": 1.0, "grad": 0.9, "rad": 180 / math.pi, "turn": 360.0,
    "px": 1.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0, "pt": 96 / 72, "pc": 16.0,
}  # fmt: skip
"""The size of each unit of angles and lengths, in degrees or user units."""


def _without_unit(match: re.Match[str]) -> str:
    return f"{float(match[1]) * _PER_UNIT[match[2].lower()]:.12g}"


def _one_transform(name: str, numbers: list[float]) -> Matrix:
    match name, numbers:
        case "matrix", [a, b, c, d, e, f]:
            return (a, b, c, d, e, f)
        case "translate", [x, *rest] if len(rest) < 2:
            return translation(x, *rest) if rest else translation(x, 0.0)
        case "scale", [x, *rest] if len(rest) < 2:
            return (x, 0.0, 0.0, rest[0] if rest else x, 0.0, 0.0)
        case "rotate", [degrees, *centre] if len(centre) in (0, 2):
            return rotation(degrees, *centre)
        case "translateX" | "translateY", [shift]:
            return translation(shift, 0.0) if name == "translateX" else translation(0.0, shift)
        case "scaleX" | "scaleY", [factor]:
            return (factor, 0.0, 0.0, 1.0, 0.0, 0.0) if name == "scaleX" else (1.0, 0.0, 0.0, factor, 0.0, 0.0)
        case "skew", [degrees, *rest] if len(rest) < 2:
            down = math.tan(math.radians(rest[0])) if rest else 0.0
            return (1.0, down, math.tan(math.radians(degrees)), 1.0, 0.0, 0.0)
        case "skewX", [degrees]:
            return (1.0, 0.0, math.tan(math.radians(degrees)), 1.0, 0.0, 0.0)
        case "skewY", [degrees]:
            return (1.0, math.tan(math.radians(degrees)), 0.0, 1.0, 0.0, 0.0)
    raise Mistake(f"{name} with {counted(len(numbers), 'number')} is not a transform")
