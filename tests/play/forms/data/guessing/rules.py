"""Court Masks: guess what another holds. In brackets: the booklet's sections."""

from typing import NamedTuple

from pnp.rules import End, Pile, Piles, Table, ask, move, take


class At(NamedTuple):
    seat: int


class Court(Table):
    stock = Pile("nobody")
    aside = Pile("nobody")
    hands = Piles("owner")
    played = Piles("all")
    turn = 0
    target = None  # seat
    out = safe = ()  # seats


def game(table):
    """[Play] One mask for everybody, and one aside; until one player is left, or the stock is empty."""
    table.stock = table.shuffled(table.decks.masks)
    table.aside = take(table.stock, 1)
    table.hands = [take(table.stock, 1) for _ in table.seats]
    while True:
        yield from play_turn(table, table.turn)
        left = [seat for seat in table.seats if seat not in table.out]
        if len(left) == 1:
            return End("one is left", winners=left)
        if not table.stock:
            break
        table.turn = table.next_seat(table.turn, skip=table.out)
    best = max(table.hands[seat][0].number for seat in left)
    return End("the stock is empty", winners=[seat for seat in left if table.hands[seat][0].number == best])


def play_turn(table, seat):
    """[Your turn] Draw a mask, and play one of the two."""
    table.safe = tuple(other for other in table.safe if other != seat)
    table.hands[seat] += take(table.stock, 1)
    card = yield from ask(seat, table.hands[seat], "play")
    move(card, table.hands[seat], table.played[seat])
    if card.name == "Queen":
        leave(table, seat)
    elif card.name == "Nun":
        table.safe += (seat,)
    else:
        others = [At(other) for other in table.others(seat) if other not in (*table.out, *table.safe)]
        if others:
            other = yield from ask(seat, others, "whom")
            table.target = other.seat
            yield from act(table, seat, card, other.seat)
            table.target = None


def act(table, seat, card, other):
    """[Masks] What a mask does to another player."""
    hand, others = table.hands[seat], table.hands[other]
    if card.name == "Jester":
        guess = yield from ask(seat, [name for name in table.decks.masks.by("name") if name != "Jester"], "guess")
        if others[0].name == guess:
            leave(table, other)
    elif card.name == "Spy":
        table.show(others, seat)
    elif card.name == "Knight":
        if hand[0].number != others[0].number:
            leave(table, seat if hand[0].number < others[0].number else other)
    elif card.name == "King":
        table.hands[seat], table.hands[other] = others, hand
    else:
        was_queen = others[0].name == "Queen"
        move(others[0], others, table.played[other])
        if was_queen:
            leave(table, other)
        else:
            table.hands[other] += take(table.stock or table.aside, 1)


def leave(table, seat):
    """[Your turn] Who is out lays the mask down."""
    table.out += (seat,)
    table.played[seat] += take(table.hands[seat], 1)
