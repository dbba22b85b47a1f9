"""``::: page NAME``: a picture as a whole page; ``::: page-break``: a new page."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.core.units import Mm
from pnp.expressions import Scope
from pnp.rulebook.blocks import Block, ContainerSyntax, FilledBlock, Strip
from pnp.rulebook.fill import Filler
from pnp.rulebook.kinds.figure import filled_figure
from pnp.rulebook.kinds.kind import BlockKind, no_html
from pnp.rulebook.setter import Setter

FORM = ContainerSyntax("picture", is_open=True)


def _fill_page(filler: Filler, block: Block, scope: Scope) -> Iterator[FilledBlock]:
    yield from filled_figure(filler, block, FORM, scope)


def _set_page(_setter: Setter, block: FilledBlock, _width: Mm) -> list[Strip]:
    return [Strip(0.0, page=block.frame)]


PAGE = BlockKind(_fill_page, _set_page, no_html, FORM)
"""A whole page; the web page shows only the first one, at its head."""


def _fill_break(_filler: Filler, block: Block, _scope: Scope) -> Iterator[FilledBlock]:
    yield FilledBlock(block.kind, block.place)


def _set_break(_setter: Setter, _block: FilledBlock, _width: Mm) -> list[Strip]:
    return [Strip(0.0, breaks=True)]


PAGE_BREAK = BlockKind(_fill_break, _set_break, no_html, ContainerSyntax())
