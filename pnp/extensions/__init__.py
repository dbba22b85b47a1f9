"""The specialities of pnp, a folder each, which the rest of pnp enters only by the doors of pnp.core.plugins."""
