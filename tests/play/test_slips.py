"""What designers do wrong in rules.py and bots.py, and the file, line and words that they get for it."""

from __future__ import annotations

import pytest
from duels import duel

from pnp.play.game_bundle import Failure, GameBroken, GameSetup
from pnp.play.game_loop import play
from pnp.play.processes import source_of_difference
from pnp.play.testing.invariants import Guard

RULES = '''\
"""The rules of Orchard."""
from pnp.rules import End, Pile, Piles, Table, ask, move, take


class Orchard(Table):
    hands = Piles("owner")
    tree = Pile("nobody")
    row = Pile("all")
    turn = total = 0


def game(table):
    table.tree = table.shuffled(table.decks.numbers)
    table.hands = [take(table.tree, 3) for _ in table.seats]
    while table.hands[table.turn]:
        yield from play_card(table)
        if table.total >= table.facts.rounds * 9:
            return End("goal", winners=[table.turn])
        table.turn = (table.turn + 1) % table.players
    return End("no cards", winners=list(table.seats))


def play_card(table):
    seat = table.turn
    picks = yield {seat: table.hands[seat]}
    move(picks[seat], table.hands[seat], table.row)
    table.total += picks[seat].number
'''

ASK = "picks = yield {seat: table.hands[seat]}"
PLAY = "move(picks[seat], table.hands[seat], table.row)"
SUM = "table.total += picks[seat].number"
SEAT = "    seat = table.turn\n"
DEAL = "table.hands = [take(table.tree, 3) for _ in table.seats]"
WON = 'return End("goal", winners=[table.turn])'

SLIPS = [
    # options
    (ASK, "picks = yield {seat: set(table.hands[seat])}", "rules-yield", "the options of seat 1 are a set", "list(…)"),
    (ASK, "picks = yield {seat: (c for c in table.hands[seat])}", "rules-yield", "are a generator", "a list"),
    (ASK, "picks = yield {seat: {c: 1 for c in table.hands[seat]}}", "rules-yield", "are a dict", "a list"),
    (ASK, "picks = yield {seat: table.hands[seat][0]}", "rules-yield", "are one card: blue 7", "{seat: options}"),
    (
        ASK,
        "picks = yield table.hands[seat]",
        "rules-yield",
        "gives a list of cards",
        "for one seat, yield {seat: options}",
    ),
    (ASK, "picks = yield {seat: 'abc'}", "rules-yield", "are a str: 'abc'", "a list"),
    (ASK, "picks = yield seat", "rules-yield", "a yield gives 0, so no seat can act", "{seat: options}"),
    (ASK, "picks = yield", "rules-yield", "a yield gives None, so no seat can act", "{seat: options}"),
    (ASK, "picks = yield {seat: []}", "rules-yield", "seat 1 has no options: []", '"pass"'),
    (ASK, "picks = yield {'Tom': table.hands[seat]}", "rules-yield", "asks 'Tom', which is not a seat", "from 0 to 2"),
    (
        ASK,
        "picks = {seat: (yield from ask(9, table.hands[seat]))}",
        "rules-yield",
        "asks 9, which is not a seat",
        "to 2",
    ),
    (
        ASK,
        "picks = yield {seat: [[c] for c in table.hands[seat]]}",
        "rules-yield",
        "cannot pick from",
        "a tuple of such",
    ),
    (ASK, "picks = yield [table.hands[seat]]", "rules-yield", "options for 1 seat of 3", "{seat: options}"),
    (
        ASK,
        "picks = {seat: (yield ask(seat, table.hands[seat]))}",
        "rules-yield",
        "a yield gives the generator ask",
        "yield from ask(…)",
    ),
    (ASK, "picks = {seat: input()}", "rules-error", "", "yield from ask(seat, options)"),
    # picks
    (PLAY, "move(picks, table.hands[seat], table.row)", "rules-error", "is not in the pile", "move(picks[seat], …)"),
    (PLAY, "move(picks[seat + 1], table.hands[seat], table.row)", "rules-error", "KeyError: 1", "counted from 0"),
    (
        PLAY,
        "move(ask(0, []), table.hands[seat], table.row)",
        "rules-error",
        "is not in the pile",
        "write yield from before ask",
    ),
    (SUM, "table.total += picks.number", "rules-error", "no attribute 'number'", "picks[seat].number"),
    # cards
    (PLAY, "table.hands[seat].remove(picks[seat])", "rules-cards", "gone from the table: blue 7", "exactly one pile"),
    (PLAY, "table.row.append(picks[seat])", "rules-cards", "blue 7 lies in hands[0] and in row", ""),
    (PLAY, "table.row.append('x')", "rules-cards", "'x' lies in row, but is not a card", ""),
    (PLAY, "move(picks[seat], table.tree, table.row)", "rules-error", "blue 7 is not in the pile", ""),
    (PLAY, f"{PLAY}; table.row = 0", "rules-cards", "row is a pile, but was replaced by 0", "table.row.clear()"),
    (DEAL, "table.hands = take(table.tree, 3)", "rules-yield", "the options of seat 1 are one card", "{seat: options}"),
    (DEAL, "table.decks.numbers.pop()", "rules-error", "no attribute 'pop'", ""),
    (SUM, "picks[seat].number = 3", "rules-error", "a card never changes, so number of blue 7 cannot be set", ""),
    (PLAY, "table.row.append(table.row.pop())", "rules-error", "pop from empty list", "write take(pile, 1)"),
    (SUM, "table.total += sorted([None, 3])[0]", "rules-error", "NoneType", "a field with ? is None"),
    (SUM, "table.total += None", "rules-error", "NoneType", "write (card.field or 0)"),
    (
        PLAY,
        "table.row += table.hands[seat][:1]",
        "rules-cards",
        "blue 7 lies in hands[0] and in row",
        "pile[:3] copies",
    ),
    # ends
    (WON, 'raise End("goal", winners=[table.turn])', "rules-error", "", 'write return End("why", scores)'),
    (WON, 'return "goal"', "rules-end", "game returns 'goal', not an End", 'return End("why", scores)'),
    (WON, "return", "rules-end", "game returns None, not an End", 'return End("why", scores)'),
    (WON, 'return End("goal")', "rules-error", "has neither scores nor winners", "winners=[]"),
    (WON, 'return End("goal", winners=table.turn)', "rules-error", "winners are a list of seats: winners=[1]", ""),
    (WON, 'return End("goal", winners=[3])', "rules-end", "the winners are [3]: seats from 0 to 2 are needed", ""),
    (WON, 'return End("goal", [1])', "rules-end", "the end has 1 score for 3 players", ""),
    (WON, 'return End("goal", [0.5] * 3)', "rules-end", "whole numbers are needed", ""),
    (
        PLAY,
        "table.total -= picks[seat].number",
        "rules-length",
        "the game goes on after 20 decisions",
        "decisions: in game.yaml",
    ),
    # names
    (
        "{seat: table.hands[seat]}",
        "{seat: table.hand[seat]}",
        "rules-error",
        "the table has no hand",
        "did you mean hands?",
    ),
    ("facts.rounds", "facts.round", "rules-error", "facts and decks have no round", "did you mean rounds?"),
    ("decks.numbers", "decks.number", "rules-error", "facts and decks have no number", "did you mean numbers?"),
    (SUM, "table.total += picks[seat].numbre", "rules-error", "blue 7 has no numbre", "did you mean number?"),
    (SEAT, f"{SEAT}    table.facts.rounds = 3\n", "rules-error", "facts and decks never change", ""),
    # the file
    ("turn = total = 0", "log = []", "rules-error", "log is one list for all games", "table.log = []"),
    (
        "class Orchard",
        "class Other(Table):\n    pass\n\n\nclass Orchard",
        "rules-game",
        "more than one Table",
        "keep one",
    ),
    (
        "def game(table):",
        "def game(table, players):",
        "rules-error",
        "missing 1",
        "def game(table): and read table.players",
    ),
    ("def game(", "def play(", "rules-game", "has no function game", "def game(table):"),
    ("yield from play_card(table)", "table.total += 99", "rules-yield", "game asks no player: it has no yield", ""),
    ("def play_card(table):", "def play_card(table)", "rules-syntax", "expected ':'", "correct it"),
    ("take\n", "takes\n", "rules-error", "cannot import name 'takes'", ""),
    ('Piles("owner")', 'Piles("own")', "rules-error", "seen by all, owner, others, team, nobody, face up", ""),
    ('Pile("nobody")', 'Pile("owner")', "rules-error", "a pile is seen by all, nobody, face up", ""),
]

BOTS = [
    ("def bot(seen, options):\n    return options[0]\n", "bots-error", 1, "def bot(seen, options, random):"),
    ("def bot(seen, options, random):\n    pass\n", "bots-pick", 1, "picks None, which is none of its 3 options"),
    ("def bot(seen, options, random):\n    return 0\n", "bots-pick", 1, "return one of the options it is given"),
    ("def bot(seen, options, random):\n    return seen.totl\n", "bots-error", 2, "the table shows no totl; it shows"),
    ("def bot(seen, options, random):\n    seen.total = 3\n", "bots-error", 2, "a bot cannot change the table: total"),
    ("def bot(seen, options, random):\n    return seen.hands[1][0]\n", "bots-error", 2, "a hidden pile"),
    ("def bot(seen, options, random):\n    return options[99]\n", "bots-error", 2, "list index out of range"),
]


def failure(rules: str, bots: str = "") -> Failure:
    setup = GameSetup(3, "7:0", ("bot" if bots else "random",))
    with pytest.raises(GameBroken) as broken:
        play(duel(rules, bots), setup, watch=lambda table: [Guard(table)])
    return broken.value.failure


@pytest.mark.parametrize(("old", "new", "code", "what", "help_"), SLIPS, ids=[slip[1][:50] for slip in SLIPS])
def test_a_slip_in_rules_names_its_line(old: str, new: str, code: str, what: str, help_: str) -> None:
    assert RULES.count(old) == 1
    failed = failure(RULES.replace(old, new))
    assert failed.code == code
    assert what in failed.what
    assert help_ in f"{failed.what} {failed.why} {failed.fix}"
    assert failed.file == "data/duel/rules.py"
    assert failed.line > 0


@pytest.mark.parametrize(("bots", "code", "line", "words"), BOTS)
def test_a_slip_in_bots_blames_bots(bots: str, code: str, line: int, words: str) -> None:
    failed = failure(RULES, bots)
    assert (failed.code, failed.file, failed.line) == (code, "data/duel/bots.py", line)
    assert words in f"{failed.what} {failed.why} {failed.fix}"


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        (ASK, "picks = yield {seat: set(table.hands[seat])}", ASK),
        (ASK, "picks = {seat: (yield from ask(9, table.hands[seat]))}", ASK),
        (PLAY, "move(picks, table.hands[seat], table.row)", PLAY),
        (PLAY, "table.hands[seat].remove(picks[seat])", ASK),  # where the next player is asked
        (WON, 'return "goal"', "def game(table):"),
    ],
)
def test_the_line_is_that_of_the_slip(old: str, new: str, line: str) -> None:
    number = next(number for number, text in enumerate(RULES.split("\n"), 1) if line in text)
    assert failure(RULES.replace(old, new)).line == number


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        (
            "import random\n\n\ndef game(table):\n    random.shuffle(table.deck)\n",
            (5, "write cards = table.shuffled(cards)"),
        ),
        ("from random import choice as any_of\n\nx = any_of([1])\n", (3, "write table.shuffled(cards)[0]")),
        ("import time\n\nx = time.time()\n", (3, "write table.random()")),
        ("SEEN = []\n\n\ndef game(table):\n    SEEN.append(1)\n", (1, "write table._SEEN = [] in game(table)")),
        ("def game(table):\n    return 1\n", (0, "")),
    ],
)
def test_the_line_that_makes_a_game_go_another_way_is_found(rules: str, told: tuple[int, str]) -> None:
    assert source_of_difference(rules) == told
