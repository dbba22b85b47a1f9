"""My Game, in the order of its booklet. In brackets: the booklet's sections."""

from pnp.rules import End, Pile, Piles, Table, ask, move, take


class Tricks(Table):
    """Everybody's cards, the trick on the table, and the points."""

    hands = Piles("owner")
    stock = Pile("nobody")
    trick = Pile("all")
    taken = Pile("all")
    points = ()  # by seat


def game(table):
    """[Rounds] As many rounds as there are players: everybody leads a first trick once."""
    table.points = [0] * table.players
    for seat in table.seats:
        deal(table, seat)
        while table.hands[table.leader]:
            yield from play_trick(table)
    return End("rounds", table.points)


def deal(table, leader):
    """[Set-up] Shuffle all cards, and deal; what is left over stays face down."""
    table.trick, table.taken = [], []
    table.stock = table.shuffled(table.decks.cards)
    table.hands = [take(table.stock, table.facts.hand) for _ in table.seats]
    table.leader = leader


def play_trick(table):
    """[A trick] Everybody plays a card, clockwise; who has played the best one takes a point, and leads the next."""
    order = list(table.clockwise(table.leader))
    for seat in order:
        card = yield from ask(seat, playable(table, table.hands[seat]), "card")
        move(card, table.hands[seat], table.trick)
    best = max(table.trick, key=lambda card: strength(table, card))
    table.leader = order[table.trick.index(best)]
    table.points[table.leader] += 1
    table.pause()
    table.taken, table.trick = table.taken + table.trick, []


def playable(table, hand):
    """[A trick] Cards of the suit that was led, where there are any."""
    following = [card for card in hand if table.trick and card.suit == table.trick[0].suit]
    return following or hand


def strength(table, card):
    """[The best card] Trumps before the suit that was led, then by number; other suits take nothing."""
    return (card.suit == table.facts.trump, card.suit == table.trick[0].suit, card.number)
