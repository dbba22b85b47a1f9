"""Shuffling, taking and picking in Python and in C: both do the same, to the same random number."""

from __future__ import annotations

import shutil
import subprocess
import sys
import sysconfig
from collections import Counter
from collections.abc import Callable
from itertools import repeat
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest
from games.shipped import program
from hypothesis import given
from hypothesis import strategies as st

from pnp.rules import driver, handling, table
from pnp.rules.handling import plain
from pnp.rules.kit import Sitting

try:
    from pnp.rules.handling import compiled
except ImportError:
    compiled = None

BOTH = [plain] if compiled is None else [plain, compiled]
both = pytest.mark.parametrize("handling", BOTH, ids=lambda module: module.__name__.rpartition(".")[2])
needs_both = pytest.mark.skipif(compiled is None, reason="not compiled")


def drawn(action: Callable[[Callable[[], float]], Any], seed: int) -> tuple[Any, float]:
    """What comes of an action, and the random number that is next after it."""
    random = Random(seed).random
    return action(random), random()


def test_it_is_compiled_where_it_can_be() -> None:
    compiler = shutil.which((sysconfig.get_config_var("CC") or "cc").split()[0])
    headers = Path(sysconfig.get_path("include"), "Python.h")
    if not compiler or not headers.exists():
        pytest.skip("no compiler, or none of Python's headers")
    assert handling.IS_COMPILED, "install pnp again: pip install -e ."


def test_what_is_not_compiled_is_done_in_python() -> None:
    script = (
        "import sys; sys.modules['pnp.rules.handling.compiled'] = None\n"
        "from pnp.rules import handling, table\n"
        "print(handling.IS_COMPILED, table.shuffled.__module__)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "pnp.rules.handling.plain"]


@needs_both
@given(st.integers(0, 200), st.integers())
def test_cards_are_shuffled_alike(count: int, seed: int) -> None:
    cards = [object() for _ in range(count)]
    orders = [drawn(lambda random, m=module: m.shuffled(random, cards), seed) for module in BOTH]
    assert orders[0] == orders[1]
    assert set(orders[0][0]) == set(cards)


@needs_both
@given(st.lists(st.one_of(st.lists(st.integers(), min_size=1), st.text(min_size=1), st.just(range(9)))), st.integers())
def test_options_are_picked_alike(offers: list[Any], seed: int) -> None:
    picks = [drawn(lambda random, m=module: m.pick_each(random, offers), seed) for module in BOTH]
    assert picks[0] == picks[1]
    assert all(pick in options for pick, options in zip(picks[0][0], offers, strict=True))
    some = {f"seat {place}": options for place, options in enumerate(offers)}
    by_seat = [
        drawn(lambda random, m=module, s=asked: m.pick_each(random, s), seed)
        for module in BOTH
        for asked in (some, Counter(some))
    ]
    assert by_seat == [(dict(zip(some, picks[0][0], strict=True)), picks[0][1])] * 4


@needs_both
@given(st.lists(st.integers()), st.one_of(st.integers(-3, 12), st.sampled_from([-(10**30), 10**30, True])))
def test_cards_are_taken_alike(cards: list[int], count: int) -> None:
    piles = [list(cards), list(cards)]
    taken = [module.take(pile, count) for module, pile in zip(BOTH, piles, strict=True)]
    assert taken[0] == taken[1]
    assert piles[0] == piles[1]
    assert piles[0] + taken[0] == cards


@both
def test_the_first_and_the_last_place_can_come(handling: ModuleType) -> None:
    least, most = (lambda: 0.0), (lambda: 1 - 2**-53)
    assert handling.pick_each(least, [range(3), range(98)]) == [0, 0]
    assert handling.pick_each(most, [range(3), range(98)]) == [2, 97]
    assert handling.shuffled(most, "abcd") == list("abcd")
    assert handling.shuffled(least, "abcd") == list("bcda")


@both
@pytest.mark.parametrize(
    ("action", "error"),
    [
        (lambda h: h.pick_each(lambda: 0.5, [[1], []]), IndexError),
        (lambda h: h.pick_each(lambda: 0.5, [[1], 5]), TypeError),
        (lambda h: h.pick_each(lambda: 0.5, [{"a": 1}]), KeyError),
        (lambda h: h.pick_each(lambda: 0.5, 5), AttributeError),
        (lambda h: h.pick_each(lambda: "a", [[1]]), TypeError),
        (lambda h: h.pick_each(lambda: float("nan"), [[1]]), ValueError),
        (lambda h: h.pick_each(None, [[1]]), TypeError),
        (lambda h: h.pick_each([[1]]), TypeError),
        (lambda h: h.shuffled(lambda: 0.5, 5), TypeError),
        (lambda h: h.shuffled(iter(repeat(0.5, 0)).__next__, "ab"), StopIteration),
        (lambda h: h.take((1, 2), 1), TypeError),
        (lambda h: h.take([1, 2], 1.0), TypeError),
        (lambda h: h.take([1, 2], "a"), TypeError),
    ],
)
def test_what_cannot_be_done_is_told_alike(
    handling: ModuleType, action: Callable[[ModuleType], object], error: type[Exception]
) -> None:
    with pytest.raises(error):
        action(handling)


@needs_both
def test_offers_that_change_meanwhile_do_no_harm() -> None:
    offers = [["a"] * 9 for _ in range(9)]

    def random() -> float:
        offers.clear()
        return 0.5

    with pytest.raises(RuntimeError, match="changed"):
        compiled.pick_each(random, offers)


@both
def test_no_card_is_kept_or_lost(handling: ModuleType) -> None:
    cards = [object() for _ in range(20)]
    counts = [sys.getrefcount(card) for card in cards]
    random = Random(1).random
    for _ in range(50):
        order = handling.shuffled(random, cards)
        handling.pick_each(random, [order, tuple(order)])
        handling.take(order, 7)
        with pytest.raises(IndexError):
            handling.pick_each(random, {3: cards, 1: []})
    del order
    assert [sys.getrefcount(card) for card in cards] == counts


@needs_both
@pytest.mark.parametrize("game", ["chicken", "chili", "seventy-seven", "spicy"])
def test_a_seed_gives_the_same_game(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    told = []
    for module in BOTH:
        monkeypatch.setattr(table, "shuffled", module.shuffled)
        monkeypatch.setattr(table.Table, "take", staticmethod(module.take))
        monkeypatch.setattr(driver, "pick_each", module.pick_each)
        games = [driver.play(program(game), Sitting(4, f"alike:{number}")) for number in range(20)]
        told.append([(played.log, played.end) for played in games])
    assert told[0] == told[1]
