"""A game's sentences and its ties.yaml → diagnostics for unconfirmed changes and for sentences that tests do not back.

A sentence is also reported if it says the opposite of its tests. pnp.ties reads sentences and tests, and compares them.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

from pnp.checks.subject import GameSubject, Request
from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Place, counted, suggest
from pnp.project.files import Files
from pnp.project.game import Game
from pnp.text.glossary import load_source_pair
from pnp.text.opposites import Opposites
from pnp.ties.book import ties_path
from pnp.ties.compare import (
    Change,
    Comparison,
    called,
    compare,
    count_ties,
    describe_change,
    read_today,
    rests_on,
    runs,
)
from pnp.ties.files import load_book
from pnp.ties.proofs import empty_tests

MAX_SHOWN = 3
"""At most this many sentences are named with a test, and at most this many translations are reported one by one; more
are counted."""


def check_ties(subject: GameSubject, diagnostics: Diagnostics) -> None:
    """Report sentences, translations and tests of a game with ties that are not confirmed."""
    game = subject.game
    book = load_book(subject.files, game, diagnostics)
    if book is None or game.has_faulty_tests:  # without its tests every sentence would have lost them
        return
    compared = compare(book, read_today(subject.source_game, subject.files))
    for place, what, why, do in _unconfirmed(compared, subject):
        fix = f"{do} again, then run pnp confirm {game.name}"
        diagnostics.report(Code.SENTENCE_UNCONFIRMED, place, what=what, why=why, fix=fix)
    for language, changes in _new_translations(compared).items():
        if not subject.is_requested(language):
            continue
        what = f"the translation into {language} has not been confirmed yet: {counted(len(changes), 'sentence')}"
        fix = f"compare it with the source: pnp confirm {game.name} --lang {language}, in a terminal"
        diagnostics.report(Code.SENTENCE_UNCONFIRMED, changes[0].place, what=what, fix=fix)
    _check_read(compared, game.name, diagnostics)
    _check_names(compared, diagnostics)
    untested = _check_sections(compared, empty_tests(game), diagnostics)
    opposites = source_opposites(subject.files, game)
    for number, tie in compared.rules:
        sentence = compared.today.sentences[number]
        opposite = None if tie.is_deliberate else opposite_of(opposites, sentence.text, tie.by, compared.today.tests)
        if opposite is not None:
            word, opposite_word, test = opposite
            what, why = (
                f"it says “{word}”, but a test that it is tied to says “{opposite_word}”",
                f"it is tied to {called(test)}",
            )
            fix = f"correct one of them; or, if both are right, run pnp confirm {game.name} and answer y"
            diagnostics.report(Code.TIE_OPPOSITE, sentence.place, what=what, why=why, fix=fix)
    _check_facts(compared, frozenset(game.head.facts), untested, diagnostics)


def tie_lines(subject: GameSubject, request: Request) -> Iterator[str]:
    """Yield lines that say how many of a game's sentences are tied, or how to begin.

    Args:
        subject: The game.
        request: If its is_complete is true, sentences without a test are listed, and claims of the booklet to which no
            sentence is tied.
    """
    game = subject.game
    if not game.claims:
        return
    book = load_book(subject.files, game, Diagnostics())
    if book is None:
        if not subject.files.exists(ties_path(game.name)):
            yield f"{game.name}: no sentence is tied to a test; pnp confirm {game.name} creates {ties_path(game.name)}"
        return
    compared = compare(book, read_today(subject.source_game, subject.files))
    counts = count_ties(compared, empty_tests(game))
    yield f"{game.name}: {counts.line}"
    for number in counts.untied if request.is_complete else ():
        sentence = compared.today.sentences[number]
        yield f"{sentence.place.file}:{sentence.place.line}: not tied to a test: {sentence.text}"
    for claim, tree in zip(game.claims, game.claims_source, strict=True) if request.is_complete else ():
        if claim.source == "booklet" and claim.verdict == "holds" and claim.claim not in book.tests:
            yield f"{tree.place.file}:{tree.place.line}: no sentence is tied to it: {claim.claim}"


# --- what has changed


def _unconfirmed(compared: Comparison, subject: GameSubject) -> Iterator[tuple[Place, str, str, str]]:
    """Yield place, what, why and what to do for each change.

    Sentences that are new, gone or moved together are one change. Translations that _new_translations returns, and
    those into languages that are not requested, are left out.
    """
    new_languages = _new_translations(compared)
    changes = [
        change
        for change in compared.changes
        if change.kind != "unread"
        and not (change.is_first and change.name in new_languages)
        and (change.kind != "translated" or subject.is_requested(change.name))
    ]
    for run in runs(changes):
        first, more = run[0], len(run) - 1
        what = f"{describe_change(first)}{f', and {more} more after it' if more else ''}"
        is_picture = first.number is not None and compared.today.sentences[first.number].kind == "art"
        yield first.place, what, _reason(first, compared), "look at it" if is_picture else "read it"


def _new_translations(compared: Comparison) -> dict[str, list[Change]]:
    """Return, by language, translations that were never confirmed and are reported as one fault.

    They are one fault if nothing in their language was confirmed, or if there are more than a few.
    """
    confirmed = {language for tie in compared.book.ties for language in tie.translations}
    first_time: dict[str, list[Change]] = {}
    for change in compared.changes:
        if change.kind == "translated" and change.is_first:
            first_time.setdefault(change.name, []).append(change)
    return {
        language: changes
        for language, changes in first_time.items()
        if len(changes) > MAX_SHOWN or language not in confirmed
    }


def _reason(change: Change, compared: Comparison) -> str:
    if change.number is not None or change.kind == "gone":
        return rests_on(change, compared)
    sentences = compared.resting_on(change.name)
    more = f" … and {len(sentences) - MAX_SHOWN} more" if len(sentences) > MAX_SHOWN else ""
    tied = counted(len(sentences), "sentence is tied", "sentences are tied")
    return f"{tied} to it: {' / '.join(sentences[:MAX_SHOWN])}{more}" if sentences else ""


def _check_read(compared: Comparison, game: str, diagnostics: Diagnostics) -> None:
    """Report the number of sentences that were recorded without being read, at the first of them."""
    count = compared.book.unread
    if count:
        places = [change.place for change in compared.changes if change.kind == "unread"]
        what = f"{counted(count, 'sentence was', 'sentences were')} recorded unread"
        why = "pnp confirm --yes recorded sentences that nobody has read"
        place = places[0] if places else Place(ties_path(game))
        fix = f"answer its questions for each section: pnp confirm {game}, in a terminal"
        diagnostics.report(Code.SENTENCE_UNREAD, place, what=what, why=why, fix=fix)


# --- what sentences rest on


def _check_names(compared: Comparison, diagnostics: Diagnostics) -> None:
    """Report ties that name no test, and claims that were contradicted."""
    book, tests = compared.book, compared.today.tests
    missing = {change.name for change in compared.changes if change.kind in ("renamed", "lost")}
    for name in book.tests:
        place = next((tie.place for tie in book.ties if name in tie.by), Place(""))
        if name not in tests and name not in missing:
            what = f"no claim, example or function is called {called(name)}"
            diagnostics.report(Code.TIE_UNKNOWN, place, what=what, fix=suggest(name, tests))
        elif name in tests and tests[name].is_false:
            what, fix = f"{called(name)} is contradicted", "tie the sentence to a test that proves it"
            diagnostics.report(Code.TIE_CONTRADICTED, place, what=what, why="it cannot be tied to that", fix=fix)


def _check_sections(compared: Comparison, empty: Container[str], diagnostics: Diagnostics) -> set[str]:
    """Report headings whose rules no claim and no example tests, and return them. Empty tests do not count."""
    tests = compared.today.tests
    rules: dict[str, list[tuple[Place, bool]]] = {}
    for number, tie in compared.rules:
        sentence = compared.today.sentences[number]
        is_tested = any(name in tests and tests[name].plays and name not in empty for name in tie.by)
        rules.setdefault(sentence.section, []).append((sentence.place, is_tested))
    untested = {section for section, places in rules.items() if not any(is_tested for _, is_tested in places)}
    for section in sorted(untested, key=list(rules).index):
        what = f"no claim and no example tests {section}"
        why = f"{counted(len(rules[section]), 'sentence states', 'sentences state')} rules there"
        fix = "write a claim or an example and tie it; or say in pnp confirm that the sentences state no rule"
        diagnostics.report(Code.SECTION_UNTESTED, rules[section][0][0], what=what, why=why, fix=fix)
    return untested


def _check_facts(
    compared: Comparison, facts: frozenset[str], untested: Container[str], diagnostics: Diagnostics
) -> None:
    """Report sentences whose words change with a fact that none of their claims, examples or expectations reads.

    Functions of the rules do not count, because they also read facts that the sentence is not about. _check_sections
    reports sections without tests.
    """
    for number, tie in compared.rules:
        sentence = compared.today.sentences[number]
        tests = [compared.today.tests[name] for name in tie.by if name in compared.today.tests]
        for path in compared.today.follows[number] if tests and sentence.section not in untested else ():
            if path.partition(".")[0] in facts and not any(test.plays and test.looks_at_fact(path) for test in tests):
                what = (
                    f"its words change with {path}, but no claim, example or expectation that it is tied to reads that"
                )
                why = f"it is tied to {', '.join(called(test.name) for test in tests)}"
                fix = "use the fact that is meant, or tie the sentence to a claim or expectation that reads this one"
                diagnostics.report(Code.TIE_FACT, sentence.place, what=what, why=why, fix=fix)


# --- opposites


def source_opposites(files: Files, game: Game) -> Opposites:
    """Return the opposites in the game's language. The check of the glossary reports faults of the files."""
    pair = load_source_pair(files, game, Diagnostics())
    return Opposites(pair, pair.source)


def opposite_of(
    opposites: Opposites, text: str, by: Sequence[str], tests: Container[str]
) -> tuple[str, str, str] | None:
    """Return a word of a sentence whose opposite, but not the word itself, is in its claims or expectations.

    Returns:
        The word, its opposite, and the claim or expectation that says the opposite; None if all agree.
    """
    claims = [name for name in by if " " in name and name in tests]
    for word, opposite in opposites.turned_round(text, " . ".join(claims)):
        contrary = (claim for claim in claims if any(True for _ in opposites.turned_round(text, claim)))
        return word, opposite, next(contrary, claims[0])
    return None
