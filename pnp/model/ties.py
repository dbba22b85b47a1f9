"""What data/<game>/ties.yaml may say of one sentence."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, StrictBool, StrictStr

from pnp.diagnostics import Mistake
from pnp.model import forms
from pnp.model import values as v
from pnp.model.forms import takes
from pnp.model.strict import Strict
from pnp.model.values import describe


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
