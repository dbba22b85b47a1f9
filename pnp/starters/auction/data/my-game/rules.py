"""My Game, in the order of its booklet. In brackets: the booklet's sections."""

from pnp.rules import End, Pile, Piles, Table, ask, move, take


class Auction(Table):
    """The lots, what everybody has bought, and everybody's coins."""

    lots = Pile("nobody")
    offer = Pile("all")
    bought = Piles("all")
    unsold = Pile("all")
    money = ()  # by seat
    first = bid = 0


def game(table):
    """[Set-up] Coins for everybody; then lot after lot, each opened by the next player."""
    table.lots = table.shuffled(table.decks.lots)
    table.money = [table.facts.money] * table.players
    while table.lots:
        table.offer = take(table.lots, 1)
        yield from sell(table)
        table.first = table.next_seat(table.first)
    return End("sold out", [score(table, seat) for seat in table.seats])


def sell(table):
    """[A lot] In turn everybody raises or passes, until all but one have passed."""
    table.bid, bidder, bidding = 0, None, list(table.clockwise(table.first))
    while bidding and bidding != [bidder]:
        seat = bidding.pop(0)
        if (yield from ask(seat, may_do(table, seat), "bid")) == "raise":
            table.bid += 1
            bidder = seat
            bidding.append(seat)
    pay(table, bidder)


def may_do(table, seat):
    """[A lot] Raise by a coin, for who has so many; or pass."""
    return ["raise", "pass"] if table.money[seat] > table.bid else ["pass"]


def pay(table, bidder):
    """[A lot] The highest bidder pays and takes the lot; one that nobody wants is put aside."""
    lot = table.offer[0]
    if bidder is None:
        move(lot, table.offer, table.unsold)
    else:
        table.money[bidder] -= table.bid
        move(lot, table.offer, table.bought[bidder])


def score(table, seat):
    """[The end] The values of the lots, and the bonus for who has all kinds; coins count nothing."""
    lots = table.bought[seat]
    has_all = len({lot.kind for lot in lots}) == len(table.facts.kinds)
    return sum(lot.value for lot in lots) + (table.facts.bonus if has_all else 0)
