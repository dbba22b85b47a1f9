def each_tile_has_a_place(table):
    """Each tile has a place of its own."""
    return len(set(table.places)) == len(table.laid)
