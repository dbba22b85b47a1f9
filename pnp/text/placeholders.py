"""A text → its placeholders, which a translation must keep, and its sentences with their offsets.

Placeholders are expressions, icons, link targets and emphasis. The text is Markdown with Jinja; neither is parsed or
evaluated here. Sentences are found in any language that ends them with a full stop, and are never cut inside an
expression, icon or link. Blocks are not recognised.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from pnp.core import markup
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.patterns import lazy_pattern

FORMATTING_FILTERS = frozenset(
    {"words", "ordinal", "ordinal_words", "number", "capital", "capitalize", "title", "lower", "upper", "trim"}
    | {"form", "gendered"}
)
"""Filters that change how a value is written, but not the value; a translation may use others of them."""

NUMBER = "{n}"
"""The placeholder in ngettext for the number that chooses the form."""

ICON = lazy_pattern(markup.ICON.pattern, re.IGNORECASE)
"""An inline icon, also with a capital by mistake; times (10:30:15) and C++ names (a::b) are not icons."""

LINK_TARGET = lazy_pattern(r"(?<!\\)\]\([^()]*(?:\([^()]*\)[^()]*)*\)")
"""The ``](target)`` half of a Markdown link or image."""

_STRING = r'"(?:[^"\\]|\\.)*+"?|' + r"'(?:[^'\\]|\\.)*+'?"
_OPENING = lazy_pattern(r"\{[{%#]")
CLOSING = {"{{": "}}", "{%": "%}", "{#": "#}"}
"""The closing braces of each kind of expression."""

_LANDMARK = lazy_pattern(r"""['"]|\}\}|%\}|\{[{%#]|\n[ \t]*\n""")
_REST_OF_STRING = {quote: lazy_pattern(rf"(?:[^{quote}\\\n]|\\.|\n(?![ \t]*\n))*+{quote}") for quote in "'\""}
_TOKEN = lazy_pattern(rf"{_STRING}|\d+(?:\.\d+)?|\w+|[=!<>]=|//|\*\*|\S", re.DOTALL)
_NGETTEXT = lazy_pattern(r"(?<![\w.])ngettext\s*\(\s*")
_FORMAT_FIELD = lazy_pattern(r"%\(\w+\)[a-z]|\{[a-z_][\w.]*\}", re.IGNORECASE)
_LITERAL_MARKUP = lazy_pattern(r"\\.|`[^`]*+`|^[ \t]*\*(?=[ \t])|(?<!\S)\*+(?!\S)", re.DOTALL | re.MULTILINE)


@frozen_dataclass(slots=True)
class TextExpression:
    """A ``{{ … }}``, ``{% … %}`` or ``{# … #}`` in a text.

    Attributes:
        start: Offset of its first brace.
        end: Offset after its last brace, or the end of the line if it is not closed.
        kind: Its opening: ``{{``, ``{%`` or ``{#``.
        tokens: The tokens between the braces; empty for comments.
        is_closed: False if the closing braces are missing.
    """

    start: int
    end: int
    kind: str
    tokens: tuple[str, ...]
    is_closed: bool = True


def find_expressions(text: str) -> list[TextExpression]:
    """Return all Jinja expressions, tags and comments of a text, in order."""
    return [_expression(text, start, end, is_closed) for start, end, is_closed in _spans(text)]


def _spans(text: str) -> Iterator[tuple[int, int, bool]]:
    """Yield the start and end of each expression, and whether it is closed.

    An expression ends at its closing braces outside quotes. If another expression or an empty line comes first, it
    counts as not closed and ends with its line.
    """
    position = 0
    while opening := _OPENING.search(text, position):
        start = opening.start()
        end = _end_of_expression(text, start)
        is_closed = end >= 0
        if not is_closed:
            end = text.find("\n", start)
            end = len(text) if end < 0 else end
        yield start, end, is_closed
        position = end


def _end_of_expression(text: str, start: int) -> int:
    """Return the offset after the closing braces; -1 if there are none."""
    closing = CLOSING[text[start : start + 2]]
    if closing == "#}":
        end = text.find(closing, start + 2)
        return end + 2 if end >= 0 else -1
    position = start + 2
    without_partner = ""
    while landmark := _LANDMARK.search(text, position):
        mark, position = landmark[0], landmark.end()
        if mark == closing:
            return position
        if mark in "'\"":
            if mark != without_partner and (string := _REST_OF_STRING[mark].match(text, position)):
                position = string.end()
            else:
                without_partner = mark
        elif mark[0] in "{\n":
            return -1
    return -1


def with_context(text: str, context: str) -> str:
    """Return the text with each call of ngettext replaced by one of _npgettext, whose first argument is the context."""
    parts: list[str] = []
    position = 0
    for start, end, _ in _spans(text):
        call = f"_npgettext({context!r}, "
        parts += [text[position:start], call.join(_NGETTEXT.split(text[start:end]))]
        position = end
    return "".join([*parts, text[position:]])


def without_expressions(text: str, filler: str = " ") -> str:
    """Replace each expression by a filler. With a filler of one character, all offsets stay the same."""
    parts: list[str] = []
    position = 0
    for start, end, _ in _spans(text):
        parts += [text[position:start], filler * (end - start)]
        position = end
    return "".join([*parts, text[position:]])


@lru_cache(maxsize=4096)
def placeholders(text: str) -> frozenset[str]:
    """Return the placeholders of a text in one spelling: ``{{ hand }}``, ``{% if x %}``, ``%(n)s``, ``{n}``, ``:a:``.

    White space, kinds of quotes and trailing formatting filters do not count: ``{{hand|words("f")}}`` gives ``{{ hand
    }}``. A call of ngettext is identified by its number alone, since the catalogue translates its texts.
    """
    names = {_normal(expression) for expression in find_expressions(text) if expression.kind != "{#"}
    plain = without_expressions(text)
    names.update(_FORMAT_FIELD.findall(plain))
    names.update(ICON.findall(LINK_TARGET.sub("]", plain)))
    return frozenset(names)


@lru_cache(maxsize=4096)
def quoted_plurals(text: str) -> frozenset[tuple[str, str]]:
    """Return the singular and plural in each call of ngettext in a text."""
    calls = (expression.tokens for expression in find_expressions(text) if expression.tokens[:2] == ("ngettext", "("))
    return frozenset((tokens[2][1:-1], tokens[4][1:-1]) for tokens in calls if len(tokens) > 5 and tokens[3] == ",")


def placeholder_order(text: str) -> list[tuple[str, int, int]]:
    """Return expressions and icons in order, spelled as in ``placeholders``, each with its start and end."""
    matches = [(_normal(match), match.start, match.end) for match in find_expressions(text) if match.kind != "{#"]
    plain = LINK_TARGET.sub(lambda match: " " * len(match[0]), without_expressions(text))
    matches += [(match[0], *match.span()) for pattern in (ICON, _FORMAT_FIELD) for match in pattern.finditer(plain)]
    return sorted(matches, key=lambda match: match[1])


def is_written_in(piece: str, text: str) -> bool:
    """Whether a text contains a piece on its own: not :coin within :coin:, nor a brace of an expression."""
    if not piece or piece not in text:
        return False
    return piece in ICON.sub(" ", without_expressions(text)) or piece in {
        text[a:b] for _, a, b in placeholder_order(text)
    }


def slip_of(source: str, translation: str) -> str:
    """Return the first expression of a translation that its source lacks, as it is written; "" if there is none."""
    of_source = {_normal(expression) for expression in find_expressions(source)}
    written = [
        (_normal(expression), translation[expression.start : expression.end])
        for expression in find_expressions(translation)
    ]
    changed = [text for normal, text in written if normal not in of_source]
    return next(iter(changed or [text for _, text in written if text not in source]), "")


def unclosed_expression(text: str) -> str:
    """Return the first expression without closing braces, up to the end of its line; "" if there is none."""
    return next((text[e.start : e.end] for e in find_expressions(text) if not e.is_closed), "")


def link_targets(text: str) -> list[str]:
    """Return the targets of the Markdown links and images of a text, in order."""
    return [target[2:-1] for target in LINK_TARGET.findall(without_expressions(text))]


def outside_brackets(text: str) -> Iterator[int]:
    """Yield the offsets of characters outside brackets and quotes; these signs themselves are left out."""
    depth, quote = 0, ""
    for index, character in enumerate(text):
        if quote:
            quote = "" if character == quote else quote
        elif character in "\"'":
            quote = character
        elif character in "([{":
            depth += 1
        elif character in ")]}":
            depth -= 1
        elif depth <= 0:
            yield index


def count_links(text: str) -> int:
    """Count the targets of Markdown links and images in a text."""
    return len(link_targets(text))


def has_balanced_emphasis(text: str) -> bool:
    """Whether every ``*`` and ``**`` of a Markdown text has its partner.

    List bullets, escaped and free-standing asterisks, code and expressions do not count.
    """
    plain = _without_literal_marks(text)
    lengths = [len(run) for run in re.findall(r"\*+", plain)]
    return sum(n // 2 for n in lengths) % 2 == 0 and sum(n % 2 for n in lengths) % 2 == 0


PRINTED_MARKS = "a ** is printed"
PRINTED_MARKS_FIX = r"put it at the edge of a word, with a space outside, or write \*\* for two printed asterisks"
"""What is wrong if `has_printed_emphasis` is true, and the fix."""


def has_printed_emphasis(text: str) -> bool:
    """Whether a ``**`` is printed because it has no partner or is not at the edge of a word.

    Escaped and free-standing asterisks, code and expressions do not count.
    """
    plain = _without_literal_marks(text)
    return "**" in plain and "**" in markup.without_marks(plain)


def printed_stars(text: str) -> str:
    """Return the word of a text whose ** is printed, to find its place; "**" if there is no such word."""
    word = re.search(r"\S*\*\*\S*", markup.without_marks(text))
    if word and word[0] in text:
        return word[0]
    return next((word for word in re.findall(r"\S*\*\S*", text) if not has_balanced_emphasis(word)), "**")


def _without_literal_marks(text: str) -> str:
    return _LITERAL_MARKUP.sub(" ", without_expressions(text, "\x00"))


def _expression(text: str, start: int, end: int, is_closed: bool) -> TextExpression:
    kind = text[start : start + 2]
    if kind == "{#":
        return TextExpression(start, end, kind, (), is_closed)
    inside = text[start + 2 : end - 2 if is_closed else end]
    inside = inside.removeprefix("-").removeprefix("+").removesuffix("-").removesuffix("+")
    return TextExpression(start, end, kind, tuple(_TOKEN.findall(inside)), is_closed)


def _normal(expression: TextExpression) -> str:
    tokens = _without_formatting(expression.tokens)
    if tokens[:2] == ("ngettext", "("):
        tokens = ("ngettext", "(", "…", ",", *_last_argument(tokens), ")")
    inside = _joined(tokens)
    if not expression.is_closed:
        return f"{expression.kind} {inside}"
    return f"{{{{ {inside} }}}}" if expression.kind == "{{" else f"{{% {inside} %}}"


def _joined(tokens: Sequence[str]) -> str:
    text = ""
    for token in tokens:
        if token[0] == "'" and '"' not in token:
            token = f'"{token[1:-1]}"'
        needs_space = text and _is_wordlike(text[-1]) and _is_wordlike(token[0])
        text += f" {token}" if needs_space else token
    return text


def _is_wordlike(character: str) -> bool:
    return character.isalnum() or character in "_\"'"


def _without_formatting(tokens: tuple[str, ...]) -> tuple[str, ...]:
    """Return an expression's tokens without formatting filters at the end and without any ``named``.

    A filter that formats each value of a list loses its arguments: map('words', 'm') becomes map('words').
    """
    tokens = _without_forms_of_each(tokens)
    named = {place for place in range(len(tokens)) if tokens[place : place + 2] == ("|", "named")}
    tokens = tuple(token for place, token in enumerate(tokens) if not named & {place, place - 1})
    while (bar := _last_at_top(tokens, "|")) > 0:
        name, arguments = tokens[bar + 1 : bar + 2], tokens[bar + 2 :]
        is_call = not arguments or (arguments[0] == "(" and arguments[-1] == ")")
        if not name or name[0] not in FORMATTING_FILTERS or not is_call:
            break
        tokens = tokens[:bar]
    return tokens


def _without_forms_of_each(tokens: tuple[str, ...]) -> tuple[str, ...]:
    """Remove the arguments of a formatting filter in map, such as a gender, from an expression's tokens."""
    for place in range(len(tokens) - 3):
        if tokens[place : place + 3] == ("|", "map", "(") and tokens[place + 3][1:-1] in FORMATTING_FILTERS:
            end = tokens.index(")", place) if ")" in tokens[place:] else len(tokens)
            if set(tokens[place + 4 : end : 2]) <= {","} and all(
                token[0] in "'\"" for token in tokens[place + 5 : end : 2]
            ):
                return tokens[: place + 4] + _without_forms_of_each(tokens[end:])
    return tokens


def _last_argument(call: tuple[str, ...]) -> tuple[str, ...]:
    inside = call[2:-1]
    return inside[_last_at_top(inside, ",") + 1 :]


def _last_at_top(tokens: tuple[str, ...], token_sought: str) -> int:
    """Return the index of the last token of this kind outside brackets; -1 if there is none."""
    depth, last = 0, -1
    for index, token in enumerate(tokens):
        if token in ("(", "[", "{"):
            depth += 1
        elif token in (")", "]", "}"):
            depth -= 1
        elif token == token_sought and depth == 0:
            last = index
    return last


_ABBREVIATIONS = (
    r"e\.g|i\.e|etc|cf|vs|ca|approx|incl|resp|vol|pp|mr|mrs|ms|dr|prof|jr|sr|bzw|z\.b|d\.h|usw"
    r"|p\.\s?ex|c\.-à-d|env|mme|chap|[^\W\d_]"
)
_ABBREVIATED = lazy_pattern(rf"(?:^|[\s(\[“«‘'\"])(?:{_ABBREVIATIONS})\.$", re.IGNORECASE)
_END = lazy_pattern(
    r"[.!?…؟۔।॥።]+[”’»\"')\]*_]*(?:[ \u00a0\u202f]»\**)?(?=[ \t\n])|\n"
    r"|[。！？｡．។៕။]+[”’」』）】〉》\")\]]*(?![。！？｡．។៕။」』）】〉》])(?!(?<=[」』”])[\u3041-\u3096、，])"
)
"""The possible end of a sentence. The marks of East Asia, Khmer and Burmese need no space after them, but a sentence
continues after a quotation in it: 「出す。」と言う."""
_FULL_STOPS = frozenset("。！？｡．។៕။")

_LEAD = lazy_pattern(r"\*\*[^*]+\*\*")
_NUMBER_OF_STEP = lazy_pattern(r"[\s(*_]*\d{1,3}")
_SPACE = lazy_pattern(r"[ \t\n]+")
_OPENS = "“«‘\"'([*_¡¿—–-"
_HIDDEN = "\ue000"


def split_sentences(text: str) -> list[tuple[int, str]]:
    """Return the sentences of a text with their offsets; several spaces become one.

    A full stop ends a sentence if a new one may begin after it: with a capital, a figure, an expression or an icon. The
    full stop of an abbreviation, a single letter or the number of a step (1. Deal) does not, and words in bold alone
    (**Move on.**) begin the sentence that they introduce. A line end is also an end, and so is a full stop of Chinese,
    Japanese (。！？), Khmer and Burmese, whatever follows.
    """
    hidden = _hide(text)
    parts = [(start, text[start:end]) for start, end in _sentence_spans(hidden) if text[start:end].strip()]
    joined: list[tuple[int, str]] = []
    for start, part in parts:
        if joined and _LEAD.fullmatch(joined[-1][1].strip()) and "\n" not in text[joined[-1][0] : start]:
            joined[-1] = (joined[-1][0], f"{joined[-1][1].rstrip()} {part}")
        else:
            joined.append((start, part))
    return [(start + len(part) - len(part.lstrip()), one_line(part)) for start, part in joined]


def one_line(text: str) -> str:
    """Return a text in one line with single spaces; no-break spaces are kept."""
    return _SPACE.sub(" ", text).strip(" ")


def _hide(text: str) -> str:
    """Replace expressions, icons and link targets by a character that matches no pattern; offsets stay the same."""
    for expression in find_expressions(text):
        text = text[: expression.start] + _HIDDEN * (expression.end - expression.start) + text[expression.end :]
    for pattern in (LINK_TARGET, ICON):
        text = pattern.sub(lambda match: _HIDDEN * len(match[0]), text)
    return text


def _sentence_spans(hidden: str) -> Iterator[tuple[int, int]]:
    start = 0
    for match in _END.finditer(hidden):
        if match[0] == "\n" or _is_end(hidden, start, match):
            end = match.end()
            if match[0][0] in _FULL_STOPS and hidden.count("**", start, end) % 2 and hidden.startswith("**", end):
                end += len("**")
            yield start, end
            start = end
    yield start, len(hidden)


def _is_end(hidden: str, start: int, match: re.Match[str]) -> bool:
    if match[0][0] == "." and _ABBREVIATED.search(hidden, start, match.start() + 1):
        return False
    if match[0][0] == "." and _NUMBER_OF_STEP.fullmatch(hidden, start, match.start()):
        return False
    following = hidden[match.end() :].lstrip()
    while following and following[0] in _OPENS:
        following = following[1:].lstrip("\u00a0\u202f ")
    if match[0][0] in _FULL_STOPS:
        return bool(following)
    return bool(following) and (_is_upper(following[0]) or following[0].isdigit() or following[0] == _HIDDEN)


def _is_upper(letter: str) -> bool:
    """Whether a sentence may begin with a letter: a capital, or a letter of a script that has no capitals."""
    return letter.isupper() or (letter.isalpha() and not letter.islower())
