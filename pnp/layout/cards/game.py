"""An Edition → the Frames of its cards, backs and figures.

Each template is compiled once, and each back that is alike on every card is laid out once.
"""

from __future__ import annotations

import math
from collections.abc import Container, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from operator import itemgetter
from typing import Any

from pnp.core.diagnostics import Diagnostics, Mistake, Place, suggest
from pnp.core.fonts import FontSet
from pnp.core.frame import Art, CardArt, Frame
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.patterns import lazy_pattern
from pnp.core.units import Mm
from pnp.expressions import ExpressionError, Scope, compile_text
from pnp.expressions.scope import NamesIn, Scopes, card_names, card_scope, filled, game_scope
from pnp.layout.assets import Assets
from pnp.layout.cards.card import CardLayout
from pnp.layout.cards.drawing_context import SharedSizes, TextRest, ValuePlace
from pnp.layout.cards.elements import face_art
from pnp.layout.sheets.sheet import Printed, Side
from pnp.project.elements import TextElement
from pnp.project.game import Card, Deck
from pnp.project.template import Node, Template, all_nodes
from pnp.project.values import Expr
from pnp.text.catalogue import field_context
from pnp.text.edition import Edition
from pnp.text.mentions import with_mentions
from pnp.text.placeholders import is_written_in
from pnp.text.po_reader import PoEntry
from pnp.text.typography import typeset

_LOOKED_UP = "words["
"""In an expression, this chooses a word of the game by a value."""
_CARD_FIELD = lazy_pattern(r"\bcard\.(\w+)")
_WORD = lazy_pattern(r"\bwords\.(\w+)")

MAX_CACHED = 1000
"""The most faces that are cached for a second use."""


@frozen_dataclass
class Figure:
    """A laid-out figure.

    Attributes:
        scope: The names that its expressions used.
    """

    template: Template
    scope: Scope
    frame: Frame


class GameLayout:
    """Lays out one game in one language.

    Attributes:
        scope: Names for every expression of the game.
        figures: The figures laid out so far.
        spoken: Names for screen readers of the cards shown in figures, by the names of their arts.
        diagnostics: Faults are added.
    """

    def __init__(
        self,
        edition: Edition,
        fonts: FontSet,
        assets: Assets,
        diagnostics: Diagnostics,
        cards: GameLayout | None = None,
    ) -> None:
        """Prepare an edition.

        Args:
            edition: The game in one or more languages.
            fonts: The project's fonts.
            assets: The project's drawings and pictures.
            diagnostics: Faults are added.
            cards: Lays out the cards that figures show; None for this layout itself.
        """
        self._cards = cards
        self._in_languages: dict[str, GameLayout] = {}
        game = filled(edition.game, diagnostics, edition.plural, edition.catalogue)
        game = with_mentions(game, edition.source, edition.catalogue, diagnostics)
        self.edition = replace(edition, game=game)
        fonts = replace(fonts.origin or fonts, languages=edition.game.head.languages)
        self.fonts = fonts = fonts.for_language(edition.language)
        self.assets = assets
        self.diagnostics = diagnostics
        self.scope = game_scope(self.edition.game, edition.plural) | {"languages": list(edition.languages)}
        if edition.catalogue is not None and edition.game.examples:
            self.scope["_named"] = NamesIn(edition.source, self.edition.game)
        self._source_cards: dict[tuple[str, int], Card] = {}
        if edition.catalogue is not None:
            decks = (*edition.source.decks.values(), *edition.source.extras.values())
            self._source_cards = {(card.deck, card.number): card for deck in decks for card in deck.cards}
        self.figures: list[Figure] = []
        self.spoken: dict[str, str] = {}
        self._layouts: dict[tuple[str, tuple[str, ...], tuple[Mm, Mm], bool, bool], CardLayout] = {}
        self._fixed: dict[tuple[int, bool], Side] = {}
        self._faces: dict[tuple[str, int], Frame] = {}
        self._rests: dict[tuple[str, int, str], tuple[Card, dict[str, TextRest]]] = {}
        self._shared_sizes: dict[tuple[int, str], SharedSizes] = {}
        self._small: dict[tuple[str, int], Frame] = {}
        self._value_places: dict[tuple[Place, str], Place] = {}
        self._pictures: dict[tuple[str, int, str], CardArt] = {}

    def in_language(self, language: str) -> GameLayout:
        """Return the layout of the game in another language of this edition's texts."""
        if language not in self._in_languages:
            other = self.edition.others[language]
            self._in_languages[language] = GameLayout(other, self.fonts, self.assets, self.diagnostics, self)
        return self._in_languages[language]

    @property
    def of_rules(self) -> tuple[GameLayout, ...]:
        """The layouts of the rules, one for each language of the edition; they show this edition's cards."""
        return tuple(map(self.in_language, self.edition.languages)) if self.edition.further else (self,)

    def _layout(self, template: Template, for_figure: bool = False, is_scaled: bool = False) -> CardLayout:
        key = (template.name, template.fields, template.head.size, for_figure, is_scaled)
        if key not in self._layouts:
            faces = self.picture if for_figure else None
            own = template.head.smallest_text
            smallest = 0.0 if is_scaled else self.edition.game.head.smallest_text if own is None else own
            self._layouts[key] = CardLayout(
                template,
                self.fonts,
                self.assets,
                self.edition.language,
                faces,
                self.diagnostics,
                smallest,
                self.edition.is_draft,
                self.edition.name,
                self._text_place,
                {language: self.in_language(language)._text_place for language in self.edition.others},
            )
        return self._layouts[key]

    def _layout_of(self, deck: Deck, side: Template) -> CardLayout:
        """Return the layout of a side of a deck's cards; those of extras may show other cards."""
        return self._layout(side, for_figure=deck.is_extra)

    def face(self, deck: Deck, card: Card) -> Frame:
        """Return a card's face; the last few hundred are cached, for booklets that show the cards just printed."""
        if card.language:
            layout, deck, card = self._alone(card)
            return layout.face(deck, card)
        key = (deck.name, card.number)
        frame = self._faces.get(key)
        if frame is None:
            frame = self.uncached_face(deck, card)
            if len(self._faces) >= MAX_CACHED:
                del self._faces[next(iter(self._faces))]
            self._faces[key] = frame
        return frame

    def uncached_face(self, deck: Deck, card: Card) -> Frame:
        """Return the face of a card whose values may differ from those of the deck's card; it is not cached."""
        if card.language:
            alone, deck, card = self._alone(card)
            return alone.uncached_face(deck, card)
        layout, number = self._layout_of(deck, deck.template), card.number
        rests = self._rests_before(deck, card) if layout.continued and number > 1 else {}
        before = dict(rests)
        frame = self._lay_out(layout, card, card.label, rests)
        layout.report_unplaced(rest for name, rest in before.items() if rests.get(name) is rest)
        rests = {name: rest for name, rest in rests.items() if rest is not before.get(name)}
        places = self._layout_of(deck, deck.back).continued if deck.back else frozenset()
        self._rests[deck.name, number, "face"] = card, self._placed_later(deck, card, rests, places)
        return frame

    def _lay_out(self, layout: CardLayout, card: Card, name: str, rests: dict[str, TextRest] | None = None) -> Frame:
        """Return a side of a card, with each text in its languages."""
        others = {language: self.in_language(language) for language in layout.languages}
        same = {language: other.card_like(card) for language, other in others.items()}
        places = {language: other._value_place(same[language]) for language, other in others.items()}
        shared = self.shared_sizes(layout, card.deck) if layout.shares_sizes else None
        return layout.lay_out(self._scopes(layout, card), name, rests, self._value_place(card), places, shared)

    def _scopes(self, layout: CardLayout, card: Card) -> Scopes:
        """Return the names for the expressions of a card, in each language of a template's texts."""
        others = {language: self.in_language(language) for language in layout.languages}
        in_others = {language: other.scope_of(other.card_like(card)) for language, other in others.items()}
        return Scopes(self.scope_of(card), in_others)

    def shared_sizes(self, layout: CardLayout, deck_name: str) -> SharedSizes:
        """Return the sizes of texts that have the same size on all cards of a deck, which are measured once."""
        key = (id(layout), deck_name)
        if key not in self._shared_sizes:
            sizes: dict[str, tuple[Mm, str]] = {}
            game = self.edition.game
            for card in (game.decks.get(deck_name) or game.extras[deck_name]).cards:
                for group, size in self.measured(layout, card).items() if not card.language else ():
                    sizes[group] = min(size, sizes.get(group, size), key=itemgetter(0))
            self._shared_sizes[key] = sizes
        return self._shared_sizes[key]

    def sizes_of(self, card: Card, side: Template) -> SharedSizes:
        """Return the sizes of texts that have the same size on all cards, for a side of a card; none for most."""
        if card.language:
            alone, _, card = self._alone(card)
            return alone.sizes_of(card, side)
        deck = self._deck_of(card)
        if not any(isinstance(n.element, TextElement) and n.element.same_size for n in all_nodes(side.nodes)):
            return {}
        return self.shared_sizes(self._layout_of(deck, side), deck.name)

    def measured(self, layout: CardLayout, card: Card) -> SharedSizes:
        """Return the sizes of texts that have the same size on all cards, as one card alone requires them."""
        return layout.measure(self._scopes(layout, card), card.label)

    def card_like(self, card: Card) -> Card:
        """Return the card of this edition that is the same as one of another edition."""
        cards = self._deck_of(card).cards
        return cards[(card.number - 1) % len(cards)]

    def _deck_of(self, card: Card) -> Deck:
        game = self.edition.game
        return game.decks.get(card.deck) or game.extras[card.deck]

    def _alone(self, card: Card) -> tuple[GameLayout, Deck, Card]:
        """Return the layout, deck and card in one language, if an edition in several prints the card once in each."""
        layout = self.in_language(card.language)
        is_own = card.language == self.edition.language
        like = card.model_copy(update={"language": ""}) if is_own else layout.card_like(card)
        return layout, layout._deck_of(card), like

    def _rests_before(self, deck: Deck, card: Card) -> dict[str, TextRest]:
        """Return the texts of the previous card that go on on this one."""
        for earlier in deck.cards[: card.number - 1]:
            if (deck.name, earlier.number, "face") not in self._rests:
                self.printed(deck, earlier)
        of_face = self._rests[deck.name, card.number - 1, "face"]
        return dict(self._rests.get((deck.name, card.number - 1, "back"), of_face)[1])

    def _placed_later(
        self, deck: Deck, card: Card, rests: Mapping[str, TextRest], places: Container[str]
    ) -> dict[str, TextRest]:
        """Return the texts that go on at one of some places or on the next card, and report those that do not fit."""
        face = self._layout_of(deck, deck.template)
        on_next = face.continued if card.number < len(deck.cards) else frozenset()
        face.report_unplaced(rest for name, rest in rests.items() if name not in places and name not in on_next)
        return {name: rest for name, rest in rests.items() if name in places or name in on_next}

    def _value_place(self, card: Card) -> ValuePlace:
        """Return a function for the places of a card's values: their cells, or the translations of these.

        Several cards with the same characters share the first place, so that they share one fault.
        """
        source = self._source_cards.get((card.deck, card.number), card)
        catalogue = self.edition.catalogue

        def place(node: Node, piece: str) -> Place | None:
            text = getattr(node.element, "text", None)
            if isinstance(text, Expr) and _LOOKED_UP in text.source:
                return self._shown_place(text, card, piece)
            names = _CARD_FIELD.findall(text.source) if isinstance(text, Expr) else []
            values = {name: value for name in names if isinstance(value := card.values.get(name), str)}
            name = next((name for name, value in values.items() if piece in value), None)
            if name is None or not (piece or len(names) == 1):
                return self._text_place(node, piece)
            original = str(source.values.get(name))
            is_translated = catalogue is not None and values[name] != original
            entry = catalogue.entry(original, field_context(card.deck, name)) if catalogue and is_translated else None
            is_in_source = is_written_in(piece, original)
            found = entry.place_of(piece) if entry and not is_in_source else card.source.place_of(name)
            return self._value_places.setdefault((node.place(), piece), found) if piece else found

        return place

    def _text_place(self, node: Node, piece: str) -> Place | None:
        """Return where the translation of a template's text, or of a word that it shows, was written; None without one.

        Args:
            node: The element of the text, in the edition's language.
            piece: Characters of the text; "" for all of it.
        """
        text = getattr(node.element, "text", "")
        written = text.source if isinstance(text, Expr) else str(text)
        words = (self.edition.game.head.words.get(name) for name in _WORD.findall(written))
        for translated in filter(None, (written, *words)):
            entry = self._translations.get(translated.strip())
            if entry is not None and piece in translated and not is_written_in(piece, entry.text):
                return entry.place_of(piece)
        return None

    def _shown_place(self, text: Expr, card: Card, piece: str) -> Place | None:
        """Return where the translation was written of a word that a card looks up by its values."""
        with suppress(ExpressionError):
            entry = self._translations.get(str(compile_text(text.source)(self.scope_of(card))).strip())
            if entry is not None and not is_written_in(piece, entry.text):
                return entry.place_of(piece)
        return None

    @property
    def _translations(self) -> Mapping[str, PoEntry]:
        """The entries of the catalogue by their translations."""
        return self.edition.catalogue.by_translation if self.edition.catalogue else {}

    def scope_of(self, card: Card) -> Scope:
        """Return the names for the expressions of a card."""
        if card.language:
            layout, _, card = self._alone(card)
            return layout.scope_of(card)
        return card_scope(self.scope, card, self._source_cards.get((card.deck, card.number)))

    def printed(self, deck: Deck, card: Card) -> Printed:
        """Return a card's face and back, as shared art if they are printed more than once."""
        face = self.face(deck, card)
        front = Side(face, Art(face.name, face.bleed_box, face.items) if card.copies > 1 else None)
        return front, self.back(deck, card)

    def has_one_back(self, deck: Deck) -> bool:
        """Whether all cards of a deck have the same back."""
        return (
            deck.back is not None
            and self._layout_of(deck, deck.back).is_fixed
            and len(deck.cards_once) == len(deck.cards)
        )

    def back(self, deck: Deck, card: Card) -> Side | None:
        """Return a card's back; the same object for all cards whose backs are alike.

        A back as high as its face is wide is turned by 90°, so that it lies behind its face.
        """
        if card.language:
            alone, deck, card = self._alone(card)
            return alone.back(deck, card)
        if deck.back is None:
            return None
        layout = self._layout_of(deck, deck.back)
        is_turned = deck.back.head.size != deck.template.head.size
        if layout.is_fixed and (id(layout), is_turned) in self._fixed:
            return self._fixed[id(layout), is_turned]
        name = f"back of {self._first_with(layout.template, deck) if layout.is_fixed else card.label}"
        rests = self._rests_after_face(deck, card)
        frame = self._lay_out(layout, card, name, rests)
        self._rests[deck.name, card.number, "back"] = card, self._placed_later(deck, card, rests, ())
        if is_turned:
            frame = frame.turned()
        shared = layout.is_fixed or card.copies > 1
        side = Side(frame, Art(name, frame.bleed_box, frame.items) if shared else None)
        if layout.is_fixed:
            self._fixed[id(layout), is_turned] = side
        return side

    def _rests_after_face(self, deck: Deck, card: Card) -> dict[str, TextRest]:
        """Return the texts of a card's face that go on on its back, or on the next card."""
        of_card, rests = self._rests.get((deck.name, card.number, "face"), (None, {}))
        if of_card is not card and self._layout_of(deck, deck.template).may_go_on:
            self.uncached_face(deck, card)
            _, rests = self._rests[deck.name, card.number, "face"]
        return dict(rests)

    def small(self, deck: Deck, card: Card) -> Frame | None:
        """Return a card's face as it looks when shown small; None where its deck has no small look."""
        if card.language:
            alone, deck, card = self._alone(card)
            return alone.small(deck, card)
        if deck.small is None:
            return None
        key = (deck.name, card.number)
        if key not in self._small:
            self._small[key] = self._lay_out(self._layout(deck.small, is_scaled=True), card, card.label)
        return self._small[key]

    def _first_with(self, back: Template, deck: Deck) -> str:
        """Return the name of the first deck with a back, by which messages call the back."""
        decks = self.edition.game.decks.values()
        return next(
            (
                deck_with_back.name
                for deck_with_back in decks
                if deck_with_back.back and deck_with_back.back.name == back.name
            ),
            deck.name,
        )

    def picture(
        self, deck_name: str, query: Any = None, back: bool = False, room: tuple[Mm, Mm] = (math.inf, math.inf)
    ) -> CardArt:
        """Return a card cut at its trim, to be shown in a figure; the same Art each time.

        Args:
            deck_name: The deck, or an extra.
            query: Fields the card must have (texts in the source language), its label, or its place from 1; None for
                the first card.
            back: Whether to return its back instead of its face.
            room: The width and height in which it is shown, mm: in a small room it has its small look.

        Raises:
            Mistake: There is no such card; the fix suggests one.
        """
        decks = {**self.edition.game.extras, **self.edition.game.decks}
        if deck_name not in decks:
            raise Mistake(f"no deck {deck_name}", suggest(deck_name, decks))
        deck, source = decks[deck_name], self.edition.source
        card = deck.cards[find_card({**source.extras, **source.decks}[deck_name], query).number - 1]
        key = (deck_name, card.number, "back" if back else "small" if deck.is_small(room) else "face")
        if key not in self._pictures:
            if self._cards is not None and not self._cards.card_like(card).language:
                frame, art = self._cards.picture(deck_name, card.number, back, room)
            else:
                frame = self._frame_for(deck, card, key[2])
                art = face_art(frame)
            self._pictures[key] = (frame, art)
            self.spoken[frame.name] = self._spoken_name(deck, card, back)
        return self._pictures[key]

    def _frame_for(self, deck: Deck, card: Card, look: str) -> Frame:
        if look == "back":
            side = self.back(deck, card)
            if side is None:
                raise Mistake(f"deck {deck.name} has no back")
            return side.frame
        small = self.small(deck, card) if look == "small" else None
        return small or self.face(deck, card)

    @cached_property
    def _names(self) -> dict[str, list[str]]:
        return card_names(self.edition.game, self.scope, Diagnostics())

    def _spoken_name(self, deck: Deck, card: Card, back: bool) -> str:
        """Return the spoken name of a card or back: by ``named`` of its deck, else its ``one`` and the label."""
        title = deck.head.one or deck.head.title or deck.name
        if back:
            return typeset(f"{self.edition.printed_word('back')}: {title}", self.edition.language)
        if deck.name not in self._names:  # an extra
            return title
        name = self._names[deck.name][card.number - 1]
        if deck.head.named:
            return name
        is_foreign = self.edition.catalogue is not None and any(map(str.isalpha, name))
        return title if is_foreign or name == deck.name else f"{title} {name}"

    def figure(self, template: Template, **values: Any) -> Frame:
        """Return a figure, which may show cards; values are names for its expressions, beside the game's own."""
        scope = {**self.scope, **values}
        layout = self._layout(template, for_figure=True, is_scaled=True)
        others = {language: {**self.in_language(language).scope, **values} for language in layout.languages}
        places = {language: self.in_language(language)._text_place for language in layout.languages}
        frame = layout.lay_out(Scopes(scope, others), "its figure", None, self._text_place, places)
        self.figures.append(Figure(template, scope, frame))
        return frame

    def drawn(self) -> frozenset[Place]:
        """Return the places of the elements that were drawn so far."""
        others = (layout.drawn() for layout in self._in_languages.values())
        return frozenset().union(*(layout.drawn for layout in self._layouts.values()), *others)

    def without_reports(self) -> GameLayout:
        """Return a layout of the same edition for trials, whose diagnostics are discarded."""
        return GameLayout(self.edition, self.fonts, self.assets, Diagnostics())


def _fix_for(deck: Deck, query: dict[str, Any]) -> str:
    """Return a fix for fields that no card has: it suggests the nearest to the first wrong field or value."""
    for key, value in query.items():
        if not any(key in card.values for card in deck.cards):
            return f"no card has {key}; {suggest(str(key), deck.field_names)}"
        values = {str(card.values.get(key)) for card in deck.cards}
        if str(value) not in values:
            return suggest(str(value), values)
    return "cards have each of these values, but no card has all"


def find_card(deck: Deck, query: Any) -> Card:
    """Return the first card of a deck that has the fields or the label of a query, or stands at its place, from 1.

    Raises:
        Mistake: There is no such card.
    """
    if query is None:
        return deck.cards[0]
    if isinstance(query, dict):
        for card in deck.cards:
            if all(card.values.get(key) == value for key, value in query.items()):
                return card
        described = ", ".join(f"{key} {value}" for key, value in query.items())
        raise Mistake(f"no card of {deck.name} has {described}", _fix_for(deck, query))
    if isinstance(query, int) and not isinstance(query, bool):
        if 1 <= query <= len(deck.cards):
            return deck.cards[query - 1]
        raise Mistake(f"{deck.name} has no card {query}", f"it has {len(deck.cards)}")
    labels = {card.label.removeprefix(f"{deck.name} "): card for card in deck.cards}
    if str(query) in labels:
        return labels[str(query)]
    raise Mistake(f"{deck.name} has no card {query}", suggest(str(query), labels))
