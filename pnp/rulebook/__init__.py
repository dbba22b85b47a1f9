"""rulebook.md → blocks → pages as Frames, and HTML. Both come from the same parsed, translated and computed blocks."""
