"""A template and the values of cards → the Frames of faces, backs and figures, element by element."""
