"""A gradient's attributes and stops → the paint of a shape, in the units the shape is drawn in.

Follows no references: attributes come with what the gradient takes over from others.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple

from pnp.layout import outline
from pnp.layout.frame import LinearGradient, Matrix, Paint, RadialGradient, Stop, multiply
from pnp.layout.svg_style import diagonal, svg_length
from pnp.layout.svg_xml import UnsupportedError


class Stretched(NamedTuple):
    """A circular gradient, and the matrix from its space to the shape's that stretches it to an ellipse."""

    gradient: RadialGradient
    matrix: Matrix


def linear_paint(
    written: Mapping[str, str], stops: tuple[Stop, ...], whole: tuple[float, float], space: Matrix, flat: Matrix
) -> Paint:
    """A linear gradient moved by both matrices; where they skew it, its line turns with the bands of colour."""
    x1, y1 = svg_length(written.get("x1", "0"), whole[0]), svg_length(written.get("y1", "0"), whole[1])
    x2, y2 = svg_length(written.get("x2", "100%"), whole[0]), svg_length(written.get("y2", "0"), whole[1])
    if (x1, y1) == (x2, y2) or len(stops) == 1:
        return stops[-1].colour
    matrix = multiply(flat, space)
    a, b, c, d, _, _ = matrix
    sx, sy = outline.apply(matrix, x1, y1)
    ex, ey = outline.apply(matrix, x2, y2)
    band_x, band_y = a * (y1 - y2) + c * (x2 - x1), b * (y1 - y2) + d * (x2 - x1)
    along = ((ex - sx) * band_y - (ey - sy) * band_x) / (band_x**2 + band_y**2)
    return LinearGradient(sx, sy, sx + along * band_y, sy - along * band_x, stops)


def radial_paint(
    written: Mapping[str, str], stops: tuple[Stop, ...], whole: tuple[float, float], space: Matrix, flat: Matrix
) -> Paint | Stretched:
    """A radial gradient moved by both matrices, with the stretch that is left over where they turn it to an ellipse.

    Raises:
        UnsupportedError: Its focus is off its centre.
    """
    cx, cy = svg_length(written.get("cx", "50%"), whole[0]), svg_length(written.get("cy", "50%"), whole[1])
    r = svg_length(written.get("r", "50%"), diagonal(whole))
    fx, fy = svg_length(written.get("fx", str(cx)), whole[0]), svg_length(written.get("fy", str(cy)), whole[1])
    if math.hypot(fx - cx, fy - cy) > r * 1e-3 or svg_length(written.get("fr", "0"), 1.0):
        raise UnsupportedError("radialGradient", "a radial gradient has its focus off the centre")
    if r <= 0 or len(stops) == 1:
        return stops[-1].colour
    matrix = multiply(flat, space)
    if not outline.is_similarity(matrix):
        return Stretched(RadialGradient(cx, cy, r, stops), space)
    return RadialGradient(*outline.apply(matrix, cx, cy), r * math.sqrt(abs(outline.determinant(matrix))), stops)
