"""The language of a report's names → the report's words and numbers.

A language that pnp has no complete translation of reports into gets the English words and numbers.
"""

from __future__ import annotations

from functools import lru_cache

from pnp.play.simulation.report import Report
from pnp.text.own_words import OwnWords, own_words
from pnp.text.typography_rules import habits_of


class Language:
    """The words and numbers of a report.

    Attributes:
        tag: The language that the report is written in, as a page names it.
    """

    def __init__(self, code: str) -> None:
        """Read the words of a language of the game, such as fr or fr-CA."""
        words = own_words("report", code)
        self.tag = code if words.is_complete else "en-GB"
        self._words = words if words.is_complete else OwnWords({}, words.plural_rule)
        # Translators: a number with a separator of thousands and one digit after the decimal point.
        thousands, _, tenths = self("1,234.5").removeprefix("1").removesuffix("5").partition("234")
        self._marks = str.maketrans({",": thousands, ".": tenths})

    def __call__(self, english: str, **values: object) -> str:
        """Return the translation of a text, with its braces filled in."""
        return self._words(english, **values)

    @property
    def semicolon(self) -> str:
        """The semicolon of the language, with the space before it."""
        return f"{habits_of(self.tag).space_before.get(';', '')};"

    def plural(self, singular: str, plural: str, number: int, **values: object) -> str:
        """Return the text for a number of things; {n} in it is the whole number, unless the values have another n."""
        return self._words.plural(singular, plural, number, **{"n": self.whole(number), **values})

    def games(self, number: int) -> str:
        """Return a number of games: 1 game, 2,000 games."""
        return self.plural("{n} game", "{n} games", number)

    def players(self, number: int) -> str:
        """Return a number of players: 3 players."""
        return self.plural("{n} player", "{n} players", number)

    def whole(self, value: int) -> str:
        """Return a whole number: 1,234."""
        return self.number(f"{value:,}")

    def tenth(self, value: float) -> str:
        """Return a number with a tenth: 1,234.5."""
        return self.number(f"{round(value, 1) + 0.0:,.1f}")

    def percent(self, share: float, digits: int = 1) -> str:
        """Return a share in percent: 25.3 %."""
        return self("{n} %", n=self.number(f"{100 * share:.{digits}f}"))

    def round_percent(self, share: float) -> str:
        """Return a round share in percent: 25 %."""
        return self("{n} %", n=self.number(f"{round(100 * share, 6):g}"))

    def points(self, difference: float) -> str:
        """Return a difference of shares, in percentage points and with its sign: +1.2."""
        return self.number(f"{round(100 * difference, 1) + 0.0:+.1f}")

    def plain(self, value: float) -> str:
        """Return a number as short as it can be: 0.5, 12."""
        return self.number(f"{value:g}")

    def interval(self, low: float, high: float) -> str:
        """Return the ends of an interval of shares, in percent: 22.1–28.4."""
        return self.number(f"{100 * low:.1f}–{100 * high:.1f}")

    def number(self, text: str) -> str:
        """Return a text's English numbers with the language's separators and a real minus."""
        return text.replace("-", "−").translate(self._marks)


@lru_cache(maxsize=16)
def language_for(code: str) -> Language:
    """Return the language of reports in a language of the game, such as fr or fr-CA."""
    return Language(code)


def language_of(report: Report) -> Language:
    """Return the language of a report."""
    return language_for(report.language)
