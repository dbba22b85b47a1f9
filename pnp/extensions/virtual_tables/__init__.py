"""Virtual tables: Tabletop Simulator, Tabletopia, Screentop, PlayingCards.io, Foundry, Cockatrice and others."""

from pnp.exports.request import Export
from pnp.extensions.virtual_tables.card_games import export_cgs, export_cockatrice
from pnp.extensions.virtual_tables.rooms import export_foundry, export_virtualtabletop, gather_virtualtabletop
from pnp.extensions.virtual_tables.sites import export_playingcards, export_screentop, export_tabletopia
from pnp.extensions.virtual_tables.tts import export_tts

_PICTURES = frozenset({"dpi", "contact"})

TTS = Export("a saved object for Tabletop Simulator", export_tts, frozenset({"dpi", "url"}))
TABLETOPIA = Export("pictures for Tabletopia", export_tabletopia, _PICTURES)
SCREENTOP = Export("sheets of faces for Screentop", export_screentop, frozenset({"dpi"}))
PLAYINGCARDS = Export("pictures and tables for PlayingCards.io", export_playingcards, _PICTURES | {"url"})
CGS = Export("a custom game for Card Game Simulator", export_cgs, frozenset({"dpi", "url"}))
COCKATRICE = Export("a card database, decks and pictures for Cockatrice", export_cockatrice, frozenset({"dpi"}))
FOUNDRY = Export("a module with decks for Foundry Virtual Tabletop", export_foundry, frozenset({"dpi"}))
VIRTUALTABLETOP = Export(
    "a game for virtualtabletop.io", export_virtualtabletop, frozenset({"dpi"}), gather=gather_virtualtabletop
)
