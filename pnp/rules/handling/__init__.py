"""Shuffling, taking and picking: what a played game does with its cards, some hundred times.

It is compiled C where a compiler was at hand when pnp was installed, and the same in Python otherwise: a seed gives the
same game either way. Everything else is Python (docs/decisions/0010-cards-are-handled-in-c.md).
"""

try:
    from pnp.rules.handling.compiled import pick_each, shuffled, take

    IS_COMPILED = True
except ImportError:
    from pnp.rules.handling.plain import pick_each, shuffled, take

    IS_COMPILED = False

__all__ = ["IS_COMPILED", "pick_each", "shuffled", "take"]
