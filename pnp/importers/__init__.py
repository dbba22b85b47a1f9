"""Tables of other programs → the files of a deck and a list of parts that are not imported. Callers write the files."""
