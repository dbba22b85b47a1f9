"""Claims and played games → what was seen of each claim."""
