"""A double click → ``pnp studio`` in the browser. With arguments it is the ``pnp`` command, so that one file is both.

The downloads that tools/download.py makes start here. The folder to open is the one that is dropped on the file, else
the one in which the download lies, if that is a project, else the last one, else Games in the user's folder.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

from pnp.commands import main
from pnp.core.platform import config_folder

BESIDE = "PNP_BESIDE"
"""The launchers put the folder in which the download lies into this variable."""


def studio_arguments(arguments: list[str]) -> list[str]:
    """Return the arguments of the pnp command for those that the launcher got."""
    dropped = Path(arguments[0]) if len(arguments) == 1 else None
    if arguments and not (dropped and dropped.is_absolute() and dropped.is_dir()):  # build/ is no reason not to build
        return arguments
    folder = dropped or folder_to_open()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        sys.exit(f"{folder} cannot be made: {error.strerror}\n  fix: drop the folder of your games on the file")
    with suppress(OSError):  # it only opens another folder next time
        _last().parent.mkdir(parents=True, exist_ok=True)
        _last().write_text(str(folder), encoding="utf-8")
    return ["studio", "--project", str(folder), "--open"]


def folder_to_open() -> Path:
    """Return the project that a double click opens; it may not exist yet."""
    beside = os.environ.get(BESIDE, "")
    if beside and (Path(beside) / "data").is_dir():
        return Path(beside)
    with suppress(OSError, ValueError):
        if (last := Path(_last().read_text(encoding="utf-8"))).is_absolute() and last.is_dir():
            return last
    return Path.home() / "Games"


def _last() -> Path:
    return config_folder() / "last-folder.txt"


if __name__ == "__main__":
    sys.argv[1:] = studio_arguments(sys.argv[1:])
    main()
