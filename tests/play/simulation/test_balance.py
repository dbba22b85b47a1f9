"""What is planted in a game is named by its report, with as many games as it says it needs; nothing else is."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from functools import cache

import pytest

from pnp.play.game_bundle import CardRecord, GameBundle, GameSetup
from pnp.play.report.rows import TYPES, as_csv, as_parquet, rows
from pnp.play.report.terminal import WIDTH, as_text
from pnp.play.report.wording import flagged_cards
from pnp.play.simulation.blocks import play_block
from pnp.play.simulation.report import ChoiceResult, Report
from pnp.play.simulation.summary import make_report

RULES = """\
from pnp.rules import End, Piles, Table, ask, move, take


class Garden(Table):
    hands = Piles("owner")
    beds = Piles("all")
    turn = 0


def game(table):
    facts = table.facts
    deck = table.shuffled(table.decks.plants)
    table.hands = [take(deck, 5) for _ in table.seats]
    table.points = [0] * table.players
    for _ in range(3):
        for seat in table.seats:
            yield from play_turn(table, seat)
            if seat == 0:
                table.points[seat] += facts.seat
    return End("autumn", table.points)


def play_turn(table, seat):
    facts = table.facts
    work = yield from ask(seat, ["dig", "water", "sing"], "work")
    card = yield from ask(seat, table.hands[seat], "plant")
    move(card, table.hands[seat], table.beds[seat])
    worth = table.roll(200)
    worth += facts.strong * (card.label == "red 4") - facts.weak * (card.label == "blue 2")
    worth -= facts.useless * (work == "sing")
    worth += facts.slope * card.number
    beds = {other.label for other in table.beds[seat]}
    if card.label in ("red 1", "red 2") and {"red 1", "red 2"} <= beds:
        worth += facts.pair
    table.points[seat] += worth
"""
CLEAN = {"strong": 0, "weak": 0, "seat": 0, "useless": 0, "pair": 0, "slope": 0}
SETUP = GameSetup(3, "7")


def garden(**planted: int) -> GameBundle:
    plants = tuple(
        CardRecord(
            f"{colour} {number}",
            {"label": f"{colour} {number}", "number": number, "colour": colour, "cost": number},
            ("label", "number", "colour", "cost"),
            1,
        )
        for colour in ("red", "blue", "white", "green")
        for number in range(1, 6)
    )
    return GameBundle(
        "garden",
        (3,),
        {**CLEAN, **planted},
        {"plants": plants},
        RULES,
        "rules.py",
        groups={"plants": ("number", "colour")},
    )


def report_of(games: int, seed: str = "7", **planted: int) -> Report:
    bundle, setup = garden(**planted), replace(SETUP, seed=seed)
    return make_report(play_block(bundle, setup, 0, games), bundle, setup)


@cache
def needed() -> dict[str, int]:
    return dict(report_of(600).needed)


def named(report: Report) -> set[str]:
    """Everything that a report points out."""
    found = {card.name for _, _, cards in flagged_cards(report) for card in cards}
    found |= {choice.name for choice in report.choices if choice.flag}
    found |= {outlier.name for outlier in report.outliers}
    found |= {" + ".join(name for _, name in (pair.one, pair.other)) for pair in report.pairs}
    if report.fairness and report.fairness.verdict == "unfair":
        found.add("a seat")
    return found


def choice(report: Report, name: str) -> ChoiceResult:
    return next(choice for choice in report.choices if choice.name == name)


def test_choices_are_counted_by_offers_picks_and_when() -> None:
    report = report_of(19 * 30)
    assert report.counted == 30
    sing, red = choice(report, "sing"), choice(report, "red 4")
    assert (sing.question, sing.deck, sing.offered, sing.seats) == ("work", "", 3 * 3 * 30, 90)
    assert 60 < sing.picked < 120
    assert sing.seen_at == 5  # the third work is a seat's fifth pick
    assert sing.taken_at == pytest.approx(3, abs=0.5)
    assert (sing.held, red.drawn) == (0, 0)
    assert red.held == red.seats
    assert red.held / red.seats_in_all == pytest.approx(0.25, abs=0.1)
    assert red.wins_held
    assert red.wins_held.low < 1 / 3 < red.wins_held.high
    questions = {question.question: (question.asked, question.forced) for question in report.questions}
    assert questions == {"work": (270, 0), "plant": (270, 0)}
    assert report.leads
    assert (report.leads.value, report.leads.games) == ("points", 30)
    assert 0 < report.leads.comebacks.value < 0.9


@pytest.mark.slow
@pytest.mark.parametrize(
    ("what", "planted", "name"),
    [
        ("card", {"strong": 40}, "red 4"),
        ("card", {"weak": 45}, "blue 2"),
        ("seat", {"seat": 12}, "a seat"),
        ("option", {"useless": 40}, "sing"),
    ],
)
def test_what_is_planted_is_named_with_the_games_that_the_report_says_it_needs(
    what: str, planted: dict[str, int], name: str
) -> None:
    """Each adds or takes ten percentage points or more beyond what is of interest; nothing else is named."""
    assert named(report_of(needed()[what], **planted)) == {name}


@pytest.mark.nightly
def test_a_planted_pair_is_named_with_the_games_that_the_report_says_it_needs() -> None:
    pairs = report_of(needed()["pair"], pair=200).pairs
    assert [(one[1], other[1]) for one, other in ((pair.one, pair.other) for pair in pairs)] == [("red 1", "red 2")]


@pytest.mark.slow
def test_a_card_is_unlike_the_others_of_its_number_and_its_cost() -> None:
    """High numbers win; red 4 wins as a 6 would."""
    report = report_of(20_000, slope=20, strong=100)
    assert [(card.name, card.beside) for card in report.outliers] == [("red 4", "cost 4"), ("red 4", "4 red")]
    assert all(card.difference.low > 0.1 for card in report.outliers)
    start, slope = report.costs["plants"]
    assert slope > 0.02
    assert start < 0
    clean = report_of(20_000, slope=20)
    assert clean.outliers == ()


@pytest.mark.slow
def test_options_are_alike_with_many_games_and_differ_if_one_is_useless() -> None:
    assert [question.is_alike for question in report_of(2000).questions] == [None, None]
    alike = {question.question: question.is_alike for question in report_of(60_000).questions}
    assert alike["work"] is True
    different = {question.question: question.is_alike for question in report_of(4000, useless=100).questions}
    assert different["work"] is False


def test_rows_have_every_column_and_the_numbers_of_the_report() -> None:
    report = report_of(4000, strong=130)
    text = as_csv([report])
    lines = list(csv.DictReader(io.StringIO(text)))
    assert text.splitlines()[0].split(",") == list(TYPES)
    assert [line["name"] for line in lines][:3] == ["dig", "sing", "water"]
    assert len(lines) == 3 + 20
    red = next(line for line in lines if line["name"] == "red 4")
    (card,) = (card for card in report.cards if card.name == "red 4")
    assert card.difference
    assert (red["flag"], red["kind"], red["games"], red["players"]) == ("dominant", "card", "4000", "3")
    assert float(red["lift"]) == pytest.approx(card.difference.value)
    assert int(red["offered_to"]) >= int(red["picked_often_by"]) > 0
    assert float(red["beyond_kind"]) > 0.1
    assert {name for row in rows([report]) for name in row} <= set(TYPES)


def test_parquet_has_the_same_rows() -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    report = report_of(600)
    table = parquet.read_table(io.BytesIO(as_parquet([report])))
    assert table.column_names == list(TYPES)
    assert table.to_pylist()[0]["offered"] == choice(report, "dig").offered


def test_the_tables_fit_a_terminal_and_say_what_is_needed() -> None:
    text = as_text(report_of(6000, useless=80, strong=130, pair=330, slope=20))
    assert max(map(len, text.splitlines())) <= WIDTH
    for title in ("Choices", "Options", "Cards on offer and in hand", "Cards unlike others"):
        assert f"\n{title}\n" in text
    assert "would very probably be detected: seat" in " ".join(text.split())


@pytest.mark.nightly
def test_in_eighty_clean_runs_nothing_is_named() -> None:
    assert [named(report_of(3000, str(run))) for run in range(80)] == [set()] * 80
