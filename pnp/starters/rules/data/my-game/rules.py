"""First rules for My Game, to play and to change: all keep a card at once, and pass the others on."""

from pnp.rules import End, Pile, Piles, Table, ask_all, move, take

HAND = 5
"""Everybody begins with so many cards, or with fewer if there are too many players."""


class Draft(Table):
    """Everybody's hand, and the cards that everybody has kept."""

    hands = Piles("owner")
    kept = Piles("all")
    pack = Pile("nobody")


def game(table):
    """All keep a card and pass their hands to the left, until no cards are left in them."""
    table.pack = table.shuffled(table.decks.cards)
    hand = min(HAND, len(table.pack) // table.players)
    table.hands = [take(table.pack, hand) for _ in table.seats]
    while table.hands[0]:
        picks = yield from ask_all(table.hands, "keep")
        for seat, card in enumerate(picks):
            move(card, table.hands[seat], table.kept[seat])
        table.hands = table.hands[-1:] + table.hands[:-1]
    return End("all cards are kept", [score(table, seat) for seat in table.seats])


def score(table, seat):
    """All cards count the same."""
    return sum(1 for card in table.kept[seat])
