"""The laboratory: bots that search, perfect play, luck against skill, and games as environments of other programs."""
