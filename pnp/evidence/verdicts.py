"""Claims and what was seen of them → verdicts; each that differs from the one written down is told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pnp.diagnostics import Code, Diagnostic, Diagnostics, counted, suggest
from pnp.evidence.evidence import Evidence, who
from pnp.evidence.judge import Judgement, judge
from pnp.expressions import ExpressionError, compile_expression, truth
from pnp.expressions.explain import cards_behind, found, named
from pnp.expressions.filling import filled_scope
from pnp.model.game import Game
from pnp.model.play import ClaimHead, ExampleHead
from pnp.rules.claims.batch import Looks
from pnp.rules.claims.boundary import is_met
from pnp.source.tree import Map


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
