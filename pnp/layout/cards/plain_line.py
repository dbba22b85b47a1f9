"""A text of plain words that fits on one line at its full size → that line, by a fast path.

Most texts of a deck are such lines: names, numbers, kinds. They have no marks and no faults, so they need no parser, no
choice of breaks or sizes, and no checks. All other texts are set by pnp.layout.cards.text_elements; both give the same
items.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from pnp.core.fonts import STYLES, FontFace
from pnp.core.frame import Box, Text
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.patterns import lazy_pattern
from pnp.core.units import Mm
from pnp.layout.cards.drawing_context import DrawingContext
from pnp.layout.cards.text_elements import text_style
from pnp.layout.text.ink import TOUCHING, Painted, ink_of, may_leave_ground
from pnp.layout.text.paragraph import TextStyle
from pnp.project.elements import TextElement
from pnp.project.template import Node
from pnp.text.bidi import is_right_to_left
from pnp.text.typography import typeset

_LETTER = "0-9A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u0386\u0388-\u0481\u048a-\u052f"
_WORD = rf"[{_LETTER}.,;!?'\"\u2019\u2018\u201c\u201d()+%\u00d7\u2026]+:?"
_PLAIN = lazy_pattern(rf"{_WORD}(?: {_WORD})*")
"""Words of Latin, Greek and Cyrillic letters and figures, without any mark, break or hyphen."""


class _Setting(NamedTuple):
    """The measures that all plain lines of an element share.

    Attributes:
        baseline: From the top of the card, mm.
        spare: Room to keep above and below the ink of a line that may shrink, in sizes of the type.
    """

    style: TextStyle
    face: FontFace
    baseline: Mm
    spare: float


@frozen_dataclass
class PlainLook:
    """All that plain lines of an element share: everything except their texts.

    It is used only if no fault was reported of an earlier text with it.

    Attributes:
        element: The element, with any text.
        box: Its box.
        context: The context in which it is drawn.
        node: The element as it is written.
    """

    element: TextElement
    box: Box
    context: DrawingContext
    node: Node

    @cached_property
    def _setting(self) -> _Setting | None:
        """The measures of its lines; None if they cannot be set by the fast path."""
        element, box, context = self.element, self.box, self.context
        family = context.fonts.families.get(str(element.font))  # empty if the fault is one of the project's fonts
        is_general = (
            element.rotate
            or element.vertical
            or element.arc
            or element.spacing
            or element.lang
            or is_right_to_left(context.language)
        )
        if is_general or family is None or STYLES[element.bold + 2 * element.italic] not in family.faces:
            return None
        style, face = text_style(element, family, box, context, self.node), family.face(element.bold, element.italic)
        smallest = style.size if style.smallest is None else style.smallest
        cap = face.cap_height * style.size
        if face.is_coloured or box.height < cap or not context.smallest_text <= style.size >= smallest:
            return None
        top = {"top": 0.0, "middle": (box.height - cap) / 2, "bottom": box.height - cap}[style.valign]
        return _Setting(style, face, box.y + top + cap, TOUCHING if style.size > smallest else 0.0)

    def line(self, text: str, before: Sequence[Painted]) -> tuple[Text, Box] | None:
        """Return a text as one line, and the box of its letters; None if it must be set by text_elements.

        Args:
            text: The text as it is written.
            before: What was painted before it.
        """
        if not _PLAIN.fullmatch(text) or not (setting := self._setting):
            return None
        style, face, size = setting.style, setting.face, setting.style.size
        printed = typeset(text.upper() if self.element.uppercase else text, style.language)
        if printed is not text and not _PLAIN.fullmatch(printed):
            return None
        words = tuple([face.shape(word, style.features, style.language) for word in printed.split(" ")])
        space = face.space * size
        width = words[0].width * size
        for word in words[1:]:  # added in the order of pnp.layout.text.paragraph, for equal bits
            width = width + space + word.width * size
        if width > self.box.width or any(word.missing for word in words):
            return None
        x = self.box.x + style.start(starts_right=False) * (self.box.width - width)
        line = Text(x, setting.baseline, size, words, style.fill, space if len(words) > 1 else 0.0, style.stroke)
        ink = ink_of(line)
        return None if may_leave_ground(ink, size, before, setting.spare) else (line, ink)
