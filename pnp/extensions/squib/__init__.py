"""Decks of Squib: their tables, layouts and pictures, read from Ruby that is parsed and never run."""

from pnp.extensions.importing import Importer

SQUIB = Importer(
    "pnp.extensions.squib.reader:read_squib",
    "Import Squib decks: the .rb with its tables, layouts and pictures, or a .csv or .xlsx alone. Runs no Ruby.",
    "pnp import squib ../old/deck.rb --game harbour --deck crew",
    "--explode",
    "The column of copies; default: qty.",
)
