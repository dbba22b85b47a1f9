"""Labels of figures must be readable on a phone."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import ROOT, WriteProject, check_project
from strategies import open_face

from pnp.core.frame import Art, Box, Frame, Group, Item, Text, Use, translation
from pnp.rulebook.kinds.figure import MAX_SCROLLED, MIN_LABEL, labels, least_width, smallest, spoken

FACE = open_face(ROOT / "fonts/source-sans-3/SourceSans3-Regular.ttf")


def text(words: str, x: float = 0.0, y: float = 0.0, size: float = 3.0) -> Text:
    shaped = tuple(FACE.shape(word) for word in words.split())
    return Text(x, y, size, shaped, "#000000", space=0.7)


def figure(*items: Item) -> Frame:
    return Frame(120, 60, items)


def test_a_label_is_as_large_as_it_is_shown_and_cards_have_none() -> None:
    card = Use(Art("numbers 1", Box(0, 0, 60, 90), (text("tiny", size=1.0),)), (0.2, 0, 0, 0.2, 0, 0))
    half = Group((text("small", size=4.0),), (0.5, 0, 0, 0.5, 10, 20))
    frame = figure(card, half, text("large", size=5.0))
    assert [(label.text, label.size, label.baseline) for label in labels(frame)] == [
        ("small", 2.0, 20.0),
        ("large", 5.0, 0.0),
    ]
    found = smallest(frame)
    assert found is not None and found.text == "small"
    assert least_width(frame) == pytest.approx(MIN_LABEL * 120 / 2)
    assert least_width(figure(card)) == 0 and smallest(figure(card)) is None


def test_lines_of_one_text_are_spoken_as_one() -> None:
    wide = text("Room for", 10, 10)
    frame = figure(
        wide,
        text("the pile", 11, 14),
        text("Next", 40, 10),
        text("to", 40 + text("Next").width + 0.8, 10),
        text("far", 90, 10),
        text("12", 0, 50),
        Group((text("below", 10, 30, size=4.0),), translation(0, 0)),
    )
    assert spoken(frame) == ["Room for the pile", "Next to", "far", "below"]
    assert spoken(frame, smaller_than=3.5) == ["Room for the pile", "Next to", "far"]


FIGURE = """size: {width}x30
bleed: 0mm
safe: 0mm
elements:
  label: {{text: Discard, in: [0mm, 0mm, 30mm, 20mm], size: {size}pt}}
"""


def figure_faults(write: WriteProject, width: str, size: float, kind: str = "figure") -> list[str]:
    files = {
        "templates/small/rulebook.md": f"## A\n\n::: {kind} board\n:::\n\nx\n",
        "templates/small/figures/board.yaml": FIGURE.format(width=width, size=size),
    }
    project: Path = write(files)
    return [str(d.what) for d in check_project(project, "figures").diagnostics if d.code == "text-small"]


def test_a_figure_whose_labels_are_too_small_on_a_phone_is_told(write_project: WriteProject) -> None:
    least = MIN_LABEL * 116 / MAX_SCROLLED * 72 / 25.4
    assert figure_faults(write_project, "116", least + 0.1) == []
    (told,) = figure_faults(write_project, "116", least / 2)
    assert told == "“Discard” would be 6.0 pixels high on a phone"
    assert figure_faults(write_project, "58", least / 2 + 0.1) == []
    assert figure_faults(write_project, "116", least / 2, "page") == []


def test_a_figure_for_the_phone_is_judged_in_place_of_the_wide_one(write_project: WriteProject) -> None:
    least = MIN_LABEL * 116 / MAX_SCROLLED * 72 / 25.4
    wide = FIGURE.format(width="116", size=least / 2) + "phone: small/figures/narrow\n"
    files = {
        "templates/small/rulebook.md": "## A\n\n::: figure board\n:::\n\nx\n",
        "templates/small/figures/board.yaml": wide,
    }

    def told(narrow: str) -> list[str]:
        project = write_project(
            {**files, "templates/small/figures/narrow.yaml": f"extends: small/figures/board\n{narrow}"}
        )
        return [d.place.file for d in check_project(project, "figures").diagnostics if d.code == "text-small"]

    assert told("size: 50x60\n") == []
    assert told("size: 110x60\n") == ["templates/small/figures/narrow.yaml"]


def test_a_figure_for_the_phone_must_show_what_the_wide_one_shows(write_project: WriteProject) -> None:
    shows = "shows: {label: {text: Discard}}\nphone: small/figures/narrow\n"
    files = {
        "templates/small/rulebook.md": "## A\n\n::: figure board\n:::\n\nx\n",
        "templates/small/figures/board.yaml": FIGURE.format(width="116", size=10) + shows,
        "templates/small/figures/narrow.yaml": "extends: small/figures/board\nelements: {label: null}\n",
    }
    (fault,) = check_project(write_project(files), "faces").diagnostics
    assert (fault.code, fault.cards) == ("face-unread", ("small/figures/narrow (Discard)",))
