"""data/<game>/examples.yaml and claims.yaml → worked examples and claims, with the faults of how they are written.

No rules are run, nor read, here: what a booklet tells of an example is what stands in its file.
"""

from __future__ import annotations

from typing import Any

from pnp.diagnostics import Diagnostic, Fault, Place
from pnp.load.validate import validate
from pnp.model.play import TESTS, ClaimHead, ExampleHead
from pnp.source.files import Files
from pnp.source.tree import Map, Seq


def examples_path(game: str) -> str:
    """Where a game's worked examples are."""
    return f"data/{game}/examples.yaml"


def claims_path(game: str) -> str:
    """Where a game's claims are."""
    return f"data/{game}/claims.yaml"


def load_examples(files: Files, game: str) -> tuple[dict[str, ExampleHead], Map | None, list[Diagnostic]]:
    """Return a game's examples by name, what they were read from, and the faults of their file."""
    path = examples_path(game)
    if not files.exists(path):
        return {}, None, []
    faults: list[Diagnostic] = []
    examples: dict[str, ExampleHead] = {}
    try:
        tree = files.yaml(path)
    except Fault as fault:
        return {}, None, list(fault.diagnostics)
    if not isinstance(tree, Map):
        what, fix = f"{path} must be a mapping of examples by name", "write first_round: {shows: …}"
        return {}, None, [Diagnostic(Place(path, 1, 1), "example-value", what, fix=fix)]
    for name, entry in tree.items():
        if not name.isidentifier():
            what = f"example {name} cannot be named in expressions"
            fix = "use letters, digits and _"
            faults.append(Diagnostic(tree.place_of_key(name), "example-value", what, fix=fix))
        elif not isinstance(entry, Map):
            what = f"example {name} must be a mapping"
            faults.append(Diagnostic(tree.place_of(name), "example-value", what, fix="write play:, picks: and then:"))
        else:
            try:
                examples[name] = validate(ExampleHead, entry, f"example {name}")
            except Fault as fault:
                faults += fault.diagnostics
    return examples, tree, faults


def load_claims(files: Files, game: str) -> tuple[tuple[ClaimHead, ...], Seq | None, list[Diagnostic]]:
    """Return a game's claims, what they were read from, and the faults of their file."""
    path = claims_path(game)
    if not files.exists(path):
        return (), None, []
    try:
        tree = files.yaml(path)
    except Fault as fault:
        return (), None, list(fault.diagnostics)
    if not isinstance(tree, Seq):
        what, fix = f"{path} must be a list of claims", "write - {claim: …, holds: …}"
        return (), None, [Diagnostic(Place(path, 1, 1), "claim-test", what, fix=fix)]
    faults: list[Diagnostic] = []
    claims: list[ClaimHead] = []
    for index, entry in enumerate(tree):
        if not isinstance(entry, Map):
            what = "a claim must be a mapping"
            faults.append(Diagnostic(tree.place_of(index), "claim-test", what, fix="write claim: and a test"))
            continue
        try:
            claim = validate(ClaimHead, entry, "claim")
        except Fault as fault:
            faults += fault.diagnostics
            continue
        faults += _check_test(claim, entry)
        claims.append(claim)
    if faults:
        return (), tree, faults
    return tuple(claims), tree, []


def _check_test(claim: ClaimHead, entry: Map) -> list[Diagnostic]:
    tests: list[Any] = [test for test in TESTS if getattr(claim, test) is not None]
    if len(tests) != 1:
        what = f"a claim needs one test, and has {len(tests) or 'none'}"
        return [Diagnostic(entry.place, "claim-test", what, fix=f"write one of {', '.join(TESTS)}")]
    if (tests[0] == "share") != (claim.between is not None):
        what = "share and between belong together"
        return [Diagnostic(entry.place, "claim-test", what, fix="write share: …, between: [0.2, 0.5]")]
    if claim.between and not 0 <= claim.between[0] <= claim.between[1] <= 1:
        what = f"a share lies between 0 and 1, not {claim.between[0]:g} and {claim.between[1]:g}"
        return [Diagnostic(entry.place_of("between"), "claim-test", what, fix="for 20 to 50 % write [0.2, 0.5]")]
    return []
