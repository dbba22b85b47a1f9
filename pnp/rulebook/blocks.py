"""How a container is written: ``::: name subject key=expression``.

The parts of a booklet: as written (Block), and as filled in for one language (Filled).

Strips: what the column of a booklet is made of, and what pages are cut from.

A strip is never cut. Between two strips a page may end unless the first one holds on to the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeVar

from pnp.core.diagnostics import Place
from pnp.core.frame import CardArt, Frame, Group, Item, move
from pnp.core.markup import Runs
from pnp.core.units import Mm


@dataclass(frozen=True)
class Argument:
    """A ``key=expression`` that pnp itself reads.

    Attributes:
        accepts: Whether a value is one of those it takes.
        wanted: Which these are, in words.
        is_condition: Whether it is asked of each card; else it is one value.
    """

    accepts: Callable[[Any], bool] = lambda value: True
    wanted: str = ""
    is_condition: bool = False


@dataclass(frozen=True)
class ContainerSyntax:
    """How containers of one kind are written.

    Attributes:
        subject: What stands behind the container's name: nothing, the name of a picture or of a deck, or a text of its
            own that takes the whole line.
        arguments: Those that pnp reads.
        is_open: Whether it takes others, for its picture's own expressions.
    """

    subject: Literal["nothing", "picture", "deck", "text"] = "nothing"
    arguments: Mapping[str, Argument] = field(default_factory=dict)
    is_open: bool = False


WIDTH = Argument(lambda value: type(value) in (int, float) and 1 <= value <= 1000, "a width from 1 to 1000 mm")


@dataclass(frozen=True)
class Block:
    """A block as written: its text still has expressions and is in the source language.

    Attributes:
        kind: One of pnp.rulebook.kinds; or a part of a list or table: item, row, cell.
        text: Markdown with expressions; of blocks that hold text.
        level: Of headings, from 2.
        first_number: Of lists with numbers.
        is_header: Of a table's rows.
        align: Of cells: left, centre or right.
        subject: Of containers: the picture or deck that is named, or what is repeated.
        arguments: Of containers: what is given as key=expression.
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


@dataclass(frozen=True)
class Filled:
    """A block in one language with its expressions computed.

    Attributes:
        kind: As Block's; what repeats others is gone.
        runs: Its text.
        level: Of headings, from 2.
        anchor: Of headings: their name in links, the same in every language.
        first_number: Of lists with numbers.
        is_header: Of a table's rows.
        align: Of cells: left, centre or right.
        frame: Of figures and pages: the picture.
        phone: Of figures: the picture that stands in for it on a phone.
        cards: Of components and card galleries: what they show.
        options: Of containers: their arguments' values.
    """

    kind: str
    place: Place
    runs: Runs = ()
    children: tuple[Filled, ...] = ()
    level: int = 0
    anchor: str = ""
    first_number: int | None = None
    is_header: bool = False
    align: str = "left"
    frame: Frame | None = None
    phone: Frame | None = None
    cards: tuple[CardArt, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)


AnyBlock = TypeVar("AnyBlock", Block, Filled)


def walk(blocks: Sequence[AnyBlock]) -> Iterator[AnyBlock]:
    """Blocks and what is in them, in reading order."""
    for block in blocks:
        yield block
        yield from walk(block.children)


PageOf = Mapping[str, int]
"""The page number of each heading, by its anchor."""


@dataclass(frozen=True)
class Tint:
    """The ground of a box; strips with the same Tint share one.

    Attributes:
        draw: What is drawn there, from the top left, by the ground's width and height in mm.
    """

    draw: Callable[[Mm, Mm], tuple[Item, ...]]


@dataclass(frozen=True)
class Strip:
    """An uncuttable part of the column.

    Attributes:
        height: mm.
        items: Placed from the strip's top left, mm.
        before: Room above, gone at the top of a page.
        holds: Whether the next strip must stay on the same page.
        tint: The box it is part of.
        late: Gives further items once page numbers are known.
        page: A whole page's picture, instead of a part of the column.
        breaks: Whether a new page starts before it.
        heading: The heading it shows, for the running title.
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


def stacked(strips: Sequence[Strip]) -> Mm:
    """How high strips are together, the room above the first one included."""
    return sum(strip.before + strip.height for strip in strips)


def held_together(strips: list[Strip]) -> list[Strip]:
    """The strips without a break between them."""
    return [*(replace(strip, holds=True) for strip in strips[:-1]), *strips[-1:]]


def shifted(items: tuple[Item, ...], x: Mm, y: Mm = 0.0) -> Iterator[Item]:
    """Items moved right and down."""
    if items and (x or y):
        yield Group(items, move(x, y))
    else:
        yield from items


def beside(items: Iterable[Item], height: Mm, text: Sequence[Strip], left: Mm) -> Strip:
    """One strip with a picture at the left and text at its right; the lower of the two stands in the middle.

    Args:
        items: The picture, placed from the top left.
        height: How high it is, mm.
        text: The text as a column.
        left: Where the text begins, mm.
    """
    text_height = stacked(text)
    whole = max(height, text_height)
    placed = list(shifted(tuple(items), 0.0, (whole - height) / 2))
    y = (whole - text_height) / 2
    for strip in text:
        y += strip.before
        placed += shifted(strip.items, left, y)
        y += strip.height
    return Strip(whole, tuple(placed))
