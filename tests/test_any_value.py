"""Whatever stands where a value should, a build gives faults or files: never an exception."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml
from booklets import DOT, PALETTE
from conftest import WriteProject, build_project
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

DOCUMENTS: Mapping[str, Any] = {
    "data/small/game.yaml": {
        "title": "Small", "subtitle": "A game", "version": "1", "players": "2..4", "age": 8, "minutes": [10, 20],
        "languages": ["en"], "facts": {"hand": 5, "table": [{"n": 1}]}, "words": {"deal": "Deal {{ hand }}"},
        "decks": {
            "numbers": {
                "title": "number cards", "cards": "cards.yaml", "copies": 1, "template": "small/face", "back": "small/back",
                "fields": {"number": "1..9", "colour": ["red", "blue"], "note?": "text", "tags": {"list": ["a", "b"]}},
            }
        },
        "expect": [{"that": "decks.numbers|length > 1", "each": "decks.numbers", "cards": "decks.numbers", "why": "so"}],
        "secret_backs": True,
    },
    "data/small/cards.yaml": [
        {"number": 1, "colour": "red", "tags": ["a"], "copies": 2},
        {"each": {"number": "2..3", "colour": ["red", "blue"]}, "tags": [], "note": "x"},
    ],
    "templates/small/back.yaml": {"elements": {"ground": {"rect": "bleed", "fill": "#333333"}}},
    "templates/small/face.yaml": {
        "extends": ["small/base"], "size": "63x88", "bleed": "3mm", "safe": "4mm", "corner": "3mm",
        "palette": {"ink": "#112233"}, "icons": {"dot": "small/dot"}, "defaults": {"size": "9pt"},
        "elements": {
            "ground": {"rect": "bleed", "fill": {"linear": 90, "stops": [[0, "#fff"], [1, "ink"]]}, "radius": "1mm"},
            "oval": {"ellipse": [1, 2, 30, 40], "stroke": {"colour": "ink", "width": "1mm", "dash": [1, 2], "join": "round"}},
            "bar": {"line": [[0, 0], [10, 10]], "stroke": "ink 0.5mm"},
            "star": {"polygon": 5, "turn": 10, "in": "safe", "fill": "ink", "opacity": 0.5},
            "blob": {"path": "M0 0h9v9z", "fill": "ink", "even_odd": True, "clip": "rounded 1mm"},
            "name": {
                "text": "**{{ card.number }}** :dot: x", "in": "safe", "at": "centre", "x": 1, "y": "1mm", "width": 20,
                "height": 10, "font": "text", "size": "9pt", "smallest": "5pt", "leading": 1.2, "colour": "ink",
                "outline": "ink 0.1mm", "align": "centre", "valign": "middle", "hyphenate": True, "tabular": True,
                "uppercase": False, "lines": 2, "icon_colour": "ink", "bold": True, "rotate": 10, "mirrored": True,
                "when": "card.number > 0", "for": "n in [1, 2]", "after": "blob",
            },
            "mark": {"icon": "dot", "width": "5mm", "colour": "ink", "colours": {}},
            "art": {"svg": "small/dot", "in": "safe", "fit": "cover"},
            "row": {"icons": "dot", "count": "{{ card.number }}", "layout": "arc", "size": "2mm", "gap": 1, "columns": 2, "span": 90},
            "set": {"in": "safe", "group": {"inner": {"rect": "set", "fill": "ink"}}},
        },
    },
    "templates/small/base.yaml": {"elements": {"ground": {"rect": "trim", "fill": "#ffffff"}}},
    "templates/small/figures/red.yaml": {
        "size": "60x30", "elements": {"shown": {"face": "numbers", "card": {"number": 1}, "back": False, "shadow": True}}
    },
    "templates/common/booklet.yaml": {
        **yaml.safe_load(PALETTE), "size": [100, 120], "margins": {"inner": 18, "outer": "14mm"},
        "text": {"font": "text", "size": "9pt", "leading": 1.3, "before": 0}, "icons": {"dot": "small/dot"},
        "boxes": {"tip": {"icon": "dot", "fill": "tint", "edge": "accent"}}, "paragraph_gap": 1.8,
    },
    "fonts/fonts.yaml": {
        "families": {"text": {"regular": "SourceSans3-Regular.ttf", "bold": "SourceSans3-Bold.ttf"}}, "fallback": ["text"]
    },
}  # fmt: skip
RULES = (
    "## Deal {{ hand }}\n\nx :dot:\n\n::: tip\ny\n:::\n\n::: figure red\nz\n:::\n\n::: cards numbers\n:::\n\n"
    "::: each r in table\n- {{ r.n }}\n:::\n"
)
VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 3, 10**400, 1e308, float("inf"), float("nan"), "", " ", "x", "ink", "small/face", "no/such",
    "../../../etc/passwd", "1..99999", "[", "{{ nope }}", "{{ 1 / 0 }}", "{{ [1] }}", "{{ card }}", "{{ 10 ** 60 }}", "{{",
    "{% for %}", "#12", "3mm", "-3mm", "神\u202f\u200d", "W" * 3000, [], [[]], [None], ["x"], [1, 2, 3, 4], {}, {"x": []},
    {"x": "y"}, {1: 2},
)  # fmt: skip


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    for key in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield from paths(value[key], (*path, key))


PLACES = [(file, path) for file, document in DOCUMENTS.items() for path in paths(document)]


def replaced(document: Any, path: tuple[Any, ...], value: Any) -> Any:
    if not path:
        return value
    changed = copy.deepcopy(document)
    holder = changed
    for step in path[:-1]:
        holder = holder[step]
    holder[path[-1]] = value
    return changed


def project(write: WriteProject, file: str = "", path: tuple[Any, ...] = (), value: Any = None) -> Path:
    documents = {**DOCUMENTS}
    if file:
        documents[file] = replaced(DOCUMENTS[file], path, value)
    written = {name: yaml.safe_dump(document, allow_unicode=True) for name, document in documents.items()}
    return write({**written, "templates/small/rulebook.md": RULES, "templates/small/dot.svg": DOT})


def test_the_project_itself_builds(write_project: WriteProject) -> None:
    built = build_project(project(write_project))
    assert [f"{d.code}@{d.place}: {d.what}" for d in built.diagnostics if "text-" not in d.code] == []
    assert len(PLACES) > 150


@pytest.mark.slow
@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    max_examples=2 * settings.default.max_examples,
)
@given(st.sampled_from(PLACES), st.sampled_from(VALUES))
def test_any_value_anywhere_gives_faults_or_files(
    write_project: WriteProject, place: tuple[str, tuple[Any, ...]], value: Any
) -> None:
    built = build_project(project(write_project, *place, value))
    assert built.outputs or built.diagnostics
    for fault in built.diagnostics:
        assert fault.code
        assert fault.what
        assert fault.place.file
