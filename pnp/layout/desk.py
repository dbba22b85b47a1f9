"""What drawing an element needs besides the element and its box: fonts, drawings, colours; faults are told here."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pnp.diagnostics import Code, Diagnostics, Fault, Mistake, Place, suggest
from pnp.fonts import FontSet
from pnp.layout.assets import Assets
from pnp.layout.drawing import Drawing
from pnp.layout.frame import Box, CardArt, LinearGradient, Paint, Picture, RadialGradient, Stop, Stroke
from pnp.model.template import Node
from pnp.model.values import WrittenGradient, WrittenStroke, as_hex
from pnp.units import Mm

Faces = Callable[[str, Any, bool, tuple[Mm, Mm]], CardArt]
"""Gives the face of a card by deck and card, or its back, for the room it has; raises Mistake where there is none."""


@dataclass(frozen=True)
class Desk:
    """What the elements of a card are drawn with.

    Attributes:
        palette: Colours by name.
        icons: Paths of drawings by name.
        language: For hyphenation, typography and messages.
        faces: Gives other cards, in figures; None on cards.
        diagnostics: Where faults are told.
        smallest_text: Size of type below which a text is told, mm.
        card: The card under work, for messages; empty for the template as a whole.
        is_draft: Whether elements with faults are marked.
    """

    fonts: FontSet
    assets: Assets
    palette: dict[str, str]
    icons: dict[str, str]
    language: str
    faces: Faces | None
    diagnostics: Diagnostics
    smallest_text: Mm = 0.0
    card: str = ""
    is_draft: bool = False

    def tell(self, code: Code, place: Place, *, what: str, why: str = "", fix: str = "", amount: str = "") -> None:
        """Tell of a fault seen on the card; an amount is told beside it, so that the fault is one on all cards."""
        language = self.language if self.card else ""
        card = f"{self.card} ({amount})" if self.card and amount else self.card
        self.diagnostics.tell(code, place, what=what, why=why, fix=fix, card=card, language=language)

    def _tell_fault(self, fault: Fault) -> None:
        told = fault.diagnostic
        self.tell(told.code, told.place, what=told.what, why=told.why, fix=told.fix)

    def colour(self, written: str, node: Node, key: str) -> str:
        """A colour as #rrggbb: itself, a palette name, or one of CSS."""
        try:
            return as_hex(written, self.palette)
        except Mistake as mistake:
            self.tell(Code.COLOUR_UNKNOWN, node.place(key), what=mistake.what, fix=mistake.fix)
            return "#000000"

    def paint(self, written: str | WrittenGradient | None, box: Box, node: Node, key: str) -> Paint | None:
        """A colour or a gradient over a box."""
        if not isinstance(written, WrittenGradient):
            return self.colour(written, node, key) if written else None
        stops = tuple(Stop(offset, self.colour(colour, node, key)) for offset, colour in written.stops)
        cx, cy = box.x + box.width / 2, box.y + box.height / 2
        if written.angle is None:
            return RadialGradient(cx, cy, math.hypot(box.width, box.height) / 2, stops)
        across, down = math.cos(math.radians(written.angle)), math.sin(math.radians(written.angle))
        reach = (abs(across) * box.width + abs(down) * box.height) / 2
        return LinearGradient(cx - across * reach, cy - down * reach, cx + across * reach, cy + down * reach, stops)

    def stroke(self, written: WrittenStroke | None, node: Node, key: str) -> Stroke | None:
        """An outline."""
        if written is None:
            return None
        return Stroke(self.colour(written.colour, node, key), written.width, written.dash, "butt", written.join)

    def icon(self, name: str, place: Place) -> Drawing | None:
        """An icon's drawing, by its name or path; None when there is none, which is told."""
        path = self.icons.get(name)
        if path is None:
            if "/" not in name:
                why = "icons are named in the template's icons:"
                fix = suggest(name, self.icons) if self.icons else f"add icons: {{{name}: FILE}} to the template"
                self.tell(Code.ICON_UNKNOWN, place, what=f"no icon {name}", why=why, fix=fix)
                return None
            path = name
        return self.drawing(path, place)

    def drawing(self, path: str, place: Place) -> Drawing | None:
        """A drawing by path; None when it can't be had, which is told."""
        try:
            return self.assets.drawing(path, place, self.diagnostics)
        except Fault as fault:
            self._tell_fault(fault)
            return None

    def picture(self, path: str, place: Place) -> Picture | None:
        """A raster picture by path; None when it can't be had, which is told."""
        try:
            return self.assets.picture(path, place)
        except Fault as fault:
            self._tell_fault(fault)
            return None
