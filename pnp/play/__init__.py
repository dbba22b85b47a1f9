"""A Program and a GameSetup → a played game: the table, the loop that plays it, its watchers, and its results."""
