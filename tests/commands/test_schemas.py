"""Schemas for editors: they take what pnp takes, in every file that ships and in the docs, and refuse slips."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml
from conftest import ROOT
from project.test_values import GOOD
from pydantic import ValidationError
from test_docs import ALL_PAGES, ELEMENT_EXAMPLES, FIGURE_EXAMPLES, PROJECT_FILE, page

from pnp.project import values as v
from pnp.project.elements import ELEMENTS
from pnp.project.fields import FIELD, parse_field
from pnp.project.forms import form_of
from pnp.project.tree import parse_yaml
from pnp.schemas import KINDS, schema_files, schema_of


@cache
def validator(kind: str) -> jsonschema.Draft7Validator:
    return jsonschema.Draft7Validator(schema_of(kind))


FILE_KINDS = ("game", "examples", "claims", "harmless", "glossary", "ties", "booklet", "fonts", "project")
"""Kinds whose files have their name."""


def kind_of(path: str) -> str:
    """The kind of a project's file, by its path from the project's folder."""
    stem = Path(path).stem
    if stem in FILE_KINDS:
        return stem
    folders = {"presses": "press", "templates": "template", "profiles": "profile", "pairs": "languages"}
    return next((kind for folder, kind in folders.items() if f"/{folder}/" in f"/{path}"), "cards")


def project_yaml() -> list[Path]:
    """All YAML files of the games that ship, of starters and of test projects, and pnp's own."""
    folders = ("data", "templates", "fonts", "pnp", "tests/golden/project", "tools/fuzz/project")
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.yaml"))


def faults(kind: str, written: Any) -> list[str]:
    return [f"{list(error.absolute_path)}: {error.message}" for error in validator(kind).iter_errors(written)]


def plain(text: str, name: str = "file.yaml") -> Any:
    """What pnp reads, as lists and mappings that jsonschema knows."""
    return json.loads(json.dumps(parse_yaml(text, name)))


@pytest.mark.parametrize("path", project_yaml(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_file_that_ships_is_taken(path: Path) -> None:
    kind = kind_of(path.relative_to(ROOT).as_posix())
    assert faults(kind, plain(path.read_text(encoding="utf-8"))) == []


def test_files_of_every_kind_ship() -> None:
    assert {kind_of(path.relative_to(ROOT).as_posix()) for path in project_yaml()} == set(KINDS)


@pytest.mark.parametrize("path", ALL_PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_files_in_the_documentation_are_taken(path: Path) -> None:
    for name, text in PROJECT_FILE.findall(path.read_text(encoding="utf-8")):
        if name.endswith(".yaml"):
            assert faults(kind_of(name), plain(text)) == [], name


@pytest.mark.parametrize("elements", ELEMENT_EXAMPLES + FIGURE_EXAMPLES, ids=lambda text: text.split(":")[0])
def test_elements_in_the_documentation_are_taken(elements: str) -> None:
    assert faults("template", {"elements": plain(elements)}) == []


@pytest.mark.parametrize(("parse", "written", "_typed"), GOOD, ids=range(len(GOOD)))
def test_a_form_takes_what_its_parser_takes(parse: Any, written: Any, _typed: Any) -> None:
    assert list(jsonschema.Draft7Validator(form_of(parse)).iter_errors(written)) == []


@pytest.mark.parametrize("written", ["integer", "flavour", "1..9", ["red", 2], {"list": ["a"]}, {"list": "1..3"}])
def test_a_field_is_taken_as_pnp_takes_it(written: Any) -> None:
    assert parse_field("x", written)
    assert list(jsonschema.Draft7Validator(FIELD).iter_errors(written)) == []


GAME = {"title": "Small", "players": "2..4", "decks": {"numbers": {"template": "small/face"}}}


@pytest.mark.parametrize(
    ("kind", "written"),
    [
        ("game", {**GAME, "titel": "x"}),
        ("game", {"title": "Small", "players": "2..4"}),
        ("game", {**GAME, "players": "2 to 4"}),
        ("game", {**GAME, "title": 77}),
        ("game", {**GAME, "age": 0}),
        ("game", {**GAME, "decks": {"numbers": {"template": "small/face", "fields": {"n": "int"}}}}),
        ("cards", [{"copies": 2.5}]),
        ("cards", {"name": "Apple"}),
        ("template", {"size": "pocker"}),
        ("template", {"elements": {"name": {"txt": "Go"}}}),
        ("template", {"elements": {"name": {"text": "Go", "align": "mitte"}}}),
        ("template", {"elements": {"name": {"text": "Go", "radius": 2}}}),
        ("template", {"elements": {"all": {"group": {"name": {"text": "Go", "fill": "ink"}}}}}),
        ("claims", [{"claim": "X.", "alwais": "true"}]),
        ("claims", [{"holds": "true"}]),
        ("examples", {"deal": {"picks": 3}}),
        ("fonts", {"families": {"text": ["a.ttf"]}}),
        ("fonts", {"families": {"text": {"regular": {"wght": 550}}}}),
        ("fonts", {"families": {"text": {"regular": {"file": "a.ttf", "wght": "bold"}}}}),
        ("booklet", {"margins": {"left": 3}}),
        ("profile", {"title": "Shop", "dpi": 3}),
        ("ties", {"Play": [{"by": "x"}]}),
        ("languages", {"opposites": [{"left": "gauche"}]}),
    ],
)
def test_a_slip_is_refused(kind: str, written: Any) -> None:
    assert faults(kind, written)


@pytest.mark.parametrize(
    "element",
    [
        None,
        False,
        {"x": "+= 2mm"},
        {"colour": "accent"},
        {"text": "{{ card.n }}", "bold": "{{ card.n > 2 }}", "align": "{{ 'left' }}", "for": "n in range(3)"},
        {"icons": "pepper"},
        {"group": {"name": {"text": 7}}},
    ],
)
def test_elements_may_be_inherited_changed_removed_and_computed(element: Any) -> None:
    assert faults("template", {"elements": {"name": element}}) == []


def test_a_key_has_the_name_that_is_documented_and_no_other() -> None:
    model = ELEMENTS["text"]
    assert model.model_validate({"text": "Go", "in": "safe"})
    with pytest.raises(ValidationError, match="extra_forbidden"):
        model.model_validate({"text": "Go", "within": "safe"})


def test_what_a_style_or_a_game_leaves_out_is_not_asked_for() -> None:
    assert faults("booklet", {}) == []
    assert faults("game", GAME) == []
    assert all(faults(kind, None) == [] for kind in ("cards", "examples", "claims", "glossary"))


@pytest.mark.slow
def test_keys_are_told_in_the_words_of_the_models() -> None:
    game = schema_of("game")
    assert game["properties"]["title"]["description"] == "The game's name. Translated."
    assert game["description"] == "game.yaml."
    element = schema_of("template")["$defs"]["text"]["properties"]
    assert element["in"]["description"].startswith("The box to place it in: trim, bleed, safe")
    assert element["leading"]["description"] == "Distance from baseline to baseline, as a multiple of the type size."
    assert set(ELEMENTS) <= set(schema_of("template")["$defs"])


@pytest.mark.slow
def test_schemas_are_the_same_each_time_and_are_documented() -> None:
    assert schema_files() == schema_files()
    table = re.findall(r"^\| `(\w+)` \|", page("commands.md").partition("## pnp schema")[2].partition("\n## ")[0], re.M)
    assert table == list(KINDS)
    assert v.CARD_SIZES  # the names of sizes are offered
    assert set(v.CARD_SIZES) <= set(schema_of("template")["properties"]["size"]["anyOf"][0]["enum"])


def test_a_yaml_file_names_a_schema_that_there_is() -> None:
    named = []
    for path in (ROOT / "pnp/starters").rglob("*.yaml"):
        text = path.read_text(encoding="utf-8")
        first = text.partition("\n")[0]
        found = re.fullmatch(r"# yaml-language-server: \$schema=((?:\.\./)+)\.schemas/(\w+)\.json", first)
        assert found, path
        inside = path.relative_to(ROOT / "pnp/starters").parts[1:]
        assert found[1] == "../" * (len(inside) - 1), path
        assert found[2] == kind_of("/".join(inside)), path
        named.append(found[2])
        assert yaml.safe_load(text)
    assert len(named) > 10
