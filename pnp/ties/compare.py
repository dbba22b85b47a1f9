"""What is written today and what was confirmed → what has changed between the two.

A change → words for it: what was confirmed, what is there now, only as much of both as is needed to see it.

A comparison and the changes that were confirmed → the book with them in it. Everything else stays as it was.
"""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from pnp.core.diagnostics import Diagnostics, Place
from pnp.project.files import Files
from pnp.source_game import Manuscript
from pnp.text.catalogue import load_catalogue
from pnp.ties.book import UNREAD, Book, Tie
from pnp.ties.looks import Look, changed_parts, read_looks
from pnp.ties.passages import Sentence, read_sentences, translated
from pnp.ties.propose import FORMS, as_noted, follows, propose
from pnp.ties.tests import Test, read_tests

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


_CONTEXT = 5
"""Words that are shown on both sides of a difference."""

_LONGEST = 30


def difference(old: str, new: str) -> tuple[str, str]:
    """The parts in which two texts differ, with some words around them, in quotes."""
    before, after = old.split(" "), new.split(" ")
    shortest = min(len(before), len(after))
    start = next((i for i in range(shortest) if before[i] != after[i]), shortest)
    rest = shortest - start
    end = next((i for i in range(rest) if before[-1 - i] != after[-1 - i]), rest)
    return _shown(before, start, len(before) - end), _shown(after, start, len(after) - end)


def _shown(words: Sequence[str], start: int, end: int) -> str:
    if len(words) <= _LONGEST:
        return f"“{' '.join(words)}”"
    first, last = max(0, start - _CONTEXT), min(len(words), end + _CONTEXT)
    return f"“{'… ' if first else ''}{' '.join(words[first:last])}{' …' if last < len(words) else ''}”"


def what_changed(change: Change) -> str:
    """A change of a sentence or test in one line."""
    old, new = difference(change.old, change.new)
    match change.kind:
        case "changed":
            return f"it says {new}; confirmed was {old}"
        case "translated":
            was = f"confirmed was {old}" if change.old else "nobody has confirmed it"
            return f"the translation into {change.name} says {new}; {was}"
        case "new":
            return f"nobody has confirmed {_shown(change.new.split(' '), 0, 12)}"
        case "gone":
            return f"it is no longer there: {_shown(change.old.split(' '), 0, 12)}"
        case "moved":
            return f"it stood after {old}; now it stands after {new}" if change.old and change.new else "it has moved"
        case "follows":
            return f"its words now follow {change.new or 'nothing'}; confirmed was {change.old or 'nothing'}"
        case "test":
            return f"{called(change.name)} tests something else than when it was confirmed"
        case "renamed":
            return f"{called(change.old)} is now called {called(change.new)}"
        case "look":
            return (
                f"{change.name} looks otherwise than when it was confirmed: {change.new}"
                if change.new
                else (f"nobody has confirmed how {change.name} looks")
            )
        case "unread":
            return f"{_shown(change.new.split(' '), 0, 12)} was recorded unread"
        case "lost":
            return f"{called(change.old)} is no longer there, and sentences are tied to it"


def called(name: str) -> str:
    """A test's name in a sentence: claims, which are sentences themselves, in quotes."""
    return f"“{name.rstrip('.')}”" if " " in name else name


def rests_on(change: Change, compared: Compared) -> str:
    """What a sentence is tied to, and which others say the same."""
    if change.index is None:
        return ""
    head = compared.book.ties[change.index].head
    told = f"it rests on {', '.join(map(called, head.by))}" if head.by else ""
    ties = ((sentence.place, compared.tie_of(number)) for number, sentence in enumerate(compared.today.sentences))
    others = [f"{place.file}:{place.line}" for place, tie in ties if head.id and tie and tie.head.same == head.id]
    return "; ".join(filter(None, (told, f"{', '.join(others)} say the same" if others else "")))


def sentences_on(name: str, compared: Compared) -> list[str]:
    """The sentences that are tied to a test."""
    return [tie.head.says for tie in compared.book.ties if name in tie.head.by]


def record(compared: Compared, confirmed: Collection[Change], unread: Collection[Change] = ()) -> Book:
    """The book with what was confirmed; with nothing confirmed, the book as it was.

    Args:
        compared: The book, and what is written today.
        confirmed: What is recorded.
        unread: What of that nobody has read. Its sentences, those that rest on its tests, and its looks are marked.
    """
    changed, skimmed = frozenset(map(_key, confirmed)), frozenset(map(_key, unread))
    placed = [(index, _marked(tie, number, changed, skimmed)) for number, index, tie in _placed(compared, changed)]
    kept = {index for index, _ in placed if index is not None}
    dropped = {change.index for change in confirmed if change.kind == "gone"}
    for index, tie in enumerate(compared.book.ties):
        if index not in kept and index not in dropped:
            _stay(placed, index, tie)
    tests = {change.name for change in unread if change.kind in ("test", "lost")}
    ties = [_as_read(tie, is_read=False) if tests & {*tie.head.by} else tie for _, tie in placed]
    return replace(
        compared.book,
        ties=tuple(_with_names(ties, confirmed)),
        tests=_tests(compared, confirmed),
        looks=_looks(compared, confirmed, unread),
    )


_Key = tuple[str, int | None, int | None, str]
_Placed = list[tuple[int | None, Tie]]


def _key(change: Change) -> _Key:
    return change.kind, change.number, change.index, change.name


def _marked(tie: Tie, number: int, changed: Collection[_Key], skimmed: Collection[_Key]) -> Tie:
    """A tie that says whether its sentence, of this number today, was read when it was recorded last."""
    if any(of == number for _, of, _, _ in skimmed):
        return _as_read(tie, is_read=False)
    is_read = any(of == number and kind in ("changed", "unread") for kind, of, _, _ in changed)
    return _as_read(tie, is_read=True) if is_read else tie


def _as_read(tie: Tie, is_read: bool) -> Tie:
    return tie if tie.head.unread is not is_read else tie.changed({"unread": not is_read})


def _placed(compared: Compared, changed: Collection[_Key]) -> Iterator[tuple[int, int | None, Tie]]:
    """Today's sentences with their numbers, those of their old ties, and their ties; without what is not confirmed."""
    moves = {change.number: change.index for change in compared.changes if change.kind == "moved"}
    for number, sentence in enumerate(compared.today.sentences):
        index = compared.partners.get(number)
        if index is None:
            if ("new", number, None, "") in changed:
                yield number, None, _new(compared, number)
        elif number not in moves or ("moved", number, index, "") in changed:
            yield number, index, replace(_updated(compared, number, index, changed), section=sentence.section)


def _new(compared: Compared, number: int) -> Tie:
    today = compared.today
    sentence = today.sentences[number]
    head = propose(sentence, today.follows[number], today.tests)
    return Tie(head, today.in_languages(number), sentence.section)


def _updated(compared: Compared, number: int, index: int, changed: Collection[_Key]) -> Tie:
    today, tie = compared.today, compared.book.ties[index]
    texts = today.in_languages(number)
    follows = today.follows[number]
    if ("changed", number, index, "") in changed:
        return tie.changed({"says": today.sentences[number].text, "follows": follows}, translations=texts)
    if ("follows", number, index, "") in changed:
        tie = tie.changed({"follows": follows})
    new = {language: text for language, text in texts.items() if ("translated", number, index, language) in changed}
    return tie.changed(translations={**tie.translations, **new}) if new else tie


def _stay(placed: _Placed, index: int, tie: Tie) -> None:
    """Put a tie back behind the one that it stood behind."""
    before = max((old for old, _ in placed if old is not None and old < index), default=None)
    at = next(i for i, (old, _) in enumerate(placed) if old == before) + 1 if before is not None else 0
    section = placed[at - 1][1].section if at else placed[0][1].section if placed else tie.section
    placed.insert(at, (index, replace(tie, section=section)))


def _with_names(ties: Sequence[Tie], confirmed: Collection[Change]) -> list[Tie]:
    """Ties that name tests by their new names, and no tests that are gone."""
    renamed = {change.old: change.new for change in confirmed if change.kind == "renamed"}
    lost = {change.old for change in confirmed if change.kind == "lost"}
    named = []
    for tie in ties:
        by = tuple(dict.fromkeys(renamed.get(name, name) for name in tie.head.by if name not in lost))
        named.append(tie if by == tie.head.by else tie.changed({"by": by}))
    return named


def _tests(compared: Compared, confirmed: Collection[Change]) -> dict[str, str]:
    """The digests, in the order of today's tests; those that nobody confirmed stay as they were."""
    book, today = compared.book, compared.today
    done = {change.name for change in confirmed if change.kind in ("test", "renamed", "lost")}
    open_names = {change.new for change in compared.changes if change.kind == "renamed"} - {
        change.new for change in confirmed
    }
    tests = {
        name: book.tests[name] if name in book.tests and name not in done else test.digest
        for name, test in today.tests.items()
        if name not in open_names
    }
    waiting = {change.name for change in compared.changes if change.kind in ("renamed", "lost")} - done
    return tests | {name: digest for name, digest in book.tests.items() if name in waiting}


def _looks(compared: Compared, confirmed: Collection[Change], unread: Collection[Change]) -> dict[str, str]:
    """The digests of looks, in the order of today; those that nobody confirmed stay as they were."""
    then, today = compared.book.looks, compared.today.looks
    done = {change.name for change in confirmed if change.section == LOOKS_SECTION}
    skimmed = {change.name for change in unread if change.section == LOOKS_SECTION}
    new = {name: f"{today[name].digest}{UNREAD if name in skimmed else ''}" for name in done}
    return {name: new.get(name) or then[name] for name in today if name in {*done, *then}}
