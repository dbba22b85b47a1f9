"""The models of a template file: the look of a kind of card, figure or token."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Literal

from pydantic import StrictFloat, StrictInt, StrictStr, model_validator

from pnp.core.diagnostics import Mistake, Place
from pnp.core.units import Mm
from pnp.project import paints
from pnp.project import values as v
from pnp.project.elements import Element, RestElement
from pnp.project.forms import StrictModel
from pnp.project.tree import Map
from pnp.project.values import Plain

SUBJECTS = ("text", "drawing", "card")


class MustShow(StrictModel):
    """Something that must be seen: a text, a drawing, a card in a picture, or a colour."""

    text: StrictStr | None = None
    """A text that stands alone, or a passage: "{{ card.number }}"."""
    drawing: StrictStr | None = None
    """A drawing or picture by its path below templates/: "fruit/art/{{ card.fruit }}"."""
    card: StrictStr | None = None
    """A card shown in a picture, by its label: "numbers 63", "back of numbers"."""
    colour: StrictStr | None = None
    """The colour of the text or drawing; alone, the one that covers most of those that the deck has for it."""
    around: StrictStr | None = None
    """The colour that lies around it: of a frame, a cell, a plate."""
    each: StrictStr = ""
    """An expression for the values to be shown, called value; loop.index0 counts them. Without it there is one."""
    when: StrictStr = ""
    """Shown only where this expression is true."""
    times: StrictInt | StrictStr | None = None
    """How often, a number or an expression; 1+ is at least once. Default: once, and twice for corners."""
    middle: Annotated[Mm | None, v.Plain(v.parse_size_mm)] = None
    """Once outside the corners, this tall at least."""
    corners: Annotated[Mm | None, v.Plain(v.parse_size_mm)] = None
    """In two corners across from each other, this tall at least, each upright for who sits at its edge."""
    fan: Annotated[Mm | None, v.Plain(v.parse_size_mm)] = None
    """Marks in corners lie within this distance of the side's edge: the part of a card that a fanned hand shows."""
    order: Literal["across", "down"] | None = None
    """The order of its values on the face: from left to right, or from top to bottom."""
    size: Annotated[Mm | None, v.Plain(v.parse_size_mm)] = None
    """How tall at least, wherever it is; smaller drawings do not count."""
    near: StrictStr = ""
    """Another entry: each value stands nearer to that entry's value of the same number than to its other values."""
    turned: StrictInt | StrictFloat | StrictStr | None = None
    """How far it is turned clockwise, degrees: a number, or an expression."""
    on: StrictStr = ""
    """Only where it stands on this element of the template, as on a panel of a box."""

    @model_validator(mode="after")
    def _has_one_subject(self) -> MustShow:
        subjects = [key for key in SUBJECTS if getattr(self, key) is not None]
        if len(subjects) > 1 or not (subjects or self.colour):
            raise Mistake("must say what is seen", "give it one of text:, drawing:, card:, colour:")
        return self


class TemplateHead(StrictModel):
    """A template but for its elements."""

    extends: Annotated[tuple[str, ...], Plain(v.parse_names)] = ()
    """One template or several to take over; later ones win."""
    size: Annotated[tuple[Mm, Mm], Plain(v.parse_card_size)] = (63.0, 88.0)
    """Trim size: 63x88, [63mm, 88mm], or a name such as poker, tarot, mini-euro."""
    bleed: Annotated[Mm, Plain(v.length_between(0, 20))] = 3.0
    """How far the ground runs past the trim."""
    safe: Annotated[Mm, Plain(v.length_between(0, 50))] = 4.0
    """How far inside the trim texts must stay."""
    corner: Annotated[Mm, Plain(v.length_between(0, 500))] = 3.0
    """Radius of the trim's corners."""
    shape: Annotated[str, Plain(v.choice("card", "rounded", "circle", "hexagon"))] = "card"
    """How it is cut: card, straight through the sheet; or one by one as a token: rounded, circle, hexagon."""
    cut: Annotated[tuple[str, ...], Plain(v.parse_names)] = ()
    """The shape among its elements along which it is cut out, by name, if that is not its trim: the net of a box.
    Several as a list; lines that lie on one another, a light and a dark one, are cut once."""
    crease: Annotated[tuple[str, ...], Plain(v.parse_names)] = ()
    """The shape among its elements along which it is creased, by name; several as a list."""
    mirror: Annotated[bool, Plain(v.parse_flag)] = False
    """Whether everything stands at the other side in languages that are written from right to left."""
    palette: dict[str, Annotated[str, Plain(paints.parse_colour)]] = {}
    """Colours by name."""
    icons: dict[str, str] = {}
    """Drawings by name, for icon, icons and :name: in texts; paths from templates/."""
    defaults: dict[str, Any] = {}
    """Values for every text element that does not give its own: font, size, colour …"""
    elements: dict[str, Any] = {}
    """The elements by name, in painting order."""
    shows: dict[str, MustShow] = {}
    """Texts, drawings and colours that its faces must show, as shows of a deck."""
    smallest_text: Annotated[Mm | None, Plain(v.parse_type_size)] = None
    """The smallest type on it, if it differs from the game's."""
    phone: StrictStr = ""
    """For a figure: the template that replaces it on a phone, narrower and mostly higher; it extends this one."""
    literals: tuple[StrictStr, ...] = ()
    """Numbers and names in its texts that are deliberate, and do not come from the game's data."""


class Node(StrictModel):
    """An element with its name, its place, and, of a group, its children.

    Attributes:
        source: The mapping it was read from, which has its places.
        language: The language of the game that its words are in, if that is not the one of the edition; else "".
        second: The same text in the second language of an edition in two; None if it is not set in both.
    """

    name: str
    element: Element
    source: Map
    children: tuple[Node, ...] = ()
    language: str = ""
    second: Node | None = None

    def place(self, key: str = "") -> Place:
        """The place of the element, or of one of its values."""
        if not key:
            return self.source.place
        return self.source.place_of(key)


def all_nodes(nodes: Iterable[Node]) -> Iterator[Node]:
    """Yield elements, and those in groups."""
    for node in nodes:
        yield node
        yield from all_nodes(node.children)


class Template(StrictModel):
    """A template with everything it inherits.

    Attributes:
        name: Path below templates/, without .yaml: chili/number.
        place: Its first line.
        source: The mapping it was read from, which has the places of its values.
    """

    name: str
    place: Place
    head: TemplateHead
    nodes: tuple[Node, ...]
    source: Map

    @property
    def rests(self) -> dict[str, Node]:
        """The elements that show the rest of a text, by the name of its element."""
        return {n.element.rest: n for n in all_nodes(self.nodes) if isinstance(n.element, RestElement)}

    def names_field(self, field: str) -> bool:
        """Return whether an expression of the template names a field of its cards."""
        pattern = re.compile(rf"\bcard(?:\.|\[['\"]){re.escape(field)}\b")
        remaining: list[Any] = [self.source]
        while remaining:
            value = remaining.pop()
            if isinstance(value, str) and pattern.search(value):
                return True
            remaining += value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
        return False

    def resized(self, size: tuple[Mm, Mm]) -> Template:
        """The template on another size, mm; its elements stay where they are."""
        return self.model_copy(update={"head": self.head.model_copy(update={"size": size})})
