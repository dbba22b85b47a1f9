"""Players of My Game. A bot sees what its player sees, and returns one of the options."""


def high(seen, options, random):
    """The highest number."""
    return max(options, key=lambda card: card.number)
