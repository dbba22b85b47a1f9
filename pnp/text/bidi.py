"""A text → the direction of each of its characters, for scripts that run from right to left (UAX #9).

Each character gets an embedding level: even for text from left to right, odd for text from right to left. The numbers
in an Arabic sentence have a higher level than its words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import groupby

from pnp.core.markup import Run, Runs, reads_right_to_left
from pnp.text.bidi_levels import levels_of
from pnp.text.formulas import formulas

_LANGUAGES = frozenset(
    "ar arc bal ckb dv fa glk he iw khw ks lrc mzn nqo ps sd sdh skr syr ug ur yi".split()  # noqa: SIM905
)
_SCRIPTS = frozenset(("arab", "hebr", "syrc", "thaa", "nkoo", "adlm", "rohg"))
"""Languages and scripts that are written from right to left. Source: CLDR, layout/orientation/characterOrder."""


ICON = "\ufffc"
"""Stands for a picture in a text; it has no direction of its own (Unicode's object replacement character)."""

_ISOLATE, _END_OF_ISOLATE = "\u2066", "\u2069"
"""LEFT-TO-RIGHT ISOLATE and POP DIRECTIONAL ISOLATE."""


@lru_cache(maxsize=64)
def is_right_to_left(language: str) -> bool:
    """Whether a language is written from right to left. A script in its code decides, as in pa_Arab."""
    base, *parts = language.replace("-", "_").lower().split("_")
    script = next((part for part in parts if len(part) == 4 and part.isalpha()), "")
    return script in _SCRIPTS if script else base in _LANGUAGES


def starts_right(text: str, language: str) -> bool:
    """Whether the lines of a text begin at the right.

    They do in every right-to-left language, whatever letters the text has, and in another language if all letters of
    the text are right-to-left.
    """
    return is_right_to_left(language) or reads_leftward(text, language)


def reads_leftward(text: str, language: str) -> bool:
    """Whether the words of a text follow each other from right to left.

    They do in a right-to-left language unless all letters of the text are left-to-right (an English sentence in a
    Hebrew edition ends with its full stop at the right), and in another language if all letters are right-to-left.
    """
    has_leftward, is_leftward = reads_right_to_left(text), is_right_to_left(language)
    if has_leftward == is_leftward:
        return is_leftward
    return not _has_rightward(text)


def _is_rightward(text: str) -> bool:
    """Whether a text has letters, and all of them are left-to-right."""
    return _has_rightward(text) and not reads_right_to_left(text)


def _has_rightward(text: str) -> bool:
    return any(character.isalpha() and not reads_right_to_left(character) for character in text)


def with_levels(runs: Runs, is_leftward: bool) -> Runs:
    """Split runs where the direction changes, and set the level of each part.

    Args:
        runs: The runs of a text.
        is_leftward: Whether its words follow each other from right to left.
    """
    levels = _levels_of(runs, is_leftward)
    cut: list[Run] = []
    position = 0
    for run in runs:
        of_run = levels[position : position + (1 if run.is_icon else len(run.text))]
        position += len(of_run)
        start = 0
        for end in range(1, len(of_run) + 1):
            if end == len(of_run) or of_run[end] != of_run[start]:
                cut.append(replace(run, text=run.text if run.is_icon else run.text[start:end], level=of_run[start]))
                start = end
    return tuple(cut)


def _levels_of(runs: Runs, is_leftward: bool) -> list[int]:
    """Return the level of each character of a text. Parts in a language of the other direction are isolated."""
    levels: list[int] = []
    outer: list[str] = []
    inner: list[Sequence[int]] = []
    for language, part in groupby(runs, lambda run: run.span.language):
        text = text_of(tuple(part))
        if language and reads_leftward(text, language) != is_leftward:
            outer.append(ICON)
            inner.append(_of_lines(text, not is_leftward))
        else:
            outer.append(text)
            inner.append(())
    around = iter(_of_lines("".join(outer), is_leftward))
    for text, of_part in zip(outer, inner, strict=True):
        level = next(around) if of_part else 0
        raised = level + level % 2 if is_leftward else level - level % 2
        levels += [raised + each for each in of_part] or [next(around) for _ in text]
    return levels


def _of_lines(text: str, is_leftward: bool) -> list[int]:
    """Return the level of each character. A line of left-to-right words gets the levels that it would have alone."""
    lines = [(line, is_leftward and not _is_rightward(line)) for line in text.splitlines(keepends=True)]
    return [level for line, is_line_leftward in lines for level in _levels(line, is_line_leftward)]


def isolated(runs: Runs, language: str) -> Runs:
    """Add isolating characters that keep formulas left-to-right, for programs that order the text themselves.

    Args:
        runs: The runs of a text.
        language: The language of the text.
    """
    text = text_of(runs)
    if not (is_right_to_left(language) or reads_right_to_left(text)):
        return runs
    marks: dict[int, str] = {}
    for start, end in formulas(text):
        marks[start], marks[end] = marks.get(start, "") + _ISOLATE, _END_OF_ISOLATE
    return tuple(_marked(runs, marks)) if marks else runs


def text_of(runs: Runs) -> str:
    """Return the text of runs, with ICON for each icon."""
    return "".join(ICON if run.is_icon else run.text for run in runs)


def _marked(runs: Runs, marks: dict[int, str]) -> Iterator[Run]:
    """Yield runs with marks inserted at offsets in their combined text."""
    position = 0
    for run in runs:
        end = position + (1 if run.is_icon else len(run.text))
        if run.is_icon:
            before = marks.pop(position, "")
            yield from (Run(before),) if before else ()
            yield run
        else:
            offsets = range(position, end)
            yield replace(run, text="".join(marks.pop(n, "") + run.text[n - position] for n in offsets))
        position = end
    yield from (Run(mark) for mark in marks.values())


@lru_cache(maxsize=4096)
def _levels(line: str, is_leftward: bool) -> tuple[int, ...]:
    """Return the level of each character of a line; formulas are left-to-right isolates (rules X5a, X6a)."""
    if not (is_leftward or reads_right_to_left(line)):
        return (0,) * len(line)
    isolates = formulas(line)
    if not isolates:
        return tuple(levels_of(line, int(is_leftward)))
    parts, position = [], 0
    for start, end in isolates:
        parts += [line[position:start], ICON]
        position = end
    around = iter(levels_of("".join([*parts, line[position:]]), int(is_leftward)))
    levels: list[int] = []
    position = 0
    for start, end in isolates:
        levels += [next(around) for _ in range(position, start)]
        level = next(around)
        levels += [level + level % 2] * (end - start)
        position = end
    return (*levels, *around)


def visual_order(levels: Sequence[int]) -> list[int]:
    """Return the indexes of the parts of a line in their order from left to right (UAX #9, rule L2)."""
    order = list(range(len(levels)))
    for level in range(max(levels, default=0), 0, -1):
        start = 0
        while start < len(order):
            end = start
            while end < len(order) and levels[order[end]] >= level:
                end += 1
            order[start:end] = order[start:end][::-1]
            start = max(end, start) + (end == start)
    return order
