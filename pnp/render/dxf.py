"""Outlines of pieces → a DXF file for cutting machines, in mm, with y up as DXF has it; arcs stay arcs."""

from __future__ import annotations

import io
import math
from collections.abc import Sequence

from pnp.layout.frame import Box
from pnp.units import Mm

QUARTER = math.tan(math.pi / 8)
"""The bulge of a quarter of a circle, as DXF counts it: the tangent of a fourth of its angle."""


def render_dxf(slots: Sequence[Box], shape: str, corner: Mm, height: Mm) -> bytes:
    """The cut lines of some pieces of one shape.

    Args:
        slots: Where they lie, mm from the top left.
        shape: As pnp.layout.shape has them.
        corner: Radius of rounded corners, mm.
        height: Of the paper, mm.

    Raises:
        ModuleNotFoundError: ezdxf is not installed.
    """
    import ezdxf

    ezdxf.options.write_fixed_meta_data_for_testing = True  # no dates: the same cut, the same bytes
    document = ezdxf.new("R2010", units=ezdxf.units.MM)
    document.layers.add("CUT", color=1)
    space = document.modelspace()
    for slot in slots:
        x, y = slot.x, height - slot.bottom
        if shape == "circle":
            space.add_circle((x + slot.width / 2, y + slot.height / 2), slot.width / 2, dxfattribs={"layer": "CUT"})
            continue
        points = _hexagon(x, y, slot) if shape == "hexagon" else _rounded(x, y, slot, corner)
        space.add_lwpolyline(points, format="xyb", close=True, dxfattribs={"layer": "CUT"})
    written = io.StringIO()
    document.write(written)
    return written.getvalue().encode()


Point = tuple[float, float, float]
"""x, y, and how much the way to the next point bulges."""


def _hexagon(x: Mm, y: Mm, slot: Box) -> list[Point]:
    """Standing on a corner."""
    middle, quarter = x + slot.width / 2, slot.height / 4
    right, top = x + slot.width, y + slot.height
    corners = [
        (middle, y),
        (right, y + quarter),
        (right, top - quarter),
        (middle, top),
        (x, top - quarter),
        (x, y + quarter),
    ]
    return [(*corner, 0.0) for corner in corners]


def _rounded(x: Mm, y: Mm, slot: Box, corner: Mm) -> list[Point]:
    right, top = x + slot.width, y + slot.height
    r = min(corner, slot.width / 2, slot.height / 2)
    if not r:
        return [(x, y, 0.0), (right, y, 0.0), (right, top, 0.0), (x, top, 0.0)]
    return [
        *((x + r, y, 0.0), (right - r, y, QUARTER)),
        *((right, y + r, 0.0), (right, top - r, QUARTER)),
        *((right - r, top, 0.0), (x + r, top, QUARTER)),
        *((x, top - r, 0.0), (x, y + r, QUARTER)),
    ]
