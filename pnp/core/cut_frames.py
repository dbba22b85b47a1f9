"""A piece as a Frame → the Frame that is printed: with its bleed, or cut out along its outline."""

from __future__ import annotations

from pnp.core.frame import Frame, Group, Path, translation
from pnp.core.outline import trim_outline
from pnp.core.units import Mm


def with_bleed(frame: Frame, bleed: Mm | None = None) -> Frame:
    """Return a frame whose trim is enlarged to the edge of the bleed, or by the given bleed in mm."""
    margin = frame.bleed if bleed is None else bleed
    items = (Group(frame.items, translation(margin, margin)),) if margin else frame.items
    return Frame(frame.width + 2 * margin, frame.height + 2 * margin, items, name=frame.name)


def cut_out(frame: Frame, bleed: Mm) -> Frame:
    """Return a frame with its bleed, cut out along the piece's outline so that nothing is painted around it."""
    if not is_cut(frame, bleed):
        return with_bleed(frame, bleed)
    cut = Group(frame.items, translation(bleed, bleed), Path(trim_outline(frame, bleed)))
    return Frame(frame.width + 2 * bleed, frame.height + 2 * bleed, (cut,), name=frame.name)


def filled_outline(frame: Frame, bleed: Mm) -> Frame:
    """Return the outline along which a piece is cut, filled.

    Pictures are cut out with this mask instead of a clip, because the ground shows through at the edge of a clip.
    """
    items = (Group((Path(trim_outline(frame, bleed), "#000000"),), translation(bleed, bleed)),)
    return Frame(frame.width + 2 * bleed, frame.height + 2 * bleed, items)


def is_cut(frame: Frame, bleed: Mm) -> bool:
    """Whether a piece is cut along an outline that is not a plain rectangle.

    The rounded corners of a card count only without bleed: in a picture that will be trimmed they would leave white
    edges.
    """
    return frame.shape != "card" or (frame.corner > 0 and not bleed)
