"""Calibration: measuring where printers put backs."""

from pnp.core.plugins import CommandEntry

CALIBRATE = CommandEntry(
    "pnp.extensions.calibration.command:calibrate",
    "Printers: measure where they put backs, and keep it for builds.",
)
