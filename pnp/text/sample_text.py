"""A language → a text in it whose letters are about as wide as those of most, and in its script."""

from __future__ import annotations

from functools import lru_cache

from pnp.text.numbers import locale_identifier


@lru_cache(maxsize=64)
def sample_of(language: str) -> str:
    """Return the months and days of a language (CLDR), in one line; "" for a language that CLDR does not have."""
    from babel.core import Locale, UnknownLocaleError

    try:
        locale = Locale.parse(locale_identifier(language))
    except (UnknownLocaleError, ValueError):
        return ""
    names = (*locale.months["format"]["wide"].values(), *locale.days["format"]["wide"].values())
    return " ".join(names)


@lru_cache(maxsize=64)
def language_name(language: str) -> str:
    """Return a language's name in English, as Japanese; its code for a language that CLDR does not have."""
    from babel.core import Locale, UnknownLocaleError

    try:
        return Locale.parse(locale_identifier(language)).get_language_name("en") or language
    except (UnknownLocaleError, ValueError):
        return language
