"""A game in its source language → diagnostics for what no catalogue can translate.

A template shows a word of the source language, or compares one; or pnp has no typographic rules for a language.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pnp.checks.subject import GameSubject
from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Mistake, Place, suggest
from pnp.expressions.analysis import comparisons, printed_keys
from pnp.project.elements import TextElement
from pnp.project.fields import CardField
from pnp.project.game import Deck, Game
from pnp.project.template import Node, Template
from pnp.project.tree import Seq
from pnp.project.values import Expr
from pnp.text.catalogue import quoted
from pnp.text.placeholders import find_expressions
from pnp.text.po_reader import gettext_plural_rule
from pnp.text.sample_text import language_name
from pnp.text.typography_rules import NEUTRAL, habits_of

if TYPE_CHECKING:
    from pnp.rulebook.blocks import Block


LONGEST_SIGN = 3
"""A value of at most this many letters is a sign, not a word: J, Q, XL."""


def check_untranslated(subject: GameSubject, diagnostics: Diagnostics) -> None:
    """Report each text of a template that shows a choice or word, since no catalogue translates these."""
    game = subject.game
    for index, language in enumerate(game.head.languages):
        if habits_of(language) is NEUTRAL and _has_plurals(language):
            written = game.source.get("languages")
            place = written.place_of(index) if isinstance(written, Seq) else game.source.place_of("languages")
            what = f"pnp has no typographic rules for {language_name(language)}: straight quotes are not changed"
            fix = "type the quotes and no-break spaces of the language"
            diagnostics.report(Code.LANGUAGE_RULES, place, what=what, fix=fix)
    if len(game.head.languages) < 2:
        return
    for deck in (*game.decks.values(), *game.extras.values()):
        fields = {field.name: field for field in deck.fields}
        for text, place in _card_texts(deck):
            for name in printed_keys(text, "card"):
                word = _word(deck, fields[name]) if name in fields else ""
                if word:
                    what = f"{name} is shown untranslated in every language, as {word}"
                    fix = f"make it {name}: text; or show it by words:; or write card.{name}|string, if it is a name"
                    diagnostics.report(Code.TRANSLATION_NONE, place, what=what, fix=fix)


def _has_plurals(language: str) -> bool:
    """Whether the plural rule of a language is known. An unknown one is reported where its catalogue is read."""
    try:
        return bool(gettext_plural_rule(language))
    except Mistake:
        return False


def _card_texts(deck: Deck) -> Iterator[tuple[str, Place]]:
    remaining: list[Node] = [node for template in deck.templates for node in template.nodes]
    while remaining:
        node = remaining.pop()
        remaining += node.children
        if isinstance(node.element, TextElement) and isinstance(node.element.text, Expr):
            yield node.element.text.source, node.place("text")


def _word(deck: Deck, field: CardField) -> str:
    """Return the first value of a field that is a word and is not translated; "" if there is none."""
    if field.kind not in ("choice", "word"):
        return ""
    values = (card.values.get(field.name) for card in deck.cards)
    return next((v for v in values if isinstance(v, str) and len(v) > LONGEST_SIGN and v.isalpha()), "")


BARE = ("when", "for")
"""Keys of elements whose values are expressions, written without braces."""


def check_compared(subject: GameSubject, diagnostics: Diagnostics) -> None:
    """Report comparisons that are true only in the source language, or never."""
    game = subject.game
    texts = _translated_texts(game) if len(game.head.languages) > 1 else {}
    choices = _choices(game)
    blocks = subject.rulebook.blocks if subject.rulebook else ()
    printed = [*_in_templates(subject), *_in_blocks(blocks)]
    for source, place in (*printed, *_in_expectations(game)):
        for field, word in comparisons(source):
            if word not in choices.get(field, (word,)):
                what, fix = (
                    f"{field} is compared with {quoted(word)}, a value that it never has",
                    suggest(word, choices[field]),
                )
                diagnostics.report(Code.COMPARED_UNKNOWN, place, what=what, fix=fix)
    for source, place in printed:
        for field, word in comparisons(source):
            if word in texts.get(field, ()):
                what = f"{field} is compared with {quoted(word)}, but it is translated"
                why = "in every other language it has another value"
                fix = f"compare a field that is a word or a choice; or make {field} one, and show it by words:"
                diagnostics.report(Code.TEXT_COMPARED, place, what=what, why=why, fix=fix)


def _translated_texts(game: Game) -> dict[str, set[str]]:
    """Return the source texts of each translated field, over all decks."""
    texts: dict[str, set[str]] = {}
    for deck in game.decks.values():
        for name in (field.name for field in deck.fields if field.is_translated):
            texts.setdefault(name, set()).update(str(card.values.get(name) or "").strip() for card in deck.cards)
    return {name: values - {""} for name, values in texts.items()}


def _choices(game: Game) -> dict[str, set[str]]:
    """Return the values of each field that is a choice in every deck that has it."""
    choices: dict[str, set[str]] = {}
    free: set[str] = set()
    for deck in game.decks.values():
        for field in deck.fields:
            choices.setdefault(field.name, set()).update(map(str, field.choices))
            free.update({field.name} if not field.choices else ())
        if not deck.fields:
            free.update(name for card in deck.cards for name in card.values)
    return {name: values for name, values in choices.items() if name not in free}


def _in_expectations(game: Game) -> Iterator[tuple[str, Place]]:
    for index, expectation in enumerate(game.head.expect):
        for key in ("that", "each", "cards"):
            if source := getattr(expectation, key):
                yield str(source), game.source["expect"][index].place_of(key)


def _in_templates(subject: GameSubject) -> Iterator[tuple[str, Place]]:
    game, booklet = subject.game, subject.rulebook
    decks = (*game.decks.values(), *game.extras.values())
    every = [template for deck in decks for template in deck.templates]
    every += booklet.figures.values() if booklet else ()
    templates: dict[str, Template] = {template.name: template for template in every}
    remaining: list[Node] = [node for template in templates.values() for node in template.nodes]
    while remaining:
        node = remaining.pop()
        remaining += node.children
        for key, value in node.source.items():
            if isinstance(value, str):
                sources = [value.partition(" in ")[2] or value] if key in BARE else _braced(value)
                yield from ((source, node.place(key)) for source in sources)


def _in_blocks(blocks: Sequence[Block]) -> Iterator[tuple[str, Place]]:
    for block in blocks:
        yield from ((source, block.place) for source in _braced(block.text))
        yield from _in_blocks(block.children)


def _braced(text: str) -> list[str]:
    """Return the expressions of a text."""
    return [
        text[at.start + 2 : at.end - 2].strip() for at in find_expressions(text) if at.kind == "{{" and at.is_closed
    ]
