"""The text of a PO file → its entries with their places; and its header, or a language → the plural rule.

Babel's reader is not used: it prints its complaints, merges duplicates silently, loses the last letter of an unclosed
string, and gives no line except the msgid's. The wing pnp/extensions/translating writes the files.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Mistake, Place, did_you_mean, nearest, suggest
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.patterns import lazy_pattern
from pnp.text.numbers import locale_identifier
from pnp.text.placeholders import slip_of

_LINE = lazy_pattern(r'(?:(msgctxt|msgid_plural|msgid|msgstr(?:\[[0-9]{1,3}\])?)[ \t]*)?"((?:[^"\\]|\\.)*)"')
_ESCAPE = lazy_pattern(r"\\(.)")
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v"}
_UNKNOWN_ESCAPE = lazy_pattern(r"""\\(?:[\\"'?abfnrtvx0-7]|(?P<letter>.))""")
_KEYWORDS = ("msgctxt", "msgid", "msgid_plural", "msgstr", "msgstr[0]", "msgstr[1]")


@frozen_dataclass(slots=True)
class PoEntry:
    """One message of a PO file.

    Attributes:
        text: The msgid; empty for the header.
        strings: The translation: one string, or one for each plural form; empty strings for missing ones.
        place: Line of the msgid.
        string_place: Line of the first msgstr.
        lines: The lines of its translations, each with its line number.
        context_place: Line of the msgctxt; None if it has none.
        comments: The translator's comments (``# …``).
        previous: The msgid for which a fuzzy translation was made, if the file says so (``#| …``).
        previous_plural: The msgid_plural for which it was made; None if there was none.
        previous_context: The msgctxt for which it was made; None if there was none.
        is_obsolete: Whether it is marked as no longer used (``#~``).
        is_broken: Whether one of its lines cannot be read; that was reported.
    """

    text: str
    plural: str | None
    strings: tuple[str, ...]
    place: Place
    string_place: Place
    context: str | None = None
    context_place: Place | None = None
    flags: frozenset[str] = frozenset()
    comments: tuple[str, ...] = ()
    previous: str = ""
    previous_plural: str | None = None
    previous_context: str | None = None
    is_obsolete: bool = False
    is_broken: bool = False
    lines: tuple[tuple[int, str], ...] = ()

    def place_of(self, piece: str = "") -> Place:
        """Return the line at which a piece of the translation begins; the first msgstr if there is no such piece."""
        start = "".join(part for _, part in self.lines).find(piece) if piece else -1
        for line, part in self.lines if start >= 0 else ():
            if start < len(part):
                return Place(self.place.file, line)
            start -= len(part)
        return self.string_place

    def place_of_slip(self, translation: str) -> Place | None:
        """Return the place of the first expression of a translation that its source lacks; None if there is none."""
        slip = slip_of(self.text if self.plural is None else f"{self.text} {self.plural}", translation)
        return self.place_of(slip) if slip else None

    @property
    def is_fuzzy(self) -> bool:
        """Whether the translation was made for another text."""
        return "fuzzy" in self.flags


@dataclass(slots=True)
class _Draft:
    """An entry that is still being read."""

    strings: dict[str, str] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    translated_lines: list[tuple[int, str]] = field(default_factory=list)
    flags: set[str] = field(default_factory=set)
    comments: list[str] = field(default_factory=list)
    previous: dict[str, str] = field(default_factory=dict)
    open_keyword: str = ""
    open_previous: str = ""
    is_obsolete: bool = False
    is_broken: bool = False

    @property
    def is_started(self) -> bool:
        return bool(self.strings)

    @property
    def has_translation(self) -> bool:
        return any(keyword.startswith("msgstr") for keyword in self.strings)


def read_entries(content: str, file: str, diagnostics: Diagnostics) -> list[PoEntry]:
    """Return all entries in order, the header and obsolete ones included.

    A broken line is left out and reading continues, so that one run reports all of them. An entry without a msgstr
    counts as not translated.

    Args:
        content: The whole file, with newlines as line ends.
        file: Its path, for the places.
        diagnostics: Receives every fault of syntax.
    """
    reader = _PoReader(file, diagnostics)
    for number, line in enumerate(content.split("\n"), start=1):
        reader.read_line(line.strip(), number)
    reader.finish_entry()
    return reader.entries


class _PoReader:
    def __init__(self, file: str, diagnostics: Diagnostics) -> None:
        self.file = file
        self.diagnostics = diagnostics
        self.entries: list[PoEntry] = []
        self.draft = _Draft()

    def read_line(self, line: str, number: int) -> None:
        if not line:
            return
        if line.startswith("#~|"):
            self.read_comment("#" + line[2:])
        elif line.startswith("#~"):
            self.read_string(line[2:].lstrip(), number, is_obsolete=True)
        elif line.startswith("#"):
            self.read_comment(line)
        else:
            self.read_string(line, number, is_obsolete=False)

    def read_comment(self, line: str) -> None:
        if self.draft.is_started:
            self.finish_entry()
        mark, rest = line[:2], line[2:].strip()
        if mark == "#,":
            self.draft.flags.update(flag.strip() for flag in rest.split(","))
        elif mark == "#|":
            self.read_previous(rest)
        elif mark not in ("#:", "#."):
            self.draft.comments.append(line[1:].strip())

    def read_previous(self, rest: str) -> None:
        match = _LINE.fullmatch(rest)
        if match is not None:
            draft = self.draft
            draft.open_previous = match[1] or draft.open_previous
            draft.previous[draft.open_previous] = draft.previous.get(draft.open_previous, "") + _unescaped(match[2])

    def read_string(self, line: str, number: int, is_obsolete: bool) -> None:
        match = _LINE.fullmatch(line)
        if match is None:
            self.report(number, *_what_is_wrong(line))
            self.draft.open_keyword = ""
            self.draft.is_broken = True
            return
        unknown = next((at["letter"] for at in _UNKNOWN_ESCAPE.finditer(match[2]) if at["letter"]), "")
        if unknown:
            self.report(number, f"PO files have no \\{unknown}", f"write \\\\{unknown} for a backslash, or {unknown}")
        keyword, text = match[1], _unescaped(match[2])
        if keyword is None:
            self.continue_string(text, number)
            return
        keyword = "msgstr[0]" if keyword == "msgstr" else keyword
        if keyword in ("msgid", "msgctxt") and (self.draft.has_translation or keyword in self.draft.strings):
            self.finish_entry()
        if keyword.startswith(("msgstr", "msgid_plural")) and "msgid" not in self.draft.strings:
            if not self.draft.is_broken:
                self.report(number, f"{keyword} comes before any msgid", "begin the entry with msgid")
            return
        if keyword in self.draft.strings:
            self.report(number, f"a second {keyword} in one entry", "keep one of them")
        self.draft.strings[keyword] = text
        if keyword.startswith("msgstr"):
            self.draft.translated_lines.append((number, text))
        self.draft.lines.setdefault(keyword, number)
        self.draft.open_keyword = keyword
        self.draft.is_obsolete = is_obsolete

    def continue_string(self, text: str, number: int) -> None:
        if self.draft.open_keyword in self.draft.strings:
            self.draft.strings[self.draft.open_keyword] += text
            if self.draft.open_keyword.startswith("msgstr"):
                self.draft.translated_lines.append((number, text))
        elif not self.draft.is_broken:
            self.report(number, "this string belongs to no msgid or msgstr", "write msgid or msgstr before it")

    def finish_entry(self) -> None:
        draft, self.draft = self.draft, _Draft()
        if "msgid" not in draft.strings:
            return
        line = draft.lines["msgid"]
        translated = sorted((key for key in draft.strings if key.startswith("msgstr")), key=_form_number)
        if not draft.is_broken:
            self.check_translations(draft, translated)
        self.entries.append(
            PoEntry(
                text=draft.strings["msgid"],
                plural=draft.strings.get("msgid_plural"),
                strings=tuple(draft.strings[key] for key in translated) or ("",),
                place=Place(self.file, line),
                string_place=Place(self.file, draft.lines[translated[0]] if translated else line),
                context=draft.strings.get("msgctxt"),
                context_place=Place(self.file, draft.lines["msgctxt"]) if "msgctxt" in draft.lines else None,
                flags=frozenset(draft.flags),
                comments=tuple(draft.comments),
                previous=draft.previous.get("msgid", ""),
                previous_plural=draft.previous.get("msgid_plural"),
                previous_context=draft.previous.get("msgctxt"),
                is_obsolete=draft.is_obsolete,
                is_broken=draft.is_broken,
                lines=tuple(draft.translated_lines),
            )
        )

    def check_translations(self, draft: _Draft, translated: list[str]) -> None:
        line = draft.lines["msgid"]
        if not translated:
            self.report(
                line, "this msgid has no msgstr", 'write msgstr "…" under it, or msgstr "" for no translation yet'
            )
        elif [_form_number(key) for key in translated] != list(range(len(translated))):
            self.report(draft.lines[translated[0]], "the plural forms are not numbered 0, 1, …", "number them in order")
        elif len(translated) > 1 and "msgid_plural" not in draft.strings:
            self.report(line, "several msgstr but no msgid_plural", "write the msgid_plural, or keep one msgstr")

    def report(self, line: int, what: str, fix: str) -> None:
        self.diagnostics.report(Code.CATALOGUE_SYNTAX, Place(self.file, line), what=what, fix=fix)


def _form_number(keyword: str) -> int:
    return int(keyword[len("msgstr[") : -1])


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(lambda match: _ESCAPED.get(match[1], match[1]), text) if "\\" in text else text


def _what_is_wrong(line: str) -> tuple[str, str]:
    keyword = line.partition('"')[0].strip()
    if keyword and keyword not in _KEYWORDS:
        word = keyword.split()[0]
        return f"{word!r} is not a keyword of PO files", suggest(word, _KEYWORDS)
    if '"' not in line:
        return f"{keyword} is not followed by a string in quotes", f'write {keyword} "…"'
    if line.endswith('"') and not line.endswith('\\"') and line.count('"') > 2:
        return "there is a quote inside the string", 'write \\" for a quote inside a string'
    return "the string is not closed", 'end the line with a "'


PluralRule = Callable[[int], int]

NUMBERS_TRIED = range(201)
"""Numbers with which a plural rule is tested; gettext's rules depend on the last two digits at most."""

MAX_SUGGESTED = 3
"""At most this many languages are suggested for an unknown code."""

MAX_FORMS = 6
"""No language has more plural forms than Arabic (CLDR)."""

_PLURAL_FORMS = lazy_pattern(r"\s*nplurals\s*=\s*(\d{1,9})\s*;\s*plural\s*=\s*([^;]+);?\s*")


_TWO = (2, "(n != 1)")
_SLAVIC = (3, "(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2)")
_CZECH = (3, "(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2")

_OF_GETTEXT: Mapping[str, tuple[int, str]] = {
    **dict.fromkeys("bg ca da de el en eo es et fi fo he hu it nb nl nn no pt sv tr".split(), _TWO),  # noqa: SIM905
    **dict.fromkeys(("be", "hr", "ru", "sr", "uk"), _SLAVIC),
    **dict.fromkeys(("cs", "sk"), _CZECH),
    **dict.fromkeys(("fr", "pt_BR"), (2, "(n > 1)")),
    "ga": (3, "n==1 ? 0 : n==2 ? 1 : 2"),
    "lt": (3, "(n%10==1 && n%100!=11 ? 0 : n%10>=2 && (n%100<10 || n%100>=20) ? 1 : 2)"),
    "lv": (3, "(n%10==1 && n%100!=11 ? 0 : n != 0 ? 1 : 2)"),
    "pl": (3, "(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2)"),
    "ro": (3, "n==1 ? 0 : (n==0 || (n%100 > 0 && n%100 < 20)) ? 1 : 2"),
    "sl": (4, "(n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3)"),
}
"""The rules that gettext's msginit writes (plural-table.c), which translators' programs expect.

CLDR has one more form for millions in French, Spanish and others, which Babel gives from version 2.19 on.
"""


def gettext_plural_rule(language: str) -> tuple[int, str]:
    """Return how many plural forms a language has, and gettext's expression for choosing one.

    Args:
        language: A code such as ``fr``, ``pt_BR``, ``zh-Hans`` or ``ca@valencia``.

    Raises:
        Mistake: Babel does not know the language; the fix suggests one.
    """
    from babel.core import Locale, UnknownLocaleError
    from babel.messages.plurals import get_plural

    identifier = locale_identifier(language)
    try:
        locale = Locale.parse(identifier)
        if len(language) == 3 and len(locale.language) == 2:  # ger, fra
            raise UnknownLocaleError(language)
    except (UnknownLocaleError, ValueError):
        raise Mistake(f"unknown language {language!r}", _suggestion(identifier)) from None
    base, _, region = identifier.partition("_")
    known = _OF_GETTEXT.get(f"{base}_{region}") or _OF_GETTEXT.get(base)
    if known is None:
        count, expression, *_ = get_plural(identifier)
        known = count, expression
    return known


def _suggestion(code: str) -> str:
    """Return the fix for an unknown code: languages whose name or country begins with it, else a similar code."""
    from babel.core import Locale, get_global
    from babel.localedata import locale_identifiers

    names = Locale("en").languages
    aliased = get_global("language_aliases").get(code.lower(), "")
    if len(aliased) == 2:
        return f"did you mean {aliased} ({names[aliased]})?"
    by_name = [key for key in sorted(names) if len(key) == 2 and names[key].lower().startswith(code.lower())]
    shares = get_global("territory_languages").get(code.upper(), {})
    spoken_most = max(shares, key=lambda language: shares[language]["population_percent"], default="")
    candidates = [key for key in dict.fromkeys([*by_name, spoken_most]) if key in names] if len(code) >= 2 else []
    if candidates:
        return f"did you mean {' or '.join(f'{key} ({names[key]})' for key in candidates[:MAX_SUGGESTED])}?"
    identifiers = [identifier for identifier in locale_identifiers() if len(identifier) <= len("pt_BR")]
    close = nearest(code, identifiers)
    return did_you_mean(code, close) if close else "use a code like en, fr or pt_BR"


def read_plural_rule(
    header: Mapping[str, str], language: str, place: Place, diagnostics: Diagnostics
) -> tuple[int, PluralRule]:
    """Return how many plural forms a PO file has, and the rule that chooses one for a number.

    The rule is the header's Plural-Forms, or else Babel's for the language; only then is Babel loaded. After a fault it
    is the rule of English.

    Args:
        header: The values of the PO file's header by name.
        language: A code such as ``fr`` or ``pt_BR``.
        place: The place of the header.
        diagnostics: Receives the fault if neither rule can be used.
    """
    declared = header.get("Plural-Forms", "")
    if not has_plural_rule(header):
        try:
            count, expression = gettext_plural_rule(language)
        except Mistake as mistake:
            diagnostics.report(Code.LANGUAGE_UNKNOWN, place, what=mistake.what, fix=mistake.fix)
            return 2, _english_plural
        return count, _compile_plural_rule(count, expression)
    try:
        return _declared_rule(declared)
    except ValueError as error:
        what = f"the header's Plural-Forms cannot be used: {declared}"
        fix = "run pnp i18n update, which writes the plural forms of the language"
        diagnostics.report(Code.CATALOGUE_PLURAL, place, what=what, why=str(error), fix=fix)
        return 2, _english_plural


def has_plural_rule(header: Mapping[str, str]) -> bool:
    """Whether a header has a plural rule of its own, not none or that of a template."""
    declared = header.get("Plural-Forms", "")
    return bool(declared) and "EXPRESSION" not in declared


def declared_plural_count(header: Mapping[str, str]) -> int | None:
    """Return how many plural forms a header declares; None if it declares none, or its rule cannot be used."""
    try:
        return _declared_rule(header.get("Plural-Forms", ""))[0]
    except ValueError:
        return None


def _declared_rule(declared: str) -> tuple[int, PluralRule]:
    """Parse a header's Plural-Forms.

    Raises:
        ValueError: It cannot be used.
    """
    match = _PLURAL_FORMS.fullmatch(declared)
    if match is None:
        raise ValueError("it is not of the form nplurals=…; plural=…;")
    if len(match[1]) > 2 or int(match[1]) > MAX_FORMS:
        raise ValueError(f"no language has more than {MAX_FORMS} forms")
    return int(match[1]), _compile_plural_rule(int(match[1]), match[2])


def _compile_plural_rule(count: int, expression: str) -> PluralRule:
    """Compile gettext's expression for choosing a plural form.

    Raises:
        ValueError: It cannot be parsed, or chooses a form that does not exist.
    """
    from gettext import c2py

    rule = c2py(expression.strip())
    try:
        highest = max(int(rule(n)) for n in NUMBERS_TRIED)
    except ZeroDivisionError:
        raise ValueError("it divides by zero") from None
    if highest >= count:
        raise ValueError(f"it chooses form {highest}, but nplurals is {count}")
    return rule


def _english_plural(n: int) -> int:
    return int(n != 1)
