"""A marked-up text → runs of plain text, bold or italic, links and inline icons.

The marks are Markdown's: ``**bold**``, ``*italic*``, ``[text](target)``, and a backslash before a mark that is to be
printed. ``:name:`` is an icon. A single asterisk inside a word is printed, as in ``2*3`` and ``a*b``; so are ``_``
inside a word and the colons of ``a:b:c``. pnp.core.emphasis handles asterisks in scripts without spaces. Nothing is
measured or drawn here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.patterns import lazy_pattern

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token


_SPACED = r"[0-9A-Za-zÀ-ÖØ-öø-ɏͰ-ԯ]"  # scripts that separate words by spaces: Latin, Greek, Cyrillic
_ICON_NAME = "[a-z][a-z0-9-]*"
ICON = lazy_pattern(rf"(?<!\\)(?:(?<!{_SPACED})|(?!:{_ICON_NAME}:{_SPACED})):{_ICON_NAME}:")
"""An icon such as ``:pepper:``: 2:pepper: has one, but colons inside a word (a:b:c) mark none."""

LINE_BREAK = "\n"

PARAGRAPH_BREAK = "\u2029"
"""The text of a run that separates two paragraphs, each of which may have its own language."""

CLOSE_BREAK = "\u2028"
"""The same without space between the paragraphs."""

LANGUAGE = lazy_pattern(r"[a-z]{2,3}([_-][A-Z][a-z]{3})?([_-]([A-Z]{2}|[0-9]{3}))?(@[a-z]{5,8})?")
"""A language code: fr, pt_BR, zh-Hans, ca@valencia."""


@frozen_dataclass(slots=True)
class TextSpan:
    """The look and language of a part of a text, apart from bold and italic.

    Attributes:
        colour: A colour of CSS or the palette; "" for the text's own.
        scale: Its size, as a multiple of the text's size.
        rise: How far it is raised, in em of the text: positive for superscripts.
        small_caps: Whether lower-case letters are small capitals.
        language: Its language; "" for the text's own.
        ruby: Small letters above it that say how it is read; "" for none.
    """

    colour: str = ""
    scale: float = 1.0
    rise: float = 0.0
    underline: bool = False
    strike: bool = False
    small_caps: bool = False
    language: str = ""
    ruby: str = ""


PLAIN = TextSpan()


@frozen_dataclass(slots=True)
class Run:
    """Text of one kind, or one icon.

    Attributes:
        text: Plain text, in which a newline is a forced break; for an icon, its name.
        link: The link's target, or "".
        is_icon: Whether ``text`` names an icon.
        span: Its look.
        level: Its embedding level, which gives its direction: see pnp.text.bidi.
    """

    text: str
    bold: bool = False
    italic: bool = False
    link: str = ""
    is_icon: bool = False
    span: TextSpan = PLAIN
    level: int = 0


Runs = tuple[Run, ...]

_MARKS = lazy_pattern(r"[*_\\\[&`:<]")


@cache
def _markdown() -> MarkdownIt:
    from markdown_it import MarkdownIt

    from pnp.core.emphasis import read_emphasis

    markdown = MarkdownIt("zero").enable(["emphasis", "escape", "entity", "link"])
    markdown.inline.ruler.at("emphasis", read_emphasis)
    markdown.inline.ruler.before("emphasis", "times", _read_times)
    markdown.inline.ruler.after("escape", "icon", _read_icon)
    markdown.inline.ruler.after("icon", "tag", _read_tag)
    return markdown


def _read_icon(state: StateInline, silent: bool) -> bool:
    """Markdown's rule for ``:name:``. A rule before it reads backslashes."""
    match = ICON.match(state.src, state.pos)
    if match is None:
        return False
    if not silent:
        state.push("icon", "", 0).content = match[0][1:-1]
    state.pos = match.end()
    return True


SMALLER, LARGER = 0.8, 1.25
"""Sizes of ``<small>`` and ``<big>``, as multiples of the size around them."""

_TAG = lazy_pattern(r"<(/?)([a-zA-Z]+)((?:\s+[a-zA-Z-]+\s*=\s*(?:\"[^\"<>]*\"|'[^'<>]*'|[^\s\"'<>=]+))*)\s*/?>")
_ATTRIBUTE = lazy_pattern(r"([a-zA-Z-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'<>=]+))")
_PER_CENT = lazy_pattern(r"([0-9]{1,4}(?:\.[0-9]+)?)\s*(%|em)")

_STYLES: dict[str, dict[str, Any]] = {
    "b": {"bold": True},
    "strong": {"bold": True},
    "i": {"italic": True},
    "em": {"italic": True},
    "u": {"underline": True},
    "ins": {"underline": True},
    "s": {"strike": True},
    "strike": {"strike": True},
    "del": {"strike": True},
    "small": {"scale": SMALLER},
    "big": {"scale": LARGER},
    "sup": {"scale": 0.65, "rise": 0.33},
    "sub": {"scale": 0.65, "rise": -0.16},
    "span": {},
    "font": {},
    "ruby": {},
    "rt": {},
    "rp": {},
}
"""The HTML tags that are understood, and what each changes."""

_PROPERTIES: dict[str, Callable[[str], dict[str, Any] | None]] = {
    "color": lambda value: {"colour": value},
    "font-size": lambda value: _size(value),
    "font-weight": lambda value: {"bold": True} if value in ("bold", "bolder", "600", "700", "800", "900") else None,
    "font-style": lambda value: {"italic": True} if value in ("italic", "oblique") else None,
    "font-variant": lambda value: {"small_caps": True} if value == "small-caps" else None,
    "text-decoration": lambda value: {"underline": {"underline": True}, "line-through": {"strike": True}}.get(value),
}
"""The properties that ``<span style="…">`` may have."""


def _size(value: str) -> dict[str, Any] | None:
    words = {"small": SMALLER, "smaller": SMALLER, "large": LARGER, "larger": LARGER}
    if value in words:
        return {"scale": words[value]}
    match = _PER_CENT.fullmatch(value)
    if match is None:
        return None
    scale = float(match[1]) / (100 if match[2] == "%" else 1)
    return {"scale": scale} if 0.2 <= scale <= 5 else None


def tag_style(name: str, attributes: str) -> dict[str, Any] | None:
    """Return what a tag changes in the look of its text; None for a tag that is not understood.

    Args:
        name: Its name: span.
        attributes: Everything after the name: ``style="color: red"``.
    """
    style = _STYLES.get(name.lower())
    if style is None:
        return None
    changes = dict(style)
    for match in _ATTRIBUTE.finditer(attributes):
        key, value = match[1].lower(), (match[2] or match[3] or match[4] or "").strip()
        declarations = [("color", value)] if key in ("color", "colour") else []
        if key == "lang" and LANGUAGE.fullmatch(value):
            changes["language"] = value
        elif key == "style":
            pairs = (part.partition(":") for part in value.split(";") if part.strip())
            declarations = [(prop.strip().lower(), text.strip()) for prop, _, text in pairs]
        elif key not in ("color", "colour", "class"):
            return None
        for prop, text in declarations:
            change = _PROPERTIES[prop](text) if prop in _PROPERTIES else None
            if change is None:
                return None
            changes |= change
    return changes


def _read_tag(state: StateInline, silent: bool) -> bool:
    """Markdown's rule for an HTML tag that marks text; other tags are printed as they are written."""
    match = _TAG.match(state.src, state.pos)
    if match is None or tag_style(match[2], match[3]) is None:
        return False
    if not silent:
        state.push("tag_close" if match[1] else "tag_open", match[2].lower(), 0).content = match[3]
    state.pos = match.end()
    return True


def unread_tag(text: str) -> str:
    """Return the first HTML tag that is printed as it is written; "" if there is none."""
    for match in _TAG.finditer(with_line_breaks(text)):
        if tag_style(match[2], match[3]) is None and match[2].lower() in _KNOWN and not _is_escaped(text, match[0]):
            return match[0]
    return ""


_KNOWN = frozenset(
    {*_STYLES, "img", "a", "hr", "table", "tr", "td", "th", "h1", "h2", "h3", "h4", "center", "code", "svg"}
)
"""Names of HTML tags that no text is likely to use as words in angle brackets."""


def _is_escaped(text: str, tag: str) -> bool:
    return f"\\{tag}" in text


_LINE_BREAK = lazy_pattern(r"[ \t]*<br\s*/?>[ \t]*\n?|(?<!\\)\\n", re.IGNORECASE)
_BLOCK = lazy_pattern(r"\s*</?(?:p|div|ul|ol)(?:\s[^<>]*)?>\s*|\s*</li>\s*", re.IGNORECASE)
_ENTRY = lazy_pattern(r"\s*<li(?:\s[^<>]*)?>\s*", re.IGNORECASE)


def with_line_breaks(text: str) -> str:
    """Replace ``<br>``, ``<p>`` and a typed backslash-n by newlines, and ``<li>`` by dashes."""
    if "<" in text or "\\n" in text:
        text = _BLOCK.sub("\n", _ENTRY.sub("\n- ", _LINE_BREAK.sub("\n", text))).strip("\n")
    return text


_TIMES = lazy_pattern(rf"(?<={_SPACED})\*(?={_SPACED})")


def _read_times(state: StateInline, silent: bool) -> bool:
    """Print a single asterisk between letters or digits instead of reading it as a mark."""
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
    text = with_line_breaks(text) if breaks else " ".join(text.split("\n"))
    if not _MARKS.search(text):
        return (Run(text),) if text else ()
    tokens = _markdown().parseInline(text)
    return runs_of(tokens[0].children or []) if tokens else ()


def runs_of(tokens: Sequence[Token]) -> Runs:
    """Return the runs of the inline tokens of a Markdown parser."""
    runs: list[Run] = []
    bold = italic = 0
    link = ""
    tags: list[tuple[str, dict[str, Any]]] = []
    readings: list[int] = []

    def run(text: str, is_icon: bool = False) -> Run:
        changes = [change for _, change in tags]
        is_bold = bold > 0 or any("bold" in change for change in changes)
        is_italic = italic > 0 or any("italic" in change for change in changes)
        return Run(text, is_bold, is_italic, link, is_icon, _span(changes) if tags else PLAIN)

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
            case "tag_open":
                tags.append((token.tag, tag_style(token.tag, token.content) or {}))
                if token.tag in ("rt", "rp"):
                    readings.append(len(runs))
            case "tag_close":
                last = next((n for n in reversed(range(len(tags))) if tags[n][0] == token.tag), None)
                del tags[last if last is not None else len(tags) :]
                if token.tag in ("rt", "rp") and readings:
                    _add_reading(runs, readings.pop(), is_shown=token.tag == "rt")
            case "icon":
                runs.append(run(token.content, is_icon=True))
            case "softbreak" | "hardbreak":
                runs.append(run(LINE_BREAK))
            case _:
                if token.content:
                    runs.append(run(token.content))
    return tuple(_merged(runs))


def _add_reading(runs: list[Run], start: int, is_shown: bool) -> None:
    """Put the runs from an index on above the run before them, as its ruby, or remove them."""
    reading = plain(tuple(runs[start:]))
    del runs[start:]
    if is_shown and runs and not runs[-1].is_icon:
        runs[-1] = replace(runs[-1], span=replace(runs[-1].span, ruby=reading))


def _span(changes: Sequence[dict[str, Any]]) -> TextSpan:
    """Combine the changes of nested tags, from the outermost to the innermost, into one look."""
    span = PLAIN
    for change in changes:
        scale = change.get("scale", 1.0)
        rise = span.rise + change.get("rise", 0.0) * span.scale
        looks = {key: value for key, value in change.items() if key not in ("bold", "italic", "scale", "rise")}
        span = replace(span, scale=span.scale * scale, rise=rise, **looks)
    return span


def small_capitals(runs: Runs) -> Runs:
    """Return the runs, those marked as small capitals with capitals for their lower-case letters."""
    result: list[Run] = []
    for run in runs:
        if not run.span.small_caps or run.is_icon:
            result.append(run)
            continue
        small = replace(run.span, scale=run.span.scale * SMALLER, small_caps=False)
        for text in re.split(r"([^\W\d_]+)", run.text):
            for is_lower, letters in groupby(text, str.islower):
                letter = "".join(letters)
                result.append(
                    replace(run, text=letter.upper(), span=small)
                    if is_lower
                    else replace(run, text=letter, span=replace(run.span, small_caps=False))
                )
    return tuple(result)


def _target(href: str) -> str:
    """Return a link's target; undo the parser's percent-encoding if it lies inside the document."""
    return unquote(href) if href.startswith("#") else href


def _merged(runs: list[Run]) -> list[Run]:
    merged: list[Run] = []
    for run in runs:
        last = merged[-1] if merged else None
        if (
            last
            and not (last.is_icon or run.is_icon or run.span.ruby)
            and replace(last, text="") == replace(run, text="")
        ):
            merged[-1] = replace(last, text=last.text + run.text)
        else:
            merged.append(run)
    return merged


def typeset_runs(runs: Runs, typeset: Callable[[str, str, str], str], language: str) -> Runs:
    """Change the text of each run by a function of the text, its language, and the characters before it.

    Args:
        runs: The runs of a text.
        typeset: The function.
        language: The language of runs that have none of their own.
    """
    result: list[Run] = []
    before = ""
    for run in runs:
        if run.is_icon:
            before = "x"
            result.append(run)
            continue
        text = typeset(run.text, run.span.language or language, before)
        before = (before + text)[-2:]
        result.append(run if text == run.text else replace(run, text=text))
    return tuple(result)


_RIGHT_TO_LEFT = lazy_pattern("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")


_SINGLE_BRACES = lazy_pattern(r"(?<![\\{])\{[ ]*[A-Za-z_][^{}\n]*\}(?!\})")
_HALF_ICON = lazy_pattern(r"(?<![\w\\:]):([a-z][a-z0-9-]*)(?![\w:-])")
_LOOSE_ICON = lazy_pattern(r"(?<![\w\\:]): ?([A-Za-z][A-Za-z0-9-]*) ?:(?![\w:])")


def single_braces(text: str) -> str:
    """Return the first text in single braces, including the braces, which is printed as it is written.

    Return "" if there is none.
    """
    match = _SINGLE_BRACES.search(text)
    return match[0] if match else ""


def half_icon(text: str, icons: Container[str]) -> str:
    """Return the first named icon that is miswritten and would therefore be printed; "" if there is none.

    Its second colon is missing, or it has a space beside a colon, or a capital letter.
    """
    half = [name for name in _HALF_ICON.findall(text) if name in icons]
    loose = [match for match in _LOOSE_ICON.finditer(text) if not ICON.fullmatch(match[0])]
    return next(iter([*half, *(match[1].lower() for match in loose if match[1].lower() in icons)]), "")


def reads_right_to_left(text: str) -> bool:
    """Whether a text has letters of Hebrew, Arabic or another right-to-left script."""
    return _RIGHT_TO_LEFT.search(text) is not None


_VERTICAL = lazy_pattern("[\u1800-\u18af\ua840-\ua87f]")


def reads_vertically(text: str) -> bool:
    """Whether a text has letters of Mongolian or Phags-pa, which are written vertically."""
    return _VERTICAL.search(text) is not None


def plain(runs: Runs) -> str:
    """Return the runs as plain text, with the names of icons."""
    return "".join(run.text for run in runs)


def without_marks(text: str) -> str:
    """Return a marked-up text as plain text, with the names of icons."""
    return plain(parse_markup(text))
