"""A tally → a Report for the designer of a game, with intervals and verdicts.

The same games give the same report, however fast and in however many processes they were played. pnp.play.report puts
it into words, tables, charts and pages.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from statistics import NormalDist, median

from pnp.play import statistics as st
from pnp.play.game_bundle import CardRecord, GameBundle, GameSetup, shown_option
from pnp.play.names import Names
from pnp.play.simulation.balance import choices_of, games_needed, leads_of, outliers_of, pairs_of, questions_of
from pnp.play.simulation.diary import People
from pnp.play.simulation.report import (
    BotResult,
    CardResult,
    CurvePoint,
    Ending,
    GroupResult,
    MeasureResult,
    Report,
    SeatResult,
)
from pnp.play.simulation.tally import TIME_SLICES, CardGroup, CardName, Tally, shared_wins
from pnp.play.statistics import Estimate, Spread

CLEAR = 0.1
"""A card's win rate is clearly different if it differs by more than this part of the usual rate, and not by chance."""

RARE = 0.2
"""A card is hardly ever picked if its copies are picked less than this part as often as the median of its deck."""

LOOKS = 10
"""The least number of games with counted options before a card is reported as never on offer."""


def make_report(
    tally: Tally,
    bundle: GameBundle,
    setup: GameSetup,
    seconds: float = 10.0,
    names: Names | None = None,
    people: People | None = None,
    cost: str = "",
) -> Report:
    """Return the report of a tally.

    Args:
        tally: The counts of at least one game.
        bundle: The game.
        setup: The setup; its seed is that of the whole simulation: "7".
        seconds: The seconds that people take for a decision, as game.yaml estimates them.
        names: The names of cards and values; default: those of the rules.
        people: What people did in the same game; the seconds that they took replace the estimate.
        cost: The field of cards that is their cost; empty for one that is called so.

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
    copies = copies_of(bundle)
    endings = sorted(tally.ends.items(), key=lambda entry: (-entry[1], entry[0]))
    estimate = seconds
    if people and people.seconds:
        seconds = round(people.seconds.value, 1)
    minute = seconds / 60
    clear = clear_lift(tally)
    cards = _translated(_cards(tally, copies), names)
    choices = choices_of(tally, clear, names)
    outliers, costs = outliers_of(cards, bundle, clear, cost, names) if len(tally.bot_seats) == 1 else ((), {})
    return Report(
        title=names.title or str(bundle.about.get("title") or bundle.game),
        players=tally.players,
        bots=setup.bots,
        is_turning=setup.is_turning,
        options=tuple(f"{name}={shown_option(value)}" for name, value in sorted(setup.values.items())),
        seed=setup.seed,
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
        cards=cards,
        language=names.language,
        groups=_groups(tally, bundle, names),
        measures=tuple(_measures(tally, bundle, names)),
        visible_share=_visible_share(tally),
        visible_lift=visible_card(tally, copies),
        people=people,
        estimate=estimate if people else None,
        bot_words={bot: word(bot) for bot in setup.bots},
        choices=choices,
        counted=tally.offers,
        questions=questions_of(tally, choices, names),
        leads=leads_of(tally),
        pairs=pairs_of(tally, cards, clear),
        outliers=outliers,
        costs=costs,
        needed=games_needed(tally, clear),
    )


def copies_of(bundle: GameBundle) -> dict[CardName, int]:
    """Return the number of copies of each face."""
    return {(deck, face.name): face.copies for deck, faces in bundle.decks.items() for face in faces}


def _visible_share(tally: Tally) -> float | None:
    sides = tally.sides()
    if tally.is_cooperative or len(sides) < 2:
        return None
    return st.visible_share(sum(tally.winners[side] for side in sides), len(sides))


def visible_card(tally: Tally, copies: Mapping[CardName, int]) -> float | None:
    """Return the lift of the win rate with which a card of the usual number of picks would be called dominant.

    None if no card can be judged: nobody picks cards, different bots play, or there are too few games.
    """
    picked = tally.picked() if not tally.is_cooperative else tally.face_games
    counts = [number for face, number in picked.items() if number and face in copies]
    if not counts or len(tally.bot_seats) > 1 or (tally.is_cooperative and not _is_team(tally)):
        return None
    trials = _trials(tally)
    usual = clear_lift(tally) / CLEAR
    players = 0 if tally.is_cooperative else tally.players
    number = median(counts)
    return st.visible_lift(number, trials - number, usual, st.ALPHA / len(counts), clear_lift(tally), players)


def clear_lift(tally: Tally) -> float:
    """Return the smallest difference in win rate that is of interest."""
    return CLEAR * sum(games for winners, games in tally.winners.items() if winners) / _trials(tally)


def _measures(tally: Tally, bundle: GameBundle, names: Names) -> Iterator[MeasureResult]:
    """Yield the results of measures; those without a value are left out."""
    for measure, (name, unit), counted, games in zip(
        bundle.measures, names.measures, tally.measured, tally.measured_games, strict=False
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
            name=name,
            unit=unit,
            tell=measure.tell,
            games=sum(games.values()),
            evaluations=sum(values.values()),
            value=st.clustered_share(games) if is_share else st.ratio(games),
            values=None if is_share else st.spread(values),
            curve=tuple(_curve(by_key)) if measure.tell == "curve" else (),
            endings=tuple(_by_ending(by_key, names)) if measure.tell == "ending" else (),
        )


def _curve(by_part: Mapping[str | int, Mapping[int, int]]) -> Iterator[CurvePoint]:
    for part in range(TIME_SLICES):
        if values := st.spread(by_part.get(part, {})):
            yield CurvePoint((part + 1) / TIME_SLICES, values.mean, values.quantiles[1], values.quantiles[3])


def _by_ending(by_why: Mapping[str | int, Mapping[int, int]], names: Names) -> Iterator[tuple[str, Spread]]:
    """Yield the distribution of a measure for each ending, frequent endings first."""
    for why, counts in sorted(by_why.items(), key=lambda entry: (-sum(entry[1].values()), entry[0])):
        if values := st.spread(counts):
            yield names.word(str(why)), values


def _groups(tally: Tally, bundle: GameBundle, names: Names) -> tuple[GroupResult, ...]:
    """Return the results of groups of cards, each picked face once a seat; empty in a cooperative game."""
    if tally.is_cooperative:
        return ()
    seats: dict[CardGroup, list[tuple[int, float, int]]] = {}
    for (deck, field, value, faces, sharing), count in sorted(tally.grouped.items()):
        seats.setdefault((deck, field, value), []).append((faces, 1 / sharing if sharing else 0.0, count))
    rows = []
    for deck, fields in bundle.groups.items():
        for field in fields:
            values = {str(face.values[field]): face.values[field] for face in bundle.decks[deck] if _has(face, field)}
            are_numbers = all(isinstance(value, int) for value in values.values())
            order = sorted(values, key=int) if are_numbers else values
            groups = [(value, seats[deck, field, value]) for value in order if (deck, field, value) in seats]
            total = sum(faces * count for _, group in groups for faces, _, count in group)
            won = math.fsum(faces * win * count for _, group in groups for faces, win, count in group)
            for value, group in groups if len(groups) > 1 else ():
                size = sum(face.copies for face in bundle.decks[deck] if str(face.values.get(field)) == value)
                name = f"{names.word(field)} {value}"
                if isinstance(values[value], str):
                    name = names.words.get(value) or names.texts.get(value) or names.word(value)
                rows.append((deck, field, name, size, group, won / total))
    return tuple(_group(*row, st.ALPHA / len(rows), tally.players) for row in rows)


def _has(face: CardRecord, field: str) -> bool:
    return face.values.get(field) is not None


def _group(
    deck: str,
    field: str,
    name: str,
    size: int,
    group: Sequence[tuple[int, float, int]],
    usual: float,
    alpha: float,
    players: int,
) -> GroupResult:
    """Return a group with its interval: a seat's faces win or lose together, and seats of one game share its win."""
    picked = sum(faces * count for faces, _, count in group)
    wins = math.fsum(faces * win * count for faces, win, count in group) / picked
    squares = math.fsum(count * faces**2 * (win - wins) ** 2 for faces, win, count in group)
    error = math.sqrt(squares * players / (players - 1)) / picked if players > 1 else math.inf
    half = NormalDist().inv_cdf(1 - alpha / 2) * error
    difference = Estimate(wins - usual, max(wins - usual - half, -1.0), min(wins - usual + half, 1.0))
    return GroupResult(deck, field, name, size, sum(count for _, _, count in group), wins, difference)


def _is_team(tally: Tally) -> bool:
    """Return whether the share of wins is of interest: in a cooperative game, or a solo game that can be lost."""
    return tally.is_cooperative and (tally.players > 1 or tally.won < tally.games)


def _seats(tally: Tally) -> tuple[SeatResult, ...]:
    results = []
    for seat, counted in enumerate(tally.scores):
        wins = sum(games for winners, games in tally.winners.items() if seat in winners)
        sole, points = tally.winners[(seat,)], st.spread(counted)
        results.append(SeatResult(seat + 1, sole, wins - sole, points.mean if points else None))
    return tuple(results)


def _bot_results(tally: Tally) -> tuple[BotResult, ...]:
    """Return how often each bot's seats win; the intervals are too wide, as seats of one game depend on each other."""
    can_compare = not tally.is_cooperative or (tally.players == 1 and _is_team(tally))
    if len(tally.bot_seats) < 2 or not can_compare:
        return ()
    results = []
    for bot, seats in tally.bot_seats.items():
        wins = {winners: count for (owner, winners), count in tally.bot_wins.items() if owner == bot}
        results.append(BotResult(bot, seats, st.wilson(shared_wins(wins), seats), _first(tally, bot)))
    return tuple(sorted(results, key=lambda result: (-result.share.value, result.bot)))


def _first(tally: Tally, bot: str) -> Estimate | None:
    """Return how much more often a bot wins on the first seat than on others."""
    wins: list[Counter[int]] = [Counter(), Counter()]
    for (owner, is_first, sharing), seats in tally.first_seats.items():
        if owner == bot:
            wins[is_first][sharing] += seats
    others, first = ((shared_wins(counted), sum(counted.values())) for counted in wins)
    return st.difference(first, others) if first[1] and others[1] else None


def _translated(cards: Iterable[CardResult], names: Names) -> tuple[CardResult, ...]:
    """Return cards with their names in the report's language."""
    return tuple(replace(card, name=names.cards.get((card.deck, card.name), card.name)) for card in cards)


def _cards(tally: Tally, copies: Mapping[CardName, int]) -> tuple[CardResult, ...]:
    """Return the results of each face that was in a game, of the decks that players pick from."""
    picked = tally.picked()
    picked_from = {deck for deck, _ in picked}
    faces = [face for face in copies if face[0] in picked_from and (tally.on_table[face] or picked[face])]
    results = [_card(tally, face, st.ALPHA / len(faces)) for face in faces]
    trials = _trials(tally)
    usual = sum(games for winners, games in tally.winners.items() if winners) / trials
    flagged: list[CardResult] = []
    for deck in sorted(picked_from):
        cards = [card for card in results if card.deck == deck]
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
    """Return a card that is hardly ever picked, with its flag; some cannot be picked, such as a card of the set-up."""
    if card.picked:
        return replace(card, flag="dead", because="hardly ever picked")
    if tally.offers >= LOOKS and not tally.seen_at["", card.deck, card.name]:
        because = f"in {tally.offers:,} games looked at, nor picked in {tally.games:,}"
        return replace(card, flag="never on offer", because=because)
    below = f"so in less than {100 * st.rule_of_three(tally.games):.2g} % of games"
    return replace(card, flag="dead", because=f"never picked, {below}")


def _trials(tally: Tally) -> int:
    """Return the number of trials of a card: the seats of all games; the games, if they are cooperative."""
    return tally.games * (1 if tally.is_cooperative else tally.players)


def _card(tally: Tally, face: CardName, alpha: float) -> CardResult:
    deck, name = face
    if tally.is_cooperative:
        picked, won, dependent = tally.face_games[face], float(tally.face_games_won[face]), 0
    else:
        picked, dependent = tally.picked()[face], tally.players
        won = shared_wins({winners: seats[face] for winners, seats in enumerate(tally.face_seats)})
    rest, rest_won = _trials(tally) - picked, sum(games for seats, games in tally.winners.items() if seats) - won
    difference = None
    if picked and rest and (dependent or _is_team(tally)):
        difference = st.difference((won, picked), (rest_won, rest), alpha, dependent)
    return CardResult(
        deck, name, picked, won / picked if picked else None, rest_won / rest if rest else None, difference, face=name
    )


def _copy_rate(tally: Tally, card: CardResult, copies: Mapping[CardName, int], picked: float) -> float:
    """Return how often one copy of a card is picked, by seat or game that has the card, if it is picked so often.

    With k copies picked independently at rate r, a trial picks none of them with chance (1 - r)^k.
    """
    face = (card.deck, card.name)
    on_table = tally.on_table[face] / tally.games if tally.on_table[face] else 1.0
    share = min(picked / (_trials(tally) * on_table), 1.0)
    return 1 - float((1 - share) ** (1 / copies[face]))


def _judged(card: CardResult, shift: float, clear: float) -> CardResult:
    """Return a card with its flag, by its win rate.

    Args:
        card: The card.
        shift: The median difference of its deck: if winners pick more cards, most cards seem to make winners.
        clear: The smallest difference of interest.
    """
    if card.difference is None:
        return card
    if card.difference.low > max(shift, 0) + clear:
        return replace(card, flag="dominant", because="wins clearly more often")
    if card.difference.high < min(shift, 0) - clear:
        return replace(card, flag="dead", because="wins clearly less often")
    return card
