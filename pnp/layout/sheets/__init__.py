"""Faces and how they are printed → sides of sheets: places, marks, small print, and what is done to a whole side."""
