"""Playing Spicy, with any Spice It Up! cards, in the order of its booklet. In brackets: the booklet's sections.

Left out are slips, which nobody makes who picks from what the rules allow: a declaration that does not fit, a card
turned over before number or spice is named, peeking, and a last card that is not announced.
"""

from typing import NamedTuple

from pnp.rules import End, Pile, Piles, PlayingCard, Table, ask, ask_all, move, take

PASSING, ENOUGH = "pass", "enough"  # enough cards under the 5
BELIEVE, NOT_NUMBER, NOT_SPICE, WRONG = "believe", "not_number", "not_spice", "wrong"
WORLDS_END, SECOND_TROPHY, LAST_TROPHY = "worlds_end", "second_trophy", "last_trophy"
RAIDED, LUCKY = 4, 5  # what Spice Raider and Change Your Luck concern


class Declaration(NamedTuple):
    """What somebody said their card is."""

    number: int
    suit: str


class Play(NamedTuple):
    """A card, and what is said of it."""

    card: PlayingCard
    number: int
    suit: str


class Copy(NamedTuple):
    """A card that is said to be the very same as the top card."""

    card: PlayingCard


class Contest(Table):
    """The stack and what was said of it, hands and winnings, the draw pile with World's End in it."""

    hands = Piles("owner")
    draw = Pile("nobody")
    stack = Pile("nobody")
    won = Piles("nobody")
    trophies = Pile("all")
    awarded = Piles("all")

    variants = ()  # pictures of the Spice It Up! cards in play
    turn = 0
    declared = ()  # of the stack, from below
    owner = None  # who played the top card, while it may be challenged
    passed = None  # who was the last to pass since it was played
    copied = False  # whether a copycat played it
    paw = None  # who wins the stack once the next card is played
    challenges = caught = 0  # up to now, and of them those that were right
    challenger = winner = revealed = named = None  # of the latest challenge, until a card is played
    ended = ""  # why, as soon as it has


def game(table):
    """The whole game."""
    set_up(table)
    return (yield from play_on(table))


def set_up(table):
    """[Set-up] Deal, slide World's End into the draw pile, lay out the trophies; the youngest player starts."""
    table.draw = table.shuffled(table.decks.spicy)
    table.hands = [take(table.draw, table.facts.hand) for _ in table.seats]
    above = next(height.above for height in table.facts.heights if height.players == table.players)
    table.draw.insert(len(table.draw) - above, table.decks.worlds_end[0])
    table.trophies = list(table.decks.trophies)


def play_on(table):
    """Turns until the game has ended."""
    while not table.ended:
        yield from turn(table)
    return result(table)


def turn(table):
    """[Your turn] Play a card or pass; then the others may challenge."""
    seat = table.turn
    choice = yield from ask(seat, moves(table, seat), "move" if table.challenger is None else "new_stack")
    if choice == PASSING:
        pass_turn(table, seat)
    else:
        yield from play_card(table, seat, *choice)
    yield from others_answer(table)


def moves(table, seat):
    """[Your turn] Pass, or play any card as anything that fits. [Challenge!] Who has just lost a challenge plays."""
    fitting = declarations(table)
    plays = [Play(card, number, suit) for card in table.hands[seat] for number, suit in fitting]
    return plays if table.challenger is not None else [PASSING, *plays]


def declarations(table):
    """[Play a card] What may be declared now."""
    facts, variants = table.facts, table.variants
    if not table.declared:
        return [Declaration(number, suit) for suit in facts.spices for number in facts.opening]
    top = table.declared[-1]
    numbers = [number for number in facts.numbers if number > top.number]
    if top.number == max(facts.numbers) or ("start" in variants and top.number in facts.late):  # [Start It Up!]
        numbers = [*facts.opening, *numbers]
    fitting = [Declaration(number, top.suit) for number in numbers]
    if "chili" in variants:  # [We Love Chili!]
        chili = [Declaration(number, "chili") for number in numbers if number in facts.opening]
        fitting += [said for said in chili if said not in fitting]
    return fitting


def pass_turn(table, seat):
    """[Pass] Draw; the next player takes their turn."""
    table.passed = seat
    table.turn = (seat + 1) % table.players
    draw(table, seat, table.facts.draws["pass"])


def play_card(table, seat, card, number, suit, copied=False):
    """[Play a card] Lay it on the stack, whatever it is."""
    if table.paw is not None:  # [Spice Raider] Win what lies under the paw; the new card alone is the stack
        table.won[table.paw] += table.stack
        clear_stack(table)
    table.challenger = table.winner = table.revealed = table.named = None
    move(card, table.hands[seat], table.stack)
    table.declared = [*table.declared, Declaration(number, suit)]
    table.owner, table.copied, table.passed = seat, copied, None
    table.turn = (seat + 1) % table.players  # [Copy Cat] It goes on to the left of the copycat
    if "raider" in table.variants and number == RAIDED:  # [Spice Raider]
        table.paw = seat
    if "luck" in table.variants and number == LUCKY:
        yield from change_luck(table, seat)


def clear_stack(table):
    """An empty stack, with nothing to challenge and no paw on it."""
    table.stack, table.declared, table.owner, table.passed, table.paw = [], [], None, None, None


def change_luck(table, seat):
    """[Change Your Luck] Slide cards under the one just played, which stays on top; then draw as many."""
    hand, added = table.hands[seat], 0
    while hand and added < table.facts.lucky:
        extra = yield from ask(seat, [ENOUGH, *hand], "luck")
        if extra == ENOUGH:
            break
        hand.remove(extra)
        table.stack.insert(-1, extra)
        added += 1
    draw(table, seat, added)


def others_answer(table):
    """[Challenge!] All but the top card's player may challenge, or copy it; so, too, a copycat's card."""
    while table.owner is not None and not table.ended:
        owner = table.owner
        others = table.others(owner)
        question = "answer" if table.passed is None else "answer_again"
        answers = yield from ask_all({seat: may_answer(table, seat) for seat in others}, question)
        challengers = [seat for seat in others if answers[seat] in (NOT_NUMBER, NOT_SPICE, WRONG)]
        if challengers:  # the first clockwise does
            challenge(table, challengers[0], answers[challengers[0]])
            return
        if is_last_card(table):
            table.owner = None  # nobody has wanted to challenge it, so it has held
            take_trophy(table, owner)
        copy_cats = [seat for seat in others if isinstance(answers[seat], Copy)]
        if not copy_cats or table.ended:
            return
        top, cat = table.declared[-1], copy_cats[0]
        yield from play_card(table, cat, answers[cat].card, top.number, top.suit, copied=True)


def may_answer(table, seat):
    """[Challenge!] Believe it, or say what is wrong."""
    if "copy" not in table.variants:
        return [BELIEVE, NOT_NUMBER, NOT_SPICE]
    copies = [Copy(card) for card in table.hands[seat]] if table.passed is None else []  # [Copy Cat] Until a pass
    return [BELIEVE, *([WRONG] if table.copied else [NOT_NUMBER, NOT_SPICE]), *copies]


def challenge(table, challenger, named):
    """[Challenge!] Turn over the top card and compare; the winner takes the stack, the loser starts a new one."""
    owner, last = table.owner, is_last_card(table)
    right = is_right(table, named)
    winner, loser = (owner, challenger) if right else (challenger, owner)
    table.challenges += 1
    table.caught += not right
    table.challenger, table.named, table.revealed, table.winner = challenger, named, table.stack[-1], winner
    table.pause(table.revealed)
    table.won[winner] += table.stack
    clear_stack(table)  # [Spice Raider] The paw is lifted
    table.turn = loser
    if last and right:
        take_trophy(table, owner)
    if not table.ended:
        draw(table, loser, table.facts.draws.lost)  # [In case of doubt] World's End for the loser


def is_right(table, named):
    """[Who wins?] Whether what was named is right, whatever the rest of the top card is."""
    number, suit = what_is_right(table, table.stack[-1], table.declared[-1])
    return {NOT_NUMBER: number, NOT_SPICE: suit, WRONG: number and suit}[named]  # [Copy Cat] It must be right in both


def what_is_right(table, card, said):
    """[Who wins?] Whether a card has the number that was said, and whether it has the spice."""
    is_twin = "turn" in table.variants and said.number in table.facts.twins  # [Turn It Up!]
    numbers = table.facts.twins if is_twin else [said.number]
    return card.kind == "number-wild" or card.number in numbers, card.kind == "spice-wild" or card.suit == said.suit


def is_last_card(table):
    """[The last card] Whether the top card's player has no other."""
    return not table.hands[table.owner]


def take_trophy(table, seat):
    """[The last card] Take a trophy; if the game goes on, draw new cards."""
    table.awarded[seat].append(table.trophies.pop())
    if len(table.awarded[seat]) == table.facts.victory:  # [In case of doubt] Even if it is the last of the game
        table.ended = SECOND_TROPHY
    elif not table.trophies:
        table.ended = LAST_TROPHY
    else:
        draw(table, seat, table.facts.hand)


def draw(table, seat, owed):
    """[The end of the game] Draw cards; once World's End lies on top of the draw pile, stop: the game has ended."""
    for _ in range(owed):
        if table.draw[-1] is not table.decks.worlds_end[0]:
            table.hands[seat].append(table.draw.pop())
        if table.draw[-1] is table.decks.worlds_end[0]:
            table.ended = WORLDS_END


def result(table):
    """[The end of the game] A second trophy wins; otherwise most points do, and all who are tied."""
    if table.ended == SECOND_TROPHY:
        return End(table.ended, winners=[max(table.seats, key=lambda seat: len(table.awarded[seat]))])
    return End(table.ended, parts=scores(table))


def scores(table):
    """[Scoring] Cards won and trophies, less cards in hand."""
    points = table.facts.points
    counted = {"won": points.card, "awarded": points.trophy, "hands": points.hand}
    return {pile: [each * len(cards) for cards in getattr(table, pile)] for pile, each in counted.items()}
