"""A Frame and what is looked for → each place where it is; and numbers that nobody looks for.

A laid-out face and what must be seen on it → diagnostics where it is not there, hidden, small, or something else is.

A deck without `shows:` is not read; its fields are tried out instead, see pnp.checks.faces.differences.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import accumulate, groupby

from pnp.checks.faces.expected import Expected, squeezed
from pnp.checks.faces.visible import FacePicture, VisibleItem, covered_by, look_at, sights
from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Place, counted
from pnp.core.frame import Box, Frame, Group
from pnp.core.units import Mm
from pnp.layout.legibility import faint_texts
from pnp.layout.surfaces import topmost

ItemKey = tuple[str, str, str]
"""The kind, the words, path or label, and the colour of what is looked for; a colour of "" is any."""

_NUMBER = re.compile(r"[−-]?\d+(?:[.,]\d+)?")

Found = list[tuple[ItemKey, VisibleItem]]
"""Sights, each with what it is taken for."""


def found_on(frame: Frame, keys: Set[ItemKey], with_numbers: bool) -> Found:
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
    standing: dict[tuple[str, str], list[ItemKey]] = {}
    capitals: dict[tuple[str, str], list[ItemKey]] = {}
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


def is_coloured(sight: VisibleItem, colour: str) -> bool:
    """Whether a sight has a colour; "" is any."""
    return not colour or colour in sight.colours


def in_other_colours(frame: Frame, key: ItemKey) -> set[str]:
    """The colours in which what is looked for stands on a frame, where it has not the one that it should have."""
    others = (found for _, found in found_on(frame, {(*key[:2], "")}, with_numbers=False))
    return {colour for found in others if not is_coloured(found, key[2]) for colour in found.colours}


class _Running:
    """The texts of a face, one after the other."""

    def __init__(self, on_face: Sequence[VisibleItem]) -> None:
        self.texts = [(index, sight) for index, sight in enumerate(on_face) if sight.kind == "text"]
        words = [squeezed(sight.what) for _, sight in self.texts]
        self.whole = "".join(words)
        self.ends = list(accumulate(map(len, words)))

    def passages(self, words: str) -> list[tuple[VisibleItem, set[int]]]:
        """Where texts that follow one another say some words: as one sight, and which of the face's sights it takes."""
        return list(self._passages(words))

    def _passages(self, words: str) -> Iterator[tuple[VisibleItem, set[int]]]:
        at = self.whole.find(words) if words else -1
        while at >= 0:
            end = at + len(words)
            parts = self.texts[bisect_right(self.ends, at) : bisect_left(self.ends, end) + 1]
            yield _together([sight for _, sight in parts]), {index for index, _ in parts}
            at = self.whole.find(words, end)


def _together(parts: Sequence[VisibleItem]) -> VisibleItem:
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


LEAST_SEEN = {"text": 0.6, "drawing": 0.4, "card": 0.0}
"""How much of each kind must be in sight."""
LEAST_HEIGHT: Mapping[str, Mm] = {"text": 1.2, "passage": 1.2, "drawing": 1.8, "card": 5.0}
"""How tall each kind must be where nothing is said, mm: capitals of 5 pt, an icon beside them."""
LEAST_COVERED = 0.01
"""How much of a face must be of a colour that it shows."""

CORNER = (0.3, 0.25)
"""How far a corner reaches, in widths and heights of the face: the middle of what stands in it lies there."""
BESIDE: Mm = 1.0
"""How far apart along an order the same words may be and stand in one column or row."""

CLOSE: Mm = 0.35
"""How far from it the colour around something is looked for."""

LONGEST = 40
"""Characters of what is or is not seen that a message shows."""

UPRIGHT = 20.0
"""Degrees by which something may lean and still be upright, or upside down."""


@dataclass(frozen=True)
class Reading:
    """A face to be read.

    Attributes:
        label: What it is, for messages.
        wanted: What must be seen on it.
        others: What must not: what other cards of its deck show instead.
        places: Where `shows:` says so, by name.
        place: Where what else is wrong is told.
        is_complete: Whether every number on it is wanted.
    """

    frame: Frame
    label: str
    wanted: tuple[Expected, ...]
    others: frozenset[ItemKey]
    places: Mapping[str, Place]
    place: Place
    language: str
    is_complete: bool

    @property
    def keys(self) -> frozenset[ItemKey]:
        """All that is looked for on it."""
        return self.others | {want.key for want in self.wanted}


def read(readings: Sequence[Reading], diagnostics: Diagnostics) -> None:
    """Report what is wrong with some faces."""
    found = [found_on(reading.frame, reading.keys, reading.is_complete) for reading in readings]
    looks = look_at(
        [(reading.frame, [sight for _, sight in some]) for reading, some in zip(readings, found, strict=True)]
    )
    for reading, some, look in zip(readings, found, looks, strict=True):
        _FaceReader(reading, some, look, diagnostics).read()


def _counting(want: Expected) -> tuple[ItemKey, str, Mm]:
    """What entries are counted together by: large drawings first, as small ones count for who asks for no size."""
    return want.key, want.on, -(want.size or 0) if want.kind == "drawing" else 0.0


def _is_beside(one: tuple[Mm, str], other: tuple[Mm, str]) -> bool:
    return one[1] == other[1] and other[0] - one[0] < BESIDE


def _cover_of(sights: Sequence[VisibleItem], frame: Frame) -> str:
    """The element that is drawn over texts, by its name; "" where none is known."""
    for sight in sights:
        own = [n for n, element in enumerate(frame.boxes) if sight.what in {text for text, _ in element.texts}]
        above = frame.boxes[max(own) + 1 :] if own else ()
        over = [element.name for element in above if not element.texts and element.box.contains(sight.box, CLOSE)]
        if over:
            return over[0]
    return ""


def _around(sight: VisibleItem, frame: Frame, colour: str) -> bool:
    """Whether most of what lies close around a sight is of a colour."""
    box = sight.box.inset(-CLOSE)
    columns, rows = [
        [start + part * size for part in (0.25, 0.5, 0.75)] for start, size in ((box.x, box.width), (box.y, box.height))
    ]
    points = [(x, y) for x in columns for y in (box.y, box.bottom)] + [(x, y) for y in rows for x in (box.x, box.right)]
    return sum(topmost(frame.items, point) == colour for point in points) > len(points) / 2


@dataclass(frozen=True)
class _FaceReader:
    """One face being read."""

    reading: Reading
    found: Found
    look: FacePicture
    diagnostics: Diagnostics

    def read(self) -> None:
        in_sight: dict[ItemKey, list[VisibleItem]] = {}
        hidden: dict[ItemKey, list[VisibleItem]] = {}
        for (key, sight), share in zip(self.found, self.look.shares, strict=True):
            if share >= LEAST_SEEN[sight.kind]:
                in_sight.setdefault(key, []).append(sight)
            else:
                hidden.setdefault(key, []).append(sight)
        own = sorted(self.reading.wanted, key=_counting)
        for key, same in groupby(own, key=lambda want: want.key):
            left = in_sight.get(key, [])
            for (_, on, size), entries in groupby(same, key=_counting):
                wants, there = list(entries), in_sight.get(key, []) if on else left
                counting = [sight for sight in there if self._counts(sight, on, -size)]
                if not on and len(counting) < len(there) == sum(want.times for want in wants):
                    counting = there  # some are too small, and told so
                left = left if on else [sight for sight in left if sight not in counting]
                self._check(wants, counting, hidden.get(key, []), in_sight.get(key, []))
        for name, entry in groupby(self.reading.wanted, key=lambda want: want.name):
            self._check_order(name, list(entry), in_sight)
        self._check_strays({key: some for key, some in in_sight.items() if key not in {want.key for want in own}})

    def _counts(self, sight: VisibleItem, on: str, size: Mm) -> bool:
        """Whether something in sight is large enough to count, and stands on an element; "" for anywhere."""
        if sight.height < size - 0.01:
            return False
        centre = Box(*sight.centre, 0.0, 0.0)
        return not on or any(one.name == on and one.box.contains(centre) for one in self.reading.frame.boxes)

    def _check(
        self,
        wants: Sequence[Expected],
        seen: Sequence[VisibleItem],
        hidden: Sequence[VisibleItem],
        anywhere: Sequence[VisibleItem],
    ) -> None:
        """Tell whether what is wanted is seen as often as it should be, where it should be, tall enough."""
        kind = wants[0].kind
        if kind == "colour":
            self._check_colour(wants[0])
            return
        times, is_least = sum(want.times for want in wants), any(want.is_least for want in wants)
        name = wants[0].name
        if len(seen) < times or (len(seen) > times and not is_least):
            if hidden and any(wants[0].what in faint.text for faint in faint_texts(self.reading.frame)):
                return  # that it is faint is told by check_contrast
            where, least = f" on {wants[0].on}" if wants[0].on else "", " or more" if is_least else ""
            what = f"{name} is in sight {counted(len(seen), 'time')}{where}, must be {times}{least}"
            cover = _cover_of(hidden, self.reading.frame)
            why = f"{counted(len(hidden), 'more is', 'more are')} hidden, faint, or off the edge" if hidden else ""
            why, fix = (f"{cover} is drawn over it", f"draw {cover} before it") if cover else (why, "")
            if not why and len(anywhere) > len(seen):
                why = (
                    f"{counted(len(anywhere) - len(seen), 'more is', 'more are')} {'elsewhere' if where else 'smaller'}"
                )
            others = in_other_colours(self.reading.frame, wants[0].key) if wants[0].colour and not hidden else ()
            why = f"it must be {wants[0].colour}, and is {', '.join(sorted(others))}" if others else why
            self._report(Code.FACE_UNREAD, name, what, why=why, shown=wants[0].what, fix=fix)
            return
        self._check_around(wants, seen)
        for want in wants:
            self._check_places(want, seen)

    def _check_places(self, want: Expected, seen: Sequence[VisibleItem]) -> None:
        least = want.size or LEAST_HEIGHT[want.kind]
        corners = {index: corner for index, sight in enumerate(seen) if (corner := self._corner(sight))}
        for sight in seen if want.middle is None and want.corners is None else ():
            self._check_height(want, sight, least, "")
        if want.middle is not None:
            middle = [sight for index, sight in enumerate(seen) if index not in corners]
            if not middle:
                self._report(Code.FACE_PLACE, want.name, f"{want.name} is not seen outside the corners")
            else:
                self._check_height(want, max(middle, key=lambda sight: sight.height), want.middle, " in the middle")
        if want.corners is not None:
            if not any((-across, -down) in corners.values() for across, down in corners.values()):
                what = f"{want.name} is not seen in two corners across from each other"
                self._report(Code.FACE_PLACE, want.name, what, why="a hand is fanned, and held either way up")
            for index, (_, row) in corners.items():
                self._check_height(want, seen[index], want.corners, " in a corner")
                self._check_upright(want, seen[index], is_lower=row > 0)
        for index, (column, _) in corners.items() if want.fan is not None else ():
            self._check_fan(want, seen[index].box, want.fan or 0, column)

    def _check_around(self, wants: Sequence[Expected], seen: Sequence[VisibleItem]) -> None:
        """Tell whether enough of what is seen lies on the colour that is wanted around it."""
        for colour, same in groupby(sorted(want.around for want in wants for _ in range(want.times))):
            there = sum(_around(sight, self.reading.frame, colour) for sight in seen) if colour else len(seen)
            if there < len(list(same)):
                what = f"{wants[0].name} does not have {colour} around it"
                self._report(Code.FACE_PLACE, wants[0].name, what, shown=wants[0].what)

    def _check_height(self, want: Expected, sight: VisibleItem, least: Mm, where: str) -> None:
        if sight.height < least - 0.01:
            what = f"{want.name} is {sight.height:.1f} mm tall{where}, must be {least:g} mm"
            self._report(Code.FACE_PLACE, want.name, what)

    def _check_fan(self, want: Expected, ink: Box, fan: Mm, column: int) -> None:
        reach = ink.right if column < 0 else self.reading.frame.width - ink.x
        if reach > fan + 0.01:
            what = f"{want.name} reaches {reach:.1f} mm into the card from its side, may reach {fan:g} mm"
            self._report(Code.FACE_PLACE, want.name, what, why="the next card of a fan hides the rest")

    def _check_upright(self, want: Expected, sight: VisibleItem, is_lower: bool) -> None:
        lean = abs((sight.turn - (180 if is_lower else 0) + 180) % 360 - 180)
        if want.kind in ("text", "passage") and lean > UPRIGHT:
            edge = "lower" if is_lower else "upper"
            self._report(Code.FACE_PLACE, want.name, f"{want.name} is not upright for who sits at the {edge} edge")

    def _corner(self, sight: VisibleItem) -> tuple[int, int] | None:
        """-1 or 1 for left or right, and for top or bottom; None outside the corners."""
        x, y = sight.centre
        across, down = x / self.reading.frame.width, y / self.reading.frame.height
        column = -1 if across <= CORNER[0] else 1 if across >= 1 - CORNER[0] else 0
        row = -1 if down <= CORNER[1] else 1 if down >= 1 - CORNER[1] else 0
        return (column, row) if column and row else None

    def _check_order(
        self, name: str, wants: Sequence[Expected], in_sight: Mapping[ItemKey, Sequence[VisibleItem]]
    ) -> None:
        """Tell whether what one entry wants stands in its order; what stands side by side, or alike, counts once."""
        axis = {"across": 0, "down": 1}.get(wants[0].order)
        if axis is None:
            return
        keys = dict.fromkeys(want.key for want in wants)
        on, size = wants[0].on, wants[0].size or 0.0
        counting = {key: [one for one in in_sight.get(key, ()) if self._counts(one, on, size)] for key in keys}
        placed = sorted((sight.centre[axis], key[1]) for key, some in counting.items() for sight in some)
        found = [words for at, (_, words) in enumerate(placed) if not at or not _is_beside(placed[at - 1], placed[at])]
        if found != [want.what for want in wants if want.times]:
            way = "from left to right" if axis == 0 else "from top to bottom"
            self._report(Code.FACE_PLACE, name, f"{name} is not in its order {way}: {', '.join(found)}")

    def _check_colour(self, want: Expected) -> None:
        own = covered_by(self.look.picture, want.colour)
        others = {key[2] for key in self.reading.others if key[0] == "colour"} - {want.colour}
        most = max(((covered_by(self.look.picture, colour), colour) for colour in others), default=(0.0, ""))
        if own < LEAST_COVERED:
            self._report(
                Code.FACE_COLOUR, want.name, f"{want.name} is not seen: {own:.0%} of the face is of its colour"
            )
        elif most[0] >= own:
            what = f"{want.name} is not told by its colour: the face is rather of another card's"
            self._report(Code.FACE_COLOUR, want.name, what)

    def _check_strays(self, strays: Mapping[ItemKey, Sequence[VisibleItem]]) -> None:
        passages = [want.what for want in self.reading.wanted if want.kind == "passage"]
        for (kind, words, _), seen in strays.items():
            if kind == "passage" and any(words in passage for passage in passages):
                continue  # it is part of what the card itself says
            if kind:
                shown = words
                what, fix = f"what only other cards show is in sight: a {kind}", "take it off, or name it in shows:"
            else:
                shown = seen[0].what
                what, fix = "a number is in sight that shows: does not name", "correct it, or name it in shows:"
            self._report(Code.FACE_STRAY, "", what, shown=shown, fix=fix)

    def _report(self, code: Code, name: str, what: str, *, why: str = "", shown: str = "", fix: str = "") -> None:
        place = self.reading.places.get(name, self.reading.place)
        shown = shown.removeprefix("templates/").removesuffix(".svg")
        label = f"{self.reading.label} ({shown})" if 0 < len(shown) <= LONGEST else self.reading.label
        fix = fix or "correct the template, or what shows: says"
        self.diagnostics.report(code, place, what=what, why=why, fix=fix, card=label, language=self.reading.language)
