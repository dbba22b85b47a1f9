"""A Frame and what is looked for → each place where it is; and numbers that nobody looks for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import replace

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
    taken: set[int] = set()
    for key in sorted(key for key in keys if key[0] == "passage"):
        for passage, parts in _passages(on_face, key[1]):
            found.append((key, passage))
            taken |= parts
    for index, sight in enumerate(on_face):
        if index in taken:
            continue
        words = squeezed(sight.what) if sight.kind == "text" else sight.what
        matching = [key for key in keys if _is_same(key, sight, words)]
        found += [(key, sight) for key in matching]
        if with_numbers and not matching and sight.kind == "text" and _NUMBER.fullmatch(words):
            found.append((("", words, ""), sight))
    return found


def _is_same(key: Key, sight: Sight, words: str) -> bool:
    return key[:2] == (sight.kind, words) and (not key[2] or key[2] in sight.colours)


def _passages(on_face: Sequence[Sight], words: str) -> Iterator[tuple[Sight, set[int]]]:
    """Where texts that follow one another say some words, as one sight each."""
    texts = [(index, sight) for index, sight in enumerate(on_face) if sight.kind == "text"]
    whole, starts = "", []
    for _, sight in texts:
        starts.append(len(whole))
        whole += squeezed(sight.what)
    at = whole.find(words)
    while at >= 0:
        end = at + len(words)
        parts = [
            entry
            for entry, start in zip(texts, starts, strict=True)
            if start < end and start + len(squeezed(entry[1].what)) > at
        ]
        yield _together([sight for _, sight in parts]), {index for index, _ in parts}
        at = whole.find(words, end)


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
    )
