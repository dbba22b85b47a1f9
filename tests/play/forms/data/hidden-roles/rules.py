"""The Wolf: one player has another role, and all vote. In brackets: the booklet's sections."""

from typing import NamedTuple

from pnp.rules import End, Table, Values, ask_all


class Accuse(NamedTuple):
    seat: int


class Village(Table):
    roles = Values("owner")
    out = ()  # seats


def game(table):
    """[Play] Roles are dealt; then vote after vote."""
    table.roles = table.shuffled(["wolf"] + ["villager"] * (table.players - 1))
    while len(table.out) < table.players - 2:
        seats = [seat for seat in table.seats if seat not in table.out]
        votes = yield from ask_all(
            {seat: [Accuse(other) for other in seats if other != seat] for seat in seats}, "accuse"
        )
        accused = [vote.seat for vote in votes.values()]
        most = max(map(accused.count, accused))
        table.out += tuple(seat for seat in seats if accused.count(seat) == most)
        if table.roles.index("wolf") in table.out:
            return End("the wolf is caught", winners=villagers(table))
    return End("the wolf is left", winners=[table.roles.index("wolf")])


def villagers(table):
    """[The end] All villagers have won, those who are out as well."""
    return [seat for seat in table.seats if table.roles[seat] == "villager"]
