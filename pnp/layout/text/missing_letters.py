"""Characters that the fonts of a text lack → one report for a language without letters, else for the text.

Fonts without the letters of a language lack them in every text, so this is one fault, of ``fonts.yaml``.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping, Sequence

from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Place
from pnp.core.fonts import FontFace, FontSet, describe_characters
from pnp.project.fonts import DEFAULT, PATH, USUAL
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
        report: Called with a description of the other characters, to report them as the text's fault.
    """
    if _lacks_letters(language, face, fonts):
        other = "".join(character for character in missing if not _is_of_script(character))
        if other != missing:
            _report_scripts(language, fonts, diagnostics)
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


def _lacks_letters(language: str, face: FontFace, fonts: FontSet) -> bool:
    """Whether neither a face nor the fallback families have any letter of a language that is not written in Latin."""
    letters = _letters(language)
    return bool(letters) and not any(fonts.face_for(letter, face).has(letter) for letter in letters)


def _report_scripts(language: str, fonts: FontSet, diagnostics: Diagnostics) -> None:
    """Report all languages of a game whose letters the fonts lack, in one message with one line to add.

    Args:
        language: The language in which letters are missing.
        fonts: The fonts of any language.
        diagnostics: Receives the fault.
    """
    lacking = [
        each
        for each in dict.fromkeys((*fonts.languages, language))
        if each == language or _lacks_letters(each, (of_it := fonts.for_language(each)).small_print, of_it)
    ]
    families = (fonts.origin or fonts).families
    additions: dict[str, str] = {}
    steps = []
    for each in lacking:
        letters = _letters(each)
        known = (name for name, family in families.items() if all(map(family.face().has, letters)))
        additions[each] = next(known, "")
        step = f"the family {additions[each]} has those of {language_name(each)}"
        if not additions[each]:
            additions[each] = each.lower()
            step = f"add a font with those of {language_name(each)}, such as one of Noto: "
            step += f"pnp fonts add FILE --as {additions[each]}"
        steps.append(step)
    names = list(map(language_name, lacking))
    what = f"neither the families of the texts nor the fallback families have letters of {' and '.join(names)}"
    why = f"no text in {' or '.join(names)} can be printed"
    fix = f"{'; '.join(steps)}; write {fallback_with(additions, fonts)}"
    diagnostics.report(Code.GLYPH_MISSING, Place(PATH), what=what, why=why, fix=fix, language=language)


def fallback_with(additions: Mapping[str, str], fonts: FontSet) -> str:
    """Return a ``fallback:`` with the present lists and more families, and a note if it replaces an entry.

    Args:
        additions: For each language the name of the family; "" for all languages.
        fonts: The fonts of any language.
    """
    everywhere = fonts.origin or fonts
    lists: dict[str, Sequence[str]] = {**everywhere.fallbacks}
    for language in filter(None, additions):
        lists[language] = everywhere.for_language(language).fallback or [USUAL] * (USUAL in fonts.families)
    if everywhere.fallback or "" in additions:
        lists[DEFAULT] = everywhere.fallback
    for language, family in additions.items():
        for code in [language] if language else lists:
            lists[code] = [*dict.fromkeys([*lists[code], family])]
    entries = {code: f"[{', '.join(names)}]" for code, names in lists.items()}
    is_plain = entries.keys() == {DEFAULT}
    value = entries[DEFAULT] if is_plain else f"{{{', '.join(f'{code}: {names}' for code, names in entries.items())}}}"
    is_there = everywhere.fallback or everywhere.fallbacks
    return f"fallback: {value}" + (" in place of the fallback: that is there" if is_there else "")
