"""Tasks → their results, played in processes of their own, which are given up when they hang."""
