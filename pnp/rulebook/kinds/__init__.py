"""Every kind of block that a booklet may have, in one table.

A new kind is a module here, with its syntax, filling, strips and HTML, and an entry in the table.
"""

from __future__ import annotations

from collections.abc import Mapping

from pnp.rulebook.blocks import ContainerSyntax
from pnp.rulebook.kinds.box import BOX
from pnp.rulebook.kinds.cards import CARDS
from pnp.rulebook.kinds.component import COMPONENT
from pnp.rulebook.kinds.contents import CONTENTS
from pnp.rulebook.kinds.each import EACH
from pnp.rulebook.kinds.figure import FIGURE
from pnp.rulebook.kinds.kind import BlockKind
from pnp.rulebook.kinds.page import PAGE, PAGE_BREAK, WIDE
from pnp.rulebook.kinds.step import STEP
from pnp.rulebook.kinds.table import TABLE
from pnp.rulebook.kinds.text import HEADING, LIST, PARAGRAPH

KINDS: Mapping[str, BlockKind] = {
    "heading": HEADING,
    "paragraph": PARAGRAPH,
    "list": LIST,
    "table": TABLE,
    "figure": FIGURE,
    "step": STEP,
    "component": COMPONENT,
    "cards": CARDS,
    "each": EACH,
    "page": PAGE,
    "page-break": PAGE_BREAK,
    "wide": WIDE,
    "toc": CONTENTS,
    "example": BOX,
    "tip": BOX,
    "ruling": BOX,
    "variant": BOX,
    "summary": BOX,
    "setup": BOX,
}
"""First the kinds of Markdown, then the containers, by the name written after ``:::``."""

CONTAINERS: Mapping[str, ContainerSyntax] = {name: kind.form for name, kind in KINDS.items() if kind.form}
"""The syntax of each container by its name."""

BOXES = tuple(name for name, kind in KINDS.items() if kind.has_look)
"""The kinds of blocks that a style's ``boxes:`` may describe."""

__all__ = ["BOXES", "CONTAINERS", "KINDS", "BlockKind"]
