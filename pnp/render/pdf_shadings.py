"""Gradients → PDF shadings: colours along a line or outwards from a centre, and the function that blends them.

Inks are blended otherwise than light; so for a press, a gradient has more stops on its way.
"""

from __future__ import annotations

from itertools import pairwise

from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName

from pnp.layout.frame import LinearGradient, RadialGradient, Stop
from pnp.press import Press
from pnp.render.pdf_content import number

STEPS = 8
"""Pieces that each piece of a gradient is cut into for a press."""


def shading(paint: LinearGradient | RadialGradient, press: Press | None = None) -> PDFDictionary:
    """The shading of a gradient, in the coordinates of what it paints; in the inks of a press if there is one."""
    if isinstance(paint, LinearGradient):
        kind, coordinates = 2, [paint.x1, paint.y1, paint.x2, paint.y2]
    else:
        kind, coordinates = 3, [paint.cx, paint.cy, 0, paint.cx, paint.cy, paint.r]
    return PDFDictionary(
        {
            "ShadingType": kind,
            "ColorSpace": PDFName("DeviceCMYK" if press else "DeviceRGB"),
            "Coords": PDFArray([number(n) for n in coordinates]),
            "Function": _blend(paint, press),
            "Extend": PDFArray(["true", "true"]),
        }
    )


def _blend(paint: LinearGradient | RadialGradient, press: Press | None) -> PDFDictionary:
    """The colours of a gradient as a PDF function from 0 to 1."""
    stops = list(paint.stops)
    if stops[0].offset > 0:
        stops.insert(0, type(stops[0])(0.0, stops[0].colour))
    if stops[-1].offset < 1:
        stops.append(type(stops[0])(1.0, stops[-1].colour))
    if press:
        stops = [*(between for pair in pairwise(stops) for between in _way(*pair)), stops[-1]]
    parts = [
        PDFDictionary(
            {
                "FunctionType": 2,
                "Domain": PDFArray([0, 1]),
                "C0": PDFArray(_channels(before.colour, press)),
                "C1": PDFArray(_channels(after.colour, press)),
                "N": 1,
            }
        )
        for before, after in pairwise(stops)
    ]
    if len(parts) == 1:
        return parts[0]
    return PDFDictionary(
        {
            "FunctionType": 3,
            "Domain": PDFArray([0, 1]),
            "Functions": PDFArray(parts),
            "Bounds": PDFArray([number(stop.offset) for stop in stops[1:-1]]),
            "Encode": PDFArray([0, 1] * len(parts)),
        }
    )


def _way(one: Stop, other: Stop) -> list[Stop]:
    """Stops from one to just before the other, as light blends them."""
    pairs = list(zip(_rgb(one.colour), _rgb(other.colour), strict=True))
    stops = []
    for step in range(STEPS if one.colour != other.colour and one.offset < other.offset else 1):
        part = step / STEPS
        colour = "".join(f"{round(a + (b - a) * part):02x}" for a, b in pairs)
        stops.append(Stop(one.offset + (other.offset - one.offset) * part, f"#{colour}"))
    return stops


def _rgb(colour: str) -> list[int]:
    return [int(colour[n : n + 2], 16) for n in (1, 3, 5)]


def _channels(colour: str, press: Press | None) -> list[str]:
    if press:
        return [number(part) for part in press.inks(colour)]
    return [number(channel / 255) for channel in _rgb(colour)]
