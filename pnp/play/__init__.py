"""A Program and a GameSetup → a played game: the table, the loop that plays it, who looks on, what is told of it."""
