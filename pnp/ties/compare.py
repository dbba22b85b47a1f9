"""A game's sentences and tests, and the digests that were confirmed → what has changed since.

This module also describes changes for messages, and counts the sentences that are tied to tests.
"""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Literal, assert_never

from pnp.core.diagnostics import Diagnostics, Place, counted
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.project.files import Files
from pnp.source_game import SourceGame
from pnp.text.catalogue import load_catalogue
from pnp.ties.book import Tie, TieBook, digest_of
from pnp.ties.follows import FORMS, follows
from pnp.ties.passages import Sentence, fuzzy_translations, read_sentences, translated
from pnp.ties.pictures import read_pictures
from pnp.ties.proofs import Test, read_tests

ChangeKind = Literal["changed", "redrawn", "new", "gone", "moved", "translated", "test", "renamed", "lost", "unread"]


@frozen_dataclass
class Today:
    """A game's sentences and tests as they are now.

    Attributes:
        language: The source language.
        follows: For each sentence, in order: the facts, decks and examples with which its words change.
        translations: By language, and by the number of the sentence: its translation and the place of that.
        tests: The tests by name.
        fuzzy: By language, and by the number of the sentence: the fuzzy translation of its text and the place of that.
            These sentences have no translation.
    """

    language: str
    sentences: Sequence[Sentence]
    follows: Sequence[tuple[str, ...]]
    translations: Mapping[str, Mapping[int, tuple[str, Place]]]
    tests: Mapping[str, Test]
    fuzzy: Mapping[str, Mapping[int, tuple[str, Place]]] = field(default_factory=dict)

    def in_languages(self, number: int) -> dict[str, str]:
        """Return the translations of a sentence, by language."""
        return {language: texts[number][0] for language, texts in self.translations.items() if number in texts}

    def text_of(self, number: int) -> str:
        """Return the text of a sentence; "" for number -1."""
        return self.sentences[number].text if number >= 0 else ""


@frozen_dataclass
class Change:
    """A difference between the game now and what was confirmed.

    Attributes:
        kind: For a sentence changed, new, gone or moved; for a picture or its names redrawn; for a translation
            translated. For a test: test if its digest changed, renamed, or lost if it is gone. For a sentence that was
            recorded without being read: unread.
        number: The present number of the sentence.
        index: The index of its tie in the book.
        name: The name of the test as it was confirmed; for a translation, the language.
        new: The present sentence, or the new name of a test; for a sentence that is gone or moved, the sentence before
            it.
        goes_on: Whether it is gone or moved together with the one before it.
        is_first: Whether the translation was never confirmed.
    """

    kind: ChangeKind
    place: Place
    section: str = ""
    number: int | None = None
    index: int | None = None
    name: str = ""
    new: str = ""
    goes_on: bool = False
    is_first: bool = False


@frozen_dataclass
class Comparison:
    """A book compared with the game as it is now.

    Attributes:
        partners: The number of a sentence → the index of its tie, if it has one.
    """

    book: TieBook
    today: Today
    changes: Sequence[Change] = ()
    partners: Mapping[int, int] = field(default_factory=dict)

    def tie_of(self, number: int) -> Tie | None:
        """Return the tie of a sentence; None for a new sentence."""
        return self.book.ties[self.partners[number]] if number in self.partners else None

    @property
    def rules(self) -> Iterator[tuple[int, Tie]]:
        """Yield the numbers of confirmed sentences that state rules, with their ties."""
        for number, sentence in enumerate(self.today.sentences):
            tie = self.tie_of(number)
            if tie is not None and not tie.is_free and not sentence.kind:
                yield number, tie

    def resting_on(self, name: str) -> list[str]:
        """Return the sentences that are tied to a test."""
        numbers = (number for number in self.partners if name in self.book.ties[self.partners[number]].by)
        return [self.today.sentences[number].text for number in sorted(numbers)]


def read_today(source_game: SourceGame, files: Files) -> Today:
    """Read a game's sentences, translations and tests. The check of catalogues reports their faults."""
    game = source_game.game
    sentences = [*read_sentences(source_game, files), *read_pictures(source_game, files)]
    translations, fuzzy = {}, {}
    for language in game.head.languages[1:]:
        catalogue = load_catalogue(files, game, language, Diagnostics())
        translations[language] = translated(sentences, catalogue) if catalogue else {}
        fuzzy[language] = fuzzy_translations(sentences, catalogue) if catalogue else {}
    return Today(game.language, sentences, follows(sentences, game), translations, read_tests(game, files), fuzzy)


def compare(book: TieBook, today: Today) -> Comparison:
    """Compare a book with the game and find the changes."""
    old = [tie.digest for tie in book.ties]
    new = [digest_of(sentence.text) for sentence in today.sentences]
    partners = dict(_partners(old, new))
    moved = _moved(partners, old, new)
    partners |= moved
    changes = [*_of_sentences(book, today, partners, moved), *_gone(book, today, partners), *_of_tests(book, today)]
    return Comparison(book, today, changes, partners)


def runs(changes: Sequence[Change]) -> Iterator[tuple[Change, ...]]:
    """Group changes that are one fault: new sentences of a section, or sentences that are gone or moved together."""
    run: list[Change] = []
    for change in changes:
        is_new = bool(run) and change.kind == run[0].kind == "new" and change.section == run[0].section
        if run and not (is_new or (change.goes_on and change.kind == run[0].kind)):
            yield tuple(run)
            run = []
        run.append(change)
    if run:
        yield tuple(run)


# --- sentences


def _partners(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield each sentence's number with the index of its tie; a changed sentence gets the tie at its position."""
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    for tag, old_from, old_to, new_from, new_to in matcher.get_opcodes():
        if tag == "equal":
            yield from zip(range(new_from, new_to), range(old_from, old_to), strict=True)
        elif tag == "replace":
            elsewhere = {*old[:old_from], *old[old_to:]}
            olds = [index for index in range(old_from, old_to) if old[index] not in new]
            news = [number for number in range(new_from, new_to) if new[number] not in elsewhere]
            yield from zip(news, olds, strict=False)


def _moved(partners: Mapping[int, int], old: Sequence[str], new: Sequence[str]) -> dict[int, int]:
    """Find sentences that moved: the number of each → the index of the tie with the same words."""
    free: dict[str, list[int]] = {}
    for index in sorted(set(range(len(old))) - set(partners.values())):
        free.setdefault(old[index], []).append(index)
    moved = {}
    for number, digest in enumerate(new):
        if number not in partners and free.get(digest):
            moved[number] = free[digest].pop(0)
    return moved


def _of_sentences(
    book: TieBook, today: Today, partners: Mapping[int, int], moved: Mapping[int, int]
) -> Iterator[Change]:
    for number, sentence in enumerate(today.sentences):
        index = partners.get(number)
        if index is None:
            yield Change("new", sentence.place, sentence.section, number, new=sentence.text)
            continue
        tie = book.ties[index]
        if tie.digest != digest_of(sentence.text):
            kind: ChangeKind = "redrawn" if sentence.kind == "art" else "changed"
            yield Change(kind, sentence.place, sentence.section, number, index, new=sentence.text)
            continue
        if number in moved:
            goes_on = moved.get(number - 1) == index - 1
            before = today.text_of(number - 1)
            yield Change("moved", sentence.place, sentence.section, number, index, "", before, goes_on)
        for language, texts in today.translations.items():
            text, place = texts.get(number, ("", sentence.place))
            if text and digest_of(text) != tie.translations.get(language):
                is_first = language not in tie.translations
                yield Change("translated", place, sentence.section, number, index, language, text, is_first=is_first)
        if tie.is_unread:
            yield Change("unread", sentence.place, sentence.section, number, index, new=sentence.text)


def _gone(book: TieBook, today: Today, partners: Mapping[int, int]) -> Iterator[Change]:
    """Yield the ties whose sentences are gone, at the place of the sentence before each."""
    numbers = {index: number for number, index in partners.items()}
    before: int | None = None
    for index, tie in enumerate(book.ties):
        if index in numbers:
            before = numbers[index]
            continue
        place, text = (today.sentences[before].place, today.text_of(before)) if before is not None else (tie.place, "")
        goes_on = index > 0 and index - 1 not in numbers and book.ties[index - 1].section == tie.section
        yield Change("gone", place, tie.section, None, index, "", text, goes_on)


# --- tests


def _of_tests(book: TieBook, today: Today) -> Iterator[Change]:
    """Yield tests that were changed, renamed or removed. New tests need no confirmation."""
    new_names = {test.digest: name for name, test in today.tests.items() if name not in book.tests}
    tied = {name: tie.place for tie in reversed(book.ties) for name in tie.by}
    for name, digest in book.tests.items():
        test = today.tests.get(name)
        if test is not None and digest and test.digest != digest:
            yield Change("test", test.place, name=name)
        elif test is None and digest in new_names:
            new = new_names[digest]
            yield Change("renamed", today.tests[new].place, name=name, new=new)
        elif test is None and digest and name in tied:
            yield Change("lost", tied[name], name=name)


# --- words


_LONGEST = 30
"""A message quotes at most this many words of a sentence."""

_FIRST = 12
"""A message quotes at most this many words of a sentence if others follow."""


def _quoted(text: str, most: int = _LONGEST) -> str:
    words = text.split(" ")
    return f"“{' '.join(words[:most])}{' …' if len(words) > most else ''}”"


def describe_change(change: Change) -> str:
    """Describe a change in one line."""
    match change.kind:
        case "changed":
            return f"its words have changed since they were confirmed: {_quoted(change.new)}"
        case "redrawn":
            return f"the picture, or its name, has changed since it was confirmed: {_quoted(change.new)}"
        case "translated":
            how = "is not confirmed" if change.is_first else "is not as it was confirmed"
            return f"the translation into {change.name} {how}: {_quoted(change.new)}"
        case "new":
            return f"new and not confirmed: {_quoted(change.new, _FIRST)}"
        case "gone":
            behind = f" after {_quoted(change.new, _FIRST)}" if change.new else ""
            return f"a sentence that was confirmed{behind} is gone"
        case "moved":
            return f"it has moved; it now comes after {_quoted(change.new)}" if change.new else "it has moved"
        case "test":
            return f"{called(change.name)} has changed since it was confirmed: its test, or a fact that its words state"
        case "renamed":
            return f"{_beginning(change.name)} is now called {called(change.new)}"
        case "lost":
            return f"{_beginning(change.name)} is gone, but sentences are tied to it"
        case "unread":
            return f"{_quoted(change.new, _FIRST)} was recorded without being read"
        case _:
            assert_never(change.kind)


def called(name: str) -> str:
    """Return a test's name for messages, in quotes if it is a sentence, as the name of a claim is."""
    return f"“{name.rstrip('.')}”" if " " in name else name


def _beginning(name: str) -> str:
    """Return the name of a missing test for messages; ties have only its first words."""
    return f"“{name} …”" if " " in name else name


def rests_on(change: Change, compared: Comparison) -> str:
    """Describe the tests to which a sentence is tied, and list the sentences elsewhere with the same tests."""
    if change.index is None:
        return ""
    tests, by = compared.today.tests, compared.book.ties[change.index].by
    playing = {name for name in by if name in tests and tests[name].plays}
    places = dict.fromkeys(
        f"{sentence.place.file}:{sentence.place.line}"
        for number, sentence in enumerate(compared.today.sentences)
        if (tie := compared.tie_of(number)) is not None
        and sentence.section != change.section
        and playing
        and playing == {name for name in tie.by if name in tests and tests[name].plays}
    )
    rests = f"it is tied to {', '.join(map(called, by))}" if by else ""
    verb = "is" if len(places) == 1 else "are"
    return "; ".join(filter(None, (rests, f"so {verb} {', '.join(places)}" if places else "")))


# --- what rests on tests


@frozen_dataclass
class TieCounts:
    """Counts of a game's sentences, without titles, labels and pictures.

    Attributes:
        tied: How many sentences are tied to tests.
        free: How many sentences state no rule.
        untied: The numbers of all other sentences.
        unread: How many sentences, titles and labels were recorded without being read.
    """

    tied: int
    free: int
    untied: tuple[int, ...]
    unread: int = 0

    @property
    def line(self) -> str:
        """The counts as text for the summary."""
        rules = self.tied + len(self.untied)
        open_ones = f", {len(self.untied):,} not" if self.untied else ""
        unread = f"; {self.unread} recorded unread" if self.unread else ""
        return f"{self.tied} of {counted(rules, 'rule')} tied to tests{open_ones}; {self.free} other sentences{unread}"


def count_ties(compared: Comparison, empty: Collection[str] = ()) -> TieCounts:
    """Count the confirmed sentences; tests that are empty prove nothing."""
    rules = list(compared.rules)
    untied = tuple(number for number, tie in rules if all(name in empty for name in tie.by))
    sentences = [number for number in compared.partners if compared.today.sentences[number].kind not in FORMS]
    return TieCounts(len(rules) - len(untied), len(sentences) - len(rules), untied, compared.book.unread)
