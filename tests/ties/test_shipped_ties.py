"""The ties of the games that ship: all is confirmed, and what a person may do wrong is seen."""

from __future__ import annotations

import re

import pytest
from conftest import ROOT, one_of

from pnp.checks.subject import GameSubject
from pnp.checks.ties import check_ties
from pnp.core.diagnostics import Diagnostic, Diagnostics, Place
from pnp.core.fonts import FontSet
from pnp.project.files import Files
from pnp.source_game import read_source_games
from pnp.ties.book import ties_path
from pnp.ties.compare import compare, count_ties, read_today
from pnp.ties.files import load_book

pytestmark = pytest.mark.slow

GAMES = ("chicken", "chili", "seventy-seven", "spicy")


def reported(files: Files, game: str) -> list[Diagnostic]:
    diagnostics = Diagnostics()
    for manuscript in read_source_games(files, [game], diagnostics):
        check_ties(GameSubject(files, manuscript, FontSet({})), diagnostics)
    return list(diagnostics)


class Changed(Files):
    """The files of the project, one of them with a change."""

    def __init__(self, path: str, old: str, new: str) -> None:
        super().__init__(ROOT)
        self.changed = path
        self.change = old, new
        assert old in super().text(path)

    def text(self, path: str, reference: Place | None = None) -> str:
        text = super().text(path, reference)
        return text.replace(*self.change, 1) if path == self.changed else text


@pytest.mark.parametrize("game", GAMES)
def test_all_is_confirmed_and_every_rule_rests_on_tests(game: str) -> None:
    files = Files(ROOT)
    assert reported(files, game) == []
    (manuscript,) = read_source_games(files, [game], Diagnostics())
    book = load_book(files, manuscript.game, Diagnostics())
    assert book is not None
    assert count_ties(compare(book, read_today(manuscript, files))).untied == ()
    assert len(files.text(ties_path(game)).splitlines()) < 280  # a line more for each language


CHILI, SPICY = "templates/chili/rulebook.md", "templates/spicy/rulebook.md"
MISTAKES = {
    "left for right": (
        "seventy-seven",
        "templates/seventy-seven/rulebook.md",
        "dealer's **left**",
        "dealer's **right**",
    ),
    "higher for lower": ("chili", CHILI, "the **higher** one", "the **lower** one"),
    "a negation lost": ("chili", CHILI, "is never discarded", "is discarded"),
    "whom it concerns": ("spicy", SPICY, "Anyone but the player", "Anyone and the player"),
    "the loser's cards": ("spicy", SPICY, "draws {{ draws.lost|words }} cards and starts a new o", "starts a new o"),
    "a fact of the same value": (
        "chicken",
        "templates/chicken/rulebook.md",
        "{{ left_over|words }} cards left in",
        "{{ rounds[0].prize|words }} cards left in",
    ),
    "French alone": ("chili", "data/chili/locale/fr.po", "**la plus haute** gagne", "**la plus basse** gagne"),
    "a plural in French": ("chili", "data/chili/locale/fr.po", "pioche {n} cartes", "donne {n} cartes"),
    "a word on an aid": ("chili", "templates/chili/aid.yaml", "**closest** card", "**highest** card"),
    "a value on an aid": (
        "spicy",
        "templates/spicy/aid-back.yaml",
        '"{{ points.trophy }}", in',
        '"{{ points.card }}", in',
    ),
    "a score sheet": ("chili", "templates/chili/score.yaml", "won minus", "won and"),
    "a card": (
        "spicy",
        "data/spicy/variants.yaml",
        "and a {{ twins|last }} are right",
        "and a {{ twins|first }} are right",
    ),
    "a card in French": ("spicy", "data/spicy/locale/fr.po", 'msgstr "tigre"', 'msgstr "lion"'),
    "a claim": ("chili", "data/chili/claims.py", "return not free[0] <= card", "return not free[0] < card"),
    "a rule": ("chili", "data/chili/rules.py", "or owed > len(", "or owed >= len("),
}


@pytest.mark.parametrize("name", one_of(MISTAKES, "left for right", "a card in French", "a rule"))
def test_a_mistake_is_seen(name: str) -> None:
    game, file, right, wrong = MISTAKES[name]
    assert "sentence-unconfirmed" in {str(fault.code) for fault in reported(Changed(file, right, wrong), game)}


def test_the_fault_in_the_documentation_is_reported_as_shown() -> None:
    page = (ROOT / "docs/ties.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"^\$ pnp check chili --only ties\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    faults = reported(Changed(CHILI, "card clockwise inward", "card counter-clockwise inward"), "chili")
    said = [f"{f.place}: {f.severity}[{f.code}]: {f.what}\n   why: {f.why}\n   fix: {f.fix}\n" for f in faults]
    assert "\n".join(said) == shown
