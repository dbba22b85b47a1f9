"""Icons of Iconify's collections, copied into a project."""

from pnp.core.plugins import CommandEntry

ICONS = CommandEntry(
    "pnp.extensions.icons.command:icons",
    "Icons: copy them into the project with their makers and licence, find them.",
)
