"""Reports → a file of them, as its ending says."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.diagnostics import Code, Diagnostics, Place
from pnp.fonts import FontSet, named
from pnp.model.game import Game
from pnp.report.compositor import Compositor
from pnp.report.html import report_html
from pnp.report.language import language_of
from pnp.report.pages import report_pages
from pnp.report.wording import titled
from pnp.rules.simulation.report import Report


def render_report(
    reports: Sequence[Report], ending: str, game: Game, fonts: FontSet, diagnostics: Diagnostics
) -> bytes:
    """The reports with their charts.

    Args:
        reports: On one game, one for each number of players; at least one.
        ending: ".html" for a page in the reader's own fonts, ".pdf" for pages in the project's.
        game: The game, which knows where its names are written.
        fonts: The project's, a family at least.
        diagnostics: Told of what the fonts cannot show in a PDF.
    """
    compositor = Compositor(fonts)
    if ending == ".html":
        return report_html(reports, compositor).encode()
    say = language_of(reports[0])
    from pnp.render.pdf import About, Page, render_pdf

    pages = report_pages(reports, compositor)
    if missing := compositor.missing:
        what = f"no font has a glyph for {named(missing)}, in the report"
        fix = "add a font that has it to fallback: in fonts/fonts.yaml"
        diagnostics.tell(Code.GLYPH_MISSING, _place_of(missing[0], game), what=what, fix=fix)
    if text := compositor.right_to_left:
        what = f"a text of the report runs from right to left, which cannot be set yet: {text[:50]}"
        fix = "write a report that ends in .html"
        why = "its letters would stand in the wrong order"
        diagnostics.tell(Code.SCRIPT_UNSUPPORTED, _place_of(text, game), what=what, why=why, fix=fix)
    return render_pdf(map(Page, pages), About(titled(reports), say.tag, subject=say("Simulated games")))


def _place_of(text: str, game: Game) -> Place:
    """Where a part of a name is written: in the title, on a card, or elsewhere in the game."""
    if text in game.head.title:
        title: Place = game.source.place_of("title")
        return title
    cards = (card for deck in game.decks.values() for card in deck.cards)
    found = (card.place for card in cards if any(text in str(value) for value in card.values.values()))
    return next(found, Place(game.file))
