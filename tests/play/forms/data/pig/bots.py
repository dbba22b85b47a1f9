"""Players of Pig."""


def twenty(seen, options, random):
    """Hold at twenty."""
    return "hold" if seen.pot >= 20 else "roll"
