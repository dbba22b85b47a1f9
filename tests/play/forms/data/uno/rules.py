"""Last Card, as RLCard plays Uno. In brackets: the booklet's sections."""

from typing import NamedTuple

from pnp.rules import End, Pile, Piles, PlayingCard, Table, ask, move, take

COLOURS = ["red", "green", "blue", "yellow"]
WILD, WILD_FOUR = "wild", "wild plus"


class Play(NamedTuple):
    card: PlayingCard
    colour: str


class LastCard(Table):
    stock = Pile("nobody")
    hands = Piles("owner")
    heap = Pile("all")
    turn = 0
    step = 1
    colour = sign = ""  # of the card that was played last


def game(table):
    """[Play] In turn, until a hand is empty."""
    set_up(table)
    while True:
        seat = table.turn
        yield from play_turn(table, seat)
        if not table.hands[seat]:
            return End("a hand is empty", [-len(hand) for hand in table.hands])


def set_up(table):
    """[Set-up] Deal, and turn up a card, which is no wild plus."""
    table.stock = table.shuffled(table.decks.cards)
    table.hands = [take(table.stock, table.facts.hand) for _ in table.seats]
    while table.stock[-1].sign == WILD_FOUR:
        table.stock = table.shuffled(table.stock)
    table.heap = take(table.stock, 1)
    first = table.heap[0]
    table.colour, table.sign = colour_of(table, first), first.sign
    if first.sign == "skip":
        table.turn = 1
    elif first.sign == "reverse":
        table.step = -1
        table.turn = table.players - 1
    elif first.sign == "plus":
        table.hands[0] += take(table.stock, 2)


def play_turn(table, seat):
    """[Your turn] Play a card, if you can; else draw one."""
    pick = yield from ask(seat, playable(table, table.hands[seat]), "play")
    if pick != "draw":
        card, colour = pick
        move(card, table.hands[seat], table.heap)
        act(table, seat, card, colour)
        return
    card = drawn(table, 1)[0]
    if card.sign in (WILD, WILD_FOUR):
        table.heap.append(card)
        table.colour, table.sign = colour_of(table, card), WILD
        go_on(table, seat)
    elif card.colour == table.colour:
        table.heap.append(card)
        act(table, seat, card, card.colour)
    else:
        table.hands[seat].append(card)
        go_on(table, seat)


def playable(table, hand):
    """[Your turn] Cards of the colour or the sign, or wild; a wild plus only without any of these."""
    faces = {(card.colour, card.sign): card for card in reversed(hand)}.values()
    plays = [Play(card, card.colour) for card in faces if fits(table, card)]
    plays += [Play(card, colour) for card in faces if card.sign == WILD for colour in COLOURS]
    fours = [Play(card, colour) for card in faces if card.sign == WILD_FOUR for colour in COLOURS]
    return plays or fours or ["draw"]


def fits(table, card):
    """[Your turn] It has the colour or the sign of the card on top."""
    return card.colour != "black" and (card.colour == table.colour or card.sign == table.sign)


def act(table, seat, card, colour):
    """[Signs] What a card does."""
    table.colour, table.sign = colour, card.sign
    if card.sign == "reverse":
        table.step = -table.step
    elif card.sign == "skip":
        seat = table.next_seat(seat, step=table.step)
    elif card.sign in ("plus", WILD_FOUR):
        seat = table.next_seat(seat, step=table.step)
        table.hands[seat] += drawn(table, 2 if card.sign == "plus" else 4)
    go_on(table, seat)


def go_on(table, seat):
    """[Play] The next seat in the direction of play."""
    table.turn = table.next_seat(seat, step=table.step)


def drawn(table, count):
    """[Your turn] Cards off the stock; if it has too few, it is shuffled with the whole heap."""
    if len(table.stock) < count:
        table.stock, table.heap = table.shuffled(table.stock + table.heap), []
    return take(table.stock, count)


def colour_of(table, card):
    """[Set-up] Chance names the colour of a wild card that nobody plays."""
    return table.shuffled(COLOURS)[0] if card.colour == "black" else card.colour
