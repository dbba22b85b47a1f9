"""Runs of text → a list whose entries hang behind their markers, with the interface of a Paragraph.

A text is a list if two of its lines begin with a dash, a bullet or a number, or one with a bullet. The dashes become
bullets; numbers stay as they are typed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pnp.core.fonts import FontSet
from pnp.core.frame import Text
from pnp.core.markup import LINE_BREAK, Run, Runs
from pnp.core.patterns import lazy_pattern
from pnp.core.units import Mm
from pnp.layout.mirroring import mirrored
from pnp.layout.text.line_distance import TextLine, opened
from pnp.layout.text.paragraph import Paragraph, TextStyle
from pnp.text.bidi import starts_right, text_of, with_levels

BULLETS = ("•", "–")
"""Replacements for the dash of an entry: the first that the font or a fallback has is used."""

_ENTRY = lazy_pattern(r"(?:([-–•*])|(\d{1,2}[.)]))[ \t]+")
"""The beginning of an entry of a list."""

MARKER_GAP = 0.35
"""Space between the marker of an entry and its text, em."""


class TextList:
    """A text with list entries, whose further lines are indented to their first word.

    It has the interface of a Paragraph.
    """

    def __init__(self, runs: Runs, style: TextStyle, fonts: FontSet) -> None:
        self.runs = runs
        self.style = style
        self._starts_right = starts_right(text_of(runs), style.language)
        self._is_turned = self._starts_right and not style.is_mirrored
        if self._is_turned:  # lines are composed from left to right, and mirrored afterwards
            style = replace(style, is_mirrored=True)
        self._parts = [
            _ListPart(marker, Paragraph(part, style, fonts), fonts, self._starts_right)
            for marker, part in _entries(runs)
        ]
        paragraphs = [part.paragraph for part in self._parts]
        self.missing_styles = tuple(dict.fromkeys(style for p in paragraphs for style in p.missing_styles))
        self.indent = max((part.width for part in self._parts if part.marker), default=0.0)

    @property
    def missing(self) -> str:
        """Characters that no font has."""
        return "".join(dict.fromkeys("".join(part.paragraph.missing for part in self._parts)))

    @property
    def missing_in_fallback(self) -> dict[tuple[str, str], None]:
        """Fallback families that lack the style of the letters they supply, each with the style."""
        return {lacking: None for part in self._parts for lacking in part.paragraph.missing_in_fallback}

    @property
    def unknown_icons(self) -> list[str]:
        """Names of icons that the style does not have."""
        return list(dict.fromkeys(name for part in self._parts for name in part.paragraph.unknown_icons))

    def lines(self, width: Mm, size: Mm, most_lines: int | None = None) -> list[TextLine]:
        """Return the text in lines of a width; see Paragraph."""
        lines: list[TextLine] = []
        for part, room, most in self._rooms(width, size, most_lines):
            indent = width - room
            for index, line in enumerate(part.paragraph.lines(room, size, most)):
                marker = part.marker_items(size) if index == 0 else ()
                items = (*marker, *line.placed(indent, 0.0))
                text = f"{part.marker} {line.text}" if index == 0 and part.marker else line.text
                whole = line.width + indent
                items = mirrored(items, whole) if self._is_turned else items
                lines.append(TextLine(items, whole, text, line.hyphenated, self._starts_right))
        return opened(lines, size, self.style.leading, self.style.start(self._starts_right))

    def rest(self, count: int, width: Mm, size: Mm, most_lines: int | None = None) -> Runs:
        """Return the text after the first lines; see Paragraph."""
        runs: list[Run] = []
        for part, room, most in self._rooms(width, size, most_lines):
            lines = len(part.paragraph.lines(room, size, most))
            if count >= lines:
                count -= lines
                continue
            marker = [Run(f"{part.marker} ")] if part.marker and not count else []
            runs += [*([Run(LINE_BREAK)] if runs else []), *marker, *part.paragraph.rest(count, room, size, most)]
            count = 0
        return tuple(runs)

    def count(self, width: Mm, size: Mm) -> tuple[int, bool]:
        """Return the least number of lines at a size, and whether no line is too wide."""
        counts = [part.paragraph.count(self._room(part, width, size), size) for part in self._parts]
        return sum(count for count, _ in counts), all(fits for _, fits in counts)

    def _room(self, part: _ListPart, width: Mm, size: Mm) -> Mm:
        return width - (self.indent * size if part.marker else 0.0)

    def _rooms(self, width: Mm, size: Mm, most_lines: int | None) -> Iterator[tuple[_ListPart, Mm, int | None]]:
        """Yield each part with its width, and the most lines it may have so that later parts have room."""
        rooms = [self._room(part, width, size) for part in self._parts]
        if most_lines is None:
            yield from ((part, room, None) for part, room in zip(self._parts, rooms, strict=True))
            return
        least = [part.paragraph.count(room, size)[0] for part, room in zip(self._parts, rooms, strict=True)]
        spare = most_lines - sum(least)
        for part, room, fewest in zip(self._parts, rooms, least, strict=True):
            most = fewest + max(spare, 0)
            yield part, room, most
            spare -= len(part.paragraph.lines(room, size, most)) - fewest


class _ListPart:
    """An entry of a list, or a line without a marker."""

    def __init__(self, marker: str, paragraph: Paragraph, fonts: FontSet, is_leftward: bool) -> None:
        face = paragraph.style.face(Run(""))
        if marker and marker in "-–•*":
            bullets = (bullet for bullet in BULLETS if fonts.face_for(bullet, face).has(bullet))
            marker = next(bullets, "-")
        self.marker = marker
        self.paragraph = paragraph
        # In a right-to-left list, a number and its full stop are separate words, whose order the mirror reverses.
        self._words = [
            word
            for run in (with_levels((Run(marker),), is_leftward) if marker else ())
            for word in fonts.shape(run.text, face, is_rightward=run.level % 2 == 0)
        ]
        self.width = sum(word.width for word in self._words) + MARKER_GAP

    def marker_items(self, size: Mm) -> tuple[Text, ...]:
        """Return the marker at the left end of a line."""
        x, items = 0.0, []
        for word in self._words:
            items.append(Text(x, 0.0, size, (word,), self.paragraph.style.fill, 0.0, self.paragraph.style.stroke, True))
            x += word.width * size
        return tuple(items)


def has_list(text: str) -> bool:
    """Whether two lines of a text, or one with a bullet, begin as entries of a list."""
    if LINE_BREAK not in text and "•" not in text:
        return False
    entries = [match for line in text.split(LINE_BREAK) if (match := _ENTRY.match(line))]
    return len(entries) > 1 or any(match[1] == "•" for match in entries)


def _entries(runs: Runs) -> Iterator[tuple[str, Runs]]:
    """Yield the lines of a text, each with the marker that it begins with, or ""."""
    lines: list[list[Run]] = [[]]
    for run in runs:
        pieces = [run.text] if run.is_icon else run.text.split(LINE_BREAK)
        for index, piece in enumerate(pieces):
            if index:
                lines.append([])
            if piece:
                lines[-1].append(replace(run, text=piece))
    for line in lines:
        match = _ENTRY.match(line[0].text) if line and not line[0].is_icon else None
        if match is None:
            yield "", tuple(line) or (Run(" "),)
            continue
        rest = replace(line[0], text=line[0].text[match.end() :])
        yield match[1] or match[2], (*((rest,) if rest.text else ()), *line[1:])
