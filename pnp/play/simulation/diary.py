"""The playtest diary, as lines of JSON → what people did in a game with one number of players, beside its bots.

``pnp play`` writes a line when a game with people is over, with the seconds of each pick and the end, and one for what
each player says. Nothing here reads files.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from statistics import NormalDist, mean, median, stdev
from typing import Any

from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.play import statistics as st
from pnp.play.game_bundle import PERSON
from pnp.play.statistics import Estimate

FEW_GAMES = 5
"""Fewer games than these are not compared with those of bots."""

FEW_DECISIONS = 30
"""Fewer decisions than these do not say how long people take."""

DIFFERS = 0.25
"""People's time for a decision differs from game.yaml's if its whole interval is off by more than this part."""


@frozen_dataclass
class People:
    """Games of people, with one number of players and the same values of the table.

    Attributes:
        games: The number of games that came to their end.
        unfinished: The number of games that did not, of which somebody has said something.
        unreadable: The number of lines of the diary that cannot be read.
        decisions: The mean number of decisions of a game, with its interval; None for fewer than two games.
        minutes: The median length of a game in minutes, as far as people were asked; None without a game.
        seconds: The mean seconds of a decision that people were asked; None with too few.
        asked: The number of these decisions.
        taken_back: How often picks were taken back.
        seats: The number of seats of people, over all games.
        wins: The share of them that won; a win shared by k counts 1/k. None if nobody sat at a table with people.
        equal: The share if people and bots were equally strong.
        points: The mean points of people; None without any.
        answers: For each question the answers, oldest first.
        mean_decisions: The mean number of decisions of a game; 0 without any.
    """

    games: int
    unfinished: int
    unreadable: int
    decisions: Estimate | None
    minutes: float | None
    seconds: Estimate | None
    asked: int
    taken_back: int
    seats: int
    wins: Estimate | None
    equal: float
    points: float | None
    answers: tuple[tuple[str, tuple[str, ...]], ...] = ()
    mean_decisions: float = 0

    @property
    def is_comparable(self) -> bool:
        """Whether there are enough games to compare them with those of bots."""
        return self.games >= FEW_GAMES

    def differs_from(self, seconds: float) -> bool:
        """Return whether people surely take much more or less than so many seconds for a decision."""
        if self.seconds is None:
            return False
        return self.seconds.low > seconds * (1 + DIFFERS) or self.seconds.high < seconds * (1 - DIFFERS)


def people_of(lines: Iterable[str], game: str, players: int, values: Mapping[str, Any]) -> People | None:
    """Return what people did in a game; None if the diary has nothing of it.

    Args:
        lines: The diary.
        game: The game's name.
        players: The number of players.
        values: The values of the table that are set before the game.
    """
    finished: dict[str, Mapping[str, Any]] = {}
    others: set[str] = set()
    answers: dict[str, list[str]] = {}
    unreadable = 0
    for line in filter(str.strip, lines):
        entry = _entry(line)
        if entry is None:
            unreadable += 1
            continue
        if entry["game"] != game or len(entry["seats"]) != players or entry["values"] != dict(values):
            continue
        if isinstance(entry.get("end"), dict):
            finished[entry["table"]] = entry
        else:
            others.add(entry["table"])
        for question, answer in entry.get("answers", {}).items():
            if answer.strip():
                answers.setdefault(question, []).append(answer.strip())
    if not finished and not others:
        return None
    games = list(finished.values())
    seconds = [took for entry in games for took in _longest(entry).values()]
    results = [result for entry in games for result in _results(entry)]
    points = [point for _, point in results if point is not None]
    minutes = [sum(_longest(entry).values()) / 60 for entry in games]
    return People(
        games=len(games),
        unfinished=len(others - finished.keys()),
        unreadable=unreadable,
        decisions=_mean([entry["decisions"] for entry in games]),
        minutes=median(minutes) if minutes else None,
        seconds=_mean(seconds) if len(seconds) >= FEW_DECISIONS else None,
        asked=len(seconds),
        taken_back=sum(entry["taken_back"] for entry in games),
        seats=len(results),
        wins=st.wilson(sum(won for won, _ in results), len(results)) if results else None,
        equal=1 / players,
        points=mean(points) if points else None,
        answers=tuple((question, tuple(said)) for question, said in answers.items()),
        mean_decisions=mean([entry["decisions"] for entry in games]) if games else 0.0,
    )


def _entry(line: str) -> dict[str, Any] | None:
    """Return an entry of the diary; None for a line that cannot be read."""
    try:
        entry = json.loads(line)
        is_one = (
            isinstance(entry["game"], str)
            and isinstance(entry["table"], str)
            and isinstance(entry["seats"], list)
            and isinstance(entry["values"], dict)
            and isinstance(entry["decisions"], int)
            and isinstance(entry["taken_back"], int)
            and all(isinstance(answer, str) for answer in entry.get("answers", {}).values())
        )
        if isinstance(entry.get("end"), dict):
            is_one = is_one and isinstance(entry["end"]["winners"], list) and isinstance(entry["end"]["scores"], list)
            is_one = is_one and all(len(each) == 3 for each in entry["thought"])
            _longest(entry)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
    return entry if is_one else None


def _longest(entry: Mapping[str, Any]) -> dict[int, float]:
    """Return the seconds of each decision: those of the slowest player, where several pick at once."""
    longest: dict[int, float] = {}
    for decision, _, took in entry["thought"]:
        longest[decision] = max(longest.get(decision, 0.0), float(took))
    return longest


def _results(entry: Mapping[str, Any]) -> Iterable[tuple[float, int | None]]:
    """Yield each person's part of the win, and points; nothing for a game without bots."""
    winners, scores, seats = entry["end"]["winners"], entry["end"]["scores"], entry["seats"]
    for seat, who in enumerate(seats):
        if who == PERSON and set(seats) != {PERSON}:
            yield (1 / len(winners) if seat in winners else 0.0), scores[seat] if seat < len(scores) else None


def _mean(values: Sequence[float]) -> Estimate | None:
    """Return a mean with its interval; None for fewer than two values."""
    if len(values) < 2:
        return None
    half = NormalDist().inv_cdf(1 - st.ALPHA / 2) * stdev(values) / len(values) ** 0.5
    middle = mean(values)
    return Estimate(middle, middle - half, middle + half)
