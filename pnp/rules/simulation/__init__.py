"""Thousands of games → a tally, and what it tells: shares with intervals, and the values of a report."""
