"""A deck's cards → diagnostics for cards that look alike, numbers that can be read upside down, and invisible fields.

If `shows:` names every field, its requirements for each card must differ; pnp.checks.faces.shown checks that they are
met. Otherwise pictures of the faces are compared, and each field that neither `shows:` nor `unseen:` names is tried
out: a card gets another value, and its face is laid out again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from pnp.checks.faces.expected import fields_in_shapes, fields_in_shows
from pnp.checks.faces.shown import expected_on, sample_cards
from pnp.checks.faces.visible import VisibleItem, look_alike, pictured, visible_items
from pnp.checks.subject import EditionSubject
from pnp.core import outline
from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Place, in_words
from pnp.core.frame import IDENTITY, Frame, Group, Item, Matrix, Path, multiply
from pnp.core.patterns import lazy_pattern
from pnp.layout.cards.game import GameLayout
from pnp.project.game import Card, Deck

MAX_LISTED = 3
"""At most this many cards that look alike are listed by name."""


def check_lookalikes(subject: EditionSubject, diagnostics: Diagnostics) -> None:
    """Report cards that look alike, and choices that differ only by colour."""
    layout = subject.in_first_language
    if layout.edition.catalogue is not None:
        return
    for deck in layout.edition.game.decks.values():
        if set(deck.field_names) <= fields_in_shows(deck.shows) | set(deck.head.unseen):
            _check_requirements(layout, deck, diagnostics)
            for field in deck.fields:
                if field.kind == "choice" and field.name not in deck.head.unseen:
                    _check_choices(layout, deck, field.name, diagnostics)
        else:
            _check_pictures(layout, deck, diagnostics)


def _check_requirements(layout: GameLayout, deck: Deck, diagnostics: Diagnostics) -> None:
    """Report cards for which `shows:` requires the same, apart from colours."""
    groups: dict[frozenset[object], list[Card]] = {}
    for card in deck.cards:
        marks = {
            (want.kind, want.what, want.times) for want in expected_on(layout, deck, card) if want.kind != "colour"
        }
        group = groups.setdefault(frozenset(marks), [card])
        if visible_values(deck, group[0]) != visible_values(deck, card):
            group.append(card)
    for group in groups.values():
        _report(group, "shows: requires the same of them, except for colours", diagnostics)


def _check_choices(layout: GameLayout, deck: Deck, field: str, diagnostics: Diagnostics) -> None:
    """Report two values of a field that differ only by colours or by another field."""
    fields_by_entry = {name: fields_in_shapes(entry) for name, entry in deck.shows.items()}
    entries = {name for name, fields in fields_by_entry.items() if fields == {field}}
    entries = entries or {name for name, fields in fields_by_entry.items() if field in fields}
    firsts: dict[frozenset[object], object] = {}
    for value, card in {card.values[field]: card for card in deck.cards}.items():
        required = (want for want in expected_on(layout, deck, card) if want.name in entries)
        first = firsts.setdefault(frozenset((want.name, want.what, want.times) for want in required), value)
        if first != value:
            what = (
                f"{field} {first} and {field} {value} look alike: shows: requires the same of both, except for colours"
            )
            fix = "give each a drawing or word of its own"
            diagnostics.report(Code.CHOICES_ALIKE, card.place, what=what, fix=fix)


def _check_pictures(layout: GameLayout, deck: Deck, diagnostics: Diagnostics) -> None:
    """Report cards that look alike in their pictures."""
    cards = [card for card in sample_cards(deck.cards) if not layout.face(deck, card).is_flawed]
    faces = pictured([layout.face(deck, card) for card in cards])
    values = [visible_values(deck, card) for card in cards]
    remaining = list(range(len(cards)))
    while remaining:
        a, *rest = remaining
        group = [a]
        for b in rest:
            is_alike = values[a] != values[b] and look_alike(faces[a], faces[b])
            if is_alike and _backs_alike(layout, deck, cards[a], cards[b]):
                group.append(b)
        _report([cards[index] for index in group], "players could not tell which is which", diagnostics)
        remaining = [index for index in rest if index not in group]


def _backs_alike(layout: GameLayout, deck: Deck, first: Card, second: Card) -> bool:
    """Return whether the backs of two cards look alike."""
    if deck.back is None or layout.has_one_back(deck):
        return True
    first_back, second_back = pictured(
        [side.frame for card in (first, second) if (side := layout.back(deck, card)) is not None]
    )
    return look_alike(first_back, second_back)


def visible_values(deck: Deck, card: Card) -> Mapping[str, Any]:
    """Return the values of a card that must be visible, as texts: 7 and "7" may look alike."""
    return {name: str(value) for name, value in card.values.items() if name not in (*deck.head.unseen, *deck.unread)}


def _report(group: Sequence[Card], why: str, diagnostics: Diagnostics) -> None:
    """Report a group of cards that look alike, at the second; a group of one is not reported."""
    if len(group) < 2:
        return
    *labels, last = [card.label for card in group[:MAX_LISTED]]
    if len(group) > MAX_LISTED:
        labels, last = [*labels, last], f"{len(group) - MAX_LISTED} more"
    what, fix = (
        f"{', '.join(labels)} and {last} look alike",
        "show the field in which they differ, or name it in unseen:",
    )
    diagnostics.report(Code.CARDS_ALIKE, group[1].place, what=what, why=why, fix=fix)


_TURNED = {"0": "0", "6": "9", "8": "8", "9": "6"}
"""Figures that look like figures upside down. A 1 does not, since its flag shows which way is up."""
_NUMBER = lazy_pattern(r"[0689]+")

UNDER = 0.45
"""A line or dot under a number shows which way is up if it is at most this far below, as a multiple of the number's
height."""
PAIRED = 1.0
"""How far a number may be from the place opposite its counterpart, mm."""


def check_turned(subject: EditionSubject, diagnostics: Diagnostics) -> None:
    """Report numbers that read as another card's upside down, and have no mark or sign that shows which way is up."""
    layout = subject.in_first_language
    if layout.edition.catalogue is None:
        for deck in layout.edition.game.decks.values():
            _check_turned(layout, deck, diagnostics)


def _check_turned(layout: GameLayout, deck: Deck, diagnostics: Diagnostics) -> None:
    laid_out = [(card, layout.face(deck, card)) for card in sample_cards(deck.cards)]
    faces = [(card, frame) for card, frame in laid_out if not frame.is_flawed]
    numbers = {item.what for _, frame in faces for item in _numbers(frame)}
    for card, frame in faces:
        for item in _numbers(frame):
            turned = "".join(_TURNED[figure] for figure in reversed(item.what))
            is_told = _is_marked(item, frame) or (is_paired(item, frame) and _has_sign_below(item, frame))
            if turned != item.what and turned in numbers and not is_told:
                what = "a number reads as another card's when the card is turned"
                fix = "set a line or a dot under it"
                diagnostics.report(
                    Code.CONFUSABLE,
                    deck.template.place,
                    what=what,
                    fix=fix,
                    card=f"{card.label} ({item.what}, {turned})",
                    language=layout.edition.name,
                )


def _numbers(frame: Frame) -> Iterator[VisibleItem]:
    for item in visible_items(frame):
        if item.kind == "text" and _NUMBER.fullmatch(item.what):
            yield item


def is_paired(item: VisibleItem, frame: Frame) -> bool:
    """Whether the same text is on the opposite side, upright for a reader across the table.

    The face is turned by half a circle about its middle: the counterpart of (x, y) lies at (width - x, height - y).
    """
    x, y = item.centre
    across = (frame.width - x, frame.height - y)
    for other in visible_items(frame):
        away = max(abs(a - b) for a, b in zip(other.centre, across, strict=True))
        turned = abs((other.turn - item.turn) % 360 - 180) < 1
        if (other.kind, other.what) == (item.kind, item.what) and turned and away < PAIRED:
            return True
    return False


def _has_sign_below(item: VisibleItem, frame: Frame) -> bool:
    """Whether a text or drawing, such as a suit, is close below a number and so shows which way is up."""
    upside_down = abs(abs(item.turn) - 180) < 90
    for other in visible_items(frame):
        across, down = (b - a for a, b in zip(item.centre, other.centre, strict=True))
        below = (-down if upside_down else down) - (item.box.height + other.box.height) / 2
        is_index = other.box.width < 3 * item.box.height and abs(across) < item.box.width
        if is_index and -UNDER * item.height < below < item.box.height:
            return True
    return False


def _is_marked(item: VisibleItem, frame: Frame) -> bool:
    """Whether a line or dot in a number's colour is close below it."""
    for path, matrix in _paths(frame.items, IDENTITY):
        if path.fill not in item.colours and not (path.stroke and path.stroke.paint in item.colours):
            continue
        box = outline.bounds(outline.transform(path.segments, matrix))
        x, y = box.x + box.width / 2, box.y + box.height / 2
        across, down = x - item.centre[0], y - item.centre[1]
        upside_down = abs(abs(item.turn) - 180) < 90
        below = (-down if upside_down else down) - item.box.height / 2
        is_small = box.height < item.box.height / 3 and box.width < 1.5 * item.box.width
        if is_small and abs(across) < item.box.width / 2 and 0 < below < UNDER * item.box.height:
            return True
    return False


def _paths(items: tuple[Item, ...], matrix: Matrix) -> Iterator[tuple[Path, Matrix]]:
    for item in items:
        if isinstance(item, Path) and item.segments:
            yield item, matrix
        elif isinstance(item, Group):
            yield from _paths(item.items, multiply(matrix, item.matrix))


MAX_TRIED = 60
"""A field is tried out on at most this many cards of a deck."""

MAX_CHOICES = 20
"""At most this many values of a field are compared with each other on one card."""


def check_fields(subject: EditionSubject, diagnostics: Diagnostics) -> None:
    """Report fields that cannot be seen, and values that look alike."""
    layout = subject.in_first_language
    if layout.edition.catalogue is not None:
        return  # fields are the same in every language
    for deck in layout.edition.game.decks.values():
        excluded = {*fields_in_shows(deck.shows), *deck.head.unseen, *deck.unread}
        unseen: dict[str, list[Card]] = {}
        for name in deck.field_names:
            if name not in excluded:
                trial = _Trial(deck, name, layout, diagnostics)
                if not trial.check_choices() and (cards := trial.unseen_on()):
                    unseen[name] = cards
        _report_unseen(unseen, deck, layout, diagnostics)


def _report_unseen(
    unseen: Mapping[str, Sequence[Card]], deck: Deck, layout: GameLayout, diagnostics: Diagnostics
) -> None:
    """Report the fields of a deck that are not seen on some cards, all of a deck at once."""
    if not unseen:
        return
    first = next(iter(unseen))
    what = f"{first} is not visible: with another value the face looks the same"
    fix = "show it, or name it in unseen:"
    if len(unseen) > 1:
        what = f"fields “{in_words(list(unseen))}” are not visible: with other values the face looks the same"
        fix = f"show them, or write unseen: [{', '.join((*deck.head.unseen, *unseen))}]"
    place, language = _place_of(first, deck, layout.edition.game.source), layout.edition.name
    for card in dict.fromkeys(card.label for cards in unseen.values() for card in cards):
        diagnostics.report(Code.FIELD_UNSEEN, place, what=what, fix=fix, card=card, language=language)


class _Trial:
    """A field of a deck that is being tried out."""

    def __init__(self, deck: Deck, name: str, layout: GameLayout, diagnostics: Diagnostics) -> None:
        self.deck = deck
        self.name = name
        self.layout = layout
        self.aside = layout.without_reports()
        self.diagnostics = diagnostics
        self.place = _place_of(name, deck, layout.edition.game.source)
        field = next((field for field in deck.fields if field.name == name), None)
        self.choices: Sequence[Any] = field.choices if field and field.kind == "choice" else ()
        values = [*(card.values.get(name) for card in deck.cards), *self.choices]
        self.values = list({str(value): value for value in values if value is not None}.values())
        """Its values. Of two that are written the same, such as 7 and "7", one is kept."""

    def unseen_on(self) -> list[Card]:
        """Return cards that look the same with another value of the field."""
        tried = ((card, self._changed(card)) for card in sample_cards(self.deck.cards, MAX_TRIED))
        changed = [(card, *change) for card, change in tried if change is not None]
        now = pictured([self.layout.face(self.deck, card) for card, _, _ in changed])
        then = pictured([frame for _, _, frame in changed])
        return [
            card
            for (card, value, _), before, after in zip(changed, now, then, strict=True)
            if look_alike(before, after) and _backs_alike(self.aside, self.deck, card, self._valued(card, value))
        ]

    def check_choices(self) -> bool:
        """Report values that cannot be distinguished on a card although others can; return whether there are any."""
        card = next((card for card in self.deck.cards if card.values.get(self.name) is not None), None)
        if card is None or not 1 < len(self.values) <= MAX_CHOICES:
            return False
        frames = [(value, frame) for value in self.values if (frame := self._with(card, value)) is not None]
        faces = pictured([frame for _, frame in frames])
        pairs = list(combinations(zip((value for value, _ in frames), faces, strict=True), 2))
        alike = [
            (a, b)
            for (a, face_a), (b, face_b) in pairs
            if look_alike(face_a, face_b)
            and _backs_alike(self.aside, self.deck, self._valued(card, a), self._valued(card, b))
        ]
        if len(alike) == len(pairs):
            return False  # the field is not seen at all
        for a, b in alike:
            what, fix = f"{self.name} {a} and {self.name} {b} look alike", "give each a drawing, word or number"
            self._report(Code.CHOICES_ALIKE, what, fix, card)
        return bool(alike)

    def _changed(self, card: Card) -> tuple[Any, Frame] | None:
        """Return another value and a card's face with it; None if the card has no value or no other can be laid out."""
        value = card.values.get(self.name)
        candidates = self._other_values(value) if value is not None else iter(())
        frames = ((candidate, self._with(card, candidate)) for candidate in candidates)
        return next(((candidate, frame) for candidate, frame in frames if frame is not None), None)

    def _valued(self, card: Card, value: Any) -> Card:
        return card.model_copy(update={"values": {**card.values, self.name: value}})

    def _other_values(self, value: Any) -> Iterator[Any]:
        """Yield other values that the field has in its deck, or might have."""
        after = next((n for n, other in enumerate(self.values) if str(other) == str(value)), -1) + 1
        yield from (other for other in (*self.values[after:], *self.values[:after]) if str(other) != str(value))
        if isinstance(value, bool):
            yield not value
        elif isinstance(value, int | float):
            yield value + 1
        elif isinstance(value, str) and not self.choices:
            yield f"{value} {value}"

    def _with(self, card: Card, value: Any) -> Frame | None:
        """Return a card's face with a value changed; None if that cannot be laid out."""
        before = self.aside.diagnostics.count
        frame = self.aside.uncached_face(self.deck, self._valued(card, value))
        return frame if self.aside.diagnostics.count == before else None

    def _report(self, code: Code, what: str, fix: str, card: Card) -> None:
        language = self.layout.edition.name
        self.diagnostics.report(code, self.place, what=what, fix=fix, card=card.label, language=language)


def _place_of(field: str, deck: Deck, source: Any) -> Place:
    """Return the place where a field is declared, or else the place of the template that should show it."""
    declared = source["decks"][deck.name].get("fields", {})
    key = next((key for key in (field, f"{field}?") if key in declared), None)
    return declared.place_of(key) if key else deck.template.place
