"""Up or Down: a patience. In brackets: the booklet's sections."""

from pnp.rules import End, Pile, Table, ask, move, take


class Patience(Table):
    stock = Pile("nobody")
    row = Pile("all")
    heap = Pile("all")


def game(table):
    """[Play] Lay neighbours on the heap until the row is empty, or the stock is."""
    table.stock = table.shuffled(table.decks.numbers)
    table.row, table.heap = take(table.stock, table.facts.row), take(table.stock, 1)
    while table.row:
        card = yield from ask(0, ["turn up", *filter(lambda card: fits(table, card), table.row)], "lay")
        if card != "turn up":
            move(card, table.row, table.heap)
        elif table.stock:
            table.heap += take(table.stock, 1)
        else:
            return End("the stock is empty", winners=[])
    return End("the row is empty", winners=[0])


def fits(table, card):
    """[Play] It is one more or one less than the card on the heap."""
    return abs(card.number - table.heap[-1].number) == 1
