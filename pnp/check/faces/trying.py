"""A deck's fields, changed one at a time → diagnostics for those that change nothing players see.

Only fields that neither `shows:` nor `unseen:` names are tried out: on each card another value is put in, and the face
laid out again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from pnp.check.faces.faces import some_of
from pnp.check.faces.fields import fields_shown
from pnp.check.faces.seeing import look_alike
from pnp.check.subject import EditionSubject
from pnp.diagnostics import Code, Diagnostics, Place
from pnp.layout.frame import Frame
from pnp.layout.game import GameLayout
from pnp.model.game import Card, Deck
from pnp.render.pixels import pictures

MOST_TRIED = 60
"""Cards of a deck on which a field is tried out."""

MOST_CHOICES = 20
"""Values of a field that are tried against one another on one card."""


def check_fields(subject: EditionSubject, diagnostics: Diagnostics) -> None:
    """Tell of fields that cannot be seen, and of values that look alike."""
    layout = subject.layout
    if layout.edition.catalogue is not None:
        return  # fields are the same in every language
    for deck in layout.edition.game.decks.values():
        known = fields_shown(deck.shows) | set(deck.head.unseen)
        for name in deck.cards[0].values:
            if name not in known:
                trial = _Trial(deck, name, layout, diagnostics)
                if not trial.check_choices():
                    trial.check_seen()


class _Trial:
    """One field of a deck being tried out."""

    def __init__(self, deck: Deck, name: str, layout: GameLayout, diagnostics: Diagnostics) -> None:
        self.deck = deck
        self.name = name
        self.layout = layout
        self.aside = layout.aside()
        self.diagnostics = diagnostics
        self.place = _place_of(name, deck, layout.edition.game.source)
        field = next((field for field in deck.fields if field.name == name), None)
        self.choices: Sequence[Any] = field.choices if field and field.kind == "choice" else ()
        self.values: list[Any] = []
        for value in [*(card.values[name] for card in deck.cards), *self.choices]:
            if value is not None and value not in self.values:
                self.values.append(value)

    def check_seen(self) -> None:
        """Tell of cards that look the same with another value."""
        tried = ((card, self._changed(card)) for card in some_of(self.deck.cards, MOST_TRIED))
        changed = [(card, *other) for card, other in tried if other is not None]
        now = pictures([self.layout.face(self.deck, card) for card, _, _ in changed])
        then = pictures([frame for _, _, frame in changed])
        for (card, value, frame), one, other in zip(changed, now, then, strict=True):
            is_alike = look_alike(one, other, (self.layout.face(self.deck, card), frame))
            if is_alike and self._backs_alike(card, card.values[self.name], value):
                what = f"{self.name} is not seen: with another the face looks the same"
                fix = "show it, or name it in unseen:"
                self._tell(Code.FIELD_UNSEEN, what, fix, card)

    def check_choices(self) -> bool:
        """Tell of values that make one card look the same, where others do not; whether there are any."""
        card = next((card for card in self.deck.cards if card.values[self.name] is not None), None)
        if card is None or not 1 < len(self.values) <= MOST_CHOICES:
            return False
        frames = [(value, frame) for value in self.values if (frame := self._with(card, value)) is not None]
        faces = [(*tried, face) for tried, face in zip(frames, pictures([f for _, f in frames]), strict=True)]
        pairs = list(combinations(faces, 2))
        alike = [
            (a, b)
            for (a, one, here), (b, other, there) in pairs
            if look_alike(here, there, (one, other)) and self._backs_alike(card, a, b)
        ]
        if len(alike) == len(pairs):
            return False  # the field is not seen at all
        for a, b in alike:
            what, fix = f"{self.name} {a} and {self.name} {b} look alike", "give each a drawing, word or number"
            self._tell(Code.CHOICES_ALIKE, what, fix, card)
        return bool(alike)

    def _changed(self, card: Card) -> tuple[Any, Frame] | None:
        """Another value and a card's face with it; None where the card has none, or no other can be laid out."""
        value = card.values[self.name]
        others = self._others(value) if value is not None else iter(())
        frames = ((other, self._with(card, other)) for other in others)
        return next(((other, frame) for other, frame in frames if frame is not None), None)

    def _backs_alike(self, card: Card, one: Any, other: Any) -> bool:
        """Whether nobody would notice on the back that a card has another value."""
        if self.deck.back is None or self.layout.has_one_back(self.deck):
            return True
        sides = [self.aside.back(self.deck, self._valued(card, value)) for value in (one, other)]
        frames = [side.frame for side in sides if side is not None]
        here, there = pictures(frames)
        return look_alike(here, there, (frames[0], frames[1]))

    def _valued(self, card: Card, value: Any) -> Card:
        return card.model_copy(update={"values": {**card.values, self.name: value}})

    def _others(self, value: Any) -> Iterator[Any]:
        """Other values that the field has in its deck, or might have."""
        after = self.values.index(value) + 1
        yield from (other for other in (*self.values[after:], *self.values[:after]) if other != value)
        if isinstance(value, bool):
            yield not value
        elif isinstance(value, int | float):
            yield value + 1
        elif isinstance(value, str) and not self.choices:
            yield f"{value} {value}"

    def _with(self, card: Card, value: Any) -> Frame | None:
        """A card's face with a value changed; None where that cannot be laid out."""
        before = self.aside.diagnostics.told
        frame = self.aside.tried(self.deck, self._valued(card, value))
        return frame if self.aside.diagnostics.told == before else None

    def _tell(self, code: Code, what: str, fix: str, card: Card) -> None:
        language = self.layout.edition.language
        self.diagnostics.tell(code, self.place, what=what, fix=fix, card=card.label, language=language)


def _place_of(field: str, deck: Deck, source: Any) -> Place:
    """Where a field is declared; without that, the template which should show it."""
    declared = source["decks"][deck.name].get("fields", {})
    key = next((key for key in (field, f"{field}?") if key in declared), None)
    return declared.place_of(key) if key else deck.template.place
