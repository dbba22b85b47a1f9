"""Foretold: say how many tricks you take. In brackets: the booklet's sections."""

from pnp.rules import End, Pile, Piles, Table, ask, move, take


class Foretold(Table):
    stock = Pile("nobody")
    trump = Pile("all")
    hands = Piles("owner")
    trick = Pile("all")
    taken = Pile("all")
    round = 0
    leader = turn = 0


def game(table):
    """[Play] Rounds with one card more each time."""
    table.points = [0] * table.players
    for number in range(1, table.facts.rounds + 1):
        table.round = number
        deal(table)
        for seat in table.clockwise(table.leader):
            table.turn = seat
            table.bids[seat] = yield from ask(seat, range(table.round + 1), "bid")
        for _ in range(table.round):
            yield from play_trick(table)
        for seat in table.seats:
            off = abs(table.bids[seat] - table.tricks[seat])
            table.points[seat] += -off if off else table.facts.bonus + table.bids[seat]
    return End("all rounds are played", table.points)


def deal(table):
    """[Play] As many cards as the number of the round; the next one is the trump."""
    table.stock, table.trump, table.taken = table.shuffled(table.decks.suits), [], []
    table.hands = [take(table.stock, table.round) for _ in table.seats]
    table.trump = take(table.stock, 1)
    table.bids, table.tricks = [0] * table.players, [0] * table.players
    table.leader = (table.round - 1) % table.players


def play_trick(table):
    """[Tricks] Follow suit if you can; the highest trump, or the highest card of the suit, takes the trick."""
    order = table.clockwise(table.leader)
    for seat in order:
        table.turn = seat
        hand = table.hands[seat]
        same = [card for card in hand if table.trick and card.suit == table.trick[0].suit]
        card = yield from ask(seat, same or hand, "card")
        move(card, hand, table.trick)
    suits = (table.trick[0].suit, table.trump[0].suit)
    best = max(table.trick, key=lambda card: (card.suit == suits[1], card.suit == suits[0], card.number))
    table.leader = order[table.trick.index(best)]
    table.tricks[table.leader] += 1
    table.pause(*table.trick)
    table.taken += take(table.trick, len(table.trick))
