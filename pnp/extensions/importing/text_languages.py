"""The columns of a table → the language of their texts, and which columns are translations.

A name such as Title (EN) or name_fr tells the language; else frequent words or letters do.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from pnp.core.patterns import lazy_pattern
from pnp.extensions.importing.first_template import DraftColumn

_COMMON_WORDS = {
    "de": "der die das den dem und ein eine du dein nicht karte karten ziehe oder wenn mit ist es für auf "
    "titel farbe wert regeltext bild beschreibung effekt kosten stärke typ",
    "fr": "le la les et un une des du vous carte cartes piochez ou pas avec est pour sur "
    "titre nom couleur valeur texte effet coût force",
    "es": "el los las y un una del tu carta cartas roba o si con por es para "
    "título nombre valor texto efecto coste fuerza",
    "it": "il lo gli e un una del tuo carta carte pesca o se con che è per titolo nome colore valore testo costo",
    "nl": "de het en een van je kaart kaarten pak of als met niet is voor naam kleur waarde tekst kosten kracht",
    "pt": "o os as e um uma do da sua carta cartas compre ou se com é para título nome cor valor texto efeito custo",
    "en": "the a an and of your you card cards draw or if with to is for title name color colour value text cost rules",
}
"""Words of texts, and names of columns."""

LANGUAGES = {
    "cs": "czech čeština", "da": "danish dansk", "de": "german deutsch allemand", "en": "english englisch inglés",
    "es": "spanish español spanisch espagnol", "fi": "finnish suomi", "fr": "french français französisch",
    "hu": "hungarian magyar", "it": "italian italiano italienisch italien", "ja": "japanese 日本語",
    "ko": "korean 한국어", "nl": "dutch nederlands niederländisch", "pl": "polish polski polnisch",
    "pt": "portuguese português", "pt_BR": "brazilian", "ru": "russian русский", "sv": "swedish svenska",
    "tr": "turkish türkçe", "uk": "ukrainian", "zh_Hans": "chinese 中文",
}  # fmt: skip
"""Languages that names of columns may tell, by their code or these names."""

_MARKED = lazy_pattern(
    r"(.*[^\s_-])(?:\s*[(\[]\s*([^()\[\]]+?)\s*[)\]]|[\s_-]+([A-Z]{2})|[_-]([a-z]{2}(?:[-_][A-Z]{2})?))"
)
"""The name of a column with a language: name_fr, Name EN, Name (English), name-pt-BR."""

_LETTERS = {"ja": "\u3040-\u30ff", "ko": "\uac00-\ud7af", "zh_Hans": "\u4e00-\u9fff", "ru": "\u0400-\u04ff",
            "el": "\u0370-\u03ff", "he": "\u0590-\u05ff", "ar": "\u0600-\u06ff", "th": "\u0e00-\u0e7f",
            "hi": "\u0900-\u097f"}  # fmt: skip
"""The letters of languages that are not written in Latin ones; the first that some cell has counts."""


def without_translations(
    columns: Sequence[DraftColumn], language: str
) -> tuple[list[DraftColumn], str, dict[str, dict[str, str]]]:
    """Return the columns that are no translations, their language if a name tells it, and the translations.

    A column whose name has a language translates the one of the same name, else the text at its left.

    Args:
        columns: The columns of a table.
        language: The language of its texts; "" to find it.
    """
    texts = [column.header for column in columns if column.kind in ("text", "choice")]
    marks = {header: mark for header in texts if (mark := _marked(header))}
    own = language or (next(iter(marks.values()))[1] if marks and len(marks) == len(texts) else "")
    sources = {
        (mark[0] if mark else header).casefold(): header
        for header in texts
        if (mark := marks.get(header)) is None or mark[1] == own
    }
    kept: list[DraftColumn] = []
    translations: dict[str, dict[str, str]] = {}
    left = ""
    for column in columns:
        name, other = marks.get(column.header, ("", own))
        field = sources.get(name.casefold(), left) if other != own else ""
        if field and field not in translations.get(other, {}):
            translations.setdefault(other, {})[field] = column.header
        else:
            kept.append(column)
            left = column.header if column.header in texts else ""
    translated = {field for fields in translations.values() for field in fields}
    kept = [replace(each, kind="text", choices=()) if each.header in translated else each for each in kept]
    return kept, own, translations


def _marked(header: str) -> tuple[str, str] | None:
    """Return the name of a column without its language, and the language; None if it names none."""
    match = _MARKED.fullmatch(header)
    word = (match[2] or match[3] or match[4]).casefold().replace("-", "_") if match else ""
    code = next((code for code, names in LANGUAGES.items() if word in (code.casefold(), *names.split())), "")
    return (match[1], code) if match and word and code else None


def language_of(text: str) -> str:
    """Return the language of a game's texts: by their letters, else by which common words are most frequent."""
    for language, letters in _LETTERS.items():
        if len(re.findall(f"[{letters}]", text)) * 4 > len(re.findall(r"[^\W\d_]", text)):
            return language
    counts = Counter(re.findall(r"[^\W\d_]+", text.lower()))
    seen = {language: sum(counts[word] for word in words.split()) for language, words in _COMMON_WORDS.items()}
    best = max(seen, key=lambda language: seen[language])
    return best if seen[best] > seen["en"] else "en"
