"""Games with rules → the evidence for their claims: games played, verdicts, and untested rules."""
