"""The command line. One module a command: it parses, calls, prints, exits. Stages are imported when they are needed.

Where nothing hinders it, modules of commands do not postpone their annotations: typer would compile each of them at
every start, which takes a fifth of it.
"""

from __future__ import annotations

import sys


def main() -> None:
    """Run pnp; Ctrl-C while it is still being loaded ends it in silence, too."""
    try:
        from pnp.cli.main import run

        run()
    except KeyboardInterrupt:
        sys.exit(130)
