"""The values of the stages of a booklet: containers' syntax, Blocks as written, Filled blocks, and Strips of a column.

A Block has its text in the source language, with expressions; a Filled block is in one language, with the expressions
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
        accepts: Whether the argument takes a value.
        expected: The values it takes, in words.
        is_condition: Whether it is evaluated for each card; else it has one value.
    """

    accepts: Callable[[Any], bool] = lambda value: True
    expected: str = ""
    is_condition: bool = False


@frozen_dataclass
class ContainerSyntax:
    """The syntax of one kind of container: ``::: name subject key=expression``.

    Attributes:
        subject: What follows the container's name: nothing, the name of a picture or of a deck, or a text of its own
            that takes the whole line.
        arguments: The arguments that pnp reads.
        is_open: Whether it takes further arguments, for its picture's own expressions.
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
        is_header: For rows of a table: whether it is the head.
        align: For cells: left, centre or right.
        subject: For containers: the picture or deck that they name, or the values they repeat.
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
        kind: As for Block, without the kinds that repeat others.
        runs: Its text.
        level: For headings: their level, from 2.
        anchor: For headings: their name in links, the same in every language.
        first_number: For numbered lists: their first number.
        is_header: For rows of a table: whether it is the head.
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
    """The ground of a box; strips with the same Tint share one.

    Attributes:
        draw: Gives the items of the ground, placed from its top left, for a width and height in mm.
    """

    draw: Callable[[Mm, Mm], tuple[Item, ...]]


@frozen_dataclass
class Strip:
    """An uncuttable part of the column.

    Attributes:
        height: mm.
        items: Placed from the strip's top left, mm.
        before: Room above, gone at the top of a page.
        holds: Whether the next strip must stay on the same page.
        tint: The box it is part of.
        late: Gives further items when the page numbers are set.
        page: A whole page's picture, instead of a part of the column.
        breaks: Whether a new page starts before it.
        heading: The heading it shows, for the running title.
        is_wide: Whether it is as wide as all columns of a page together.
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


def stacked(strips: Sequence[Strip]) -> Mm:
    """The height of strips one below the other, the room above the first one included."""
    return sum(strip.before + strip.height for strip in strips)


def hold_together(strips: list[Strip]) -> list[Strip]:
    """The strips as one block: each holds the next."""
    return [*(replace(strip, holds=True) for strip in strips[:-1]), *strips[-1:]]


def shifted(items: tuple[Item, ...], x: Mm, y: Mm = 0.0) -> Iterator[Item]:
    """Items moved right and down."""
    if items and (x or y):
        yield Group(items, translation(x, y))
    else:
        yield from items


def beside(items: Iterable[Item], height: Mm, text: Sequence[Strip], left: Mm) -> Strip:
    """One strip with a picture at the left and text at its right; the lower of the two is centred on the higher.

    Args:
        items: The picture, placed from the top left.
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
