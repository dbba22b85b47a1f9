"""Runs of text and a box → lines of placed words: broken, fitted, hyphenated, with the ink that they take."""
