"""How a container is written: ``::: name subject key=expression``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal


@dataclass(frozen=True)
class Argument:
    """A ``key=expression`` that pnp itself reads.

    Attributes:
        accepts: Whether a value is one of those it takes.
        wanted: Which these are, in words.
        is_condition: Whether it is asked of each card; else it is one value.
    """

    accepts: Callable[[Any], bool] = lambda value: True
    wanted: str = ""
    is_condition: bool = False


@dataclass(frozen=True)
class Form:
    """How containers of one kind are written.

    Attributes:
        subject: What stands behind the container's name: nothing, the name of a picture or of a deck, or a text of its
            own that takes the whole line.
        arguments: Those that pnp reads.
        is_open: Whether it takes others, for its picture's own expressions.
    """

    subject: Literal["nothing", "picture", "deck", "text"] = "nothing"
    arguments: Mapping[str, Argument] = field(default_factory=dict)
    is_open: bool = False


WIDTH = Argument(lambda value: type(value) in (int, float) and 1 <= value <= 1000, "a width from 1 to 1000 mm")
