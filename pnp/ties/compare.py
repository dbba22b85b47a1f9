"""A game's sentences and tests, and the digests that were confirmed → the changes between the two.

Changes have words for messages here, and the sentences that rest on tests are counted.
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
from pnp.ties.passages import Sentence, fuzzy_translations, read_sentences, translated
from pnp.ties.pictures import read_pictures
from pnp.ties.proofs import Test, read_tests
from pnp.ties.propose import FORMS, follows

ChangeKind = Literal["changed", "redrawn", "new", "gone", "moved", "translated", "test", "renamed", "lost", "unread"]


@frozen_dataclass
class Today:
    """A game's sentences and tests as they are.

    Attributes:
        language: The source language.
        follows: The facts, decks and examples that each sentence's words change with, in the order of sentences.
        translations: By language, the translation and its place by the number of the sentence.
        tests: The tests by name.
        fuzzy: By language, the fuzzy proposal for a text and its place by the number of the sentence; these sentences
            have no translation.
    """

    language: str
    sentences: Sequence[Sentence]
    follows: Sequence[tuple[str, ...]]
    translations: Mapping[str, Mapping[int, tuple[str, Place]]]
    tests: Mapping[str, Test]
    fuzzy: Mapping[str, Mapping[int, tuple[str, Place]]] = field(default_factory=dict)

    def in_languages(self, number: int) -> dict[str, str]:
        """The translations of a sentence by language."""
        return {language: texts[number][0] for language, texts in self.translations.items() if number in texts}

    def text_of(self, number: int) -> str:
        """The text of a sentence; "" for number -1."""
        return self.sentences[number].text if number >= 0 else ""


@frozen_dataclass
class Change:
    """A difference between the game and what was confirmed.

    Attributes:
        kind: changed, new, gone, moved: a sentence. redrawn: a picture, or what names it. translated: its translation.
            test: a test has another digest. renamed: it has another name. lost: it is gone. unread: a sentence was
            recorded without being read.
        number: The number of the sentence today.
        index: The index of its tie in the book.
        name: The name of the test as confirmed; for a translation its language.
        new: The sentence of today, or the new name of a test; for a sentence that is gone or moved, the one before.
        goes_on: Whether it is gone or has moved together with the one before it.
        is_first: Whether a translation was never confirmed.
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
    """A book compared with today's game.

    Attributes:
        partners: The index of the tie of each sentence that has one, by the sentence's number.
    """

    book: TieBook
    today: Today
    changes: Sequence[Change] = ()
    partners: Mapping[int, int] = field(default_factory=dict)

    def tie_of(self, number: int) -> Tie | None:
        """The tie of a sentence; None for a new one."""
        return self.book.ties[self.partners[number]] if number in self.partners else None

    @property
    def rules(self) -> Iterator[tuple[int, Tie]]:
        """The confirmed sentences that state rules, with their ties."""
        for number, sentence in enumerate(self.today.sentences):
            tie = self.tie_of(number)
            if tie is not None and not tie.is_free and not sentence.kind:
                yield number, tie

    def resting_on(self, name: str) -> list[str]:
        """The sentences that rest on a test."""
        numbers = (number for number in self.partners if name in self.book.ties[self.partners[number]].by)
        return [self.today.sentences[number].text for number in sorted(numbers)]


def read_today(source_game: SourceGame, files: Files) -> Today:
    """Read a game's sentences, translations and tests; faults of catalogues are reported by their own check."""
    game = source_game.game
    sentences = [*read_sentences(source_game, files), *read_pictures(source_game, files)]
    translations, fuzzy = {}, {}
    for language in game.head.languages[1:]:
        catalogue = load_catalogue(files, game, language, Diagnostics())
        translations[language] = translated(sentences, catalogue) if catalogue else {}
        fuzzy[language] = fuzzy_translations(sentences, catalogue) if catalogue else {}
    return Today(game.language, sentences, follows(sentences, game), translations, read_tests(game, files), fuzzy)


def compare(book: TieBook, today: Today) -> Comparison:
    """Find the changes."""
    old = [tie.digest for tie in book.ties]
    new = [digest_of(sentence.text) for sentence in today.sentences]
    partners = dict(_partners(old, new))
    moved = _moved(partners, old, new)
    partners |= moved
    changes = [*_of_sentences(book, today, partners, moved), *_gone(book, today, partners), *_of_tests(book, today)]
    return Comparison(book, today, changes, partners)


def runs(changes: Sequence[Change]) -> Iterator[tuple[Change, ...]]:
    """Join changes that are one fault: new sentences of a section, sentences that went or moved together."""
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
    """Yield the number of each sentence and the index of its tie; a changed sentence has the tie at its position."""
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
    """Find sentences that stand elsewhere with the same words: the indices of their ties by number."""
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
    """Yield the ties whose sentences are gone, at the place of the sentence before."""
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
    """Yield tests with another digest or name, and those that are gone; new ones need no confirmation."""
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
"""Words of a sentence that a message quotes."""

_FIRST = 12
"""Words of a sentence that a message quotes where others follow."""


def _quoted(text: str, most: int = _LONGEST) -> str:
    words = text.split(" ")
    return f"“{' '.join(words[:most])}{' …' if len(words) > most else ''}”"


def describe_change(change: Change) -> str:
    """Describe a change in one line."""
    match change.kind:
        case "changed":
            return f"its words are not as they were confirmed: {_quoted(change.new)}"
        case "redrawn":
            return f"the picture, or what it is called, is not as it was confirmed: {_quoted(change.new)}"
        case "translated":
            how = "is not confirmed" if change.is_first else "is not as it was confirmed"
            return f"the translation into {change.name} {how}: {_quoted(change.new)}"
        case "new":
            return f"new and not confirmed: {_quoted(change.new, _FIRST)}"
        case "gone":
            behind = f" after {_quoted(change.new, _FIRST)}" if change.new else ""
            return f"a sentence that was confirmed{behind} is no longer there"
        case "moved":
            return f"it has moved; now it stands after {_quoted(change.new)}" if change.new else "it has moved"
        case "test":
            return f"{called(change.name)} is not as it was confirmed: its test, or a fact that its words state"
        case "renamed":
            return f"{_beginning(change.name)} is now called {called(change.new)}"
        case "lost":
            return f"{_beginning(change.name)} is no longer there, and sentences rest on it"
        case "unread":
            return f"{_quoted(change.new, _FIRST)} was recorded unread"
        case _:
            assert_never(change.kind)


def called(name: str) -> str:
    """A test's name for messages: in quotes if it is a sentence, such as that of a claim."""
    return f"“{name.rstrip('.')}”" if " " in name else name


def _beginning(name: str) -> str:
    """The name of a test that is gone for messages: ties have its first words."""
    return f"“{name} …”" if " " in name else name


def rests_on(change: Change, compared: Comparison) -> str:
    """Describe the tests that a sentence rests on, and list the sentences elsewhere that rest on the same."""
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
    rests = f"it rests on {', '.join(map(called, by))}" if by else ""
    verb = "rests" if len(places) == 1 else "rest"
    return "; ".join(filter(None, (rests, f"{', '.join(places)} {verb} on the same" if places else "")))


# --- what rests on tests


@frozen_dataclass
class TieCounts:
    """Counts of a game's sentences, without titles, labels and pictures.

    Attributes:
        tied: Sentences that rest on tests.
        free: Sentences that state no rule.
        untied: The numbers of all other sentences.
        unread: Sentences, titles and labels that were recorded without being read.
    """

    tied: int
    free: int
    untied: tuple[int, ...]
    unread: int = 0

    @property
    def line(self) -> str:
        """The share in words."""
        rules = self.tied + len(self.untied)
        open_ones = f", {counted(len(self.untied), 'rests', 'rest')} on nothing" if self.untied else ""
        unread = f"; {self.unread} recorded unread" if self.unread else ""
        return f"{self.tied} of {counted(rules, 'rule')} tied to tests{open_ones}; {self.free} other sentences{unread}"


def count_ties(compared: Comparison, empty: Collection[str] = ()) -> TieCounts:
    """Count the confirmed sentences; empty tests prove nothing."""
    rules = list(compared.rules)
    untied = tuple(number for number, tie in rules if all(name in empty for name in tie.by))
    sentences = [number for number in compared.partners if compared.today.sentences[number].kind not in FORMS]
    return TieCounts(len(rules) - len(untied), len(sentences) - len(rules), untied, compared.book.unread)
