"""A booklet's style and the project's fonts → diagnostics for names that lead to nothing."""

from __future__ import annotations

from collections.abc import Iterable

from pnp.check.subject import GameSubject
from pnp.diagnostics import Code, Diagnostics, suggest
from pnp.rulebook.kinds import BOXES
from pnp.rulebook.style import LETTERING
from pnp.source.tree import Map, locate

Path = tuple[str, ...]


def check_style(subject: GameSubject, diagnostics: Diagnostics) -> None:
    """Tell of fonts, colours and icons that a style names and nobody has defined."""
    booklet, fonts = subject.booklet, subject.fonts
    if booklet is None or booklet.style_source is None:
        return
    source: Map = booklet.style_source
    style = booklet.style

    def check(code: Code, kind: str, name: str, known: Iterable[str], path: Path) -> None:
        if name not in known:
            what = f"no {kind} {name} for {'.'.join(path)}"
            known = list(known)
            fix = suggest(name, known) if known or kind != "icon" else f"add icons: {{{name}: FILE}} to {source.file}"
            diagnostics.tell(code, locate(source, path), what=what, fix=fix)

    def check_colour(colour: str, path: Path) -> None:
        if not colour.startswith("#"):
            check(Code.COLOUR_UNKNOWN, "colour", colour, style.palette, path)

    for lettering in LETTERING:
        letters = getattr(style, lettering)
        check(Code.FONT_UNKNOWN, "font family", letters.font, fonts.families, (lettering, "font"))
        check_colour(letters.colour, (lettering, "colour"))
    for name, box in style.boxes.items():
        check(Code.UNKNOWN_KEY, "kind of box", name, BOXES, ("boxes", name))
        if box.icon:
            check(Code.ICON_UNKNOWN, "icon", box.icon, style.icons, ("boxes", name, "icon"))
        for key in ("fill", "edge"):
            check_colour(getattr(box, key), ("boxes", name, key))
    for name, colour in style.icon_colours.items():
        check(Code.ICON_UNKNOWN, "icon", name, style.icons, ("icon_colours", name))
        check_colour(colour, ("icon_colours", name))
    for name, colour in style.palette.items():
        check_colour(colour, ("palette", name))
