"""A rulebook and the layout of an edition → the rulebook in each of its languages, and all pages in one booklet.

An edition in two languages has the rules in one language after the other, each with its own page numbers. Three or more
share one front page, which lists them, and have thumb tabs and page numbers that go on. Rules that are written in the
other direction than the first ones begin at the back of the booklet.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import replace

from pnp.core.diagnostics import Place
from pnp.core.frame import Anchor, Frame, Item, Path, Tag
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.markup import Run
from pnp.core.units import Mm
from pnp.layout.cards.game import GameLayout
from pnp.layout.text.stacked import in_language
from pnp.rulebook.blocks import FilledBlock, PageOf
from pnp.rulebook.kinds import KINDS
from pnp.rulebook.load import Rulebook
from pnp.rulebook.pages import (
    PartOfBooklet,
    TypesetRulebook,
    covers_of,
    picture_page,
    set_pages,
    title_of,
    typeset_rulebook,
)
from pnp.rulebook.setter import Setter
from pnp.rulebook.style import BookletIcons, BookletStyle
from pnp.text.bidi import is_right_to_left
from pnp.text.numbers import endonym

FEW = 2
"""Rules in up to this many languages have no list of these."""

LISTED = 1.3
"""The least size of names of languages in their list, as a multiple of the text's."""

LIST_GAP = 0.6
"""Space above each of them, as a multiple of a line."""

ARROW: Mm = 1.8
"""Size of the arrow behind the page number of rules that begin at the back."""


@frozen_dataclass
class RulebookPart:
    """The rulebook in one language of an edition."""

    layout: GameLayout
    typeset: TypesetRulebook

    @property
    def is_right_to_left(self) -> bool:
        """Whether its language is written from right to left."""
        return is_right_to_left(self.layout.edition.language)

    @property
    def name(self) -> str:
        """The name of its language, in this language."""
        return _name(self.layout)

    @property
    def anchor(self) -> str:
        """The name of its beginning in links."""
        return _anchor(self.layout)


def typeset_parts(booklet: Rulebook, layout: GameLayout) -> tuple[RulebookPart, ...]:
    """Set the pages of a booklet in each language of an edition."""
    layouts = layout.of_rules
    if len(layouts) > FEW and booklet.style.form == "booklet":
        return tuple(_with_list(booklet, layouts))
    part = PartOfBooklet() if len(layouts) > 1 else None
    return tuple(RulebookPart(each, typeset_rulebook(booklet, each, part)) for each in layouts)


def in_reading_order(parts: Sequence[RulebookPart]) -> TypesetRulebook:
    """Return the rules with the pages of all languages in reading order; each of two begins on a right-hand page."""
    return _joined([part.typeset for part in parts], FEW if len(parts) <= FEW else 1)


def in_printing_order(parts: Sequence[RulebookPart]) -> TypesetRulebook:
    """Return the rules with the pages in binding order: rules that read in the other direction begin at the back."""
    first, step = parts[0], FEW if len(parts) <= FEW else 1
    from_front = [part.typeset for part in parts if part.is_right_to_left == first.is_right_to_left]
    if len(from_front) == len(parts):
        return in_reading_order(parts)
    front = _joined(from_front, step)
    back = _joined([part.typeset for part in parts if part.is_right_to_left != first.is_right_to_left], step)
    count = len(back.pages)
    turned = replace(
        back,
        pages=back.pages[::-1],
        pictures=frozenset(count - 1 - index for index in back.pictures),
        blank=back.blank[::-1],
    )
    places = first.typeset.style.plan(len(front.pages) + count).places
    return _joined([front, turned], start=places - count)


def _with_list(booklet: Rulebook, layouts: Sequence[GameLayout]) -> list[RulebookPart]:
    """Return the rules in each of many languages; the first ones begin with the covers and the list of languages."""
    directions = [is_right_to_left(layout.edition.language) for layout in layouts]
    before, after = covers_of(booklet.blocks)
    following = {directions[0]: before + 2, not directions[0]: 1}
    page_of: dict[str, int] = {}
    parts: list[RulebookPart] = []
    for number, (layout, direction) in enumerate(zip(layouts, directions, strict=True)):
        first = page_of[_anchor(layout)] = following[direction]
        part = PartOfBooklet(first, number, len(layouts), has_covers=False)
        typeset = typeset_rulebook(booklet, layout, part)
        following[direction] += len(typeset.pages)
        parts.append(RulebookPart(layout, _begun_with(typeset, Anchor(0.0, 0.0, _anchor(layout), _name(layout), 0))))
    setter = _list_setter(booklet, layouts)
    covers = [block.frame for block in parts[0].typeset.blocks if block.kind == "page" and block.frame]
    title = layouts[0].edition.game.head.title
    pictures = [
        picture_page(cover, setter, f"cover {number}", title, is_first=number == 1)
        for number, cover in enumerate(covers, 1)
    ]
    turned = frozenset(_anchor(each) for each, way in zip(layouts, directions, strict=True) if way != directions[0])
    front = [*pictures[:before], _list_page(setter, layouts[0], page_of, turned, before)]
    last = max(number for number, direction in enumerate(directions) if direction == directions[0])
    for number, at_front, at_back in ((0, front, []), (last, [], pictures[len(pictures) - after :])):
        parts[number] = replace(parts[number], typeset=_between(at_front, parts[number].typeset, at_back))
    return parts


def _anchor(layout: GameLayout) -> str:
    return f"rules-{layout.edition.tag}"


def _name(layout: GameLayout) -> str:
    return endonym(layout.edition.language)


def _begun_with(typeset: TypesetRulebook, start: Anchor) -> TypesetRulebook:
    """Return rules whose first page has an anchor at its top."""
    first = [replace(page, items=(start, *page.items)) for page in typeset.pages[:1]]
    return replace(typeset, pages=(*first, *typeset.pages[1:]))


def _between(front: Sequence[Frame], typeset: TypesetRulebook, back: Sequence[Frame]) -> TypesetRulebook:
    """Return rules with further pages before and after them: pictures, and the list of languages last at the front."""
    before, count = len(front), len(typeset.pages)
    pictures = (
        *range(before - 1),
        *(before + n for n in typeset.pictures),
        *range(before + count, before + count + len(back)),
    )
    return replace(
        typeset,
        pages=(*front, *typeset.pages, *back),
        pictures=frozenset(pictures),
        blank=(*[0.0] * before, *typeset.blank, *[0.0] * len(back)),
    )


def _list_setter(booklet: Rulebook, layouts: Sequence[GameLayout]) -> Setter:
    """Return the setter of the list of languages; its headings are the names of these, and the game's titles."""
    place, first = Place(booklet.file, 1, 1), layouts[0]
    entries = []
    for each in layouts:
        runs = (Run(_name(each), bold=True), Run(f"  {each.edition.game.head.title}"))
        marked = tuple(in_language(runs, each.edition.language))
        entries.append(FilledBlock("heading", place, marked, level=2, anchor=_anchor(each)))
    icon = BookletIcons(booklet.style.icons, first, place)
    style = booklet.style
    large = style.text.model_copy(update={"size": max(style.subsection.size, LISTED * style.text.size)})
    setter = Setter(
        style.model_copy(update={"text": large}),
        first.fonts,
        first.edition.language,
        icon,
        entries,
        KINDS,
        place,
        first.diagnostics,
    )
    setter.within = Tag("Document", language=first.edition.tag)
    return setter


def _list_page(setter: Setter, layout: GameLayout, page_of: PageOf, turned: Container[str], covers: int) -> Frame:
    """Return the page that lists the languages with their first pages. Rules that begin at the back have an arrow."""
    style = setter.style
    strips = [] if covers else title_of(setter, layout)
    listed = iter(entry.anchor for entry in setter.headings)
    for strip in KINDS["toc"].strips(setter, FilledBlock("toc", Place("", 1, 1)), style.column):
        number = strip.late(page_of) if strip.late else ()
        arrow = _arrow(style.measure, strip.height, style) if strip.late and next(listed) in turned else ()
        strips.append(replace(strip, items=(*strip.items, *number, *arrow), late=None, before=LIST_GAP * strip.height))
    pages = set_pages(strips, setter, layout.edition.game.head.title, part=PartOfBooklet(covers + 1))
    return replace(pages.frames[0], name="languages")


def _arrow(x: Mm, height: Mm, style: BookletStyle) -> tuple[Item, ...]:
    """Return an arrow that points to the back of the booklet, beside a line."""
    middle, half = height / 2, ARROW / 2
    corners = (("M", x + half, middle - half), ("L", x + 3 * half, middle), ("L", x + half, middle + half), ("Z",))
    return (Path(corners, style.colour("accent")),)


def _joined(books: Sequence[TypesetRulebook], step: int = FEW, start: int = 0) -> TypesetRulebook:
    """Join books. Each further one begins at the given index at least, and at a multiple of a number of pages."""
    pages: list[Frame] = []
    pictures: set[int] = set()
    blank: list[float] = []
    for number, book in enumerate(books):
        first = max(start, len(pages) + -len(pages) % step) if number else 0
        gap = first - len(pages)
        pages += [Frame(*book.style.size, (), name="an empty page")] * gap + list(book.pages)
        blank += [1.0] * gap + list(book.blank)
        pictures |= {first + index for index in book.pictures}
    fit = "; ".join(dict.fromkeys(book.fit for book in books if book.fit))
    return replace(books[0], pages=tuple(pages), pictures=frozenset(pictures), blank=tuple(blank), fit=fit)
