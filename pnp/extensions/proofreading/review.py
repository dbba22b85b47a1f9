"""The entries of a catalogue → findings: differences between a translation and its source.

Numbers, icons, values, links, emphasis, plurals and terms are compared. Translations that are cut off or left in the
source language are found by comparison with the rest of the catalogue: the usual ratio of lengths, and the words of
the source that no other translation uses.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from itertools import accumulate, pairwise

from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.patterns import lazy_pattern
from pnp.extensions.proofreading.terms import (
    LONGEST_WHOLE,
    TextPair,
    TranslationFault,
    TranslationFinding,
    Vocabulary,
    with_declared_forms,
)
from pnp.text.catalogue import Catalogue, Message
from pnp.text.glossary import Glossary, Pair
from pnp.text.literals import numbers_of
from pnp.text.phrases import has_other_script, line_of, parts_of, plain_word, prose_of, words_of
from pnp.text.placeholders import (
    ICON,
    NUMBER,
    has_balanced_emphasis,
    link_targets,
    placeholder_order,
    split_sentences,
    unclosed_expression,
    without_expressions,
)
from pnp.text.po_reader import PoEntry

_EXCHANGED = 2
_SYMBOLS = ("min", "mm", "cm", "kg", "pdf")
"""Signs for units and formats, which are the same in every language."""

_BOLD = lazy_pattern(r"(?<!\\)\*\*")
_ITALIC = lazy_pattern(r"(?<![\\*])\*(?!\*)")


def numbers(source: str, target: str, pair: Pair) -> Iterator[TranslationFinding]:
    """Report numbers, in words or figures, in whose place the translation has others.

    Where the project has rules for negations, and so for the pair's idioms, a number without a counterpart is reported
    as well. A number in an idiom needs no counterpart, but may be one: *the two* for *les deux*. Long texts with
    another number of sentences (free translations) are skipped. A sum may be in parts: *Forty & Eight* as *40, 8*.
    """
    if len(source) > LONGEST_WHOLE and len(split_sentences(source)) != len(split_sentences(target)):
        return
    idioms = pair.head.idioms
    source_numbers = numbers_of(source, pair.source, idioms.get(pair.source, ()))
    target_numbers = numbers_of(target, pair.target, idioms.get(pair.target, ()))
    if source_numbers == target_numbers:
        return
    lost = source_numbers - numbers_of(target, pair.target, with_doubtful=True)
    new = target_numbers - numbers_of(source, pair.source, with_doubtful=True)
    if sum(lost.elements()) == sum(new.elements()) or _is_limit_moved(source, lost, new):
        return
    is_literal = pair.head.negations and not has_other_script(target)
    if (lost or new) if is_literal else lost and lost.total() == new.total():
        what = f"the numbers differ: the source has {_listed(lost)}, the translation {_listed(new)} instead"
        figure = next((str(number) for number in sorted(new) if str(number) in target), "")
        fix = "write the number of the source"
        yield TranslationFinding("number", what, fix, is_relative=True, piece=figure)


def _is_limit_moved(source: str, lost: Counter[int], new: Counter[int]) -> bool:
    """Whether a limit may stand for the number beside it: *more than 8* for *at least 9*."""
    pairs = list(zip(sorted(lost.elements()), sorted(new.elements()), strict=False))
    return " than " in line_of(source) and all(abs(first - second) == 1 for first, second in pairs)


def order(source: str, target: str, pair: Pair) -> Iterator[TranslationFinding]:
    """Report values, icons and links whose number or order differs from the source.

    Icons that only one of the texts has are reported by pnp.text.catalogue_check.
    """
    source_parts, target_parts = placeholder_order(source), placeholder_order(target)
    source_names, target_names = [part[0] for part in source_parts], [part[0] for part in target_parts]
    icons = Counter(filter(ICON.fullmatch, source_names)), Counter(filter(ICON.fullmatch, target_names))
    if icons[0] != icons[1] and icons[0].keys() == icons[1].keys():
        name = next(iter((icons[0] - icons[1]) + (icons[1] - icons[0])))
        what = f"{name} is {icons[1][name]}× in the translation, {icons[0][name]}× in the source"
        yield TranslationFinding("order", what, "show it as often as the source")
    elif Counter(source_names) == Counter(target_names) and source_names != target_names:
        at = next(at for at in range(len(source_names)) if source_names[at] != target_names[at])
        if not _may_exchange(source, source_parts, target_names, at, pair):
            what = f"{target_names[at]} stands where the source has {source_names[at]}"
            yield TranslationFinding(
                "order",
                what,
                "put them into the order of the source, or mark it as intended: # meant: order",
                piece=target[target_parts[at][1] : target_parts[at][2]],
            )
    if sorted(link_targets(source)) != sorted(link_targets(target)):
        yield TranslationFinding(
            "order", "links lead to other places than in the source", "keep the target of each link"
        )


def emphasis(source: str, target: str, pair: Pair) -> Iterator[TranslationFinding]:
    """Report passages in bold or italics whose number differs from the source, or that are not closed."""
    if not has_balanced_emphasis(target):
        return
    for pattern, name in ((_BOLD, "bold"), (_ITALIC, "italics")):
        source_count, target_count = (len(pattern.findall(without_expressions(text))) // 2 for text in (source, target))
        if source_count != target_count:
            what = f"the translation sets {_times(target_count)} in {name}, the source {_times(source_count)}"
            yield TranslationFinding("marks", what, "mark the same words as the source")


def plurals(source: tuple[str, str], target: tuple[str, ...], pair: Pair) -> Iterator[TranslationFinding]:
    """Report forms for one and for several things that are alike or exchanged.

    Only in languages with two forms whose rules list words with a single form: *Spieler*, *fois*. Hungarian and
    Turkish, whose nouns stay singular after a number, are not compared.
    """
    singular, plural = words_of(target[0]), words_of(target[-1])
    invariable = [_invariable(word) for word in pair.head.invariable]
    if len(target) != 2 or not invariable or words_of(source[0]) == words_of(source[1]) or not singular:
        return
    counted = _COUNTED.search(target[-1])
    is_invariable = any(pattern.fullmatch(word) for pattern in invariable for word in singular)
    if singular == plural and counted and not is_invariable:
        yield TranslationFinding("plural", "the singular and the plural form are the same", "translate each form")
    ends = tuple(pair.head.plural_endings)
    if ends and _ending(singular, ends) > _ending(plural, ends):
        yield TranslationFinding(
            "plural", "the singular form reads like a plural, the plural form does not", "exchange the forms"
        )


_COUNTED = lazy_pattern(r"(?:\{n\}|%\w*)[\s\u00a0\u202f]+[^\W\d_]{3,}(?!\w|\.\S|\.$)")
"""A number and the whole word after it, which is not an abbreviation or a unit."""


@lru_cache(maxsize=256)
def _invariable(phrase: str) -> re.Pattern[str]:
    """The words that a phrase with stars stands for: ``*chen`` for Mädchen."""
    return re.compile("|".join(re.escape(part).replace(r"\*", ".*") for part in parts_of(phrase)))


def _may_exchange(
    source: str, source_parts: list[tuple[str, int, int]], target_names: list[str], at: int, pair: Pair
) -> bool:
    """Whether two neighbours may have exchanged their places around a word: Anna's 7, le 7 d'Anna."""
    names = [part[0] for part in source_parts]
    swapped = [*names[:at], *reversed(names[at : at + 2]), *names[at + 2 :]]
    between = line_of(
        source[source_parts[at][2] : source_parts[at + 1][1]] if at + 1 < len(source_parts) else ""
    ).split()
    return target_names == swapped and 0 < len(between) <= _EXCHANGED and between[0] in pair.head.exchange


def _ending(words: list[str], ends: tuple[str, ...]) -> int:
    return sum(word.endswith(ends) for word in words)


def _listed(values: Counter[int]) -> str:
    return ", ".join(map(str, values.elements())) or "none"


def _times(times: int) -> str:
    return {0: "nothing", 1: "one passage"}.get(times, f"{times} passages")


_SHORTEST = 12
_SHARES = ((100, 0.68, 1.8), (50, 0.55, 2.0), (25, 0.45, 2.2))
"""For texts of at least so many characters, the smallest and the largest ratio to the usual length."""
_FEWER = 0.7
"""The smallest ratio if the translation has fewer sentences."""
_ENOUGH_TEXTS = 20
_DENSE_RATIO = 0.4
_IDEOGRAPH = lazy_pattern(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
"""A sign of Japanese, Chinese or Korean."""
_END = lazy_pattern(r"([.!?:;…。．！？：；।॥؟؛۔։።។။།༎])[\s\u00a0\u202f*_»”\")\]」』）]*$")
"""The end of a sentence in any script."""
_ENDLESS = frozenset({"th", "lo"})
"""Languages whose sentences have no sign at their end."""
_LAST = lazy_pattern(r"([^\W\d_]+)[*_\s]*$")
_LOWER = lazy_pattern(r"(?<!\w)[^\W\d_A-ZÀ-Þ][^\W\d_]+")
_NAME = lazy_pattern(r"(?<=[\w,;)] )[^\W\d_a-zà-ÿ][^\W\d_]+")
_FINISHED = (".", "?", ":", ";")
_FOREIGN_SHARE = 0.3
_NAME_SHARE = 0.25
"""A text is a name if at least this share of its words is in no dictionary: *Timothy Musson*."""


@frozen_dataclass
class KnownWords:
    """Whether the dictionary of the source, or of the translation, knows a word; None without a dictionary."""

    in_source: Callable[[str], bool] | None = None
    in_translation: Callable[[str], bool] | None = None


class Usual:
    """The usual length and words of a catalogue's translations, and findings for translations that differ from them."""

    def __init__(
        self, texts: Sequence[TextPair], glossary: Glossary, pair: Pair, known: KnownWords | None = None
    ) -> None:
        self.known = known or KnownWords()
        self.texts = texts
        self.glossary = glossary
        self.pair = pair

    @cached_property
    def ratio(self) -> float:
        """The usual length of a translation divided by that of its source: the median, in which long texts count more.

        With too few texts it is 1, or 0.4 for Japanese, Chinese and Korean, whose words are one or two signs.
        """
        lengths = [(len(_visible(source)), len(_visible(target))) for source, target in self.texts]
        ratios = sorted((target / source, source) for source, target in lengths if source >= _SHORTEST)
        if len(ratios) < _ENOUGH_TEXTS:
            return _DENSE_RATIO if any(_IDEOGRAPH.search(target) for _, target in self.texts) else 1.0
        sums = list(accumulate(length for _, length in ratios))
        return ratios[bisect_left(sums, sums[-1] / 2)][0]

    @cached_property
    def _used(self) -> Counter[str]:
        """The number of translations with each word; those that equal their source do not count."""
        translated = (pair for pair in self.texts if pair[0] != pair[1])
        counts = Counter(word for _, target in translated for word in set(words_of(target)))
        words = [*_SYMBOLS, *self.pair.head.shared, *self.pair.head.words.get(self.pair.target, ())]
        words += [word for term in self.glossary.terms for word in term.forms.get(self.pair.target, ())]
        counts.update(2 * words_of(" ".join((*words, *self.glossary.words.get(self.pair.target, ())))))
        return counts

    def length_faults(self, both: TextPair) -> Iterator[TranslationFinding]:
        """Report a translation that ends too early, or is far longer than its source."""
        source, target = _visible(both[0]), _visible(both[1])
        if source == target:
            return
        ends = [match[1] if (match := _END.search(text)) else "" for text in (source, target)]
        is_spaced = not has_other_script(both[1])
        shares = _SHARES if is_spaced else _SHARES[:-1]  # short texts of signs vary more
        has_ends = self.pair.target not in _ENDLESS
        if has_ends and len(words_of(both[0])) > 1 and ends[0] in _FINISHED and not ends[1] and target:
            yield TranslationFinding(
                "length",
                f"the source ends with “{ends[0]}”, the translation does not",
                "add what is missing",
                is_habit=True,
            )
        elif target.endswith(",") and not source.endswith(","):
            yield TranslationFinding(
                "length", "the translation ends with a comma, as if cut off", "add what is missing"
            )
        elif (last := self._unfinished(both[1], self.pair.target)) and not self._unfinished(both[0], self.pair.source):
            yield TranslationFinding(
                "length", f"the translation ends with “{last}”, as if cut off", "add what is missing"
            )
        elif (share := next((entry for entry in shares if len(source) >= entry[0]), None)) is not None:
            ratio = len(target) / len(source) / self.ratio
            is_fewer = is_spaced and len(split_sentences(both[1])) < len(split_sentences(both[0]))
            if is_fewer and ratio < _FEWER:
                what = "the translation has fewer sentences, and is short"
                yield TranslationFinding("length", what, "translate all of it", is_relative=True)
            elif not share[1] <= ratio <= share[2]:
                says = f"{len(target)} characters for {len(source)}"
                fault = "short" if ratio < 1 else "long"
                what = f"the translation is very {fault}: {says}"
                yield TranslationFinding("length", what, "translate all of it, and no more", is_relative=True)

    def _unfinished(self, text: str, language: str) -> str:
        """Return the last word of a text if no complete text ends with it; else ""."""
        match = _LAST.search(text)
        last = plain_word(match[1]) if match else ""
        return last if last in self.pair.head.unfinished.get(language, ()) else ""

    @cached_property
    def _common(self) -> frozenset[str]:
        """The words that occur in lower case in source texts, which excludes names."""
        words = (word for source, _ in self.texts for word in _LOWER.findall(prose_of(source)))
        return frozenset(map(plain_word, words))

    def untranslated(self, both: TextPair) -> Iterator[TranslationFinding]:
        """Report a translation with words of the source that no other translation uses.

        Names are not reported. Nor are loanwords: a text that equals its source, if the dictionary knows its words, or
        without a dictionary if it is a single word.
        """
        source, target = set(words_of(both[0])), words_of(both[1])
        is_same = both[0] == both[1]
        names = set(map(plain_word, _NAME.findall(prose_of(both[1]))))
        source -= set() if is_same else names
        foreign = [word for word in target if word in source and len(word) > 1 and self._used[word] <= (not is_same)]
        if is_same:
            is_name = sum(not self._is_common(word) for word in target) > _NAME_SHARE * len(target)
            foreign = [word for word in foreign if self._is_common(word) and not self._is_loan(word)]
            is_reported = bool(foreign) and not is_name and (self.known.in_translation is not None or len(target) > 1)
        else:
            is_reported = bool(foreign) and _is_much(foreign, target)
        if is_reported:
            what = f"“{' '.join(foreign[:6])}” is not translated"
            yield TranslationFinding(
                "source",
                what,
                "translate it; if it is the same in both languages, add it to the glossary",
                piece=next((word for word in foreign if word in both[1]), ""),
            )

    def _is_common(self, word: str) -> bool:
        return word in self._common or (self.known.in_source is not None and self.known.in_source(word))

    def _is_loan(self, word: str) -> bool:
        known = self.known.in_translation
        return known is not None and (known(word) or known(word.capitalize()))


def _is_much(foreign: Sequence[str], words: Sequence[str]) -> bool:
    """Whether words of the source are too many, or too close together, to be there by chance."""
    are_adjacent = any(left in foreign and right in foreign for left, right in pairwise(words))
    return len(set(foreign)) >= 2 and (are_adjacent or len(foreign) >= _FOREIGN_SHARE * len(words))


def _visible(text: str) -> str:
    return " ".join(prose_of(text).split())


_DELIBERATE = lazy_pattern(r"meant:\s*(.+)", re.IGNORECASE)


def judge(
    catalogue: Catalogue,
    messages: Sequence[Message],
    glossary: Glossary,
    pair: Pair,
    known: KnownWords | None = None,
) -> Iterator[tuple[PoEntry, TranslationFinding]]:
    """Find faults of translations that are present and up to date, except those marked as intended."""
    entries = [
        entry for entry in catalogue.entries_of(messages) if catalogue.is_translated(entry) and not entry.is_fuzzy
    ]
    entries = [entry for entry in entries if not any(map(unclosed_expression, entry.strings))]
    strings = (string for entry in (*catalogue.column_entries, *catalogue.all_entries) for string in entry.strings)
    glossary = with_declared_forms(glossary, strings, pair.target)
    vocabulary = Vocabulary(glossary, pair)
    usual = Usual([both for entry in entries for both in _forms(entry, catalogue)], glossary, pair, known)
    findings = {entry: _unintended(entry, catalogue, vocabulary, usual) for entry in entries}
    ended = sum(1 for entry in entries if (match := _END.search(_visible(entry.text))) and match[1] in _FINISHED)
    found = [(entry, finding) for entry in entries for finding in findings[entry]]
    yield from _summarized(found, len(entries), ended)


_MOST_RELATIVE = 10
_FREE_SHARE = 0.01
"""A translation is called free if more relative findings of a kind than these occur, in more than this share of its
texts."""


def _summarized(
    findings: Sequence[tuple[PoEntry, TranslationFinding]], texts: int, ended: int
) -> Iterator[tuple[PoEntry, TranslationFinding]]:
    """Yield the findings; those that show a free translation, or a habit of its translators, as one with a count.

    Args:
        findings: The findings of all texts.
        texts: The number of texts.
        ended: The number of source texts that end with a sign.
    """
    counts = Counter(finding.kind for _, finding in findings if finding.is_relative)
    habits = sum(finding.is_habit for _, finding in findings)
    is_habit = habits > _MOST_RELATIVE and 2 * habits > ended
    summarized: set[TranslationFault] = set()
    for number, (entry, finding) in enumerate(findings):
        if finding.is_habit and is_habit:
            if not any(earlier.is_habit for _, earlier in findings[:number]):
                what = f"{finding.what}, as in {habits} of {ended} texts: it may be usual in this language"
                yield entry, replace(finding, what=what)
            continue
        count = counts[finding.kind]
        if not finding.is_relative or count <= max(_MOST_RELATIVE, _FREE_SHARE * texts):
            yield entry, finding
        elif finding.kind not in summarized:
            summarized.add(finding.kind)
            what = f"{finding.what}, as in {count} texts: such a free translation is not compared"
            yield entry, replace(finding, what=what)


def _unintended(entry: PoEntry, catalogue: Catalogue, vocabulary: Vocabulary, usual: Usual) -> list[TranslationFinding]:
    """Return the findings about a translation, each once, except those that its translator marked as intended."""
    deliberate = deliberate_faults(entry)
    findings = dict.fromkeys(_findings(entry, catalogue, vocabulary, usual))
    return [finding for finding in findings if finding.kind not in deliberate]


def deliberate_faults(entry: PoEntry) -> frozenset[str]:
    """Return the kinds of faults that a translator's comment marks as intended: ``# meant: term, order``."""
    matches = (_DELIBERATE.fullmatch(comment.strip()) for comment in entry.comments)
    return frozenset(name.strip() for match in matches if match for name in match[1].split(","))


def _findings(
    entry: PoEntry, catalogue: Catalogue, vocabulary: Vocabulary, usual: Usual
) -> Iterator[TranslationFinding]:
    for both in _forms(entry, catalogue):
        untranslated = list(usual.untranslated(both))
        yield from untranslated
        if not untranslated:
            yield from vocabulary.findings(both, _sentences(both))
        for check in (order, emphasis):
            yield from check(*both, vocabulary.pair)
        if not untranslated:
            yield from numbers(*both, vocabulary.pair)
        yield from usual.length_faults(both)
    if entry.plural is not None and not has_other_script(entry.strings[0]):
        yield from plurals((entry.text, entry.plural), entry.strings, vocabulary.pair)


def _forms(entry: PoEntry, catalogue: Catalogue) -> list[tuple[str, str]]:
    """Return each form of the source with its translation: one pair, or one for each plural form.

    A form for a single number may write it as a word, so it is compared with that number in the source.
    """
    if entry.plural is None:
        return [(entry.text, entry.strings[0])]
    forms = []
    for index, translation in enumerate(entry.strings):
        if not translation:
            continue
        source = entry.text if index == catalogue.plural_rule(1) else entry.plural
        number = catalogue.only_number(index)
        if number is not None and NUMBER not in translation:
            source = source.replace(NUMBER, str(number))
        forms.append((source, translation))
    return forms


def _sentences(both: tuple[str, str]) -> list[tuple[str, str]]:
    """The sentences of the source with those of the translation.

    If their numbers differ, the whole texts are one pair; long texts give none, as a free translation moves statements.
    """
    source_sentences, target_sentences = split_sentences(both[0]), split_sentences(both[1])
    if len(source_sentences) != len(target_sentences):
        return [both] if len(both[0]) <= LONGEST_WHOLE else []
    return [(source, target) for (_, source), (_, target) in zip(source_sentences, target_sentences, strict=True)]
