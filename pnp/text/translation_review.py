"""A text and its translation → numbers, icons, values, links, emphasis and plurals that do not agree.

The translations of a catalogue → those that are cut off, or that nobody has translated.

Both are seen beside the others: how long translations usually are, and which words of the source none of them uses.

The entries of a catalogue → where each parts from its source.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import combinations, pairwise
from statistics import median

from pnp.text.catalogue import Catalogue, Message, quoted
from pnp.text.glossary import Glossary, Pair
from pnp.text.literals import has_number_words, numbers_of
from pnp.text.phrases import has_other_script, line_of, plain_word, prose_of, words_of
from pnp.text.placeholders import (
    ICON,
    link_targets,
    placeholder_order,
    placeholders,
    split_sentences,
    without_expressions,
)
from pnp.text.po_reader import PoEntry
from pnp.text.translation_terms import TextPair, TranslationFinding, Vocabulary

_EXCHANGED = 2
_BOLD = re.compile(r"(?<!\\)\*\*")
_ITALIC = re.compile(r"(?<![\\*])\*(?!\*)")


def numbers(source: str, target: str, pair: Pair) -> Iterator[TranslationFinding]:
    """Numbers in words and figures: the same values, as often."""
    idioms = pair.head.idioms
    said = numbers_of(source, pair.source, idioms.get(pair.source, ()))
    heard = numbers_of(target, pair.target, idioms.get(pair.target, ()))
    if said != heard and has_number_words(pair.source) and has_number_words(pair.target):
        lost, new = (said - heard).elements(), (heard - said).elements()
        what = f"the numbers differ: the source has {_listed(lost)}, the translation {_listed(new)} instead"
        yield TranslationFinding("number", what, "write the number of the source")


def order(source: str, target: str, pair: Pair) -> Iterator[TranslationFinding]:
    """Values, icons and links: as many, and in the order of the source."""
    said, heard = placeholder_order(source), placeholder_order(target)
    names, others = [one[0] for one in said], [one[0] for one in heard]
    icons = Counter(filter(ICON.fullmatch, names)), Counter(filter(ICON.fullmatch, others))
    if icons[0] != icons[1]:
        name = next(iter((icons[0] - icons[1]) + (icons[1] - icons[0])))
        what = f"{name} is {icons[1][name]}× in the translation, {icons[0][name]}× in the source"
        yield TranslationFinding("order", what, "show it as often as the source")
    elif Counter(names) == Counter(others) and names != others:
        at = next(at for at in range(len(names)) if names[at] != others[at])
        if not _may_exchange(source, said, others, at, pair):
            what = f"{others[at]} stands where the source has {names[at]}"
            yield TranslationFinding(
                "order", what, "put them into the order of the source, or say that it is meant: # meant: order"
            )
    if sorted(link_targets(source)) != sorted(link_targets(target)):
        yield TranslationFinding(
            "order", "links lead to other places than in the source", "keep the target of each link"
        )


def emphasis(source: str, target: str, pair: Pair) -> Iterator[TranslationFinding]:
    """As much in bold and in italics as in the source."""
    for pattern, name in ((_BOLD, "bold"), (_ITALIC, "italics")):
        said, heard = (len(pattern.findall(without_expressions(text))) // 2 for text in (source, target))
        if said != heard:
            what = f"the translation sets {_times(heard)} in {name}, the source {_times(said)}"
            yield TranslationFinding("marks", what, "mark the same words as the source")


def plurals(source: tuple[str, str], target: tuple[str, ...], pair: Pair) -> Iterator[TranslationFinding]:
    """Forms for one and for several things: unlike each other, and the right way round."""
    one, many = words_of(target[0]), words_of(target[-1])
    if len(target) < 2 or words_of(source[0]) == words_of(source[1]) or not one:
        return
    invariable = set(words_of(" ".join(pair.head.invariable)))
    if one == many and not invariable & set(one):
        yield TranslationFinding("plural", "the forms for one and for several are alike", "write each form")
    ends = tuple(pair.head.plural_endings)
    if ends and _ending(one, ends) > _ending(many, ends):
        yield TranslationFinding(
            "plural", "the form for one reads like a plural, that for several does not", "exchange the forms"
        )


def _may_exchange(source: str, said: list[tuple[str, int, int]], heard: list[str], at: int, pair: Pair) -> bool:
    """Whether two neighbours have changed places around a word that lets them, as in Anna's 7, le 7 d'Anna."""
    names = [one[0] for one in said]
    swapped = [*names[:at], *reversed(names[at : at + 2]), *names[at + 2 :]]
    between = line_of(source[said[at][2] : said[at + 1][1]] if at + 1 < len(said) else "").split()
    return heard == swapped and 0 < len(between) <= _EXCHANGED and between[0] in pair.head.exchange


def _ending(words: list[str], ends: tuple[str, ...]) -> int:
    return sum(word.endswith(ends) for word in words)


def _listed(values: Iterator[int]) -> str:
    return ", ".join(map(str, values)) or "none"


def _times(times: int) -> str:
    return {0: "nothing", 1: "one passage"}.get(times, f"{times} passages")


_SHORTEST = 12
_SHARES = ((100, 0.68, 1.8), (50, 0.55, 2.0), (25, 0.45, 2.2), (_SHORTEST, 0.35, 2.6))
"""From so many characters on: the smallest and the largest share of the usual length."""
_FEWER = 0.7
"""The smallest share where sentences are missing, too."""
_ENOUGH_TEXTS = 20
_END = re.compile(r"([.!?:;…])[\s\u00a0\u202f*_»”\")\]]*$")
_LAST = re.compile(r"([^\W\d_]+)[*_\s]*$")
_NAME = re.compile(r"(?<=[\w,;)] )[^\W\d_a-zà-ÿ][^\W\d_]+")
_FINISHED = (".", "?", ":", ";")
_FOREIGN_SHARE = 0.3


class Usual:
    """What translations of a catalogue are like."""

    def __init__(self, texts: Sequence[TextPair], glossary: Glossary, pair: Pair) -> None:
        self.texts = texts
        self.glossary = glossary
        self.pair = pair

    @cached_property
    def ratio(self) -> float:
        """How long a translation is, beside its source."""
        lengths = [(len(_visible(source)), len(_visible(target))) for source, target in self.texts]
        ratios = [target / source for source, target in lengths if source >= _SHORTEST]
        return median(ratios) if len(ratios) >= _ENOUGH_TEXTS else 1.0

    @cached_property
    def _used(self) -> Counter[str]:
        """In how many translations each word is; those that are their source do not count."""
        translated = (both for both in self.texts if both[0] != both[1])
        found = Counter(word for _, target in translated for word in set(words_of(target)))
        known = [*self.pair.head.shared]
        known += [word for term in self.glossary.terms for word in term.forms.get(self.pair.target, ())]
        found.update(2 * words_of(" ".join((*known, *self.glossary.words.get(self.pair.target, ())))))
        return found

    def cut(self, both: TextPair) -> Iterator[TranslationFinding]:
        """A translation that ends too early, or is far longer than its source."""
        source, target = _visible(both[0]), _visible(both[1])
        ends = [match[1] if (match := _END.search(text)) else "" for text in (source, target)]
        if len(words_of(both[0])) > 1 and ends[0] in _FINISHED and not ends[1] and target:
            yield TranslationFinding(
                "length", f"the source ends with “{ends[0]}”, the translation without", "put in what is missing"
            )
        elif target.endswith(",") and not source.endswith(","):
            yield TranslationFinding(
                "length", "the translation ends with a comma, as if cut off", "put in what is missing"
            )
        elif (last := self._unfinished(both[1], self.pair.target)) and not self._unfinished(both[0], self.pair.source):
            yield TranslationFinding(
                "length", f"the translation ends with “{last}”, as if cut off", "put in what is missing"
            )
        elif (share := next((one for one in _SHARES if len(source) >= one[0]), None)) is not None:
            ratio = len(target) / len(source) / self.ratio
            is_fewer = len(split_sentences(both[1])) < len(split_sentences(both[0]))
            if is_fewer and ratio < _FEWER:
                yield TranslationFinding(
                    "length", "the translation has fewer sentences, and is short", "translate all of it"
                )
            elif not share[1] <= ratio <= share[2]:
                says = f"{len(target)} characters for {len(source)}"
                fault = "short" if ratio < 1 else "long"
                yield TranslationFinding(
                    "length", f"the translation is very {fault}: {says}", "translate all of it, and no more"
                )

    def _unfinished(self, text: str, language: str) -> str:
        """The last word of a text, where no text ends with it."""
        match = _LAST.search(text)
        last = plain_word(match[1]) if match else ""
        return last if last in self.pair.head.unfinished.get(language, ()) else ""

    def left(self, both: TextPair) -> Iterator[TranslationFinding]:
        """A translation with words of the source that no other translation uses."""
        source, target = set(words_of(both[0])), words_of(both[1])
        names = set(map(plain_word, _NAME.findall(prose_of(both[1]))))
        source -= names
        seen = 0 if both[0] == both[1] else 1
        foreign = [word for word in target if word in source and len(word) > 1 and self._used[word] <= seen]
        if foreign and (both[0] == both[1] or _is_much(foreign, target)):
            what = f"“{' '.join(foreign[:6])}” is not translated"
            yield TranslationFinding(
                "source", what, "translate it; if it is the same in both languages, add it to the glossary"
            )


def _is_much(foreign: Sequence[str], words: Sequence[str]) -> bool:
    """Whether words of the source are so many, or so close together, that it is no chance."""
    together = any(one in foreign and other in foreign for one, other in pairwise(words))
    return len(set(foreign)) >= 2 and (together or len(foreign) >= _FOREIGN_SHARE * len(words))


def _visible(text: str) -> str:
    return " ".join(prose_of(text).split())


_MEANT = re.compile(r"meant:\s*(.+)", re.IGNORECASE)
_MOST_EXCHANGED = 30
_SHORT = 60
"""Characters up to which one kind of fault tells a translation that belongs to another text."""


def judge(
    catalogue: Catalogue, messages: Sequence[Message], glossary: Glossary, pair: Pair
) -> Iterator[tuple[PoEntry, TranslationFinding]]:
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


def _not_meant(entry: PoEntry, vocabulary: Vocabulary, usual: Usual) -> list[TranslationFinding]:
    """What is wrong with a translation, each once."""
    meant = meant_by(entry)
    return [one for one in dict.fromkeys(_findings(entry, vocabulary, usual)) if one.kind not in meant]


def _is_quite_other(entry: PoEntry, findings: Sequence[TranslationFinding]) -> bool:
    """Whether a translation may be that of another text: a long one is wrong in several ways then."""
    return len(entry.text) <= _SHORT or len({finding.kind for finding in findings}) > 1


def _lacks_values(entry: PoEntry) -> bool:
    return placeholders(entry.text) != placeholders(entry.strings[0])


def _is_kept(entry: PoEntry) -> bool:
    """Whether a translation is its source, small letters and typography aside: a name, or not translated at all."""
    return line_of(entry.text) == line_of(entry.strings[0])


def _swapped(entry: PoEntry, other: PoEntry) -> list[TranslationFinding]:
    what = f"the translation fits {quoted(other.text)}, and the one in line {other.string_place.line} fits here"
    return [TranslationFinding("swapped", what, "exchange the two translations")]


def meant_by(entry: PoEntry) -> frozenset[str]:
    """What a translator says is meant: ``# meant: term, order``."""
    found = (_MEANT.fullmatch(comment.strip()) for comment in entry.comments)
    return frozenset(name.strip() for match in found if match for name in match[1].split(","))


def _findings(entry: PoEntry, vocabulary: Vocabulary, usual: Usual) -> Iterator[TranslationFinding]:
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


def _forms(entry: PoEntry) -> list[tuple[str, str]]:
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
