"""Fonts, copied into a project with their licences."""

from pnp.core.plugins import CommandEntry

FONTS = CommandEntry(
    "pnp.extensions.fonts.command:fonts",
    "Fonts: copy them into the project with their licence, list them.",
)
