"""Faults seen while laying out many cards → one diagnostic a fault, naming the cards it strikes."""

from __future__ import annotations

from dataclasses import replace

from pnp.diagnostics import Diagnostic, Place

MOST_NAMED = 4
"""Cards named in one diagnostic; the others are counted."""


class Findings:
    """Collects faults; the same fault of the same template line on several cards is one diagnostic."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._found: dict[Diagnostic, list[str]] = {}

    def add(
        self,
        card: str,
        place: Place,
        code: str,
        what: str,
        why: str = "",
        fix: str = "",
    ) -> None:
        """Note a fault of one card; without a card it concerns the template itself."""
        cards = self._found.setdefault(Diagnostic(place, code, what, why, fix), [])
        if card and card not in cards:
            cards.append(card)

    def diagnostics(self) -> list[Diagnostic]:
        """What was found."""
        return [replace(found, what=found.what + self._on(cards)) for found, cards in self._found.items()]

    def _on(self, cards: list[str]) -> str:
        if not cards:
            return ""
        more = f" and {len(cards) - MOST_NAMED} more" if len(cards) > MOST_NAMED else ""
        return f", on {', '.join(cards[:MOST_NAMED])}{more} ({self.language})"
