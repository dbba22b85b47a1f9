"""A text and its translation → numbers, icons, values, links, emphasis and plurals that do not agree."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from pnp.words.faithful.finding import Finding
from pnp.words.faithful.glossary import Pair
from pnp.words.faithful.plain import line_of, words_of
from pnp.words.faithful.values import has_number_words, numbers_of
from pnp.words.placeholders import ICON, link_targets, placeholder_order, without_expressions

_EXCHANGED = 2
_BOLD = re.compile(r"(?<!\\)\*\*")
_ITALIC = re.compile(r"(?<![\\*])\*(?!\*)")


def numbers(source: str, target: str, pair: Pair) -> Iterator[Finding]:
    """Numbers in words and figures: the same values, as often."""
    idioms = pair.head.idioms
    said = numbers_of(source, pair.source, idioms.get(pair.source, ()))
    heard = numbers_of(target, pair.target, idioms.get(pair.target, ()))
    if said != heard and has_number_words(pair.source) and has_number_words(pair.target):
        lost, new = (said - heard).elements(), (heard - said).elements()
        what = f"the numbers differ: the source has {_listed(lost)}, the translation {_listed(new)} instead"
        yield Finding("number", what, "write the number of the source")


def order(source: str, target: str, pair: Pair) -> Iterator[Finding]:
    """Values, icons and links: as many, and in the order of the source."""
    said, heard = placeholder_order(source), placeholder_order(target)
    names, others = [one[0] for one in said], [one[0] for one in heard]
    icons = Counter(filter(ICON.fullmatch, names)), Counter(filter(ICON.fullmatch, others))
    if icons[0] != icons[1]:
        name = next(iter((icons[0] - icons[1]) + (icons[1] - icons[0])))
        what = f"{name} is {icons[1][name]}× in the translation, {icons[0][name]}× in the source"
        yield Finding("order", what, "show it as often as the source")
    elif Counter(names) == Counter(others) and names != others:
        at = next(at for at in range(len(names)) if names[at] != others[at])
        if not _may_exchange(source, said, others, at, pair):
            what = f"{others[at]} stands where the source has {names[at]}"
            yield Finding(
                "order", what, "put them into the order of the source, or say that it is meant: # meant: order"
            )
    if sorted(link_targets(source)) != sorted(link_targets(target)):
        yield Finding("order", "links lead to other places than in the source", "keep the target of each link")


def emphasis(source: str, target: str, pair: Pair) -> Iterator[Finding]:
    """As much in bold and in italics as in the source."""
    for pattern, name in ((_BOLD, "bold"), (_ITALIC, "italics")):
        said, heard = (len(pattern.findall(without_expressions(text))) // 2 for text in (source, target))
        if said != heard:
            what = f"the translation sets {_times(heard)} in {name}, the source {_times(said)}"
            yield Finding("marks", what, "mark the same words as the source")


def plurals(source: tuple[str, str], target: tuple[str, ...], pair: Pair) -> Iterator[Finding]:
    """Forms for one and for several things: unlike each other, and the right way round."""
    one, many = words_of(target[0]), words_of(target[-1])
    if len(target) < 2 or words_of(source[0]) == words_of(source[1]) or not one:
        return
    invariable = set(words_of(" ".join(pair.head.invariable)))
    if one == many and not invariable & set(one):
        yield Finding("plural", "the forms for one and for several are alike", "write each form")
    ends = tuple(pair.head.plural_endings)
    if ends and _ending(one, ends) > _ending(many, ends):
        yield Finding("plural", "the form for one reads like a plural, that for several does not", "exchange the forms")


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
