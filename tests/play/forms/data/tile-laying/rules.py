"""Meadows: tiles lie beside others on a grid. In brackets: the booklet's sections."""

from typing import NamedTuple

from pnp.rules import End, Pile, Piles, PlayingCard, Table, ask, move, take


class Lay(NamedTuple):
    tile: PlayingCard
    x: int
    y: int


class Meadows(Table):
    stock = Pile("nobody")
    hands = Piles("all")
    laid = Pile("all")  # the tile of each place, in the order of places
    places = ()  # x and y


def game(table):
    """[Play] In turn: draw a tile and lay it."""
    table.stock = table.shuffled(table.decks.tiles)
    table.points = [0] * table.players
    seat = 0
    while table.stock:
        table.hands[seat] = take(table.stock, 1)
        options = [Lay(table.hands[seat][0], x, y) for x, y in free_places(table)]
        tile, x, y = yield from ask(seat, options, "lay")
        near = dict(zip(table.places, table.laid, strict=True))
        table.points[seat] += sum(place in near and near[place].colour == tile.colour for place in beside(x, y))
        table.places += ((x, y),)
        move(tile, table.hands[seat], table.laid)
        seat = table.next_seat(seat)
    return End("all tiles lie", table.points)


def free_places(table):
    """[Play] Places beside a tile; for the first tile, the middle."""
    free = {place: None for x, y in table.places for place in beside(x, y) if place not in table.places}
    return list(free) or [(0, 0)]


def beside(x, y):
    """[Play] The four places that share an edge with one."""
    return [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
