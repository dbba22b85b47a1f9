"""Projects of CardPen: their cards and card size."""

from pnp.extensions.importing import Importer

CARDPEN = Importer(
    "pnp.extensions.cardpen.reader:read_cardpen",
    "Import a CardPen project: the cards and the size of its .json. Its template is HTML, to be drawn anew.",
    "pnp import cardpen ../old/crew.json --game harbour --deck crew",
)
