"""Filled blocks → strips: lines of text, and blocks one below the other, in a column of a width.

How each kind of block is set is in pnp.rulebook.kinds; here is what they need for it. Nothing here knows pages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import takewhile, zip_longest
from typing import Protocol

from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Place, suggest
from pnp.core.fonts import FontSet
from pnp.core.frame import Art, Group, Item, Link, Tag, TagRole, Text, Use
from pnp.core.markup import Run, Runs, half_icon, plain, reads_right_to_left
from pnp.core.units import Mm
from pnp.layout.text import Paragraph, TextLine, TextStyle
from pnp.rulebook.blocks import Filled, Strip, shifted
from pnp.rulebook.style import BookletStyle, Lettering
from pnp.workers.activity import activity

DEPTH = 0.22
"""How far letters reach below the baseline, in sizes: capitals and this depth stand in the middle of a line."""

APART = 1.9
"""Room above and below pictures, tables and boxes, in gaps between paragraphs."""

ROUNDING: Mm = 0.05
"""How much wider than its column a line may be before it is told."""

LEAST_SPACE = 0.1
"""A gap between two parts of a line from which on it is a space, in sizes."""

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
        panel: Draws a box's ground by the box's kind and its width and height; None where boxes are tinted.
        headings: The booklet's headings, for its table of contents.
        missing: Characters so far that no font has, with the block where each first stands.
        missing_styles: By family, the styles that marks ask for and it lacks, likewise.
        within: The element that what is set now is part of.
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
        words: Mapping[str, str] | None = None,
        panel: DrawPanel | None = None,
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
            diagnostics: Receives these.
            words: What icons are called in the language, by name; others are called by that.
            panel: Draws a box's ground by the box's kind and its width and height.
        """
        self.style = style
        self.fonts = fonts
        self.language = language
        self.icon = icon
        self.panel = panel
        self._words = words or {}
        self.headings = headings
        self.missing: dict[str, Place] = {}
        self.missing_styles: dict[str, dict[str, Place]] = {}
        self.within: Tag = Tag("Document")
        self._kinds = kinds
        self._place = place
        self._diagnostics = diagnostics

    # --- elements

    def tag(self, role: TagRole, alt: str = "") -> Tag:
        """A new element of what is set now."""
        return Tag(role, self.within, alt)

    @contextmanager
    def inside(self, tag: Tag) -> Iterator[Tag]:
        """Make what is set meanwhile part of an element."""
        around, self.within = self.within, tag
        try:
            yield tag
        finally:
            self.within = around

    def heading(self, level: int) -> Tag:
        """A new heading; the first level is the title's."""
        role: TagRole = ("H1", "H2", "H3")[min(level, 3) - 1]
        return self.tag(role)

    # --- text

    def lines(
        self, runs: Runs, lettering: Lettering, width: Mm, align: str = "left", hyphenate: bool = True
    ) -> list[TextLine]:
        """A text in lines of a width."""
        paragraph = Paragraph(runs, self._text_style(lettering, align, hyphenate), self.fonts)
        lines = paragraph.lines(width, lettering.size)
        for character in paragraph.missing:
            self.missing.setdefault(character, self._place)
        for style in paragraph.missing_styles:
            self.missing_styles.setdefault(lettering.font, {}).setdefault(style, self._place)
        icons = self.style.icons
        for name in (name for name in paragraph.unknown_icons if name not in icons):
            fix = suggest(name, icons) if icons else f"add icons: {{{name}: FILE}} to booklet.yaml, its style"
            self._report(Code.ICON_UNKNOWN, f"no icon {name} in the booklet's icons:", fix=fix)
        text = plain(runs)
        if name := half_icon(text, self.style.icons):
            what, fix = f":{name} would be printed as it stands", f"write :{name}: for the icon"
            self._report(Code.BOOKLET_MARKUP, what, fix=fix)
        if reads_right_to_left(text):
            what = f"a text runs from right to left, which cannot be set yet: {text[:MOST_QUOTED]}"
            self._report(Code.SCRIPT_UNSUPPORTED, what, why="its letters would stand in the wrong order")
        if any(line.width > width + ROUNDING for line in lines):
            what = f"a word is wider than its column: {text[:MOST_QUOTED]}"
            self._report(Code.TEXT_OVERFLOW, what, fix="shorten it, or give the table fewer columns")
        return lines

    def paragraph(
        self,
        runs: Runs,
        lettering: Lettering,
        width: Mm,
        x: Mm = 0.0,
        align: str = "left",
        hyphenate: bool = True,
        tag: Tag | None = None,
    ) -> list[Strip]:
        """A text as one strip a line; the first two and the last two lines stay together.

        Without a tag it is decoration, which nobody reads out.
        """
        lines = self.lines(runs, lettering, width, align, hyphenate)
        leading = lettering.leading * lettering.size
        face = self._text_style(lettering).face(Run(""))
        baseline = (leading + (face.cap_height - DEPTH) * lettering.size) / 2
        strips = []
        for index, line in enumerate(lines):
            left = {"centre": (width - line.width) / 2, "right": width - line.width}.get(align, 0.0)
            stays = index == 0 or index == len(lines) - 2
            holds = stays and index < len(lines) - 1
            items = tuple(line.placed(x + left, baseline))
            if tag:
                items = tuple(_tagged(_spaced(items, line.hyphenated), tag, self._words))
            strips.append(Strip(leading, items, holds=holds))
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
            icon=lambda name: self.icon(name, self.style.icon_colour(name, colour)),
            link=self.style.colour("accent"),
        )

    def _report(self, code: Code, what: str, *, why: str = "", fix: str = "") -> None:
        self._diagnostics.report(code, self._place, what=what, why=why, fix=fix, language=self.language)

    # --- blocks

    def column(self, blocks: Sequence[Filled], width: Mm, indent: Mm = 0.0) -> list[Strip]:
        """Blocks one below the other, paragraphs further right by the indent."""
        strips: list[Strip] = []
        listing: Tag | None = None
        for index, block in enumerate(blocks):
            left = indent if block.kind == "paragraph" else 0.0
            around, self._place = self._place, block.place
            with activity(f"its {block.kind}", block.place):
                if not self._kinds[block.kind].listed:
                    made = self._kinds[block.kind].strips(self, block, width - left)
                else:
                    if listing is None or blocks[index - 1].kind != block.kind:
                        listing = self.tag("L")
                    with self.inside(listing):
                        made = self._kinds[block.kind].strips(self, block, width)
            self._place = around
            if left:
                made = [replace(strip, items=tuple(shifted(strip.items, left))) for strip in made]
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


def _spaced(items: Sequence[Item], is_hyphenated: bool) -> list[Item]:
    """A line's items with the spaces between them, and at its end where no word is parted there."""
    seen = [index for index, item in enumerate(items) if isinstance(item, Text | Use)]
    spaced = list(items)
    for index, after in zip_longest(seen, seen[1:]):
        item = items[index]
        if isinstance(item, Text):
            gap = _left(items[after]) - item.x - item.width if after is not None else 0.0
            if gap > LEAST_SPACE * item.size or (after is None and not is_hyphenated):
                spaced[index] = item._replace(is_followed=True)
    return spaced


def _left(item: Item) -> Mm:
    return item.x if isinstance(item, Text) else item.matrix[4] if isinstance(item, Use) else 0.0


def _tagged(items: Sequence[Item], tag: Tag, words: Mapping[str, str]) -> Iterator[Group]:
    """A line's items as parts of an element: links with their words, and icons, are elements inside it."""
    plain: list[Item] = []
    for index, item in enumerate(items):
        if isinstance(item, Link):
            continue
        links = list(takewhile(lambda after: isinstance(after, Link), items[index + 1 :]))
        if not links and not isinstance(item, Use):
            plain.append(item)
            continue
        if plain:
            yield Group(tuple(plain), tag=tag)
            plain = []
        inside = Tag("Link", tag)
        if isinstance(item, Use):
            name = item.art.name.rpartition("/")[2]
            inside = Tag("Figure", tag, words.get(name, name))
        yield Group((item, *links), tag=inside)
    if plain:
        yield Group(tuple(plain), tag=tag)


DrawPanel = Callable[[str, str, str, Mm, Mm], tuple[Item, ...]]
"""Draws a box's ground from its top left, by its kind, its colours edge and fill, and its width and height in mm."""

SetBlock = Callable[[Setter, Filled, Mm], list[Strip]]
"""Sets a block in a column of a width."""
