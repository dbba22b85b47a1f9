"""pnp confirm: shows what nobody has confirmed in the games of a project, asks, and writes ties.yaml."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pnp.checks.ties import opposite_of, source_opposites
from pnp.commands.options import FormOption, Games, Languages, ProjectDir, open_project
from pnp.commands.terminal import FAULTS, current_date, exit_with, report_faults, say, write_or_exit
from pnp.core.diagnostics import Diagnostics, Mistake
from pnp.outputs import Output
from pnp.project.files import Files
from pnp.project.game import Game
from pnp.source_game import languages_of, read_source_games
from pnp.ties.book import Book, Support, ties_path
from pnp.ties.compare import Change, Compared, called, compare, read_today, share
from pnp.ties.files import load_book, write_book
from pnp.ties.questions import ParagraphQuestion, TieQuestion, parse_support, proposed, questions, rests_lines
from pnp.ties.record import record

if TYPE_CHECKING:
    from pnp.workers.pool import Step


@dataclass(frozen=True)
class Review:
    """What is to be confirmed of a game.

    Attributes:
        supports: The tests that are proposed for sentences, by number.
        opposites: The sentences that say the opposite of their tests, and what is shown of it.
    """

    game: Game
    compared: Compared
    questions: tuple[TieQuestion, ...]
    supports: Mapping[int, Support]
    opposites: Mapping[int, str]

    @property
    def unread(self) -> tuple[Change, ...]:
        """What is asked for only because it was recorded unread."""
        return tuple(change for question in self.questions for change in question.changes if change.kind == "unread")


@dataclass(frozen=True)
class Answers:
    """What somebody has answered.

    Attributes:
        confirmed: The changes that are recorded.
        unread: Those of them that nobody has read.
        supports: The tests that sentences rest on, as they were proposed or typed.
    """

    confirmed: frozenset[Change] = frozenset()
    unread: frozenset[Change] = frozenset()
    supports: Mapping[int, Support] | None = None


def review(
    files: Files, games: Sequence[str], languages: Sequence[str], parts: Sequence[str], diagnostics: Diagnostics
) -> list[Review]:
    """Find what has changed in some games since it was confirmed.

    Args:
        files: The project.
        games: Names; none means all that have claims.
        languages: Only translations into these.
        parts: Only sentences, sections or tests with one of these texts in them.
        diagnostics: Collects what cannot be read.
    """
    reviews = []
    for manuscript in read_source_games(files, games, diagnostics):
        game, path = manuscript.game, ties_path(manuscript.game.name)
        if not (games or game.claims or files.exists(path)):
            continue
        languages_of(game, game.head.languages[1:], languages, diagnostics)
        book = load_book(files, game, diagnostics) if files.exists(path) else Book()
        if book is None:
            continue
        compared = compare(book, read_today(manuscript, files))
        changes = [change for change in compared.changes if _is_chosen(change, languages, parts)]
        supports = proposed(compared, game)
        opposites = _opposites(compared, changes, supports, files, game)
        asked = tuple(questions(changes, compared, supports, game, files))
        reviews.append(Review(game, compared, asked, supports, opposites))
    return reviews


def _is_chosen(change: Change, languages: Sequence[str], parts: Sequence[str]) -> bool:
    if languages and not (change.kind == "translated" and change.name in languages):
        return False
    texts = (change.section, change.new, change.name)
    return not parts or any(part.lower() in text.lower() for part in parts for text in texts)


def _opposites(
    compared: Compared, changes: Sequence[Change], supports: Mapping[int, Support], files: Files, game: Game
) -> dict[int, str]:
    """Find sentences that say the opposite of what they rest on, among those that are asked for."""
    opposites = source_opposites(files, game)
    lines = {}
    for number in {change.number for change in changes if change.number is not None and change.kind != "translated"}:
        tie = compared.tie_of(number)
        by = supports[number].by if number in supports else tie.by if tie else ()
        opposite = opposite_of(opposites, compared.today.text_of(number), by, compared.today.tests)
        if opposite is not None:
            word, opposite_word, test = opposite
            lines[number] = f"it says “{word}”, and {called(test)} says “{opposite_word}”"
    return lines


def recorded(review: Review, answers: Answers, date: str) -> Output | None:
    """Give a game's ties with what was confirmed; None where the file stays as it is."""
    compared = review.compared
    book = compared.book
    if answers.confirmed or book.is_old:
        supports = {**review.supports, **(answers.supports or {})}
        book = record(compared, answers.confirmed, answers.unread, supports, date)
    if book == compared.book:
        return None
    text = write_book(replace(book, is_old=False), review.game, compared.today.tests)
    return Output(ties_path(review.game.name), text.encode(), share(compare(book, compared.today)).line)


_UNREAD = "what --yes has recorded counts as unread; to read it: pnp confirm {game}, in a terminal"
_PROMPT = "  Is all of this so? Enter yes, n not now, {more}q quit: "
_BY_PARAGRAPH = "p by paragraph, "
_NUMBER = "1 WORDS the tests of 1, 1 - it needs none, "


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
    from pnp.workers.supervisor import supervised

    files = open_project(project)
    diagnostics = Diagnostics()
    reviews: list[Review] = []
    with diagnostics.collected():
        reviews, faults = supervised(partial(_review, files, games or (), lang or (), sentence or ()))
        diagnostics.extend(faults)
    faulty = report_faults(diagnostics, files, form)
    if faulty:
        exit_with(f"{faulty}; nothing was recorded")
    is_asked = not yes and sys.stdin.isatty()
    is_left = False
    if not reviews:
        say("nothing to confirm: no game has claims or ties.yaml; to tie sentences, name one: pnp confirm GAME")
    for asked in reviews:
        answers = _ask(asked) if is_asked else _show_all(asked, yes)
        output = recorded(asked, answers, current_date())
        if output is not None:
            write_or_exit([output], files.root, files, form)
            say(f"{output.path}  {output.summary}")
        elif not asked.questions:
            say(f"{asked.game.name}: all is confirmed")
        changes = [change for question in asked.questions for change in question.changes]
        if yes and (answers.unread or asked.unread):
            say(f"{asked.game.name}: {_UNREAD.format(game=asked.game.name)}")
        is_left |= len(answers.confirmed) < len(changes) - (len(asked.unread) if yes else 0)
    if is_left:
        if not is_asked:
            say("nothing was recorded; --yes confirms all of it", err=True)
        raise typer.Exit(FAULTS)


def _review(
    files: Files, games: Sequence[str], lang: Sequence[str], sentence: Sequence[str], _step: Step
) -> tuple[list[Review], Diagnostics]:
    """Find what has changed in the games, and what is wrong with them."""
    diagnostics = Diagnostics()
    return list(review(files, games, lang, sentence, diagnostics)), diagnostics


def _show_all(review: Review, yes: bool) -> Answers:
    """Show everything; confirm all of it, unread, or nothing. What was recorded unread before stays so."""
    for question in review.questions:
        say(question.section)
        for paragraph in question.paragraphs:
            _show(paragraph, review)
    changes = {change for question in review.questions for change in question.changes} if yes else set()
    confirmed = changes.difference(review.unread)
    unread = {change for change in confirmed if change.kind not in ("gone", "renamed")}
    return Answers(frozenset(confirmed), frozenset(unread))


# --- on a terminal


def _ask(review: Review) -> Answers:
    """Ask for each section; give what is confirmed, before quitting too."""
    confirmed: set[Change] = set()
    supports: dict[int, Support] = {}
    for place, question in enumerate(review.questions, 1):
        say(question.section)
        for paragraph in question.paragraphs:
            _show(paragraph, review)
        answer = _answer(question, review, supports, f"{place}/{len(review.questions)}", len(question.paragraphs) > 1)
        parts = (
            [TieQuestion(question.section, (paragraph,)) for paragraph in question.paragraphs]
            if answer == "p"
            else [question]
        )
        for part in parts:
            if answer == "p" or len(parts) > 1:
                _show(part.paragraphs[0], review)
                answer = _answer(part, review, supports, "", may_part=False)
            if answer == "y":
                confirmed |= set(part.changes)
            if answer == "q":
                break
        if answer == "q":
            break
    return Answers(frozenset(confirmed), supports=supports)


def _show(paragraph: ParagraphQuestion, review: Review) -> None:
    for line in paragraph.lines:
        say(f"  {line}")
    for number in paragraph.numbers:
        if number in review.opposites:
            say(f"  !!  {review.opposites[number]}")


def _answer(question: TieQuestion, review: Review, supports: dict[int, Support], count: str, may_part: bool) -> str:
    """Ask until there is an answer; what is typed about sentences goes to the supports.

    Where a sentence says the opposite of its tests, Enter is none: y says that both are right.
    """
    opposites = [number for number in question.numbers if number in review.opposites]
    more = (_BY_PARAGRAPH if may_part else "") + (_NUMBER if question.numbers else "")
    while True:
        try:
            typed = input(_PROMPT.format(more=more) + (f"[{count}] " if count else "")).strip()
        except (EOFError, KeyboardInterrupt):  # what was answered before is not lost
            say("")
            return "q"
        if typed[:1].isdecimal():
            _type_support(typed, question, review, supports)
        elif not typed and opposites:
            say("  a sentence says the opposite of its test: y if both are right, else n")
        elif typed.lower()[:1] == "y" or not typed:
            for number in opposites:
                tie = review.compared.tie_of(number)
                support = supports.get(number) or review.supports.get(number)
                support = support or (Support(tie.by, tie.is_free) if tie else Support())
                supports[number] = replace(support, is_deliberate=True)
            return "y"
        elif typed.lower()[:1] in ("n", "q") or (may_part and typed.lower()[:1] == "p"):
            return typed.lower()[:1]


def _type_support(typed: str, question: TieQuestion, review: Review, supports: dict[int, Support]) -> None:
    """Take what was typed about a sentence, and show it."""
    try:
        number, support = parse_support(typed, question.numbers, review.compared.today.tests)
    except Mistake as mistake:
        say(f"  {mistake.what}; {mistake.fix}" if mistake.fix else f"  {mistake.what}")
        return
    supports[number] = support
    say(f"  {review.compared.today.text_of(number)}")
    for line in rests_lines(support):
        say(f"  {line}")
