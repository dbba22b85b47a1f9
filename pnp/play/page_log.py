"""A step of a game's history → an entry of the log of a page, in which each card that is named can be looked at."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from pnp.play.bundle import Names
from pnp.play.history import History
from pnp.play.trace import described_step

CardFace = tuple[str, str]
"""A card's deck, and its name in the source language."""

_MARKED = re.compile("\0(\\d+)\0([^\0]*)\0")


class _MarkedCards(dict[CardFace, str]):
    """The names of cards; each that is asked for is marked with its number among ``faces``."""

    def __init__(self, names: Names) -> None:
        super().__init__(names.cards)
        self.faces: list[CardFace] = []

    def get(self, face: CardFace, name: Any = None) -> Any:
        """Return the name of a card between marks."""
        self.faces.append(face)
        return f"\0{len(self.faces) - 1}\0{super().get(face, name)}\0"


def log_entry(history: History, number: int, names: Names, viewer: int | None) -> dict[str, Any]:
    """Return a step as a seat has seen it.

    Args:
        history: The game.
        number: The number of the step.
        names: The words and the names of cards.
        viewer: The seat; None for one who sees all.

    Returns:
        The step's number, the number of its pauses, its lines, and for each line its ``parts``: texts, and cards with
        ``deck``, ``card`` and ``text``.
    """
    marked = _MarkedCards(names)
    marking = replace(names, cards=marked)
    lines = [line.strip() for line in described_step(history, number, marking, viewer)]
    return {
        "step": number,
        "moments": len(history.steps[number].moments),
        "lines": [_MARKED.sub(r"\2", line) for line in lines],
        "parts": [_parts(line, marked.faces) for line in lines],
    }


def _parts(line: str, faces: list[CardFace]) -> list[Any]:
    """Return a line as texts and cards."""
    texts = _MARKED.split(line)  # text, number and name of a card, text, …
    parts: list[Any] = texts[:1] if texts[0] else []
    for number, name, text in zip(texts[1::3], texts[2::3], texts[3::3], strict=True):
        deck, card = faces[int(number)]
        parts += [{"deck": deck, "card": card, "text": name}, *([text] if text else [])]
    return parts
