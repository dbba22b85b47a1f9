"""fonts/fonts.yaml → the project's FontSet."""

from __future__ import annotations

from pydantic import StrictStr

from pnp.diagnostics import Diagnostic, Fault, Place, suggest
from pnp.fonts import STYLES, Face, Family, FontError, FontSet
from pnp.load.validate import validate
from pnp.model.template import Strict
from pnp.source.files import Files
from pnp.source.tree import Map

PATH = "fonts/fonts.yaml"


class FontsFile(Strict):
    """fonts/fonts.yaml."""

    families: dict[str, dict[str, StrictStr]]
    """Families by name; each gives the files of its styles: regular, bold, italic, bold-italic."""
    fallback: tuple[StrictStr, ...] = ()
    """Families to ask, in order, for a character that another family lacks."""


def load_fonts(files: Files) -> tuple[FontSet, list[Diagnostic]]:
    """Return the project's fonts and the faults of their list and files."""
    try:
        tree = files.yaml(PATH)
        if not isinstance(tree, Map):
            raise Fault(Diagnostic(Place(PATH, 1, 1), "fonts-empty", "fonts.yaml names no families", fix="families: …"))
        head = validate(FontsFile, tree, "fonts.yaml")
    except Fault as fault:
        return FontSet({}), list(fault.diagnostics)
    if not head.families:
        what = "fonts.yaml names no families"
        return FontSet({}), [Diagnostic(tree.place_of("families"), "fonts-empty", what, fix="add text: {regular: …}")]
    faults: list[Diagnostic] = []
    families = {}
    opened: dict[str, Face] = {}
    for name, styles in head.families.items():
        family = _family(files, name, styles, tree["families"], opened, faults)
        if family:
            families[name] = family
    for index, name in enumerate(head.fallback):
        if name not in head.families:
            place = tree["fallback"].place_of(index)
            faults.append(Diagnostic(place, "font-unknown", f"no family {name}", fix=suggest(name, head.families)))
    return FontSet(families, tuple(name for name in head.fallback if name in families)), faults


def _family(
    files: Files, name: str, styles: dict[str, str], tree: Map, opened: dict[str, Face], faults: list[Diagnostic]
) -> Family | None:
    source: Map = tree[name]
    faces = {}
    for style, path in styles.items():
        if style not in STYLES:
            place = source.place_of_key(style)
            faults.append(Diagnostic(place, "unknown-key", f"unknown style {style}", fix=suggest(style, STYLES)))
            continue
        place = source.place_of(style)
        try:
            if path not in opened:
                opened[path] = Face(path.rsplit("/", 1)[-1].rsplit(".", 1)[0], files.read(f"fonts/{path}", place))
            faces[style] = opened[path]
        except FontError as error:
            what = f"fonts/{path}: {error}"
            faults.append(Diagnostic(place, "font-broken", what, fix="use a TrueType font (.ttf)"))
        except Fault as fault:
            faults += fault.diagnostics
    if "regular" not in styles:
        what = f"family {name} has no regular face"
        faults.append(Diagnostic(tree.place_of_key(name), "font-regular", what, fix="add regular: file.ttf"))
    return Family(faces) if "regular" in faces else None
