"""Cards that are imagined so that they explain what others have picked."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from duels import duel
from games.shipped import program as shipped

from pnp.extensions.laboratory.imagining import Glance, KnownCards, _Memory, hidden_cards, lay
from pnp.extensions.laboratory.posterior import Deals
from pnp.play.cards import PlayingCard
from pnp.play.decisions import random_stream
from pnp.play.game_bundle import GameSetup
from pnp.play.game_code import Program
from pnp.play.game_loop import play, replayed
from pnp.play.history import Step
from pnp.play.table import Table

pytestmark = pytest.mark.slow

BOAST = """\
from pnp.rules import End, Pile, Piles, Table, ask, move, take


class Boast(Table):
    hands = Piles("owner")
    draw = Pile("nobody")
    laid = Pile("nobody")


def game(table):
    table.draw = table.shuffled(table.decks.numbers)
    table.hands = [take(table.draw, 4) for _ in table.seats]
    options = [(card, number) for card in table.hands[1] for number in range(1, 10)]
    card, number = yield from ask(1, options, "boast", secret=False)
    move(card, table.hands[1], table.laid)
    doubts = yield from ask(0, [True, False], "doubt")
    return End("shown", winners=[0 if doubts == (card.number != number) else 1])
"""
BOASTERS = """\
def honest(seen, options, random):
    if options[0] is True:
        return random() < 0.5
    card = min(seen.hands[seen.seat], key=lambda card: card.number)
    return card, card.number


def liar(seen, options, random):
    if options[0] is True:
        return random() < 0.5
    card = min(seen.hands[seen.seat], key=lambda card: card.number)
    return card, card.number % 9 + 1
"""


def deals_of(program: Program, setup: GameSetup, log: list[Any], seat: int, proposals: int = 200) -> Deals:
    """Return the deals that a seat imagines after some picks."""
    line_up = setup.line_up()
    policies = {
        other: partial(lambda bot, table, seat, options, random: bot(Glance(table, seat), options, random), bot)
        for other, name in enumerate(line_up)
        if other != seat and (bot := program.bots.get(name))
    }
    position = partial(replayed, program, setup, log)
    return Deals(program, position, seat, policies, proposals, random_stream(f"{setup.seed}:{len(log)}"))


def laid(program: Program, setup: GameSetup, log: list[Any], number: int, deals: Deals) -> Table:
    """Return the table with the cards of a deal."""
    table = replayed(program, setup, log).table
    deals.lay(table, number, random_stream(f"{number}"))
    return table


def truths(rules: str, bots: tuple[str, str], code: str = BOASTERS) -> float:
    """Return in what part of imagined deals the card is what was said of it, over eight games."""
    program = duel(rules, code)
    true = 0
    for game in range(8):
        setup = GameSetup(2, f"boast:{game}", bots)
        log = play(program, setup).log[:1]
        deals = deals_of(program, setup, log, 0)
        for number in range(20):
            table = laid(program, setup, log, number, deals)
            assert len(set(table.cards())) == 18
            true += table.laid[0].number == log[0][1][1]
    return true / 160


def test_who_always_tells_the_truth_is_believed() -> None:
    assert truths(BOAST, ("honest", "honest")) > 0.9


def test_who_always_lies_is_not() -> None:
    assert truths(BOAST, ("honest", "liar")) < 0.05


def test_of_who_plays_by_chance_nothing_is_known() -> None:
    assert truths(BOAST, ("honest", "random")) < 0.3


def test_what_was_said_in_secret_is_not_used() -> None:
    assert truths(BOAST.replace("secret=False", "secret=True"), ("honest", "honest")) < 0.4


def test_cards_that_the_game_imagines_are_weighed_too() -> None:
    imagines = f"""{BOASTERS}

def imagine(table, seat, random):
    cards = [*table.laid, *table.hands[1 - seat], *table.draw]
    cards = sorted(cards, key=lambda card: (card.number, card.colour))
    for place in range(len(cards) - 1, 0, -1):
        other = int(random() * (place + 1))
        cards[place], cards[other] = cards[other], cards[place]
    sizes = len(table.laid), len(table.hands[1 - seat])
    table.laid[:] = cards[: sizes[0]]
    table.hands[1 - seat][:] = cards[sizes[0] : sum(sizes)]
    table.draw[:] = cards[sum(sizes) :]
"""
    assert truths(BOAST, ("honest", "honest"), imagines) > 0.7


def test_what_others_hold_explains_what_they_have_laid() -> None:
    program, setup = duel(BOAST, BOASTERS), GameSetup(2, "boast:1", ("honest", "honest"))
    log = play(program, setup).log[:1]
    deals = deals_of(program, setup, log, 0)
    tables = [laid(program, setup, log, number, deals) for number in range(20)]
    lowest = [table.laid[0].number <= min(card.number for card in table.hands[1]) for table in tables]
    assert sum(lowest) > 16


def test_deals_are_a_matter_of_the_seed() -> None:
    program, setup = duel(BOAST, BOASTERS), GameSetup(2, "boast:1", ("honest", "honest"))
    log = play(program, setup).log[:1]
    first, second = (
        [laid(program, setup, log, n, deals_of(program, setup, log, 0)).cards() for n in range(6)] for _ in range(2)
    )
    assert first == second


@pytest.mark.nightly
@pytest.mark.timeout(600)
def test_declarations_in_spicy_are_imagined_to_be_true_as_often_as_they_are() -> None:
    """What a card is said to be and what it is: right in number, spice, both or neither, in play and in imagination."""
    program = shipped("spicy")
    is_right = program.parts["what_is_right"]
    real, imagined = {}, {}
    decisions = 0
    for game in range(12):
        setup = GameSetup(2, f"calibration:{game}", ("cautious",))
        log = play(program, setup).log
        for end in range(5, len(log), 7):
            position = replayed(program, setup, log[:end])
            if getattr(position.choices, "name", "") != "answer":
                continue
            decisions += 1
            deals = deals_of(program, setup, log[:end], next(iter(position.choices)), 1000)
            for weight, counts, tables in (
                (1.0, real, [position.table]),
                (1 / 16, imagined, [laid(program, setup, log[:end], number, deals) for number in range(16)]),
            ):
                for table in tables:
                    right = is_right(table, table.stack[-1], table.declared[-1])
                    counts[right] = counts.get(right, 0) + weight
    assert decisions > 50
    for right, count in real.items():
        assert abs(count - imagined.get(right, 0)) / decisions < 0.12, (right, count, imagined, decisions)


# --- what a seat knows of cards that it no longer sees


def cards_of(program: Program, count: int) -> list[PlayingCard]:
    return list(program.decks.numbers[:count])


def test_cards_that_went_into_a_pile_together_are_known_to_lie_in_it() -> None:
    one, two, three = cards_of(duel(), 3)
    memory, both = _Memory(0), frozenset({0, 1})
    memory.follow(Step(moves={(None, ("discard", None)): [one, two]}, knows={one: both, two: both}))
    assert memory.within == {one: ("discard", None), two: ("discard", None)}
    memory.follow(Step(moves={(("discard", None), ("draw", None)): [two, one]}))
    assert memory.within == {one: ("draw", None), two: ("draw", None)}
    memory.follow(Step(moves={(None, ("draw", None)): [three]}))
    memory.follow(Step(moves={(("draw", None), ("hands", 1)): [two]}))
    assert memory.within == {}  # whichever of the three it was


def test_a_card_that_is_seen_leaving_a_pile_leaves_the_others_known() -> None:
    one, two, three = cards_of(duel(), 3)
    memory, own = _Memory(0), frozenset({0})
    memory.follow(Step(moves={(None, ("draw", None)): [one, two, three]}, knows=dict.fromkeys((one, two, three), own)))
    memory.follow(Step(moves={(("draw", None), ("hands", 0)): [two]}, knows={two: own}))
    assert memory.within == dict.fromkeys((one, three), ("draw", None))
    assert memory.placed == {two}


def test_where_known_cards_lie_in_a_pile_is_imagined() -> None:
    program, setup = duel(BOAST, BOASTERS), GameSetup(2, "boast:1", ("honest", "honest"))
    places = set()
    for number in range(30):
        table = replayed(program, setup, []).table
        card = table.draw[0]
        known = KnownCards(frozenset(), {card: ("draw", None)})
        assert card not in hidden_cards(table, 0, known)[card._back]
        lay(table, 0, known, {}, random_stream(f"{number}"))
        places.add(table.draw.index(card))
    assert len(places) > 5
