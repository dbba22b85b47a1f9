"""pnp confirm: show unconfirmed sentences, translations and tests of a project, ask about them, and write ties.yaml."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pnp.checks.ties import opposite_of, source_opposites
from pnp.commands.options import FormOption, Games, Languages, ProjectDir, open_project
from pnp.commands.terminal import FAULTS, current_date, exit_with, report_faults, say, write_or_exit
from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Mistake, counted
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.extensions.confirming.questions import (
    ParagraphQuestion,
    TieQuestion,
    fuzzy_lines,
    parse_support,
    proposed,
    questions,
    rests_lines,
)
from pnp.extensions.confirming.record import record
from pnp.outputs import Output
from pnp.project.files import Files
from pnp.project.game import Game
from pnp.source_game import languages_of, read_source_games
from pnp.ties.book import Support, TieBook, ties_path
from pnp.ties.compare import Change, Comparison, called, compare, count_ties, read_today
from pnp.ties.files import load_book, write_book

if TYPE_CHECKING:
    from pnp.workers.pool import Progress


@frozen_dataclass
class Review:
    """The changes in a game that wait to be confirmed.

    Attributes:
        supports: The tests that are proposed for sentences, by the sentences' numbers.
        opposites: Lines about sentences that say the opposite of their tests, by the sentences' numbers.
        fuzzy: Lines that list fuzzy translations, which need not be confirmed.
    """

    game: Game
    compared: Comparison
    questions: tuple[TieQuestion, ...]
    supports: Mapping[int, Support]
    opposites: Mapping[int, str]
    fuzzy: tuple[str, ...] = ()

    @property
    def unread(self) -> tuple[Change, ...]:
        """The changes that are only shown because they were recorded without being read."""
        return tuple(change for question in self.questions for change in question.changes if change.kind == "unread")


@frozen_dataclass
class Answers:
    """The answers of the user.

    Attributes:
        confirmed: The changes to record.
        unread: Those of them that nobody has read.
        supports: The tests to which sentences are tied, as proposed or typed.
    """

    confirmed: frozenset[Change] = frozenset()
    unread: frozenset[Change] = frozenset()
    supports: Mapping[int, Support] | None = None


def review(
    files: Files, games: Sequence[str], languages: Sequence[str], parts: Sequence[str], diagnostics: Diagnostics
) -> list[Review]:
    """Return the unconfirmed changes of some games.

    Args:
        files: The project.
        games: Names of games; empty for all that have claims.
        languages: Return only translations into these languages, and changes recorded unread, which are shown in these
            languages; empty for all changes.
        parts: Return only sentences, sections or tests that contain one of these texts.
        diagnostics: Collects the faults of files.
    """
    reviews = []
    for source_game in read_source_games(files, games, diagnostics):
        game, path = source_game.game, ties_path(source_game.game.name)
        if not (games or game.claims or files.exists(path)):
            continue
        if game.language in languages:
            place = game.source.place_of("languages")
            what = f"{game.language} is the source language of {game.head.title}, not a translation"
            why = "its sentences are confirmed together with their translations"
            fix = f"run pnp confirm {game.name} without --lang"
            if others := ", ".join(game.head.languages[1:]):
                fix += f"; or name a translation, to compare it with the source: {others}"
            diagnostics.report(Code.LANGUAGE_UNAVAILABLE, place, what=what, why=why, fix=fix)
            continue
        translated = languages_of(game, game.head.languages[1:], languages, diagnostics) if languages else ()
        book = load_book(files, game, diagnostics) if files.exists(path) else TieBook()
        if book is None:
            continue
        compared = compare(book, read_today(source_game, files))
        changes = [change for change in compared.changes if _is_selected(change, translated, parts)]
        supports = proposed(compared, game)
        opposites = _opposites(compared, changes, supports, files, game)
        to_ask = tuple(questions(changes, compared, supports, game, files, translated))
        fuzzy = tuple(fuzzy_lines(compared, translated))
        reviews.append(Review(game, compared, to_ask, supports, opposites, fuzzy))
    return reviews


def _is_selected(change: Change, languages: Sequence[str], parts: Sequence[str]) -> bool:
    if languages and not (change.kind == "unread" or (change.kind == "translated" and change.name in languages)):
        return False
    texts = (change.section, change.new, change.name)
    return not parts or any(part.lower() in text.lower() for part in parts for text in texts)


def _opposites(
    compared: Comparison, changes: Sequence[Change], supports: Mapping[int, Support], files: Files, game: Game
) -> dict[int, str]:
    """Return lines about changed sentences that say the opposite of their tests, by the sentences' numbers."""
    opposites = source_opposites(files, game)
    lines = {}
    for number in {change.number for change in changes if change.number is not None and change.kind != "translated"}:
        tie = compared.tie_of(number)
        by = supports[number].by if number in supports else tie.by if tie else ()
        opposite = opposite_of(opposites, compared.today.text_of(number), by, compared.today.tests)
        if opposite is not None:
            word, opposite_word, test = opposite
            lines[number] = f"it says “{word}”, but {called(test)} says “{opposite_word}”"
    return lines


def recorded(review: Review, answers: Answers, date: str) -> Output | None:
    """Return a game's ties with the confirmed changes; None if the file does not change."""
    compared = review.compared
    book = compared.book
    if answers.confirmed:
        supports = {**review.supports, **(answers.supports or {})}
        book = record(compared, answers.confirmed, answers.unread, supports, date)
    if book == compared.book:
        return None
    text = write_book(book, review.game, compared.today.tests)
    return Output(ties_path(review.game.name), text.encode(), count_ties(compare(book, compared.today)).line)


_UNREAD = "--yes recorded these as unread; to read them: pnp confirm {game}, in a terminal"
_PROMPT = "  Is all of this right? Enter yes, n not now, {more}q quit: "
_BY_PARAGRAPH = "p by paragraph, "
_NUMBER = "1 WORDS the tests of 1, 1 - it needs none, "


def confirm(
    games: Games = None,
    lang: Languages = None,
    sentence: Annotated[
        list[str] | None,
        typer.Option(
            "--sentence",
            "-s",
            help="Only sentences, sections or tests that contain these words; may be repeated.",
            metavar="WORDS",
        ),
    ] = None,
    yes: Annotated[
        bool,
        typer.Option(
            "--yes", "-y", help="Record everything without asking; pnp check then warns that nobody has read it."
        ),
    ] = False,
    project: ProjectDir = Path(),
    form: FormOption = "text",
) -> None:
    """Show which sentences, translations and tests have changed, and record those that still say the same."""
    from pnp.workers.supervisor import supervised

    files = open_project(project)
    diagnostics = Diagnostics()
    reviews: list[Review] = []
    with diagnostics.catch_faults():
        reviews, faults = supervised(partial(_review, files, games or (), lang or (), sentence or ()))
        diagnostics.extend(faults)
    faulty = report_faults(diagnostics, files, form)
    if faulty:
        exit_with(f"{faulty}; nothing was recorded")
    is_interactive = not yes and sys.stdin.isatty()
    is_open = False
    if not reviews:
        say("nothing was recorded: no game has claims or ties.yaml; to record sentences, name a game: pnp confirm GAME")
    for game_review in reviews:
        for line in game_review.fuzzy:
            say(line)
        answers = _ask(game_review) if is_interactive else _show_all(game_review, yes)
        output = recorded(game_review, answers, current_date())
        if output is not None:
            write_or_exit([output], files.root, files, form)
            say(f"{output.path}  {output.summary}")
        elif game_review.questions:
            if is_interactive:
                say(f"{game_review.game.name}: nothing was recorded")
        elif (lang or sentence) and (others := sum(c.kind != "unread" for c in game_review.compared.changes)):
            name, chosen = game_review.game.name, "was chosen by --lang or --sentence"
            what = f"none of {counted(others, 'open change')} {chosen}; pnp confirm {name} shows them"
            say(f"{name}: nothing was recorded: {what}")
        else:
            most = "all but the fuzzy translations" if game_review.fuzzy else "all"
            unread = game_review.compared.book.unread
            but = f"; {counted(unread, 'sentence was', 'sentences were')} recorded without being read" if unread else ""
            say(f"{game_review.game.name}: {most} is confirmed{but}")
        changes = [change for question in game_review.questions for change in question.changes]
        if yes and (answers.unread or game_review.unread):
            say(f"{game_review.game.name}: {_UNREAD.format(game=game_review.game.name)}")
        is_open |= len(answers.confirmed) < len(changes) - (len(game_review.unread) if yes else 0)
    if is_open:
        if not is_interactive:
            say("nothing was recorded; --yes confirms all of it", err=True)
        raise typer.Exit(FAULTS)


def _review(
    files: Files, games: Sequence[str], lang: Sequence[str], sentence: Sequence[str], _step: Progress
) -> tuple[list[Review], Diagnostics]:
    """Return the changes of games to confirm, and the faults of their files."""
    diagnostics = Diagnostics()
    return list(review(files, games, lang, sentence, diagnostics)), diagnostics


def _show_all(review: Review, yes: bool) -> Answers:
    """Show all changes; confirm all of them, unread, or none. Changes that were recorded unread are not confirmed."""
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
    """Ask about each section; return the confirmed changes, including those before the user quit."""
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
    """Ask until there is an answer. Lines that are typed about sentences change the supports.

    If a sentence says the opposite of its tests, Enter alone is not accepted; y means that both are right.
    """
    opposites = [number for number in question.numbers if number in review.opposites]
    more = (_BY_PARAGRAPH if may_part else "") + (_NUMBER if question.numbers else "")
    while True:
        try:
            typed = input(_PROMPT.format(more=more) + (f"[{count}] " if count else "")).strip()
        except (EOFError, KeyboardInterrupt):  # earlier answers are kept
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
    """Parse a line about a sentence that the user typed, and show the result."""
    try:
        number, support = parse_support(typed, question.numbers, review.compared.today.tests)
    except Mistake as mistake:
        say(f"  {mistake.what}; {mistake.fix}" if mistake.fix else f"  {mistake.what}")
        return
    supports[number] = support
    say(f"  {review.compared.today.text_of(number)}")
    for line in rests_lines(support):
        say(f"  {line}")
