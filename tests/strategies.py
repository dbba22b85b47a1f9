"""Hypothesis strategies for texts in many scripts, boxes and widths; and the shipped fonts to set them in."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from conftest import ROOT
from hypothesis import strategies as st

from pnp.core.fonts import Family, FontFace, FontSet
from pnp.core.frame import Box, Group, Item, Use


def open_face(path: Path) -> FontFace:
    return FontFace(path.stem, path.read_bytes())


@cache
def shipped_face(path: str) -> FontFace:
    return open_face(ROOT / "fonts" / path)


@cache
def shipped_fonts(fallback: bool = True) -> FontSet:
    """Source Sans in four styles, and Baloo, which has Devanagari, to fall back on."""
    styles = {"regular": "Regular", "bold": "Bold", "italic": "Italic", "bold-italic": "BoldItalic"}
    text = {style: shipped_face(f"source-sans-3/SourceSans3-{file}.ttf") for style, file in styles.items()}
    display = {"regular": shipped_face("baloo-2/Baloo2-Bold.ttf")}
    families = {"text": Family(text), "display": Family(display)}
    return FontSet(families, ("display",) if fallback else ())


latin = st.text("abcdefghijklmnopqrstuvwxyzéèçœÀÉ", min_size=1, max_size=14)
greek = st.text("αβγδεζηθικλμνξοπρςστυφχψω", min_size=1, max_size=10)
cyrillic = st.text("абвгдежзийклмнопрстуфхцчшщъыьэюя", min_size=1, max_size=12)
devanagari = st.sampled_from(["अक्षर", "किताब", "खेल", "मिर्च", "मुर्गी", "हिन्दी"])
marked = st.sampled_from(["e\u0301te\u0301", "n\u0303", "a\u0308o\u0308u\u0308", "x\u0323\u0301"])
figures = st.from_regex(r"[0-9]{1,4}([.,][0-9])?(\u00a0|\u202f)?%?", fullmatch=True)
punctuated = st.sampled_from(
    ["oui\u202f!", "«\u202fmot\u202f»", "10\u00a0mm", "“so”", "well-known", "and/or", "then—now"]
)
words = st.one_of(latin, greek, cyrillic, devanagari, marked, figures, punctuated)
"""One word that some shipped font can show."""

texts = st.lists(words, min_size=1, max_size=25).map(" ".join)
any_text = st.text(st.characters(codec="utf-8", exclude_categories=("Cs",)), max_size=60)
"""Any characters at all, control characters and unassigned ones included."""

widths = st.floats(4, 90).map(lambda n: round(n, 2))
boxes = st.builds(Box, st.floats(-5, 50), st.floats(-5, 50), widths, st.floats(1, 60).map(lambda n: round(n, 2)))


def walk(items: tuple[Item, ...]) -> Iterator[Item]:
    """Every item in painting order, those of groups and of shared art included."""
    for item in items:
        yield item
        if isinstance(item, Group):
            yield from walk(item.items)
        elif isinstance(item, Use):
            yield from walk(item.art.items)
