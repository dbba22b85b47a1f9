"""data/<game>/claims.yaml and harmless.yaml → claims with their tests, and changes of rules that may go unnoticed.

Rules are neither read nor run here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field, StrictInt, StrictStr

from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Fault, Place
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.project import values as v
from pnp.project.files import Files
from pnp.project.forms import StrictModel
from pnp.project.measures import When, parse_bots, parse_bounds
from pnp.project.tree import Map, Seq
from pnp.project.validate import validate

ClaimVerdict = Literal["holds", "contradicted"]
ClaimKey = Literal["holds", "always", "never", "sometimes", "share", "example", "seen"]
Ground = Literal["data", "games", "example", "rules"]
"""What a claim is tested on: cards and facts, played games, a worked example, or the text of rules.py."""


@frozen_dataclass
class ClaimKind:
    """How claims with one kind of test are evaluated.

    Attributes:
        tested_on: What the test is evaluated on.
        decisive: The value of the test that decides a claim about games at once: True for an example, False for a
            counter-example; None if no single game decides it.
        decided: The verdict if the decisive value occurs; if it never does, the claim has the opposite verdict.
        counts: What is counted if a claim is contradicted.
        beside: The key that must accompany the test; "" if none.
    """

    tested_on: Ground
    decisive: bool | None = None
    decided: ClaimVerdict = "contradicted"
    counts: Literal["moment", "game"] = "game"
    beside: str = ""

    @property
    def is_expression(self) -> bool:
        """Whether the test is an expression or, for games, a function of claims.py."""
        return self.tested_on in ("data", "games")

    @property
    def may_be_broken(self) -> bool:
        """Whether a single evaluation can contradict the claim."""
        return self.decisive is not None and self.decided == "contradicted"


CLAIM_KINDS: Mapping[ClaimKey, ClaimKind] = {
    "holds": ClaimKind("data"),
    "always": ClaimKind("games", decisive=False, counts="moment"),
    "never": ClaimKind("games", decisive=True),
    "sometimes": ClaimKind("games", decisive=True, decided="holds"),
    "share": ClaimKind("games", beside="between"),
    "example": ClaimKind("example"),
    "seen": ClaimKind("rules"),
}
"""The kind of each test, by its key in claims.yaml."""


class ClaimHead(StrictModel):
    """A statement about the game, with a test."""

    claim: StrictStr
    """The statement, in words."""
    source: Literal["leaflet", "booklet", "design"] = "booklet"
    """Where the statement comes from: the printed leaflet, our booklet, or the aims of the design."""
    section: StrictStr = ""
    """The section of the booklet that contains the statement, or its number in the leaflet."""
    holds: StrictStr | None = None
    """An expression that must be true of the cards and facts."""
    always: StrictStr | None = None
    """Must be true at every evaluation, in all games: an expression, or a function of claims.py. The next three keys
    take the same."""
    never: StrictStr | None = None
    """Must not be true at any evaluation, in any game."""
    sometimes: StrictStr | None = None
    """Must be true at one evaluation or more, in any game."""
    share: StrictStr | None = None
    """Must be true at the end of a certain share of the games: see between."""
    between: Annotated[tuple[float, float] | None, v.Plain(parse_bounds)] = None
    """The smallest and the largest share: [0.2, 0.5]."""
    example: StrictStr | None = None
    """The worked example that shows it."""
    seen: dict[str, Literal["all", "owner", "others", "team", "nobody", "face up", "some"]] | None = None
    """Who may see these piles and values of the table: {hands: owner, draw: nobody, discard: all}; some, where a
    function of the rules says so."""
    tells: tuple[StrictStr, ...] = ()
    """Piles that may reveal hidden cards, as in a game where a right guess knocks a player out: [hands]. No leak is
    reported for them."""
    at: When = "end"
    """When it is evaluated: before the first decision, before each, after each, or at the end."""
    when: StrictStr | None = None
    """The test is only evaluated if this expression is true."""
    players: Annotated[tuple[int, ...] | None, v.Plain(v.parse_range)] = None
    """The numbers of players to test; default: all that the game has."""
    bots: Annotated[tuple[str, ...] | None, v.Plain(parse_bots)] = None
    """The bots that play; default: those under play: in game.yaml."""
    games: StrictInt = Field(40, ge=1, le=1_000_000)
    """How many games to play with each number of players."""
    set: dict[str, Any] = {}
    """Values of the table that are set before a game begins, to test variants of play."""
    verdict: ClaimVerdict = "holds"
    """The verdict that is expected of the test; any other is an error."""
    because: StrictStr = ""
    """The reason for the verdict, in words, such as what the leaflet overlooks."""

    @property
    def test(self) -> ClaimKey:
        """The key of its test. Every claim that was loaded has one."""
        return next(test for test in CLAIM_KINDS if getattr(self, test) is not None)

    @property
    def kind(self) -> ClaimKind:
        """The kind of its test."""
        return CLAIM_KINDS[self.test]


SHORTEST_REASON = 4
"""A reason must have at least this many words."""


def claims_path(game: str) -> str:
    """The path of a game's claims."""
    return f"data/{game}/claims.yaml"


def harmless_path(game: str) -> str:
    """Return the path of a game's list of harmless changes to its rules."""
    return f"data/{game}/harmless.yaml"


def load_claims(files: Files, game: str, diagnostics: Diagnostics) -> tuple[tuple[ClaimHead, ...] | None, Seq]:
    """Return a game's claims and the tree of their file. The claims are None if one has a fault.

    The tree is empty if it cannot be read.
    """
    path = claims_path(game)
    tree = None
    with diagnostics.catch_faults():
        tree = files.yaml(path) if files.exists(path) else Seq(path, (1, 1))
        if not isinstance(tree, Seq):
            what, fix = f"{path} must be a list of claims", "write - {claim: …, holds: …}"
            raise Fault(Code.CLAIM_TEST, Place(path, 1, 1), what=what, fix=fix)
    if not isinstance(tree, Seq):
        return None, Seq(path, (1, 1))
    before = diagnostics.count
    claims: list[ClaimHead] = []
    for index, entry in enumerate(tree):
        if not isinstance(entry, Map):
            what = "a claim must be a mapping"
            diagnostics.report(Code.CLAIM_TEST, tree.place_of(index), what=what, fix="write claim: and a test")
        elif claim := validate(ClaimHead, entry, "claim", diagnostics):
            with diagnostics.catch_faults():
                _check_test(claim, entry)
            claims.append(claim)
    return (tuple(claims) if diagnostics.count == before else None), tree


def load_harmless(files: Files, game: str, diagnostics: Diagnostics) -> Map:
    """Return the harmless changes to a game's rules: the name of the change → the reason."""
    path = harmless_path(game)
    tree = Map(path, (1, 1))
    with diagnostics.catch_faults():
        tree = files.yaml(path) if files.exists(path) else tree
        if not isinstance(tree, Map):
            fix = 'write "function: line → change": with the reason'
            raise Fault(Code.RULES_HARMLESS, Place(path, 1, 1), what="it must be a mapping of reasons", fix=fix)
    if not isinstance(tree, Map):
        return Map(path, (1, 1))
    for name, reason in tree.items():
        if not isinstance(reason, str) or len(reason.split()) < SHORTEST_REASON:
            what = "a harmless change needs a sentence that says why"
            diagnostics.report(Code.RULES_HARMLESS, tree.place_of(name), what=what, fix="write the reason")
    return tree


def _check_test(claim: ClaimHead, entry: Map) -> None:
    """Check that a claim has exactly one test, with all its keys.

    Raises:
        Fault: It has no test or several tests, or a key of the test is missing.
    """
    tests = [test for test in CLAIM_KINDS if getattr(claim, test) is not None]
    if len(tests) != 1:
        what = f"a claim needs one test, and has {len(tests) or 'none'}"
        raise Fault(Code.CLAIM_TEST, entry.place, what=what, fix=f"write one of {', '.join(CLAIM_KINDS)}")
    for test, kind in CLAIM_KINDS.items():
        if kind.beside and (test == tests[0]) != (getattr(claim, kind.beside) is not None):
            what = f"{test} and {kind.beside} belong together"
            raise Fault(Code.CLAIM_TEST, entry.place, what=what, fix=f"write {test}: …, {kind.beside}: [0.2, 0.5]")
    if claim.between and not 0 <= claim.between[0] <= claim.between[1] <= 1:
        what = f"a share lies between 0 and 1, not {claim.between[0]:g} and {claim.between[1]:g}"
        raise Fault(Code.CLAIM_TEST, entry.place_of("between"), what=what, fix="for 20 to 50 % write [0.2, 0.5]")
