"""Chance, cards and decisions in Python and in C: both do the same, to the same random number."""

from __future__ import annotations

import shutil
import subprocess
import sys
import sysconfig
from collections import Counter
from collections.abc import Callable, Generator
from itertools import repeat
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest
from games.shipped import program
from hypothesis import given
from hypothesis import strategies as st

from pnp import rules
from pnp.rules import driver, handling, table
from pnp.rules.handling import plain
from pnp.rules.play.kit import Sitting
from pnp.rules.play.program import load_program

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


@given(st.text(st.characters(codec="utf-8")))
def test_a_seed_names_the_numbers_that_python_gives_for_it(seed: str) -> None:
    ours, pythons = handling.stream(seed), Random(seed).random
    assert [ours() for _ in range(700)] == [pythons() for _ in range(700)]


@needs_both
@given(
    st.one_of(st.binary(), st.sampled_from([bytes(9), bytes(9) + b"\x80", b"\x01" + bytes(624 * 4), b"\xff" * 2500]))
)
def test_a_key_stands_for_the_same_numbers(key: bytes) -> None:
    streams = [module.numbers(key) for module in BOTH]
    drawn = [[stream() for _ in range(700)] for stream in streams]
    assert drawn[0] == drawn[1]


@needs_both
@given(st.integers(0, 200), st.integers())
def test_cards_are_shuffled_alike(count: int, seed: int) -> None:
    cards = [object() for _ in range(count)]
    orders = [drawn(lambda random, m=module: m.shuffled(random, cards), seed) for module in BOTH]
    assert orders[0] == orders[1]
    assert set(orders[0][0]) == set(cards)


@needs_both
@given(st.integers(0, 200), st.binary())
def test_numbers_are_drawn_alike_with_and_without_a_call(count: int, key: bytes) -> None:
    within, called = compiled.numbers(key), compiled.numbers(key)
    assert compiled.shuffled(within, range(count)) == compiled.shuffled(lambda: called(), range(count))
    offers = [range(1, 9)] * count
    assert compiled.pick_each(within, offers) == compiled.pick_each(lambda: called(), offers)
    assert within() == called()


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


def rounds(count: int) -> Generator[Any, Any, Any]:
    """Rules that ask so many times, and return what they were told."""
    told = []
    for number in range(count):
        told.append((yield [number]))
    return told


@both
@pytest.mark.parametrize("most", [0, 1, 2, 3, 4, 10**30])
@pytest.mark.parametrize("count", [0, 1, 2, 3])
def test_rules_are_played_to_their_end_or_so_far(handling: ModuleType, count: int, most: int) -> None:
    log: list[Any] = ["before"]
    is_over, result = handling.play_out(rounds(count), lambda asked: asked[0] * 2, log, min(most, sys.maxsize))
    picks = [number * 2 for number in range(min(count, most))]
    assert log == ["before", *picks]
    assert (is_over, result) == ((True, picks) if count <= most else (False, None))


@both
def test_whatever_is_raised_while_rules_are_played_comes_out(handling: ModuleType) -> None:
    def end(asked: Any) -> Any:
        raise StopIteration(asked)

    log: list[Any] = []
    with pytest.raises(StopIteration):  # a bot's own, which is no end of the game
        handling.play_out(rounds(3), end, log, 9)
    with pytest.raises(ZeroDivisionError):
        handling.play_out((1 // number for number in (1, 0)), lambda asked: None, log, 9)
    assert log == [None]
    with pytest.raises(TypeError):
        handling.play_out(rounds(1), lambda asked: asked, log)
    with pytest.raises((TypeError, AttributeError)):
        handling.play_out(rounds(1), lambda asked: asked, (), 9)
    with pytest.raises((TypeError, AttributeError)):
        handling.play_out([1, 2], lambda asked: asked, log, 9)


@both
@given(st.integers(1, 9), st.data())
def test_a_card_is_moved_and_the_others_stay(handling: ModuleType, count: int, data: st.DataObject) -> None:
    pile = [object() for _ in range(count)]
    place = data.draw(st.integers(0, count - 1))
    onto, card, others = [object()], pile[place], [*pile[:place], *pile[place + 1 :]]
    below = onto[0]
    handling.move(card, pile, onto)
    assert (pile, onto) == (others, [below, card])
    with pytest.raises(ValueError, match="is not in the pile that it is moved from"):
        handling.move(card, pile, onto)
    assert (pile, onto) == (others, [below, card])
    handling.move(below, onto, onto)
    assert onto == [card, below]


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
        (lambda h: h.numbers("7"), TypeError),
        (lambda h: h.numbers(b"7")(1), TypeError),
        (lambda h: h.numbers(b"7")(least=1), TypeError),
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
        handling.move(order[3], order, handling.take(order, 7))
        handling.play_out((card for card in cards), lambda card: [card], [], 9)
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
        monkeypatch.setattr(rules, "take", module.take)
        monkeypatch.setattr(rules, "move", module.move)
        monkeypatch.setattr(handling, "numbers", module.numbers)
        monkeypatch.setattr(driver, "pick_each", module.pick_each)
        monkeypatch.setattr(driver, "play_out", module.play_out)
        fresh = load_program(program(game).kit)
        games = [driver.play(fresh, Sitting(4, f"alike:{number}")) for number in range(20)]
        told.append([(repr(played.log), played.end) for played in games])
    assert told[0] == told[1]
