"""The base of the models and JSON Schemas that describe project files; and a name → whether it can be a file name.

A schema accepts everything that its parser accepts, and possibly more: the parser decides.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict

from pnp.core.diagnostics import printable
from pnp.core.patterns import lazy_pattern

Schema = dict[str, Any]
Parser = TypeVar("Parser", bound=Callable[..., Any])

_FORMS: dict[Callable[..., Any], Schema] = {}


def takes(form: Schema) -> Callable[[Parser], Parser]:
    """Declare the schema of the values that a parser accepts."""

    def note(parse: Parser) -> Parser:
        _FORMS[parse] = form
        return parse

    return note


def form_of(parse: Callable[..., Any]) -> Schema:
    """Return the schema of the values that a parser accepts."""
    return _FORMS[parse]


def any_of(*forms: Schema) -> Schema:
    """Return the schema of a value that matches one of several schemas."""
    return {"anyOf": list(forms)}


def list_of(form: Schema, least: int = 0, most: int | None = None) -> Schema:
    """Return the schema of a list whose values match a schema."""
    return {"type": "array", "items": form, "minItems": least} | ({} if most is None else {"maxItems": most})


def one_of(*words: str) -> Schema:
    """Return the schema of a value that is one of several words."""
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
            "turns": {
                "enum": [1, 2, 3, 4, 6],
                "description": "How many rotated versions to make; the field turn of each has its rotation in degrees.",
            },
            "each": {
                "type": "object",
                "additionalProperties": any_of(RANGE, list_of(ANYTHING, 1)),
                "description": "All combinations of these values: {suit: [red, blue], number: 1..9}.",
            },
        },
    }
)
"""The schema of a deck's records; game.yaml declares their other keys."""


class StrictModel(BaseModel):
    """A frozen model that refuses unknown keys."""

    model_config = ConfigDict(extra="forbid", frozen=True, arbitrary_types_allowed=True, defer_build=True)


_MARKS = lazy_pattern(r'[<>:"/\\|?*]')
"""Characters that file names must not contain on Windows."""

_DEVICES = frozenset({"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))})
"""Names that Windows reserves for devices, with any extension."""


def why_no_file_name(name: str) -> str:
    """Return why a name cannot be a file name on every system, as words to follow the name; "" if it can."""
    if mark := _MARKS.search(name):
        return f"holds {mark[0]}, which no file name may contain on Windows"
    if name != printable(name):
        return "holds a control character"
    if not name.strip(". ") or name[-1] in ". ":
        return "is empty, or ends in a full stop or space"
    if name.partition(".")[0].strip().lower() in _DEVICES:
        return "is the name of a device on Windows"
    return ""
