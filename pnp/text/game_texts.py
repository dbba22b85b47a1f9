"""A Game → its texts: titles, words, text fields of cards, and texts written in templates, each with a context.

They become the messages of the catalogues. A text in a language that the game does not have is in no catalogue.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from pnp.core.diagnostics import Place
from pnp.project.elements import TextElement
from pnp.project.game import Deck, Game
from pnp.project.template import Node, Template
from pnp.project.values import ORDINALS, Expr
from pnp.text.catalogue import Message, field_context
from pnp.text.placeholders import ICON, without_expressions

PluralTexts = Callable[[str], list[tuple[str, str]]]

HEAD_TEXTS = ("title", "subtitle", "credits")
DECK_TEXTS = ("title", "one", "named")
MEASURE_TEXTS = ("name", "unit")


class SourceText(NamedTuple):
    """A text of a game as it is written.

    Attributes:
        note: A note for translators.
        context: What it is used as: the context that its entry in a catalogue may have.
        language: The language that its element names; "" for the languages of the editions.
    """

    text: str
    place: Place
    note: str
    context: str
    language: str = ""


LITERAL = "]{.literal}"
"""The end of the markup for a number that is deliberately not tied to the data: [52]{.literal}."""


def has_words(text: str) -> bool:
    """Whether a text has letters outside expressions, icons and markup of numbers, and so needs a translation."""
    return any(c.isalpha() for c in ICON.sub("", without_expressions(text)).replace(LITERAL, "]"))


def game_messages(game: Game, plurals: PluralTexts) -> list[Message]:
    """Return the messages of a game's data and templates that are printed, in the order in which they are written.

    Args:
        game: In its source language.
        plurals: Finds the plural forms inside a text's expressions.
    """
    return messages_of(game_texts(game), plurals, game.head.languages)


def messages_of(texts: Iterable[SourceText], plurals: PluralTexts, languages: Sequence[str]) -> list[Message]:
    """Return a message for each text with words and for each plural in its expressions, with place and note.

    A text that is written in a language that the game does not have is not translated.
    """
    messages = []
    for text, place, note, context, language in texts:
        only = listed_language(language, languages)
        if language and not only:
            continue
        forms: list[tuple[str, str | None]] = [(text, None)] if has_words(text) else []
        for singular, plural in (*forms, *plurals(text)):
            messages.append(Message(singular, plural, (place,), note, (context,), language=only))
    return messages


def listed_language(code: str, languages: Iterable[str]) -> str:
    """Return a language as the game spells it: pt_BR for pt-BR; "" if the game does not have it."""
    return next((name for name in languages if name.replace("-", "_") == code.replace("-", "_")), "")


def played_messages(game: Game, plurals: PluralTexts) -> list[Message]:
    """Return the messages of a game's table, traces and reports, which translators see last."""
    return messages_of(played_texts(game), plurals, game.head.languages)


def game_texts(game: Game) -> Iterator[SourceText]:
    """Yield each printed text of a game's data and templates."""
    for key in HEAD_TEXTS:
        if text := getattr(game.head, key):
            yield SourceText(text, game.source.place_of(key), f"{game.head.title}: {key}", head_context(key))
    for name, text in game.head.words.items():
        yield SourceText(text, game.source["words"].place_of(name), f"words.{name}", word_context(name))
    for kind, deck in decks_of(game):
        for key in DECK_TEXTS:
            if text := getattr(deck.head, key):
                place = game.source[kind][deck.name].place_of(key)
                yield SourceText(text, place, f"{key} of {deck.name}", deck_context(deck, key))
        names = [field.name for field in deck.fields if field.is_translated]
        for card in deck.cards if names else ():
            for name in names:
                if isinstance(text := card.values.get(name), str) and text:
                    place, note = card.source.place_of(name), f"{name} of {card.label}"
                    yield SourceText(text, place, note, field_context(deck.name, name))
    names_of_templates = set()
    for _, deck in decks_of(game):
        for template in deck.templates:
            if template.name not in names_of_templates:
                names_of_templates.add(template.name)
                yield from template_texts(template)


def played_texts(game: Game) -> Iterator[SourceText]:
    """Yield each text of a game that is seen at its table, in traces and in reports of simulations."""
    for name, text in game.head.play.names.items():
        place, note = game.source["play"]["names"].place_of(name), f"{name} at the table on the screen and in traces"
        yield SourceText(text, place, note, play_context(name))
    for name, text in game.head.play.questions.items():
        place = game.source["play"]["questions"].place_of(name)
        yield SourceText(text, place, f"players are asked at the table on the screen: {name}", question_context(name))
    for name, text in game.head.play.log.items():
        place = game.source["play"]["log"].place_of(name)
        yield SourceText(text, place, f"a sentence of the log, when a player picks: {name}", log_context(name))
    for number, text in enumerate(game.head.play.ask):
        place = game.source["play"]["ask"].place_of(number)
        yield SourceText(text, place, "players are asked after a game", ASK_CONTEXT)
    yield from report_texts(game)


def decks_of(game: Game) -> Iterator[tuple[str, Deck]]:
    """Yield every deck and extra with its key in game.yaml: decks or extras."""
    for kind, decks in (("decks", game.decks), ("extras", game.extras)):
        for deck in decks.values():
            yield kind, deck


def template_texts(template: Template) -> Iterator[SourceText]:
    """Yield the texts that are written in a template."""
    yield from _node_texts(template.nodes, template.name)


def report_texts(game: Game) -> Iterator[SourceText]:
    """Yield the texts of a game's measures, which the report of a simulation shows."""
    for number, measure in enumerate(game.head.report):
        for key in MEASURE_TEXTS:
            if text := getattr(measure, key):
                place, note = game.source["report"][number].place_of(key), f"{key} in the report of a simulation"
                yield SourceText(text, place, note, measure_context(key))


def _node_texts(nodes: tuple[Node, ...], template: str) -> Iterator[SourceText]:
    for node in nodes:
        if isinstance(node.element, TextElement):
            for key, text in node.element.texts.items():
                written = text.source if isinstance(text, Expr) else text
                note, context = f"{node.name} of {template}", element_context(template, node.name)
                lang = node.element.lang
                language = lang.source if isinstance(lang, Expr) else "" if lang in ORDINALS else lang
                yield SourceText(written, node.place(key), note, context, language)
        yield from _node_texts(node.children, template)


# --- contexts


def head_context(key: str) -> str:
    """Return the context of a text of the game: game.title."""
    return f"game.{key}"


def word_context(name: str) -> str:
    """Return the context of one of the words of game.yaml: words.hand."""
    return f"words.{name}"


def play_context(name: str) -> str:
    """Return the context of a name in traces: play.plums."""
    return f"play.{name}"


ASK_CONTEXT = "play.ask"
"""The context of the question to players after a game."""


def question_context(name: str) -> str:
    """Return the context of a question to players during a game: play.questions.answer."""
    return f"play.questions.{name}"


def log_context(name: str) -> str:
    """Return the context of a sentence of the log: play.log.pass."""
    return f"play.log.{name}"


def measure_context(key: str) -> str:
    """Return the context of a text of a measure: report.unit."""
    return f"report.{key}"


def deck_context(deck: Deck, key: str) -> str:
    """Return the context of a text of the deck itself; the contexts of its cards begin with the deck's name."""
    return f"{'extras' if deck.is_extra else 'decks'}.{deck.name}.{key}"


def element_context(template: str, element: str) -> str:
    """Return the context of the text of an element: orchard/card.rule."""
    return f"{template}.{element}"


def icon_context(name: str) -> str:
    """Return the context of an icon's name, for screen readers: icons.chip."""
    return f"icons.{name}"


def rulebook_context(kind: str) -> str:
    """Return the context of a block of the rulebook: rulebook.heading."""
    return f"rulebook.{kind}"
