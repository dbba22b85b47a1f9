"""Counts → shares with intervals, verdicts on fairness, quantiles. Pure functions of numbers, without games.

The intervals of ``fairness`` hold at all times at once, so that a simulation may look after every block and stop
when it is certain; the others are for one look at the end.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from statistics import NormalDist
from typing import Literal

from pnp.core.frozen_dataclass import frozen_dataclass

ALPHA = 0.05
"""The accepted chance of a false statement."""

CONCENTRATION = 25.0
"""The size of bias that the fairness test finds soonest. Seats' shares are assumed to differ from an equal part by a
fifth of it, such as 0.25 ± 0.05; larger and smaller biases are found a little later than with a better guess."""

MARGIN = 0.02
"""How far a seat's share may be from an equal part and still be fair; half the interval needed for a team's share."""

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)

FairnessVerdict = Literal["unfair", "nearly fair", "fair", "open"]


@frozen_dataclass
class Estimate:
    """A share from 0 to 1, a difference of shares or a mean, with its interval."""

    value: float
    low: float
    high: float


@frozen_dataclass
class Fairness:
    """Whether all seats win equally often.

    Attributes:
        verdict: "unfair" if they do not; "fair" if no seat's share is further from an equal part than the margin;
            "nearly fair" if both are certain: a difference that is real but small; "open" if more games are needed.
        e_value: Evidence against equal shares: were they equal, it would ever reach 1/alpha with chance alpha at most.
            It ends at 1e300.
        seats: Each seat's share of the wins; all intervals hold together and at all times.
        margin: How far from an equal part a share may be and still be fair.
        games: The number of games that one side alone has won.
    """

    verdict: FairnessVerdict
    e_value: float
    seats: tuple[Estimate, ...]
    margin: float
    games: int = 0

    @property
    def furthest(self) -> int:
        """The place of the seat whose share is furthest from an equal part."""
        equal = 1 / len(self.seats)
        return max(range(len(self.seats)), key=lambda place: abs(self.seats[place].value - equal))

    @property
    def is_known(self) -> bool:
        """Whether more games would add little: the verdict is certain, and so is the size of an unfair share."""
        share = self.seats[self.furthest]
        return self.verdict not in ("open", "unfair") or (
            self.verdict == "unfair" and share.high - share.low <= 2 * self.margin
        )


@frozen_dataclass
class Spread:
    """The distribution of values.

    Attributes:
        sd: Standard deviation of a sample; 0 for a single value.
        quantiles: The quantiles at 5, 25, 50, 75 and 95 %.
        counts: The values, rising, each with its count.
    """

    mean: float
    sd: float
    smallest: int
    largest: int
    quantiles: tuple[int, ...]
    counts: tuple[tuple[int, int], ...]


# --- shares, for one look


def wilson(successes: float, trials: float, alpha: float = ALPHA, inflation: float = 1.0) -> Estimate:
    """Return a share with its score interval (E. B. Wilson, J. Am. Stat. Assoc. 22, 1927, pp. 209–212).

    Args:
        successes: The number of successes; a fraction, as for shared wins, makes the interval rather too wide.
        trials: The number of trials; 0 gives a share of 0 with the interval 0 to 1.
        alpha: Chance that the true share lies outside; for one of m statements, alpha/m (Bonferroni).
        inflation: Factor on the variance if trials depend on each other.
    """
    if trials <= 0:
        return Estimate(0.0, 0.0, 1.0)
    share = successes / trials
    z2 = NormalDist().inv_cdf(1 - alpha / 2) ** 2 * inflation
    middle = (share + z2 / (2 * trials)) / (1 + z2 / trials)
    half = math.sqrt(z2 * (share * (1 - share) / trials + z2 / (4 * trials**2))) / (1 + z2 / trials)
    low = 0.0 if successes <= 0 else max(middle - half, 0.0)
    high = 1.0 if successes >= trials else min(middle + half, 1.0)
    return Estimate(share, low, high)


def difference(
    group: tuple[float, float], rest: tuple[float, float], alpha: float = ALPHA, players: int = 0
) -> Estimate:
    """Return the share of a group less that of the rest, with its interval.

    Source: R. G. Newcombe, Stat. Med. 17, 1998, pp. 873–890, method 10: from two Wilson intervals.

    Seats of one game share its single win, so what the group wins the rest loses. For groups of seats the variance of
    the difference is then up to n/(n - 1) times that of independent shares: exactly that if every game has the same
    number of seats of the group, less otherwise.

    Args:
        group: Successes and trials of the group.
        rest: Successes and trials of the rest.
        alpha: As for ``wilson``.
        players: The n of a game whose seats are compared; 0 for independent trials.
    """
    inflation = players / (players - 1) if players > 1 else 1.0
    first, second = wilson(*group, alpha, inflation), wilson(*rest, alpha, inflation)
    value = first.value - second.value
    low = value - math.hypot(first.value - first.low, second.high - second.value)
    high = value + math.hypot(first.high - first.value, second.value - second.low)
    return Estimate(value, max(low, -1.0), min(high, 1.0))


def rule_of_three(trials: int) -> float:
    """Return the highest share, with 95 % confidence, of an event that never occurred in so many trials: 3/N.

    Source: J. A. Hanley and A. Lippman-Hand, "If nothing goes wrong, is everything all right?", JAMA 249, 1983.
    """
    return min(3 / trials, 1.0) if trials > 0 else 1.0


def ratio(games: Mapping[tuple[int, int], int], alpha: float = ALPHA) -> Estimate:
    """Return the mean of values measured several times in each game; its interval allows for dependence within a game.

    The variance is that of a ratio estimated from clusters (W. G. Cochran, Sampling Techniques, 1977, section 6.4).

    Args:
        games: The number of games by the number of looks and the sum of the values; at least one game with a look.
        alpha: Chance that the true mean lies outside.
    """
    number = sum(games.values())
    evaluations = sum(evaluations_of_game * count for (evaluations_of_game, _), count in games.items())
    total = sum(value * count for (_, value), count in games.items())
    mean = total / evaluations
    if number < 2:
        return Estimate(mean, -math.inf, math.inf)
    squares = math.fsum(
        count * (value - mean * evaluations_of_game) ** 2 for (evaluations_of_game, value), count in games.items()
    )
    error = math.sqrt(squares * number / (number - 1)) / evaluations
    half = NormalDist().inv_cdf(1 - alpha / 2) * error
    return Estimate(mean, mean - half, mean + half)


def clustered_share(games: Mapping[tuple[int, int], int], alpha: float = ALPHA) -> Estimate:
    """Return the share of looks with a value of 1, several in each game; arguments as for ``ratio``.

    It has a Wilson interval, with as many trials as would give the ratio's variance; if all looks agree, each game is
    one trial.
    """
    number = sum(games.values())
    evaluations = sum(evaluations_of_game * count for (evaluations_of_game, _), count in games.items())
    estimate = ratio(games, alpha)
    share = estimate.value
    if share in (0.0, 1.0) or number < 2:
        return wilson(share * number, number, alpha)
    error = (estimate.high - share) / NormalDist().inv_cdf(1 - alpha / 2)
    trials = min(share * (1 - share) / error**2, evaluations) if error else evaluations
    return wilson(share * trials, trials, alpha)


# --- fairness, for any number of looks


def log_e_value(wins: Sequence[float], concentration: float = CONCENTRATION) -> float:
    """Return the evidence against "each seat wins equally often", as a natural logarithm; valid after every game.

    It says how much better a Dirichlet prior around equal parts predicts the wins than equal parts themselves.
    Under equal parts this is a martingale that begins at 1, so by Ville's inequality the chance that it ever reaches
    1/alpha is alpha at most.

    Source: M. Lindon and A. Malek, "Anytime-Valid Inference for Multinomial Count Data", NeurIPS 2022; the idea is that
    of H. Robbins, "Statistical Methods Related to the Law of the Iterated Logarithm", Ann. Math. Stat. 41, 1970.

    Args:
        wins: For each seat, the number of games that it alone has won.
        concentration: See CONCENTRATION.
    """
    seats, games = len(wins), sum(wins)
    whole = concentration * seats
    log_mixture = math.lgamma(whole) - math.lgamma(whole + games)
    log_mixture += sum(math.lgamma(concentration + won) - math.lgamma(concentration) for won in wins)
    return log_mixture + games * math.log(seats)


def share_interval(
    wins: int, games: int, seats: int, alpha: float = ALPHA, concentration: float = CONCENTRATION
) -> Estimate:
    """Return a seat's share of the wins; its interval holds at all times at once with chance 1 - alpha.

    It keeps the shares against which a mixture with a Beta prior around an equal part has too little evidence (Robbins
    1970, as for ``log_e_value``).

    Args:
        wins: Games the seat alone has won.
        games: Games that one seat alone has won.
        seats: How many players.
        alpha: Chance that the true share is ever outside; for one of m seats, alpha/m.
        concentration: See CONCENTRATION.
    """
    if games == 0:
        return Estimate(0.0, 0.0, 1.0)
    rest, lost = concentration * (seats - 1), games - wins
    log_mixture = (
        math.lgamma(concentration + wins)
        + math.lgamma(rest + lost)
        - math.lgamma(concentration + rest + games)
        - (math.lgamma(concentration) + math.lgamma(rest) - math.lgamma(concentration + rest))
    )
    least = log_mixture + math.log(alpha)

    def is_inside(share: float) -> bool:
        log_likelihood = (wins * math.log(share) if wins else 0.0) + (lost * math.log1p(-share) if lost else 0.0)
        return log_likelihood >= least

    share = wins / games
    low = _edge(is_inside, share, 0.0) if wins else 0.0
    high = _edge(is_inside, share, 1.0) if lost else 1.0
    return Estimate(share, low, high)


def _edge(is_inside: Callable[[float], bool], inside: float, outside: float) -> float:
    """Return the edge of an interval between two points, by halving; the result lies just outside."""
    for _ in range(60):
        middle = (inside + outside) / 2
        if middle in (inside, outside):
            break
        if is_inside(middle):
            inside = middle
        else:
            outside = middle
    return outside


def team_share(won: int, games: int, alpha: float = ALPHA) -> Estimate:
    """Return the share of games that players win together, or in which something is true, with a uniform prior.

    Its interval holds at all times at once, with chance 1 - alpha.
    """
    return share_interval(won, games, 2, alpha, concentration=1.0)


def fairness(wins: Sequence[int], alpha: float = ALPHA, margin: float = MARGIN) -> Fairness:
    """Return whether all seats win equally often; valid after every block of games, until it is no longer open.

    Each of the two answers is false with chance alpha at most, however often it is asked: "unfair" for seats that win
    equally often, "fair" if a seat's true share is further from an equal part than the margin.

    Args:
        wins: For each of two or more seats, games that it alone has won.
        alpha: Chance of a false answer.
        margin: How far a share may be from an equal part and still be fair: 0.02 is 23 to 27 % among four.

    Raises:
        ValueError: There are fewer than two seats.
    """
    seats, games = len(wins), sum(wins)
    if seats < 2:
        raise ValueError("fairness needs two seats to compare")
    log_e = log_e_value(wins)
    shares = tuple(share_interval(won, games, seats, alpha / seats) for won in wins)
    differs = log_e >= -math.log(alpha)
    is_close = all(1 / seats - margin <= share.low and share.high <= 1 / seats + margin for share in shares)
    verdict: FairnessVerdict = "open"
    if differs:
        verdict = "nearly fair" if is_close else "unfair"
    elif is_close:
        verdict = "fair"
    e_value = math.exp(log_e) if log_e < math.log(1e300) else 1e300
    return Fairness(verdict, e_value, shares, margin, games)


POWER = 0.8
"""The chance with which a difference that is called visible would have been seen."""


def visible_share(games: int, seats: int, alpha: float = ALPHA) -> float | None:
    """Return the smallest share of a better seat that would have been called unfair, with chance POWER.

    The other seats are taken to be equal. The number of wins is taken as normal.

    Args:
        games: Games that one seat alone has won.
        seats: How many players.
        alpha: As for ``fairness``.

    Returns:
        None if not even a seat that always wins would be seen.
    """
    least, below = -math.log(alpha), NormalDist().inv_cdf(POWER)

    def is_visible(share: float) -> bool:
        expected = games * share - below * math.sqrt(games * share * (1 - share))
        if expected <= games / seats:
            return False
        rest = (games - expected) / (seats - 1)
        return log_e_value([expected, *[rest] * (seats - 1)]) >= least

    return _smallest(is_visible, 1 / seats)


def visible_lift(picked: float, rest: float, usual: float, alpha: float, clear: float, players: int) -> float | None:
    """Return the smallest difference in win rate that would have been proved larger than a bound, with chance POWER.

    Args:
        picked: Trials with a card.
        rest: Trials without it.
        usual: The usual win rate.
        alpha: As for ``wilson``.
        clear: The bound.
        players: As for ``difference``.

    Returns:
        None if not even a card that always wins would be seen.
    """
    if not picked or not rest:
        return None
    inflation = players / (players - 1) if players > 1 else 1.0
    z = NormalDist().inv_cdf(1 - alpha / 2) + NormalDist().inv_cdf(POWER)

    def is_visible(share: float) -> bool:
        variance = share * (1 - share) / picked + usual * (1 - usual) / rest
        return share - usual - z * math.sqrt(inflation * variance) >= clear

    smallest = _smallest(is_visible, usual)
    return None if smallest is None else smallest - usual


def visible_above(trials: int, usual: float, alpha: float = ALPHA) -> float | None:
    """Return the smallest share whose interval would lie above a usual one, with chance POWER; None if none would."""
    z = NormalDist().inv_cdf(POWER)

    def is_visible(share: float) -> bool:
        expected = share - z * math.sqrt(share * (1 - share) / trials)
        return expected > usual and wilson(expected * trials, trials, alpha).low > usual

    return _smallest(is_visible, usual) if trials else None


def _smallest(is_visible: Callable[[float], bool], least: float) -> float | None:
    """Return the smallest share above one at which something is visible; None if nothing up to 1 is."""
    if least >= 1 or not is_visible(1.0):
        return None
    return _edge(is_visible, 1.0, least)


# --- values and how often they come


def spread(counts: Mapping[int, int]) -> Spread | None:
    """Return mean, standard deviation and quantiles of counted values; None without any."""
    number = sum(counts.values())
    if number == 0:
        return None
    total = sum(value * count for value, count in counts.items())
    squares = sum(value * value * count for value, count in counts.items())
    variance = (number * squares - total * total) / (number * (number - 1)) if number > 1 else 0.0
    values = tuple(sorted((value, count) for value, count in counts.items() if count))
    quantiles = tuple(quantile(counts, part) for part in QUANTILES)
    return Spread(total / number, math.sqrt(variance), values[0][0], values[-1][0], quantiles, values)


def quantile(counts: Mapping[int, int], part: float) -> int:
    """Return the smallest value that at least this part of all values does not exceed (Hyndman and Fan 1996, type 1).

    Raises:
        ValueError: There is no value.
    """
    number = sum(counts.values())
    if number == 0:
        raise ValueError("there is no value")
    below = 0
    for value in sorted(counts):
        below += counts[value]
        if below >= part * number and below:
            return value
    return max(counts)


def bins(counts: Mapping[int, int], most: int = 24) -> tuple[tuple[int, int, int], ...]:
    """Return values in bins of one round width, as (first, last, count), without a gap.

    Args:
        counts: The count of each value.
        most: The largest number of bins, two or more.
    """
    values = [value for value, count in counts.items() if count]
    if not values:
        return ()
    smallest, largest = min(values), max(values)
    width = next(width for width in _round_widths() if largest // width - smallest // width < max(most, 2))
    sizes = dict.fromkeys(range(smallest // width, largest // width + 1), 0)
    for value, count in counts.items():
        if count:
            sizes[value // width] += count
    return tuple((place * width, place * width + width - 1, count) for place, count in sizes.items())


def _round_widths() -> Sequence[int]:
    return [digit * 10**power for power in range(18) for digit in (1, 2, 5)]
