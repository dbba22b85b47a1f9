"""Claims of a game and the games played → verdicts, diagnostics where they differ from claims.yaml, and a summary.

Failures of the project's code become diagnostics here, and the minutes on the box are compared with the games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, assert_never

from pnp.core.codes import AnyCode, Code
from pnp.core.diagnostics import Diagnostic, Diagnostics, Place, counted, suggest
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.expressions import ExpressionError, compile_expression, truth
from pnp.expressions.analysis import cards_behind, left_value, named
from pnp.expressions.scope import filled_scope
from pnp.play.game_bundle import Failure, GameSetup
from pnp.play.statistics import ALPHA, rule_of_three
from pnp.play.testing.claims import MAX_SHARE_GAMES, Evaluations, JudgedVerdict, share_verdict
from pnp.play.testing.examples import Coverage
from pnp.play.testing.scope import is_met
from pnp.project.claims import CLAIM_KINDS, ClaimHead, ClaimKey
from pnp.project.examples import ExampleHead
from pnp.project.game import Game
from pnp.project.tree import Map, locate

WORST_FIRST: tuple[JudgedVerdict, ...] = ("contradicted", "open", "holds")


@frozen_dataclass
class Judgement:
    """The verdict on a claim, and what it rests on.

    Attributes:
        reason: What the verdict rests on.
        setup: The game that decides it; None if no single game does.
        decision: The decision of that game that decides it.
        values: The values that the test read there.
        fix: What to do about an open claim.
    """

    verdict: JudgedVerdict
    reason: str
    setup: GameSetup | None = None
    decision: int = 0
    values: str = ""
    fix: str = "play more games, such as games: 2000"


def judge(
    test: ClaimKey, between: tuple[float, float] | None, evaluations_by_players: Mapping[int, Evaluations]
) -> Judgement:
    """Return the verdict on a claim about games.

    Args:
        test: The kind of claim: one that is tested on games.
        between: The least and the largest share, for a claim about a share of games.
        evaluations_by_players: The results of its tests, by number of players.
    """
    kind, every = CLAIM_KINDS[test], list(evaluations_by_players.values())
    games, evaluations = (
        sum(of_players.games for of_players in every),
        sum(of_players.evaluations for of_players in every),
    )
    if not evaluations:
        return Judgement("open", "its test never ran", fix="correct at: and when:, or play more games")
    if kind.decisive is None:
        return _judge_share(between or (0, 1), evaluations_by_players)
    is_witness = kind.decided == "holds"
    decisive = next((of_players for of_players in every if of_players.first), None)
    if decisive is None or decisive.first is None:
        bound = f"in none of {counted(games, 'game')}, so in fewer than {min(rule_of_three(games), 1):.2%} of all"
        return Judgement("contradicted", f"seen {bound}") if is_witness else Judgement("holds", f"broken {bound}")
    counts: dict[str, tuple[int, int]] = {
        "game": (sum(of_players.true_games for of_players in every), games),
        "moment": (sum(of_players.true for of_players in every), evaluations),
    }
    true, whole = counts[kind.counts]
    times = true if kind.decisive else whole - true
    reason = f"{'seen' if is_witness else 'broken'} in {times:,} of {counted(whole, kind.counts)}"
    setup, decision = decisive.first
    return Judgement(kind.decided, reason, setup, decision, decisive.shown)


def _judge_share(between: tuple[float, float], evaluations_by_players: Mapping[int, Evaluations]) -> Judgement:
    """Return the verdict by the interval of the share at each number of players: all must lie inside the bounds.

    The intervals are valid after any number of games, and for all numbers of players together (Bonferroni).
    """
    verdicts: list[JudgedVerdict] = []
    shares = []
    for players, evaluations in evaluations_by_players.items():
        verdict, share = share_verdict(evaluations, between, ALPHA / len(evaluations_by_players))
        verdicts.append(verdict)
        games = counted(evaluations.games, "game")
        shares.append(f"{counted(players, 'player')} {share.value:.1%} ({share.low:.1%} to {share.high:.1%}, {games})")
    worst: JudgedVerdict = next((verdict for verdict in WORST_FIRST if verdict in verdicts), "holds")
    most = 10 * max(MAX_SHARE_GAMES, *[evaluations.games for evaluations in evaluations_by_players.values()])
    fix = f"the share is close to a bound: widen between:, or play more games, games: {most}"
    return Judgement(worst, f"{', '.join(shares)}; the claim says {between[0]:.1%} to {between[1]:.1%}", fix=fix)


MAX_PICKS = 60
"""The most picks in a command; a game that needs more is played again by its bots."""


@dataclass
class Evidence:
    """The results of playing a game.

    Attributes:
        games: The number of games played.
        failed: The worked examples that do not come out as they should.
        coverage: How much of rules.py the worked examples run; None if they were not played.
        judgements: The judgement on each claim, by the claim's number.
        evaluations: The results of each claim's tests, by the claim's number and the number of players.
        unclear: The numbers of claims whose test cannot be evaluated.
        decisions: The number of decisions and of games with the usual bots, by number of players.
        rules: Returns where in rules.py the rule of each claim stands, by the claim's words.
        failures: Place and code of each failure reported so far: one fault spoils all kinds of games.
    """

    game: Game
    games: int = 0
    failed: frozenset[str] = frozenset()
    coverage: Coverage | None = None
    judgements: dict[int, Judgement] = field(default_factory=dict)
    evaluations: dict[int, dict[int, Evaluations]] = field(default_factory=dict)
    unclear: set[int] = field(default_factory=set)
    decisions: dict[int, tuple[int, int]] = field(default_factory=dict)
    rules: Callable[[], Mapping[str, list[str]]] = dict
    failures: set[tuple[Place, AnyCode]] = field(default_factory=set)


def failure_diagnostic(failure: Failure, game: Game) -> Diagnostic:
    """Return the diagnostic of a failure: for an example at its place, for a game with the command that repeats it."""
    if failure.example:
        return _of_example(failure, game)
    why, fix = failure.why, failure.fix
    if failure.setup is not None:
        at = f" at decision {failure.decision + 1}" if failure.decision else ""
        why = f"{why + '; ' if why else ''}{describe_setup(failure.setup)}{at}"
        picks = failure.picks if failure.picks is None or len(failure.picks) <= MAX_PICKS else None
        again = f"see it with {failure.setup.command(game.name, picks)}"
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


def describe_setup(setup: GameSetup) -> str:
    """Describe the setup of a game for people."""
    bots = ", ".join(setup.bots)
    return f"{counted(setup.players, 'player')} ({bots}), seed {setup.seed}"


def judge_data(evidence: Evidence, diagnostics: Diagnostics) -> None:
    """Judge the claims on cards and facts, and report those that name an example that does not exist."""
    game = evidence.game
    scope: dict[str, Any] = filled_scope(game)
    for number, claim in enumerate(game.claims):
        source = game.claims_source[number]
        match claim.kind.tested_on:
            case "data":
                if judgement := _judge_expression(claim, source, scope, diagnostics):
                    evidence.judgements[number] = judgement
            case "example":
                name = getattr(claim, claim.test)
                if name not in game.examples:
                    place, fix = source.place_of(claim.test), suggest(name, game.examples)
                    diagnostics.report(Code.CLAIM_EXAMPLE, place, what=f"no example {name}", fix=fix)
            case "rules" | "games":
                pass  # judge_secrets reads the rules; judge_all has the games
            case _:
                assert_never(claim.kind.tested_on)


def _judge_expression(
    claim: ClaimHead, source: Map, scope: dict[str, Any], diagnostics: Diagnostics
) -> Judgement | None:
    """Return the verdict on a claim on cards and facts; None if its expression fails, which is reported."""
    expression = getattr(claim, claim.test)
    try:
        is_true = truth(compile_expression(expression)(scope))
        value = left_value(expression, scope)
        cards = "" if is_true else named(cards_behind(expression, scope))
    except ExpressionError as error:
        what = f"{error.what}: {claim.claim}"
        diagnostics.report(Code.CLAIM_EXPRESSION, source.place_of(claim.test), what=what, fix=error.fix)
        return None
    reason = ": ".join(part for part in (value and f"it is {value}", cards) if part)
    return Judgement("holds" if is_true else "contradicted", reason)


def judge_all(evidence: Evidence, diagnostics: Diagnostics) -> None:
    """Judge the claims about games and examples, and report each verdict that differs from the one in claims.yaml."""
    game = evidence.game
    clear = {
        number: evaluations for number, evaluations in evidence.evaluations.items() if number not in evidence.unclear
    }
    evidence.judgements |= judge_games(game, clear)
    for number, claim in enumerate(game.claims):
        example = game.examples.get(claim.example or "")
        is_played = evidence.coverage is not None and example is not None and not example.expects_nothing
        if is_played and claim.example not in evidence.failed:  # an example that fails is reported itself
            evidence.judgements[number] = Judgement("holds", f"example {claim.example} has the expected outcome")
        judgement = evidence.judgements.get(number)
        if judgement is not None and judgement.verdict != claim.verdict:
            diagnostics.add(_verdict_diagnostic(evidence, number, claim, judgement))


def judge_games(game: Game, evaluations: Mapping[int, Mapping[int, Evaluations]]) -> dict[int, Judgement]:
    """Return the verdicts on claims about games, by the claim's number."""
    return {
        number: judge(game.claims[number].test, game.claims[number].between, by_players)
        for number, by_players in evaluations.items()
    }


def _verdict_diagnostic(evidence: Evidence, number: int, claim: ClaimHead, judgement: Judgement) -> Diagnostic:
    game = evidence.game
    source: Map = game.claims_source[number]
    place = source.place_of("verdict") if "verdict" in source else source.place_of(claim.test)
    if judgement.verdict == "open":
        what = f"too few games to decide whether this holds: {claim.claim}"
        return Diagnostic(code=Code.CLAIM_OPEN, place=place, what=what, why=judgement.reason, fix=judgement.fix)
    what = {
        "holds": f"this holds, but is marked as contradicted: {claim.claim}",
        "contradicted": f"this is contradicted: {claim.claim}",
    }[judgement.verdict]
    fix = f"write verdict: {judgement.verdict}, or correct the rules, the data or the claim"
    if judgement.setup is not None:
        fix += f"; see it with {judgement.setup.command(game.name)}"
    why = grounds(judgement)
    if places := evidence.rules().get(claim.claim):
        why += f"; the rule stands in {', '.join(places)} of rules.py"
    return Diagnostic(code=Code.CLAIM_VERDICT, place=place, what=what, why=why, fix=fix)


def _far_boundaries(claim: ClaimHead, evaluations_by_players: Mapping[int, Evaluations]) -> Iterator[str]:
    """Yield a line for each comparison of a test whose numbers never came near each other."""
    nearest: dict[str, float] = {}
    for evaluations in evaluations_by_players.values():
        for comparison, distance in evaluations.nearest.items():
            nearest[comparison] = min(distance, nearest.get(comparison, distance))
    for comparison, distance in nearest.items():
        if claim.kind.may_be_broken and not is_met(distance):
            yield f"    no game tested its limit: the two sides of {comparison} were always {distance:g} or more apart"


def is_replay(example: ExampleHead) -> bool:
    """Return whether an example only replays a game from its seed, so its outcome was recorded and not worked out."""
    return example.bots is not None and not (example.table or example.picks or example.rest)


def grounds(judgement: Judgement) -> str:
    """Describe what a verdict rests on, with the game and the values that decide it."""
    text = judgement.reason
    if judgement.setup is not None:
        text += f"; {describe_setup(judgement.setup)}, decision {judgement.decision}"
        text += f": {judgement.values}" if judgement.values else ""
    return text


def summary_lines(evidence: Evidence, every_claim: bool = False) -> Iterator[str]:
    """Yield one line that sums up the games, and lines for each claim that is contradicted as claims.yaml says.

    Args:
        evidence: The results of playing the game.
        every_claim: Whether all other claims have lines as well.
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
        count = f"{counted(len(game.claims), 'claim')}, {counted(holding, 'holds', 'hold')}"
        parts.append(f"{count}, {untested} not tested" if untested else count)
    if evidence.games:
        parts.append(f"{counted(evidence.games, 'game')} played")
    if parts:
        yield f"{game.name}: {'; '.join(parts)}"
    for number, claim in enumerate(game.claims):
        judgement = evidence.judgements.get(number)
        if every_claim or (judgement is not None and judgement.verdict == claim.verdict == "contradicted"):
            source = f"{claim.source} {claim.section}".strip()
            yield f"  {judgement.verdict if judgement else 'not tested'} ({source}): {claim.claim}"
            if judgement and (text := grounds(judgement)):
                yield f"    {text}"
            yield from _far_boundaries(claim, evidence.evaluations.get(number, {}))
            if claim.because:
                yield f"    {claim.because}"


ROOM = 1.5
"""Minutes on the box may differ from the simulated ones by this factor or by a minute, as people and bots differ."""


def check_minutes(evidence: Evidence, diagnostics: Diagnostics) -> None:
    """Report playing times on the box that are far from the simulated ones at every number of players."""
    head = evidence.game.head
    if not head.minutes or not evidence.decisions:
        return
    lengths = {
        players: decisions / games * head.play.seconds / 60
        for players, (decisions, games) in evidence.decisions.items()
    }
    least, most = min(lengths.values()), max(lengths.values())
    if head.minutes[0] > max(most * ROOM, most + 1) or head.minutes[-1] < min(least / ROOM, least - 1):
        claimed = "..".join(str(minutes) for minutes in dict.fromkeys((head.minutes[0], head.minutes[-1])))
        what = f"the box says {counted(head.minutes[-1], 'minute') if '.' not in claimed else claimed + ' minutes'}, "
        taken = " to ".join(dict.fromkeys((f"{least:.0f}", f"{most:.0f}")))
        what += f"and games take {taken if ' ' in taken else f'about {taken}'}"
        bots = ", ".join(head.play.names.get(bot, bot) for bot in head.play.bots)
        why = f"computed from decisions of {bots}, at {head.play.seconds:g} s each (seconds: of play:)"
        fix = "correct minutes: or seconds:"
        diagnostics.report(Code.MINUTES_UNLIKELY, evidence.game.source.place_of("minutes"), what=what, why=why, fix=fix)
