"""What `shows:` of a deck says → the fields of its cards that it tells; diagnostics for entries that mislead."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.diagnostics import Code, Diagnostics, Place, nearest
from pnp.expressions.reading import reads
from pnp.model.game import Deck
from pnp.model.shows import Shown
from pnp.words.placeholders import find_expressions


def fields_shown(shows: Mapping[str, Shown]) -> set[str]:
    """The fields of cards that entries of `shows:` read."""
    return {key for shown in shows.values() for key in _fields_of(shown)}


def fields_told(shown: Shown) -> set[str]:
    """The fields that an entry's words and drawings tell, not only their number and colour."""
    return _fields_of(shown.model_copy(update={"colour": None, "times": None}))


def _fields_of(shown: Shown) -> set[str]:
    texts = [text for text in (shown.text, shown.drawing, shown.colour, shown.times) if isinstance(text, str)]
    sources = [text[at.start + 2 : at.end - 2] for text in texts for at in find_expressions(text)]
    return {key for source in (*sources, shown.each) for key in reads(source.strip()).of("card").names}


def check_names(deck: Deck, places: Mapping[str, Place], diagnostics: Diagnostics) -> None:
    """Tell of entries that are called like a field and show another, and of those that are a field misspelt."""
    fields = set(deck.cards[0].values)
    for name, shown in deck.shows.items():
        if name in fields and name not in _fields_of(shown):
            what = f"{name} is shown without card.{name}"
            fix = f"write it with card.{name}, or call it otherwise"
            diagnostics.tell(Code.SHOWS_FIELD, places[name], what=what, fix=fix)
        elif name not in fields and (close := nearest(name, fields)) and close not in _fields_of(shown):
            diagnostics.tell(
                Code.SHOWS_FIELD, places[name], what=f"{deck.name} has no field {name}", fix=f"did you mean {close}?"
            )
