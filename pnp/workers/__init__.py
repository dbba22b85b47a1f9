"""The processes that do pnp's work: a supervisor, a pool, a policy of limits, and a record of what each is doing."""

ITEM_SECONDS, MEMORY_GIBIBYTES = 60.0, 4.0
"""The usual limits of an item's CPU time and of a process's memory: far more than any real project needs.

They are defined here because the command line shows them without importing the rest of this package.
"""


class TooLong(BaseException):
    """Raised inside code that takes too long.

    It is not an Exception, so that ``except Exception`` does not catch it.
    """
