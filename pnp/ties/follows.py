"""Sentences and a Game → what the words of each change with: facts that are changed one at a time, decks, examples.

An expression that gives the right words today by chance, as the cards in the ring for those in hand, follows the wrong
fact; that is seen here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pnp.expressions.scope import game_scope
from pnp.model.game import Game
from pnp.ties.filled import filled
from pnp.ties.passages import Loop, Sentence
from pnp.words.placeholders import find_expressions

_NAME = re.compile(r"[A-Za-z_]\w*")
_DECKS = re.compile(r"\b(decks|extras|examples|game)(?:\.(\w+)|\[['\"](\w+)['\"]\])((?:\.\w+\b(?!\()|\[-?\d+\])*)")
"""A deck, extra, example or part of the game's head, and the path that is taken from there."""

_EXAMPLE = re.compile(r"examples\.\w+")


def follows(sentences: Sequence[Sentence], game: Game) -> list[tuple[str, ...]]:
    """What each sentence follows, sorted: hand, draws.lost, decks.numbers, examples.first.picks[0], game.players."""
    scope = game_scope(game)
    paths = {name: list(_changes(value)) for name, value in game.head.facts.items()}
    known: dict[tuple[str, tuple[Loop, ...], str], tuple[str, ...]] = {}
    found = []
    for sentence in sentences:
        key = (sentence.text, sentence.loops, sentence.deck)
        if key not in known:
            known[key] = tuple(sorted({*_named(sentence), *_facts(sentence, game, scope, paths)}))
        found.append(known[key])
    return found


def example_of(followed: str) -> str:
    """The example that something followed lies in, as examples.first; "" where it lies in none."""
    found = _EXAMPLE.match(followed)
    return found[0] if found else ""


def as_noted(now: Sequence[str], then: Sequence[str]) -> list[str]:
    """What a sentence follows now, as its tie notes it: one that names an example alone means any part of that."""
    return sorted({example if (example := example_of(name)) in then else name for name in now})


def _expressions(sentence: Sentence) -> str:
    """Whatever of a sentence is an expression."""
    inside = [sentence.text[found.start : found.end] for found in find_expressions(sentence.text)]
    arguments = [sentence.text] if sentence.kind == "picture" else []
    return " ".join([*inside, *arguments, *(source for _, source in sentence.loops)])


def _named(sentence: Sentence) -> set[str]:
    """The decks, examples and parts of the game's head that are read by name."""
    if not find_expressions(sentence.text) and sentence.kind != "picture":
        return set()
    read = _DECKS.findall(_expressions(sentence))
    found = {f"{kind}.{name or quoted}{path if kind == 'examples' else ''}" for kind, name, quoted, path in read}
    return found - {"game.titles"}


def _facts(
    sentence: Sentence, game: Game, scope: dict[str, Any], paths: Mapping[str, Sequence[tuple[str, Any]]]
) -> set[str]:
    """The facts with which the sentence's words change."""
    if not find_expressions(sentence.text):
        return set()
    read = set(_NAME.findall(_expressions(sentence))) & paths.keys()
    if not read:
        return set()
    words = filled(sentence.text, sentence, game, scope)
    followed: set[str] = set()
    for fact in read:
        for path, changed in paths[fact]:
            name = f"{fact}.{path}" if path else fact
            if name not in followed and filled(sentence.text, sentence, game, {**scope, fact: changed}) != words:
                followed.add(name)
    return followed


def _changes(value: Any) -> Iterator[tuple[str, Any]]:
    """A value with one thing in it changed, each with the keys that lead there; places in lists do not count."""
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
