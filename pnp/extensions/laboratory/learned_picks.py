"""The playouts of a search → what the options of later decisions have been worth, and so which are picked in the next.

A seat without a bot would play on by chance in every playout, and the search would prepare for nonsense. So its later
picks are learned: each seat keeps what each option was worth to it, in a tree of its own by what it sees (Cowling,
Powley and Whitehouse, "Information Set Monte Carlo Tree Search", IEEE TCIAIG 2012), and picks by UCB1 (Auer,
Cesa-Bianchi and Fischer, Machine Learning 2002). A playout adds one decision to the trees and goes on by chance.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import log, sqrt
from typing import Any

from pnp.extensions.laboratory.declarations import Policy
from pnp.play.cards import PlayingCard, frozen
from pnp.play.table import Table

CURIOSITY = 0.5
"""The weight of options that were seldom tried."""

LATEST = 4
"""How many cards of an open pile, from its top, tell situations apart."""

Worth = dict[Any, list[float]]
"""Maps an option to how often it was picked, and the sum of what it was worth."""


class LearnedPicks:
    """What was learned in the playouts of a decision."""

    def __init__(self) -> None:
        self._known: dict[Any, Worth] = {}
        self._is_known = True
        self._picked: list[tuple[Worth, Any, int]] = []

    def begin(self) -> None:
        """Begin a playout."""
        self._is_known, self._picked = True, []

    def end(self, values: Sequence[float]) -> None:
        """Learn from the end of a playout what it was worth to each seat."""
        for known, name, seat in self._picked:
            worth = known.setdefault(name, [0.0, 0.0])
            worth[0] += 1
            worth[1] += values[seat]

    def policy(self, usual: Policy) -> Policy:
        """Return a policy that picks what has been worth most, and as usual where nothing is known."""

        def pick(table: Table, seat: int, options: Sequence[Any], random: Callable[[], float]) -> Any:
            if len(options) == 1 or not self._is_known:
                return usual(table, seat, options, random)
            situation = _situation(table, seat, options)
            self._is_known = situation in self._known
            known = self._known.setdefault(situation, {})
            by_name = {_name(option): option for option in options}
            if new := [name for name in by_name if name not in known]:
                name = new[int(random() * len(new))]
            else:
                total = log(sum(known[name][0] for name in by_name))

                def bound(name: Any) -> float:
                    count, worth = known[name]
                    return worth / count + CURIOSITY * sqrt(total / count)

                name = max(by_name, key=bound)
            self._picked.append((known, name, seat))
            return by_name[name]

        return pick


def _situation(table: Table, seat: int, options: Sequence[Any]) -> Any:
    """Return what a seat sees, by the faces of cards; of open piles only the latest cards."""
    seen: list[Any] = [seat, tuple(map(_name, options))]
    for name, owner, cards in table.every_pile():
        pile = table.piles[name]
        if pile.seen_by == "all":
            seen.append(tuple([card._face for card in cards[-LATEST:]]))
        elif pile.seen_by != "face up" and pile.is_seen(table, seat, owner):
            seen.append(tuple(sorted([card._face for card in cards])))
    for name, values in table.values.items():
        seen.append(values.seen(table, getattr(table, name), seat))
    situation = (*seen, *map(frozen, table.public().values()))
    try:
        hash(situation)
    except TypeError:  # a mapping among the values
        return repr(situation)
    return situation


def _name(option: Any) -> Any:
    """Return an option with the faces of its cards, so that copies are equal."""
    if isinstance(option, PlayingCard):
        return option._face
    return tuple(map(_name, option)) if isinstance(option, tuple) else option
