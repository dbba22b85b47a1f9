"""profiles/<name>.yaml, from the project or pnp itself → the profile of a print shop, with its press.

A press is a printing condition with an ICC profile, from profiles/presses/<name>.yaml.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pnp
from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Fault, Place, suggest
from pnp.core.inks import Press, is_profile_of_press
from pnp.core.plugins import data_folders
from pnp.core.units import MM_PER_INCH
from pnp.project.files import Files
from pnp.project.profile import PressHead, ProfileHead, ShopProfile
from pnp.project.tree import Map
from pnp.project.validate import validate

FOLDER = "profiles"
PRESSES = f"{FOLDER}/presses"
DEFAULT_PRESS = "fogra39"


def profile_names(files: Files) -> list[str]:
    """Return the names of the shops with a profile."""
    return _names(files, FOLDER)


def load_profile(files: Files, name: str, diagnostics: Diagnostics) -> ShopProfile | None:
    """Return a shop's profile, from the project or else from pnp; None if there is none, or it has faults."""
    path = f"{FOLDER}/{name}.yaml"
    with diagnostics.catch_faults():
        if name not in profile_names(files):
            fix = suggest(name, profile_names(files))
            diagnostics.report(Code.PROFILE_UNKNOWN, Place(FOLDER), what=f"no profile {name}", fix=fix)
            return None
        tree = _tree(files, path)
        head = validate(ProfileHead, tree, f"{name}.yaml", diagnostics)
        if head is None:
            return None
        if not _has_canvases(head, tree, diagnostics):
            return None
        place = Place(tree.file, 1, 1)
        if head.colour == "rgb":
            return ShopProfile(name, head, place)
        if head.file != "pdf":
            what = f"{head.file} files cannot be in cmyk"
            diagnostics.report(Code.WRONG_VALUE, tree.place_of("colour"), what=what, fix="write file: pdf")
            return None
        reference = tree.place_of("press") if "press" in tree else place
        press = load_press(files, head.press, diagnostics, reference)
        if press is None:
            return None
        ink = min(press.ink, head.ink or press.ink)
        return ShopProfile(name, head, place, press=replace(press, ink=ink, rich_black=head.rich_black))
    return None


def _has_canvases(head: ProfileHead, tree: Map, diagnostics: Diagnostics) -> bool:
    """Whether each size given in pixels is at least as large as its trim; smaller ones are reported."""
    before = diagnostics.count
    for name, size in head.sizes.items():
        least = [round(side / MM_PER_INCH * head.dpi) for side in size.trim]
        if size.pixels and any(side < needed for side, needed in zip(size.pixels, least, strict=True)):
            what = f"{size.pixels[0]} × {size.pixels[1]} pixels are smaller than the trim, {least[0]} × {least[1]}"
            fix = f"write width and height of the whole picture, with its bleed, at {head.dpi} dots per inch"
            diagnostics.report(Code.WRONG_VALUE, tree["sizes"][name].place_of("pixels"), what=what, fix=fix)
    return diagnostics.count == before


def press_names(files: Files) -> list[str]:
    """Return the names of the presses of pnp, of installed packages and of a project."""
    return _names(files, PRESSES)


def load_press(
    files: Files,
    name: str,
    diagnostics: Diagnostics,
    reference: Place = Place(PRESSES),  # noqa: B008
) -> Press | None:
    """Return a press by its name, from the project or else from pnp; None if there is none, or it has faults.

    Args:
        files: The project.
        name: The name of the press.
        diagnostics: Receives the faults.
        reference: The place that names it.
    """
    names = _names(files, PRESSES)
    if name not in names:
        diagnostics.report(Code.PRESS_UNKNOWN, reference, what=f"no press {name}", fix=suggest(name, names))
        return None
    path = f"{PRESSES}/{name}.yaml"
    tree = _tree(files, path)
    head = validate(PressHead, tree, f"{name}.yaml", diagnostics)
    if head is None:
        return None
    at = tree.place_of("icc")
    holder, path = _holder(files, path)
    icc = holder.read(f"{path.rpartition('/')[0]}/{head.icc}", at)
    if not is_profile_of_press(icc):
        what = f"{head.icc} is not an ICC profile, version 2, of a press with four inks"
        fix = "take the profile that your printer names, saved as version 2"
        diagnostics.report(Code.PRESS_PROFILE, at, what=what, fix=fix)
        return None
    return Press(head.title, head.condition, head.registry, icc, float(head.ink), renderer=head.renderer)


def _names(files: Files, folder: str) -> list[str]:
    names = {name for each, inside in ((files, ""), *_shipped()) for name in each.names(f"{inside}{folder}")}
    return sorted(name.removesuffix(".yaml") for name in names if name.endswith(".yaml"))


def _holder(files: Files, path: str) -> tuple[Files, str]:
    """Return the files that contain a profile, and its path in them.

    They are those of the project, of pnp, or of a package, whose folder the path then names.
    """
    places = ((each, f"{inside}{path}") for each, inside in ((files, ""), *_shipped()))
    return next((each, whole) for each, whole in places if each.exists(whole))


@cache
def _shipped() -> tuple[tuple[Files, str], ...]:
    """Return the files of pnp, and those of packages that add data to it with the folder in which the data are."""
    added = ((Files(folder.parent), f"{folder.name}/") for folder in data_folders().values())
    return ((Files(Path(pnp.__file__).parent), ""), *added)


def _tree(files: Files, path: str) -> Map:
    """Return the tree of a profile's file.

    Raises:
        Fault: It is not a mapping, or cannot be read.
    """
    holder, path = _holder(files, path)
    tree = holder.yaml(path)
    if not isinstance(tree, Map):
        raise Fault(Code.WRONG_VALUE, Place(path, 1, 1), what=f"{path} must be a mapping", fix="start it with title:")
    return tree
