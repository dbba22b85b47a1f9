"""Cutting machines: where pieces may lie for them, the marks that they look for, and the lines that they cut.

A layout depends on paper, size, bleed and shape alone, and each machine's have a number: whoever has set up a machine
for one finds it unmoved in the next edition, or another number on the sheet.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product

from pnp.diagnostics import Mistake
from pnp.layout.frame import Box, Path, Stroke
from pnp.layout.outline import rectangle
from pnp.layout.packing import Packing, both_ways, how_many
from pnp.units import MM_PER_INCH, Mm

_APART: Mm = 0.5
"""How far pieces keep off registration marks."""

_CLEAR: Mm = 2.0
"""How far their bleed keeps off them: a camera that looks for marks looks around them as well."""


_EDGE: Mm = 1.5
"""How far small print keeps off the edge of a picture that is no sheet of paper."""


@dataclass(frozen=True)
class Cutter:
    """A kind of cutting machine.

    Attributes:
        title: Its name, for people.
        inset: From the paper's edges to the marks' outer edges, and to where it cuts, mm.
        square: Side of the mark at the top left, mm; 0 for a machine that needs no marks of ours.
        arm: Length of the marks at the top right and bottom left, mm.
        line: Width of those, mm.
        paper: What it takes where it is no paper of the printer, mm.
        layout: Raised whenever a piece of any of its layouts comes to lie elsewhere.
    """

    title: str
    inset: Mm
    square: Mm = 0.0
    arm: Mm = 0.0
    line: Mm = 0.0
    paper: tuple[Mm, Mm] | None = None
    layout: int = 1

    def marks(self, paper: tuple[Mm, Mm]) -> tuple[Path, ...]:
        """The marks that it looks for on a paper."""
        if not self.square:
            return ()
        near, (right, bottom) = self.inset, (paper[0] - self.inset, paper[1] - self.inset)
        half, arm = self.line / 2, self.arm
        stroke = Stroke("#000000", self.line)
        return (
            Path(rectangle(near, near, self.square, self.square), "#000000"),
            Path(
                (("M", right - arm, near + half), ("L", right - half, near + half), ("L", right - half, near + arm)),
                None,
                stroke,
            ),
            Path(
                (("M", near + half, bottom - arm), ("L", near + half, bottom - half), ("L", near + arm, bottom - half)),
                None,
                stroke,
            ),
        )

    def taken(self, paper: tuple[Mm, Mm]) -> tuple[Box, ...]:
        """Where no piece may lie."""
        return tuple(box.inset(-_APART) for box in self._marked(paper))

    def clear(self, paper: tuple[Mm, Mm]) -> tuple[Box, ...]:
        """Where nothing may be painted but pieces, without their bleed."""
        return tuple(box.inset(-_CLEAR) for box in self._marked(paper))

    def _marked(self, paper: tuple[Mm, Mm]) -> tuple[Box, ...]:
        """What its marks cover."""
        if not self.square:
            return ()
        near, (right, bottom), arm = self.inset, (paper[0] - self.inset, paper[1] - self.inset), self.arm
        return (
            Box(near, near, self.square, self.square),
            Box(right - arm, near, arm, self.line),
            Box(right - self.line, near, self.line, arm),
            Box(near, bottom - arm, self.line, arm),
            Box(near, bottom - self.line, arm, self.line),
        )


CUTTERS: dict[str, Cutter] = {
    "silhouette": Cutter("Silhouette", 10.0, square=5.0, arm=20.0, line=0.3),
    "cricut": Cutter("Cricut", 0.0, paper=(6.75 * MM_PER_INCH, 9.25 * MM_PER_INCH), layout=2),
}
"""Silhouette Studio's registration marks of type 1, at its usual inset; Cricut's largest picture to print then cut."""


def pack_for(cutter: Cutter, size: tuple[Mm, Mm], shape: str, bleed: Mm, paper: tuple[Mm, Mm]) -> Packing:
    """Return the grid that puts most pieces where a machine cuts them, off its marks; small print stands outside.

    The bleed of all pieces is on the paper.

    Of those that hold as many the one with the widest gutter wins, then the one nearest the middle.

    Raises:
        Mistake: Not even one piece fits.
    """
    best: tuple[tuple[float, ...], Packing] | None = None
    gutters = (2 * bleed, bleed, 0.0) if shape == "card" else (2 * bleed + 1.0,)
    for sheet, gutter in product(both_ways(paper), gutters):
        area = Box(0.0, 0.0, *sheet).inset(max(cutter.inset, bleed))
        taken = cutter.taken(sheet)
        rooms = list(zip((area.width, area.height), size, strict=True))
        counts = [how_many(room, side, gutter) for room, side in rooms]
        free = [room - count * (side + gutter) + gutter for count, (room, side) in zip(counts, rooms, strict=True)]
        for across, down in product((0.5, 0.0, 1.0), (0.5, 0.0, 1.0)):
            slots = tuple(
                Box(
                    area.x + free[0] * across + column * (size[0] + gutter),
                    area.y + free[1] * down + row * (size[1] + gutter),
                    *size,
                )
                for row in range(counts[1])
                for column in range(counts[0])
            )
            kept = tuple(slot for slot in slots if not any(map(slot.overlaps, taken)))
            worth = (len(kept), gutter, across == 0.5, down == 0.5)
            if kept and (best is None or worth > best[0]):
                grid = Packing(sheet, (kept,), bleed, max(cutter.inset / 2, _EDGE), is_grid=shape == "card")
                best = worth, replace(grid, taken=cutter.clear(sheet))
    if best is None:
        where = f"where a {cutter.title} cuts on {min(paper):g}×{max(paper):g} mm"
        raise Mistake(f"a piece of {size[0]:g}×{size[1]:g} mm does not fit {where}")
    return best[1]
