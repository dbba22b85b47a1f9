"""A text without spaces → where a line may end in it, by Unicode's rules, ICU's dictionaries and BudouX's models.

Scripts with spaces between words break at these, which needs no module. Chinese, Japanese, Thai and similar scripts
have no spaces, or may break inside words. ICU knows the rules of UAX #14, including Japanese kinsoku, and the words of
Thai, Lao, Khmer, Burmese and Chinese; BudouX knows the phrases and words of Japanese.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

from pnp.core.markup import Run, Runs
from pnp.core.patterns import lazy_pattern
from pnp.text.numbers import base_language
from pnp.text.typography_rules import THIN

if TYPE_CHECKING:
    from budoux import Parser

_UNSPACED = (
    "[\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff\u1950-\u19ff\u1a20-\u1aaf\u1b00-\u1b7f\ua980-\ua9ff\uaa60-\uaadf"
    "\u1100-\u11ff\ua960-\ua97f\uac00-\ud7ff\u2e80-\u3012\u3014-\ua4cf\uf900-\ufaff\ufe30-\ufe4f\uff01-\uffef"
    "\U0001b000-\U0001b2ff\U00020000-\U0003ffff]"
)
"""Letters of Thai and similar scripts from Tibet to Java, Hangul, and the scripts of China and Japan, without ICON. The
pattern is compiled at its first use."""

_SYLLABIC = "[\u0e00-\u0eff\u1780-\u17ff]"
_HIRAGANA = "[\u3041-\u309f]"
_KANA = "[\u3041-\u30ff]"
_HAN_KANA_HANGUL = (
    "[\u1100-\u11ff\u3041-\u318f\u31f0-\u31ff\u3400-\u9fff\uac00-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff]"
)
_HAN_OR_KANA = "[\u3041-\u30ff\u31f0-\u31ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
_HANGUL = "[\u1100-\u11ff\u3130-\u318f\uac00-\ud7ff]"

_COUNTED = lazy_pattern(r"(?<=\d)\u2009")
_AFTER_NUMBER = lazy_pattern(r"\d\u2009?\Z")
"""A number, which stays on the line of its counter (3枚), with the thin space that pnp.text.typography puts between
them."""

_CLOSES_SYLLABLE = lazy_pattern("[\u1000-\u1021\u103f][\u1037\u103b-\u103e]*[\u1039\u103a]")
"""A Burmese letter without a vowel of its own (asat), which ends a syllable; ICU's dictionary separates some of
them."""

IN_PHRASE, BEFORE_ENDING, IN_WORD = 0.06, 0.15, 0.35
"""Costs of ending a line inside a phrase (as much as a hyphen), inside a phrase before a particle or an ending in
hiragana (as much as leaving two fifths of the line empty), and inside a word (three fifths): see
pnp.layout.text.line_breaking."""

_GAME_WORDS = lazy_pattern("[捨引積伏持配出][てきみせちりし][札山]")
"""Words of card games that no model knows; they do not break before their last letter."""

ZERO_WIDTH_SPACE, WORD_JOINER = "\u200b", "\u2060"

ICON = "\u3013"
"""Stands for a picture in a text: the geta mark, at which lines break as at an ideograph."""


def has_breaks_inside(text: str) -> bool:
    """Whether a line of a text may end at other places than its spaces and hyphens."""
    return re.search(_UNSPACED, text) is not None


def has_finer_breaks(text: str) -> bool:
    """Whether a text has breaks inside its phrases or words, which are used only if the other breaks are not enough."""
    return re.search(_HAN_KANA_HANGUL, text) is not None


def is_set_solid(text: str) -> bool:
    """Whether a text is Chinese or Japanese, whose lines may be broken and spread between any two signs."""
    return re.search(_HAN_OR_KANA, text) is not None and re.search(_HANGUL, text) is None


def is_syllabic(text: str) -> bool:
    """Whether a text is Thai, Lao or Khmer, which have spaces between sentences only."""
    return re.search(_SYLLABIC, text) is not None


def breaks_inside(text: str, language: str, is_fine: bool) -> tuple[int, ...]:
    """Return the offsets at which a line of a text without spaces may end, without a hyphen; see `break_costs`."""
    return tuple(break_costs(text, language, is_fine))


@lru_cache(maxsize=4096)
def break_costs(text: str, language: str, is_fine: bool) -> Mapping[int, float]:
    """Return the offsets at which a line of a text without spaces may end, each with its cost.

    Args:
        text: The text, with ICON for a picture in it.
        language: A code such as ``ja`` or ``zh_Hant``.
        is_fine: Whether lines may also end inside Japanese phrases and inside Chinese and Korean words.

    Returns:
        The costs, as in pnp.layout.text.line_breaking: 0 between phrases, or between words in a language without
        phrases.
    """
    from icu4py.breakers import LineBreaker

    is_korean = re.search(_HANGUL, text) is not None
    if is_korean and not is_fine:
        return dict.fromkeys(_ends(LineBreaker(text, "ko@lb=strict;lw=phrase"), text), 0.0)
    ends = _ends(LineBreaker(text, f"{base_language(language)}@lb=strict"), text)
    if not has_finer_breaks(text):
        return dict.fromkeys(ends, 0.0)
    if is_korean:
        phrases = words = frozenset(_ends(LineBreaker(text, "ko@lb=strict;lw=phrase"), text))
    elif re.search(_KANA, text) or base_language(language) == "ja":
        phrases, words = _japanese(text, "ja"), _japanese(text, "ja_word")
    else:
        phrases = words = _chinese_words(text, language)
    if not is_fine:
        return dict.fromkeys((end for end in ends if end in phrases), 0.0)
    return {end: 0.0 if end in phrases else _cost(text[end]) if end in words else IN_WORD for end in ends}


def _cost(following: str) -> float:
    """Return the cost of a break between two words of a phrase; the second begins with the given character."""
    return BEFORE_ENDING if re.match(_HIRAGANA, following) else IN_PHRASE


def with_web_breaks(runs: Runs, language: str) -> Runs:
    """Prepare a text for a browser: put zero-width spaces between Japanese phrases, and bind numbers to their counters.

    A word joiner after the thin space binds a number to its counter.
    """
    if not any(has_finer_breaks(run.text) for run in runs):
        return runs
    text = "".join(ICON if run.is_icon else run.text for run in runs)
    ends = [match.start() + end for match in re.finditer(r"\S+", text) for end in _phrase_ends(match[0], language)]
    result: list[Run] = []
    position = 0
    for run in runs:
        length = 1 if run.is_icon else len(run.text)
        inner = [end - position for end in ends if position <= end < position + length]
        position += length
        if run.is_icon:
            result += [Run(ZERO_WIDTH_SPACE)] if inner else []
            result.append(run)
            continue
        parts = (run.text[start:end] for start, end in pairwise([0, *inner, length]))
        result.append(replace(run, text=_COUNTED.sub(rf"\g<0>{WORD_JOINER}", ZERO_WIDTH_SPACE.join(parts))))
    return tuple(result)


def _phrase_ends(text: str, language: str) -> Iterator[int]:
    """Yield the ends of Japanese phrases, except after punctuation, where browsers break by themselves."""
    for end in breaks_inside(text, language, False) if re.search(_KANA, text) else ():
        if not unicodedata.category(text[end - 1]).startswith("P"):
            yield end


def _ends(parts: Iterable[str], text: str) -> tuple[int, ...]:
    """Return the offsets between the parts of a text, except those between a number and its counter."""
    ends = accumulate(map(len, parts))
    return tuple(
        end
        for end in ends
        if end < len(text)
        and not _AFTER_NUMBER.search(text, max(end - 2, 0), end)
        and not _CLOSES_SYLLABLE.match(text, end)
    )


def _chinese_words(text: str, language: str) -> frozenset[int]:
    """Return where the words begin that ICU's dictionary of Chinese and Japanese finds."""
    from icu4py.breakers import WordBreaker

    return frozenset(accumulate(map(len, WordBreaker(text, base_language(language)))))


def _japanese(text: str, model: str) -> frozenset[int]:
    """Return where the phrases or words of a Japanese text begin, by a model of BudouX.

    The models do not know the thin spaces that pnp.text.typography puts between letters and figures.
    """
    places = [place for place, character in enumerate(text) if character != THIN]
    plain = "".join(text[place] for place in places)
    ends = set(accumulate(map(len, _model(model).parse(plain))))
    inside = {match.start() + 2 for match in _GAME_WORDS.finditer(plain)}
    return frozenset(places[end] for end in ends - inside if end < len(places))


@cache
def _model(name: str) -> Parser:
    """Return a model of BudouX: ja for phrases, ja_word for words."""
    from importlib.resources import files

    from budoux import Parser

    return Parser(json.loads((files("budoux") / f"models/{name}.json").read_text(encoding="utf-8")))
