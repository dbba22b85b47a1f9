"""A Game and a language, or two → an Edition, the game in them.

A text without a translation stays in the source language; the check of the catalogue reports it. A text of a template
may be in another language than its edition, and in an edition in two languages each text is in both, unless its element
says otherwise.
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
from pnp.project.values import FIRST, SECOND, Expr, is_dynamic
from pnp.text.catalogue import Catalogue, empty_catalogue, load_catalogue
from pnp.text.game_texts import (
    ASK_CONTEXT,
    DECK_TEXTS,
    HEAD_TEXTS,
    MEASURE_TEXTS,
    deck_context,
    decks_of,
    element_context,
    field_context,
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
"""Gives the translation of a text that is used in a context."""

PAIR = "+"
"""Stands between the two languages in the name of an edition: en+fr."""

NEVER = "languages|length > 1"
"""The condition of an element that an edition in one language does not have."""


def _translated(game: Game, edition: Edition) -> Game:
    """The game with its texts in the language of an edition."""
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
    """The deck with the texts of its templates in the languages of an edition."""
    if edition.second:
        deck = _in_each(deck, edition.languages)
    looks = {key: look for key in ("template", "back", "small") if (look := getattr(deck, key)) is not None}
    return deck.model_copy(update={key: edition.translate_template(look) for key, look in looks.items()})


def _in_each(deck: Deck, languages: tuple[str, ...]) -> Deck:
    """The deck as an edition in two languages has it: of some decks each card once in each language."""
    way = deck.head.two_languages
    nodes = (node for look in deck.templates for node in all_nodes(look.nodes))
    says = any(isinstance(node.element, TextElement) and node.element.lang in (FIRST, SECOND) for node in nodes)
    if way == "both" or (way is None and (says or not deck.is_extra)):
        return deck
    count = len(deck.cards)
    cards = (
        card.model_copy(update={"language": language, "number": card.number + number * count})
        for number, language in enumerate(languages)
        for card in deck.cards
    )
    return deck.model_copy(update={"cards": tuple(cards)})


def named_languages(templates: Iterable[Template], languages: Iterable[str]) -> tuple[str, ...]:
    """The languages of a game that elements of templates say their texts are in.

    Args:
        templates: As they are written.
        languages: Those of the game.
    """
    elements = (node.element for template in templates for node in all_nodes(template.nodes))
    codes = dict.fromkeys(e.lang for e in elements if isinstance(e, TextElement) and isinstance(e.lang, str))
    return tuple(dict.fromkeys(filter(None, (listed_language(code, languages) for code in codes))))


def _templates(game: Game) -> Iterator[Template]:
    for _, deck in decks_of(game):
        yield from deck.templates


def _has_languages(game: Game) -> bool:
    """Whether an element says what language its text is in."""
    nodes = (node for template in _templates(game) for node in all_nodes(template.nodes))
    return any(isinstance(node.element, TextElement) and node.element.lang for node in nodes)


@frozen_dataclass
class Edition:
    """A game in one language, or in two.

    Attributes:
        game: Its texts are in the language.
        language: The language's code; of two the first.
        catalogue: Its translations; None for the source language.
        source: The game in its source language, whose names texts use to refer to cards.
        is_draft: Whether texts without a translation are marked: they stand in [brackets].
        second: The second language of an edition in two; else "".
        others: The editions in one language whose texts are in this one, too, by their languages: those that elements
            name, and of an edition in two its languages.
    """

    game: Game
    language: str
    catalogue: Catalogue | None
    source: Game
    is_draft: bool = False
    second: str = ""
    others: Mapping[str, Edition] = field(default_factory=dict)

    @property
    def languages(self) -> tuple[str, ...]:
        """Its language, or both."""
        return (self.language, self.second) if self.second else (self.language,)

    @property
    def name(self) -> str:
        """What its folder and messages call it: its language, or both, as en+fr."""
        return PAIR.join(self.languages)

    @property
    def folder(self) -> str:
        """The folder of its files in an output folder."""
        return f"{self.game.name}/{self.name}"

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

    def translate_template(self, template: Template) -> Template:
        """A template with its texts in the languages of this edition, or in those that its elements name."""
        nodes = tuple(self._node(node, template.name) for node in template.nodes)
        return template.model_copy(update={"nodes": nodes})

    def _node(self, node: Node, template: str) -> Node:
        changes = self._text(node, node.element, template) if isinstance(node.element, TextElement) else {}
        if node.children:
            changes["children"] = tuple(self._node(child, template) for child in node.children)
        return node.model_copy(update=changes) if changes else node

    def _text(self, node: Node, element: TextElement, template: str) -> dict[str, object]:
        """What is different in the node of a text: its text, its language, and its text in the second language."""
        lang = element.lang
        if isinstance(lang, Expr):
            return {}
        if lang == SECOND and not self.second:
            return {"element": element.model_copy(update={"when": NEVER, "lang": ""})}
        named = {"": self.language, FIRST: self.language, SECOND: self.second}
        language = named.get(lang) or listed_language(lang, self.source.head.languages)
        if not language or (language != self.language and language not in self.others):
            return {}
        changes = self._text_in(language, element, node.name, template)
        if self.second and not lang:
            changes["second"] = node.model_copy(update=self._text_in(self.second, element, node.name, template))
        return changes

    def _text_in(self, language: str, element: TextElement, name: str, template: str) -> dict[str, object]:
        """What is different in the node of a text in a language."""
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
    files: Files,
    game: Game,
    language: str,
    diagnostics: Diagnostics,
    is_draft: bool = False,
    figures: Iterable[Template] = (),
) -> Edition | None:
    """Return a game in one of its languages, or in two: en+fr.

    The result is None for a language without a catalogue that can be read. A draft needs no catalogue: its texts then
    stay in the source language, in [brackets].

    Args:
        files: The project.
        game: The game in its source language.
        language: One of its languages, or two.
        diagnostics: Receives the faults of catalogues.
        is_draft: Whether texts without a translation are marked.
        figures: Templates beside those of the game, whose elements may name languages, too.
    """
    first, _, second = language.partition(PAIR)
    own = named_languages((*_templates(game), *figures), game.head.languages)
    alone: dict[str, Edition] = {}
    for code in dict.fromkeys((first, *filter(None, [second]), *own)):
        catalogue = load_catalogue(files, game, code, diagnostics) if code != game.language else None
        if catalogue is None and is_draft and code != game.language:
            catalogue = empty_catalogue(game, code)
        if catalogue is None and code != game.language:
            return None
        alone[code] = make_edition(game, code, catalogue, is_draft)
    named = {code: alone[code] for code in own}
    if own:
        alone = {code: make_edition(game, code, e.catalogue, is_draft, others=named) for code, e in alone.items()}
    if not second:
        return alone[first]
    return make_edition(game, first, alone[first].catalogue, is_draft, second=second, others=alone)


def make_edition(
    game: Game,
    language: str,
    catalogue: Catalogue | None,
    is_draft: bool = False,
    *,
    second: str = "",
    others: Mapping[str, Edition] | None = None,
) -> Edition:
    """Return a game in a language, its titles typeset; without a catalogue its texts stay as they are.

    Args:
        game: The game in its source language.
        language: The language; of two the first.
        catalogue: Its translations; None for the source language.
        is_draft: Whether texts without a translation are marked.
        second: The second language of an edition in two.
        others: The editions in other languages whose texts are in this one, too.
    """
    edition = Edition(game, language, catalogue, game, is_draft, second, others or {})
    source = game
    if catalogue is not None:
        game = _translated(game, edition)
    elif second or _has_languages(game):
        decks, extras = (
            {name: _with_templates(deck, edition) for name, deck in kind.items()} for kind in (game.decks, game.extras)
        )
        game = game.model_copy(update={"decks": decks, "extras": extras})
    heads = {key: typeset(getattr(game.head, key), language) for key in HEAD_TEXTS}
    game = game.model_copy(update={"head": game.head.model_copy(update=heads)})
    return replace(edition, game=game, source=source)
