"""The request for an export, and its results: files, and pictures that are still to be drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal

from pnp.build_context import BuildContext
from pnp.core.diagnostics import Diagnostics
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.inks import Press
from pnp.outputs import Output
from pnp.project.files import Files
from pnp.project.profile import ShopProfile
from pnp.project.profiles import DEFAULT_PRESS
from pnp.render.pixels import PictureBatch

Corners = Literal["square", "round"]
Colours = Literal["rgb", "cmyk"]

HAS_CUT_CORNERS: Mapping[Corners, bool] = {"square": False, "round": True}
"""Whether pieces are cut out along their outline."""

PRESSES: Mapping[Colours, str] = {"rgb": "", "cmyk": DEFAULT_PRESS}
"""The press for each kind of colours; "" for sRGB, which needs none."""


@frozen_dataclass
class ExportRequest:
    """The options of an export.

    Attributes:
        dpi: Dots per inch of pictures.
        bleed: Whether pictures run to the bleed's edge instead of the trim's.
        corners: Whether pieces are cut out along their outline, with nothing around it.
        decks: Names of decks and extras; empty for all.
        contact: Whether each deck also gets a picture of all its faces.
        url: The web address of the files, in which {game} and {language} are replaced.
        paper: The paper for cutting machines, by its name from parse_paper; "" for that of the project.
        profile: The print shop of the export, if any.
        colour: The colours of pages; a print shop has its own.
        press: The press for which colours are separated; None for sRGB.
        pyodide: The path of Pyodide for web pages, a folder or an archive; empty for that from npm.
    """

    dpi: float = 300.0
    bleed: bool = True
    corners: Corners = "square"
    decks: tuple[str, ...] = ()
    contact: bool = False
    url: str = ""
    paper: str = ""
    profile: ShopProfile | None = None
    colour: Colours = "rgb"
    press: Press | None = None
    pyodide: str = ""

    @property
    def is_cut_out(self) -> bool:
        """Whether pieces are cut out along their outline, with nothing around it."""
        return HAS_CUT_CORNERS[self.corners]


@frozen_dataclass
class Undrawn:
    """Pictures that are still to be drawn, and the files that they become.

    Attributes:
        paths: The path of each picture's file, from the output folder.
    """

    paths: tuple[str, ...]
    batch: PictureBatch


Exported = Output | Undrawn

Gather = Callable[[Files, str, Sequence[Output], ExportRequest, Diagnostics], list[Output]]
"""Combines the files of a game in all its languages. A game with faults, which are reported, is left out."""


@frozen_dataclass
class Export:
    """A kind of export.

    Attributes:
        summary: Its files, in a few words.
        make: Yields its files.
        takes: The attributes of ExportRequest that it reads, apart from decks, which every export reads.
        prepare: Completes the request before anything is laid out, or raises a Fault; None if there is nothing to
            prepare.
        gather: Combines the files of all languages of a game in one folder and as a ZIP; None if each language has its
            own.
    """

    summary: str
    make: Callable[[BuildContext, ExportRequest], Iterator[Exported]]
    takes: frozenset[str] = frozenset()
    prepare: Callable[[ExportRequest], ExportRequest] | None = None
    gather: Gather | None = None
