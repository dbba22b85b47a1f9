"""Tests of claims as functions of claims.py: what they see, what is shown of them, and how their faults are told."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from duels import RULES, duel

from pnp.play.game_bundle import GameSetup
from pnp.play.testing.claims import BatchResult, GameBatch, GameTest, play_batch

CLAIMS = '''
from .rules import Duel

def as_many_cards(table):
    """All cards are somewhere."""
    return sum(map(len, table.hands)) + len(table.draw) + len(table.played) == 18

def a_round_later(table, before):
    return table.round == before.round + 1 and isinstance(before.hands, tuple)

def from_the_hand(before, picks):
    return all(card in before.hands[seat] and card.number in range(1, 10) for seat, card in picks.items())

def all_choose(asked, options, table):
    return asked == list(table.seats) and all(len(cards) == 3 - table.round for cards in options.values())

def best_wins(end, facts, decks):
    return max(end.scores) == end.scores[end.winners[0]] and facts.rounds == 3 and len(decks.numbers) == 18

def first_round(decision):
    return decision == 1

def is_at_most(table, before):
    return helper(before) <= helper(table)

def helper(table):
    return table.round

def broken(table):
    return table.pionts

def raising(table):
    return 1 // table.round > 0

def a_number(table):
    return len(table.hands)

def three(end):
    return max(end.scores) == 3
'''


def seen_of(source: str, at: str, when: str | None = None, decides: bool = True) -> BatchResult:
    program = duel(RULES)
    program = replace(program, bundle=replace(program.bundle, claims=CLAIMS, claims_file="data/duel/claims.py"))
    batch = GameBatch(GameSetup(3, "7"), 20, (GameTest(0, source, at, when, decides, 20),))
    return play_batch(program, batch, lambda setup: None)


@pytest.mark.parametrize(
    ("source", "at"),
    [
        ("as_many_cards", "start"),
        ("as_many_cards", "decision"),
        ("a_round_later", "pick"),
        ("from_the_hand", "pick"),
        ("is_at_most", "pick"),
        ("all_choose", "decision"),
        ("best_wins", "end"),
    ],
)
def test_what_a_function_sees(source: str, at: str) -> None:
    found = seen_of(source, at)
    assert found.wrong == []
    assert found.tests[0].true == found.tests[0].evaluations > 0


def test_a_function_may_be_the_condition_of_an_expression_and_the_other_way_round() -> None:
    assert seen_of("table.round == 0", "decision", when="first_round").tests[0].evaluations == 20
    assert seen_of("first_round", "decision", when="table.round == 0").tests[0].true == 20


def test_the_values_that_a_function_reads_are_shown() -> None:
    shown = seen_of("from_the_hand", "pick").tests[0].shown
    assert shown.startswith("before hands [[")
    assert "picks [" in shown
    assert "scores [" in seen_of("three", "end").tests[0].shown


@pytest.mark.parametrize(
    ("source", "what", "line", "fix"),
    [
        ("broken", "the table has no pionts", "return table.pionts", "did you mean points?"),
        ("raising", "ZeroDivisionError: integer division or modulo by zero", "return 1 //", ""),
        ("a_number", "a_number returns 3, neither True nor False", "def a_number", "return bool(…) of it"),
    ],
)
def test_a_function_that_fails_is_told_once_with_its_line(source: str, what: str, line: str, fix: str) -> None:
    number, wrong = seen_of(source, "start").wrong[0]
    assert (number, wrong.what, wrong.file, wrong.fix) == (0, what, "data/duel/claims.py", fix)
    assert CLAIMS.splitlines()[wrong.line - 1].strip().startswith(line)


def test_what_a_function_sees_never_changes() -> None:
    program = duel(RULES)
    spoiling = "def spoils(table):\n    table.hands[0].clear()\n    return True\n"
    program = replace(program, bundle=replace(program.bundle, claims=spoiling, claims_file="data/duel/claims.py"))
    batch = GameBatch(GameSetup(3, "7"), 2, (GameTest(0, "spoils", "start", None, True, 2),))
    _, wrong = play_batch(program, batch, lambda setup: None).wrong[0]
    assert "has no attribute 'clear'" in wrong.what


def test_a_claims_py_that_cannot_be_run_is_told() -> None:
    from pnp.play.game_bundle import GameBroken

    program = duel(RULES)
    program = replace(program, bundle=replace(program.bundle, claims="1 // 0\n", claims_file="data/duel/claims.py"))
    batch: Any = GameBatch(GameSetup(3, "7"), 2, (GameTest(0, "true", "start", None, True, 2),))
    with pytest.raises(GameBroken) as broken:
        play_batch(program, batch, lambda setup: None)
    assert (broken.value.failure.file, broken.value.failure.line) == ("data/duel/claims.py", 1)
