"""Border Stones: three cards on each side of a stone. In brackets: the booklet's sections."""

from typing import NamedTuple

from pnp.rules import End, Pile, Piles, PlayingCard, Table, ask, move, take


class Lay(NamedTuple):
    card: PlayingCard
    stone: str


class Border(Table):
    stock = Pile("nobody")
    hands = Piles("owner")
    sides = Piles("all")
    turn = 0


def game(table):
    """[Play] In turn, lay a card at a stone and draw one, until somebody has enough stones."""
    table.stock = table.shuffled(table.decks.clans)
    table.hands = [take(table.stock, table.facts.hand) for _ in table.seats]
    table.lanes = ((), ())  # for each seat, the stone of each of its cards
    table.stones = {str(stone): None for stone in range(1, table.facts.stones + 1)}  # stone: seat
    while True:
        seat = table.turn
        yield from play_turn(table, seat)
        for owner in table.seats:
            if has_won(table, owner):
                return End("enough stones", winners=[owner])
        table.turn = table.next_seat(seat)


def play_turn(table, seat):
    """[Your turn] A card at a stone where there is room on your side; a stone with two full sides has its winner."""
    free = [stone for stone, owner in table.stones.items() if owner is None and len(side(table, seat, stone)) < 3]
    card, stone = yield from ask(seat, [Lay(card, stone) for card in table.hands[seat] for stone in free], "lay")
    move(card, table.hands[seat], table.sides[seat])
    table.lanes = tuple((*at, stone) if owner == seat else at for owner, at in enumerate(table.lanes))
    table.hands[seat] += take(table.stock, 1)
    mine, other = side(table, seat, stone), side(table, 1 - seat, stone)
    if len(mine) == len(other) == 3:
        table.stones = {**table.stones, stone: seat if strength(mine) > strength(other) else 1 - seat}


def side(table, seat, stone):
    """[Play] The cards of a player at a stone."""
    return [card for card, at in zip(table.sides[seat], table.lanes[seat], strict=True) if at == stone]


def strength(cards):
    """[Strength] A run of a clan, three alike, a clan, a run; then the sum."""
    numbers = sorted(card.number for card in cards)
    has_run = numbers == list(range(numbers[0], numbers[0] + 3))
    has_clan = len({card.clan for card in cards}) == 1
    has_alike = len(set(numbers)) == 1
    return 4 if has_run and has_clan else 3 if has_alike else 2 if has_clan else int(has_run), sum(numbers)


def has_won(table, seat):
    """[The end] Enough stones, or three side by side."""
    won = [owner == seat for owner in table.stones.values()]
    return sum(won) >= table.facts.enough or any(all(won[at : at + 3]) for at in range(len(won) - 2))
