"""BlockKind: how blocks of one kind are written, filled, set on paper and written as HTML."""

from __future__ import annotations

from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.units import Mm
from pnp.rulebook.blocks import ContainerSyntax, FilledBlock, Strip
from pnp.rulebook.fill import FillBlock
from pnp.rulebook.html_body import WriteBlock, Writer
from pnp.rulebook.setter import SetBlock, Setter


@frozen_dataclass
class BlockKind:
    """A kind of block.

    Attributes:
        fill: Fills a block in one language.
        strips: Sets a block in the column.
        html: Writes a block for the web page; "" if the web does not show it.
        form: Its syntax as a container; None for plain Markdown.
        is_apart: Whether there is more space around it than around a paragraph.
        listed: The HTML element and class of the list that adjacent blocks of the kind form, such as ``ul.components``;
            they are as close together as paragraphs. "" if they form none.
        has_look: Whether ``boxes:`` of a style may give it colours and an icon.
    """

    fill: FillBlock
    strips: SetBlock
    html: WriteBlock
    form: ContainerSyntax | None = None
    is_apart: bool = False
    listed: str = ""
    has_look: bool = False


def no_strips(_setter: Setter, _block: FilledBlock, _width: Mm) -> list[Strip]:
    """Set nothing, for a block that takes up no space in the column."""
    return []


def no_html(_writer: Writer, _block: FilledBlock) -> str:
    """Write nothing, for a block that the web does not show."""
    return ""
