"""Widths of unbreakable parts → where lines end. This module knows no fonts and no text."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from pnp.core.frozen_dataclass import frozen_dataclass

HYPHEN_COST = 0.06
"""Cost of ending a line with a hyphen; a line that is a quarter empty costs as much."""

SHORT_LAST_LINE = 0.18
SHORT_LAST_COST = 0.04
"""The highest cost of a last line, which rises as the line gets shorter than this part of the width: a single short
word gets company if the line above can spare a word, and stays alone if that line would become too short."""

LINE_COST = 0.04
"""Cost of each line: a paragraph grows by one line only to save more than this."""

FEWEST_COST = 100.0
"""The same if the fewest lines are needed: more than all other costs of a paragraph."""

BOUND_COST = 0.05
"""Cost of separating a number from its noun; a line that is more than a fifth empty costs as much."""

RESTLESS_COST = 0.08
"""Cost of a balanced line that does not end at a pause in the text; a line that is more than a quarter empty costs as
much."""

TOLERANCE = 1e-9


@frozen_dataclass(slots=True)
class LinePart:
    """The text between two possible breaks, measured in em.

    Attributes:
        width: Its width.
        space: The space after it, which vanishes at a line's end.
        hyphen: Width of the hyphen it takes when a line ends after it.
        forced: Whether a line must end after it.
        bound: Whether it should stay with what follows.
        rests: Whether the text pauses after it, such as after a comma.
        cost: The extra cost of ending a line after it: inside a word of a script without hyphens.
    """

    width: float
    space: float = 0.0
    hyphen: float = 0.0
    forced: bool = False
    bound: bool = False
    rests: bool = False
    cost: float = 0.0


def greedy_breaks(parts: Sequence[LinePart], width: float) -> list[int]:
    """Return where lines end if every line takes as much as it can, which gives the fewest lines.

    The ends are indexes behind the last part of each line.

    A part wider than the width has a line to itself.
    """
    ends: list[int] = []
    start = 0
    while start < len(parts):
        end, used = start + 1, 0.0
        for index in range(start, len(parts)):
            part = parts[index]
            if index > start and used + part.width > width + TOLERANCE:
                break
            if used + part.width + part.hyphen <= width + TOLERANCE:
                end = index + 1
            if part.forced:
                break
            used += part.width + part.space
        ends.append(end)
        start = end
    return ends


def _line_width(parts: Sequence[LinePart], start: int, end: int) -> float:
    total = sum(part.width + part.space for part in parts[start:end])
    return total - parts[end - 1].space + parts[end - 1].hyphen


def even_breaks_of_fewest(parts: Sequence[LinePart], width: float) -> list[int]:
    """Return where lines end with the fewest lines, and among those the breaks of least cost."""
    return even_breaks(parts, width, line_cost=FEWEST_COST)


def even_breaks(
    parts: Sequence[LinePart], width: float, *, balanced: bool = False, line_cost: float = LINE_COST
) -> list[int]:
    """Return where lines end so that all lines are filled as evenly as possible.

    The cost of a line is the square of its empty part, and a little for each line; hyphens, a number separated from its
    noun, and a very short last line cost extra. After the method of Knuth and Plass, with breaks only between parts.

    Args:
        parts: The text's parts.
        width: Room for a line, em.
        balanced: Whether the last line is as long as the others, and lines preferably end at pauses, as suits centred
            text.
        line_cost: Cost of each line.
    """
    count = len(parts)
    # best[end] is the least cost of the parts before end, came_from[end] where their last line starts. Candidates for
    # that start run backwards from end until the line is too wide, and never beyond the last forced break.
    starts = [0.0, *accumulate(part.width + part.space for part in parts)]
    best = [0.0] + [float("inf")] * count
    came_from = [0] * (count + 1)
    first = 0
    for end in range(1, count + 1):
        last = parts[end - 1]
        tail = starts[end] - last.space + (last.hyphen if end < count else 0.0)
        is_final = end == count or last.forced
        for start in range(end - 1, first - 1, -1):
            used = tail - starts[start]
            if used > width + TOLERANCE and start < end - 1:
                break
            empty = max(width - used, 0.0) / width
            if not is_final:
                cost = empty * empty + (HYPHEN_COST if last.hyphen else 0.0) + (BOUND_COST if last.bound else 0.0)
                cost += last.cost + (RESTLESS_COST if balanced and not last.rests else 0.0)
            elif balanced:
                cost = empty * empty
            else:
                cost = SHORT_LAST_COST * max(0.0, 1 - used / (SHORT_LAST_LINE * width))
            cost += line_cost
            if start and parts[start - 1].hyphen and last.hyphen and not is_final:
                cost += HYPHEN_COST
            if best[start] + cost < best[end]:
                best[end] = best[start] + cost
                came_from[end] = start
        if last.forced:
            first = end
    ends: list[int] = []
    end = count
    while end > 0:
        ends.append(end)
        end = came_from[end]
    return ends[::-1]


def widest_overflow(parts: Sequence[LinePart], ends: Sequence[int], width: float) -> float:
    """Return how far the widest line reaches beyond the width, in em; 0 if none does."""
    start, worst = 0, 0.0
    for end in ends:
        worst = max(worst, _line_width(parts, start, end) - width)
        start = end
    return worst if worst > 1e-6 else 0.0


def emptiest_line(parts: Sequence[LinePart], ends: Sequence[int], room: float) -> float:
    """Return the empty share of the emptiest line, the paragraph's last line excepted."""
    start, worst = 0, 0.0
    for end in ends[:-1]:
        if not parts[end - 1].forced:
            used = sum(part.width + part.space for part in parts[start:end]) - parts[end - 1].space
            worst = max(worst, 1 - used / room)
        start = end
    return worst
