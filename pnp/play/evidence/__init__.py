"""Games with rules → the evidence for their claims: games played, verdicts, and changed rules that nothing notices."""
