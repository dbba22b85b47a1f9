"""Sentences and figures of a report."""

from __future__ import annotations

import ast
from typing import get_args

import pytest
from conftest import ROOT
from play.report.samples import card, sample, together

from pnp.play.report.language import Language
from pnp.play.report.wording import (
    FLAG_MARKS,
    FLAG_WORDS,
    REASONS,
    VERDICT_WORDS,
    elided,
    extremes,
    figures,
    flagged_cards,
    heading,
    labels,
    minutes,
    notable_cards,
    story,
    title_of,
    verdict,
)
from pnp.play.simulation.report import CardFlag, Ending, GroupResult, Report
from pnp.play.statistics import Estimate, Fairness, FairnessVerdict, fairness


def test_numbers_have_a_real_minus_and_no_negative_zero() -> None:
    say = Language("en")
    assert (say.percent(-0.253), say.percent(0.5, 0)) == ("−25.3 %", "50 %")
    assert (say.points(-0.0123), say.points(-0.0001)) == ("−1.2", "+0.0")
    assert (say.tenth(1234.56), say.tenth(-0.01)) == ("1,234.6", "0.0")


def test_french_numbers_have_a_comma_and_a_space_that_does_not_break() -> None:
    say = Language("fr-CA")
    assert (say.percent(0.253), say.tenth(1234.5), say.points(-0.012)) == ("25,3\u00a0%", "1\u202f234,5", "−1,2")
    assert (say.games(0), say.games(2000)) == ("0 partie", "2\u202f000 parties")
    assert (say.tag, Language("it").tag, Language("it")("Ends")) == ("fr-CA", "en-GB", "Ends")


def test_german_numbers_have_a_comma_and_a_point() -> None:
    say = Language("de-AT")
    assert (say.tag, say.percent(0.253), say.tenth(1234.5)) == ("de-AT", "25,3\u00a0%", "1.234,5")
    assert (say.games(1), say.games(2000), say("Ends")) == ("1 Spiel", "2.000 Spiele", "Spielende")


def test_every_flag_and_verdict_has_its_words() -> None:
    assert set(FLAG_MARKS) == set(FLAG_WORDS) == set(get_args(CardFlag))
    assert set(VERDICT_WORDS) == set(get_args(FairnessVerdict))


def test_every_reason_of_a_summary_is_a_message() -> None:
    source = ast.parse((ROOT / "pnp/play/simulation/summary.py").read_text(encoding="utf-8"))
    keywords = [node.value for node in ast.walk(source) if isinstance(node, ast.keyword) and node.arg == "because"]
    fixed = {value.value for value in keywords if isinstance(value, ast.Constant)}
    assert fixed <= set(REASONS)
    assert {reason for reason in REASONS if "#" not in reason} == fixed


def test_the_story_says_how_long_how_it_ends_and_whether_seats_matter() -> None:
    assert story(sample()) == [
        "With 3 players a game takes about 5 minutes and 10 decisions.",
        "8 in 10 games end by “two rounds”, 2 in 10 by “<never> & nowhere”.",
        "So few games cannot show whether the seat matters.",
    ]
    powerful = story(sample(visible_share=0.384))[-1]
    assert powerful.endswith("; a seat that wins 38 % or more would very probably have been detected.")
    seats = sample(fairness=fairness([200, 100, 100]))
    assert story(seats)[-1] == ("Seat 1 wins 50 % of the games with one winner (40 to 60 %), where 33 % would be fair.")
    close = story(sample(fairness=fairness([51_000, 49_000])))[-1]
    assert close == (
        "Seat 1 wins 51 % of the games with one winner (50 to 52 %): hardly more or less than the 50 % that would be fair."
    )
    assert story(sample(fairness=fairness([9000, 9000, 9000])))[-1] == "The seat makes no noticeable difference."
    assert story(together())[-1] == "The players win 60 % of the games (55 to 65 %)."
    assert len(story(sample(endings=sample().endings[:1]))) == 2
    half = (Ending("a", 51, Estimate(0.51, 0.4, 0.6)), Ending("b", 38, Estimate(0.38, 0.3, 0.5)))
    assert story(sample(endings=half))[1] == "Half of the games end by “a”, 4 in 10 by “b”."
    nearly = (Ending("a", 99, Estimate(0.99, 0.9, 1)), Ending("b", 1, Estimate(0.01, 0, 0.1)))
    assert story(sample(endings=nearly))[1] == "Nearly all games end by “a”."


def test_a_report_is_told_in_the_language_of_its_names() -> None:
    report = sample(language="fr")
    assert story(report)[0] == "À 3 joueurs, une partie dure environ 5\u00a0minutes et demande 10\u00a0décisions."
    assert title_of([report]) == "Duel\u00a0: 400 parties jouées"
    assert verdict(report).startswith("Indécis")
    assert "lancez --games certain" in verdict(report)
    assert flagged_cards(report)[1][1] == "gagne nettement moins souvent"
    assert figures(report)[0][0] == "Décisions"
    rare = card("1", 0.0, "dead", "never picked, so in less than 0.15 % of games")
    (remark,) = flagged_cards(sample(language="fr", cards=(rare,)))
    assert remark[1] == "jamais choisie, donc dans moins de 0,15 % des parties"


def test_where_cards_are_grouped_only_those_are_shown_that_surely_differ() -> None:
    group = GroupResult("numbers", "colour", "red", 9, 100, 0.3, Estimate(0.0, -0.1, 0.1))
    assert [card.name for card in notable_cards(sample())] == ["9", "5", "1"]
    assert [card.name for card in notable_cards(sample(groups=(group,)))] == ["9", "1"]


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
    groups = [(flag, because, [card.name for card in cards]) for flag, because, cards in flagged_cards(more)]
    assert groups == [
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
        (sample(fairness=fairness([1000, 1000, 1000])), "Undecided: 400 games cannot tell whether each seat's share of the wins is within 2 percentage points of 33.3 %; run"),
        (sample(fairness=fairness([9000, 9000, 9000])), "Fair: each seat's share of the wins is within 2 percentage points of 33.3 %."),
        (sample(fairness=fairness([200, 100, 100])), "Unfair: seat 1 has 50.0 % of the wins (39.7–60.3), where equal seats have 33.3 %;"),
        (sample(sides=((1,), (2,)), fairness=fairness([51_000, 49_000])), "Nearly fair: seat 1 has 51.0 % of the wins (50.4–51.6). The difference is real, but each seat's share is within 2 percentage points of 50.0 %."),
        (sample(sides=((1, 3), (2, 4)), fairness=fairness([50, 250])), "Unfair: team 1+3 has 16.7 % of the wins"),
        (together(), "Won: 60.0 % of the games, which all players win or lose together; 95 %, however often one looks: 55.0–65.0."),
        (together(players=1), "Won: 60.0 % of the games; 95 %, however often one looks"),
        (together(won=None), ""),
    ],
)  # fmt: skip
def test_what_is_known_of_fairness(report: Report, text: str) -> None:
    assert verdict(report).startswith(text)
    assert bool(verdict(report)) is bool(text)


def test_different_bots_are_told_of() -> None:
    assert "share also tells of its bot" in verdict(sample(is_turning=False))
    assert "its bot" not in verdict(sample())
    assert "they cannot be compared" in verdict(together(bots=("high", "shy")))


def test_rarely_is_a_billion_at_the_most() -> None:
    seats = sample().fairness
    assert seats
    assert "one simulation in a billion would" in verdict(sample(fairness=Fairness("unfair", 1e300, seats.seats, 0.02)))


def test_key_figures() -> None:
    assert figures(sample()) == [
        ("Decisions", "10.0", "moments of choice; nine in ten games 9 to 11"),
        ("Minutes", "5", "at 30 seconds a decision"),
        ("Points", "0.2", "from −1 to 2"),
        ("Lead", "1.0", "how far the winner is ahead of the second"),
        ("Seats", "undecided", "76 % of games have one winner"),
    ]
    assert figures(together())[-1] == ("Won", "60.0 %", "55.0–65.0 % of games")
    assert figures(sample(sides=((1, 3), (2, 4))))[-1] == ("Seats", "undecided", "teams 1+3, 2+4")


def test_a_text_is_cut_to_so_many_letters() -> None:
    assert (elided("four", 4), elided("fours", 4), elided("a b c", 3)) == ("four", "fou…", "a…")
