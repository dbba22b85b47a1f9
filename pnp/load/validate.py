"""A tree and a model → an instance, or diagnostics that point at the values which do not fit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from pnp.diagnostics import Code, Diagnostics, Mistake, suggest
from pnp.source.tree import Map, locate

Model = TypeVar("Model", bound=BaseModel)


def validate(model: type[Model], tree: Map, what: str, diagnostics: Diagnostics) -> Model | None:
    """Return the model's instance for a tree; None when a value does not fit.

    Args:
        model: The model.
        tree: What was read.
        what: What the tree is, for messages: "game.yaml", "text element".
        diagnostics: Told of each value that does not fit.
    """
    try:
        return model.model_validate(tree)
    except ValidationError as error:
        for fault in error.errors():
            _tell(fault, model, tree, what, diagnostics)
        return None


def _tell(fault: Mapping[str, Any], model: type[BaseModel], tree: Map, what: str, diagnostics: Diagnostics) -> None:
    path = fault["loc"]
    name = str(path[-1]) if path else what
    match fault["type"]:
        case "extra_forbidden":
            place, fix = locate(tree, path, of_key=True), suggest(name, _keys_at(model, path[:-1]))
            diagnostics.tell(Code.UNKNOWN_KEY, place, what=f"unknown key {name}", fix=fix)
        case "missing":
            place = locate(tree, path[:-1])
            diagnostics.tell(Code.MISSING_KEY, place, what=f"{what} has no {name}", fix=f"add {name}: …")
        case _:
            mistake = fault.get("ctx", {}).get("error")
            fix = mistake.fix if isinstance(mistake, Mistake) else ""
            message = mistake.what if isinstance(mistake, Mistake) else str(fault["msg"]).removeprefix("Value error, ")
            message = message[0].lower() + message[1:]
            what_is_wrong = f"{name} {_sentence(message, fault)}"
            diagnostics.tell(Code.WRONG_VALUE, locate(tree, path), what=what_is_wrong, fix=fix)


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


def _sentence(message: str, fault: Mapping[str, Any]) -> str:
    from pnp.model.values import describe

    kind = fault["type"]
    if kind in _PLAIN:
        return f"{_PLAIN[kind]}, not {describe(fault.get('input'))}"
    if kind in ("greater_than_equal", "less_than_equal"):
        limit = fault["ctx"]["ge" if kind == "greater_than_equal" else "le"]
        return f"is {fault['input']}, must be {'at least' if kind == 'greater_than_equal' else 'at most'} {limit}"
    return message if message.startswith(("must", "is ", "has ", "needs")) else f"is wrong: {message}"


def _keys_at(model: type[BaseModel], path: tuple[str | int, ...]) -> list[str]:
    """The keys a model knows at a path; steps into lists and mappings of models are followed."""
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
        if found := _model_in(argument):
            return found
    return None
