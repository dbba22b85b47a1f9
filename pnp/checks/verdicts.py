"""Games with rules → what playing them shows: examples played, claims judged, told with their places, and summed up.

What was seen of a claim → whether it holds, and what tells so.

What playing a game has shown, and how a failure of its code is told.

Claims and what was seen of them → verdicts; each that differs from the one written down is told.

The minutes on the box and the games that were played → whether they go together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostic, Diagnostics, Place, counted, suggest
from pnp.expressions import ExpressionError, compile_expression, truth
from pnp.expressions.analysis import cards_behind, found, named
from pnp.expressions.scope import filled_scope
from pnp.play.bundle import Failure, Sitting
from pnp.play.claims import Looks
from pnp.play.examples import Coverage
from pnp.play.moments import is_met
from pnp.play.statistics import rule_of_three, wilson
from pnp.project.game import Game
from pnp.project.play import ClaimHead, ExampleHead
from pnp.project.tree import Map, locate

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


MOST_PICKS = 60
"""Picks in a command; a game that needs more is played again by its bots."""


@dataclass
class Evidence:
    """What playing a game has shown.

    Attributes:
        games: How many were played.
        failed: Worked examples that do not come out as written.
        coverage: Of rules.py by the worked examples; None where they were not played.
        judgements: By the claim's number.
        seen: What was seen of each claim, by number of players.
        unclear: Claims whose test cannot be worked out.
        decisions: How many there were, and in how many games of the usual bots, by number of players.
        rules: Looks up where in rules.py the rule of each claim stands, by the claim's words.
        failures: Where which failures were told already: one spoils all kinds of games.
    """

    game: Game
    games: int = 0
    failed: frozenset[str] = frozenset()
    coverage: Coverage | None = None
    judgements: dict[int, Judgement] = field(default_factory=dict)
    seen: dict[int, dict[int, Looks]] = field(default_factory=dict)
    unclear: set[int] = field(default_factory=set)
    decisions: dict[int, tuple[int, int]] = field(default_factory=dict)
    rules: Callable[[], Mapping[str, list[str]]] = dict
    failures: set[tuple[Place, Code]] = field(default_factory=set)


def failure_diagnostic(failure: Failure, game: Game) -> Diagnostic:
    """A failure as a fault: of an example where that is written, of a game with the command that plays it again."""
    if failure.example:
        return _of_example(failure, game)
    why, fix = failure.why, failure.fix
    if failure.sitting is not None:
        at = f" at decision {failure.decision + 1}" if failure.decision else ""
        why = f"{why + '; ' if why else ''}{who(failure.sitting)}{at}"
        picks = failure.picks if failure.picks is None or len(failure.picks) <= MOST_PICKS else None
        again = f"see it with {failure.sitting.command(game.name, picks)}"
        fix = f"{fix}; {again}" if fix else again
    place = Place(failure.file, failure.line, 1 if failure.line else 0)
    if failure.code == Code.REPORT_VALUE:
        number, *_ = failure.path
        place = game.source["report"][number].place_of("value")
    return Diagnostic(code=failure.code, place=place, what=failure.what, why=why, fix=fix)


def _of_example(failure: Failure, game: Game) -> Diagnostic:
    place = locate(game.examples_source, (failure.example, *failure.path))
    what = f"{failure.example}: {failure.what}"
    if failure.file:
        what += f" ({failure.file}:{failure.line})" if failure.line else f" ({failure.file})"
    return Diagnostic(code=failure.code, place=place, what=what, why=failure.why, fix=failure.fix)


def who(sitting: Sitting) -> str:
    """Which game it is, for people."""
    bots = ", ".join(sitting.bots)
    return f"{counted(sitting.players, 'player')} ({bots}), seed {sitting.seed}"


def judge_data(evidence: Evidence, diagnostics: Diagnostics) -> None:
    """Judge the claims that hold, or not, of cards and facts alone, and those that an example shows."""
    game = evidence.game
    scope: dict[str, Any] = filled_scope(game)
    for number, claim in enumerate(game.claims):
        if claim.holds is not None:
            try:
                is_true = truth(compile_expression(claim.holds)(scope))
                value = found(claim.holds, scope)
                cards = "" if is_true else named(cards_behind(claim.holds, scope))
            except ExpressionError as error:
                place = game.claims_source[number].place_of("holds")
                what = f"{error.what}: {claim.claim}"
                diagnostics.tell(Code.CLAIM_EXPRESSION, place, what=what, fix=error.fix)
                continue
            told = ": ".join(part for part in (value and f"it is {value}", cards) if part)
            evidence.judgements[number] = Judgement("holds" if is_true else "contradicted", told)
        elif claim.example is not None and claim.example not in game.examples:
            place = game.claims_source[number].place_of("example")
            fix = suggest(claim.example, game.examples)
            diagnostics.tell(Code.CLAIM_EXAMPLE, place, what=f"no example {claim.example}", fix=fix)


def judge_all(evidence: Evidence, diagnostics: Diagnostics) -> None:
    """Judge the claims about games; tell of each verdict that differs from the one written down."""
    game = evidence.game
    clear = {number: seen for number, seen in evidence.seen.items() if number not in evidence.unclear}
    evidence.judgements |= judge_games(game, clear)
    for number, claim in enumerate(game.claims):
        example = game.examples.get(claim.example or "")
        is_shown = evidence.coverage is not None and example is not None and not example.expects_nothing
        if is_shown and claim.example not in evidence.failed:  # one that fails is told itself
            evidence.judgements[number] = Judgement("holds", f"example {claim.example} comes out as written")
        judgement = evidence.judgements.get(number)
        if judgement is not None and judgement.verdict != claim.verdict:
            diagnostics.add(_verdict_diagnostic(evidence, number, claim, judgement))


def judge_games(game: Game, seen: Mapping[int, Mapping[int, Looks]]) -> dict[int, Judgement]:
    """The verdicts on claims about games, by the claim's number, from what was seen by number of players."""
    return {
        number: judge(game.claims[number].test, game.claims[number].between, by_players)
        for number, by_players in seen.items()
    }


def _verdict_diagnostic(evidence: Evidence, number: int, claim: ClaimHead, judgement: Judgement) -> Diagnostic:
    game = evidence.game
    source: Map = game.claims_source[number]
    place = source.place_of("verdict") if "verdict" in source else source.place_of(claim.test)
    if judgement.verdict == "open":
        what = f"it cannot be told whether this holds: {claim.claim}"
        return Diagnostic(code=Code.CLAIM_OPEN, place=place, what=what, why=judgement.told, fix=judgement.fix)
    what = {
        "holds": f"this holds, and is written down as contradicted: {claim.claim}",
        "contradicted": f"this is contradicted: {claim.claim}",
    }[judgement.verdict]
    fix = f"write verdict: {judgement.verdict}, or correct the rules, the data or the claim"
    if judgement.sitting is not None:
        fix += f"; see it with {judgement.sitting.command(game.name)}"
    why = told_of(judgement)
    if places := evidence.rules().get(claim.claim):
        why += f"; the rule stands in {', '.join(places)} of rules.py"
    return Diagnostic(code=Code.CLAIM_VERDICT, place=place, what=what, why=why, fix=fix)


def _far_boundaries(claim: ClaimHead, seen: Mapping[int, Looks]) -> Iterator[str]:
    """A line for each comparison of a test whose numbers never came near to each other."""
    nearest: dict[str, float] = {}
    for looks in seen.values():
        for written, apart in looks.nearest.items():
            nearest[written] = min(apart, nearest.get(written, apart))
    for written, apart in nearest.items():
        if claim.test in ("always", "never") and not is_met(apart):
            yield f"    no game came to its boundary: in {written} the two were {apart:g} apart or more"


def is_replay(example: ExampleHead) -> bool:
    """Whether an example only plays a game again that was played once: nobody has worked out what must come of it."""
    return example.bots is not None and not (example.table or example.picks or example.rest)


def told_of(judgement: Judgement) -> str:
    """What a verdict rests on, with the game and the values that show it."""
    told = judgement.told
    if judgement.sitting is not None:
        told += f"; {who(judgement.sitting)}, decision {judgement.decision}"
        told += f": {judgement.shown}" if judgement.shown else ""
    return told


def summary_lines(evidence: Evidence, every_claim: bool = False) -> Iterator[str]:
    """What playing has shown, in a line, and lines for each claim that is contradicted as it is written down to be.

    Args:
        evidence: What playing has shown.
        every_claim: Whether to tell of all the other claims, too.
    """
    game = evidence.game
    parts = []
    if evidence.coverage is not None:
        run = f"{evidence.coverage.share:.0%} of the branches of rules.py"
        run += f" (not {', '.join(ways)})" if len(ways := evidence.coverage.ways) == 1 else ""
        replays = sum(is_replay(example) for example in game.examples.values())
        only = f", {replays} of them only replayed from a seed" if replays else ""
        parts.append(f"{counted(len(game.examples), 'example')} played{only}, {run}")
    if game.claims:
        holding = sum(judgement.verdict == "holds" for judgement in evidence.judgements.values())
        untested = len(game.claims) - len(evidence.judgements)
        told = f"{counted(len(game.claims), 'claim')}, {counted(holding, 'holds', 'hold')}"
        parts.append(f"{told}, {untested} not tested" if untested else told)
    if evidence.games:
        parts.append(f"{counted(evidence.games, 'game')} played")
    if parts:
        yield f"{game.name}: {'; '.join(parts)}"
    for number, claim in enumerate(game.claims):
        judgement = evidence.judgements.get(number)
        if every_claim or (judgement is not None and judgement.verdict == claim.verdict == "contradicted"):
            source = f"{claim.source} {claim.section}".strip()
            yield f"  {judgement.verdict if judgement else 'not tested'} ({source}): {claim.claim}"
            if judgement and (told := told_of(judgement)):
                yield f"    {told}"
            yield from _far_boundaries(claim, evidence.seen.get(number, {}))
            if claim.because:
                yield f"    {claim.because}"


ROOM = 1.5
"""How many times as long as simulated, or as short, a game may take by its box: people differ, and so do bots. A minute
is nothing."""


def tell_minutes(evidence: Evidence, diagnostics: Diagnostics) -> None:
    """Tell of minutes that no number of players comes near to."""
    head = evidence.game.head
    if not head.minutes or not evidence.decisions:
        return
    lengths = {
        players: decisions / games * head.play.seconds / 60
        for players, (decisions, games) in evidence.decisions.items()
    }
    least, most = min(lengths.values()), max(lengths.values())
    if head.minutes[0] > max(most * ROOM, most + 1) or head.minutes[-1] < min(least / ROOM, least - 1):
        written = "..".join(str(minutes) for minutes in dict.fromkeys((head.minutes[0], head.minutes[-1])))
        what = f"the box says {counted(head.minutes[-1], 'minute') if '.' not in written else written + ' minutes'}, "
        what += f"and games take {least:.0f} to {most:.0f}"
        why = f"decisions of {', '.join(head.play.bots)}, at {head.play.seconds:g} s each as play: seconds says"
        fix = "correct minutes: or seconds:"
        diagnostics.tell(Code.MINUTES_UNLIKELY, evidence.game.source.place_of("minutes"), what=what, why=why, fix=fix)
