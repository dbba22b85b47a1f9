"""A laid-out game → what its web page needs of one language: faces and backs as pictures, and the booklet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pnp.build_context import BuildContext
from pnp.core.codes import Code
from pnp.core.frame import Frame
from pnp.exports.faces import side_files
from pnp.exports.pieces import Pieces
from pnp.exports.request import Exported, ExportRequest
from pnp.outputs import Output
from pnp.play.dress import table_cover, table_css
from pnp.play.project_game import make_names
from pnp.rulebook.html import render_parts
from pnp.rulebook.parts import typeset_parts
from pnp.text.page_words import page_words

FACE_DPI = 150.0
"""Dots per inch of faces: a card of one's own is at most 1.5 CSS pixels a mm, so this is sharp at four times that."""

BOOKLET_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:"
"""What the booklet may load: what it holds itself."""


def export_web(context: BuildContext, request: ExportRequest) -> Iterator[Exported]:
    """Yield the faces of all decks, their backs, and the booklet."""
    edition = context.layout.edition
    if edition.further:
        what = f"a web page has one language at a time, not {edition.name}"
        names = " ".join(f"--lang {language}" for language in edition.languages)
        fix = f"name each by itself: {names}; players can switch"
        place = edition.source.source.place_of("languages")
        context.layout.diagnostics.report(Code.LANGUAGE_UNAVAILABLE, place, what=what, fix=fix)
        return
    request = replace(request, dpi=FACE_DPI, bleed=False, corners="round")
    folder, pieces = f"{edition.folder}/web", Pieces(context.layout)
    decks = [deck for deck in edition.game.decks.values() if not request.decks or deck.name in request.decks]
    for number, deck in enumerate(decks):
        sides: dict[str, Frame] = {}
        backs = edition.source.backs(edition.source.decks[deck.name])
        for piece in pieces.of(deck):
            sides[f"faces/{deck.name}/{piece.card.number}.webp"] = piece.face
            if piece.back:
                sides.setdefault(f"faces/{deck.name}/back-{backs[piece.card.number]}.webp", piece.back)
        yield from side_files(context, folder, list(sides.items()), request, "webp")
        context.report_progress((number + 1) / (len(decks) + 1))
    letters = "".join(sorted(set(f"{make_names(edition.source, edition.game)}{page_words(edition.language)}")))
    yield Output(
        f"{folder}/game/dress-{edition.language}.css", table_css(context.rulebook, context.layout, letters).encode(), ""
    )
    if cover := table_cover(context.rulebook, context.layout):
        yield Output(f"{folder}/game/cover-{edition.language}.svg", cover.encode(), "")
    parts = typeset_parts(context.rulebook.on(context.printing.size), context.layout) if context.rulebook else []
    booklet = render_parts(parts) if parts else ""
    policy = f'<meta http-equiv="content-security-policy" content="{BOOKLET_POLICY}">'
    yield Output(f"{folder}/rules.html", booklet.replace("<head>", f"<head>\n{policy}", 1).encode(), "")
