"""Markdown → blocks with places; expressions are left as they are; faults of form."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.core.diagnostics import Diagnostic, Diagnostics
from pnp.rulebook.blocks import Block
from pnp.rulebook.kinds import CONTAINERS
from pnp.rulebook.load import parse_rulebook, split_arguments


def read(text: str) -> tuple[tuple[Block, ...], list[Diagnostic]]:
    diagnostics = Diagnostics()
    blocks = parse_rulebook(text, "r.md", CONTAINERS, diagnostics)
    return blocks, list(diagnostics)


def parse(text: str) -> tuple[Block, ...]:
    blocks, faults = read(text)
    assert [f"{f.code}: {f.what}" for f in faults] == []
    return blocks


def outline(blocks: tuple[Block, ...]) -> list[object]:
    """Kind, line and text of each block, with its children."""
    return [
        (f"{b.kind}@{b.place.line}", *([b.text] if b.text else []), *([outline(b.children)] if b.children else []))
        for b in blocks
    ]


def test_blocks_know_their_lines() -> None:
    assert outline(parse("## One\n\nText over\ntwo lines.\n\n### Two\n\n- a\n- b\n\n1. c\n")) == [
        ("heading@1", "One"),
        ("paragraph@3", "Text over two lines."),
        ("heading@6", "Two"),
        ("list@8", [("item@8", [("paragraph@8", "a")]), ("item@9", [("paragraph@9", "b")])]),
        ("list@11", [("item@11", [("paragraph@11", "c")])]),
    ]


def test_levels_and_first_numbers() -> None:
    blocks = parse("## A\n\n### B\n\n4. c\n5. d\n\n- e\n\n0. f\n")
    assert [block.level for block in blocks] == [2, 3, 0, 0, 0]
    assert [block.first_number for block in blocks] == [None, None, 4, None, 0]


def test_lists_may_hold_lists_and_paragraphs() -> None:
    (block,) = parse("- a\n\n  more\n  - deep\n")
    assert outline((block,)) == [
        ("list@1", [("item@1", [("paragraph@1", "a"), ("paragraph@3", "more"), ("list@4", [("item@4", [("paragraph@4", "deep")])])])])
    ]  # fmt: skip


def test_a_table_has_rows_cells_and_alignment() -> None:
    (table,) = parse("| A | B | C |\n| --- | :-: | --: |\n| 1 | 2 | 3 |\n| 4 | 5 | 6 |\n")
    assert [[cell.text for cell in row.children] for row in table.children] == [
        ["A", "B", "C"],
        ["1", "2", "3"],
        ["4", "5", "6"],
    ]
    assert [row.is_header for row in table.children] == [True, False, False]
    assert [row.place.line for row in table.children] == [1, 3, 4]
    assert [cell.align for cell in table.children[1].children] == ["left", "centre", "right"]


def test_expressions_keep_their_pipes_stars_and_quotes() -> None:
    (table,) = parse(
        "| {{ hand|words }} | {% if a|length > 1 %}**x**{% endif %} |\n| --- | --- |\n| {{ 'a | b' }} | {{ a * b * c }} |\n"
    )
    assert [[cell.text for cell in row.children] for row in table.children] == [
        ["{{ hand|words }}", "{% if a|length > 1 %}**x**{% endif %}"],
        ["{{ 'a | b' }}", "{{ a * b * c }}"],
    ]
    (paragraph,) = parse("A [{{ x }}]({{ y[0] }}) and {{ d['_k_'] }}.")
    assert paragraph.text == "A [{{ x }}]({{ y[0] }}) and {{ d['_k_'] }}."


def test_an_expression_over_several_lines_moves_no_place() -> None:
    blocks = parse("{{ a\n  + b\n  + c }} is\n\nnext\n")
    assert [(b.place.line, b.text) for b in blocks] == [(1, "{{ a\n  + b\n  + c }} is"), (5, "next")]


def test_a_text_that_holds_the_marks_of_hidden_expressions_is_left_as_it_is() -> None:
    (paragraph,) = parse("a \ue0007\ue001 {{ b }}")
    assert paragraph.text == "a \ue0007\ue001 {{ b }}"


def test_containers_take_names_and_values() -> None:
    (block,) = parse("::: component numbers cards=[{number: 1}, {number: 2}] back=true\n**Cards**\n:::\n")
    assert (block.kind, block.subject, dict(block.arguments)) == (
        "component", "numbers", {"cards": "[{number: 1}, {number: 2}]", "back": "true"},
    )  # fmt: skip
    assert outline(block.children) == [("paragraph@2", "**Cards**")]


def test_containers_nest_by_longer_fences() -> None:
    (outer,) = parse(":::: example\nText\n\n::: each n in range(3)\n{{ n }}\n:::\n\nmore\n::::\n")
    assert outline((outer,)) == [
        ("example@1", [("paragraph@2", "Text"), ("each@4", [("paragraph@5", "{{ n }}")]), ("paragraph@8", "more")])
    ]
    assert outer.children[1].subject == "n in range(3)"


def test_a_quotation_is_a_tip() -> None:
    assert outline(parse("> Be quick.\n")) == [("tip@1", [("paragraph@1", "Be quick.")])]


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("\n# Title\n", "booklet-heading", 2),
        ("x\n\n**five cards* are dealt\n", "booklet-markup", 3),
        ("x\n\nDeal { hand } cards\n", "booklet-markup", 3),
        ("x\n\n```\ncode\n```\n", "booklet-markup", 3),
        ("::: exmaple\nx\n:::\n", "booklet-container", 1),
        (":::\nx\n:::\n", "booklet-container", 1),
        ("::: tip\nx\n", "booklet-container", 1),
        ("::: tip now\nx\n:::\n", "booklet-argument", 1),
        ("::: cards numbers more\nx\n:::\n", "booklet-argument", 1),
        ("::: cards numbers colums=3\nx\n:::\n", "booklet-argument", 1),
        ("::: toc width=3\n:::\n", "booklet-argument", 1),
    ],
)
def test_faults(text: str, code: str, line: int) -> None:
    _, faults = read(text)
    assert (code, line) in [(f.code, f.place.line) for f in faults]


@pytest.mark.parametrize("text", ["Deal {{ hand }} cards", r"a \{set\}", "[two]{.literal} cards", "{ } {3}"])
def test_braces_that_are_meant(text: str) -> None:
    assert read(text)[1] == []


def test_a_misspelt_container_is_told_the_nearest() -> None:
    _, (fault,) = read("::: exmaple\nx\n:::\n")
    assert fault.fix == "did you mean example?"


def test_what_an_unknown_container_holds_stands_without_it() -> None:
    blocks, _ = read("::: exmaple\n## x\n\n- y\n:::\n")
    assert outline(blocks) == [("heading@2", "x"), ("list@4", [("item@4", [("paragraph@4", "y")])])]


def test_a_picture_takes_any_argument_and_other_containers_only_their_own() -> None:
    (figure, page) = parse("::: figure red n=3\n:::\n\n::: page cover width=3\n:::\n")
    assert (dict(figure.arguments), dict(page.arguments)) == ({"n": "3"}, {"width": "3"})
    _, (fault,) = read("::: cards numbers colums=3\nx\n:::\n")
    assert fault.fix == "did you mean columns?"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a b  c", ["a", "b", "c"]),
        ("a k=[1, 2] b", ["a", "k=[1, 2]", "b"]),
        ("k='x y' z", ["k='x y'", "z"]),
        ('k="a ] b" c', ['k="a ] b"', "c"]),
        ("k={a: [1, 2]} w", ["k={a: [1, 2]}", "w"]),
        ("where=(card.n > 3) x", ["where=(card.n > 3)", "x"]),
        ("", []),
    ],
)
def test_arguments_are_split_at_blanks_outside_brackets_and_quotes(text: str, words: list[str]) -> None:
    assert split_arguments(text) == words


@given(st.text("ab {}%|*[]():.-#>\n1`_", max_size=60))
def test_any_text_gives_blocks_and_loses_no_letters(text: str) -> None:
    blocks, faults = read(text)

    def letters(found: tuple[Block, ...]) -> int:
        return sum(b.text.count("a") + b.text.count("b") + letters(b.children) for b in found)

    dropped = any(f.code in ("booklet-markup", "booklet-container") for f in faults) or ":::" in text or "{" in text
    assert dropped or "](" in text or "|" in text or letters(blocks) == text.count("a") + text.count("b")
