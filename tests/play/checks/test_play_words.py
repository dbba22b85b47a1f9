"""Words of `play:` that name nothing in the rules, and those that stand for another thing."""

from __future__ import annotations

import pytest
from conftest import GAME, WriteProject, check_project, cost

from pnp.play.checks.play_words import _exchanged

pytestmark = pytest.mark.slow

RULES = """\
from pnp.rules import End, Pile, Piles, Table, ask, take


class Small(Table):
    hands = Piles("owner")
    ring = Pile("all")
    target = 0
    round = 0
    pair = ()
    way = 1


def game(table):
    table.ring = table.shuffled(table.decks.numbers)
    table.hands = [take(table.ring, 1) for _ in table.seats]
    for seat in table.seats:
        answer = yield from ask(seat, ["not_number", "not_colour", "believe"], "answer")
        table.pair = (answer, table.ring[table.target].number)
        table.round += 1
    return End("sum", winners=[0])
"""
PLAY = """\
play:
  questions: {answer: What do you say?}
  defaults: {answer: believe}
  table: {ring: ring, hands: row}
  marks: {ring: target}
  names:
    hands: hand
    ring: ring
    pair: "{1} and {2}"
    way=1: clockwise
    way=-1: counterclockwise
    not_number: Challenge the number
    not_colour: Challenge the colour
    believe: No challenge
    bold: bold
    wary: wary
"""


@pytest.mark.parametrize(
    ("old", "new", "what", "fix"),
    [
        ("", "", "", ""),
        ("{answer: What", "{anser: What", "no question of the rules is called anser", "did you mean answer?"),
        ("{ring: ring, hands", "{ring: {grid: 3}, round: {track: 9}, target: dice, hands", "", ""),
        ("{ring: ring, hands", "{ring: {grid: piar}, hands", "table: no value of the rules and no field of cards is called piar", "did you mean pair?"),
        ("{ring: ring, hands", "{ring: {lanes: nubmer}, hands", "table: no value of the rules and no field of cards is called nubmer", "did you mean number?"),
        ("{ring: ring, hands", "{way: {board: nubers}, hands", "table: the game has no extra or deck nubers as a board", "did you mean numbers?"),
        ("  names:\n", "  icons: {round: sun}\n  names:\n", "the booklet has no icon sun", "add it to icons: of the booklet's style, templates/<game>/booklet.yaml"),
        ("defaults: {answer", "defaults: {anser", "no question of the rules is called anser", "did you mean answer?"),
        ("answer: believe", "answer: beleive", "no option of the rules is called beleive", "did you mean believe?"),
        ("{ring: ring, hands", "{rings: ring, hands", "table: the table has no pile rings", "did you mean ring?"),
        ("{ring: ring, hands", "{pair: ring, hands", "table: the table has no pile pair", "correct it, or delete it"),
        ("marks: {ring", "marks: {rings", "marks: the table has no pile rings", "did you mean ring?"),
        ("{ring: target}", "{ring: targt}", "marks: the rules number no card of ring by targt", "did you mean target?"),
        ("{ring: target}", "{ring: round}", "marks: the rules number no card of ring by round", "correct it, or delete it"),
        ("{1} and {2}", "{1} and {4}", "{4} is printed literally", "write {1} to {2}"),
        ("{1} and {2}", f"{{1}} and {{{'9' * 5000}}}", f"{{{'9' * 5000}}} is printed literally", "write {1} to {2}"),
        (
            "not_number: Challenge the number",
            "not_number: Challenge the colour",
            "not_number is called “Challenge the colour”, and not_colour “Challenge the colour”",
            "exchange the words, or correct each",
        ),
        (
            "not_number: Challenge the number\n    not_colour: Challenge the colour",
            "not_number: Challenge the colour\n    not_colour: Challenge the number",
            "not_number is called “Challenge the colour”, and not_colour “Challenge the number”",
            "exchange the words, or correct each",
        ),
        (
            "bold: bold\n    wary: wary",
            "bold: wary\n    wary: bold",
            "bold is called “wary”, and wary “bold”",
            "exchange the words, or correct each",
        ),
    ],
)  # fmt: skip
def test_each_word_names_what_the_rules_have(
    write_project: WriteProject, old: str, new: str, what: str, fix: str
) -> None:
    bots = "def bold(seen, options, random):\n    return options[0]\n\n\ndef wary(seen, options, random):\n    return options[-1]\n"
    root = write_project(
        {
            "data/small/game.yaml": GAME + (PLAY.replace(old, new) if old else PLAY),
            "data/small/rules.py": RULES,
            "data/small/bots.py": bots,
            "data/small/cards.yaml": "- each: {number: 1..9, colour: [red, blue]}\n",
        }
    )
    found = [
        (entry.what, entry.fix) for entry in check_project(root, "rules").diagnostics if entry.code == "play-names"
    ]
    assert found == ([(what, fix)] if what else [])


def test_thousands_of_names_are_compared_in_no_time() -> None:
    letters = ["".join(chr(97 + int(digit)) for digit in str(number)) for number in range(3000)]
    names = {f"card_{word}": f"card {word}" for word in letters} | {"left": "right hand", "right": "left hand"}
    assert list(_exchanged(names)) == [("left", "right")]
    assert cost(lambda: list(_exchanged(names))) < 80


@pytest.mark.parametrize("depth", [300, 9000])
def test_code_that_is_nested_too_deeply_is_told_at_its_line(write_project: WriteProject, depth: int) -> None:
    deep = f"{RULES}\n\ndef deep(a):\n    return a{'.a' * depth}\n"
    root = write_project({"data/small/game.yaml": GAME, "data/small/rules.py": deep})
    (fault,) = check_project(root).diagnostics
    assert (fault.code, str(fault.place)) == ("nesting-limit", f"data/small/rules.py:{deep.count(chr(10))}:1")
