"""A pseudo-language for tests: the source's texts, made longer by a part with words of the language."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import cycle

from pnp.text.catalogue import Catalogue
from pnp.text.placeholders import without_expressions
from pnp.text.po_reader import PoEntry

FILLER = "and so on as well as ever before and always after that again with some more of the same"

END = re.compile(r"[.!?…*]*\s*$")
ICON_OR_TARGET = re.compile(r":\w[\w-]*:|\]\(.*?\)|\{n\}")
SHORT = 3
"""A text that grows by fewer letters than this stays as it is."""


def longer(text: str, part: float) -> str:
    """A text with filler words before its full stop; placeholders do not count as its letters."""
    extra = ""
    more = round(len(ICON_OR_TARGET.sub("", without_expressions(text)).strip()) * part)
    words = cycle(FILLER.split())
    while more >= SHORT and len(extra) <= more - SHORT:
        extra += f" {next(words)}"
    end = END.search(text)
    assert end
    return text[: end.start()] + extra + text[end.start() :]


def longer_catalogue(catalogue: Catalogue, part: float) -> Catalogue:
    """A catalogue whose translations are the source's texts, each longer by a part."""

    def entry(old: PoEntry) -> PoEntry:
        sources = (old.text, *[old.plural or ""] * (len(old.strings) - 1))
        return replace(old, strings=tuple(longer(source, part) for source in sources))

    return replace(
        catalogue,
        entries={key: entry(old) for key, old in catalogue.entries.items()},
        in_context={key: entry(old) for key, old in catalogue.in_context.items()},
    )
