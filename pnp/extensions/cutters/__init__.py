"""Sheets and cut lines for cutting machines: Silhouette and Cricut."""

from functools import partial

from pnp.exports.request import Export
from pnp.extensions.cutters.export import export_for_cutter

SILHOUETTE = Export(
    "sheets with registration marks, and cut lines",
    partial(export_for_cutter, name="silhouette"),
    frozenset({"paper"}),
)
SILHOUETTE_ALPHA = Export(
    "sheets with marks in four corners, for newer Silhouettes, and cut lines",
    partial(export_for_cutter, name="silhouette-alpha"),
    frozenset({"paper"}),
)
CRICUT = Export(
    "pictures to print then cut, and cut lines", partial(export_for_cutter, name="cricut"), frozenset({"dpi"})
)
