"""Lines of rules.py that have no effect, and parts that ask without being played."""

from __future__ import annotations

import pytest
from conftest import WriteProject, check_project

RULES = """\
from pnp.rules import End, Pile, Piles, Table, ask, take


class Small(Table):
    hands = Piles("owner")
    deck = Pile("nobody")
    total = 0


def game(table):
    table.deck = table.shuffled(table.decks.numbers)
    table.hands = [take(table.deck, 1) for _ in table.seats]
    for seat in table.seats:
        card = yield from ask(seat, table.hands[seat], "card")
        table.total += card.number
    return End("sum", winners=[table.total % table.players])
"""
CARDS = "- each: {number: 1..9, colour: [red, blue]}\n"


@pytest.mark.parametrize(
    ("old", "new", "code", "words"),
    [
        ("", "", "", ""),
        (
            "table.deck = table.shuffled(table.decks.numbers)",
            "table.deck = list(table.decks.numbers)\n    table.shuffled(table.deck)",
            "rules-unused",
            "fix: write table.deck = table.shuffled(table.deck)",
        ),
        ("        table.total +=", "        table.others(seat)\n        table.total +=", "rules-unused", "fix: use it"),
        (
            "        table.total += card.number",
            "        table.totl = table.total + card.number",
            "rules-unused",
            "table.totl is set, and nothing reads it",
        ),
        ("card = yield from ask(", "card = yield ask(", "rules-yield-from", "fix: write yield from ask(seat"),
        ("card = yield from ask(", "card = ask(", "rules-yield-from", "fix: write card = yield from ask(seat"),
    ],
)
def test_a_line_without_effect_is_reported_where_it_stands(
    write_project: WriteProject, old: str, new: str, code: str, words: str
) -> None:
    rules = RULES.replace(old, new) if old else RULES
    root = write_project({"data/small/rules.py": rules, "data/small/cards.yaml": CARDS})
    found = [entry for entry in check_project(root, "rules").diagnostics if entry.code.startswith("rules-")]
    assert [entry.code for entry in found] == ([code] if code else [])
    assert all(words in f"{entry.message} fix: {entry.fix}" for entry in found)


def test_a_value_that_people_read_has_a_word(write_project: WriteProject) -> None:
    rules = RULES.replace("        table.total +=", "        table.latest = seat\n        table.total +=")
    game = {"data/small/rules.py": rules, "data/small/cards.yaml": CARDS}
    assert [entry.code for entry in check_project(write_project(game), "rules").diagnostics] == ["rules-unused"]


LOOP = "    for card in table.deck:\n        {}\n    return"


@pytest.mark.parametrize(
    ("lines", "is_told"),
    [
        ("move(card, table.deck, table.hands[0])", True),
        ("if card.number > 4:\n            table.deck.remove(card)", True),
        ("table.hands[0] += take(table.deck, 1)", True),
        ("if card.number > 4:\n            table.deck.remove(card)\n            break", False),
        ("move(card, table.hands[0], table.hands[1])", False),
        ("table.total += card.number", False),
    ],
)
def test_a_loop_over_a_pile_that_it_changes_is_told(write_project: WriteProject, lines: str, is_told: bool) -> None:
    rules = RULES.replace("    return", LOOP.format(lines), 1).replace("ask, take", "ask, move, take")
    found = check_project(write_project({"data/small/rules.py": rules, "data/small/cards.yaml": CARDS}), "rules")
    told = [entry for entry in found.diagnostics if entry.code == "rules-loop"]
    assert len(told) == is_told
    assert all("for card in list(table.deck):" in entry.fix for entry in told)


@pytest.mark.parametrize(
    ("line", "fix"),
    [
        ('if card == "red":', "write card.colour == 'red'"),
        ('if card in ("red", "x"):', "write card.colour == 'red'"),
        ('if card.colour == "red":', ""),
        ('if card == "pass":', ""),
    ],
)
def test_a_card_that_is_compared_with_its_name_is_told(write_project: WriteProject, line: str, fix: str) -> None:
    rules = RULES.replace("        table.total += card.number", f"        {line}\n            table.total += 1")
    game = {"data/small/rules.py": rules, "data/small/cards.yaml": CARDS}
    found = check_project(write_project(game), "rules").diagnostics
    assert [entry.fix for entry in found if entry.code == "rules-compare"] == ([fix] if fix else [])
