"""A rulebook and the layout of an edition → the rulebook in each of its languages, and all pages in one booklet.

An edition in two languages has the rules in one language after the other, each with its own page numbers. If only one
of the languages is written from right to left, the second rules begin at the back of the booklet.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pnp.core.frame import Frame
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.layout.cards.game import GameLayout
from pnp.rulebook.load import Rulebook
from pnp.rulebook.pages import TypesetRulebook, typeset_rulebook
from pnp.text.bidi import is_right_to_left


@frozen_dataclass
class RulebookPart:
    """The rulebook in one language of an edition."""

    layout: GameLayout
    typeset: TypesetRulebook

    @property
    def is_right_to_left(self) -> bool:
        """Whether its language is written from right to left."""
        return is_right_to_left(self.layout.edition.language)


def typeset_parts(booklet: Rulebook, layout: GameLayout) -> tuple[RulebookPart, ...]:
    """Set the pages of a booklet in each language of an edition."""
    layouts = layout.of_rules
    parts = (typeset_rulebook(booklet, each, is_part=len(layouts) > 1) for each in layouts)
    return tuple(RulebookPart(each, typeset) for each, typeset in zip(layouts, parts, strict=True))


def in_reading_order(parts: Sequence[RulebookPart]) -> TypesetRulebook:
    """Return the rules with the pages of all languages in reading order; each language begins on a right-hand page."""
    return _joined([part.typeset for part in parts])


def in_printing_order(parts: Sequence[RulebookPart]) -> TypesetRulebook:
    """Return the rules with the pages in binding order: rules that read in the other direction begin at the back."""
    first = parts[0]
    if all(part.is_right_to_left == first.is_right_to_left for part in parts):
        return in_reading_order(parts)
    from_front, from_back = first.typeset, parts[-1].typeset
    count = len(from_back.pages)
    turned = replace(
        from_back,
        pages=from_back.pages[::-1],
        pictures=frozenset(count - 1 - index for index in from_back.pictures),
        blank=from_back.blank[::-1],
    )
    places = first.typeset.style.plan(len(from_front.pages) + count).places
    return _joined([from_front, turned], places - count)


def _joined(books: Sequence[TypesetRulebook], second_at: int = 0) -> TypesetRulebook:
    """Join books. The second begins at the given index, by default after the next even number of pages."""
    pages: list[Frame] = []
    pictures: set[int] = set()
    blank: list[float] = []
    for number, book in enumerate(books):
        start = max(second_at, len(pages) + len(pages) % 2) if number else 0
        gap = start - len(pages)
        pages += [Frame(*book.style.size, (), name="an empty page")] * gap + list(book.pages)
        blank += [1.0] * gap + list(book.blank)
        pictures |= {start + index for index in book.pictures}
    fit = "; ".join(dict.fromkeys(book.fit for book in books if book.fit))
    return replace(books[0], pages=tuple(pages), pictures=frozenset(pictures), blank=tuple(blank), fit=fit)
