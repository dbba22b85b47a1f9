"""Laid-out sides → the same as they are printed: with less ink, a white border, the lines of a proof, for a press."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from pnp.layout import outline
from pnp.layout.frame import Box, Frame, Item, Path, Stroke
from pnp.layout.ink import Inks
from pnp.layout.printing import Printing
from pnp.layout.shape import trim_outline
from pnp.layout.sheet import PROOF_COLOURS, Printed, Side
from pnp.units import Mm

MOST_BACKS = 64
"""Backs that are kept for their next card."""

BEYOND: Mm = 1.0
"""How far a white border reaches beyond the bleed, so that none of it is left."""

PROOF_WIDTH: Mm = 0.15


class Finishing:
    """Finishes card after card; a back that many have is worked out once."""

    def __init__(self, printing: Printing, plate: Callable[[Frame], Frame] | None = None) -> None:
        """Begin with nothing worked out.

        Args:
            printing: How sides are printed.
            plate: Makes a side what a press can print; None where there is none.
        """
        self._printing = printing
        self._plate = plate
        self._inks = Inks(printing.ink)
        self._changes = printing.ink != "full" or bool(printing.border) or printing.is_proof or plate is not None
        self._backs: dict[int, tuple[Side, Side]] = {}

    @property
    def kept(self) -> int:
        """How many sides keep all their ink, although less was asked for."""
        return len(self._inks.kept)

    def card(self, printed: Printed, safe: Mm, back_safe: Mm) -> Printed:
        """A card's face and back.

        Args:
            printed: As they are laid out.
            safe: How far inside the face's trim its safe area begins, mm.
            back_safe: The same of the back.
        """
        if not self._changes:
            return printed
        face, back = printed
        return self._side(face, safe, is_back=False), self._back(back, back_safe) if back else None

    def _back(self, back: Side, safe: Mm) -> Side:
        if back.art is None:
            return self._side(back, safe, is_back=True)
        if id(back) not in self._backs:
            if len(self._backs) >= MOST_BACKS:
                self._backs.clear()
            self._backs[id(back)] = (back, self._side(back, safe, is_back=True))
        return self._backs[id(back)][1]

    def _side(self, side: Side, safe: Mm, is_back: bool) -> Side:
        frame = self._inks.frame(side.frame, is_back)
        items = frame.items
        if self._printing.border and "cut" not in frame.lines:
            items = (*items, border(frame, self._printing.border))
        if self._printing.is_proof:
            items = (*items, *proof(frame, safe))
        if self._plate is not None:
            items = self._plate(replace(frame, items=items)).items
        return Side(replace(frame, items=items), replace(side.art, items=items) if side.art else None)


def border(frame: Frame, width: Mm) -> Path:
    """A white border inside the trim of a side, over its bleed too.

    Args:
        frame: The side.
        width: Of the border, mm.
    """
    around = frame.bleed_box.inset(-BEYOND)
    outer = outline.rectangle(around.x, around.y, around.width, around.height)
    return Path((*outer, *trim_outline(frame, -width)), "#ffffff", even_odd=True)


def proof(frame: Frame, safe: Mm) -> list[Item]:
    """Lines over a side: its bleed, its trim, its safe area, and the boxes of its elements.

    Args:
        frame: The side.
        safe: How far inside the trim the safe area begins, mm.
    """
    bleed, trim, inner, boxes = PROOF_COLOURS.values()
    lines: list[Item] = [
        Path(_rectangle(placed.box), None, Stroke(boxes, PROOF_WIDTH, (0.6, 0.6))) for placed in frame.boxes
    ]
    for far, colour in ((frame.bleed - PROOF_WIDTH / 2, bleed), (0.0, trim), (-safe, inner)):
        lines.append(Path(trim_outline(frame, far), None, Stroke(colour, PROOF_WIDTH)))
    return lines


def _rectangle(box: Box) -> tuple[tuple[str, *tuple[float, ...]], ...]:
    return outline.rectangle(box.x, box.y, box.width, box.height)
