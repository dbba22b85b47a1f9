"""Squib's layout files → boxes and options, in pixels of the deck and points.

A layout file names boxes with options; ``extends`` takes over those of other boxes, and ``+=`` and ``-=`` are relative
to them. This module knows neither scripts nor templates.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from pnp.core.codes import Code
from pnp.core.diagnostics import Fault
from pnp.extensions.importing.drawn.units import PixelUnits
from pnp.project.files import Files
from pnp.project.tree import Map, parse_yaml

LONGEST = 100
"""Boxes that extend one another in a chain."""


def load_layouts(
    names: Sequence[str], find: Callable[[str], Path | None], units: PixelUnits, left_out: list[str]
) -> dict[str, Map]:
    """Return the boxes of layout files, later files over earlier ones, with all that they extend.

    Args:
        names: Files as the script names them.
        find: Returns the path of such a file; None if there is none.
        units: Units of the deck.
        left_out: Collects a line for each part that is not imported.

    Raises:
        Fault: A file cannot be read, or is not YAML.
    """
    boxes: dict[str, Map] = {}
    for name in names:
        path = find(name)
        if path is not None:
            tree = parse_yaml(Files(path.parent).text(path.name), name, left_out)
        elif name in BUILT_IN:
            tree = _built_in(name)
        else:
            left_out.append(f"layout {name}: no such file beside the script, and no layout of Squib that pnp knows")
            continue
        if not isinstance(tree, Map):
            continue
        for key, value in tree.items():
            if isinstance(value, Map):
                boxes[key] = value
            elif value is not None:
                left_out.append(f"{tree.place_of(key)}: {key} has no options")
        for key in tree:
            if key in boxes:
                _inherited(boxes, key, units, left_out, ())
    return boxes


def _inherited(boxes: dict[str, Map], key: str, units: PixelUnits, left_out: list[str], above: tuple[str, ...]) -> Map:
    """Replace a box by one with the options of those that it extends, and return it.

    Of several parents the later ones win, and the box itself wins over all.
    """
    box = boxes[key]
    parents = box.get("extends")
    if parents is None:
        return box
    place = box.place_of("extends")
    base: dict[str, Any] = {}
    for parent in parents if isinstance(parents, list) else [parents]:
        if str(parent) in (key, *above) or len(above) > LONGEST:
            what = f"{key} extends itself" if len(above) <= LONGEST else f"more than {LONGEST} boxes extend one another"
            raise Fault(Code.TEMPLATE_CYCLE, place, what=what, fix="remove one extends:")
        if str(parent) not in boxes:
            left_out.append(f"{place}: {key} extends {parent}, which does not exist")
            continue
        base |= _inherited(boxes, str(parent), units, left_out, (*above, key))
    result = Map(box.file, box.at)
    for name, value in {**base, **box}.items():
        if name == "extends":
            continue
        if name in box and isinstance(value, str) and value.strip()[:2] in ("+=", "-="):
            value = _relative(value.strip(), base.get(name), name, units)
            if value is None:
                left_out.append(f"{box.place_of(name)}: {name}: {box[name]} has no value to which it is relative")
                continue
        result.put(name, value, box.keys_at.get(name, box.at), box.values_at.get(name, box.at))
    boxes[key] = result
    return result


def _relative(value: str, base: Any, name: str, units: PixelUnits) -> float | None:
    """Return a parent's length plus or minus a relative one, px; None if one of them is not a length."""
    is_across = name not in ("y", "height", "y1", "y2", "y3")
    start, step = units.px(base, is_across), units.px(value[2:].strip(), is_across)
    if start is None or step is None:
        return None
    return start + step if value[0] == "+" else start - step


_CUT = (37.5, 37.5, 750, 1050)
_SAFE = (75, 75, 675, 975)
_LOW_LEFT, _LOW_RIGHT = (75, 975, 75, 75), (675, 975, 75, 75)
_PROOFS: Mapping[str, Any] = {"cut": (*_CUT, {}), "safe": (*_SAFE, {"radius": 16, "dash": "3 3"})}
_SMALL: Mapping[str, Any] = {"align": "center", "valign": "bottom"}
_CORNERS: Mapping[str, Any] = {
    **dict.fromkeys(("lower_right", "lr"), (*_LOW_RIGHT, {"align": "right", "valign": "bottom"})),
    **dict.fromkeys(("lower_left", "ll"), (*_LOW_LEFT, {"valign": "bottom"})),
    **dict.fromkeys(("copyright", "copy", "credit", "credits"), (75, 1025, 675, 25, _SMALL)),
}
_RULES: Mapping[str, Any] = {"align": "center", "valign": "middle"}
_RIGHT: Mapping[str, Any] = {"align": "right"}

BUILT_IN: Mapping[str, Mapping[str, Any]] = {
    "economy.yml": {
        "title": (90, 90, 635, 50, {"align": "center"}),
        "art": (75, 150, 675, 520, {}),
        **dict.fromkeys(("description", "desc"), (100, 675, 625, 275, _RULES)),
        "type": (90, 955, 645, 50, {"align": "center"}),
        **_CORNERS,
        **_PROOFS,
    },
    "fantasy.yml": {
        "title": (90, 90, 500, 50, {}),
        **dict.fromkeys(("upper_right", "ur"), (595, 90, 135, 50, _RIGHT)),
        "art": (75, 150, 675, 520, {}),
        "type": (90, 675, 500, 50, {}),
        **dict.fromkeys(("type_right", "tr"), (595, 675, 135, 50, _RIGHT)),
        **dict.fromkeys(("description", "desc"), (100, 730, 625, 275, _RULES)),
        **_CORNERS,
        **_PROOFS,
    },
    "hand.yml": {
        "title": (275, 75, 475, 125, {}),
        "art": (275, 225, 475, 475, {}),
        "description": (275, 725, 475, 200, {}),
        "snark": (275, 950, 475, 100, {}),
        **{f"bonus{number}": (75, 75 + 198 * (number - 1), 175, 175, {}) for number in range(1, 6)},
        **_PROOFS,
    },
    "playing-card.yml": {
        "bonus_ul": (75, 75, 200, 200, {}),
        "bonus_lr": (750, 1050, 200, 200, {"angle": 3.14159}),
        "art": (150, 275, 525, 575, {"valign": "middle", "align": "center"}),
    },
}
"""Positions of the boxes in layouts that Squib ships, on its poker card of 825 × 1125 px: x, y, width, height, options.

Their sizes of type are not known here: texts are as large as the deck's font, and shrink to their boxes.
"""


def _built_in(name: str) -> Map:
    """Return the boxes of a layout that Squib ships."""
    tree = Map(name, (1, 1))
    for key, (x, y, width, height, options) in BUILT_IN[name].items():
        box = Map(name, (1, 1))
        for option, value in {"x": x, "y": y, "width": width, "height": height, **options}.items():
            box.put(option, value, (1, 1), (1, 1))
        tree.put(key, box, (1, 1), (1, 1))
    return tree


def load_config(path: Path | None, name: str, left_out: list[str]) -> Mapping[str, Any]:
    """Return the settings of a config.yml; none if there is no such file.

    Raises:
        Fault: It cannot be read, or is not YAML.
    """
    tree = parse_yaml(Files(path.parent).text(path.name), name, left_out) if path is not None else None
    return tree if isinstance(tree, Map) else {}
