"""What somebody wishes of an export, and what one gives: files, and pictures that are still to be drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from pnp.build_context import BuildContext
from pnp.core.inks import Press
from pnp.outputs import Output
from pnp.project.profile import DEFAULT_PRESS, Profile
from pnp.render.pixels import PictureBatch

Corners = Literal["square", "round"]
Colours = Literal["rgb", "cmyk"]

HAS_CUT_CORNERS: Mapping[Corners, bool] = {"square": False, "round": True}
"""Whether pieces are cut out along their outline."""

PRESSES: Mapping[Colours, str] = {"rgb": "", "cmyk": DEFAULT_PRESS}
"""The press whose colours they are; "" for sRGB, which needs none."""


@dataclass(frozen=True)
class ExportRequest:
    """How faces are exported.

    Attributes:
        dpi: Dots per inch of pictures.
        bleed: Whether pictures run to the bleed's edge instead of the trim's.
        corners: Whether pieces are cut out along their outline, with nothing around it.
        decks: Decks and extras by name; none means all.
        contact: Whether each deck has a picture of all its faces, too.
        url: Where the files will be found on the web; {game} and {language} stand for those.
        paper: What sheets for cutting machines are printed on, as parse_paper names it.
        profile: The print shop they go to, if one is meant.
        colour: The colours of pages; a print shop has its own.
        press: What they are separated for; None for sRGB.
    """

    dpi: float = 300.0
    bleed: bool = True
    corners: Corners = "square"
    decks: tuple[str, ...] = ()
    contact: bool = False
    url: str = ""
    paper: str = "a4"
    profile: Profile | None = None
    colour: Colours = "rgb"
    press: Press | None = None

    @property
    def is_cut_out(self) -> bool:
        """Whether pieces are cut out along their outline, with nothing around it."""
        return HAS_CUT_CORNERS[self.corners]


@dataclass(frozen=True)
class Undrawn:
    """Pictures that are still to be drawn, and the files that they become.

    Attributes:
        paths: Of each picture's file, from the output folder.
    """

    paths: tuple[str, ...]
    batch: PictureBatch


Exported = Output | Undrawn


@dataclass(frozen=True)
class Export:
    """A kind of export.

    Attributes:
        told: What it makes, in a few words.
        make: Makes it.
        takes: attributes of an ExportRequest that it looks at; decks all do.
    """

    told: str
    make: Callable[[BuildContext, ExportRequest], Iterator[Exported]]
    takes: frozenset[str] = frozenset()
