"""Trees of values → a Game: validated, combined, inherited. Reads through pnp.source only."""
