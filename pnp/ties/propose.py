"""Sentences and a Game → what the words of each change with: facts that are changed one at a time, decks, examples.

An expression that gives the right words today by chance, as the cards in the ring for those in hand, follows the wrong
fact; that is seen here.

A new sentence and the tests of its game → the tie that is proposed for it. Whoever confirms it decides.

A book → how many sentences rest on tests, and which on nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pnp.core.diagnostics import counted
from pnp.expressions.scope import game_scope
from pnp.project.game import Game
from pnp.text.placeholders import find_expressions, without_expressions
from pnp.ties.book import UNREAD, Book, Tie, TieHead
from pnp.ties.passages import Loop, Sentence, filled, plain_title
from pnp.ties.tests import Test

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


FORMS = frozenset({"heading", "header", "label", "name", "value", "picture", "advice"})
"""What a sentence may be by its form alone; nothing more has to be said of it."""

_MOST = 3
_ENOUGH = 0.34
"""The share of a sentence's words, or a test's, that have to be in the other."""

_ENOUGH_ELSEWHERE = 0.6
"""The same for sentences of aids and cards, which stand in no section."""

_STEM = 5
_COMMON = re.compile(
    r"(an?|the|and|or|of|to|in|on|at|by|as|is|are|be|its?|his|her|their|you|your|who|whoever|with|from|for|that|this|if"
    r"|when|then|than|so|not?|one|cards?|players?|has|have|each)"
)


def propose(sentence: Sentence, follows: Sequence[str], tests: Mapping[str, Test]) -> TieHead:
    """The examples it tells, and the claims and functions of its section whose words are most like its own.

    For a sentence that stands elsewhere than in the booklet, those of all sections.
    """
    if sentence.kind in FORMS or sentence.kind == "flavour":
        return TieHead(**{"says": sentence.text, "is": sentence.kind, "follows": list(follows)})
    told = dict.fromkeys(example_of(name).partition(".")[2] for name in follows)
    by = [name for name in told if name in tests]
    sections = {plain_title(title) for title in (sentence.section, *sentence.in_bold)}
    is_elsewhere = sentence.section == sentence.place.file
    near = [test for test in tests.values() if (test.sections & sections or is_elsewhere) and not test.is_false]
    enough = _ENOUGH_ELSEWHERE if is_elsewhere else _ENOUGH
    scored = sorted(((_likeness(sentence.text, test.about), test.name) for test in near), key=lambda pair: -pair[0])
    by += [name for score, name in scored[:_MOST] if score >= enough and name not in by]
    return TieHead(says=sentence.text, by=by, follows=list(follows)) if by else _untied(sentence, follows)


def _untied(sentence: Sentence, follows: Sequence[str]) -> TieHead:
    kind = {"caption": "is"}.get(sentence.kind)
    return TieHead(**{"says": sentence.text, "follows": list(follows), **({kind: "caption"} if kind else {})})


def _likeness(one: str, other: str) -> float:
    ours, theirs = _stems(one), _stems(other)
    smaller = min(len(ours), len(theirs))
    return len(ours & theirs) / smaller if smaller else 0.0


def _stems(text: str) -> set[str]:
    words = re.findall(r"[^\W\d_]+", without_expressions(text).lower())
    return {word[:_STEM] for word in words if not _COMMON.fullmatch(word)}


@dataclass(frozen=True)
class Share:
    """The sentences of a book; titles, labels and pictures are none.

    Attributes:
        tied: Those that rest on tests, of their own or of the sentence that says the same.
        free: Those that state no rule.
        untied: The others.
        unread: How many sentences, titles, labels and looks were recorded without being read.
    """

    tied: int
    free: int
    untied: tuple[Tie, ...]
    unread: int = 0

    @property
    def line(self) -> str:
        """The share in words."""
        rules = self.tied + len(self.untied)
        open_ones = f", {counted(len(self.untied), 'rests', 'rest')} on nothing" if self.untied else ""
        unread = f"; {self.unread} recorded unread" if self.unread else ""
        return f"{self.tied} of {counted(rules, 'rule')} tied to tests{open_ones}; {self.free} other sentences{unread}"


def share(book: Book) -> Share:
    """Count a book's sentences."""
    sentences = [tie for tie in book.ties if tie.head.kind not in FORMS]
    tied = [tie for tie in sentences if tie.head.by or tie.head.same]
    free = [tie for tie in sentences if tie.head.kind and not (tie.head.by or tie.head.same)]
    untied = [tie for tie in sentences if not (tie.head.by or tie.head.same or tie.head.kind)]
    return Share(len(tied), len(free), tuple(untied), unread_of(book))


def unread_of(book: Book) -> int:
    """How many sentences and looks of a book were recorded without being read."""
    looks = [digests for digests in book.looks.values() if digests.endswith(UNREAD)]
    return sum(tie.head.unread for tie in book.ties) + len(looks)
