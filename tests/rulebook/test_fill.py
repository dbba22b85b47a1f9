"""Blocks in one language: computed, translated, typeset; repetition, cards, links."""

from __future__ import annotations

import pytest
from booklets import open_booklet
from conftest import GAME, WriteProject

from pnp.core.markup import Run, plain
from pnp.rulebook.blocks import FilledBlock
from pnp.rulebook.fill import MAX_REPEATS

CARDS = {"data__small__cards.yaml": "- each: {number: 1..4, colour: [red, blue]}\n"}


def said(blocks: tuple[FilledBlock, ...]) -> list[object]:
    return [(b.kind, *([plain(b.runs)] if b.runs else []), *([said(b.children)] if b.children else [])) for b in blocks]


def test_expressions_are_computed_and_typeset(write_project: WriteProject) -> None:
    made = open_booklet(write_project, "## Deal {{ hand }}\n\nIt's {{ hand|words }} cards - **{{ game.title }}**...\n")
    heading, paragraph = made.fill()
    assert (heading.level, plain(heading.runs), heading.anchor) == (2, "Deal 5", "deal")
    assert paragraph.runs == (Run("It’s five cards – "), Run("Small", bold=True), Run("…"))
    assert made.codes == []


def test_cells_with_pipes_in_expressions(write_project: WriteProject) -> None:
    made = open_booklet(
        write_project, "| {{ hand|words }} | b |\n| --- | --- |\n| {{ [1, 2]|join(' | ') }} | :dot: |\n"
    )
    (table,) = made.fill()
    assert said((table,)) == [
        ("table", [("row", [("cell", "five"), ("cell", "b")]), ("row", [("cell", "1 | 2"), ("cell", "dot")])])
    ]
    assert table.children[1].children[1].runs == (Run("dot", is_icon=True),)


def test_marks_in_a_value_are_read_as_marks_and_literals_lose_theirs(write_project: WriteProject) -> None:
    (paragraph,) = open_booklet(write_project, "Take [two]{.literal} {{ '**bold**' }}.\n").fill()
    assert paragraph.runs == (Run("Take two "), Run("bold", bold=True), Run("."))


def test_each_repeats_its_blocks(write_project: WriteProject) -> None:
    made = open_booklet(write_project, "::: each c in decks.numbers\n- **{{ c.number }}** {{ c.colour }}\n:::\n")
    assert said(made.fill()) == [
        ("list", [("item", [("paragraph", "1 red")])]),
        ("list", [("item", [("paragraph", "2 blue")])]),
    ]


def test_each_around_a_table_makes_one_table(write_project: WriteProject) -> None:
    made = open_booklet(
        write_project,
        "::: each c in decks.numbers\n| No. | Colour |\n| --- | --- |\n| {{ c.number }} | {{ c.colour }} |\n:::\n",
    )
    (table,) = made.fill()
    assert [[plain(cell.runs) for cell in row.children] for row in table.children] == [
        ["No.", "Colour"],
        ["1", "red"],
        ["2", "blue"],
    ]
    assert [row.is_header for row in table.children] == [True, False, False]


def test_each_in_each_and_in_a_box(write_project: WriteProject) -> None:
    text = "::::: tip\n:::: each a in [1, 2]\n::: each b in ['x', 'y']\n{{ a }}{{ b }}\n:::\n::::\n:::::\n"
    (tip,) = open_booklet(write_project, text).fill()
    assert [plain(child.runs) for child in tip.children] == ["1x", "1y", "2x", "2y"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("::: each n over x\ny\n:::\n", "booklet-each@1"),
        ("::: each n in hand\ny\n:::\n", "booklet-each@1"),
        ("::: each 2 in [1]\ny\n:::\n", "booklet-each@1"),
        ("::: each n in\ny\n:::\n", "booklet-each@1"),
        ("::: each\ny\n:::\n", "booklet-each@1"),
        ("::: each n in range(501)\ny\n:::\n", "booklet-each@1"),
        ("::: each n in nope\ny\n:::\n", "undefined-name@1"),
        ("\nText {{ nope }}\n", "undefined-name@2"),
        ("::: cards nope\n:::\n", "booklet-deck@1"),
        ("::: cards numbers cards=[{number: 9}]\n:::\n", "face-unknown@1"),
        ("::: figure nope\n:::\n", "file-missing@1"),
        ("::: figure\n:::\n", "booklet-figure@1"),
        ("[x](#nowhere)\n", "booklet-link@1"),
        ("[x](rules.html)\n", "booklet-link@1"),
        ("::: cards numbers where=card.nope\n:::\n", "undefined-name@1"),
    ],
)
def test_faults(write_project: WriteProject, text: str, code: str) -> None:
    made = open_booklet(write_project, text)
    made.fill()
    assert code in made.codes


def test_repetitions_in_each_other_have_a_limit(write_project: WriteProject) -> None:
    colons = [":" * (3 + depth) for depth in range(12, 0, -1)]
    text = "".join(f"{mark} each a{mark.count(':')} in range(9)\n" for mark in colons) + "y\n"
    made = open_booklet(write_project, text + "".join(f"{mark}\n" for mark in reversed(colons)))
    assert len(made.fill()) <= MAX_REPEATS
    assert [code.partition("@")[0] for code in made.codes] == ["booklet-each"]


def test_each_goes_through_five_hundred_values(write_project: WriteProject) -> None:
    made = open_booklet(write_project, "::: each n in range(500)\ny\n:::\n")
    assert len(made.fill()) == 500
    assert made.codes == []


def test_headings_of_one_name_get_anchors_of_their_own_and_links_find_them(write_project: WriteProject) -> None:
    text = "## The end!\n\n## The end!\n\n### Été {{ hand }}\n\n[a](#the-end) [b](#the-end-2) [c](#été) [d](https://x.org)\n"
    made = open_booklet(write_project, text)
    assert [b.anchor for b in made.fill() if b.kind == "heading"] == ["the-end", "the-end-2", "été"]
    assert made.codes == []


def test_anchors_are_the_same_in_every_language(write_project: WriteProject) -> None:
    french = {"Small": "Petit", "The end": "La fin", "See [it](#the-end)": "Voir [la fin](#the-end)"}
    made = open_booklet(write_project, "## The end\n\nSee [it](#the-end)\n", language="fr", french=french)
    heading, paragraph = made.fill()
    assert (plain(heading.runs), heading.anchor) == ("La fin", "the-end")
    assert paragraph.runs[1] == Run("la fin", link="#the-end")
    assert made.codes == []


def test_cards_are_all_those_that_match_or_those_listed(write_project: WriteProject) -> None:
    game = GAME.replace("1..9", "1..9")
    text = (
        "::: cards numbers\n:::\n\n::: cards numbers where=card.colour == 'red'\n:::\n\n"
        "::: cards numbers cards=[2, {number: 4}, back]\nThese.\n:::\n\n::: component numbers\nText\n:::\n"
    )
    made = open_booklet(
        write_project,
        text.replace("where=card.colour == 'red'", "where=\"card.colour == 'red'\""),
        **CARDS,
        **{"data__small__game.yaml": game},
    )
    every, red, listed, component = made.fill()
    assert [len(block.cards) for block in (every, red, listed, component)] == [8, 4, 3, 1]
    assert listed.cards[0][0].name == "numbers 1 blue"
    assert listed.cards[2][0].name == "back: numbers"
    assert said(listed.children) == [("paragraph", "These.")]
    assert made.codes == []


def test_a_card_is_called_by_what_one_of_its_deck_is_called(write_project: WriteProject) -> None:
    game = GAME.replace("numbers: {", "numbers: {title: number cards, one: number card, ")
    text = "::: cards numbers cards=[{number: 4}, back]\nThese.\n:::\n"
    (listed,) = open_booklet(write_project, text, **CARDS, **{"data__small__game.yaml": game}).fill()
    assert [card[0].name for card in listed.cards] == ["number card 4 red", "back: number card"]


def test_a_figure_is_laid_out_with_its_arguments(write_project: WriteProject) -> None:
    figure = "size: 60x30\nbleed: 0mm\nsafe: 0mm\nelements: {a: {text: '{{ n }} of {{ hand }}', x: 1mm, y: 5mm, size: 9pt}}\n"
    made = open_booklet(write_project, "::: figure red n=3\nCaption.\n:::\n", templates__small__figures__red__yaml="")
    del made
    made = open_booklet(
        write_project, "::: figure red n=3\nCaption.\n:::\n", **{"templates__small__figures__red.yaml": figure}
    )
    (block,) = made.fill()
    assert block.frame is not None
    assert (block.frame.width, block.frame.height) == (60, 30)
    assert [item.text for item in block.frame.items] == ["3 of 5"]  # type: ignore[union-attr]
    assert made.codes == []
