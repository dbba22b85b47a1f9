"""Pig, a game with one die. In brackets: the booklet's sections."""

from pnp.rules import End, Table, ask


class Pig(Table):
    turn = pot = 0


def game(table):
    """[Play] Turn after turn, until somebody has enough points."""
    table.points = [0] * table.players
    while True:
        yield from play_turn(table)
        if table.points[table.turn] >= table.facts.goal:
            return End("goal", winners=[table.turn])
        table.turn = table.next_seat(table.turn)


def play_turn(table):
    """[Play] Roll as often as you like; a one takes all that was rolled."""
    table.pot = 0
    while (yield from ask(table.turn, may_do(table), "roll")) == "roll":
        number = table.roll(6)
        table.pot += number
        if number == 1:
            table.pot = 0
            return
    table.points[table.turn] += table.pot


def may_do(table):
    """[Play] Roll or hold; who has enough holds."""
    has_enough = table.points[table.turn] + table.pot >= table.facts.goal
    return ["hold"] if has_enough else ["roll", "hold"]
