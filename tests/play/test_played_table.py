"""The table, its piles and cards, and what a player sees of them."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from duels import duel

from pnp.play.cards import Named, frozen, named
from pnp.rules import End, Pile, Piles, PlayingCard, PlayingDeck, Table, take


class Market(Table):
    hands = Piles("owner")
    shown = Piles("all")
    won = Piles("nobody")
    draw = Pile("nobody")
    ring = Pile("all")
    total = 7
    variants: tuple[str, ...] = ()
    _secret = 3


def card(number: int) -> PlayingCard:
    return PlayingCard("numbers", str(number), {"number": number})


def market(players: int = 3) -> Market:
    return Market(players, Named({}), named({"hand": 2, "points": {"card": 1}}), Random("1").random)


def test_piles_are_laid_empty_for_each_table() -> None:
    one, other = market(), market()
    one.hands[0].append(card(1))
    assert other.hands == [[], [], []]
    assert other.draw == []
    assert other.draw is not one.draw


def test_values_of_the_class_are_values_of_the_table() -> None:
    assert market().public() == {"total": 7, "variants": ()}


def test_a_player_sees_what_is_theirs_and_what_is_open() -> None:
    table = market()
    one, two, three, four, five = map(card, range(1, 6))
    table.hands, table.shown, table.won = [[one], [two], []], [[], [three], []], [[four], [], []]
    table.draw, table.ring = [five], [five]
    seen = table.seen_by(0)
    assert seen.hands == ((one,), 1, 0)
    assert seen.shown == ((), (three,), ())
    assert seen.won == (1, 0, 0)
    assert (seen.draw, seen.ring, seen.total, seen.seat, seen.players) == (1, (five,), 7, 0, 3)
    assert not hasattr(seen, "_secret")


def test_what_was_seen_never_changes() -> None:
    table = market()
    table.points = [1, 2, 3]
    seen = table.seen_by(1)
    table.points[0] = 9
    table.ring.append(card(1))
    assert seen.points == (1, 2, 3)
    assert seen.ring == ()
    with pytest.raises(AttributeError, match="cannot change the table"):
        seen.points = ()
    with pytest.raises(AttributeError, match="shows no pionts; it shows"):
        _ = seen.pionts


def test_cards_facts_and_decks_never_change() -> None:
    with pytest.raises(AttributeError, match="never changes"):
        card(1).number = 2
    facts = named({"hand": 2, "list": [1, {"a": 2}]})
    assert (facts.hand, facts["hand"], facts.list[1].a) == (2, 2, 2)
    with pytest.raises(TypeError, match="never change"):
        facts["hand"] = 3
    with pytest.raises(TypeError, match="never change"):
        facts.hand = 3


def test_a_deck_is_grouped_by_values_and_by_entries_of_lists() -> None:
    cards = [PlayingCard("goals", str(n), {"number": n, "tags": tags}) for n, tags in ((4, [3]), (7, [3, 4]), (9, [4]))]
    deck = PlayingDeck(cards)
    assert deck.by("tags")[3] == tuple(cards[:2])
    assert deck.by("number")[9] == (cards[2],)
    assert deck.without(cards[1]) == (cards[0], cards[2])
    assert deck.without() == tuple(cards)


def test_a_shuffle_is_fair_and_takes_chance_only_from_the_table() -> None:
    table = market()
    table.random = Random("fair").random
    places = Counter(tuple(table.shuffled("abc")) for _ in range(6000))
    assert len(places) == 6
    assert all(880 < count < 1120 for count in places.values())
    again = [market().shuffled(range(20)) for _ in range(2)]
    assert again[0] == again[1]


def test_cards_are_taken_from_the_top() -> None:
    pile = [card(n) for n in range(5)]
    cards = list(pile)
    assert take(pile, 0) == take(pile, -2) == []
    assert take(pile, 2) == cards[3:]
    assert pile == cards[:3]
    assert take(pile, 9) == cards[:3]
    assert take(pile, 1) == pile == []


def test_seats_are_told_clockwise() -> None:
    assert market(4).clockwise(2) == [2, 3, 0, 1]


def test_the_best_scores_win_unless_winners_are_named() -> None:
    assert End("done", [3, 5, 5]).winners == (1, 2)
    assert End("done", [3, 5, 5], [0]).winners == (0,)
    assert End("done", winners=[1]).scores == ()


def test_frozen_values_are_equal_and_shared_where_they_cannot_change() -> None:
    value = frozen({"a": [1, [2]], "b": {3}})
    assert value == {"a": (1, (2,)), "b": frozenset({3})}


def test_copies_of_a_face_are_cards_of_their_own() -> None:
    deck = duel().decks.numbers
    assert len(set(map(id, deck))) == len(deck) == 18
