"""``::: each goal in goals``: repeats its content for each value of a list."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.core.codes import Code
from pnp.expressions import Scope
from pnp.rulebook.blocks import Block, ContainerSyntax, FilledBlock
from pnp.rulebook.fill import Filler
from pnp.rulebook.kinds.kind import BlockKind, no_html, no_strips
from pnp.rulebook.kinds.table import joined

MAX_REPEATS = 500
"""The content may be repeated at most this many times."""


def _fill(filler: Filler, block: Block, scope: Scope) -> Iterator[FilledBlock]:
    name, _, source = (part.strip() for part in block.subject.partition(" in "))
    if not name.isidentifier() or not source:
        what = f"::: each {block.subject} cannot be read"
        filler.report(Code.BOOKLET_EACH, block.place, what=what, fix="write ::: each goal in goals")
        return
    values = filler.value(block, source, scope)
    if not isinstance(values, list | tuple | range | dict) or len(values) > MAX_REPEATS:
        what = f"{source} is not a list of at most {MAX_REPEATS} values"
        filler.report(Code.BOOKLET_EACH, block.place, what=what, fix="name a list, as ::: each goal in decks.goals")
        return
    tables: list[FilledBlock] = []
    for value in values:
        if not filler.may_repeat(block):
            break
        blocks = list(filler.fill(block.children, {**scope, name: value}))
        if len(blocks) == 1 and blocks[0].kind == "table":
            tables += blocks
        else:
            yield from blocks
    if tables:
        yield joined(tables)


EACH = BlockKind(_fill, no_strips, no_html, ContainerSyntax("text"))
