"""A game → lines that name what nothing reads: files left over or called otherwise than they should be, and facts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any

from pnp.check.subject import GameSubject
from pnp.load.play import harmless_path
from pnp.rulebook.load import booklet_path
from pnp.source.files import Files

ENDINGS = frozenset({".md", ".yaml", ".yml", ".csv", ".xlsx"})
"""Of files that say something; drawings and pictures may wait for their day."""

MOST_NAMED = 6

_WORD = re.compile(r"[^\W\d]\w*")


def unused_lines(subject: GameSubject) -> Iterator[str]:
    """Files of the game's own folders that no check has read; to be asked when all checks are done."""
    game, files = subject.game.name, subject.files
    found = [path for folder in ("data", "templates") for path in files.unread(f"{folder}/{game}", ENDINGS)]
    meant = {harmless_path(game)}
    unused = [path for path in found if path not in meant and PurePosixPath(path).stem.upper() != "README"]
    if facts := list(_unused_facts(subject)):
        yield f"{game}: facts that nothing names: {', '.join(facts)}"
    if unused:
        more = f" and {len(unused) - MOST_NAMED} more" if len(unused) > MOST_NAMED else ""
        line = f"{game}: read by nothing: {', '.join(unused[:MOST_NAMED])}{more}"
        is_lacking = subject.booklet is None and any(path.endswith(".md") for path in unused)
        yield f"{line}; the booklet's text is {booklet_path(game)}" if is_lacking else line


def _unused_facts(subject: GameSubject) -> Iterator[str]:
    """Facts whose names stand in none of the game's files, nor in game.yaml but for the facts themselves."""
    game, files = subject.game, subject.files
    others = {key: value for key, value in game.source.items() if key != "facts"}
    texts = [text for path, text in files.texts().items() if _is_of(game.name, path, files) and path != game.file]
    texts += _strings(others)
    texts += _strings(list(game.head.facts.values()))
    words = set().union(*(_WORD.findall(text) for text in texts))
    yield from (name for name in game.head.facts if name not in words)


def _is_of(game: str, path: str, files: Files) -> bool:
    """Whether a file may name the facts of a game: one of its own, or one that all games share."""
    top, _, rest = path.partition("/")
    folder = rest.partition("/")[0]
    is_own = folder == game or (top == "templates" and not files.exists(f"data/{folder}"))
    return is_own and not path.endswith((".po", "/ties.yaml"))


def _strings(value: Any) -> Iterator[str]:
    """Every text of a tree, keys too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield str(key)
            yield from _strings(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _strings(inner)
