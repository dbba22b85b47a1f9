"""Outlines of pieces → a DXF file for cutting machines, in mm, with y up.

Arcs of a piece's trim stay arcs. Its own lines become polylines: some machines' programs do not support curves.
"""

from __future__ import annotations

import io
import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from pnp.core.frame import Box, DieLine, Frame, Path, Segment
from pnp.core.outline import rectangle, trim_outline
from pnp.core.units import Mm

if TYPE_CHECKING:
    from ezdxf.layouts import Modelspace


QUARTER = math.tan(math.pi / 8)
"""The bulge of a quarter of a circle in DXF: the tangent of a quarter of its angle."""


LAYERS: dict[DieLine, tuple[str, int]] = {
    "crease": ("CREASE", 5),
    "perforation": ("PERFORATION", 6),
    "kiss_cut": ("KISS_CUT", 3),
    "cut": ("CUT", 1),
}
"""The layer of each kind of line, and its DXF colour number: blue, magenta, green, red; in the order in which machines
work.
"""

PAGE, MARKS, GREY = "PAGE", "REGMARK", 8
"""The layers of the paper's edges and a machine's marks, which are not cut, and their colour."""

TRUE: Mm = 0.01
"""Greatest distance between a polyline and the curve that it replaces."""

SAME: Mm = 1e-6
"""A line is closed if its ends are nearer to each other than this."""

Lines = Mapping[DieLine, tuple[Segment, ...]]
"""The lines of a piece by their kind, in mm from its top left."""


def render_dxf(
    slots: Sequence[Box],
    piece: Frame,
    paper: tuple[Mm, Mm],
    lines: Lines | None = None,
    marks: Sequence[Path] = (),
) -> bytes:
    """Return the cut lines of some pieces of one shape, with the paper's edges and a machine's marks on other layers.

    DXF has no pages: a program that places a drawing by its content finds the sheet by those.

    Args:
        slots: Places of the pieces, mm from the top left.
        piece: A piece with its shape and corner.
        paper: Width and height of the paper, mm.
        lines: The pieces' own lines; those to cut replace the shape's outline.
        marks: Marks that the machine looks for on the sheet.

    Raises:
        ModuleNotFoundError: ezdxf is not installed.
    """
    import ezdxf

    ezdxf.options.write_fixed_meta_data_for_testing = True  # no dates: the same pieces give the same bytes
    document = ezdxf.new("R2010", units=ezdxf.units.MM)
    lines = lines or {}
    for kind, (layer, colour) in LAYERS.items():
        if kind == "cut" or lines.get(kind):
            document.layers.add(layer, color=colour)
    for layer in (PAGE, *([MARKS] if marks else [])):
        document.layers.add(layer, color=GREY).dxf.plot = 0
    width, height = paper
    space = document.modelspace()
    space.reset_extents((0.0, 0.0, 0.0), (width, height, 0.0))
    # ezdxf copies the drawing's extents from its space, except where one is the origin
    document.header["$EXTMIN"], document.header["$EXTMAX"] = (0.0, 0.0, 0.0), (width, height, 0.0)
    space.reset_limits((0.0, 0.0), paper)
    _draw(space, rectangle(0.0, 0.0, width, height), (0.0, height), PAGE)
    for mark in marks:
        _draw(space, mark.segments, (0.0, height), MARKS)
    for kind, (layer, _) in LAYERS.items():
        for slot in slots:
            _draw(space, lines.get(kind, ()), (slot.x, height - slot.y), layer)
    for slot in () if lines.get("cut") else slots:
        x, y, attributes = slot.x, height - slot.bottom, {"layer": LAYERS["cut"][0]}
        if piece.shape == "circle" and slot.width == slot.height:
            space.add_circle((x + slot.width / 2, y + slot.height / 2), slot.width / 2, dxfattribs=attributes)
        elif piece.shape in ("circle", "hexagon"):
            _draw(space, trim_outline(piece), (slot.x, height - slot.y), LAYERS["cut"][0])
        else:
            points = _rounded(x, y, slot, piece.corner)
            space.add_lwpolyline(points, format="xyb", close=True, dxfattribs=attributes)
    buffer = io.StringIO()
    document.write(buffer)
    return buffer.getvalue().encode()


def _draw(space: Modelspace, segments: Sequence[Segment], origin: tuple[Mm, Mm], layer: str) -> None:
    """Draw lines relative to an origin at their top left, y up."""
    from ezdxf.path import Path as Outline
    from ezdxf.path import to_lwpolylines

    def point(x: float, y: float) -> tuple[float, float]:
        return origin[0] + x, origin[1] - y

    paths: list[Outline] = []
    for kind, *numbers in segments:
        points = [point(x, y) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
        if kind == "M":
            paths.append(Outline(points[0]))
        elif kind == "L":
            paths[-1].line_to(points[0])
        elif kind == "C":
            paths[-1].curve4_to(points[2], points[0], points[1])
        else:
            paths[-1].close()
    lines_drawn = [path for path in paths if len(path)]
    for line in to_lwpolylines(lines_drawn, distance=TRUE, dxfattribs={"layer": layer}):
        points = line.get_points()
        if len(points) > 2 and math.dist(points[0][:2], points[-1][:2]) < SAME:
            line.set_points(points[:-1])
            line.closed = True  # programs that fill or offset outlines require closed ones
        space.add_entity(line)


BulgePoint = tuple[float, float, float]
"""x, y, and the bulge of the segment to the next point."""


def _rounded(x: Mm, y: Mm, slot: Box, corner: Mm) -> list[BulgePoint]:
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
