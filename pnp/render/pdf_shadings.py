"""Gradients → PDF shadings: colours along a line or outwards from a centre, and the function that blends them."""

from __future__ import annotations

from itertools import pairwise

from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName

from pnp.layout.frame import LinearGradient, RadialGradient
from pnp.render.pdf_content import number


def shading(paint: LinearGradient | RadialGradient) -> PDFDictionary:
    """The shading of a gradient, in the coordinates of what it paints."""
    if isinstance(paint, LinearGradient):
        kind, coordinates = 2, [paint.x1, paint.y1, paint.x2, paint.y2]
    else:
        kind, coordinates = 3, [paint.cx, paint.cy, 0, paint.cx, paint.cy, paint.r]
    return PDFDictionary(
        {
            "ShadingType": kind,
            "ColorSpace": PDFName("DeviceRGB"),
            "Coords": PDFArray([number(n) for n in coordinates]),
            "Function": _blend(paint),
            "Extend": PDFArray(["true", "true"]),
        }
    )


def _blend(paint: LinearGradient | RadialGradient) -> PDFDictionary:
    """The colours of a gradient as a PDF function from 0 to 1."""
    stops = list(paint.stops)
    if stops[0].offset > 0:
        stops.insert(0, type(stops[0])(0.0, stops[0].colour))
    if stops[-1].offset < 1:
        stops.append(type(stops[0])(1.0, stops[-1].colour))
    parts = [
        PDFDictionary(
            {
                "FunctionType": 2,
                "Domain": PDFArray([0, 1]),
                "C0": PDFArray(_channels(before.colour)),
                "C1": PDFArray(_channels(after.colour)),
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


def _channels(colour: str) -> list[str]:
    return [number(int(colour[n : n + 2], 16) / 255) for n in (1, 3, 5)]
