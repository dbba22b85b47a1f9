"""Runs of text and a box → lines of placed words: hyphenated, fitted to the box, with the boxes of their ink."""
