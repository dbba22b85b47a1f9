"""``play:`` and ``report:`` of game.yaml: how rules.py plays, and what the report of a simulation measures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, cast, get_args

from pydantic import Field, StrictStr

from pnp.core.diagnostics import Mistake
from pnp.core.patterns import lazy_pattern
from pnp.project import forms
from pnp.project import values as v
from pnp.project.forms import StrictModel, takes

_BOT = lazy_pattern(r"[^\W\d]\w*(:\d+)?")
"""The name of a bot, or a name with a number, such as search:100."""


@takes(forms.NAMES)
def parse_bots(value: Any) -> tuple[str, ...]:
    """Parse the names of bots: one for all seats, or a list that is repeated around the seats."""
    names = value if isinstance(value, list) else [value]
    if not names or not all(isinstance(name, str) and _BOT.fullmatch(name) for name in names):
        raise Mistake("must be a bot's name or a list of them", "write random")
    return tuple(names)


@takes(forms.any_of(forms.RANGE, forms.list_of(forms.NUMBER, 2, 2)))
def parse_bounds(value: Any) -> tuple[float, float]:
    """Parse the smallest and the largest value: [0.2, 0.5], or 0..120."""
    if isinstance(value, str) and ".." in value:
        numbers = v.parse_range(value)
        return numbers[0], numbers[-1]
    if isinstance(value, list) and len(value) == 2:
        low, high = map(v.parse_number, value)
        if low <= high:
            return low, high
    raise Mistake(f"must be the smallest and the largest, not {v.describe(value)}", "write [0.2, 0.5] or 0..120")


PileForm = Literal["ring", "row", "fan", "stack", "count", "marker", "hidden", "dice"]
"""How a pile or value is shown on the table in the browser; one that is hidden is not shown."""

PLACED_FORMS = ("grid", "lanes", "track", "board", "pile")
"""Forms that say where cards, pieces or values lie, each by something."""

MOST_SPACES = 200
"""The most columns of a grid, and spaces of a track."""

TableForm = PileForm | dict[str, str | int]


@takes(forms.any_of(forms.one_of(*get_args(PileForm)), {"type": "object", "maxProperties": 1}))
def parse_table_form(value: Any) -> TableForm:
    """Parse how a pile or value is shown: row; {grid: 4}, {lanes: colour}, {track: 40}, {board: board}."""
    if isinstance(value, str) and value in get_args(PileForm):
        return cast("PileForm", value)
    if isinstance(value, Mapping) and len(value) == 1:
        ((name, by),) = value.items()
        if name in PLACED_FORMS and type(by) is int and name in ("grid", "track") and 1 <= by <= MOST_SPACES:
            return {name: by}
        if name in PLACED_FORMS and isinstance(by, str) and by and name != "track":
            return {name: by}
    listed = ", ".join(get_args(PileForm))
    fix = (
        "write {grid: 4}, the number of columns, {grid: places}, {lanes: colour}, {track: 40}, {board: board} "
        "or {pile: discard}"
    )
    raise Mistake(f"must be one of {listed}, or a form with its measure, not {v.describe(value)}", fix)


class PlayHead(StrictModel):
    """How rules.py plays the game, and the limits for games and scores."""

    decisions: Annotated[tuple[float, float], v.Plain(parse_bounds)] = (1, 10_000)
    """The smallest and the largest number of decisions in a game: 20..400."""
    scores: Annotated[tuple[float, float] | None, v.Plain(parse_bounds)] = None
    """The lowest and the highest score with which a player may end; without it any score is allowed."""
    seconds: float = Field(10, gt=0, le=3600)
    """Seconds that people need for a decision, used to estimate the length of a game."""
    bots: Annotated[tuple[str, ...], v.Plain(parse_bots)] = ("random",)
    """The bots that play by default: random, or functions of bots.py; a list is repeated around the seats."""
    names: dict[str, StrictStr] = {}
    """Names of piles, other values of the table, picks and endings, for traces. Translated."""
    questions: dict[str, StrictStr] = {}
    """What players read when rules.py asks them, by the name of the question: Play a card. {owner} is a value of the
    table, {declared.last} the last entry of a list. Translated."""
    log: dict[str, StrictStr] = {}
    """Sentences of the log for what is picked, by the option, its class, or the question: {pass: "{seat} passes", card:
    "{seat} plays {pick}"}. Translated."""
    defaults: dict[str, StrictStr] = {}
    """The option that is picked for a player who does not answer a question in time, by the name of the question:
    {doubt: believe}."""
    patience: float = Field(30, gt=0, le=3600)
    """Seconds until a question with a default is answered by it, if several people play."""
    table: dict[str, Annotated[TableForm, v.Plain(parse_table_form)]] = {}
    """How piles and values are shown on a table in the browser: ring, row, fan, stack, count or marker; {grid: 4},
    {lanes: colour}, {track: 40}, {board: board}, {pile: discard}, dice; hidden for not at all. Default: by who sees
    them."""
    marks: dict[str, StrictStr] = {}
    """For a pile, the value of the table that is the number of the card to mark in the browser: {ring: target}."""
    icons: dict[str, StrictStr] = {}
    """For a value with a number for each seat, the icon of the booklet that stands for it at players: {coins: coin}."""
    ask: tuple[StrictStr, ...] = ()
    """Questions to players after a game, for the playtest diary. Translated."""


Telling = Literal["share", "mean", "curve", "ending"]
"""How a report describes a measure."""

When = Literal["start", "decision", "pick", "end"]
"""When a claim or a measure is evaluated."""


class MeasureHead(StrictModel):
    """A question about the game that the report of a simulation answers."""

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
    """When it is evaluated: start, decision, pick or end, as for claims. Default: decision for a curve, otherwise
    end."""
    when: StrictStr | None = None
    """It is only evaluated if this expression is true."""

    @property
    def looks_at(self) -> When:
        """When it is evaluated."""
        return self.at or ("decision" if self.tell == "curve" else "end")
