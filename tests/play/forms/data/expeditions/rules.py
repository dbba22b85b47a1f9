"""Five Trails: cards of a trail must rise. In brackets: the booklet's sections."""

from typing import NamedTuple

from pnp.rules import End, Pile, Piles, PlayingCard, Table, ask, move, take


class Put(NamedTuple):
    card: PlayingCard
    where: str


class Trails(Table):
    stock = Pile("nobody")
    hands = Piles("owner")
    trails = Piles("all")
    left = Pile("all")  # cards that somebody has left behind
    turn = 0


def game(table):
    """[Play] In turn, put a card down and take one, until the stock is empty."""
    table.stock = table.shuffled(table.decks.steps)
    table.hands = [take(table.stock, table.facts.hand) for _ in table.seats]
    while table.stock:
        yield from play_turn(table, table.turn)
        table.turn = table.next_seat(table.turn)
    return End("the stock is empty", [score(table, cards) for cards in table.trails])


def play_turn(table, seat):
    """[Your turn] A card onto your trail or left behind; then one from the stock, or one that lies on top."""
    hand, trails = table.hands[seat], table.trails[seat]
    fitting = [Put(card, "trail") for card in hand if all(below.number < card.number for below in of(trails, card))]
    put = yield from ask(seat, fitting + [Put(card, "behind") for card in hand], "put")
    move(put.card, hand, trails if put.where == "trail" else table.left)
    tops = {card.colour: card for card in table.left if card is not put.card or put.where == "trail"}
    free = [card for card in tops.values() if of(table.left, card)[-1] is card]
    card = yield from ask(seat, ["stock", *free], "take")
    if card == "stock":
        hand += take(table.stock, 1)
    else:
        move(card, table.left, hand)


def of(cards, card):
    """[Your turn] The cards of the same colour."""
    return [other for other in cards if other.colour == card.colour]


def score(table, cards):
    """[The end] The numbers of each trail that was begun, less what it costs."""
    return sum(card.number for card in cards) - table.facts.cost * len({card.colour for card in cards})
