"""Finished bytes → files: all of a build's files appear whole, or none of them does.

The only module that writes output.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pnp.diagnostics import Code, Fault, Place


@dataclass(frozen=True)
class Output:
    """A file to be written.

    Attributes:
        path: From the output folder, with forward slashes.
        content: Its bytes.
        summary: What it holds, for people: "24 sheets, A4".
    """

    path: str
    content: bytes
    summary: str


def write_all(outputs: Sequence[Output], folder: Path) -> None:
    """Write every file beside its place first, and only when all are there move each into it.

    Raises:
        Fault: The folder or a file cannot be written; nothing has changed then.
    """
    waiting: list[tuple[str, Path]] = []
    try:
        for output in outputs:
            target = folder / output.path
            target.parent.mkdir(parents=True, exist_ok=True)
            if target.is_dir():
                raise IsADirectoryError(21, "a folder of this name is in the way", str(target))
            handle, name = tempfile.mkstemp(prefix=".pnp-", dir=target.parent)
            waiting.append((name, target))
            with os.fdopen(handle, "wb") as file:
                file.write(output.content)
            Path(name).chmod(0o644)
        while waiting:
            name, target = waiting[0]
            Path(name).replace(target)
            waiting.pop(0)
    except OSError as error:
        reason = error.strerror or str(error)
        what = f"cannot write to {error.filename or folder}: {reason}"
        fix = "free the place, or choose another folder with --output"
        raise Fault(Code.OUTPUT_UNWRITABLE, Place(str(folder)), what=what, fix=fix) from error
    finally:
        for name, _ in waiting:
            with contextlib.suppress(OSError):
                Path(name).unlink()
