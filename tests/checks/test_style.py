"""Names in a booklet's style that lead to nothing: each at its place; what nothing uses is no fault."""

from __future__ import annotations

import re

import pytest
from conftest import ROOT, WriteProject, check_project, codes

STYLE = "templates/small/booklet.yaml"
LOOKED_AT = {
    "font families": ("text: {font: txt}", "font-unknown", "1:14"),
    "colours": ("text: {colour: ikn}", "colour-unknown", "1:16"),
    "icons": ("boxes: {tip: {icon: cup}}", "icon-unknown", "1:21"),
    "kinds of box": ("boxes: {tpi: {}}", "unknown-key", "1:14"),
}
"""By what the docs call them: a style with a name that nobody has defined, and what is told of it where."""


def told(write: WriteProject, style: str) -> list[str]:
    root = write({"templates/small/rulebook.md": "## Play\n\nPlay.\n", STYLE: f"{style}\n"})
    return codes(check_project(root, "style"))


@pytest.mark.parametrize("kind", LOOKED_AT)
def test_names_that_nobody_has_defined_are_told(write_project: WriteProject, kind: str) -> None:
    style, code, at = LOOKED_AT[kind]
    assert told(write_project, style) == [f"{code}@{STYLE}:{at}"]


@pytest.mark.parametrize(
    "style", ["palette: {gold: '#fc0', sun: gold}", "boxes: {tip: {fill: sun}}\npalette: {sun: '#fc0'}"]
)
def test_what_is_defined_need_not_be_used(write_project: WriteProject, style: str) -> None:
    assert told(write_project, style) == []


@pytest.mark.parametrize(
    "style",
    [
        "palette: {sun: glod}",
        "boxes: {tip: {fill: sun}}",
        "boxes: {tip: {edge: sun}}",
        "icons: {a: b}\nicon_colours: {a: sun}",
    ],
)
def test_colours_are_looked_up_wherever_a_style_names_one(write_project: WriteProject, style: str) -> None:
    (fault,) = told(write_project, style)
    assert fault.startswith("colour-unknown@")


def test_a_colour_of_an_icon_that_the_style_does_not_have_is_told(write_project: WriteProject) -> None:
    assert told(write_project, "icon_colours: {dto: '#c31'}") == [f"icon-unknown@{STYLE}:1:21"]


def test_the_docs_say_what_is_looked_at() -> None:
    (row,) = re.findall(r"^\| `style` \| (.*) that the booklet's style", (ROOT / "docs/commands.md").read_text(), re.M)
    assert re.split(", | and ", row) == list(LOOKED_AT)
