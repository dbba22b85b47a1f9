"""Renaming a field of cards in all files of a game."""

from pnp.core.plugins import CommandEntry

RENAME = CommandEntry("pnp.extensions.renaming.command:rename", "Rename a field of cards in all files of a game.")
