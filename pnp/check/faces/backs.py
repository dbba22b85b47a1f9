"""A deck's backs → diagnostics where they look different and so tell what nobody should know."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.check.faces.seeing import look_alike
from pnp.check.subject import EditionSubject
from pnp.diagnostics import Code, Diagnostics
from pnp.layout.frame import Frame
from pnp.layout.game import GameLayout
from pnp.model.game import Card, Deck
from pnp.render.pixels import pictures


def check_backs(subject: EditionSubject, diagnostics: Diagnostics) -> None:
    """Tell of cards whose backs tell more than their deck allows."""
    layout = subject.layout
    game = layout.edition.game
    for deck in game.decks.values():
        secret = game.head.secret_backs if deck.head.secret_backs is None else deck.head.secret_backs
        if deck.back is not None and secret is not False:
            told = secret if isinstance(secret, tuple) else ()
            for cards in _groups(deck.cards, told):
                _check(layout, deck, cards, told, diagnostics)


def _groups(cards: Sequence[Card], told: Sequence[str]) -> list[list[Card]]:
    """Cards whose backs may not differ: those with the same values of what backs may tell."""
    groups: dict[str, list[Card]] = {}
    for card in cards:
        groups.setdefault(repr([card.values.get(name) for name in told]), []).append(card)
    return list(groups.values())


def _check(
    layout: GameLayout, deck: Deck, cards: Sequence[Card], told: Sequence[str], diagnostics: Diagnostics
) -> None:
    assert deck.back is not None
    backs = [side.frame for card in cards if (side := layout.printed(deck, card)[1])]
    differing = [(card, back) for card, back in zip(cards, backs, strict=True) if back.items != backs[0].items]
    for card in _seen_to_differ(backs[0], differing):
        what = f"the backs of {deck.name} differ from card to card" + (f" of one {' and '.join(told)}" if told else "")
        why = "players could tell cards by their backs"
        fix = "take card out of the back's expressions, or say in secret_backs: what they may tell"
        language = layout.edition.language
        diagnostics.tell(
            Code.BACK_REVEALS, deck.back.place, what=what, why=why, fix=fix, card=card.label, language=language
        )


def _seen_to_differ(first: Frame, others: Sequence[tuple[Card, Frame]]) -> list[Card]:
    if not others:
        return []
    one, *pictured = pictures([first, *(back for _, back in others)])
    pairs = zip(others, pictured, strict=True)
    return [card for (card, back), other in pairs if not look_alike(one, other, (first, back))]
