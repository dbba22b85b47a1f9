"""A Frame → the lines along which a machine cuts or creases it; and the Frame without them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pnp.core import outline
from pnp.core.frame import IDENTITY, DieLine, Frame, Group, Item, Matrix, Path, Segment, Text, multiply


def die_line(frame: Frame, line: DieLine) -> tuple[Segment, ...]:
    """Return all lines of one kind on a face, in mm from the trim's top left, holes first; empty if it has none."""
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
    """Yield only the crease and cut lines of a face, at their places, holes first, without the clips around them."""
    for line in frame.lines:
        groups = _distinct(frame, line)
        for segments in sorted(groups, key=outline.extent):
            group, matrix = groups[segments]
            yield group if matrix == IDENTITY else Group((group,), matrix)


def without_lines(frame: Frame) -> Frame:
    """Return a face without its cut and crease lines, which a machine gets separately, or texts outside the cut.

    Texts beside a net tell people where to cut and fold by hand, along lines that are removed here.
    """
    cut = die_line(frame, "cut")
    return replace(frame, items=_without(frame.items, Path(cut) if cut else None, IDENTITY)) if frame.lines else frame


def lines_along(frame: Frame) -> list[Path]:
    """Return the drawn lines that lie on a face's cut or crease lines and therefore stay on the print.

    Filled shapes do not count: they are grounds, and their strokes serve as bleed.
    """
    outlines = {outline for line in frame.lines for outline in _distinct(frame, line)}
    return [path for path in _other_lines(frame.items, IDENTITY) if path.segments in outlines]


def _other_lines(items: Sequence[Item], matrix: Matrix) -> Iterator[Path]:
    """Yield, at its place on the face, every unfilled stroke that is not a line for machines."""
    for item in items:
        if isinstance(item, Group) and not item.line:
            yield from _other_lines(item.items, multiply(matrix, item.matrix))
        elif isinstance(item, Path) and item.stroke and item.fill is None:
            yield item._replace(segments=outline.transform(item.segments, matrix))


def _distinct(frame: Frame, line: DieLine) -> dict[tuple[Segment, ...], tuple[Group, Matrix]]:
    """Return the groups of a die line by their outlines.

    Of two on the same outline the upper one counts: dark lies on light.
    """
    groups = _groups(frame.items, line, IDENTITY)
    return {tuple(outline_of(group, matrix)): (group, matrix) for group, matrix in groups}


def _groups(items: Sequence[Item], line: DieLine, matrix: Matrix) -> Iterator[tuple[Group, Matrix]]:
    """Yield the groups marked as this kind of line, each with its matrix on the face."""
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
    """Whether a text lies outside an outline: both of its ends and its middle."""
    ends = (outline.apply(matrix, text.x + part * text.width, text.y) for part in (0.0, 0.5, 1.0))
    return not any(outline.is_inside(cut, end) for end in ends)
