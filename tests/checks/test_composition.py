"""Expectations of decks: which hold, and what is said of those that do not."""

from __future__ import annotations

import pytest
from conftest import GAME, WriteProject, check_project

from pnp.core.diagnostics import Diagnostic

CARDS = "- each: {number: 1..9, colour: [red, blue]}\n- {number: 9, colour: red, copies: 2}\n"


def found(write: WriteProject, *expectations: str, cards: str = CARDS) -> list[Diagnostic]:
    listed = "".join(f"  - {expectation}\n" for expectation in expectations)
    root = write({"data/small/game.yaml": f"{GAME}expect:\n{listed}", "data/small/cards.yaml": cards})
    return list(check_project(root, "composition").diagnostics)


def says(write: WriteProject, expectation: str) -> str:
    (fault,) = found(write, expectation)
    assert fault.code == "expectation"
    return fault.what


@pytest.mark.parametrize(
    "expectation",
    [
        "{that: decks.numbers|length == 20}",
        '{that: \'decks.numbers|selectattr("colour", "eq", "red")|list|length == 11\'}',
        "{that: card.number >= 1, each: decks.numbers}",
        "{that: 'card.label not in [1]', each: decks.numbers}",
        "{that: hand == 5}",
        "{that: game.players|min == 2 and game.players|max == 4}",
        "{that: decks.numbers|map(attribute='copies')|max == 2}",
        "{that: 'true', each: '[]'}",
    ],
)
def test_expectations_that_hold(write_project: WriteProject, expectation: str) -> None:
    assert found(write_project, expectation) == []


def test_a_failed_comparison_tells_what_was_found(write_project: WriteProject) -> None:
    assert says(write_project, "{that: decks.numbers|length == 18}") == (
        "decks.numbers|length == 18 does not hold (it is 20)"
    )


def test_both_sides_are_told_where_both_are_computed(write_project: WriteProject) -> None:
    assert says(write_project, "{that: decks.numbers|length > hand * game.players|max}").endswith(
        "does not hold (it is 20; hand * game.players|max is 20)"
    )


def test_a_value_in_brackets_is_told_as_it_is(write_project: WriteProject) -> None:
    what = says(write_project, "{that: \"'High (Card)' == game.title\"}")
    assert what == "'High (Card)' == game.title does not hold (it is High (Card); game.title is Small)"


def test_a_value_without_text_is_not_shown(write_project: WriteProject) -> None:
    assert says(write_project, "{that: \"'' == game.title\"}") == "'' == game.title does not hold"


@pytest.mark.parametrize(
    ("expectation", "differs"),
    [
        ("[1, 2, 2] == [1, 2, 3]", "(it is [1, 2, 2]; without 3 and with 2 beyond what is expected)"),
        ("[1, 2] == [1, 2, 3]", "(it is [1, 2]; without 3)"),
        ("[1, 2, 4] == [1, 2]", "(it is [1, 2, 4]; with 4 beyond what is expected)"),
        ("[2, 1] == [1, 2]", "(it is [2, 1]; in another order)"),
        ("{1: 33, 2: 34} == {1: 33, 3: 2}", "(it is {1: 33, 2: 34}; 3: nothing, not 2, 2: 34, not nothing)"),
        ("[1, 2] != [1, 2]", "(it is [1, 2])"),
    ],
)
def test_what_differs_is_told(write_project: WriteProject, expectation: str, differs: str) -> None:
    assert says(write_project, f'{{that: "{expectation}"}}') == f"{expectation} does not hold {differs}"


def test_the_cards_counted_are_named_up_to_eight(write_project: WriteProject) -> None:
    what = says(write_project, '{that: \'decks.numbers|selectattr("number", "gt", 8)|list|length == 2\'}')
    assert "(it is 4): numbers 9 red, numbers 9 blue, numbers 9 red (2)" in what
    many = says(write_project, '{that: \'decks.numbers|selectattr("number", "gt", 1)|list|length == 2\'}')
    assert many.endswith(" and 9 more")


def test_each_names_the_cards_that_fail(write_project: WriteProject) -> None:
    what = says(write_project, "{that: card.number < 9, each: decks.numbers}")
    assert what == "card.number < 9 does not hold for numbers 9 red, numbers 9 blue, numbers 9 red (2)"


def test_values_that_are_no_cards_are_named_as_they_are(write_project: WriteProject) -> None:
    assert says(write_project, "{that: card < 3, each: 'range(5)'}").endswith("does not hold for 3, 4")


def test_cards_to_name_may_be_given(write_project: WriteProject) -> None:
    what = says(write_project, "{that: hand == 6, cards: 'decks.numbers[:1]', why: six are dealt}")
    assert what == "hand == 6 does not hold (it is 5): numbers 1 red"


def test_the_reason_and_the_place_are_told(write_project: WriteProject) -> None:
    (fault,) = found(write_project, "{that: hand == 5}", "{that: hand == 6, why: six are dealt}")
    assert fault.why == "six are dealt"
    assert str(fault.place) == "data/small/game.yaml:9:12"


def test_cards_that_could_not_be_read_are_told_alone(write_project: WriteProject) -> None:
    game = GAME + "expect: [{that: decks.numbers|length == 7}]\n"
    cards = "- {number: 1, colour: red}\n- {number: two, colour: red}\n"
    root = write_project({"data/small/game.yaml": game, "data/small/cards.yaml": cards})
    assert [d.code for d in check_project(root, "composition").diagnostics] == ["card-value"]


def test_all_that_fail_are_told(write_project: WriteProject) -> None:
    assert len(found(write_project, "{that: hand == 1}", "{that: hand == 2}", "{that: hand == 5}")) == 2


@pytest.mark.parametrize(
    ("expectation", "code"),
    [
        ("{that: handd == 5}", "undefined-name"),
        ("{that: 'hand =='}", "expression-syntax"),
        ("{that: card.nope > 1, each: decks.numbers}", "undefined-name"),
        ("{that: hand > 1, each: decks.nope}", "undefined-name"),
        ("{that: hand > 9, cards: decks.nope}", "undefined-name"),
        ("{that: hand > 1, each: hand}", "expression"),
    ],
)
def test_an_expectation_that_cannot_be_computed_is_told(
    write_project: WriteProject, expectation: str, code: str
) -> None:
    (fault,) = found(write_project, expectation)
    assert fault.code == code
    assert fault.place.line == 8


def test_a_number_or_a_text_tells_nothing(write_project: WriteProject) -> None:
    (fault,) = found(write_project, "{that: decks.numbers|length}")
    assert fault.what.endswith("the test is 20, neither true nor false")
    assert fault.fix == "compare it with something, as in == 3"
    assert len(found(write_project, "{that: \"'text'\"}", "{that: card.number, each: decks.numbers}")) == 2
    assert found(write_project, "{that: hand > 1 or nope}", "{that: decks.numbers}") == []


@pytest.mark.parametrize(
    ("expectation", "figure", "found"),
    [
        (
            "names|length == 2",
            "examples[v]",
            ["names[0] could name high instead of low, and no expectation would fail"],
        ),
        ("examples[names[0]].then.winner == 1 and names[1] != names[0]", "examples[v]", []),
        ("names|length == 2", "examples.low", []),
    ],
    ids=["only counted", "expected", "read by its own name"],
)
def test_an_example_that_could_be_another(
    write_project: WriteProject, expectation: str, figure: str, found: list[str]
) -> None:
    """A figure that takes the wrong example tells the wrong end, and what is said of it would agree."""
    aid = f"size: poker\nelements: {{a: {{for: v in names, text: '{{{{ {figure}.then.winner }}}}', in: safe, size: 9pt}}}}\n"
    expect = f"expect:\n- {{that: '{expectation}', why: so}}\nextras: {{aid: {{template: small/aid}}}}\n"
    files = {
        "data/small/game.yaml": GAME.replace("facts:", "facts:\n  names: [low, high]") + expect,
        "data/small/examples.yaml": "".join(
            f"{name}: {{shows: It is {name}., seats: [Ada, Bo], picks: [[1, 2]], then: {{winner: {n}}}}}\n"
            for n, name in ((1, "low"), (2, "high"))
        ),
        "data/small/rules.py": "",
        "templates/small/aid.yaml": aid,
    }
    diagnostics = check_project(write_project(files), "composition").diagnostics
    assert [fault.what for fault in diagnostics if fault.code == "example-unexpected"][:1] == found
