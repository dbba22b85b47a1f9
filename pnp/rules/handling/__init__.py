"""Chance, cards and decisions: what a played game does some hundred times.

It is compiled C where a compiler was at hand when pnp was installed, and the same in Python otherwise: a seed gives the
same game either way. Everything else is Python (docs/decisions/0010-cards-are-handled-in-c.md).
"""

from collections.abc import Callable
from hashlib import sha512

try:
    from pnp.rules.handling.compiled import move, numbers, pick_each, play_out, shuffled, take

    IS_COMPILED = True
except ImportError:
    from pnp.rules.handling.plain import move, numbers, pick_each, play_out, shuffled, take

    IS_COMPILED = False

__all__ = ["IS_COMPILED", "move", "pick_each", "play_out", "shuffled", "stream", "take"]


def stream(seed: str) -> Callable[[], float]:
    """The random numbers that a seed names: each call gives the next, from 0 up to 1, as ``Random(seed).random`` does.

    The seed's own bytes and their SHA-512 are the key, so that seeds as like as 7:1 and 7:2 have nothing in common.
    """
    text = seed.encode()
    return numbers(text + sha512(text).digest())
