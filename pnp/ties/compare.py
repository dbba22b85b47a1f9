"""What is written today and what was confirmed → what has changed between the two."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from pnp.diagnostics import Diagnostics, Place
from pnp.load.catalogue import load_catalogue
from pnp.manuscript import Manuscript
from pnp.source.files import Files
from pnp.ties.book import UNREAD, Book, Tie
from pnp.ties.follows import as_noted, follows
from pnp.ties.looks import Look, changed_parts, read_looks
from pnp.ties.passages import Sentence, read_sentences
from pnp.ties.propose import FORMS
from pnp.ties.tests import Test, read_tests
from pnp.ties.translated import translated

_ALIKE = 0.4
"""How much of two texts has to be the same for one to be taken for the other, changed."""

LOOKS_SECTION = "Looks"

Kind = Literal["changed", "new", "gone", "moved", "follows", "translated", "test", "renamed", "lost", "look", "unread"]


@dataclass(frozen=True)
class Today:
    """A game's sentences and tests as they are.

    Attributes:
        follows: What each sentence follows, in their order.
        translations: By language; each sentence's by its number, with its place.
        tests: By name.
        looks: By name, too.
    """

    sentences: Sequence[Sentence]
    follows: Sequence[tuple[str, ...]]
    translations: Mapping[str, Mapping[int, tuple[str, Place]]]
    tests: Mapping[str, Test]
    looks: Mapping[str, Look]

    def in_languages(self, number: int) -> dict[str, str]:
        """A sentence's translations."""
        return {language: texts[number][0] for language, texts in self.translations.items() if number in texts}


@dataclass(frozen=True)
class Change:
    """Something that is not as it was confirmed.

    Attributes:
        kind: changed, new, gone, moved: a sentence. follows: what its words change with. translated: its translation.
            test: a test tests something else. renamed: it has another name. lost: it is no longer there. look:
            something looks otherwise, or is new. unread: it was recorded without being read.
        number: Of the sentence, today.
        index: Of its tie in the book.
        name: Of the test, or of what looks otherwise; of the language, where a translation changed.
        old: What was confirmed.
        new: What is there today.
        goes_on: Whether it has gone or moved together with the one before it.
        is_form: Whether it is a heading, label or picture that was recorded unread: those of a section are one.
    """

    kind: Kind
    place: Place
    section: str = ""
    number: int | None = None
    index: int | None = None
    name: str = ""
    old: str = ""
    new: str = ""
    goes_on: bool = False
    is_form: bool = False


@dataclass(frozen=True)
class Compared:
    """A book beside today's game.

    Attributes:
        partners: The tie of each sentence that has one, by the sentence's number.
    """

    book: Book
    today: Today
    changes: Sequence[Change] = ()
    partners: Mapping[int, int] = field(default_factory=dict)

    def tie_of(self, number: int) -> Tie | None:
        """The tie of a sentence."""
        return self.book.ties[self.partners[number]] if number in self.partners else None


def runs(changes: Sequence[Change]) -> Iterator[tuple[Change, ...]]:
    """Changes that are one thing for who reads of them: new sentences of a section, what went or moved together."""
    run: list[Change] = []
    for change in changes:
        is_new = bool(run) and change.kind == run[0].kind == "new" and change.section == run[0].section
        is_new |= bool(run) and change.kind == run[0].kind == "look" and not (change.old or run[0].old)
        is_new |= bool(run) and change.is_form and run[0].is_form and change.section == run[0].section
        if run and not (is_new or (change.goes_on and change.kind == run[0].kind)):
            yield tuple(run)
            run = []
        run.append(change)
    if run:
        yield tuple(run)


def read_today(manuscript: Manuscript, files: Files) -> Today:
    """What is written today; faults of catalogues are told by their own check."""
    game = manuscript.game
    sentences = read_sentences(manuscript, files)
    translations = {}
    for language in game.head.languages[1:]:
        catalogue = load_catalogue(files, game, language, Diagnostics())
        translations[language] = translated(sentences, catalogue) if catalogue else {}
    looks = read_looks(manuscript, files)
    return Today(sentences, follows(sentences, game), translations, read_tests(game, files), looks)


def compare(book: Book, today: Today) -> Compared:
    """Find what has changed."""
    old = [tie.head.says for tie in book.ties]
    new = [sentence.text for sentence in today.sentences]
    partners = dict(_partners(old, new))
    moved = _moved(partners, old, new)
    partners |= moved
    changes = [*_of_sentences(book, today, partners, moved), *_of_tests(book, today), *_of_looks(book, today)]
    return Compared(book, today, changes, partners)


# --- sentences


def _partners(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Which old sentence each new one is, in the order of both; one that is much like it is taken for it."""
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    for tag, old_from, old_to, new_from, new_to in matcher.get_opcodes():
        if tag == "equal":
            yield from zip(range(new_from, new_to), range(old_from, old_to), strict=True)
        elif tag == "replace":
            yield from _alike(old, new, range(old_from, old_to), range(new_from, new_to))


def _alike(old: Sequence[str], new: Sequence[str], olds: range, news: range) -> Iterator[tuple[int, int]]:
    """Pairs of sentences that are alike, in order; those that stand elsewhere word by word are not among them."""
    elsewhere = (set(old) - {old[i] for i in olds}) | {old[i] for i in olds if old[i] in new}
    next_old = olds.start
    for number in news:
        if new[number] in elsewhere:
            continue
        scores = [
            (difflib.SequenceMatcher(None, old[i], new[number]).ratio(), -i)
            for i in range(next_old, olds.stop)
            if old[i] not in elsewhere
        ]
        if not scores:
            return
        score, index = max(scores)
        if score >= _ALIKE:
            yield number, -index
            next_old = -index + 1


def _moved(partners: Mapping[int, int], old: Sequence[str], new: Sequence[str]) -> dict[int, int]:
    """Sentences that stand word by word, but elsewhere."""
    free: dict[str, list[int]] = {}
    for index in sorted(set(range(len(old))) - set(partners.values())):
        free.setdefault(old[index], []).append(index)
    moved = {}
    for number, text in enumerate(new):
        if number not in partners and free.get(text):
            moved[number] = free[text].pop(0)
    return moved


def _of_sentences(book: Book, today: Today, partners: Mapping[int, int], moved: Mapping[int, int]) -> Iterator[Change]:
    for number, sentence in enumerate(today.sentences):
        index = partners.get(number)
        if index is None:
            yield Change("new", sentence.place, sentence.section, number, new=sentence.text)
            continue
        tie = book.ties[index]
        if tie.head.says != sentence.text:
            yield Change(
                "changed", sentence.place, sentence.section, number, index, old=tie.head.says, new=sentence.text
            )
            continue
        if number in moved:
            where, was = _before(number, today), _was_before(index, book)
            goes_on = moved.get(number - 1) == index - 1
            yield Change("moved", sentence.place, sentence.section, number, index, "", was, where, goes_on)
        follows_now = as_noted(today.follows[number], tie.head.follows)
        if sorted(tie.head.follows) != follows_now:
            then, now = ", ".join(tie.head.follows), ", ".join(follows_now)
            yield Change("follows", sentence.place, sentence.section, number, index, old=then, new=now)
        for language, texts in today.translations.items():
            text, place = texts.get(number, ("", sentence.place))
            if text and text != tie.translations.get(language):
                old = tie.translations.get(language, "")
                yield Change("translated", place, sentence.section, number, index, language, old, text)
        if tie.head.unread:
            is_form = tie.head.kind in FORMS
            yield Change("unread", sentence.place, sentence.section, number, index, new=sentence.text, is_form=is_form)
    gone = set(range(len(book.ties))) - set(partners.values())
    for index in sorted(gone):
        tie = book.ties[index]
        goes_on = index - 1 in gone and book.ties[index - 1].section == tie.section
        yield Change("gone", tie.place, tie.section, None, index, "", tie.head.says, "", goes_on)


def _before(number: int, today: Today) -> str:
    return today.sentences[number - 1].text if number else ""


def _was_before(index: int, book: Book) -> str:
    return book.ties[index - 1].head.says if index else ""


# --- tests


def _of_tests(book: Book, today: Today) -> Iterator[Change]:
    """Tests that test something else than they did, or are no longer there; new ones harm nothing."""
    unknown = {test.digest: name for name, test in today.tests.items() if name not in book.tests}
    tied = {name for tie in book.ties for name in tie.head.by}
    for name, digest in book.tests.items():
        test = today.tests.get(name)
        if test is not None and test.digest != digest:
            yield Change("test", test.place, name=name, old=digest, new=test.digest)
        elif test is None and digest in unknown:
            new = unknown[digest]
            yield Change("renamed", today.tests[new].place, name=name, old=name, new=new)
        elif test is None and name in tied:
            first = next(tie for tie in book.ties if name in tie.head.by)
            yield Change("lost", first.place, name=name, old=name)


# --- looks


def _of_looks(book: Book, today: Today) -> Iterator[Change]:
    """What looks otherwise, at the first part that does; what nobody has confirmed comes last."""
    new = []
    for name, look in today.looks.items():
        was = book.looks.get(name)
        if was is None:
            new.append(Change("look", look.place, LOOKS_SECTION, name=name))
        elif was == f"{look.digest}{UNREAD}":
            yield Change("unread", look.place, LOOKS_SECTION, name=name, new=name)
        elif (was := was.removesuffix(UNREAD)) != look.digest:
            changed, gone = changed_parts(was, look)
            place = next((place for part, _, place in look.parts if part in changed), look.place)
            rest = gone - len(changed)
            words = [*changed, *([f"{rest} no longer there"] if rest > 0 else ())] or ["the order of its parts"]
            yield Change("look", place, LOOKS_SECTION, name=name, old=was, new=", ".join(words))
    yield from new
