"""A game's booklet → how its table looks: a style sheet with colours, fonts, icons and boards, and the cover."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from pnp.build import BuildOptions, make_editions
from pnp.build_context import BuildContext
from pnp.checks.subject import GameSubject
from pnp.core.diagnostics import Diagnostics, Place
from pnp.core.units import Mm
from pnp.layout.cards.game import GameLayout
from pnp.project.templates import Templates
from pnp.render.html import HtmlSheet, css_name, css_picture, icon_frame
from pnp.render.svg import render_svg
from pnp.rulebook.fill import Filler
from pnp.rulebook.html import web_colours
from pnp.rulebook.kinds import KINDS
from pnp.rulebook.load import Rulebook
from pnp.rulebook.style import BookletIcons, BookletStyle
from pnp.serve.project_worker import AS_DRAFT, ProjectWorker
from pnp.source_game import read_source_game

COLOURS = ("ink", "accent", "heading", "paper", "tint", "rule")
"""The booklet's colours that the table's style sheet uses, as --game-ink and so on."""

EUROPEAN = "".join(map(chr, (*range(0x20, 0x7F), *range(0xA0, 0x180))))
"""The letters of names that players may type."""


def table_css(booklet: Rulebook | None, layout: GameLayout, letters: str) -> str:
    """Return the CSS of a game's table: its colours by light and dark, and the fonts game-text and game-title.

    Args:
        booklet: The game's booklet in its source language; None without one.
        layout: The layout of the table's language.
        letters: The letters that its fonts need, beside those of European names.
    """
    families = layout.fonts.families
    style = booklet.style if booklet else None
    text = families.get(style.text.font if style else "") or next(iter(families.values()))
    title = families.get(style.section.font if style else "") or text
    sheet = HtmlSheet(lambda _: None)
    sheet.text(letters + EUROPEAN)
    css = sheet.font_faces("game-text", text, ("regular", "bold"))
    css += sheet.font_faces("game-title", title, ("bold" if style and style.section.bold else "regular",))
    css += "".join(_boards(layout))
    if style is None or booklet is None:
        return css
    art = BookletIcons(style.icons, layout, Place(booklet.file, 1, 1))
    return css + _colours(style) + "".join(_icons(layout.edition.game.head.play.icons, style, art))


def _boards(layout: GameLayout) -> Iterator[str]:
    """Yield CSS rules for each board of the table: its picture, and the place of each of its elements."""
    game = layout.edition.game
    for value, form in game.head.play.table.items():
        name = form.get("board") if isinstance(form, Mapping) else None
        deck = game.extras.get(str(name)) or game.decks.get(str(name))
        if name is None or deck is None or not deck.cards:
            continue
        frame = layout.face(deck, deck.cards[0])
        board = f'[data-board="{css_name(value)}"]'
        yield f"{board}{{--board:{css_picture(frame)};--w:{frame.width:g};--h:{frame.height:g}}}\n"
        for element in frame.boxes:
            box = element.box
            at = f"left:{_part(box.x, frame.width)};top:{_part(box.y, frame.height)}"
            size = f"width:{_part(box.width, frame.width)};height:{_part(box.height, frame.height)}"
            yield f'{board} [data-place="{css_name(element.name)}"]{{{at};{size}}}\n'


def _part(length: Mm, whole: Mm) -> str:
    return f"{100 * length / whole:.2f}%"


def _icons(icons: Mapping[str, str], style: BookletStyle, draw: BookletIcons) -> Iterator[str]:
    """Yield a CSS rule for each value that has an icon of the booklet."""
    for value, name in icons.items():
        if art := draw(name, style.icon_colour(name, style.colour("ink"))):
            yield f'.value[data-value="{css_name(value)}"]{{--icon:{css_picture(icon_frame(art))}}}\n'


def table_cover(booklet: Rulebook | None, layout: GameLayout) -> str:
    """Return the first whole page of a booklet as SVG; "" if it has none."""
    block = next((block for block in booklet.blocks if block.kind == "page"), None) if booklet else None
    if booklet is None or block is None:
        return ""
    filler = Filler(booklet.figures, layout, KINDS, "", booklet.style.icons)
    frame = next((filled.frame for filled in filler.fill([block], layout.scope) if filled.frame), None)
    return render_svg(frame, bleed=False) if frame else ""


def _colours(style: BookletStyle) -> str:
    """Return the CSS of the booklet's colours."""
    colours = web_colours(style)
    light, dark = (_variables(scheme) for scheme in (colours.light, colours.dark))
    return f":root{{{light}}}\n@media (prefers-color-scheme:dark){{:root{{{dark}}}}}\n"


def _variables(colours: Mapping[str, str]) -> str:
    return "".join(f"--game-{name}:{colours[name]};" for name in COLOURS)


def preview_css(worker: ProjectWorker, game: str, language: str, letters: str) -> str:
    """Return the CSS of the table of a game of the preview; "" if it cannot be read."""
    return _of_preview(worker, game, language, lambda booklet, layout: table_css(booklet, layout, letters))


def preview_cover(worker: ProjectWorker, game: str, language: str) -> str:
    """Return the cover of a game of the preview; "" if it cannot be read or has none."""
    return _of_preview(worker, game, language, table_cover)


def preview_fault(worker: ProjectWorker, game: str, language: str) -> str:
    """Return the first fault because of which no card of a game can be drawn; "" if they can be."""
    if worker.edition(game, language):
        return ""
    others = [f"data/{message.name}/" for message in worker.project().games if message.name != game]
    faults = (fault for fault in worker.project().faults if not fault.file.startswith(tuple(others)))
    fault = next((fault for fault in faults if fault.severity == "error"), None)
    return f"{fault.path}: {fault.message}; {fault.fix}" if fault else ""


def _of_preview(
    worker: ProjectWorker, game: str, language: str, make: Callable[[Rulebook | None, GameLayout], str]
) -> str:
    diagnostics = Diagnostics()
    source = read_source_game(worker.files, Templates(worker.files), game, diagnostics, is_draft=True)
    if source is None:
        return ""

    def made(context: BuildContext) -> Iterator[str]:
        yield make(context.rulebook, context.layout)

    options = BuildOptions(languages=[language], printing=AS_DRAFT, checks=frozenset())
    subject = GameSubject(worker.files, source, worker.fonts())
    return next(iter(make_editions(subject, (made,), options, diagnostics)), "")
