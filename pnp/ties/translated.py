"""Sentences and a catalogue → each sentence in the catalogue's language."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.diagnostics import Place
from pnp.expressions import plural_forms
from pnp.ties.passages import Sentence
from pnp.words.catalogue import Catalogue
from pnp.words.sentences import one_line, split_sentences
from pnp.words.translate import has_words


def translated(sentences: Sequence[Sentence], catalogue: Catalogue) -> dict[int, tuple[str, Place]]:
    """Translations by the sentence's number, with their places; none for what has no words or is not translated.

    Where a translation has as many sentences as its source, each is the translation of its own; where it has not, all
    of them are that of the first.
    """
    found: dict[int, tuple[str, Place]] = {}
    for number, sentence in enumerate(sentences):
        texts = [catalogue.get(text) if has_words(text) else text for text in sentence.unit]
        known = [text for text in texts if text is not None]
        words = [text for text in sentence.unit if has_words(text)]
        words += [one for text in sentence.unit for one, _ in plural_forms(text)]
        entries = [catalogue.entries[text.strip()] for text in words if text.strip() in catalogue.entries]
        is_whole = all(all(entry.strings) and not entry.is_fuzzy for entry in entries)
        if not entries or len(known) < len(texts) or not is_whole:
            continue
        part = _part(known, *sentence.part)
        if part:
            found[number] = (_with_plurals(part, catalogue), entries[0].string_place)
    return found


def _part(texts: Sequence[str], index: int, count: int) -> str:
    if len(texts) > 1:
        return " | ".join(map(one_line, texts))
    parts = split_sentences(texts[0])
    if len(parts) == count:
        return parts[index][1]
    return "" if index else one_line(texts[0])


def _with_plurals(text: str, catalogue: Catalogue) -> str:
    """The text with the plural forms of its expressions in the language, too."""
    for pair in plural_forms(text):
        entry = catalogue.entries.get(pair[0].strip())
        if entry is None or entry.plural is None:
            continue
        for source, form in zip(pair, (entry.strings[0], entry.strings[-1]), strict=True):
            for quote in ("'", '"'):
                text = text.replace(f"{quote}{source}{quote}", f"{quote}{form}{quote}")
    return text
