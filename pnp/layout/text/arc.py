"""A line of text and an arc in a box → its letters, each turned in a group of its own, at the largest size that fits.

Letters keep their distances, kerning included, along the baseline. The second and later ones have ``goes_on``, so that
readers of a Frame take them for one text: see ``turned_letters`` of pnp.core.frame.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import accumulate

from pnp.core import outline
from pnp.core.fonts import Word
from pnp.core.frame import Box, Group, Item, Text, Use, around, multiply, translation
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.markup import Run, reads_right_to_left
from pnp.core.patterns import lazy_pattern
from pnp.core.units import Mm
from pnp.layout.text.fitting import STEP, TOLERANCE, FittedText
from pnp.layout.text.line_distance import TextLine
from pnp.layout.text.stacked import SetText

_JOINED = lazy_pattern("[\u0590-\u109f\u1700-\u18af\u1950-\u1cff\ua840-\ua8ff\ua926-\uabff]")
"""Letters of scripts that are joined, stacked or written from right to left, which are not turned one by one."""

LEAST_SPACE = 0.1
"""Words are further apart than this, in sizes of the type."""

STRAIGHT: Mm = 1e6
"""A width that no line exceeds."""


@frozen_dataclass
class Arc:
    """The arc of a baseline.

    Attributes:
        radius: Its radius, mm.
        is_inside: Whether letters stand inside the circle, at its foot, instead of outside, at its top.
        length: The room along it, mm; None for all that the box has.
    """

    radius: Mm
    is_inside: bool
    length: Mm | None = None

    def is_round_in(self, box: Box) -> bool:
        """Whether the whole circle has room in a box."""
        return 2 * self.radius <= min(box.width, box.height) + TOLERANCE


def why_straight(text: str) -> str:
    """Return why a text cannot be set along an arc, as words to follow "its letters"; "" if it can."""
    if reads_right_to_left(text):
        return "are written from right to left"
    return "are joined or stacked" if _JOINED.search(text) else ""


def fit_on_arc(paragraph: SetText, box: Box, arc: Arc) -> FittedText:
    """Set a text along an arc in a box, at the largest size that fits, as `fit_text` does on straight lines.

    In the middle of a box with room for the whole circle, the circle is in the middle; otherwise the letters are.
    Its overflow is how far its letters, from the top of capitals to the baseline, reach out of the box. All further
    lines of the text are too much, too.
    """
    style = paragraph.style
    smallest = style.size if style.smallest is None else min(style.smallest, style.size)
    steps = max(0, math.ceil((style.size - smallest) / STEP - 1e-6))
    low, high = 0, steps
    while low < high:  # the first step at which it fits
        middle = (low + high) // 2
        if _fits(_set(paragraph, box, arc, max(style.size - middle * STEP, smallest))):
            high = middle
        else:
            low = middle + 1
    return _set(paragraph, box, arc, max(style.size - low * STEP, smallest))


def _fits(fitted: FittedText) -> bool:
    return max(fitted.overflow) <= TOLERANCE


def _set(paragraph: SetText, box: Box, arc: Arc, size: Mm) -> FittedText:
    style = paragraph.style
    lines = paragraph.lines(STRAIGHT, size)
    if not lines:
        return FittedText((), size, (0.0, 0.0), 0.0)
    cap = style.face(Run("")).cap_height * size
    letters = _letters(lines[0])
    whole = min(2 * math.pi * arc.radius, arc.length or math.inf)
    reach = min(
        whole, 2 * arc.radius * math.asin(min(1.0, box.width / 2 / arc.radius)) if box.width < 2 * arc.radius else whole
    )
    reach = min(reach, whole)
    start = style.start(starts_right=False) * (reach - lines[0].width) - reach / 2
    turned = [_turned(item, start + middle, middle, arc) for item, middle, _ in letters]
    boxes = [
        outline.bounds(outline.transform(outline.rectangle(middle - width / 2, -cap, width, cap), group.matrix))
        for (_, middle, width), group in zip(letters, turned, strict=True)
    ]
    extent = around(boxes) if boxes else Box(0.0, 0.0, 0.0, 0.0)
    middle = box.y + box.height / 2
    down = {
        "top": box.y - extent.y,
        "middle": middle - extent.height / 2 - extent.y,
        "bottom": box.bottom - extent.bottom,
    }[style.valign]
    if style.valign == "middle" and arc.is_round_in(box):
        down = middle + (arc.radius if arc.is_inside else -arc.radius)
    moved = translation(box.x + box.width / 2, down)
    items = tuple(group._replace(matrix=multiply(moved, group.matrix)) for group in turned)
    across = max(-extent.x, extent.right) - box.width / 2
    lacking = max(across, (lines[0].width - whole) / 2 if lines[0].width > whole else 0.0)
    too_high = max(box.y - extent.y - down, extent.bottom + down - box.bottom) + (len(lines) - 1) * style.leading * size
    return FittedText(items, size, (max(0.0, lacking), max(0.0, too_high)), extent.height)


def _turned(item: Item, along: Mm, middle: Mm, arc: Arc) -> Group:
    """Return an item of a line, whose middle on the line is given, at a place along the arc from its middle."""
    angle = along / arc.radius
    x = arc.radius * math.sin(angle)
    y = (math.cos(angle) - 1) * arc.radius if arc.is_inside else (1 - math.cos(angle)) * arc.radius
    turn = -angle if arc.is_inside else angle
    placed = multiply(translation(x, y), outline.rotation(math.degrees(turn)))
    return Group((item,), multiply(placed, translation(-middle, 0.0)))


def _letters(line: TextLine) -> list[tuple[Item, Mm, Mm]]:
    """Return the letters and icons of a line, each with its middle and its width on the line.

    A letter before a space has ``is_followed``.
    """
    found: list[tuple[Item, Mm, Mm]] = []
    end = -math.inf
    for item in line.items:
        if isinstance(item, Use):
            box = outline.bounds(outline.transform(outline.rectangle(*item.art.box), item.matrix))
            found.append((item, box.x + box.width / 2, box.width))
        elif isinstance(item, Text):
            x = item.x
            for word in item.words:
                last = found[-1][0] if found else None
                if isinstance(last, Text) and x - end > LEAST_SPACE * item.size:
                    found[-1] = (last._replace(is_followed=True), *found[-1][1:])
                for letter in _clusters(word):
                    goes_on = bool(found) and isinstance(found[-1][0], Text)
                    one = item._replace(x=x, words=(letter,), space=0.0, goes_on=goes_on)
                    width = letter.width * item.size
                    found.append((one, x + width / 2, width))
                    x += width
                end, x = x, x + item.space
    return found


def _clusters(word: Word) -> Iterator[Word]:
    """Yield the letters of a word: a glyph each, with the marks on it."""
    starts = [index for index, characters in enumerate(word.characters) if characters or index == 0]
    upem = word.face.units_per_em
    ends = [*starts[1:], len(word.glyphs)]
    for start, end in zip(starts, ends, strict=True):
        advances = word.advances[start:end]
        *_, width = accumulate(advances, initial=0)
        yield Word(
            word.face, "".join(word.characters[start:end]), word.glyphs[start:end], advances,
            word.characters[start:end], width / upem, offsets=word.offsets[start:end],
        )  # fmt: skip
