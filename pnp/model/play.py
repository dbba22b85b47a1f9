"""What game.yaml, examples.yaml and claims.yaml may say of playing the game."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, StrictInt, StrictStr

from pnp.diagnostics import Mistake
from pnp.model import forms
from pnp.model import values as v
from pnp.model.forms import takes
from pnp.model.strict import Strict

Verdict = Literal["holds", "contradicted"]
Test = Literal["holds", "always", "never", "sometimes", "share", "example", "seen"]
TESTS: tuple[Test, ...] = ("holds", "always", "never", "sometimes", "share", "example", "seen")
OF_GAMES: tuple[Test, ...] = ("always", "never", "sometimes", "share")
"""Those that are looked at while games are played."""


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


class PlayHead(Strict):
    """How the game is played by rules.py, and what a played game may come to."""

    decisions: Annotated[tuple[float, float], v.Plain(parse_bounds)] = (1, 10_000)
    """How often players may have to decide in a game, at the least and at the most: 20..400."""
    scores: Annotated[tuple[float, float] | None, v.Plain(parse_bounds)] = None
    """The lowest and the highest score a player may end with; without it any is taken."""
    seconds: float = Field(10, gt=0, le=3600)
    """How long people take for a decision, to tell how long a game lasts."""
    bots: Annotated[tuple[str, ...], v.Plain(parse_bots)] = ("random",)
    """Who plays where nothing else is said: random, or a function of bots.py; a list goes round the seats."""
    names: dict[str, StrictStr] = {}
    """What piles, other values of the table, picks and ends are called in a trace. Translated."""


Telling = Literal["share", "mean", "curve", "ending"]
When = Literal["start", "decision", "pick", "end"]


class MeasureHead(Strict):
    """What the designer wants to know of the game, looked at while it is simulated and told in the report."""

    name: StrictStr
    """What it is, as a title: Challenges that succeed. Translated."""
    value: StrictStr
    """An expression: true or false, a whole number, or a list of either."""
    tell: Telling
    """How it is told: the share of true ones; a mean and how values are spread; a curve from a game's beginning to its
    end; or a mean for each way in which games end."""
    unit: StrictStr = ""
    """What a number counts: cards. Translated."""
    at: When | None = None
    """When to look: start, decision, pick or end, as for claims. Default: decision for a curve, end for the others."""
    when: StrictStr | None = None
    """Look only when this is true."""

    @property
    def looks_at(self) -> When:
        """When it is looked at."""
        return self.at or ("decision" if self.tell == "curve" else "end")


class ExampleHead(Strict):
    """A worked example: a position or a deal, picks, and what must come out."""

    shows: StrictStr = ""
    """What it is an example of."""
    seats: Annotated[tuple[str, ...] | None, v.Plain(parse_seats)] = None
    """Who plays, clockwise."""
    players: StrictInt | None = Field(None, ge=1, le=100)
    """How many play, where seats are not named."""
    play: StrictStr = "game"
    """The function of rules.py that is played."""
    table: dict[str, Any] = {}
    """The table before: cards of its piles by their names, top card last, and its other values."""
    rest: dict[str, StrictStr] = {}
    """Piles that take all other cards of a deck, shuffled, below those that table gives them: {draw: numbers}."""
    seed: StrictStr = "example"
    """What chance is drawn from."""
    bots: Annotated[tuple[str, ...] | None, v.Plain(parse_bots)] = None
    """Who picks, once the picks written down are used up; without it play ends there."""
    picks: tuple[Any, ...] = ()
    """What is picked at each decision: one pick, a list of them by seat, or a mapping by name."""
    after: tuple[dict[str, Any], ...] = ()
    """What the table must be after each of these picks."""
    then: dict[str, Any] = {}
    """What the table must be at the end; why, winners and scores are those of the game's end."""

    @property
    def expects_nothing(self) -> bool:
        """Whether it passes whatever comes out."""
        return not self.then and not any(self.after)


class ClaimHead(Strict):
    """A statement about the game, with a test."""

    claim: StrictStr
    """The statement, in words."""
    source: Literal["leaflet", "booklet", "design"] = "booklet"
    """Who says so: the printed leaflet, our booklet, or the design's own aims."""
    section: StrictStr = ""
    """The section of the booklet that says it, or the number of the statement in the leaflet."""
    holds: StrictStr | None = None
    """True of the cards and facts."""
    always: StrictStr | None = None
    """True whenever it is looked at, in all games: an expression, or a function of claims.py, as in all that follow."""
    never: StrictStr | None = None
    """Not true at any time, in any game."""
    sometimes: StrictStr | None = None
    """True at some time, in some game."""
    share: StrictStr | None = None
    """True at the end of a share of the games."""
    between: Annotated[tuple[float, float] | None, v.Plain(parse_bounds)] = None
    """The least and the largest share: [0.2, 0.5]."""
    example: StrictStr | None = None
    """Shown by this example."""
    seen: dict[str, Literal["all", "owner", "nobody"]] | None = None
    """Who may see these piles and values of the table: {hands: owner, draw: nobody, discard: all}."""
    at: Literal["start", "decision", "pick", "end"] = "end"
    """When to look: before the first decision, before each, after each, or at the end."""
    when: StrictStr | None = None
    """Look only when this is true."""
    players: Annotated[tuple[int, ...] | None, v.Plain(v.parse_range)] = None
    """For these numbers of players; default: all of the game's."""
    bots: Annotated[tuple[str, ...] | None, v.Plain(parse_bots)] = None
    """Who plays; default: those of play: in game.yaml."""
    games: StrictInt = Field(40, ge=1, le=1_000_000)
    """How many games to play with each number of players."""
    set: dict[str, Any] = {}
    """Values of the table that are set before a game begins: variants in play."""
    verdict: Verdict = "holds"
    """What the test has found; a check that finds otherwise is a fault."""
    because: StrictStr = ""
    """Why it is so, in words: what the leaflet overlooks."""

    @property
    def test(self) -> Test:
        """The test it has; of a claim that was loaded, there is one."""
        return next(test for test in TESTS if getattr(self, test) is not None)
