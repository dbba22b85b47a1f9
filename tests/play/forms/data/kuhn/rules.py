"""One Card Poker, by Harold Kuhn (1950). In brackets: the booklet's sections."""

from pnp.rules import End, Piles, Table, ask, take


class Kuhn(Table):
    hands = Piles("owner")


def game(table):
    """[Play] A card and a coin each; pass or bet until both have passed, both have bet, or one has passed after a bet."""
    deck = table.shuffled(table.decks.cards)
    table.hands = [take(deck, 1) for _ in table.seats]
    table.bets = [1, 1]
    seat, passed = 0, 0
    while True:
        if (yield from ask(seat, ["pass", "bet"], "bet")) == "bet":
            table.bets[seat] += 1
            if table.bets == [2, 2]:
                return showdown(table)
            passed = 0
        elif table.bets[1 - seat] == 2:
            return won(table, 1 - seat, "a bet is not met")
        else:
            passed += 1
            if passed == 2:
                return showdown(table)
        seat = 1 - seat


def showdown(table):
    """[The end] The higher card wins."""
    return won(table, int(table.hands[1][0].rank > table.hands[0][0].rank), "showdown")


def won(table, seat, why):
    """[The end] The winner takes what the other has bet."""
    return End(why, [table.bets[1 - seat] if other == seat else -table.bets[other] for other in table.seats])
