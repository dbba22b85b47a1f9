"""Marked-up text, Frames and fonts → the parts of a self-contained web page.

Pictures become inline SVG, and fonts are embedded as subsets, so that the page looks the same everywhere. The caller
decides the page's content and elements.
"""

from __future__ import annotations

import base64
import re
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from html import escape
from urllib.parse import quote

from pnp.core.fonts import Family
from pnp.core.frame import Art, Box, Frame, Use, fit_matrix
from pnp.core.markup import Run, Runs
from pnp.core.patterns import lazy_pattern
from pnp.render.svg import SvgSheet, render_svg

ICON_SIDE = 6.0
"""An inline icon is drawn in this many units; the page's style sets its size."""

_BOUND = lazy_pattern(r"\u00a0\S+")
"""A word that a no-break space binds to the text before it."""

ZERO_WIDTH_SPACE = "\u200b"

ALWAYS_EMBEDDED = "0123456789 .-•"
"""Characters that a browser sets by itself: numbers of lists, bullets, hyphens."""


def _bound(runs: Runs) -> Iterator[Runs]:
    """Yield runs one by one, but an icon together with a word that is bound to it."""
    remaining = deque(runs)
    while remaining:
        run = remaining.popleft()
        word = _BOUND.match(remaining[0].text) if run.is_icon and remaining and not remaining[0].is_icon else None
        if word is None:
            yield (run,)
            continue
        after = remaining.popleft()
        yield run, replace(after, text=word.group())
        if rest := after.text[word.end() :]:
            remaining.appendleft(replace(after, text=rest))


def css_name(name: str) -> str:
    """Return a name from the project as part of a CSS identifier, with invalid characters escaped."""
    return re.sub(r"[^\w-]", lambda match: f"\\{ord(match[0]):x} ", name)


def css_picture(frame: Frame) -> str:
    """Return a Frame, without its bleed, as a url() of CSS."""
    picture = quote(render_svg(frame, bleed=False), safe=" =:/'<>(),;")
    return f'url("data:image/svg+xml,{picture}")'


def icon_frame(art: Art) -> Frame:
    """Return a drawing in the middle of a square."""
    square = Box(0, 0, ICON_SIDE, ICON_SIDE)
    return Frame(ICON_SIDE, ICON_SIDE, (Use(art, fit_matrix(art.box, square, "contain")),))


class HtmlSheet:
    """Writes the elements of one page, and collects its characters and the definitions that its pictures share."""

    def __init__(
        self,
        icon: Callable[[str], Art | None],
        words: Mapping[str, str] | None = None,
        language_attributes: Callable[[str], str] = lambda code: f'lang="{escape(code)}"',
        for_browsers: Callable[[Runs], Runs] = lambda runs: runs,
    ) -> None:
        """Begin a page.

        Args:
            icon: Returns the art of an inline icon by name, or None.
            words: Names of inline icons in the page's language; an icon without one keeps its own name.
            language_attributes: Returns the attributes of an element in a language.
            for_browsers: Adds to a text what browsers need to break and order its lines.
        """
        self._icon = icon
        self._words = words or {}
        self._language_attributes = language_attributes
        self._for_browsers = for_browsers
        self.languages: dict[str, None] = {}
        """The languages so far of words in another language than their text."""
        self._svg = SvgSheet(prefix="p")
        self._characters = set(ALWAYS_EMBEDDED)

    def part(
        self,
        icon: Callable[[str], Art | None],
        words: Mapping[str, str],
        for_browsers: Callable[[Runs], Runs] = lambda runs: runs,
    ) -> HtmlSheet:
        """Return a sheet for another part of the page, with its own icons, names and line breaks; see ``HtmlSheet``."""
        part = HtmlSheet(icon, words, self._language_attributes, for_browsers)
        part._svg, part._characters, part.languages = self._svg, self._characters, self.languages
        return part

    def text(self, text: str) -> str:
        """Return plain text, escaped."""
        self._characters.update(text)
        return escape(text)

    def runs(self, runs: Runs) -> str:
        """Return marked-up text.

        An icon stays with a word bound to it by a no-break space, which browsers do not ensure.
        """
        groups = (("".join(map(self._run, group)), len(group) > 1) for group in _bound(self._for_browsers(runs)))
        return "".join(f'<span class="bound">{text}</span>' if is_bound else text for text, is_bound in groups)

    def _run(self, run: Run) -> str:
        if run.is_icon:
            art = self._icon(run.text)
            return self.icon(art, self._words.get(run.text, run.text)) if art else ""
        self._characters.update(run.text)
        text = escape(run.text, quote=False).replace("\n", "<br>").replace(ZERO_WIDTH_SPACE, "<wbr>")
        if run.span.ruby:
            self._characters.update(run.span.ruby)
            text = f"<ruby>{text}<rp>（</rp><rt>{escape(run.span.ruby, quote=False)}</rt><rp>）</rp></ruby>"
        if run.span.language:
            self.languages[run.span.language] = None
            text = f"<span {self._language_attributes(run.span.language)}>{text}</span>"
        if run.bold:
            text = f"<strong>{text}</strong>"
        if run.italic:
            text = f"<em>{text}</em>"
        return f'<a href="{escape(run.link)}">{text}</a>' if run.link else text

    def attribute(self, text: str) -> str:
        """Return plain text, escaped for an attribute's value."""
        return escape(text)

    def icon(self, art: Art, title: str = "") -> str:
        """Return a drawing in the size of the text, with a title for screen readers.

        Without a title it is decoration.
        """
        return f'<span class="icon">{self.picture(icon_frame(art), title)}</span>'

    def picture(self, frame: Frame, title: str, corner: bool = False) -> str:
        """Return a Frame as inline SVG, optionally with its corners cut."""
        return self._svg.add(frame, title=title, corner=corner)

    @property
    def characters(self) -> frozenset[str]:
        """The characters of all texts so far."""
        return frozenset(self._characters)

    def needs(self, family: Family, others: Sequence[Family]) -> bool:
        """Whether a family has characters of the page that the other families lack."""
        face, faces = family.face(), [other.face() for other in others]
        return any(face.has(c) and not any(other.has(c) for other in faces) for c in self._characters)

    def font_faces(self, name: str, family: Family, styles: Sequence[str], without: str = "") -> str:
        """Return the CSS rules for a family, with the characters so far; the first style replaces missing ones.

        Args:
            name: The family's name on the page.
            family: The family's faces.
            styles: The styles that the page needs.
            without: Characters that other families show.
        """
        return "".join(self._font_faces(name, family, styles, self._characters.difference(without)))

    @staticmethod
    def _font_faces(name: str, family: Family, styles: Sequence[str], characters: set[str]) -> Iterator[str]:
        regular = family.faces["regular"]
        for index, style in enumerate(styles):
            face = family.faces.get(style, regular)
            if index and face is regular:
                continue
            weight = 700 if "bold" in style else 400
            slant = "italic" if "italic" in style else "normal"
            subset = base64.b64encode(face.web_subset(characters)).decode("ascii")
            yield (
                f"@font-face{{font-family:{name};font-weight:{weight};font-style:{slant};"
                f"src:url(data:font/{'otf' if face.has_cff else 'ttf'};base64,{subset})}}\n"
            )

    def document(self, *, language: str, title: str, css: str, body: str, starts_right: bool = False) -> str:
        """Return the whole page.

        Args:
            language: The BCP 47 tag, such as pt-BR.
            title: The title, as plain text.
            css: The styles; names from the project in them must come from ``css_name``.
            body: The elements, written with this sheet.
            starts_right: Whether the page is written from right to left.
        """
        direction = ' dir="rtl"' if starts_right else ""
        css = re.sub(
            r"</(?=style)", r"<\\/", css, flags=re.IGNORECASE
        )  # has the same meaning, but does not end <style>
        return (
            f'<!DOCTYPE html>\n<html lang="{escape(language)}"{direction}>\n<head>\n<meta charset="utf-8">\n'
            f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{escape(title)}</title>\n'
            f"<style>\n{css}</style>\n</head>\n<body>\n{self._svg.defs()}\n{body}</body>\n</html>\n"
        )
