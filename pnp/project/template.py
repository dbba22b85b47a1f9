"""The models of a template file, which describes the look of a kind of card, figure or token."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import StrictFloat, StrictInt, StrictStr, model_validator

from pnp.core.diagnostics import Mistake, Place
from pnp.core.units import Mm
from pnp.project import paints
from pnp.project import values as v
from pnp.project.elements import Element, RestElement
from pnp.project.forms import StrictModel
from pnp.project.tree import Map
from pnp.project.values import Plain

if TYPE_CHECKING:
    from pnp.core.frame import DieLine

SUBJECTS = ("text", "drawing", "card")


class MustShow(StrictModel):
    """Something that must be visible: a text, a drawing, a card in a picture, or a colour."""

    text: StrictStr | None = None
    """A text that stands alone, or a passage: "{{ card.number }}"."""
    drawing: StrictStr | None = None
    """A drawing or picture by its path below templates/: "fruit/art/{{ card.fruit }}"."""
    card: StrictStr | None = None
    """A card shown in a picture, by its label: "numbers 63", "back of numbers"."""
    colour: StrictStr | None = None
    """The colour of the text or drawing. Alone: the colour must cover more of the face than any other colour that the
    deck has here."""
    around: StrictStr | None = None
    """The colour around it: of a frame, a cell, a plate."""
    each: StrictStr = ""
    """An expression for the values to show, called value; loop.index0 counts them. Without it there is one."""
    when: StrictStr = ""
    """It must only be shown if this expression is true."""
    times: StrictInt | StrictStr | None = None
    """How often it must be shown: a number, an expression, or 1+ for at least once. Default: once, and twice for
    corners."""
    middle: Annotated[Mm | None, v.Plain(v.parse_size_mm)] = None
    """It must be shown once outside the corners, at least this tall."""
    corners: Annotated[Mm | None, v.Plain(v.parse_size_mm)] = None
    """It must be shown in two opposite corners, at least this tall, upright for a player at each edge."""
    fan: Annotated[Mm | None, v.Plain(v.parse_size_mm)] = None
    """The marks in the corners must lie within this distance of the edge, which is what a fanned hand shows of a
    card."""
    order: Literal["across", "down"] | None = None
    """The order of its values on the face: from left to right, or from top to bottom."""
    size: Annotated[Mm | None, v.Plain(v.parse_size_mm)] = None
    """How tall it must be at least, wherever it is; smaller drawings do not count."""
    near: StrictStr = ""
    """Another entry. Each value must be nearer to the value of that entry with the same number than to its other
    values."""
    turned: StrictInt | StrictFloat | StrictStr | None = None
    """Its clockwise rotation, degrees: a number, or an expression."""
    on: StrictStr = ""
    """It must be shown on this element of the template, such as a panel of a box."""

    @model_validator(mode="after")
    def _has_one_subject(self) -> MustShow:
        subjects = [key for key in SUBJECTS if getattr(self, key) is not None]
        if len(subjects) > 1 or not (subjects or self.colour):
            raise Mistake("must say what is seen", "give it one of text:, drawing:, card:, colour:")
        return self


class TemplateHead(StrictModel):
    """A template without its elements."""

    extends: Annotated[tuple[str, ...], Plain(v.parse_names)] = ()
    """One or more templates from which this one inherits; later ones override earlier ones."""
    size: Annotated[tuple[Mm, Mm], Plain(v.parse_card_size)] = (63.0, 88.0)
    """Trim size: 63x88, [63mm, 88mm], or a name such as poker, tarot, mini-euro."""
    bleed: Annotated[Mm, Plain(v.length_between(0, 20))] = 3.0
    """How far the ground runs past the trim."""
    safe: Annotated[Mm, Plain(v.length_between(0, 50))] = 4.0
    """How far inside the trim texts must stay."""
    corner: Annotated[Mm, Plain(v.length_between(0, 500))] = 3.0
    """Radius of the trim's corners."""
    shape: Annotated[str, Plain(v.choice("card", "rounded", "circle", "hexagon"))] = "card"
    """How it is cut: straight through the sheet (card), or singly, as a token (rounded, circle, hexagon)."""
    cut: Annotated[tuple[str, ...], Plain(v.parse_names)] = ()
    """The name of the element along which it is cut out, if that is not its trim, such as the net of a box. Several as
    a list; of lines that coincide, a light and a dark one, only one is cut."""
    crease: Annotated[tuple[str, ...], Plain(v.parse_names)] = ()
    """The name of the element along which it is creased; several as a list."""
    perforation: Annotated[tuple[str, ...], Plain(v.parse_names)] = ()
    """The name of the element along which it is perforated, so that it can be torn; several as a list."""
    kiss_cut: Annotated[tuple[str, ...], Plain(v.parse_names)] = ()
    """The name of the element along which a sticker is cut, but not the paper below it; several as a list."""
    mirror: Annotated[bool, Plain(v.parse_flag)] = False
    """Whether everything moves to the other side in languages that are written from right to left."""
    palette: dict[str, Annotated[str, Plain(paints.parse_colour)]] = {}
    """Colours, by name."""
    icons: dict[str, str] = {}
    """Drawings by name, for icon, icons and :name: in texts; their paths start at templates/."""
    defaults: dict[str, Any] = {}
    """Values for all text elements that have none of their own: font, size, colour …"""
    elements: dict[str, Any] = {}
    """The elements by name, in painting order."""
    shows: dict[str, MustShow] = {}
    """Texts, drawings and colours that its faces must show, like shows of a deck."""
    smallest_text: Annotated[Mm | None, Plain(v.parse_type_size)] = None
    """The smallest type on it, if it differs from the game's."""
    phone: StrictStr = ""
    """For a figure: the template that replaces it on a phone, which is narrower and usually taller; it extends this
    one."""
    literals: tuple[StrictStr, ...] = ()
    """Numbers and names in its texts that are deliberately not taken from the game's data."""

    @property
    def lines(self) -> dict[DieLine, tuple[str, ...]]:
        """The names of the elements along which machines work, in the order of that work."""
        return {"crease": self.crease, "perforation": self.perforation, "kiss_cut": self.kiss_cut, "cut": self.cut}


class Node(StrictModel):
    """An element with its name and place; a group also has children.

    Attributes:
        source: The mapping from which it was read, with the places of its values.
        language: The language of its words, if it is not that of the edition; else "".
        further: The same text in the further languages of an edition in several.
    """

    name: str
    element: Element
    source: Map
    children: tuple[Node, ...] = ()
    language: str = ""
    further: tuple[Node, ...] = ()

    @property
    def is_drawn(self) -> bool:
        """Whether it is an object of a drawing, not written in a template."""
        return self.source.file.endswith((".svg", ".svgz"))

    def place(self, key: str = "") -> Place:
        """Return the place of the element, or of one of its values."""
        if not key:
            return self.source.place
        return self.source.place_of(key)


def all_nodes(nodes: Iterable[Node]) -> Iterator[Node]:
    """Yield elements, and the elements inside groups."""
    for node in nodes:
        yield node
        yield from all_nodes(node.children)


class Template(StrictModel):
    """A template with everything that it inherits.

    Attributes:
        name: Path below templates/, without .yaml: chili/number.
        place: Its first line.
        source: The mapping from which it was read, with the places of its values.
        fields: The names of the cards' fields, if they decide which elements it has.
    """

    name: str
    place: Place
    head: TemplateHead
    nodes: tuple[Node, ...]
    source: Map
    fields: tuple[str, ...] = ()

    @property
    def rests(self) -> dict[str, Node]:
        """The elements that show the rest of a text, by the name of the text's element."""
        return {n.element.rest: n for n in all_nodes(self.nodes) if isinstance(n.element, RestElement)}

    def names_field(self, field: str) -> bool:
        """Whether an expression of the template names a field of its cards."""
        pattern = re.compile(rf"\bcard(?:\.|\[['\"]){re.escape(field)}\b")
        remaining: list[Any] = [self.source]
        while remaining:
            value = remaining.pop()
            if isinstance(value, str) and pattern.search(value):
                return True
            remaining += value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
        return False

    def resized(self, size: tuple[Mm, Mm]) -> Template:
        """Return the template with another size, mm; its elements are not moved."""
        return self.model_copy(update={"head": self.head.model_copy(update={"size": size})})
