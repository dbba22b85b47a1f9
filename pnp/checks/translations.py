"""A game and its catalogues → diagnostics for translations that are missing or stale."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.subject import EditionSubject, GameSubject
from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Place
from pnp.expressions.analysis import printed_keys
from pnp.project.elements import TextElement
from pnp.project.fields import CardField
from pnp.project.game import Deck
from pnp.project.template import Node
from pnp.project.values import Expr
from pnp.text.catalogue_check import check_catalogue


def check_translations(subject: EditionSubject, diagnostics: Diagnostics) -> None:
    """Report missing and unused entries of the catalogue, and placeholders and markup that differ."""
    if subject.catalogue is not None:
        check_catalogue(subject.catalogue, subject.source_game.messages, diagnostics)


LONGEST_SIGN = 3
"""The most letters of a value that is a sign rather than a word: J, Q, XL."""


def check_untranslated(subject: GameSubject, diagnostics: Diagnostics) -> None:
    """Report each text of a template that shows a choice or word, as no catalogue translates those."""
    game = subject.game
    if len(game.head.languages) < 2:
        return
    for deck in (*game.decks.values(), *game.extras.values()):
        fields = {field.name: field for field in deck.fields}
        for text, place in _card_texts(deck):
            for name in printed_keys(text, "card"):
                word = _word(deck, fields[name]) if name in fields else ""
                if word:
                    what = f"{name} is shown as it stands in every language, as {word}"
                    fix = f"make it {name}: text; or show it by words:; or write card.{name}|string, if it is a name"
                    diagnostics.report(Code.TRANSLATION_NONE, place, what=what, fix=fix)


def _card_texts(deck: Deck) -> Iterator[tuple[str, Place]]:
    remaining: list[Node] = [node for template in deck.templates for node in template.nodes]
    while remaining:
        node = remaining.pop()
        remaining += node.children
        if isinstance(node.element, TextElement) and isinstance(node.element.text, Expr):
            yield node.element.text.source, node.place("text")


def _word(deck: Deck, field: CardField) -> str:
    """Return the first value of a field that is a word and not translated; empty without one."""
    if field.kind not in ("choice", "word"):
        return ""
    values = (card.values.get(field.name) for card in deck.cards)
    return next((v for v in values if isinstance(v, str) and len(v) > LONGEST_SIGN and v.isalpha()), "")
