"""A side → the side as a press can print it, by the renderer of the press."""

from __future__ import annotations

from collections.abc import Callable

from pnp.core.codes import Code
from pnp.core.diagnostics import Fault, Place, suggest
from pnp.core.frame import Frame
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.inks import Press
from pnp.core.plugins import call_plugin, load_plugin, plugins


@frozen_dataclass
class Renderer:
    """Prepares sides for a press before they are written as PDF. The file of a press names it after ``renderer:``.

    Attributes:
        prepare: Takes a side with its bleed, the press, and the dots per inch of areas that must become pictures;
            returns the side as the press can print it.
    """

    prepare: Callable[[Frame, Press, float], Frame]


def prepared(frame: Frame, press: Press, dpi: float) -> Frame:
    """Return a side as a press can print it.

    Raises:
        Fault: No wing or package has the renderer of the press.
    """
    renderer: Renderer | None = load_plugin("pnp.renderers", press.renderer)
    if renderer is None:
        what, fix = f"no renderer {press.renderer}", suggest(press.renderer, plugins("pnp.renderers"))
        raise Fault(Code.PRESS_UNKNOWN, Place(press.title), what=what, fix=fix)
    prepared_frame: Frame = call_plugin("pnp.renderers", press.renderer, "prepare", renderer.prepare, frame, press, dpi)
    return prepared_frame
