"""Played games → whether they are right: what holds in every game, what is hidden, worked examples and claims."""
