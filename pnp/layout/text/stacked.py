"""Runs of text → a text that can be broken into lines: a paragraph, a list, or several texts stacked.

Stacked texts have the interface of a Paragraph, so that both are set in one size, the largest one in which both fit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from pnp.core.fonts import FontSet
from pnp.core.markup import CLOSE_BREAK, PARAGRAPH_BREAK, Run, Runs, TextSpan
from pnp.core.units import Mm
from pnp.layout.text.line_distance import TextLine, opened
from pnp.layout.text.lists import TextList, has_list
from pnp.layout.text.paragraph import Paragraph, TextStyle

GAP = 0.4
"""Extra room between two stacked texts, in distances of lines."""

STROKE = Run("/", span=TextSpan(language="zxx"))
"""The separator of two texts on one line, which belongs to neither language (ISO 639-2: no linguistic content)."""


class StackedText:
    """Texts in several languages one below the other.

    It has the interface of a Paragraph.
    """

    def __init__(self, parts: Sequence[Runs], style: TextStyle, fonts: FontSet, is_close: bool = False) -> None:
        """Stack texts.

        Args:
            parts: The texts.
            style: The look of all of them.
            fonts: The fonts of the style's language.
            is_close: Whether they stand as close as lines of one text.
        """
        self._parts = [_set_part(part, style, fonts) for part in parts]
        self._gap, self._is_close = 0.0 if is_close else GAP, is_close
        self.runs = joined(*parts, is_close=is_close)
        self.style = (
            style
            if style.most_lines == 1
            else replace(style, most_lines=style.most_lines and style.most_lines * len(parts))
        )

    @property
    def gaps(self) -> float:
        """Room between the texts, in distances of lines."""
        return self._gap * (len(self._parts) - 1)

    @property
    def missing(self) -> str:
        """Characters that no font has."""
        return "".join(dict.fromkeys("".join(part.missing for part in self._parts)))

    @property
    def missing_styles(self) -> tuple[str, ...]:
        """Styles that marks in the texts require and the family lacks."""
        return tuple(dict.fromkeys(style for part in self._parts for style in part.missing_styles))

    @property
    def missing_in_fallback(self) -> dict[tuple[str, str], None]:
        """Fallback families that lack the style of the letters they supply, each with the style."""
        return {lacking: None for part in self._parts for lacking in part.missing_in_fallback}

    @property
    def unknown_icons(self) -> list[str]:
        """Names of icons that the style does not have."""
        return list(dict.fromkeys(name for part in self._parts for name in part.unknown_icons))

    def lines(self, width: Mm, size: Mm, most_lines: int | None = None) -> list[TextLine]:
        """Return the texts in lines of a width; see Paragraph."""
        lines: list[TextLine] = []
        for number, part in enumerate(self._parts):
            of_part = part.lines(width, size)
            if number and of_part:
                of_part[0] = replace(of_part[0], before=self._gap)
            lines += of_part
        return opened(lines, size, self.style.leading, self.style.start(False))

    def rest(self, count: int, width: Mm, size: Mm, most_lines: int | None = None) -> Runs:
        """Return the text after the first lines; see Paragraph."""
        rests: list[Runs] = []
        for part in self._parts:
            lines = len(part.lines(width, size))
            if count < lines:
                rests.append(part.rest(count, width, size))
            count = max(count - lines, 0)
        return joined(*rests, is_close=self._is_close)

    def count(self, width: Mm, size: Mm) -> tuple[int, bool]:
        """Return the least number of lines at a size, and whether no line is too wide."""
        counts = [part.count(width, size) for part in self._parts]
        return sum(count for count, _ in counts), all(fits for _, fits in counts)


SetText = Paragraph | TextList | StackedText
"""A text that can be broken into lines."""


def set_text(runs: Runs, style: TextStyle, fonts: FontSet) -> SetText:
    """Return a text that can be broken into lines: a list if its lines begin as entries, else a paragraph.

    Texts with a paragraph break between them are stacked.
    """
    parts = [tuple(part) for is_break, part in groupby(runs, _is_break) if not is_break]
    if len(parts) > 1:
        return StackedText(parts, style, fonts, is_close=any(run.text == CLOSE_BREAK for run in runs))
    is_list = has_list("".join("x" if run.is_icon else run.text for run in runs))
    return TextList(runs, style, fonts) if is_list else Paragraph(runs, style, fonts)


def _is_break(run: Run) -> bool:
    return run.text in (PARAGRAPH_BREAK, CLOSE_BREAK)


def _set_part(runs: Runs, style: TextStyle, fonts: FontSet) -> Paragraph | TextList:
    """Return one of several texts, in the style of its language, which is that of its first run."""
    language = style.language_of(runs[0])
    if language != style.language:
        fonts = fonts.for_language(language)
        style = style.in_language(language, fonts)
    part = set_text(runs, style, fonts)
    assert not isinstance(part, StackedText), "the runs have no break"
    return part


def joined(*parts: Runs, is_close: bool = False) -> Runs:
    """Return texts joined by breaks, so that they are stacked, with or without extra room."""
    runs = [run for part in parts for run in (Run(CLOSE_BREAK if is_close else PARAGRAPH_BREAK), *part)]
    return tuple(runs[1:])


def on_one_line(*parts: Runs) -> Runs:
    """Return texts joined by slashes."""
    runs = [run for part in parts for run in (Run(" "), STROKE, Run(" "), *part)]
    return tuple(runs[3:])


def in_language(runs: Runs, language: str) -> Iterator[Run]:
    """Yield runs marked with a language, except runs that are marked with another one."""
    for run in runs:
        yield run if run.span.language else replace(run, span=replace(run.span, language=language))
