"""A paragraph and a box → its placed lines, at the largest size that fits.

Also sets single lines of small print, and arranges icons about the middle of their box.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import accumulate

from pnp.core import outline
from pnp.core.fonts import Family, FontFace, FontSet
from pnp.core.frame import Box, Item, Path, Text, Use, around
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.markup import Run, Runs, reads_right_to_left
from pnp.core.units import MM_PER_PT, Mm
from pnp.layout.text.ink import PADDING, TOUCHING, GroundShape, Painted, ground_under, ink_of
from pnp.layout.text.line_distance import TALL, TextLine
from pnp.layout.text.paragraph import Paragraph, TextStyle
from pnp.layout.text.stacked import SetText, StackedText
from pnp.project.elements import IconsElement


def set_line(
    words: str, x: Mm, y: Mm, size: Mm, face: FontFace, fonts: FontSet, colour: str = "#000000"
) -> tuple[list[Item], Mm]:
    """Set words on one line; return the items and the x of their end, mm.

    Args:
        words: The words; single spaces separate them.
        x: Where they begin, mm.
        y: Their baseline, mm.
        size: Size of the em, mm.
        face: Their font.
        fonts: Fonts for characters that the face lacks.
        colour: Colour of the letters.
    """
    if reads_right_to_left(words):
        style = TextStyle(Family({"regular": face}), size, colour)
        (line,) = Paragraph((Run(words),), style, fonts).lines(math.inf, size)
        return list(line.placed(x, y)), x + line.width
    space = face.space * size
    placed: list[Item] = []
    for word in words.split():
        runs = fonts.shape(word, face)
        for run in runs:
            last = placed[-1] if placed else None
            if run.face.is_coloured:
                from pnp.layout.text.colour_glyphs import colour_uses  # only for colour emojis

                placed += [Use(use.art, (*use.matrix[:5], y)) for use in colour_uses(run, x, size, colour)]
            elif isinstance(last, Text) and run is runs[0] and last.words[0].face is run.face:
                placed[-1] = last._replace(words=(*last.words, run))
            else:
                goes_on = isinstance(last, Text) and run is not runs[0]
                placed.append(Text(x, y, size, (run,), colour, space, goes_on=goes_on))
            x += run.width * size
        x += space
    return placed, x - space


def _row(element: IconsElement, step: Mm) -> list[tuple[Mm, Mm]]:
    return [((n - (element.count - 1) / 2) * step, 0.0) for n in range(element.count)]


def _column(element: IconsElement, step: Mm) -> list[tuple[Mm, Mm]]:
    return [(0.0, y) for y, _ in _row(element, step)]


def _grid(element: IconsElement, step: Mm) -> list[tuple[Mm, Mm]]:
    columns = element.columns or math.ceil(math.sqrt(element.count))
    rows = [min(columns, element.count - start) for start in range(0, element.count, columns)]
    return _in_rows(rows, step)


def _in_rows(rows: list[int], step: Mm) -> list[tuple[Mm, Mm]]:
    """Return the places of icons in centred rows, each of so many icons."""
    places = []
    for index, count in enumerate(rows):
        y = (index - (len(rows) - 1) / 2) * step
        places += [((n - (count - 1) / 2) * step, y) for n in range(count)]
    return places


PIPS = {
    1: [1],
    2: [1, 1],
    3: [1, 1, 1],
    4: [2, 2],
    5: [2, 1, 2],
    6: [2, 2, 2],
    7: [2, 3, 2],
    8: [3, 2, 3],
    9: [3, 3, 3],
}
"""The number of icons in each row of a pip pattern, as on dice and playing cards."""


def _pips(element: IconsElement, step: Mm) -> list[tuple[Mm, Mm]]:
    return _in_rows(PIPS[element.count], step) if element.count in PIPS else _grid(element, step)


def _arc(element: IconsElement, step: Mm) -> list[tuple[Mm, Mm]]:
    """Return the places of icons on an arc that is as long as its steps; a full one is an even ring."""
    if element.count == 1:
        return [(0.0, 0.0)]
    steps = element.count - 1
    span = math.radians(min(max(element.span, 1.0), 360 * steps / element.count))
    radius = step / (2 * math.sin(span / steps / 2))
    angles = [span * (n / steps - 0.5) for n in range(element.count)]
    depths = [radius * (1 - math.cos(a)) for a in angles]
    middle = (min(depths) + max(depths)) / 2
    return [(radius * math.sin(a), depth - middle) for a, depth in zip(angles, depths, strict=True)]


ARRANGE: dict[str, Callable[[IconsElement, Mm], list[tuple[Mm, Mm]]]] = {
    "row": _row,
    "column": _column,
    "grid": _grid,
    "pips": _pips,
    "arc": _arc,
}


STEP = 0.25 * MM_PER_PT
"""Sizes are tried in steps of a quarter point."""

TOLERANCE: Mm = 0.01
"""A line may reach out of its box by this much."""


@frozen_dataclass(slots=True)
class FittedText:
    """A text fitted into a box.

    Attributes:
        items: Words and icons in the box's coordinates, mm.
        size: The size it was set in, mm.
        overflow: How far it reaches out of the box, mm: (beyond the width, beyond the height).
        height: Height from the top of the first line's capitals to the last baseline, mm.
        rest: The part that goes on elsewhere.
        is_one_line: Whether its box has room for a single line only, and the text is too wide for it.
    """

    items: tuple[Item, ...]
    size: Mm
    overflow: tuple[Mm, Mm]
    height: Mm
    rest: Runs = ()
    is_one_line: bool = False


_NEARLY_ONE_LINE = 1.0
"""A text that is too wide for one line by no more than this, in widths of its box, is meant for one line."""

_ENDLESS: Mm = 1e6
"""A width that no text exceeds, so that it stands on one line."""


def fit_text(paragraph: SetText, box: Box, mark: Paragraph | None = None, before: Sequence[Painted] = ()) -> FittedText:
    """Set a paragraph at the largest size that fits a box, and the shape under it.

    Sizes go down by 0.25 pt. At the smallest one nothing shrinks further; the rest is returned as overflow.
    The height counts from the top of the first line's capitals to the last baseline: accents and descenders may reach
    out of the box, but not out of a shape under it. Texts in several languages stay in their box with all their ink.

    Args:
        paragraph: The text.
        box: The box of the text.
        mark: If given, a text that does not fit goes on elsewhere: it is set in its largest size, and this mark, unless
            empty, is the last line.
        before: What was painted before it.
    """
    fitted = _fit_text(paragraph, box, mark)
    texts = _texts(fitted.items)
    spare = TOUCHING if fitted.size > _smallest(paragraph.style) else 0.0
    grounds = [GroundShape(Path(outline.rectangle(*box)), None, 0.0)] if isinstance(paragraph, StackedText) else []
    if before and texts and (ground := ground_under(texts, box, before, spare)):
        grounds.append(ground)
    if any(any(ground.excess(texts, spare)) for ground in grounds):
        return _fit_grounds(paragraph, box, mark, fitted, grounds)
    return fitted


def _texts(items: Iterable[Item]) -> list[Text]:
    return [item for item in items if isinstance(item, Text) and item.words]


def _fit_grounds(
    paragraph: SetText, box: Box, mark: Paragraph | None, fitted: FittedText, grounds: Sequence[GroundShape]
) -> FittedText:
    """Set a paragraph at the largest size, up to that of a first try, that keeps its ink in the shapes under it."""
    size, smallest = fitted.size, _smallest(paragraph.style)
    while True:
        inner = box
        for ground in grounds:
            middle = Box(inner.x, ground.box.y + ground.box.height / 2, inner.width, 0.0)
            inner = ground.part_of(inner, middle, size)
        fitted = _fit_text(paragraph, inner, mark, size)
        fitted = _moved_inside(fitted, grounds)
        size, texts = fitted.size, _texts(fitted.items)
        if size <= smallest or not any(any(ground.excess(texts, PADDING)) for ground in grounds):
            break
        size = max(size - STEP, smallest)
    reaches = [ground.excess(texts) for ground in grounds]
    across, down = (max(reach) for reach in zip(*reaches, fitted.overflow, strict=True))
    return replace(fitted, overflow=(across, down))


def _moved_inside(fitted: FittedText, grounds: Sequence[GroundShape]) -> FittedText:
    """Return a text moved as little as possible so that its ink lies in the shapes under it, or in their middle."""
    if not (texts := _texts(fitted.items)):
        return fitted
    ink = around([ink_of(text) for text in texts])
    highest, lowest = max(ground.box.y for ground in grounds), min(ground.box.bottom for ground in grounds)
    spare = min(PADDING * fitted.size, max(0.0, (lowest - highest - ink.height) / 2))
    to_middle = (highest + lowest) / 2 - (ink.y + ink.bottom) / 2
    least = max(highest + spare - ink.y, 0.0) or min(lowest - spare - ink.bottom, 0.0)
    ways = [
        _moved(fitted, grounds, down) for down in (to_middle if ink.height > lowest - highest else least, to_middle)
    ]
    holding = (way for way in ways if not any(any(ground.excess(_texts(way.items))) for ground in grounds))
    return next(holding, ways[0])


def _moved(fitted: FittedText, grounds: Sequence[GroundShape], down: Mm) -> FittedText:
    """Return a text moved down, and sideways as far as the shapes at its new height require."""
    texts = [text._replace(y=text.y + down) for text in _texts(fitted.items)]
    lacks = [ground.lacks(ink_of(text), text.size) for ground in grounds for text in texts]
    right, left = max(at_left for at_left, _ in lacks), max(at_right for _, at_right in lacks)
    across = max(right, 0.0) or -max(left, 0.0)
    if not (across or down):
        return fitted
    return replace(fitted, items=tuple(TextLine(fitted.items, 0.0, "").placed(across, down)))


def _smallest(style: TextStyle) -> Mm:
    return style.size if style.smallest is None else min(style.smallest, style.size)


def _fit_text(paragraph: SetText, box: Box, mark: Paragraph | None, largest: Mm | None = None) -> FittedText:
    """Set a paragraph at the largest size that fits a box, at most at the given one."""
    style = paragraph.style
    width, height = box.width, box.height
    size = style.size if largest is None else largest
    smallest = _smallest(style)
    if smallest < size:
        size = min(size, _largest_fitting(paragraph, width, height))
    gaps = _gaps(paragraph)
    lines = paragraph.lines(width, size, _room(style, height, size, gaps))
    while size > smallest and not _fit(lines, width, _room(style, height, size, _opening(lines))):
        # Sizes are chosen by the sum of the parts, but words shaped as one may be a hair wider.
        size = max(size - STEP, smallest)
        lines = paragraph.lines(width, size, _room(style, height, size, gaps))
    gaps = _opening(lines)
    rest: Runs = ()
    if mark is not None and len(lines) > _room(style, height, size, gaps):
        size = style.size if largest is None else largest
        room = _room(style, height, size, gaps)
        marked = mark.lines(width, size)
        kept = max(room - len(marked), 0)
        rest = paragraph.rest(kept, width, size, kept)
        lines = [*paragraph.lines(width, size, kept)[:kept], *(marked if rest else ())]
    face = style.face(Run(""))
    cap = face.cap_height * size
    before = [*accumulate(line.before for line in lines)]
    block = cap + (len(lines) - 1 + (before[-1] if before else 0)) * style.leading * size
    top = {"top": 0.0, "middle": (height - block) / 2, "bottom": height - block}[style.valign]
    if style.valign == "top" and lines:
        top = max(0.0, min(marks_above(lines[0]) - cap, height - block))
    items: list[Item] = []
    widest = 0.0
    for index, line in enumerate(lines):
        left = style.start(line.starts_right) * (width - line.width)
        items += line.placed(box.x + left, box.y + top + cap + (index + before[index]) * style.leading * size)
        widest = max(widest, line.width)
    if mark is None and len(lines) > 1 and _room(style, height, size, gaps) == 1:
        in_one_line = paragraph.lines(_ENDLESS, size, 1)
        too_wide = in_one_line[0].width - width if len(in_one_line) == 1 else 0.0
        if too_wide > 0 and (style.most_lines == 1 or too_wide < _NEARLY_ONE_LINE * width):
            return FittedText(tuple(items), size, (too_wide, 0.0), block, rest, is_one_line=True)
    too_high = max(0.0, block - height)
    if style.most_lines and len(lines) > style.most_lines:
        too_high = max(too_high, (len(lines) - style.most_lines) * style.leading * size)
    return FittedText(tuple(items), size, (max(0.0, widest - width), too_high), block, rest)


def _opening(lines: Sequence[TextLine]) -> float:
    """Return the extra room between the lines, in distances of lines."""
    return sum(line.before for line in lines)


def _fit(lines: Sequence[TextLine], width: Mm, room: int) -> bool:
    return len(lines) <= room and all(line.width <= width + TOLERANCE for line in lines)


OVERHANG = 0.25
MAX_OVERHANG: Mm = 1.0
"""How far strokes may reach above and below the lines of a text, in sizes of the type and at most in mm: accents and
descenders lie outside its box, from the capitals' top to the baseline."""


def marks_above(line: TextLine) -> Mm:
    """Return how far the letters of a line of a tall script reach above its baseline, minus accents, mm."""
    texts = [item for item in line.items if isinstance(item, Text) and TALL.search(item.text)]
    return max((_top(text) - min(OVERHANG * text.size, MAX_OVERHANG) for text in texts), default=0.0)


def _top(text: Text) -> Mm:
    return max(word.ink[0] for word in text.words) * text.size - text.y


def _gaps(text: SetText) -> float:
    """Return the room between stacked texts, in distances of lines."""
    return text.gaps if isinstance(text, StackedText) else 0.0


def _room(style: TextStyle, height: Mm, size: Mm, gaps: float = 0.0) -> int:
    """Return how many lines fit a height, minus some gaps in distances of lines."""
    lines = lines_in(height - gaps * style.leading * size, size, style.face(Run("")).cap_height, style.leading)
    return min(lines, style.most_lines) if style.most_lines else lines


def lines_in(height: Mm, size: Mm, cap_height: float, leading: float) -> int:
    """Return how many lines of a size fit a height, from the first one's capitals to the last baseline.

    Args:
        height: The height, mm.
        size: Size of the em, mm.
        cap_height: Height of capitals, em.
        leading: From baseline to baseline, em.
    """
    cap = cap_height * size
    return int((height - cap + 1e-6) / (leading * size)) + 1 if height + 1e-6 >= cap else 0


def _largest_fitting(paragraph: SetText, width: Mm, height: Mm) -> Mm:
    """Return the largest size of the style's range that fits; the smallest one if none does."""
    style = paragraph.style
    assert style.smallest is not None
    gaps = _gaps(paragraph)
    steps = int((style.size - style.smallest) / STEP + 1e-6)

    def fits(step: int) -> bool:
        size = style.size - step * STEP
        count, narrow_enough = paragraph.count(width, size)
        return narrow_enough and count <= _room(style, height, size, gaps)

    if fits(0):
        return style.size
    low, high = 0, steps + 1
    while high - low > 1:
        middle = (low + high) // 2
        if fits(middle):
            high = middle
        else:
            low = middle
    return style.size - high * STEP if high <= steps else style.smallest
