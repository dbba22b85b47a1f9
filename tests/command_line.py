"""The command line as tests use it: in this process or in one of its own, and the files that it leaves."""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from typer.testing import CliRunner

from pnp.commands.main import app


@dataclass
class Done:
    code: int
    out: str
    err: str


def pnp(root: Path, *arguments: str) -> Done:
    return run(*arguments, "--project", str(root))


def run(*arguments: str) -> Done:
    """A command in this process, which takes a tenth of the time of one of its own."""
    result = CliRunner().invoke(app, arguments, env={"COLUMNS": "100"})
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Done(result.exit_code, result.stdout, result.stderr)


def process(*arguments: str, **environment: str) -> Done:
    """A real process, with main() around the commands."""
    code = "import sys; from pnp.commands import main; sys.argv[0] = 'pnp'; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "COLUMNS": "100", **environment},
    )
    return Done(done.returncode, done.stdout, done.stderr)


def tree(folder: Path) -> dict[str, bytes]:
    """The files below a folder, by their paths in it."""
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}
