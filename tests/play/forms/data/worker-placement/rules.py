"""Valley: each place is for one worker. In brackets: the booklet's sections."""

from pnp.rules import End, Pile, Piles, Table, ask, move, take


class Valley(Table):
    plans = Pile("all")
    stock = Pile("nobody")
    built = Piles("all")
    first = 0


def game(table):
    """[Play] A few rounds; in each, all place their workers in turn."""
    table.stock = table.shuffled(table.decks.goals)
    table.wood, table.stone = [0] * table.players, [0] * table.players
    for _ in range(table.facts.rounds):
        table.plans += take(table.stock, table.facts.plans - len(table.plans))
        table.places = dict.fromkeys(table.facts.places)  # place: seat
        for seat in table.clockwise(table.first) * table.facts.workers:
            place = yield from ask(seat, free_places(table), "place")
            table.places[place] = seat
            yield from use(table, seat, place)
    return End("rounds", [sum(plan.points for plan in built) for built in table.built])


def free_places(table):
    """[Play] Places without a worker."""
    return [place for place, seat in table.places.items() if seat is None]


def use(table, seat, place):
    """[Places] What a place gives."""
    if place == "inn":
        table.first = seat
    elif place in ("wood", "forest"):
        table.wood[seat] += 1
    elif place in ("quarry", "pit"):
        table.stone[seat] += 1
    else:
        plans = [plan for plan in table.plans if plan.wood <= table.wood[seat] and plan.stone <= table.stone[seat]]
        if plans:
            plan = yield from ask(seat, plans, "build")
            table.wood[seat] -= plan.wood
            table.stone[seat] -= plan.stone
            move(plan, table.plans, table.built[seat])
