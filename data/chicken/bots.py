"""Players of Playing Chicken."""

from itertools import islice

from pnp.rules import Picked


def reckoning(seen, options, random):
    """Guess what the others will play by what they still hold, and choose what wins against that most often."""
    goal = seen.used[-1].number
    others = [values for seat, values in enumerate(_left(seen)) if seat != seen.seat]
    wins = dict.fromkeys(options, 0)
    for _ in range(6):
        guess = [hand[int(random() * len(hand))] for hand in others]
        for card in options:
            values = [*guess, card.value]
            total = sum(values)
            if card.value == (min(values) if total > goal else max(values)):
                wins[card] += 2 if total == goal else 1
    best = max(wins.values())
    good = [card for card in options if wins[card] == best]
    return good[int(random() * len(good))]


def _left(seen):
    """The values that each player may hold: all of a deck but those played in this round."""
    tricks = len(seen.played[seen.seat]) + len(seen.latest[seen.seat])
    picks = (event for event in reversed(seen.log) if isinstance(event, Picked))
    left = [dict.fromkeys(range(1, len(seen.decks.players.by("value")) + 1)) for _ in range(seen.players)]
    for seat, _, card in islice(picks, tricks * seen.players):
        del left[seat][card.value]
    return [list(values) for values in left]


def imagine(table, seat, random):
    """For players who search: everybody's deck is known, but not which of its cards are out of the game."""
    for other in table.others(seat):
        hand, gone = table.hands[other], table.gone[other]
        cards = [*hand, *gone]
        for place in range(len(cards) - 1, 0, -1):
            swapped = int(random() * (place + 1))
            cards[place], cards[swapped] = cards[swapped], cards[place]
        hand[:], gone[:] = cards[: len(hand)], cards[len(hand) :]
    goals = table.goals
    for place in range(len(goals) - 1, 0, -1):
        swapped = int(random() * (place + 1))
        goals[place], goals[swapped] = goals[swapped], goals[place]
