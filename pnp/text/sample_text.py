"""A language → a text in its script whose letters have about the average width."""

from __future__ import annotations

from functools import lru_cache

from pnp.text.numbers import locale_identifier


@lru_cache(maxsize=64)
def sample_of(language: str) -> str:
    """Return the months and days of a language (CLDR) in one line; "" for a language that CLDR does not know."""
    from babel.core import Locale, UnknownLocaleError

    try:
        locale = Locale.parse(locale_identifier(language))
    except (UnknownLocaleError, ValueError):
        return ""
    names = (*locale.months["format"]["wide"].values(), *locale.days["format"]["wide"].values())
    return " ".join(names)


@lru_cache(maxsize=64)
def language_name(language: str) -> str:
    """Return a language's name in English, such as Japanese; its code if CLDR does not know it."""
    from babel.core import Locale, UnknownLocaleError

    try:
        return Locale.parse(locale_identifier(language)).get_language_name("en") or language
    except (UnknownLocaleError, ValueError):
        return language
