"""A game of two players → what it is worth between perfect players, for ``pnp simulate --perfect``."""
