"""The models of a template's elements, one for each kind, and the kinds that installed packages add."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Annotated, Any, ClassVar, get_args, get_origin

from pydantic import Field, StrictStr

from pnp.core.diagnostics import Mistake
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.plugins import call_plugin, load_plugin, plugins
from pnp.core.units import Mm
from pnp.project import forms, paints
from pnp.project import values as v
from pnp.project.forms import StrictModel, takes
from pnp.project.paints import WrittenGradient, WrittenStroke
from pnp.project.values import Expr, Written

WrittenPaint = str | WrittenGradient
Words = Annotated[str | Expr, Written(v.parse_text)]
Length = Annotated[Mm, Written(v.parse_mm)]
Size = Annotated[Mm, Written(v.parse_size_mm)]
TypeSize = Annotated[Mm, Written(v.parse_type_size)]
Colour = Annotated[str, Written(paints.parse_colour)]
Number = Annotated[float, Written(v.parse_number)]
Flag = Annotated[bool, Written(v.parse_flag)]
Fraction = Annotated[float, Written(v.parse_fraction)]


BARCODES = ("ean13", "ean8", "upca", "isbn13", "isbn10", "issn", "code128", "code39", "itf", "codabar")
"""The kinds of barcodes, by their names in the library that draws them."""


class Element(StrictModel):
    """One entry of a template: something drawn in a box."""

    kind: ClassVar[str]
    is_boxed: ClassVar[bool] = False
    """Whether the value of the key is the box of the element."""

    within: Annotated[Any, Written(v.parse_box, part=v.parse_box_length)] = Field(None, alias="in")
    """The box to place it in: trim, bleed, safe, an earlier element, or [x, y, width, height]. Default: trim; in a
    group the group's box."""
    at: Annotated[v.AnchorPoint, Written(v.parse_anchor)] = v.AnchorPoint(0, 0)
    """Which point of that box coincides with the same point of the element's own box: top-left, centre, bottom + 0mm
    2mm."""
    below: str = ""
    """An earlier element: the lower edge of that is the upper edge of the box to place it in."""
    above: str = ""
    """An earlier element: the upper edge of that is the lower edge of the box to place it in."""
    right_of: str = ""
    """An earlier element: the right edge of that is the left edge of the box to place it in."""
    left_of: str = ""
    """An earlier element: the left edge of that is the right edge of the box to place it in."""
    x: Annotated[Mm, Written(v.parse_box_length)] = 0.0
    """Moved right by this much: 3mm, or 10% of the width of the box."""
    y: Annotated[Mm, Written(v.parse_box_length)] = 0.0
    """Moved down by this much: 3mm, or 10% of the height of the box."""
    width: Annotated[Mm | None, Written(v.parse_box_size)] = None
    """Width: 20mm, or 50% of the box; default: the box's own."""
    height: Annotated[Mm | None, Written(v.parse_box_size)] = None
    """Height: 20mm, or 50% of the box; default: the box's own."""
    rotate: Number = 0.0
    """Turned clockwise about its centre, degrees."""
    opacity: Fraction = 1.0
    """From 0, invisible, to 1, opaque."""
    clip: Annotated[tuple[str, Mm] | None, Written(v.parse_clip)] = None
    """Clipped to its box, to the ellipse in it, or to the box with rounded corners: rounded 3mm."""
    mirrored: Flag = False
    """Drawn a second time, turned by 180° about the card's centre."""
    mirror: Annotated[bool | None, Written(v.parse_flag)] = None
    """Whether it moves to the other side in languages from right to left: of the box that in: names, of its group, or
    of the trim. Default: as the template says."""
    when: str = ""
    """Drawn only if this expression is true: card.chilies > 1."""
    loop: str = Field("", alias="for")
    """Drawn once for each value: n in range(3, 9). loop.index0 counts them from 0."""
    before: str = ""
    """Painted just before this inherited element."""
    after: str = ""
    """Painted just after this inherited element."""

    @property
    def own_box(self) -> Any:
        """Return its value if that is its box, else None."""
        return getattr(self, self.kind) if self.is_boxed else None


class Shape(Element):
    """A filled or outlined shape."""

    fill: Annotated[WrittenPaint | None, Written(paints.parse_paint)] = None
    """A colour, a palette name, or a gradient."""
    stroke: Annotated[WrittenStroke | None, Written(paints.parse_stroke)] = None
    """An outline: ink 0.5mm."""


class Rect(Shape):
    """A rectangle. Its value is its box; with in: it lies inside the box that in: names."""

    kind = "rect"
    is_boxed = True
    rect: Annotated[Any, Written(v.parse_box, part=v.parse_box_length)]
    radius: Length = 0.0
    """Radius of the corners."""


class Ellipse(Shape):
    """An ellipse. Its value is the box that it touches; with in: that lies inside the box that in: names."""

    kind = "ellipse"
    is_boxed = True
    ellipse: Annotated[Any, Written(v.parse_box, part=v.parse_box_length)]


@takes(forms.list_of(forms.list_of(forms.LENGTH, 2, 2), 2))
def parse_points(value: Any) -> tuple[Any, ...]:
    """Parse points [[x, y], …], in mm from the box's top left."""
    if not isinstance(value, list) or len(value) < 2:
        raise Mistake(f"must be a list of points [x, y], not {v.describe(value)}")
    pair = v.parse_lengths(2)
    return tuple(pair(point) for point in value)


@takes(forms.any_of({"type": "integer", "minimum": 3, "maximum": 100}, forms.form_of(parse_points)))
def parse_corners(value: Any) -> Any:
    """Parse points, or the number of corners of a regular polygon."""
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
    """Clockwise rotation of a regular polygon, degrees; at 0 it stands on a side."""


class PathElement(Shape):
    """An outline in SVG path data, in mm from the box's top left."""

    kind = "path"
    path: Words
    even_odd: Flag = False


class TextLook(Element):
    """The look of a text in its box."""

    font: Words = "text"
    """A family of fonts/fonts.yaml."""
    bold: Flag = False
    italic: Flag = False
    size: TypeSize = v.parse_type_size(9)
    """Size of the type; with smallest the largest size."""
    smallest: Annotated[Mm | None, Written(v.parse_type_size)] = None
    """The smallest size of the type to which the text may shrink to fit the box, in steps of 0.25 pt."""
    leading: Annotated[float, Written(v.parse_leading)] = 1.25
    """Distance from baseline to baseline, as a multiple of the type size."""
    colour: Annotated[WrittenPaint, Written(paints.parse_paint)] = "#1a1a1a"
    outline: Annotated[WrittenStroke | None, Written(paints.parse_stroke)] = None
    """A line around the letters, behind them."""
    align: Annotated[str, Written(v.choice("left", "centre", "right", "justify"))] = "left"
    valign: Annotated[str, Written(v.choice("top", "middle", "bottom"))] = "top"
    hyphenate: Flag = False
    tabular: Flag = False
    """Figures of equal width."""
    uppercase: Flag = False
    features: tuple[StrictStr, ...] = ()
    """OpenType features of the font: [smcp, onum], or off with a minus: [-liga]."""
    spacing: Number = 0.0
    """Space added after each letter, as a multiple of the type size: 0.05."""
    lines: Annotated[int | None, Written(v.parse_count)] = None
    """The most lines that the text may take."""
    vertical: Flag = False
    """Lines from top to bottom, the first at the right, as in Japanese and Chinese; Latin letters lie on their
    sides."""
    icon_colour: Annotated[str | None, Written(paints.parse_colour)] = None
    """Colour of inline icons; default: the text's."""
    icon_colours: dict[str, Annotated[str, Written(paints.parse_colour)]] = {}
    """Colours of inline icons, by name; others have icon_colour."""
    icon_ground: Annotated[str | None, Written(paints.parse_colour)] = None
    """Colour of the square behind inline icons that have one; none removes the square."""


@takes(forms.any_of(forms.FLAG, forms.TEXT))
def parse_continued(value: Any) -> Any:
    """Parse true, or a text to print where a text breaks off; None for a text that stays in its box."""
    return {True: "", False: None}[value] if isinstance(value, bool) else v.parse_text(value)


@takes(forms.any_of(forms.FLAG, forms.TEXT))
def parse_same_size(value: Any) -> Any:
    """Parse true, false, or the name of texts that have one size together."""
    return value if isinstance(value, bool) else v.parse_text(value)


@frozen_dataclass
class WrittenArc:
    """The arc of a text's baseline.

    Attributes:
        radius: Its radius, mm; None where its height is given.
        height: How far it rises over the width of the box, mm.
        is_inside: Whether letters stand inside the circle, at its foot.
        length: The room along it, mm; None for all that the box has.
    """

    radius: Mm | None
    height: Mm
    is_inside: bool
    length: Mm | None


@takes(
    forms.any_of(
        forms.LENGTH,
        {
            "type": "object",
            "properties": {
                **dict.fromkeys(("radius", "height", "length"), forms.LENGTH),
                "side": forms.one_of("outside", "inside"),
            },
            "additionalProperties": False,
        },
    )
)
def parse_arc(value: Any) -> WrittenArc:
    """Parse a radius, or {height: 4mm, side: inside} with a radius or the height of the arc."""
    keys = value if isinstance(value, dict) else {"radius": value}
    given = [key for key in ("radius", "height") if keys.get(key) is not None]
    if len(given) != 1 or keys.keys() - {"radius", "height", "length", "side"}:
        raise Mistake(f"must be a radius or a height, not {v.describe(value)}", "write arc: 30mm, or {height: 4mm}")
    size = v.parse_size_mm(keys[given[0]])
    length = None if keys.get("length") is None else v.parse_size_mm(keys["length"])
    if min(size, length or size) <= 0:
        raise Mistake("must be longer than 0", "write arc: 30mm, or {height: 4mm}")
    is_inside = v.choice("outside", "inside")(keys.get("side", "outside")) == "inside"
    return WrittenArc(size if given == ["radius"] else None, size, is_inside, length)


class TextElement(TextLook):
    """A text, with **bold**, *italic*, :icons:, tags and lists, broken into lines in its box."""

    kind = "text"
    text: Words
    lang: Annotated[str | Expr, Written(v.parse_text_language)] = ""
    """The language of the text: a code, or first, second and so on for a language of an edition in several. Default:
    the edition's."""
    continued: Annotated[str | Expr | None, Written(parse_continued)] = None
    """If the text does not fit, it continues in an element with rest:. A text instead of true is printed as the last
    line."""
    arc: Annotated[WrittenArc | None, v.Plain(parse_arc)] = None
    """Set along an arc: its radius, 30mm, or {height: 4mm} over the width of the box; side: inside for the foot of the
    circle. It takes one line."""
    same_size: Annotated[bool | str, v.Plain(parse_same_size)] = False
    """Whether it has one size on all cards of a deck: the largest that fits each of them. A name instead of true: the
    same size as other texts with this name."""

    @property
    def texts(self) -> dict[str, str | Expr]:
        """Its texts, by key."""
        return {"text": self.text, **({"continued": self.continued} if self.continued else {})}


class RestElement(TextLook):
    """The rest of a text with continued:, given by the name of its element.

    It looks like that element unless its own keys say otherwise.
    """

    kind = "rest"
    rest: str
    """The element with the text: an earlier one of this side, one of the card's face, or one of the card before."""


class Drawn(Element):
    """A drawing that can be coloured."""

    colour: Annotated[str | None, Written(paints.parse_colour)] = None
    """The colour for currentColor in the drawing. A drawing in a single colour is painted in it."""
    ground: Annotated[str | None, Written(paints.parse_colour)] = None
    """Colour of the square behind a drawing that has one; none removes the square."""
    colours: dict[str, Annotated[str, Written(paints.parse_colour)]] = {}
    """Values for the drawing's var(--name, …)."""


class IconElement(Drawn):
    """A drawing, by its name in the template's icons, centred in its box."""

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
    """Width and height of one icon's box."""
    gap: Length = 1.5
    """Space between two icons."""
    columns: Annotated[int | None, Written(v.parse_count)] = None
    """How many icons a row of a grid has; default: a grid that is as square as possible."""
    span: Number = 90.0
    """The angle of an arc, degrees."""


@takes(forms.list_of(forms.NUMBER, 2, 2))
def parse_focus(value: Any) -> tuple[float, float]:
    """Parse two fractions: across and down."""
    if not isinstance(value, list) or len(value) != 2:
        raise Mistake(f"must be [across, down], each from 0 to 1, not {v.describe(value)}")
    return (v.parse_fraction(value[0]), v.parse_fraction(value[1]))


class ImageElement(Element):
    """A raster picture from a file below templates/: PNG, JPEG, WebP, AVIF, TIFF, GIF, BMP, PSD."""

    kind = "image"
    image: Words
    fit: Annotated[str, Written(v.choice("contain", "cover", "stretch"))] = "contain"
    focus: Annotated[tuple[Any, ...], Written(parse_focus)] = (0.5, 0.5)
    """The point that stays visible if the picture is cropped: [across, down], from 0 to 1."""
    extend: Annotated[str, Written(v.choice("none", "mirror", "stretch"))] = "none"
    """How a picture that ends at the trim continues in the bleed: mirrored, or stretched in the colours of its edge."""
    min_dpi: Number = 200.0
    """A picture with fewer dots per inch in print is a fault."""


class QrElement(Element):
    """A QR code of a text, with its blank margin, as a square centred in its box."""

    kind = "qr"
    qr: Words
    level: Annotated[str, Written(v.choice("L", "M", "Q", "H"))] = "M"
    """How much of the code may be damaged: L 7 %, M 15 %, Q 25 %, H 30 %."""
    fill: Annotated[WrittenPaint, Written(paints.parse_paint)] = "#000000"
    """The colour of the dark modules; the ground must be much lighter."""


class BarcodeElement(Element):
    """A barcode with its blank margins, as wide and high as its box."""

    kind = "barcode"
    barcode: Words
    type: Annotated[str, Written(v.choice(*BARCODES))] = "ean13"
    """Its kind: ean13, upca, isbn13, code128, …"""
    fill: Annotated[WrittenPaint, Written(paints.parse_paint)] = "#000000"
    """The colour of the bars; the ground must be much lighter."""


class FaceElement(Element):
    """A card's face or back, as it is printed, scaled into the box; for figures in booklets."""

    kind = "face"
    face: Words
    """The deck's name."""
    card: Annotated[Any, Written(v.parse_card_reference, part=lambda value: value)] = None
    """The card: {number: 63}, a name, or its number in the deck; default: the first."""
    back: Flag = False
    """Show the back instead."""
    shadow: Flag = True
    """A thin grey edge, which separates light cards from the paper."""


class GroupElement(Element):
    """Elements that are placed together, in coordinates of the group's own box."""

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
        RestElement,
        IconElement,
        SvgElement,
        IconsElement,
        ImageElement,
        QrElement,
        BarcodeElement,
        FaceElement,
        GroupElement,
    )
}
"""Every kind of element, by the key that names it."""


@frozen_dataclass
class ElementKind:
    """A kind of element: one of pnp's own, or one that an installed package adds under the name of its entry point.

    Attributes:
        model: The model of its keys and values. Its ``kind`` is the key that names the kind, and the model has a field
            of that name.
        draw: Takes the element with its values, its box, the drawing context and its node, and yields items of a Frame.
        aspect: Takes the element, the drawing context and the node, and returns width divided by height for an element
            with its own proportions; None if the element fills its box.
        expand: For an element that stands for others: takes its name, the element, its mapping, the template's head,
            the project's files, the values of each card and the collector of faults, and returns the mapping of a group
            instead. It is called once for a deck.
    """

    model: type[Element]
    draw: Callable[..., Any]
    aspect: Callable[..., float] | None = None
    expand: Callable[..., Any] | None = None


def element_kinds(keys: Iterable[str]) -> list[str]:
    """Return the keys of an element that name a kind: those of pnp, or else those of installed packages."""
    own = [key for key in keys if key in ELEMENTS]
    return own or [key for key in keys if key in plugins("pnp.elements")]


@cache
def plugin_kind(kind: str) -> ElementKind:
    """Return a kind that an installed package adds. Its texts, numbers and flags may be written as expressions.

    Raises:
        Fault: It cannot be loaded.
    """
    of_package: ElementKind = load_plugin("pnp.elements", kind)
    call_plugin("pnp.elements", kind, "model", _allow_expressions, of_package.model)
    return of_package


@takes({"type": "integer"})
def _parse_whole(value: Any) -> int:
    number = v.parse_number(value)
    if number != int(number):
        raise Mistake(f"must be a whole number, not {v.describe(value)}")
    return int(number)


_PARSERS: Mapping[Any, Callable[[Any], Any]] = {
    str: v.parse_text,
    int: _parse_whole,
    float: v.parse_number,
    bool: v.parse_flag,
}
"""Types of the fields of a package's element that need no Written to be evaluated for each card."""


def _allow_expressions(model: type[Element]) -> None:
    """Let the fields of plain types be expressions, as in pnp's own elements.

    The model itself changes: elements are sent to other processes, which know the class by its name.
    """
    for name, field in model.model_fields.items():
        parts = () if get_origin(field.annotation) is dict else get_args(field.annotation)
        parser = _PARSERS.get(next((part for part in parts if part in _PARSERS), field.annotation))
        if name not in Element.model_fields and parser and not any(isinstance(m, Written) for m in field.metadata):
            field.annotation, field.metadata = Any, [*field.metadata, Written(parser)]
    model.model_rebuild(force=True)


def element_model(kind: str) -> type[Element]:
    """Return the model of a kind of element.

    Raises:
        Fault: The kind comes from a package that cannot be loaded.
    """
    return ELEMENTS.get(kind) or plugin_kind(kind).model
