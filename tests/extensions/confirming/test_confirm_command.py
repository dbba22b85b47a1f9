"""pnp confirm: what it shows, asks and records, on a terminal and elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from io import StringIO
from pathlib import Path

import pytest
import typer
from conftest import WriteProject
from test_ties import BOOK, FILE, FILES, OURS, PO, change, reported, reviewed, ties
from test_ties import confirm as read_all
from typer.testing import CliRunner

from pnp.check import CheckOptions, check
from pnp.commands.main import app
from pnp.extensions.confirming.command import confirm
from pnp.project.files import Files

pytestmark = pytest.mark.slow


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
    changed = {change.new for question in reviewed(root).questions for change in question.changes}
    return [text not in changed for text in ("Put what is left face down.", "Take a card.", "Have some fun!")]


def test_a_language_is_confirmed_by_itself(root: Path) -> None:
    change(root, (PO, "Révélez-la avec les autres.", "Montrez-la avec les autres."))
    code, output = run(root, "small", "--lang", "FR")
    assert code == 1
    assert "Montrez-la avec les autres." in output
    assert "Put what is left" not in output
    assert run(root, "small", "--lang", "fr", "--yes")[0] == 0
    kinds = {change.kind for question in reviewed(root).questions for change in question.changes}
    assert kinds == {"changed", "unread"}


def test_what_was_recorded_unread_is_shown_in_the_language_alone(root: Path) -> None:
    run(root, "small", "--yes")
    assert "unread" in run(root, "small", "--lang", "fr")[1]
    shown = run(root, "small", "--lang", "fr", "--sentence", "Put what")[1]
    assert "Put what is left" in shown
    code, output = run(root, "small", "--sentence", "no such words")
    assert (code, "recorded without being read" in output) == (0, True)


def test_the_language_of_the_game_is_no_translation(root: Path) -> None:
    code, output = run(root, "small", "--lang", "en")
    assert code == 1
    assert "is the source language of" in output
    assert "without --lang" in output


def test_elsewhere_than_on_a_terminal_it_shows_and_records_nothing(root: Path) -> None:
    code, shown = run(root)
    assert code == 1
    lines = (f"{BOOK}:7:4  changed", "    1   Take a card.", "        fr   (not translated)", "        by   first")
    assert "\n".join(lines) in shown
    assert shown.count("A round\n") == 1
    assert "--yes" in shown
    assert recorded(root) == [False, False, False]


@pytest.mark.parametrize("chosen", [("--lang", "fr"), ("--sentence", "Banana"), ("--lang", "fr", "--yes")])
def test_what_was_not_chosen_is_not_called_confirmed(chosen: tuple[str, ...], write_project: WriteProject) -> None:
    root = write_project({**FILES, FILE: None})
    code, output = run(root, "small", *chosen)
    assert (code, output.partition(" open changes")[0]) == (0, "small: nothing was recorded: none of 12")
    assert output.endswith("pnp confirm small shows them\n") and not (root / FILE).exists()


def test_a_project_without_claims_is_told_that_nothing_was_recorded(write_project: WriteProject) -> None:
    code, output = run(write_project({**FILES, FILE: None, OURS: "[]\n"}))
    assert (code, output.partition(";")[0]) == (0, "nothing was recorded: no game has claims or ties.yaml")


def test_who_answers_no_is_told_that_nothing_was_recorded(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert answer(root, ["n", "q"], monkeypatch) == 1
    assert capsys.readouterr().out.endswith("small: nothing was recorded\n")


def test_what_is_read_leaves_nothing(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert answer(root, ["", "y"], monkeypatch) == 0
    before = (root / FILE).read_bytes()
    assert run(root) == (0, "small: all is confirmed\n")
    assert (root / FILE).read_bytes() == before


def test_yes_records_all_as_unread(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is reported until somebody has answered for each section; --yes answers for none."""
    code, shown = run(root, "--yes")
    assert (code, recorded(root)) == (0, [False, False, False])
    assert "3 recorded unread" in shown
    assert "pnp confirm small, in a terminal" in shown
    before = (root / FILE).read_text()
    assert digests(before).count("?") == 3
    unread = [fault.what for fault in reported(root) if fault.code == "sentence-unread"]
    assert unread == ["3 sentences were recorded unread"]
    assert run(root, "--yes")[0] == 0
    assert (root / FILE).read_text() == before
    assert run(root)[0] == 1
    assert answer(root, ["y", "n"], monkeypatch) == 1
    assert digests((root / FILE).read_text()).count("?") == 2
    assert answer(root, ["y"], monkeypatch) == 0
    assert "?" not in digests((root / FILE).read_text())
    assert not [fault for fault in reported(root) if fault.code == "sentence-unread"]


def digests(text: str) -> str:
    """The file without its head, which explains the marks."""
    return text.partition("\n\n")[2]


def test_sentences_on_a_test_recorded_by_yes_are_unread(
    write_project: WriteProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = write_project(FILES)
    read_all(root)
    change(root, (OURS, "holds: hand == 5", "holds: hand >= 5"))
    assert run(root, "--yes")[0] == 0
    assert digests((root / FILE).read_text()).count("?") == 1
    assert [fault.code for fault in reported(root)] == ["sentence-unread"]
    assert answer(root, ["y"], monkeypatch) == 0
    assert "?" not in digests((root / FILE).read_text())


def test_the_first_time_each_section_is_one_question(write_project: WriteProject) -> None:
    """But for sentences without a proposal, which are asked for together, last."""
    root = write_project({**FILES, FILE: None})
    change(root, (BOOK, "Have fun!", "Zig zag wugs blick."))
    sections = [question.section for question in reviewed(root).questions]
    assert sections == ["Set-up", "A round", "Titles, labels and pictures", "Not tied to a test"]


def test_paragraph_by_paragraph(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert answer(root, ["n", "p", "y", "n"], monkeypatch) == 1
    assert recorded(root) == [False, True, False]


@pytest.mark.parametrize(
    ("typed", "by"),
    [
        ("1 highest card wins, play", ("The highest card wins.", "play()")),
        ("1 first", ("first",)),
        ("1 -", None),
    ],
)
def test_what_a_sentence_rests_on_is_typed(
    typed: str, by: tuple[str, ...] | None, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert answer(root, ["n", typed, ""], monkeypatch) == 1
    assert ties(root).get("Take a card.") == by


@pytest.mark.parametrize("typed", ["9 first", "1 no such test", "1 card"])
def test_what_is_typed_wrong_is_asked_again(
    typed: str, root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert answer(root, ["n", typed, "q"], monkeypatch) == 1
    shown = capsys.readouterr().out
    words = ("no sentence has this number", "no test has the words", "several tests have the words")
    assert any(text in shown for text in words)


def test_an_opposite_is_confirmed_by_y_alone(
    write_project: WriteProject, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    root = write_project(FILES)
    read_all(root)
    change(root, (BOOK, "The **highest** card", "The **lowest** card"))
    assert answer(root, ["", "y"], monkeypatch) == 0
    assert "!!  it says “lowest”, but “The highest card wins” says “highest”" in capsys.readouterr().out
    assert reported(root) == []
    assert digests((root / FILE).read_text()).count("!") == 1


def test_sentences_are_shown_filled_in(write_project: WriteProject) -> None:
    root = write_project(FILES)
    read_all(root)
    change(root, (BOOK, "{{ hand|words }}", "{{ prize + 1 }}"), (PO, "{{ hand|words }}", "{{ prize + 1 }}"))
    shown = run(root)[1]
    assert "1   Deal {{ prize + 1 }} cards to each player.\n        =    Deal 6 cards to each player.\n" in shown
    french = "fr   Donnez {{ prize + 1 }} cartes par personne.  (changed)\n        =    Donnez 6 cartes par personne.\n"
    assert french in shown


def test_what_stands_around_a_value_of_an_example_is_shown(write_project: WriteProject) -> None:
    root = write_project(FILES)
    old = "Choose a card."
    change(root, (BOOK, old, "{{ examples.first.seats[0] }} wins."), (PO, old, "{{ examples.first.seats[0] }} wins."))
    read_all(root)
    change(root, (BOOK, "seats[0]", "seats[1]"), (PO, "seats[0]", "seats[1]"))
    shown = run(root)[1]
    assert "=    Bo wins." in shown
    assert "of   first.seats: Ada, Bo" in shown


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
    assert code == 0
    changed = {change.new: change.kind for question in reviewed(root).questions for change in question.changes}
    assert [changed["Take a card."], changed["Have some fun!"]] == ["changed", "unread"]


@pytest.mark.parametrize(
    ("answers", "code", "done"),
    [
        (["y", "y"], 0, [True, True, True]),
        (["y", "what?", "n"], 1, [True, False, False]),
        (["n", ""], 1, [False, True, True]),
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
    assert "Take a card.\n        fr   Choisissez une carte.  (as before)\n        by   first\n" in run(root)[1]
    change(root, (PO, "Choisissez une carte.", "Prenez une carte."))
    assert "Take a card.\n        fr   Prenez une carte.  (changed)\n" in run(root)[1]


def test_a_translation_is_shown_with_its_source(root: Path) -> None:
    change(root, (PO, "Choose a card.", "Take a card."))
    read_all(root)
    change(root, (PO, "Choisissez une carte.", "Prenez une carte."))
    assert "translated\n    1   Take a card.\n        fr   Prenez une carte.  (changed)\n" in run(root)[1]


def make_fuzzy(root: Path, old: str, new: str) -> None:
    change(root, (PO, f'msgid "{old}"', f'#, fuzzy\nmsgid "{new}"'))


def test_a_fuzzy_proposal_is_shown_with_its_source_and_never_recorded(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    make_fuzzy(root, "Choose a card.", "Take a card.")
    assert answer(root, ["y", "y"], monkeypatch) == 0
    shown = capsys.readouterr().out
    assert (
        "fuzzy, not confirmed until it is translated\n      en   Take a card.\n      fr   Choisissez une carte.\n"
        in shown
    )
    assert "Take a card.\n        fr   Choisissez une carte.  (fuzzy: not confirmed until it is translated)\n" in shown
    code, again = run(root)
    assert code == 0 and "all but the fuzzy translations is confirmed" in again
    change(root, (PO, "#, fuzzy\n", ""))
    code, accepted = run(root)
    assert code == 1
    assert "Take a card.\n        fr   Choisissez une carte." in accepted


def test_yes_records_no_fuzzy_proposal(root: Path) -> None:
    make_fuzzy(root, "Choose a card.", "Take a card.")
    run(root, "--yes")
    change(root, (PO, "#, fuzzy\n", ""))
    code, accepted = run(root)
    assert code == 1
    assert "Choisissez une carte." in accepted


def test_a_check_of_one_language_reports_no_translation_into_another(root: Path) -> None:
    change(root, (PO, "Révélez-la avec les autres.", "Montrez-la avec les autres."))
    for languages, is_reported in (((), True), (("fr",), True), (("en",), False), (("en+fr",), True)):
        result = check(Files(root), CheckOptions(languages=languages, checks=frozenset({"ties"})))
        assert any("Montrez" in fault.what for fault in result.diagnostics) == is_reported
