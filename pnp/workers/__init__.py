"""Processes that do the work of pnp: one supervisor, one pool, one policy of limits, one recorder of the activity."""
