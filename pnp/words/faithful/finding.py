"""What is wrong with a translation, as a value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal["term", "opposite", "negation", "number", "order", "marks", "plural", "source", "length", "swapped"]
"""What a translator's comment may name: ``# meant: term, order``."""


@dataclass(frozen=True)
class Finding:
    """A place where a translation parts from its source.

    Attributes:
        what: What is wrong, to be read after the place.
        fix: What to do.
        why: What it was compared with; empty for the source text.
    """

    kind: Kind
    what: str
    fix: str
    why: str = ""
