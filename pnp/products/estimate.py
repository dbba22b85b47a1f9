"""The PDFs of a game → how many sheets of paper they take, how much ink, and what that costs, before they are printed.

Ink is measured on a picture of each page, as a printer of four inks separates it that prints grey in black alone. It is
the mean coverage of a whole side. Makers state how many sides a cartridge prints at 5 % of each ink (ISO/IEC 24712).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from pnp.build_context import BuildContext
from pnp.core.diagnostics import counted
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.printing import PAPERS, Printing
from pnp.core.units import MM_PER_PT
from pnp.outputs import Output

if TYPE_CHECKING:
    from PIL.Image import Image as Raster

DPI = 48.0
"""Dots per inch at which coverage is measured; edges are anti-aliased, so that finer pictures give the same figures."""

INKS = ("cyan", "magenta", "yellow", "black")
ISO_COVERAGE = 0.05
"""The coverage of one ink of the pages by which makers state how many a cartridge prints (ISO/IEC 24712)."""

A4_AREA = PAPERS["a4"][0] * PAPERS["a4"][1]


@frozen_dataclass
class Consumption:
    """What printing takes.

    Attributes:
        sheets: How many sheets of paper.
        sides: How many printed sides; empty ones do not count.
        ink: For each ink, how many sides of A4 it would cover wholly.
        area: The area of all printed sides, in sides of A4.
    """

    sheets: int = 0
    sides: int = 0
    ink: tuple[float, ...] = (0.0,) * 4
    area: float = 0.0

    def __add__(self, other: Consumption) -> Consumption:
        ink = tuple(one + more for one, more in zip(self.ink, other.ink, strict=True))
        return Consumption(self.sheets + other.sheets, self.sides + other.sides, ink, self.area + other.area)

    def __str__(self) -> str:
        share = [f"{name} {ink / (self.area or 1):.1%}" for name, ink in zip(INKS, self.ink, strict=True)]
        sheets, sides = counted(self.sheets, "sheet"), counted(self.sides, "printed side")
        return f"{sheets}, {sides}: {', '.join(share)}"


def estimate(context: BuildContext) -> Iterator[Output]:
    """Yield a line for each printed PDF, and one for all with the cost, as summaries of files without content."""
    total, on_stock, printing = Consumption(), 0, context.printing
    folder = context.layout.edition.folder
    for output in context.made:
        if isinstance(output, Output) and _is_printed(output, folder):
            of_file = measured(output.content, is_of_backs=output.path.endswith("-backs.pdf"))
            total += of_file
            if printing.stock and printing.stock.title in output.summary:
                on_stock += of_file.sheets
            yield Output(output.path, b"", str(of_file))
    costs = cost_of(total, printing, on_stock)
    yield Output(f"{folder}/", b"", f"{total}{costs}")


def _is_printed(output: Output, folder: str) -> bool:
    """Whether a file is printed on sheets; the rules page by page are read on a screen."""
    path = PurePosixPath(output.path)
    return str(path.parent) == folder and path.suffix == ".pdf" and not path.name.startswith("rules")


def cost_of(total: Consumption, printing: Printing, on_stock: int = 0) -> str:
    """Return the end of a summary that says what paper and ink cost; empty without any price.

    Args:
        total: What printing takes.
        printing: The prices.
        on_stock: How many of the sheets are bought ones with places for cards.
    """
    ink, plain = printing.ink_cost, total.sheets - on_stock
    costs = {
        "bought sheets": printing.stock_cost and printing.stock_cost * on_stock if on_stock else None,
        "paper": printing.sheet_cost and printing.sheet_cost * plain if plain else None,
        "ink": ink and ink * sum(total.ink) / ISO_COVERAGE,
    }
    known = {name: cost for name, cost in costs.items() if cost is not None}
    parts = [f"{name} {cost:.2f}" for name, cost in known.items()]
    unpriced = on_stock and printing.stock_cost is None and printing.sheet_cost is not None
    parts += [f"{counted(on_stock, 'bought sheet')} without a price (--stock-cost)"] if unpriced else []
    parts += [f"together {sum(known.values()):.2f}"] if len(known) > 1 else []
    return f"; {', '.join(parts)}" if parts else ""


def measured(pdf: bytes, is_of_backs: bool = False) -> Consumption:
    """Return what printing a PDF takes.

    Args:
        pdf: Its bytes.
        is_of_backs: Whether its pages are printed on sheets that other pages have taken already.
    """
    from pypdfium2 import PdfDocument, raw

    total = Consumption()
    with PdfDocument(pdf) as document:
        is_duplex = raw.FPDF_VIEWERREF_GetDuplex(document) in (raw.DuplexFlipShortEdge, raw.DuplexFlipLongEdge)
        sheets = 0 if is_of_backs else -(-len(document) // 2) if is_duplex else len(document)
        for page in document:
            width, height = (side * MM_PER_PT for side in page.get_size())
            coverage = _covered(page.render(scale=DPI / 72).to_pil().convert("RGB"))
            area = width * height / A4_AREA
            if any(coverage):
                total += Consumption(0, 1, tuple(ink * area for ink in coverage), area)
            page.close()
    return total + Consumption(sheets)


def _covered(page: Raster) -> tuple[float, ...]:
    """Return the share of a page that each ink covers; what three inks share is printed in black."""
    from PIL import ImageChops, ImageStat

    red, green, blue = page.split()
    brightest = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    lightest = ImageStat.Stat(brightest).mean[0]
    coloured = [lightest - ImageStat.Stat(channel).mean[0] for channel in (red, green, blue)]
    return tuple(level / 255 for level in (*coloured, 255 - lightest))
