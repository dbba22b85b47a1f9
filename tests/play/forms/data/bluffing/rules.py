"""Two Faces: say that you have a role; others may doubt it. In brackets: the booklet's sections."""

from typing import NamedTuple

from pnp.rules import End, Pile, Piles, Table, ask, move, take

ROLES = {"tax": "Duke", "steal": "Thief", "stab": "Knife"}


class Act(NamedTuple):
    what: str


class ActOn(NamedTuple):
    what: str
    seat: int


class Faces(Table):
    court = Pile("nobody")
    faces = Piles("owner")
    shown = Piles("all")
    turn = 0
    doing = ""  # what is claimed
    target = None


def game(table):
    """[Play] Two faces and two coins each; in turn, until one player has faces."""
    table.court = table.shuffled(table.decks.faces)
    table.faces = [take(table.court, 2) for _ in table.seats]
    table.coins = [table.facts.coins] * table.players
    while True:
        yield from play_turn(table, table.turn)
        out = [seat for seat in table.seats if not table.faces[seat]]
        if len(out) == table.players - 1:
            return End("one is left", winners=[seat for seat in table.seats if table.faces[seat]])
        table.turn = table.next_seat(table.turn, skip=out)


def play_turn(table, seat):
    """[Your turn] Work, or claim a role; if nobody doubts it with reason, it is done."""
    others = [other for other in table.others(seat) if table.faces[other]]
    rich = table.coins[seat] >= table.facts.stab
    options = [Act("work"), Act("tax"), *(ActOn("steal", other) for other in others if table.coins[other])]
    options = [ActOn("stab", other) for other in others] if rich else options
    pick = yield from ask(seat, options, "act")
    table.doing, table.target = pick.what, getattr(pick, "seat", None)
    if pick.what == "work" or (yield from is_believed(table, seat, others)):
        yield from do(table, seat)
    table.doing, table.target = "", None


def is_believed(table, seat, others):
    """[Doubt] In turn, the others may doubt; who is wrong loses a face."""
    role = ROLES[table.doing]
    for other in others:
        if (yield from ask(other, ["believe", "doubt"], "doubt")) == "doubt":
            card = next((card for card in table.faces[seat] if card.name == role), None)
            if card is None:
                yield from lose(table, seat)
                return False
            table.pause(card)
            move(card, table.faces[seat], table.court)
            table.court = table.shuffled(table.court)
            table.faces[seat] += take(table.court, 1)
            yield from lose(table, other)
            return True
    return True


def do(table, seat):
    """[Your turn] Coins, or another's face."""
    if table.doing == "work":
        table.coins[seat] += 1
    elif table.doing == "tax":
        table.coins[seat] += table.facts.tax
    elif table.doing == "steal":
        taken = min(2, table.coins[table.target])
        table.coins[seat] += taken
        table.coins[table.target] -= taken
    else:
        table.coins[seat] -= table.facts.stab
        if table.faces[table.target]:
            yield from lose(table, table.target)


def lose(table, seat):
    """[Doubt] A face of one's own choice is laid open."""
    card = yield from ask(seat, table.faces[seat], "lose")
    move(card, table.faces[seat], table.shown[seat])
