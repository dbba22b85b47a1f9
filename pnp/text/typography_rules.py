"""The typographic rules of languages: quotes, dashes, spaces, and what must stay on one line.

The rules that all languages share, and the code that applies the rules, are in pnp.text.typography.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from functools import lru_cache
from typing import Any

from pnp.core.frozen_dataclass import frozen_dataclass

NO_BREAK = "\u00a0"
NARROW = "\u202f"
MINUS = "\u2212"

Quotes = tuple[str, str]

UNITS = ("mm", "cm", "m", "km", "g", "kg", "ml", "cl", "l", "s", "min", "h", "pt", "dpi", "€", "£")
"""Units that stay on the line of the number before them if a space was typed between."""


@frozen_dataclass(slots=True)
class TypographyRules:
    """The typographic rules of one language.

    Attributes:
        quotes: The opening and closing quotes that replace straight double quotes; None leaves them.
        inner: The same for quotes within quotes.
        single: The quotes that replace straight single quotes around words; None leaves them, except for apostrophes.
        quote_space: The space inside « and ».
        space_before: Punctuation mark → the no-break space before it, whether one was typed or not.
        glued_units: Units that get a space even if none was typed.
        units: The units that stay with a number: see UNITS.
        stay_with_next: Abbreviations that stay on the line of the next word: n° 5, M. Dupont.
        dash: The dash that replaces a typed hyphen between spaces.
        keeps_dash: Whether such a dash must not begin a line.
        short_words: Words of one letter that must not end a line.
        latin_space: The space between ideographs or kana, and Latin letters or figures.
        digits: Its ten digits, if it does not use 0 to 9.
        decimal: The decimal separator between these digits, if it is not a point as in 3.5.
        thousands: The thousands separator, if it is not a comma as in 10,000.
    """

    quotes: Quotes | None = None
    inner: Quotes = ("‘", "’")
    single: Quotes | None = None
    quote_space: str = ""
    space_before: Mapping[str, str] = field(default_factory=dict)
    glued_units: tuple[str, ...] = ()
    units: tuple[str, ...] = UNITS
    stay_with_next: tuple[str, ...] = ()
    dash: str = "–"
    keeps_dash: bool = False
    short_words: str = ""
    latin_space: str = ""
    digits: str = ""
    decimal: str = ""
    thousands: str = ""


def _french(space: str, space_before: Mapping[str, str]) -> TypographyRules:
    return TypographyRules(
        quotes=("«", "»"),
        inner=("“", "”"),
        single=("‘", "’"),
        quote_space=space,
        space_before=space_before,
        glued_units=("mm", "cm", "km", "kg", "min", "€"),
        units=(*UNITS, "an", "ans", "pts"),
        stay_with_next=("n°", "N°", "p.", "pp.", "fig.", "chap.", "art.", "vol.", "M.", "MM.", "Mme", "Mlle", "Dr"),
    )


THIN = "\u2009"
_ARABIC = "٠١٢٣٤٥٦٧٨٩"
_PERSIAN = "۰۱۲۳۴۵۶۷۸۹"
_DEVANAGARI = "०१२३४५६७८९"


def _quoted(quotes: str, **rules: Any) -> TypographyRules:
    """Return the rules of a language.

    The first argument has its quotes: opening, closing, and the same for quotes within quotes.
    """
    first, last, inner, inner_last = list(quotes)
    rules.setdefault("single", (inner, inner_last) if inner == "‘" else None)
    return TypographyRules((first, last), (inner, inner_last), **rules)


_CZECH: dict[str, Any] = {
    "keeps_dash": True,
    "short_words": "ksvzouai",
    "space_before": {"%": NO_BREAK},
    "stay_with_next": ("č.", "s."),
}
_RUSSIAN: dict[str, Any] = {"dash": "—", "keeps_dash": True, "stay_with_next": ("№", "с.", "рис.")}

NEUTRAL = TypographyRules()
HABITS: dict[str, TypographyRules] = {
    "en": TypographyRules(("“", "”"), ("‘", "’"), ("‘", "’"), stay_with_next=("No.", "p.", "pp.", "fig.")),
    "fr": _french(NARROW, {";": NARROW, "!": NARROW, "?": NARROW, ":": NO_BREAK, "%": NARROW}),
    "fr_CA": _french(NO_BREAK, {":": NO_BREAK, "%": NO_BREAK}),
    "de": TypographyRules(
        ("„", "“"), ("‚", "‘"), ("‚", "‘"), space_before={"%": NARROW}, stay_with_next=("Nr.", "S.", "Abb.")
    ),
    "de_CH": TypographyRules(
        ("«", "»"), ("‹", "›"), ("‹", "›"), space_before={"%": NARROW}, stay_with_next=("Nr.", "S.")
    ),
    "es": TypographyRules(
        ("«", "»"), ("“", "”"), ("‘", "’"), space_before={"%": NARROW}, stay_with_next=("n.º", "p.", "fig.")
    ),
    "it": TypographyRules(("«", "»"), ("“", "”"), ("‘", "’"), stay_with_next=("n.", "p.", "fig.")),
    "nl": TypographyRules(("“", "”"), ("‘", "’"), ("‘", "’"), stay_with_next=("nr.", "blz.")),
    "pl": TypographyRules(("„", "”"), ("«", "»"), stay_with_next=("nr", "s."), keeps_dash=True, short_words="wziaou"),
    "pt": TypographyRules(("“", "”"), ("‘", "’"), ("‘", "’"), stay_with_next=("n.º", "p.")),
    "pt_PT": TypographyRules(("«", "»"), ("“", "”"), ("‘", "’"), stay_with_next=("n.º", "p.")),
    "sv": TypographyRules(("”", "”"), ("’", "’"), stay_with_next=("nr",)),
    "af": _quoted("“”‘’"),
    "ar": _quoted("”“’‘"),
    "ar_EG": _quoted("”“’‘", digits=_ARABIC, decimal="\u066b", thousands="\u066c"),
    "be": _quoted("«»„“", dash="—", keeps_dash=True, short_words="аіуўзві"),
    "bg": _quoted("„“‚‘", keeps_dash=True),
    "bn": _quoted("“”‘’", digits="০১২৩৪৫৬৭৮৯"),
    "bs": _quoted("„”‘’"),
    "ca": _quoted("«»“”", stay_with_next=("núm.", "p.", "fig.")),
    "cs": _quoted(
        "„“‚‘", keeps_dash=True, short_words="ksvzouai", space_before={"%": NO_BREAK}, stay_with_next=("č.", "s.")
    ),
    "cy": _quoted("‘’“”"),
    "da": _quoted("“”‘’", space_before={"%": NO_BREAK}, stay_with_next=("nr.", "s.")),
    "el": _quoted("«»“”", stay_with_next=("αρ.", "σελ.")),
    "et": _quoted("„“«»", stay_with_next=("nr",)),
    "eu": _quoted("“”‘’", space_before={"%": NO_BREAK}),
    "fa": _quoted("«»‹›", digits=_PERSIAN, decimal="\u066b", thousands="\u066c"),
    "fi": _quoted("””’’", space_before={"%": NO_BREAK}, stay_with_next=("nro", "s.")),
    "ga": _quoted("“”‘’"),
    "gl": _quoted("“”‘’", stay_with_next=("n.º", "p.")),
    "gu": _quoted("“”‘’"),
    "he": _quoted("””’’"),
    "hi": _quoted("“”‘’"),
    "hr": _quoted("„”‘’", space_before={"%": NO_BREAK}, stay_with_next=("br.", "str.")),
    "hu": _quoted("„”»«", stay_with_next=("sz.",)),
    "hy": _quoted("«»„”"),
    "id": _quoted("“”‘’"),
    "is": _quoted("„“‚‘"),
    "ja": _quoted("「」『』", dash="―", latin_space=THIN, single=("‘", "’")),
    "ka": _quoted("„“«»"),
    "km": _quoted("“”‘’"),
    "kn": _quoted("“”‘’"),
    "ko": _quoted("“”‘’"),
    "lo": _quoted("“”‘’"),
    "lt": _quoted("„“‚‘", space_before={"%": NO_BREAK}),
    "lv": _quoted("“”‘’"),
    "mk": _quoted("„“‚‘"),
    "ml": _quoted("“”‘’"),
    "mr": _quoted("“”‘’", digits=_DEVANAGARI),
    "ms": _quoted("“”‘’"),
    "my": _quoted("“”‘’", digits="၀၁၂၃၄၅၆၇၈၉"),
    "nb": _quoted("«»‘’", space_before={"%": NO_BREAK}, stay_with_next=("nr.", "s.")),
    "nn": _quoted("«»‘’", space_before={"%": NO_BREAK}, stay_with_next=("nr.", "s.")),
    "ne": _quoted("“”‘’", digits=_DEVANAGARI),
    "pa": _quoted("“”‘’"),
    "ro": _quoted("„”«»", space_before={"%": NO_BREAK}, stay_with_next=("nr.", "p.")),
    "ru": _quoted(
        "«»„“",
        dash="—",
        keeps_dash=True,
        short_words="вкосуияа",
        space_before={"%": NO_BREAK},
        stay_with_next=("№", "с.", "рис."),
    ),
    "sk": _quoted(
        "„“‚‘", keeps_dash=True, short_words="ksvzouai", space_before={"%": NO_BREAK}, stay_with_next=("č.", "s.")
    ),
    "sl": _quoted("„“‚‘", space_before={"%": NO_BREAK}, stay_with_next=("št.", "str.")),
    "sq": _quoted("«»“”"),
    "sr": _quoted("„”’’"),
    "sw": _quoted("“”‘’"),
    "ta": _quoted("“”‘’"),
    "te": _quoted("“”‘’"),
    "th": _quoted("“”‘’"),
    "tr": _quoted("“”‘’"),
    "uk": _quoted("«»„“", short_words="вузіїйоая", **_RUSSIAN),
    "ur": _quoted("”“’‘"),
    "vi": _quoted("“”‘’"),
    "zh": _quoted("“”‘’", dash="——", latin_space=THIN),
    "zh_Hant": _quoted("「」『』", dash="——", latin_space=THIN, single=("‘", "’")),
    "zh_TW": _quoted("「」『』", dash="——", latin_space=THIN, single=("‘", "’")),
    "zh_HK": _quoted("「」『』", dash="——", latin_space=THIN, single=("‘", "’")),
}
"""The rules of each language, or of a language with its script or region.

Sources: quotes and digits from CLDR (delimiters, default numbering systems; Arabic has digits of its own in some
countries only); for fr the Lexique des règles typographiques en usage à l'Imprimerie nationale, for fr_CA the Office
québécois de la langue française (no space before ; ! ?), for de and de_CH the Duden, for cs ČSN 01 6910, for ru and uk
the handbook of Milchin and the Ukrainian orthography of 2019 (a dash does not begin a line), for ja and zh the W3C's
requirements for text layout.
"""


@lru_cache(maxsize=64)
def habits_of(language: str) -> TypographyRules:
    """Return the rules of a language with its script or region, else of the language, else the common rules."""
    parts = language.replace("-", "_").partition("@")[0].split("_")
    names = ("_".join(parts[:count]) for count in range(len(parts), 0, -1))
    return next((HABITS[name] for name in names if name in HABITS), NEUTRAL)
