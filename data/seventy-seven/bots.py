"""Players of Seventy-Seven."""

from .rules import is_dear


def careful(seen, options, random):
    """Pays as little as can be; plays large cards early, and keeps the others for a high total."""
    return min(options, key=lambda card: (_price(seen, card), _worth(seen, card)))


def _price(seen, card):
    """How many chips a card costs, with the cheapest one to play after it where the turn has more."""
    total = seen.total + card.value
    price = _cost(seen, total)
    if seen.to_play > 1 and total < seen.facts.limit:
        others = [other for other in seen.hands[seen.seat] if other is not card]
        price += min((_cost(seen, total + other.value) for other in others), default=0)
    return price


def _cost(seen, total):
    """How many chips a total costs; being out counts like the loss of a chip."""
    if not is_dear(seen.facts, total):
        return 0
    return max(seen.chips[seen.seat], 1) if total >= seen.facts.limit else seen.facts.penalty


def _worth(seen, card):
    """How much a card is worth keeping: small numbers more than large ones, and most of all what takes off."""
    if card.kind == "double" and _is_dangerous(seen):
        return -seen.facts.limit  # let the next player find two cards
    return {"double": 1, "reverse": 2, "zero": 3, "minus": 4}.get(card.kind, -card.value)


def _is_dangerous(seen):
    """Whether the commonest number, which is the largest, calls the limit or more."""
    return seen.total + seen.decks.cards.by("kind")["number"][-1].value >= seen.facts.limit
