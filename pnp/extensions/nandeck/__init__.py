"""Decks of nanDECK: their tables, copies, card size and drawing."""

from pnp.extensions.importing import Importer

NANDECK = Importer(
    "pnp.extensions.nandeck.reader:read_nandeck",
    "Import a nanDECK deck: the script with its tables, drawing and pictures, or the table alone.",
    "pnp import nandeck ../old/crew.nde --game harbour --deck crew",
    "--linkmulti",
    "The column of copies; default: as the script says.",
)
