"""Projects that are changed at random → what pnp makes of them."""
