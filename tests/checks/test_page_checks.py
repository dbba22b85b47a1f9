"""Pages of a booklet that end far above their foot, or have words too small to read, are told at their heading."""

from __future__ import annotations

import pytest
from conftest import GAME, WriteProject, build_project, check_project, codes

pytestmark = pytest.mark.slow

STYLE = "size: [148mm, 210mm]\nmargins: {inner: 18mm, outer: 14mm, top: 16mm, bottom: 18mm}\n"
ONE_LINE = "A line of its own.\n\n"


def told(write_project: WriteProject, text: str, style: str = "") -> list[str]:
    text = f"{text}::: page-break\n:::\n\n## Last\n\n{ONE_LINE}"
    root = write_project({"templates/small/rulebook.md": text, "templates/small/booklet.yaml": STYLE + style})
    assert not build_project(root).diagnostics
    found = list(check_project(root, "pages").diagnostics)
    assert {d.code for d in found} <= {"page-blank", "page-count", "text-small"}
    return [f"{d.place} {d.what}" for d in found]


def test_a_short_page_is_told_at_its_heading(write_project: WriteProject) -> None:
    full = f"## First\n\n{ONE_LINE * 23}"
    (found,) = told(write_project, f"{full}::: page-break\n:::\n\n## Second\n\n{ONE_LINE}")
    line = 2 * 24 + 4
    assert found == f"templates/small/rulebook.md:{line}:1 page 2 is blank for 92%, more than 25%"


def test_a_page_a_little_above_the_limit_is_not_told_as_equal(write_project: WriteProject) -> None:
    full = f"## First\n\n{ONE_LINE * 23}"
    (found,) = told(write_project, f"{full}::: page-break\n:::\n\n## Second\n\n{ONE_LINE}", "most_blank: 0.9151\n")
    assert found.endswith("page 2 is blank for a little more than 92%")


def test_full_pages_are_not_told_nor_is_the_last(write_project: WriteProject) -> None:
    assert told(write_project, f"## First\n\n{ONE_LINE * 23}") == []


@pytest.mark.parametrize(("most", "is_told"), [("0.8", True), ("0.95", False), ("1", False)])
def test_how_much_may_be_blank_is_the_booklets_to_say(write_project: WriteProject, most: str, is_told: bool) -> None:
    assert bool(told(write_project, f"## First\n\n{ONE_LINE}", f"most_blank: {most}\n")) is is_told


def test_a_game_without_a_booklet_has_no_pages(write_project: WriteProject) -> None:
    assert not list(check_project(write_project(), "pages").diagnostics)


@pytest.mark.parametrize(("least", "is_told"), [("8pt", True), ("7.5pt", False)])
def test_the_smallest_words_of_a_page_are_told(write_project: WriteProject, least: str, is_told: bool) -> None:
    text = f"## First\n\n{ONE_LINE * 23}"
    style = f"smallest_text: {least}\nsmall: {{size: 7.5pt}}\n"
    found = told(write_project, text, style)
    assert [line.partition(" ")[2] for line in found] == is_told * [
        "“First” on page 1 is set in 7.5 pt",
        "“Small” on page 2 is set in 7.5 pt",
    ]


def test_labels_are_as_small_as_their_figure_is_shown(write_project: WriteProject) -> None:
    figure = "size: 100x20\nelements:\n  a: {rect: trim, fill: '#eeeeee'}\n  b: {text: Mow, size: 10pt, in: [5mm, 5mm, 40mm, 8mm]}\n"
    files = {
        "templates/small/rulebook.md": f"## First\n\n{ONE_LINE * 5}::: figure few width=50\n:::\n",
        "templates/small/figures/few.yaml": figure,
        "templates/small/booklet.yaml": f"{STYLE}smallest_text: 6pt\n",
    }
    (found,) = [d for d in check_project(write_project(files), "pages").diagnostics if d.code == "text-small"]
    assert "“Mow” on page 1 is set in 5 pt" in found.what


def test_ruby_on_a_page_is_no_small_type(write_project: WriteProject) -> None:
    text = "## First\n\n<ruby>kanji<rt>reading</rt></ruby> is read so.\n"
    assert told(write_project, text, "smallest_text: 7.5pt\nsmall: {size: 7.5pt}\nmost_blank: 1\n") == []


@pytest.mark.parametrize(("pages", "is_told"), [(2, "1 more"), (3, ""), (4, "1 fewer")])
def test_another_count_of_pages_than_the_styles_is_told_at_the_emptiest(
    write_project: WriteProject, pages: int, is_told: str
) -> None:
    full = f"## First\n\n{ONE_LINE * 23}::: page-break\n:::\n\n## Second\n\n{ONE_LINE}"
    found = told(write_project, full, f"most_blank: 1\npages: {pages}\n")
    place = f"templates/small/rulebook.md:{2 * 24 + 4}:1"
    assert found == [f"{place} the booklet has 3 pages, {is_told} than it is to have"] * bool(is_told)


def test_a_deck_that_the_list_of_components_lacks_is_told_and_built(write_project: WriteProject) -> None:
    root = write_project(
        {
            "data/small/game.yaml": GAME + "  chips: {template: small/back}\n",
            "templates/small/rulebook.md": "::: component numbers\nCards\n:::\n",
            "templates/small/booklet.yaml": STYLE,
        }
    )
    built = build_project(root)
    assert codes(built) == ["component-missing@data/small/game.yaml:7:3"] and built.outputs
    (fault,) = built.diagnostics
    rules = root / "templates/small/rulebook.md"
    block = fault.fix.partition(":\n")[2]
    rules.write_text(f"{rules.read_text()}\n{block}\n")
    assert codes(build_project(root)) == []
