"""Everybody plays a card, the highest takes a point."""

from pnp.rules import End, Pile, Piles, Table, take


class Small(Table):
    hands = Piles("owner")
    draw = Pile("nobody")
    played = Pile("all")
    round = 0


def game(table):
    """Play all rounds."""
    table.draw = table.shuffled(table.decks.numbers)
    table.hands = [take(table.draw, 2) for _ in table.seats]
    table.points = [0] * table.players
    while table.round < 2:
        yield from play_round(table)
    return End("two rounds", table.points)


def play_round(table):
    """Everybody plays a card."""
    picks = yield table.hands
    best = max(card.number for card in picks)
    for seat, card in enumerate(picks):
        table.hands[seat].remove(card)
        table.played.append(card)
        table.points[seat] += card.number == best
    table.round += 1
