"""Higher: who guesses wrong loses a life. In brackets: the booklet's sections."""

from pnp.rules import End, Pile, Table, ask, draw


class Higher(Table):
    stock = Pile("nobody")
    heap = Pile("all")
    out = ()  # seats
    turn = 0


def game(table):
    """[Play] Guess in turn until one player is left."""
    table.stock = table.shuffled(table.decks.numbers)
    table.heap = draw(table, table.stock)
    table.lives = [table.facts.lives] * table.players
    while True:
        guess = yield from ask(table.turn, ["higher", "lower"], "guess")
        last = table.heap[-1]
        table.heap += draw(table, table.stock, refill=table.heap, keep=1)
        is_right = table.heap[-1].number > last.number if guess == "higher" else table.heap[-1].number < last.number
        if not is_right:
            table.lives[table.turn] -= 1
        if not table.lives[table.turn]:
            table.out += (table.turn,)
        table.turn = table.next_seat(table.turn, skip=table.out)
        if len(table.out) == table.players - 1:
            return End("one is left", winners=[table.turn])
