"""A Manuscript → how its cards, aids and figures look, each as digests of its parts: to see which of them have changed.

A part is an element of a template, one of its other keys, a key of a deck, or a picture file beside the templates.
Texts with words are left out, which are sentences of their own; so are comments, and how a file is set out.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pnp.core.diagnostics import Diagnostics, Place
from pnp.project.files import Files
from pnp.project.load import PICTURE
from pnp.project.tree import Map
from pnp.project.values import parse_names
from pnp.source_game import Manuscript
from pnp.text.edition import has_words

_DIGITS = 4
"""Of each part's digest."""

_OF_GAME = ("players", "age", "minutes", "secret_backs", "smallest_text")
_DATA = frozenset({"cards", "title", "one", "named"})
"""Keys of a deck that are told of elsewhere, or that it has no look by."""


@dataclass(frozen=True)
class Look:
    """How something looks.

    Attributes:
        name: Of a template: chicken/aid. Of a deck, deck goals; of what the game says of itself, game; of the pictures
            beside some templates, drawings chicken.
        parts: The names of its parts, with their digests and places, in their order.
    """

    name: str
    place: Place
    parts: tuple[tuple[str, str, Place], ...]

    @property
    def digest(self) -> str:
        """The digests of all parts."""
        return " ".join(digest for _, digest, _ in self.parts)


def read_looks(manuscript: Manuscript, files: Files) -> dict[str, Look]:
    """All looks of a game, by name."""
    game = manuscript.game
    found = [_look("game", game.source, [key for key in _OF_GAME if key in game.source])]
    for kind, decks in (("decks", game.decks), ("extras", game.extras)):
        for name in decks:
            source: Map = game.source[kind][name]
            found.append(_look(f"deck {name}", source, [key for key in source if key not in _DATA]))
    paths = list(_templates(manuscript, files))
    found += [_of_template(path, files.yaml(path)) for path in paths]
    found += filter(None, (_of_drawings(folder, files) for folder in dict.fromkeys(map(_folder, paths))))
    return {look.name: look for look in found}


def changed_parts(was: str, look: Look) -> tuple[list[str], int]:
    """The names of parts that are new or not as they were, and how many are gone; of one that changed, both."""
    left = was.split(" ")
    changed = []
    for name, digest, _ in look.parts:
        if digest in left:
            left.remove(digest)
        else:
            changed.append(name)
    return changed, len(left)


def _templates(manuscript: Manuscript, files: Files) -> Iterator[str]:
    """The files of all templates of a game, and of those that they extend, each once."""
    game, booklet = manuscript.game, manuscript.booklet
    decks = (*game.decks.values(), *game.extras.values())
    names = [look.name for deck in decks for look in deck.looks]
    names += [figure.name for figure in booklet.figures.values()] if booklet else []
    waiting = [f"templates/{name}.yaml" for name in names]
    if booklet is not None and booklet.style_source is not None:
        waiting.append(booklet.style_source.file)
    seen: set[str] = set()
    while waiting:
        path = waiting.pop(0)
        if path in seen:
            continue
        seen.add(path)
        with Diagnostics().collected():  # what cannot be read is told where it is needed
            tree = files.yaml(path)
            if isinstance(tree, Map):
                yield path
                waiting += [f"templates/{name}.yaml" for name in parse_names(tree.get("extends") or [])]


def _of_template(path: str, tree: Map) -> Look:
    look = _look(
        path.removeprefix("templates/").removesuffix(".yaml"), tree, [key for key in tree if key != "elements"]
    )
    elements = tree.get("elements")
    inner = _look("", elements, list(elements)).parts if isinstance(elements, Map) else ()
    return Look(look.name, look.place, (*look.parts, *inner))


def _folder(path: str) -> str:
    """The folder of a template right below templates/, whose drawings it may use; else templates itself."""
    return "/".join(path.split("/")[:2]) if path.count("/") > 1 else "templates"


def _of_drawings(folder: str, files: Files) -> Look | None:
    """The picture files of a folder and of those within; of templates itself only those right in it."""
    paths = sorted(_pictures(folder, files))
    if not paths:
        return None
    parts = []
    for path in paths:
        content = files.read(path, Place(path)).replace(b"\r\n", b"\n")  # as some systems check out what is text
        parts.append((path.removeprefix(f"{folder}/"), hashlib.sha256(path.encode() + content).hexdigest()[:_DIGITS]))
    name = " ".join(["drawings", *folder.split("/")[1:]])
    return Look(name, Place(folder), tuple((part, digest, Place(f"{folder}/{part}")) for part, digest in parts))


def _pictures(folder: str, files: Files) -> Iterator[str]:
    yield from (f"{folder}/{name}" for name in files.names(folder) if PICTURE.fullmatch(name))
    if folder != "templates":
        for inner in files.folders(folder):
            yield from _pictures(f"{folder}/{inner}", files)


def _look(name: str, tree: Map, keys: Sequence[str]) -> Look:
    return Look(name, tree.place, tuple((key, _digest(key, tree[key]), tree.place_of_key(key)) for key in keys))


def _digest(key: str, value: Any) -> str:
    text = json.dumps([key, _without_words(value)], ensure_ascii=False, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:_DIGITS]


def _without_words(value: Any, key: str = "") -> Any:
    if isinstance(value, Mapping):
        return {name: _without_words(inner, name) for name, inner in value.items()}
    if isinstance(value, list):
        return [_without_words(inner) for inner in value]
    return "" if key == "text" and isinstance(value, str) and has_words(value) else value
