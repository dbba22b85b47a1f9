"""Colours "#rrggbb" in sRGB: their channels, mixtures and contrast, and paints with their colours replaced."""

from __future__ import annotations

from collections.abc import Callable

from pnp.core.frame import Paint, Stroke

Recolour = Callable[[str], str]
"""A function that takes a colour and returns the one to use instead."""


def channels(colour: str) -> tuple[int, int, int]:
    """Return the red, green and blue of a colour "#rrggbb", each from 0 to 255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def mix_colours(first: str, share: float, second: str) -> str:
    """Mix two colours "#rrggbb": a share of the first, from 0 to 1, and the rest of the second.

    The mixture looks like the first colour laid over the second with that opacity.
    """
    pairs = zip(channels(first), channels(second), strict=True)
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02x}" for a, b in pairs)


def contrast(first: str, second: str) -> float:
    """Return the contrast ratio of two colours "#rrggbb", from 1 to 21, as WCAG defines it."""
    lighter, darker = sorted(map(_luminance, (first, second)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    levels = [channel / 255 for channel in channels(colour)]
    red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in levels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def recolour_paint(paint: Paint | None, colour: Recolour) -> Paint | None:
    """Return a paint with each of its colours replaced."""
    if paint is None or isinstance(paint, str):
        return colour(paint) if paint else None
    return paint._replace(stops=tuple(stop._replace(colour=colour(stop.colour)) for stop in paint.stops))


def recolour_stroke(stroke: Stroke | None, colour: Recolour) -> Stroke | None:
    """Return a stroke with its colour replaced."""
    return stroke._replace(paint=recolour_paint(stroke.paint, colour) or stroke.paint) if stroke else None
