"""A piece as a Frame → the Frame that is printed of it: with its bleed, or cut along its outline."""

from __future__ import annotations

from pnp.core.frame import Frame, Group, Path, translation
from pnp.core.outline import trim_outline
from pnp.core.units import Mm


def with_bleed(frame: Frame, bleed: Mm | None = None) -> Frame:
    """Return a frame whose trim is enlarged to the bleed's edge, or by a given bleed, mm."""
    margin = frame.bleed if bleed is None else bleed
    items = (Group(frame.items, translation(margin, margin)),) if margin else frame.items
    return Frame(frame.width + 2 * margin, frame.height + 2 * margin, items, name=frame.name)


def cut_out(frame: Frame, bleed: Mm) -> Frame:
    """Return a frame with a bleed, as with_bleed does, cut along the piece's outline; nothing is painted around it."""
    if not is_cut(frame, bleed):
        return with_bleed(frame, bleed)
    cut = Group(frame.items, translation(bleed, bleed), Path(trim_outline(frame, bleed)))
    return Frame(frame.width + 2 * bleed, frame.height + 2 * bleed, (cut,), name=frame.name)


def filled_outline(frame: Frame, bleed: Mm) -> Frame:
    """Return the outline that a piece is cut along, filled.

    Pictures are cut by this mask and not by a clip: at the edge of a clip the ground shines through the items over it.
    """
    items = (Group((Path(trim_outline(frame, bleed), "#000000"),), translation(bleed, bleed)),)
    return Frame(frame.width + 2 * bleed, frame.height + 2 * bleed, items)


def is_cut(frame: Frame, bleed: Mm) -> bool:
    """Whether a piece is cut along another outline than straight lines.

    Rounded corners of cards count only without bleed: on a picture to be trimmed they would leave white edges.
    """
    return frame.shape != "card" or (frame.corner > 0 and not bleed)
