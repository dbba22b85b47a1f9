"""A frozen_dataclass is in all ways what dataclass(frozen=True) makes of the same class."""

from __future__ import annotations

import copy
import inspect
import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError, dataclass, field, fields, replace
from functools import cached_property
from typing import Any, ClassVar

import pytest

from pnp.core.frozen_dataclass import frozen_dataclass


def classes(decorator: Callable[..., Any], frozen: dict[str, bool]) -> tuple[type, ...]:
    """Four classes: a plain one, one that inherits from it, one with slots, and one that is compared by identity."""

    @decorator(**frozen)
    class Card:
        """A card."""

        number: int
        words: tuple[str, ...] = ()
        marks: list[str] = field(default_factory=list, repr=False, compare=False)
        limit: ClassVar[int] = 3

        def __post_init__(self) -> None:
            if self.number > 99:
                raise ValueError(self.number)

        @cached_property
        def double(self) -> int:
            return 2 * self.number

    @decorator(**frozen)
    class Ace(Card):
        """A card with a suit."""

        suit: str = "hearts"

        def __repr__(self) -> str:
            return f"<{self.suit}>"

    @decorator(slots=True, kw_only=True, **frozen)
    class Place:
        """A place."""

        file: str
        line: int = 0

    @decorator(eq=False, **frozen)
    class Picture:
        """A picture."""

        content: bytes

    return Card, Ace, Place, Picture


OURS = classes(frozen_dataclass, {})
THEIRS = classes(dataclass, {"frozen": True})
Card, Ace, Place, Picture = OURS


def arguments(cls: type) -> dict[str, Any]:
    return {"Card": {"number": 3}, "Ace": {"number": 1}, "Place": {"file": "a"}, "Picture": {"content": b""}}[
        cls.__name__
    ]


@pytest.mark.parametrize(("ours", "theirs"), list(zip(OURS, THEIRS, strict=True)))
def test_objects_are_what_dataclasses_are(ours: type, theirs: type) -> None:
    mine, other = ours(**arguments(ours)), theirs(**arguments(theirs))
    assert repr(mine) == repr(other)
    assert [each.name for each in fields(ours)] == [each.name for each in fields(theirs)]
    assert ours.__match_args__ == theirs.__match_args__
    assert getattr(ours, "__slots__", None) == getattr(theirs, "__slots__", None)
    assert (mine == ours(**arguments(ours))) == (other == theirs(**arguments(theirs)))
    assert (hash(mine) == hash(ours(**arguments(ours)))) == (hash(other) == hash(theirs(**arguments(theirs))))
    assert parameters(ours) == parameters(theirs)


def parameters(cls: type) -> list[tuple[str, object]]:
    return [(each.name, each.kind) for each in inspect.signature(cls).parameters.values()]


@pytest.mark.parametrize("cls", OURS)
def test_nothing_of_them_can_be_set_or_deleted(cls: type) -> None:
    value = cls(**arguments(cls))
    name = fields(cls)[0].name
    with pytest.raises(FrozenInstanceError, match=f"^cannot assign to field '{name}'$"):
        setattr(value, name, 4)
    with pytest.raises(FrozenInstanceError, match=f"^cannot delete field '{name}'$"):
        delattr(value, name)
    with pytest.raises(FrozenInstanceError):
        value.other = 1


def test_arguments_have_defaults_and_are_checked() -> None:
    first, second = Card(1), Card(1)
    assert first.marks == [] and first.marks is not second.marks
    assert Card(1, ("a",), ["b"]).marks == ["b"]
    with pytest.raises(TypeError, match=r"Card\.__init__\(\) missing 1 required positional argument: 'number'"):
        Card()
    with pytest.raises(TypeError, match=r"Place\.__init__\(\) takes 1 positional argument but 2 were given"):
        Place("a")
    with pytest.raises(ValueError, match="100"):
        Card(100)


def test_objects_without_fields_are_equal() -> None:
    @frozen_dataclass
    class Nothing:
        """Has no field."""

    assert Nothing() == Nothing() and hash(Nothing()) == hash(Nothing()) and repr(Nothing()).endswith(".Nothing()")


def test_equality_is_of_one_class_and_of_the_fields_that_are_compared() -> None:
    assert Card(1, marks=["a"]) == Card(1, marks=["b"]) != Card(2)
    assert Card(1) != Ace(1) and Ace(1) != Card(1)
    assert len({Card(1), Card(1), Ace(1)}) == 2
    assert Card(1).__eq__(1) is NotImplemented


def test_replaced_matched_and_remembered() -> None:
    card = replace(Ace(7), suit="clubs")
    assert (card.number, card.suit, repr(card)) == (7, "clubs", "<clubs>")
    assert card.double == 14 and card == replace(card)
    match card:
        case Ace(number, _, _, suit):
            assert (number, suit) == (7, "clubs")


def test_a_repr_that_contains_itself_ends() -> None:
    words: list[object] = []
    card = Card(1, words)
    words.append(card)
    assert repr(card).endswith("Card(number=1, words=[...])")


@frozen_dataclass(slots=True)
class Sent:
    """With slots, for another process."""

    file: str
    line: int = 0


@frozen_dataclass
class Kept:
    """Without slots, for another process."""

    file: str


@pytest.mark.parametrize("value", [Sent("a", 3), Kept("b")])
def test_copies_and_pickles(value: object) -> None:
    assert pickle.loads(pickle.dumps(value)) == value == copy.copy(value) == copy.deepcopy(value)
