"""The studio: the preview with hands. What is changed by hand is spliced into the project's own files."""

from pnp.core.plugins import CommandEntry

STUDIO = CommandEntry(
    "pnp.extensions.studio.command:studio",
    "Change cards, data and words by hand in the browser; it writes into the project's own files.",
    "pnp studio chili --open",
)
