"""What a kind of block is: how it is written, filled in, set in a column, and shown on the web."""

from __future__ import annotations

from dataclasses import dataclass

from pnp.core.units import Mm
from pnp.rulebook.blocks import ContainerSyntax, Filled, Strip
from pnp.rulebook.fill import FillBlock
from pnp.rulebook.html_body import WriteBlock, Writer
from pnp.rulebook.setter import SetBlock, Setter


@dataclass(frozen=True)
class BlockKind:
    """A kind of block.

    Attributes:
        fill: Its blocks in one language, computed.
        strips: Its part of the column.
        html: Its part of the web page; nothing for what the web does not show.
        form: How it is written as a container; None of what is plain Markdown.
        is_apart: Whether there is more room around it than around a paragraph.
        listed: The HTML element and class of the list that neighbours of the kind make, as ``ul.components``; they
            stand as close as paragraphs. Empty where they make none.
        has_look: Whether a style's boxes: may give it colours and an icon.
    """

    fill: FillBlock
    strips: SetBlock
    html: WriteBlock
    form: ContainerSyntax | None = None
    is_apart: bool = False
    listed: str = ""
    has_look: bool = False


def nothing_set(_setter: Setter, _block: Filled, _width: Mm) -> list[Strip]:
    """The strips of what has no room in the column."""
    return []


def nothing_written(_writer: Writer, _block: Filled) -> str:
    """The HTML of what the web does not show."""
    return ""
