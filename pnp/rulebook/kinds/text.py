"""Headings, paragraphs and lists."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pnp.core.frame import Anchor, Tag
from pnp.core.markup import Run, plain
from pnp.core.units import Mm
from pnp.expressions import Scope
from pnp.rulebook.blocks import Block, FilledBlock, Strip, shifted
from pnp.rulebook.fill import Filler
from pnp.rulebook.html_body import Writer
from pnp.rulebook.kinds.kind import BlockKind
from pnp.rulebook.setter import Setter
from pnp.text.typography import figures

INDENT: Mm = 5.0
"""Distance from the marks of a list to its text."""

ITEM_GAP = 0.6
"""Space between two items, as a multiple of the gap between paragraphs."""


def _fill_heading(filler: Filler, block: Block, scope: Scope) -> Iterator[FilledBlock]:
    anchor = filler.anchor(block.text)
    yield FilledBlock("heading", block.place, filler.runs(block, scope), level=block.level, anchor=anchor)


def _set_heading(setter: Setter, block: FilledBlock, width: Mm) -> list[Strip]:
    is_section = block.level == 2
    lettering = setter.style.section if is_section else setter.style.subsection
    strips = setter.paragraph(block.runs, lettering, width, hyphenate=False, tag=setter.heading(block.level))
    title = plain(block.runs)
    anchor = Anchor(0.0, 0.0, block.anchor, title, block.level - 2 + setter.depth)
    first = strips[0] if strips else Strip(0.0)
    running = title if is_section else ""
    strips[:1] = [replace(first, items=(anchor, *first.items), before=lettering.before, heading=running)]
    last = strips[-1]
    strips[-1] = replace(last, height=last.height + lettering.after)
    return [replace(strip, holds=True) for strip in strips]


def _write_heading(writer: Writer, block: FilledBlock) -> str:
    return f'<h{block.level} id="{block.anchor}">{writer.sheet.runs(block.runs)}</h{block.level}>'


HEADING = BlockKind(_fill_heading, _set_heading, _write_heading)


def _fill_paragraph(filler: Filler, block: Block, scope: Scope) -> Iterator[FilledBlock]:
    if runs := filler.runs(block, scope):
        yield FilledBlock("paragraph", block.place, runs)


def _set_paragraph(setter: Setter, block: FilledBlock, width: Mm) -> list[Strip]:
    return setter.paragraph(block.runs, setter.style.text, width, tag=setter.tag("P"))


def _write_paragraph(writer: Writer, block: FilledBlock) -> str:
    return f"<p>{writer.sheet.runs(block.runs)}</p>"


PARAGRAPH = BlockKind(_fill_paragraph, _set_paragraph, _write_paragraph)


def _fill_list(filler: Filler, block: Block, scope: Scope) -> Iterator[FilledBlock]:
    items = tuple(
        FilledBlock("item", item.place, children=tuple(filler.fill(item.children, scope))) for item in block.children
    )
    yield FilledBlock("list", block.place, children=items, first_number=block.first_number)


def _set_list(setter: Setter, block: FilledBlock, width: Mm) -> list[Strip]:
    strips: list[Strip] = []
    first = block.first_number
    lettering = setter.style.text.model_copy(update={"colour": "accent", "bold": first is not None})
    listing = setter.tag("L")
    for index, item in enumerate(block.children):
        entry = Tag("LI", listing)
        with setter.inside(Tag("LBody", entry)):
            inner = setter.column(item.children, width - INDENT)
        if not inner:
            continue
        inner = [replace(strip, items=tuple(shifted(strip.items, INDENT))) for strip in inner]
        marker = "•" if first is None else f"{figures(first + index, setter.language)}."
        mark = setter.paragraph((Run(marker),), lettering, INDENT, tag=Tag("Lbl", entry))[0]
        gap = setter.style.paragraph_gap * ITEM_GAP if index else 0.0
        inner[0] = replace(inner[0], items=(*mark.items, *inner[0].items), before=gap)
        strips += inner
    return strips


def _write_list(writer: Writer, block: FilledBlock) -> str:
    items = "".join(f"<li>{_write_item(writer, item)}</li>" for item in block.children)
    first = block.first_number
    if first is None:
        return f"<ul>{items}</ul>"
    return f"<ol>{items}</ol>" if first == 1 else f'<ol start="{first}">{items}</ol>'


def _write_item(writer: Writer, item: FilledBlock) -> str:
    """Return an item's blocks. A single paragraph gets no element of its own, so that items are close together."""
    if len(item.children) == 1 and item.children[0].kind == "paragraph":
        return writer.sheet.runs(item.children[0].runs)
    return writer.inside(item)


LIST = BlockKind(_fill_list, _set_list, _write_list)
