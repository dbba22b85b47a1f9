"""An edition and its cards → pictures of faces, which are cached and laid out again only if an input has changed.

The inputs are recorded while a face is laid out: the names that its expressions read, the files of its template, the
drawings and pictures. Files of the project are also cached, and read again when their status has changed.
"""

from __future__ import annotations

import hashlib
import os
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import field
from functools import partial
from pathlib import Path
from typing import Any

from pnp.core.diagnostics import Diagnostic, Diagnostics, Place
from pnp.core.fonts import FontSet
from pnp.core.frame import Frame, Picture
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.inks import Press
from pnp.expressions import Scope
from pnp.layout.assets import Assets, drawing_path
from pnp.layout.cards.card import CardLayout
from pnp.layout.cards.drawing_context import SharedSizes
from pnp.layout.cards.game import GameLayout
from pnp.layout.sheets.finishing import InkSaver
from pnp.layout.svg.drawing import Drawing
from pnp.project.elements import TextElement
from pnp.project.files import Files, table_file
from pnp.project.game import Card, Deck
from pnp.project.template import Node, Template
from pnp.project.tree import Map, Seq
from pnp.render.svg import render_svg
from pnp.text.edition import Edition

Stamp = tuple[int, int, int, int]
"""The status of a file: its modification time and change time in ns, size in bytes, and inode. It differs after each
save."""


class CachedFiles(Files):
    """The files of a project, each read and parsed once after a save."""

    def __init__(self, root: Path) -> None:
        super().__init__(root)
        self._stamps: dict[str, Stamp | None] = {}
        self._digests: dict[str, str] = {}
        self._trees: dict[str, Any] = {}
        self._tables: dict[tuple[str, int], Any] = {}

    def refresh(self) -> frozenset[str]:
        """Forget the files that have changed since they were read, and return their paths."""
        changed = frozenset(path for path, stamp in self._stamps.items() if self._stamp(path) != stamp)
        for path in changed:
            for cache in (self._stamps, self._bytes, self._texts, self._digests, self._trees):
                cache.pop(path, None)
        for table in [table for table in self._tables if table_file(table[0]) in changed]:
            del self._tables[table]
        return changed

    def digest(self, path: str) -> str:
        """Return the digest of a file's bytes; "" if it cannot be read."""
        path = self.on_disk(path)
        if path not in self._digests:
            content = b""
            with Diagnostics().catch_faults():
                content = self.read(path, Place(path))
            self._digests[path] = digest_of_bytes(content) if path in self._bytes else ""
        return self._digests[path]

    def _read(self, path: str, reference: Place) -> bytes:
        self._stamps[path] = self._stamp(path)
        return super()._read(path, reference)

    def exists(self, path: str) -> bool:
        """Whether a path leads to anything."""
        self._stamps.setdefault(path, self._stamp(path))
        return super().exists(path)

    def yaml(self, path: str, reference: Place | None = None) -> Any:
        """Return the value of a YAML file."""
        if path not in self._trees:
            self._trees[path] = super().yaml(path, reference)
        return self._trees[path]

    def rows(self, path: str, reference: Place, diagnostics: Diagnostics, header: int = 0) -> Any:
        """Return the records of a deck file. A table with faults is not cached, so that they are reported each time."""
        key = (path, header)
        if key not in self._tables:
            faults = Diagnostics()
            records = super().rows(path, reference, faults, header)
            diagnostics.extend(faults)
            if faults:
                return records
            self._tables[key] = records
        return self._tables[key]

    def _stamp(self, path: str) -> Stamp | None:
        try:
            status = os.stat(os.path.join(self.root, path))  # noqa: PTH116, PTH118  # each file, before each answer
        except (OSError, ValueError):
            return None
        return (status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino)


MAX_CACHED_FACES = 2048
"""The cache has at most this many faces and backs: more than the decks on a page."""

_BY_CATALOGUE = ("ngettext", "_npgettext", "_named")
"""Functions in the scope that depend on the translations and the cards."""


class RecordingScope(Mapping[str, Any]):
    """A scope that records which names are read, including missing ones."""

    def __init__(self, scope: Mapping[str, Any]) -> None:
        self._scope = scope
        self.names_read: set[str] = set()

    def __getitem__(self, name: str) -> Any:
        self.names_read.add(name)
        return self._scope[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._scope)

    def __len__(self) -> int:
        return len(self._scope)


class CachedAssets(Assets):
    """Drawings and pictures that are cached until they change, with a record of which ones are read."""

    def __init__(self, files: CachedFiles) -> None:
        super().__init__(files.read)
        self.paths_read: set[str] = set()
        self._faulty: set[str] = set()

    def forget(self, paths: frozenset[str]) -> None:
        """Forget these files, and files with faults, which are then reported again."""
        has_new_fonts = any(path.startswith("fonts/") for path in paths)
        shown = {path for path, drawing in self._drawings.items() if has_new_fonts or drawing.files & paths}
        for path in paths | self._faulty | shown:
            self._drawings.pop(path, None)
            self._pictures.pop(path, None)
        self._faulty.clear()

    def drawing(
        self, path: str, place: Place, diagnostics: Diagnostics, fonts: FontSet | None = None
    ) -> Drawing | None:
        """Return an SVG file."""
        full = drawing_path(path)
        self.paths_read.add(full)
        drawing = super().drawing(path, place, diagnostics, fonts)
        if drawing is None:
            self._faulty.add(full)
        else:
            self.paths_read |= drawing.files
        return drawing

    def picture(self, path: str, reference: Place) -> Picture:
        """Return a picture file."""
        self.paths_read.add(f"templates/{path}")
        return super().picture(path, reference)


class RecordingLayout(GameLayout):
    """A layout that records which names the expressions of a card read.

    Attributes:
        sizes: Returns what one card requires of the sizes of texts: measured now, or as it was before.
    """

    recorded: RecordingScope | None = None
    sizes: Callable[[CardLayout, Card, Callable[[], SharedSizes]], SharedSizes] | None = None

    def begin(self) -> None:
        """Clear the record of the previous card."""
        self.recorded = None

    def scope_of(self, card: Card) -> Scope:
        """Return the scope of a card's expressions, which records the names that they read."""
        self.recorded = RecordingScope(super().scope_of(card))
        return self.recorded

    def measured(self, layout: CardLayout, card: Card) -> SharedSizes:
        """Return what one card requires of the sizes of texts."""
        measure = partial(super().measured, layout, card)
        return self.sizes(layout, card, measure) if self.sizes else measure()


@frozen_dataclass
class CachedFace:
    """A face or back with the digests of its inputs.

    Attributes:
        faults: The diagnostics of its layout.
        names: Each name that its expressions read → the digest of its value.
        template: The digest of its template in its language.
        assets: The digest of each drawing and picture of its template, by path.
        sizes: The sizes of texts that have the same size on all cards.
        pictures: Whether it is cut → digest and SVG; filled when needed.
    """

    frame: Frame
    faults: tuple[Diagnostic, ...]
    names: Mapping[str, str]
    template: str
    assets: Mapping[str, str]
    sizes: SharedSizes
    pictures: dict[tuple[bool, Press | None], tuple[str, str]] = field(default_factory=dict)

    def picture(self, is_cut: bool, press: Press | None = None) -> tuple[str, str]:
        """Return the picture's digest, and the picture as SVG: cut along its trim, or with its bleed.

        With a press it is in the colours that show how that prints it.
        """
        key = (is_cut, press)
        if key not in self.pictures:
            frame = InkSaver("full").printed(self.frame, press) if press else self.frame
            svg = render_svg(frame, bleed=not is_cut, corner=is_cut)
            self.pictures[key] = (digest_of(svg), svg)
        return self.pictures[key]


FaceKey = tuple[str, str, str, int, bool]
"""Game, language, deck, the card's number in the deck, and whether it is the back."""


class FaceCache:
    """A cache of faces; the least recently used ones are dropped."""

    def __init__(self, files: CachedFiles) -> None:
        self._files = files
        self._faces: OrderedDict[FaceKey, CachedFace] = OrderedDict()
        self._assets: dict[str, set[str]] = {}

    def of(self, edition: PreviewEdition, deck: Deck, card: Card, is_back: bool) -> CachedFace:
        """Return a face, or the back if the deck has one: from the cache, or laid out now."""
        game, language = edition.layout.edition.game.name, edition.layout.edition.name
        if is_back and edition.layout.has_one_back(deck):
            card = deck.cards[0]
        key = (game, language, deck.name, card.number, is_back)
        template = deck.back if is_back and deck.back else deck.template
        face = self._faces.get(key)
        if face is None or not self._is_current(face, edition, card, template):
            face = self._faces[key] = self._laid_out(edition, deck, card, template, is_back)
        self._faces.move_to_end(key)
        while len(self._faces) > MAX_CACHED_FACES:
            self._faces.popitem(last=False)
        return face

    def _is_current(self, face: CachedFace, edition: PreviewEdition, card: Card, template: Template) -> bool:
        return (
            face.template == edition.template_digest(template)
            and face.sizes == edition.sizes_of(card, template)
            and all(edition.value_digest(name, card) == digest for name, digest in face.names.items())
            and all(self._files.digest(path) == digest for path, digest in face.assets.items())
        )

    def _laid_out(
        self, edition: PreviewEdition, deck: Deck, card: Card, template: Template, is_back: bool
    ) -> CachedFace:
        layout = edition.layout
        layout.begin()
        edition.assets.paths_read.clear()
        side = layout.back(deck, card) if is_back else None
        frame = side.frame if side else layout.uncached_face(deck, card)
        of_template = self._assets.setdefault(f"{template.name} {edition.template_digest(template)}", set())
        if deck.is_extra:  # it may be the first to show cards of other decks, whose elements are drawn once
            edition.paths_of_extras |= edition.assets.paths_read
        of_template |= edition.assets.paths_read | edition.paths_of_extras
        names = {
            name: edition.value_digest(name, card) for name in (layout.recorded.names_read if layout.recorded else ())
        }
        is_turned = is_back and template.head.size != deck.template.head.size
        if deck.is_extra or is_turned or template.rests:  # it may depend on other cards and templates
            names[_WORLD] = edition.value_digest(_WORLD, card)
        return CachedFace(
            frame=frame,
            faults=edition.diagnostics.drain(),
            names=names,
            template=edition.template_digest(template),
            sizes=edition.sizes_of(card, template),
            assets={path: self._files.digest(path) for path in of_template},
        )


_WORLD = "everything"

MeasuredCards = dict[tuple[str, str, str, str, int], tuple[str, Mapping[str, str], SharedSizes]]
"""Game, language, template, deck and number of a card → the digest of the template, the digests of the names that the
card's expressions read, and the sizes that the card requires."""


class PreviewEdition:
    """A game in a language, ready to be laid out, with digests of its parts.

    Attributes:
        layout: The layout of the game.
        paths_of_extras: The drawings and pictures that its extras, and the cards on them, have shown.
    """

    def __init__(
        self,
        edition: Edition,
        fonts: FontSet,
        assets: CachedAssets,
        files: CachedFiles,
        *,
        reading: int,
        catalogue: str,
        world: str,
        measured: MeasuredCards,
    ) -> None:
        """Set up an edition.

        Args:
            edition: The game in the language.
            fonts: The project's fonts.
            assets: The project's drawings and pictures.
            files: The project.
            reading: How many times the fonts have been read.
            catalogue: The digest of its translations.
            world: A value that changes with any file of the project.
            measured: What cards require of the sizes of texts, which outlives the edition.
        """
        self.diagnostics = Diagnostics()
        self.layout = RecordingLayout(edition, fonts, assets, self.diagnostics)
        self.layout.sizes = self._measured_sizes
        self._measured = measured
        self.diagnostics.drain()  # those of the cards' texts do not belong to the first face that is laid out
        self.assets = assets
        self.paths_of_extras: set[str] = set()
        self._files = files
        self._fonts = str(reading)
        self._catalogue = catalogue
        self._world = world
        self._values: dict[str, str] = {}
        self._templates: dict[str, str] = {}

    def template_digest(self, template: Template) -> str:
        """Return the digest of a template in this language."""
        key = f"{template.name} {template.fields}"
        if key not in self._templates:
            paths = sorted(set(_files_of(template.source)) | {template.place.file})
            texts = "\n".join(_texts_of(template.nodes))
            smallest = self.layout.edition.game.head.smallest_text
            digests = [self._files.digest(path) for path in paths]
            if self.layout.edition.others:  # what texts in other languages read is not recorded
                digests.append(self._world)
            self._templates[key] = digest_of(f"{digests}{texts}{smallest}{self._fonts}")
        return self._templates[key]

    def sizes_of(self, card: Card, template: Template) -> SharedSizes:
        """Return the sizes of texts that have the same size on all cards of a deck; none for most templates."""
        return self.layout.sizes_of(card, template)

    def _measured_sizes(self, layout: CardLayout, card: Card, measure: Callable[[], SharedSizes]) -> SharedSizes:
        """Return what a card requires of the sizes of texts: as before, if nothing that it depends on has changed."""
        template = self.template_digest(layout.template)
        key = (self.layout.edition.game.name, self.layout.edition.name, layout.template.name, card.deck, card.number)
        before = self._measured.get(key)
        if before and before[0] == template and all(self.value_digest(n, card) == d for n, d in before[1].items()):
            return before[2]
        sizes, recorded = measure(), self.layout.recorded
        names = {name: self.value_digest(name, card) for name in (recorded.names_read if recorded else ())}
        self._measured[key] = (template, names, sizes)
        return sizes

    def value_digest(self, name: str, card: Card) -> str:
        """Return the digest of a name's value in the scope of a card."""
        if name == "card":
            return f"{card.number}{card.label}{card.copies}{card.values!r}{card.place}"
        if name == "deck":
            return card.deck
        if name not in self._values:
            if name == _WORLD:
                self._values[name] = self._world
            elif name not in self.layout.scope:
                self._values[name] = ""
            elif name in _BY_CATALOGUE:
                self._values[name] = f"{self._catalogue}{self._world if name == '_named' else ''}"
            else:
                self._values[name] = digest_of(repr(self.layout.scope[name]))
        return self._values[name]


def digest_of_bytes(content: bytes) -> str:
    """Return the digest of a file's bytes."""
    return hashlib.sha256(content).hexdigest()


def digest_of(text: str) -> str:
    """Return the digest of a text."""
    return hashlib.sha256(text.encode()).hexdigest()[:20]


def _files_of(value: Any) -> Iterator[str]:
    """Return the files from which parts of a tree were read."""
    if isinstance(value, Map):
        yield value.file
        for origin in value.origins.values():
            yield origin.file
    if isinstance(value, Map | dict):
        for part in value.values():
            yield from _files_of(part)
    elif isinstance(value, Seq):
        yield value.file


def _texts_of(nodes: tuple[Node, ...]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node.element, TextElement):
            yield repr(node.element.texts)
        yield from _texts_of(node.children)
