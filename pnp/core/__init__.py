"""Units, diagnostics, fonts, colours and geometry: what every stage of pnp works with."""
