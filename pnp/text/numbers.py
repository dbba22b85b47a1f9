"""A number and a language → the number in words, as an ordinal, or in figures as the language writes them."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import ROUND_HALF_UP, Context, Decimal
from functools import lru_cache

from pnp.core.patterns import lazy_pattern

MINUS = "\u2212"
GROUPED_FROM = 10_000
"""Smaller numbers are written without a separator, as typographers of most languages do: 9999, but 10,000."""

MAX_DECIMALS = 10
MAX_DIGITS = 400
"""A rounded number has at most this many digits: those of the largest float, and its decimals."""

_SAME_WORDS = {"nb": "no", "nn": "no"}
_TAKES_GENDER = {"ru", "uk", "be", "he"}
_TAKES_CONSTRUCT = {"he"}
CONSTRUCT = 2
"""The only number whose form before any noun differs in Hebrew; others have another form only before definite nouns."""
_LARGEST_CONSTRUCT = 10

_MORE_FORMS: dict[str, dict[int, tuple[str, ...]]] = {
    "ar": {
        2: ("اثنين", "اثنتان", "اثنتين", "إثنان", "إثنين"),
        3: ("ثلاث",),
        4: ("أربع",),
        5: ("خمس",),
        6: ("ست",),
        7: ("سبع",),
        8: ("ثمان", "ثماني"),
        9: ("تسع",),
        10: ("عشر",),
        11: ("إحدى عشرة", "احد عشر"),
        12: ("اثنتا عشرة", "اثني عشر", "اثنتي عشرة"),
        **{
            10 * tens: (word,)
            for tens, word in enumerate(
                ("عشرين", "ثلاثين", "أربعين", "خمسين", "ستين", "سبعين", "ثمانين", "تسعين"), start=2
            )
        },
    },
}
"""Forms that num2words lacks: the feminine and other cases, by the rules of CLDR (rbnf/ar.xml)."""

_FRENCH_ORDINAL_MISTAKE = lazy_pattern(r"(vingt|cent|million|milliard)sième")

_FORMS: dict[tuple[str, str], tuple[tuple[re.Pattern[str], str], ...]] = {
    ("fr", "f"): ((lazy_pattern(r"\bun$"), "une"),),
    ("es", "f"): ((lazy_pattern(r"uno$"), "una"), (lazy_pattern(r"ientos\b"), "ientas")),
    ("es", "m"): ((lazy_pattern(r"veintiuno$"), "veintiún"), (lazy_pattern(r"\buno$"), "un")),
    ("it", "f"): ((lazy_pattern(r"^uno$"), "una"),),
    ("it", "m"): ((lazy_pattern(r"^uno$"), "un"),),
    ("pt", "f"): (
        (lazy_pattern(r"\bum$"), "uma"),
        (lazy_pattern(r"\bdois$"), "duas"),
        (lazy_pattern(r"entos\b"), "entas"),
    ),
    ("de", "f"): ((lazy_pattern(r"^eins$"), "eine"),),
    ("de", "m"): ((lazy_pattern(r"^eins$"), "ein"),),
    ("de", "n"): ((lazy_pattern(r"^eins$"), "ein"),),
}
"""(language, gender) → changes that turn the counting form of a cardinal into that gender: vingt et un → vingt et
une."""

_ORDINAL_FORMS: dict[tuple[str, str], tuple[tuple[re.Pattern[str], str], ...]] = {
    ("fr", "f"): ((lazy_pattern(r"premier$"), "première"),),
    ("es", "f"): ((lazy_pattern(r"o\b"), "a"),),
    ("es", "m"): ((lazy_pattern(r"(prim|terc)ero$"), r"\1er"),),
    ("it", "f"): ((lazy_pattern(r"o$"), "a"),),
    ("pt", "f"): ((lazy_pattern(r"o\b"), "a"),),
}


@lru_cache(maxsize=4096)
def number_in_words(n: int, language: str, gender: str = "", before: str = "") -> str:
    """Return a whole number in words: 21 → twenty-one, vingt et un, and vingt et une with gender "f".

    Args:
        n: Any whole number; negative ones get the word for minus.
        language: A code such as ``fr`` or ``pt_BR``; a region without its own words (fr_CA) uses those of its language.
        gender: The gender of the noun that is counted: "m", "f", "n", or "" for counting without a noun.
        before: "noun" for the form before a noun, if it differs: Hebrew שניים, but שני קלפים.

    Raises:
        ValueError: There are no number words for the language, or gender or before is none of those.
    """
    if before not in ("", "noun"):
        raise ValueError(f'{before!r} is not a place of a number; it must be "noun" or nothing')
    if before and n == CONSTRUCT and base_language(language) in _TAKES_CONSTRUCT:
        _check_gender(gender)
        return _constructs(n, language, gender or "f")
    return _spelt(n, language, gender, "cardinal", _FORMS)


@lru_cache(maxsize=4096)
def forms_in_words(n: int, language: str) -> frozenset[str]:
    """Return all known forms of a number in words: for each gender, for counting, and before a noun.

    Raises:
        ValueError: There are no number words for the language.
    """
    base = base_language(language)
    genders = ("", "m", "f") if base in _TAKES_GENDER or any(base == code for code, _ in _FORMS) else ("",)
    forms = {_spelt(n, language, gender, "cardinal", _FORMS) for gender in genders}
    if base in _TAKES_CONSTRUCT and n <= _LARGEST_CONSTRUCT:
        forms |= {_constructs(n, language, gender) for gender in ("m", "f")}
    return frozenset(forms | set(_MORE_FORMS.get(base, {}).get(n, ())))


@lru_cache(maxsize=4096)
def ordinal_in_words(n: int, language: str, gender: str = "") -> str:
    """Return an ordinal in words: 1 → first, premier, and première with gender "f".

    Raises:
        ValueError: As for number_in_words; also if the language has no ordinal for the number, such as a negative one.
    """
    try:
        words = _spelt(n, language, gender, "ordinal", _ORDINAL_FORMS)
    except (TypeError, NotImplementedError, IndexError, KeyError):
        raise ValueError(f"{n} has no ordinal in words in {language}") from None
    return _FRENCH_ORDINAL_MISTAKE.sub(r"\1ième", words) if base_language(language) == "fr" else words


@lru_cache(maxsize=4096)
def ordinal(n: int, language: str, gender: str = "") -> str:
    """Return an ordinal in figures: 1st, 1er, 1re with gender "f", 2e, 3.

    Raises:
        ValueError: As for number_in_words.
    """
    _check_gender(gender)
    form = _ORDINALS.get(base_language(language))
    if form is not None:
        return form(n, gender)
    words = _converter(language)
    from num2words import num2words

    try:
        return str(num2words(n, lang=words, to="ordinal_num"))
    except (TypeError, NotImplementedError, IndexError, KeyError):
        raise ValueError(f"{n} has no ordinal in {language}") from None


@lru_cache(maxsize=4096, typed=True)
def format_number(n: int | float | Decimal, language: str, decimals: int | None = None) -> str:
    """Return a number in figures: −5, 9999, then 10,000 or 10 000, 2.5 or 2,5.

    A language that Babel does not know gets a narrow no-break space and a decimal point.

    Args:
        n: The number.
        language: A code such as ``fr`` or ``pt_BR``.
        decimals: How many decimals, rounded half up; None for those that the number has.

    Raises:
        ValueError: The number is not finite or not a number, or ``decimals`` is not from 0 to 10.
    """
    if not isinstance(n, int | float | Decimal):
        raise ValueError(f"{n} is not a number")
    number = Decimal(repr(n)) if isinstance(n, float) else Decimal(n)
    if not number.is_finite():
        raise ValueError(f"{n} is not a finite number")
    if decimals is not None:
        if type(decimals) is not int or not 0 <= decimals <= MAX_DECIMALS:
            raise ValueError(f"decimals are {decimals}, must be from 0 to {MAX_DECIMALS}")
        number = number.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP, Context(prec=MAX_DIGITS))
    integer, _, fraction = format(number.copy_abs(), "f").partition(".")
    sign = MINUS if number < 0 else ""
    if not fraction and len(integer) < len(str(GROUPED_FROM)):
        return sign + integer
    group, point = _separators(language)
    if int(integer) >= GROUPED_FROM:
        integer = group.join(f"{int(integer):,}".split(","))
    return f"{sign}{integer}{point}{fraction}" if fraction else sign + integer


def number_languages() -> list[str]:
    """Return the codes of the languages that have number words."""
    from num2words import CONVERTER_CLASSES

    return sorted(CONVERTER_CLASSES)


def has_number_words(language: str) -> bool:
    """Whether numbers can be written in words in a language."""
    try:
        return bool(_converter(language))
    except ValueError:
        return False


def has_ordinals(language: str) -> bool:
    """Whether ordinals can be written in figures in a language."""
    return base_language(language) in _ORDINALS or has_number_words(language)


def _spelt(
    n: int,
    language: str,
    gender: str,
    kind: str,
    forms: dict[tuple[str, str], tuple[tuple[re.Pattern[str], str], ...]],
) -> str:
    _check_gender(gender)
    converter = _converter(language)
    from num2words import num2words

    takes_gender = gender and kind == "cardinal" and converter in _TAKES_GENDER
    words = str(num2words(n, lang=converter, to=kind, **({"gender": gender} if takes_gender else {})))
    for pattern, form in forms.get((base_language(language), gender), ()):
        words = pattern.sub(form, words)
    return words


def ways_in_words(n: int, language: str) -> list[tuple[str, str]]:
    """Return the distinct ways to write a number in words, each with the filter for it: words('f') and une.

    Returns:
        One way for a number without other forms; none for a language without number words.
    """
    ways: dict[str, str] = {}
    for gender in ("", "m", "f", "n"):
        for before in ("", "noun"):
            arguments = ", ".join(f"'{argument}'" for argument in (gender, before) if argument)
            if gender or not before:
                try:
                    ways.setdefault(number_in_words(n, language, gender, before), f"words({arguments})")
                except (ValueError, TypeError, KeyError):
                    continue
    return [(name.removesuffix("()"), words) for words, name in ways.items()]


def _constructs(n: int, language: str, gender: str) -> str:
    """Return the form of a number that directly precedes a noun (the construct form)."""
    from num2words import num2words

    return str(num2words(n, lang=_converter(language), gender=gender, construct=True))


@lru_cache(maxsize=64)
def _converter(language: str) -> str:
    available = number_languages()
    name = locale_identifier(language)
    for candidate in (name, base_language(name), _SAME_WORDS.get(base_language(name), "")):
        if candidate in available:
            return candidate
    raise ValueError(f"no number words for language {language!r}")


def _check_gender(gender: str) -> None:
    if gender not in ("", "m", "f", "n"):
        raise ValueError(f'gender is {gender!r}, must be "m", "f", "n" or ""')


def base_language(language: str) -> str:
    """Return a language without its script, region or variant: pt for pt_BR."""
    return locale_identifier(language).partition("_")[0].lower()


_SCRIPTS = {"latin": "Latn", "cyrillic": "Cyrl", "arabic": "Arab", "devanagari": "Deva"}
"""The scripts that gettext's language codes name after an @."""


def locale_identifier(language: str) -> str:
    """Return Babel's identifier for a language, without a variant: zh_Hans for zh-Hans, sr_Latn for sr@latin."""
    code, _, modifier = language.replace("-", "_").partition("@")
    base, *rest = code.split("_")
    return "_".join([base, *([_SCRIPTS[modifier]] if modifier in _SCRIPTS else ()), *rest])


@lru_cache(maxsize=64)
def endonym(language: str) -> str:
    """Return a language's name in itself, as a title: Français, Português (Brasil); its code if CLDR has no name."""
    from babel.core import Locale, UnknownLocaleError

    try:
        name: str = Locale.parse(locale_identifier(language)).display_name or language
    except (UnknownLocaleError, ValueError):
        return language
    return name[:1].upper() + name[1:]


@lru_cache(maxsize=64)
def script_of(language: str) -> str:
    """Return the ISO 15924 code of a language's script: Jpan for ja, Hant for zh_Hant; Latn if it is not known."""
    from babel.core import get_global

    identifier = locale_identifier(language)
    likely = get_global("likely_subtags")
    own = [part for part in identifier.split("_")[1:] if len(part) == len("Latn")]
    known = likely.get(identifier) or likely.get(base_language(language)) or ""
    return own[0] if own else next((part for part in known.split("_")[1:] if len(part) == len("Latn")), "Latn")


def language_tag(language: str) -> str:
    """Return the BCP 47 tag of a language, for web pages and PDF: pt-BR for pt_BR, ca-valencia for ca@valencia."""
    modifier = language.partition("@")[2]
    tag = locale_identifier(language).replace("_", "-")
    return f"{tag}-{modifier}" if modifier and modifier not in _SCRIPTS else tag


@lru_cache(maxsize=64)
def _separators(language: str) -> tuple[str, str]:
    from babel.core import Locale, UnknownLocaleError

    try:
        locale = Locale.parse(locale_identifier(language))
    except (UnknownLocaleError, ValueError):
        return "\u202f", "."
    symbols = locale.number_symbols
    symbols = symbols.get("latn", symbols)
    return symbols["group"], symbols["decimal"]


def _english_ordinal(n: int, _gender: str) -> str:
    if abs(n) % 100 in (11, 12, 13):
        return f"{n}th"
    return f"{n}{({1: 'st', 2: 'nd', 3: 'rd'}).get(abs(n) % 10, 'th')}"


def _french_ordinal(n: int, gender: str) -> str:
    if n == 1:
        return "1re" if gender == "f" else "1er"
    return f"{n}e"


def _with_indicator(dot: str) -> Callable[[int, str], str]:
    return lambda n, gender: f"{n}{dot}{'ª' if gender == 'f' else 'º'}"


_ORDINALS: dict[str, Callable[[int, str], str]] = {
    "en": _english_ordinal,
    "fr": _french_ordinal,
    **dict.fromkeys(
        ("cs", "da", "de", "fi", "hu", "nb", "nn", "no", "pl", "sk", "sl", "tr"), lambda n, _gender: f"{n}."
    ),
    "es": _with_indicator("."),
    "it": _with_indicator(""),
    "nl": lambda n, _gender: f"{n}e",
    "pt": _with_indicator("."),
    "sv": lambda n, _gender: f"{n}:{'a' if abs(n) % 10 in (1, 2) and abs(n) % 100 not in (11, 12) else 'e'}",
}
