"""Laid-out faces, read back as players see them → diagnostics where they differ from what `shows:` requires."""
