"""Harbour Lots: sealed bids from money that nobody else sees. In brackets: the booklet's sections."""

from pnp.rules import End, Pile, Piles, Table, Values, ask_all, move, take


class Harbour(Table):
    lots = Pile("nobody")
    offer = Pile("all")
    unsold = Pile("all")
    bought = Piles("all")
    money = Values("owner")
    price = 0


def game(table):
    """[Play] Coins for everybody; then lot after lot."""
    table.lots = table.shuffled(table.decks.lots)
    table.money = [table.facts.money] * table.players
    while table.lots:
        table.offer = take(table.lots, 1)
        bids = yield from ask_all([range(coins + 1) for coins in table.money], "bid", secret=True)
        sell(table, bids)
    return End("sold out", [sum(lot.value for lot in lots) for lots in table.bought])


def sell(table, bids):
    """[Play] Who alone bids most pays and takes the lot; after a tie it is put aside."""
    best = max(bids)
    if bids.count(best) > 1:
        move(table.offer[0], table.offer, table.unsold)
        table.price = 0
        return
    seat = bids.index(best)
    table.price = best
    table.money[seat] -= best
    move(table.offer[0], table.offer, table.bought[seat])
