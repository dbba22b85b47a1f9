"""The sentences of a game and what shows that they are so: ties, as they were when somebody confirmed them last."""
