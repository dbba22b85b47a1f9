"""Texts of cards that mention other cards → the same with the names marked, in the game's language.

``[[Dragon]]`` mentions the card of that name, which may be its name in the source language; ``[[Dragon|dragons]]`` is
printed as "dragons", and ``[[Dragon|gen]]`` in the form gen, if names have one. A deck with ``mark_names:`` has the
names of cards marked wherever they stand in a text as they are written, in any declared form. A name that no card has
is a fault.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Place, nearest, suggest
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.patterns import lazy_pattern
from pnp.project.game import Card, Deck, Game, NameMarks
from pnp.text.catalogue import Catalogue, field_context
from pnp.text.segmentation import has_breaks_inside

MENTION = lazy_pattern(r"\[\[([^\[\]|]+)(?:\|([^\[\]|]+))?\]\]")
_KEPT = r"\[\[.*?\]\]|\{\{.*?\}\}|<[^<>]*>|\]\([^)]*\)|(?<!\w):[a-z][a-z0-9-]*:"
"""Parts of a text in which no names are marked: mentions, expressions, tags, links, icons."""

LOOKS = {
    "bold": ("<b>", "</b>"),
    "italic": ("<i>", "</i>"),
    "underlined": ("<u>", "</u>"),
    "small-caps": ('<span style="font-variant: small-caps">', "</span>"),
}
"""The tags of a look, by its name; other words are colours."""

CASES = frozenset("nom gen dat acc ins loc voc par ess tra ine ela ill ade abl all abe com pl sg".split(" "))  # noqa: SIM905
"""The usual short names of cases and numbers: a name with forms that lacks one is printed in its first form."""

UNMARKED = NameMarks.model_construct(look=(), decks=(), name_field="name", within=())


def with_mentions(game: Game, source: Game, catalogue: Catalogue | None, diagnostics: Diagnostics) -> Game:
    """Return a game with the mentions of cards in its cards' texts marked.

    Args:
        game: The game in a language.
        source: The same in its source language.
        catalogue: The translations; None for the source language.
        diagnostics: Receives mentions of cards that do not exist.
    """
    decks = (*game.decks.values(), *game.extras.values())
    if not any(deck.head.mark_names or any(_mentions(card) for card in deck.cards) for deck in decks):
        return game
    marker = _Marker(game, source, catalogue, diagnostics)
    marked, extras = ({name: marker.deck(deck) for name, deck in kind.items()} for kind in (game.decks, game.extras))
    return game.model_copy(update={"decks": marked, "extras": extras})


def _mentions(card: Card) -> bool:
    return any("[[" in value for value in card.values.values() if isinstance(value, str))


@frozen_dataclass
class _Marker:
    """Marks the names of the cards of one game."""

    game: Game
    source: Game
    catalogue: Catalogue | None
    diagnostics: Diagnostics

    def deck(self, deck: Deck) -> Deck:
        """Return a deck with the texts of its cards marked."""
        marks = deck.head.mark_names or UNMARKED
        if deck.head.mark_names and not self._has_all(deck, marks):
            marks = UNMARKED
        elif not deck.head.mark_names and not any(map(_mentions, deck.cards)):
            return deck
        known = self._names(marks.name_field, ())
        named = self._names(marks.name_field, marks.decks) if marks.look else {}
        pattern = _pattern({form for name in named.values() for form in (name, *_forms(name).values())})
        cards = tuple(self._card(card, deck, marks, known, pattern) for card in deck.cards)
        return deck.model_copy(update={"cards": cards})

    def _has_all(self, deck: Deck, marks: NameMarks) -> bool:
        """Whether the decks and fields of ``mark_names:`` exist; others are reported."""
        tree = self.game.source["extras" if deck.is_extra else "decks"][deck.name]
        decks = {**self.game.decks, **self.game.extras}
        unknown: list[tuple[str, str, Iterable[str]]]
        unknown = [("deck", name, decks) for name in marks.decks if name not in decks]
        fields = {name for each in decks.values() for card in each.cards for name in card.values}
        unknown += [("field", marks.name_field, fields)] if marks.name_field not in fields else []
        unknown += [("field", name, deck.cards[0].values) for name in marks.within if name not in deck.cards[0].values]
        for kind, name, known in unknown:
            what = f"mark_names: no {kind} {name}"
            self.diagnostics.report(Code.WRONG_VALUE, tree.place_of("mark_names"), what=what, fix=suggest(name, known))
        return not unknown

    def _names(self, field: str, decks: tuple[str, ...]) -> Mapping[str, str]:
        """Return the names of cards in this language, by these and by those in the source language."""
        own: dict[str, str] = {}
        for name, deck in {**self.game.decks, **self.game.extras}.items():
            if decks and name not in decks:
                continue
            originals = (self.source.decks.get(name) or self.source.extras[name]).cards
            for index, card in enumerate(deck.cards):
                called = card.values.get(field)
                if isinstance(called, str) and called.strip():
                    name_of_card = called if _forms(called) else called.strip()
                    own.setdefault(called.strip(), name_of_card)
                    own.setdefault(str(originals[index % len(originals)].values.get(field)).strip(), name_of_card)
        return own

    def _card(
        self, card: Card, deck: Deck, marks: NameMarks, known: Mapping[str, str], names: re.Pattern[str] | None
    ) -> Card:
        changed = {}
        for field, value in card.values.items():
            if not isinstance(value, str) or field == marks.name_field:
                continue
            text = value
            if names and (field in marks.within if marks.within else " " in value.strip()):
                text = names.sub(lambda match: _marked(marks, match[1]) if match[1] else match[0], text)
            if "[[" in text:
                text = MENTION.sub(lambda match: self._mention(match, card, field, marks, known), text)  # noqa: B023
            if text != value:
                changed[field] = text
        return card.model_copy(update={"values": {**card.values, **changed}}) if changed else card

    def _mention(self, match: re.Match[str], card: Card, field: str, marks: NameMarks, known: Mapping[str, str]) -> str:
        """Return a mention as it is printed; one of a card that does not exist is reported, and printed as it is."""
        name, words = match[1].strip(), (match[2] or "").strip()
        if name not in known:
            place = self._place(card, field, match[0])
            what = f"{match[0]} mentions a card that does not exist"
            near = nearest(name, known)
            fix = f"write [[{near}]]" if near else suggest(name, known)
            self.diagnostics.report(
                Code.MENTION_UNKNOWN, place, what=what, fix=fix, card=card.label, language=self.game.language
            )
            return words or name
        forms = _forms(known[name])
        if words in forms or any(words in _forms(other) for other in known.values()) or (forms and words in CASES):
            return _marked(marks, forms.get(words, known[name]))
        if meant := nearest(words, forms):
            what, fix = f"{known[name]} has no form {words}", f"write [[{name}|{meant}]]"
            place = self._place(card, field, match[0])
            self.diagnostics.report(
                Code.MENTION_UNKNOWN, place, what=what, fix=fix, card=card.label, language=self.game.language
            )
        return _marked(marks, words or known[name])

    def _place(self, card: Card, field: str, piece: str) -> Place:
        """Return where a piece of a card's text was written: a cell, or a translation."""
        originals = (self.source.decks.get(card.deck) or self.source.extras[card.deck]).cards
        original = str(originals[(card.number - 1) % len(originals)].values.get(field))
        if self.catalogue and piece not in original:
            entry = self.catalogue.entry(original, field_context(card.deck, field))
            if entry:
                return entry.place_of(piece)
        return card.source.place_of(field)


def _forms(name: str) -> Mapping[str, str]:
    """Return the other forms of a name by which its translation is followed, if any: Smok | gen: Smoka."""
    return getattr(name, "forms", {})


def _marked(marks: NameMarks, name: str) -> str:
    """Return a name with its marks."""
    for word in reversed(marks.look):
        before, after = LOOKS.get(word) or (f'<span style="color: {word}">', "</span>")
        name = f"{before}{name}{after}"
    return name


def _pattern(names: set[str]) -> re.Pattern[str] | None:
    """Return a pattern whose group 1 is a name of a card, as a whole word; None without names."""
    if not names:
        return None
    return re.compile("|".join((_KEPT, f"({'|'.join(_whole_words(names))})")), re.DOTALL)


def _whole_words(names: set[str]) -> Iterator[str]:
    """Yield patterns of names, the longest first; in scripts without spaces a name may be inside other letters."""
    for name in sorted(names, key=lambda name: (-len(name), name)):
        escaped = re.sub("['’]", "['’]", r"\s+".join(map(re.escape, name.split())))
        yield escaped if has_breaks_inside(name) else rf"(?<![\w-]){escaped}(?!-?\w)"
