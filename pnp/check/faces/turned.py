"""A deck's faces → diagnostics for numbers that read as another card's when the card is turned round."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.check.faces.faces import some_of
from pnp.check.faces.sights import Sight, sights
from pnp.check.subject import EditionSubject
from pnp.diagnostics import Code, Diagnostics
from pnp.layout import outline
from pnp.layout.frame import IDENTITY, Frame, Group, Item, Matrix, Path, multiply
from pnp.layout.game import GameLayout
from pnp.model.game import Deck

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
            _check(layout, deck, diagnostics)


def _check(layout: GameLayout, deck: Deck, diagnostics: Diagnostics) -> None:
    laid_out = [(card, layout.face(deck, card)) for card in some_of(deck.cards)]
    faces = [(card, frame) for card, frame in laid_out if not frame.is_flawed]
    numbers = {sight.what for _, frame in faces for sight in _numbers(frame)}
    for card, frame in faces:
        for sight in _numbers(frame):
            other = "".join(_TURNED[figure] for figure in reversed(sight.what))
            if other != sight.what and other in numbers and not (_is_paired(sight, frame) or _is_marked(sight, frame)):
                what = "a number reads as another card's when the card is turned"
                fix = "set a line or a dot under it"
                diagnostics.tell(
                    Code.CONFUSABLE,
                    deck.template.place,
                    what=what,
                    fix=fix,
                    card=f"{card.label} ({sight.what}, {other})",
                    language=layout.edition.language,
                )


def _numbers(frame: Frame) -> Iterator[Sight]:
    for sight in sights(frame):
        if sight.kind == "text" and _NUMBER.fullmatch(sight.what):
            yield sight


def _is_paired(sight: Sight, frame: Frame) -> bool:
    """Whether the same number stands across from it, upright for the other reader; not where both are one."""
    x, y = sight.centre
    across = (frame.width - x, frame.height - y)
    for other in _numbers(frame):
        away = max(abs(a - b) for a, b in zip(other.centre, across, strict=True))
        turned = abs((other.turn - sight.turn) % 360 - 180) < 1
        if other.what == sight.what and turned and away < PAIRED:
            return True
    return False


def _is_marked(sight: Sight, frame: Frame) -> bool:
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
