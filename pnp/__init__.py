"""pnp turns card data into cut sheets and localised rule booklets, and checks that they agree."""

from __future__ import annotations

__version__ = "0.1.0"

DISTRIBUTION = "pnp-games"
"""The name by which pip installs pnp; the name pnp belongs to another package in the Python index."""

INPUT_FOLDERS = ("data", "fonts", "profiles", "templates")
"""The folders of a project that pnp reads."""
