"""The pages of a booklet → those that end far above their foot."""

from __future__ import annotations

from pnp.check.subject import EditionSubject
from pnp.diagnostics import Code, Diagnostics
from pnp.rulebook.blocks import walk
from pnp.rulebook.pages import anchors
from pnp.rulebook.typeset import typeset_booklet


def check_pages(subject: EditionSubject, diagnostics: Diagnostics) -> None:
    """Tell of pages of which more is blank than the booklet's style allows; the last one ends where the text does."""
    booklet, layout = subject.manuscript.booklet, subject.layout
    if booklet is None or booklet.style.most_blank >= 1:
        return
    made = typeset_booklet(booklet, layout)
    if not made.blocks:
        return
    headings = {block.anchor: block for block in walk(made.blocks) if block.kind == "heading"}
    place = made.blocks[0].place
    for number, (page, blank) in enumerate(zip(made.pages[:-1], made.blank[:-1], strict=True), 1):
        for anchor in anchors(page.items):
            place = headings[anchor].place
        if blank > booklet.style.most_blank:
            diagnostics.tell(
                Code.PAGE_BLANK,
                place,
                what=f"page {number} is blank for {blank:.0%}, more than {booklet.style.most_blank:.0%}",
                fix="fill it with a picture or an example, or move what follows up to it",
                language=layout.edition.language,
            )
