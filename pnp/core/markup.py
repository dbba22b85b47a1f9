"""A marked-up text → runs of plain text, bold or italic, links and inline icons.

The marks are Markdown's: ``**bold**``, ``*italic*``, ``[text](target)``, a backslash before a mark to print it; and
``:name:`` for an icon. A single star inside a word is printed, such as in ``2*3`` and ``a*b``; so it is with ``_``.
Nothing is measured or drawn here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import TYPE_CHECKING
from urllib.parse import unquote

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token


ICON = re.compile(r":([a-z][a-z0-9-]*):")
LINE_BREAK = "\n"


@dataclass(frozen=True, slots=True)
class Run:
    """Text of one kind, or one icon.

    Attributes:
        text: Plain text; a newline is a forced break. Of an icon, its name.
        link: The link's target, or "".
        is_icon: Whether ``text`` names an icon.
    """

    text: str
    bold: bool = False
    italic: bool = False
    link: str = ""
    is_icon: bool = False


Runs = tuple[Run, ...]

_MARKS = re.compile(r"[*_\\\[&`:]")


@cache
def _markdown() -> MarkdownIt:
    from markdown_it import MarkdownIt

    markdown = MarkdownIt("zero").enable(["emphasis", "escape", "entity", "link"])
    markdown.inline.ruler.before("emphasis", "times", _read_times)
    markdown.inline.ruler.after("escape", "icon", _read_icon)
    return markdown


def _read_icon(state: StateInline, silent: bool) -> bool:
    """Markdown's rule for ``:name:``; a backslash before it has been read by then."""
    match = ICON.match(state.src, state.pos)
    if match is None:
        return False
    if not silent:
        state.push("icon", "", 0).content = match[1]
    state.pos = match.end()
    return True


_SPACED = r"[0-9A-Za-zÀ-ÖØ-öø-ɏͰ-ԯ]"  # scripts that separate words by spaces: Latin, Greek, Cyrillic
_TIMES = re.compile(rf"(?<={_SPACED})\*(?={_SPACED})")


def _read_times(state: StateInline, silent: bool) -> bool:
    """Markdown's rule for a single star between letters or digits: it marks nothing."""
    if not _TIMES.match(state.src, state.pos):
        return False
    if not silent:
        state.pending += "*"
    state.pos += 1
    return True


@lru_cache(maxsize=4096)
def parse_markup(text: str, breaks: bool = True) -> Runs:
    """Return the runs of a text.

    Args:
        text: The text with its marks.
        breaks: Whether a newline forces a break; otherwise it is a space.
    """
    if not breaks:
        text = " ".join(text.split("\n"))
    if not _MARKS.search(text):
        return (Run(text),) if text else ()
    tokens = _markdown().parseInline(text)
    return runs_of(tokens[0].children or []) if tokens else ()


def runs_of(tokens: Sequence[Token]) -> Runs:
    """Return the runs of a Markdown parser's inline tokens."""
    runs: list[Run] = []
    bold = italic = 0
    link = ""
    for token in tokens:
        match token.type:
            case "strong_open":
                bold += 1
            case "strong_close":
                bold -= 1
            case "em_open":
                italic += 1
            case "em_close":
                italic -= 1
            case "link_open":
                link = _target(str(token.attrs.get("href", "")))
            case "link_close":
                link = ""
            case "icon":
                runs.append(Run(token.content, bold > 0, italic > 0, link, is_icon=True))
            case "softbreak" | "hardbreak":
                runs.append(Run(LINE_BREAK, bold > 0, italic > 0, link))
            case _:
                if token.content:
                    runs.append(Run(token.content, bold > 0, italic > 0, link))
    return tuple(_merged(runs))


def _target(href: str) -> str:
    """Return a link's target; one inside the document without the parser's percent-encoding."""
    return unquote(href) if href.startswith("#") else href


def _merged(runs: list[Run]) -> list[Run]:
    merged: list[Run] = []
    for run in runs:
        last = merged[-1] if merged else None
        if last and not last.is_icon and not run.is_icon and replace(last, text="") == replace(run, text=""):
            merged[-1] = replace(last, text=last.text + run.text)
        else:
            merged.append(run)
    return merged


def typeset_runs(runs: Runs, typeset: Callable[[str, str], str]) -> Runs:
    """Return the runs with their text changed by a function of the text and the character before it."""
    result: list[Run] = []
    before = ""
    for run in runs:
        if run.is_icon:
            before = "x"
            result.append(run)
            continue
        text = typeset(run.text, before)
        before = text[-1:] or before
        result.append(run if text == run.text else replace(run, text=text))
    return tuple(result)


_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")


_SINGLE_BRACES = re.compile(r"(?<![\\{])\{[ ]*[A-Za-z_][^{}\n]*\}(?!\})")
_HALF_ICON = re.compile(r"(?<![\w\\:]):([a-z][a-z0-9-]*)(?![\w:-])")
_LOOSE_ICON = re.compile(r"(?<![\w\\:]): ?([A-Za-z][A-Za-z0-9-]*) ?:(?![\w:])")


def single_braces(text: str) -> str:
    """Return the first text in single braces, braces included, which is printed as it stands; "" without any."""
    match = _SINGLE_BRACES.search(text)
    return match[0] if match else ""


def half_icon(text: str, icons: Container[str]) -> str:
    """Return the first named icon that is not written as ``:name:`` and is therefore printed; "" without any.

    It has a colon before it and none after it, a space beside a colon, or a capital.
    """
    half = [name for name in _HALF_ICON.findall(text) if name in icons]
    loose = [match for match in _LOOSE_ICON.finditer(text) if not ICON.fullmatch(match[0])]
    return next(iter([*half, *(match[1].lower() for match in loose if match[1].lower() in icons)]), "")


def reads_right_to_left(text: str) -> bool:
    """Whether a text has letters of Hebrew, Arabic or a related script, which pnp cannot set yet."""
    return _RIGHT_TO_LEFT.search(text) is not None


def plain(runs: Runs) -> str:
    """Return the runs as a reader sees them, icons by their names."""
    return "".join(run.text for run in runs)


def without_marks(text: str) -> str:
    """Return a marked-up text as a reader sees it, icons by their names."""
    return plain(parse_markup(text))
