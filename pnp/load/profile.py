"""profiles/<name>.yaml, the project's or pnp's own → the Profile of a print shop, with the press it prints with."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel

import pnp
from pnp.diagnostics import Code, Diagnostics, Fault, Place, suggest
from pnp.load.validate import validate
from pnp.model.press import PressHead
from pnp.model.profile import Profile, ProfileHead
from pnp.press import Press, is_profile_of_press
from pnp.source.files import Files
from pnp.source.tree import Map
from pnp.units import MM_PER_INCH

FOLDER = "profiles"
PRESSES = f"{FOLDER}/presses"
DEFAULT_PRESS = "fogra39"
_SHIPPED = Files(Path(pnp.__file__).parent)

Head = TypeVar("Head", bound=BaseModel)


def profile_names(files: Files) -> list[str]:
    """Shops that there is a profile of."""
    return _names(files, FOLDER)


def load_profile(files: Files, name: str, diagnostics: Diagnostics) -> Profile | None:
    """A shop's profile; the project's own comes before pnp's. None where there is none, or one with faults."""
    path = f"{FOLDER}/{name}.yaml"
    with diagnostics.collected():
        if name not in profile_names(files):
            fix = suggest(name, profile_names(files))
            diagnostics.tell(Code.PROFILE_UNKNOWN, Place(FOLDER), what=f"no profile {name}", fix=fix)
            return None
        tree = _tree(files, path)
        head = validate(ProfileHead, tree, f"{name}.yaml", diagnostics)
        if head is None:
            return None
        if not _has_canvases(head, tree, diagnostics):
            return None
        place = Place(path, 1, 1)
        if head.colour == "rgb":
            return Profile(name, head, place)
        if head.file != "pdf":
            what = f"{head.file} files cannot be in cmyk"
            diagnostics.tell(Code.WRONG_VALUE, tree.place_of("colour"), what=what, fix="write file: pdf")
            return None
        asked_at = tree.place_of("press") if "press" in tree else place
        press = load_press(files, head.press, diagnostics, asked_at)
        if press is None:
            return None
        ink = min(press.ink, head.ink or press.ink)
        return Profile(name, head, place, press=replace(press, ink=ink, rich_black=head.rich_black))
    return None


def _has_canvases(head: ProfileHead, tree: Map, diagnostics: Diagnostics) -> bool:
    """Whether each picture of a size of pixels is as large as the trim; one that is not is told."""
    before = diagnostics.told
    for name, size in head.sizes.items():
        least = [round(side / MM_PER_INCH * head.dpi) for side in size.trim]
        if size.pixels and any(side < needed for side, needed in zip(size.pixels, least, strict=True)):
            what = f"{size.pixels[0]} × {size.pixels[1]} pixels are less than the trim, {least[0]} × {least[1]}"
            fix = f"write width and height of the whole picture, with its bleed, at {head.dpi} dots per inch"
            diagnostics.tell(Code.WRONG_VALUE, tree["sizes"][name].place_of("pixels"), what=what, fix=fix)
    return diagnostics.told == before


def load_press(
    files: Files,
    name: str,
    diagnostics: Diagnostics,
    asked_at: Place = Place(PRESSES),  # noqa: B008
) -> Press | None:
    """A press by its name; the project's own comes before pnp's. None where there is none, or one with faults.

    Args:
        files: The project.
        name: Of the press.
        diagnostics: Told of what is wrong.
        asked_at: The place that names it.
    """
    known = _names(files, PRESSES)
    if name not in known:
        diagnostics.tell(Code.PRESS_UNKNOWN, asked_at, what=f"no press {name}", fix=suggest(name, known))
        return None
    path = f"{PRESSES}/{name}.yaml"
    tree = _tree(files, path)
    head = validate(PressHead, tree, f"{name}.yaml", diagnostics)
    if head is None:
        return None
    at = tree.place_of("icc")
    icc = _holder(files, path).read(f"{PRESSES}/{head.icc}", at)
    if not is_profile_of_press(icc):
        what = f"{head.icc} is no ICC profile of a press with four inks, version 2"
        fix = "take the profile that your printer names, saved as version 2"
        diagnostics.tell(Code.PRESS_PROFILE, at, what=what, fix=fix)
        return None
    return Press(head.title, head.condition, head.registry, icc, float(head.ink))


def _names(files: Files, folder: str) -> list[str]:
    found = {*files.names(folder), *_SHIPPED.names(folder)}
    return sorted(name.removesuffix(".yaml") for name in found if name.endswith(".yaml"))


def _holder(files: Files, path: str) -> Files:
    """Where a profile stands: in the project, or in pnp."""
    return files if files.exists(path) else _SHIPPED


def _tree(files: Files, path: str) -> Map:
    """What a profile's file says.

    Raises:
        Fault: It is no mapping, or cannot be read.
    """
    tree = _holder(files, path).yaml(path)
    if not isinstance(tree, Map):
        raise Fault(Code.WRONG_VALUE, Place(path, 1, 1), what=f"{path} must be a mapping", fix="start it with title:")
    return tree
