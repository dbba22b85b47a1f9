"""Tables of elsewhere → a deck's files: table, fields, a first look; and what is left out. Writing is the caller's."""
