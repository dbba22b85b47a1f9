"""The models of a project's YAML files → JSON Schemas, for editors.

A schema accepts everything that pnp accepts, and refuses unknown keys and values of the wrong kind. pnp check finds the
faults that only the whole game shows.
"""

import ast
import inspect
import json
import textwrap
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from pydantic import BaseModel, TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from pnp.core.diagnostics import Fault
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.plugins import plugins
from pnp.outputs import Output
from pnp.project import forms
from pnp.project.claims import ClaimHead
from pnp.project.elements import ELEMENTS, element_model
from pnp.project.examples import ExampleHead
from pnp.project.fonts import FontsFile
from pnp.project.forms import Schema
from pnp.project.game import PROJECT_FILE, GameHead, ProjectHead
from pnp.project.profile import PressHead, ProfileHead
from pnp.project.template import TemplateHead
from pnp.rulebook.style import BookletStyle
from pnp.text.glossary import GlossaryHead, PairHead, TermHead

DIALECT = "http://json-schema.org/draft-07/schema#"
"""The version of JSON Schema that most editors support."""


class _Described(GenerateJsonSchema):
    """Schemas of models with the sentences under their fields, and without defaults, which these sentences give."""

    schema_dialect = DIALECT

    def model_schema(self, schema: core_schema.ModelSchema) -> JsonSchemaValue:
        result = super().model_schema(schema)
        if issubclass(schema["cls"], BookletStyle):  # which fills in what a style leaves out
            result.pop("required", None)
        sentences = _sentences(schema["cls"])
        for name, field in schema["cls"].model_fields.items():
            described = result.get("properties", {}).get(field.alias or name)
            if described is not None and name in sentences:
                described["description"] = sentences[name]
        for described in result.get("properties", {}).values():
            described.pop("title", None)
        return result

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> JsonSchemaValue:
        return self.generate_inner(schema["schema"])

    def float_schema(self, schema: core_schema.FloatSchema) -> JsonSchemaValue:
        return forms.any_of(super().float_schema(schema), {"type": "string", "pattern": r"\d"})


def _sentences(model: type[BaseModel]) -> dict[str, str]:
    """Return the sentences under the fields of a model and of its base classes, by the fields' names."""
    sentences: dict[str, str] = {}
    for base in reversed(model.__mro__):
        if issubclass(base, BaseModel) and base.__module__.startswith("pnp."):
            (body,) = ast.parse(textwrap.dedent(inspect.getsource(base))).body
            assert isinstance(body, ast.ClassDef)
            for field, after in zip(body.body, body.body[1:], strict=False):
                if (
                    isinstance(field, ast.AnnAssign)
                    and isinstance(field.target, ast.Name)
                    and isinstance(after, ast.Expr)
                    and isinstance(after.value, ast.Constant)
                ):
                    sentences[field.target.id] = " ".join(str(after.value.value).split())
    return sentences


def _schema_of(kind: Any) -> Schema:
    return TypeAdapter(kind).json_schema(schema_generator=_Described)


def _mapping_of(kind: type[BaseModel]) -> Callable[[], Schema]:
    """Return the schema of a mapping from names to models, or of an empty file."""
    return lambda: {**_schema_of(dict[str, kind]), "type": ["object", "null"]}  # type: ignore[valid-type]


def _list_of(kind: type[BaseModel]) -> Callable[[], Schema]:
    return lambda: {**_schema_of(list[kind]), "type": ["array", "null"]}  # type: ignore[valid-type]


def _model(kind: type[BaseModel]) -> Callable[[], Schema]:
    return lambda: _schema_of(kind)


def _template() -> Schema:
    """Return the schema of a template, in which one key of each element names its kind.

    An element that changes an inherited one may lack that key; null or false removes the inherited one.
    """
    schema = _schema_of(TemplateHead)
    shared: dict[str, Schema] = schema.setdefault("$defs", {})
    keys: dict[str, Schema] = {}
    kinds = dict(ELEMENTS)
    for kind in plugins("pnp.elements"):
        with suppress(Fault):  # reported where a template uses it
            kinds.setdefault(kind, element_model(kind))
    for kind, model in kinds.items():
        kind_schema = _schema_of(model)
        kind_schema.pop("required", None)  # it may be inherited, or stand in defaults
        shared |= kind_schema.pop("$defs", {})
        shared[kind] = kind_schema
        for key, described in kind_schema["properties"].items():
            keys.setdefault(key, {"description": described["description"]} if "description" in described else {})
    entries = {"additionalProperties": {"$ref": "#/$defs/element"}}
    shared["group"]["properties"]["group"] = {"type": "object", **entries}
    shared["element"] = {
        "type": ["object", "null", "boolean"],
        "properties": keys,
        "additionalProperties": False,
        "allOf": [{"if": _has(kind), "then": {"$ref": f"#/$defs/{kind}"}} for kind in kinds],
    }
    properties = schema["properties"]
    properties["elements"] |= {"type": ["object", "null"], **entries}
    properties["defaults"] |= {"additionalProperties": {}}
    return schema


def _has(key: str) -> Schema:
    return {"type": "object", "required": [key]}


def _booklet() -> Schema:
    """Return the schema of a booklet's style, whose keys all have defaults."""
    schema = _schema_of(BookletStyle)
    schema["properties"]["defaults"] = {"type": "object"}
    return schema


def _glossary() -> Schema:
    """Return the schema of the glossary; a term has its translations by language."""
    schema, term = _schema_of(GlossaryHead), _schema_of(TermHead)
    term["additionalProperties"] = forms.NAMES
    description = "Terms by their words in the source language, each with its words in the other languages."
    schema["properties"]["terms"] = {
        "type": ["object", "null"],
        "additionalProperties": term,
        "description": description,
    }
    return {**schema, "type": ["object", "null"]}


def _ties() -> Schema:
    """Return the schema of ties: sections with their digests by language, and their tests."""
    section = {
        "type": "object",
        "properties": {
            "tests": {
                "type": "object",
                "additionalProperties": {"type": ["string", "number"]},
                "description": "Tests by their first words: digest, and the numbers of the sentences tied to them.",
            }
        },
        "additionalProperties": {"type": ["string", "number"]},
    }
    return {
        "type": "object",
        "additionalProperties": section,
        "description": "Digests of sentences as they were last confirmed, by section; pnp confirm writes them.",
    }


@frozen_dataclass
class SchemaKind:
    """A kind of YAML file in a project.

    Attributes:
        path: The path of files of this kind.
        make: Returns its schema.
    """

    path: str
    make: Callable[[], Schema]


KINDS: Mapping[str, SchemaKind] = {
    "game": SchemaKind("data/<game>/game.yaml", _model(GameHead)),
    "project": SchemaKind(PROJECT_FILE, _model(ProjectHead)),
    "cards": SchemaKind("data/<game>/, as game.yaml names them", lambda: forms.CARDS | {"type": ["array", "null"]}),
    "examples": SchemaKind("data/<game>/examples.yaml", _mapping_of(ExampleHead)),
    "claims": SchemaKind("data/<game>/claims.yaml", _list_of(ClaimHead)),
    "harmless": SchemaKind("data/<game>/harmless.yaml", lambda: {"type": "object", "additionalProperties": forms.TEXT}),
    "glossary": SchemaKind("data/<game>/glossary.yaml", _glossary),
    "ties": SchemaKind("data/<game>/ties.yaml", _ties),
    "template": SchemaKind("templates/", _template),
    "booklet": SchemaKind("templates/<game>/booklet.yaml", _booklet),
    "fonts": SchemaKind("fonts/fonts.yaml", _model(FontsFile)),
    "languages": SchemaKind("languages/<one>-<other>.yaml", _model(PairHead)),
    "profile": SchemaKind("profiles/<shop>.yaml", _model(ProfileHead)),
    "press": SchemaKind("profiles/presses/<press>.yaml", _model(PressHead)),
}
"""Every kind of YAML file that a project may have."""


def schema_of(kind: str) -> Schema:
    """Return the JSON Schema of one of KINDS."""
    return {"$schema": DIALECT, "title": f"pnp: {KINDS[kind].path}", **_without_title(KINDS[kind].make())}


def _without_title(schema: Schema) -> Schema:
    return {key: value for key, value in schema.items() if key not in ("title", "$schema")}


def schema_text(kind: str) -> str:
    """Return the JSON Schema of one of KINDS, as the text of a file."""
    return json.dumps(schema_of(kind), indent=2, ensure_ascii=False) + "\n"


def schema_files(folder: str = "") -> list[Output]:
    """Return a file for each kind, such as game.json.

    Args:
        folder: Their folder below the output folder, with a slash at the end.
    """
    return [Output(f"{folder}{kind}.json", schema_text(kind).encode(), entry.path) for kind, entry in KINDS.items()]
