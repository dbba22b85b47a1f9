"""A piece's shape and size → its outline, with or without bleed.

A ``card`` is cut straight, its corners rounded afterwards if at all; ``rounded``, ``circle`` and ``hexagon`` are cut
along their outline. A hexagon stands on a corner.
"""

from __future__ import annotations

import math

from pnp.layout import outline
from pnp.layout.frame import Frame, Segment
from pnp.units import Mm

CARD_EDGE = "#8a8a8a"
"""Colour of the thin line around a card shown as a picture, which sets a light ground off the paper."""


def trim_outline(frame: Frame, bleed: Mm = 0.0) -> tuple[Segment, ...]:
    """Where a piece is cut; moved outwards by the bleed, inwards where it is negative.

    Args:
        frame: The piece: its trim, corner and shape.
        bleed: How far outwards, mm.
    """
    x, y, width, height = 0.0 - bleed, 0.0 - bleed, frame.width + 2 * bleed, frame.height + 2 * bleed
    if frame.shape == "circle":
        return outline.ellipse(frame.width / 2, frame.height / 2, width / 2, height / 2)
    if frame.shape == "hexagon":
        cx, cy = frame.width / 2, frame.height / 2
        rx, ry = width / 2, frame.height / 2 + bleed * 2 / math.sqrt(3)
        corners = [cx, cy - ry, cx + rx, cy - ry / 2, cx + rx, cy + ry / 2]
        corners += [cx, cy + ry, cx - rx, cy + ry / 2, cx - rx, cy - ry / 2]
        return outline.polyline(corners, is_closed=True)
    corner = max(frame.corner + bleed, 0.0) if frame.corner else 0.0
    return outline.rectangle(x, y, width, height, corner, corner)
