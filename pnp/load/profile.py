"""profiles/<name>.yaml, the project's or pnp's own → the Profile of a print shop."""

from __future__ import annotations

from pathlib import Path

import pnp
from pnp.diagnostics import Code, Diagnostics, Place, suggest
from pnp.load.validate import validate
from pnp.model.profile import Profile, ProfileHead
from pnp.source.files import Files
from pnp.source.tree import Map

FOLDER = "profiles"
_SHIPPED = Files(Path(pnp.__file__).parent)


def profile_names(files: Files) -> list[str]:
    """Shops that there is a profile of."""
    found = {*files.names(FOLDER), *_SHIPPED.names(FOLDER)}
    return sorted(name.removesuffix(".yaml") for name in found if name.endswith(".yaml"))


def load_profile(files: Files, name: str, diagnostics: Diagnostics) -> Profile | None:
    """A shop's profile; the project's own comes before pnp's. None where there is none, or one with faults."""
    path = f"{FOLDER}/{name}.yaml"
    with diagnostics.collected():
        if name not in profile_names(files):
            fix = suggest(name, profile_names(files))
            diagnostics.tell(Code.PROFILE_UNKNOWN, Place(FOLDER), what=f"no profile {name}", fix=fix)
            return None
        tree = (files if files.exists(path) else _SHIPPED).yaml(path)
        if not isinstance(tree, Map):
            what = f"{path} must be a mapping"
            diagnostics.tell(Code.WRONG_VALUE, Place(path, 1, 1), what=what, fix="start it with title:")
            return None
        head = validate(ProfileHead, tree, f"{name}.yaml", diagnostics)
        return Profile(name, head, Place(path, 1, 1)) if head else None
    return None
