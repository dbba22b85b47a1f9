"""``play:`` and ``report:`` of game.yaml: how rules.py plays, and what the report of a simulation measures."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, StrictStr

from pnp.core.diagnostics import Mistake
from pnp.core.patterns import lazy_pattern
from pnp.project import forms
from pnp.project import values as v
from pnp.project.forms import StrictModel, takes

_BOT = lazy_pattern(r"[^\W\d]\w*(:\d+)?")
"""The name of a bot, or one with a number, as search:100."""


@takes(forms.NAMES)
def parse_bots(value: Any) -> tuple[str, ...]:
    """Names of bots: one for all seats, or a list that is dealt out seat by seat, again and again."""
    names = value if isinstance(value, list) else [value]
    if not names or not all(isinstance(name, str) and _BOT.fullmatch(name) for name in names):
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


PileForm = Literal["ring", "row", "fan", "stack", "count", "marker", "hidden"]
"""How a pile lies on a table in the browser; a pile or value that is hidden is left out."""


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
    questions: dict[str, StrictStr] = {}
    """What players read when rules.py asks them, by the name of the question: Play a card. {owner} is a value of the
    table, {declared.last} the last entry of a list. Translated."""
    log: dict[str, StrictStr] = {}
    """Sentences of the log for what is picked, by the option, its class, or the question: {pass: "{seat} passes", card:
    "{seat} plays {pick}"}. Translated."""
    defaults: dict[str, StrictStr] = {}
    """The option that is picked for a player who does not answer a question in time, by its name: believe."""
    patience: float = Field(30, gt=0, le=3600)
    """Seconds until a question with a default is answered by it, at a table of several people."""
    table: dict[str, PileForm] = {}
    """How piles lie on a table in the browser: ring, row, fan, stack, count or marker; a pile or value that is hidden
    is not shown. Default: by who sees them."""
    marks: dict[str, StrictStr] = {}
    """For piles, the value of the table that numbers a card to be marked in the browser: {ring: target}."""
    ask: tuple[StrictStr, ...] = ()
    """What players are asked after a game, for the playtest diary. Translated."""


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
