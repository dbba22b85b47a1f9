"""How to play."""


def highest(seen, options, random):
    """Play the highest card."""
    return max(options, key=lambda card: card.number)
