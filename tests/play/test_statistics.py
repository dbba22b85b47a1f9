"""Statistics: textbook values, coverage of the intervals, and a fairness test that may be looked at at any time."""

from __future__ import annotations

import math
from collections import Counter
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as some

from pnp.play.statistics import (
    bins,
    difference,
    fairness,
    log_e_value,
    quantile,
    rule_of_three,
    share_interval,
    spread,
    team_share,
    visible_above,
    visible_lift,
    visible_share,
    wilson,
)


def test_a_wilson_interval_is_the_textbook_one() -> None:
    found = wilson(15, 148)  # Newcombe 1998, "Two-sided confidence intervals for the single proportion", table I
    assert (found.value, found.low, found.high) == pytest.approx((0.1014, 0.0624, 0.1605), abs=5e-5)
    assert wilson(0, 20).low == 0
    assert wilson(0, 20).high == pytest.approx(0.1611, abs=5e-5)
    assert wilson(20, 20).high == 1
    assert (wilson(0, 0).low, wilson(0, 0).high) == (0, 1)


def test_a_difference_has_the_textbook_interval() -> None:
    found = difference((56, 70), (48, 80))  # Newcombe 1998, "Interval estimation for the difference", method 10
    assert (found.value, found.low, found.high) == pytest.approx((0.2, 0.0524, 0.3339), abs=5e-5)


def test_more_statements_make_wider_intervals() -> None:
    assert wilson(30, 100, 0.05 / 50).low < wilson(30, 100).low
    assert difference((30, 100), (20, 100), 0.001).low < difference((30, 100), (20, 100)).low


def coverage(share: float, trials: int, number: int = 2000) -> float:
    random = Random(f"coverage {share} {trials}")
    inside = 0
    for _ in range(number):
        found = wilson(sum(random.random() < share for _ in range(trials)), trials)
        inside += found.low <= share <= found.high
    return inside / number


@pytest.mark.parametrize(("share", "trials"), [(0.5, 40), (0.25, 100), (0.1, 60), (0.03, 200)])
def test_wilson_intervals_hold_the_true_share_as_often_as_they_say(share: float, trials: int) -> None:
    assert coverage(share, trials) == pytest.approx(0.95, abs=0.02)


@pytest.mark.parametrize("players", [2, 4])
def test_the_difference_of_seats_that_share_one_win_is_covered(players: int) -> None:
    """One seat of each game has the card, and wins as often as the others."""
    random, inside, inside_if_independent, games = Random(f"seats {players}"), 0, 0, 150
    for _ in range(1500):
        won = sum(random.random() < 1 / players for _ in range(games))
        groups = ((won, games), (games - won, games * (players - 1)))
        found, naive = difference(*groups, players=players), difference(*groups)
        inside += found.low <= 0 <= found.high
        inside_if_independent += naive.low <= 0 <= naive.high
    assert inside / 1500 == pytest.approx(0.95, abs=0.02)
    assert inside_if_independent < inside


def test_what_was_never_seen_is_rarer_than_three_in_n() -> None:
    assert rule_of_three(1000) == 0.003
    assert (rule_of_three(0), rule_of_three(2)) == (1, 1)
    assert (1 - rule_of_three(1000)) ** 1000 == pytest.approx(0.05, abs=0.001)


# --- fairness


def test_evidence_is_one_before_the_first_game_and_a_fair_bet_in_each() -> None:
    assert log_e_value([0, 0, 0]) == pytest.approx(0)
    for wins in ([3, 0, 1], [10, 20, 30], [0, 0, 7]):
        next_ones = [[won + (seat == winner) for seat, won in enumerate(wins)] for winner in range(3)]
        expected = sum(math.exp(log_e_value(one)) for one in next_ones) / 3
        assert expected == pytest.approx(math.exp(log_e_value(wins)))


def looked_at(shares: list[float], games: int, seed: str, every: int = 100) -> tuple[str, int, bool]:
    """Look after each block; the verdict, when it was reached, and whether all intervals always held."""
    random, wins, held = Random(seed), [0] * len(shares), True
    total = sum(shares)
    for seen in range(every, games + 1, every):
        for seat in random.choices(range(len(shares)), shares, k=every):
            wins[seat] += 1
        found = fairness(wins)
        held &= all(seat.low <= share / total <= seat.high for seat, share in zip(found.seats, shares, strict=True))
        if found.verdict != "open":
            return found.verdict, seen, held
    return "open", games, held


@pytest.mark.slow
def test_fair_play_looked_at_again_and_again_raises_few_false_alarms() -> None:
    found = [looked_at([1, 1, 1, 1], 3000, f"fair {n}") for n in range(200)]
    assert sum(verdict == "unfair" for verdict, _, _ in found) / 200 <= 0.05
    assert sum(not held for _, _, held in found) / 200 <= 0.05


def test_a_bias_is_found() -> None:
    found = [looked_at([30, 23, 23, 24], 6000, f"biased {n}") for n in range(60)]
    assert {verdict for verdict, _, _ in found} == {"unfair"}
    assert sorted(games for _, games, _ in found)[30] < 2000


def test_fair_play_is_called_fair_at_last() -> None:
    found = [looked_at([1, 1, 1, 1], 20_000, f"long {n}", every=500) for n in range(20)]
    assert Counter(verdict for verdict, _, _ in found)["fair"] >= 19


def test_a_bias_outside_the_margin_is_hardly_ever_called_fair() -> None:
    found = [looked_at([0.475, 0.525], 20_000, f"slightly {n}", every=500) for n in range(40)]
    assert "fair" not in {verdict for verdict, _, _ in found}


def test_a_real_but_small_difference_has_a_word_of_its_own() -> None:
    assert fairness([51_000, 49_000]).verdict == "nearly fair"
    assert fairness([50_000, 50_000]).verdict == "fair"
    assert fairness([53_000, 47_000]).verdict == "unfair"


def test_an_unfair_share_is_known_when_its_interval_is_narrow() -> None:
    few, many = fairness([90, 30]), fairness([27_000, 9_000])
    assert (few.verdict, few.is_known) == ("unfair", False)
    assert (many.verdict, many.is_known, many.furthest) == ("unfair", True, 0)
    share = many.seats[0]
    assert share.high - share.low <= 0.04
    assert not fairness([10, 10]).is_known


@pytest.mark.parametrize(("games", "seats"), [(2000, 2), (400, 4)])
def test_a_share_that_is_called_visible_is_seen_in_most_simulations(games: int, seats: int) -> None:
    share, random = visible_share(games, seats), Random(f"{games} {seats}")
    assert share is not None
    seen = 0
    for _ in range(200):
        wins = [0] * seats
        for _ in range(games):
            wins[0 if random.random() < share else 1 + int(random.random() * (seats - 1))] += 1
        seen += fairness(wins).verdict == "unfair"
    assert 0.7 < seen / 200 < 0.95


def test_less_is_visible_in_fewer_games_and_nothing_in_too_few() -> None:
    shares = [visible_share(games, 3) or 1 for games in (100, 1_000, 10_000)]
    assert shares == sorted(shares, reverse=True)
    assert visible_share(2, 2) is None
    assert visible_above(0, 0.5) is None
    assert visible_lift(0, 10, 0.3, 0.05, 0.03, 3) is None


def test_a_stronger_player_who_is_called_visible_is_seen_in_most_samples() -> None:
    share, random = visible_above(100, 1 / 3), Random("visible")
    assert share is not None
    wins = [sum(random.random() < share for _ in range(100)) for _ in range(400)]
    assert 0.7 < sum(wilson(won, 100).low > 1 / 3 for won in wins) / 400 < 0.9


def test_a_card_that_is_called_visible_is_seen_in_most_samples() -> None:
    lift, random = visible_lift(500, 2500, 0.25, 0.05 / 20, 0.025, 0), Random("lift")
    assert lift is not None
    seen = 0
    for _ in range(150):
        with_card = sum(random.random() < 0.25 + lift for _ in range(500))
        without = sum(random.random() < 0.25 for _ in range(2500))
        seen += difference((with_card, 500), (without, 2500), 0.05 / 20).low > 0.025
    assert 0.65 < seen / 150 < 0.92


def test_a_share_looked_at_again_and_again_leaves_its_interval_seldom() -> None:
    random, outside = Random("share"), 0
    for _ in range(150):
        true, is_outside = 0, False
        for game in range(1, 601):
            true += random.random() < 0.3
            if game % 20 == 0:
                share = team_share(true, game)
                is_outside |= not share.low <= 0.3 <= share.high
        outside += is_outside
    assert outside / 150 <= 0.05


def test_a_verdict_needs_games_and_seats() -> None:
    found = fairness([0, 0, 0])
    assert (found.verdict, found.e_value) == ("open", pytest.approx(1))
    assert all((seat.low, seat.high) == (0, 1) for seat in found.seats)
    assert fairness([9_999, 1]).e_value == 1e300
    with pytest.raises(ValueError, match="two seats"):
        fairness([3])


@given(some.integers(0, 400), some.integers(0, 400), some.integers(2, 8))
def test_a_seats_interval_holds_its_share(won: int, lost: int, seats: int) -> None:
    found = share_interval(won, won + lost, seats)
    assert 0 <= found.low <= found.value <= found.high <= 1
    assert found.low == 0 or won
    assert found.high == 1 or lost


# --- values


VALUES = some.dictionaries(some.integers(-200, 5000), some.integers(1, 50), min_size=1, max_size=40)


@given(VALUES)
def test_a_spread_is_that_of_the_values_written_out(counts: dict[int, int]) -> None:
    values = sorted(value for value, count in counts.items() for _ in range(count))
    found = spread(counts)
    assert found
    assert found.mean == pytest.approx(sum(values) / len(values))
    squares = sum((value - found.mean) ** 2 for value in values)
    assert found.sd == pytest.approx(math.sqrt(squares / (len(values) - 1)) if len(values) > 1 else 0, abs=1e-6)
    assert (found.smallest, found.largest) == (values[0], values[-1])
    assert found.quantiles[2] == values[math.ceil(len(values) / 2) - 1]
    assert list(found.quantiles) == sorted(found.quantiles)


@given(VALUES, some.integers(2, 30))
def test_bins_have_every_value_once_and_no_gap(counts: dict[int, int], most: int) -> None:
    found = bins(counts, most)
    assert len(found) <= most
    assert sum(count for _, _, count in found) == sum(counts.values())
    assert len({last - first for first, last, _ in found}) == 1
    assert all(before[1] + 1 == after[0] for before, after in pairwise(found))
    for first, last, count in found:
        assert count == sum(times for value, times in counts.items() if first <= value <= last)


def test_nothing_has_no_spread() -> None:
    assert spread({}) is None
    assert bins({}) == ()
    with pytest.raises(ValueError, match="no value"):
        quantile({}, 0.5)
    assert [quantile({1: 3, 5: 1}, part) for part in (0, 0.75, 0.76, 1)] == [1, 1, 5, 5]
