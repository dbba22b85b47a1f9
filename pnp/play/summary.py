"""A tally → a Report: what a designer wants to know of the games, with intervals and verdicts.

Nothing here depends on how fast or in how many processes the games were played: the same games, the same report.
pnp.report puts it into words, tables, charts and pages.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from statistics import NormalDist, median
from typing import TYPE_CHECKING, Any, Literal

from pnp.play import statistics as st
from pnp.play.bundle import CardRecord, GameBundle, GameSetup, Names, shown_option
from pnp.play.statistics import Estimate, Fairness, Spread
from pnp.play.tally import PARTS, CardGroup, CardName, Tally, shared

if TYPE_CHECKING:
    from pnp.project.play import Telling

CLEAR = 0.1
"""A card's win rate is clearly different when it is so by more than this part of the usual one, and not by chance."""

RARE = 0.2
"""A card is hardly ever picked when its copies are picked less than this part as often as the others' mostly are."""

LOOKS = 10
"""Games in which it must have been looked what players can pick, before a card is said to be never on offer."""

CardFlag = Literal["", "dominant", "dead", "never on offer"]


@dataclass(frozen=True)
class Ending:
    """One reason why games ended."""

    why: str
    games: int
    share: Estimate


@dataclass(frozen=True)
class SeatResult:
    """How a seat fared.

    Attributes:
        sole: Games that it alone has won.
        shared: Games that it has won with others.
        score: Its mean; None in a game without points.
    """

    seat: int
    sole: int
    shared: int
    score: float | None


@dataclass(frozen=True)
class BotResult:
    """How often a bot's seats win; a win shared by k counts 1/k."""

    bot: str
    seats: int
    share: Estimate


@dataclass(frozen=True)
class CardResult:
    """How a face fared.

    Attributes:
        picked: How many seats picked it; where all win or lose together, in how many games somebody did.
        wins_with: The part of them that won; a win shared by k counts 1/k. None where nobody picked it.
        wins_without: The same of all other seats, or games.
        difference: The one less the other; the intervals of all cards hold together.
        flag: Whether a designer should look at it.
        because: Why.
    """

    deck: str
    name: str
    picked: int
    wins_with: float | None
    wins_without: float | None
    difference: Estimate | None
    flag: CardFlag = ""
    because: str = ""


@dataclass(frozen=True)
class GroupResult:
    """How cards of a deck that share a field's value fared.

    Attributes:
        name: What the value is called.
        faces: How many the group has.
        picked: How many seats picked one of them.
        wins: The share of wins with a face of the group: a win shared by k counts 1/k.
        difference: That, less the same of all faces of the deck; the intervals of all groups hold together.
    """

    deck: str
    field: str
    name: str
    faces: int
    picked: int
    wins: float
    difference: Estimate


@dataclass(frozen=True)
class CurvePoint:
    """What a measure was in one part of a game's course; a half of all values lies between the two quartiles.

    Attributes:
        until: Where the part ends, from 0 to 1.
    """

    until: float
    mean: float
    low: int
    high: int


@dataclass(frozen=True)
class MeasureResult:
    """What the designer wants to know of the game.

    Attributes:
        games: In how many games there was something to look at.
        looks: How often it was looked at.
        value: The share or the mean, its interval with regard to looks of one game.
        values: How they are spread; None for a share.
        curve: In the course of a game, for a curve.
        endings: For each way in which games ended, how values are spread.
    """

    name: str
    unit: str
    tell: Telling
    games: int
    looks: int
    value: Estimate
    values: Spread | None
    curve: tuple[CurvePoint, ...]
    endings: tuple[tuple[str, Spread], ...]


@dataclass(frozen=True)
class Report:
    """What came of simulated games with one number of players.

    Attributes:
        bots: Who played, seat by seat, again from the first where there are more seats.
        is_turning: Whether they move on by a seat from game to game.
        options: Values set on the table before each game: "variants=a,b".
        seconds: Time that people take for a decision.
        minutes: How long games last: mean, 5 and 95 % quantile.
        picks: Picks of all seats in a game, mean.
        scores: Of all seats; None in a game without points.
        margin: How far the best was ahead; None without points, and where all win or lose together.
        won: The share of games that all have won, where all win or lose together, or one plays alone; its interval
            holds at all times. None where players compete, and where one who plays alone cannot lose.
        sides: Who is compared, counted from 1: each seat, or teams that win together.
        fairness: Of the sides, from games with one winner or one team; None where all win or lose together.
        bot_results: Best first; empty unless different bots played, and where they win or lose together.
        cards: Best first, those without a comparison last; empty where players pick no cards.
        language: That of its names.
        groups: Of cards, in the order of their fields and values; empty where no field groups any.
        measures: What the game's report: asks.
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

    def as_json(self) -> dict[str, Any]:
        """Plain values, for json.dumps; real numbers to nine digits, so that no machine's last bit shows."""
        plain: dict[str, Any] = _plain(asdict(self))
        return plain


def _plain(value: Any) -> Any:
    if isinstance(value, float):
        return float(f"{value:.9g}") if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {key: _plain(entry) for key, entry in value.items()}
    return [_plain(entry) for entry in value] if isinstance(value, list | tuple) else value


# --- from the tally


def make_report(
    tally: Tally, kit: GameBundle, sitting: GameSetup, seconds: float = 10.0, names: Names | None = None
) -> Report:
    """Work out what a tally tells.

    Args:
        tally: At least one game.
        kit: The game.
        sitting: Who played; its seed is the one of the whole simulation: "7".
        seconds: Time that people take for a decision.
        names: What ends are called; default: as rules call them.

    Raises:
        ValueError: No game was counted.
    """
    decisions = st.spread(tally.decisions)
    if decisions is None:
        raise ValueError("a report needs a game")
    scores: Counter[int] = Counter()
    for counted in tally.scores:
        scores.update(counted)
    names = names or Names()
    word = names.word
    copies = {(deck, face.name): face.copies for deck, faces in kit.decks.items() for face in faces}
    endings = sorted(tally.ends.items(), key=lambda entry: (-entry[1], entry[0]))
    minute = seconds / 60
    return Report(
        title=names.title or str(kit.about.get("title") or kit.game),
        players=tally.players,
        bots=sitting.bots,
        is_turning=sitting.is_turning,
        options=tuple(f"{name}={shown_option(value)}" for name, value in sorted(sitting.options.items())),
        seed=sitting.seed,
        games=tally.games,
        decisions=decisions,
        seconds=seconds,
        minutes=(decisions.mean * minute, decisions.quantiles[0] * minute, decisions.quantiles[-1] * minute),
        picks=tally.picks / tally.games,
        endings=tuple(Ending(word(why), games, st.wilson(games, tally.games)) for why, games in endings),
        scores=st.spread(scores),
        margin=None if tally.is_cooperative else st.spread(tally.margins),
        won=st.team_share(tally.won, tally.games) if _is_team(tally) else None,
        seats=_seats(tally),
        sides=tuple(tuple(seat + 1 for seat in side) for side in tally.sides()),
        fairness=None if tally.is_cooperative else st.fairness([tally.winners[side] for side in tally.sides()]),
        bot_results=_bot_results(tally),
        cards=_named(_cards(tally, copies), names),
        language=names.language,
        groups=_groups(tally, kit, names),
        measures=tuple(_measures(tally, kit, names)),
    )


def _measures(tally: Tally, kit: GameBundle, names: Names) -> Iterator[MeasureResult]:
    """What was measured; measures that were never looked at are left out."""
    for measure, told, counted, games in zip(
        kit.measures, names.measures, tally.measured, tally.measured_games, strict=False
    ):
        if not games:
            continue
        values: Counter[int] = Counter()
        by_key: dict[str | int, Counter[int]] = {}
        for (key, value), count in counted.items():
            values[value] += count
            by_key.setdefault(key, Counter())[value] += count
        is_share = measure.tell == "share"
        yield MeasureResult(
            name=told[0],
            unit=told[1],
            tell=measure.tell,
            games=sum(games.values()),
            looks=sum(values.values()),
            value=st.clustered_share(games) if is_share else st.ratio(games),
            values=None if is_share else st.spread(values),
            curve=tuple(_curve(by_key)) if measure.tell == "curve" else (),
            endings=tuple(_by_ending(by_key, names)) if measure.tell == "ending" else (),
        )


def _curve(by_part: Mapping[str | int, Mapping[int, int]]) -> Iterator[CurvePoint]:
    for part in range(PARTS):
        if found := st.spread(by_part.get(part, {})):
            yield CurvePoint((part + 1) / PARTS, found.mean, found.quantiles[1], found.quantiles[3])


def _by_ending(by_why: Mapping[str | int, Mapping[int, int]], names: Names) -> Iterator[tuple[str, Spread]]:
    """Frequent endings first."""
    for why, counts in sorted(by_why.items(), key=lambda entry: (-sum(entry[1].values()), entry[0])):
        if found := st.spread(counts):
            yield names.word(str(why)), found


def _groups(tally: Tally, kit: GameBundle, names: Names) -> tuple[GroupResult, ...]:
    """How groups of cards fared, where players compete; by the win rate with a face, each picked face once a seat."""
    if tally.is_cooperative:
        return ()
    seats: dict[CardGroup, list[tuple[int, float, int]]] = {}
    for (deck, field, value, faces, sharing), count in sorted(tally.grouped.items()):
        seats.setdefault((deck, field, value), []).append((faces, 1 / sharing if sharing else 0.0, count))
    found = []
    for deck, fields in kit.groups.items():
        for field in fields:
            values = {str(face.values[field]): face.values[field] for face in kit.decks[deck] if _has(face, field)}
            order = sorted(values, key=int) if all(isinstance(one, int) for one in values.values()) else values
            groups = [(value, seats[deck, field, value]) for value in order if (deck, field, value) in seats]
            total = sum(faces * count for _, group in groups for faces, _, count in group)
            won = math.fsum(faces * win * count for _, group in groups for faces, win, count in group)
            for value, group in groups if len(groups) > 1 else ():
                size = sum(face.copies for face in kit.decks[deck] if str(face.values.get(field)) == value)
                told = f"{names.word(field)} {value}"
                if isinstance(values[value], str):
                    told = names.words.get(value) or names.texts.get(value) or names.word(value)
                found.append((deck, field, told, size, group, won / total))
    return tuple(_group(*one, st.ALPHA / len(found), tally.players) for one in found)


def _has(face: CardRecord, field: str) -> bool:
    return face.values.get(field) is not None


def _group(
    deck: str,
    field: str,
    told: str,
    size: int,
    group: Sequence[tuple[int, float, int]],
    usual: float,
    alpha: float,
    players: int,
) -> GroupResult:
    """A group with its interval: a seat's faces win or lose together, and seats of one game share its win."""
    picked = sum(faces * count for faces, _, count in group)
    wins = math.fsum(faces * win * count for faces, win, count in group) / picked
    squares = math.fsum(count * faces**2 * (win - wins) ** 2 for faces, win, count in group)
    error = math.sqrt(squares * players / (players - 1)) / picked if players > 1 else math.inf
    half = NormalDist().inv_cdf(1 - alpha / 2) * error
    difference = Estimate(wins - usual, max(wins - usual - half, -1.0), min(wins - usual + half, 1.0))
    return GroupResult(deck, field, told, size, sum(count for _, _, count in group), wins, difference)


def _is_team(tally: Tally) -> bool:
    """Whether it is of interest how often players win together; who alone plays for points cannot lose."""
    return tally.is_cooperative and (tally.players > 1 or tally.won < tally.games)


def _seats(tally: Tally) -> tuple[SeatResult, ...]:
    found = []
    for seat, counted in enumerate(tally.scores):
        wins = sum(games for winners, games in tally.winners.items() if seat in winners)
        sole, points = tally.winners[(seat,)], st.spread(counted)
        found.append(SeatResult(seat + 1, sole, wins - sole, points.mean if points else None))
    return tuple(found)


def _bot_results(tally: Tally) -> tuple[BotResult, ...]:
    """How often each bot's seats win; seats of one game depend on each other, which makes the intervals too wide."""
    is_told_apart = not tally.is_cooperative or (tally.players == 1 and _is_team(tally))
    if len(tally.bot_seats) < 2 or not is_told_apart:
        return ()
    found = []
    for bot, seats in tally.bot_seats.items():
        wins = {winners: count for (owner, winners), count in tally.bot_wins.items() if owner == bot}
        found.append(BotResult(bot, seats, st.wilson(shared(wins), seats)))
    return tuple(sorted(found, key=lambda result: (-result.share.value, result.bot)))


def _named(cards: Iterable[CardResult], names: Names) -> tuple[CardResult, ...]:
    """Cards as they are called in the report's language."""
    return tuple(replace(card, name=names.cards.get((card.deck, card.name), card.name)) for card in cards)


def _cards(tally: Tally, copies: Mapping[CardName, int]) -> tuple[CardResult, ...]:
    """How each face fared, of decks that players pick from and as far as it was in the game."""
    picked = tally.picked()
    picked_from = {deck for deck, _ in picked}
    faces = [face for face in copies if face[0] in picked_from and (tally.on_table[face] or picked[face])]
    found = [_card(tally, face, st.ALPHA / len(faces)) for face in faces]
    trials = _trials(tally)
    usual = sum(games for winners, games in tally.winners.items() if winners) / trials
    flagged: list[CardResult] = []
    for deck in sorted(picked_from):
        cards = [card for card in found if card.deck == deck]
        differences = [card.difference.value for card in cards if card.difference]
        shift = median(differences) if differences else 0.0
        rates = {card: _copy_rate(tally, card, copies, card.picked) for card in cards}
        mostly = median(rates.values()) if rates else 0.0
        for card in cards:
            most = st.wilson(card.picked, trials, st.ALPHA / len(faces)).high * trials
            if _copy_rate(tally, card, copies, most) < RARE * mostly:
                flagged.append(_neglected(tally, card))
            elif len(tally.bot_seats) > 1:
                flagged.append(card)  # good bots make their cards look good
            else:
                flagged.append(_judged(card, shift, CLEAR * usual))
    return tuple(
        sorted(flagged, key=lambda card: (-(card.difference.value if card.difference else -2), card.deck, card.name))
    )


def _neglected(tally: Tally, card: CardResult) -> CardResult:
    """A card that is hardly ever picked, with its flag; some cannot be, as a card of the set-up."""
    if card.picked:
        return replace(card, flag="dead", because="hardly ever picked")
    if tally.offers >= LOOKS and not tally.offered[card.deck, card.name]:
        because = f"in {tally.offers:,} games looked at, nor picked in {tally.games:,}"
        return replace(card, flag="never on offer", because=because)
    below = f"so in less than {100 * st.rule_of_three(tally.games):.2g} % of games"
    return replace(card, flag="dead", because=f"never picked, {below}")


def _trials(tally: Tally) -> int:
    """What may win with a card: the seats of all games, or the games, where all win together."""
    return tally.games * (1 if tally.is_cooperative else tally.players)


def _card(tally: Tally, face: CardName, alpha: float) -> CardResult:
    deck, name = face
    if tally.is_cooperative:
        picked, won, dependent = tally.face_games[face], float(tally.face_games_won[face]), 0
    else:
        picked, dependent = tally.picked()[face], tally.players
        won = shared({winners: seats[face] for winners, seats in enumerate(tally.face_seats)})
    others, others_won = _trials(tally) - picked, sum(games for seats, games in tally.winners.items() if seats) - won
    difference = None
    if picked and others and (dependent or _is_team(tally)):
        difference = st.difference((won, picked), (others_won, others), alpha, dependent)
    return CardResult(
        deck, name, picked, won / picked if picked else None, others_won / others if others else None, difference
    )


def _copy_rate(tally: Tally, card: CardResult, copies: Mapping[CardName, int], picked: float) -> float:
    """How often one copy of a card is picked by a seat, or in a game, that has it, if the card is so often picked."""
    face = (card.deck, card.name)
    is_there = tally.on_table[face] / tally.games if tally.on_table[face] else 1.0
    share = min(picked / (_trials(tally) * is_there), 1.0)
    return 1 - float((1 - share) ** (1 / copies[face]))


def _judged(card: CardResult, shift: float, clear: float) -> CardResult:
    """A card with its flag, by its win rate.

    Args:
        card: The card.
        shift: Median difference of its deck: where winners pick more cards, most cards seem to make winners.
        clear: The smallest difference of interest.
    """
    if card.difference is None:
        return card
    if card.difference.low > max(shift, 0) + clear:
        return replace(card, flag="dominant", because="wins clearly more often")
    if card.difference.high < min(shift, 0) - clear:
        return replace(card, flag="dead", because="wins clearly less often")
    return card
