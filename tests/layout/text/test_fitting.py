"""Fitting never refuses a text that fits at one of the sizes allowed, whatever the text, the box and the language."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import shipped_fonts, texts

from pnp.core.frame import Art, Box, Path
from pnp.core.markup import parse_markup
from pnp.core.outline import rectangle
from pnp.core.units import MM_PER_PT
from pnp.layout.text.fitting import TOLERANCE, FittedText, fit_text
from pnp.layout.text.paragraph import TextStyle
from pnp.layout.text.stacked import set_text

FONTS = shipped_fonts()
HEART = Art("heart", Box(0, 0, 24, 12), (Path(rectangle(0, 0, 24, 12), "#ff0000"),))
STYLE = TextStyle(FONTS.families["text"], 10 * MM_PER_PT, icon=lambda name, colour: HEART)
SMALLEST = 4.0

LONG = {
    "en": "Whoever collects the most extraordinary vegetables immediately wins the neighbourhood’s championship, "
    "unauthorized authentication notwithstanding; credentials are predictable",
    "de": "Wer die außergewöhnlichsten Gemüsesorten zusammenträgt, gewinnt unverzüglich die "
    "Nachbarschaftsmeisterschaft: Ablagestapel Bonuspunkte Wirtshaustableau",
    "fr": "Celui qui rassemble les légumes extraordinaires remporte immédiatement le championnat : l’authentification "
    "n’est-elle pas prévisible ?",
    "ru": "Игрок, собравший необыкновенные овощи, немедленно выигрывает соревнования; аутентификация",
    "hi": "सबसे असाधारण सब्जियां इकट्ठा करने वाला खिलाड़ी तुरंत जीतता है",
    "el": "Όποιος συγκεντρώσει τα περισσότερα εξαιρετικά λαχανικά κερδίζει αμέσως",
}
MARKS = ("{}", "{}", "{}", "**{}**", "*{}*", ":heart:{}", "{} :heart:", "{}AV", "<small>{}</small>", "<sup>{}</sup>")


@st.composite
def marked_texts(draw: st.DrawFn) -> tuple[str, str]:
    """A language, and a text of its words or of words of several scripts, with marks, icons and lines."""
    language = draw(st.sampled_from(sorted(LONG)))
    words = draw(st.lists(st.sampled_from(LONG[language].split()), min_size=1, max_size=30))
    words += draw(texts).split() if draw(st.booleans()) else []
    words = [draw(st.sampled_from(MARKS)).format(word) for word in words]
    separator = st.sampled_from([" ", " ", " ", " ", " ", "\n", "\n- "])
    return language, "".join(f"{word}{draw(separator)}" for word in words).strip()


def fit(text: str, box: Box, largest: float, smallest: float | None, language: str, **style: object) -> FittedText:
    """Fit a text into a box; sizes in pt."""
    size, least = largest * MM_PER_PT, None if smallest is None else smallest * MM_PER_PT
    look = replace(STYLE, size=size, smallest=least, language=language, **style)
    return fit_text(set_text(parse_markup(text), look, FONTS), box)


def fits(fitted: FittedText) -> bool:
    return fitted.overflow[0] <= TOLERANCE and fitted.overflow[1] <= TOLERANCE


@pytest.mark.slow
@given(
    marked_texts(),
    st.floats(6, 60),
    st.integers(0, 24),
    st.integers(0, 24),
    st.booleans(),
    st.sampled_from(["left", "centre", "justify"]),
    st.sampled_from([None, None, 1, 2, 3]),
)
def test_a_text_that_fits_at_a_size_is_not_refused_in_a_range_around_it(
    marked: tuple[str, str], width: float, steps: int, more: int, hyphenate: bool, align: str, most_lines: int | None
) -> None:
    language, text = marked
    style = {"hyphenate": hyphenate, "align": align, "most_lines": most_lines}
    size = SMALLEST + steps / 4
    box = tight_box(text, width, size, language, **style)
    alone = fit(text, box, size, None, language, **style)
    assume(fits(alone))
    fitted = fit(text, box, size + more / 4, SMALLEST, language, **style)
    assert fits(fitted), fitted.overflow
    assert fitted.size >= alone.size - 1e-9, "nor set smaller than that"


CORNUCOPIA = (
    "Gus can bypass, or find a way around, the system’s authentication because it only checks a session’s age when the "
    "application’s cryptographic functionalities are unavailable, and administrators’ credentials are predictable."
)


@given(st.floats(40, 60), st.floats(20, 48), st.sampled_from([10.0, 11.0, 9.5]))
def test_a_real_text_with_hyphens_is_set_at_some_size(width: float, height: float, largest: float) -> None:
    box = Box(0, 0, width, height)
    assert fits(fit(CORNUCOPIA, box, largest, SMALLEST, "en", hyphenate=True))


def test_lines_of_a_list_are_full_where_even_ones_do_not_fit() -> None:
    text = "собравший собравший аутентификация собравший собравший a a a a a a a a a a αααααααα «\n- mot\n- »"
    for align in ("left", "justify"):
        box = tight_box(text, 49.0, 6.25, "ru", hyphenate=True, align=align)
        alone = fit(text, box, 6.25, None, "ru", hyphenate=True, align=align)
        ranged = fit(text, box, 6.5, SMALLEST, "ru", hyphenate=True, align=align)
        assert fits(ranged) or not fits(alone)


def tight_box(text: str, width: float, size: float, language: str, **style: object) -> Box:
    """The least box that the lines of a text have room in, if they are made for a width; the size in pt."""
    free = fit(text, Box(0, 0, width, 1000), size, None, language, **style)
    look = replace(STYLE, language=language, **style)
    lines = set_text(parse_markup(text), look, FONTS).lines(width, size * MM_PER_PT)
    return Box(0, 0, max((line.width for line in lines), default=width), max(free.height, 0.1))
