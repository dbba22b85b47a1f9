"""fonts/fonts.yaml → the project's FontSet."""

from __future__ import annotations

from pydantic import StrictStr

from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Fault, Mistake, Place, suggest
from pnp.core.fonts import STYLES, Family, FontFace, FontSet
from pnp.project.files import Files
from pnp.project.forms import StrictModel
from pnp.project.tree import Map
from pnp.project.validate import validate
from pnp.workers.activity import activity

PATH = "fonts/fonts.yaml"


class FontsFile(StrictModel):
    """fonts/fonts.yaml."""

    families: dict[str, dict[str, StrictStr]]
    """Families by name; each gives the files of its styles: regular, bold, italic, bold-italic."""
    fallback: tuple[StrictStr, ...] = ()
    """Families, in order, that supply a character which another family lacks."""


def load_fonts(files: Files, diagnostics: Diagnostics) -> FontSet:
    """Return the project's fonts; a set without families if fonts.yaml cannot be used."""
    head = None
    with diagnostics.catch_faults():
        tree = files.yaml(PATH)
        if not isinstance(tree, Map):
            raise Fault(Code.FONTS_EMPTY, Place(PATH, 1, 1), what="fonts.yaml names no families", fix="families: …")
        head = validate(FontsFile, tree, "fonts.yaml", diagnostics)
    if head is None:
        return FontSet({})
    if not head.families:
        what = "fonts.yaml names no families"
        diagnostics.report(Code.FONTS_EMPTY, tree.place_of("families"), what=what, fix="add text: {regular: …}")
        return FontSet({})
    families = {}
    opened: dict[str, FontFace] = {}
    for name, styles in head.families.items():
        family = _family(files, name, styles, tree["families"], opened, diagnostics)
        if family:
            families[name] = family
    for index, name in enumerate(head.fallback):
        if name not in head.families:
            place = tree["fallback"].place_of(index)
            diagnostics.report(Code.FONT_UNKNOWN, place, what=f"no family {name}", fix=suggest(name, head.families))
    return FontSet(families, tuple(name for name in head.fallback if name in families))


def _family(
    files: Files, name: str, styles: dict[str, str], tree: Map, opened: dict[str, FontFace], diagnostics: Diagnostics
) -> Family | None:
    source: Map = tree[name]
    faces = {}
    for style, path in styles.items():
        if style not in STYLES:
            place = source.place_of_key(style)
            diagnostics.report(Code.UNKNOWN_KEY, place, what=f"unknown style {style}", fix=suggest(style, STYLES))
            continue
        place = source.place_of(style)
        with diagnostics.catch_faults():
            if path not in opened:
                opened[path] = _face(files, path, place)
            faces[style] = opened[path]
    if "regular" not in styles:
        what = f"family {name} has no regular face"
        diagnostics.report(Code.FONT_REGULAR, tree.place_of_key(name), what=what, fix="add regular: file.ttf")
    return Family(faces) if "regular" in faces else None


def _face(files: Files, path: str, place: Place) -> FontFace:
    content = files.read(f"fonts/{path}", place)
    with activity(f"fonts/{path}", place):
        return _open(path, content, place)


def _open(path: str, content: bytes, place: Place) -> FontFace:
    try:
        face = FontFace(path.rsplit("/", 1)[-1].rsplit(".", 1)[0], content)
        face.verify()
        return face
    except Mistake as mistake:
        raise Fault(Code.FONT_BROKEN, place, what=f"fonts/{path}: {mistake.what}", fix=mistake.fix) from None
