"""Sentences that say the opposite of their claims, or of the sentence that says the same, in each language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from conftest import WriteProject
from test_ties import BOOK, FILE, FILES, HEAD, OURS, PO, change, confirm, told

AID = (BOOK, "Have fun!", "The card that is **highest** wins.")
AID_FR = (
    PO,
    'msgid "Have fun!"\nmsgstr "Amusez-vous !"',
    'msgid "The card that is **highest** wins."\nmsgstr "La carte **la plus haute** gagne."',
)
AID_TIE = (
    FILE,
    "- {says: Have fun!, is: flavour, fr: Amusez-vous !}",
    "- {says: The card that is **highest** wins., same: wins, fr: La carte **la plus haute** gagne.}",
)


@pytest.fixture
def root(write_project: WriteProject) -> Path:
    root = write_project(FILES)
    change(root, AID, AID_FR, AID_TIE)
    confirm(root)
    assert told(root) == []
    return root


def opposites(root: Path) -> list[tuple[str, int, str, str]]:
    confirm(root)
    return [
        (Path(fault.place.file).name, fault.place.line, fault.what, fault.why)
        for fault in told(root)
        if fault.code == "tie-opposite"
    ]


LOWEST = (
    (BOOK, "The **highest** card wins", "The **lowest** card wins"),
    (PO, "The **highest** card", "The **lowest** card"),
)


def test_a_sentence_and_its_claim(root: Path) -> None:
    """The aid, which says the same as the sentence should, is right: it is not told, too."""
    change(root, *LOWEST)
    what, why = "it says “lowest”; what it is tied to says “highest”", "it is tied to “The highest card wins”"
    assert opposites(root) == [("rulebook.md", 9, what, why)]


def test_a_sentence_and_the_one_that_says_the_same(root: Path) -> None:
    change(root, (PO, "La carte **la plus haute** gagne.", "La carte **la plus basse** gagne."))
    ((file, _, what, _),) = opposites(root)
    assert (file, what) == ("fr.po", "it says “plus basse”; what it is tied to says “plus haut”")


@pytest.mark.parametrize(
    "changes",
    [
        [(BOOK, "The **highest** card wins", "The **highest** card, not the lowest, wins")],
        [(OURS, "claim: The highest card wins.", "claim: The highest card wins and the lowest one loses.")],
        [(BOOK, "The **highest** card wins", "The **highest** card loses")],
    ],
    ids=["both sides", "a claim with both", "a loose pair"],
)
def test_what_is_no_opposite(root: Path, changes: list[tuple[str, str, str]]) -> None:
    change(root, *changes)
    if changes[0][0] == OURS:
        change(root, (FILE, "The highest card wins.,", '"The highest card wins and the lowest one loses.",'))
    assert opposites(root) == []


def test_it_may_be_meant(root: Path) -> None:
    change(root, (BOOK, "card that is **highest** wins", "card that is **lowest** wins"))
    assert len(opposites(root)) == 1
    change(root, (FILE, "same: wins\n", "same: wins\n  meant: opposite\n"))
    assert opposites(root) == []
    assert "meant: opposite" in (root / FILE).read_text()


def test_a_game_in_one_language(root: Path) -> None:
    """Its words are those of any pair of languages that is known."""
    (root / PO).unlink()
    change(root, (HEAD, "languages: [en, fr]", "languages: [en]"), LOWEST[0])
    lines = (root / FILE).read_text().splitlines(keepends=True)
    (root / FILE).write_text(
        re.sub(r', fr: (?:"[^"]*"|[^}\n]*)', "", "".join(line for line in lines if "  fr: " not in line))
    )
    assert [what for _, _, what, _ in opposites(root)] == ["it says “lowest”; what it is tied to says “highest”"]
