"""Three Winters: a campaign in one game; torn cards stay away, stickers stay on. In brackets: the booklet's sections."""

from pnp.rules import End, Pile, Piles, Table, ask, ask_all, move, take


class Winters(Table):
    deck = Pile("nobody")
    hands = Piles("owner")
    fire = Pile("all")
    torn = Pile("all")
    winter = won = 0
    sticker = ()  # names of cards


def game(table):
    """[Play] Winter after winter, with the deck as the last one has left it."""
    table.deck = list(table.decks.cards)
    for winter in range(table.facts.winters):
        table.winter = winter + 1
        yield from play_winter(table)
    return End("spring", winners=table.seats if table.won >= table.facts.enough else [])


def play_winter(table):
    """[A winter] Two cards of everybody must be strong enough; then the deck changes for good."""
    table.deck = table.shuffled(table.deck)
    table.hands = [take(table.deck, table.facts.hand) for _ in table.seats]
    for _ in range(2):
        cards = yield from ask_all(table.hands, "fire")
        for seat, card in enumerate(cards):
            move(card, table.hands[seat], table.fire)
    warmth = sum(strength(table, card) for card in table.fire)
    table.won += warmth >= table.facts.cold * table.players
    card = yield from ask(0, table.fire, "tear")
    move(card, table.fire, table.torn)
    if table.winter < table.facts.winters:
        table.sticker += ((yield from ask(1, sorted({card.name for card in table.fire}), "sticker")),)
    for pile in (table.fire, *table.hands):
        table.deck += take(pile, len(pile))


def strength(table, card):
    """[Stickers] A sticker makes all cards of a name stronger by one."""
    return card.strength + table.sticker.count(card.name)
