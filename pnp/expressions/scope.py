"""A Game → the scope of its expressions, the game with the expressions in its texts evaluated, and its cards' names.

The words of a game may use facts and decks; the texts of a card may also use the words and the card. Worked examples,
traces and reports use the names of cards.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Container, Mapping
from typing import Any, NamedTuple

from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics
from pnp.core.patterns import lazy_pattern
from pnp.expressions import BASE_SCOPE, Scope
from pnp.expressions.compile import compile_text
from pnp.expressions.sandbox import ExpressionError, show
from pnp.project.game import Card, Deck, Game
from pnp.project.tree import Map
from pnp.project.values import is_dynamic
from pnp.text.catalogue import Catalogue
from pnp.text.placeholders import NUMBER

Plural = Callable[[str, str, int, str], str]
"""A function that chooses between singular and plural for a number in a language, for a text in a context."""


def source_plural(singular: str, plural: str, number: int, _context: str = "") -> str:
    """Choose between singular and plural in the source language, which has no catalogue."""
    return singular if number == 1 else plural


def game_scope(game: Game, plural: Plural = source_plural) -> dict[str, Any]:
    """Return the names that every expression of a game may use.

    These are ``game`` (its head), ``decks`` and ``extras`` (every card by deck, including copies), ``words``,
    ``language``, ``languages`` (all of the edition), ``ngettext``, ``examples`` (by name, as they are written),
    and each fact by its name.
    """
    head = game.head
    about = {key: getattr(head, key) for key in ("title", "subtitle", "credits", "version", "age")}
    about |= {"players": list(head.players), "minutes": list(head.minutes or ()), "name": game.name}
    decks, extras = (
        {
            name: [values for card in deck.cards_once for values in [card_values(card)] * card.copies]
            for name, deck in kind.items()
        }
        for kind in (game.decks, game.extras)
    )
    titles = {name: deck.head.title for name, deck in game.decks.items()}

    def ngettext(singular: str, plural_form: str, number: int) -> str:
        return plural(singular, plural_form, number, "").replace(NUMBER, show(number))

    def npgettext(context: str, singular: str, plural_form: str, number: int) -> str:
        return plural(singular, plural_form, number, context).replace(NUMBER, show(number))

    return {
        **BASE_SCOPE,
        **head.facts,
        "game": {**about, "titles": titles},
        "decks": decks,
        "extras": extras,
        "words": head.words,
        "language": game.language,
        "languages": [game.language],
        "ngettext": ngettext,
        "_npgettext": npgettext,
        "examples": game.examples_source,
    }


def card_values(card: Card) -> dict[str, Any]:
    """Return a card for expressions: its fields, label, copies, and its number in the deck, from 1."""
    return {"label": card.label, "copies": card.copies, "place": card.number, **card.values}


class CardValues(dict[str, Any]):
    """A card for the expressions of its texts. It knows the columns of its table, for messages."""

    __slots__ = ("_columns",)

    def __init__(self, card: Card) -> None:
        super().__init__(card_values(card))
        self._columns = card.source.header


SOURCE_CARD = "_source_card"
"""The name in a scope for the card in its source language, if that is another card."""


def card_scope(scope: dict[str, Any], card: Card, source: Card | None = None) -> dict[str, Any]:
    """Return the scope of the expressions on one card.

    Args:
        scope: The scope of the game.
        card: The card in a language.
        source: The card in its source language, whose texts name files; None if it is the same card.
    """
    of_card = {**scope, "card": CardValues(card), "deck": card.deck}
    return of_card if source is None or source is card else of_card | {SOURCE_CARD: CardValues(source)}


def file_scope(scope: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the scope for an expression that names a file, because files have the same names in every language."""
    return extended(scope, {"card": scope[SOURCE_CARD]}) if SOURCE_CARD in scope else scope


def extended(scope: Mapping[str, Any], more: dict[str, Any]) -> Mapping[str, Any]:
    """Return a scope with further names, on top of a scope that may record which names are read."""
    return {**scope, **more} if type(scope) is dict else ChainMap(more, scope)  # type: ignore[arg-type]  # only read


class Scopes(NamedTuple):
    """The names for the expressions on a card, in the language of its edition and in other languages of the game."""

    own: Scope
    others: Mapping[str, Scope] = {}

    def of(self, language: str) -> Scope:
        """Return the names in a language; "" is the edition's language."""
        return self.others.get(language, self.own)

    def extended(self, more: Callable[[str], dict[str, Any]]) -> Scopes:
        """Return the names with further ones, which may differ by language."""
        others = {language: extended(scope, more(language)) for language, scope in self.others.items()}
        return Scopes(extended(self.own, more("")), others)


def filled(
    game: Game, diagnostics: Diagnostics, plural: Plural = source_plural, catalogue: Catalogue | None = None
) -> Game:
    """Return the game with the expressions in its words and cards evaluated.

    Args:
        game: The game, with its texts in one language.
        diagnostics: Receives expressions that have no value; these are kept as they are written.
        plural: Chooses between singular and plural in that language.
        catalogue: The translations from which its texts come, for the places of faults.
    """
    return _Filling(game, diagnostics, plural, catalogue).game if _has_expressions(game) else game


def _has_expressions(game: Game) -> bool:
    """Whether a word, or the text of a card, contains an expression."""
    decks = (*game.decks.values(), *game.extras.values())
    texts = (value for deck in decks for card in deck.cards for value in card.values.values())
    return any(map(is_dynamic, game.head.words.values())) or any(map(is_dynamic, texts))


def filled_scope(game: Game) -> dict[str, Any]:
    """Return the scope of a game with its texts evaluated. Faults are reported when the game is laid out, not here."""
    return game_scope(filled(game, Diagnostics()))


class _Filling:
    """Evaluates the texts of one game."""

    def __init__(self, game: Game, diagnostics: Diagnostics, plural: Plural, catalogue: Catalogue | None) -> None:
        self.catalogue = catalogue
        self.diagnostics = diagnostics
        self.language = game.language
        scope = game_scope(game, plural)
        if any(map(is_dynamic, game.head.words.values())):
            without = {name: value for name, value in scope.items() if name != "words"}
            source = game.source["words"]
            words = {name: self.text(text, without, source, name) for name, text in game.head.words.items()}
            game = game.model_copy(update={"head": game.head.model_copy(update={"words": words})})
            scope["words"] = words
        decks = {name: self.deck(deck, scope) for name, deck in game.decks.items()}
        extras = {name: self.deck(deck, scope) for name, deck in game.extras.items()}
        self.game = game.model_copy(update={"decks": decks, "extras": extras})

    def deck(self, deck: Deck, scope: dict[str, Any]) -> Deck:
        """Return a deck with the texts of its cards evaluated."""
        untranslated = {field.name for field in deck.fields if not field.is_translated}
        if not any(is_dynamic(value) for card in deck.cards for value in card.values.values()):
            return deck
        return deck.model_copy(update={"cards": tuple(self.card(card, untranslated, scope) for card in deck.cards)})

    def card(self, card: Card, untranslated: Container[str], scope: dict[str, Any]) -> Card:
        """Return a card with its texts evaluated, except those of untranslated fields."""
        of_card = card_scope(scope, card)
        texts = {name: text for name, text in card.values.items() if is_dynamic(text) and name not in untranslated}
        changes = {name: self.text(text, of_card, card.source, name, card.label) for name, text in texts.items()}
        return card.model_copy(update={"values": {**card.values, **changes}}) if changes else card

    def text(self, text: str, scope: Mapping[str, Any], source: Map, name: str, card: str = "") -> str:
        """Return a text with its expressions evaluated, or the unchanged text after a fault."""
        if not is_dynamic(text):
            return text
        try:
            return show(compile_text(text)(scope))
        except ExpressionError as error:
            place = (self.catalogue and self.catalogue.place_of_slip(text)) or source.place_of(name)
            what = f"{name}: {error.what}"
            self.diagnostics.report(error.code, place, what=what, fix=error.fix, card=card, language=self.language)
            return text


_COUNTED = lazy_pattern(r" \(\d+\)$")
"""The number at the end of a label if another card has the same name."""


def card_names(game: Game, scope: dict[str, Any], diagnostics: Diagnostics) -> dict[str, list[str]]:
    """Return the name of each card, by deck, in the game's language; report faults of ``named:``."""
    names: dict[str, list[str]] = {}
    for name, deck in game.decks.items():
        names[name] = [_COUNTED.sub("", card.label.removeprefix(f"{name} ")) for card in deck.cards_once]
        if deck.head.named:
            try:
                compiled = compile_text(deck.head.named)
                names[name] = [str(compiled(card_scope(scope, card))).strip() for card in deck.cards_once]
            except ExpressionError as error:
                place = game.source["decks"][name].place_of("named")
                diagnostics.report(error.code, place, what=f"named of {name}: {error.what}", fix=error.fix)
                continue
            _check_names(game, deck, names[name], diagnostics)
    return names


def _check_names(game: Game, deck: Deck, names: list[str], diagnostics: Diagnostics) -> None:
    """Report the first card that has the same name as a different card."""
    first: dict[str, Any] = {}
    for card, called in zip(deck.cards_once, names, strict=True):
        earlier = first.setdefault(called, card)
        if earlier.values != card.values:
            what = f"{earlier.label} and {card.label} are both called {called or 'nothing'}"
            place = game.source["decks"][deck.name].place_of("named")
            diagnostics.report(Code.CARD_NAME, place, what=what, fix="add what distinguishes them")
            return


class NamesIn:
    """Names of cards, picks and endings in a game's source language → those in another language."""

    def __init__(self, source: Game, game: Game) -> None:
        """Set up the names of a game that was translated from a source. Faults are reported elsewhere."""
        ignored = Diagnostics()
        source_names = card_names(source, game_scope(source), ignored)
        names = card_names(game, game_scope(game), ignored)
        self.cards: Mapping[tuple[str, str], str] = {
            (deck, name): translated
            for deck in source_names
            for name, translated in zip(source_names[deck], names[deck], strict=True)
        }
        """Deck and name of a card in the source language → its name in the other language."""
        words = {word: game.head.play.names[name] for name, word in source.head.play.names.items()}
        self._all = {**words, **{name: translated for (_, name), translated in self.cards.items()}}

    def __call__(self, name: Any) -> Any:
        """Return a name in the other language; anything else is returned unchanged."""
        return self._all.get(str(name), name)
