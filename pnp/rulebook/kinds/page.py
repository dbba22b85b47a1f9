"""``::: page NAME``: a whole-page picture; ``::: page-break``: a new page; ``::: wide``: across all columns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pnp.core.units import Mm
from pnp.expressions import Scope
from pnp.rulebook.blocks import Block, ContainerSyntax, FilledBlock, Strip
from pnp.rulebook.fill import Filler
from pnp.rulebook.html_body import Writer
from pnp.rulebook.kinds.figure import filled_figure
from pnp.rulebook.kinds.kind import BlockKind, no_html
from pnp.rulebook.setter import Setter

FORM = ContainerSyntax("picture", is_open=True)


def _fill_page(filler: Filler, block: Block, scope: Scope) -> Iterator[FilledBlock]:
    yield from filled_figure(filler, block, FORM, scope)


def _set_page(_setter: Setter, block: FilledBlock, _width: Mm) -> list[Strip]:
    return [Strip(0.0, page=block.frame)]


PAGE = BlockKind(_fill_page, _set_page, no_html, FORM)
"""A whole page; the web page shows only the first, at its top."""


def _fill_break(_filler: Filler, block: Block, _scope: Scope) -> Iterator[FilledBlock]:
    yield FilledBlock(block.kind, block.place)


def _set_break(_setter: Setter, _block: FilledBlock, _width: Mm) -> list[Strip]:
    return [Strip(0.0, breaks=True)]


PAGE_BREAK = BlockKind(_fill_break, _set_break, no_html, ContainerSyntax())


def _fill_wide(filler: Filler, block: Block, scope: Scope) -> Iterator[FilledBlock]:
    yield FilledBlock(block.kind, block.place, children=tuple(filler.fill(block.children, scope)))


def _set_wide(setter: Setter, block: FilledBlock, width: Mm) -> list[Strip]:
    """Set blocks across all columns; blocks inside another container are only as wide as that."""
    if width < setter.style.column:
        return setter.column(block.children, width)
    return [replace(strip, is_wide=True) for strip in setter.column(block.children, setter.style.measure)]


def _write_wide(writer: Writer, block: FilledBlock) -> str:
    return writer.inside(block)


WIDE = BlockKind(_fill_wide, _set_wide, _write_wide, ContainerSyntax(), is_apart=True)
