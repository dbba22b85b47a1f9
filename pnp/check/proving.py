"""A game's examples and claims → diagnostics for those that prove nothing: they pass whatever the game is."""

from __future__ import annotations

from pnp.check.subject import GameSubject
from pnp.diagnostics import Code, Diagnostics
from pnp.expressions import BASE_SCOPE, ExpressionError, compile_expression
from pnp.expressions.reading import reads
from pnp.model.game import Game
from pnp.model.play import OF_GAMES, ClaimHead


def check_proving(subject: GameSubject, diagnostics: Diagnostics) -> None:
    """Tell of examples that expect nothing, and of claims whose test names nothing of the game."""
    game = subject.game
    for name, example in game.examples.items():
        if example.expects_nothing:
            place = game.examples_source.place_of_key(name)
            what, why = f"example {name} expects nothing", "it passes whatever the rules do, and shows nothing"
            diagnostics.tell(Code.EXAMPLE_EMPTY, place, what=what, why=why, fix="say what comes out under then:")
    for number, claim in enumerate(game.claims):
        for key in _empty_keys(claim):
            place = game.claims_source[number].place_of(key)
            what = f"{getattr(claim, key).strip()} names nothing of the game: {claim.claim}"
            why = "it comes out the same whatever the game is"
            fix = "compare what the claim is about: decks and facts; in games table or end"
            diagnostics.tell(Code.CLAIM_EMPTY, place, what=what, why=why, fix=fix)


def empty_tests(game: Game) -> frozenset[str]:
    """What proves nothing, by the names that ties have for it: examples, and the words of claims."""
    examples = {name for name, example in game.examples.items() if example.expects_nothing}
    claims = {claim.claim for claim in game.claims if claim.example in examples or _empty_keys(claim)}
    return frozenset(examples | claims)


def _empty_keys(claim: ClaimHead) -> list[str]:
    """The keys of a claim's tests that name nothing of the game."""
    tests = {key: getattr(claim, key) for key in ("holds", *OF_GAMES)}
    return [key for key, test in tests.items() if test is not None and _names_nothing(test)]


def _names_nothing(test: str) -> bool:
    """Whether an expression is the same in every scope; of one that cannot be worked out its own fault is told."""
    try:
        compile_expression(test)
    except ExpressionError:
        return False
    return reads(test).names <= BASE_SCOPE.keys()
