"""A deck's backs → diagnostics if they look different, so that players could recognise cards by them.

This check is separate from the other comparisons of faces because every build runs it and must not load those.
"""

from __future__ import annotations

from collections.abc import Sequence

from pnp.checks.subject import EditionSubject
from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics
from pnp.core.frame import Frame
from pnp.layout.cards.game import GameLayout
from pnp.project.game import Card, Deck


def check_backs(subject: EditionSubject, diagnostics: Diagnostics) -> None:
    """Report cards whose backs reveal more than their deck allows."""
    layout = subject.layout
    game = layout.edition.game
    for deck in game.decks.values():
        secret = game.secret_backs(deck)
        if deck.back is not None and secret is not False:
            exempt = secret if isinstance(secret, tuple) else ()
            for cards in _groups(deck.cards, exempt):
                _compare(layout, deck, cards, exempt, diagnostics)


def _groups(cards: Sequence[Card], exempt: Sequence[str]) -> list[list[Card]]:
    """Return groups of cards whose backs may not differ: those that agree in the fields that backs may show."""
    groups: dict[str, list[Card]] = {}
    for card in cards:
        groups.setdefault(repr([card.language, *(card.values.get(name) for name in exempt)]), []).append(card)
    return list(groups.values())


def _compare(
    layout: GameLayout, deck: Deck, cards: Sequence[Card], exempt: Sequence[str], diagnostics: Diagnostics
) -> None:
    assert deck.back is not None
    backs = [side.frame for card in cards if (side := layout.printed(deck, card)[1])]
    differing = [(card, back) for card, back in zip(cards, backs, strict=True) if back.items != backs[0].items]
    for card in _visibly_different(backs[0], differing):
        what = f"the backs of {deck.name} differ from card to card" + (
            f" of one {' and '.join(exempt)}" if exempt else ""
        )
        why = "players could recognise cards by their backs"
        fix = "remove card from the back's expressions; or write secret_backs: false, or the fields that may differ"
        language = layout.edition.name
        diagnostics.report(
            Code.BACK_REVEALS, deck.back.place, what=what, why=why, fix=fix, card=card.label, language=language
        )


def _visibly_different(first: Frame, candidates: Sequence[tuple[Card, Frame]]) -> list[Card]:
    if not candidates:
        return []
    from pnp.checks.faces.visible import look_alike, pictured  # few decks have backs that differ

    first_back, *backs = pictured([first, *(back for _, back in candidates)])
    return [card for (card, _), back in zip(candidates, backs, strict=True) if not look_alike(first_back, back)]
