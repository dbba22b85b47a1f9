"""The parts of a booklet: as written (Block), and as filled in for one language (Filled)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from pnp.diagnostics import Place
from pnp.layout.frame import Art, Frame
from pnp.markup import Runs

Face = tuple[Frame, Art]


@dataclass(frozen=True)
class Block:
    """A block as written: its text still has expressions and is in the source language.

    Attributes:
        kind: heading, paragraph, list, item, table, row, cell, or a container's name.
        text: Markdown with expressions; of blocks that hold text.
        level: Of headings, from 2; of ordered lists, the first number; of table rows, 0 for the header.
        names: A container's plain arguments.
        values: A container's key=expression arguments.
        align: Of cells: left, centre or right.
    """

    kind: str
    place: Place
    text: str = ""
    children: tuple[Block, ...] = ()
    level: int = 0
    names: tuple[str, ...] = ()
    values: Mapping[str, str] = field(default_factory=dict)
    align: str = "left"


@dataclass(frozen=True)
class Filled:
    """A block in one language with its expressions computed.

    Attributes:
        kind: As Block's; ``each`` is gone, ``component``, ``figure`` and the like carry their pictures.
        runs: Its text.
        anchor: Of headings: their name in links, the same in every language.
        frame: Of figures and pages: the picture.
        faces: Of components and card galleries: the cards.
        options: A container's evaluated arguments.
    """

    kind: str
    place: Place
    runs: Runs = ()
    children: tuple[Filled, ...] = ()
    level: int = 0
    anchor: str = ""
    align: str = "left"
    frame: Frame | None = None
    faces: tuple[Face, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)


AnyBlock = TypeVar("AnyBlock", Block, Filled)


def walk(blocks: Sequence[AnyBlock]) -> Iterator[AnyBlock]:
    """Blocks and what is in them, in reading order."""
    for block in blocks:
        yield block
        yield from walk(block.children)


BOXES = ("example", "tip", "ruling", "variant", "summary", "setup")
"""Containers set as tinted boxes."""

NAMED = ("figure", "page", "component", "cards")
"""Containers whose first word names a picture or a deck."""

ARGUMENTS: Mapping[str, tuple[str, ...]] = {
    "figure": ("width",),
    "page": (),
    "component": ("cards", "back"),
    "cards": ("cards", "where", "columns", "width", "back"),
}
"""The key=expression arguments of each container; figures and pages take further ones for their own expressions."""

CONTAINERS = ("figure", "component", "cards", "each", "page", "page-break", "toc", *BOXES)
"""Every container a booklet may have."""
