"""A tally → what the choices of a game are worth: options, cards in hand, pairs, cards unlike their kind, leads.

Wins are compared between seats that picked a choice more often than by chance and seats that could, but did not.
Lines through costs and means of kinds are fitted without the card that is compared with them.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from statistics import NormalDist, median

from pnp.play import statistics as st
from pnp.play.game_bundle import GameBundle
from pnp.play.names import Names
from pnp.play.simulation.report import (
    CardResult,
    ChoiceResult,
    LeadResult,
    Outlier,
    PairResult,
    QuestionResult,
)
from pnp.play.simulation.tally import CardName, Choice, Tally, shared_wins
from pnp.play.statistics import Estimate

WANTED = 0.1
"""A report says how many games would detect what adds so much to the win rate."""

ALIKE = 0.05
"""The options of a question are alike if no win rate certainly or possibly differs by so much."""

COSTS = ("cost", "price")
"""A field of numbers with one of these names is a card's cost, unless another is named."""

FEW_FACES = 5
"""Fewer faces with a cost make no line, and fewer faces than these no kinds to be unlike."""

UNLIKE = 3.0
"""An outlier is so many times further from what is expected than half of the others, and not by chance."""


def choices_of(tally: Tally, clear: float, names: Names) -> tuple[ChoiceResult, ...]:
    """Return the results of all choices, options first, in the order of their questions and names.

    Args:
        tally: The counts.
        clear: The smallest difference in win rate that is of interest.
        names: What cards and values are called.
    """
    wins: dict[Choice, list[dict[int, int]]] = {}
    for (question, deck, name, is_often, sharing), seats in tally.choices.items():
        wins.setdefault((question, deck, name), [{}, {}])[is_often][sharing] = seats
    held: dict[Choice, dict[int, int]] = {}
    for (question, deck, name, sharing), seats in tally.held.items():
        held.setdefault((question, deck, name), {})[sharing] = seats
    keys = sorted({*tally.seen_by, *held}, key=lambda key: (not key[0], key))
    options = sum(bool(key[0]) for key in keys)
    found = []
    for key in keys:
        seldom, often = wins.get(key, [{}, {}])
        alpha = st.ALPHA / max(options if key[0] else len(keys) - options, 1)
        found.append(_choice(tally, key, often, seldom, held.get(key, {}), alpha, names))
    return tuple(_flagged(choice, found, tally, clear) for choice in found)


def _choice(
    tally: Tally,
    key: Choice,
    often: Mapping[int, int],
    seldom: Mapping[int, int],
    held: Mapping[int, int],
    alpha: float,
    names: Names,
) -> ChoiceResult:
    question, deck, name = key
    offered, picked, seats = tally.offered[key], tally.picked_of[key], tally.seen_by[key]
    with_it, without = sum(often.values()), sum(seldom.values())
    difference, alone = None, _dependent(tally)
    if with_it and without and alone:
        of_pickers, of_others = shared_wins(often) / alone, shared_wins(seldom) / alone
        players = 0 if tally.is_cooperative else tally.players
        difference = st.difference((of_pickers, with_it / alone), (of_others, without / alone), alpha, players)
    holders = sum(held.values())
    return ChoiceResult(
        question="" if question == "?" else question,
        deck=deck,
        name=names.cards.get((deck, name), name) if deck else _plain_word(name, names),
        seats=seats,
        offered=offered,
        picked=picked,
        taken_at=tally.taken_at[key] / picked if picked else None,
        seen_at=tally.seen_at[key] / seats if seats else None,
        often=with_it,
        wins_often=shared_wins(often) / with_it if with_it else None,
        wins_seldom=shared_wins(seldom) / without if without else None,
        difference=difference,
        held=holders,
        drawn=holders - tally.dealt[key],
        wins_held=st.wilson(shared_wins(held), holders, alpha) if holders else None,
        seats_in_all=tally.offers * tally.players,
        face=name,
    )


def _plain_word(name: str, names: Names) -> str:
    """Return what an option is called, unless that is a sentence with places to fill in."""
    word = names.word(name)
    return name if "{" in word else word


def _dependent(tally: Tally) -> int:
    """Return how many seats count as one trial: all of a cooperative game; 0 if all games end alike."""
    won = sum(games for seats, games in tally.winners.items() if seats)
    if tally.is_cooperative:
        return tally.players if 0 < won < tally.games else 0
    return 1


def _flagged(choice: ChoiceResult, all_choices: Sequence[ChoiceResult], tally: Tally, clear: float) -> ChoiceResult:
    """Return an option with its flag; cards are judged by all games."""
    if choice.deck or len(tally.bot_seats) > 1:
        return choice
    others = [other for other in all_choices if other.question == choice.question and not other.deck]
    rates = [other.picked / other.offered for other in others if other.offered]
    if choice.offered:
        seats = st.wilson(choice.picked / choice.offered * choice.seats, choice.seats, st.ALPHA / len(others)).high
        if seats < RARELY * median(rates):
            because = "hardly ever picked" if choice.picked else "never picked"
            return replace(choice, flag="dead", because=because)
    if (difference := choice.difference) is None:
        return choice
    shift = median(other.difference.value for other in others if other.difference)
    if difference.low > max(shift, 0) + clear:
        return replace(choice, flag="dominant", because="wins clearly more often")
    if difference.high < min(shift, 0) - clear:
        return replace(choice, flag="dead", because="wins clearly less often")
    return choice


RARELY = 0.2
"""An option is hardly ever picked if it is picked less than this part as often, when on offer, as the median option."""


def questions_of(tally: Tally, choices: Sequence[ChoiceResult], names: Names) -> tuple[QuestionResult, ...]:
    """Return how often each question leaves no choice, and whether its options differ."""
    found = []
    for question, asked in sorted(tally.asked.items(), key=lambda entry: (-entry[1], entry[0])):
        options = [choice for choice in choices if choice.question == question and not choice.deck]
        if not options and len(tally.asked) == 1:
            options = [choice for choice in choices if choice.deck and choice.offered]
        differences = [option.difference for option in options if option.difference]
        is_alike = None
        if len(differences) > 1 and len(differences) == len(options):
            is_alike = False if any(one.low > 0 or one.high < 0 for one in differences) else None
            if all(one.low > -ALIKE and one.high < ALIKE for one in differences):
                is_alike = True
        found.append(QuestionResult(names.word(question) if question else "", asked, tally.forced[question], is_alike))
    return tuple(found)


def leads_of(tally: Tally) -> LeadResult | None:
    """Return how the lead changes; None unless a value of the table ends as the scores in all counted games."""
    for name in sorted({name for name, _, _ in tally.leads}):
        games = {key[1:]: number for key, number in tally.leads.items() if key[0] == name}
        number = sum(games.values())
        if number == tally.offers and tally.players > 1 and not tally.is_cooperative:
            changes = sum(times * count for (times, _), count in games.items()) / number
            behind = sum(count for (_, was_behind), count in games.items() if was_behind)
            never = sum(count for (times, _), count in games.items() if not times)
            return LeadResult(name, number, changes, never / number, st.wilson(behind, number))
    return None


# --- pairs


def pairs_of(tally: Tally, cards: Sequence[CardResult], clear: float) -> tuple[PairResult, ...]:
    """Return the pairs of cards that win more often together than each alone promises, and not by chance."""
    if tally.is_cooperative or len(tally.bot_seats) > 1:
        return ()
    seats: dict[tuple[CardName, CardName], dict[int, int]] = {}
    for (deck, name, other_deck, other_name, sharing), count in tally.pairs.items():
        seats.setdefault(((deck, name), (other_deck, other_name)), {})[sharing] = count
    rates = {(card.deck, card.face): card.wins_with for card in cards if card.wins_with is not None}
    usual = _usual(tally)
    found, shifts = [], []
    for (one, other), wins in seats.items():
        if one not in rates or other not in rates:
            continue
        trials = sum(wins.values())
        expected = rates[one] + rates[other] - usual
        together = st.wilson(shared_wins(wins), trials, st.ALPHA / len(seats))
        shifts.append(together.value - expected)
        if together.low > max(expected, rates[one], rates[other]) + clear:
            found.append(PairResult(one, other, trials, together, expected))
    shift = max(median(shifts), 0.0) if shifts else 0.0
    clearly = [pair for pair in found if pair.wins.low > pair.expected + shift + clear]
    return tuple(sorted(clearly, key=lambda pair: (pair.expected - pair.wins.value, pair.one, pair.other)))


def _usual(tally: Tally) -> float:
    """Return the usual win rate of a seat."""
    return sum(games for seats, games in tally.winners.items() if seats) / (tally.games * tally.players)


# --- cards unlike others


def cost_field(bundle: GameBundle, deck: str, named: str = "") -> str:
    """Return the field of a deck that is its cards' cost: the named one, or one that is called so; empty for none."""
    for field in (named,) if named else COSTS:
        if sum(_number(face.values.get(field)) is not None for face in bundle.decks[deck]) >= FEW_FACES:
            return field
    return ""


def _number(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def outliers_of(
    cards: Sequence[CardResult], bundle: GameBundle, clear: float, cost: str, names: Names
) -> tuple[tuple[Outlier, ...], Mapping[str, tuple[float, float]]]:
    """Return cards that win more or less often than their cost or their kind promises; and each deck's line of cost.

    A line is the lift without cost, and what a point of cost adds.
    """
    found: list[Outlier] = []
    lines: dict[str, tuple[float, float]] = {}
    for deck in sorted({card.deck for card in cards}):
        values = {face.name: face.values for face in bundle.decks[deck]}
        compared = [card for card in cards if card.deck == deck and card.difference and card.face in values]
        lifts = [_lift(card, len(cards)) for card in compared]
        if field := cost_field(bundle, deck, cost):
            costs = {place: _number(values[card.face].get(field)) for place, card in enumerate(compared)}
            points = {place: (x, *lifts[place]) for place, x in costs.items() if x is not None}
            if len({x for x, _, _ in points.values()}) > 1 and len(points) >= FEW_FACES:
                lines[deck] = _line(list(points.values()))
                word, of_line = names.word(field), partial(_beside_line, points)
                found += [
                    Outlier(deck, compared[place].name, f"{word} {costs[place]:g}", residual)
                    for place, residual in _unlike(list(points), of_line, clear)
                ]
        fields = bundle.groups.get(deck, ())
        if fields and len(compared) >= FEW_FACES:
            kinds = [[str(values[card.face].get(field)) for field in fields] for card in compared]
            found += [
                Outlier(deck, compared[place].name, " ".join(kinds[place]), residual)
                for place, residual in _unlike(list(range(len(kinds))), partial(_beside_kind, kinds, lifts), clear)
            ]
    return tuple(found), lines


def _lift(card: CardResult, cards: int) -> tuple[float, float]:
    """Return a card's lift and its variance, from the interval, which holds for all cards together."""
    difference = card.difference
    assert difference is not None
    z = NormalDist().inv_cdf(1 - st.ALPHA / cards / 2)
    return difference.value, max(((difference.high - difference.low) / 2 / z) ** 2, 1e-12)


def _line(points: Sequence[tuple[float, float, float]]) -> tuple[float, float]:
    """Return the weighted line of least squares through points (x, y, variance of y): its start and its slope."""
    weights = [1 / variance for _, _, variance in points]
    whole = math.fsum(weights)
    x_mean = math.fsum(w * x for w, (x, _, _) in zip(weights, points, strict=True)) / whole
    y_mean = math.fsum(w * y for w, (_, y, _) in zip(weights, points, strict=True)) / whole
    across = math.fsum(w * (x - x_mean) ** 2 for w, (x, _, _) in zip(weights, points, strict=True))
    along = math.fsum(w * (x - x_mean) * (y - y_mean) for w, (x, y, _) in zip(weights, points, strict=True))
    slope = along / across if across else 0.0
    return y_mean - slope * x_mean, slope


def _beside_line(
    points: Mapping[int, tuple[float, float, float]], number: int, others: Sequence[int]
) -> tuple[float, float] | None:
    """Return how far a point lies above the line through others, and the variance of that."""
    x, y, variance = points[number]
    others_of_line = [points[place] for place in others]
    if len({at for at, _, _ in others_of_line}) < 2:
        return None
    start, slope = _line(others_of_line)
    whole = math.fsum(1 / of_other for _, _, of_other in others_of_line)
    x_mean = math.fsum(at / of_other for at, _, of_other in others_of_line) / whole
    across = math.fsum((at - x_mean) ** 2 / of_other for at, _, of_other in others_of_line)
    return y - start - slope * x, variance + 1 / whole + (x - x_mean) ** 2 / across


def _beside_kind(
    kinds: Sequence[Sequence[str]], lifts: Sequence[tuple[float, float]], number: int, others: Sequence[int]
) -> tuple[float, float] | None:
    """Return how far a card lies above what others of its kinds promise, and the variance of that.

    The lifts are taken as sums of an effect of each field's value, which the others give, by fitting one field after
    the other. None for a card without another of each of its kinds.
    """
    own = kinds[number]
    variance = lifts[number][1]
    for field, kind in enumerate(own):
        weight = math.fsum(1 / lifts[place][1] for place in others if kinds[place][field] == kind)
        if not weight:
            return None
        variance += 1 / weight
    effects: list[dict[str, float]] = [{} for _ in own]
    whole = math.fsum(1 / lifts[place][1] for place in others)
    middle = math.fsum(lifts[place][0] / lifts[place][1] for place in others) / whole

    def expected(place: int, but: int = -1) -> float:
        return middle + sum(
            effect.get(kind, 0.0)
            for field, (effect, kind) in enumerate(zip(effects, kinds[place], strict=True))
            if field != but
        )

    for field in [*range(len(own))] * FITS:
        sums: dict[str, list[float]] = {}
        for place in others:
            value, of_value = lifts[place]
            entry = sums.setdefault(kinds[place][field], [0.0, 0.0])
            entry[0] += (value - expected(place, field)) / of_value
            entry[1] += 1 / of_value
        effects[field] = {kind: total / weight for kind, (total, weight) in sums.items()}
    return lifts[number][0] - expected(number), variance


FITS = 4
"""How often the effects of each field are fitted to the rest that the other fields leave."""


def _unlike(
    places: Sequence[int], beside: Callable[[int, Sequence[int]], tuple[float, float] | None], clear: float
) -> Iterator[tuple[int, Estimate]]:
    """Yield the places whose residual is neither small, nor usual, nor chance; the furthest first.

    An outlier that was found is no longer among those that others are compared with.
    """
    rest = list(places)
    z = NormalDist().inv_cdf(1 - st.ALPHA / max(len(places), 1) / 2)
    while len(rest) >= FEW_FACES:
        residuals = {
            place: residual
            for place in rest
            if (residual := beside(place, [other for other in rest if other != place]))
        }
        usual = median([abs(value) for value, _ in residuals.values()] or [0.0])
        clearly = [
            place
            for place, (value, variance) in residuals.items()
            if abs(value) > max(UNLIKE * usual, z * math.sqrt(variance) + clear)
        ]
        if not clearly:
            return
        furthest = max(clearly, key=lambda place: abs(residuals[place][0]))
        value, variance = residuals[furthest]
        half = z * math.sqrt(variance)
        yield furthest, Estimate(value, value - half, value + half)
        rest.remove(furthest)


# --- how many games are needed


def games_needed(tally: Tally, clear: float) -> dict[str, int]:
    """Return in how many games a seat, a card, an option or a pair that adds WANTED would very probably be detected.

    What this game has none of is left out; so is what different bots hide.
    """
    needed: dict[str, int] = {}
    usual = _usual(tally)
    if not tally.is_cooperative and len(tally.sides()) > 1:
        sides = len(tally.sides())
        decided = sum(tally.winners[side] for side in tally.sides()) / tally.games

        def sees_seat(games: float) -> bool:
            share = st.visible_share(round(games * decided), sides)
            return share is not None and share - 1 / sides <= WANTED

        _note(needed, "seat", sees_seat)
    if len(tally.bot_seats) > 1 or not _dependent(tally):
        return needed
    alone, players = _dependent(tally), 0 if tally.is_cooperative else tally.players
    counted = tally.face_games if tally.is_cooperative else tally.picked()
    picked = [number / tally.games for number in counted.values() if number]
    trials = tally.players / alone
    if tally.is_cooperative:
        usual *= tally.players / alone if alone == tally.players else 1

    def sees(with_it: float, without: float, statements: int) -> Callable[[float], bool]:
        def is_visible(games: float) -> bool:
            lift = st.visible_lift(with_it * games, without * games, usual, st.ALPHA / statements, clear, players)
            return lift is not None and lift <= WANTED

        return is_visible

    if picked and trials > median(picked):
        _note(needed, "card", sees(median(picked), trials - median(picked), len(picked)))
    rates: dict[Choice, Counter[int]] = {}
    for (question, deck, name, is_often, _), seats in tally.choices.items():
        if question:
            rates.setdefault((question, deck, name), Counter())[is_often] += seats
    often, seldom = (median([rate[side] for rate in rates.values()] or [0]) / tally.games / alone for side in (1, 0))
    if often and seldom:
        _note(needed, "option", sees(often, seldom, len(rates)))
    pairs = Counter[tuple[str, ...]]()
    for (*pair, _), seats in tally.pairs.items():
        pairs[tuple(map(str, pair))] += seats
    if pairs and not tally.is_cooperative:
        number = median(pairs.values()) / tally.games

        def sees_pair(games: float) -> bool:
            share = st.visible_above(round(number * games), min(usual + clear, 0.99), st.ALPHA / len(pairs))
            return share is not None and share <= usual + clear + WANTED

        _note(needed, "pair", sees_pair)
    return needed


def _note(needed: dict[str, int], what: str, is_visible: Callable[[float], bool]) -> None:
    """Note the smallest number of games at which something is visible, to two digits, rounded up; nothing above 10⁹."""
    games = 1.0
    while not is_visible(games):
        games *= 1.05
        if games > 1e9:
            return
    step = 10 ** max(len(str(math.ceil(games))) - 2, 0)
    needed[what] = math.ceil(games / step) * step
