"""The entries of a catalogue → where each parts from its source."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from pnp.words.catalogue import Catalogue, Message, quoted
from pnp.words.faithful.concepts import Vocabulary
from pnp.words.faithful.finding import Finding
from pnp.words.faithful.glossary import Glossary, Pair
from pnp.words.faithful.length import Usual
from pnp.words.faithful.marks import emphasis, numbers, order, plurals
from pnp.words.faithful.plain import has_other_script, line_of
from pnp.words.placeholders import placeholders
from pnp.words.po_entries import Entry
from pnp.words.sentences import split_sentences

_MEANT = re.compile(r"meant:\s*(.+)", re.IGNORECASE)
_MOST_EXCHANGED = 30
_SHORT = 60
"""Characters up to which one kind of fault tells a translation that belongs to another text."""


def judge(
    catalogue: Catalogue, messages: Sequence[Message], glossary: Glossary, pair: Pair
) -> Iterator[tuple[Entry, Finding]]:
    """What is wrong with translations that are there and up to date; not what their translators say is meant."""
    entries = [catalogue.entries[message.text] for message in messages if message.text in catalogue.entries]
    entries = [entry for entry in entries if all(entry.strings) and entry.strings and not entry.is_fuzzy]
    vocabulary = Vocabulary(glossary, pair)
    usual = Usual([both for entry in entries for both in _forms(entry)], glossary, pair)
    found = {entry.text: _not_meant(entry, vocabulary, usual) for entry in entries}
    strange = [entry for entry in entries if found[entry.text] and entry.plural is None and not _is_kept(entry)]
    for one, other in combinations(strange, 2) if len(strange) <= _MOST_EXCHANGED else ():
        if not all(_is_quite_other(entry, found[entry.text]) for entry in (one, other)):
            continue
        exchanged = (replace(one, strings=other.strings), replace(other, strings=one.strings))
        if not any(_not_meant(entry, vocabulary, usual) or _lacks_values(entry) for entry in exchanged):
            found[one.text], found[other.text] = _swapped(one, other), _swapped(other, one)
    for entry in entries:
        for finding in found[entry.text]:
            yield entry, finding


def _not_meant(entry: Entry, vocabulary: Vocabulary, usual: Usual) -> list[Finding]:
    """What is wrong with a translation, each once."""
    meant = meant_by(entry)
    return [one for one in dict.fromkeys(_findings(entry, vocabulary, usual)) if one.kind not in meant]


def _is_quite_other(entry: Entry, findings: Sequence[Finding]) -> bool:
    """Whether a translation may be that of another text: a long one is wrong in several ways then."""
    return len(entry.text) <= _SHORT or len({finding.kind for finding in findings}) > 1


def _lacks_values(entry: Entry) -> bool:
    return placeholders(entry.text) != placeholders(entry.strings[0])


def _is_kept(entry: Entry) -> bool:
    """Whether a translation is its source, small letters and typography aside: a name, or not translated at all."""
    return line_of(entry.text) == line_of(entry.strings[0])


def _swapped(entry: Entry, other: Entry) -> list[Finding]:
    what = f"the translation fits {quoted(other.text)}, and the one in line {other.string_place.line} fits here"
    return [Finding("swapped", what, "exchange the two translations")]


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
        for check in (order, emphasis):
            yield from check(*both, vocabulary.pair)
        if not has_other_script(both[1]):
            yield from numbers(*both, vocabulary.pair)
            yield from usual.cut(both)
    if entry.plural is not None and not has_other_script(entry.strings[0]):
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
