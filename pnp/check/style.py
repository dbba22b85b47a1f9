"""A booklet's style and the project's fonts → diagnostics for names that lead to nothing."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.diagnostics import Diagnostic, suggest
from pnp.fonts import FontSet
from pnp.rulebook.kinds import BOXES
from pnp.rulebook.load import Booklet
from pnp.rulebook.style import LETTERING
from pnp.source.tree import Map, locate


def check_style(booklet: Booklet, fonts: FontSet) -> Iterator[Diagnostic]:
    """Tell of fonts, colours and icons that a style names and nobody has defined."""
    source = booklet.style_source
    if source is None:
        return
    style = booklet.style
    for kind in LETTERING:
        lettering = getattr(style, kind)
        if lettering.font not in fonts.families:
            yield _fault(source, (kind, "font"), "font-unknown", f"no font family {lettering.font}", fonts.families)
        yield from _check_colour(source, (kind, "colour"), lettering.colour, style.palette)
    for name, box in style.boxes.items():
        if name not in BOXES:
            yield _fault(source, ("boxes", name), "unknown-key", f"no kind of box {name}", BOXES)
        if box.icon and box.icon not in style.icons:
            yield _fault(source, ("boxes", name, "icon"), "icon-unknown", f"no icon {box.icon}", style.icons)
        for key in ("fill", "edge"):
            yield from _check_colour(source, ("boxes", name, key), getattr(box, key), style.palette)
    for name, colour in style.palette.items():
        yield from _check_colour(source, ("palette", name), colour, style.palette)


def _check_colour(source: Map, path: tuple[str, ...], colour: str, palette: dict[str, str]) -> Iterator[Diagnostic]:
    if not colour.startswith("#") and colour not in palette:
        yield _fault(source, path, "colour-unknown", f"no colour {colour}", palette)


def _fault(source: Map, path: tuple[str, ...], code: str, what: str, known: object) -> Diagnostic:
    return Diagnostic(locate(source, path), code, f"{what} for {'.'.join(path)}", fix=suggest(what.split()[-1], known))  # type: ignore[arg-type]
