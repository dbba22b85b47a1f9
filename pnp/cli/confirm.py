"""pnp confirm."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pnp.cli.options import Form, FormOption, Games, Languages, ProjectDir, open_project
from pnp.cli.streams import say
from pnp.cli.telling import FAULTS, exit_with, tell_faults, write_or_exit

if TYPE_CHECKING:
    from pnp.confirming import Question, Review
    from pnp.diagnostics import Diagnostics
    from pnp.processes import Step
    from pnp.source.files import Files
    from pnp.ties.compare import Change

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
    form: FormOption = Form.text,
) -> None:
    """Show which sentences, translations and tests have changed, and record those that still say the same."""
    from pnp.diagnostics import Diagnostics
    from pnp.supervising import supervised

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
    from pnp.confirming import review
    from pnp.diagnostics import Diagnostics

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
