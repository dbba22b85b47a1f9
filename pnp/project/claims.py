"""data/<game>/examples.yaml, claims.yaml, harmless.yaml and play: of game.yaml → typed values that test the rules.

Rules are neither read nor run here: a booklet quotes an example from its file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field, StrictInt, StrictStr

from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Fault, Mistake, Place
from pnp.project import forms
from pnp.project import values as v
from pnp.project.files import Files
from pnp.project.forms import StrictModel, takes
from pnp.project.tree import Map, Seq
from pnp.project.validate import validate

ClaimVerdict = Literal["holds", "contradicted"]
ClaimKey = Literal["holds", "always", "never", "sometimes", "share", "example", "seen"]
Ground = Literal["data", "games", "example", "rules"]
"""The ground on which a claim is tested: cards and facts, played games, a worked example, the text of rules.py."""


@dataclass(frozen=True)
class ClaimKind:
    """The evaluation of claims with one kind of test.

    Attributes:
        tested_on: What the test is evaluated on.
        decisive: The value of the test that decides a claim about games at once: True for a witness, False for a
            counter-example; None if no single game decides it.
        decided: The verdict that the decisive value gives; without such a value the claim has the opposite verdict.
        counts: The unit in which contradictions of a claim are counted.
        beside: The key that must stand together with the test; "" if none.
    """

    tested_on: Ground
    decisive: bool | None = None
    decided: ClaimVerdict = "contradicted"
    counts: Literal["moment", "game"] = "game"
    beside: str = ""

    @property
    def is_expression(self) -> bool:
        """Whether the test is an expression, or, for games, a function of claims.py."""
        return self.tested_on in ("data", "games")

    @property
    def may_be_broken(self) -> bool:
        """Whether one look can contradict the claim."""
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
"""By the key of claims.yaml that has the test."""


@takes(forms.list_of(forms.TEXT, 1))
def parse_seats(value: Any) -> tuple[str, ...]:
    """Names of players clockwise, each once."""
    if not isinstance(value, list) or not value or not all(isinstance(name, str) and name for name in value):
        raise Mistake("must be a list of names", "write [Lea, Tom, Nina]")
    if len(set(value)) < len(value):
        raise Mistake("must name each player once")
    return tuple(value)


@takes(forms.NAMES)
def parse_bots(value: Any) -> tuple[str, ...]:
    """Names of bots: one for all seats, or a list that is dealt out seat by seat, again and again."""
    names = value if isinstance(value, list) else [value]
    if not names or not all(isinstance(name, str) and name.isidentifier() for name in names):
        raise Mistake("must be a bot's name or a list of them", "write random")
    return tuple(names)


@takes(forms.any_of(forms.RANGE, forms.list_of(forms.NUMBER, 2, 2)))
def parse_bounds(value: Any) -> tuple[float, float]:
    """The smallest and the largest value: [0.2, 0.5], or 0..120."""
    if isinstance(value, str) and ".." in value:
        numbers = v.parse_range(value)
        return numbers[0], numbers[-1]
    if isinstance(value, list) and len(value) == 2:
        low, high = map(v.parse_number, value)
        if low <= high:
            return low, high
    raise Mistake(f"must be the smallest and the largest, not {v.describe(value)}", "write [0.2, 0.5] or 0..120")


class PlayHead(StrictModel):
    """How rules.py plays the game, and the limits of what may come out of a game."""

    decisions: Annotated[tuple[float, float], v.Plain(parse_bounds)] = (1, 10_000)
    """The fewest and the most decisions of a game: 20..400."""
    scores: Annotated[tuple[float, float] | None, v.Plain(parse_bounds)] = None
    """The lowest and the highest score a player may end with; without it any score may be."""
    seconds: float = Field(10, gt=0, le=3600)
    """Seconds that people take for a decision, for estimating the length of a game."""
    bots: Annotated[tuple[str, ...], v.Plain(parse_bots)] = ("random",)
    """Who plays by default: random, or functions of bots.py; a list goes round the seats."""
    names: dict[str, StrictStr] = {}
    """Names of piles, other values of the table, picks and ends for traces. Translated."""


Telling = Literal["share", "mean", "curve", "ending"]
"""How a report describes a measure."""

When = Literal["start", "decision", "pick", "end"]
"""When a claim or a measure is evaluated."""


class MeasureHead(StrictModel):
    """A question of the designer about the game, answered in the report of a simulation."""

    name: StrictStr
    """Its title: Challenges that succeed. Translated."""
    value: StrictStr
    """An expression: true or false, a whole number, or a list of either."""
    tell: Telling
    """What the report shows: the share of true values; a mean and the spread of values; a curve from a game's beginning
    to its end; or a mean for each way in which games end."""
    unit: StrictStr = ""
    """The unit of its numbers: cards. Translated."""
    at: When | None = None
    """When it is evaluated: start, decision, pick or end, as for claims. Default: decision for a curve, else end."""
    when: StrictStr | None = None
    """Evaluated only when this is true."""

    @property
    def looks_at(self) -> When:
        """When it is evaluated."""
        return self.at or ("decision" if self.tell == "curve" else "end")


class ExampleHead(StrictModel):
    """A worked example: a position or a deal, picks, and what must come out."""

    shows: StrictStr = ""
    """The rule or situation that it shows."""
    seats: Annotated[tuple[str, ...] | None, v.Plain(parse_seats)] = None
    """Who plays, clockwise."""
    players: StrictInt | None = Field(None, ge=1, le=100)
    """How many play, if seats are not named."""
    play: StrictStr = "game"
    """The function of rules.py that is played."""
    table: dict[str, Any] = {}
    """The table before: cards of its piles by their names, top card last, and its other values."""
    rest: dict[str, StrictStr] = {}
    """Piles that get all other cards of a deck, shuffled, below their cards in table: {draw: numbers}."""
    seed: StrictStr = "example"
    """The seed of chance."""
    bots: Annotated[tuple[str, ...] | None, v.Plain(parse_bots)] = None
    """The bots that pick after the last of the picks; without them play ends there."""
    picks: tuple[Any, ...] = ()
    """The pick of each decision: one pick, a list of them by seat, or a mapping by name."""
    after: tuple[dict[str, Any], ...] = ()
    """Expected values of the table after each of these picks."""
    then: dict[str, Any] = {}
    """Expected values of the table at the end; why, winners and scores are those of the game's end."""

    @property
    def expects_nothing(self) -> bool:
        """Whether it passes with any outcome."""
        return not self.then and not any(self.after)


class ClaimHead(StrictModel):
    """A statement about the game, with a test."""

    claim: StrictStr
    """The statement, in words."""
    source: Literal["leaflet", "booklet", "design"] = "booklet"
    """The source of the statement: the printed leaflet, our booklet, or the aims of the design."""
    section: StrictStr = ""
    """The section of the booklet with the statement, or its number in the leaflet."""
    holds: StrictStr | None = None
    """True of the cards and facts."""
    always: StrictStr | None = None
    """True at every evaluation, in all games: an expression or a function of claims.py, as for the next three."""
    never: StrictStr | None = None
    """True at no evaluation, in no game."""
    sometimes: StrictStr | None = None
    """True at some evaluation, in some game."""
    share: StrictStr | None = None
    """True at the end of a share of the games."""
    between: Annotated[tuple[float, float] | None, v.Plain(parse_bounds)] = None
    """The least and the largest share: [0.2, 0.5]."""
    example: StrictStr | None = None
    """Shown by this example."""
    seen: dict[str, Literal["all", "owner", "nobody"]] | None = None
    """Who may see these piles and values of the table: {hands: owner, draw: nobody, discard: all}."""
    at: When = "end"
    """When it is evaluated: before the first decision, before each, after each, or at the end."""
    when: StrictStr | None = None
    """Evaluated only when this is true."""
    players: Annotated[tuple[int, ...] | None, v.Plain(v.parse_range)] = None
    """For these numbers of players; default: all of the game's."""
    bots: Annotated[tuple[str, ...] | None, v.Plain(parse_bots)] = None
    """The bots that play; default: those of play: in game.yaml."""
    games: StrictInt = Field(40, ge=1, le=1_000_000)
    """How many games to play with each number of players."""
    set: dict[str, Any] = {}
    """Values of the table that are set before a game begins: variants in play."""
    verdict: ClaimVerdict = "holds"
    """The expected verdict of the test; another one is an error."""
    because: StrictStr = ""
    """The reason, in words: what the leaflet overlooks."""

    @property
    def test(self) -> ClaimKey:
        """The key of its test; a claim that was loaded has one."""
        return next(test for test in CLAIM_KINDS if getattr(self, test) is not None)

    @property
    def kind(self) -> ClaimKind:
        """The kind of its test."""
        return CLAIM_KINDS[self.test]


SHORTEST_REASON = 4
"""Words."""


def examples_path(game: str) -> str:
    """The path of a game's worked examples."""
    return f"data/{game}/examples.yaml"


def claims_path(game: str) -> str:
    """The path of a game's claims."""
    return f"data/{game}/claims.yaml"


def harmless_path(game: str) -> str:
    """The path of a game's list of harmless changes of its rules."""
    return f"data/{game}/harmless.yaml"


def load_examples(files: Files, game: str, diagnostics: Diagnostics) -> tuple[dict[str, ExampleHead], Map]:
    """Return a game's examples by name, and the tree of their file; an empty tree if it cannot be read."""
    path = examples_path(game)
    tree = None
    with diagnostics.catch_faults():
        tree = files.yaml(path) if files.exists(path) else Map(path, (1, 1))
        if not isinstance(tree, Map):
            what, fix = f"{path} must be a mapping of examples by name", "write first_round: {shows: …}"
            raise Fault(Code.EXAMPLE_VALUE, Place(path, 1, 1), what=what, fix=fix)
    if not isinstance(tree, Map):
        return {}, Map(path, (1, 1))
    examples: dict[str, ExampleHead] = {}
    for name, entry in tree.items():
        if not name.isidentifier():
            what = f"example {name} cannot be named in expressions"
            fix = "use letters, digits and _"
            diagnostics.report(Code.EXAMPLE_VALUE, tree.place_of_key(name), what=what, fix=fix)
        elif not isinstance(entry, Map):
            what = f"example {name} must be a mapping"
            diagnostics.report(Code.EXAMPLE_VALUE, tree.place_of(name), what=what, fix="write play:, picks: and then:")
        elif example := validate(ExampleHead, entry, f"example {name}", diagnostics):
            examples[name] = example
    return examples, tree


def load_claims(files: Files, game: str, diagnostics: Diagnostics) -> tuple[tuple[ClaimHead, ...], Seq]:
    """Return a game's claims, none if a claim has a fault, and the tree of their file; empty if it cannot be read."""
    path = claims_path(game)
    tree = None
    with diagnostics.catch_faults():
        tree = files.yaml(path) if files.exists(path) else Seq(path, (1, 1))
        if not isinstance(tree, Seq):
            what, fix = f"{path} must be a list of claims", "write - {claim: …, holds: …}"
            raise Fault(Code.CLAIM_TEST, Place(path, 1, 1), what=what, fix=fix)
    if not isinstance(tree, Seq):
        return (), Seq(path, (1, 1))
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
    return (tuple(claims) if diagnostics.count == before else ()), tree


def load_harmless(files: Files, game: str, diagnostics: Diagnostics) -> Map:
    """Return the harmless changes of a game's rules: the reason by the name of the change."""
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
    """Check that a claim's keys make one test.

    Raises:
        Fault: They make none, or several, or a key of the test is missing.
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
