"""pnp confirm: what it shows, asks and records, on a terminal and elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from io import StringIO
from pathlib import Path

import pytest
import typer
from conftest import WriteProject
from test_ties import BOOK, FILE, FILES, HEAD, OURS, PO, change, reviewed, told
from test_ties import confirm as read_all
from typer.testing import CliRunner

from pnp.commands.confirm import confirm
from pnp.commands.main import app


@pytest.fixture
def root(write_project: WriteProject) -> Path:
    """The small game, confirmed, and then three of its sentences changed, two of them in one section."""
    root = write_project(FILES)
    read_all(root)
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
    assert (
        f"{BOOK}:7:4  changed\n        was  Choose a card.\n        now  Take a card.\n        fr   (not translated)\n        by   first\n"
        in shown
    )
    assert shown.count("A round\n") == 1
    assert "--yes" in shown
    assert recorded(root) == [False, False, False]


def test_what_is_read_leaves_nothing(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert answer(root, ["y", "y", "y"], monkeypatch) == 0
    before = (root / FILE).read_bytes()
    assert run(root) == (0, "small: all is confirmed\n")
    assert (root / FILE).read_bytes() == before


def test_yes_records_all_as_unread(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is told, until somebody has answered for each; --yes answers for none."""
    code, shown = run(root, "--yes")
    assert (code, recorded(root)) == (0, [True, True, True])
    assert "3 recorded unread" in shown
    assert "pnp confirm small, in a terminal" in shown
    before = (root / FILE).read_text()
    assert before.count("unread: true") == 3
    assert [fault.what for fault in told(root) if fault.code == "sentence-unread"] == [
        "3 sentences and looks were recorded unread"
    ]
    assert run(root, "--yes")[0] == 0
    assert (root / FILE).read_text() == before
    assert run(root)[0] == 1
    assert answer(root, ["y", "n", "y"], monkeypatch) == 1
    assert (root / FILE).read_text().count("unread: true") == 1
    assert answer(root, ["y"], monkeypatch) == 0
    assert "unread" not in (root / FILE).read_text()
    assert not [fault for fault in told(root) if fault.code == "sentence-unread"]


def test_what_is_confirmed_for_a_whole_section_is_unread(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """But for the one that was asked for."""
    change(root, (BOOK, "Reveal it", "Show it"))
    assert answer(root, ["y", "a"], monkeypatch) == 0
    assert (root / FILE).read_text().count("unread: true") == 2


@pytest.mark.parametrize(
    ("where", "old", "new", "sentences"),
    [
        (OURS, "holds: hand == 5", "holds: hand >= 5", ["Deal {{ hand|words }} cards to each player."]),
        (HEAD, "players: 2", "players: 3", []),
    ],
    ids=["a test", "a look"],
)
def test_tests_and_looks_recorded_by_yes_are_unread(
    where: str, old: str, new: str, sentences: list[str], write_project: WriteProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = write_project(FILES)
    read_all(root)
    change(root, (where, old, new))
    assert run(root, "--yes")[0] == 0
    text = (root / FILE).read_text()
    assert text.count("unread") == 1
    assert all(sentence in text for sentence in sentences)
    assert [fault.code for fault in told(root)] == ["sentence-unread"]
    assert answer(root, ["y"], monkeypatch) == 0
    assert "unread" not in (root / FILE).read_text()


def test_titles_and_labels_of_a_section_are_one_question(write_project: WriteProject) -> None:
    root = write_project(FILES)
    read_all(root)
    for form in ("heading", "header"):
        change(root, (FILE, f"is: {form},", f"is: {form}, unread: true,"))
    questions = reviewed(root).questions
    assert [(question.section, len(question.changes)) for question in questions] == [("Set-up", 1), ("A round", 2)]


def test_sentences_are_shown_filled_in(write_project: WriteProject) -> None:
    root = write_project(FILES)
    read_all(root)
    change(root, (BOOK, "{{ hand|words }}", "{{ prize + 1 }}"), (PO, "{{ hand|words }}", "{{ prize + 1 }}"))
    shown = run(root)[1]
    assert "was  Deal {{ hand|words }} cards to each player.\n        =    Deal five cards to each player.\n" in shown
    assert "now  Deal {{ prize + 1 }} cards to each player.\n        =    Deal 6 cards to each player.\n" in shown
    assert (
        "fr   now  Donnez {{ prize + 1 }} cartes par personne.\n        =    Donnez 6 cartes par personne.\n" in shown
    )


def test_what_stands_around_a_value_of_an_example_is_shown(write_project: WriteProject) -> None:
    """The wrong seat shows beside the right one; the tie notes which is meant."""
    root = write_project(FILES)
    old = "Choose a card."
    change(root, (BOOK, old, "{{ examples.first.seats[0] }} wins."), (PO, old, "{{ examples.first.seats[0] }} wins."))
    read_all(root)
    assert (
        "follows: ['examples.first.seats[0]']" in (root / FILE).read_text()
        or "- examples.first.seats[0]" in (root / FILE).read_text()
    )
    change(root, (BOOK, "seats[0]", "seats[1]"), (PO, "seats[0]", "seats[1]"))
    shown = run(root)[1]
    assert "=    Ada wins." in shown
    assert "=    Bo wins." in shown
    assert "of   first.seats: Ada, Bo" in shown


def test_an_older_tie_names_the_example_alone(write_project: WriteProject) -> None:
    root = write_project(FILES)
    old = "Choose a card."
    change(root, (BOOK, old, "{{ examples.first.seats[0] }} wins."), (PO, old, "{{ examples.first.seats[0] }} wins."))
    read_all(root)
    change(root, (FILE, "examples.first.seats[0]\n", "examples.first\n"))
    assert run(root) == (0, "small: all is confirmed\n")


def test_the_other_language_is_shown_where_it_has_another_number_of_sentences(write_project: WriteProject) -> None:
    root = write_project(FILES)
    change(root, (PO, "par personne. Posez le reste", "par personne, posez le reste"))
    read_all(root)
    change(
        root,
        (BOOK, "Put the rest face down.", "Put the rest face up."),
        (PO, "Put the rest face down.", "Put the rest face up."),
    )
    whole = "fr   Donnez {{ hand|words }} cartes par personne, posez le reste face cachée.  (all sentences of the text)"
    assert whole in run(root)[1]


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
    read_all(root)
    change(root, (PO, "Choisissez une carte.", "Prenez une carte."))
    assert "now  Prenez une carte.\n        Take a card.\n" in run(root)[1]
