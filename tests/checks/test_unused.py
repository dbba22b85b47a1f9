"""Files of a game that nothing reads are named, and facts."""

from __future__ import annotations

import pytest
from conftest import FACE, GAME, WriteProject, check_project
from test_faults import BOOKLET_STYLE

pytestmark = pytest.mark.slow


def test_files_that_nothing_reads_are_named(write_project: WriteProject) -> None:
    root = write_project(
        {"templates/small/rules.md": "## Play\n", "data/small/old.csv": "a\n", "data/small/README.md": "x"}
    )
    line = "small: read by nothing: data/small/old.csv, templates/small/rules.md"
    assert f"{line}; the booklet's text is templates/small/rulebook.md" in check_project(root).summaries
    assert not any("read by nothing" in told for told in check_project(root, "contrast").summaries)


def test_what_is_read_is_not_named(write_project: WriteProject) -> None:
    root = write_project(
        {
            **BOOKLET_STYLE,
            "templates/small/rulebook.md": "## Play\n\n::: component numbers\nCards\n:::\n",
            "data/small/cards.yaml.origin.txt": "from a sheet\n",
        }
    )
    assert not any("read by nothing" in told for told in check_project(root).summaries)


FACTS = GAME.replace("  hand: 5\n", "  hand: 5\n  stones: 7\n")


@pytest.mark.parametrize(
    ("files", "unused"),
    [
        ({}, ["hand", "stones"]),
        ({"templates/small/face.yaml": FACE.replace("card.number", "hand + card.number")}, ["stones"]),
        ({"data/small/game.yaml": FACTS + "expect: [{that: hand < stones}]\n"}, []),
        ({"data/small/game.yaml": FACTS.replace("stones: 7", "stones: '{{ hand + 2 }}'")}, ["stones"]),
        ({**BOOKLET_STYLE, "templates/small/rulebook.md": "## Play\n\n{{ stones }}, {{ hand }}.\n"}, []),
        ({**BOOKLET_STYLE, "templates/small/rulebook.md": "## Play\n\n{{ hand }} handstones.\n"}, ["stones"]),
        ({"templates/small/face.yaml": "extends: shared/base\n" + FACE,
          "templates/shared/base.yaml": "elements: {a: {text: '{{ hand }} {{ stones }}', in: safe}}\n"}, []),
    ],
)  # fmt: skip
def test_facts_that_nothing_names(write_project: WriteProject, files: dict[str, str], unused: list[str]) -> None:
    root = write_project({"data/small/game.yaml": FACTS, **files})
    told = [line for line in check_project(root).summaries if "facts" in line]
    assert told == ([f"small: facts that nothing names: {', '.join(unused)}"] if unused else [])


def test_a_fact_that_another_game_names_is_unused(write_project: WriteProject) -> None:
    other = {
        "data/other/game.yaml": FACTS.replace("small/", "other/") + "expect: [{that: hand < stones}]\n",
        "data/other/cards.yaml": "- {number: 1, colour: red}\n- {number: 2, colour: blue}\n",
        "templates/other/face.yaml": FACE,
        "templates/other/back.yaml": "elements: {a: {rect: bleed, fill: red}}\n",
    }
    told = [
        line
        for line in check_project(write_project({"data/small/game.yaml": FACTS, **other})).summaries
        if "facts" in line
    ]
    assert told == ["small: facts that nothing names: hand, stones"]
