"""Outlines of pieces → a DXF file for cutting machines, in mm, with y up as DXF has it.

Arcs of a piece's trim stay arcs. Lines of its own become polylines: not every machine's program knows curves.
"""

from __future__ import annotations

import io
import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from pnp.layout.frame import Box, DieLine, Segment
from pnp.units import Mm

if TYPE_CHECKING:
    from ezdxf.layouts import Modelspace

QUARTER = math.tan(math.pi / 8)
"""The bulge of a quarter of a circle, as DXF counts it: the tangent of a fourth of its angle."""


LAYERS: dict[DieLine, tuple[str, int]] = {"cut": ("CUT", 1), "crease": ("CREASE", 5)}
"""The layer of each kind of line, and its colour as DXF counts them: red, blue."""

TRUE: Mm = 0.01
"""How far a polyline may lie beside the curve that it stands for."""

SAME: Mm = 1e-6
"""How near to each other the ends of a line are that is closed."""

Lines = Mapping[DieLine, tuple[Segment, ...]]
"""Lines of a piece by their kind, in mm from its top left."""


def render_dxf(slots: Sequence[Box], shape: str, corner: Mm, height: Mm, lines: Lines | None = None) -> bytes:
    """The cut lines of some pieces of one shape.

    Args:
        slots: Where they lie, mm from the top left.
        shape: As pnp.layout.shape has them.
        corner: Radius of rounded corners, mm.
        height: Of the paper, mm.
        lines: The pieces' own lines; what is cut takes the place of the shape's outline.

    Raises:
        ModuleNotFoundError: ezdxf is not installed.
    """
    import ezdxf

    ezdxf.options.write_fixed_meta_data_for_testing = True  # no dates: the same cut, the same bytes
    document = ezdxf.new("R2010", units=ezdxf.units.MM)
    lines = lines or {}
    for kind, (layer, colour) in LAYERS.items():
        if kind == "cut" or lines.get(kind):
            document.layers.add(layer, color=colour)
    space = document.modelspace()
    for slot in slots:
        for kind, segments in lines.items():
            _draw(space, segments, (slot.x, height - slot.y), LAYERS[kind][0])
        if lines.get("cut"):
            continue
        x, y = slot.x, height - slot.bottom
        if shape == "circle":
            space.add_circle((x + slot.width / 2, y + slot.height / 2), slot.width / 2, dxfattribs={"layer": "CUT"})
            continue
        points = _hexagon(x, y, slot) if shape == "hexagon" else _rounded(x, y, slot, corner)
        space.add_lwpolyline(points, format="xyb", close=True, dxfattribs={"layer": "CUT"})
    written = io.StringIO()
    document.write(written)
    return written.getvalue().encode()


def _draw(space: Modelspace, segments: Sequence[Segment], origin: tuple[Mm, Mm], layer: str) -> None:
    """Lines of a piece that has its top left at a point, y up."""
    from ezdxf.path import Path, to_lwpolylines

    def point(x: float, y: float) -> tuple[float, float]:
        return origin[0] + x, origin[1] - y

    paths: list[Path] = []
    for kind, *numbers in segments:
        points = [point(x, y) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
        if kind == "M":
            paths.append(Path(points[0]))
        elif kind == "L":
            paths[-1].line_to(points[0])
        elif kind == "C":
            paths[-1].curve4_to(points[2], points[0], points[1])
        else:
            paths[-1].close()
    drawn = [path for path in paths if len(path)]
    for line in to_lwpolylines(drawn, distance=TRUE, dxfattribs={"layer": layer}):
        points = line.get_points()
        if len(points) > 2 and math.dist(points[0][:2], points[-1][:2]) < SAME:
            line.set_points(points[:-1])
            line.closed = True  # programs that fill or offset outlines take no others
        space.add_entity(line)


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
