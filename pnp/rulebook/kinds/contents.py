"""``::: toc``: the sections with their page numbers. The web page has its own table of contents, with links."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from pnp.core.frame import Group, Item, Path, Stroke, Tag, Text
from pnp.core.markup import Run
from pnp.core.units import Mm
from pnp.expressions import Scope
from pnp.rulebook.blocks import Block, ContainerSyntax, FilledBlock, PageOf, Strip, hold_together
from pnp.rulebook.fill import Filler
from pnp.rulebook.kinds.kind import BlockKind, no_html
from pnp.rulebook.setter import Setter
from pnp.text.typography import figures

NUMBER_WIDTH: Mm = 10.0
"""Space for a page number at the right."""

DOT: Mm = 0.3
DOT_STEP: Mm = 1.6
"""Size of the dots between a title and its page number, and distance from one dot to the next."""

LEADER_GAP: Mm = 1.5
LEADER_END: Mm = 6.0
"""Distance of the first dot from the title, and of the last dot from the column's right edge."""


def _fill(_filler: Filler, block: Block, _scope: Scope) -> Iterator[FilledBlock]:
    yield FilledBlock(block.kind, block.place)


def _strips(setter: Setter, _block: FilledBlock, width: Mm) -> list[Strip]:
    lettering = setter.style.text.model_copy(update={"colour": "ink", "bold": False})
    strips: list[Strip] = []
    listing = setter.tag("TOC")
    for heading in setter.headings:
        linked = tuple(replace(run, link=f"#{heading.anchor}") for run in heading.runs)
        tag = Tag("TOCI", listing)
        title = setter.paragraph(linked, lettering, width - NUMBER_WIDTH, tag=tag) if heading.level == 2 else []
        if title:
            title[-1] = replace(title[-1], late=_page_number(setter, heading.anchor, width, title[-1], tag))
        strips += hold_together(title)
    return strips


def _page_number(setter: Setter, anchor: str, width: Mm, line: Strip, tag: Tag) -> Callable[[PageOf], tuple[Item, ...]]:
    """Return a function that returns the page number at the end of a title's last line, and the dots leading to it."""
    texts = [item for part in line.items if isinstance(part, Group) for item in part.items if isinstance(item, Text)]
    end = max((text.x + text.width for text in texts), default=0.0)
    baseline = texts[0].y if texts else line.height
    dots = Stroke(setter.style.colour("rule"), DOT, (0.01, DOT_STEP), "round")
    leader = Path((("M", end + LEADER_GAP, baseline), ("L", width - LEADER_END, baseline)), None, dots)

    def items(page_of: PageOf) -> tuple[Item, ...]:
        page = page_of.get(anchor)
        number = (Run(figures(page, setter.language) if page else ""),)  # a heading in a caption has no page
        strips = setter.paragraph(number, setter.style.text, NUMBER_WIDTH, width - NUMBER_WIDTH, "right", tag=tag)
        return (leader, *(item for strip in strips for item in strip.items))

    return items


CONTENTS = BlockKind(_fill, _strips, no_html, ContainerSyntax())
