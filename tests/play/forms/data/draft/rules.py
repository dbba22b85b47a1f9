"""Market Stall: pick a card, pass the hand. In brackets: the booklet's sections."""

from pnp.rules import End, Piles, Table, ask_all, move, take


class Stalls(Table):
    hands = Piles("owner")
    stalls = Piles("all")


def game(table):
    """[Play] All keep a card at once and pass their hands to the left, until none are left."""
    deck = table.shuffled(table.decks.goods)
    table.hands = [take(deck, table.facts.hand) for _ in table.seats]
    while table.hands[0]:
        kept = yield from ask_all(table.hands, "keep")
        for seat, card in enumerate(kept):
            move(card, table.hands[seat], table.stalls[seat])
        table.hands = table.hands[-1:] + table.hands[:-1]
    return End("all cards are kept", [score(table, seat) for seat in table.seats])


def score(table, seat):
    """[The end] The points of the cards, and a bonus for all kinds."""
    stall = table.stalls[seat]
    has_all = len({card.kind for card in stall}) == len(table.decks.goods.by("kind"))
    return sum(card.points for card in stall) + has_all * table.facts.bonus
