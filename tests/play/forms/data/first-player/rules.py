"""Lanterns: who has the lowest card begins, later who was last. In brackets: the booklet's sections."""

from pnp.rules import End, Pile, Piles, Table, ask, move, take


class Lanterns(Table):
    hands = Piles("owner")
    row = Pile("all")
    taken = Pile("all")
    first = 0


def game(table):
    """[Play] Three rounds; the highest card of each is a point, the lowest begins the next."""
    deck = table.shuffled(table.decks.numbers)
    table.hands = [take(deck, table.facts.hand) for _ in table.seats]
    table.points = [0] * table.players
    table.first = min(table.seats, key=lambda seat: min(card.number for card in table.hands[seat]))
    while table.hands[0]:
        cards = {}
        for seat in table.clockwise(table.first):
            cards[seat] = yield from ask(seat, table.hands[seat], "card")
            move(cards[seat], table.hands[seat], table.row)
        order = sorted(cards, key=lambda seat: cards[seat].number)
        table.first = order[0]
        table.points[order[-1]] += 1
        table.taken += take(table.row, len(table.row))
    return End("hands are empty", table.points)
