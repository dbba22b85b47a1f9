"""Players of Spicy. They know their own hands, what was declared, and how many cards the others hold."""

from typing import NamedTuple

from .rules import BELIEVE, ENOUGH, NOT_NUMBER, NOT_SPICE, PASSING, WRONG, Copy, what_is_right


class _Temper(NamedTuple):
    """How often, of 1: half: play a half-true card where none is true; lie: one that is all wrong, else pass.

    Doubt: that anybody challenges a card, last: a last card. Smallest: the stack that is worth it.
    """

    half: float
    lie: float
    doubt: float
    last: float
    smallest: int


def cautious(seen, options, random):
    """The truth when there is one, else mostly half of it; seldom challenges, but every second last card."""
    return _choose(seen, options, random, _Temper(half=0.85, lie=0.05, doubt=0.12, last=0.5, smallest=3))


def bold(seen, options, random):
    """Plays whatever it holds rather than pass, and challenges twice as often."""
    return _choose(seen, options, random, _Temper(half=0.95, lie=0.4, doubt=0.25, last=0.75, smallest=2))


def wary(seen, options, random):
    """Learns at the table: the more challenges were right, the more it challenges, and the less it lies."""
    caught = (seen.caught + 1) / (seen.challenges + 3)
    doubt = 0.1 + 6 * max(caught - 0.4, 0)
    return _choose(seen, options, random, _Temper(half=1.2 - caught, lie=0.1, doubt=doubt, last=1, smallest=1))


def _choose(seen, options, random, temper):
    if options[0] == BELIEVE:
        return _answer(seen, options, random, temper)
    return _swap(seen, options) if options[0] == ENOUGH else _move(seen, options, random, temper)


def _move(seen, options, random, temper):
    """The lowest of the truest plays; without a true one, chance says whether to bluff or pass where one may."""
    may_pass = options[0] == PASSING
    truer = [[], [], []]
    for play in options[may_pass:]:
        truer[sum(what_is_right(seen, play.card, play))].append(play)
    lies, half_true, true = truer
    chance = random()
    if true:
        plays = true
    elif half_true and (chance < temper.half or not may_pass):
        plays = half_true
    elif lies and (chance > 1 - temper.lie or not may_pass):
        plays = lies
    else:
        return PASSING
    lowest = min([play.number for play in plays])
    plays = [play for play in plays if play.number == lowest]
    return plays[int(random() * len(plays))]


def _answer(seen, options, random, temper):
    """Copy what is true; challenge by chance, rather what one holds oneself."""
    top, hand = seen.declared[-1], seen.hands[seen.seat]
    for option in options:
        if isinstance(option, Copy) and all(what_is_right(seen, option.card, top)):
            return option
    last = seen.hands[seen.owner] == 0
    if seen.passed is not None or (seen.stack < temper.smallest and not last):
        return BELIEVE
    of_number = sum([card.number == top.number for card in hand])
    doubt = (temper.last if last else temper.doubt) / (seen.players - 1)
    if random() >= doubt * (1 + of_number / 3):
        return BELIEVE
    if WRONG in options:
        return WRONG
    return NOT_NUMBER if random() < (1 + of_number) / (2 + of_number) else NOT_SPICE


def _swap(seen, options):
    """Give away a card of another spice than the stack's; wild cards are worth keeping."""
    suit = seen.declared[-1].suit
    return next((card for card in options[1:] if card.kind == "spice" and card.suit != suit), ENOUGH)
