"""Marked-up text, Frames and fonts → the parts of a web page that reaches nothing outside itself.

Pictures become inline SVG, fonts are embedded as subsets, so that the page looks alike everywhere. What the page tells,
and in what elements, is the caller's.
"""

from __future__ import annotations

import base64
import re
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from html import escape

from pnp.core.fonts import Family
from pnp.core.frame import Art, Box, Frame, Use, fit_matrix
from pnp.core.markup import Run, Runs
from pnp.render.svg import SvgSheet

ICON_SIDE = 6.0
"""Units that an inline icon is drawn in; the page's style says how large it is shown."""

_BOUND = re.compile(r"\u00a0\S+")
"""A word that a no-break space binds to what comes before."""

ALWAYS_EMBEDDED = "0123456789 .-•"
"""Characters that a browser sets by itself: numbers of lists, bullets, hyphens."""


def _bound(runs: Runs) -> Iterator[Runs]:
    """Runs one by one, but for an icon with a word bound to it: these are two together."""
    left = deque(runs)
    while left:
        run = left.popleft()
        word = _BOUND.match(left[0].text) if run.is_icon and left and not left[0].is_icon else None
        if word is None:
            yield (run,)
            continue
        after = left.popleft()
        yield run, replace(after, text=word.group())
        if rest := after.text[word.end() :]:
            left.appendleft(replace(after, text=rest))


def css_name(name: str) -> str:
    """A name of the project as part of a CSS identifier: what could not stand in one is escaped."""
    return re.sub(r"[^\w-]", lambda match: f"\\{ord(match[0]):x} ", name)


class HtmlSheet:
    """What one page is written with; gathers its characters and what its pictures share."""

    def __init__(self, icon: Callable[[str], Art | None], words: Mapping[str, str] | None = None) -> None:
        """Make a sheet.

        Args:
            icon: Gives the art of an inline icon by name, or None.
            words: What inline icons are called in the page's language, by name; others are called by that.
        """
        self._icon = icon
        self._words = words or {}
        self._svg = SvgSheet(prefix="p")
        self._characters = set(ALWAYS_EMBEDDED)

    def text(self, text: str) -> str:
        """Plain text."""
        self._characters.update(text)
        return escape(text)

    def runs(self, runs: Runs) -> str:
        """Marked-up text; an icon stays with what a no-break space binds to it, which no browser does of its own."""
        written = (("".join(map(self._run, group)), len(group) > 1) for group in _bound(runs))
        return "".join(f'<span class="bound">{text}</span>' if is_bound else text for text, is_bound in written)

    def _run(self, run: Run) -> str:
        if run.is_icon:
            art = self._icon(run.text)
            return self.icon(art, self._words.get(run.text, run.text)) if art else ""
        self._characters.update(run.text)
        text = escape(run.text, quote=False).replace("\n", "<br>")
        if run.bold:
            text = f"<strong>{text}</strong>"
        if run.italic:
            text = f"<em>{text}</em>"
        return f'<a href="{escape(run.link)}">{text}</a>' if run.link else text

    def attribute(self, text: str) -> str:
        """Plain text as an attribute's value."""
        return escape(text)

    def icon(self, art: Art, title: str = "") -> str:
        """A drawing in the size of the text, which says its title; without one it only adorns."""
        square = Box(0, 0, ICON_SIDE, ICON_SIDE)
        frame = Frame(ICON_SIDE, ICON_SIDE, (Use(art, fit_matrix(art.box, square, "contain")),))
        return f'<span class="icon">{self.picture(frame, title)}</span>'

    def picture(self, frame: Frame, title: str, corner: bool = False) -> str:
        """A Frame; with its corners cut where that is asked."""
        return self._svg.add(frame, title=title, corner=corner)

    def font_faces(self, name: str, family: Family, styles: Sequence[str]) -> str:
        """Rules that give a family a name, with what the text so far needs of it; the first style stands for others."""
        return "".join(self._font_faces(name, family, styles))

    def _font_faces(self, name: str, family: Family, styles: Sequence[str]) -> Iterator[str]:
        regular = family.faces["regular"]
        for index, style in enumerate(styles):
            face = family.faces.get(style, regular)
            if index and face is regular:
                continue
            weight = 700 if "bold" in style else 400
            slant = "italic" if "italic" in style else "normal"
            subset = base64.b64encode(face.web_subset(self._characters)).decode("ascii")
            yield (
                f"@font-face{{font-family:{name};font-weight:{weight};font-style:{slant};"
                f"src:url(data:font/ttf;base64,{subset})}}\n"
            )

    def document(self, *, language: str, title: str, css: str, body: str) -> str:
        """The whole page.

        Args:
            language: Its tag, like pt-BR.
            title: Plain text.
            css: Its styles; names of the project in them went through ``css_name``.
            body: Its elements, written with this sheet.
        """
        css = re.sub(r"</(?=style)", r"<\\/", css, flags=re.IGNORECASE)  # which means the same, and ends no element
        return (
            f'<!DOCTYPE html>\n<html lang="{escape(language)}">\n<head>\n<meta charset="utf-8">\n'
            f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{escape(title)}</title>\n'
            f"<style>\n{css}</style>\n</head>\n<body>\n{self._svg.defs()}\n{body}</body>\n</html>\n"
        )
