"""Parsers of written values → the JSON Schema of what each takes, for editors.

A form takes all that its parser takes, and may take more: what is wrong in the end, the parser tells.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

Schema = dict[str, Any]
Parser = TypeVar("Parser", bound=Callable[..., Any])

_FORMS: dict[Callable[..., Any], Schema] = {}


def takes(form: Schema) -> Callable[[Parser], Parser]:
    """Declare what a parser takes."""

    def note(parse: Parser) -> Parser:
        _FORMS[parse] = form
        return parse

    return note


def form_of(parse: Callable[..., Any]) -> Schema:
    """What a parser takes."""
    return _FORMS[parse]


def any_of(*forms: Schema) -> Schema:
    """One of some forms."""
    return {"anyOf": list(forms)}


def list_of(form: Schema, least: int = 0, most: int | None = None) -> Schema:
    """A list of values of a form."""
    return {"type": "array", "items": form, "minItems": least} | ({} if most is None else {"maxItems": most})


def one_of(*words: str) -> Schema:
    """One of some words."""
    return {"enum": list(words)}


ANYTHING: Schema = {}
TEXT: Schema = {"type": "string"}
FLAG: Schema = {"enum": [True, False, "True", "False"]}
NUMBER: Schema = {"type": ["number", "string"]}
LENGTH: Schema = {"type": ["number", "string"]}
COLOUR: Schema = {"type": "string"}
EXPRESSION: Schema = {"type": "string", "pattern": r"\{[{%#]"}
RANGE: Schema = {"type": "string", "pattern": r"^-?\d+\.\.-?\d+$"}
NAMES: Schema = any_of(TEXT, list_of(TEXT))
CARDS: Schema = list_of(
    {
        "type": "object",
        "properties": {
            "copies": {"type": "integer", "minimum": 0, "maximum": 1000, "description": "How often it is in the game."},
            "each": {
                "type": "object",
                "additionalProperties": any_of(RANGE, list_of(ANYTHING, 1)),
                "description": "All combinations of these values: {suit: [red, blue], number: 1..9}.",
            },
        },
    }
)
"""Records of a deck; what other keys they have, game.yaml says."""
