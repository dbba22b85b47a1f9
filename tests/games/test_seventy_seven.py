"""Seventy-Seven: totals, chips and turns of single cards, whole games at every number of players, and the bot."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from games.shipped import program
from hypothesis import given
from hypothesis import strategies as st

from pnp.play.cards import PlayingCard
from pnp.play.game_bundle import GameSetup
from pnp.play.game_loop import play
from pnp.play.table import End, Table
from pnp.play.testing.invariants import Guard

pytestmark = pytest.mark.slow

GAME = "seventy-seven"


PROGRAM = program(GAME)
NAMES = list(dict.fromkeys(card._name for card in PROGRAM.decks.cards))


def cards(*names: str) -> list[PlayingCard]:
    """Cards by name, no card twice."""
    found: list[PlayingCard] = []
    for name in names:
        found.append(next(card for card in PROGRAM.decks.cards if card._name == name and card not in found))
    return found


def lay(total: int, hand: str, chips: list[int], turn: int = 0, out: tuple[int, ...] = (), **more: Any) -> Table:
    """A position: the hand of whose turn it is; the other cards are the draw pile."""
    table = PROGRAM.lay_table(len(chips), Random("test").random, {})
    held = cards(*hand.split(", "))
    table.hands = [list(held) if seat == turn else [] for seat in table.seats]
    table.draw = [card for card in PROGRAM.decks.cards if card not in held]
    values = {"total": total, "chips": list(chips), "turn": turn, "out": list(out), **more}
    for name, value in values.items():
        setattr(table, name, value)
    return table


def options(table: Table) -> list[str]:
    asked = next(PROGRAM.parts["play_card"](table))
    return [card._name for card in asked[table.turn]]


def play_card(table: Table, name: str) -> Table:
    """Play a card of the player whose turn it is."""
    rules = PROGRAM.parts["play_card"](table)
    asked = next(rules)
    with pytest.raises(StopIteration):
        rules.send({table.turn: next(card for card in asked[table.turn] if card._name == name)})
    return table


# --- single cards


@pytest.mark.parametrize(
    ("total", "card", "called", "paid"),
    [
        (0, "10", 10, 0),
        (19, "3", 22, 1),
        (0, "66", 66, 1),
        (11, "11", 22, 1),
        (12, "33", 45, 0),
        (44, "0", 44, 1),
        (44, "2×", 44, 1),
        (44, "Change direction", 44, 1),
        (43, "0", 43, 0),
        (21, "-10", 11, 1),
        (11, "-10", 1, 0),
        (4, "-10", -6, 0),
        (-1, "-10", -11, 0),
        (0, "0", 0, 0),
        (10, "-10", 0, 0),
        (68, "8", 76, 0),
        (67, "10", 77, 3),
        (75, "66", 141, 3),
    ],
)
def test_a_card_is_called_and_paid(total: int, card: str, called: int, paid: int) -> None:
    table = play_card(lay(total, card, [3, 3, 3, 3]), card)
    assert table.total == called
    assert table.chips == [3 - paid, 3, 3, 3]
    assert table.out == []


@given(
    st.integers(-40, 76),
    st.sampled_from(NAMES),
    st.lists(st.integers(0, 3), min_size=2, max_size=8).filter(lambda chips: sum(n > 0 for n in chips) > 1),
    st.data(),
)
def test_only_the_caller_pays_and_nobody_owes(total: int, name: str, chips: list[int], data: st.DataObject) -> None:
    seat = data.draw(st.sampled_from(range(len(chips))))
    table = play_card(lay(total, name, chips, turn=seat), name)
    called = total + cards(name)[0].value
    has_to_pay = called >= 77 or called in (11, 22, 33, 44, 55, 66)
    expected = chips[seat]
    if has_to_pay:
        expected = 0 if called >= 77 else max(0, expected - 1)
    assert table.chips == [*chips[:seat], expected, *chips[seat + 1 :]]
    assert table.out == ([seat] if has_to_pay and chips[seat] == 0 else [])
    assert seat not in table.out or table.hands[seat] == []


@pytest.mark.parametrize(
    ("card", "way", "out", "following"),
    [
        ("3", 1, (), 1),
        ("3", -1, (), 3),
        ("Change direction", 1, (), 3),
        ("Change direction", -1, (), 1),
        ("3", 1, (1,), 2),
        ("3", -1, (3, 2), 1),
        ("Change direction", 1, (3,), 2),
    ],
)
def test_play_goes_to_the_next_who_is_not_out(card: str, way: int, out: tuple[int, ...], following: int) -> None:
    table = play_card(lay(1, card, [0 if seat in out else 3 for seat in range(4)], out=out, way=way), card)
    assert table.turn == following
    assert table.to_play == 1


def test_a_double_is_not_the_first_of_several_cards_and_may_be_the_last() -> None:
    table = lay(1, "2×, 2×, 3, 4, 5", [3, 3, 3], to_play=2)
    assert options(table) == ["3", "4", "5"]
    play_card(table, "3")
    assert (table.turn, table.to_play) == (0, 1)
    assert options(table)[:4] == ["2×", "2×", "4", "5"]
    play_card(table, "2×")
    assert (table.turn, table.to_play) == (1, table.facts.double_turn)


def test_change_direction_inside_a_double_turn_counts_for_the_next_player() -> None:
    table = lay(1, "Change direction, 3", [3, 3, 3], to_play=2)
    play_card(table, "Change direction")
    assert (table.turn, table.to_play, table.way) == (0, 1, -1)
    play_card(table, "3")
    assert (table.turn, table.to_play) == (2, 1)


def test_the_hand_is_filled_until_the_round_is_over() -> None:
    assert len(play_card(lay(1, "2, 3, 4, 5, 6", [3, 3]), "2").hands[0]) == 5
    assert len(play_card(lay(75, "2, 3, 4, 5, 6", [3, 3]), "2").hands[0]) == 4


def test_a_used_up_draw_pile_leaves_the_top_discard() -> None:
    table = lay(1, "2, 3", [3, 3], draw=cards("9"), discard=cards("4", "5", "6"))
    play_card(table, "2")
    assert [card._name for card in table.discard] == ["2"]
    assert sorted(card._name for card in table.draw) == ["4", "5", "6"]


@pytest.mark.parametrize(
    ("chips", "out", "winners"),
    [
        ([3, 3, 3], (), None),
        ([0, 1, 1], (0,), None),
        ([0, 1, 0], (), (1,)),
        ([0, 2, 0], (0, 2), (1,)),
    ],
)
def test_the_game_ends_with_one_player_who_has_chips(chips: list[int], out: Any, winners: Any) -> None:
    end = PROGRAM.parts["the_end"](lay(0, "2", chips, out=out))
    assert (end.winners if isinstance(end, End) else None) == winners


# --- whole games


@pytest.mark.parametrize("players", range(2, 9))
def test_games_of_random_players_break_no_rule(players: int) -> None:
    for number in range(50):
        setup = GameSetup(players, f"test:{number}", ("random", "careful") if number % 5 == 0 else ("random",))
        played = play(PROGRAM, setup, watch=lambda table: [Guard(table, views=False)])
        table, end = played.table, played.end
        assert end is not None
        assert end.why == "last_chips"
        assert end.winners == (table.chips.index(sum(table.chips)),)
        assert len(table.cards()) == 55
        assert all(table.hands[seat] == [] and table.chips[seat] == 0 for seat in table.out)


# --- the bot


def choose(table: Table) -> str:
    asked = next(PROGRAM.parts["play_card"](table))
    return PROGRAM.bots["careful"](table.seen_by(table.turn), asked[table.turn], Random("bot").random)._name


@pytest.mark.parametrize(
    ("total", "hand", "to_play", "chosen"),
    [
        (1, "2, 10, 0, -10, 33", 1, "33"),  # large cards early
        (2, "2, 10, 0, -10, 2×", 1, "10"),  # and those without a value later
        (11, "11, 22, 33, 44, 9", 1, "9"),  # no doublet total
        (74, "9, 8, 7, 0, -10", 1, "0"),  # below the limit; what takes off comes last
        (74, "9, 8, 7, 0, 2×", 1, "2×"),  # others may find two cards
        (44, "0, 22, 33, 2×, 44", 1, "22"),  # a chip, but not all of them
        (66, "0, 10, 2, 9, 8", 2, "10"),  # after the 10 there is the 0
        (66, "5, 10, 2, 9, 9", 2, "5"),  # after the 10 there would be nothing
    ],
)
def test_careful_pays_little_and_keeps_the_right_cards(total: int, hand: str, to_play: int, chosen: str) -> None:
    assert choose(lay(total, hand, [3, 3, 3], to_play=to_play)) == chosen


def test_careful_wins_against_random_players() -> None:
    winners = [play(PROGRAM, GameSetup(4, f"test:{n}", ("careful", "random"))).end.winners[0] for n in range(100)]  # type: ignore[union-attr]
    assert sum(seat % 2 == 0 for seat in winners) > 90
