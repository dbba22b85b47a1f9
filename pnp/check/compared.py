"""A game → diagnostics for expressions that compare fields of cards with words of one language, or with no choice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.check.subject import GameSubject
from pnp.diagnostics import Code, Diagnostics, Place, suggest
from pnp.expressions.reading import comparisons
from pnp.model.game import Game
from pnp.model.template import Node, Template
from pnp.rulebook.blocks import Block
from pnp.words.catalogue import quoted
from pnp.words.placeholders import find_expressions

BARE = ("when", "for")
"""Keys of elements whose values are expressions without braces."""


def check_compared(subject: GameSubject, diagnostics: Diagnostics) -> None:
    """Tell of comparisons that are true in the source language alone, or never."""
    game = subject.game
    texts = _texts(game) if len(game.head.languages) > 1 else {}
    choices = _choices(game)
    blocks = subject.booklet.blocks if subject.booklet else ()
    printed = [*_in_templates(subject), *_in_blocks(blocks)]
    for source, place in (*printed, *_in_expectations(game)):
        for field, word in comparisons(source):
            if word not in choices.get(field, (word,)):
                what, fix = f"{field} is compared with {quoted(word)}, which it never is", suggest(word, choices[field])
                diagnostics.tell(Code.COMPARED_UNKNOWN, place, what=what, fix=fix)
    for source, place in printed:
        for field, word in comparisons(source):
            if word in texts.get(field, ()):
                what = f"{field} is compared with {quoted(word)}, and is translated"
                why = "in every other language it is otherwise"
                fix = f"compare a field that is a word or a choice; or make {field} one, and show it by words:"
                diagnostics.tell(Code.TEXT_COMPARED, place, what=what, why=why, fix=fix)


def _texts(game: Game) -> dict[str, set[str]]:
    """What the source language has in each field that is translated, of whichever deck."""
    found: dict[str, set[str]] = {}
    for deck in game.decks.values():
        for name in (field.name for field in deck.fields if field.is_translated):
            found.setdefault(name, set()).update(str(card.values.get(name) or "").strip() for card in deck.cards)
    return {name: values - {""} for name, values in found.items()}


def _choices(game: Game) -> dict[str, set[str]]:
    """The values of each field that is a choice in every deck that has it."""
    found: dict[str, set[str]] = {}
    others: set[str] = set()
    for deck in game.decks.values():
        for field in deck.fields:
            found.setdefault(field.name, set()).update(map(str, field.choices))
            others.update({field.name} if not field.choices else ())
        if not deck.fields:
            others.update(name for card in deck.cards for name in card.values)
    return {name: values for name, values in found.items() if name not in others}


def _in_expectations(game: Game) -> Iterator[tuple[str, Place]]:
    written = game.source.get("expect")
    for index, expectation in enumerate(game.head.expect):
        for key in ("that", "each", "cards"):
            if source := getattr(expectation, key):
                yield str(source), written[index].place_of(key)


def _in_templates(subject: GameSubject) -> Iterator[tuple[str, Place]]:
    game, booklet = subject.game, subject.booklet
    decks = (*game.decks.values(), *game.extras.values())
    every = [look for deck in decks for look in deck.looks]
    every += booklet.figures.values() if booklet else ()
    templates: dict[str, Template] = {template.name: template for template in every}
    waiting: list[Node] = [node for template in templates.values() for node in template.nodes]
    while waiting:
        node = waiting.pop()
        waiting += node.children
        for key, value in node.source.items():
            if isinstance(value, str):
                sources = [value.partition(" in ")[2] or value] if key in BARE else _braced(value)
                yield from ((source, node.place(key)) for source in sources)


def _in_blocks(blocks: Sequence[Block]) -> Iterator[tuple[str, Place]]:
    for block in blocks:
        yield from ((source, block.place) for source in _braced(block.text))
        yield from _in_blocks(block.children)


def _braced(text: str) -> list[str]:
    """The expressions of a text."""
    return [
        text[at.start + 2 : at.end - 2].strip() for at in find_expressions(text) if at.kind == "{{" and at.is_closed
    ]
