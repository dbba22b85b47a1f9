"""A block of rulebook source (Markdown with Jinja) → the numbers in it that do not come from the game's data.

It finds figures, number words from two up, and expressions that contain nothing but a number. ``numbers_of`` returns
the numbers of a text as values, without 0 and 1. Whether a number is right is not checked here.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache

from pnp.core.patterns import lazy_pattern
from pnp.text.counted_numbers import counted_numbers, is_unspaced
from pnp.text.numbers import base_language, forms_in_words
from pnp.text.phrases import has_other_script, line_of, plain_word, prose_of
from pnp.text.placeholders import ICON, LINK_TARGET, TextExpression, find_expressions, without_expressions

MULTIPLIERS = {
    "de": ("hundert", "tausend", "dutzend"),
    "en": ("hundred", "hundreds", "thousand", "thousands", "dozen", "dozens"),
    "es": ("cien", "ciento", "cientos", "mil", "docena", "docenas"),
    "fr": ("cent", "cents", "mille", "dizaine", "dizaines", "douzaine", "douzaines", "centaine", "centaines"),
    "it": ("cento", "mille", "mila", "dozzina", "dozzine"),
    "nl": ("honderd", "duizend", "dozijn"),
    "pt": ("cem", "cento", "centos", "mil", "dúzia", "dúzias"),
}
"""Words for large and collective numbers, which may follow or precede another number word: two hundred and five."""

_FRENCH_NOT_A_NOUN = "dans|sans|mais|plus|pas|puis|depuis|alors|très|nos|vos|mes|tes|ses|les|des|aux"
_HEBREW_NOUN = r"(?=[\s\u00a0]+(?!ה)\w+(?:ים|ות)\b)"
AMBIGUOUS = {
    "he": {"שני": _HEBREW_NOUN, "שתי": _HEBREW_NOUN},
    "fr": {"neuf": rf"(?=\s+(?!(?:{_FRENCH_NOT_A_NOUN})\b)\w+[sx]\b)"},
    "it": {"sei": r"(?!)"},
}
"""Number words that may also mean something else, with what must follow for them to count: French *neuf* (also: new)
only counts before a plural noun, Italian *sei* (also: you are) never, and Hebrew שני (also: second, both) before an
indefinite plural."""

PREFIXES = {
    "ar": "[وف]?(?:[بكل]?ال|لل|[بكل])?",
    "he": "ו?(?:כש|[שמ])?[הבכלמ]?",
}
"""Words for *and*, *the*, *to*, *in* and others that are written as one word with a number: לשלושה, والثلاثة."""

_BOTH_ALONE = r"(?=[\s\u00a0]*(?:[.,;:!?)]|$)|[\s\u00a0]+(?:{verbs})\b)"
"""What follows *of the two* if no noun does; then two things were named before."""

IDIOMS = {
    "de": r"alle zwei|zwei (?:Nachbar(?:n|innen)?|Seiten|Hälften|Enden)|halbes Dutzend|zu zweit",
    "en": r"(?:all|the|any|each) two of (?:you|us|them|these|those)|two by two|(?:one|either|neither) of the two"
    r"|two (?:neighbou?rs|sides|halves|ends|faces)|half a dozen|half-dozen"
    r"|(?:of|between|from) the two"
    + _BOTH_ALONE.format(verbs="wins|loses|takes|gets|is|are|has|and|or|goes|stays|may|must"),
    "es": r"(?:de|entre) (?:los|las) dos"
    + _BOTH_ALONE.format(verbs="gana|pierde|toma|es|son|y|o|va|queda|puede|debe|que"),
    "it": r"(?:dei|delle|tra i|tra le|fra i|fra le) due"
    + _BOTH_ALONE.format(verbs="vince|perde|prende|è|sono|e|o|va|resta|può|deve|che"),
    "he": r"[ובהכלמ]{0,2}(?:שני|שתי) (?:צדדים|קצוות|חצאים)",
    "fr": r"tou(?:s|tes) (?:les )?deux|(?:l[’']un|l[’']une|lequel|laquelle|aucun|aucune) des deux|deux (?:à|par) deux"
    r"|deux (?:voisin(?:e?s)?|côtés|moitiés|bouts|extrémités|faces)|demi-douzaine"
    r"|(?:entre les|des) deux" + _BOTH_ALONE.format(verbs="gagne|perd|prend|l|est|sont|et|ou|va|reste|peut|doit|qui"),
}
"""Phrases with a number that is not a fact of the game: a thing has two sides in every edition."""

_WORDS_ONLY = frozenset(
    {"_", "gettext", "ngettext", "range", "true", "false", "none", "and", "or", "not", "if", "else"}
)
"""Names in an expression that do not refer to data of the game."""

_NOT_PROSE = lazy_pattern(
    r"""
      <!--.*?(?:-->|\Z)                              # comments
    | <(?:https?|mailto):[^>\s]*> | https?://\S+     # addresses
    | </?[a-z][^<>]*>                                # HTML tags with their attributes
    | \{[:.\#][^{}\n]*\} | (?<=[\]\w*_`)])\{[^{}\n]*\}  # attribute braces
    | \[\^[^\]\[\s]+\]                               # footnotes
    | ^[ ]{0,3}\[[^\]\n]+\]:[^\n]*                   # link definitions
    | ^(?:[ \t>]*)(?:[*+-][ \t]+)*\d{1,9}[.)](?=\s)  # numbers of list items
    | ^[ \t>]*\#{1,6}[ \t]+\d+(?:\.\d+)*[.)](?=\s)   # numbers of headings
    | ^[ \t>]*\#{1,6}[ \t]+\d+(?:\.\d+)+(?=\s)
    | &\#?\w+;                                       # character references
    """,
    re.VERBOSE | re.DOTALL | re.MULTILINE | re.IGNORECASE,
)
_DELIBERATE = lazy_pattern(r"\[(?:[^\[\]]|\[[^\[\]]*\])*\]\{[^{}]*\.literal\b[^{}]*\}", re.DOTALL)
_LETTERS = lazy_pattern(r"[^\W\d_]+")
_WORD_END = r"(?![\w\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0900-\u0963\u0971-\u0de5\u0e31-\u0e4e\u0eb1-\u0ece])"
"""The end of a word. A word's letters include marks that are no letters for ``re``, such as Bengali vowel signs: তিনি
is another word than তিন."""

_FIGURES = lazy_pattern(r"(?<!\w)(?:\d+(?:[.,\u00a0\u202f]\d+)*[½¼¾⅓⅔]?|[½¼¾⅓⅔])\w*")


def literal_numbers(prose: str, language: str) -> list[tuple[int, str]]:
    """Return the offset and wording of each number that is not tied to the data, in order.

    These count: figures ("3", "3rd", "1,000", "½"), number words from two up with hundred, thousand and dozen, and
    expressions without a name from the data (``{{ 3|words }}``, ``{{ "two" }}``, ``{% set n = 3 %}``). These do not:
    words for one, ordinals in words (second), figures in a name (A4), numbers of list items and headings (``## 2.``),
    link and image targets, icons, comments, HTML tags, attribute braces, numbers marked as deliberate
    (``[two]{.literal}``), and idioms such as *two neighbours* or *half a dozen*. In languages without spaces, figures
    beside letters and number words before a counter also count, except for the number one (1枚) and ordinals (2枚目).

    Args:
        prose: The source as written.
        language: The language of the prose; if it has no number words here, only figures are found.
    """
    prose = _blanked(_DELIBERATE, prose)
    matches = [
        (expression.start, prose[expression.start : expression.end])
        for expression in find_expressions(prose)
        if _spells_a_number(expression, language)
    ]
    plain = without_expressions(prose, filler="\x00")
    for pattern in (_NOT_PROSE, LINK_TARGET, ICON):
        plain = _blanked(pattern, plain)
    if is_unspaced(language):
        return sorted([*matches, *_unspaced(plain, language)])
    matches += [(match.start(), match[0]) for match in _FIGURES.finditer(plain)]
    if _may_hold_words(plain, language) and (words := _number_words(language)):
        if idioms := _idioms(language):
            plain = _blanked(idioms, plain)
        matches += [(match.start(), match[0]) for match in words.finditer(plain)]
    return sorted(matches)


def _unspaced(plain: str, language: str) -> Iterator[tuple[int, str]]:
    """Yield the numbers of a text without spaces. A one with a counter does not count, as English *one* does not."""
    for number in counted_numbers(plain, language):
        if not (number.is_counted and number.value == 1):
            yield number.start, number.text


def _blanked(pattern: re.Pattern[str], text: str) -> str:
    """Replace each match by spaces of the same length, except for line ends."""
    return pattern.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)


def _spells_a_number(expression: TextExpression, language: str) -> bool:
    tokens = expression.tokens
    if expression.kind == "{%":
        if tokens[:1] != ("set",) or "=" not in tokens:
            return False
        tokens = tokens[tokens.index("=") + 1 :]
    elif expression.kind != "{{":
        return False
    names = [token for token in _operands(tokens) if token[0].isalpha() or token[0] == "_"]
    if any(name.lower() not in _WORDS_ONLY for name in names):
        return False
    return any(
        token[0].isdigit() or (token[0] in "\"'" and bool(_numbers_in_string(token, language))) for token in tokens
    )


def _operands(tokens: tuple[str, ...]) -> Iterator[str]:
    """Yield the tokens that are not names of filters or tests."""
    before = ""
    for token in tokens:
        if before not in ("|", "is"):
            yield token
        before = token


def _numbers_in_string(token: str, language: str) -> list[str]:
    if is_unspaced(language):
        return [number.text for number in counted_numbers(token, language)]
    words = _number_words(language) if _may_hold_words(token, language) else None
    return _FIGURES.findall(token) + (words.findall(token) if words else [])


def _may_hold_words(text: str, language: str) -> bool:
    """Whether a text contains any part of a number word: a quick test before the search with the large pattern."""
    words = _LETTERS.findall(text.lower())
    if prefix := PREFIXES.get(base_language(language)):
        before = [(word, re.match(prefix, word)) for word in words]
        words += [word[length:] for word, match in before if match for length in range(1, match.end() + 1)]
    return not _parts(language).isdisjoint(words)


@lru_cache(maxsize=16)
def _idioms(language: str) -> re.Pattern[str] | None:
    alternatives = IDIOMS.get(base_language(language))
    pattern = alternatives and alternatives.replace(" ", r"[\s\u00a0]+")
    return re.compile(rf"(?<!\w)(?:{pattern}){_WORD_END}", re.IGNORECASE) if pattern else None


@lru_cache(maxsize=16)
def _parts(language: str) -> frozenset[str]:
    """Return each run of letters in the number words of a language."""
    base = base_language(language)
    return frozenset(
        part for word in (*_spelt(language), *MULTIPLIERS.get(base, ())) for part in _LETTERS.findall(word.lower())
    )


@lru_cache(maxsize=16)
def _spelt(language: str) -> frozenset[str]:
    """Return the numbers from 2 to 99 in words; empty for a language whose number words are not known."""
    try:
        return frozenset(form for n in range(2, 100) for form in forms_in_words(n, language))
    except ValueError:
        return frozenset()


@lru_cache(maxsize=16)
def _number_words(language: str) -> re.Pattern[str] | None:
    """Return one pattern for all number words of a language; compounds with hyphens or spaces count as one word."""
    spelt = _spelt(language)
    if not spelt:
        return None
    base = base_language(language)
    conditions = AMBIGUOUS.get(base, {})
    small = "|".join(_as_pattern(word) + conditions.get(word, "") for word in sorted(spelt, key=len, reverse=True))
    large = "|".join(MULTIPLIERS.get(base, ())) or "(?!)"
    join = r"[\s\u00a0-]+(?:(?:and|et|y|e|und|en)\s+)?"
    word = rf"(?:{large}|{small}){_WORD_END}"
    compound = rf"(?:(?:{small})[\s\u00a0-]+)?(?:{large}){_WORD_END}(?:{join}{word})*"
    prefix = PREFIXES.get(base, "")
    return re.compile(rf"(?<!\w){prefix}(?:{compound}|(?:{small}){_WORD_END})", re.IGNORECASE)


def _as_pattern(word: str) -> str:
    """Return the pattern of a number in words whose parts may be joined by hyphens, spaces or no-break spaces."""
    return r"[\s\u00a0-]".join(re.escape(part) for part in re.split(r"[ -]", word))


_FIGURE = lazy_pattern(r" (\d{1,99})(?!s )[^\W\d_]*(?= )")
"""A figure, also with letters after it (2nd), but not a decade or century (the 1400s)."""
_GROUPS = lazy_pattern(r"(?<=\d)[ ,.\u00a0\u202f](?=\d{3}(?!\d))")
"""The space in 10 000, or the comma or point in its place."""
_ANY_FIGURE = lazy_pattern(r"(?<![a-z\d])\d{1,99}(?!\d)")
"""A figure between letters of scripts without spaces: 3枚."""
_LARGEST = 99
EXTRA_NUMBER_WORDS = {
    "de": {"dutzend": 12},
    "en": {"dozen": 12, "dozens": 12},
    "es": {"docena": 12},
    "fr": {"dizaine": 10, "douzaine": 12, "douzaines": 12},
    "it": {"dozzina": 12},
    "nl": {"dozijn": 12},
}
"""Further number words with their values."""
_BAKERS_DOZEN = lazy_pattern(r"\bbaker['’]?s dozen\b", re.IGNORECASE)
"""An English name for thirteen that contains twelve; other languages have no such name."""


def numbers_of(text: str, language: str, idioms: Iterable[str] = (), *, with_doubtful: bool = False) -> Counter[int]:
    """Count how often a text has each number from two up, outside the given idioms, such as *les deux*.

    Words that may also mean something else, such as French *neuf*, count only with ``with_doubtful``.
    """
    if is_unspaced(language):
        return _unspaced_numbers(text, language, idioms)
    line = line_of(_BAKERS_DOZEN.sub("", _GROUPS.sub("", text)))
    for idiom in idioms:
        line = line.replace(f" {plain_word(idiom)} ", " ")
    is_spaced = not has_other_script(text)
    counts = Counter(int(figure) for figure in (_FIGURE if is_spaced else _ANY_FIGURE).findall(line))
    words = _values(base_language(language), with_doubtful)
    if words and is_spaced:
        pattern = _pattern(base_language(language), with_doubtful)
        counts.update(words[spelt.strip()] for spelt in pattern.findall(line))
    return Counter({number: times for number, times in counts.items() if number > 1})


def _unspaced_numbers(text: str, language: str, idioms: Iterable[str]) -> Counter[int]:
    """Count how often a text in a language without spaces has each number from two up."""
    prose = prose_of(text)
    for idiom in idioms:
        prose = prose.replace(idiom, " ")
    values = (number.value for number in counted_numbers(prose, language))
    return Counter(value for value in values if value is not None and value > 1)


@lru_cache(maxsize=16)
def _values(language: str, with_doubtful: bool) -> dict[str, int]:
    try:
        spelt = {form: number for number in range(2, _LARGEST + 1) for form in forms_in_words(number, language)}
    except ValueError:
        return {}
    ambiguous = {} if with_doubtful else AMBIGUOUS.get(language, {})
    words = {**spelt, **EXTRA_NUMBER_WORDS.get(language, {})}
    return {" ".join(re.findall(r"\w+", plain_word(word))): n for word, n in words.items() if word not in ambiguous}


@lru_cache(maxsize=16)
def _pattern(language: str, with_doubtful: bool) -> re.Pattern[str]:
    longest = sorted(_values(language, with_doubtful), key=len, reverse=True)
    return re.compile(rf" (?:{'|'.join(map(re.escape, longest))})(?= )")
