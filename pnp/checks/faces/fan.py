"""A deck that is held in the hand → diagnostics for cards that look alike in the strip at their left that a fan shows.

A deck is held in the hand if an entry of its `shows:` has `fan:`. If no entry of the game has one, but its rules have
piles that only their owner sees, decks with the same text in two opposite corners count as held: publishers print hand
cards like this.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from pnp.checks.faces.alike import is_paired, visible_values
from pnp.checks.faces.shown import sample_cards
from pnp.checks.faces.visible import visible_items
from pnp.checks.subject import EditionSubject
from pnp.core import outline
from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics
from pnp.core.frame import IDENTITY, Box, Frame, Group, Item, Matrix, Path, multiply
from pnp.core.patterns import lazy_pattern
from pnp.core.units import Mm
from pnp.layout.cards.game import GameLayout
from pnp.project.game import Card, Deck, rules_path

STRIP: Mm = 8.0
"""The width of the strip of each card that a fanned hand shows, unless `fan:` gives another."""

SEEN: Mm = 2.0
"""A text or drawing can be recognised if this much of its width is inside the strip."""

_SEEN_BY_OWNER = lazy_pattern(r"""\bPiles\(\s*["']owner["']""")


def check_fans(subject: EditionSubject, diagnostics: Diagnostics) -> None:
    """Report different cards of a deck that look alike in a fan except for their colours."""
    layout = subject.in_first_language
    if layout.edition.catalogue is None:
        for deck, strip in _held(subject, layout):
            _check_deck(layout, deck, strip, diagnostics)


def _held(subject: EditionSubject, layout: GameLayout) -> Iterator[tuple[Deck, Mm]]:
    """Yield the decks that players hold in hand, each with the width of its strip."""
    game = layout.edition.game
    fans = {name: [e.fan for e in deck.shows.values() if e.fan is not None] for name, deck in game.decks.items()}
    if any(fans.values()):
        yield from ((deck, max(fans[name])) for name, deck in game.decks.items() if fans[name])
        return
    rules = rules_path(game.name)
    if subject.files.exists(rules) and _SEEN_BY_OWNER.search(subject.files.text(rules)):
        for deck in game.decks.values():
            face = layout.face(deck, deck.cards[0]) if deck.cards else None
            if face and any(is_paired(item, face) for item in visible_items(face) if item.kind == "text"):
                yield deck, STRIP


def _check_deck(layout: GameLayout, deck: Deck, strip: Mm, diagnostics: Diagnostics) -> None:
    """Report cards of a deck that look the same in a fan, all in one diagnostic."""
    groups: dict[Hashable, list[Card]] = {}
    for card in sample_cards(deck.cards):
        if not (face := layout.face(deck, card)).is_flawed:
            group = groups.setdefault(frozenset(_seen(face, strip)), [card])
            if group[0] is not card and visible_values(deck, group[0]) != visible_values(deck, card):
                group.append(card)
    alike = [group for group in groups.values() if len(group) > 1]
    if alike:
        first, second, *_ = alike[0]
        more = sum(map(len, alike)) - 2
        others = f", and so do {more} more" if more else ""
        what = f"{first.label} and {second.label} look alike in a fan except for their colours{others}"
        why = f"a hand shows only the {strip:g} mm at the left of each card"
        fix = "put what distinguishes them there, such as the suit under the number"
        place, language = deck.template.place, layout.edition.name
        diagnostics.report(Code.FAN_ALIKE, place, what=what, why=why, fix=fix, language=language)


def _seen(face: Frame, strip: Mm) -> Iterator[Hashable]:
    """Yield what the strip of a face shows: texts, drawings and small shapes, without their colours."""
    for item in visible_items(face):
        if _share(item.box, strip) >= min(SEEN, item.box.width / 2):
            yield item.kind, item.what
    for box in _shapes(face.items, IDENTITY):
        if box.width <= strip and box.height <= face.height / 2 and _share(box, strip) >= box.width / 2:
            yield "shape", *(round(2 * number) for number in box)


def _share(box: Box, strip: Mm) -> Mm:
    """Return how much of a box's width is inside the strip."""
    return min(box.right, strip) - max(box.x, 0.0)


def _shapes(items: tuple[Item, ...], matrix: Matrix) -> Iterator[Box]:
    """Yield the boxes of a template's own shapes, without those inside drawings."""
    for item in items:
        if isinstance(item, Path) and item.segments:
            yield outline.bounds(outline.transform(item.segments, matrix))
        elif isinstance(item, Group):
            yield from _shapes(item.items, multiply(matrix, item.matrix))
