"""A translation with further forms → a text that is its first form and knows the others: Anna | f | gen: Anny.

A sentence whose words depend on the gender of a name, or that needs a name in another case, asks for these by the
filters ``gendered`` and ``form``. Translators write the forms behind the translation, in any tool.
"""

from __future__ import annotations

from collections.abc import Mapping

from pnp.core.patterns import lazy_pattern

_GENDERS = ("m", "f", "n")
_CASE = lazy_pattern(r"([a-z]{1,12}):\s*(\S.*)")


class Inflected(str):
    """A text in its first form.

    Attributes:
        gender: The gender of the noun: m, f or n; "" if none is written.
        forms: Its other forms by name: gen, dat.
    """

    gender: str
    forms: Mapping[str, str]

    def __new__(cls, text: str, gender: str, forms: Mapping[str, str]) -> Inflected:
        """Return a text with its forms."""
        made = super().__new__(cls, text)
        made.gender, made.forms = gender, forms
        return made

    def __getnewargs__(self) -> tuple[str, str, Mapping[str, str]]:  # type: ignore[override]  # further arguments
        """Return the arguments with which pickle makes a copy."""
        return str(self), self.gender, self.forms


def no_form(translation: str) -> str:
    """Return the first part of a translation behind a stroke that is neither a gender nor a case; "" without any."""
    parts = (part.strip() for part in translation.split("|")[1:])
    return next((part or "|" for part in parts if part not in _GENDERS and not _CASE.fullmatch(part)), "")


def inflected(translation: str) -> str:
    """Return a translation with its forms; the text itself if what follows a stroke is none: yes | no."""
    text, *parts = (part.strip() for part in translation.split("|"))
    gender, forms = "", {}
    if no_form(translation):
        return translation
    for part in parts:
        match = _CASE.fullmatch(part)
        if match:
            forms[match[1]] = match[2]
        else:
            gender = part
    return Inflected(text, gender, forms) if parts and text else translation
