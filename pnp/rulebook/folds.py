"""A form of the printed rules → a SheetPlan: which page is printed where on each side of its sheets.

Pages have their numbers in reading order, from 1. A number above the count of the pages is an empty place. The
imposition places, scales and marks the pages.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.units import Mm

Form = Literal["booklet", "sheet", "leaflet", "none"]
"""What the rules are printed as; ``none`` for rules that are not printed."""

Fold = Literal["half", "letter", "zigzag", "gate", "french", "zine"]
"""How the one sheet of a leaflet is folded."""

SideRows = tuple[tuple[int, ...], ...]
"""The pages on one side of a sheet as it is printed: rows from the top, each from left to right."""

TUCK: Mm = 1.0
"""How much narrower a panel is that is folded inwards: with the full width it would buckle in the fold."""


@frozen_dataclass
class SheetPlan:
    """Where pages are printed.

    Attributes:
        sides: The sides in printing order, all with as many rows and columns. Of two rows, the upper one is head down.
        flaps: Whether the leftmost and the rightmost panel of the first side are folded inwards, and so are narrower.
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
        """The panels beside each other."""
        return len(self.sides[0][0])

    @property
    def rows(self) -> int:
        """The panels above each other: one or two."""
        return len(self.sides[0])

    @property
    def places(self) -> int:
        """How many pages the sheets have room for."""
        return sum(len(row) for side in self.sides for row in side)

    @property
    def sheets(self) -> int:
        """The sheets of paper."""
        return len(self.sides) // 2 if self.has_backs else len(self.sides)

    def flaps_on(self, side: int) -> tuple[bool, bool]:
        """Whether the leftmost and the rightmost panel of a side are narrower; on a back they change places.

        Args:
            side: Its index in printing order.
        """
        return self.flaps[::-1] if self.has_backs and side % 2 else self.flaps

    def spread(self, page: tuple[Mm, Mm]) -> tuple[Mm, Mm]:
        """Return the size of all panels of a side together, by the size of a page, mm."""
        return self.columns * page[0] - TUCK * sum(self.flaps), self.rows * page[1]

    def panel(self, paper: tuple[Mm, Mm]) -> tuple[Mm, Mm]:
        """Return the size of the pages that fill a paper as it lies, mm."""
        return (paper[0] + TUCK * sum(self.flaps)) / self.columns, paper[1] / self.rows

    def laid(self, paper: tuple[Mm, Mm], page: tuple[Mm, Mm] | None = None) -> tuple[Mm, Mm]:
        """Return width and height of a paper as it is laid: in landscape if there are more columns than rows.

        Pages of a size may turn it: it then lies as they are printed larger. Sheets that are stapled never turn.

        Args:
            paper: Its sides, mm.
            page: The size of the pages; None for those that fill the paper.
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
"""The folds of a leaflet by their numbers of panels, the usual number first.

A letter fold's cover is opened to the left, and its last third, which was folded in first, to the right. A gate fold
opens to two flaps, and these to four panels. The orders are those of print shops' templates for brochures.
"""

USUAL_FOLD: Mapping[int, Fold] = {2: "half", 3: "letter", 4: "half", 6: "letter", 8: "zine"}
"""The fold of a leaflet that only says how many panels it has."""


def booklet_plan(count: int) -> SheetPlan:
    """Return the plan of a saddle-stitched booklet, for paper turned over its short edge; its outermost sheet first.

    Args:
        count: How many pages it has; empty ones at the end make up a multiple of four.
    """
    total = -(-count // 4) * 4
    sides: list[SideRows] = []
    for first in range(1, total // 2, 2):
        last = total + 1 - first
        sides += [((last, first),), ((first + 1, last - 1),)]
    return SheetPlan(tuple(sides), is_bound=True)


def flat_plan(count: int) -> SheetPlan:
    """Return the plan of flat sheets: a page on each side; one page alone is printed on one side."""
    has_backs = count > 1
    return SheetPlan(
        tuple(((page,),) for page in range(1, count + 1 + (count % 2 if has_backs else 0))), has_backs=has_backs
    )
