"""Texts must not be set over other texts."""

from __future__ import annotations

import pytest
from conftest import ROOT, WriteProject, build_project, check_project
from strategies import open_face

from pnp.core.frame import Frame, Group, Item, Path, Text
from pnp.core.outline import rectangle, rotation
from pnp.layout.overlaps import overlapping_texts

FACE = open_face(ROOT / "fonts/source-sans-3/SourceSans3-Regular.ttf")


def text(words: str, x: float = 20.0, y: float = 20.0, size: float = 5.0) -> Text:
    return Text(x, y, size, (FACE.shape(words),), "#000000")


def found(*items: Item) -> list[tuple[str, str]]:
    return [(one.upper.text, one.lower.text) for one in overlapping_texts(Frame(60, 60, items))]


PLATE = Path(rectangle(10, 10, 40, 20), "#ffffff")
TURNED = rotation(90, 22, 18)


@pytest.mark.parametrize(
    ("items", "told"),
    [
        ((text("Seven"), text("Eight")), True),
        ((text("Seven"), text("Eight", y=22)), True),
        ((text("Seven"), text("Eight", y=25)), False),  # the next line
        ((text("Seven"), text("Eight", x=35)), False),
        ((text("Seven"), text("Seven", x=20.5, y=20.5)), False),  # a shadow
        ((text("Seven"), PLATE, text("Eight")), False),  # Seven is painted over
        ((PLATE, text("Seven"), text("Eight")), True),
        ((text("Seven"), Group((text("Eight"),), opacity=0.3)), False),  # a watermark
        ((text("Seven"), Group((text("Eight"),), matrix=TURNED)), True),
        ((text("Seven", size=40, y=40), text("i", x=24, y=30, size=2)), True),
        ((text("Seven"), text(" ")), False),  # no ink
    ],
)
def test_a_text_over_another_is_found(items: tuple[Item, ...], told: bool) -> None:
    assert bool(found(*items)) is told


def test_check_names_both_texts_and_a_build_does_not(write_project: WriteProject) -> None:
    face = (
        'elements:\n  number: {text: "{{ card.number }}", in: safe}\n  colour: {text: "{{ card.colour }}", in: safe}\n'
    )
    root = write_project({"templates/small/face.yaml": face})
    assert not build_project(root).diagnostics
    (told,) = check_project(root, "contrast").diagnostics
    assert (told.code, told.place.line) == ("text-over-text", 3)
    assert told.message == "colour is set over number, on numbers 1 (“red” over “1”), numbers 2 (“blue” over “2”) (en)"
