"""Faces and print settings → sides of sheets: packing, marks, small print, and changes of whole sides."""
