"""Characters that the fonts of a text lack → a report: one for a language whose letters they lack, else one for a text.

A set-up without the letters of a language lacks them in every text, so that is one fault, of ``fonts.yaml``.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence

from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Place
from pnp.core.fonts import FontFace, FontSet, describe_characters
from pnp.project.fonts import DEFAULT, PATH
from pnp.text.sample_text import language_name, sample_of

_LAST_LATIN = "\u024f"
MAX_DESCRIBED = 8
"""The most characters that a message lists."""


def report_missing(
    missing: str,
    language: str,
    face: FontFace,
    fonts: FontSet,
    diagnostics: Diagnostics,
    report: Callable[[str], None],
) -> None:
    """Report characters that no font of a text has.

    Args:
        missing: The characters.
        language: The language of the text.
        face: A face of the text's family.
        fonts: The fonts as they are used for the language.
        diagnostics: Receives the fault of a script that the fonts lack.
        report: Reports the other characters as the fault of the text; called with their description.
    """
    letters = _letters(language)
    if letters and not any(fonts.face_for(letter, face).has(letter) for letter in letters):
        other = "".join(character for character in missing if not _is_of_script(character))
        if other != missing:
            _report_script(language, letters, fonts, diagnostics)
        missing = other
    if missing:
        more = f" and {len(missing) - MAX_DESCRIBED} more" if len(missing) > MAX_DESCRIBED else ""
        report(describe_characters(missing[:MAX_DESCRIBED]) + more)


def _is_of_script(character: str) -> bool:
    """Whether a character is a letter, mark, figure or point beyond Latin, rather than a sign such as ★."""
    return character > _LAST_LATIN and unicodedata.category(character)[0] in "LMNP"


def _letters(language: str) -> list[str]:
    """List letters of a language that is not written in Latin; none for others."""
    return sorted({character for character in sample_of(language) if character.isalpha() and character > _LAST_LATIN})


def _report_script(language: str, letters: Sequence[str], fonts: FontSet, diagnostics: Diagnostics) -> None:
    name = language_name(language)
    what = f"neither the families of the texts nor the fallback families have letters of {name}"
    other = next((name for name, family in fonts.families.items() if all(map(family.face().has, letters))), "")
    if other:
        fix = f"the family {other} has them: write {fallback_with(other, language, fonts)}"
    else:
        fix = f"add a font that has them, such as one of Noto: pnp fonts add FILE --as {language.lower()}"
        fix += f"; then write {fallback_with(language.lower(), language, fonts)}"
    why = f"no text in {name} can be printed"
    diagnostics.report(Code.GLYPH_MISSING, Place(PATH), what=what, why=why, fix=fix, language=language)


def fallback_with(family: str, language: str, fonts: FontSet) -> str:
    """Return a line ``fallback:`` that keeps the lists of today and adds a family, and whether it replaces a line.

    Args:
        family: The name of the family.
        language: The language; empty for all.
        fonts: The fonts as they are used for the language.
    """
    everywhere = fonts.origin or fonts
    lists: dict[str, Sequence[str]] = {**everywhere.fallbacks}
    if language:
        lists[language] = fonts.fallback or [name for name in fonts.families if name == "text"]
    if everywhere.fallback or not language:
        lists[DEFAULT] = everywhere.fallback
    for code in [language] if language else lists:
        lists[code] = [*dict.fromkeys([*lists[code], family])]
    entries = {code: f"[{', '.join(names)}]" for code, names in lists.items()}
    is_plain = entries.keys() == {DEFAULT}
    value = entries[DEFAULT] if is_plain else f"{{{', '.join(f'{code}: {names}' for code, names in entries.items())}}}"
    is_there = everywhere.fallback or everywhere.fallbacks
    return f"fallback: {value}" + (" in place of the line fallback: that is there" if is_there else "")
