"""A Frame and what is looked for → each place where it is; and numbers that nobody looks for."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence, Set
from dataclasses import replace
from itertools import accumulate

from pnp.check.faces.sights import Sight, sights
from pnp.check.faces.wanted import squeezed
from pnp.layout.frame import Box, Frame, Group

Key = tuple[str, str, str]
"""The kind, the words, path or label, and the colour of what is looked for; a colour of "" is any."""

_NUMBER = re.compile(r"[−-]?\d+(?:[.,]\d+)?")

Found = list[tuple[Key, Sight]]
"""Sights, each with what it is taken for."""


def found_on(frame: Frame, keys: Set[Key], with_numbers: bool) -> Found:
    """What there is on a frame of what is looked for.

    Args:
        frame: Where to look.
        keys: What is looked for.
        with_numbers: Whether numbers standing alone are found that nobody looks for; their kind is "".
    """
    found: Found = []
    on_face = sights(frame)
    reading = _Running(on_face)
    taken: set[int] = set()
    standing: dict[tuple[str, str], list[Key]] = {}
    capitals: dict[tuple[str, str], list[Key]] = {}
    for key in sorted(keys):
        if key[0] == "passage":
            for passage, parts in reading.passages(key[1]) or reading.passages(key[1].upper()):
                if is_coloured(passage, key[2]):
                    found.append((key, passage))
                    taken |= parts
        else:
            standing.setdefault(key[:2], []).append(key)
            if key[0] == "text":
                capitals.setdefault((key[0], key[1].upper()), []).append(key)  # uppercase: sets it so
    for index, sight in enumerate(on_face):
        if index in taken:
            continue
        words = squeezed(sight.what) if sight.kind == "text" else sight.what
        same = standing.get((sight.kind, words)) or capitals.get((sight.kind, words), [])
        matching = [key for key in same if is_coloured(sight, key[2])]
        found += [(key, sight) for key in matching]
        if with_numbers and not matching and sight.kind == "text" and _NUMBER.fullmatch(words):
            found.append((("", words, ""), sight))
    return found


def is_coloured(sight: Sight, colour: str) -> bool:
    """Whether a sight has a colour; "" is any."""
    return not colour or colour in sight.colours


def in_other_colours(frame: Frame, key: Key) -> set[str]:
    """The colours in which what is looked for stands on a frame, where it has not the one that it should have."""
    others = (found for _, found in found_on(frame, {(*key[:2], "")}, with_numbers=False))
    return {colour for found in others if not is_coloured(found, key[2]) for colour in found.colours}


class _Running:
    """The texts of a face, one after the other."""

    def __init__(self, on_face: Sequence[Sight]) -> None:
        self.texts = [(index, sight) for index, sight in enumerate(on_face) if sight.kind == "text"]
        words = [squeezed(sight.what) for _, sight in self.texts]
        self.whole = "".join(words)
        self.ends = list(accumulate(map(len, words)))

    def passages(self, words: str) -> list[tuple[Sight, set[int]]]:
        """Where texts that follow one another say some words: as one sight, and which of the face's sights it takes."""
        return list(self._passages(words))

    def _passages(self, words: str) -> Iterator[tuple[Sight, set[int]]]:
        at = self.whole.find(words) if words else -1
        while at >= 0:
            end = at + len(words)
            parts = self.texts[bisect_right(self.ends, at) : bisect_left(self.ends, end) + 1]
            yield _together([sight for _, sight in parts]), {index for index, _ in parts}
            at = self.whole.find(words, end)


def _together(parts: Sequence[Sight]) -> Sight:
    """Several texts as one."""
    left, top = min(part.box.x for part in parts), min(part.box.y for part in parts)
    box = Box(left, top, max(p.box.right for p in parts) - left, max(p.box.bottom for p in parts) - top)
    return replace(
        parts[0],
        box=box,
        height=min(part.height for part in parts),
        trails=tuple(trail for part in parts for trail in part.trails),
        silhouette=Group(tuple(part.silhouette for part in parts)),
        colours=frozenset.intersection(*(part.colours for part in parts)),
    )
