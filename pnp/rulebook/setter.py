"""FilledBlocks → strips: lines of text, and blocks one below another, in a column of a given width.

Each kind of block has its own function in pnp.rulebook.kinds; the Setter has what these functions share.
pnp.rulebook.page_breaks cuts the pages.
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
from pnp.core.frame import Art, Frame, Group, Item, Link, Tag, TagRole, Text, Use
from pnp.core.markup import Run, Runs, half_icon, plain, reads_vertically
from pnp.core.units import Mm
from pnp.layout.mirroring import mirrored
from pnp.layout.text.fitting import marks_above
from pnp.layout.text.line_distance import TextLine
from pnp.layout.text.paragraph import Paragraph, TextStyle
from pnp.rulebook.blocks import FilledBlock, Strip, shifted
from pnp.rulebook.style import BookletStyle, Lettering
from pnp.text.bidi import is_right_to_left
from pnp.workers.activity import activity

DEPTH = 0.22
"""Descent of letters below the baseline, as a multiple of the type size. Capitals and this descent are centred in a
line's height."""

APART = 1.9
"""Space above and below pictures, tables and boxes, as a multiple of the gap between paragraphs."""

ROUNDING: Mm = 0.05
"""A line is reported if it is wider than its column by more than this."""

MIN_SPACE = 0.1
"""A gap in a line counts as a space if it is at least this wide, as a multiple of the type size."""

MAX_QUOTED = 50
"""A diagnostic quotes at most this many characters of a text."""


class SetKind(Protocol):
    """The part of a kind of block that the Setter needs."""

    @property
    def strips(self) -> SetBlock:
        """The function that sets a block."""

    @property
    def is_apart(self) -> bool:
        """Whether there is more space around it than around a paragraph."""

    @property
    def listed(self) -> str:
        """Not "" if adjacent blocks of its kind form one list and are as close together as paragraphs."""


class Setter:
    """Sets blocks in a column of a booklet's style.

    Attributes:
        icon: Returns an icon's art by name and colour.
        panel: Draws a box's ground by the box's kind and its width and height; None if boxes are tinted.
        pictures: The width of figures and cards, as a share of their usual width.
        headings: The booklet's headings, for its table of contents.
        is_mirrored: Whether pages are set from left to right and then mirrored.
        missing: The characters found so far that no font has, each with the place of the first block that needs it.
        missing_styles: By family, the styles found so far that it lacks, with places as above.
        within: The parent of new structure elements.
        depth: The level of sections in the outline.
    """

    def __init__(
        self,
        style: BookletStyle,
        fonts: FontSet,
        language: str,
        icon: Callable[[str, str], Art | None],
        headings: Sequence[FilledBlock],
        kinds: Mapping[str, SetKind],
        place: Place,
        diagnostics: Diagnostics,
        words: Mapping[str, str] | None = None,
        panel: DrawPanel | None = None,
        pictures: float = 1.0,
    ) -> None:
        """Make a setter.

        Args:
            style: The booklet's style.
            fonts: The project's fonts.
            language: The language, for hyphenation and messages.
            icon: Returns an icon's art by name and colour, or None.
            headings: The booklet's headings.
            kinds: The kinds of blocks by name.
            place: The place of the booklet, for faults of its type.
            diagnostics: Receives these faults.
            words: The names of icons in the language; other icons keep their name.
            panel: Draws a box's ground by the box's kind and its width and height.
            pictures: The width of figures and cards, as a share of their usual width.
        """
        self.style = style
        self.fonts = fonts
        self.language = language
        self.is_mirrored = is_right_to_left(language)
        self.icon = icon
        self.panel = panel
        self.pictures = pictures
        self._words = words or {}
        self.headings = headings
        self.missing: dict[str, Place] = {}
        self.missing_styles: dict[str, dict[str, Place]] = {}
        self.within: Tag = Tag("Document")
        self.depth = 0
        self._kinds = kinds
        self._place = place
        self._diagnostics = diagnostics

    # --- elements

    def tag(self, role: TagRole, alt: str = "") -> Tag:
        """Make a structure element inside the current one."""
        return Tag(role, self.within, alt)

    @contextmanager
    def inside(self, tag: Tag) -> Iterator[Tag]:
        """Make an element the parent of everything that is set inside the with statement."""
        parent, self.within = self.within, tag
        try:
            yield tag
        finally:
            self.within = parent

    def picture(self, frame: Frame) -> tuple[Item, ...]:
        """Return the items of a picture, which is not mirrored on a mirrored page."""
        return mirrored(frame.items, frame.width) if self.is_mirrored else frame.items

    def heading(self, level: int) -> Tag:
        """Make the structure element of a heading; level 1 is the title."""
        role: TagRole = ("H1", "H2", "H3")[min(level, 3) - 1]
        return self.tag(role)

    # --- text

    def lines(
        self, runs: Runs, lettering: Lettering, width: Mm, align: str = "left", hyphenate: bool = True
    ) -> list[TextLine]:
        """Break a text into lines of a width."""
        paragraph = Paragraph(runs, self._text_style(lettering, align, hyphenate), self.fonts)
        lines = paragraph.lines(width, lettering.size)
        for character in paragraph.missing:
            self.missing.setdefault(character, self._place)
        for style in paragraph.missing_styles:
            self.missing_styles.setdefault(lettering.font, {}).setdefault(style, self._place)
        for font, style in paragraph.missing_in_fallback:
            self.missing_styles.setdefault(font, {}).setdefault(style, self._place)
        icons = self.style.icons
        for name in (name for name in paragraph.unknown_icons if name not in icons):
            fix = suggest(name, icons) if icons else f"add icons: {{{name}: FILE}} to booklet.yaml, its style"
            self._report(Code.ICON_UNKNOWN, f"no icon {name} in the booklet's icons:", fix=fix)
        text = plain(runs)
        if name := half_icon(text, self.style.icons):
            what, fix = f":{name} would be printed as it is written", f"write :{name}: for the icon"
            self._report(Code.BOOKLET_MARKUP, what, fix=fix)
        if reads_vertically(text):
            what = f"a text is written from top to bottom, which cannot be set: {text[:MAX_QUOTED]}"
            self._report(Code.SCRIPT_UNSUPPORTED, what, why="its letters would lie on their sides")
        if any(line.width > width + ROUNDING for line in lines):
            what = f"a word is wider than its column: {text[:MAX_QUOTED]}"
            self._report(Code.TEXT_OVERFLOW, what, fix="shorten it, or give the table fewer columns")
        return lines

    def longest_word(self, runs: Runs, lettering: Lettering) -> Mm:
        """Return the width of the longest word of a text, mm."""
        return Paragraph(runs, self._text_style(lettering), self.fonts).longest_part(lettering.size)

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
        """Set a text, one strip a line; the first two and the last two lines stay together.

        A text without a tag is decoration, which screen readers skip.
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
            above = line.before * leading if index else max(0.0, marks_above(line) - baseline)
            items = tuple(line.placed(x + left, above + baseline))
            if tag:
                items = tuple(_tagged(_spaced(items, line.hyphenated), tag, self._words))
            strips.append(Strip(above + leading, items, holds=holds))
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
            font=lettering.font,
            hyphenate=hyphenate,
            is_mirrored=self.is_mirrored,
            icon=lambda name, _: self.icon(name, self.style.icon_colour(name, colour)),
            link=self.style.colour("accent"),
            colour=self.style.colour,
        )

    def _report(self, code: Code, what: str, *, why: str = "", fix: str = "") -> None:
        self._diagnostics.report(code, self._place, what=what, why=why, fix=fix, language=self.language)

    # --- blocks

    def column(self, blocks: Sequence[FilledBlock], width: Mm, indent: Mm = 0.0) -> list[Strip]:
        """Set blocks one below another; paragraphs are moved right by the indent."""
        strips: list[Strip] = []
        listing: Tag | None = None
        for index, block in enumerate(blocks):
            left = indent if block.kind == "paragraph" else 0.0
            outer_place, self._place = self._place, block.place
            with activity(f"its {block.kind}", block.place):
                if not self._kinds[block.kind].listed:
                    block_strips = self._kinds[block.kind].strips(self, block, width - left)
                else:
                    if listing is None or blocks[index - 1].kind != block.kind:
                        listing = self.tag("L")
                    with self.inside(listing):
                        block_strips = self._kinds[block.kind].strips(self, block, width)
            self._place = outer_place
            block_strips = [strip if strip.place else replace(strip, place=block.place) for strip in block_strips]
            if left:
                block_strips = [replace(strip, items=tuple(shifted(strip.items, left))) for strip in block_strips]
            if block_strips and index and strips:
                gap = max(block_strips[0].before, self.gap(blocks[index - 1], block))
                block_strips[0] = replace(block_strips[0], before=gap)
            strips += block_strips
        return strips

    def gap(self, above: FilledBlock, below: FilledBlock) -> Mm:
        """Return the space between two blocks."""
        gap = self.style.paragraph_gap
        first, second = self._kinds[above.kind], self._kinds[below.kind]
        if above.kind == below.kind and first.listed:
            return gap
        return gap * APART if first.is_apart or second.is_apart else gap


def _spaced(items: Sequence[Item], is_hyphenated: bool) -> list[Item]:
    """Mark the spaces between a line's items, and the one at its end unless a word is broken there."""
    visible = [index for index, item in enumerate(items) if isinstance(item, Text | Use)]
    spaced = list(items)
    for index, after in zip_longest(visible, visible[1:]):
        item = items[index]
        if isinstance(item, Text):
            gap = _left(items[after]) - item.x - item.width if after is not None else 0.0
            if gap > MIN_SPACE * item.size or (after is None and not is_hyphenated):
                spaced[index] = item._replace(is_followed=True)
    return spaced


def _left(item: Item) -> Mm:
    return item.x if isinstance(item, Text) else item.matrix[4] if isinstance(item, Use) else 0.0


def _tagged(items: Sequence[Item], tag: Tag, words: Mapping[str, str]) -> Iterator[Group]:
    """Yield a line's items as parts of an element; links with their words, and icons, become elements inside it."""
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
"""A function that draws a box's ground from its top left, by its kind, its colours edge and fill, and its width and
height in mm."""

SetBlock = Callable[[Setter, FilledBlock, Mm], list[Strip]]
"""A function that sets a block in a column of a given width."""
