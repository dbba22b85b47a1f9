"""Crazy Eights. In brackets: the booklet's sections."""

from pnp.rules import End, Pile, Piles, Table, ask, move, take

SUITS = ["clubs", "diamonds", "hearts", "spades"]


class CrazyEights(Table):
    stock = Pile("nobody")
    hands = Piles("owner")
    heap = Pile("all")
    turn = drawn = passes = plays = 0
    suit = ""


def game(table):
    """[Play] In turn, until a hand is empty or nobody can go on."""
    set_up(table)
    while all(table.hands) and table.passes <= table.players and table.plays < table.facts.most:
        yield from play_turn(table)
        table.turn = table.next_seat(table.turn)
    return End(
        "a hand is empty" if not all(table.hands) else "nobody goes on", [-penalty(hand) for hand in table.hands]
    )


def set_up(table):
    """[Set-up] Deal; the first card is no eight."""
    table.stock = table.shuffled(table.decks.cards)
    table.hands = [
        take(table.stock, table.facts.hand if table.players > 2 else table.facts.hand_of_two) for _ in table.seats
    ]
    while True:
        table.heap = take(table.stock, 1)
        if table.heap[0].rank != 8:
            table.suit = table.heap[0].suit
            return
        table.stock = table.shuffled(table.stock + table.heap)


def play_turn(table):
    """[Your turn] Play a card, or draw up to five; who cannot draw any more passes."""
    seat, hand = table.turn, table.hands[table.turn]
    table.drawn = 0
    while True:
        can_draw = table.stock and table.drawn < table.facts.draws
        options = [card for card in hand if fits(table, card)] + ["draw" if can_draw else "pass"]
        pick = yield from ask(seat, options, "play")
        if pick == "draw":
            hand += take(table.stock, 1)
            table.drawn += 1
            table.passes = 0
        elif pick == "pass":
            table.passes = 0 if table.stock else table.passes + 1
            return
        else:
            move(pick, hand, table.heap)
            table.passes = 0
            table.plays += 1
            table.suit = pick.suit
            if pick.rank == 8 and hand and table.plays < table.facts.most:
                table.suit = yield from ask(seat, SUITS, "suit")
            return


def fits(table, card):
    """[Your turn] An eight fits; so do cards of the suit, and of the rank on the heap."""
    return card.rank in (8, table.heap[-1].rank) or card.suit == table.suit


def penalty(hand):
    """[The end] Eights are 50, aces 1, court cards 10, others their number."""
    return sum({8: 50, 14: 1}.get(card.rank, min(card.rank, 10)) for card in hand)
