"""A game's files → a line that names those that nothing reads: left over, or called otherwise than they should be."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath

from pnp.check.subject import GameSubject
from pnp.load.play import harmless_path
from pnp.rulebook.load import booklet_path

ENDINGS = frozenset({".md", ".yaml", ".yml", ".csv", ".xlsx"})
"""Of files that say something; drawings and pictures may wait for their day."""

MOST_NAMED = 6


def unused_lines(subject: GameSubject) -> Iterator[str]:
    """Files of the game's own folders that no check has read; to be asked when all checks are done."""
    game, files = subject.game.name, subject.files
    found = [path for folder in ("data", "templates") for path in files.unread(f"{folder}/{game}", ENDINGS)]
    meant = {harmless_path(game)}
    unused = [path for path in found if path not in meant and PurePosixPath(path).stem.upper() != "README"]
    if unused:
        more = f" and {len(unused) - MOST_NAMED} more" if len(unused) > MOST_NAMED else ""
        line = f"{game}: read by nothing: {', '.join(unused[:MOST_NAMED])}{more}"
        is_lacking = subject.booklet is None and any(path.endswith(".md") for path in unused)
        yield f"{line}; the booklet's text is {booklet_path(game)}" if is_lacking else line
