"""Virtual tables: Tabletop Simulator, Tabletopia, Screentop, PlayingCards.io."""

from pnp.exports.request import Export
from pnp.extensions.virtual_tables.sites import export_playingcards, export_screentop, export_tabletopia
from pnp.extensions.virtual_tables.tts import export_tts

_PICTURES = frozenset({"dpi", "contact"})

TTS = Export("a saved object for Tabletop Simulator", export_tts, frozenset({"dpi", "url"}))
TABLETOPIA = Export("pictures for Tabletopia", export_tabletopia, _PICTURES)
SCREENTOP = Export("sheets of faces for Screentop", export_screentop, frozenset({"dpi"}))
PLAYINGCARDS = Export("pictures and tables for PlayingCards.io", export_playingcards, _PICTURES | {"url"})
