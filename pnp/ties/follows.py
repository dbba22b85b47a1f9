"""Sentences and a Game → the facts, decks and examples with which the words of each sentence change.

To find these, facts are changed one at a time. This reveals expressions that give the right words only by chance, such
as the number of cards in the ring instead of that in hand: they follow the wrong fact.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pnp.core.patterns import lazy_pattern
from pnp.expressions.scope import game_scope
from pnp.project.game import Game
from pnp.text.placeholders import find_expressions
from pnp.ties.passages import Loop, Sentence, filled

FORMS = frozenset({"heading", "header", "label", "name", "value", "picture", "art"})
"""Kinds of texts that are not sentences."""

_NAME = lazy_pattern(r"[A-Za-z_]\w*")
_DECKS = lazy_pattern(r"\b(decks|extras|examples|game)(?:\.(\w+)|\[['\"](\w+)['\"]\])((?:\.\w+\b(?!\()|\[-?\d+\])*)")
"""A deck, extra, example or part of the game's head in an expression, and the path that follows it."""

_EXAMPLE = lazy_pattern(r"examples\.\w+")


def follows(sentences: Sequence[Sentence], game: Game) -> list[tuple[str, ...]]:
    """Return what each sentence's words change with: hand, draws.lost, decks.numbers, examples.first.picks[0]."""
    scope = game_scope(game)
    paths = {name: list(_changes(value)) for name, value in game.head.facts.items()}
    cached: dict[tuple[str, tuple[Loop, ...], str], tuple[str, ...]] = {}
    followed = []
    for sentence in sentences:
        key = (sentence.text, sentence.loops, sentence.deck)
        if key not in cached:
            cached[key] = tuple(sorted({*_named(sentence), *_facts(sentence, game, scope, paths)}))
        followed.append(cached[key])
    return followed


def example_of(followed: str) -> str:
    """Return the example in a path, such as examples.first; "" for other paths."""
    match = _EXAMPLE.match(followed)
    return match[0] if match else ""


def _expressions(sentence: Sentence) -> str:
    """Return all expressions of a sentence in one text."""
    inside = [sentence.text[span.start : span.end] for span in find_expressions(sentence.text)]
    arguments = [sentence.text] if sentence.kind == "picture" else []
    return " ".join([*inside, *arguments, *(source for _, source in sentence.loops)])


def _named(sentence: Sentence) -> set[str]:
    """Return the decks, examples and parts of the game's head that a sentence names."""
    if not find_expressions(sentence.text) and sentence.kind != "picture":
        return set()
    matches = _DECKS.findall(_expressions(sentence))
    names = {f"{kind}.{name or quoted}{path if kind == 'examples' else ''}" for kind, name, quoted, path in matches}
    return names - {"game.titles"}


def _facts(
    sentence: Sentence, game: Game, scope: dict[str, Any], paths: Mapping[str, Sequence[tuple[str, Any]]]
) -> set[str]:
    """Return the facts with which a sentence's words change."""
    if not find_expressions(sentence.text):
        return set()
    names = set(_NAME.findall(_expressions(sentence))) & paths.keys()
    if not names:
        return set()
    words = filled(sentence.text, sentence, game, scope)
    followed: set[str] = set()
    for fact in names:
        for path, changed in paths[fact]:
            name = f"{fact}.{path}" if path else fact
            if name not in followed and filled(sentence.text, sentence, game, {**scope, fact: changed}) != words:
                followed.add(name)
    return followed


def _changes(value: Any) -> Iterator[tuple[str, Any]]:
    """Yield a value with one part changed, and the keys that lead to that part, without indexes of lists."""
    if isinstance(value, Mapping):
        for key, entry in value.items():
            for path, changed in _changes(entry):
                yield f"{key}.{path}" if path else str(key), {**value, key: changed}
    elif isinstance(value, list | tuple):
        for index, entry in enumerate(value):
            for path, changed in _changes(entry):
                yield path, [*value[:index], changed, *value[index + 1 :]]
        yield "", [*value, *value[-1:]]
    elif isinstance(value, bool):
        yield "", not value
    elif isinstance(value, int | float):
        yield "", value + 1
        yield "", value + 2  # a half or a third may come out the same after one step
    elif isinstance(value, str):
        yield "", f"{value}′"
