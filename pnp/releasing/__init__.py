"""Games → releases: for each language one ZIP that a player can download, read and print."""

from pnp.releasing.release import Options, release

__all__ = ["Options", "release"]
