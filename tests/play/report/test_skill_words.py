"""Luck against skill in words, tables and pages; people beside bots."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from play.report.samples import sample, together
from strategies import shipped_fonts

from pnp.extensions.laboratory.skill import LevelResult, SkillReport, StepResult
from pnp.extensions.laboratory.skill_words import skill_as_text, skill_html, skill_story, skill_tables
from pnp.play.report.grids import people_table
from pnp.play.report.html import report_html
from pnp.play.report.terminal import WIDTH, as_text
from pnp.play.simulation.diary import People
from pnp.play.statistics import Estimate, fairness

STRONG, EQUAL, WEAK = Estimate(0.9, 0.8, 0.95), Estimate(0.35, 0.3, 0.4), Estimate(0.1, 0.05, 0.2)


def skill(share: Estimate, hole: Estimate = EQUAL, visible: float | None = 0.45, **changes: object) -> SkillReport:
    fair = sample(bots=("random",), bot_results=(), fairness=fairness([9000, 9000, 9000]))
    levels = tuple(LevelResult(bot, replace(fair, bots=(bot,))) for bot in ("random", "careful", "search:100"))
    steps = (
        StepResult("search:100", "careful", 100, hole, visible, True),
        StepResult("search:100", "random", 100, share, visible, False),
    )
    return replace(SkillReport("Duel", 3, levels, steps), **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("share", "words"),
    [
        (STRONG, "Mostly skill: one “search:100” among players like “random” wins 90 % (80 to 95 %) of the games"),
        (Estimate(0.6, 0.5, 0.7), "Luck and skill:"),
        (Estimate(0.45, 0.4, 0.5), "Mostly luck:"),
        (EQUAL, "Nothing proves that strength matters:"),
        (WEAK, "One “search:100” among players like “random” wins 10 % (5 to 20 %) of the games, less than"),
    ],
)
def test_how_far_strength_matters(share: Estimate, words: str) -> None:
    assert skill_story(skill(share))[0].startswith(words)


@pytest.mark.parametrize(
    ("hole", "visible", "words"),
    [
        (STRONG, 0.45, "The game's bot “careful” can be beaten"),
        (WEAK, 0.45, "The game's bot “careful” is better than “search:100”"),
        (EQUAL, 0.45, "Nothing proves that the game's bot “careful” can be beaten"),
        (EQUAL, None, "So few games cannot show whether the game's bot “careful” can be beaten."),
    ],
)
def test_whether_the_games_bot_has_a_hole(hole: Estimate, visible: float | None, words: str) -> None:
    assert skill_story(skill(STRONG, hole, visible))[1].startswith(words)


CALLED = {"random": "by chance", "careful": "thoughtful", "search:100": "search:100", "high": "greedy"}


def test_bots_have_the_words_of_the_game() -> None:
    report = skill(STRONG)
    levels = tuple(replace(level, report=replace(level.report, bot_words=CALLED)) for level in report.levels)
    report = replace(report, levels=levels)
    page = skill_html([report], shipped_fonts())
    for text in (skill_as_text(report), page[page.index("<body>") :]):
        assert "players like “by chance”" in text
        assert "search:100 among thoughtful" in text
        assert "by chance, thoughtful, search:100 · " in text
        assert not re.search("random|careful", text)
    assert [level["bot"] for level in report.as_json()["levels"]] == ["random", "careful", "search:100"]


def test_a_report_has_the_words_of_the_game_for_bots() -> None:
    report = sample(bot_words=CALLED)
    page = report_html([report], shipped_fonts())
    for text in (as_text(report), page[page.index("<body>") :]):
        assert "bots: greedy, by chance" in text
        assert not re.search(r"\bhigh\b|\brandom\b", text)
    assert report.as_json()["bots"] == ["high", "random"]


def test_what_a_better_bot_would_have_won_is_stated() -> None:
    assert "one that wins 45 % or more would very probably have been detected" in skill_story(skill(STRONG))[1]


def test_whether_seats_are_fair_among_the_strong() -> None:
    last = skill_story(skill(STRONG))[-1]
    assert last == "The seat makes no noticeable difference. This holds for players like “search:100”."


def test_the_headline_is_a_row_that_proves_something() -> None:
    report = skill(Estimate(0.8, 0.31, 0.97), EQUAL, None)
    proving = StepResult("careful", "random", 2000, Estimate(0.935, 0.849, 0.973), 0.4, False)
    headline = skill_story(replace(report, steps=(proving, *report.steps)))[0]
    assert headline.startswith("Mostly skill: one “careful” among players like “random” wins 94 % (85 to 97 %)")
    few = replace(report.steps[-1], games=5, share=Estimate(1.0, 0.47, 1.0))
    assert skill_story(replace(report, steps=(proving, few)))[0] == headline


def test_a_handful_of_games_has_no_percentage_of_skill() -> None:
    few = StepResult("search:100", "random", 1, Estimate(1.0, 0.05, 1.0), None, False)
    report = skill(STRONG, steps=(few,))
    first, more, *_ = skill_story(report)
    assert first == "One “search:100” among players like “random”: 1 game cannot tell whether strength matters."
    times = few.times_to_decide(3, 1)
    assert more == (
        f"More games would likely decide it: --skill --players 3 --games {20 * times}, about {times} times as long."
    )
    assert next(iter(skill_tables(report))).rows[0][4] == "–"


def test_what_is_decided_asks_for_no_more_games() -> None:
    assert "More games" not in " ".join(skill_story(skill(STRONG, STRONG)))
    assert "More games" in " ".join(skill_story(skill(STRONG, EQUAL)))


def test_players_who_win_together_are_compared_by_what_they_win() -> None:
    levels = (LevelResult("random", together()), LevelResult("search:100", together()))
    assert skill_story(SkillReport("Duel", 3, levels, ()))[:1] == ["“random” wins 60 % (55 to 65 %) of the games."]


def test_tables_have_a_row_for_each_and_fit_a_terminal() -> None:
    steps, among, cards = skill_tables(skill(STRONG))
    assert [row[0] for row in steps.rows] == ["search:100 among careful", "search:100 among random"]
    assert [row[0] for row in among.rows] == ["random", "careful", "search:100"]
    assert cards.head[1:] == ("random", "careful", "search:100")
    assert cards.rows[0] == ("9", "+20.0 *", "+20.0 *", "+20.0 *")
    assert max(map(len, skill_as_text(skill(STRONG)).splitlines())) <= WIDTH


def test_a_page_has_the_same() -> None:
    page = skill_html([skill(STRONG)], shipped_fonts())
    assert "Duel: luck and skill" in page
    assert "Mostly skill" in page
    assert page.count("<svg") == 1
    french = skill(STRONG, levels=tuple(LevelResult(b, sample(language="fr")) for b in ("random", "search:100")))
    assert "Surtout de l’habileté" in skill_html([french], shipped_fonts())


# --- people

PEOPLE = People(
    games=6,
    unfinished=1,
    unreadable=0,
    decisions=Estimate(9.5, 8, 11),
    minutes=4.25,
    seconds=Estimate(12, 10, 14),
    asked=60,
    taken_back=3,
    seats=6,
    wins=Estimate(0.5, 0.2, 0.8),
    equal=1 / 3,
    points=2.0,
    answers=(("Was it <tense>?", ("Yes, " + "very " * 40, "No.")),),
)


def test_people_stand_beside_bots() -> None:
    table = people_table(sample(people=PEOPLE, seconds=12.0, estimate=30.0))
    assert table is not None
    rows = {row[0]: row[1:] for row in table.rows}
    assert rows["games"] == ("6", "", "400")
    assert rows["seconds for a decision"] == ("12.0", "10.0–14.0", "30")
    assert rows["wins among bots"] == ("50.0 %", "20.0–80.0", "33.3 %")
    assert rows["picks taken back"][0] == "3"
    assert "write seconds: 12 in play:" in table.note
    assert "1 game more did not come to their end." in table.note
    assert people_table(sample()) is None


def test_too_few_people_are_not_compared() -> None:
    table = people_table(sample(people=replace(PEOPLE, games=2, seconds=None), estimate=30.0))
    assert table is not None
    assert table.note.startswith("2 games are too few to compare; 5 are needed. Too few decisions")
    assert "write seconds:" not in table.note
    one = people_table(sample(people=replace(PEOPLE, games=1, decisions=None, mean_decisions=17.0), estimate=30.0))
    assert one is not None
    assert one.note.startswith("1 game is too few to compare; 5 are needed.")
    assert one.rows[1][1:3] == ("17.0", "")


def test_what_people_said_is_in_all_forms_of_a_report() -> None:
    report = sample(people=PEOPLE, estimate=30.0)
    text = as_text(report)
    assert "Was it <tense>?\n  – Yes, very" in text
    assert max(map(len, text.splitlines())) <= WIDTH
    page = report_html([report], shipped_fonts())
    assert "<h3>Was it &lt;tense&gt;?</h3>" in page
    assert "<li>No.</li>" in page
    assert report.as_json()["people"]["games"] == 6
