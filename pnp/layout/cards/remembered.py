"""Elements of a template as they were drawn on earlier cards, so that those that look alike are drawn once.

Only what was drawn without a report is remembered, as a fault is reported for every card. The exception are elements
that are alike on every card, whose faults are reported once, for all of them. What an element looks like follows from
its values, its boxes, and what lies under it: pnp.layout.cards.card makes keys of these.
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
"""Most looks of an element that are remembered: texts that differ on every card would fill the memory."""

Key = tuple[object, ...]
_Look = TypeVar("_Look")


class DrawnElement(NamedTuple):
    """An element as it was drawn on some card.

    Attributes:
        boxes: Boxes of all elements in it.
        painted: What it paints, as a ground for texts.
        before: What was painted before it, if it is a text. The key has the identities of these, which nothing else may
            get as long as the key is known.
    """

    items: tuple[Item, ...]
    boxes: tuple[ElementBox, ...]
    painted: tuple[Painted, ...]
    before: tuple[Painted, ...]


class _Looks(dict[Key, _Look]):
    """Looks by all that they follow from; when they become too many, they are dropped."""

    def __setitem__(self, key: Key, look: _Look) -> None:
        if len(self) >= MOST:
            self.clear()
        super().__setitem__(key, look)


@frozen_dataclass
class RememberedElement:
    """One element.

    Attributes:
        drawn: Its looks.
        plain: What its plain lines have in common, by all that they are drawn with but their texts.
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
        """Return what is remembered of an element."""
        return self._elements[id(compiled)]


def exactly(value: object) -> Key | str:
    """Return a value in the form of a key: 1, 1.0 and true are equal, but do not look alike when they are printed."""
    return value if type(value) is str else (type(value), repr(value))
