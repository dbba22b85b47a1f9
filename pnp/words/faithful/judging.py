"""The entries of a catalogue → where each parts from its source."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pnp.words.catalogue import Catalogue, Message
from pnp.words.faithful.concepts import Vocabulary
from pnp.words.faithful.finding import Finding
from pnp.words.faithful.glossary import Glossary, Pair
from pnp.words.faithful.length import Usual
from pnp.words.faithful.marks import emphasis, numbers, order, plurals
from pnp.words.po_entries import Entry
from pnp.words.sentences import split_sentences

_MEANT = re.compile(r"meant:\s*(.+)", re.IGNORECASE)
MARKS = (numbers, order, emphasis)


def judge(
    catalogue: Catalogue, messages: Sequence[Message], glossary: Glossary, pair: Pair
) -> Iterator[tuple[Entry, Finding]]:
    """What is wrong with translations that are there and up to date; not what their translators say is meant."""
    entries = [catalogue.entries[message.text] for message in messages if message.text in catalogue.entries]
    entries = [entry for entry in entries if all(entry.strings) and entry.strings and not entry.is_fuzzy]
    vocabulary = Vocabulary(glossary, pair)
    usual = Usual([both for entry in entries for both in _forms(entry)], glossary, pair)
    for entry in entries:
        meant = meant_by(entry)
        for finding in dict.fromkeys(_findings(entry, vocabulary, usual)):
            if finding.kind not in meant:
                yield entry, finding


def meant_by(entry: Entry) -> frozenset[str]:
    """What a translator says is meant: ``# meant: term, order``."""
    found = (_MEANT.fullmatch(comment.strip()) for comment in entry.comments)
    return frozenset(name.strip() for match in found if match for name in match[1].split(","))


def _findings(entry: Entry, vocabulary: Vocabulary, usual: Usual) -> Iterator[Finding]:
    for both in _forms(entry):
        untranslated = list(usual.left(both))
        yield from untranslated
        if not untranslated:
            yield from vocabulary.findings(both, _sentences(both))
        for check in MARKS:
            yield from check(*both, vocabulary.pair)
        yield from usual.cut(both)
    if entry.plural is not None:
        yield from plurals((entry.text, entry.plural), entry.strings, vocabulary.pair)


def _forms(entry: Entry) -> list[tuple[str, str]]:
    """A source and its translation, for one and for several."""
    if entry.plural is None:
        return [(entry.text, entry.strings[0])]
    return [(entry.text, entry.strings[0]), *((entry.plural, string) for string in entry.strings[1:])]


def _sentences(both: tuple[str, str]) -> list[tuple[str, str]]:
    """Sentences beside those of the translation; the whole where they are not as many."""
    one, other = split_sentences(both[0]), split_sentences(both[1])
    if len(one) != len(other):
        return [both]
    return [(source, target) for (_, source), (_, target) in zip(one, other, strict=True)]
