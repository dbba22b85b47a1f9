"""A game and players of rising strength → tables of equal and of unequal players, and how much strength matters.

Players of each strength play among themselves, and one stronger player among weaker ones, who changes seats from game
to game. pnp.extensions.laboratory.skill_words puts it into words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from pnp.core.diagnostics import Diagnostics
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.play import statistics as st
from pnp.play.bots import is_search
from pnp.play.game_bundle import USUAL_BOTS, GameBundle, GameSetup
from pnp.play.processes import Submit
from pnp.play.simulate import AnalysisProgress, Playable, run
from pnp.play.simulation.report import Report
from pnp.play.statistics import Estimate

SEARCHING = "search:100"
"""The strongest player, if none is named."""

SEARCH_PART = 20
"""A table with a searching bot plays one in this many of the games, as each takes a thousand times as long."""


FEW_GAMES = 30
"""With fewer games of one stronger player, no percentage of skill is reported."""

LEAST_SKILL = 0.1
"""The smallest skill that further games should be able to detect."""


@frozen_dataclass
class SkillTable:
    """A table to play at.

    Attributes:
        stronger: The bot of one seat.
        weaker: The bots of the other seats; those of the same name for equal players.
    """

    stronger: str
    weaker: str
    setup: GameSetup
    games: int

    @property
    def is_equal(self) -> bool:
        """Whether all players are of one strength."""
        return self.stronger == self.weaker


@frozen_dataclass
class LevelResult:
    """The games of players of one strength."""

    bot: str
    report: Report


@frozen_dataclass
class StepResult:
    """The games of one stronger player among weaker ones.

    Attributes:
        share: The share of the games that the stronger player has won; a win shared by k counts 1/k. The intervals of
            all steps hold together.
        visible: The share at which the player would very probably have been proved stronger; None if no share would.
        is_usual: Whether only the weaker ones are the game's own bots.
    """

    stronger: str
    weaker: str
    games: int
    share: Estimate
    visible: float | None
    is_usual: bool

    @property
    def is_few(self) -> bool:
        """Whether its games are too few to say in percent how far strength matters."""
        return self.games < FEW_GAMES

    @property
    def asked(self) -> int:
        """The games asked for; where somebody searches, a part of them is played."""
        return self.games * (SEARCH_PART if is_search(self.stronger) or is_search(self.weaker) else 1)

    def times_to_decide(self, players: int, steps: int) -> int:
        """Return by which factor more games would very probably decide, at least 2.

        Args:
            players: The number of players.
            steps: The number of steps whose intervals hold together.
        """
        equal, times = 1 / players, 2
        share = max(self.share.value, equal + LEAST_SKILL * (1 - equal))
        while (visible := st.visible_above(times * self.games, equal, st.ALPHA / steps)) is None or visible > share:
            times += 1 + times // 8
        return times


@frozen_dataclass
class SkillReport:
    """How far strength matters in a game with one number of players.

    Attributes:
        levels: The players, weakest first, among themselves.
        steps: One stronger player among weaker ones, step by step, and last the strongest among the weakest; empty
            where players win together, or play alone.
    """

    title: str
    players: int
    levels: tuple[LevelResult, ...]
    steps: tuple[StepResult, ...]
    language: str = "en"

    def bot_word(self, bot: str) -> str:
        """Return what a bot is called for people."""
        return next((level.report.bot_word(bot) for level in self.levels if level.bot == bot), bot)

    @property
    def range(self) -> StepResult | None:
        """The strongest player among the weakest."""
        return self.steps[-1] if self.steps else None

    def as_json(self) -> dict[str, Any]:
        """Return plain values, for json.dumps."""
        return {
            "title": self.title,
            "players": self.players,
            "levels": [{"bot": level.bot, "report": level.report.as_json()} for level in self.levels],
            "steps": [
                {
                    "stronger": step.stronger,
                    "weaker": step.weaker,
                    "games": step.games,
                    "share": [float(f"{end:.9g}") for end in (step.share.value, step.share.low, step.share.high)],
                    "visible": None if step.visible is None else float(f"{step.visible:.9g}"),
                    "skill": float(f"{skill_of(step.share.value, self.players):.9g}"),
                }
                for step in self.steps
            ],
        }


def skill_of(share: float, players: int) -> float:
    """Return how much strength decides: 0 if the stronger player wins no more than an equal part, 1 if always."""
    return (share - 1 / players) / (1 - 1 / players)


def strengths(bundle: GameBundle, named: Sequence[str] = ()) -> list[str]:
    """Return the players to compare, weakest first: chance, the game's first bot, one who searches; or those named."""
    return list(dict.fromkeys(named or (USUAL_BOTS[0], bundle.usual[0], SEARCHING)))


def skill_tables(bots: Sequence[str], setup: GameSetup, games: int) -> Iterator[SkillTable]:
    """Yield the tables to play at: those of equal players, then those with one stronger player.

    Args:
        bots: The players, weakest first.
        setup: The number of players, the seed and the options.
        games: The number of games at each table without a searching bot.
    """
    pairs = [(bot, bot) for bot in bots]
    if setup.players > 1:
        pairs += [(stronger, weaker) for weaker, stronger in pairwise(bots)]
        pairs += [(bots[-1], bots[0])] if len(bots) > 2 else []
    for stronger, weaker in pairs:
        line_up = (stronger,) if stronger == weaker else (stronger, *(weaker,) * (setup.players - 1))
        number = max(games // SEARCH_PART, 1) if any(map(is_search, line_up)) else games
        table = GameSetup(setup.players, setup.seed, line_up, setup.values, is_turning=len(line_up) > 1)
        yield SkillTable(stronger, weaker, table, number)


def skill_report(bundle: GameBundle, reports: Mapping[tuple[str, str], Report]) -> SkillReport | None:
    """Return what the tables show together; None before the first is played.

    Args:
        bundle: The game.
        reports: The report of each table, by its stronger and its weaker player.
    """
    levels = tuple(LevelResult(bot, report) for (bot, other), report in reports.items() if bot == other)
    if not levels:
        return None
    unequal = [(*pair, report) for pair, report in reports.items() if pair[0] != pair[1] and report.bot_results]
    alpha = st.ALPHA / max(len(unequal), 1)
    steps = tuple(_step(report, stronger, weaker, bundle, alpha) for stronger, weaker, report in unequal)
    first = levels[0].report
    return SkillReport(first.title, first.players, levels, steps, first.language)


def _step(report: Report, stronger: str, weaker: str, bundle: GameBundle, alpha: float) -> StepResult:
    won = next(result.share.value for result in report.bot_results if result.bot == stronger)
    share = st.wilson(won * report.games, report.games, alpha)
    visible = st.visible_above(report.games, 1 / report.players, alpha)
    is_usual = weaker in bundle.usual and weaker not in USUAL_BOTS and stronger not in bundle.usual
    return StepResult(stronger, weaker, report.games, share, visible, is_usual)


def run_skill(
    playable: Playable,
    setup: GameSetup,
    bots: Sequence[str],
    games: int,
    submit: Submit,
    jobs: int,
    diagnostics: Diagnostics,
) -> Iterator[AnalysisProgress]:
    """Let players of several strengths play; yield the progress, until a game fails. The last report is the result.

    Args:
        playable: The game.
        setup: The number of players, the seed and the options.
        bots: The players, weakest first; empty for chance, the game's bot and one who searches.
        games: The number of games at each table without a searching bot.
        submit: As for `pnp.play.simulate.run`.
        jobs: As for `pnp.play.simulate.run`.
        diagnostics: Collects what is wrong.
    """
    tables = list(skill_tables(strengths(playable.bundle, bots), setup, games))
    reports: dict[tuple[str, str], Report] = {}
    for number, table in enumerate(tables):
        key = table.stronger, table.weaker
        name = table.stronger if table.is_equal else f"{table.stronger} : {table.weaker}"
        if not table.is_equal and next(iter(reports.values())).won is not None:
            return  # they win together, so they cannot be compared
        for latest in run(playable, table.setup, table.games, submit, jobs, diagnostics):
            reports[key] = latest.report()
            part = (number + latest.games / table.games) / len(tables)
            yield AnalysisProgress(name, part, lambda: skill_report(playable.bundle, reports))
        if diagnostics:
            return
