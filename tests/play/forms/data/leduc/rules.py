"""Six Card Poker, which researchers call Leduc Hold'em. In brackets: the booklet's sections."""

from pnp.rules import End, Pile, Piles, Table, ask, take


class Leduc(Table):
    stock = Pile("nobody")
    hands = Piles("owner")
    open = Pile("all")


def game(table):
    """[Play] A card and a coin each; two rounds of bets, with an open card between them."""
    table.stock = table.shuffled(table.decks.cards)
    table.hands = [take(table.stock, 1) for _ in table.seats]
    table.paid = [1, 1]
    for raise_by in table.facts.raises:
        folded = yield from bets(table, raise_by)
        if folded is not None:
            return won(table, 1 - folded, "fold")
        if not table.open:
            table.open = take(table.stock, 1)
    strengths = [strength(table, seat) for seat in table.seats]
    if strengths[0] == strengths[1]:
        return End("showdown", [0, 0])
    return won(table, strengths.index(max(strengths)), "showdown")


def bets(table, raise_by):
    """[Bets] Raise, call or fold in turn, until all have met the last raise; at most two raises."""
    seat, raised, acted = 0, 0, 0
    while acted < 2 or table.paid[0] != table.paid[1]:
        options = ["call"]
        if table.paid[seat] < table.paid[1 - seat]:
            options.append("fold")
        if raised < table.facts.raises_a_round:
            options.append("raise")
        pick = yield from ask(seat, options, "bet")
        if pick == "fold":
            return seat
        table.paid[seat] = table.paid[1 - seat]
        if pick == "raise":
            table.paid[seat] += raise_by
            raised += 1
        acted += 1
        seat = 1 - seat
    return None


def strength(table, seat):
    """[The end] A pair with the open card beats all; else the higher card does."""
    rank = table.hands[seat][0].rank
    return (rank == table.open[0].rank, rank)


def won(table, seat, why):
    """[The end] The winner takes what the other has paid."""
    lost = table.paid[1 - seat]
    return End(why, [lost if other == seat else -lost for other in table.seats])
