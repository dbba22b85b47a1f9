"""A text and its translation → where they part: terms, opposites, negations, numbers, marks, length and spelling."""
