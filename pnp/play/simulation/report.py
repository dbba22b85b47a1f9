"""The results of simulated games: a Report, with intervals and verdicts, for the designer of a game."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, field
from typing import TYPE_CHECKING, Any, Literal

from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.play.simulation.diary import People
from pnp.play.statistics import Estimate, Fairness, Spread

if TYPE_CHECKING:
    from pnp.project.measures import Telling

CardFlag = Literal["", "dominant", "dead", "never on offer"]


@frozen_dataclass
class Ending:
    """One reason why games ended."""

    why: str
    games: int
    share: Estimate


@frozen_dataclass
class SeatResult:
    """The results of a seat.

    Attributes:
        sole: The number of games that it alone has won.
        shared: The number of games that it has won with others.
        score: Its mean score; None in a game without points.
    """

    seat: int
    sole: int
    shared: int
    score: float | None


@frozen_dataclass
class BotResult:
    """How often a bot's seats win; a win shared by k counts 1/k."""

    bot: str
    seats: int
    share: Estimate


@frozen_dataclass
class CardResult:
    """The results of a face.

    Attributes:
        picked: The number of seats that picked it; in a cooperative game, the number of games in which it was picked.
        wins_with: The share of them that won; a win shared by k counts 1/k. None if it was never picked.
        wins_without: The same share of all other seats, or games.
        difference: wins_with less wins_without; the intervals of all cards hold together.
        flag: The reason for a designer to look at it; "" for none.
        because: The words for the flag.
    """

    deck: str
    name: str
    picked: int
    wins_with: float | None
    wins_without: float | None
    difference: Estimate | None
    flag: CardFlag = ""
    because: str = ""


@frozen_dataclass
class GroupResult:
    """The results of the cards of a deck that share a field's value.

    Attributes:
        name: The name of the value.
        faces: The number of cards in the group.
        picked: The number of seats that picked one of them.
        wins: The share of wins with a face of the group; a win shared by k counts 1/k.
        difference: wins less the same share of all faces of the deck; the intervals of all groups hold together.
    """

    deck: str
    field: str
    name: str
    faces: int
    picked: int
    wins: float
    difference: Estimate


@frozen_dataclass
class CurvePoint:
    """The values of a measure in one part of a game's course.

    Attributes:
        until: The end of the part, from 0 to 1.
        mean: The mean value.
        low: The lower quartile.
        high: The upper quartile.
    """

    until: float
    mean: float
    low: int
    high: int


@frozen_dataclass
class MeasureResult:
    """The results of a measure of the game.

    Attributes:
        games: The number of games with a value.
        evaluations: The number of values.
        value: The share or the mean; its interval allows for dependence within a game.
        values: The distribution of the values; None for a share.
        curve: The values in the course of a game, for a curve.
        endings: The distribution of the values for each ending of games.
    """

    name: str
    unit: str
    tell: Telling
    games: int
    evaluations: int
    value: Estimate
    values: Spread | None
    curve: tuple[CurvePoint, ...]
    endings: tuple[tuple[str, Spread], ...]


@frozen_dataclass
class Report:
    """The results of simulated games with one number of players.

    Attributes:
        bots: The bots, seat by seat, again from the first if there are more seats.
        is_turning: Whether bots move on by a seat from game to game.
        options: Values set on the table before each game: "variants=a,b".
        seconds: The seconds that people take for a decision.
        minutes: The length of games: mean, 5 and 95 % quantile.
        picks: The mean number of picks of all seats in a game.
        scores: The distribution of all seats' scores; None in a game without points.
        margin: The lead of the best seat; None without points and in a cooperative game.
        won: The share of games that all have won, in a cooperative or solo game; its interval holds at all times. None
            if players compete, or if a solo player cannot lose.
        seats: The results of each seat.
        sides: The seats of each compared side, counted from 1: single seats, or teams that win together.
        fairness: The fairness of the sides, from games with one winner or one team; None in a cooperative game.
        bot_results: The results of bots, best first; empty unless different bots competed.
        cards: The results of cards, best first, those without a comparison last; empty if players pick no cards.
        language: The language of its names.
        groups: The results of groups of cards, in the order of their fields and values; empty without groups.
        measures: The results of the game's measures.
        visible_share: The share of the wins at which a better side would very probably have been called unfair; None if
            no share would, or no sides are compared.
        visible_lift: The lift of the win rate at which a card would very probably have been called dominant; None if no
            card can be judged.
        people: What people did in the same game; None unless the playtest diary was asked for.
        estimate: The seconds for a decision that game.yaml gives; ``seconds`` are those of people, if they are known.
        bot_words: What bots are called for people, by their names.
    """

    title: str
    players: int
    bots: tuple[str, ...]
    is_turning: bool
    options: tuple[str, ...]
    seed: str
    games: int
    decisions: Spread
    seconds: float
    minutes: tuple[float, float, float]
    picks: float
    endings: tuple[Ending, ...]
    scores: Spread | None
    margin: Spread | None
    won: Estimate | None
    seats: tuple[SeatResult, ...]
    sides: tuple[tuple[int, ...], ...]
    fairness: Fairness | None
    bot_results: tuple[BotResult, ...]
    cards: tuple[CardResult, ...]
    language: str = "en"
    groups: tuple[GroupResult, ...] = ()
    measures: tuple[MeasureResult, ...] = ()
    visible_share: float | None = None
    visible_lift: float | None = None
    people: People | None = None
    estimate: float | None = None
    bot_words: Mapping[str, str] = field(default_factory=dict)

    def bot_word(self, bot: str) -> str:
        """Return what a bot is called for people."""
        return self.bot_words.get(bot, bot)

    def as_json(self) -> dict[str, Any]:
        """Return plain values, for json.dumps; real numbers to nine digits, so that they are equal on all machines."""
        plain: dict[str, Any] = _plain(asdict(self))
        return plain


def _plain(value: Any) -> Any:
    if isinstance(value, float):
        return float(f"{value:.9g}") if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {key: _plain(entry) for key, entry in value.items()}
    return [_plain(entry) for entry in value] if isinstance(value, list | tuple) else value
