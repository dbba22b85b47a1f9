"""The verdicts on cards that ``pnp simulate --keep`` has left in the output folder → messages for the preview."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from pnp.core.diagnostics import Diagnostics
from pnp.outputs import read_back
from pnp.serve.access import NotReceived
from pnp.serve.faces import CachedFiles
from pnp.serve.messages import VerdictMessage
from pnp.serve.received import received

KEPT = "output/{game}/simulation/cards.json"


class _Kept(BaseModel):
    """The verdicts by deck and number of the card, and the digests of the files that the games came from."""

    model_config = ConfigDict(extra="forbid")
    inputs: Mapping[str, str]
    cards: Mapping[str, Mapping[int, tuple[VerdictMessage, ...]]]


def kept_verdicts(files: CachedFiles, game: str, deck: str) -> Mapping[int, tuple[VerdictMessage, ...]]:
    """Return the verdicts on the cards of a deck by number; none if no readable ones are kept."""
    content = None
    with Diagnostics().catch_faults():
        content = read_back(KEPT.format(game=game), Path(files.root))
    if content is None:
        return {}
    try:
        kept = received(content, _Kept)
    except NotReceived:
        return {}
    is_old = any(files.digest(path) != digest for path, digest in kept.inputs.items())
    verdicts = kept.cards.get(deck, {})
    return {number: tuple(replace(one, is_old=is_old) for one in of_card) for number, of_card in verdicts.items()}
