"""The laboratory: players who search, perfect players, luck against skill, and games for other programs."""
