"""What was seen of a claim → whether it holds, and what tells so."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from pnp.diagnostics import counted
from pnp.rules.claims.batch import Looks
from pnp.rules.play.kit import Sitting
from pnp.rules.simulation.statistics import rule_of_three, wilson

Verdict = Literal["holds", "contradicted", "open"]

ALPHA = 0.05
"""The share of intervals that miss the true share, where a claim is about a share of games."""


@dataclass(frozen=True)
class Judgement:
    """Whether a claim holds.

    Attributes:
        verdict: open where it cannot be told.
        told: What the verdict rests on.
        sitting: The game that shows it; None where no single game does.
        decision: At which decision.
        shown: The values that matter, there.
        fix: What to do about one that is open.
    """

    verdict: Verdict
    told: str
    sitting: Sitting | None = None
    decision: int = 0
    shown: str = ""
    fix: str = "play more games: games: 2000"


def judge(test: str, between: tuple[float, float] | None, seen: Mapping[int, Looks]) -> Judgement:
    """Return the verdict on a claim about games.

    Args:
        test: always, never, sometimes or share.
        between: The least and the largest share.
        seen: What was seen, by number of players.
    """
    games = sum(one.games for one in seen.values())
    looks = sum(one.looks for one in seen.values())
    if not looks:
        return Judgement("open", "there was nothing to look at", fix="correct at: and when:, or play more games")
    if test == "share":
        return _judge_share(between or (0, 1), seen)
    first = next((one for one in seen.values() if one.first), None)
    if first is None or first.first is None:
        bound = f"in none of {counted(games, 'game')}, so in fewer than {min(rule_of_three(games), 1):.2%} of all"
        if test == "sometimes":
            return Judgement("contradicted", f"seen {bound}")
        return Judgement("holds", f"broken {bound}")
    sitting, decision = first.first
    times = sum(one.true_games for one in seen.values())
    if test == "sometimes":
        return Judgement("holds", f"seen in {times:,} of {counted(games, 'game')}", sitting, decision, first.shown)
    broken = times if test == "never" else looks - sum(one.true for one in seen.values())
    unit = counted(games, "game") if test == "never" else counted(looks, "look")
    return Judgement("contradicted", f"broken in {broken:,} of {unit}", sitting, decision, first.shown)


def _judge_share(between: tuple[float, float], seen: Mapping[int, Looks]) -> Judgement:
    least, most = between
    verdicts: list[Verdict] = []
    told = []
    for players, one in seen.items():
        share = wilson(one.true_games, one.games, ALPHA)
        inside, outside = least <= share.low and share.high <= most, share.high < least or share.low > most
        verdicts.append("holds" if inside else "contradicted" if outside else "open")
        told.append(f"{counted(players, 'player')} {share.value:.1%} ({share.low:.1%} to {share.high:.1%})")
    verdict: Verdict = "contradicted" if "contradicted" in verdicts else "open" if "open" in verdicts else "holds"
    return Judgement(verdict, f"{', '.join(told)}; claimed are {least:.1%} to {most:.1%}")
