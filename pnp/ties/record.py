"""A comparison and the changes that were confirmed → the book with them in it. Everything else stays as it was."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from pnp.ties.book import Book, Tie
from pnp.ties.compare import Change, Compared
from pnp.ties.propose import propose


def record(compared: Compared, confirmed: Collection[Change]) -> Book:
    """The book with what was confirmed; with nothing confirmed, the book as it was."""
    changed = {(change.kind, change.number, change.index, change.name) for change in confirmed}
    placed = _placed(compared, changed)
    kept = {index for index, _ in placed if index is not None}
    dropped = {change.index for change in confirmed if change.kind == "gone"}
    for index, tie in enumerate(compared.book.ties):
        if index not in kept and index not in dropped:
            _stay(placed, index, tie)
    ties = _with_names([tie for _, tie in placed], confirmed)
    return replace(
        compared.book, ties=tuple(ties), tests=_tests(compared, confirmed), looks=_looks(compared, confirmed)
    )


_Key = tuple[str, int | None, int | None, str]
_Placed = list[tuple[int | None, Tie]]


def _placed(compared: Compared, changed: Collection[_Key]) -> _Placed:
    """The ties in today's order, each with its number in the old book; those are left out that nobody confirmed."""
    moves = {change.number: change.index for change in compared.changes if change.kind == "moved"}
    placed: _Placed = []
    for number, sentence in enumerate(compared.today.sentences):
        index = compared.partners.get(number)
        if index is None:
            if ("new", number, None, "") in changed:
                placed.append((None, _new(compared, number)))
        elif number not in moves or ("moved", number, index, "") in changed:
            tie = replace(_updated(compared, number, index, changed), section=sentence.section)
            placed.append((index, tie))
    return placed


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


def _looks(compared: Compared, confirmed: Collection[Change]) -> dict[str, str]:
    """The digests of looks, in the order of today; those that nobody confirmed stay as they were."""
    then, today = compared.book.looks, compared.today.looks
    done = {change.name for change in confirmed if change.kind == "look"}
    return {name: look.digest if name in done else then[name] for name, look in today.items() if name in {*done, *then}}
