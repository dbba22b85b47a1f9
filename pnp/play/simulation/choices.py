"""Some games of a simulation → what each seat could pick, held and picked, and who led, added to their Tally.

A *choice* is a card, or an option that is no card: a text, a number, or the class of a pick of several parts, by the
question that offers it. A card counts wherever it is on offer, also as a part of an option, once each time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain, combinations, pairwise
from typing import Any

from pnp.play.cards import PlayingCard, cards_in
from pnp.play.decisions import by_seat
from pnp.play.game_bundle import GameBundle
from pnp.play.simulation.tally import CardName, Choice, Tally
from pnp.play.table import End, Table

PAIR_FACES = 40
"""Pairs are counted of decks with at most so many faces: the pairs of more need more games than anybody plays."""


class ChoiceWatcher:
    """Records what seats are offered, hold and pick in one game."""

    def __init__(self, table: Table) -> None:
        """Make one that watches a table from its set-up on."""
        self.table = table
        self.asked: list[tuple[str, int, Sequence[Any]]] = []
        """The question, the seat and the options at that time."""
        self.picks: list[Any] = []
        self.held: Sequence[set[PlayingCard]] = [set() for _ in table.seats]
        self.dealt: Sequence[set[PlayingCard]] = ()
        self.values: list[Mapping[str, tuple[int, ...]]] = []
        """The values of the table that may be scores, at each decision."""
        self._scores: Sequence[str] = ()
        self._hands = [
            name for name, pile in table.piles.items() if pile.is_each and pile.seen_by not in ("all", "nobody")
        ]

    def on_choices(self, choices: Any) -> None:
        """Record the options, the hands and the values of the table."""
        table = self.table
        question = getattr(choices, "name", "")
        self.asked += [(question, seat, tuple(options)) for seat, options in by_seat(choices)]
        for name in self._hands:
            for held, hand in zip(self.held, getattr(table, name), strict=False):
                held.update(hand)
        if not self.dealt:
            self.dealt = [set(held) for held in self.held]
            self._scores = [
                name
                for name, value in vars(table).items()
                if type(value) is list and len(value) == table.players and type(value[0]) is int
            ]
        values = [(name, getattr(table, name, None)) for name in self._scores]
        self.values.append({name: tuple(value) for name, value in values if type(value) is list})

    def on_picks(self, choices: Any, picks: Any) -> None:
        """Record the picks, in the order of the options."""
        by_owner = dict(by_seat(picks))
        self.picks += [by_owner[seat] for seat, _ in by_seat(choices)]

    def on_end(self, result: Any) -> None:
        """Do nothing: ``ChoiceCounter.add`` counts a game whose end is possible."""


class ChoiceCounter:
    """Counts the choices of a block's games, each by a number; ``add_to_tally`` adds them under their names."""

    def __init__(self, tally: Tally, bundle: GameBundle) -> None:
        self._tally = tally
        self._numbers: dict[Choice, int] = {}
        self._choices_of: dict[str, _ChoicesOf] = {"": _ChoicesOf("", self._numbers)}
        self._paired = {deck for deck, faces in bundle.decks.items() if len(faces) <= PAIR_FACES}
        self._offered, self._picked_of, self._taken_at, self._seen_at, self._seen_by, self._dealt = (
            Counter[int]() for _ in range(6)
        )
        self._held: list[tuple[int, int]] = []
        self._seats: list[tuple[int, bool, int]] = []
        self._pairs: list[tuple[tuple[CardName, CardName], int]] = []

    def add(self, watched: ChoiceWatcher, end: End | None) -> None:
        """Count a game that came to its end."""
        if end is None:
            return
        try:
            self._add_choices(watched, end)
        except TypeError:  # options without a hash, which a guard reports
            return
        self._tally.offers += 1
        choices_of = self._choices_of[""].__getitem__
        for seat, held in enumerate(watched.held):
            sharing = _sharing(end, seat)
            self._held += [(choice, sharing) for choice in set(chain.from_iterable(map(choices_of, held)))]
        for dealt in watched.dealt:
            self._dealt.update(set(chain.from_iterable(map(choices_of, dealt))))
        if end.scores and end.winners and watched.values:
            self._add_leads(watched, end)

    def _add_choices(self, watched: ChoiceWatcher, end: End) -> None:
        tally, seats = self._tally, range(self._tally.players)
        options_by_size: list[dict[int, list[Sequence[int]]]] = [{} for _ in seats]
        picked: list[list[int]] = [[] for _ in seats]
        last_seen: list[dict[int, int]] = [{} for _ in seats]
        count = [0 for _ in seats]
        offers: list[dict[int, int]] = []
        for (question, seat, options), pick in zip(watched.asked, watched.picks, strict=True):
            count[seat] += 1
            choices_of = self._choices_of.get(question)
            if choices_of is None:
                choices_of = self._choices_of[question] = _ChoicesOf(question, self._numbers)
            on_offer = [*chain.from_iterable(map(choices_of.__getitem__, options))]
            seen = dict.fromkeys(on_offer, count[seat])
            last_seen[seat].update(seen)
            if len(options) > 1:
                offers.append(seen)
                options_by_size[seat].setdefault(len(options), []).append(on_offer)
                for choice in choices_of[pick]:
                    picked[seat].append(choice)
                    self._taken_at[choice] += count[seat]
        tally.asked.update([question for question, _, _ in watched.asked])
        tally.forced.update([question for question, _, options in watched.asked if len(options) == 1])
        self._offered.update(chain.from_iterable(offers))
        names = list(self._numbers)
        for seat in seats:
            sharing, by_chance = _sharing(end, seat), dict[int, float]()
            for size, listed in options_by_size[seat].items():
                for choice, number in Counter(chain.from_iterable(listed)).items():
                    by_chance[choice] = by_chance.get(choice, 0.0) + number / size
            picks = Counter(picked[seat])
            self._picked_of.update(picks)
            self._seats += [(choice, picks[choice] > chance, sharing) for choice, chance in by_chance.items()]
            self._seen_at.update(last_seen[seat])
            self._seen_by.update(last_seen[seat].keys())
            if self._paired:
                faces = sorted([names[choice][1:] for choice in picks if names[choice][1] in self._paired])
                self._pairs += [(pair, sharing) for pair in combinations(faces, 2)]

    def _add_leads(self, watched: ChoiceWatcher, end: End) -> None:
        """Count changes of the lead, by each value of the table that ends as the scores."""
        best = min if end.scores[end.winners[0]] == min(end.scores) < max(end.scores) else max
        for name in watched.values[-1]:
            value = getattr(watched.table, name, None)
            if type(value) is not list or tuple(value) != end.scores:
                continue
            course = [values.get(name, ()) for values in watched.values]
            if any(set(map(type, scores)) != {int} or len(scores) != len(end.scores) for scores in course):
                continue
            if len(set(course)) < 3:
                continue  # points that are counted at the end
            leaders = [scores.index(best(scores)) for scores in course if scores.count(best(scores)) == 1]
            changes = sum(one != other for one, other in pairwise(leaders))
            middle = course[len(course) // 2]
            was_behind = all(middle[seat] != best(middle) for seat in end.winners)
            self._tally.leads[name, changes, int(was_behind)] += 1

    def add_to_tally(self) -> None:
        """Add what was counted under the names of choices."""
        tally, names = self._tally, list(self._numbers)
        for counted, to in (
            (self._offered, tally.offered),
            (self._picked_of, tally.picked_of),
            (self._taken_at, tally.taken_at),
            (self._seen_at, tally.seen_at),
            (self._seen_by, tally.seen_by),
            (self._dealt, tally.dealt),
        ):
            for choice, number in counted.items():
                to[names[choice]] += number
        for (choice, sharing), seats in Counter(self._held).items():
            tally.held[*names[choice], sharing] += seats
        for (choice, is_often, sharing), seats in Counter(self._seats).items():
            tally.choices[*names[choice], int(is_often), sharing] += seats
        for ((one, other), sharing), seats in Counter(self._pairs).items():
            tally.pairs[*one, *other, sharing] += seats


class _ChoicesOf(dict[Any, Sequence[int]]):
    """The numbers of the choices that an option of a question stands for, found when it first occurs."""

    def __init__(self, question: str, numbers: dict[Choice, int]) -> None:
        super().__init__()
        self._question = question or "?"
        self._numbers = numbers

    def __missing__(self, option: Any) -> Sequence[int]:
        choices: list[Choice] = [("", *card._face) for card in cards_in(option)]
        if not isinstance(option, PlayingCard):
            choices += [(self._question, "", text) for text in _names_of(option)]
        numbers = self._numbers
        self[option] = found = tuple({numbers.setdefault(choice, len(numbers)) for choice in choices})
        return found


def _names_of(option: Any) -> Sequence[str]:
    """Return the names of an option that is no card: the class of a pick of several parts, or the parts of a tuple."""
    if isinstance(option, tuple):
        if hasattr(option, "_fields"):
            return [type(option).__name__]
        return [name for part in option if not isinstance(part, PlayingCard) for name in _names_of(part)]
    return [str(option)]


def _sharing(end: End, seat: int) -> int:
    """Return the number of seats that share a seat's win; 0 for a seat that has not won."""
    return len(end.winners) if seat in end.winners else 0
