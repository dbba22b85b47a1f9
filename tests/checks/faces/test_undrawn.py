"""Elements that no card has, and type that nobody can read."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import FACE, GAME, WriteProject, check_project
from test_faults import BOOKLET_STYLE


def told(root: Path) -> list[str]:
    found = check_project(root, "faces", "print").diagnostics
    return [f"{d.place} {d.code}: {d.what}" for d in found if d.code in ("element-undrawn", "text-small")]


def with_elements(*elements: str) -> dict[str, str]:
    return {"templates/small/face.yaml": FACE + "".join(f"  {element}\n" for element in elements)}


def test_a_condition_that_holds_on_no_card(write_project: WriteProject) -> None:
    root = write_project(
        with_elements(
            "never: {text: red, in: safe, y: 40mm, when: card.colour == 'rde'}",
            "some: {text: red, in: safe, y: 50mm, when: card.colour == 'red'}",
            "empty: {rect: [1, 1, 2, 2], fill: red, for: 'n in range(card.number - 2)'}",
            "full: {rect: [4, 4, 2, 2], fill: red, for: 'n in range(card.number - 1)'}",
        )
    )
    assert told(root) == [
        "templates/small/face.yaml:4:47 element-undrawn: never is never drawn: its when: is never true",
        "templates/small/face.yaml:6:47 element-undrawn: empty is never drawn: its for: is never true",
    ]


def test_of_a_group_that_is_not_drawn_the_group_is_told(write_project: WriteProject) -> None:
    inner = "{a: {rect: [0, 0, 1, 1], fill: red, when: 1 == 2}, b: {rect: [1, 1, 1, 1], fill: blue}}"
    root = write_project(
        with_elements(
            f"off: {{in: [1, 1, 2, 2], when: hand > 5, group: {inner}}}", f"on: {{in: [4, 4, 2, 2], group: {inner}}}"
        )
    )
    assert [line.split(" is never")[0] for line in told(root)] == [
        "templates/small/face.yaml:4:33 element-undrawn: off",
        "templates/small/face.yaml:5:75 element-undrawn: a",
    ]


def test_what_another_language_or_template_needs_is_not_told(write_project: WriteProject) -> None:
    more = {
        **with_elements("french: {text: Oui, in: safe, y: 40mm, when: language == 'fr'}"),
        "templates/small/base.yaml": "elements:\n  no: {rect: trim, fill: red, when: 1 == 2}\n",
    }
    more["templates/small/face.yaml"] = "extends: small/base\n" + more["templates/small/face.yaml"]
    assert told(write_project(more)) == []


def test_figures_are_looked_at(write_project: WriteProject) -> None:
    figure = "size: [60mm, 20mm]\nelements:\n  a: {rect: trim, fill: red, when: hand > 5}\n"
    booklet = {"templates/small/rulebook.md": "# Go\n\n::: figure few\nTwo.\n:::\n"}
    root = write_project({**BOOKLET_STYLE, **booklet, "templates/small/figures/few.yaml": figure})
    assert [line.partition(":")[0] for line in told(root)] == ["templates/small/figures/few.yaml"]


@pytest.mark.parametrize(
    ("least", "size", "says"),
    [
        ("", "4.5pt", ["the text of small is set in 4.5 pt"]),
        ("", "5pt", []),
        ("smallest_text: 7pt\n", "6.5pt", ["the text of small is set in 6.5 pt"]),
        ("smallest_text: 4pt\n", "4.5pt", []),
        ("", "9pt, smallest: 3pt, lines: 1, in: [10mm, 50mm, 12mm, 5mm]", ["the text of small is set in 3.25 pt"]),
    ],
)
def test_small_type_is_told(write_project: WriteProject, least: str, size: str, says: list[str]) -> None:
    where = "" if "in:" in size else "in: [10mm, 50mm, 42mm, 5mm], "
    face = with_elements(f"small: {{text: So many words in a row, {where}size: {size}}}")
    found = told(write_project({**face, "data/small/game.yaml": GAME + least}))
    assert [line.split("text-small: ")[1] for line in found] == says
    assert all(line.startswith("templates/small/face.yaml:4:17 ") for line in found)


@pytest.mark.parametrize(("size", "says"), [("7pt", []), ("4.5pt", ["the text of small is set in 4.5 pt"])])
def test_ruby_is_as_large_as_its_text_allows(write_project: WriteProject, size: str, says: list[str]) -> None:
    ruby = "<ruby>kanji<rt>reading</rt></ruby>"
    root = write_project(with_elements(f'small: {{text: "{ruby}", in: [10mm, 50mm, 42mm, 9mm], size: {size}}}'))
    assert [line.split("text-small: ")[1] for line in told(root)] == says


@pytest.mark.parametrize(("least", "is_told"), [("7pt", True), ("6.5pt", False)])
def test_a_template_may_have_smaller_type_than_the_game(write_project: WriteProject, least: str, is_told: bool) -> None:
    face = with_elements("small: {text: So many, in: [10mm, 50mm, 42mm, 5mm], size: 6.5pt}")
    face["templates/small/face.yaml"] = f"smallest_text: {least}\n" + face["templates/small/face.yaml"]
    found = told(write_project({**face, "data/small/game.yaml": GAME + "smallest_text: 8pt\n"}))
    assert bool(found) is is_told
