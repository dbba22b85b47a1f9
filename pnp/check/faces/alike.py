"""A deck's faces → diagnostics for fields that change nothing players see, and for what looks alike and is not.

A field that neither `shows:` nor `unseen:` names is tried out: the card is laid out again with another value in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

from pnp.check.faces.faces import fields_shown, some_of
from pnp.check.faces.seeing import look_alike
from pnp.check.subject import EditionSubject
from pnp.diagnostics import Code, Diagnostics
from pnp.layout.frame import Frame
from pnp.layout.game import GameLayout
from pnp.model.game import Card, Deck, Game
from pnp.render.pixels import pictures

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_CHOICES = 20
"""Values of a field that are tried against one another on one card."""


def check_alike(subject: EditionSubject, diagnostics: Diagnostics) -> None:
    """Tell of fields that cannot be seen, and of cards and choices that look alike."""
    layout = subject.layout
    game = layout.edition.game
    if layout.edition.catalogue is not None:
        return  # what a translation can do to a face is told of its texts
    for deck in game.decks.values():
        if len(deck.cards) > 1 or deck.cards[0].values:
            _Deck(game, deck, layout, diagnostics).check()


class _Deck:
    """One deck being looked at."""

    def __init__(self, game: Game, deck: Deck, layout: GameLayout, diagnostics: Diagnostics) -> None:
        self.game = game
        self.deck = deck
        self.layout = layout
        self.trial = layout.aside()
        self.diagnostics = diagnostics
        self.cards = some_of(deck.cards)
        self.pictures = [*pictures([layout.face(deck, card) for card in self.cards])]

    def check(self) -> None:
        shown, names = fields_shown(self.deck.shows), list(self.cards[0].values)
        for name in names:
            if name not in shown and name not in self.deck.head.unseen:
                self._check_seen(name)
                self._check_choices(name)
        self._check_cards()

    def _check_seen(self, name: str) -> None:
        """Try another value of a field on each card."""
        tried = [
            (card, picture, self._changed(card, name)) for card, picture in zip(self.cards, self.pictures, strict=True)
        ]
        tried_some = [(card, picture, frame) for card, picture, frame in tried if frame is not None]
        for (card, picture, _), other in zip(tried_some, pictures([frame for _, _, frame in tried_some]), strict=True):
            if look_alike(picture, other):
                self._tell(
                    Code.FIELD_UNSEEN,
                    f"{name} is not seen: the face looks the same with another",
                    "show it, say how with shows:, or name it in unseen:",
                    card,
                )

    def _changed(self, card: Card, name: str) -> Frame | None:
        """A card's face with another value of a field; None where there is no other that can be laid out."""
        for value in self._others(card.values[name], name):
            if (frame := self._with(card, name, value)) is not None:
                return frame
        return None

    def _others(self, value: Any, name: str) -> Iterator[Any]:
        """Other values than one that a field has in its deck, or may have."""
        if value is None:
            return
        values = self._values(name)
        after = values.index(value) + 1 if value in values else 0
        yield from (other for other in (*values[after:], *values[:after]) if other != value)
        if isinstance(value, bool):
            yield not value
        elif isinstance(value, int):
            yield value + 1
        elif isinstance(value, str) and not self._choices(name):
            yield f"{value} {value}"

    def _choices(self, name: str) -> Sequence[Any]:
        field = next((field for field in self.deck.fields if field.name == name), None)
        return field.choices if field and field.kind == "choice" else ()

    def _values(self, name: str) -> list[Any]:
        """The values of a field in its deck, each once, and its choices."""
        values: list[Any] = []
        for value in [*(card.values[name] for card in self.deck.cards), *self._choices(name)]:
            if value is not None and value not in values:
                values.append(value)
        return values

    def _with(self, card: Card, name: str, value: Any) -> Frame | None:
        """A card's face with a value changed; None where that cannot be laid out."""
        before = self.trial.diagnostics.told
        changed = card.model_copy(update={"values": {**card.values, name: value}})
        frame = self.trial.tried(self.deck, changed)
        return frame if self.trial.diagnostics.told == before else None

    def _check_choices(self, name: str) -> None:
        """Try all values of a field on one card: each must look different."""
        values = self._values(name)
        if not 1 < len(values) <= MOST_CHOICES:
            return
        card = next((card for card in self.cards if card.values[name] is not None), None)
        if card is None:
            return
        frames = {index: frame for index, value in enumerate(values) if (frame := self._with(card, name, value))}
        faces = dict(zip(frames, pictures(list(frames.values())), strict=True))
        alike = [(a, b) for a, b in combinations(faces, 2) if look_alike(faces[a], faces[b])]
        if len(alike) < len(faces) * (len(faces) - 1) / 2:  # else the field is not seen at all, which is told
            for a, b in alike:
                what = f"{name} {values[a]} and {name} {values[b]} look alike"
                self._tell(Code.CHOICES_ALIKE, what, "give each a drawing, word or number of its own", card)

    def _check_cards(self) -> None:
        """Tell of two cards that differ in what should be seen, and look alike."""
        seen = [self._seen_values(card) for card in self.cards]
        rough = [picture.convert("L").resize((6, 8)).tobytes() for picture in self.pictures]
        for (a, one), (b, other) in combinations(enumerate(self.pictures), 2):
            if seen[a] != seen[b] and _are_near(rough[a], rough[b]) and look_alike(one, other):
                place = self.cards[b].place
                what = f"{self.cards[a].label} and {self.cards[b].label} look alike"
                fix = "show what sets them apart, or make one card with copies of them"
                self.diagnostics.tell(Code.CARDS_ALIKE, place, what=what, fix=fix)

    def _seen_values(self, card: Card) -> Mapping[str, Any]:
        return {name: value for name, value in card.values.items() if name not in self.deck.head.unseen}

    def _tell(self, code: Code, what: str, fix: str, card: Card) -> None:
        place, language = self.deck.template.place, self.layout.edition.language
        self.diagnostics.tell(code, place, what=what, fix=fix, card=card.label, language=language)


def _are_near(one: bytes, other: bytes) -> bool:
    """Whether two pictures could look alike, by 48 grey dots of each."""
    return all(abs(a - b) <= 24 for a, b in zip(one, other, strict=True))
