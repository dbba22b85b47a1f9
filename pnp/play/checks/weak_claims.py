"""A game's claims → diagnostics for those that hold for every game, and for reasons with unverified numbers.

Tests on cards and facts are evaluated with other facts. Nothing is played; claims that use no value of the game are
left to pnp.play.checks.rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

from pnp.checks.subject import GameSubject
from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, in_words
from pnp.core.patterns import lazy_pattern
from pnp.expressions import ExpressionError, compile_expression
from pnp.expressions.analysis import names_nothing, names_read, sides_of_comparison
from pnp.expressions.sandbox import truth
from pnp.expressions.scope import filled_scope
from pnp.project.claims import ClaimHead
from pnp.project.game import Game
from pnp.text.literals import numbers_of

_JOINED = lazy_pattern(r"\b(?:and|or)\b")
_EXTREMES = (0, 1000)
"""No test about a fact should accept both."""


def check_weak(subject: GameSubject, diagnostics: Diagnostics) -> None:
    """Report claims that hold for every game, and reasons with numbers that their tests do not compute."""
    game = subject.game
    scope: dict[str, Any] = filled_scope(game)
    for number, claim in enumerate(game.claims):
        source = game.claims_source[number]
        if words := _weakness(claim, scope, game):
            what, why, fix = words
            diagnostics.report(
                Code.CLAIM_WEAK, source.place_of(claim.test), what=f"{what}: {claim.claim}", why=why, fix=fix
            )
        if claim.kind.tested_on == "data" and claim.because:
            known = _numbers_of_test(claim, scope, game)
            unknown = next((given for given in numbers_of(claim.because, game.language) if given not in known), None)
            if unknown is not None:
                what = f"because: says {unknown}, which is neither in the claim nor among the values of its test"
                fix = "write the number that the test computes, or compare it in the test"
                diagnostics.report(Code.CLAIM_WEAK, source.place_of("because"), what=what, fix=fix)


def _weakness(claim: ClaimHead, scope: Mapping[str, Any], game: Game) -> tuple[str, str, str] | None:
    """Return what is weak about a claim, why, and how to fix it; None if nothing is."""
    shows_nothing = "it holds for every game"
    if claim.between == (0, 1):
        return "any share lies between 0 and 1", shows_nothing, "write the smallest and largest share allowed"
    if not claim.kind.is_expression:
        return None
    test = getattr(claim, claim.test)
    if names_nothing(test):
        return None
    if same := _same_sides(test):
        return f"{same} is compared with itself", shows_nothing, "compare it with the value that the claim states"
    if claim.kind.tested_on == "data" and claim.verdict == "holds" and (facts := _irrelevant_facts(test, scope, game)):
        why = f"its test is true both with {_EXTREMES[0]} and with {_EXTREMES[1]:,}"
        return f"it holds with any {in_words(facts)}", why, "compare the fact with the number that the claim states"
    return None


def _same_sides(test: str) -> str:
    """Return what stands on both sides of a comparison of a test; "" if nothing does."""
    for part in _JOINED.split(test):
        sides = sides_of_comparison(part)
        if len(sides) == 2 and "".join(sides[0].split()) == "".join(sides[1].split()):
            return sides[0]
    return ""


def _irrelevant_facts(test: str, scope: Mapping[str, Any], game: Game) -> list[str]:
    """Return the numeric facts that a test uses, if it stays true for any value of any one of them."""
    named = names_read(test).names & game.head.facts.keys()
    facts = [name for name in sorted(named) if type(scope.get(name)) in (int, float)]
    with suppress(ExpressionError):
        compiled = compile_expression(test)
        if all(truth(compiled({**scope, name: value})) for name in facts for value in _EXTREMES):
            return facts
    return []


def _numbers_of_test(claim: ClaimHead, scope: Mapping[str, Any], game: Game) -> set[float]:
    """Return the numbers in a claim, in its test and in the facts, and the values that the test compares."""
    test = getattr(claim, claim.test)
    values: list[float] = [*numbers_of(f"{claim.claim} {test}", game.language), *_numbers_in(game.head.facts)]
    for part in _JOINED.split(test):
        for side in sides_of_comparison(part):
            with suppress(ExpressionError):
                values += _numbers_in(compile_expression(side)(dict(scope)))
    return {*values}


def _numbers_in(value: Any) -> Iterator[float]:
    if isinstance(value, int | float):
        yield value
    elif isinstance(value, Mapping | list | tuple):
        for entry in value.values() if isinstance(value, Mapping) else value:
            yield from _numbers_in(entry)
