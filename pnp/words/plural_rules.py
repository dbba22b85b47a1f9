"""Header of a PO file, or a language → its plural rule: which form a number takes."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from pnp.diagnostics import Code, Diagnostics, Mistake, Place, nearest

PluralRule = Callable[[int], int]

NUMBERS_TRIED = range(201)
"""Numbers a rule is tried on; gettext's rules look at the last two digits at most."""

MOST_MEANT = 3
"""Languages that are offered for a code that is none."""

_PLURAL_FORMS = re.compile(r"\s*nplurals\s*=\s*(\d+)\s*;\s*plural\s*=\s*([^;]+);?\s*")


def plural_forms(language: str) -> tuple[int, str]:
    """How many plural forms a language has, and gettext's expression for choosing one.

    Raises:
        Mistake: Babel does not know the language; the fix suggests one.
    """
    from babel.core import Locale, UnknownLocaleError
    from babel.messages.plurals import get_plural

    try:
        locale = Locale.parse(language, sep="-" if "-" in language else "_")
        if len(language) == 3 and len(locale.language) == 2:  # ger, fra
            raise UnknownLocaleError(language)
    except (UnknownLocaleError, ValueError):
        raise Mistake(f"unknown language {language!r}", _meant(language)) from None
    count, expression, *_ = get_plural(language.replace("-", "_"))
    return count, expression


def _meant(code: str) -> str:
    """What to write for a code that no language has: one whose name or country it stands for, else the nearest."""
    from babel.core import Locale, get_global
    from babel.localedata import locale_identifiers

    names = Locale("en").languages
    aliased = get_global("language_aliases").get(code.lower(), "")
    if len(aliased) == 2:
        return f"did you mean {aliased} ({names[aliased]})?"
    short = [known for known in sorted(names) if len(known) == 2 and names[known].lower().startswith(code.lower())]
    spoken = get_global("territory_languages").get(code.upper(), {})
    most = max(spoken, key=lambda language: spoken[language]["population_percent"], default="")
    found = [known for known in dict.fromkeys([*short, most]) if known in names] if len(code) >= 2 else []
    if found:
        return f"did you mean {' or '.join(f'{known} ({names[known]})' for known in found[:MOST_MEANT])}?"
    known = [identifier for identifier in locale_identifiers() if len(identifier) <= len("pt_BR")]
    close = nearest(code, known)
    return f"did you mean {close}?" if close else "use a code like en, fr or pt_BR"


def read_plural_rule(
    header: Mapping[str, str], language: str, place: Place, diagnostics: Diagnostics
) -> tuple[int, PluralRule]:
    """How many plural forms a PO file has, and which of them a number takes.

    The header's Plural-Forms counts; where there is none, the rule is Babel's for the language. Babel is loaded only
    then. With a fault the rule is that of English.

    Args:
        header: Of the PO file, name to value.
        language: Like ``fr`` or ``pt_BR``.
        place: Of the header.
        diagnostics: Told when neither can be used.
    """
    declared = header.get("Plural-Forms", "")
    if not declared or "EXPRESSION" in declared:
        try:
            count, expression = plural_forms(language)
        except Mistake as mistake:
            diagnostics.tell(Code.LANGUAGE_UNKNOWN, place, what=mistake.what, fix=mistake.fix)
            return 2, _one_or_more
        return count, _compile_plural_rule(count, expression)
    try:
        match = _PLURAL_FORMS.fullmatch(declared)
        if match is None:
            raise ValueError("it is not of the form nplurals=…; plural=…;")
        return int(match[1]), _compile_plural_rule(int(match[1]), match[2])
    except ValueError as error:
        what = f"the header's Plural-Forms cannot be used: {declared}"
        fix = "run pnp i18n update, which writes those of the language"
        diagnostics.tell(Code.CATALOGUE_PLURAL, place, what=what, why=str(error), fix=fix)
        return 2, _one_or_more


def _compile_plural_rule(count: int, expression: str) -> PluralRule:
    """Raises ValueError when the expression is none, or gives a form that is not there."""
    from gettext import c2py

    rule = c2py(expression.strip())
    try:
        highest = max(int(rule(n)) for n in NUMBERS_TRIED)
    except ZeroDivisionError:
        raise ValueError("it divides by zero") from None
    if highest >= count:
        raise ValueError(f"it gives form {highest}, but nplurals is {count}")
    return rule


def _one_or_more(n: int) -> int:
    return int(n != 1)
