"""A piece's shape and size → its outline, with or without bleed.

A ``card`` is cut straight, its corners rounded afterwards if at all; ``rounded``, ``circle`` and ``hexagon`` are cut
along their outline. A hexagon stands on a corner; one that is wider than high lies on a side.
"""

from __future__ import annotations

import math

from pnp.layout import outline
from pnp.layout.frame import Frame, Segment
from pnp.units import Mm

CARD_EDGE = "#8a8a8a"
"""Colour of the thin line around a card shown as a picture, which sets a light ground off the paper."""


HEXAGON = math.sqrt(3) / 2
"""The shorter side of the box around a regular hexagon, in longer ones."""

IRREGULAR = 0.02
"""The part by which a hexagon's proportions may be off before its sides are seen to differ; shops round by less."""


def lies_on_side(width: Mm, height: Mm) -> bool:
    """Whether a hexagon in a box lies on a side; else it stands on a corner."""
    return width > height


def is_regular(width: Mm, height: Mm) -> bool:
    """Whether the hexagon in a box has equal sides, as far as one sees it."""
    return abs(min(width, height) / max(width, height) / HEXAGON - 1) <= IRREGULAR


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
        cx, cy, to_corner = frame.width / 2, frame.height / 2, bleed * 2 / math.sqrt(3)
        if lies_on_side(frame.width, frame.height):
            rx, ry = frame.width / 2 + to_corner, height / 2
            corners = [cx - rx, cy, cx - rx / 2, cy - ry, cx + rx / 2, cy - ry]
            corners += [cx + rx, cy, cx + rx / 2, cy + ry, cx - rx / 2, cy + ry]
            return outline.polyline(corners, is_closed=True)
        rx, ry = width / 2, frame.height / 2 + to_corner
        corners = [cx, cy - ry, cx + rx, cy - ry / 2, cx + rx, cy + ry / 2]
        corners += [cx, cy + ry, cx - rx, cy + ry / 2, cx - rx, cy - ry / 2]
        return outline.polyline(corners, is_closed=True)
    corner = max(frame.corner + bleed, 0.0) if frame.corner else 0.0
    return outline.rectangle(x, y, width, height, corner, corner)
