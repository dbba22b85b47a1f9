"""Snail Race: two dice, and a leaf of the hand. In brackets: the booklet's sections."""

from typing import NamedTuple

from pnp.rules import End, Pile, Piles, Table, ask, move, take


class Go(NamedTuple):
    number: int


class Race(Table):
    stock = Pile("nobody")
    hands = Piles("owner")
    eaten = Pile("all")
    dice = ()
    turn = 0


def game(table):
    """[Play] In turn, roll and go, until a snail is at the goal."""
    table.stock = table.shuffled(table.decks.leaves)
    table.hands = [take(table.stock, table.facts.hand) for _ in table.seats]
    table.track = [0] * table.players
    while True:
        yield from play_turn(table, table.turn)
        if table.track[table.turn] == table.facts.goal:
            return End("a snail is at the goal", winners=[table.turn])
        table.turn = table.next_seat(table.turn)


def play_turn(table, seat):
    """[Your turn] Go as far as one of the dice; the next snail goes back by one for doubles. A leaf makes you faster."""
    table.dice = (table.roll(6), table.roll(6))
    pick = yield from ask(seat, [Go(number) for number in sorted(set(table.dice))], "go")
    steps = pick.number
    if table.hands[seat]:
        leaf = yield from ask(seat, ["no leaf", *table.hands[seat]], "eat")
        if leaf != "no leaf":
            steps += leaf.steps
            move(leaf, table.hands[seat], table.eaten)
    go(table, seat, steps)
    if table.dice[0] == table.dice[1]:
        go(table, table.next_seat(seat), -1)


def go(table, seat, steps):
    """[Puddles] Onto another space, and back by three from a puddle."""
    space = max(0, min(table.facts.goal, table.track[seat] + steps))
    table.track[seat] = space - 3 if space in table.facts.puddles else space
