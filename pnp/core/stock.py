"""Bought stock, sheets with places that are cut or perforated already: their measures, by the names that --paper takes.

A game may describe its own with ``print: {stock: …}``. Measures are those of the makers' templates as the gLabels
template database lists them (glabels-qt, MIT licence, read November 2026), in mm, on upright paper; those of
a shop's sheet are from Squib's sprue for it (printplaygames_18up.yml, MIT licence).
"""

from __future__ import annotations

from collections.abc import Mapping

from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.units import Mm

TOLERANCE: Mm = 0.6
"""A card takes a place whose sides differ by at most this from its own."""


@frozen_dataclass
class Stock:
    """A sheet with places of one size in rows and columns.

    Attributes:
        title: Its name, as people write it.
        paper: The name of its paper.
        place: Width and height of a place.
        first: The distance of the first place from the left and the top of the paper.
        step: The distance from one place to the next, across and down.
        columns: How many places lie side by side.
        rows: How many rows there are.
        bleed: How far beyond a place is printed, where it has room.
        shape: The shape of its places: card or circle.
    """

    title: str
    paper: str
    place: tuple[Mm, Mm]
    first: tuple[Mm, Mm]
    step: tuple[Mm, Mm]
    columns: int
    rows: int
    bleed: Mm = 0.0
    shape: str = "card"

    def holds(self, size: tuple[Mm, Mm]) -> bool:
        """Whether a card of a size has a place without being turned."""
        return all(abs(side - place) <= TOLERANCE for side, place in zip(size, self.place, strict=True))

    def takes(self, size: tuple[Mm, Mm], shape: str) -> bool:
        """Whether pieces of a size and shape have a place, upright or turned by a quarter."""
        return (shape == "circle") == (self.shape == "circle") and (self.holds(size) or self.holds(size[::-1]))

    @property
    def count(self) -> int:
        """How many places a sheet has."""
        return self.columns * self.rows


STOCK: Mapping[str, Stock] = {
    # name: title, paper, place, first place, step, columns, rows, bleed
    "avery-5371": Stock("Avery 5371", "letter", (88.9, 50.8), (19.05, 12.7), (88.9, 50.8), 2, 5),
    "avery-8371": Stock("Avery 8371", "letter", (88.9, 50.8), (19.05, 12.7), (88.9, 50.8), 2, 5),
    "avery-8373": Stock("Avery 8373", "letter", (88.9, 50.8), (12.7, 19.05), (101.6, 63.5), 2, 4, 3),
    "southworth-bc554": Stock("Southworth BC554", "letter", (88.9, 50.8), (12.7, 12.7), (101.6, 50.8), 2, 5),
    "avery-5388": Stock("Avery 5388", "letter", (127, 76.2), (44.45, 25.4), (127, 76.2), 1, 3),
    "avery-5389": Stock("Avery 5389", "letter", (152.4, 101.6), (31.75, 31.75), (152.4, 114.3), 1, 2, 3),
    "avery-5160": Stock("Avery 5160", "letter", (66.675, 25.4), (3.969, 12.7), (70.644, 25.4), 3, 10),
    "avery-5163": Stock("Avery 5163", "letter", (101.6, 50.8), (4.128, 12.7), (106.363, 50.8), 2, 5),
    "avery-5164": Stock("Avery 5164", "letter", (101.6, 84.667), (3.969, 12.7), (106.363, 84.667), 2, 3),
    "avery-5395": Stock("Avery 5395", "letter", (85.725, 59.267), (17.463, 14.817), (95.25, 63.5), 2, 4, 1.5),
    "avery-5193": Stock("Avery 5193", "letter", (41.275, 41.275), (10.557, 13.94), (51.171, 42.05), 4, 6, 0, "circle"),
    "avery-5194": Stock("Avery 5194", "letter", (63.5, 63.5), (5.334, 10.795), (69.85, 63.881), 3, 4, 0, "circle"),
    "avery-5195": Stock("Avery 5195", "letter", (84.14, 84.14), (16.272, 12.303), (99.219, 85.328), 2, 3, 0, "circle"),
    "ol2682": Stock("OnlineLabels OL2682", "letter", (50.8, 50.8), (15.875, 15.24), (66.675, 66.04), 3, 4, 3, "circle"),
    "ol3072": Stock("OnlineLabels OL3072", "letter", (88.9, 50.8), (12.7, 19.05), (101.6, 63.5), 2, 4, 3),
    "avery-c32011": Stock("Avery C32011", "a4", (85, 54), (15, 13.5), (95, 54), 2, 5),
    "avery-32015": Stock("Avery 32015", "a4", (85, 54), (17, 31.5), (91, 60), 2, 4, 2),
    "avery-7414": Stock("Avery 7414", "a4", (90, 52), (15, 18.5), (90, 52), 2, 5),
    "avery-8414": Stock("Avery 8414", "a4", (87, 50.8), (14.82, 20.42), (93.13, 50.8), 2, 5),
    "avery-l4785": Stock("Avery L4785", "a4", (80, 50), (18, 13), (95, 55), 2, 5, 2),
    "sigel-lp795": Stock("Sigel LP795", "a4", (85, 55), (14, 10.5), (95, 55), 2, 5),
    "sigel-lp800": Stock("Sigel LP800", "a4", (85, 55), (15, 10), (95, 55), 2, 5),
    "hama-50400": Stock("Hama 50400", "a4", (85, 55), (13.5, 10.5), (95, 55), 2, 5),
    "herma-5028": Stock("Herma 5028", "a4", (83.8, 50.8), (18.6, 22), (89.2, 50.8), 2, 5),
    "decadry-occ3342": Stock("Decadry OCC3342", "a4", (85, 54), (15, 13.5), (95, 54), 2, 5),
    "dataline-57125": Stock("Dataline 57125", "a4", (86, 54), (16, 11), (91, 55.62), 2, 5),
    "apli-02793": Stock("APLI 02793", "a4", (90, 50.8), (15, 22), (90, 50.8), 2, 5),
    "endisch-6500040x": Stock("Endisch 6500040x", "a4", (40, 40), (16, 13.5), (46, 46), 4, 6, 2, "circle"),
    "endisch-6500060x": Stock("Endisch 6500060x", "a4", (60, 60), (8, 18), (67, 67), 3, 4, 2, "circle"),
    "printplaygames-18up": Stock(
        "Print & Play Productions 18-up", "12x18in", (88.9, 63.5), (13.97, 23.241), (93.98, 69.85), 3, 6, 3.175
    ),
}  # fmt: skip
"""Business cards, index cards, labels, round labels, and a shop's sheet of poker cards."""
