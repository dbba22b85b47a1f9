"""``::: step NAME``: a step of a turn or round, with its picture on the left and its instructions on the right."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pnp.core.frame import Tag
from pnp.core.units import Mm
from pnp.expressions import Scope
from pnp.rulebook.blocks import WIDTH, Block, ContainerSyntax, FilledBlock, Strip, beside
from pnp.rulebook.fill import Filler
from pnp.rulebook.html_body import Writer
from pnp.rulebook.kinds.figure import filled_figure, picture_width, placed_picture, web_pictures
from pnp.rulebook.kinds.kind import BlockKind
from pnp.rulebook.setter import Setter

GAP: Mm = 4.0
"""Space between the picture and the text."""

APART: Mm = 3.0
"""Space between two steps."""

MAX_WIDE = 0.6
"""The largest width of a picture, as a share of the column's width; the text needs the rest."""

FORM = ContainerSyntax("picture", {"width": WIDTH}, is_open=True)


def _fill(filler: Filler, block: Block, scope: Scope) -> Iterator[FilledBlock]:
    yield from filled_figure(filler, block, FORM, scope)


def _strips(setter: Setter, block: FilledBlock, width: Mm) -> list[Strip]:
    if block.frame is None:
        return []
    wide = picture_width(setter, block, block.frame, width * MAX_WIDE)
    left = wide + GAP
    with setter.inside(Tag("LBody", setter.tag("LI"))):
        picture, height = placed_picture(setter, block.frame, wide, 0.0)
        strip = beside([picture], height, setter.column(block.children, width - left), left)
    return [replace(strip, before=APART)]


def _html(writer: Writer, block: FilledBlock) -> str:
    if block.frame is None:
        return ""
    return f"<li>{web_pictures(writer, block)}<div>{writer.inside(block)}</div></li>"


STEP = BlockKind(_fill, _strips, _html, FORM, is_apart=True, listed="ol.steps")
