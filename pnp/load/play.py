"""data/<game>/examples.yaml, claims.yaml, harmless.yaml → what tests the rules, with the faults of how it is written.

No rules are run, nor read, here: what a booklet tells of an example is what stands in its file.
"""

from __future__ import annotations

from typing import Any

from pnp.diagnostics import Code, Diagnostics, Fault, Place
from pnp.load.validate import validate
from pnp.model.play import TESTS, ClaimHead, ExampleHead
from pnp.source.files import Files
from pnp.source.tree import Map, Seq

SHORTEST_REASON = 4
"""Words."""


def examples_path(game: str) -> str:
    """Where a game's worked examples are."""
    return f"data/{game}/examples.yaml"


def claims_path(game: str) -> str:
    """Where a game's claims are."""
    return f"data/{game}/claims.yaml"


def harmless_path(game: str) -> str:
    """Where changes of a game's rules stand that harm nobody."""
    return f"data/{game}/harmless.yaml"


def load_examples(files: Files, game: str, diagnostics: Diagnostics) -> tuple[dict[str, ExampleHead], Map | None]:
    """Return a game's examples by name, and what they were read from."""
    path = examples_path(game)
    tree = None
    with diagnostics.collected():
        tree = files.yaml(path) if files.exists(path) else Map(path, (1, 1))
        if not isinstance(tree, Map):
            what, fix = f"{path} must be a mapping of examples by name", "write first_round: {shows: …}"
            raise Fault(Code.EXAMPLE_VALUE, Place(path, 1, 1), what=what, fix=fix)
    if not isinstance(tree, Map):
        return {}, None
    examples: dict[str, ExampleHead] = {}
    for name, entry in tree.items():
        if not name.isidentifier():
            what = f"example {name} cannot be named in expressions"
            fix = "use letters, digits and _"
            diagnostics.tell(Code.EXAMPLE_VALUE, tree.place_of_key(name), what=what, fix=fix)
        elif not isinstance(entry, Map):
            what = f"example {name} must be a mapping"
            diagnostics.tell(Code.EXAMPLE_VALUE, tree.place_of(name), what=what, fix="write play:, picks: and then:")
        elif example := validate(ExampleHead, entry, f"example {name}", diagnostics):
            examples[name] = example
    return examples, tree


def load_claims(files: Files, game: str, diagnostics: Diagnostics) -> tuple[tuple[ClaimHead, ...], Seq | None]:
    """Return a game's claims, none of them where one has a fault, and what they were read from."""
    path = claims_path(game)
    tree = None
    with diagnostics.collected():
        tree = files.yaml(path) if files.exists(path) else Seq(path, (1, 1))
        if not isinstance(tree, Seq):
            what, fix = f"{path} must be a list of claims", "write - {claim: …, holds: …}"
            raise Fault(Code.CLAIM_TEST, Place(path, 1, 1), what=what, fix=fix)
    if not isinstance(tree, Seq):
        return (), None
    before = diagnostics.told
    claims: list[ClaimHead] = []
    for index, entry in enumerate(tree):
        if not isinstance(entry, Map):
            what = "a claim must be a mapping"
            diagnostics.tell(Code.CLAIM_TEST, tree.place_of(index), what=what, fix="write claim: and a test")
        elif claim := validate(ClaimHead, entry, "claim", diagnostics):
            with diagnostics.collected():
                _check_test(claim, entry)
            claims.append(claim)
    return (tuple(claims) if diagnostics.told == before else ()), tree


def load_harmless(files: Files, game: str, diagnostics: Diagnostics) -> Map:
    """Return the changes of a game's rules that harm nobody: the reason by the name of the change."""
    path = harmless_path(game)
    tree = Map(path, (1, 1))
    with diagnostics.collected():
        tree = files.yaml(path) if files.exists(path) else tree
        if not isinstance(tree, Map):
            fix = 'write "function: line → change": with the reason'
            raise Fault(Code.RULES_HARMLESS, Place(path, 1, 1), what="it must be a mapping of reasons", fix=fix)
    if not isinstance(tree, Map):
        return Map(path, (1, 1))
    for name, reason in tree.items():
        if not isinstance(reason, str) or len(reason.split()) < SHORTEST_REASON:
            what = "why a change harms nobody needs a sentence"
            diagnostics.tell(Code.RULES_HARMLESS, tree.place_of(name), what=what, fix="write the reason")
    return tree


def _check_test(claim: ClaimHead, entry: Map) -> None:
    """Raises Fault where a claim's keys do not make one test."""
    tests: list[Any] = [test for test in TESTS if getattr(claim, test) is not None]
    if len(tests) != 1:
        what = f"a claim needs one test, and has {len(tests) or 'none'}"
        raise Fault(Code.CLAIM_TEST, entry.place, what=what, fix=f"write one of {', '.join(TESTS)}")
    if (tests[0] == "share") != (claim.between is not None):
        what = "share and between belong together"
        raise Fault(Code.CLAIM_TEST, entry.place, what=what, fix="write share: …, between: [0.2, 0.5]")
    if claim.between and not 0 <= claim.between[0] <= claim.between[1] <= 1:
        what = f"a share lies between 0 and 1, not {claim.between[0]:g} and {claim.between[1]:g}"
        raise Fault(Code.CLAIM_TEST, entry.place_of("between"), what=what, fix="for 20 to 50 % write [0.2, 0.5]")
