"""A Program and a Sitting → a played game: the table, the loop that plays it, who looks on, what is told of it."""
