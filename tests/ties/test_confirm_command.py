"""pnp confirm: what it shows, asks and records, on a terminal and elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from io import StringIO
from pathlib import Path

import pytest
import typer
from conftest import WriteProject
from test_ties import BOOK, FILE, FILES, PO, change
from typer.testing import CliRunner

from pnp.cli.confirm import confirm
from pnp.cli.main import app


@pytest.fixture
def root(write_project: WriteProject) -> Path:
    """The small game, confirmed, and then three of its sentences changed, two of them in one section."""
    root = write_project(FILES)
    assert run(root, "--yes")[0] == 0
    for old, new in (("Choose a", "Take a"), ("Put the rest", "Put what is left"), ("Have fun", "Have some fun")):
        change(root, (BOOK, old, new))
    return root


def run(root: Path, *arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["confirm", *arguments, "--project", str(root)])
    return result.exit_code, result.stdout + result.stderr


def answer(root: Path, answers: Sequence[str], monkeypatch: pytest.MonkeyPatch) -> int:
    """Answer its questions; the exit code."""

    class Terminal(StringIO):
        def isatty(self) -> bool:
            return True

    waiting = iter(answers)
    monkeypatch.setattr(sys, "stdin", Terminal())
    monkeypatch.setattr("builtins.input", lambda _: next(waiting))
    try:
        confirm(games=["small"], project=root)
    except typer.Exit as done:
        return int(done.exit_code)
    finally:
        assert list(waiting) == []
    return 0


def recorded(root: Path) -> list[bool]:
    text = (root / FILE).read_text()
    return [words in text for words in ("Put what is left", "Take a card", "Have some fun")]


def test_elsewhere_than_on_a_terminal_it_shows_and_records_nothing(root: Path) -> None:
    code, shown = run(root)
    assert code == 1
    assert f"{BOOK}:7:4  changed\n        was  Choose a card.\n        now  Take a card.\n        by   first\n" in shown
    assert shown.count("A round\n") == 1
    assert "--yes" in shown
    assert recorded(root) == [False, False, False]


def test_yes_records_all_and_then_there_is_nothing_left(root: Path) -> None:
    assert run(root, "--yes")[0] == 0
    assert recorded(root) == [True, True, True]
    before = (root / FILE).read_bytes()
    assert run(root) == (0, "small: all is confirmed\n")
    assert (root / FILE).read_bytes() == before


def test_a_part_by_its_words(root: Path) -> None:
    code, _ = run(root, "--yes", "--sentence", "some fun")
    assert (code, recorded(root)) == (0, [False, False, True])


@pytest.mark.parametrize(
    ("answers", "code", "done"),
    [
        (["y", "y", "y"], 0, [True, True, True]),
        (["y", "what?", "n", "y"], 1, [True, False, True]),
        (["n", "a"], 1, [False, True, True]),
        (["y", "s"], 1, [True, False, False]),
        (["y", "q"], 1, [True, False, False]),
        (["q"], 1, [False, False, False]),
    ],
)
def test_on_a_terminal_it_asks(
    answers: list[str], code: int, done: list[bool], root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert answer(root, answers, monkeypatch) == code
    assert recorded(root) == done


def test_a_book_that_cannot_be_read_is_left_as_it_is(root: Path) -> None:
    (root / FILE).write_text("- no\n")
    code, shown = run(root, "--yes")
    assert (code, (root / FILE).read_text()) == (1, "- no\n")
    assert "ties-file" in shown


def test_translations_are_shown_beside_their_source(root: Path) -> None:
    change(root, (PO, "Choose a card.", "Take a card."))
    before = run(root)[1]
    assert "now  Take a card.\n        fr   Choisissez une carte.  (as before)\n        by   first\n" in before
    change(root, (PO, "Choisissez une carte.", "Prenez une carte."))
    now = "        fr   was  Choisissez une carte.\n        fr   now  Prenez une carte.\n"
    assert f"now  Take a card.\n{now}" in run(root)[1]


def test_a_translation_is_shown_with_its_source(root: Path) -> None:
    change(root, (PO, "Choose a card.", "Take a card."))
    assert run(root, "--yes")[0] == 0
    change(root, (PO, "Choisissez une carte.", "Prenez une carte."))
    assert "now  Prenez une carte.\n        Take a card.\n" in run(root)[1]
