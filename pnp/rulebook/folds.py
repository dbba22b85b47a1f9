"""A form of the printed rules → a SheetPlan, which says which page is printed where on each side of the sheets.

Pages are numbered in reading order, from 1. A number larger than the number of pages is an empty place.
pnp.rulebook.imposition places, scales and marks the pages.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.units import Mm

Form = Literal["booklet", "sheet", "leaflet", "none"]
"""The form in which the rules are printed; ``none`` if they are not printed."""

Fold = Literal["half", "letter", "zigzag", "gate", "french", "zine"]
"""How the single sheet of a leaflet is folded."""

SideRows = tuple[tuple[int, ...], ...]
"""The pages on one side of a sheet as it is printed: rows from the top, each from left to right."""

TUCK: Mm = 1.0
"""A panel that is folded inwards is narrower by this much; with the full width it would buckle in the fold."""


@frozen_dataclass
class SheetPlan:
    """Which page is printed where.

    Attributes:
        sides: The sides in printing order, all with equal numbers of rows and columns. If there are two rows, the upper
            one is upside down.
        flaps: Whether the leftmost and the rightmost panel of the first side are folded inwards and therefore narrower.
        has_backs: Whether every second side is the back of the one before.
        is_bound: Whether the sheets are stapled in the fold.
        is_slit: Whether the sheet is cut open in its middle, along all but the outermost columns.
    """

    sides: tuple[SideRows, ...]
    flaps: tuple[bool, bool] = (False, False)
    has_backs: bool = True
    is_bound: bool = False
    is_slit: bool = False

    @property
    def columns(self) -> int:
        """How many panels are side by side."""
        return len(self.sides[0][0])

    @property
    def rows(self) -> int:
        """How many panels are above each other: one or two."""
        return len(self.sides[0])

    @property
    def places(self) -> int:
        """How many pages fit on the sheets."""
        return sum(len(row) for side in self.sides for row in side)

    @property
    def sheets(self) -> int:
        """How many sheets of paper it takes."""
        return len(self.sides) // 2 if self.has_backs else len(self.sides)

    def flaps_on(self, side: int) -> tuple[bool, bool]:
        """Whether the leftmost and the rightmost panel of a side are narrower; on a back they are swapped.

        Args:
            side: Its index in printing order.
        """
        return self.flaps[::-1] if self.has_backs and side % 2 else self.flaps

    def spread(self, page: tuple[Mm, Mm]) -> tuple[Mm, Mm]:
        """Return the size of all panels of a side together, from the size of a page, mm."""
        return self.columns * page[0] - TUCK * sum(self.flaps), self.rows * page[1]

    def panel(self, paper: tuple[Mm, Mm]) -> tuple[Mm, Mm]:
        """Return the size of the pages that fill a paper in its orientation, mm."""
        return (paper[0] + TUCK * sum(self.flaps)) / self.columns, paper[1] / self.rows

    def laid(self, paper: tuple[Mm, Mm], page: tuple[Mm, Mm] | None = None) -> tuple[Mm, Mm]:
        """Return width and height of a paper in its orientation: landscape if there are more columns than rows.

        If the pages have a size of their own, the paper may be turned so that they are printed larger. Stapled sheets
        are never turned.

        Args:
            paper: Its sides, mm.
            page: The size of the pages; None if they fill the paper.
        """
        upright = (min(paper), max(paper))
        usual, turned = (upright[::-1], upright) if self.columns > self.rows else (upright, upright[::-1])
        if page is None or self.is_bound:
            return usual
        return max((usual, turned), key=lambda size: min(1.0, self._fit(size, page)))

    def _fit(self, paper: tuple[Mm, Mm], page: tuple[Mm, Mm]) -> float:
        width, height = self.spread(page)
        return min(paper[0] / width, paper[1] / height)


def _on_both_sides(
    first: tuple[int, ...], second: tuple[int, ...], *, left: bool = False, right: bool = False
) -> SheetPlan:
    return SheetPlan(((first,), (second,)), (left, right))


def _on_one_side(*rows: tuple[int, ...], right: bool = False, is_slit: bool = False) -> SheetPlan:
    return SheetPlan((rows,), (False, right), has_backs=False, is_slit=is_slit)


FOLDS: Mapping[Fold, Mapping[int, SheetPlan]] = {
    "half": {4: _on_both_sides((4, 1), (2, 3)), 2: _on_one_side((1, 2))},
    "letter": {6: _on_both_sides((5, 6, 1), (2, 3, 4), left=True), 3: _on_one_side((1, 2, 3), right=True)},
    "zigzag": {
        6: _on_both_sides((1, 2, 3), (4, 5, 6)),
        8: _on_both_sides((1, 2, 3, 4), (5, 6, 7, 8)),
        3: _on_one_side((1, 2, 3)),
        4: _on_one_side((1, 2, 3, 4)),
    },
    "gate": {8: _on_both_sides((3, 8, 1, 2), (4, 5, 6, 7), left=True, right=True)},
    "french": {4: _on_one_side((3, 2), (4, 1))},
    "zine": {8: _on_one_side((5, 4, 3, 2), (6, 7, 8, 1), is_slit=True)},
}
"""The folds of a leaflet, each with its plans by the number of panels; the usual number comes first.

The cover of a letter fold opens to the left; its last third, which was folded in first, opens to the right. A gate fold
opens to two flaps, and these to four panels. The order of pages is that of print shops' templates for brochures.
"""

USUAL_FOLD: Mapping[int, Fold] = {2: "half", 3: "letter", 4: "half", 6: "letter", 8: "zine"}
"""Number of panels → the fold of a leaflet whose style gives only the number."""


def booklet_plan(count: int) -> SheetPlan:
    """Return the plan of a saddle-stitched booklet, outermost sheet first, for paper turned over its short edge.

    Args:
        count: How many pages it has; empty pages at the end make it a multiple of four.
    """
    total = -(-count // 4) * 4
    sides: list[SideRows] = []
    for first in range(1, total // 2, 2):
        last = total + 1 - first
        sides += [((last, first),), ((first + 1, last - 1),)]
    return SheetPlan(tuple(sides), is_bound=True)


def flat_plan(count: int) -> SheetPlan:
    """Return the plan of flat sheets with a page on each side. A single page is printed on one side only."""
    has_backs = count > 1
    return SheetPlan(
        tuple(((page,),) for page in range(1, count + 1 + (count % 2 if has_backs else 0))), has_backs=has_backs
    )
