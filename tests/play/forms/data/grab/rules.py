"""Snatch: all grab at once, and the first has it. In brackets: the booklet's sections."""

from pnp.rules import End, Pile, Table, ask_all, take


class Snatch(Table):
    stock = Pile("nobody")
    pile = Pile("all")
    gone = Pile("all")


def game(table):
    """[Play] Turn up card after card."""
    table.stock = table.shuffled(table.decks.shapes)
    table.points = [0] * table.players
    for _ in range(table.facts.cards):
        table.pile += take(table.stock, 1)
        picks = yield from ask_all([["grab", "wait"]] * table.players, "grab")
        quick = table.shuffled([seat for seat in table.seats if picks[seat] == "grab"])
        if quick:
            grab(table, quick[0])
    return End("all cards are turned", table.points)


def grab(table, seat):
    """[Play] Two cards of one shape on top are a point; anything else costs one."""
    is_pair = len(table.pile) > 1 and table.pile[-1].shape == table.pile[-2].shape
    table.points[seat] += 1 if is_pair else -1
    table.gone += take(table.pile, len(table.pile))
