"""Makes the small fonts of the project beside it from those of Debian's fonts-noto-core and fonts-noto-cjk.

    python tests/languages/subset_fonts.py FOLDER        where the packages have put their fonts: /usr/share/fonts

Each has the characters of the project's catalogues and of pnp's own, and all features of its script, so that texts are shaped as with the
whole font. Run it after a change of a catalogue; the tests name a character that is missing.
"""

from __future__ import annotations

import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

PROJECT = Path(__file__).parent / "project"
CATALOGUES = (PROJECT / "data/orchard/locale", Path(__file__).parents[2] / "pnp/text/locale")
ALWAYS = "0123456789۰۱۲۳۴۵۶۷۸۹০১২৩৪৫৬৭৮৯\u0e4d"
"""The digits that pnp sets, and the ring that HarfBuzz takes out of Thai ำ."""

BY_LANGUAGE = {
    "NotoNaskhArabic": (("ar", "fa"), None),
    "NotoSansHebrew": (("he",), None),
    "NotoSansThai": (("th",), None),
    "NotoSansDevanagari": (("hi",), None),
    "NotoSansBengali": (("bn",), None),
    "NotoSansTamil": (("ta",), None),
    "NotoSansJP": (("ja",), 0),
    "NotoSansKR": (("ko",), 1),
    "NotoSansSC": (("zh_Hans",), 2),
    "NotoSansTC": (("zh_Hant",), 3),
}
"""By the name of a subset: the languages whose characters it has, and its number in the collection NotoSansCJK."""


def main(folder: Path) -> None:
    """Write a regular and a bold font for each entry of BY_LANGUAGE."""
    for name, (languages, number) in BY_LANGUAGE.items():
        paths = [folder / f"{language}.po" for folder in CATALOGUES for language in languages]
        text = "".join(path.read_text(encoding="utf-8") for path in paths)
        for weight in ("Regular", "Bold"):
            collection = f"NotoSansCJK-{weight}.ttc"
            (path,) = folder.rglob(f"{name}-{weight}.ttf" if number is None else collection)
            font = TTFont(path, fontNumber=number or 0, recalcTimestamp=False)
            options = Options(hinting=False, notdef_outline=True, name_IDs=[0, 1, 2, 4, 6, 13])
            if number is None:
                options.layout_features = ["*"]  # those of Chinese and Japanese name hundreds of other glyphs
            options.drop_tables += ["DSIG", "VORG", "vhea", "vmtx", "BASE"]
            subsetter = Subsetter(options)
            subsetter.populate(text="".join(sorted(set(text + ALWAYS))))
            subsetter.subset(font)
            font.save(PROJECT / f"fonts/{name}-{weight}.{'ttf' if number is None else 'otf'}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
