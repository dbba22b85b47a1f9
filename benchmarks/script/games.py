"""Two games as a developer plays them by hand, to know who wins how often: no table, no engine, numbers for cards.

Each is one function, from a seed to the scores. Nothing is checked, kept or told, and no other game could use it.
Chance is drawn in the order of data/<game>/rules.py, so a seed gives the same game; a test compares the two.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import floor
from random import Random
from typing import Any

Cards = Sequence[Mapping[str, Any]]
"""A deck, copies counted: the fields of its cards."""
Play = Callable[[str], tuple[list[int], int]]
"""A seed → the scores by seat, and how many picks there were."""


def chili(players: int, decks: Mapping[str, Cards]) -> Play:
    """Chili Peppers, two rounds."""
    chilies = [0, *[card["chilies"] for card in sorted(decks["numbers"], key=lambda card: card["number"])]]

    def play(seed: str) -> tuple[list[int], int]:
        random = Random(seed).random
        scores, count = [0] * players, 0
        for number in range(2):
            draw = list(range(2, 100))
            shuffle(draw, random)
            ring = [1, draw[-2], draw[-1], 100, draw[-4], draw[-3]]
            del draw[-4:]
            hands = []
            for _ in range(players):
                hands.append(draw[-8:])
                del draw[-8:]
            order = [*range(number, players), *range(number)]
            discard: list[int] = []
            target, is_used_up = 1, False
            while all(hands) and draw and not is_used_up:
                following = (target + 1) % 6
                low, high = ring[target - 1], ring[following]
                if low > high:
                    low, high = high, low
                picks = [hand[floor(random() * len(hand))] for hand in hands]
                count += players
                middle, nearest, winner = ring[target] + 0.25, 1000.0, 0
                for seat, card in enumerate(picks):
                    away = abs(card - middle)
                    if away < nearest:
                        nearest, winner = away, seat
                scores[winner] += chilies[ring[target]]
                ring[target] = picks[winner]
                for seat in order:
                    hands[seat].remove(picks[seat])
                    if seat != winner:
                        discard.append(picks[seat])
                for seat in order:
                    card = picks[seat]
                    if seat != winner and not low <= card <= high:
                        owed = chilies[card]
                        if owed > len(draw):
                            shuffle(discard, random)
                            draw[:0] = discard
                            discard, is_used_up = [], True
                        hands[seat] += draw[-owed:]
                        del draw[-owed:]
                target = following
            for seat, hand in enumerate(hands):
                scores[seat] -= sum([chilies[card] for card in hand])
        return scores, count

    return play


def chicken(players: int, decks: Mapping[str, Cards]) -> Play:
    """Playing Chicken, five rounds."""
    goals = [card["number"] for card in decks["goals"] if players in card["tags"]]

    def play(seed: str) -> tuple[list[int], int]:
        random = Random(seed).random
        scores, count = [0] * players, 0
        hands = [[1, 2, 3, 4, 5, 6] for _ in range(players)]
        pile = list(goals)
        shuffle(pile, random)
        for prize in range(2, 7):
            played: list[list[int]] = [[] for _ in range(players)]
            for _ in range(7 - prize):
                if not pile:
                    pile = list(goals)
                    shuffle(pile, random)
                goal = pile.pop()
                picks = [hand[floor(random() * len(hand))] for hand in hands]
                count += players
                total = sum(picks)
                winning = min(picks) if total > goal else max(picks)
                won = prize + (total == goal)
                for seat, card in enumerate(picks):
                    if card == winning:
                        scores[seat] += won
                    hands[seat].remove(card)
                    played[seat].append(card)
            hands = played
        return scores, count

    return play


def shuffle(cards: list[int], random: Callable[[], float]) -> None:
    """Put cards in random order."""
    for i in range(len(cards) - 1, 0, -1):
        j = floor(random() * (i + 1))
        cards[i], cards[j] = cards[j], cards[i]


BY_HAND = {"chili": chili, "chicken": chicken}
