"""Pair Pond: turn up two cards of a grid and remember the rest. In brackets: the booklet's sections."""

from pnp.rules import End, Pile, Piles, Table, ask, move


class Pond(Table):
    pond = Pile("face up")
    caught = Piles("all")
    places = ()  # column and row of each card in the pond
    turn = 0


def game(table):
    """[Play] Turn up pairs until the pond is empty."""
    table.pond = table.shuffled(table.decks.fish)
    columns = table.facts.columns
    table.places = tuple((place % columns, place // columns) for place in range(len(table.pond)))
    while table.pond:
        if not (yield from is_pair_caught(table, table.turn)):
            table.turn = table.next_seat(table.turn)
    return End("the pond is empty", [len(cards) // 2 for cards in table.caught])


def is_pair_caught(table, seat):
    """[A turn] Two cards; a pair is taken, others are turned down again."""
    first = yield from ask(seat, list(table.pond), "first")
    table.turn_up(first)
    second = yield from ask(seat, [card for card in table.pond if card is not first], "second")
    table.turn_up(second)
    table.pause(first, second)
    if first.name != second.name:
        table.turn_down(first, second)
        return False
    for card in (first, second):
        place = table.pond.index(card)
        table.places = table.places[:place] + table.places[place + 1 :]
        move(card, table.pond, table.caught[seat])
    return True
