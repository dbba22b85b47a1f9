"""A project → what nobody has confirmed in its games, and the files of ties with what was. Writing is the caller's."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from pnp.diagnostics import Diagnostics, counted
from pnp.manuscript import languages_of, read_manuscripts
from pnp.model.game import Game
from pnp.source.files import Files
from pnp.ties.book import Book, ties_path
from pnp.ties.compare import Change, Compared, compare, read_today, runs
from pnp.ties.propose import FORMS
from pnp.ties.reading import load_book
from pnp.ties.record import record
from pnp.ties.share import share
from pnp.ties.wording import sentences_on, what_changed
from pnp.ties.writing import write_book
from pnp.write import Output

_TIES_SHOWN = 4
_INDENT = "      "


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

    def output(self, confirmed: Collection[Change]) -> Output | None:
        """The game's ties with some changes confirmed; None where that leaves the file as it is."""
        book = record(self.compared, confirmed)
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
        reviews.append(Review(game, compared, tuple(_questions(wanted, compared))))
    return reviews


def _is_wanted(change: Change, languages: Sequence[str], parts: Sequence[str]) -> bool:
    if languages and not (change.kind == "translated" and change.name in languages):
        return False
    texts = (change.section, change.old, change.new, change.name)
    return not parts or any(part.lower() in text.lower() for part in parts for text in texts)


def _questions(changes: Sequence[Change], compared: Compared) -> Iterator[Question]:
    """What is one thing for who reads it is one question."""
    for run in runs(changes):
        show = _new_lines if run[0].kind == "new" else _lines
        yield Question(run[0].section, run, tuple(line for change in run for line in show(change, compared)))


def _new_lines(change: Change, compared: Compared) -> list[str]:
    """A new sentence with the tie that is proposed for it; headings and labels have none."""
    tie = record(compared, {change}).ties
    mine = next((tie.head for tie in tie if tie.head.says == change.new and not tie.written), None)
    lines = [f"{change.place}  new: {change.new}", *_translations(change, compared)]
    if mine is None or (mine.kind in FORMS - {"advice"} and not mine.by):
        return lines
    follows = f"; follows {', '.join(mine.follows)}" if mine.follows else ""
    rests = f"tied to {', '.join(mine.by)}" if mine.by else f"is {mine.kind}" if mine.kind else "tied to nothing"
    return [*lines, f"{_INDENT}{rests}{follows}"]


def _lines(change: Change, compared: Compared) -> list[str]:
    lines = [f"{change.place}  {change.kind}"]
    if change.kind in ("changed", "translated"):
        lines += [f"{_INDENT}was  {change.old or 'not confirmed'}", f"{_INDENT}now  {change.new}"]
        lines += _translations(change, compared) if change.kind == "changed" else [_source(change, compared)]
    else:
        lines.append(f"{_INDENT}{what_changed(change)}")
    if change.kind in ("test", "renamed", "lost"):
        on = sentences_on(change.name, compared)
        lines += [f"{_INDENT}shows  {sentence}" for sentence in on[:_TIES_SHOWN]]
        lines += [f"{_INDENT}and {counted(len(on) - _TIES_SHOWN, 'more sentence')}"] if len(on) > _TIES_SHOWN else []
    elif change.index is not None:
        head = compared.book.ties[change.index].head
        others = (f"same as {head.same}",) if head.same else (head.kind,) if head.kind else ()
        lines += [f"{_INDENT}by   {name}" for name in head.by] + [f"{_INDENT}is   {other}" for other in others]
    return lines


def _translations(change: Change, compared: Compared) -> Iterator[str]:
    """A sentence in the other languages, which is confirmed with it: also where it has stayed as it was."""
    assert change.number is not None
    known = compared.book.ties[change.index].translations if change.index is not None else {}
    for language, text in compared.today.in_languages(change.number).items():
        was = known.get(language)
        if was is not None and was != text:
            yield f"{_INDENT}{language:3}  was  {was}"
            yield f"{_INDENT}{language:3}  now  {text}"
        else:
            yield f"{_INDENT}{language:3}  {text}{'  (as before)' if was is not None and was == text else ''}"


def _source(change: Change, compared: Compared) -> str:
    """The sentence that a translation is of."""
    assert change.number is not None
    return f"{_INDENT}{compared.today.sentences[change.number].text}"
