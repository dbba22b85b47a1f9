"""Luck against skill: who plays beside whom, and what the tables show together."""

from __future__ import annotations

import pytest
from duels import RULES, duel_kit

from pnp.extensions.laboratory.skill import SkillReport, skill_of, skill_report, skill_tables, strengths
from pnp.play.game_bundle import GameSetup
from pnp.play.simulation.blocks import play_block
from pnp.play.simulation.summary import make_report
from pnp.play.statistics import visible_above

pytestmark = pytest.mark.slow

CHANCE = """\
from pnp.rules import End, Table


def game(table):
    yield {0: list(table.decks.numbers[:2])}
    winner = int(table.random() * table.players)
    return End("luck", winners=[winner])
"""


def compared(rules: str, bots: tuple[str, ...], games: int, players: int = 2, **values: int) -> SkillReport:
    bundle = duel_kit(rules)
    reports = {}
    for table in skill_tables(bots, GameSetup(players, "7", values=values), games):
        tally = play_block(bundle, table.setup, 0, table.games)
        reports[table.stronger, table.weaker] = make_report(tally, bundle, table.setup)
    report = skill_report(bundle, reports)
    assert report is not None
    return report


def test_all_strengths_play_among_themselves_and_one_among_weaker_ones() -> None:
    tables = list(skill_tables(["random", "highest", "search:9"], GameSetup(3, "7"), 2000))
    pairs = [(table.stronger, table.weaker) for table in tables]
    assert pairs[:3] == [("random", "random"), ("highest", "highest"), ("search:9", "search:9")]
    assert pairs[3:] == [("highest", "random"), ("search:9", "highest"), ("search:9", "random")]
    assert [table.games for table in tables] == [2000, 2000, 100, 2000, 100, 100]
    assert tables[3].setup == GameSetup(3, "7", ("highest", "random", "random"), {}, is_turning=True)
    assert [table.is_equal for table in tables] == [True] * 3 + [False] * 3


def test_alone_nobody_plays_among_others() -> None:
    assert all(table.is_equal for table in skill_tables(["random", "highest"], GameSetup(1, "7"), 10))


def test_the_players_are_chance_the_games_bot_and_one_who_searches() -> None:
    assert strengths(duel_kit()) == ["random", "search:100"]
    assert strengths(duel_kit(usual=("highest",))) == ["random", "highest", "search:100"]
    assert strengths(duel_kit(), ["highest", "search:9"]) == ["highest", "search:9"]


def test_a_game_of_chance_has_no_skill_and_one_of_skill_has() -> None:
    (step,) = compared(CHANCE, ("random", "highest"), 2000).steps
    assert step.share.low < 0.5 < step.share.high
    duel = compared(RULES, ("random", "highest"), 600, 3, rounds=1)  # the highest card of the hand takes it
    assert [level.bot for level in duel.levels] == ["random", "highest"]
    assert duel.range is not None
    assert duel.range.share.low > 1 / 3
    assert duel.as_json()["steps"][0]["skill"] == pytest.approx(skill_of(duel.range.share.value, 3))


def test_skill_is_measured_from_an_equal_part_to_all() -> None:
    assert skill_of(0.25, 4) == 0
    assert skill_of(1, 4) == 1
    assert skill_of(0.625, 4) == pytest.approx(0.5)


def test_games_that_are_asked_for_next_would_mostly_decide() -> None:
    (step,) = compared(CHANCE, ("random", "highest"), 40).steps
    times = step.times_to_decide(2, 1)
    assert times > 2
    visible = visible_above(step.games * times, 0.5)
    assert visible is not None
    assert visible <= max(step.share.value, 0.55)
