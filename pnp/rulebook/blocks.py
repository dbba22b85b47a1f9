"""The values that the stages of a booklet pass on: syntax of containers, Blocks, FilledBlocks, and Strips of a column.

A Block has its text in the source language, with expressions. A FilledBlock is in one language, with its expressions
evaluated. A Strip is a part of the column that is never cut: a page may end between two strips unless the first one
holds the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import Any, Literal, TypeVar

from pnp.core.diagnostics import Place
from pnp.core.frame import CardArt, Frame, Group, Item, translation
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.markup import Runs
from pnp.core.units import Mm


@frozen_dataclass
class Argument:
    """A ``key=expression`` of a container that pnp itself reads.

    Attributes:
        accepts: Returns whether the argument accepts a value.
        expected: The values that it accepts, in words.
        is_condition: Whether it is evaluated for each card; else it has one value.
    """

    accepts: Callable[[Any], bool] = lambda value: True
    expected: str = ""
    is_condition: bool = False


@frozen_dataclass
class ContainerSyntax:
    """The syntax of one kind of container: ``::: name subject key=expression``.

    Attributes:
        subject: What follows the container's name: nothing, the name of a picture or deck, or a text that takes up the
            rest of the line.
        arguments: The arguments that pnp reads.
        is_open: Whether it accepts further arguments, for the expressions of its picture.
    """

    subject: Literal["nothing", "picture", "deck", "text"] = "nothing"
    arguments: Mapping[str, Argument] = field(default_factory=dict)
    is_open: bool = False


WIDTH = Argument(lambda value: type(value) in (int, float) and 1 <= value <= 1000, "a width from 1 to 1000 mm")


@frozen_dataclass
class Block:
    """A block as written: its text still has expressions and is in the source language.

    Attributes:
        kind: One of pnp.rulebook.kinds; or a part of a list or table: item, row, cell.
        text: For blocks with text: Markdown with expressions.
        level: For headings: their level, from 2.
        first_number: For numbered lists: their first number.
        is_header: For rows of a table: whether it is the table's head.
        align: For cells: left, centre or right.
        subject: For containers: the picture or deck that they name, or the values that they go through.
        arguments: For containers: expressions by key.
    """

    kind: str
    place: Place
    text: str = ""
    children: tuple[Block, ...] = ()
    level: int = 0
    first_number: int | None = None
    is_header: bool = False
    align: str = "left"
    subject: str = ""
    arguments: Mapping[str, str] = field(default_factory=dict)


@frozen_dataclass
class FilledBlock:
    """A block in one language with its expressions evaluated.

    Attributes:
        kind: As for Block, except for kinds that repeat their content.
        runs: Its text.
        level: For headings: their level, from 2.
        anchor: For headings: their name in links, which is the same in every language.
        first_number: For numbered lists: their first number.
        is_header: For rows of a table: whether it is the table's head.
        align: For cells: left, centre or right.
        frame: For figures and pages: the picture.
        phone: For figures: the picture that replaces it on a phone.
        cards: For components and card galleries: their cards.
        options: For containers: the values of their arguments.
    """

    kind: str
    place: Place
    runs: Runs = ()
    children: tuple[FilledBlock, ...] = ()
    level: int = 0
    anchor: str = ""
    first_number: int | None = None
    is_header: bool = False
    align: str = "left"
    frame: Frame | None = None
    phone: Frame | None = None
    cards: tuple[CardArt, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)


AnyBlock = TypeVar("AnyBlock", Block, FilledBlock)


def walk(blocks: Sequence[AnyBlock]) -> Iterator[AnyBlock]:
    """Yield blocks and their children, in reading order."""
    for block in blocks:
        yield block
        yield from walk(block.children)


PageOf = Mapping[str, int]
"""The page number of each heading, by its anchor."""


@frozen_dataclass
class Tint:
    """The ground of a box; all strips of the box share one Tint.

    Attributes:
        draw: Returns the items of the ground for a width and height in mm, placed from its top left.
    """

    draw: Callable[[Mm, Mm], tuple[Item, ...]]


@frozen_dataclass
class Strip:
    """A part of the column that cannot be cut.

    Attributes:
        height: Its height, mm.
        items: Its items, placed from its top left, mm.
        before: Space above it, mm; there is none at the top of a page.
        holds: Whether the next strip must stay on the same page.
        tint: The ground of the box to which it belongs.
        late: Returns further items once page numbers are known.
        page: The picture of a whole page, instead of a part of the column.
        breaks: Whether a new page starts before it.
        heading: The heading in it, for the running title.
        is_wide: Whether it extends across all columns of a page.
        place: The place of its block; None for what is not written in the booklet.
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
    is_wide: bool = False
    place: Place | None = None


def stacked(strips: Sequence[Strip]) -> Mm:
    """Return the height of strips one below another, including the space above the first one."""
    return sum(strip.before + strip.height for strip in strips)


def hold_together(strips: list[Strip]) -> list[Strip]:
    """Return the strips as one block that no page break divides: each holds the next."""
    return [*(replace(strip, holds=True) for strip in strips[:-1]), *strips[-1:]]


def shifted(items: tuple[Item, ...], x: Mm, y: Mm = 0.0) -> Iterator[Item]:
    """Yield items moved right and down."""
    if items and (x or y):
        yield Group(items, translation(x, y))
    else:
        yield from items


def beside(items: Iterable[Item], height: Mm, text: Sequence[Strip], left: Mm) -> Strip:
    """Return one strip with a picture on the left and text on the right; the lower one is centred on the higher one.

    Args:
        items: The items of the picture, placed from its top left.
        height: The picture's height, mm.
        text: The text as a column.
        left: The left edge of the text, mm.
    """
    text_height = stacked(text)
    total_height = max(height, text_height)
    placed = list(shifted(tuple(items), 0.0, (total_height - height) / 2))
    y = (total_height - text_height) / 2
    for strip in text:
        y += strip.before
        placed += shifted(strip.items, left, y)
        y += strip.height
    return Strip(total_height, tuple(placed))
