"""A tree and a model → an instance of the model, or diagnostics at the values that do not fit."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Mistake, suggest
from pnp.project.tree import Map, locate
from pnp.project.values import describe, whole_number_in

Model = TypeVar("Model", bound=BaseModel)


def validate(model: type[Model], tree: Map, what: str, diagnostics: Diagnostics) -> Model | None:
    """Return an instance of the model for a tree; None if a value does not fit.

    Args:
        model: The model.
        tree: The tree of a file, or a part of it.
        what: What the tree is, for messages: "game.yaml", "text element".
        diagnostics: Receives each value that does not fit.
    """
    try:
        return model.model_validate(tree)
    except ValidationError as error:
        for fault in error.errors():
            _report(fault, model, tree, what, diagnostics)
        return None


def _report(fault: Mapping[str, Any], model: type[BaseModel], tree: Map, what: str, diagnostics: Diagnostics) -> None:
    path = fault["loc"]
    name = str(path[-1]) if path else what
    match fault["type"]:
        case "extra_forbidden":
            place, keys = locate(tree, path, of_key=True), _keys_at(model, path[:-1])
            fix = (
                (_FIXES_FOR_KEYS.get(name) if what == "game.yaml" else None)
                or called_here(name, keys)
                or suggest(name, keys)
            )
            diagnostics.report(Code.UNKNOWN_KEY, place, what=f"unknown key {name}", fix=fix)
        case "missing":
            place = locate(tree, path[:-1])
            diagnostics.report(Code.MISSING_KEY, place, what=f"{what} has no {name}", fix=f"add {name}: …")
        case _:
            mistake = _mistake(fault)
            diagnostics.report(Code.WRONG_VALUE, locate(tree, path), what=f"{name} {mistake.what}", fix=mistake.fix)


_FIXES_FOR_KEYS = dict.fromkeys(
    ("tokens", "tiles", "boards", "dice"),
    "name them under decks: their template says what they look like, with size: and shape: circle",
)
"""Fixes for keys that people expect in game.yaml, by key."""

_ELSEWHERE = {
    "align": ("alignment", "halign", "text_align", "horizontal_align"),
    "bleed": ("bleeds",),
    "colour": ("color", "text_color", "text_colour", "ink", "tint", "fill"),
    "copies": ("count", "amount", "quantity", "qty"),
    "corner": ("corners", "corner_radius", "radius", "rounding", "rounded"),
    "ellipse": ("circle", "oval", "disc"),
    "fill": (
        "background",
        "background_color",
        "background_colour",
        "bg",
        "color",
        "colour",
        "fill_color",
        "fill_colour",
    ),
    "font": ("family", "font_family", "typeface"),
    "for": ("each", "repeat", "loop", "foreach"),
    "image": ("img", "photo", "picture", "png"),
    "in": ("box", "area", "place", "position", "pos", "at"),
    "leading": ("line_height", "line_spacing", "spacing"),
    "opacity": ("alpha", "transparency"),
    "radius": ("corner", "corners", "corner_radius", "round", "rounded", "rounding"),
    "rect": ("rectangle", "square"),
    "rotate": ("angle", "rotation", "turn"),
    "safe": ("margin", "padding", "safe_area", "safe_zone"),
    "size": ("font_size", "fontsize", "text_size", "pt", "format"),
    "stroke": ("border", "border_color", "border_colour", "line", "line_width", "outline", "pen", "stroke_width"),
    "text": ("label", "string"),
    "valign": ("vertical_align", "vertical"),
    "when": ("condition", "if", "show_if", "only", "visible"),
}
"""Names that other tools have for a key, by the key here."""


def called_here(name: str, keys: Collection[str]) -> str:
    """Return the fix for a key of another tool; "" if it has no counterpart here."""
    key_here = next((key for key, names in _ELSEWHERE.items() if key in keys and name in names), None)
    return f"write {key_here}:" if key_here else ""


_PLAIN = {
    "string_type": "must be a text",
    "int_type": "must be a whole number",
    "bool_type": "must be true or false",
    "dict_type": "must be a mapping",
    "tuple_type": "must be a list",
    "list_type": "must be a list",
    "model_type": "must be a mapping",
    "model_attributes_type": "must be a mapping",
}
_LIMITS = {"greater_than_equal": ("at least", "ge"), "less_than_equal": ("at most", "le")}


def _mistake(fault: Mapping[str, Any]) -> Mistake:
    """Return the mistake in words that follow the value's name: those of its parser, or plain words for pydantic's."""
    kind, value, context = fault["type"], fault.get("input"), fault.get("ctx", {})
    mistake = context.get("error")
    if isinstance(mistake, Mistake):
        return mistake
    if kind in _PLAIN:
        return Mistake(f"{_PLAIN[kind]}, not {describe(value)}", _fix(kind, value))
    if kind in _LIMITS:
        words, limit = _LIMITS[kind]
        return Mistake(f"is {value}, must be {words} {context[limit]}")
    message = str(fault["msg"])
    return Mistake(f"is wrong: {message[0].lower()}{message[1:]}")


def _fix(kind: str, value: Any) -> str:
    """Return the fix for a value of the wrong kind; "" if the value suggests none."""
    number = whole_number_in(value) if kind == "int_type" else None
    if number is not None:
        return f"write {number}"
    if kind == "string_type":
        return "put it in quotes" if value is not None else "write one, or leave the key out"
    return ""


def _keys_at(model: type[BaseModel], path: tuple[str | int, ...]) -> list[str]:
    """Return the keys that a model has at a path, through lists and mappings of models."""
    current: Any = model
    for step in path:
        if not (isinstance(current, type) and issubclass(current, BaseModel)):
            return []
        field = current.model_fields.get(str(step)) if isinstance(step, str) else None
        annotation = field.annotation if field else current
        current = _model_in(annotation) or current
    return [field.alias or name for name, field in current.model_fields.items()]


def _model_in(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    for argument in getattr(annotation, "__args__", ()):
        if model := _model_in(argument):
            return model
    return None
