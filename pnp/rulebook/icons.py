"""Names and colours → the drawings of a booklet's style."""

from __future__ import annotations

from dataclasses import dataclass

from pnp.diagnostics import Place
from pnp.layout.frame import Art
from pnp.layout.game import GameLayout


@dataclass(frozen=True)
class Icons:
    """The icons of a style.

    Attributes:
        paths: Drawings by name.
        layout: Reads them, and tells of those that cannot be had.
        place: Where these are told.
    """

    paths: dict[str, str]
    layout: GameLayout
    place: Place

    def __call__(self, name: str, colour: str) -> Art | None:
        """An icon in a colour; None where there is none."""
        path = self.paths.get(name)
        if path is None:
            return None
        with self.layout.diagnostics.collected():
            drawing = self.layout.assets.drawing(path, self.place, self.layout.diagnostics)
            return drawing.art(name, colour, {}) if drawing else None
        return None
