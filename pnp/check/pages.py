"""The pages of a booklet → too many or too few, those that end far above their foot, and words too small to read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.check.subject import EditionSubject
from pnp.diagnostics import Code, Diagnostics, Place
from pnp.diagnostics.words import counted
from pnp.layout.frame import Frame
from pnp.rulebook.blocks import walk
from pnp.rulebook.labels import smallest
from pnp.rulebook.pages import anchors
from pnp.rulebook.typeset import SetBooklet, typeset_booklet
from pnp.units import MM_PER_PT
from pnp.words.catalogue import quoted

ROUNDING = 0.999
"""A size may be smaller by so little without being told."""


def check_pages(subject: EditionSubject, diagnostics: Diagnostics) -> None:
    """Tell of another count of pages than the style's, of blanker pages than it allows, and of words below its size."""
    booklet, layout = subject.manuscript.booklet, subject.layout
    if booklet is None:
        return
    made = typeset_booklet(booklet, layout)
    placed = list(_placed(made))
    _tell_count(made, placed, layout.edition.language, diagnostics)
    for number, (page, place) in enumerate(placed, 1):
        is_last = number == len(made.pages)
        if not is_last:
            _tell_blank(made, number, place, layout.edition.language, diagnostics)
        _tell_small(made, number, page, place, layout.edition.language, diagnostics)


def _placed(made: SetBooklet) -> Iterator[tuple[Frame, Place]]:
    """The pages, each with the place of its last heading, else of the one before."""
    headings = {block.anchor: block for block in walk(made.blocks) if block.kind == "heading"}
    place = made.blocks[0].place if made.blocks else Place("", 1, 1)
    for page in made.pages:
        for anchor in anchors(page.items):
            place = headings[anchor].place
        yield page, place


def _tell_count(
    made: SetBooklet, placed: Sequence[tuple[Frame, Place]], language: str, diagnostics: Diagnostics
) -> None:
    """At the emptiest page, where most likely a few lines ran over."""
    count, wanted = len(placed), made.style.pages
    if wanted is None or count == wanted:
        return
    emptiest = max(range(count), key=lambda index: made.blank[index])
    how, fix = "fewer", "give text and figures more room"
    if count > wanted:
        how, fix = "more", f"shorten what comes before page {emptiest + 1}, the emptiest, or show its figures smaller"
    diagnostics.tell(
        Code.PAGE_COUNT,
        placed[emptiest][1],
        what=f"the booklet has {counted(count, 'page')}, {abs(count - wanted)} {how} than it is to have",
        why=f"pages: of its style is {wanted}",
        fix=fix,
        language=language,
    )


def _tell_blank(made: SetBooklet, number: int, place: Place, language: str, diagnostics: Diagnostics) -> None:
    blank, most = made.blank[number - 1], made.style.most_blank
    if blank > most:
        part, limit = f"{blank:.0%}", f"{most:.0%}"
        diagnostics.tell(
            Code.PAGE_BLANK,
            place,
            what=f"page {number} is blank for {f'{part}, more' if part != limit else 'a little more'} than {limit}",
            fix="fill it with a picture or an example, or move what follows up to it",
            language=language,
        )


def _tell_small(
    made: SetBooklet, number: int, page: Frame, place: Place, language: str, diagnostics: Diagnostics
) -> None:
    """The smallest words of a page; what stands on cards that it shows is a picture of them."""
    label, least = smallest(page), made.style.smallest_text
    if label is not None and label.size < least * ROUNDING:
        size = label.size / MM_PER_PT
        diagnostics.tell(
            Code.TEXT_SMALL,
            place,
            what=f"{quoted(label.text)} on page {number} is set in {size:.3g} pt",
            why=f"smallest_text: of the booklet's style is {least / MM_PER_PT:.3g} pt",
            fix="set it larger, in its style, or in the template of its figure, or show the figure wider",
            language=language,
        )
