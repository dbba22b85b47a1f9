"""An imported deck and the note of its origin → which files are written over when it is imported again.

A file that is as it was imported is written over. One that was changed by hand stays: a table is refused, and what a
template would be now is written beside it.
"""

from __future__ import annotations

import hashlib
import os
import re
import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from pnp.core.codes import Code
from pnp.core.diagnostics import Fault, Place
from pnp.core.patterns import lazy_pattern
from pnp.outputs import Output
from pnp.project.files import ORIGIN, Files

DECKS = "decks:"
"""Stands for the lines of game.yaml among the paths of a note."""

_DIGEST = lazy_pattern(r"^sha256 ([0-9a-f]{64}) (.+)$", re.MULTILINE)


def from_folder(path: Path, folder: Path) -> str:
    """Return a path as seen from a folder; a whole one from another drive."""
    try:
        return Path(os.path.relpath(path, folder)).as_posix()
    except ValueError:
        return path.resolve().as_posix()


def import_command(importer: str, file: str, game: str, deck: str, options: Sequence[str] = ()) -> str:
    """Return the command that imports a deck once more."""
    return shlex.join(["pnp", "import", importer, file, "--game", game, "--deck", deck, *options])


def origin_note(table: str, again: str, outputs: Iterable[Output], block: str) -> Output:
    """Return the note of an import.

    Args:
        table: The path of the first table.
        again: The command that imports it again, without ``--replace``.
        outputs: The files as they are imported.
        block: The decks' lines of game.yaml.
    """
    digests = {output.path: output.content for output in outputs} | {DECKS: block.encode()}
    text = (
        f"{table.rpartition('/')[2]}, its templates and pictures are imported.\n\n"
        "Change the deck where it came from, and then bring it up to date. In the folder of this project,\n"
        f"and with the path of the file as it is now:\n{again} --replace\n\n"
        + "".join(f"sha256 {_digest(content)} {path}\n" for path, content in digests.items())
    )
    return Output(table + ORIGIN, text.encode(), "where it came from")


def noted_digests(files: Files, table: str) -> dict[str, str]:
    """Return the digests of files as they were imported, by their paths; none without a note."""
    note = files.text(table + ORIGIN) if files.exists(table + ORIGIN) else ""
    return {path: digest for digest, path in _DIGEST.findall(note)}


def is_same(noted: Mapping[str, str], path: str, content: bytes) -> bool:
    """Whether a file, or the lines for game.yaml, would be as they were imported before."""
    return noted.get(path) == _digest(content)


def replacements(files: Files, outputs: Sequence[Output], noted: Mapping[str, str], kept: list[str]) -> list[Output]:
    """Return the files to write when a deck is imported again.

    Args:
        files: The project.
        outputs: The files as they are imported now.
        noted: The digests of the import before.
        kept: Collects a line for each file that was changed by hand, and stays.

    Raises:
        Fault: ``import-exists`` for a table that was changed by hand, or a template that stands beside one already.
    """
    written: list[Output] = []
    for output in outputs:
        path = output.path
        there = files.read(path, Place(path)) if files.exists(path) else None
        if there == output.content:
            continue
        if there is None or is_same(noted, path, there):
            written.append(output)
        elif path.endswith(".csv"):
            what = (
                f"{path} has been changed here since it was imported" if path in noted else f"{path} was not imported"
            )
            fix = "make the changes in the deck that is imported, too, then delete the file and import it again"
            raise Fault(Code.IMPORT_EXISTS, Place(path), what=what, fix=fix)
        elif is_same(noted, path, output.content):
            kept.append(f"{path} has been changed here, and stays: what is imported has not changed")
        elif path.endswith(".yaml"):
            beside = f"{path.removesuffix('.yaml')}_new.yaml"
            if files.exists(beside):
                what, fix = f"{beside} is there already", "take from it what you want, and delete it"
                raise Fault(Code.IMPORT_EXISTS, Place(beside), what=what, fix=fix)
            written.append(replace(output, path=beside))
            kept.append(f"{path} has been changed here, and stays; compare it with {beside}, which is as imported now")
        else:
            kept.append(f"{path} has been changed here, and stays")
    return written


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
