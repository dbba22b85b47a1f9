"""A comparison and the changes that were confirmed → the book with them in it. Everything else stays as it was."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from pnp.ties.book import UNREAD, Book, Tie
from pnp.ties.compare import LOOKS_SECTION, Change, Compared
from pnp.ties.propose import propose


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
