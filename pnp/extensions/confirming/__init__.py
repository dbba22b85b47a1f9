"""Confirming on a terminal that sentences still say what their tests prove."""

from pnp.core.plugins import CommandEntry

CONFIRM = CommandEntry(
    "pnp.extensions.confirming.command:confirm",
    "Show which sentences, translations and tests have changed, and record those that are still right.",
    "pnp confirm chili",
)
