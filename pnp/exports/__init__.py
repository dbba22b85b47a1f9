"""A laid-out game → files for others than the home printer: pictures, virtual tables, print shops.

One module a target, each listed in EXPORTS; the Frame is their only source. Pictures are not drawn here: what is to be
drawn is put together, so that it can be spread over processes.
"""

from __future__ import annotations

from functools import partial

from pnp.exports.faces import export_pages, export_pictures
from pnp.exports.shop import export_to_shop
from pnp.exports.sites import export_playingcards, export_screentop, export_tabletopia
from pnp.exports.tts import export_tts
from pnp.exports.wish import Export

EXPORTS: dict[str, Export] = {
    "png": Export("each face and back as a picture", partial(export_pictures, kind="png")),
    "webp": Export("the same in smaller files, for the web", partial(export_pictures, kind="webp")),
    "svg": Export("each face and back as a drawing", partial(export_pages, kind="svg")),
    "pdf": Export("each face and back as a page", partial(export_pages, kind="pdf")),
    "tts": Export("a saved object for Tabletop Simulator", export_tts),
    "tabletopia": Export("pictures for Tabletopia", export_tabletopia),
    "screentop": Export("sheets of faces for Screentop", export_screentop),
    "playingcards": Export("pictures and a table for PlayingCards.io", export_playingcards),
}
"""Everything that can be exported to; beside it stand the print shops, which are data."""

TO_SHOP = Export("pictures for a print shop", export_to_shop)
