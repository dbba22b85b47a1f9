"""A tally → a Report: what a designer wants to know of the games, with intervals and verdicts.

Nothing here depends on how fast or in how many processes the games were played: the same games, the same report.
report_text.py puts it into words and tables; charts and pages are made from them in pnp.render.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from statistics import median
from typing import Any, Literal

from pnp.rules import statistics as st
from pnp.rules.kit import Kit, Sitting, shown_option
from pnp.rules.naming import Names
from pnp.rules.statistics import Estimate, Fairness, Spread
from pnp.rules.tally import Face, Tally, shared

CLEAR = 0.1
"""A card's win rate is clearly different when it is so by more than this part of the usual one, and not by chance."""

RARE = 0.2
"""A card is hardly ever picked when its copies are picked less than this part as often as the others' mostly are."""

LOOKS = 10
"""Games in which it must have been looked what players can pick, before a card is said to be never on offer."""

Flag = Literal["", "dominant", "dead", "never on offer"]


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
    flag: Flag = ""
    because: str = ""


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

    def as_json(self) -> dict[str, Any]:
        """Plain values, for json.dumps; real numbers to nine digits, so that no machine's last bit shows."""
        plain: dict[str, Any] = _plain(asdict(self))
        return plain


def _plain(value: Any) -> Any:
    if isinstance(value, float):
        return float(f"{value:.9g}")
    if isinstance(value, Mapping):
        return {key: _plain(entry) for key, entry in value.items()}
    return [_plain(entry) for entry in value] if isinstance(value, list | tuple) else value


# --- from the tally


def make_report(tally: Tally, kit: Kit, sitting: Sitting, seconds: float = 10.0, names: Names | None = None) -> Report:
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
    word = (names or Names()).word
    endings = sorted(tally.ends.items(), key=lambda entry: (-entry[1], entry[0]))
    minute = seconds / 60
    return Report(
        title=str(kit.about.get("title") or kit.game),
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
        cards=_cards(tally, {(deck, face.name): face.copies for deck, faces in kit.decks.items() for face in faces}),
    )


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


def _cards(tally: Tally, copies: Mapping[Face, int]) -> tuple[CardResult, ...]:
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


def _card(tally: Tally, face: Face, alpha: float) -> CardResult:
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


def _copy_rate(tally: Tally, card: CardResult, copies: Mapping[Face, int], picked: float) -> float:
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
