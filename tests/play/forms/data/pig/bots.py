"""Players of Pig."""


def twenty(seen, options, random):
    """Hold at twenty."""
    return "hold" if seen.pot >= 20 or "roll" not in options else "roll"
