"""A comparison and the confirmed changes → the book with these changes; everything else is kept."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from pnp.ties.book import Support, Tie, TieBook, digest_of
from pnp.ties.compare import Change, Comparison


def record(
    compared: Comparison,
    confirmed: Collection[Change],
    unread: Collection[Change] = (),
    supports: Mapping[int, Support] | None = None,
    date: str = "",
) -> TieBook:
    """Return the book with the confirmed changes.

    Args:
        compared: The book and the game as it is now.
        confirmed: The changes to record.
        unread: Those of them that nobody has read: their sentences, and those tied to their tests, are marked.
        supports: The tests of sentences, by the sentences' numbers; other sentences keep theirs.
        date: The date, such as 2026-11-26.
    """
    supports = supports or {}
    placed = list(_placed(compared, confirmed, unread, supports))
    placed_indices = {index for index, _ in placed if index is not None}
    dropped = {change.index for change in confirmed if change.kind == "gone"}
    for index, tie in enumerate(compared.book.ties):
        if index not in placed_indices and index not in dropped:
            _stay(placed, index, tie)
    renamed = {change.name: change.new for change in confirmed if change.kind == "renamed"}
    lost = {change.name for change in confirmed if change.kind == "lost"}
    unread_tests = {change.name for change in unread if change.kind in ("test", "lost")}
    ties = [_with_tests(tie, renamed, lost, unread_tests) for _, tie in placed]
    tests = _tests(compared, confirmed, dict.fromkeys(name for tie in ties for name in tie.by))
    dates = dict(compared.book.dates)
    for change in confirmed:
        for language in _languages(change, compared) if change.section and date else ():
            dates[change.section, language] = date
    return replace(compared.book, ties=tuple(ties), tests=tests, dates=dates)


_PlacedTies = list[tuple[int | None, Tie]]


def _placed(
    compared: Comparison,
    confirmed: Collection[Change],
    unread: Collection[Change],
    supports: Mapping[int, Support],
) -> Iterator[tuple[int | None, Tie]]:
    """Yield the present confirmed ties with the indices of their old ties; unconfirmed moves are undone."""
    by_number: dict[int, list[Change]] = {}
    for change in confirmed:
        if change.number is not None:
            by_number.setdefault(change.number, []).append(change)
    skimmed = {change.number for change in unread}
    moves = {change.number for change in compared.changes if change.kind == "moved"}
    for number, sentence in enumerate(compared.today.sentences):
        index, changes = compared.partners.get(number), by_number.get(number, ())
        kinds = {change.kind for change in changes}
        if (index is None and "new" not in kinds) or (number in moves and "moved" not in kinds):
            continue
        tie = compared.book.ties[index] if index is not None else Tie("")
        texts = compared.today.in_languages(number)
        if kinds & {"new", "changed", "redrawn"}:
            digests = {language: digest_of(text) for language, text in texts.items()}
            tie = replace(tie, digest=digest_of(sentence.text), translations=digests, is_deliberate=False)
        languages = [change.name for change in changes if change.kind == "translated"]
        digests = {**tie.translations, **{language: digest_of(texts[language]) for language in languages}}
        tie = replace(tie, section=sentence.section, translations=digests)
        if changes and number in supports:
            support = supports[number]
            tie = replace(tie, by=support.by, is_free=support.is_free, is_deliberate=support.is_deliberate)
        if sentence.kind:  # a title, label, picture and the like states no rule
            tie = replace(tie, by=(), is_free=False)
        if number in skimmed:
            tie = replace(tie, is_unread=True)
        elif kinds & {"new", "changed", "redrawn", "unread"}:
            tie = replace(tie, is_unread=False)
        yield index, tie


def _stay(placed: _PlacedTies, index: int, tie: Tie) -> None:
    """Insert an old tie after the one that preceded it."""
    before = max((old for old, _ in placed if old is not None and old < index), default=None)
    at = next(i for i, (old, _) in enumerate(placed) if old == before) + 1 if before is not None else 0
    section = placed[at - 1][1].section if at else placed[0][1].section if placed else tie.section
    placed.insert(at, (index, replace(tie, section=section)))


def _with_tests(tie: Tie, renamed: Mapping[str, str], lost: Collection[str], unread: Collection[str]) -> Tie:
    """Return a tie with the new names of tests, and without tests that are gone."""
    is_unread = tie.is_unread or not {*tie.by}.isdisjoint(unread)
    by = tuple(dict.fromkeys(renamed.get(name, name) for name in tie.by if name not in lost))
    return replace(tie, by=by, is_unread=is_unread)


def _tests(compared: Comparison, confirmed: Collection[Change], names: Collection[str]) -> dict[str, str]:
    """Return the digests of the tests to which sentences are tied; unconfirmed ones are not changed."""
    recorded, tests = compared.book.tests, compared.today.tests
    confirmed_names = {
        change.new if change.kind == "renamed" else change.name for change in confirmed if change.number is None
    }
    return {
        name: tests[name].digest
        if name in tests and (name in confirmed_names or not recorded.get(name))
        else recorded[name]
        for name in names
        if name in tests or name in recorded
    }


def _languages(change: Change, compared: Comparison) -> Sequence[str]:
    """Return the languages that a confirmed change concerns: that of a translation, else all."""
    return [change.name] if change.kind == "translated" else [compared.today.language, *compared.today.translations]
