"""Laid-out faces, read back as players see them → diagnostics where they do not show what they should."""
