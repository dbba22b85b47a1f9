"""Data of the shipped games, changed in one place: cards, numbers of the booklet, numbers in French. A check notices all.

A sample of what `python -m tools.mutation.project` and `.translations` do at large.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

import pytest
from conftest import ROOT, one_of

from pnp.check import CheckOptions, check, check_names
from pnp.project.files import Files

pytestmark = pytest.mark.slow

NUMBER = re.compile(r"(?<![\w.#-])(\d+)(?![\w%.])")


class Changed(Files):
    """The shipped project with some files replaced."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        super().__init__(ROOT)
        self._texts.update(texts)


CARDS_FIRST = ("composition", "play", "numbers")
WORDS_FIRST = ("numbers", "translations")
"""Checks that are quick, and find most of what is wrong with the numbers of cards, or of texts."""


def is_noticed(game: str, path: str, text: str, first: Sequence[str] = CARDS_FIRST) -> bool:
    """Whether a check without code finds a fault; what is found quickly is looked for first."""
    files = Changed({path: text})
    stages = (*({name} for name in first), set(check_names()) - set(first))
    return any(check(files, CheckOptions((game,), checks=frozenset(names))).diagnostics for names in stages)


def read(path: str) -> str:
    return Files(ROOT).text(path)


def number_changes(text: str, step: int) -> Iterator[tuple[int, str]]:
    """The text with one of its numbers raised by one; every so many."""
    data = re.sub(r"#[^\n\"]*$", lambda match: " " * len(match[0]), text, flags=re.MULTILINE)
    for match in list(NUMBER.finditer(data))[::step]:
        changed = str(int(match[1]) + 1)
        yield text.count("\n", 0, match.start()) + 1, text[: match.start()] + changed + text[match.end() :]


SPICY = ("spicy", "spicy.yaml", 1)
CARDS = [
    SPICY,
    ("chili", "numbers.yaml", 17),
    ("chicken", "goals.yaml", 5),
    ("chicken", "players.yaml", 1),
    ("chicken", "coins.yaml", 1),
    ("seventy-seven", "cards.yaml", 1),
]


@pytest.mark.parametrize("cards", one_of(CARDS, SPICY), ids=[f"{game} {name}" for game, name, _ in CARDS])
def test_a_number_of_a_card_is_noticed(cards: tuple[str, str, int]) -> None:
    game, name, step = cards
    path = f"data/{game}/{name}"
    overlooked = [line for line, text in number_changes(read(path), step) if not is_noticed(game, path, text)]
    assert overlooked == []


@pytest.mark.nightly
def test_each_chili_count_is_noticed() -> None:
    """Also one lowered: every card has its place in the spread."""
    path = "data/chili/numbers.yaml"
    text = read(path)
    for match in list(re.finditer(r"chilies: (\d)", text))[::23]:
        for other in {"1", "2", "3"} - {match[1]}:
            changed = text[: match.start(1)] + other + text[match.end(1) :]
            assert is_noticed("chili", path, changed), match.start()


@pytest.mark.nightly
def test_a_tag_that_is_dropped_or_added_is_noticed() -> None:
    path = "data/chicken/goals.yaml"
    text = read(path)
    tags = list(re.finditer(r"tags: \[([^\]]+)\]", text))
    assert len(tags) == 20
    for match in tags[::4]:
        listed = match[1].split(", ")
        others = [
            [*listed[1:]] or ["7" if listed == ["8"] else "8"],
            sorted({*listed, next(t for t in "345678" if t not in listed)}),
        ]
        for other in others:
            changed = text[: match.start(1)] + ", ".join(other) + text[match.end(1) :]
            assert is_noticed("chicken", path, changed), match[0]


@pytest.mark.parametrize(("right", "wrong"), [("not_a_nine", "not_chili"), ("not_chili", "not_a_nine")])
def test_another_example_for_a_challenged_card_is_noticed(right: str, wrong: str) -> None:
    path = "data/spicy/game.yaml"
    text = read(path)
    assert text.count(f" {right},") == 1
    assert is_noticed("spicy", path, text.replace(f" {right},", f" {wrong},"))


def line_of(text: str, match: re.Match[str]) -> str:
    return text[text.rfind("\n", 0, match.start()) + 1 : match.end()]


GAMES = ("chicken", "chili", "seventy-seven", "spicy")
COUNT = re.compile(r"\{\{[^{}]*(?:length|counts|sum)[^{}]*\}\}")


@pytest.mark.parametrize("game", one_of(GAMES, "chicken"))
def test_a_count_of_the_booklet_that_is_typed_is_noticed(game: str) -> None:
    path = f"templates/{game}/rulebook.md"
    text = read(path)
    places = [match for match in COUNT.finditer(text) if not line_of(text, match).startswith(":::")]
    assert len(places) >= 5
    for match in places[:: max(1, len(places) // 3)]:
        changed = text[: match.start()] + "41" + text[match.end() :]
        assert is_noticed(game, path, changed, WORDS_FIRST), match[0]


@pytest.mark.parametrize("game", one_of(GAMES, "spicy"))
def test_a_number_in_the_french_is_noticed(game: str) -> None:
    path = f"data/{game}/locale/fr.po"
    text = read(path)
    entries = [match for match in re.finditer(r'^msgstr (".*"(?:\n".*")*)', text, re.MULTILINE) if "{{" in match[1]]
    assert len(entries) >= 10
    for match in entries[:: len(entries) // 4]:
        joined = re.sub(r'"\n"', "", match[1])
        inner = re.search(r"\{\{.*?\}\}", joined)
        assert inner
        changed = text[: match.start(1)] + joined[: inner.start()] + "41" + joined[inner.end() :] + text[match.end(1) :]
        assert is_noticed(game, path, changed, WORDS_FIRST), joined[:80]
