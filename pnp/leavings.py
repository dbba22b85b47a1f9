"""What builds have written, and what one writes now → files that an earlier one has left, and nothing makes any more.

Each build of a whole game in a language lists its files in faces.json, beside its faces. Only what stands in such a
list, or is the draft of such a file, is ever called a leaving; removing it is the caller's.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from pnp.choice import FACES
from pnp.diagnostics import Code, Diagnostics, Place
from pnp.order import DRAFT
from pnp.write import Output

FILES = "files"
"""The key of the list in faces.json."""


def with_lists(outputs: Sequence[Output], folder: Path, removed: Sequence[Path]) -> list[Output]:
    """The outputs, in whose faces.json the files of the game are listed: those of now, and those that are still there.

    Args:
        outputs: Of one build.
        folder: Where they go.
        removed: Files of earlier builds that are not, from the folder.
    """
    listed: list[Output] = []
    for output in outputs:
        path = PurePosixPath(output.path)
        if path.name == FACES:
            there = {name for name in _listed(folder / path) if _is_ordinary(folder / path.parent / name)}
            there -= {gone.name for gone in removed if PurePosixPath(gone.as_posix()).parent == path.parent}
            content = json.loads(output.content) | {FILES: sorted({*_names(outputs, path.parent), *there})}
            output = replace(output, content=(json.dumps(content, indent=1) + "\n").encode())
        listed.append(output)
    return listed


@dataclass(frozen=True)
class Known:
    """What there is to be built.

    Attributes:
        languages: Those of each game that was built.
        games: All of the project; None where only some were asked for.
    """

    languages: Mapping[str, Sequence[str]]
    games: Sequence[str] | None


def leavings(outputs: Sequence[Output], folder: Path, known: Known) -> list[Path]:
    """Files of earlier builds of whole games, from the folder they are in, sorted; before the outputs are written."""
    found: set[Path] = set()
    for listing in sorted(folder.glob(f"*/*/{FACES}")):
        if not listing.resolve().is_relative_to(folder.resolve()):
            continue  # a link leads out of the folder
        game, language = listing.parts[-3:-1]
        place = PurePosixPath(game, language)
        is_gone = (known.games is not None and game not in known.games) or (
            game in known.languages and language not in known.languages[game]
        )
        now = set(_names(outputs, place))
        if not (is_gone or now):
            continue
        before = _listed(listing)
        left = (before | {_draft_of(name) for name in before | now}) - now
        found |= {listing.parent / name for name in left if _is_ordinary(listing.parent / name)}
        if is_gone and before:
            found.add(listing)
    return sorted(path.relative_to(folder) for path in found)


def tell_leavings(paths: Iterable[Path], folder: str, diagnostics: Diagnostics) -> None:
    """Tell of each file."""
    for path in paths:
        what = "an earlier build has made this, and nothing makes it now"
        why = "who prints it prints what is no part of the game any more"
        place = Place(f"{folder}/{path.as_posix()}")
        diagnostics.tell(Code.OUTPUT_LEFT, place, what=what, why=why, fix="remove it: pnp build --clean")


def _names(outputs: Sequence[Output], folder: PurePosixPath) -> list[str]:
    """Files that are written into a folder, but for the list itself."""
    paths = [PurePosixPath(output.path) for output in outputs]
    return [path.name for path in paths if path.parent == folder and path.name != FACES]


def _listed(path: Path) -> set[str]:
    """Files in a list; none where it cannot be read, and none that lies elsewhere."""
    try:
        names = json.loads(path.read_bytes()).get(FILES, [])
        return {name for name in names if isinstance(name, str) and PurePosixPath(name).name == name and name != FACES}
    except (OSError, ValueError, AttributeError, TypeError, RecursionError):
        return set()


def _draft_of(name: str) -> str:
    path = PurePosixPath(name)
    return f"{path.stem}{DRAFT}{path.suffix}"


def _is_ordinary(path: Path) -> bool:
    return path.is_file() and not path.is_symlink()
