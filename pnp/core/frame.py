"""What layout ends in: a Frame has a size in mm and placed items, and every renderer reads it.

Coordinates are millimetres from the top left of the trim, y down. Bleed lies at negative coordinates. This module
places nothing and does not know what a card is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field, replace
from typing import Literal, NamedTuple

from pnp.core.diagnostics import Place
from pnp.core.fonts import Segment as Segment
from pnp.core.fonts import Word
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.units import Mm

Matrix = tuple[float, float, float, float, float, float]
"""The numbers a b c d e f as in SVG: x' = a·x + c·y + e, y' = b·x + d·y + f; e and f in mm."""


Point = tuple[Mm, Mm]
"""x (across) and y (down), in mm."""

IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


class Box(NamedTuple):
    """An upright rectangle, in mm."""

    x: Mm
    y: Mm
    width: Mm
    height: Mm

    @property
    def right(self) -> Mm:
        """Its right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> Mm:
        """Its lower edge."""
        return self.y + self.height

    def inset(self, amount: Mm) -> Box:
        """Return the box with every edge moved inwards, or outwards if the amount is negative."""
        return Box(self.x + amount, self.y + amount, self.width - 2 * amount, self.height - 2 * amount)

    def overlaps(self, box: Box) -> bool:
        """Whether the two boxes share more than an edge."""
        return self.x < box.right and box.x < self.right and self.y < box.bottom and box.y < self.bottom

    def contains(self, box: Box, tolerance: Mm = 0.01) -> bool:
        """Whether another box lies inside this one, edges included."""
        return (
            box.x >= self.x - tolerance
            and box.y >= self.y - tolerance
            and box.right <= self.right + tolerance
            and box.bottom <= self.bottom + tolerance
        )


def around(boxes: Sequence[Box]) -> Box:
    """Return the smallest box that contains some boxes."""
    x, y = min(b.x for b in boxes), min(b.y for b in boxes)
    return Box(x, y, max(b.right for b in boxes) - x, max(b.bottom for b in boxes) - y)


def _written(value: NamedTuple, always: int) -> str:
    """Return a value's repr, without later fields that have their default values.

    Digests of faces are computed from these texts. A field that is added to a class later must not change the digest of
    a face that does not use it.
    """
    defaults = value._field_defaults
    fields = zip(value._fields, value, strict=True)
    shown = [f"{name}={field!r}" for n, (name, field) in enumerate(fields) if n < always or field != defaults.get(name)]
    return f"{type(value).__name__}({', '.join(shown)})"


class Stop(NamedTuple):
    """The colour and opacity of a gradient at an offset from 0 to 1."""

    offset: float
    colour: str
    opacity: float = 1.0

    def __repr__(self) -> str:
        return _written(self, 2)


class LinearGradient(NamedTuple):
    """A gradient along a line, in the coordinates of the item that it paints."""

    x1: Mm
    y1: Mm
    x2: Mm
    y2: Mm
    stops: tuple[Stop, ...]


class RadialGradient(NamedTuple):
    """A gradient from a focus outwards to a circle, in the coordinates of the item that it paints.

    Attributes:
        cx: x of the centre of the circle with the last colour, mm; cy is its y.
        r: Radius of that circle, mm.
        fx: x of the centre of the circle with the first colour, mm; None for the same centre; fy is its y.
        fr: Radius of that circle, mm.
    """

    cx: Mm
    cy: Mm
    r: Mm
    stops: tuple[Stop, ...]
    fx: Mm | None = None
    fy: Mm | None = None
    fr: Mm = 0.0

    def __repr__(self) -> str:
        return _written(self, 4)

    @property
    def focus(self) -> Point:
        """The centre of the circle with the first colour."""
        return (self.cx if self.fx is None else self.fx, self.cy if self.fy is None else self.fy)


Gradient = LinearGradient | RadialGradient

Paint = str | Gradient
"""A colour "#rrggbb" or a gradient."""


def fades(paint: Paint | None) -> bool:
    """Whether a gradient is transparent anywhere."""
    return isinstance(paint, LinearGradient | RadialGradient) and any(stop.opacity < 1 for stop in paint.stops)


class Stroke(NamedTuple):
    """A line along an outline. Dash lengths are in mm; cap and join have their names in SVG.

    Attributes:
        miter: The longest tip of a miter join, in stroke widths; longer tips are cut off.
        dash_start: How far into the pattern of dashes and gaps the line begins, mm.
    """

    paint: Paint
    width: Mm
    dash: tuple[Mm, ...] = ()
    cap: str = "butt"
    join: str = "miter"
    miter: float = 4.0
    dash_start: Mm = 0.0

    def __repr__(self) -> str:
        return _written(self, 6)


class Path(NamedTuple):
    """A filled outline, a stroked one, or both.

    Attributes:
        knocks_out: Whether a press prints no other inks below it if it is printed in black ink alone. Together with the
            black they would exceed the press's ink limit.
    """

    segments: tuple[Segment, ...]
    fill: Paint | None = None
    stroke: Stroke | None = None
    even_odd: bool = False
    opacity: float = 1.0
    knocks_out: bool = False


class Text(NamedTuple):
    """Words in one face and size on one baseline.

    Attributes:
        x: Left end of the leftmost word, mm.
        y: Baseline, mm.
        size: Size of the em, mm.
        words: Shaped words of one direction, from left to right, with ``space`` between them.
        space: Advance from the end of a word to the start of the next, mm.
        is_followed: Whether an invisible space follows, for screen readers.
        knocks_out: See Path.
        goes_on: Whether it continues the text before it, in another face that has its characters, in another direction,
            or as the next letter along an arc.
        is_ruby: Whether it stands above a text to say how that is read, and is small by custom.
    """

    x: Mm
    y: Mm
    size: Mm
    words: tuple[Word, ...]
    fill: Paint
    space: Mm = 0.0
    stroke: Stroke | None = None
    is_followed: bool = False
    knocks_out: bool = False
    goes_on: bool = False
    is_ruby: bool = False

    @property
    def text(self) -> str:
        """The words in reading order."""
        words = self.words if not self.words or self.words[0].is_rightward else reversed(self.words)
        return " ".join(word.text for word in words)

    @property
    def width(self) -> Mm:
        """From the start of the first word to the end of the last, mm."""
        return sum(word.width for word in self.words) * self.size + self.space * (len(self.words) - 1)


@frozen_dataclass(slots=True)
class Picture:
    """A raster picture that was checked and measured: the file's bytes and path, and a name that equal bytes share."""

    name: str
    content: bytes = field(repr=False)
    width_px: int
    height_px: int
    file: str = ""


class Image(NamedTuple):
    """A raster picture stretched over a box."""

    x: Mm
    y: Mm
    width: Mm
    height: Mm
    picture: Picture


TagRole = Literal[
    "Document", "Div", "H1", "H2", "H3", "P", "L", "LI", "Lbl", "LBody", "Table", "TR", "TH", "TD", "Figure", "Link",
    "TOC", "TOCI",
]  # fmt: skip
"""The role of a structure element, by its name in PDF."""


@frozen_dataclass(slots=True, eq=False)
class Tag:
    """A structure element of a document, for screen readers: a heading, a paragraph, a cell.

    Tags are compared by identity: all groups with the same Tag are parts of one element, such as the lines of a
    paragraph. Elements are in the order of their first parts.

    Attributes:
        parent: The element that contains it; None for the document itself.
        alt: The text that is read instead of a picture.
        language: The BCP 47 tag of its language; "" for its parent's language.
    """

    role: TagRole
    parent: Tag | None = None
    alt: str = ""
    language: str = ""


DieLine = Literal["crease", "perforation", "kiss_cut", "cut"]
"""What a machine does along a line of a face: crease it so that it can be folded, perforate it so that it can be torn,
cut a sticker but not the paper below it, or cut through both. Machines work in this order.
"""


class Mask(NamedTuple):
    """Items that determine the opacity of a group.

    Attributes:
        items: In the coordinates outside the masked group, without its matrix.
        kind: Whether opacity comes from the brightness of the items (black and empty places are transparent), or from
            their opacity.
    """

    items: tuple[Item, ...]
    kind: Literal["luminance", "alpha"] = "luminance"


BlendMode = Literal[
    "normal", "multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn", "hard-light",
    "soft-light", "difference", "exclusion", "hue", "saturation", "color", "luminosity",
]  # fmt: skip
"""How colours are mixed with those below them, by the names of CSS and PDF.

A group with the mode "normal" is a layer of its own: items that blend inside it are not mixed with anything below the
layer.
"""


class Group(NamedTuple):
    """Items that share a transform, clip, mask and opacity.

    Attributes:
        mask: Determines the opacity of each point of the group; None if it is opaque.
        blend: How its colours are mixed with those below; "" if they are not.
        tag: The structure element that its items are part of. In a Frame with tags, items that have no tag, nor any
            group around them, are decoration.
        line: What a machine does along its outlines; "" if they are only drawn.
        inks: The inks of its paths on a press, instead of those of their colours: cyan, magenta, yellow and black, each
            from 0 to 1.
    """

    items: tuple[Item, ...]
    matrix: Matrix = IDENTITY
    clip: Path | None = None
    opacity: float = 1.0
    tag: Tag | None = None
    line: DieLine | Literal[""] = ""
    mask: Mask | None = None
    blend: BlendMode | Literal[""] = ""
    inks: tuple[float, float, float, float] | None = None

    @property
    def is_layer(self) -> bool:
        """Whether its items are drawn as one picture, which is then laid over everything below."""
        return self.opacity < 1 or self.mask is not None or self.blend != ""


def turned_letters(items: Sequence[Item], start: int) -> list[Text]:
    """Return the letters of a text along an arc that begins at an index, each in a group; none if none begins there."""
    letters: list[Text] = []
    for index in range(start, len(items)):
        item = items[index]
        only = item.items[0] if isinstance(item, Group) and len(item.items) == 1 else None
        if not isinstance(only, Text) or only.goes_on != bool(letters):
            break
        letters.append(only)
    return letters if len(letters) > 1 else []


def is_later_letter(item: Item) -> bool:
    """Whether an item is a letter along an arc after the first one, with its group."""
    only = item.items[0] if isinstance(item, Group) and len(item.items) == 1 else None
    return isinstance(only, Text) and only.goes_on


def letters_text(letters: Iterable[Text]) -> str:
    """Return the text of letters along an arc."""
    return "".join(f"{letter.text}{' ' if letter.is_followed else ''}" for letter in letters)


@frozen_dataclass(slots=True, eq=False)
class Art:
    """Items drawn once and used often: a back, an icon, a card in a booklet.

    Arts are compared by identity: renderers keep one shared copy of each Art object.

    Attributes:
        name: A name for people and readable output; it need not be unique.
        box: The box around the items, in their own coordinates.
        file: The drawing's path in the project; empty for a card and other art that is not a drawing.
    """

    name: str
    box: Box
    items: tuple[Item, ...]
    file: str = ""


class Use(NamedTuple):
    """An Art placed by a matrix."""

    art: Art
    matrix: Matrix


class Link(NamedTuple):
    """A region that links to a web address, or to a place in the same document, written "#name"."""

    box: Box
    target: str


class Anchor(NamedTuple):
    """A place in the document that links lead to. With a level of 0 or more it is also in the outline."""

    x: Mm
    y: Mm
    name: str
    title: str = ""
    level: int = -1


Item = Path | Text | Image | Group | Use | Link | Anchor


class ElementBox(NamedTuple):
    """The box of a template's element on a face.

    Attributes:
        name: The element's name in the template.
        place: The element's place in the template's file.
        texts: Its lines of text, each with its colour, if it is a text.
    """

    box: Box
    name: str
    place: Place
    texts: frozenset[tuple[str, Paint]] = frozenset()


@frozen_dataclass(slots=True)
class Frame:
    """A laid-out face, page or figure.

    Attributes:
        width: Trim width, mm.
        height: Trim height, mm.
        items: Items in painting order.
        bleed: How far the ground extends beyond the trim, mm.
        corner: Radius of the trim's corners, mm.
        name: What it shows, for people ("numbers 63").
        shape: The shape to which it is cut: see pnp.core.outline.
        boxes: The boxes of its elements, for proofs and previews.
        lines: Which kinds of cut or crease lines of its own it has: see pnp.layout.surfaces.
        is_flawed: Whether an element could not be drawn as the template says; that was reported.
    """

    width: Mm
    height: Mm
    items: tuple[Item, ...]
    bleed: Mm = 0.0
    corner: Mm = 0.0
    name: str = ""
    shape: str = "card"
    boxes: tuple[ElementBox, ...] = field(default=(), compare=False, repr=False)
    lines: tuple[DieLine, ...] = ()
    is_flawed: bool = field(default=False, compare=False, repr=False)

    @property
    def trim(self) -> Box:
        """The box to which it is cut."""
        return Box(0.0, 0.0, self.width, self.height)

    @property
    def bleed_box(self) -> Box:
        """The trim with its bleed."""
        return self.trim.inset(-self.bleed)

    def turned(self, is_clockwise: bool = True) -> Frame:
        """Return the frame turned by 90°."""
        width, height = self.width, self.height
        matrix = (0.0, 1.0, -1.0, 0.0, height, 0.0) if is_clockwise else (0.0, -1.0, 1.0, 0.0, 0.0, width)
        boxes = []
        for element in self.boxes:
            x, y, across, down = element.box
            left, top = (height - y - down, x) if is_clockwise else (y, width - x - across)
            boxes.append(element._replace(box=Box(left, top, down, across)))
        return replace(self, width=height, height=width, items=(Group(self.items, matrix),), boxes=tuple(boxes))

    def setter_of(self, line: str, colour: Paint) -> ElementBox | None:
        """Return the first element that sets a line of text in a colour; None if there is none."""
        return next((box for box in self.boxes if (line, colour) in box.texts), None)

    def place_of(self, line: str, colour: Paint) -> Place | None:
        """Return that element's place in its template's file."""
        setter = self.setter_of(line, colour)
        return setter.place if setter else None


CardArt = tuple[Frame, Art]
"""A side of a card, and the same side cut at its trim, to be shown as a picture. Each side has one Art."""


def multiply(outer: Matrix, inner: Matrix) -> Matrix:
    """Return the matrix that applies ``inner`` first and then ``outer``."""
    a, b, c, d, e, f = outer
    g, h, i, j, k, m = inner
    return (a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f)


def translation(x: Mm, y: Mm) -> Matrix:
    """Return the matrix that shifts by x and y."""
    return (1.0, 0.0, 0.0, 1.0, x, y)


def fit_matrix(source: Box, target: Box, fit: str, focus: tuple[float, float] = (0.5, 0.5)) -> Matrix:
    """Return the matrix that brings one box into another.

    Args:
        source: The box to fit.
        target: The box to fit it into.
        fit: contain, cover or stretch.
        focus: Which share, from 0 to 1, of the free room or of the overhang lies to the left and above.
    """
    across, down = target.width / source.width, target.height / source.height
    if fit != "stretch":
        across = down = min(across, down) if fit == "contain" else max(across, down)
    x = target.x + (target.width - source.width * across) * focus[0] - source.x * across
    y = target.y + (target.height - source.height * down) * focus[1] - source.y * down
    return (across, 0.0, 0.0, down, x, y)
