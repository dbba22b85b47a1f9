"""A Game and a language → an Edition, the game in that language; a Game → the messages for its catalogues.

``game_texts`` lists all texts: titles, words, text fields of cards, and the texts that templates spell out. A text
without a translation stays in the source language; the check of the catalogue reports it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from pnp.core.diagnostics import Diagnostics, Place
from pnp.project.elements import TextElement
from pnp.project.files import Files
from pnp.project.game import Card, Deck, Game
from pnp.project.template import Node, Template
from pnp.project.values import Expr, is_dynamic
from pnp.text.catalogue import Catalogue, Message, empty_catalogue, load_catalogue
from pnp.text.numbers import language_tag
from pnp.text.own_words import CONTEXT, has_printed_words, own_words
from pnp.text.placeholders import ICON, with_context, without_expressions
from pnp.text.typography import typeset

Translate = Callable[[str, str], str]
"""Gives the translation of a text that is used in a context."""
PluralTexts = Callable[[str], list[tuple[str, str]]]

HEAD_TEXTS = ("title", "subtitle", "credits")
DECK_TEXTS = ("title", "one", "named")
MEASURE_TEXTS = ("name", "unit")


class SourceText(NamedTuple):
    """A text of a game as written.

    Attributes:
        note: A note for translators.
        context: What it is used as: the context that an entry of a catalogue may have for it.
    """

    text: str
    place: Place
    note: str
    context: str


LITERAL = "]{.literal}"
"""The end of a number that is marked as deliberate: [52]{.literal}."""


def has_words(text: str) -> bool:
    """Whether a text has letters outside expressions, icons and marks of numbers, and so needs a translation."""
    return any(c.isalpha() for c in ICON.sub("", without_expressions(text)).replace(LITERAL, "]"))


def game_messages(game: Game, plurals: PluralTexts) -> list[Message]:
    """The messages of a game's data and templates, in the order in which they are written.

    Args:
        game: In its source language.
        plurals: Finds the plural forms inside a text's expressions.
    """
    return messages_of(game_texts(game), plurals)


def messages_of(texts: Iterable[SourceText], plurals: PluralTexts) -> list[Message]:
    """A message for each text that has words, with its place and note, and for each plural inside its expressions."""
    messages = []
    for text, place, note, context in texts:
        forms: list[tuple[str, str | None]] = [(text, None)] if has_words(text) else []
        for singular, plural in (*forms, *plurals(text)):
            messages.append(Message(singular, plural, (place,), note, (context,)))
    return messages


def game_texts(game: Game) -> Iterator[SourceText]:
    """Each text of a game's data and templates."""
    for key in HEAD_TEXTS:
        if text := getattr(game.head, key):
            yield SourceText(text, game.source.place_of(key), f"{game.head.title}: {key}", _of_head(key))
    for name, text in game.head.words.items():
        yield SourceText(text, game.source["words"].place_of(name), f"words.{name}", word_context(name))
    for name, text in game.head.play.names.items():
        yield SourceText(text, game.source["play"]["names"].place_of(name), f"{name} in a trace", _of_play(name))
    yield from report_texts(game)
    for kind, deck in _decks(game):
        for key in DECK_TEXTS:
            if text := getattr(deck.head, key):
                place = game.source[kind][deck.name].place_of(key)
                yield SourceText(text, place, f"{key} of {deck.name}", _of_deck(deck, key))
        names = [field.name for field in deck.fields if field.is_translated]
        for card in deck.cards if names else ():
            for name in names:
                if isinstance(text := card.values.get(name), str) and text:
                    place, note = card.source.place_of(name), f"{name} of {card.label}"
                    yield SourceText(text, place, note, field_context(deck.name, name))
    names_of_templates = set()
    for _, deck in _decks(game):
        for template in deck.templates:
            if template.name not in names_of_templates:
                names_of_templates.add(template.name)
                yield from template_texts(template)


def _decks(game: Game) -> Iterator[tuple[str, Deck]]:
    """Every deck and extra, with its key in game.yaml: decks or extras."""
    for kind, decks in (("decks", game.decks), ("extras", game.extras)):
        for deck in decks.values():
            yield kind, deck


def template_texts(template: Template) -> Iterator[SourceText]:
    """The texts a template spells out."""
    yield from _node_texts(template.nodes, template.name)


def report_texts(game: Game) -> Iterator[SourceText]:
    """The texts of the measures in the report of a simulation."""
    for number, measure in enumerate(game.head.report):
        for key in MEASURE_TEXTS:
            if text := getattr(measure, key):
                place, note = game.source["report"][number].place_of(key), f"{key} in the report of a simulation"
                yield SourceText(text, place, note, _of_measure(key))


def _node_texts(nodes: tuple[Node, ...], template: str) -> Iterator[SourceText]:
    for node in nodes:
        if isinstance(node.element, TextElement):
            for key, text in node.element.texts.items():
                written = text.source if isinstance(text, Expr) else text
                note, context = f"{node.name} of {template}", element_context(template, node.name)
                yield SourceText(written, node.place(key), note, context)
        yield from _node_texts(node.children, template)


# --- contexts


def _of_head(key: str) -> str:
    return f"game.{key}"


def word_context(name: str) -> str:
    """The context of one of the words of game.yaml: words.hand."""
    return f"words.{name}"


def _of_play(name: str) -> str:
    return f"play.{name}"


def _of_measure(key: str) -> str:
    return f"report.{key}"


def _of_deck(deck: Deck, key: str) -> str:
    """The context of a text of a deck itself; that of its cards begins with the deck's name."""
    return f"{'extras' if deck.is_extra else 'decks'}.{deck.name}.{key}"


def field_context(deck: str, field: str) -> str:
    """The context of a field of cards: cards.name."""
    return f"{deck}.{field}"


def element_context(template: str, element: str) -> str:
    """The context of the text of an element: orchard/card.rule."""
    return f"{template}.{element}"


def icon_context(name: str) -> str:
    """The context of an icon's name, for screen readers: icons.chip."""
    return f"icons.{name}"


def rulebook_context(kind: str) -> str:
    """The context of a block of the rulebook: rulebook.heading."""
    return f"rulebook.{kind}"


# --- a game in another language


def translate_game(game: Game, language: str, translate: Translate) -> Game:
    """The game with its texts in another language.

    Args:
        game: In its source language.
        language: The other language's code.
        translate: Gives the translation of a text in its context, or the text itself.
    """
    head = game.head.model_copy(
        update={
            **{key: translate(getattr(game.head, key), _of_head(key)) for key in HEAD_TEXTS},
            "words": {name: translate(text, word_context(name)) for name, text in game.head.words.items()},
            "play": game.head.play.model_copy(
                update={"names": {name: translate(text, _of_play(name)) for name, text in game.head.play.names.items()}}
            ),
            "report": tuple(
                measure.model_copy(
                    update={key: translate(getattr(measure, key), _of_measure(key)) for key in MEASURE_TEXTS}
                )
                for measure in game.head.report
            ),
        }
    )
    decks = {name: _deck(deck, translate) for name, deck in game.decks.items()}
    extras = {name: _deck(deck, translate) for name, deck in game.extras.items()}
    return game.model_copy(update={"head": head, "language": language, "decks": decks, "extras": extras})


def _deck(deck: Deck, translate: Translate) -> Deck:
    names = [field.name for field in deck.fields if field.is_translated]
    cards = tuple(_card(card, names, translate) for card in deck.cards) if names else deck.cards
    return deck.model_copy(
        update={
            "head": deck.head.model_copy(
                update={key: translate(getattr(deck.head, key), _of_deck(deck, key)) for key in DECK_TEXTS}
            ),
            "cards": cards,
            "template": translate_template(deck.template, translate),
            "back": translate_template(deck.back, translate) if deck.back else None,
            "small": translate_template(deck.small, translate) if deck.small else None,
        }
    )


def _card(card: Card, names: list[str], translate: Translate) -> Card:
    texts = {name: text for name in names if isinstance(text := card.values.get(name), str) and text}
    changed = {name: translate(text, field_context(card.deck, name)) for name, text in texts.items()}
    return card.model_copy(update={"values": {**card.values, **changed}})


def translate_template(template: Template, translate: Translate) -> Template:
    """The template with the texts it spells out in another language."""
    return template.model_copy(
        update={"nodes": tuple(_node(node, template.name, translate) for node in template.nodes)}
    )


def _node(node: Node, template: str, translate: Translate) -> Node:
    changes: dict[str, object] = {}
    if isinstance(node.element, TextElement):
        changed: dict[str, str | Expr] = {}
        for key, text in node.element.texts.items():
            source = text.source if isinstance(text, Expr) else text
            translated = translate(source, element_context(template, node.name))
            if translated != source:
                changed[key] = Expr(translated) if is_dynamic(translated) else translated
        if changed:
            changes["element"] = node.element.model_copy(update=changed)
    if node.children:
        changes["children"] = tuple(_node(child, template, translate) for child in node.children)
    return node.model_copy(update=changes) if changes else node


@dataclass(frozen=True)
class Edition:
    """A game in one language.

    Attributes:
        game: Its texts are in the language.
        language: The language's code.
        catalogue: Its translations; None for the source language.
        source: The game in its source language, whose names texts use to refer to cards.
        is_draft: Whether texts without a translation are marked: they stand in [brackets].
    """

    game: Game
    language: str
    catalogue: Catalogue | None
    source: Game
    is_draft: bool = False

    @property
    def tag(self) -> str:
        """The language as the web and PDF name it: pt-BR."""
        return language_tag(self.language)

    def translate(self, text: str, context: str) -> str:
        """A source text in the edition's language; the text itself if it has no translation.

        If forms of plurals have entries with the context of the text, calls of ngettext in it ask for these.
        """
        if self.catalogue is None or not text:
            return text
        translated = (self.catalogue.get(text, context) if has_words(text) else None) or self._untranslated(text)
        return with_context(translated, context) if context in self.catalogue.plural_contexts else translated

    def printed_word(self, english: str, **values: object) -> str:
        """A word that pnp prints itself, with the values of its braces, in the edition's language.

        It comes from pnp's own words, or the game's catalogue.
        """
        if self.catalogue is None or has_printed_words(self.language):
            return own_words("print", self.language)(english, **values)
        return (self.catalogue.get(english, CONTEXT) or self._untranslated(english)).format(**values)

    def plural(self, singular: str, plural: str, number: int, context: str = "") -> str:
        """The form that a number takes, in the edition's language."""
        translated = self.catalogue.get_plural(singular, plural, number, context) if self.catalogue else None
        return translated or self._untranslated(singular if number == 1 else plural)

    def _untranslated(self, text: str) -> str:
        """A source text; in [brackets] in the draft of another language."""
        if not self.is_draft or self.catalogue is None or not has_words(text):
            return text
        inner = text.strip()
        start = text.index(inner)
        return f"{text[:start]}[{inner}]{text[start + len(inner) :]}"


def open_edition(
    files: Files, game: Game, language: str, diagnostics: Diagnostics, is_draft: bool = False
) -> Edition | None:
    """Return a game in one of its languages; None for a language without a catalogue that can be read.

    A draft needs no catalogue: its texts then stay in the source language, in [brackets].
    """
    if language == game.language:
        return make_edition(game, language, None, is_draft)
    catalogue = load_catalogue(files, game, language, diagnostics)
    if catalogue is None and is_draft:
        catalogue = empty_catalogue(game, language)
    return make_edition(game, language, catalogue, is_draft) if catalogue else None


def make_edition(game: Game, language: str, catalogue: Catalogue | None, is_draft: bool = False) -> Edition:
    """Return a game in a language, its titles typeset; without a catalogue its texts stay as they are."""
    edition = Edition(game, language, catalogue, game, is_draft)
    source = game
    if catalogue is not None:
        game = translate_game(game, language, edition.translate)
    heads = {key: typeset(getattr(game.head, key), language) for key in HEAD_TEXTS}
    game = game.model_copy(update={"head": game.head.model_copy(update=heads)})
    return Edition(game, language, catalogue, source, is_draft)
