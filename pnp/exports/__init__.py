"""A laid-out game → files for anything but the home printer: pictures, virtual tables, print shops.

Each target has one module and an entry in EXPORTS. Frames are the only source. Pictures are not drawn here but
collected in batches, so that several processes can draw them.
"""

from __future__ import annotations

from functools import partial

from pnp.core.plugins import load_plugin, plugins
from pnp.exports.faces import export_pages, export_pictures
from pnp.exports.request import Export
from pnp.exports.shop import export_to_shop

_FACES = frozenset({"bleed", "corners", "contact"})
_PICTURES = frozenset({"dpi", "contact"})

EXPORTS: dict[str, Export] = {
    "png": Export("faces and backs as pictures", partial(export_pictures, kind="png"), _FACES | _PICTURES),
    "webp": Export(
        "faces and backs as pictures, in smaller files", partial(export_pictures, kind="webp"), _FACES | _PICTURES
    ),
    "svg": Export("faces and backs as drawings", partial(export_pages, kind="svg"), _FACES),
    "pdf": Export("faces and backs as pages", partial(export_pages, kind="pdf"), _FACES | {"colour"}),
}
"""The printer's exports, by name. Wings and packages add others. Print shops have profiles instead."""

TO_SHOP = Export("files for a print shop", export_to_shop)


def find_export(target: str) -> Export | None:
    """Return the export with a name, from pnp or an installed package; None for the name of a print shop.

    Raises:
        Fault: The package's export cannot be used.
    """
    return EXPORTS.get(target) or load_plugin("pnp.exports", target)


def export_names() -> list[str]:
    """Return the names of all exports except print shops."""
    return [*EXPORTS, *(name for name in plugins("pnp.exports") if name not in EXPORTS)]
