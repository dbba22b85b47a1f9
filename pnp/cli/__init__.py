"""The command line. One module a command: it parses, calls, prints, exits. Stages are imported when they are needed."""

from pnp.cli.main import app, main

__all__ = ["app", "main"]
