"""Small Town: buy cards into your deck. In brackets: the booklet's sections."""

from pnp.rules import End, Pile, Piles, Table, ask, draw, move, take


class Town(Table):
    draw = Piles("nobody")
    hands = Piles("owner")
    discard = Piles("all")
    market = Pile("all")
    supply = Pile("nobody")
    debts = Pile("all")


def game(table):
    """[Play] Everybody has a deck of pennies; a few rounds, then points."""
    cards = table.decks.cards.by("name")
    pennies, table.debts = list(cards["Penny"]), list(cards["Debt"])
    table.draw = [take(pennies, table.facts.pennies) for _ in table.seats]
    table.supply = table.shuffled([card for card in table.decks.cards if card.name not in ("Penny", "Debt")])
    for _ in range(table.facts.rounds):
        for seat in table.seats:
            yield from play_turn(table, seat)
    return End("rounds", [sum(card.points for card in deck(table, seat)) for seat in table.seats])


def play_turn(table, seat):
    """[Your turn] Draw, attack, buy at most one card, and put all cards aside."""
    hand, discard = table.hands[seat], table.discard[seat]
    table.market += take(table.supply, table.facts.market - len(table.market))
    hand += draw(table, table.draw[seat], table.facts.hand, refill=discard)
    bailiffs = [card for card in hand if card.name == "Bailiff"]
    if bailiffs and (yield from ask(seat, ["peace", *bailiffs[:1]], "attack")) != "peace":
        for other in table.others(seat):
            table.discard[other] += take(table.debts, 1)
    coins = sum(card.coins for card in hand)
    card = yield from ask(seat, ["nothing", *(card for card in table.market if card.cost <= coins)], "buy")
    if card != "nothing":
        move(card, table.market, discard)
    discard += take(hand, len(hand))


def deck(table, seat):
    """[The end] All cards of a player."""
    return table.draw[seat] + table.hands[seat] + table.discard[seat]
