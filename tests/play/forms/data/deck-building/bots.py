"""Players of Small Town."""


def dear(seen, options, random):
    """The dearest card."""
    return max(options, key=lambda option: 0 if isinstance(option, str) else option.cost)
