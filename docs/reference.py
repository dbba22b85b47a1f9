"""The JSON Schemas of project files → a page with every key of every file."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from pnp.project import forms
from pnp.schemas import KINDS, schema_of

Schema = Mapping[str, Any]

ORDER = ("elements", "element")
"""Definitions that a section of their own tells."""

_WORDS = {
    "string": "text",
    "integer": "whole number",
    "number": "number",
    "boolean": "true or false",
    "null": "nothing",
}


def keys(page: str) -> str:
    """The page, with a section for each kind of file below its introduction."""
    head = page[: page.index("\n## game\n")] if "\n## game\n" in page else page.rstrip() + "\n"
    parts = [head.rstrip()]
    for kind, told in KINDS.items():
        parts += [f"## {kind}", f"`{told.path}`", *_section(kind, schema_of(kind))]
    return "\n\n".join(parts) + "\n"


def _section(kind: str, schema: Schema) -> Iterator[str]:
    """The keys of a file, and those of what stands in it."""
    shared: Mapping[str, Schema] = schema.get("$defs", {})
    names = {name: f"{kind}-{_slug(name)}" for name, found in shared.items() if found.get("properties")}
    told = _told(schema, shared, names)
    if len(str(schema.get("description", "")).split()) > 1:
        yield str(schema["description"])
    if told:
        yield told
    entry = schema.get("items") or schema.get("additionalProperties")
    if isinstance(entry, Mapping):
        whole, inner = "list" if "items" in schema else "mapping", _told(entry, shared, names)
        beside = ", besides" if told else ""
        yield (
            f"A {whole}{beside}; each entry may have:"
            if inner
            else f"A {whole} of {_many(_takes(entry, shared, names))}."
        )
        if inner:
            yield inner
    for key, found in schema.get("properties", {}).items():
        inner = found.get("additionalProperties")
        if isinstance(inner, Mapping) and inner.get("properties"):
            yield f"### {kind} {key}\n\nEach entry of `{key}`:"
            yield _told(inner, shared, names)
    for name in names:
        yield f"### {kind} {_slug(name)}"
        yield _told(shared[name], shared, names)


def _slug(name: str) -> str:
    """StrikeHead → strike, BoxStyle → box-style."""
    parts = re.sub(r"(?<=[a-z])(?=[A-Z])", "-", name.removesuffix("Head").removesuffix("__")).lower()
    return re.sub(r"[^a-z0-9-]+", "-", parts).strip("-")


def _told(schema: Schema, shared: Mapping[str, Schema], names: Mapping[str, str]) -> str:
    """The keys of a mapping as a table; "" without any."""
    required = schema.get("required", ())
    rows = []
    for key, found in schema.get("properties", {}).items():
        meaning = re.sub(r"([|*])", r"\\\1", str(found.get("description", ""))).replace("<", "&lt;")
        meaning = re.sub(r"`+([^`]+)`+", r"`\1`", meaning)
        if key in required:
            meaning = f"{meaning} **Required.**".strip()
        rows.append(f"| `{key}` | {_takes(found, shared, names)} | {meaning} |")
    return "\n".join(["| Key | Takes | Meaning |", "| --- | --- | --- |", *rows]) if rows else ""


def _takes(schema: Any, shared: Mapping[str, Schema], names: Mapping[str, str]) -> str:
    """What a value may be, in words."""
    if not isinstance(schema, Mapping) or not schema:
        return ""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{_slug(name)}](#{names[name]})" if name in names else _takes(shared[name], shared, names)
    for several in ("anyOf", "allOf", "oneOf"):
        if several in schema and "properties" not in schema:
            parts = [_takes(one, shared, names) for one in schema[several] if one != {"type": "null"}]
            return " or ".join(dict.fromkeys(part for part in parts if part))
    if "enum" in schema:
        if set(schema["enum"]) == set(forms.FLAG["enum"]):
            return "true or false"
        return ", ".join(f"`{json.dumps(one) if isinstance(one, bool) else one}`" for one in schema["enum"])
    if schema.get("pattern") == forms.EXPRESSION["pattern"]:
        return "expression"
    if schema.get("pattern") == forms.RANGE["pattern"]:
        return "range `1..5`"
    return _kind(schema, shared, names)


def _many(words: str) -> str:
    """The words for several of what some words stand for."""
    return re.sub(r"\b(text|number|mapping|list)(?= or |$)", r"\1s", words)


def _kind(schema: Schema, shared: Mapping[str, Schema], names: Mapping[str, str]) -> str:
    kinds = schema.get("type", "object")
    kinds = [kinds] if isinstance(kinds, str) else [kind for kind in kinds if kind != "null"]
    found = []
    for kind in kinds:
        if kind == "array":
            inner = _takes(schema.get("items"), shared, names)
            found.append(f"list of {_many(inner)}" if inner else "list")
        elif kind == "object":
            inner = _takes(schema.get("additionalProperties"), shared, names)
            found.append(f"mapping of {_many(inner)}" if inner else "mapping")
        else:
            found.append(_WORDS[kind])
    least, most = schema.get("minimum"), schema.get("maximum")
    limits = f", {least:g} to {most:g}" if least is not None and most is not None else ""
    return " or ".join(found) + limits
