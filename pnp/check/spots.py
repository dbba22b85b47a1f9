"""A text that stands in a file, and a part of it → where that part stands in the file as it is written."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pnp.diagnostics import Fault, Place
from pnp.source.files import Files

_AROUND = 25
"""Characters before and after a part that an excerpt shows, to whole words."""


@dataclass(frozen=True)
class Writing:
    """How a kind of file writes texts.

    Attributes:
        between: What may stand between two words, as a pattern.
        escapes: What characters of a text are written as.
    """

    between: str
    escapes: tuple[tuple[str, str], ...] = ()


MARKDOWN = Writing(r"[\s>]+")
"""A text goes on in the next line, perhaps in a quotation."""

PO = Writing(r'(?:[\s"]|\\n)+', (("\\", "\\\\"), ('"', '\\"')))
"""A text goes on in the next line, in quotes of its own."""


def spot(
    files: Files, place: Place, text: str, part: slice, *, writing: Writing = MARKDOWN, before: Sequence[str] = ()
) -> Place:
    """Where a part of a text begins; the place of the text where it is not found as it is.

    Args:
        files: The project.
        place: In whose line the text begins.
        text: With its words as in the file; blanks and line ends do not count.
        part: From where to where.
        writing: How the file writes texts.
        before: Texts that stand in the line before it, as the other cells of a row.
    """
    try:
        whole = files.text(place.file)
    except Fault:
        return place
    position = sum(len(line) + 1 for line in whole.split("\n")[: max(place.line - 1, 0)])
    for other in before:
        if found := re.compile(_pattern(other, writing)).search(whole, position):
            position = found.end()
    start = text[: part.start]
    gap = writing.between if start[-1:].isspace() else ""
    pattern = f"{_pattern(start, writing)}{gap}({_pattern(text[part], writing)})"
    found = re.compile(pattern).search(whole, position)
    if found is None:
        return place
    line = whole.count("\n", 0, found.start(1)) + 1
    return Place(place.file, line, found.start(1) - whole.rfind("\n", 0, found.start(1)))


def excerpt(text: str, part: slice) -> str:
    """Some words before and after a part of a text, and the part itself, on one line."""
    start, end = max(part.start - _AROUND, 0), min(part.stop + _AROUND, len(text))
    start = text.find(" ", start, part.start) + 1 or part.start if start else 0
    if end < len(text):
        end = max(text.rfind(" ", part.stop, end), part.stop)
    return f"{'…' if start else ''}{' '.join(text[start:end].split())}{'…' if end < len(text) else ''}"


def _pattern(text: str, writing: Writing) -> str:
    for character, escaped in writing.escapes:
        text = text.replace(character, escaped)
    return writing.between.join(map(re.escape, text.split()))
