"""A HarfBuzz font and a glyph's number → its outline as segments, in font units, y up."""

from __future__ import annotations

from functools import cache

import uharfbuzz as hb

Segment = tuple[str, *tuple[float, ...]]
"""("M", x, y), ("L", x, y), ("C", x1, y1, x2, y2, x, y) or ("Z",), always absolute. Segments of glyphs are in em, all
others in mm."""


def glyph_outline(font: hb.Font, glyph: int) -> tuple[Segment, ...]:
    """Return the glyph's outline in font units, y up; quadratic curves become cubic ones."""
    segments: list[Segment] = []
    font.draw_glyph(glyph, _draw_functions(), _Pen(segments))
    return tuple(segments)


class _Pen:
    """Collects an outline; HarfBuzz passes it to the functions in _draw_functions."""

    def __init__(self, segments: list[Segment]) -> None:
        self.segments = segments
        self.at = (0.0, 0.0)


@cache
def _draw_functions() -> hb.DrawFuncs:
    functions = hb.DrawFuncs()
    functions.set_move_to_func(_move_to)
    functions.set_line_to_func(_line_to)
    functions.set_quadratic_to_func(_quadratic_to)
    functions.set_cubic_to_func(_cubic_to)
    functions.set_close_path_func(_close_path)
    return functions


def _move_to(x: float, y: float, pen: _Pen) -> None:
    pen.segments.append(("M", x, y))
    pen.at = (x, y)


def _line_to(x: float, y: float, pen: _Pen) -> None:
    pen.segments.append(("L", x, y))
    pen.at = (x, y)


def _quadratic_to(cx: float, cy: float, x: float, y: float, pen: _Pen) -> None:
    ax, ay = pen.at
    pen.segments.append(
        ("C", ax + 2 / 3 * (cx - ax), ay + 2 / 3 * (cy - ay), x + 2 / 3 * (cx - x), y + 2 / 3 * (cy - y), x, y)
    )
    pen.at = (x, y)


def _cubic_to(x1: float, y1: float, x2: float, y2: float, x: float, y: float, pen: _Pen) -> None:
    pen.segments.append(("C", x1, y1, x2, y2, x, y))
    pen.at = (x, y)


def _close_path(pen: _Pen) -> None:
    pen.segments.append(("Z",))
