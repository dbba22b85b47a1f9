"""Two by Two: partners sit opposite and see each other's cards. In brackets: the booklet's sections."""

from pnp.rules import End, Pile, Piles, Table, ask, move, take


class TwoByTwo(Table):
    hands = Piles("team")
    trick = Pile("all")
    taken = Pile("all")
    turn = 0


def game(table):
    """[Play] Three tricks; the highest card takes each for both partners."""
    table.teams = ((0, 2), (1, 3))
    table.tricks = [0, 0]
    deck = table.shuffled(table.decks.numbers)
    table.hands = [take(deck, table.facts.hand) for _ in table.seats]
    while table.hands[table.turn]:
        order = table.clockwise(table.turn)
        for table.turn in order:
            card = yield from ask(table.turn, table.hands[table.turn], "card")
            move(card, table.hands[table.turn], table.trick)
        best = max(table.trick, key=lambda card: card.number)
        table.turn = order[table.trick.index(best)]
        table.tricks[table.turn % 2] += 1
        table.taken += take(table.trick, 4)
    return End("three tricks", [table.tricks[seat % 2] for seat in table.seats])
