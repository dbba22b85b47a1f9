"""Bean Row: another set-up for each number of players. In brackets: the booklet's sections."""

from pnp.rules import End, Pile, Piles, Table, ask_all, move, take


class Beans(Table):
    hands = Piles("owner")
    stock = Pile("nobody")
    row = Pile("all")
    taken = Piles("all")


def game(table):
    """[Play] All lay a bean at once; the highest takes them."""
    set_up(table)
    while table.hands[0]:
        beans = yield from ask_all(table.hands, "bean")
        best = max(beans, key=lambda bean: bean.number)
        for seat, bean in enumerate(beans):
            move(bean, table.hands[seat], table.row)
        table.taken[beans.index(best)] += take(table.row, len(table.row))
    return End("hands are empty", [sum(bean.number for bean in taken) for taken in table.taken])


def set_up(table):
    """[Set-up] Some beans are left out, and hands have other sizes."""
    set_up = table.facts.set_ups[table.players - 2]
    beans = [bean for bean in table.decks.beans if bean.number <= set_up.highest]
    table.stock = table.shuffled(beans)
    table.hands = [take(table.stock, set_up.hand) for _ in table.seats]
