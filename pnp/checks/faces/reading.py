"""Laid-out faces and their expected items → diagnostics for items that are missing, hidden, small, misplaced or stray.

A deck without `shows:` is not read; its fields are tried out instead, see pnp.checks.faces.alike.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import accumulate, groupby

from pnp.checks.faces.expected import ZERO_WIDTH_SPACE, ExpectedItem, squeezed
from pnp.checks.faces.visible import FacePicture, VisibleItem, covered_by, look_at, together, visible_items
from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Place, counted
from pnp.core.frame import Box, Frame
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.patterns import lazy_pattern
from pnp.core.units import Mm
from pnp.layout.contrast import faint_texts
from pnp.layout.surfaces import topmost
from pnp.text.bidi import is_right_to_left
from pnp.text.segmentation import has_breaks_inside

ItemKey = tuple[str, str, str]
"""The kind of a searched item; its words, path or label; and its colour, "" for any."""

_NUMBER = lazy_pattern(r"[−-]?\d+(?:[.,]\d+)?")

ItemMatches = list[tuple[ItemKey, VisibleItem]]
"""Items of a face, each after the searched item that it matches."""


def match_items(frame: Frame, keys: Set[ItemKey], with_numbers: bool) -> ItemMatches:
    """Return the items of a frame that match searched items.

    Args:
        frame: The face to search.
        keys: The searched items.
        with_numbers: Whether to add numbers that stand alone and match nothing, with the kind "".
    """
    matches: ItemMatches = []
    on_face = visible_items(frame)
    reading = _RunningText(on_face)
    drain: set[int] = set()
    standing: dict[tuple[str, str], list[ItemKey]] = {}
    capitals: dict[tuple[str, str], list[ItemKey]] = {}
    for key in sorted(keys):
        if key[0] == "passage":
            for passage, parts in reading.passages(key[1]) or reading.passages(key[1].upper()):
                if is_coloured(passage, key[2]):
                    matches.append((key, passage))
                    drain |= parts
        elif key[0] == "text" and has_breaks_inside(key[1]) and (whole := reading.whole_texts(key[1])):
            matches += [(key, item) for item in whole if is_coloured(item, key[2])]
        else:
            standing.setdefault(key[:2], []).append(key)
            if key[0] == "text":
                capitals.setdefault((key[0], key[1].upper()), []).append(key)  # uppercase: sets it so
    for index, item in enumerate(on_face):
        if index in drain:
            continue
        words = squeezed(item.what) if item.kind == "text" else item.what
        candidates = standing.get((item.kind, words)) or capitals.get((item.kind, words), [])
        matching = [key for key in candidates if is_coloured(item, key[2])]
        matches += [(key, item) for key in matching]
        if with_numbers and not matching and item.kind == "text" and _NUMBER.fullmatch(words):
            matches.append((("", words, ""), item))
    return matches


def is_coloured(item: VisibleItem, colour: str) -> bool:
    """Return whether an item has a colour; "" is any."""
    return not colour or colour in item.colours


def wrong_colours(frame: Frame, key: ItemKey) -> set[str]:
    """Return the colours of items on a frame that match a searched item except for its colour."""
    items = (item for _, item in match_items(frame, {(*key[:2], "")}, with_numbers=False))
    return {colour for item in items if not is_coloured(item, key[2]) for colour in item.colours}


class _RunningText:
    """The texts of a face, one after another, so that passages across several texts can be found."""

    def __init__(self, on_face: Sequence[VisibleItem]) -> None:
        self.texts = [(index, item) for index, item in enumerate(on_face) if item.kind == "text"]
        words = [squeezed(item.what) for _, item in self.texts]
        self.whole = "".join(words)
        self.ends = list(accumulate(map(len, words)))

    def passages(self, words: str) -> list[tuple[VisibleItem, set[int]]]:
        """Return each run of texts that contains some words, as one item, with the indices of the joined texts."""
        return list(self._passages(words))

    def whole_texts(self, words: str) -> list[VisibleItem]:
        """Return each run of whole texts that consists of some words, as one item, for scripts without spaces."""
        starts = {0, *self.ends}
        runs = self._spans(words)
        return [together([item for _, item in parts]) for at, end, parts in runs if at in starts and end in starts]

    def _passages(self, words: str) -> Iterator[tuple[VisibleItem, set[int]]]:
        for _, _, parts in self._spans(words):
            yield together([item for _, item in parts]), {index for index, _ in parts}

    def _spans(self, words: str) -> Iterator[tuple[int, int, list[tuple[int, VisibleItem]]]]:
        """Yield where some words begin and end in the joined texts, and the texts that contain them."""
        at = self.whole.find(words) if words else -1
        while at >= 0:
            end = at + len(words)
            yield at, end, self.texts[bisect_right(self.ends, at) : bisect_left(self.ends, end) + 1]
            at = self.whole.find(words, end)


MIN_VISIBLE = {"text": 0.6, "drawing": 0.4, "card": 0.0}
"""For each kind: the smallest share of an item that must be visible."""
MIN_INSIDE = 2 / 3
"""At least this share of a drawing's box must be inside the trim."""
MIN_HEIGHT: Mapping[str, Mm] = {"text": 1.2, "passage": 1.2, "drawing": 1.8, "card": 5.0}
"""For each kind: the smallest height if `shows:` gives none, mm: that of capitals of 5 pt, and of an icon beside
them."""
MIN_COVERED = 0.01
"""A face that must show a colour must have it on at least this share."""

CORNER = (0.3, 0.25)
"""The size of a corner, as shares of the width and height of the face; an item is in a corner if its middle is."""
BESIDE: Mm = 1.0
"""Equal words at most this far apart along an order count as one column or row."""

CLOSE: Mm = 0.35
"""How far outside an item's box the colour around it is sampled."""

LONGEST = 40
"""A message quotes at most this many characters of an item."""

UPRIGHT = 20.0
"""Something may lean by this many degrees and still count as upright, or upside down."""


@frozen_dataclass
class FaceToRead:
    """A face to be read.

    Attributes:
        label: Its name in messages.
        expected: The items that must be visible on it.
        unexpected: The items that must not be visible on it: those that other cards of its deck show instead.
        allowed: The items that may also be visible, in further languages of an edition in several.
        places: The place of each entry of `shows:`, by name.
        place: The place of faults that belong to no entry.
        is_complete: Whether all its numbers are expected, so that any other number is a fault.
    """

    frame: Frame
    label: str
    expected: tuple[ExpectedItem, ...]
    unexpected: frozenset[ItemKey]
    places: Mapping[str, Place]
    place: Place
    language: str
    is_complete: bool
    allowed: frozenset[ItemKey] = frozenset()

    @property
    def keys(self) -> frozenset[ItemKey]:
        """Return all items to search on it."""
        return self.unexpected | self.allowed | {want.key for want in self.expected}


def read(readings: Sequence[FaceToRead], diagnostics: Diagnostics) -> None:
    """Report the faults of some faces."""
    matches = [match_items(reading.frame, reading.keys, reading.is_complete) for reading in readings]
    looks = look_at(
        [(reading.frame, [item for _, item in some]) for reading, some in zip(readings, matches, strict=True)]
    )
    for reading, some, look in zip(readings, matches, looks, strict=True):
        _FaceReader(reading, some, look, diagnostics).read()


def _counting(want: ExpectedItem) -> tuple[ItemKey, str, Mm]:
    """Return the key under which expected items are counted together.

    Large drawings come first, as small ones also count for an entry without a size.
    """
    return want.key, want.on, -(want.size or 0) if want.kind == "drawing" else 0.0


def _is_beside(first: tuple[Mm, str], second: tuple[Mm, str]) -> bool:
    return first[1] == second[1] and second[0] - first[0] < BESIDE


def _cover_of(items: Sequence[VisibleItem], frame: Frame) -> str:
    """Return the name of the element that is drawn over texts; "" if none is known."""
    for item in items:
        own = [n for n, element in enumerate(frame.boxes) if item.what in {text for text, _ in element.texts}]
        above = frame.boxes[max(own) + 1 :] if own else ()
        over = [element.name for element in above if not element.texts and element.box.contains(item.box, CLOSE)]
        if over:
            return over[0]
    return ""


def _between(box: Box, other: Box) -> Mm:
    """Return the distance between two boxes; 0 if they touch."""
    across = max(box.x - other.right, other.x - box.right, 0.0)
    down = max(box.y - other.bottom, other.y - box.bottom, 0.0)
    return math.hypot(across, down)


def _around(item: VisibleItem, frame: Frame, colour: str) -> bool:
    """Whether most of twelve points close around an item have a colour.

    The points lie on a box CLOSE mm larger on each side, at a quarter, half and three quarters of each edge.
    """
    box = item.box.inset(-CLOSE)
    columns, rows = [
        [start + part * size for part in (0.25, 0.5, 0.75)] for start, size in ((box.x, box.width), (box.y, box.height))
    ]
    points = [(x, y) for x in columns for y in (box.y, box.bottom)] + [(x, y) for y in rows for x in (box.x, box.right)]
    return sum(topmost(frame.items, point) == colour for point in points) > len(points) / 2


@frozen_dataclass
class _FaceReader:
    """Compares one face with its expected items and reports the differences."""

    reading: FaceToRead
    matches: ItemMatches
    look: FacePicture
    diagnostics: Diagnostics

    def read(self) -> None:
        visible: dict[ItemKey, list[VisibleItem]] = {}
        hidden: dict[ItemKey, list[VisibleItem]] = {}
        for (key, item), share in zip(self.matches, self.look.shares, strict=True):
            if share >= MIN_VISIBLE[item.kind] and self._is_inside(item):
                visible.setdefault(key, []).append(item)
            else:
                hidden.setdefault(key, []).append(item)
        own = sorted(self.reading.expected, key=_counting)
        for key, of_key in groupby(own, key=lambda want: want.key):
            uncounted = visible.get(key, [])
            for (_, on, size), entries in groupby(of_key, key=_counting):
                wants, available = list(entries), visible.get(key, []) if on else uncounted
                counting = [item for item in available if self._counts(item, on, -size)]
                if not on and len(counting) < len(available) == sum(want.times for want in wants):
                    counting = available  # some are too small, which _check_height reports
                uncounted = uncounted if on else [item for item in uncounted if item not in counting]
                self._check(wants, counting, hidden.get(key, []), visible.get(key, []))
        for name, entry in groupby(self.reading.expected, key=lambda want: want.name):
            of_entry = list(entry)
            self._check_order(name, of_entry, visible)
            self._check_near(name, of_entry, visible)
        usual = self.reading.allowed | {want.key for want in own}
        self._check_strays({key: some for key, some in visible.items() if key not in usual})

    def _is_inside(self, item: VisibleItem) -> bool:
        """Whether enough of a drawing is inside the trim: 2/3 of it, or, for a ground, half of the face."""
        box, frame = item.box, self.reading.frame
        across = min(box.right, frame.width) - max(box.x, 0.0)
        down = min(box.bottom, frame.height) - max(box.y, 0.0)
        least = min(MIN_INSIDE * box.width * box.height, frame.width * frame.height / 2)
        return item.kind != "drawing" or max(across, 0.0) * max(down, 0.0) >= least

    def _counts(self, item: VisibleItem, on: str, size: Mm) -> bool:
        """Whether an item is large enough to count and is on an element; "" for anywhere."""
        if item.height < size - 0.01:
            return False
        centre = Box(*item.centre, 0.0, 0.0)
        return not on or any(
            element.name == on and element.box.contains(centre) for element in self.reading.frame.boxes
        )

    def _check(
        self,
        wants: Sequence[ExpectedItem],
        items: Sequence[VisibleItem],
        hidden: Sequence[VisibleItem],
        anywhere: Sequence[VisibleItem],
    ) -> None:
        """Report items that are not visible as often as required, where required, or tall enough."""
        kind = wants[0].kind
        if kind == "colour":
            self._check_colour(wants[0])
            return
        times, is_least = sum(want.times for want in wants), any(want.is_least for want in wants)
        name = wants[0].name
        if len(items) < times or (len(items) > times and not is_least):
            if hidden and any(wants[0].what in faint.text for faint in faint_texts(self.reading.frame)):
                return  # check_contrast reports that it is faint
            where, least = f" on {wants[0].on}" if wants[0].on else "", " or more" if is_least else ""
            what = f"{name} is visible {counted(len(items), 'time')}{where}, must be {times}{least}"
            if ZERO_WIDTH_SPACE in wants[0].what:
                why, fix = "its text has a zero-width space (U+200B), which nobody sees", "delete it from the text"
                self._report(Code.FACE_UNREAD, name, what, why=why, fix=fix)
                return
            cover = _cover_of(hidden, self.reading.frame)
            why = f"{counted(len(hidden), 'more is', 'more are')} hidden, faint, or off the edge" if hidden else ""
            why, fix = (f"{cover} is drawn over it", f"draw {cover} before it") if cover else (why, "")
            if not why and len(anywhere) > len(items):
                more = counted(len(anywhere) - len(items), "more is", "more are")
                why = f"{more} {'elsewhere' if where else 'smaller'}"
            wrong = wrong_colours(self.reading.frame, wants[0].key) if wants[0].colour and not hidden else ()
            why = f"it must be {wants[0].colour}, and is {', '.join(sorted(wrong))}" if wrong else why
            self._report(Code.FACE_UNREAD, name, what, why=why, quoted=wants[0].what, fix=fix)
            return
        self._check_around(wants, items)
        for want in wants:
            self._check_places(want, items)

    def _check_places(self, want: ExpectedItem, items: Sequence[VisibleItem]) -> None:
        least = want.size or MIN_HEIGHT[want.kind]
        for item in items if want.turned is not None else ():
            if abs((item.turn - (want.turned or 0.0) + 180) % 360 - 180) > UPRIGHT:
                what = f"{want.name} is turned by {item.turn % 360:.0f}°, must be by {want.turned:g}°"
                self._report(Code.FACE_PLACE, want.name, what, quoted=want.what)
        corners = {index: corner for index, item in enumerate(items) if (corner := self._corner(item))}
        for item in items if want.middle is None and want.corners is None else ():
            self._check_height(want, item, least, "")
        if want.middle is not None:
            middle = [item for index, item in enumerate(items) if index not in corners]
            if not middle:
                self._report(Code.FACE_PLACE, want.name, f"{want.name} is not visible outside the corners")
            else:
                self._check_height(want, max(middle, key=lambda item: item.height), want.middle, " in the middle")
        if want.corners is not None:
            if not any((-across, -down) in corners.values() for across, down in corners.values()):
                what = f"{want.name} is not visible in two opposite corners"
                self._report(Code.FACE_PLACE, want.name, what, why="players hold cards in a fan, either way up")
            for index, (_, row) in corners.items():
                self._check_height(want, items[index], want.corners, " in a corner")
                self._check_upright(want, items[index], is_lower=row > 0)
        for index, (column, _) in corners.items() if want.fan is not None else ():
            self._check_fan(want, items[index].box, want.fan or 0, column)

    def _check_around(self, wants: Sequence[ExpectedItem], items: Sequence[VisibleItem]) -> None:
        """Report items of which too few have the required colour around them."""
        for colour, group in groupby(sorted(want.around for want in wants for _ in range(want.times))):
            surrounded = sum(_around(item, self.reading.frame, colour) for item in items) if colour else len(items)
            if surrounded < len(list(group)):
                what = f"{wants[0].name} does not have {colour} around it"
                self._report(Code.FACE_PLACE, wants[0].name, what, quoted=wants[0].what)

    def _check_height(self, want: ExpectedItem, item: VisibleItem, least: Mm, where: str) -> None:
        if item.height < least - 0.01:
            what = f"{want.name} is {item.height:.1f} mm tall{where}, must be {least:g} mm"
            self._report(Code.FACE_PLACE, want.name, what)

    def _check_fan(self, want: ExpectedItem, ink: Box, fan: Mm, column: int) -> None:
        reach = ink.right if column < 0 else self.reading.frame.width - ink.x
        if reach > fan + 0.01:
            what = f"{want.name} reaches {reach:.1f} mm into the card from its side, may reach {fan:g} mm"
            self._report(Code.FACE_PLACE, want.name, what, why="the next card of a fan hides the rest")

    def _check_upright(self, want: ExpectedItem, item: VisibleItem, is_lower: bool) -> None:
        lean = abs((item.turn - (180 if is_lower else 0) + 180) % 360 - 180)
        if want.kind in ("text", "passage") and lean > UPRIGHT:
            edge = "lower" if is_lower else "upper"
            self._report(Code.FACE_PLACE, want.name, f"{want.name} is not upright for a player at the {edge} edge")

    def _corner(self, item: VisibleItem) -> tuple[int, int] | None:
        """Return -1 or 1 for left or right, and -1 or 1 for top or bottom; None outside the corners."""
        x, y = item.centre
        across, down = x / self.reading.frame.width, y / self.reading.frame.height
        column = -1 if across <= CORNER[0] else 1 if across >= 1 - CORNER[0] else 0
        row = -1 if down <= CORNER[1] else 1 if down >= 1 - CORNER[1] else 0
        return (column, row) if column and row else None

    def _check_order(
        self, name: str, wants: Sequence[ExpectedItem], visible: Mapping[ItemKey, Sequence[VisibleItem]]
    ) -> None:
        """Report items of an entry that are out of order; equal items side by side count once."""
        axis = {"across": 0, "down": 1}.get(wants[0].order)
        if axis is None:
            return
        keys = dict.fromkeys(want.key for want in wants)
        on, size = wants[0].on, wants[0].size or 0.0
        counting = {key: [item for item in visible.get(key, ()) if self._counts(item, on, size)] for key in keys}
        placed = sorted((item.centre[axis], key[1]) for key, some in counting.items() for item in some)
        actual = [words for at, (_, words) in enumerate(placed) if not at or not _is_beside(placed[at - 1], placed[at])]
        expected = [want.what for want in wants if want.times]
        if axis == 0 and actual == expected[::-1] and any(map(is_right_to_left, self.reading.language.split("+"))):
            return  # its template or its group is turned round
        if actual != expected:
            way = "from left to right" if axis == 0 else "from top to bottom"
            self._report(Code.FACE_PLACE, name, f"{name} is not in its order {way}: {', '.join(actual)}")

    def _check_near(
        self, name: str, wants: Sequence[ExpectedItem], visible: Mapping[ItemKey, Sequence[VisibleItem]]
    ) -> None:
        """Report values that are nearer to what another value should be near than to what they should be near."""
        if not wants[0].near:
            return
        expected = self.reading.expected
        others = [want for want in expected if want.name == wants[0].near]
        if len(others) != len(wants):
            what = f"{name} has {counted(len(wants), 'value')}, and {wants[0].near}, which it is near, {len(others)}"
            self._report(Code.FACE_PLACE, name, what, fix="give both entries the same list in each:")
            return
        called = [f" {number}" for number in range(1, len(wants) + 1)]
        if len(wants) == 1:  # one of several labels, each an entry of its own: nearer to its thing than to theirs
            named = {want.near for want in expected if want.near} - {wants[0].near}
            others += [want for want in expected if want.name in named]
            called = [""] * len(others)
        for at, want in enumerate(wants):
            own = visible.get(want.key, ())
            away = [
                min((_between(item.box, other.box) for item in own for other in visible.get(key, ())), default=math.inf)
                for key in (other.key for other in others)
            ]
            nearest = away.index(min(away))
            if math.isfinite(away[at]) and away[at] > away[nearest] + CLOSE:
                beside = f"{others[nearest].name}{called[nearest]}, not beside {want.near}{called[at]}"
                what = f"{name}{called[at]} stands beside {beside}"
                self._report(Code.FACE_PLACE, name, what, quoted=want.what)

    def _check_colour(self, want: ExpectedItem) -> None:
        own = covered_by(self.look.picture, want.colour)
        rivals = {key[2] for key in self.reading.unexpected if key[0] == "colour"} - {want.colour}
        most = max((covered_by(self.look.picture, colour) for colour in rivals), default=0.0)
        if own < MIN_COVERED:
            self._report(
                Code.FACE_COLOUR, want.name, f"{want.name} is not visible: {own:.0%} of the face has its colour"
            )
        elif most >= own:
            what = f"{want.name} cannot be recognised by its colour: another card's colour covers more of the face"
            self._report(Code.FACE_COLOUR, want.name, what)

    def _check_strays(self, strays: Mapping[ItemKey, Sequence[VisibleItem]]) -> None:
        passages = [want.what for want in self.reading.expected if want.kind == "passage"]
        for (kind, words, _), items in strays.items():
            if kind == "passage" and any(words in passage for passage in passages):
                continue  # it is part of a passage of the card itself
            if kind:
                quoted = words
                what, fix = (
                    f"the face shows what only other cards should show: a {kind}",
                    "remove it, or name it in shows:",
                )
            else:
                quoted = items[0].what
                what, fix = "the face shows a number that shows: does not name", "correct it, or name it in shows:"
            self._report(Code.FACE_STRAY, "", what, quoted=quoted, fix=fix)

    def _report(self, code: Code, name: str, what: str, *, why: str = "", quoted: str = "", fix: str = "") -> None:
        place = self.reading.places.get(name, self.reading.place)
        quoted = quoted.removeprefix("templates/").removesuffix(".svg")
        label = f"{self.reading.label} ({quoted})" if 0 < len(quoted) <= LONGEST else self.reading.label
        fix = fix or "correct the template, or what shows: says"
        self.diagnostics.report(code, place, what=what, why=why, fix=fix, card=label, language=self.reading.language)
