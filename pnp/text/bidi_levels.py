"""A line of text → the level of each of its characters, by the Unicode Bidirectional Algorithm (UAX #9, revision 48).

It implements all rules from X1 to I2, with paired brackets (N0) and isolates, and does not reorder lines. No Python
library that returns levels handles paired brackets: see docs/decisions/0044-scripts.md.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache

MOST_DEPTH = 125
"""Embeddings may be nested up to this level (BD2)."""

MOST_BRACKETS = 63
"""At most this many opening brackets may be open at once (BD16)."""

_EMBEDDINGS = {"RLE": (1, ""), "LRE": (0, ""), "RLO": (1, "R"), "LRO": (0, "L")}
"""Class of a control character → the direction of its embedding (1 is right-to-left), and the class that it forces on
characters."""

_ISOLATES = ("LRI", "RLI", "FSI")
REMOVED = ("RLE", "LRE", "RLO", "LRO", "PDF", "BN")
"""Classes of characters that are never drawn and therefore have no place in the order (X9)."""

_NEUTRAL = ("B", "S", "WS", "ON", *_ISOLATES, "PDI")
_STRONG = {"L": "L", "R": "R", "EN": "R", "AN": "R"}
"""The direction that a class gives to neutral characters and brackets beside it (N0, N1)."""

_CLOSING_PAIRS = (
    "()[]{}༺༻༼༽᚛᚜⁅⁆⁽⁾₍₎⌈⌉⌊⌋〈〉❨❩❪❫❬❭❮❯❰❱❲❳❴❵⟅⟆⟦⟧⟨⟩⟪⟫⟬⟭⟮⟯⦃⦄⦅⦆⦇⦈⦉⦊⦋⦌⦍⦐⦏⦎⦑⦒⦓⦔⦕⦖⦗⦘"
    "⧘⧙⧚⧛⧼⧽⸢⸣⸤⸥⸦⸧⸨⸩⹕⹖⹗⹘⹙⹚⹛⹜〈〉《》「」『』【】〔〕〖〗〘〙〚〛﹙﹚﹛﹜﹝﹞（）［］｛｝｟｠｢｣"
)
_CLOSING = dict(zip(_CLOSING_PAIRS[::2], _CLOSING_PAIRS[1::2], strict=True))
"""Opening bracket → closing bracket (BidiBrackets.txt). U+2329 is treated as its canonical equivalent U+3008."""


def levels_of(line: str, base: int) -> list[int]:
    """Return the level of each character of a line; even ones run from left to right.

    Args:
        line: A paragraph, or a line that is ordered by itself.
        base: The line's own level: 1 if it starts at the right, else 0.
    """
    classes = [_class_of(character) for character in line]
    partners = _partners(classes)
    levels, classes = _explicit(classes, partners, base)
    kept = [n for n, each in enumerate(classes) if each not in REMOVED]
    for run in _sequences(kept, classes, levels, partners):
        _resolve(run, line, classes, levels, base, kept, partners)
    for index in kept:  # I1, I2
        if levels[index] % 2:
            levels[index] += classes[index] in ("L", "EN", "AN")
        else:
            levels[index] += {"R": 1, "EN": 2, "AN": 2}.get(classes[index], 0)
    for index in range(len(line)):  # what is never drawn goes with what stands before it
        if classes[index] in REMOVED:
            levels[index] = levels[index - 1] if index else base
    return levels


@cache
def _class_of(character: str) -> str:
    """Return a character's Bidi_Class; an unassigned character counts as a left-to-right letter."""
    return unicodedata.bidirectional(character) or "L"


def _partners(classes: Sequence[str]) -> dict[int, int]:
    """Return start → end and end → start of each isolate (BD9).

    An isolate without an end goes to the last character.
    """
    partners: dict[int, int] = {}
    starts: list[int] = []
    for index, each in enumerate(classes):
        if each in _ISOLATES:
            starts.append(index)
        elif each == "PDI" and starts:
            start = starts.pop()
            partners[start], partners[index] = index, start
    return partners


def _explicit(classes: Sequence[str], partners: dict[int, int], base: int) -> tuple[list[int], list[str]]:
    """Return the levels and classes after embeddings, overrides and isolates are applied (X1 to X8)."""
    levels, resolved = [], list(classes)
    stack = [(base, "", False)]
    overflow_isolates = overflow_embeddings = valid_isolates = 0
    for index, each in enumerate(classes):
        level, override, _ = stack[-1]
        if each in _EMBEDDINGS or each in _ISOLATES:
            is_isolate = each in _ISOLATES
            levels.append(level)
            if is_isolate and override:
                resolved[index] = override
            direction, inner = _EMBEDDINGS.get(each, (each == "RLI", ""))
            if each == "FSI":
                direction = _first_strong(classes, index + 1, partners.get(index, len(classes)), partners)
            raised = level + 1 + (level % 2 == direction)
            if raised <= MOST_DEPTH and not overflow_isolates and not overflow_embeddings:
                stack.append((raised, inner, is_isolate))
                valid_isolates += is_isolate
            else:
                overflow_isolates += is_isolate
                overflow_embeddings += not is_isolate and not overflow_isolates
        elif each == "PDI":
            if overflow_isolates:
                overflow_isolates -= 1
            elif valid_isolates:
                overflow_embeddings = 0
                while not stack[-1][2]:
                    stack.pop()
                stack.pop()
                valid_isolates -= 1
            level, override, _ = stack[-1]
            levels.append(level)
            resolved[index] = override or each
        elif each == "PDF":
            levels.append(level)
            if not overflow_isolates:
                if overflow_embeddings:
                    overflow_embeddings -= 1
                elif len(stack) > 1 and not stack[-1][2]:
                    stack.pop()
        elif each == "B":
            levels.append(base)
        else:
            levels.append(level)
            if override and each != "BN":
                resolved[index] = override
    return levels, resolved


def _first_strong(classes: Sequence[str], start: int, end: int, partners: dict[int, int]) -> int:
    """Return the direction of the first letter between two offsets, outside isolates (P2, P3)."""
    index = start
    while index < end:
        if classes[index] in ("L", "R", "AL"):
            return int(classes[index] != "L")
        index = partners.get(index, end) if classes[index] in _ISOLATES else index + 1
    return 0


def _sequences(
    kept: Sequence[int], classes: Sequence[str], levels: Sequence[int], partners: dict[int, int]
) -> Iterator[list[int]]:
    """Yield the isolating run sequences of a line: runs of one level, continued after an isolate (X10, BD13)."""
    runs: list[list[int]] = []
    for index in kept:
        if runs and levels[runs[-1][-1]] == levels[index] and classes[runs[-1][-1]] != "B":
            runs[-1].append(index)
        else:
            runs.append([index])
    starting = {run[0]: run for run in runs}
    for run in runs:
        if run[0] in partners and partners[run[0]] < run[0]:
            continue  # it goes on after an isolate
        sequence = list(run)
        while (end := partners.get(sequence[-1], -1)) > sequence[-1] and end in starting:
            sequence += starting[end]
        yield sequence


def _resolve(
    run: list[int],
    line: str,
    classes: list[str],
    levels: Sequence[int],
    base: int,
    kept: Sequence[int],
    partners: dict[int, int],
) -> None:
    """Resolve the classes of a sequence: weak characters, brackets, then neutral characters (W1 to N2)."""
    level = levels[run[0]]
    before, after = kept.index(run[0]) - 1, kept.index(run[-1]) + 1
    has_end = after < len(kept) and (run[-1] in partners or classes[run[-1]] not in _ISOLATES)
    start = _direction(max(level, levels[kept[before]] if before >= 0 else base))
    end = _direction(max(level, levels[kept[after]] if has_end else base))
    originals = {index: classes[index] for index in run}
    _resolve_weak(run, classes, start)
    embedding = _direction(level)
    _resolve_brackets(run, line, classes, originals, start, embedding)
    position = 0
    while position < len(run):
        stop = position
        while stop < len(run) and classes[run[stop]] in _NEUTRAL:
            stop += 1
        if stop > position:  # N1, N2
            left = _STRONG[classes[run[position - 1]]] if position else start
            right = _STRONG[classes[run[stop]]] if stop < len(run) else end
            for index in run[position:stop]:
                classes[index] = left if left == right else embedding
        position = stop + 1


def _direction(level: int) -> str:
    return "R" if level % 2 else "L"


def _resolve_weak(run: Sequence[int], classes: list[str], start: str) -> None:
    """Resolve numbers, their separators and signs, and marks (W1 to W7)."""
    previous = strong = start
    is_arabic = False  # sequences start with L or R, never AL
    for index in run:
        if classes[index] == "NSM":  # W1
            classes[index] = "ON" if previous in (*_ISOLATES, "PDI") else previous
        previous = classes[index]
        if previous in ("L", "R", "AL"):
            is_arabic = previous == "AL"
        elif previous == "EN" and is_arabic:  # W2
            classes[index] = "AN"
    for index in run:
        if classes[index] == "AL":  # W3
            classes[index] = "R"
    for before, index, after in zip(run, run[1:], run[2:], strict=False):  # W4
        if classes[before] == classes[after] and (
            (classes[index] in ("ES", "CS") and classes[before] == "EN")
            or (classes[index] == "CS" and classes[before] == "AN")
        ):
            classes[index] = classes[before]
    position = 0
    while position < len(run):  # W5
        stop = position
        while stop < len(run) and classes[run[stop]] == "ET":
            stop += 1
        beside = [classes[run[place]] for place in (position - 1, stop) if 0 <= place < len(run)]
        if stop > position and "EN" in beside:
            for index in run[position:stop]:
                classes[index] = "EN"
        position = max(stop, position + 1)
    for index in run:
        if classes[index] in ("ES", "ET", "CS"):  # W6
            classes[index] = "ON"
        elif classes[index] in ("L", "R"):
            strong = classes[index]
        elif classes[index] == "EN" and strong == "L":  # W7
            classes[index] = "L"


def _resolve_brackets(
    run: Sequence[int], line: str, classes: list[str], originals: dict[int, str], start: str, embedding: str
) -> None:
    """Give both brackets of a pair the same direction, by what is between and before them (N0)."""
    for opening, closing in _bracket_pairs(run, line, classes):
        inside = [_STRONG[classes[index]] for index in run[opening + 1 : closing] if classes[index] in _STRONG]
        if not inside:
            continue
        direction = embedding
        if embedding not in inside:
            earlier = (_STRONG[classes[index]] for index in reversed(run[:opening]) if classes[index] in _STRONG)
            direction = inside[0] if next(earlier, start) == inside[0] else embedding
        for place in (opening, closing):
            classes[run[place]] = direction
            for index in run[place + 1 :]:
                if originals[index] != "NSM":
                    break
                classes[index] = direction


def _bracket_pairs(run: Sequence[int], line: str, classes: Sequence[str]) -> list[tuple[int, int]]:
    """Return the offsets of paired brackets in a sequence, in the order of the opening ones (BD16)."""
    pairs: list[tuple[int, int]] = []
    waiting: list[tuple[str, int]] = []
    for place, index in enumerate(run):
        if classes[index] != "ON":
            continue
        character = unicodedata.normalize("NFC", line[index])
        if character in _CLOSING:
            if len(waiting) == MOST_BRACKETS:
                return []
            waiting.append((_CLOSING[character], place))
            continue
        for depth in range(len(waiting) - 1, -1, -1):
            if waiting[depth][0] == character:
                pairs.append((waiting[depth][1], place))
                del waiting[depth:]
                break
    return sorted(pairs)
