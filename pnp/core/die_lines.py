"""A Frame → its cut and crease lines, which a machine gets apart from what is printed; and the Frame without them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pnp.core import outline
from pnp.core.frame import IDENTITY, DieLine, Frame, Group, Item, Matrix, Path, Segment, Text, multiply


def die_line(frame: Frame, line: DieLine) -> tuple[Segment, ...]:
    """Return a face's line of one kind, in mm from its trim's top left, holes first; no segments where it has none."""
    if line not in frame.lines:
        return ()
    return outline.inner_first([segment for outlines in _distinct(frame, line) for segment in outlines])


def outline_of(group: Group, matrix: Matrix = IDENTITY) -> Iterator[Segment]:
    """Yield the outlines of everything in a group, moved by a matrix."""
    inside = multiply(matrix, group.matrix)
    for item in group.items:
        if isinstance(item, Path):
            yield from outline.transform(item.segments, inside)
        elif isinstance(item, Group):
            yield from outline_of(item, inside)


def die_line_groups(frame: Frame) -> Iterator[Group]:
    """Yield a face's crease and cut lines alone, each where it stands, holes first, without the clips around it."""
    for line in frame.lines:
        groups = _distinct(frame, line)
        for segments in sorted(groups, key=outline.extent):
            group, matrix = groups[segments]
            yield group if matrix == IDENTITY else Group((group,), matrix)


def without_lines(frame: Frame) -> Frame:
    """Return a face without its cut and crease lines, which a machine gets separately, and without texts beside it.

    Texts beside a net are instructions for hands: where to fold along dashes that are then not there.
    """
    cut = die_line(frame, "cut")
    return replace(frame, items=_without(frame.items, Path(cut) if cut else None, IDENTITY)) if frame.lines else frame


def lines_along(frame: Frame) -> list[Path]:
    """Return the lines that a face draws along its cut or crease lines, and that stay on every print.

    Filled shapes do not count: they are grounds, and their strokes their bleed.
    """
    outlines = {outline for line in frame.lines for outline in _distinct(frame, line)}
    return [path for path in _other_lines(frame.items, IDENTITY) if path.segments in outlines]


def _other_lines(items: Sequence[Item], matrix: Matrix) -> Iterator[Path]:
    """Yield every stroke without a fill that is no line for machines, where it stands on the face."""
    for item in items:
        if isinstance(item, Group) and not item.line:
            yield from _other_lines(item.items, multiply(matrix, item.matrix))
        elif isinstance(item, Path) and item.stroke and item.fill is None:
            yield item._replace(segments=outline.transform(item.segments, matrix))


def _distinct(frame: Frame, line: DieLine) -> dict[tuple[Segment, ...], tuple[Group, Matrix]]:
    """Return the groups that are a line, by their outlines; of two along one outline, the upper: dark lies on light."""
    groups = _groups(frame.items, line, IDENTITY)
    return {tuple(outline_of(group, matrix)): (group, matrix) for group, matrix in groups}


def _groups(items: Sequence[Item], line: DieLine, matrix: Matrix) -> Iterator[tuple[Group, Matrix]]:
    """Yield the groups that are a line, each with the matrix of those around it."""
    for item in items:
        if isinstance(item, Group):
            if item.line == line:
                yield item, matrix
            else:
                yield from _groups(item.items, line, multiply(matrix, item.matrix))


def _without(items: Sequence[Item], cut: Path | None, matrix: Matrix) -> tuple[Item, ...]:
    remaining: list[Item] = []
    for item in items:
        if isinstance(item, Group):
            if not item.line:
                remaining.append(item._replace(items=_without(item.items, cut, multiply(matrix, item.matrix))))
        elif not (isinstance(item, Text) and cut and _is_beside(item, cut, matrix)):
            remaining.append(item)
    return tuple(remaining)


def _is_beside(text: Text, cut: Path, matrix: Matrix) -> bool:
    """Whether a text lies outside an outline, with its ends and its middle."""
    ends = (outline.apply(matrix, text.x + part * text.width, text.y) for part in (0.0, 0.5, 1.0))
    return not any(outline.is_inside(cut, end) for end in ends)
