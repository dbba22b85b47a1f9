"""The end of layout: a Frame, a size in mm plus placed items, which every renderer reads.

Coordinates are millimetres from the top left of the trim, y down. Bleed lies at negative coordinates. This module
places nothing and does not know what a card is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field, replace
from typing import Literal, NamedTuple

from pnp.core.diagnostics import Place
from pnp.core.fonts import Segment as Segment
from pnp.core.fonts import Word
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.units import Mm

Matrix = tuple[float, float, float, float, float, float]
"""a b c d e f as in SVG: x' = a·x + c·y + e, y' = b·x + d·y + f; e and f in mm."""


Point = tuple[Mm, Mm]
"""Across and down, in mm."""

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
        """Return the box with every edge moved inwards; outwards when the amount is negative."""
        return Box(self.x + amount, self.y + amount, self.width - 2 * amount, self.height - 2 * amount)

    def overlaps(self, box: Box) -> bool:
        """Whether the two share more than an edge."""
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
    """Return the box around some boxes."""
    x, y = min(b.x for b in boxes), min(b.y for b in boxes)
    return Box(x, y, max(b.right for b in boxes) - x, max(b.bottom for b in boxes) - y)


def _written(value: NamedTuple, always: int) -> str:
    """Return a value as Python writes it, without fields after the first few that have their defaults.

    Digests of faces are made of such texts: fields that are added later must not change those of faces without them.
    """
    defaults = value._field_defaults
    fields = zip(value._fields, value, strict=True)
    shown = [f"{name}={field!r}" for n, (name, field) in enumerate(fields) if n < always or field != defaults.get(name)]
    return f"{type(value).__name__}({', '.join(shown)})"


class Stop(NamedTuple):
    """A colour of a gradient at an offset from 0 to 1, and its opacity."""

    offset: float
    colour: str
    opacity: float = 1.0

    def __repr__(self) -> str:
        return _written(self, 2)


class LinearGradient(NamedTuple):
    """Colours along a line, in the coordinates of the item painted."""

    x1: Mm
    y1: Mm
    x2: Mm
    y2: Mm
    stops: tuple[Stop, ...]


class RadialGradient(NamedTuple):
    """Colours from a focus outwards to a circle, in the coordinates of the item painted.

    Attributes:
        cx: Centre of the circle with the last colour, mm; cy likewise.
        r: Its radius, mm.
        fx: Centre of the circle with the first colour, mm; None for the same centre. fy likewise.
        fr: Its radius, mm.
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
    """A line along an outline; dash lengths in mm, cap and join named as in SVG.

    Attributes:
        miter: Longest tip of a miter join, in stroke widths; longer ones are cut off.
        dash_start: Where in the dashes and gaps the line begins, mm.
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
    """A filled and/or stroked outline.

    Attributes:
        knocks_out: Whether a press that prints it in black ink alone leaves out the inks below, which would exceed its
            limit of ink together with the black.
    """

    segments: tuple[Segment, ...]
    fill: Paint | None = None
    stroke: Stroke | None = None
    even_odd: bool = False
    opacity: float = 1.0
    knocks_out: bool = False


class Text(NamedTuple):
    """Words of one face and size on one baseline.

    Attributes:
        x: Left end of the leftmost word, mm.
        y: Baseline, mm.
        size: Size of the em, mm.
        words: Shaped words of one direction, from left to right; between two of them lies ``space``.
        space: Advance from one word's end to the next one's start, mm.
        is_followed: Whether a space comes after it for screen readers; it is invisible.
        knocks_out: See Path.
        goes_on: Whether it goes on with the text before it, in another face, as that face lacks its characters, or in
            another direction.
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

    @property
    def text(self) -> str:
        """The words in the order in which they are read."""
        words = self.words if not self.words or self.words[0].is_rightward else reversed(self.words)
        return " ".join(word.text for word in words)

    @property
    def width(self) -> Mm:
        """From the start of the first word to the end of the last, mm."""
        return sum(word.width for word in self.words) * self.size + self.space * (len(self.words) - 1)


@frozen_dataclass(slots=True)
class Picture:
    """A raster picture: the file's bytes, checked and measured, its path, and a name that is equal for equal bytes."""

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
"""The role of a structure element, as PDF names it."""


@frozen_dataclass(slots=True, eq=False)
class Tag:
    """A structure element of a document, for screen readers: a heading, a paragraph, a cell.

    Compared by identity: all groups that carry one Tag are parts of one element, as the lines of a paragraph are.
    Elements stand in the order of their first parts.

    Attributes:
        parent: The element around it; None for the document's own element.
        alt: The text that is read instead of a picture.
        language: The BCP 47 tag of its language; "" for that of its parent.
    """

    role: TagRole
    parent: Tag | None = None
    alt: str = ""
    language: str = ""


DieLine = Literal["cut", "crease"]
"""The action of a machine along a line of a face: cutting through, or pressing a groove to fold along."""


class Mask(NamedTuple):
    """Items that decide how opaque others are.

    Attributes:
        items: In the coordinates around the masked group, not in those of its matrix.
        kind: Whether the brightness of the items decides, black and nothing being transparent, or their opacity.
    """

    items: tuple[Item, ...]
    kind: Literal["luminance", "alpha"] = "luminance"


BlendMode = Literal[
    "normal", "multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn", "hard-light",
    "soft-light", "difference", "exclusion", "hue", "saturation", "color", "luminosity",
]  # fmt: skip
"""How colours are mixed with those below them, as CSS and PDF name it.

A group that blends as "normal" is a layer of its own: what blends inside it does not see what is below the layer.
"""


class Group(NamedTuple):
    """Items under one transform, clip, mask and opacity.

    Attributes:
        mask: Decides how opaque each place of the group is; None for opaque.
        blend: How its colours are mixed with those below; "" for not at all.
        tag: The element that all its items are part of. In a Frame with tags, items without one, also in the groups
            around them, are decoration.
        line: The action of a machine along its outlines; "" where they are only drawn.
    """

    items: tuple[Item, ...]
    matrix: Matrix = IDENTITY
    clip: Path | None = None
    opacity: float = 1.0
    tag: Tag | None = None
    line: DieLine | Literal[""] = ""
    mask: Mask | None = None
    blend: BlendMode | Literal[""] = ""

    @property
    def is_layer(self) -> bool:
        """Whether its items are drawn as one picture before they are laid over what is below."""
        return self.opacity < 1 or self.mask is not None or self.blend != ""


@frozen_dataclass(slots=True, eq=False)
class Art:
    """Items drawn once and used often: a back, an icon, a card in a booklet.

    Compared by identity: renderers keep one shared copy for each Art object.

    Attributes:
        name: For people and for readable output; need not be unique.
        box: The box around the items, in their own coordinates.
        file: The drawing's path in the project; empty for a card and other art that is no drawing.
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
    """A region that leads to a web address, or to a place in the same document as "#name"."""

    box: Box
    target: str


class Anchor(NamedTuple):
    """A place in the document that links and the outline lead to; level 0 or more puts it into the outline."""

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
        texts: The lines that it sets, if it is a text, each with its colour.
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
        name: The name of its content, for people ("numbers 63").
        shape: The shape that it is cut to: see pnp.core.outline.
        boxes: The boxes of its elements, for proofs and previews.
        lines: The kinds of its own lines for cutting or creasing: see pnp.layout.surfaces.
        is_flawed: Whether an element could not be drawn as the template says, which was reported.
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
        """The box that remains after cutting."""
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
        """Return the first element that sets a line of text in a colour; None where none does."""
        return next((box for box in self.boxes if (line, colour) in box.texts), None)

    def place_of(self, line: str, colour: Paint) -> Place | None:
        """Return the place of that element in its template's file."""
        setter = self.setter_of(line, colour)
        return setter.place if setter else None


CardArt = tuple[Frame, Art]
"""A side of a card, and the same cut at its trim to be shown as a picture; each side has one Art."""


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
        focus: Which part of the free room, or of what reaches out of the target, lies left and above, from 0 to 1.
    """
    across, down = target.width / source.width, target.height / source.height
    if fit != "stretch":
        across = down = min(across, down) if fit == "contain" else max(across, down)
    x = target.x + (target.width - source.width * across) * focus[0] - source.x * across
    y = target.y + (target.height - source.height * down) * focus[1] - source.y * down
    return (across, 0.0, 0.0, down, x, y)
