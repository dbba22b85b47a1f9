"""What profiles/presses/<name>.yaml may say: a printing condition and its ICC profile."""

from __future__ import annotations

from pydantic import Field, StrictInt, StrictStr

from pnp.model.strict import Strict


class PressHead(Strict):
    """A press and paper."""

    title: StrictStr
    """What it is, for people."""
    condition: StrictStr
    """The printing condition by its registered name: FOGRA39."""
    registry: StrictStr = ""
    """The address of the register that knows that name: http://www.color.org."""
    icc: StrictStr
    """The file of its ICC profile, version 2, beside this one."""
    ink: StrictInt = Field(300, ge=100, le=400)
    """The most ink in one place, per cent of one ink."""
