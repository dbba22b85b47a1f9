"""The models of a template file: the look of a kind of card, figure or token."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, StrictInt, StrictStr, model_validator

from pnp.core.diagnostics import Mistake, Place
from pnp.core.plugins import load_plugin, plugins
from pnp.core.units import Mm
from pnp.project import forms
from pnp.project import values as v
from pnp.project.forms import StrictModel, takes
from pnp.project.tree import Map
from pnp.project.values import Expr, Plain, Written, WrittenGradient, WrittenStroke

WrittenPaint = str | WrittenGradient
Words = Annotated[str | Expr, Written(v.parse_text)]
Length = Annotated[Mm, Written(v.parse_mm)]
Size = Annotated[Mm, Written(v.parse_size_mm)]
TypeSize = Annotated[Mm, Written(v.parse_type_size)]
Colour = Annotated[str, Written(v.parse_colour)]
Number = Annotated[float, Written(v.parse_number)]
Flag = Annotated[bool, Written(v.parse_flag)]
Fraction = Annotated[float, Written(v.parse_fraction)]


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
    on: StrictStr = ""
    """Only where it stands on this element of the template, as on a panel of a box."""

    @model_validator(mode="after")
    def _has_one_subject(self) -> MustShow:
        subjects = [key for key in SUBJECTS if getattr(self, key) is not None]
        if len(subjects) > 1 or not (subjects or self.colour):
            raise Mistake("must say what is seen", "give it one of text:, drawing:, card:, colour:")
        return self


class Element(StrictModel):
    """One entry of a template: something drawn in a box."""

    kind: ClassVar[str]
    is_boxed: ClassVar[bool] = False
    """Whether its value is the box that it fills."""

    within: Annotated[Any, Written(v.parse_box)] = Field(None, alias="in")
    """The box to stand in: trim, bleed, safe, an earlier element, or [x, y, width, height]. Default: trim; in a group
    its box."""
    at: Annotated[v.AnchorPoint, Written(v.parse_anchor)] = v.AnchorPoint(0, 0)
    """The point of that box, and of the element's own box, that fall together: top-left, centre, bottom + 0mm 2mm."""
    x: Length = 0.0
    """Moved right by this much."""
    y: Length = 0.0
    """Moved down by this much."""
    width: Annotated[Mm | None, Written(v.parse_size_mm)] = None
    """Width; default: the box's own."""
    height: Annotated[Mm | None, Written(v.parse_size_mm)] = None
    """Height; default: the box's own."""
    rotate: Number = 0.0
    """Turned clockwise about its centre, degrees."""
    opacity: Fraction = 1.0
    """From 0, not seen, to 1."""
    clip: Annotated[tuple[str, Mm] | None, Written(v.parse_clip)] = None
    """Cut off outside box, ellipse, or rounded 3mm."""
    mirrored: Flag = False
    """Drawn a second time, turned by 180° about the card's centre."""
    when: str = ""
    """Drawn only when this expression is true: card.chilies > 1."""
    loop: str = Field("", alias="for")
    """Drawn once for each value: n in range(3, 9). loop.index0 counts from 0."""
    before: str = ""
    """Painted just before this inherited element."""
    after: str = ""
    """Painted just after this inherited element."""

    @property
    def own_box(self) -> Any:
        """Its value if that is a box, else None."""
        return getattr(self, self.kind) if self.is_boxed else None


class Shape(Element):
    """A filled or outlined shape."""

    fill: Annotated[WrittenPaint | None, Written(v.parse_paint)] = None
    """A colour, a palette name, or a gradient."""
    stroke: Annotated[WrittenStroke | None, Written(v.parse_stroke)] = None
    """An outline: ink 0.5mm."""


class Rect(Shape):
    """A rectangle; its value is its box, in another box if in: names one."""

    kind = "rect"
    is_boxed = True
    rect: Annotated[Any, Written(v.parse_box)]
    radius: Length = 0.0
    """Radius of the corners."""


class Ellipse(Shape):
    """An ellipse; its value is the box that it touches, in another box if in: names one."""

    kind = "ellipse"
    is_boxed = True
    ellipse: Annotated[Any, Written(v.parse_box)]


@takes(forms.list_of(forms.list_of(forms.LENGTH, 2, 2), 2))
def parse_points(value: Any) -> tuple[Any, ...]:
    """Points [[x, y], …] in mm from the box's top left."""
    if not isinstance(value, list) or len(value) < 2:
        raise Mistake(f"must be a list of points [x, y], not {v.describe(value)}")
    pair = v.parse_lengths(2)
    return tuple(pair(point) for point in value)


@takes(forms.any_of({"type": "integer", "minimum": 3, "maximum": 100}, forms.form_of(parse_points)))
def parse_corners(value: Any) -> Any:
    """Points, or the number of corners of a regular polygon."""
    if isinstance(value, int) and not isinstance(value, bool):
        if not 3 <= value <= 100:
            raise Mistake(f"is wrong: a regular polygon has 3 to 100 corners, not {v.describe(value)}")
        return value
    return parse_points(value)


class Line(Shape):
    """A line through points [[x, y], …], in mm from the box's top left."""

    kind = "line"
    line: Annotated[Any, Written(parse_points)]


class Polygon(Shape):
    """A closed polygon: a list of points, or the number of corners of a regular one."""

    kind = "polygon"
    polygon: Annotated[Any, Written(parse_corners)]
    turn: Number = 0.0
    """A regular polygon turned clockwise, degrees; at 0 it stands on a side."""


class PathElement(Shape):
    """An outline in SVG path data, in mm from the box's top left."""

    kind = "path"
    path: Words
    even_odd: Flag = False


class TextElement(Element):
    """A text, with **bold**, *italic* and :icons:, broken into lines in its box."""

    kind = "text"
    text: Words
    font: Words = "text"
    """A family of fonts/fonts.yaml."""
    bold: Flag = False
    italic: Flag = False
    size: TypeSize = v.parse_type_size(9)
    """Size of the type; the largest one where smallest is given."""
    smallest: Annotated[Mm | None, Written(v.parse_type_size)] = None
    """How small the type may get to fit the box, in steps of 0.25 pt."""
    leading: Annotated[float, Written(v.parse_leading)] = 1.25
    """From baseline to baseline, in sizes of the type."""
    colour: Annotated[WrittenPaint, Written(v.parse_paint)] = "#1a1a1a"
    outline: Annotated[WrittenStroke | None, Written(v.parse_stroke)] = None
    """A line around the letters, behind them."""
    align: Annotated[str, Written(v.choice("left", "centre", "right", "justify"))] = "left"
    valign: Annotated[str, Written(v.choice("top", "middle", "bottom"))] = "top"
    hyphenate: Flag = False
    tabular: Flag = False
    """Figures of one width."""
    uppercase: Flag = False
    lines: Annotated[int | None, Written(v.parse_count)] = None
    """Most lines the text may take."""
    icon_colour: Annotated[str | None, Written(v.parse_colour)] = None
    """Colour of inline icons; default: the text's."""
    icon_colours: dict[str, Annotated[str, Written(v.parse_colour)]] = {}
    """Colours of inline icons by their names; others have icon_colour."""
    icon_ground: Annotated[str | None, Written(v.parse_colour)] = None
    """Colour of the square under inline icons that have one; none leaves it out."""


class Drawn(Element):
    """A drawing that takes colours."""

    colour: Annotated[str | None, Written(v.parse_colour)] = None
    """What currentColor stands for in the drawing; a drawing of one colour is painted in it."""
    colours: dict[str, Annotated[str, Written(v.parse_colour)]] = {}
    """Values for the drawing's var(--name, …)."""
    ground: Annotated[str | None, Written(v.parse_colour)] = None
    """Colour of the square that a drawing is on; none leaves it out."""


class IconElement(Drawn):
    """A drawing by its name in the template's icons, centred in its box."""

    kind = "icon"
    icon: Words


class SvgElement(Drawn):
    """A drawing from a file below templates/."""

    kind = "svg"
    svg: Words
    fit: Annotated[str, Written(v.choice("contain", "cover", "stretch"))] = "contain"


class IconsElement(Drawn):
    """One drawing several times: pips, hearts, coins."""

    kind = "icons"
    icons: Words
    count: Annotated[int, Written(v.parse_count)]
    layout: Annotated[str, Written(v.choice("row", "column", "pips", "arc", "grid"))] = "row"
    size: Size
    """Side of one icon's box."""
    gap: Length = 1.5
    """Room between two icons."""
    columns: Annotated[int | None, Written(v.parse_count)] = None
    """Icons in a row of a grid; default: as square as can be."""
    span: Number = 90.0
    """How far an arc reaches, degrees."""


@takes(forms.list_of(forms.NUMBER, 2, 2))
def parse_focus(value: Any) -> tuple[float, float]:
    """Two fractions."""
    if not isinstance(value, list) or len(value) != 2:
        raise Mistake(f"must be [across, down], each from 0 to 1, not {v.describe(value)}")
    return (v.parse_fraction(value[0]), v.parse_fraction(value[1]))


class ImageElement(Element):
    """A raster picture from a file below templates/: PNG or JPEG."""

    kind = "image"
    image: Words
    fit: Annotated[str, Written(v.choice("contain", "cover", "stretch"))] = "contain"
    focus: Annotated[tuple[Any, ...], Written(parse_focus)] = (0.5, 0.5)
    """The point that stays visible when the picture is cut: [across, down], from 0 to 1."""
    min_dpi: Number = 200.0
    """Below this many dots per inch in print the picture is a fault."""


class FaceElement(Element):
    """A card's face or back, as it is printed, scaled into the box; for figures in booklets."""

    kind = "face"
    face: Words
    """The deck's name."""
    card: Annotated[Any, Written(v.parse_card_reference, part=lambda value: value)] = None
    """Which card: {number: 63}, a name, or its place in the deck; default: the first."""
    back: Flag = False
    """Show the back instead."""
    shadow: Flag = True
    """A thin grey edge, to set light cards off the paper."""


class GroupElement(Element):
    """Elements placed together, in coordinates of the group's own box."""

    kind = "group"
    group: dict[str, Any]


ELEMENTS: dict[str, type[Element]] = {
    model.kind: model
    for model in (
        Rect,
        Ellipse,
        Line,
        Polygon,
        PathElement,
        TextElement,
        IconElement,
        SvgElement,
        IconsElement,
        ImageElement,
        FaceElement,
        GroupElement,
    )
}
"""Every kind of element by the key that names it."""


@dataclass(frozen=True)
class ElementKind:
    """A kind of element that an installed package adds; its entry point's name is its key in templates.

    Attributes:
        model: The element's keys and values; its ``kind`` is the same key, under which it has a field.
        draw: Takes the element with its values, its box, the drawing context and its node, and yields items of a Frame.
        aspect: Takes the element, the drawing context and the node, and gives the width divided by the height of an
            element with proportions of its own; None if it fills its box.
    """

    model: type[Element]
    draw: Callable[..., Any]
    aspect: Callable[..., float] | None = None


def element_kinds(keys: Iterable[str]) -> list[str]:
    """The keys of an element that name a kind: pnp's own, or else those of installed packages."""
    own = [key for key in keys if key in ELEMENTS]
    return own or [key for key in keys if key in plugins("pnp.elements")]


def plugin_kind(kind: str) -> ElementKind:
    """Return a kind that an installed package adds.

    Raises:
        Fault: It cannot be loaded.
    """
    kind_of_plugin: ElementKind = load_plugin("pnp.elements", kind, ElementKind)
    return kind_of_plugin


def element_model(kind: str) -> type[Element]:
    """Return the model of a kind of element.

    Raises:
        Fault: It is the kind of a package that cannot be loaded.
    """
    return ELEMENTS.get(kind) or plugin_kind(kind).model


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
    palette: dict[str, Annotated[str, Plain(v.parse_colour)]] = {}
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
    """An element with its name, its place, and, of a group, its children."""

    name: str
    element: Element
    source: Map
    """The mapping it was read from, which has its places."""
    children: tuple[Node, ...] = ()

    def place(self, key: str = "") -> Place:
        """The place of the element, or of one of its values."""
        if not key:
            return self.source.place
        return self.source.place_of(key)


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

    def resized(self, size: tuple[Mm, Mm]) -> Template:
        """The template on another size, mm; its elements stay where they are."""
        return self.model_copy(update={"head": self.head.model_copy(update={"size": size})})
