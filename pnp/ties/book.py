"""What data/<game>/ties.yaml may say of one sentence.

The ties of a game, as values: each sentence as it was confirmed last, and the tests as they were.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any

from pydantic import Field, StrictBool, StrictStr

from pnp.core.diagnostics import Mistake, Place
from pnp.project import forms
from pnp.project import values as v
from pnp.project.forms import Strict, takes
from pnp.project.values import describe


@takes(forms.NAMES)
def _parse_names(value: Any) -> tuple[str, ...]:
    """Names: one, or a list of them."""
    names = value if isinstance(value, list) else [value]
    if not all(isinstance(name, str) and name.strip() for name in names):
        raise Mistake(f"must be names, not {describe(value)}", "write by: [first_round, play_round()]")
    return tuple(names)


Names = Annotated[tuple[str, ...], v.Plain(_parse_names)]


class TieHead(Strict):
    """A sentence, as it was when somebody confirmed it last. Beside these keys stands one for each translation."""

    says: StrictStr
    """The sentence, with its expressions as they are written."""
    id: StrictStr = ""
    """A name of its own, by which sentences elsewhere say that they say the same."""
    by: Names = ()
    """What shows that it is so: claims and expectations by their words, examples by name, functions as name()."""
    same: StrictStr = ""
    """The id of the sentence that says the same, and has the tests."""
    kind: StrictStr = Field("", alias="is")
    """What it is, where it states no rule: flavour, advice, heading, label …"""
    follows: Names = ()
    """The facts, decks and examples that its words change with."""
    meant: Names = ()
    """What is right though it looks wrong: opposite, where it may say the opposite of what it is tied to."""
    unread: StrictBool = False
    """Whether it was recorded without being read, as ``--yes`` does; ``pnp confirm`` asks for it once more."""


UNREAD = " unread"
"""What ends the digests of a look that was recorded without being looked at."""


@dataclass(frozen=True)
class Tie:
    """A confirmed sentence.

    Attributes:
        head: The sentence and what it is tied to.
        translations: The sentence in other languages, as confirmed.
        section: The heading or file that it stood under.
        place: Where its entry is in ties.yaml.
        written: Its entry as it stands in the file; empty when it has to be written anew.
        above: The comments and blank lines above it.
        section_above: Those above its section, where it is the first of that.
    """

    head: TieHead
    translations: Mapping[str, str] = field(default_factory=dict)
    section: str = ""
    place: Place = Place("")
    written: str = ""
    above: str = ""
    section_above: str = ""

    def changed(self, head: Mapping[str, object] | None = None, **changes: object) -> Tie:
        """The tie with other values, to be written anew."""
        new = self.head.model_copy(update=dict(head or {}))
        return replace(self, head=new, written="", **changes)  # type: ignore[arg-type]  # as its fields are


@dataclass(frozen=True)
class Book:
    """All ties of a game.

    Attributes:
        ties: In the order of the file.
        tests: The digest of each test, by its name, as they were.
        looks: The digests of how each thing looks, by its name, as they were; UNREAD may follow them.
        above: The lines before the first section; None of a book that is new.
        above_tests: Those before the list of tests; above_looks, before that of looks.
    """

    ties: tuple[Tie, ...] = ()
    tests: Mapping[str, str] = field(default_factory=dict)
    looks: Mapping[str, str] = field(default_factory=dict)
    above: str | None = None
    above_tests: str = ""
    above_looks: str = ""


def ties_path(game: str) -> str:
    """Where a game's ties are."""
    return f"data/{game}/ties.yaml"
