"""Laid-out faces → diagnostics for texts that stand out too little from their ground.

The ground of a word is what was painted last under its middle before the word. A text that is drawn again a little
aside is a shadow and may be faint.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from pnp.diagnostics import Code, Diagnostics
from pnp.layout import outline
from pnp.layout.frame import IDENTITY, Frame, Group, Image, Item, Matrix, Paint, Path, Segment, Text, Use, multiply
from pnp.layout.game import GameLayout

LEAST_CONTRAST = 4.5
"""Luminance of the lighter by that of the darker (WCAG 2.2, success criterion 1.4.3)."""

SHADOW_REACH = 3.0
"""How far from its text a shadow may lie, mm."""

Point = tuple[float, float]
Layer = tuple[tuple[Item, ...], Matrix]
"""Items painted before, and the matrix that brings them to the frame."""


def check_contrast(layout: GameLayout, diagnostics: Diagnostics) -> None:
    """Tell of faint texts on the faces and backs of all decks and extras of a game."""
    game = layout.edition.game
    for deck in (*game.decks.values(), *game.extras.values()):
        for card in deck.cards:
            for side, template in zip(layout.printed(deck, card), (deck.template, deck.back), strict=True):
                if side is None or template is None:
                    continue
                for _, colour, ground in faint_texts(side.frame):
                    contrast = f"{contrast_of(colour, ground):.1f}, below {LEAST_CONTRAST:g}"
                    what = f"text in {colour} on {ground} has a contrast of {contrast}"
                    why = "in poor light, or with weak eyes, it cannot be read"
                    fix = "make the text darker or the ground lighter, or the other way round"
                    place, name, language = template.place, side.frame.name, layout.edition.language
                    diagnostics.tell(Code.TEXT_FAINT, place, what=what, why=why, fix=fix, card=name, language=language)


def faint_texts(frame: Frame) -> Iterator[tuple[str, str, str]]:
    """Each text of a frame with less than the least contrast; its colour and that of its ground, "#rrggbb"."""
    placed = list(_texts(frame.items, IDENTITY, ()))
    for index, (text, middle, below) in enumerate(placed):
        if _is_shadow(text, middle, [(other, at) for other, at, _ in placed[index + 1 :]]):
            continue
        ground = _ground(middle, below)
        if ground is not None:
            pairs = [(a, b) for a in _colours(text.fill) for b in _colours(ground)]
            worst = min(pairs, key=lambda pair: contrast_of(*pair))
            if contrast_of(*worst) < LEAST_CONTRAST:
                yield text.text, *worst


def contrast_of(one: str, other: str) -> float:
    """The contrast of two colours "#rrggbb", from 1 to 21."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    channels = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def _colours(paint: Paint) -> list[str]:
    return [paint] if isinstance(paint, str) else [stop.colour for stop in paint.stops]


def _texts(
    items: tuple[Item, ...], matrix: Matrix, below: tuple[Layer, ...]
) -> Iterator[tuple[Text, Point, tuple[Layer, ...]]]:
    """Each text with its middle on the frame, and the layers under it."""
    for index, item in enumerate(items):
        if isinstance(item, Text) and item.words:
            above, under = item.words[0].ink
            middle = (item.x + item.width / 2, item.y - (above - under) * item.size / 2)
            yield item, outline.apply(matrix, *middle), (*below, (items[:index], matrix))
        elif isinstance(item, Group) and item.opacity == 1:
            yield from _texts(item.items, multiply(matrix, item.matrix), (*below, (items[:index], matrix)))


def _is_shadow(text: Text, middle: Point, later: list[tuple[Text, Point]]) -> bool:
    return any(
        other.text == text.text and max(abs(middle[0] - x), abs(middle[1] - y)) < SHADOW_REACH
        for other, (x, y) in later
    )


def _ground(point: Point, layers: tuple[Layer, ...]) -> Paint | None:
    """What lies under a point; None where it is paper, or a picture that cannot be judged."""
    for items, matrix in reversed(layers):
        found = _topmost(items, outline.apply(outline.inverse(matrix), *point))
        if found is not None:
            return found or None
    return None


def _topmost(items: tuple[Item, ...], point: Point) -> Paint | None:
    """The paint of the last item over a point; "" for a picture, None when nothing is there."""
    for item in reversed(items):
        found: Paint | None = None
        if isinstance(item, Path) and item.fill is not None and item.opacity > 0.5 and _is_inside(item, point):
            found = item.fill
        elif isinstance(item, Image) and 0 <= point[0] - item.x <= item.width and 0 <= point[1] - item.y <= item.height:
            found = ""
        elif isinstance(item, Group) and item.opacity > 0.5:
            inner = outline.apply(outline.inverse(item.matrix), *point)
            if item.clip is None or _is_inside(item.clip, inner):
                found = _topmost(item.items, inner)
        elif isinstance(item, Use):
            found = _topmost(item.art.items, outline.apply(outline.inverse(item.matrix), *point))
        if found is not None:
            return found
    return None


def _is_inside(path: Path, point: Point) -> bool:
    """Whether a point lies in a path: by the winding number, or by crossings where it is filled even-odd."""
    x, y = point
    winding = crossings = 0
    for (x1, y1), (x2, y2) in _edges(path.segments):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            crossings += 1
            winding += 1 if y2 > y1 else -1
    return bool(crossings % 2 if path.even_odd else winding)


@lru_cache(maxsize=20_000)
def _edges(segments: tuple[Segment, ...]) -> tuple[tuple[Point, Point], ...]:
    """A path's outline as straight edges, curves in eight pieces."""
    edges: list[tuple[Point, Point]] = []
    start = at = (0.0, 0.0)
    for kind, *numbers in segments:
        if kind == "M":
            edges.append((at, start))  # a filled path is closed even where its outline is not
            start = at = (numbers[0], numbers[1])
            continue
        if kind == "Z":
            edges.append((at, start))
            at = start
            continue
        begin = at
        steps = 1 if kind == "L" else 8
        for n in range(1, steps + 1):
            to = (numbers[0], numbers[1]) if kind == "L" else _on_curve(begin, numbers, n / 8)
            edges.append((at, to))
            at = to
    return (*edges, (at, start))


def _on_curve(start: Point, numbers: list[float], t: float) -> Point:
    x1, y1, x2, y2, x3, y3 = numbers
    a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
    return (a * start[0] + b * x1 + c * x2 + d * x3, a * start[1] + b * y1 + c * y2 + d * y3)
