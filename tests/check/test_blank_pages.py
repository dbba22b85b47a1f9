"""Pages of a booklet that end far above their foot are told, at the heading that stands there."""

from __future__ import annotations

import pytest
from conftest import WriteProject, build_project, check_project

STYLE = "size: [148mm, 210mm]\nmargins: {inner: 18mm, outer: 14mm, top: 16mm, bottom: 18mm}\n"
ONE_LINE = "A line of its own.\n\n"


def told(write_project: WriteProject, text: str, style: str = "") -> list[str]:
    text = f"{text}::: page-break\n:::\n\n## Last\n\n{ONE_LINE}"
    root = write_project({"templates/small/rulebook.md": text, "templates/small/booklet.yaml": STYLE + style})
    assert not build_project(root).diagnostics
    found = list(check_project(root, "pages").diagnostics)
    assert {d.code for d in found} <= {"page-blank"}
    return [f"{d.place} {d.what}" for d in found]


def test_a_short_page_is_told_at_its_heading(write_project: WriteProject) -> None:
    full = f"## First\n\n{ONE_LINE * 25}"
    (found,) = told(write_project, f"{full}::: page-break\n:::\n\n## Second\n\n{ONE_LINE}")
    line = 2 * 26 + 4
    assert found == f"templates/small/rulebook.md:{line}:1 page 2 is blank for 92%, more than 25%"


def test_full_pages_are_not_told_nor_is_the_last(write_project: WriteProject) -> None:
    assert told(write_project, f"## First\n\n{ONE_LINE * 25}") == []


@pytest.mark.parametrize(("most", "is_told"), [("0.9", True), ("0.95", False), ("1", False)])
def test_how_much_may_be_blank_is_the_booklets_to_say(write_project: WriteProject, most: str, is_told: bool) -> None:
    assert bool(told(write_project, f"## First\n\n{ONE_LINE}", f"most_blank: {most}\n")) is is_told


def test_a_game_without_a_booklet_has_no_pages(write_project: WriteProject) -> None:
    assert not list(check_project(write_project(), "pages").diagnostics)
