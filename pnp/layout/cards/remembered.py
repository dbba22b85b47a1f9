"""Elements of a template as they were drawn on earlier cards, so that those that look alike are drawn once.

An element is remembered only if it was drawn without a report, as a fault is reported for every card. Elements that are
alike on every card are the exception: their faults are reported once, for all cards. The look of an element depends on
its values, its boxes, and the ground under it: pnp.layout.cards.card makes keys of these.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import field
from typing import NamedTuple, TypeVar

from pnp.core.frame import ElementBox, Item
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.layout.cards.compile import CompiledNode
from pnp.layout.cards.plain_line import PlainLook
from pnp.layout.text.ink import Painted

MOST = 256
"""The most looks of an element that are remembered, as texts that differ on every card would fill the memory."""

Key = tuple[object, ...]
_Look = TypeVar("_Look")


class DrawnElement(NamedTuple):
    """An element as it was drawn on some card.

    Attributes:
        boxes: Boxes of all elements in it.
        painted: Its items, as a ground for texts.
        before: The items painted before it, if it is a text. The key contains the identities of these objects, so they
            are kept alive as long as the key.
    """

    items: tuple[Item, ...]
    boxes: tuple[ElementBox, ...]
    painted: tuple[Painted, ...]
    before: tuple[Painted, ...]


class _Looks(dict[Key, _Look]):
    """Looks by all that they depend on; when there are too many, all are dropped."""

    def __setitem__(self, key: Key, look: _Look) -> None:
        if len(self) >= MOST:
            self.clear()
        super().__setitem__(key, look)


@frozen_dataclass
class RememberedElement:
    """One element.

    Attributes:
        drawn: Its looks.
        plain: The looks of its plain lines, by all that they depend on except their texts.
    """

    drawn: dict[Key, DrawnElement] = field(default_factory=_Looks)
    plain: dict[Key, PlainLook] = field(default_factory=_Looks)


class Memory:
    """The elements of one template.

    Attributes:
        is_flawed: Whether an error was reported of an element that is alike on every card.
    """

    def __init__(self) -> None:
        self._elements: defaultdict[int, RememberedElement] = defaultdict(RememberedElement)
        self.is_flawed = False

    def of(self, compiled: CompiledNode) -> RememberedElement:
        """Return the record of an element."""
        return self._elements[id(compiled)]


def exactly(value: object) -> Key | str:
    """Return a value as a key that tells 1, 1.0 and true apart: they are equal, but print differently."""
    return value if type(value) is str else (type(value), repr(value))
