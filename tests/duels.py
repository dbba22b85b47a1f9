"""A game of the tests' own: everybody plays a card, the highest takes a point; three rounds."""

from __future__ import annotations

from typing import Any

from pnp.play.game_bundle import CardRecord, GameBundle
from pnp.play.game_code import Program, load_program

RULES = """\
from pnp.rules import End, Pile, Piles, Table, take


class Duel(Table):
    hands = Piles("owner")
    draw = Pile("nobody")
    played = Pile("all")
    round = 0


def game(table):
    set_up(table)
    while table.round < table.facts.rounds:
        yield from play_round(table)
    return End("three rounds", table.points)


def set_up(table):
    table.draw = table.shuffled(table.decks.numbers)
    table.hands = [take(table.draw, 3) for _ in table.seats]
    table.points = [0] * table.players


def play_round(table):
    picks = yield table.hands
    best = max(card.number for card in picks)
    for seat, card in enumerate(picks):
        table.hands[seat].remove(card)
        table.played.append(card)
        if card.number == best:
            table.points[seat] += 1
    table.round += 1
"""

BOTS = """\
def highest(seen, options, random):
    return max(options, key=lambda card: card.number)
"""


def duel_kit(rules: str = RULES, bots: str = BOTS, **more: Any) -> GameBundle:
    """The game, or another one with its cards."""
    records = tuple(
        CardRecord(
            f"{colour} {number}",
            {"label": f"numbers {colour} {number}", "copies": 1, "number": number, "colour": colour},
            ("number", "colour"),
            1,
        )
        for colour in ("red", "blue")
        for number in range(1, 10)
    )
    return GameBundle(
        "duel",
        (2, 3, 4),
        {"rounds": 3},
        {"numbers": records},
        rules,
        "data/duel/rules.py",
        bots,
        "data/duel/bots.py",
        **{"decisions": (1, 20), **more},
    )


def duel(rules: str = RULES, bots: str = BOTS, **more: Any) -> Program:
    """The same as running code."""
    return load_program(duel_kit(rules, bots, **more))


def changed(old: str, new: str, rules: str = RULES) -> str:
    """The rules with a change that must fit."""
    assert rules.count(old) == 1, old
    return rules.replace(old, new)
