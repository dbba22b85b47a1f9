"""A SourceGame → a sentence for each of its picture files: path, the words that name it, and a digest of its content.

The words that name a picture are those in `icons:`, and the names of elements that draw only this file. So if two
pictures are swapped, in the folder or in a template, both differ from what was confirmed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import PurePosixPath

from pnp.core.diagnostics import Fault, Place
from pnp.project.elements import ImageElement, SvgElement
from pnp.project.files import Files
from pnp.project.template import Template, all_nodes
from pnp.project.values import Expr
from pnp.source_game import SourceGame
from pnp.ties.book import shortened
from pnp.ties.passages import Sentence, game_templates

_ENDINGS = frozenset(
    [".svg", ".svgz", ".png", ".jpg", ".jpeg", ".webp", ".avif", ".tif", ".tiff", ".gif", ".bmp", ".psd"]
)
_ROOT = "templates"


def read_pictures(source_game: SourceGame, files: Files) -> Iterator[Sentence]:
    """Yield a sentence for each picture in the game's folder of templates, and for each one elsewhere with a name."""
    words: dict[str, set[str]] = {path: set() for path in _pictures(f"{_ROOT}/{source_game.game.name}", files)}
    for path, word in _names(source_game):
        words.setdefault(path, set()).add(word)
    for path in sorted(words):
        try:
            digest = shortened(hashlib.sha256(files.read(path, Place(path))).hexdigest()[:8])
        except Fault:
            continue  # whoever draws it reports that
        folder, name = str(PurePosixPath(path).parent), PurePosixPath(path).name
        named = f" ({', '.join(sorted(words[path]))})" if words[path] else ""
        yield Sentence(folder, f"{name}{named} {digest}", Place(path, 1, 1), "art")


def _pictures(folder: str, files: Files) -> Iterator[str]:
    for name in files.names(folder):
        if PurePosixPath(name).suffix.lower() in _ENDINGS:
            yield f"{folder}/{name}"
    for name in files.folders(folder):
        yield from _pictures(f"{folder}/{name}", files)


def _names(source_game: SourceGame) -> Iterator[tuple[str, str]]:
    """Yield path and name for icons, and for elements that draw a single file."""
    booklet = source_game.rulebook
    icons = dict(booklet.style.icons) if booklet is not None else {}
    for template in (*game_templates(source_game.game), *source_game.figures):
        icons = {**icons, **template.head.icons}
        yield from _drawn(template)
    for name, path in icons.items():
        yield _file(path), name


def _drawn(template: Template) -> Iterator[tuple[str, str]]:
    for node in all_nodes(template.nodes):
        element = node.element
        if isinstance(element, SvgElement | ImageElement):
            path = element.svg if isinstance(element, SvgElement) else element.image
            if not isinstance(path, Expr) and "{{" not in path:
                yield _file(path), node.name


def _file(path: str) -> str:
    """Return the file for a path from templates/: without an ending it is an .svg.

    A name after # is a part of the file.
    """
    path = path.partition("#")[0]
    return f"{_ROOT}/{path}" + ("" if PurePosixPath(path).suffix.lower() in _ENDINGS else ".svg")
