"""The command line. One module a command: it parses, calls, prints, exits. Stages are imported when they are needed."""

from __future__ import annotations

import sys


def main() -> None:
    """Run pnp; Ctrl-C while it is still being loaded ends it in silence, too."""
    try:
        from pnp.cli.main import run

        run()
    except KeyboardInterrupt:
        sys.exit(130)
