"""The context in which the elements of a card are drawn: fonts, drawings, colours, language, collector of faults."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from typing import Any

from pnp.core.codes import AnyCode, Code
from pnp.core.diagnostics import Diagnostics, Fault, Mistake, Place, suggest
from pnp.core.fonts import FontSet
from pnp.core.frame import Box, CardArt, LinearGradient, Paint, Picture, RadialGradient, Stop, Stroke
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.markup import Runs
from pnp.core.units import Mm
from pnp.layout.assets import Assets
from pnp.layout.svg.drawing import Drawing
from pnp.layout.text.ink import Painted
from pnp.project.elements import TextElement
from pnp.project.paints import WrittenGradient, WrittenStroke, as_hex
from pnp.project.template import Node
from pnp.project.tree import Map

CardDrawer = Callable[[str, Any, bool, tuple[Mm, Mm]], CardArt]
"""Returns the face or back of a card by deck and card, for the room it has; raises Mistake if there is none."""


ValuePlace = Callable[[Node, str], Place | None]
"""Returns where a piece of an element's text was written, if it is part of a card's value."""


SharedSizes = Mapping[str, tuple[Mm, str]]
"""The size of each group of texts that have one size on all cards of a deck, and the card that fits no larger one."""


@frozen_dataclass
class TextRest:
    """A text, or the part for which its box had no room.

    Attributes:
        runs: Its words and icons.
        element: How it looks.
        node: The element that the text is written in.
        card: The card that it is on, for messages.
        language: Its language.
    """

    runs: Runs
    element: TextElement
    node: Node
    card: str = ""
    language: str = ""


@frozen_dataclass
class WrittenText:
    """A text in one of the languages of an edition.

    Attributes:
        element: Its element, with its values.
        node: The element as it is written.
        context: The context in which it is drawn.
    """

    element: TextElement
    node: Node
    context: DrawingContext


@frozen_dataclass
class DrawingContext:
    """The context in which the elements of a card are drawn.

    Attributes:
        palette: Colours by name.
        icons: Paths of drawings by name.
        icons_source: The mapping of ``icons:`` in the template, for messages; None if it has none.
        language: For hyphenation and typography.
        edition: The language or languages of the edition, for messages.
        faces: Returns other cards, in figures; None on cards.
        diagnostics: Collects the faults.
        smallest_text: Size of type below which a text is reported, mm.
        card: The card under work, for messages; empty for the template as a whole.
        is_draft: Whether elements with faults are marked.
        trim: The box that the card is cut to.
        bleed: How far its ground runs beyond the trim, mm.
        is_mirrored: Whether the card is laid out as in a language from left to right, and then seen in a mirror.
        keeps_sides: Whether texts are aligned as in a language from left to right, because nothing here is mirrored.
        value_place: Returns where the card's value that a text shows was written, for messages; see ``text_place``.
        value_places: The same for other languages of the game.
        further: The text under work in the further languages of an edition in several.
        rests: Texts that go on, by the names of their elements; drawing removes these and adds others.
        before: What was painted before the element under work, in its coordinates.
        shared: The sizes of texts that have the same size on all cards.
        measured: While these sizes are searched: those found so far, which are updated; else None.
    """

    fonts: FontSet
    assets: Assets
    palette: dict[str, str]
    icons: dict[str, str]
    language: str
    faces: CardDrawer | None
    diagnostics: Diagnostics
    smallest_text: Mm = 0.0
    icons_source: Map | None = None
    card: str = ""
    is_draft: bool = False
    trim: Box = Box(0.0, 0.0, 0.0, 0.0)
    bleed: Mm = 0.0
    is_mirrored: bool = False
    keeps_sides: bool = False
    value_place: ValuePlace | None = None
    value_places: Mapping[str, ValuePlace] = field(default_factory=dict)
    further: tuple[WrittenText, ...] = ()
    edition: str = ""
    rests: dict[str, TextRest] = field(default_factory=dict)
    before: Sequence[Painted] = ()
    shared: SharedSizes = field(default_factory=dict)
    measured: dict[str, tuple[Mm, str]] | None = None

    def in_language(self, language: str) -> DrawingContext:
        """Return the context for a text in a language, with its fonts."""
        if language == self.language:
            return self
        value_place = self.value_places.get(language, self.value_place)
        return replace(self, language=language, fonts=self.fonts.for_language(language), value_place=value_place)

    def text_place(self, node: Node, piece: str = "") -> Place:
        """Return where a piece of a text was written: a cell of the cards, a translation, or the template.

        Args:
            node: The element of the text.
            piece: Characters of the text; "" for all of it.
        """
        place = self.value_place(node, piece) if self.value_place else None
        return place or node.place(node.element.kind)

    def report(self, code: AnyCode, place: Place, *, what: str, why: str = "", fix: str = "", amount: str = "") -> None:
        """Report a fault of the card; ``amount`` stands after the card's name, so that cards share one message."""
        language = (self.edition or self.language) if self.card else ""
        card = f"{self.card} ({amount})" if self.card and amount else self.card
        self.diagnostics.report(code, place, what=what, why=why, fix=fix, card=card, language=language)

    def _report_fault(self, fault: Fault) -> None:
        diagnostic = fault.diagnostic
        self.report(diagnostic.code, diagnostic.place, what=diagnostic.what, why=diagnostic.why, fix=diagnostic.fix)

    def colour(self, name: str, node: Node, key: str) -> str:
        """Return a colour as #rrggbb: itself, a palette or CSS name; black for an unknown one, which is reported."""
        try:
            return as_hex(name, self.palette)
        except Mistake as mistake:
            self.report(Code.COLOUR_UNKNOWN, node.place(key), what=mistake.what, fix=mistake.fix)
            return "#000000"

    def paint(self, paint: str | WrittenGradient | None, box: Box, node: Node, key: str) -> Paint | None:
        """Return a colour or a gradient over a box."""
        if not isinstance(paint, WrittenGradient):
            return self.colour(paint, node, key) if paint else None
        stops = tuple(Stop(offset, self.colour(colour, node, key)) for offset, colour in paint.stops)
        cx, cy = box.x + box.width / 2, box.y + box.height / 2
        if paint.angle is None:
            return RadialGradient(cx, cy, math.hypot(box.width, box.height) / 2, stops)
        across, down = math.cos(math.radians(paint.angle)), math.sin(math.radians(paint.angle))
        reach = (abs(across) * box.width + abs(down) * box.height) / 2
        # The gradient's line goes through the middle of the box, and as far as the corners reach along its direction.
        return LinearGradient(cx - across * reach, cy - down * reach, cx + across * reach, cy + down * reach, stops)

    def stroke(self, stroke: WrittenStroke | None, node: Node, key: str) -> Stroke | None:
        """Return an outline's stroke."""
        if stroke is None:
            return None
        return Stroke(self.colour(stroke.colour, node, key), stroke.width, stroke.dash, "butt", stroke.join)

    def icon(self, name: str, place: Place) -> Drawing | None:
        """Return an icon's drawing by its name or path; None if there is none, which is reported."""
        path = self.icons.get(name)
        if path is None:
            if "/" not in name:
                why = "icons get their names in icons: of the template"
                fix = suggest(name, self.icons) if self.icons else f"add icons: {{{name}: FILE}} to the template"
                self.report(Code.ICON_UNKNOWN, place, what=f"no icon {name}", why=why, fix=fix)
                return None
            path = name
        elif self.icons_source is not None:
            place = self.icons_source.place_of(name)
        return self.drawing(path, place)

    def drawing(self, path: str, place: Place) -> Drawing | None:
        """Return a drawing by path; None if it cannot be read, which is reported."""
        try:
            return self.assets.drawing(path, place, self.diagnostics, self.fonts)
        except Fault as fault:
            self._report_fault(fault)
            return None

    def picture(self, path: str, place: Place) -> Picture | None:
        """Return a raster picture by path; None if it cannot be read, which is reported."""
        try:
            return self.assets.picture(path, place)
        except Fault as fault:
            self._report_fault(fault)
            return None
