"""What was seen of a claim → whether it holds, and what tells so."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from pnp.rules.claims import Seen
from pnp.rules.kit import Sitting
from pnp.rules.statistics import rule_of_three, wilson

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
    """

    verdict: Verdict
    told: str
    sitting: Sitting | None = None
    decision: int = 0
    shown: str = ""


def judge(test: str, between: tuple[float, float] | None, seen: Mapping[int, Seen]) -> Judgement:
    """Return the verdict on a claim about games.

    Args:
        test: always, never, sometimes or share.
        between: The least and the largest share.
        seen: What was seen, by number of players.
    """
    games = sum(one.games for one in seen.values())
    looks = sum(one.looks for one in seen.values())
    if not looks:
        return Judgement("open", "there was nothing to look at: when: is never true")
    if test == "share":
        return _judge_share(between or (0, 1), seen)
    first = next((one for one in seen.values() if one.first), None)
    if first is None or first.first is None:
        bound = f"in none of {games} games, so in fewer than {min(rule_of_three(games), 1):.2%} of all"
        if test == "sometimes":
            return Judgement("contradicted", f"seen {bound}")
        return Judgement("holds", f"broken {bound}")
    sitting, decision = first.first
    times = sum(one.true_games for one in seen.values())
    if test == "sometimes":
        return Judgement("holds", f"seen in {times} of {games} games", sitting, decision, first.shown)
    broken = times if test == "never" else looks - sum(one.true for one in seen.values())
    unit = f"games of {games}" if test == "never" else f"times of {looks}"
    return Judgement("contradicted", f"broken {broken} {unit}", sitting, decision, first.shown)


def _judge_share(between: tuple[float, float], seen: Mapping[int, Seen]) -> Judgement:
    least, most = between
    verdicts: list[Verdict] = []
    told = []
    for players, one in seen.items():
        share = wilson(one.true_games, one.games, ALPHA)
        inside, outside = least <= share.low and share.high <= most, share.high < least or share.low > most
        verdicts.append("holds" if inside else "contradicted" if outside else "open")
        told.append(f"{players} players {share.value:.1%} ({share.low:.1%} to {share.high:.1%})")
    verdict: Verdict = "contradicted" if "contradicted" in verdicts else "open" if "open" in verdicts else "holds"
    return Judgement(verdict, ", ".join(told))
