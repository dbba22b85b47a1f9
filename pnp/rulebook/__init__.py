"""rulebook.md → blocks → pages as Frames, and HTML, both from the same parsed, translated and evaluated blocks."""
