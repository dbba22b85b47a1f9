"""A Game and one or more languages → an Edition: the game in these languages.

A text without a translation stays in the source language; the check of the catalogue reports it. An element of a
template may name another language for its text. In an edition in several languages each text is in all of them,
unless its element says otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field, replace

from pnp.core.diagnostics import Diagnostics
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.project.elements import TextElement
from pnp.project.files import Files
from pnp.project.game import Card, Deck, Game
from pnp.project.template import Node, Template, all_nodes
from pnp.project.values import ORDINALS, Expr, is_dynamic
from pnp.text.catalogue import Catalogue, empty_catalogue, field_context, load_catalogue
from pnp.text.game_texts import (
    ASK_CONTEXT,
    DECK_TEXTS,
    HEAD_TEXTS,
    MEASURE_TEXTS,
    deck_context,
    decks_of,
    element_context,
    has_words,
    head_context,
    listed_language,
    log_context,
    measure_context,
    play_context,
    question_context,
    word_context,
)
from pnp.text.numbers import language_tag
from pnp.text.own_words import CONTEXT, has_printed_words, own_words
from pnp.text.placeholders import with_context
from pnp.text.player_names import with_printed_names
from pnp.text.typography import typeset

Translate = Callable[[str, str], str]
"""Takes a text and its context, and returns the translation."""

PAIR = "+"
"""Separates the languages in the name of an edition: en+fr."""


def _translated(game: Game, edition: Edition) -> Game:
    """Return a game with its texts in the language of an edition."""
    translate = edition.translate
    names = {name: translate(text, play_context(name)) for name, text in game.head.play.names.items()}
    questions = {name: translate(text, question_context(name)) for name, text in game.head.play.questions.items()}
    log = {name: translate(text, log_context(name)) for name, text in game.head.play.log.items()}
    asked = tuple([translate(text, ASK_CONTEXT) for text in game.head.play.ask])
    head = game.head.model_copy(
        update={
            **{key: translate(getattr(game.head, key), head_context(key)) for key in HEAD_TEXTS},
            "words": {name: translate(text, word_context(name)) for name, text in game.head.words.items()},
            "play": game.head.play.model_copy(
                update={"names": names, "questions": questions, "log": log, "ask": asked}
            ),
            "report": tuple(
                measure.model_copy(
                    update={key: translate(getattr(measure, key), measure_context(key)) for key in MEASURE_TEXTS}
                )
                for measure in game.head.report
            ),
        }
    )
    decks = {name: _deck(deck, edition) for name, deck in game.decks.items()}
    extras = {name: _deck(deck, edition) for name, deck in game.extras.items()}
    game = game.model_copy(update={"head": head, "language": edition.language, "decks": decks, "extras": extras})
    return with_printed_names(game, edition.catalogue) if edition.catalogue else game


def _deck(deck: Deck, edition: Edition) -> Deck:
    names = [field.name for field in deck.fields if field.is_translated]
    cards = tuple(_card(card, names, edition.translate) for card in deck.cards) if names else deck.cards
    texts = {key: edition.translate(getattr(deck.head, key), deck_context(deck, key)) for key in DECK_TEXTS}
    with_texts = deck.model_copy(update={"head": deck.head.model_copy(update=texts), "cards": cards})
    return _with_templates(with_texts, edition)


def _card(card: Card, names: list[str], translate: Translate) -> Card:
    texts = {name: text for name in names if isinstance(text := card.values.get(name), str) and text}
    changed = {name: translate(text, field_context(card.deck, name)) for name, text in texts.items()}
    return card.model_copy(update={"values": {**card.values, **changed}})


def _with_templates(deck: Deck, edition: Edition) -> Deck:
    """Return a deck with the texts of its templates in the languages of an edition."""
    if edition.further:
        if deck.head.two_languages == "first":
            edition = replace(edition, further=())
        deck = _in_each(deck, edition.languages)
    looks = {key: look for key in ("template", "back", "small") if (look := getattr(deck, key)) is not None}
    return deck.model_copy(update={key: edition.translate_template(look) for key, look in looks.items()})


def _in_each(deck: Deck, languages: tuple[str, ...]) -> Deck:
    """Return a deck for an edition in several languages: some decks have each card once per language."""
    way = deck.head.two_languages
    nodes = (node for look in deck.templates for node in all_nodes(look.nodes))
    says = any(isinstance(node.element, TextElement) and node.element.lang in ORDINALS for node in nodes)
    if len(languages) == 1 or way == "both" or (way is None and (says or not deck.is_extra)):
        return deck
    count = len(deck.cards)
    cards = (
        card.model_copy(update={"language": language, "number": card.number + number * count})
        for number, language in enumerate(languages)
        for card in deck.cards
    )
    return deck.model_copy(update={"cards": tuple(cards)})


def named_languages(templates: Iterable[Template], languages: Iterable[str]) -> tuple[str, ...]:
    """Return the game's languages that elements of templates name for their texts.

    Args:
        templates: The templates in the source language.
        languages: The languages of the game.
    """
    elements = (node.element for template in templates for node in all_nodes(template.nodes))
    codes = dict.fromkeys(e.lang for e in elements if isinstance(e, TextElement) and isinstance(e.lang, str))
    return tuple(dict.fromkeys(filter(None, (listed_language(code, languages) for code in codes))))


def _templates(game: Game) -> Iterator[Template]:
    for _, deck in decks_of(game):
        yield from deck.templates


def _has_languages(game: Game) -> bool:
    """Whether any element names a language for its text."""
    nodes = (node for template in _templates(game) for node in all_nodes(template.nodes))
    return any(isinstance(node.element, TextElement) and node.element.lang for node in nodes)


@frozen_dataclass
class Edition:
    """A game in one language, or in several.

    Attributes:
        game: The game with its texts in this language.
        language: The language's code; the first of several.
        catalogue: The translations; None for the source language.
        source: The game in its source language. Texts refer to cards by its names.
        is_draft: Whether to mark texts without a translation with [brackets].
        further: The further languages of an edition in several.
        others: The editions in one language from which this one also takes texts, by language code. These are the
            languages that elements name and, for an edition in several languages, all of these.
    """

    game: Game
    language: str
    catalogue: Catalogue | None
    source: Game
    is_draft: bool = False
    further: tuple[str, ...] = ()
    others: Mapping[str, Edition] = field(default_factory=dict)

    @property
    def languages(self) -> tuple[str, ...]:
        """Its language, or all of its languages."""
        return (self.language, *self.further)

    @property
    def name(self) -> str:
        """Its name in folders and messages: the language, or several, as in en+fr."""
        return PAIR.join(self.languages)

    @property
    def folder(self) -> str:
        """The folder of its files below the output folder."""
        return f"{self.game.name}/{self.name}"

    @property
    def tag(self) -> str:
        """The language tag for web pages and PDF: pt-BR."""
        return language_tag(self.language)

    def translate(self, text: str, context: str) -> str:
        """Return a source text in the edition's language, or the text itself if it has no translation.

        If its plural forms have entries with the context of the text, calls of ngettext in it use these.
        """
        if self.catalogue is None or not text:
            return text
        translated = (self.catalogue.get(text, context) if has_words(text) else None) or self._untranslated(text)
        return with_context(translated, context) if context in self.catalogue.plural_contexts else translated

    def translate_template(self, template: Template) -> Template:
        """Return a template with its texts in this edition's languages, or in those that its elements name."""
        nodes = tuple(self._node(node, template.name) for node in template.nodes)
        return template.model_copy(update={"nodes": nodes})

    def _node(self, node: Node, template: str) -> Node:
        changes = self._text(node, node.element, template) if isinstance(node.element, TextElement) else {}
        if node.children:
            changes["children"] = tuple(self._node(child, template) for child in node.children)
        return node.model_copy(update=changes) if changes else node

    def _text(self, node: Node, element: TextElement, template: str) -> dict[str, object]:
        """Return the changes to the node of a text: its text, its language, and its text in the further languages."""
        lang = element.lang
        if isinstance(lang, Expr):
            return {}
        if lang in ORDINALS[len(self.languages) :]:
            never = f"languages|length > {ORDINALS.index(lang)}"
            return {"element": element.model_copy(update={"when": never, "lang": ""})}
        named = {"": self.language, **dict(zip(ORDINALS, self.languages, strict=False))}
        language = named.get(lang) or listed_language(lang, self.source.head.languages)
        if not language or (language != self.language and language not in self.others):
            return {}
        changes = self._text_in(language, element, node.name, template)
        if self.further and not lang:
            changes["further"] = tuple(
                node.model_copy(update=self._text_in(code, element, node.name, template)) for code in self.further
            )
        return changes

    def _text_in(self, language: str, element: TextElement, name: str, template: str) -> dict[str, object]:
        """Return the changes to the node of a text in one language."""
        is_own = language == self.language
        translate = self.translate if is_own else self.others[language].translate
        changed: dict[str, str | Expr] = {}
        for key, text in element.texts.items():
            source = text.source if isinstance(text, Expr) else text
            translated = translate(source, element_context(template, name))
            if translated != source:
                changed[key] = Expr(translated) if is_dynamic(translated) else translated
        lang = "" if is_own else language
        if lang != element.lang:
            changed["lang"] = lang
        of_node = {"element": element.model_copy(update=changed)} if changed else {}
        return {**of_node, **({"language": lang} if lang else {})}

    def printed_word(self, english: str, **values: object) -> str:
        """Return a word that pnp itself prints, in the edition's language, with values for its braces.

        It comes from pnp's own words, or the game's catalogue.
        """
        if self.catalogue is None or has_printed_words(self.language):
            return own_words("print", self.language)(english, **values)
        return (self.catalogue.get(english, CONTEXT) or self._untranslated(english)).format(**values)

    def plural(self, singular: str, plural: str, number: int, context: str = "") -> str:
        """Return the form of a text for a number, in the edition's language."""
        translated = self.catalogue.get_plural(singular, plural, number, context) if self.catalogue else None
        return translated or self._untranslated(singular if number == 1 else plural)

    def _untranslated(self, text: str) -> str:
        """Return a source text, in [brackets] if this is a draft in another language."""
        if not self.is_draft or self.catalogue is None or not has_words(text):
            return text
        inner = text.strip()
        start = text.index(inner)
        return f"{text[:start]}[{inner}]{text[start + len(inner) :]}"


def open_edition(
    files: Files,
    game: Game,
    language: str,
    diagnostics: Diagnostics,
    is_draft: bool = False,
    figures: Iterable[Template] = (),
) -> Edition | None:
    """Return a game in one of its languages or in several, such as en+fr.

    Return None if the language has no readable catalogue. A draft needs no catalogue: its texts stay in the source
    language, in [brackets].

    Args:
        files: The project.
        game: The game in its source language.
        language: One of its languages, or several.
        diagnostics: Receives the faults of catalogues.
        is_draft: Whether to mark texts without a translation.
        figures: Further templates whose elements may name languages.
    """
    first, *further = language.split(PAIR)
    own = named_languages((*_templates(game), *figures), game.head.languages)
    alone: dict[str, Edition] = {}
    for code in dict.fromkeys((first, *further, *own)):
        catalogue = load_catalogue(files, game, code, diagnostics) if code != game.language else None
        if catalogue is None and is_draft and code != game.language:
            catalogue = empty_catalogue(game, code)
        if catalogue is None and code != game.language:
            return None
        alone[code] = make_edition(game, code, catalogue, is_draft)
    named = {code: alone[code] for code in own}
    if own:
        alone = {code: make_edition(game, code, e.catalogue, is_draft, others=named) for code, e in alone.items()}
    if not further:
        return alone[first]
    return make_edition(game, first, alone[first].catalogue, is_draft, further=tuple(further), others=alone)


def make_edition(
    game: Game,
    language: str,
    catalogue: Catalogue | None,
    is_draft: bool = False,
    *,
    further: tuple[str, ...] = (),
    others: Mapping[str, Edition] | None = None,
) -> Edition:
    """Return a game in a language, with its titles typeset. Without a catalogue its texts are not changed.

    Args:
        game: The game in its source language.
        language: The language; the first of several.
        catalogue: The translations; None for the source language.
        is_draft: Whether to mark texts without a translation.
        further: The further languages of an edition in several.
        others: Editions in other languages whose texts also appear in this one.
    """
    edition = Edition(game, language, catalogue, game, is_draft, further, others or {})
    source = game
    if catalogue is not None:
        game = _translated(game, edition)
    elif further or _has_languages(game):
        decks, extras = (
            {name: _with_templates(deck, edition) for name, deck in kind.items()} for kind in (game.decks, game.extras)
        )
        game = game.model_copy(update={"decks": decks, "extras": extras})
    heads = {key: typeset(getattr(game.head, key), language) for key in HEAD_TEXTS}
    game = game.model_copy(update={"head": game.head.model_copy(update=heads)})
    return replace(edition, game=game, source=source)
