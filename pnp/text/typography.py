"""A run of text as typed → the same text with the apostrophes, quotes, dashes and spaces of its language.

It runs after translation and substitution, on plain text without markup. Rules for all languages are code; the
differences between languages are data in HABITS. Applying it again changes nothing. Addresses and ``:icons:`` are not
changed.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

from pnp.core.patterns import lazy_pattern
from pnp.text.placeholders import ICON
from pnp.text.typography_rules import MINUS, NO_BREAK, TypographyRules, habits_of

if TYPE_CHECKING:
    pass


_ADDRESS = r"(?:https?://|www\.|mailto:)[^\s»”]*[^\s.,;:!?»)…”’\"']|(?<![\w.+-])[\w.+-]++@[\w-]+(?:\.[\w-]+)+"
_LEFT_ALONE = lazy_pattern(f"{_ADDRESS}|{ICON.pattern}", re.IGNORECASE)
_NEEDS_WORK = lazy_pattern(r"[^\w\s,().]|\.(?!\Z)|[\u00a0\u202f]|\d\s|\d[a-z]")

_ELLIPSIS = lazy_pattern(r"(?<!\.)\.{3}(?=\.?(?!\.))")
_SUBTRACTION = lazy_pattern(r"(?<=[\d)] )-(?= [\d(])")
_SPACED_HYPHEN = lazy_pattern(r"(?<=\S )-{1,3}(?= )")
_RANGE = lazy_pattern(r"(?<![\w.,/−-])(?!0\d)(\d+(?:[.,]\d+)?)-(?=(?!0\d)\d+(?:[.,]\d+)?(?![\w/-]|[.,]\d))")
_NEGATIVE = lazy_pattern(r"(?<![\w)\]}'\"’”»%°-])-(?=[.,]?\d)")
_COMPARED = lazy_pattern(r"(?<=(?<![\d)] )[≤≥≈]) (?=\d)")
"""The space between a comparison sign and the only number beside it: ≥ 7."""

_TIMES = lazy_pattern(
    r"(?<=[\dx\ufffc]) (?=[×÷])|(?<=[\dx\ufffc][ \u00a0][×÷]) (?=\d|\Z)"  # x stands for an icon
    r"|(?<=\d) (?=[x*] \d)|(?<=\d[ \u00a0][x*]) (?=\d)"
)
"""The spaces around a multiplication sign between numbers and icons: 2 × 3, 32 × :coin:, :coin: × 2, 2 * 3, 2 x 3."""

_INCHES = lazy_pattern(r"(?<=\d)\"(?=\s*[x×]\s*\d)|(?<=[x×]\d)\"|(?<=[x×] \d)\"|(?<=[x×] \d\.\d)\"|(?<=[x×]\d\.\d)\"")
_ELIDED = lazy_pattern(r"(?<!\w)'(?=\d\ds?\b|(?:tis|twas|til|em|n|cause)\b)", re.IGNORECASE)
_APOSTROPHE = lazy_pattern(r"(?<=[^\W\d_])'(?=[^\W\d_])")
_SINGLE_CLOSING = lazy_pattern(r"(?<=[\w.,!?…%)])'(?!\w)")

_OPENING = "([{<«“‘„‚‹¿¡–—/-"
_CLOSING = ")]}>»”’›.,;:!?…–—/"
_SPACES = "[ \u00a0\u202f\u2009]*"
_NO_SPACE_AFTER = "([{<«“‘„¿¡/"


@lru_cache(maxsize=16384)
def typeset(text: str, language: str, before: str = "") -> str:
    """Set a run of text as a typographer of its language would.

    In every language it sets apostrophes between letters, the ellipsis, a dash for a hyphen between spaces, a minus
    before a number, an en dash in ranges of numbers, and a no-break space between a number and its unit. For a language
    in HABITS it also sets the quotes and, in French, the no-break spaces before ; : ! ? » % and after «. The letter x,
    ordinals, times (10:30), ratios, dates and leaders (.....) are not changed.

    Args:
        text: Plain text, without markup.
        language: A code such as ``fr`` or ``fr_CA``. For a language that is not in HABITS only the common rules apply.
        before: The last two characters before this run in its paragraph, as typed or as set; "" at the start, U+FFFC
            after a picture. A space at the end of a run cannot become a no-break space through the next run.
    """
    behind, before = before[-2:], before[-1:]
    habits = habits_of(language)
    works_on_letters = habits.short_words or habits.latin_space or habits.digits
    has_mark = any(mark in text for mark in habits.stay_with_next)
    if not (works_on_letters or has_mark or _NEEDS_WORK.search(before + text)):
        return text
    parts: list[str] = []
    position = 0
    for untouched in _LEFT_ALONE.finditer(text):
        parts += [_typeset_piece(text[position : untouched.start()], habits, behind, untouched[0][0]), untouched[0]]
        position, behind = untouched.end(), untouched[0][-2:]
    parts.append(_typeset_piece(text[position:], habits, behind, ""))
    return "".join(parts)


def _typeset_piece(piece: str, habits: TypographyRules, behind: str, after: str) -> str:
    if not piece:
        return piece
    before = behind[-1:]
    if before != ".":
        piece = _ELLIPSIS.sub("…", piece)
    piece = _in_sight_of(before, piece, _set_dashes, habits)
    piece = _in_sight_of(before, piece, _set_hebrew_marks, habits)
    piece = _set_double_quotes(piece, habits, before, after)
    piece = _set_single_quotes(piece, habits, before, after)
    piece = _in_sight_of(before, piece, _set_numbers, habits)
    if habits.short_words or habits.keeps_dash:
        piece = _in_sight_of(behind, piece, _set_line_ends, habits)  # z of Miecz is no word
    if habits.latin_space:
        piece = _in_sight_of(before, piece, _set_latin, habits)
    if habits.digits:
        piece = _in_sight_of(before, piece, _set_digits, habits)
    return _set_punctuation(piece, habits, before)


def _in_sight_of(before: str, piece: str, rule: Callable[[str, TypographyRules], str], habits: TypographyRules) -> str:
    """Apply a rule that looks back at the character before the run.

    Changes to that character (- to −) are discarded.
    """
    return rule(before + piece, habits)[len(before) :]


def _set_dashes(text: str, habits: TypographyRules) -> str:
    if "-" not in text:
        return text
    if "=" in text:
        text = _SUBTRACTION.sub(MINUS, text)
    text = _SPACED_HYPHEN.sub(lambda match: "—" if match[0] == "---" else habits.dash, text)
    return _RANGE.sub(r"\1–", text)


_HEBREW = "\u05d0-\u05ea\u0591-\u05c7"
_GERSHAYIM = lazy_pattern(rf"(?<=[{_HEBREW}])\"(?=[{_HEBREW}])")
_GERESH = lazy_pattern(rf"(?<=[{_HEBREW}])'")
_OPENING_SINGLE = lazy_pattern(r"(?<!\w)'(?=\w)")


def _set_hebrew_marks(text: str, _habits: TypographyRules) -> str:
    """Set gershayim inside a Hebrew word (סה״כ) and geresh in or after one (דק׳), unless a quotation ends there."""
    if "'" not in text and '"' not in text:
        return text
    text = _GERSHAYIM.sub("\u05f4", text)
    return text if _OPENING_SINGLE.search(text) else _GERESH.sub("\u05f3", text)


def _set_numbers(text: str, habits: TypographyRules) -> str:
    spaced, glued, marks = _number_patterns(habits.units, habits.glued_units, habits.stay_with_next)
    text = _TIMES.sub(NO_BREAK, _COMPARED.sub(NO_BREAK, _NEGATIVE.sub(MINUS, text)))
    text = spaced.sub(NO_BREAK, text)
    text = glued.sub(NO_BREAK, text)
    return marks.sub(NO_BREAK, text)


@lru_cache(maxsize=64)
def _number_patterns(
    units: tuple[str, ...], glued: tuple[str, ...], marks: tuple[str, ...]
) -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """Return patterns for the spaces before units, for missing spaces there, and for the spaces after abbreviations."""
    spaced = rf"(?<=\d) (?=(?:{_any_of(units)})(?!\w))"
    missing = rf"(?<=\d)(?=(?:{_any_of(glued)})(?!\w))"
    after = [rf"(?<=(?<!\w){re.escape(mark)}) (?=\d)" for mark in marks]
    after += [rf"(?<=(?<!\w){re.escape(mark)}) (?=[A-ZÀ-ÖØ-Þ])" for mark in marks if mark[0].isupper()]
    after += [rf"(?<=(?<!\w){re.escape(mark)})(?=\d)" for mark in marks if mark[-1] in "°º"]
    return re.compile(spaced), re.compile(missing), re.compile("|".join(after) or "(?!)")


def _any_of(words: tuple[str, ...]) -> str:
    return "|".join(re.escape(word) for word in words) or "(?!)"


def _set_line_ends(text: str, habits: TypographyRules) -> str:
    """Bind short words to the next one, and a dash to the word before it."""
    if habits.keeps_dash:
        text = text.replace(f" {habits.dash} ", f"{NO_BREAK}{habits.dash} ")
    if habits.short_words:
        text = re.sub(rf"(?<!\w)([{habits.short_words}]) (?=\S)", rf"\1{NO_BREAK}", text, flags=re.IGNORECASE)
    return text


_IDEOGRAPH = "\u3041-\u30ff\u3400-\u9fff\uf900-\ufaff"
_UNSPACED = f"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff{_IDEOGRAPH}]"
"""Letters of scripts without spaces between words, in which only the order of quotes shows which of them open."""

_LATIN = "0-9A-Za-zÀ-ɏ%"


def _set_latin(text: str, habits: TypographyRules) -> str:
    """Put a thin space between ideographs and Latin letters or figures."""
    boundary = rf"(?<=[{_IDEOGRAPH}])(?=[{_LATIN}])|(?<=[{_LATIN}])(?=[{_IDEOGRAPH}])"
    return re.sub(boundary, habits.latin_space, text)


_OWN_NUMBER = lazy_pattern(
    r"(?<![0-9A-Za-z])(?<![A-Za-z][- \u00a0])[0-9]+(?:[.,][0-9]+)*(?![0-9A-Za-z]|-[A-Za-z])(?<![A-Za-z]-)"
)
"""A number that is not part of a Latin name such as A4, Wi-Fi 6 or ABC-123."""

_FRACTION, _GROUPS = lazy_pattern(r"([0-9]+)\.([0-9]+)"), lazy_pattern(r"[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?")


def _set_digits(text: str, habits: TypographyRules) -> str:
    """Write numbers in the digits of the language, with its decimal and thousands separators."""

    def own(match: re.Match[str]) -> str:
        number = match[0]
        if habits.decimal and (_FRACTION.fullmatch(number) or _GROUPS.fullmatch(number)):
            number = number.translate(str.maketrans(".,", habits.decimal + habits.thousands))
        return number.translate(str.maketrans("0123456789", habits.digits))

    return _OWN_NUMBER.sub(own, text)


def figures(number: int, language: str) -> str:
    """Return a whole number in the digits of a language, for the numbers of pages and of items in a list."""
    digits = habits_of(language).digits
    return str(number).translate(str.maketrans("0123456789", digits)) if digits else str(number)


def _set_double_quotes(text: str, habits: TypographyRules, before: str, after: str) -> str:
    if '"' not in text or habits.quotes is None:
        return text
    text = _INCHES.sub("″", before + text)[len(before) :]
    opening, closing = habits.quotes
    levels = (habits.quotes, habits.inner)
    characters: list[str] = []
    depth = 0
    for index, character in enumerate(text):
        previous = characters[-1] if characters else before
        if character == '"':
            is_opening = _opens(previous, text[index + 1] if index + 1 < len(text) else after, depth)
            depth += 1 if is_opening else -1
            level = (depth - 1 if is_opening else depth) if depth > 0 else 0
            characters.append(levels[level % 2][0 if is_opening else 1])
            depth = max(depth, 0)
            continue
        if opening != closing:
            depth = max(depth + (character == opening) - (character == closing), 0)
        characters.append(character)
    return "".join(characters)


def _opens(previous: str, following: str, depth: int) -> bool:
    """Whether a straight quote opens a quotation; between two spaces it closes an open one, as in " mot "."""
    if previous and previous in "'’":
        return following.isalnum()
    if re.match(_UNSPACED, previous) or re.match(_UNSPACED, following):
        return depth == 0
    is_after_gap = _is_gap(previous) or previous in _OPENING
    is_before_gap = _is_gap(following) or following in _CLOSING
    return depth == 0 if is_after_gap and is_before_gap else is_after_gap


def _is_gap(character: str) -> bool:
    return not character or character.isspace()


def _set_single_quotes(text: str, habits: TypographyRules, before: str, after: str) -> str:
    if "'" not in text:
        return text
    if habits.single is None:
        return _APOSTROPHE.sub("’", before + text + after)[len(before) : len(before + text)]
    text = _ELIDED.sub("’", before + text)[len(before) :]
    opening, closing = habits.single
    last_closing = max((match.start() for match in _SINGLE_CLOSING.finditer(text)), default=-1)
    characters: list[str] = []
    is_open = False
    for index, character in enumerate(text):
        previous = characters[-1] if characters else before
        following = text[index + 1] if index + 1 < len(text) else after
        if character != "'":
            characters.append(character)
        elif re.match(_UNSPACED, previous) or re.match(_UNSPACED, following):
            is_open = not is_open and not _is_gap(following) and following not in _CLOSING and "'" in text[index + 1 :]
            characters.append(opening if is_open else closing)
        elif not _is_gap(following) and (_is_gap(previous) or previous in _OPENING):
            is_open = last_closing > index
            characters.append(opening if is_open else "’")
        elif is_open and not following.isalnum():
            is_open = False
            characters.append(closing)
        else:
            characters.append("’")
    return "".join(characters)


def _set_punctuation(text: str, habits: TypographyRules, before: str) -> str:
    """Set the no-break spaces beside guillemets and punctuation marks."""
    if habits.quote_space:
        if before and before in "«" + habits.quote_space:
            text = text.lstrip(" \u00a0\u202f\u2009")
        text = re.sub(f"«{_SPACES}", f"«{habits.quote_space}", text)
        text = _space_before("»", habits.quote_space, text, before)
    for mark, space in habits.space_before.items():
        text = _space_before(mark, space, text, before)
    return text


def _space_before(mark: str, space: str, text: str, before: str) -> str:
    if mark not in text:
        return text

    def spaced(match: re.Match[str]) -> str:
        previous = text[match.start() - 1] if match.start() else before
        following = text[match.end() : match.end() + 1]
        is_typed = match[0] != mark
        return space + mark if _wants_space(mark, previous, following, is_typed) else match[0]

    return re.sub(_SPACES + re.escape(mark), spaced, text)


def _wants_space(mark: str, previous: str, following: str, is_typed: bool) -> bool:
    if _is_gap(previous) or (previous in _NO_SPACE_AFTER and not (previous == "«" and mark == "»")):
        return False
    if mark == "%":
        return previous.isdigit()
    if mark == ":":
        is_time = previous.isdigit() and following.isdigit()
        return is_typed or not (is_time or previous == ":" or following in (":", "/", "\\"))
    return is_typed or not (mark in "!?" and previous in "!?")
