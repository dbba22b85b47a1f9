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
    """How often a bot's seats win; a win shared by k counts 1/k.

    Attributes:
        first: The share on seat 1 less that on other seats; None if it has not sat on both.
    """

    bot: str
    seats: int
    share: Estimate
    first: Estimate | None = None


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
        face: Its name in the game's source language.
    """

    deck: str
    name: str
    picked: int
    wins_with: float | None
    wins_without: float | None
    difference: Estimate | None
    flag: CardFlag = ""
    because: str = ""
    face: str = ""


@frozen_dataclass
class ChoiceResult:
    """The results of a card, or of an option that is no card, in the games whose options were counted.

    Attributes:
        question: The question of an option; empty for a card, and if it has no name.
        deck: The deck of a card; empty for an option.
        seats: The number of seats that it was on offer to.
        offered: How often it was on offer beside another option.
        picked: How often it was picked then.
        taken_at: The mean number of the pick at which it was picked; 1 is a seat's first pick.
        seen_at: The mean number of a seat's last pick at which it was on offer.
        often: The number of seats that picked it more often than by chance.
        wins_often: The share of them that won; a win shared by k counts 1/k.
        wins_seldom: The same share of the seats that picked it less often, though they could.
        difference: wins_often less wins_seldom; the intervals of all options hold together, and those of all cards.
        held: The number of seats that once held it, in a pile that its owner sees and not all see.
        drawn: The number of them that did not hold it at the first decision.
        wins_held: The share of holders that won.
        flag: The reason to look at an option; cards are judged by their CardResult.
        because: The words for the flag.
        seats_in_all: The number of seats in the counted games.
        face: A card's name in the game's source language.
    """

    question: str
    deck: str
    name: str
    seats: int
    offered: int
    picked: int
    taken_at: float | None
    seen_at: float | None
    often: int
    wins_often: float | None
    wins_seldom: float | None
    difference: Estimate | None
    held: int
    drawn: int
    wins_held: Estimate | None
    flag: CardFlag = ""
    because: str = ""
    seats_in_all: int = 0
    face: str = ""


@frozen_dataclass
class QuestionResult:
    """How much there is to decide at a question.

    Attributes:
        asked: How often a seat was asked, in the games whose options were counted.
        forced: How often it had a single option.
        is_alike: Whether all its options win equally often, within five percentage points; False if they
            certainly do not; None if that is not known.
    """

    question: str
    asked: int
    forced: int
    is_alike: bool | None


@frozen_dataclass
class PairResult:
    """Two cards that win more often together than each alone promises.

    Attributes:
        seats: The number of seats that picked both.
        wins: The share of them that won; the intervals of all pairs hold together.
        expected: The share if each card added what it adds alone.
    """

    one: tuple[str, str]
    other: tuple[str, str]
    seats: int
    wins: Estimate
    expected: float


@frozen_dataclass
class Outlier:
    """A card that wins more or less often than others let expect.

    Attributes:
        beside: What it is compared with: its cost, or the values of its kinds.
        difference: Its lift less what is expected; the intervals of all cards that are compared in one way hold
            together.
    """

    deck: str
    name: str
    beside: str
    difference: Estimate


@frozen_dataclass
class LeadResult:
    """How the lead changes in the course of a game.

    Attributes:
        value: The value of the table that ends as the scores.
        games: The number of games.
        changes: The mean number of times that another seat took the lead.
        never: The share of games in which the lead never changed.
        comebacks: The share of games whose winners were behind in the middle.
    """

    value: str
    games: int
    changes: float
    never: float
    comebacks: Estimate


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
        choices: The results of options, then of cards, in the games whose options were counted.
        counted: The number of these games.
        questions: How much there is to decide, most frequent questions first.
        leads: How the lead changes; None if no value of the table is the score.
        pairs: Pairs of cards that win together, the strongest first.
        outliers: Cards unlike their cost or their kind.
        costs: For each deck with a cost, the lift at cost 0 and what one more of it adds, as a line of least squares.
        needed: The number of games in which a seat, card, option or pair that adds ten percentage points to the win
            rate would very probably be detected.
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
    choices: tuple[ChoiceResult, ...] = ()
    counted: int = 0
    questions: tuple[QuestionResult, ...] = ()
    leads: LeadResult | None = None
    pairs: tuple[PairResult, ...] = ()
    outliers: tuple[Outlier, ...] = ()
    costs: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    needed: Mapping[str, int] = field(default_factory=dict)

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
