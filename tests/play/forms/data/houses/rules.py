"""House Hunt: buy houses, and sell them for purses. In brackets: the booklet's sections."""

from pnp.rules import End, Pile, Piles, Table, Values, ask, ask_all, move, take


class Hunt(Table):
    houses = Pile("nobody")
    offer = Pile("all")
    hands = Piles("owner")
    sold = Pile("all")
    purses = Pile("nobody")
    prices = Pile("all")
    earned = Piles("owner")
    coins = Values("owner")
    turn = high = 0


def game(table):
    """[Play] First all houses are bought, then all are sold."""
    table.houses, table.purses = table.shuffled(table.decks.houses), table.shuffled(table.decks.purses)
    table.coins, table.bids = [table.facts.coins] * table.players, [0] * table.players
    for _ in range(table.facts.rounds):
        yield from buy(table)
    table.turn, table.high, table.bids = None, None, [0] * table.players
    for _ in range(table.facts.rounds):
        yield from sell(table)
    scores = [
        coins + sum(purse.value for purse in earned) for coins, earned in zip(table.coins, table.earned, strict=True)
    ]
    return End("all houses are sold", scores)


def buy(table):
    """[Buying] Bid more or pass; who passes takes the lowest house and pays half, the last one all."""
    table.offer = sorted(take(table.houses, table.players), key=lambda house: -house.number)
    table.high, table.bids = 0, [0] * table.players
    bidding = table.clockwise(table.turn)
    while len(bidding) > 1:
        seat = table.turn = bidding.pop(0)
        bid = yield from ask(seat, ["pass", *range(table.high + 1, table.coins[seat] + 1)], "bid")
        if bid == "pass":
            table.coins[seat] -= table.bids[seat] // 2
            move(table.offer[-1], table.offer, table.hands[seat])
        else:
            table.high = table.bids[seat] = bid
            bidding.append(seat)
    table.turn = bidding[0]
    table.coins[table.turn] -= table.bids[table.turn]
    move(table.offer[-1], table.offer, table.hands[table.turn])


def sell(table):
    """[Selling] All lay a house at once; the highest takes the fullest purse."""
    table.prices = sorted(take(table.purses, table.players), key=lambda purse: purse.value)
    laid = yield from ask_all(table.hands, "sell")
    for seat in sorted(table.seats, key=lambda seat: -laid[seat].number):
        move(table.prices[-1], table.prices, table.earned[seat])
    table.pause(*laid)
    for seat, house in enumerate(laid):
        move(house, table.hands[seat], table.sold)
