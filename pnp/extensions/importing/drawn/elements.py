"""A deck's drawing calls and the columns of its table → a template, its pictures, and what is left out.

Each call becomes one element, in the order of the calls; a layout that a column names becomes one element for each of
its values.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pnp.core.fonts import FontSet
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.extensions.importing.columns import UniqueNames, expression_name
from pnp.extensions.importing.drawn.cards import COLOURS, DeckValues, DrawnDeck, NotTakenError
from pnp.extensions.importing.drawn.pictures import CopiedPictures
from pnp.extensions.importing.drawn.shapes import SHAPES
from pnp.extensions.importing.drawn.texts import BLACK, LEADING, TextSetter
from pnp.extensions.importing.drawn.values import CardText, ComputedError, DrawingCall
from pnp.extensions.importing.found_deck import Call, Column, DrawnTemplate
from pnp.outputs import Output
from pnp.project.yaml_values import format_flow

_TAKEN = ("ground", "trim", "bleed", "safe")
"""Names of boxes that an element cannot have."""

_LINE: Mapping[str, Any] = {"fill_color": "#0000", "stroke_color": "black", "stroke_width": 2.0, "dash": ""}
_POINTS: Mapping[str, Any] = {"x1": 100, "y1": 100, "x2": 150, "y2": 150, "x3": 100, "y3": 150}
DEFAULTS: Mapping[str, Mapping[str, Any]] = {
    "background": {"color": "black"},
    "text": {"str": "Hello, World!", "x": 0, "y": 0, "color": "black", "angle": 0, "align": "left", "valign": "top"},
    "svg": {"x": 0, "y": 0, "width": "native", "height": "native", "angle": 0, "alpha": 1.0},
    "png": {"x": 0, "y": 0, "width": "native", "height": "native", "angle": 0, "alpha": 1.0},
    "icon_row": {},
    "rect": {**_LINE, "x": 0, "y": 0, "width": "deck", "height": "deck", "angle": 0},
    "circle": {**_LINE, "x": 0, "y": 0, "radius": 100},
    "ellipse": {**_LINE, "x": 0, "y": 0, "width": "deck", "height": "deck", "angle": 0},
    "line": {**_LINE, **_POINTS},
    "curve": {**_LINE, **_POINTS, "cx1": 0, "cy1": 0, "cx2": 0, "cy2": 0},
    "triangle": {**_LINE, **_POINTS},
    "corners": {**_LINE, "points": ()},
    "polygon": {**_LINE, "x": 0, "y": 0, "radius": 100, "n": 5, "angle": 0},
    "star": {**_LINE, "x": 0, "y": 0, "inner_radius": 50, "outer_radius": 100, "n": 5, "angle": 0},
}
"""Squib's defaults for options that neither a call nor its box gives."""

_LOST: Mapping[str, frozenset[str]] = {
    "svg": frozenset({"data", "id", "crop_x", "crop_y", "crop_width", "crop_height", "blend"}),
    "png": frozenset({"crop_x", "crop_y", "crop_width", "crop_height", "blend", "mask", "shadow_radius"}),
    "circle": frozenset({"arc_start", "arc_end"}),
}
"""Options that change a call so much that a call with them is left out."""

_IGNORED = frozenset(
    {
        "range",
        "opacity",
        "is_loose",
        "layout",
        "hint",
        "markup",
        "ellipsize",
        "wrap",
        "placeholder",
        "cap",
        "stroke_strategy",
    }
)
"""Options that are read elsewhere, or that no element needs."""


_LOOKS = frozenset({
    "color", "fill_color", "stroke_color", "stroke_width", "mask", "alpha", "font", "font_size", "align", "valign",
    "justify", "spacing", "dash", "x_radius", "y_radius",
})  # fmt: skip
"""Options for the look of an element, not its content or place: those that are not understood get their default."""


@frozen_dataclass
class CallTemplates:
    """Draws a deck of another program as a template: the `DeckDrawing` of a deck that is imported."""

    drawing: DrawnDeck

    @property
    def calls(self) -> set[Call]:
        """Return the calls that draw its cards."""
        return {(call.line, call.source) for call in self.drawing.calls} | self.drawing.unread

    def template(self, columns: Sequence[Column], game: str, fonts: FontSet) -> DrawnTemplate:
        """Return the template that draws its cards."""
        drawing = self.drawing
        writer = _Writer(drawing, columns, game, fonts)
        for call in drawing.calls:
            writer.take(call)
        size = "[{:g}mm, {:g}mm]".format(*drawing.trim)
        lines = [
            "# yaml-language-server: $schema=../../.schemas/template.json",
            f"# Drawn as by {drawing.script}; one element for each of its calls, in their order.",
            f"size: {size}",
        ]
        if drawing.bleed:
            lines.append(f"bleed: {round(drawing.units.mm(drawing.bleed), 3):g}mm")
        lines.append(f"safe: {math.floor(writer.texts.safe * 1000) / 1000:g}mm")
        if writer.texts.icons:
            lines += ["icons:", *(f"  {name}: {format_flow(path)}" for name, path in writer.texts.icons.items())]
        lines += [f'defaults: {{leading: {LEADING}, colour: "{BLACK}"}}', "elements:"]
        if not writer.has_ground:
            lines.append('  ground: {rect: bleed, fill: "#ffffff"}')
        lines += writer.lines
        pictures = [Output(path, content, "a picture") for path, content in writer.pictures.files.items()]
        left_out = list(dict.fromkeys(writer.cards.left_out))
        if writer.texts.safe < drawing.safe:
            left_out.append(f"texts reach to {writer.texts.safe:.1f} mm from the cut: safe: of the template allows it")
        text = "\n".join(lines) + "\n" if writer.has_elements else ""
        return DrawnTemplate(text, pictures, left_out, writer.missed)


class _Writer:
    """Writes the elements of one template."""

    def __init__(self, drawing: DrawnDeck, columns: Sequence[Column], game: str, fonts: FontSet) -> None:
        self.cards = DeckValues(drawing, columns)
        self.pictures = CopiedPictures(self.cards, game)
        self.texts = TextSetter(self.cards, self.pictures, fonts)
        self.names = UniqueNames()
        for name in _TAKEN:
            self.names.unused(name)
        self.lines: list[str] = []
        self.has_ground = False
        self.has_elements = False
        self.missed = set(drawing.unread)

    def take(self, call: DrawingCall) -> None:
        """Write the elements of a call, or list it."""
        self.cards.call = call
        if call.method in ("cut_zone", "safe_zone"):  # guides for a proof, which pnp build --outline draws
            return
        try:
            in_range = self.cards.range_condition(call.options.get("range"))
            by_columns = [self.cards.condition(test) for test in call.conditions]
            for layout, condition in self.cards.layouts(call.options.get("layout")):
                conditions = [text for text in (in_range, *by_columns, condition) if text]
                self.element({**DEFAULTS[call.method], **self.cards.box(layout)}, layout, conditions)
        except NotTakenError as error:
            self.cards.note(str(error))
            self.missed.add((call.line, call.source))
            self.lines.append(_comment(f"{self.cards.drawing.script}:{call.line}: {call.source} ({error})"))
            if isinstance(file := call.options.get("file"), str | CardText):  # so that the user can draw it by hand
                self.pictures.found(file)

    def element(self, usual: Mapping[str, Any], layout: str, conditions: list[str]) -> None:
        """Write the elements of a call; ``usual`` are the options of its box and Squib's defaults."""
        method, own = self.cards.call.method, self.cards.call.options
        options = {**usual, **own}
        for name in (*options,):
            is_look = name in _LOOKS or (name == "radius" and method == "rect")
            if is_look and (why := self.cards.why_not(name, options)):
                options[name] = (usual if name in own else DEFAULTS[method]).get(name)
                if name in COLOURS and method != "text" and self.cards.colour(options[name])[1]:
                    raise NotTakenError(f"{name}: {why}")
                self.cards.note(f"{name}: {why}; left as it is by default")
        for name, value in options.items():
            if isinstance(value, ComputedError) and name not in _IGNORED:
                raise NotTakenError(f"{name}: {value}")
            if name in _LOST.get(method, ()) and value not in (None, "none"):
                raise NotTakenError(f"{name}: has no counterpart")
        for name in ("str", "file"):
            options[name], condition = self.cards.split(options.get(name))
            conditions += [condition] if condition else []
        for keys in self.keys_of(method, options, conditions):
            if all_of := dict.fromkeys([*conditions, *filter(None, [keys.pop("when", "")])]):
                keys["when"] = " and ".join(all_of)
            if options.get("opacity", 1) != 1:
                keys["opacity"] = round(keys.get("opacity", 1) * options["opacity"], 2)
            self.has_elements = True
            self.has_ground |= method == "background" and not conditions
            name = self.names.unused(expression_name(self.cards.call.name or layout or method))
            self.lines.append(_element_line(name, keys))

    def keys_of(self, method: str, options: Mapping[str, Any], conditions: list[str]) -> Iterator[dict[str, Any]]:
        """Return the keys of the elements that a call becomes; pictures add conditions for cards without one."""
        if method == "text":
            return self.texts.text(options)
        if method == "icon_row":
            return self.pictures.icon_row(options)
        if method in ("svg", "png"):
            return self.pictures.picture(options, conditions, "svg" if method == "svg" else "image")
        return SHAPES[method](self.cards, options)


def _comment(text: str) -> str:
    """Return a line of a template that says what is missing there."""
    return "  # " + "".join(letter if letter.isprintable() else " " for letter in text)


WIDEST = 110
"""An element whose line would be longer is written with one key per line, in characters."""


def _element_line(name: str, keys: Mapping[str, Any]) -> str:
    line = f"  {name}: {format_flow(dict(keys))}"
    if len(line) <= WIDEST:
        return line
    return "\n".join([f"  {name}:", *(f"    {key}: {format_flow(value)}" for key, value in keys.items())])
