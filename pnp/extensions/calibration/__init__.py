"""Calibration: measuring where printers put backs."""

from pnp.core.plugins import CommandEntry

CALIBRATE = CommandEntry(
    "pnp.extensions.calibration.command:calibrate",
    "Printers: measure how far they misplace backs, and correct it in builds.",
)
