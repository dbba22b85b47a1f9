"""Parsers of written values → the JSON Schema of what each takes, for editors.

A form takes all that its parser takes, and may take more: what is wrong in the end, the parser tells.

The base of what project files may say.

A name in a project → why no file may be called so; files are made on one system and used on others.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict

from pnp.core.diagnostics import printable

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


class StrictModel(BaseModel):
    """A frozen model that refuses what it does not know."""

    model_config = ConfigDict(extra="forbid", frozen=True, arbitrary_types_allowed=True, defer_build=True)


_MARKS = re.compile(r'[<>:"/\\|?*]')
"""What no name of a file may hold on Windows."""

_DEVICES = frozenset({"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))})
"""Names that Windows keeps for devices, whatever follows them after a point."""


def why_no_file_name(name: str) -> str:
    """Why no file, and no folder, may have a name on every system, as it goes on after the name; "" where it may."""
    if mark := _MARKS.search(name):
        return f"holds {mark[0]}, which no file name may on Windows"
    if name != printable(name):
        return "holds a control character"
    if not name.strip(". ") or name[-1] in ". ":
        return "is empty, or ends in a point or space"
    if name.partition(".")[0].strip().lower() in _DEVICES:
        return "is the name of a device on Windows"
    return ""
