"""Filled blocks → strips: the column of lines, pictures and boxes that pages are cut from.

A strip is never cut. Between two strips a page may end unless the first one holds on to the next. Widths are those of
the text column; nothing here knows pages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pnp.fonts import FontSet
from pnp.layout import outline
from pnp.layout.frame import Anchor, Art, Box, Frame, Group, Item, Path, Stroke, Text, Use, fit_matrix, move
from pnp.layout.shape import trim_outline
from pnp.layout.text import Line, Paragraph, TextStyle
from pnp.markup import Run, Runs, plain, reads_right_to_left
from pnp.rulebook.blocks import BOXES, Filled
from pnp.rulebook.style import BookletStyle, Lettering
from pnp.units import Mm

PageOf = Mapping[str, int]
"""The page number of each heading, by its anchor."""

PAD: Mm = 3.2
BAR: Mm = 1.2
ICON: Mm = 5.0
INDENT: Mm = 5.0
FACE_GAP: Mm = 2.0


@dataclass(frozen=True)
class Tint:
    """The ground of a box; strips with the same Tint share one."""

    fill: str
    edge: str
    corner: Mm


@dataclass(frozen=True)
class Strip:
    """An uncuttable part of the column.

    Attributes:
        height: mm.
        items: Placed from the strip's top left, mm.
        before: Room above, gone at the top of a page.
        holds: Whether the next strip must stay on the same page.
        tint: The box it is part of.
        late: Gives further items once page numbers are known.
        page: A whole page's picture, instead of a part of the column.
        breaks: Whether a new page starts before it.
        heading: The heading it shows, for the running title.
    """

    height: Mm
    items: tuple[Item, ...] = ()
    before: Mm = 0.0
    holds: bool = False
    tint: Tint | None = None
    late: Callable[[PageOf], tuple[Item, ...]] | None = None
    page: Frame | None = None
    breaks: bool = False
    heading: str = ""


class Setter:
    """Sets blocks in a column of a booklet's style.

    Attributes:
        missing: Characters that no font has.
        unknown_icons: Names of inline icons that the style does not know.
        too_wide: Texts that do not fit their column.
        right_to_left: Texts in scripts that cannot be set yet.
        headings: The booklet's headings, for its table of contents.
    """

    def __init__(
        self, style: BookletStyle, fonts: FontSet, language: str, icon: Callable[[str, str], Art | None]
    ) -> None:
        """Make a setter.

        Args:
            style: The booklet's style.
            fonts: The project's fonts.
            language: For hyphenation.
            icon: Gives an icon's art by name and colour, or None.
        """
        self.style = style
        self.fonts = fonts
        self.language = language
        self.icon = icon
        self.missing = ""
        self.unknown_icons: list[str] = []
        self.too_wide: list[str] = []
        self.right_to_left: list[str] = []
        self.headings: Sequence[Filled] = ()

    # --- text

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

    def lines(
        self, runs: Runs, lettering: Lettering, width: Mm, align: str = "left", hyphenate: bool = True
    ) -> list[Line]:
        """A text in lines of a width."""
        style = self._text_style(lettering, align, hyphenate)
        paragraph = Paragraph(runs, style, self.fonts)
        lines = paragraph.lines(width, lettering.size)
        if reads_right_to_left(plain(runs)):
            self.right_to_left.append(plain(runs))
        self.missing += "".join(c for c in paragraph.missing if c not in self.missing)
        self.unknown_icons += [name for name in paragraph.unknown_icons if name not in self.unknown_icons]
        if any(line.width > width + 0.05 for line in lines):
            self.too_wide.append(plain(runs))
        return lines

    def paragraph(
        self, runs: Runs, lettering: Lettering, width: Mm, x: Mm = 0.0, align: str = "left", hyphenate: bool = True
    ) -> list[Strip]:
        """A text as one strip a line; the first two and the last two lines stay together."""
        lines = self.lines(runs, lettering, width, align, hyphenate)
        leading = lettering.leading * lettering.size
        face = self._text_style(lettering).face(Run(""))
        baseline = (leading + (face.cap_height - 0.22) * lettering.size) / 2
        strips = []
        for index, line in enumerate(lines):
            left = {"centre": (width - line.width) / 2, "right": width - line.width}.get(align, 0.0)
            stays = index == 0 or index == len(lines) - 2
            holds = stays and index < len(lines) - 1
            strips.append(Strip(leading, tuple(line.placed(x + left, baseline)), holds=holds))
        return strips

    # --- blocks

    def column(self, blocks: Sequence[Filled], width: Mm) -> list[Strip]:
        """Blocks one below the other."""
        strips: list[Strip] = []
        for index, block in enumerate(blocks):
            made = self._block(block, width)
            if made and index and strips:
                gap = max(made[0].before, self._gap(blocks[index - 1], block))
                made[0] = replace(made[0], before=gap)
            strips += made
        return strips

    def _gap(self, above: Filled, below: Filled) -> Mm:
        gap = self.style.paragraph_gap
        if below.kind == "component" and above.kind == "component":
            return gap
        if {above.kind, below.kind} & {"figure", "cards", "table", "component", *BOXES}:
            return gap * 1.9
        return gap

    def _block(self, block: Filled, width: Mm) -> list[Strip]:
        match block.kind:
            case "heading":
                return self._heading(block, width)
            case "paragraph":
                return self.paragraph(block.runs, self.style.text, width)
            case "list":
                return self._list(block, width)
            case "table":
                return self._table(block, width)
            case "figure":
                return self._figure(block, width)
            case "component":
                return self._component(block, width)
            case "cards":
                return self._cards(block, width)
            case "page":
                return [Strip(0.0, page=block.frame)]
            case "page-break":
                return [Strip(0.0, breaks=True)]
            case "toc":
                return self._contents(width)
            case _:
                return self._box(block, width)

    def _heading(self, block: Filled, width: Mm) -> list[Strip]:
        lettering = self.style.section if block.level == 2 else self.style.subsection
        strips = self.paragraph(block.runs, lettering, width, hyphenate=False)
        title = plain(block.runs)
        anchor = Anchor(0.0, 0.0, block.anchor, title, block.level - 2)
        first = strips[0] if strips else Strip(0.0)
        running = title if block.level == 2 else ""
        strips[:1] = [replace(first, items=(anchor, *first.items), before=lettering.before, heading=running)]
        last = strips[-1]
        strips[-1] = replace(last, height=last.height + lettering.after)
        return [replace(strip, holds=True) for strip in strips]

    def _list(self, block: Filled, width: Mm) -> list[Strip]:
        strips: list[Strip] = []
        for index, item in enumerate(block.children):
            inner = self.column(item.children, width - INDENT)
            if not inner:
                continue
            inner = [replace(strip, items=tuple(_shifted(strip.items, INDENT))) for strip in inner]
            marker = f"{block.level + index}." if block.level else "•"
            lettering = replace_colour(self.style.text, "accent", bold=bool(block.level))
            mark = self.paragraph((Run(marker),), lettering, INDENT)[0]
            gap = self.style.paragraph_gap * 0.6 if index else 0.0
            inner[0] = replace(inner[0], items=(*mark.items, *inner[0].items), before=gap)
            strips += inner
        return strips

    def _figure(self, block: Filled, width: Mm) -> list[Strip]:
        if block.frame is None:
            return []
        wanted = block.options.get("width")
        wide = min(width, float(wanted) if isinstance(wanted, int | float) else block.frame.width)
        scale = wide / block.frame.width
        left = (width - wide) / 2
        group = Group(block.frame.items, (scale, 0.0, 0.0, scale, left, 0.0))
        strips = [Strip(block.frame.height * scale, (group,), holds=bool(block.children))]
        return strips + self._caption(block, width)

    def _caption(self, block: Filled, width: Mm) -> list[Strip]:
        strips: list[Strip] = []
        for child in block.children:
            strips += self.paragraph(child.runs, self.style.small, width, align="centre")
        if strips:
            strips[0] = replace(strips[0], before=self.style.paragraph_gap * 0.8)
        return [*(replace(strip, holds=True) for strip in strips[:-1]), *strips[-1:]]

    def _component(self, block: Filled, width: Mm) -> list[Strip]:
        """Small cards, overlapping like a fan laid flat, with the text at their right."""
        height = self.style.component_height
        column = width * 0.34
        faces = [fit_matrix(art.box, Box(0, 0, 1000, height), "contain")[0] for _, art in block.faces]
        widths = [frame.width * scale for (frame, _), scale in zip(block.faces, faces, strict=True)]
        step = min(widths[0] + FACE_GAP, (column - widths[-1]) / (len(widths) - 1)) if len(widths) > 1 else 0.0
        items: list[Item] = []
        for index, (face, scale) in enumerate(zip(block.faces, faces, strict=True)):
            items += _face_items(face, index * step, 0.0, scale)
        strips = self.column(block.children, width - column - FACE_GAP * 2)
        text = sum(strip.before + strip.height for strip in strips)
        y = max(0.0, (height - text) / 2)
        for strip in strips:
            y += strip.before
            items += _shifted(strip.items, column + FACE_GAP * 2, y)
            y += strip.height
        return [Strip(max(height, text), tuple(items))]

    def _cards(self, block: Filled, width: Mm) -> list[Strip]:
        """Rows of cards, each row centred."""
        if not block.faces:
            return []
        given = block.options.get("columns")
        columns = int(given) if isinstance(given, int) else min(len(block.faces), 6)
        wide = block.options.get("width")
        side = float(wide) if isinstance(wide, int | float) else min(22.0, (width + FACE_GAP) / columns - FACE_GAP)
        columns = max(1, min(columns, int((width + FACE_GAP) / (side + FACE_GAP) + 1e-6)))
        strips = []
        for start in range(0, len(block.faces), columns):
            row = block.faces[start : start + columns]
            left = (width - len(row) * side - (len(row) - 1) * FACE_GAP) / 2
            items: list[Item] = []
            height = 0.0
            for index, face in enumerate(row):
                scale = side / face[0].width
                items += _face_items(face, left + index * (side + FACE_GAP), 0.0, scale)
                height = max(height, face[0].height * scale)
            is_last = start + columns >= len(block.faces)
            before = FACE_GAP if start else 0.0
            strips.append(Strip(height, tuple(items), before, holds=is_last and bool(block.children)))
        return strips + self._caption(block, width)

    def _box(self, block: Filled, width: Mm) -> list[Strip]:
        """A tinted box with a bar at its left and an icon before its title."""
        kind = self.style.boxes.get(block.kind)
        fill, edge = (
            self.style.colour(kind.fill if kind else "tint"),
            self.style.colour(kind.edge if kind else "accent"),
        )
        tint = Tint(fill, edge, self.style.corner)
        left = BAR + PAD
        inner_width = width - left - PAD
        icon = self.icon(kind.icon, edge) if kind and kind.icon else None
        blocks = list(block.children)
        strips: list[Strip] = []
        if icon and blocks and blocks[0].kind == "paragraph":
            first = self.paragraph(blocks[0].runs, self.style.text, inner_width - ICON - 1.5, ICON + 1.5)
            leading = self.style.text.leading * self.style.text.size
            matrix = fit_matrix(icon.box, Box(0, (leading - ICON) / 2, ICON, ICON), "contain")
            first[0] = replace(first[0], items=(Use(icon, matrix), *first[0].items))
            if len(first) == 1 and len(blocks) > 1:
                first[-1] = replace(first[-1], holds=True)
            rest = self.column(blocks[1:], inner_width)
            if rest:
                rest[0] = replace(rest[0], before=max(rest[0].before, self._gap(blocks[0], blocks[1])))
            strips = first + rest
        else:
            strips = self.column(blocks, inner_width)
        if not strips:
            return []
        placed = [replace(s, items=tuple(_shifted(s.items, left)), tint=tint) for s in strips]
        top = Strip(PAD * 0.75, holds=True, tint=tint)
        end = Strip(PAD * 0.75, tint=tint)
        placed[-1] = replace(placed[-1], holds=True)
        return _kept_together([top, *placed, end], self.style.depth * 0.45)

    def _table(self, block: Filled, width: Mm) -> list[Strip]:
        rows = [row for row in block.children if row.children]
        if not rows:
            return []
        columns = self._column_widths(rows, width)
        strips: list[Strip] = []
        lettering = self.style.table
        pad = 0.9
        rule = Stroke(self.style.colour("rule"), 0.25)
        for index, row in enumerate(rows):
            is_head = row.level == 0
            kind = lettering.model_copy(update={"bold": True}) if is_head else lettering
            cells = []
            x = 0.0
            for cell, column in zip(row.children, columns, strict=False):
                cells.append(self.paragraph(cell.runs, kind, column - 3.0, x + 1.5, cell.align))
                x += column
            height = max(sum(strip.height for strip in cell) for cell in cells) + 2 * pad
            items: list[Item] = []
            if is_head:
                items.append(Path(outline.rectangle(0, 0, sum(columns), height), self.style.colour("tint")))
            for cell_strips in cells:
                y = pad
                for strip in cell_strips:
                    items += _shifted(strip.items, 0.0, y)
                    y += strip.height
            items.append(Path((("M", 0.0, height), ("L", sum(columns), height)), None, rule))
            left = (width - sum(columns)) / 2
            holds = is_head or index in (len(rows) - 2, 1)
            strips.append(Strip(height, tuple(_shifted(tuple(items), left)), holds=holds and index < len(rows) - 1))
        return _kept_together(strips, self.style.depth * 0.35)

    def _column_widths(self, rows: Sequence[Filled], width: Mm) -> list[Mm]:
        """Each column as wide as its longest cell; where that is too much, wide ones give way."""
        count = max(len(row.children) for row in rows)
        natural = [0.0] * count
        for row in rows:
            kind = self.style.table.model_copy(update={"bold": row.level == 0})
            for index, cell in enumerate(row.children):
                lines = self.lines(cell.runs, kind, 1000.0, hyphenate=False)
                natural[index] = max(natural[index], max((line.width for line in lines), default=0.0) + 3.2)
        if sum(natural) <= width:
            spare = (width - sum(natural)) / count
            return [n + min(spare, 4.0) for n in natural]
        fair = width / count
        narrow = {i for i, n in enumerate(natural) if n <= fair}
        room = width - sum(natural[i] for i in narrow)
        wide = sum(n for i, n in enumerate(natural) if i not in narrow)
        return [n if i in narrow else room * n / wide for i, n in enumerate(natural)]

    def _contents(self, width: Mm) -> list[Strip]:
        strips = []
        for heading in self.headings:
            if heading.level != 2:
                continue
            linked = tuple(replace(run, link=f"#{heading.anchor}") for run in heading.runs)
            strip = self.paragraph(linked, replace_colour(self.style.text, "ink"), width - 10.0)[0]
            late = self._page_number(heading.anchor, width, strip)
            strips.append(replace(strip, late=late))
        return strips

    def _page_number(self, anchor: str, width: Mm, strip: Strip) -> Callable[[PageOf], tuple[Item, ...]]:
        text_end = max((i.x + i.width for i in strip.items if isinstance(i, Text)), default=0.0)

        def items(page_of: PageOf) -> tuple[Item, ...]:
            number = self.paragraph((Run(str(page_of.get(anchor, ""))),), self.style.text, 10.0, width - 10.0, "right")
            baseline = next((i.y for i in strip.items if isinstance(i, Text)), strip.height)
            leader = Path(
                (("M", text_end + 1.5, baseline), ("L", width - 6.0, baseline)),
                None,
                Stroke(self.style.colour("rule"), 0.3, (0.01, 1.6), "round"),
            )
            return (leader, *number[0].items)

        return items


def replace_colour(lettering: Lettering, colour: str, bold: bool = False) -> Lettering:
    """The lettering in another colour of the palette."""
    return lettering.model_copy(update={"colour": colour, "bold": bold})


def _kept_together(strips: list[Strip], limit: Mm) -> list[Strip]:
    """The strips without a break between them, when together they are not higher than the limit."""
    if sum(strip.before + strip.height for strip in strips) > limit:
        return strips
    return [*(replace(strip, holds=True) for strip in strips[:-1]), strips[-1]]


def _face_items(face: tuple[Frame, Art], x: Mm, y: Mm, scale: float) -> Iterator[Item]:
    """A card at a scale, with a thin edge that sets its light ground off the paper."""
    frame, art = face
    yield Use(art, (scale, 0.0, 0.0, scale, x, y))
    edge = outline.transform(trim_outline(frame), (scale, 0.0, 0.0, scale, x, y))
    yield Path(edge, None, Stroke("#8a8a8a", 0.15))


def _shifted(items: tuple[Item, ...], x: Mm, y: Mm = 0.0) -> Iterator[Item]:
    if items and (x or y):
        yield Group(items, move(x, y))
    else:
        yield from items
