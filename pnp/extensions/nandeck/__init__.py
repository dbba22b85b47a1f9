"""Decks of nanDECK: their tables, copies and card size."""

from pnp.extensions.importing import Importer

NANDECK = Importer(
    "pnp.extensions.nandeck.reader:read_nandeck",
    "Import a nanDECK deck: the script, with its sequences or linked table, or the table itself.",
    "pnp import nandeck ../old/crew.nde --game harbour --deck crew",
    "--linkmulti",
    "The column of copies; default: as the script says.",
)
