"""A number or date of a spreadsheet and its number format → the text that the spreadsheet shows.

The formats are those of ECMA-376, part 1, 18.8.31, in English: digits, thousands, percents, fractions, literal text,
currencies, sections for positive, negative and zero numbers, and dates. Colours, conditions and padding are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date, datetime, time, timedelta
from decimal import ROUND_HALF_UP, Context, Decimal
from fractions import Fraction

from pnp.core.patterns import lazy_pattern

_TOKEN = lazy_pattern(
    r'"(?P<quoted>[^"]*)"|\\(?P<escaped>.)|\[\$(?P<currency>[^\]-]*)(?:-[^\]]*)?\]|\[(?P<elapsed>h+|m+|s+)\]'
    r"|\[[^\]]*\]|_.|\*.|(?P<ampm>AM/PM|A/P)|(?P<date>y+|m+|d+|h+|s+)(?P<fraction>\.0+)?"
    r"|(?P<digits>[#0?](?:[#0?,]*[#0?])?(?:\.[#0?]*)?|\.[#0?]+)(?P<thousands>,*)|(?P<literal>.)",
    re.IGNORECASE | re.DOTALL,
)
"""One piece of a format. `_x` leaves a space as wide as x and `*x` fills the cell with x; a card shows neither."""

_DATE = lazy_pattern(r'"[^"]*"|\\.|\[(?!h+\]|m+\]|s+\])[^\]]*\]|_.|\*.', re.IGNORECASE)
"""The pieces of a format whose letters do not stand for parts of a date."""

_FRACTION = lazy_pattern(r"(?P<whole>[#0?]+ +)?[#0?]+ ?/ ?(?:(?P<of>[1-9][0-9]{0,8})(?![0-9])|(?P<digits>[#0?]+))")

_DIGITS = 15
"""How many digits of a number a spreadsheet keeps."""

_MONTHS = tuple(
    "January February March April May June July August September October November December".split()  # noqa: SIM905
)
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


class ShownNumber:
    """A number with the text that a spreadsheet shows for it: 25% for 0.25. Cards show that text."""

    text: str

    def __str__(self) -> str:
        return self.text


class ShownInteger(ShownNumber, int):
    """A whole number with the text that a spreadsheet shows for it."""

    def __new__(cls, value: int, text: str) -> ShownInteger:
        """Return a number that is computed with like any other, and printed as the text."""
        number = int.__new__(cls, value)
        number.text = text
        return number

    def __getnewargs__(self) -> tuple[int, str]:  # type: ignore[override]
        return int(self), self.text


class ShownFloat(ShownNumber, float):
    """A number with decimals and the text that a spreadsheet shows for it."""

    def __new__(cls, value: float, text: str) -> ShownFloat:
        """Return a number that is computed with like any other, and printed as the text."""
        number = float.__new__(cls, value)
        number.text = text
        return number

    def __getnewargs__(self) -> tuple[float, str]:  # type: ignore[override]
        return float(self), self.text


def plain_text(value: float) -> str:
    """Return a number as text without a format: 7, 0.3."""
    return f"{value:.{_DIGITS}g}"


def is_date_format(form: str) -> bool:
    """Whether numbers with this format are dates or times."""
    return form.lower() != "general" and any(letter in "ymdhs" for letter in _DATE.sub("", form).lower())


def format_value(value: float | date | time | timedelta, form: str) -> str | None:
    """Return a number, date or time as a spreadsheet shows it; None if the format is not supported.

    Args:
        value: The value of the cell.
        form: Its number format: ``0.00``, ``0%``, ``d mmm yyyy``.
    """
    if isinstance(value, date | time | timedelta):
        return _format_date(value, form)
    if form in ("General", "@", ""):
        return plain_text(value)
    sections = _sections(form)
    if value < 0 and len(sections) > 1:
        return _format_number(-value, sections[1])
    text = _format_number(abs(value), sections[2] if value == 0 and len(sections) > 2 else sections[0])
    return f"-{text}" if value < 0 and text is not None else text


def _sections(form: str) -> list[str]:
    """Return the sections of a format: for positive numbers, for negative numbers, and for zero."""
    sections, depth = [""], ""
    for character in form:
        if character == ";" and not depth:
            sections.append("")
            continue
        if character == '"':
            depth = "" if depth else '"'
        sections[-1] += character
    return sections


def _format_number(value: float, form: str) -> str | None:
    if form.strip() == "General":
        return plain_text(value)
    if re.search(r"[#0?][eE][+-]", form) or is_date_format(form):
        return None
    if fraction := _FRACTION.search(form):
        before, after = (_literals(part) for part in (form[: fraction.start()], form[fraction.end() :]))
        return f"{before}{_fraction(value, fraction)}{after}".strip()
    tokens = list(_TOKEN.finditer(form))
    places = [token for token in tokens if token["digits"]]
    if len(places) > 1:
        return None
    percents = sum(token["literal"] == "%" for token in tokens)
    scaled = Decimal(repr(float(value))).scaleb(2 * percents - (3 * len(places[0]["thousands"]) if places else 0))
    return "".join(_digits(scaled, token["digits"]) if token["digits"] else _literal(token) for token in tokens).strip()


def _literals(form: str) -> str:
    return "".join(map(_literal, _TOKEN.finditer(form)))


def _literal(token: re.Match[str]) -> str:
    return next((token[name] for name in ("quoted", "escaped", "currency", "literal") if token[name] is not None), "")


def _digits(value: Decimal, pattern: str) -> str:
    """Format a number by a pattern: # is a digit if needed, 0 always, ? a digit or space; a comma groups thousands."""
    whole, _, decimals = pattern.partition(".")
    rounded = value.quantize(Decimal(1).scaleb(-len(decimals)), ROUND_HALF_UP, Context(prec=400))
    integer, _, fraction = format(rounded, "f").partition(".")
    least = whole.replace(",", "").count("0")
    integer = integer.lstrip("0").rjust(least, "0")
    if "," in whole and integer:
        integer = re.sub(r"(?<=\d)(?=(?:\d{3})+$)", ",", integer)
    kept = fraction.rstrip("0").ljust(decimals.count("0"), "0")
    return integer + (f".{kept}" if "." in pattern and (kept or not decimals) else "")


def _fraction(value: float, match: re.Match[str]) -> str:
    """Format a number as a fraction, such as 2 1/2; the whole part is separate if the format has one."""
    whole, rest = divmod(Fraction(repr(float(value))), 1) if match["whole"] else (0, Fraction(repr(float(value))))
    if match["of"]:
        of = int(match["of"])
        top = round(rest * of)
    else:
        near = rest.limit_denominator(10 ** len(match["digits"]) - 1)
        top, of = near.numerator, near.denominator
    if match["whole"] and top == of:
        whole, top = whole + 1, 0
    if not top:
        return str(whole)
    return f"{whole} {top}/{of}" if whole else f"{top}/{of}"


def _format_date(value: date | time | timedelta, form: str) -> str | None:
    if not is_date_format(form):
        form = "h:mm:ss" if isinstance(value, time | timedelta) else "yyyy-mm-dd"
    tokens = list(_TOKEN.finditer(_sections(form)[0]))
    is_half_day = any(token["ampm"] for token in tokens)
    parts = _date_parts(value, is_half_day)
    shown = []
    before = ""
    for index, token in enumerate(tokens):
        letters = (token["date"] or token["elapsed"] or "").lower()
        if not letters:
            ampm = token["ampm"]
            shown.append(parts["ampm"][: len(ampm) // 2] if ampm else _literal(token) if not token["digits"] else "")
            continue
        following = next((t["date"].lower()[0] for t in tokens[index + 1 :] if t["date"]), "")
        is_minute = letters[0] == "m" and len(letters) < 3 and (before == "h" or following == "s")
        key = (
            f"elapsed {letters[0]}" if token["elapsed"] else ("minute" if is_minute else letters[0]) + str(len(letters))
        )
        if key not in parts:
            return None
        shown.append(parts[key])
        before = letters[0]
    return "".join(shown).strip()


def _date_parts(value: date | time | timedelta, is_half_day: bool) -> Mapping[str, str]:
    """Return the parts of a date or time by the letters of formats; d1 is the day without a leading zero."""
    return dict(_parts(value, is_half_day))


def _parts(value: date | time | timedelta, is_half_day: bool) -> Iterator[tuple[str, str]]:
    if isinstance(value, date):
        yield from (
            ("y1", f"{value:%y}"),
            ("y2", f"{value:%y}"),
            ("y4", f"{value.year:04}"),
            ("y3", f"{value.year:04}"),
        )
        month, day = _MONTHS[value.month - 1], _DAYS[value.weekday()]
        yield from (("m1", str(value.month)), ("m2", f"{value.month:02}"), ("m3", month[:3]), ("m4", month))
        yield from (("m5", month[0]), ("d1", str(value.day)), ("d2", f"{value.day:02}"), ("d3", day[:3]), ("d4", day))
    if isinstance(value, timedelta):
        seconds = int(value.total_seconds())
    else:
        clock = value.time() if isinstance(value, datetime) else value if isinstance(value, time) else time()
        seconds = clock.hour * 3600 + clock.minute * 60 + clock.second
    minutes, second = divmod(seconds, 60)
    hours, minute = divmod(minutes, 60)
    hour = (hours % 12 or 12) if is_half_day else hours % 24
    yield from (("ampm", "PM" if hours % 24 >= 12 else "AM"), ("h1", str(hour)), ("h2", f"{hour:02}"))
    yield from (("minute1", str(minute)), ("minute2", f"{minute:02}"), ("s1", str(second)), ("s2", f"{second:02}"))
    yield from (("elapsed h", str(hours)), ("elapsed m", str(minutes)), ("elapsed s", str(seconds)))
