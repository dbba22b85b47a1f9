"""High Water: all build banks, and win or lose together. In brackets: the booklet's sections."""

from typing import NamedTuple

from pnp.rules import End, Pile, Piles, PlayingCard, Table, ask, move, take


class Lay(NamedTuple):
    bag: PlayingCard
    bank: str


class Banks(Table):
    hands = Piles("owner")
    supply = Pile("nobody")
    laid = Pile("all")
    river = Pile("nobody")
    fallen = Pile("all")
    north = south = 0


def game(table):
    """[Play] In turn: lay a bag, draw one, and let it rain."""
    table.supply = table.shuffled(table.decks.bags)
    table.hands = [take(table.supply, table.facts.hand) for _ in table.seats]
    table.river = table.shuffled(table.decks.river)
    table.north = table.south = table.facts.height
    seat = 0
    while table.river:
        options = [Lay(bag, bank) for bag in table.hands[seat] for bank in ("north", "south")]
        bag, bank = yield from ask(seat, options, "lay")
        move(bag, table.hands[seat], table.laid)
        setattr(table, bank, getattr(table, bank) + bag.height)
        table.hands[seat] += take(table.supply, 1)
        rain = take(table.river, 1)[0]
        table.fallen.append(rain)
        setattr(table, rain.bank, getattr(table, rain.bank) - table.facts.rise)
        if min(table.north, table.south) < 0:
            return End("the bank breaks", winners=[])
        seat = (seat + 1) % table.players
    return End("the rain is over", winners=table.seats)
