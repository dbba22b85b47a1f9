"""A project → what nobody has confirmed in its games, and the files of ties with what was. Writing is the caller's.

pnp confirm.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pnp.commands.options import FormOption, Games, Languages, ProjectDir, open_project
from pnp.commands.terminal import FAULTS, exit_with, say, tell_faults, write_or_exit
from pnp.core.diagnostics import Diagnostics, counted
from pnp.expressions.scope import game_scope
from pnp.outputs import Output
from pnp.project.files import Files
from pnp.project.game import Game
from pnp.source_game import languages_of, read_manuscripts
from pnp.text.catalogue import load_catalogue
from pnp.text.edition import has_words, make_edition
from pnp.text.placeholders import find_expressions, one_line
from pnp.ties.book import Book, ties_path
from pnp.ties.compare import Change, Compared, compare, read_today, record, runs, sentences_on, what_changed
from pnp.ties.files import load_book, write_book
from pnp.ties.passages import filled
from pnp.ties.propose import FORMS, example_of, share

if TYPE_CHECKING:
    pass
    from pnp.core.diagnostics import Diagnostics
    from pnp.project.files import Files
    from pnp.ties.compare import Change
    from pnp.workers.pool import Step


_TIES_SHOWN = 4
_INDENT = "      "

_LONGEST = 160
"""Characters of a sentence filled in, or of an example's values, that are shown."""

_LAST_STEP = re.compile(r"(?:\.\w+|\[-?\d+\])$")
_STEP = re.compile(r"-?\w+")


@dataclass(frozen=True)
class Question:
    """Changes that are confirmed together, and how they are shown."""

    section: str
    changes: tuple[Change, ...]
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Review:
    """What is to be confirmed of a game."""

    game: Game
    compared: Compared
    questions: tuple[Question, ...]

    @property
    def unread(self) -> tuple[Change, ...]:
        """What is asked for only because it was recorded unread."""
        return tuple(change for question in self.questions for change in question.changes if change.kind == "unread")

    def output(self, confirmed: Collection[Change], unread: Collection[Change] = ()) -> Output | None:
        """The game's ties with some changes confirmed, of which some are unread; None where the file stays as it is."""
        book = record(self.compared, confirmed, unread)
        if book == self.compared.book or (self.questions and not confirmed):
            return None
        text = write_book(book, self.game)
        return Output(ties_path(self.game.name), text.encode(), share(book).line)


def review(
    files: Files, games: Sequence[str], languages: Sequence[str], parts: Sequence[str], diagnostics: Diagnostics
) -> list[Review]:
    """What has changed in some games since it was confirmed.

    Args:
        files: The project.
        games: Names; none means all that have claims.
        languages: Only translations into these.
        parts: Only sentences, sections or tests with one of these texts in them.
        diagnostics: Told of what cannot be read.
    """
    reviews = []
    for manuscript in read_manuscripts(files, games, diagnostics):
        game, path = manuscript.game, ties_path(manuscript.game.name)
        if not (games or game.claims or files.exists(path)):
            continue
        languages_of(game, game.head.languages[1:], languages, diagnostics)
        book = load_book(files, game, diagnostics) if files.exists(path) else Book()
        if book is None:
            continue
        compared = compare(book, read_today(manuscript, files))
        wanted = [change for change in compared.changes if _is_wanted(change, languages, parts)]
        shown = _Shown(compared, game, files)
        reviews.append(Review(game, compared, tuple(shown.questions(wanted))))
    return reviews


def _is_wanted(change: Change, languages: Sequence[str], parts: Sequence[str]) -> bool:
    if languages and not (change.kind == "translated" and change.name in languages):
        return False
    texts = (change.section, change.old, change.new, change.name)
    return not parts or any(part.lower() in text.lower() for part in parts for text in texts)


class _Shown:
    """Shows changes, with the words of their sentences filled in, in each language."""

    def __init__(self, compared: Compared, game: Game, files: Files) -> None:
        self.compared = compared
        self.game = game
        self.files = files
        self.editions: dict[str, tuple[Game, dict[str, Any]]] = {}

    def questions(self, changes: Sequence[Change]) -> Iterator[Question]:
        """What is one thing for who reads it is one question."""
        for run in runs(changes):
            show = self._new_lines if run[0].kind == "new" else self._lines
            yield Question(run[0].section, run, tuple(line for change in run for line in show(change)))

    def _new_lines(self, change: Change) -> list[str]:
        """A new sentence with the tie that is proposed for it; headings and labels have none."""
        tie = record(self.compared, {change}).ties
        mine = next((tie.head for tie in tie if tie.head.says == change.new and not tie.written), None)
        lines = [f"{change.place}  new: {change.new}", *self._filled(change.new, change), *self._translations(change)]
        if mine is None or (mine.kind in FORMS - {"advice"} and not mine.by):
            return lines
        follows = f"; follows {', '.join(mine.follows)}" if mine.follows else ""
        rests = f"tied to {', '.join(mine.by)}" if mine.by else f"is {mine.kind}" if mine.kind else "tied to nothing"
        return [*lines, f"{_INDENT}{rests}{follows}", *self._examples(mine.follows)]

    def _lines(self, change: Change) -> list[str]:
        lines = [f"{change.place}  {change.kind}"]
        if change.kind in ("changed", "translated"):
            language = change.name
            lines += [f"{_INDENT}was  {change.old or 'not confirmed'}", *self._filled(change.old, change, language)]
            lines += [f"{_INDENT}now  {change.new}", *self._filled(change.new, change, language)]
            lines += self._translations(change) if change.kind == "changed" else self._source(change)
        elif change.kind == "unread" and change.number is not None:
            lines += [f"{_INDENT}now  {change.new}", *self._filled(change.new, change), *self._translations(change)]
        else:
            lines.append(f"{_INDENT}{what_changed(change)}")
            lines += self._source(change) if change.number is not None else []
        if change.kind in ("test", "renamed", "lost"):
            on = sentences_on(change.name, self.compared)
            lines += [f"{_INDENT}shows  {sentence}" for sentence in on[:_TIES_SHOWN]]
            more = counted(len(on) - _TIES_SHOWN, "more sentence")
            lines += [f"{_INDENT}and {more}"] if len(on) > _TIES_SHOWN else []
        elif change.index is not None:
            head = self.compared.book.ties[change.index].head
            others = (f"same as {head.same}",) if head.same else (head.kind,) if head.kind else ()
            lines += [f"{_INDENT}by   {name}" for name in head.by] + [f"{_INDENT}is   {other}" for other in others]
            lines += self._examples(self.compared.today.follows[change.number] if change.number is not None else ())
        return lines

    def _translations(self, change: Change) -> Iterator[str]:
        """A sentence in the other languages, which is confirmed with it: also where it has stayed as it was."""
        assert change.number is not None
        known = self.compared.book.ties[change.index].translations if change.index is not None else {}
        texts = self.compared.today.in_languages(change.number)
        for language in self.compared.today.translations:
            text = texts.get(language, "")
            whole = "" if text else self._whole(change.number, language)
            was = known.get(language)
            if text and was is not None and was != text:
                yield f"{_INDENT}{language:3}  was  {was}"
                yield f"{_INDENT}{language:3}  now  {text}"
            elif text:
                is_kept = was is not None and change.kind != "unread"
                yield f"{_INDENT}{language:3}  {text}{'  (as before)' if is_kept else ''}"
            elif whole:
                yield f"{_INDENT}{language:3}  {whole}  (all sentences of the text)"
            elif any(map(has_words, self.compared.today.sentences[change.number].unit)):
                yield f"{_INDENT}{language:3}  (not translated)"
            yield from self._filled(text or whole, change, language)

    def _whole(self, number: int, language: str) -> str:
        """The translation of the whole text that a sentence is of, which stands with the first of its sentences."""
        first = number - self.compared.today.sentences[number].part[0]
        return self.compared.today.translations[language].get(first, ("", None))[0]

    def _source(self, change: Change) -> list[str]:
        """The sentence that a translation is of, or that has moved."""
        assert change.number is not None
        text = self.compared.today.sentences[change.number].text
        return [f"{_INDENT}{text}", *self._filled(text, change)]

    def _filled(self, text: str, change: Change, language: str = "") -> list[str]:
        """A text as it is printed, where that is not as it is written."""
        if change.number is None or not find_expressions(text):
            return []
        game, scope = self._edition(language)
        found = dict.fromkeys(filled(text, self.compared.today.sentences[change.number], game, scope))
        words = " / ".join(one_line(words) for words in found if words) or "(has no value)"
        return [f"{_INDENT}=    {_shortened(words)}"]

    def _edition(self, language: str) -> tuple[Game, dict[str, Any]]:
        if language not in self.editions:
            catalogue = load_catalogue(self.files, self.game, language, Diagnostics()) if language else None
            edition = make_edition(self.game, language or self.game.language, catalogue)
            self.editions[language] = edition.game, game_scope(edition.game, edition.plural)
        return self.editions[language]

    def _examples(self, follows: Sequence[str]) -> Iterator[str]:
        """What stands around each value that a sentence takes from an example: the wrong seat or card shows there."""
        paths = dict.fromkeys(_around(path) for path in follows if example_of(path))
        for path in paths:
            value: Any = self.game.examples_source
            for step in _STEP.findall(path)[1:]:
                value = _part(value, step)
            if value is not None:
                yield f"{_INDENT}of   {path.partition('.')[2]}: {_shortened(_plainly(value))}"


def _around(path: str) -> str:
    """The path of what a value of an example stands in: of a list or mapping in the example, not of all of that."""
    above = _LAST_STEP.sub("", path)
    return path if above == example_of(path) else above


def _part(value: Any, step: str) -> Any:
    """A value of a mapping by its key, or of a list by its number; None where there is none."""
    if isinstance(value, Mapping):
        return value.get(step)
    if isinstance(value, list) and step.lstrip("-").isdecimal() and -len(value) <= int(step) < len(value):
        return value[int(step)]
    return None


def _plainly(value: Any) -> str:
    """A value of an example on one line: lists and mappings without brackets, but for those within."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {entry}" for key, entry in value.items())
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


_UNREAD = "what --yes has recorded counts as unread; to read it: pnp confirm {game}, in a terminal"
_ASKED = "  Do they say the same? y yes, a all of this section, n not now, s skip this section, q quit: "


def confirm(
    games: Games = None,
    lang: Languages = None,
    sentence: Annotated[
        list[str] | None,
        typer.Option("--sentence", "-s", help="Only what has these words in it; may be repeated.", metavar="WORDS"),
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Record all of it without asking, as unread.")] = False,
    project: ProjectDir = Path(),
    form: FormOption = "text",
) -> None:
    """Show which sentences, translations and tests have changed, and record those that still say the same."""
    from pnp.core.diagnostics import Diagnostics
    from pnp.workers.supervisor import supervised

    files = open_project(project)
    diagnostics = Diagnostics()
    reviews: list[Review] = []
    with diagnostics.collected():
        reviews, found = supervised(partial(_review, files, games or (), lang or (), sentence or ()))
        diagnostics.extend(found)
    faulty = tell_faults(diagnostics, files, form)
    if faulty:
        exit_with(f"{faulty}; nothing was recorded")
    is_asked = not yes and sys.stdin.isatty()
    left = False
    if not reviews:
        say("nothing to confirm: no game has claims or ties.yaml; to tie sentences, name one: pnp confirm GAME")
    for one in reviews:
        confirmed, unread = _asked(one) if is_asked else _shown(one, yes)
        output = one.output(confirmed, unread)
        if output is not None:
            write_or_exit([output], files.root, files, form)
            say(f"{output.path}  {output.summary}")
        elif not one.questions:
            say(f"{one.game.name}: all is confirmed")
        changes = [change for question in one.questions for change in question.changes]
        if yes and (unread or one.unread):
            say(f"{one.game.name}: {_UNREAD.format(game=one.game.name)}")
        left = left or len(confirmed) < len(changes) - (len(one.unread) if yes else 0)
    if left:
        if not is_asked:
            say("nothing was recorded; --yes confirms all of it", err=True)
        raise typer.Exit(FAULTS)


def _review(
    files: Files, games: Sequence[str], lang: Sequence[str], sentence: Sequence[str], _step: Step
) -> tuple[list[Review], Diagnostics]:
    """What has changed in the games, and what is wrong with them."""
    from pnp.core.diagnostics import Diagnostics

    diagnostics = Diagnostics()
    return list(review(files, games, lang, sentence, diagnostics)), diagnostics


def _shown(review: Review, yes: bool) -> tuple[set[Change], set[Change]]:
    """Show everything; confirm all of it, unread, or nothing. What was recorded unread before stays so."""
    section = None
    for question in review.questions:
        _show(question, section)
        section = question.section
    changes = {change for question in review.questions for change in question.changes} if yes else set()
    confirmed = changes.difference(review.unread)
    return confirmed, {change for change in confirmed if change.kind not in ("gone", "renamed")}


def _asked(review: Review) -> tuple[set[Change], set[Change]]:
    """Ask for each: what is confirmed, before quitting too; and what of that was confirmed for all, so not read."""
    confirmed: set[Change] = set()
    unread: set[Change] = set()
    section, answer = None, ""
    for number, question in enumerate(review.questions, 1):
        is_asked = question.section != section or answer not in ("a", "s")
        if is_asked or answer == "a":
            _show(question, section)
        section = question.section
        if is_asked:
            answer = _answer(f"{number}/{len(review.questions)}")
        if answer in ("y", "a"):
            confirmed |= set(question.changes)
            unread |= set() if is_asked else set(question.changes)
        elif answer == "q":
            break
    return confirmed, unread


def _show(question: Question, section: str | None) -> None:
    """Show a question, below its section where that is not shown yet."""
    if question.section != section:
        say(question.section or "Tests")
    for line in question.lines:
        say(f"  {line}")


def _answer(count: str) -> str:
    while True:
        try:
            answer = input(f"{_ASKED}[{count}] ").strip().lower()[:1]
        except EOFError:
            return "q"
        if answer in ("y", "a", "n", "s", "q"):
            return answer
