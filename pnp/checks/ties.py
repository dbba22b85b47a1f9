"""A game's ties → diagnostics where a sentence says the opposite of its claims, or of one that says the same.

A game's sentences and its ties.yaml → diagnostics for what is not as it was confirmed, or rests on no test.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import replace

from pnp.checks.rules import empty_tests
from pnp.checks.subject import GameSubject, Request
from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Place, counted, suggest
from pnp.text.glossary import load_pair, load_source_pair
from pnp.text.translation_terms import Opposites
from pnp.ties.book import Book, Tie, ties_path
from pnp.ties.compare import Change, Compared, called, compare, read_today, rests_on, runs, sentences_on, what_changed
from pnp.ties.files import load_book
from pnp.ties.propose import share, unread_of

MEANT = "opposite"
"""What ``meant:`` of a tie says of a sentence that may say the opposite of what it is tied to."""


def check_opposites(subject: GameSubject, compared: Compared, diagnostics: Diagnostics) -> None:
    """Tell of sentences that say the opposite of what they are tied to, each in its own language.

    Claims are in the source language alone. What one claim says of both sides excuses the others.
    """
    game, today = subject.game, compared.today
    quiet = Diagnostics()  # faults of the files are told by the check of the glossary
    pair = load_source_pair(subject.files, game, quiet)
    source = Opposites(pair, pair.source)
    pairs = {language: load_pair(subject.files, game.language, language, quiet) for language in today.translations}
    targets = {language: Opposites(pair, pair.target) for language, pair in pairs.items()}
    ties = {number: tie for number in compared.partners if (tie := compared.tie_of(number)) is not None}
    numbers = {tie.head.id: number for number, tie in ties.items() if tie.head.id}
    turned: set[int] = set()
    for number, tie in sorted(ties.items(), key=lambda pair: not pair[1].head.by):  # what has claims of its own first
        if MEANT in tie.head.meant:
            continue
        sentence, same = today.sentences[number], numbers.get(tie.head.same)
        texts = [_claims(tie, compared)]
        if same is not None:
            texts += [[] if same in turned else [today.sentences[same].text], _claims(ties[same], compared)]
        found = list(_against(source, sentence.text, texts))
        turned |= {number} if found else set()
        _tell(found[:1], sentence.place, diagnostics)
        for language, opposites in targets.items() if not found else ():
            translations = today.translations[language]
            if same is not None and number in translations and same in translations:
                text, place = translations[number]
                _tell(list(_against(opposites, text, [[translations[same][0]]]))[:1], place, diagnostics)


def _claims(tie: Tie, compared: Compared) -> list[str]:
    """The claims and expectations of a tie, which are sentences themselves."""
    return [name for name in tie.head.by if " " in name and name in compared.today.tests]


def _against(opposites: Opposites, text: str, texts: Sequence[Sequence[str]]) -> Iterator[tuple[str, str, str]]:
    """A word of a text, its opposite in others which together do not say the word, and which of them says it."""
    for others in texts:
        for word, opposite in opposites.turned_round(text, " . ".join(others)):
            there = (other for other in others if any(True for _ in opposites.turned_round(text, other)))
            yield word, opposite, next(there, others[0])


def _tell(found: Sequence[tuple[str, str, str]], place: Place, diagnostics: Diagnostics) -> None:
    for word, opposite, other in found:
        what = f"it says “{word}”; what it is tied to says “{opposite}”"
        fix = f"correct one of them; or, where both are right, write in its tie: meant: {MEANT}"
        diagnostics.tell(Code.TIE_OPPOSITE, place, what=what, why=f"it is tied to {called(other)}", fix=fix)


def check_ties(subject: GameSubject, diagnostics: Diagnostics) -> None:
    """Tell of sentences, translations and tests that nobody has confirmed; of a game that has ties."""
    game = subject.game
    book = load_book(subject.files, game, diagnostics)
    if book is None:
        return
    compared = compare(book, read_today(subject.manuscript, subject.files))
    for code, place, what, why in _told(compared):
        again = "look at it" if code == Code.LOOK_UNCONFIRMED else "read it again"
        diagnostics.tell(code, place, what=what, why=why, fix=f"{again}, then run pnp confirm {game.name}")
    _check_read(compared, game.name, diagnostics)
    _check_names(compared, game.name, diagnostics)
    untested = _check_sections(compared, empty_tests(game), diagnostics)
    check_opposites(subject, compared, diagnostics)
    _check_facts(compared, frozenset(game.head.facts), untested, diagnostics)


def tie_lines(subject: GameSubject, request: Request) -> Iterator[str]:
    """How many of a game's sentences are tied, or how to begin; wanted, a line for each that rests on nothing.

    And for each claim of the booklet that no sentence rests on.
    """
    game = subject.game
    if not game.claims:
        return
    book = load_book(subject.files, game, Diagnostics())
    if book is None:
        if not subject.files.exists(ties_path(game.name)):
            yield f"{game.name}: no sentence is tied to a test; pnp confirm {game.name} begins {ties_path(game.name)}"
        return
    found = share(_without(book, empty_tests(game)))
    yield f"{game.name}: {found.line}"
    for tie in found.untied if request.is_complete else ():
        yield f"{tie.place.file}:{tie.place.line}: rests on nothing: {tie.head.says}"
    named = {name for tie in book.ties for name in tie.head.by}
    for claim, tree in zip(game.claims, game.claims_source, strict=True) if request.is_complete else ():
        if claim.source == "booklet" and claim.verdict == "holds" and claim.claim not in named:
            yield f"{tree.place.file}:{tree.place.line}: no sentence rests on it: {claim.claim}"


def _without(book: Book, names: Container[str]) -> Book:
    """The book with no sentence on tests of these names."""
    rests = ([name for name in tie.head.by if name not in names] for tie in book.ties)
    ties = (tie.changed({"by": tuple(by)}) for tie, by in zip(book.ties, rests, strict=True))
    return replace(book, ties=tuple(ties))


def _told(compared: Compared) -> Iterator[tuple[Code, Place, str, str]]:
    """What has changed: code, place, what, why. Sentences that are new, gone or moved together are one."""
    new_languages = _unconfirmed_languages(compared)
    for language, changes in new_languages.items():
        count = counted(len(changes), "sentence")
        what = f"the translation into {language} has not been confirmed yet: {count}"
        yield Code.SENTENCE_UNCONFIRMED, changes[0].place, what, f"pnp confirm --lang {language} asks for nothing else"
    changes = [
        one
        for one in compared.changes
        if one.kind != "unread" and not (one.kind == "translated" and one.name in new_languages)
    ]
    for run in runs(changes):
        first, more = run[0], len(run) - 1
        what = f"{what_changed(first)}{f', and {more} more behind it' if more else ''}"
        if first.kind in ("test", "renamed", "lost"):
            on = sentences_on(first.name, compared)
            why = f"{counted(len(on), 'sentence rests', 'sentences rest')} on it: {on[0]}" if on else ""
        elif first.kind == "look":
            why = "whether it shows the same, only a person can see"
        else:
            why = rests_on(first, compared)
        yield Code.LOOK_UNCONFIRMED if first.kind == "look" else Code.SENTENCE_UNCONFIRMED, first.place, what, why


def _unconfirmed_languages(compared: Compared) -> dict[str, list[Change]]:
    """The translations of each language of which no sentence was ever confirmed."""
    confirmed = {language for tie in compared.book.ties for language in tie.translations}
    unconfirmed: dict[str, list[Change]] = {}
    for change in compared.changes:
        if change.kind == "translated" and change.name not in confirmed:
            unconfirmed.setdefault(change.name, []).append(change)
    return {language: changes for language, changes in unconfirmed.items() if len(changes) > 1}


def _check_read(compared: Compared, game: str, diagnostics: Diagnostics) -> None:
    """Tell how much was recorded without being read, at the first of it."""
    count = unread_of(compared.book)
    if count:
        places = [change.place for change in compared.changes if change.kind == "unread"]
        what = f"{counted(count, 'sentence or look was', 'sentences and looks were')} recorded unread"
        why = "what pnp confirm --yes records, nobody has read"
        place = places[0] if places else Place(ties_path(game))
        fix = f"answer for each: pnp confirm {game}, in a terminal"
        diagnostics.tell(Code.SENTENCE_UNREAD, place, what=what, why=why, fix=fix)


def _check_names(compared: Compared, game: str, diagnostics: Diagnostics) -> None:
    """Tell of ties that name no test, or no other sentence, and of claims that are false."""
    book, tests = compared.book, compared.today.tests
    gone = {change.name for change in compared.changes if change.kind in ("renamed", "lost")}
    ids = [tie.head.id for tie in book.ties if tie.head.id]
    for tie in book.ties:
        for name in tie.head.by:
            if name not in tests and name not in gone:
                what = f"no claim, example or function is called {called(name)}"
                diagnostics.tell(Code.TIE_UNKNOWN, tie.place, what=what, fix=suggest(name, tests))
            elif name in tests and tests[name].is_false:
                what, fix = f"{called(name)} is contradicted", "tie the sentence to what shows that it is so"
                diagnostics.tell(Code.TIE_CONTRADICTED, tie.place, what=what, why="it cannot rest on that", fix=fix)
        if tie.head.same and tie.head.same not in ids:
            what, fix = f"no sentence has the id {tie.head.same}", suggest(tie.head.same, ids)
            diagnostics.tell(Code.TIE_UNKNOWN, tie.place, what=what, fix=fix)
        if tie.head.id and ids.count(tie.head.id) > 1:
            what = f"{tie.head.id} is the id of {ids.count(tie.head.id)} sentences"
            diagnostics.tell(Code.TIE_UNKNOWN, tie.place, what=what, fix=f"give each its own, in {ties_path(game)}")


def _check_sections(compared: Compared, empty: Container[str], diagnostics: Diagnostics) -> set[str]:
    """Tell of headings whose rules no claim and no example tests, but for those that are empty; those headings."""
    untested = set()
    rules: dict[str, list[tuple[Tie, Place]]] = {}
    for number, sentence in enumerate(compared.today.sentences):
        tie = compared.tie_of(number)
        if tie is not None and not tie.head.kind:
            rules.setdefault(sentence.section, []).append((tie, sentence.place))
    for section, ties in rules.items():
        if not any(_is_tested(tie, compared, empty) for tie, _ in ties):
            what = f"no claim and no example tests {section}"
            why = f"{counted(len(ties), 'sentence states', 'sentences state')} rules there"
            fix = "write a claim or an example and tie it: by: […]; or say what the sentences are: is: advice"
            diagnostics.tell(Code.SECTION_UNTESTED, ties[0][1], what=what, why=why, fix=fix)
            untested.add(section)
    return untested


def _check_facts(compared: Compared, facts: frozenset[str], untested: Container[str], diagnostics: Diagnostics) -> None:
    """Tell of sentences whose words change with a fact of which none of their claims, examples or expectations says.

    A function of the rules reads facts that a sentence does not mean. Sections that nothing tests have been told.
    """
    for number, sentence in enumerate(compared.today.sentences):
        tie = compared.tie_of(number)
        names = tie.head.by if tie is not None and sentence.section not in untested else ()
        tests = [compared.today.tests[name] for name in names if name in compared.today.tests]
        playing = [test for test in tests if test.plays]
        for path in compared.today.follows[number] if tests else ():
            if path.partition(".")[0] in facts and not any(test.looks_at_fact(path) for test in playing):
                what = f"its words change with {path}, and no claim, example or expectation of its tie looks at that"
                why = f"it rests on {', '.join(called(test.name) for test in tests)}"
                fix = "print the fact that is meant, or tie the sentence to a claim or expectation that names this one"
                diagnostics.tell(Code.TIE_FACT, sentence.place, what=what, why=why, fix=fix)


def _is_tested(tie: Tie, compared: Compared, empty: Container[str]) -> bool:
    tests = (compared.today.tests.get(name) for name in tie.head.by if name not in empty)
    return bool(tie.head.same) or any(test is not None and test.plays for test in tests)
