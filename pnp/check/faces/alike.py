"""A deck's cards → diagnostics for two that differ and look alike.

Where `shows:` tells of every field, what it asks of each card must differ; whether that is seen is told by reading.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pnp.check.faces.faces import some_of, wanted_of
from pnp.check.faces.fields import fields_shown, fields_told
from pnp.check.faces.seeing import look_alike
from pnp.check.subject import EditionSubject
from pnp.diagnostics import Code, Diagnostics
from pnp.layout.game import GameLayout
from pnp.model.game import Card, Deck
from pnp.render.pixels import pictures

MOST_NAMED = 3
"""Cards that look alike and are told by name."""


def check_alike(subject: EditionSubject, diagnostics: Diagnostics) -> None:
    """Tell of cards that look alike, and of choices that only a colour tells apart."""
    layout = subject.layout
    if layout.edition.catalogue is not None:
        return
    for deck in layout.edition.game.decks.values():
        if set(deck.cards[0].values) <= fields_shown(deck.shows) | set(deck.head.unseen):
            _check_asked(layout, deck, diagnostics)
            for field in deck.fields:
                if field.kind == "choice" and field.name not in deck.head.unseen:
                    _check_choices(layout, deck, field.name, diagnostics)
        else:
            _check_seen(layout, deck, diagnostics)


def _check_asked(layout: GameLayout, deck: Deck, diagnostics: Diagnostics) -> None:
    """Tell of cards of which `shows:` asks the same, but for colours."""
    groups: dict[frozenset[object], list[Card]] = {}
    for card in deck.cards:
        marks = {(want.kind, want.what, want.times) for want in wanted_of(layout, deck, card) if want.kind != "colour"}
        group = groups.setdefault(frozenset(marks), [card])
        if _seen_values(deck, group[0]) != _seen_values(deck, card):
            group.append(card)
    for group in groups.values():
        _tell(group, "shows: asks the same of them, but for colours", diagnostics)


def _check_choices(layout: GameLayout, deck: Deck, field: str, diagnostics: Diagnostics) -> None:
    """Tell of two values of a field that nothing but colours or another field tells apart."""
    told = {name: fields_told(shown) for name, shown in deck.shows.items()}
    entries = {name for name, fields in told.items() if fields == {field}}
    entries = entries or {name for name, fields in told.items() if field in fields}
    firsts: dict[frozenset[object], object] = {}
    for value, card in {card.values[field]: card for card in deck.cards}.items():
        asked = (want for want in wanted_of(layout, deck, card) if want.name in entries)
        first = firsts.setdefault(frozenset((want.name, want.what, want.times) for want in asked), value)
        if first != value:
            what = f"{field} {first} and {field} {value} look alike: shows: asks the same of both, but for colours"
            fix = "give each a drawing or word of its own"
            diagnostics.tell(Code.CHOICES_ALIKE, card.place, what=what, fix=fix)


def _check_seen(layout: GameLayout, deck: Deck, diagnostics: Diagnostics) -> None:
    """Tell of cards that look alike in their pictures."""
    cards = [card for card in some_of(deck.cards) if not layout.face(deck, card).is_flawed]
    frames = [layout.face(deck, card) for card in cards]
    faces = [*pictures(frames)]
    seen = [_seen_values(deck, card) for card in cards]
    rough = [picture.convert("L").resize((6, 8)).tobytes() for picture in faces]
    left = list(range(len(cards)))
    while left:
        a, *others = left
        group = [a]
        for b in others:
            may_be = seen[a] != seen[b] and _are_near(rough[a], rough[b])
            if may_be and look_alike(faces[a], faces[b], (frames[a], frames[b])):
                group.append(b)
        _tell([cards[index] for index in group], "players could not tell which is which", diagnostics)
        left = [index for index in others if index not in group]


def _seen_values(deck: Deck, card: Card) -> Mapping[str, Any]:
    return {name: value for name, value in card.values.items() if name not in deck.head.unseen}


def _tell(group: Sequence[Card], why: str, diagnostics: Diagnostics) -> None:
    """Tell of cards that look alike, at the second; of one alone there is nothing to tell."""
    if len(group) < 2:
        return
    *named, last = [card.label for card in group[:MOST_NAMED]]
    if len(group) > MOST_NAMED:
        named, last = [*named, last], f"{len(group) - MOST_NAMED} more"
    what, fix = f"{', '.join(named)} and {last} look alike", "show what sets them apart, or name it in unseen:"
    diagnostics.tell(Code.CARDS_ALIKE, group[1].place, what=what, why=why, fix=fix)


def _are_near(one: bytes, other: bytes) -> bool:
    """Whether two pictures could look alike, by 48 grey dots of each."""
    return all(abs(a - b) <= 24 for a, b in zip(one, other, strict=True))
