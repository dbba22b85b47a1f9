"""Processes that do the work of pnp: one supervisor, one pool, one policy of limits, one recorder of the activity."""

ITEM_SECONDS, MEMORY_GIBIBYTES = 60.0, 4.0
"""The usual limits of an item's CPU time and of a process's memory: far more than any real project needs.

They stand here because the command line shows them, which loads nothing else of this package.
"""


class TooLong(BaseException):
    """Raised inside code that takes too long; no Exception, so that ``except Exception`` does not swallow it."""
