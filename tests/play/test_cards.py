"""What hands do with cards, and a random player's picks: the chances of each, and what cannot be done."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.play.bots import pick_each
from pnp.play.cards import move, shuffled, take


@given(st.lists(st.integers()), st.integers())
def test_a_shuffle_keeps_every_card_and_leaves_the_pile_as_it_was(cards: list[int], seed: int) -> None:
    before = list(cards)
    assert sorted(shuffled(Random(seed).random, cards)) == sorted(before)
    assert cards == before


@given(st.lists(st.integers()), st.one_of(st.integers(-3, 12), st.sampled_from([-(10**30), 10**30])))
def test_cards_are_taken_off_the_top_as_far_as_there_are(cards: list[int], count: int) -> None:
    pile = list(cards)
    taken = take(pile, count)
    assert pile + taken == cards
    assert len(taken) == min(max(count, 0), len(cards))


@given(st.integers(1, 9), st.data())
def test_a_card_is_moved_and_the_others_stay(count: int, data: st.DataObject) -> None:
    pile = [object() for _ in range(count)]
    place = data.draw(st.integers(0, count - 1))
    onto, card, others = [object()], pile[place], [*pile[:place], *pile[place + 1 :]]
    below = onto[0]
    move(card, pile, onto)
    assert (pile, onto) == (others, [below, card])
    with pytest.raises(ValueError, match="is not in the pile that it is moved from"):
        move(card, pile, onto)
    assert (pile, onto) == (others, [below, card])
    move(below, onto, onto)
    assert onto == [card, below]


def test_the_first_and_the_last_place_can_come() -> None:
    least, most = (lambda: 0.0), (lambda: 1 - 2**-53)
    assert pick_each(least, [range(3), range(98)]) == [0, 0]
    assert pick_each(most, {2: range(3), 0: range(98)}) == {2: 2, 0: 97}
    assert shuffled(most, "abcd") == list("abcd")
    assert shuffled(least, "abcd") == list("bcda")


@pytest.mark.parametrize(
    ("action", "error"),
    [
        (lambda: pick_each(lambda: 0.5, [[1], []]), IndexError),
        (lambda: pick_each(lambda: 0.5, {0: []}), IndexError),
        (lambda: shuffled(lambda: 0.5, 5), TypeError),
        (lambda: take((1, 2), 1), TypeError),
    ],
)
def test_what_cannot_be_done_is_refused(action: Callable[[], Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        action()
