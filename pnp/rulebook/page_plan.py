"""A booklet's style and number of pages → tighter styles with which a longer translation keeps to that number.

A translation that needs more pages than planned is set again: first with tighter type; if that is not enough, page
breaks are also left out, with type as loose as possible. A PageFit says what was changed. The source language is never
fitted: its author decides on pages and type.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from pnp.core.diagnostics import counted
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.units import MM_PER_PT, Mm
from pnp.rulebook.style import LETTERING, BookletStyle, Lettering

STEPS = 5
"""In how many steps type gets tighter; the constants below apply to the last step."""

SIZE = 0.9
"""Smallest type size, as a share of the style's; nothing gets smaller than the style's smallest_text."""

LEADING = 0.94
"""Smallest leading, as a share of the style's."""

ROOM = 0.6
"""Smallest space between blocks and above headings, as a share of the style's."""

PICTURES = 0.8
"""Smallest width of figures and cards, as a share of the usual width; labels are never smaller than smallest_text."""

SHEET_OF_FOUR = 4
"""How many pages a sheet of a stapled booklet has."""

Attempt = TypeVar("Attempt")


@frozen_dataclass
class PageFit:
    """How pages differ from what their style asks for.

    Attributes:
        step: How much tighter type is, from 0 to STEPS.
        most_pages: The number of pages to keep to by leaving out page breaks; None to keep all page breaks.
    """

    step: int = 0
    most_pages: int | None = None

    def _part(self, least: float) -> float:
        return 1 - (1 - least) * self.step / STEPS

    @property
    def pictures(self) -> float:
        """The width of figures and cards, as a share of their usual width."""
        return self._part(PICTURES)

    def style(self, style: BookletStyle) -> BookletStyle:
        """Return the style with smaller type, leading and spaces."""
        if not self.step:
            return style
        room = self._part(ROOM)
        tighter = {name: self._lettering(getattr(style, name), style.smallest_text) for name in LETTERING}
        return style.model_copy(
            update={
                **tighter,
                "paragraph_gap": style.paragraph_gap * room,
                "component_height": style.component_height * self.pictures,
                "component_part": style.component_part * self.pictures,
            }
        )

    def _lettering(self, lettering: Lettering, smallest: Mm) -> Lettering:
        size, room = lettering.size, self._part(ROOM)
        return lettering.model_copy(
            update={
                "size": max(size * self._part(SIZE), min(size, smallest)),
                "leading": lettering.leading * self._part(LEADING),
                "before": lettering.before * room,
                "after": lettering.after * room,
            }
        )

    def describe(self, style: BookletStyle, left_out: int) -> str:
        """Say how the pages differ from what the style asks for; "" if they do not.

        Args:
            style: The style before it was fitted.
            left_out: How many page breaks were left out.
        """
        changes = []
        if self.step:
            sizes = [f"{size / MM_PER_PT:.3g}" for size in (self.style(style).text.size, style.text.size)]
            changes.append(f"text at {sizes[0]} pt for {sizes[1]}")
            changes.append(f"leading {self._part(LEADING):.0%}, gaps {self._part(ROOM):.0%}")
            changes.append(f"figures down to {self.pictures:.0%}")
        if left_out:
            changes.append(f"text runs on over {counted(left_out, 'page break')}")
        return ", ".join(changes)


def planned_pages(style: BookletStyle) -> int | None:
    """Return the largest number of pages or panels that the style allows; None if it has no limit."""
    return style.leaflet.panels if style.form == "leaflet" else style.pages


def fitted(
    set_pages: Callable[[PageFit], Attempt], count: Callable[[Attempt], int], style: BookletStyle, most_pages: int
) -> tuple[PageFit, Attempt] | None:
    """Set pages within the planned number, or else within what one sheet holds, or a few more sheets of a booklet.

    Args:
        set_pages: Sets the pages; more than the limit if it is impossible.
        count: Counts the pages.
        style: The style; only booklets get more sheets.
        most_pages: How many pages are planned.

    Returns:
        How they were set, and the pages; None if the booklet is better as its style sets it.
    """
    attempts: dict[PageFit, Attempt] = {}

    def fits(fit: PageFit, limit: int) -> bool:
        attempts[fit] = set_pages(fit)
        return count(attempts[fit]) <= limit

    for runs_on in (None, most_pages):
        tightest = PageFit(STEPS, runs_on)
        if not fits(tightest, most_pages):
            continue
        # The loosest of the steps that fit, by halving: the step low does not fit, the step high does.
        low, high = (0 if runs_on is None else -1), STEPS
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if fits(PageFit(middle, runs_on), most_pages) else (middle, high)
        return PageFit(high, runs_on), attempts[PageFit(high, runs_on)]
    if style.form == "leaflet":
        return tightest, attempts[tightest]
    written = count(set_pages(PageFit()))
    for limit in range(most_pages + SHEET_OF_FOUR, written + 1, SHEET_OF_FOUR):
        if fits(PageFit(0, limit), limit):
            return PageFit(0, limit), attempts[PageFit(0, limit)]
    return None
