"""Ties: the sentences of a game and the tests that prove them, as they were last confirmed."""
