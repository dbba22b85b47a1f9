"""Sentences and figures of a report."""

from __future__ import annotations

import pytest
from report.samples import card, sample, together

from pnp.report.wording import cut, extremes, figures, heading, labels, minutes, percent, points, remarks, tenth, told
from pnp.rules.simulation.report import Report
from pnp.rules.simulation.statistics import Fairness, fairness


def test_numbers_have_a_real_minus_and_no_negative_zero() -> None:
    assert (percent(-0.253), percent(0.5, 0), points(-0.0123), points(-0.0001)) == ("−25.3 %", "50 %", "−1.2", "+0.0")
    assert (tenth(1234.56), tenth(-0.01)) == ("1,234.6", "0.0")


def test_minutes_have_tenths_where_games_are_short() -> None:
    assert minutes(sample()) == "5 minutes a game, nine in ten take 4 to 6, at 30 seconds a decision"
    assert minutes(sample(minutes=(1.0, 1.0, 1.0))) == "1 minute a game at 30 seconds a decision"
    assert minutes(sample(minutes=(1.25, 0.5, 2.0), seconds=7.5)).startswith(
        "1.2 minutes a game, nine in ten take 0.5 to 2"
    )


def test_who_played_what() -> None:
    assert heading(sample()) == "400 games · bots: high, random · hand=6 · seed 7"


def test_cards_are_called_with_their_deck_where_there_are_several() -> None:
    assert labels(sample())["numbers", "9"] == "9"
    two = sample(cards=(card("9", 0.1), card("9", 0.0, deck="tokens")))
    assert list(labels(two).values()) == ["numbers 9", "tokens 9"]


def test_cards_to_look_at_are_together_where_the_reason_is_the_same() -> None:
    more = sample(cards=(*sample().cards, card("2", -0.2, "dead", "wins clearly less often")))
    told_of = [(flag, because, [card.name for card in cards]) for flag, because, cards in remarks(more)]
    assert told_of == [
        ("dominant", "wins clearly more often", ["9"]),
        ("dead", "wins clearly less often", ["1", "2"]),
        ("never on offer", "in 18 games looked at", ["0"]),
    ]


def test_long_lists_of_cards_keep_the_best_the_worst_and_those_pointed_out() -> None:
    cards = tuple(card(str(n), 0.3 - n / 100, "dead" if n == 20 else "") for n in range(40))
    shown = extremes(sample(cards=cards), 7)
    assert [card.name for card in shown] == ["0", "1", "2", "20", "37", "38", "39"]
    assert extremes(sample(cards=cards[:5])) == list(cards[:5])


@pytest.mark.parametrize(
    ("report", "text"),
    [
        (sample(fairness=fairness([1000, 1000, 1000])), "Open: more games are needed to tell whether each seat's share"),
        (sample(fairness=fairness([9000, 9000, 9000])), "Fair: each seat's share of the wins is within 2 points of 33.3 %."),
        (sample(fairness=fairness([200, 100, 100])), "Unfair: seat 1 has 50.0 % of the wins, where equal seats have 33.3 %;"),
        (sample(sides=((1, 3), (2, 4)), fairness=fairness([50, 250])), "Unfair: team 1+3 has 16.7 % of the wins"),
        (together(), "Won: 60.0 % of the games, which all players win or lose together; 95 %, however often one looks: 55.0–65.0."),
        (together(players=1), "Won: 60.0 % of the games; 95 %, however often one looks"),
        (together(won=None), ""),
    ],
)  # fmt: skip
def test_what_is_known_of_fairness(report: Report, text: str) -> None:
    assert told(report).startswith(text)
    assert bool(told(report)) is bool(text)


def test_different_bots_are_told_of() -> None:
    assert "share also tells of its bot" in told(sample(is_turning=False))
    assert "its bot" not in told(sample())
    assert "nothing tells them apart" in told(together(bots=("high", "shy")))


def test_rarely_is_a_billion_at_the_most() -> None:
    seats = sample().fairness
    assert seats
    assert "one simulation in a billion would" in told(sample(fairness=Fairness("unfair", 1e300, seats.seats, 0.02)))


def test_key_figures() -> None:
    assert figures(sample()) == [
        ("Decisions", "10.0", "nine in ten 9 to 11"),
        ("Minutes", "5", "at 30 seconds a decision"),
        ("Points", "0.2", "from −1 to 2"),
        ("Lead", "1.0", "best less second best"),
        ("Seats", "open", "76 % of games have one winner"),
    ]
    assert figures(together())[-1] == ("Won", "60.0 %", "55.0–65.0 % of games")
    assert figures(sample(sides=((1, 3), (2, 4))))[-1] == ("Seats", "open", "teams 1+3, 2+4")


def test_a_text_is_cut_to_so_many_letters() -> None:
    assert (cut("four", 4), cut("fours", 4), cut("a b c", 3)) == ("four", "fou…", "a…")
