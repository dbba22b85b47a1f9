"""A game in one language and the files of its release → the README that says how to print and cut them.

The README is in English if pnp's own words have no complete translation into the game's language.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap
from typing import assert_never

from pnp.core.printing import PAPERS
from pnp.core.units import MM_PER_PT
from pnp.layout.contrast import MIN_CONTRAST, MIN_OF_LARGE
from pnp.project.game import Game
from pnp.rulebook.folds import Fold
from pnp.rulebook.load import Rulebook
from pnp.text.numbers import format_number
from pnp.text.own_words import OwnWords, message, own_words
from pnp.text.typography import typeset

COLUMNS = 112
"""The most characters of a line."""


def is_translated(game: Game) -> bool:
    """Whether the README is in the game's own language."""
    return _language_of(game) == game.language.partition("_")[0]


def _language_of(game: Game) -> str:
    """Return the language of the README: the game's own without a region, or English."""
    base = game.language.partition("_")[0]
    return base if own_words("readme", base).is_complete else "en"


FOLDING: Mapping[Fold, str] = {
    "half": message("Fold the sheet in the middle."),
    "letter": message("Fold the sheet twice: first the narrower outer panel inwards, then the other one over it."),
    "zigzag": message("Fold the sheet in zigzag, like an accordion."),
    "gate": message(
        "Fold the two outer panels inwards, so that they meet in the middle, and then the sheet in the middle."
    ),
    "french": message(
        "Fold the upper half of the sheet backwards, so that the print is outside, and then the sheet in the middle,"
        " with the cover in front."
    ),
    "zine": message(
        "Fold the sheet into eight panels and open it again. Cut it along the line in the middle. Fold it lengthwise"
        " with the print outside, and push both ends together until the cut opens and the pages form a cross. Lay the"
        " pages together as a booklet, with the cover in front."
    ),
}
"""How a printed leaflet is folded."""


def readme(
    game: Game,
    names: Sequence[str],
    licence: str,
    *,
    rules: Rulebook | None = None,
    has_light: bool = False,
    has_boards: bool = False,
) -> str:
    """Return the README, with the line ends of Windows, which all other systems also read.

    Args:
        game: The game in the release's language.
        names: The names of the other files of the release.
        licence: The name of the licence file; "" if there is none.
        rules: The rules; None for a game without rules.
        has_light: Whether the release has cards that need less ink.
        has_boards: Whether the release has boards on several sheets.
    """
    language = _language_of(game)
    words = own_words("readme", language)
    title = f"{game.head.title} {game.head.version}".strip()
    lines = [title, "=" * len(title), " · ".join(_about(game, words)), ""]
    lines += [words("In this folder"), *(f"  {name}" for name in names), ""]
    lines += [words("Print")]
    for number, step in enumerate(_steps(words, rules, has_light, has_boards), 1):
        lines += _wrapped(f"{number}. {typeset(step, language)}", indent=3)
    lines += ["", words("Cut"), *_wrapped(typeset(_cutting(words), language)), ""]
    readable = typeset(" ".join(_readable(game, words, language, rules)), language)
    lines += [*_wrapped(readable), ""]
    if licence:
        lines += _wrapped(typeset(words("What you may do with it stands in {file}.", file=licence), language))
    lines += game.head.credits.split("\n")
    return "\r\n".join(line.rstrip() for line in lines).rstrip() + "\r\n"


def _wrapped(text: str, indent: int = 0) -> list[str]:
    return wrap(text, COLUMNS, subsequent_indent=" " * indent, break_long_words=False, break_on_hyphens=False)


def _about(game: Game, words: OwnWords) -> Iterator[str]:
    """Yield subtitle, players, age and playing time."""
    head = game.head

    def span(numbers: Sequence[int]) -> str:
        low, high = min(numbers), max(numbers)
        return str(low) if low == high else words("{low} to {high}", low=low, high=high)

    if head.subtitle:
        yield head.subtitle
    yield words.plural("{n} player", "{n} players", max(head.players), n=span(head.players))
    if head.age:
        yield words("from age {n}", n=head.age)
    if head.minutes:
        yield words.plural("{n} minute", "{n} minutes", max(head.minutes), n=span(head.minutes))


def _steps(words: OwnWords, rules: Rulebook | None, has_light: bool, has_boards: bool) -> Iterator[str]:
    """Yield the steps of printing."""
    yield words(
        'Print at 100 % ("actual size"), not "fit to page". Measure the ruler at the edge of a sheet: it is 50 mm long.'
    )
    yield words("Cards: on both sides, turned over the long edge. Use card of 200 to 300 g/m², or paper in sleeves.")
    yield words(
        "No duplex printer? Print the odd pages, put the stack back in, print the even ones. Try one sheet first."
    )
    if rules is not None:
        yield from filter(None, [_rules_step(words, rules)])
    if has_light:
        yield words("To save ink, take the cards of the folder ink-light: their backs and grounds are pale.")
    if has_boards:
        yield words(
            "Boards come on several sheets, printed on one side. At each joint, cut one sheet along its whole line and"
            " glue it on the dashed line of the other, cross on cross: first into rows, then row to row. Cut the outer"
            " edge last."
        )


def _rules_step(words: OwnWords, rules: Rulebook) -> str:
    """Return how the rules are printed and folded; "" if they are only on the web."""
    same = words("The PDF of the rules has the same pages one by one, rules.html is for the phone.")
    style = rules.style
    plan = style.plan(2)
    width, height = plan.laid(PAPERS["a4"], None if rules.fills_paper else style.size)
    is_wide = width > height
    match style.form:
        case "booklet":
            return words(
                "Folded booklet: on both sides, turned over the short edge. Fold the stack in the middle and staple it"
                " along the fold. The PDF of the rules has the same pages one by one, rules.html is for the phone."
            )
        case "sheet":
            how = words("Rules sheet: several pages on both sides, turned over the long edge.")
            if is_wide:
                how = words("Rules sheet: several pages on both sides, turned over the short edge.")
            return f"{how} {same}"
        case "leaflet":
            how = words("Leaflet: on one side of the paper.")
            if plan.has_backs and is_wide:
                how = words("Leaflet: on both sides, turned over the short edge.")
            elif plan.has_backs:
                how = words("Leaflet: on both sides, turned over the long edge.")
            cut = "" if rules.fills_paper else words("Cut it out along the marks at its corners.")
            return " ".join(filter(None, [how, cut, words(FOLDING[style.leaflet.fold]), same]))
        case "none":
            return ""
        case _:
            assert_never(style.form)


def _readable(game: Game, words: OwnWords, language: str, rules: Rulebook | None) -> Iterator[str]:
    """Yield how large the type is, and the contrast of texts with their ground: a release is made with no less."""
    yield words("Type on cards: at least {size} pt.", size=_number(game.head.smallest_text / MM_PER_PT, language))
    if rules is not None:
        size = rules.style.text.size / MM_PER_PT
        yield words("Type of the rules: {size} pt.", size=_number(size, language))
    ratio, large = _number(MIN_CONTRAST, language), _number(MIN_OF_LARGE, language)
    yield words("Contrast of texts: at least {ratio} to 1, of large type {large} to 1.", ratio=ratio, large=large)


def _number(value: float, language: str) -> str:
    return format_number(round(value, 2), language)


def _cutting(words: OwnWords) -> str:
    return words(
        "Cut along the marks with a sharp knife and a steel ruler, all cuts of one direction first. Where cards lie in"
        " two directions on a sheet, part the two blocks before that. Tokens are cut out along their outlines, with"
        " scissors. Where a coloured ground runs past the marks, it is meant to: no white edge is left."
    )
