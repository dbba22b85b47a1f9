"""Five Dice: three rolls claim a card. In brackets: the booklet's sections."""

from typing import NamedTuple

from pnp.rules import End, Pile, Piles, Table, ask, move, take


class Keep(NamedTuple):
    number: int


class Dice(Table):
    stock = Pile("nobody")
    market = Pile("all")
    won = Piles("all")
    dice = ()
    rolls = turn = 0


def game(table):
    """[Play] In turn, roll for one of the cards that lie open."""
    table.stock = table.shuffled(table.decks.aims)
    for _ in range(table.facts.rounds):
        for seat in table.seats:
            table.turn = seat
            table.market += take(table.stock, table.facts.market - len(table.market))
            yield from play_turn(table, seat)
    return End("rounds", [sum(card.points for card in won) for won in table.won])


def play_turn(table, seat):
    """[Your turn] Up to three rolls; then a card whose aim the dice have."""
    table.dice, table.rolls = roll(table, 5), 1
    while table.rolls < 3:
        pick = yield from ask(seat, ["stop", "roll all", *map(Keep, sorted(set(table.dice)))], "keep")
        if pick == "stop":
            break
        kept = () if pick == "roll all" else tuple(die for die in table.dice if die == pick.number)
        table.dice = kept + roll(table, 5 - len(kept))
        table.rolls += 1
    cards = [card for card in table.market if has_aim(table.dice, card.aim)]
    pick = yield from ask(seat, ["none", *cards], "claim")
    if pick != "none":
        move(pick, table.market, table.won[seat])


def roll(table, count):
    """[Your turn] Dice that are rolled."""
    return tuple(table.roll(6) for _ in range(count))


def has_aim(dice, aim):
    """[Aims] Whether the dice have what a card wants."""
    counts = sorted(map(dice.count, set(dice)))
    if aim == "row":
        return sorted(dice) in ([1, 2, 3, 4, 5], [2, 3, 4, 5, 6])
    if aim == "full":
        return counts in ([5], [2, 3])
    if aim == "high":
        return sum(dice) >= 22
    if aim == "low":
        return sum(dice) <= 13
    return counts[-1] >= int(aim)
