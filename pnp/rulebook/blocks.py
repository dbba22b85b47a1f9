"""The parts of a booklet: as written (Block), and as filled in for one language (Filled)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from pnp.diagnostics import Place
from pnp.layout.frame import CardArt, Frame
from pnp.markup import Runs


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
