"""A part of a drawing, as FILE#PART names it → the element that it is, or the range of elements that are drawn.

Drawing programs write the names of objects in several ways. Inkscape has labels, Illustrator and Affinity keep a name
that they had to change beside the id, and Figma and Illustrator add a number to a name that is there twice.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.core.codes import Code
from pnp.core.diagnostics import Fault, Place, suggest
from pnp.core.frame import Box
from pnp.core.patterns import lazy_pattern
from pnp.layout.svg.tree import SvgNode, SvgTree

NAMES = (
    "http://www.inkscape.org/namespaces/inkscape label",
    "http://www.serif.com/ id",
    "data-name",
    "id",
)
"""The attributes with the name of an object, the one that its author wrote first."""

_ESCAPE = lazy_pattern(r"_x([0-9A-Fa-f]{2,6})_")
_REPEATED = lazy_pattern(r"(.*?[^\W\d_].*?)(?:[ _-]\d+_?|_\d+_)")
"""A name with the number that programs add to the second of two equal ones: name_2, name-2, name_1_."""

_RANGE = lazy_pattern(r":(\d+)-(\d+)(!?)(?:@(.+))?")


def names_of(node: SvgNode) -> Iterator[str]:
    """Yield the names by which the author of a drawing may mean an element, the likeliest first."""
    written = [value for name in NAMES if (value := node.attributes.get(name, "").strip())]
    plain = [" ".join(_ESCAPE.sub(_character, name).split()) for name in written]
    yield from dict.fromkeys((*plain, *(match[1] for name in plain if (match := _REPEATED.fullmatch(name)))))


def _character(match: re.Match[str]) -> str:
    number = int(match[1], 16)
    return chr(number) if 31 < number < 0x110000 else " "


def is_same_name(one: str, other: str) -> bool:
    """Whether two names differ only in capitals, spaces and punctuation."""
    return bool(key := plain_name(one)) and key == plain_name(other)


def plain_name(name: str) -> str:
    """Return a name without capitals, with underscores for all but letters and figures."""
    return "_".join(re.findall(r"\w+", name.casefold().replace("_", " ")))


def all_elements(node: SvgNode) -> Iterator[SvgNode]:
    """Yield an element and all in it, in the order of the file."""
    yield node
    for child in node.children:
        yield from all_elements(child)


def range_name(first: int, last: int, is_shown: bool = False, box: Box | None = None) -> str:
    """Return the name of the part with the elements of some numbers.

    Args:
        first: The number of the first one.
        last: That of the last one.
        is_shown: Whether the first one is shown even if it is hidden.
        box: The box of the part; None for that of the drawing.
    """
    own = "@" + ",".join(f"{side:.6g}" for side in box) if box else ""
    return f":{first}-{last}{'!' if is_shown else ''}{own}"


def range_of(part: str) -> tuple[tuple[int, int, bool], Box | None] | None:
    """Return the numbers of a part that is a range, whether its first element is shown even if hidden, and its box."""
    match = _RANGE.fullmatch(part)
    if not match:
        return None
    return (int(match[1]), int(match[2]), bool(match[3])), Box(*map(float, match[4].split(","))) if match[4] else None


def find_part(tree: SvgTree, name: str, place: Place) -> SvgNode:
    """Return the element of a name: a symbol, a layer, a group, or any other object.

    Args:
        tree: The drawing.
        name: The name, as its author or as the file writes it.
        place: The place that names it, for messages.

    Raises:
        Fault: The drawing has no such element (svg-part).
    """
    elements = [node for node in all_elements(tree.root) if node.tag and node.parent is not None]
    if node := tree.by_id.get(name):
        return node
    for is_match in (str.__eq__, is_same_name):
        for node in elements:
            if any(is_match(name, other) for other in names_of(node)):
                return node
    known = dict.fromkeys(next(names_of(node)) for node in elements if any(names_of(node)))
    fix = suggest(name, known)
    raise Fault(Code.SVG_PART, place, what=f"{tree.file} has no object named {name}", fix=fix)
