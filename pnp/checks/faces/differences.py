"""A deck's cards → diagnostics for two that differ and look alike.

Where `shows:` tells of every field, what it asks of each card must differ; whether that is seen is told by reading.

A deck's backs → diagnostics where they look different and so tell what nobody should know.

A deck's faces → diagnostics for numbers that read as another card's when the card is turned round.

A deck's fields, changed one at a time → diagnostics for those that change nothing players see.

Only fields that neither `shows:` nor `unseen:` names are tried out: on each card another value is put in, and the face
laid out again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from pnp.checks.faces.expected import fields_shown, fields_told
from pnp.checks.faces.faces import some_of, wanted_of
from pnp.checks.faces.visible import VisibleItem, look_alike, sights
from pnp.checks.subject import EditionSubject
from pnp.core import outline
from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Place
from pnp.core.frame import IDENTITY, Frame, Group, Item, Matrix, Path, multiply
from pnp.layout.game import GameLayout
from pnp.project.game import Card, Deck
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
        _report(group, "shows: asks the same of them, but for colours", diagnostics)


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
            diagnostics.report(Code.CHOICES_ALIKE, card.place, what=what, fix=fix)


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
        _report([cards[index] for index in group], "players could not tell which is which", diagnostics)
        left = [index for index in others if index not in group]


def _seen_values(deck: Deck, card: Card) -> Mapping[str, Any]:
    return {name: value for name, value in card.values.items() if name not in deck.head.unseen}


def _report(group: Sequence[Card], why: str, diagnostics: Diagnostics) -> None:
    """Tell of cards that look alike, at the second; of one alone there is nothing to tell."""
    if len(group) < 2:
        return
    *named, last = [card.label for card in group[:MOST_NAMED]]
    if len(group) > MOST_NAMED:
        named, last = [*named, last], f"{len(group) - MOST_NAMED} more"
    what, fix = f"{', '.join(named)} and {last} look alike", "show what sets them apart, or name it in unseen:"
    diagnostics.report(Code.CARDS_ALIKE, group[1].place, what=what, why=why, fix=fix)


def _are_near(one: bytes, other: bytes) -> bool:
    """Whether two pictures could look alike, by 48 grey dots of each."""
    return all(abs(a - b) <= 24 for a, b in zip(one, other, strict=True))


_TURNED = {"0": "0", "6": "9", "8": "8", "9": "6"}
"""Figures that are figures upside down, too. A 1 is told by its flag."""
_NUMBER = re.compile(r"[0689]+")

UNDER = 0.45
"""How far below a number, in its heights, the line or dot may lie that tells which way is up."""
PAIRED = 1.0
"""Millimetres by which a number may be off the place across from another that is its counterpart."""


def check_turned(subject: EditionSubject, diagnostics: Diagnostics) -> None:
    """Tell of such numbers without a mark, and without the same number across from it for the other reader."""
    layout = subject.layout
    if layout.edition.catalogue is None:
        for deck in layout.edition.game.decks.values():
            _check_turned(layout, deck, diagnostics)


def _check_turned(layout: GameLayout, deck: Deck, diagnostics: Diagnostics) -> None:
    laid_out = [(card, layout.face(deck, card)) for card in some_of(deck.cards)]
    faces = [(card, frame) for card, frame in laid_out if not frame.is_flawed]
    numbers = {sight.what for _, frame in faces for sight in _numbers(frame)}
    for card, frame in faces:
        for sight in _numbers(frame):
            other = "".join(_TURNED[figure] for figure in reversed(sight.what))
            if other != sight.what and other in numbers and not (_is_paired(sight, frame) or _is_marked(sight, frame)):
                what = "a number reads as another card's when the card is turned"
                fix = "set a line or a dot under it"
                diagnostics.report(
                    Code.CONFUSABLE,
                    deck.template.place,
                    what=what,
                    fix=fix,
                    card=f"{card.label} ({sight.what}, {other})",
                    language=layout.edition.language,
                )


def _numbers(frame: Frame) -> Iterator[VisibleItem]:
    for sight in sights(frame):
        if sight.kind == "text" and _NUMBER.fullmatch(sight.what):
            yield sight


def _is_paired(sight: VisibleItem, frame: Frame) -> bool:
    """Whether the same number stands across from it, upright for the other reader; not where both are one."""
    x, y = sight.centre
    across = (frame.width - x, frame.height - y)
    for other in _numbers(frame):
        away = max(abs(a - b) for a, b in zip(other.centre, across, strict=True))
        turned = abs((other.turn - sight.turn) % 360 - 180) < 1
        if other.what == sight.what and turned and away < PAIRED:
            return True
    return False


def _is_marked(sight: VisibleItem, frame: Frame) -> bool:
    """Whether a line or dot of its colour lies close under it."""
    for path, matrix in _paths(frame.items, IDENTITY):
        if path.fill not in sight.colours and not (path.stroke and path.stroke.paint in sight.colours):
            continue
        box = outline.bounds(outline.transform(path.segments, matrix))
        x, y = box.x + box.width / 2, box.y + box.height / 2
        across, down = x - sight.centre[0], y - sight.centre[1]
        upside_down = abs(abs(sight.turn) - 180) < 90
        below = (-down if upside_down else down) - sight.box.height / 2
        is_small = box.height < sight.box.height / 3 and box.width < 1.5 * sight.box.width
        if is_small and abs(across) < sight.box.width / 2 and 0 < below < UNDER * sight.box.height:
            return True
    return False


def _paths(items: tuple[Item, ...], matrix: Matrix) -> Iterator[tuple[Path, Matrix]]:
    for item in items:
        if isinstance(item, Path) and item.segments:
            yield item, matrix
        elif isinstance(item, Group):
            yield from _paths(item.items, multiply(matrix, item.matrix))


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
        self.aside = layout.without_reports()
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
                self._report(Code.FIELD_UNSEEN, what, fix, card)

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
            self._report(Code.CHOICES_ALIKE, what, fix, card)
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
        before = self.aside.diagnostics.count
        frame = self.aside.uncached_face(self.deck, self._valued(card, value))
        return frame if self.aside.diagnostics.count == before else None

    def _report(self, code: Code, what: str, fix: str, card: Card) -> None:
        language = self.layout.edition.language
        self.diagnostics.report(code, self.place, what=what, fix=fix, card=card.label, language=language)


def _place_of(field: str, deck: Deck, source: Any) -> Place:
    """Where a field is declared; without that, the template which should show it."""
    declared = source["decks"][deck.name].get("fields", {})
    key = next((key for key in (field, f"{field}?") if key in declared), None)
    return declared.place_of(key) if key else deck.template.place
