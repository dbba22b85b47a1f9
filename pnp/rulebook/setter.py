"""Filled blocks → strips: lines of text, and blocks one below the other, in a column of a width.

How each kind of block is set is in pnp.rulebook.kinds; here is what they need for it. Nothing here knows pages.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from pnp.diagnostics import Code, Diagnostics, Place, suggest
from pnp.fonts import FontSet
from pnp.layout.frame import Art
from pnp.layout.text import Paragraph, TextLine, TextStyle
from pnp.markup import Run, Runs, plain, reads_right_to_left
from pnp.rulebook.blocks import Filled
from pnp.rulebook.strips import Strip
from pnp.rulebook.style import BookletStyle, Lettering
from pnp.underway import under_way
from pnp.units import Mm

DEPTH = 0.22
"""How far letters reach below the baseline, in sizes: capitals and this depth stand in the middle of a line."""

APART = 1.9
"""Room above and below pictures, tables and boxes, in gaps between paragraphs."""

ROUNDING: Mm = 0.05
"""How much wider than its column a line may be before it is told."""

MOST_QUOTED = 50
"""Characters of a text that a fault in it quotes."""


class SetKind(Protocol):
    """What a column asks of a kind of block."""

    @property
    def strips(self) -> SetBlock:
        """Sets a block."""

    @property
    def is_apart(self) -> bool:
        """Whether there is more room around it than around a paragraph."""

    @property
    def listed(self) -> str:
        """Not empty where neighbours of its kind make one list, and stand as close as paragraphs."""


class Setter:
    """Sets blocks in a column of a booklet's style.

    Attributes:
        icon: Gives an icon's art by name and colour.
        headings: The booklet's headings, for its table of contents.
        missing: Characters so far that no font has, with the block where each first stands.
    """

    def __init__(
        self,
        style: BookletStyle,
        fonts: FontSet,
        language: str,
        icon: Callable[[str, str], Art | None],
        headings: Sequence[Filled],
        kinds: Mapping[str, SetKind],
        place: Place,
        diagnostics: Diagnostics,
    ) -> None:
        """Make a setter.

        Args:
            style: The booklet's style.
            fonts: The project's fonts.
            language: For hyphenation and messages.
            icon: Gives an icon's art by name and colour, or None.
            headings: The booklet's headings.
            kinds: How each kind of block is set.
            place: The booklet, for faults of its type.
            diagnostics: Told of these.
        """
        self.style = style
        self.fonts = fonts
        self.language = language
        self.icon = icon
        self.headings = headings
        self.missing: dict[str, Place] = {}
        self._kinds = kinds
        self._place = place
        self._diagnostics = diagnostics

    # --- text

    def lines(
        self, runs: Runs, lettering: Lettering, width: Mm, align: str = "left", hyphenate: bool = True
    ) -> list[TextLine]:
        """A text in lines of a width."""
        paragraph = Paragraph(runs, self._text_style(lettering, align, hyphenate), self.fonts)
        lines = paragraph.lines(width, lettering.size)
        for character in paragraph.missing:
            self.missing.setdefault(character, self._place)
        for name in paragraph.unknown_icons:
            fix = suggest(name, self.style.icons)
            self._tell(Code.ICON_UNKNOWN, f"no icon {name} in the booklet's icons:", fix=fix)
        text = plain(runs)
        if reads_right_to_left(text):
            what = f"a text runs from right to left, which cannot be set yet: {text[:MOST_QUOTED]}"
            self._tell(Code.SCRIPT_UNSUPPORTED, what, why="its letters would stand in the wrong order")
        if any(line.width > width + ROUNDING for line in lines):
            what = f"a word is wider than its column: {text[:MOST_QUOTED]}"
            self._tell(Code.TEXT_OVERFLOW, what, fix="shorten it, or give the table fewer columns")
        return lines

    def paragraph(
        self, runs: Runs, lettering: Lettering, width: Mm, x: Mm = 0.0, align: str = "left", hyphenate: bool = True
    ) -> list[Strip]:
        """A text as one strip a line; the first two and the last two lines stay together."""
        lines = self.lines(runs, lettering, width, align, hyphenate)
        leading = lettering.leading * lettering.size
        face = self._text_style(lettering).face(Run(""))
        baseline = (leading + (face.cap_height - DEPTH) * lettering.size) / 2
        strips = []
        for index, line in enumerate(lines):
            left = {"centre": (width - line.width) / 2, "right": width - line.width}.get(align, 0.0)
            stays = index == 0 or index == len(lines) - 2
            holds = stays and index < len(lines) - 1
            strips.append(Strip(leading, tuple(line.placed(x + left, baseline)), holds=holds))
        return strips

    def _text_style(self, lettering: Lettering, align: str = "left", hyphenate: bool = True) -> TextStyle:
        colour = self.style.colour(lettering.colour)
        return TextStyle(
            family=self.fonts.families.get(lettering.font) or next(iter(self.fonts.families.values())),
            size=lettering.size,
            fill=colour,
            leading=lettering.leading,
            align=align,
            bold=lettering.bold,
            italic=lettering.italic,
            language=self.language,
            hyphenate=hyphenate,
            icon=lambda name: self.icon(name, colour),
            link=self.style.colour("accent"),
        )

    def _tell(self, code: Code, what: str, *, why: str = "", fix: str = "") -> None:
        self._diagnostics.tell(code, self._place, what=what, why=why, fix=fix, language=self.language)

    # --- blocks

    def column(self, blocks: Sequence[Filled], width: Mm) -> list[Strip]:
        """Blocks one below the other."""
        strips: list[Strip] = []
        for index, block in enumerate(blocks):
            around, self._place = self._place, block.place
            with under_way(f"its {block.kind}", block.place):
                made = self._kinds[block.kind].strips(self, block, width)
            self._place = around
            if made and index and strips:
                gap = max(made[0].before, self.gap(blocks[index - 1], block))
                made[0] = replace(made[0], before=gap)
            strips += made
        return strips

    def gap(self, above: Filled, below: Filled) -> Mm:
        """The room between two blocks."""
        gap = self.style.paragraph_gap
        one, other = self._kinds[above.kind], self._kinds[below.kind]
        if above.kind == below.kind and one.listed:
            return gap
        return gap * APART if one.is_apart or other.is_apart else gap


SetBlock = Callable[[Setter, Filled, Mm], list[Strip]]
"""Sets a block in a column of a width."""
