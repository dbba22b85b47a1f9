"""A SkillReport → its sentences, tables and charts, as text and as a web page.

They say how much strength matters, and what differs among strong players.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from html import escape
from textwrap import wrap

from pnp.core.fonts import FontSet
from pnp.extensions.laboratory.skill import SkillReport, StepResult, run_skill, skill_of
from pnp.play.report.charts import Chart
from pnp.play.report.grids import overview
from pnp.play.report.html import html_figure, html_page, html_table
from pnp.play.report.intervals import IntervalRow, draw_shares
from pnp.play.report.language import Language, language_of
from pnp.play.report.plot import Compositor
from pnp.play.report.table import ReportTable
from pnp.play.report.terminal import WIDTH, note_lines, table_lines
from pnp.play.report.wording import labels, percents, story, with_interval
from pnp.play.simulate import Analysis
from pnp.play.simulation.report import GroupResult
from pnp.text.own_words import message

LUCK, SKILL = 1 / 3, 2 / 3
"""A skill below the first is called mostly luck, above the second mostly skill."""


def skill_language(report: SkillReport) -> Language:
    """Return the language of a report."""
    return language_of(report.levels[0].report)


def skill_story(report: SkillReport) -> list[str]:
    """Return plain sentences on how much strength matters, and whether the game's bots can be beaten."""
    say, sentences = skill_language(report), []
    if report.players == 1 or not report.steps:
        sentences += [
            say(
                "“{bot}” wins {share} of the games.",
                bot=report.bot_word(level.bot),
                share=percents(level.report.won, say),
            )
            for level in report.levels
            if level.report.won
        ]
    if headline := _headline(report):
        sentences.append(_luck(headline, report, say))
    sentences += [_hole(step, report, say) for step in report.steps if step.is_usual]
    undecided = [step for step in report.steps if _is_open(step, report, headline)]
    sentences += [_more(undecided, report, say)] if undecided else []
    strongest = report.levels[-1]
    if strongest.report.fairness:
        last = story(strongest.report)[-1]
        sentences.append(
            say("{sentence} This holds for players like “{bot}”.", bot=report.bot_word(strongest.bot), sentence=last)
        )
    return sentences


def _headline(report: SkillReport) -> StepResult | None:
    """Return the step that shows most about strength: the whole range if it proves something, else another."""
    proving = [step for step in report.steps if step.share.low > 1 / report.players]
    many = [step for step in proving if not step.is_few]
    if report.range is None or report.range in (many or proving) or report.range.share.high < 1 / report.players:
        return report.range
    return max(many or proving, key=lambda step: step.share.value, default=report.range)


def _is_open(step: StepResult, report: SkillReport, headline: StepResult | None) -> bool:
    """Return whether a sentence is about a step whose games decide nothing."""
    is_decided = not step.share.low <= 1 / report.players <= step.share.high
    return not is_decided and (step.is_usual or step is headline)


def _more(undecided: Sequence[StepResult], report: SkillReport, say: Language) -> str:
    """Return a sentence on how many games would very probably decide what is undecided."""
    games, times = max(
        (step.asked * times, times)
        for step in undecided
        for times in [step.times_to_decide(report.players, len(report.steps))]
    )
    return say(
        "More games would likely decide it: --skill --players {players} --games {games}, about {times} times as long.",
        players=report.players,
        games=games,
        times=say.whole(times),
    )


def _luck(step: StepResult, report: SkillReport, say: Language) -> str:
    """Return a sentence on how much of a game is luck, from the strongest player among the weakest."""
    players = report.players
    skill = skill_of(step.share.value, players)
    values = {
        **_bots(step, report),
        "share": percents(step.share, say),
        "equal": say.percent(1 / players, 0),
        "games": say.games(step.games),
    }
    if step.share.high < 1 / players:
        sentence = message(
            "One “{stronger}” among players like “{weaker}” wins {share} of the games, less than the {equal} of equals:"
            " it is no stronger, so this tells nothing of luck."
        )
    elif step.share.low <= 1 / players and step.is_few:
        sentence = message(
            "One “{stronger}” among players like “{weaker}”: {games} cannot tell whether strength matters."
        )
    elif step.share.low <= 1 / players:
        sentence = message(
            "Nothing proves that strength matters: one “{stronger}” among players like “{weaker}” wins {share} of the"
            " games, equals {equal}."
        )
    elif skill < LUCK:
        sentence = message(
            "Mostly luck: one “{stronger}” among players like “{weaker}” wins {share} of the games, equals {equal}."
        )
    elif skill < SKILL:
        sentence = message(
            "Luck and skill: one “{stronger}” among players like “{weaker}” wins {share} of the games, equals {equal}."
        )
    else:
        sentence = message(
            "Mostly skill: one “{stronger}” among players like “{weaker}” wins {share} of the games, equals {equal}."
        )
    return say(sentence, **values)


def _hole(step: StepResult, report: SkillReport, say: Language) -> str:
    """Return a sentence on whether the game's bots can be beaten."""
    values = {**_bots(step, report), "share": percents(step.share, say)}
    if step.share.low > 1 / report.players:
        sentence = message(
            "The game's bot “{weaker}” can be beaten: one “{stronger}” among such bots wins {share} of the games."
            " What a report says of games among them may not hold for good players."
        )
    elif step.share.high < 1 / report.players:
        sentence = message(
            "The game's bot “{weaker}” is better than “{stronger}”, which wins {share} of the games among such bots."
        )
    elif step.visible is None:
        return say("So few games cannot show whether the game's bot “{weaker}” can be beaten.", **values)
    else:
        sentence = message(
            "Nothing proves that the game's bot “{weaker}” can be beaten: one “{stronger}” among such bots wins {share}"
            " of the games; one that wins {visible} or more would very probably have been detected."
        )
    return say(sentence, **values, visible=say.percent(step.visible or 0, 0))


def _bots(step: StepResult, report: SkillReport) -> dict[str, str]:
    """Return the words for the two kinds of players."""
    return {"stronger": report.bot_word(step.stronger), "weaker": report.bot_word(step.weaker)}


def skill_tables(report: SkillReport) -> Iterator[ReportTable]:
    """Yield the tables of a report: strengths, games among equals, and cards by strength."""
    if report.steps:
        yield _steps(report)
    say = skill_language(report)
    among = overview([level.report for level in report.levels])
    rows = tuple((report.bot_word(level.bot), *row[1:]) for level, row in zip(report.levels, among.rows, strict=True))
    yield replace(among, title=say("Among equals"), head=(say("players"), *among.head[1:]), rows=rows)
    if groups := _groups(report):
        yield groups
    if cards := _cards(report):
        yield cards


def _steps(report: SkillReport) -> ReportTable:
    say = skill_language(report)
    rows = tuple(
        (
            say("{stronger} among {weaker}", **_bots(step, report)),
            say.whole(step.games),
            *with_interval(step.share, say),
            "–" if step.is_few else say.percent(max(skill_of(step.share.value, report.players), 0.0), 0),
            "–" if step.visible is None else say.percent(step.visible, 0),
        )
        for step in report.steps
    )
    head = (say("who"), say("games"), say("wins"), "95 %", say("skill"), say("detectable"))
    note = say(
        "How often one stronger player wins, on every seat in turn; equals win {equal}. Skill: 0 % if strength does not"
        " matter, 100 % if the stronger player always wins. The intervals hold for all rows together.",
        equal=say.percent(1 / report.players),
    )
    bars = tuple(step.share.value for step in report.steps)
    return ReportTable(say("One stronger player"), note, head, "<>>>>>", rows, bars)


def _groups(report: SkillReport) -> ReportTable | None:
    """Return how much kinds of cards win, by who plays."""
    by_level = [{(g.deck, g.field, g.name): g for g in level.report.groups} for level in report.levels]
    keys = list(dict.fromkeys(key for groups in by_level for key in groups))
    if not keys:
        return None
    say = skill_language(report)
    rows = tuple((key[2], *[_points(groups.get(key), say) for groups in by_level]) for key in keys)
    head = (say("kind"), *[report.bot_word(level.bot) for level in report.levels])
    note = say(
        "Win rate with a card of the kind, less that with any card, in percentage points, by who plays;"
        " * is certain not to be chance."
    )
    return ReportTable(say("Kinds of cards by who plays"), note, head, "<" + ">" * len(by_level), rows)


def _points(group: GroupResult | None, say: Language) -> str:
    if group is None:
        return "–"
    is_certain = group.difference.low > 0 or group.difference.high < 0
    return say.points(group.difference.value) + (" *" if is_certain else "  ")


def _cards(report: SkillReport) -> ReportTable | None:
    """Return the cards that are certain to win more or less often at some level, by who plays."""
    say = skill_language(report)
    by_level = [
        {
            name: card.difference
            for card in level.report.cards
            if card.difference and (name := labels(level.report)[card.deck, card.name])
        }
        for level in report.levels
    ]
    certain = [name for cards in by_level for name, value in cards.items() if value.low > 0 or value.high < 0]
    if not certain:
        return None
    rows = tuple(
        (
            name,
            *[
                say.points(value.value) + (" *" if value.low > 0 or value.high < 0 else "  ")
                if (value := cards.get(name))
                else "–"
                for cards in by_level
            ],
        )
        for name in list(dict.fromkeys(certain))[:40]
    )
    head = (say("card"), *[report.bot_word(level.bot) for level in report.levels])
    note = say(
        "Win rates of seats with the card less without, in percentage points, by who plays;"
        " * is certain not to be chance."
    )
    return ReportTable(say("Cards by who plays"), note, head, "<" + ">" * len(by_level), rows)


def skill_charts(report: SkillReport, compositor: Compositor) -> Iterator[Chart]:
    """Yield the chart of one stronger player's wins."""
    if not report.steps:
        return
    say = skill_language(report)
    rows = [
        IntervalRow(
            f"{report.bot_word(step.stronger)} : {report.bot_word(step.weaker)}",
            step.share,
            say.percent(step.share.value),
        )
        for step in report.steps
    ]
    title, equal = say("One stronger player"), say("equal part {share}", share=say.percent(1 / report.players))
    frame = draw_shares(title, rows, 1 / report.players, 0, equal, say, compositor)
    listed = ", ".join(f"{row.label} {row.value}" for row in rows)
    yield Chart(title, say("How often the stronger player wins. Lines: 95 %."), f"{title}: {listed}.", frame)


def skill_as_text(report: SkillReport) -> str:
    """Return a comparison of strengths."""
    say, first = skill_language(report), report.levels[0].report
    players = ", ".join(report.bot_word(level.bot) for level in report.levels)
    about = " · ".join([players, *first.options, say("seed {seed}", seed=first.seed)])
    parts = [[f"{report.title} · {say.players(report.players)}", about, "═" * WIDTH]]
    parts.append(wrap(" ".join(skill_story(report)), WIDTH))
    for grid in skill_tables(report):
        parts.append([grid.title, *note_lines(grid.note), *([""] if grid.note else []), *table_lines(grid)])
    return "\n\n".join("\n".join(line.rstrip() for line in part) for part in parts) + "\n"


def skill_html(reports: Sequence[SkillReport], fonts: FontSet) -> str:
    """Return the page of comparisons of strengths in one game, one for each number of players.

    Args:
        reports: At least one.
        fonts: The fonts that measure the texts of charts; at least one family.
    """
    compositor, first = Compositor(fonts), reports[0]
    say = skill_language(first)
    title = escape(say("{title}: luck and skill", title=first.title))
    parts = [f"<h1>{title}</h1>"]
    for report in reports:
        of_level = report.levels[0].report
        parts.append(f'<section aria-labelledby="players-{report.players}">')
        parts.append(f'<h2 id="players-{report.players}">{escape(say.players(report.players))}</h2>')
        players = ", ".join(report.bot_word(level.bot) for level in report.levels)
        about = " · ".join([players, *of_level.options, say("seed {seed}", seed=of_level.seed)])
        parts.append(f'<p class="about">{escape(about)}</p>')
        parts.append(f'<p class="story">{escape(" ".join(skill_story(report)))}</p>')
        drawn = "".join(map(html_figure, skill_charts(report, compositor)))
        parts += [f'<div class="charts">{drawn}</div>'] if drawn else []
        for grid in skill_tables(report):
            parts += html_table(grid)
        parts.append("</section>")
    return html_page(title, parts, say)


SKILL_ANALYSIS = Analysis(run_skill, skill_as_text, skill_html)
"""``pnp simulate --skill``."""
