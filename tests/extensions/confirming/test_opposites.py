"""Sentences that say the opposite of their claims, or of the sentence that says the same, in each language."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import WriteProject
from test_ties import BOOK, FILE, FILES, HEAD, OURS, PO, change, confirm, reported

from pnp.ties.book import digest_of

pytestmark = pytest.mark.slow


@pytest.fixture
def root(write_project: WriteProject) -> Path:
    root = write_project(FILES)
    confirm(root)
    assert reported(root) == []
    return root


def opposites(root: Path) -> list[tuple[str, int, str, str]]:
    confirm(root)
    return [
        (Path(fault.place.file).name, fault.place.line, fault.what, fault.why)
        for fault in reported(root)
        if fault.code == "tie-opposite"
    ]


LOWEST = (
    (BOOK, "The **highest** card wins", "The **lowest** card wins"),
    (PO, "The **highest** card", "The **lowest** card"),
)


def test_a_sentence_and_its_claim(root: Path) -> None:
    change(root, *LOWEST)
    what, why = (
        "it says “lowest”, but a test that it is tied to says “highest”",
        "it is tied to “The highest card wins”",
    )
    assert opposites(root) == [("rulebook.md", 9, what, why)]


@pytest.mark.parametrize(
    ("claimed", "said", "is_opposite"),
    [
        ("The player to the left begins", "The dealer's right begins", True),
        ("The player to the left begins", "The dealer's left begins", False),
        ("The player to the right begins", "Her left neighbour begins", True),
        ("The player to the right begins", "Whoever has a card left begins", False),
        ("The player to the left begins", "Whoever's right begins", False),
        ("The player to the left begins", "Who says it's right begins", False),
    ],
)
def test_sides_in_all_their_forms(root: Path, claimed: str, said: str, is_opposite: bool) -> None:
    change(root, (OURS, "The highest card wins", claimed), (BOOK, "The **highest** card wins", said))
    assert bool(opposites(root)) == is_opposite


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
    assert opposites(root) == []


def test_it_may_be_meant(root: Path) -> None:
    """As somebody answers y to pnp confirm, which marks its digest."""
    change(root, *LOWEST)
    assert len(opposites(root)) == 1
    path = root / FILE
    digest = digest_of("The **lowest** card wins.")
    path.write_text(path.read_text().replace(digest, f"{digest}!"))
    assert opposites(root) == []
    assert f"{digest}!" in path.read_text()


def test_a_game_in_one_language(root: Path) -> None:
    """Its words are those of any pair of languages that is known."""
    (root / PO).unlink()
    change(root, (HEAD, "languages: [en, fr]", "languages: [en]"), LOWEST[0])
    assert [what for _, _, what, _ in opposites(root)] == [
        "it says “lowest”, but a test that it is tied to says “highest”"
    ]
