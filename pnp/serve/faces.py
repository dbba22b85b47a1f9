"""A project's folder → its files, read and parsed once, and again only when they have changed.

Whether a file has changed is asked of the system, not of whoever saw it happen.

An edition and its cards → faces as pictures; one is laid out again only when something that it was made of differs.

What a face is made of is noted while it is laid out: the names its expressions ask for, the files of its template, the
drawings and pictures. A value that nobody asked for may change, and the face is kept.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pnp.core.diagnostics import Diagnostic, Diagnostics, Place
from pnp.core.fonts import FontSet
from pnp.core.frame import Frame, Picture
from pnp.expressions import Scope
from pnp.layout.assets import Assets
from pnp.layout.drawing import Drawing
from pnp.layout.game import GameLayout
from pnp.project.files import Files, table_file
from pnp.project.game import Card, Deck
from pnp.project.template import Node, Template, TextElement
from pnp.project.tree import Map, Seq
from pnp.render.svg import render_svg
from pnp.text.edition import Edition

Stamp = tuple[int, int, int, int]
"""What differs for a file that was written again: its time in two kinds, its size, its place on the disk."""


class KeptFiles(Files):
    """The files of a project that is being worked on."""

    def __init__(self, root: Path) -> None:
        super().__init__(root)
        self._stamps: dict[str, Stamp | None] = {}
        self._digests: dict[str, str] = {}
        self._trees: dict[str, Any] = {}
        self._tables: dict[str, Any] = {}

    def refresh(self) -> frozenset[str]:
        """Forget the files that have changed since they were read; their paths."""
        changed = frozenset(path for path, stamp in self._stamps.items() if self._stamp(path) != stamp)
        for path in changed:
            for kept in (self._stamps, self._bytes, self._texts, self._digests, self._trees):
                kept.pop(path, None)
        for table in [table for table in self._tables if table_file(table) in changed]:
            del self._tables[table]
        return changed

    def digest(self, path: str) -> str:
        """What tells the file's bytes from others; "" where it cannot be read."""
        if path not in self._digests:
            content = b""
            with Diagnostics().collected():
                content = self.read(path, Place(path))
            self._digests[path] = hashlib.sha256(content).hexdigest() if path in self._bytes else ""
        return self._digests[path]

    def _read(self, path: str, reference: Place) -> bytes:
        self._stamps[path] = self._stamp(path)
        return super()._read(path, reference)

    def exists(self, path: str) -> bool:
        """Whether anything stands there."""
        self._stamps.setdefault(path, self._stamp(path))
        return super().exists(path)

    def yaml(self, path: str, reference: Place | None = None) -> Any:
        """The value of a YAML file."""
        if path not in self._trees:
            self._trees[path] = super().yaml(path, reference)
        return self._trees[path]

    def rows(self, path: str, reference: Place, diagnostics: Diagnostics) -> Any:
        """The records of a deck file; a table with faults is read each time, and they are told each time."""
        if path not in self._tables:
            told = Diagnostics()
            records = super().rows(path, reference, told)
            diagnostics.extend(told)
            if told:
                return records
            self._tables[path] = records
        return self._tables[path]

    def _stamp(self, path: str) -> Stamp | None:
        try:
            found = (self.root / path).stat()
        except (OSError, ValueError):
            return None
        return (found.st_mtime_ns, found.st_ctime_ns, found.st_size, found.st_ino)


MOST_KEPT = 2048
"""Faces and backs that are kept: the decks somebody is looking at."""

_BY_CATALOGUE = ("ngettext", "_named")
"""Names of the scope that are functions of the translations and the cards."""


class NotedScope(Mapping[str, Any]):
    """A scope that notes which of its names are asked for, those that it does not have included."""

    def __init__(self, scope: Mapping[str, Any]) -> None:
        self._scope = scope
        self.asked: set[str] = set()

    def __getitem__(self, name: str) -> Any:
        self.asked.add(name)
        return self._scope[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._scope)

    def __len__(self) -> int:
        return len(self._scope)


class KeptAssets(Assets):
    """Drawings and pictures that outlive a change of others; it notes which are asked for."""

    def __init__(self, files: KeptFiles) -> None:
        super().__init__(files.read)
        self.asked: set[str] = set()
        self._faulty: set[str] = set()

    def forget(self, paths: frozenset[str]) -> None:
        """Read these files again when they are next asked for, and those with faults, to tell them again."""
        for path in paths | self._faulty:
            self._drawings.pop(path, None)
            self._pictures.pop(path, None)
        self._faulty.clear()

    def drawing(self, path: str, reference: Place, diagnostics: Diagnostics) -> Drawing | None:
        """An SVG file."""
        full = f"templates/{path}" + ("" if path.endswith(".svg") else ".svg")
        self.asked.add(full)
        before = diagnostics.count
        drawing = super().drawing(path, reference, diagnostics)
        if diagnostics.count > before:
            self._faulty.add(full)
        return drawing

    def picture(self, path: str, reference: Place) -> Picture:
        """A PNG or JPEG file."""
        self.asked.add(f"templates/{path}")
        return super().picture(path, reference)


class NotingLayout(GameLayout):
    """A layout whose cards note what they are made of."""

    noted: NotedScope | None = None

    def begin(self) -> None:
        """Forget what the last card has asked for."""
        self.noted = None

    def scope_of(self, card: Card) -> Scope:
        """What the expressions of a card see."""
        self.noted = NotedScope(super().scope_of(card))
        return self.noted


@dataclass(frozen=True)
class MadeFace:
    """A face or back that was laid out.

    Attributes:
        faults: What was told of it.
        names: What each name that its expressions ask for stood for.
        template: What its template was, in its language.
        assets: What stood in each drawing and picture of its template.
    """

    frame: Frame
    faults: tuple[Diagnostic, ...]
    names: Mapping[str, str]
    template: str
    assets: Mapping[str, str]
    pictures: dict[bool, tuple[str, str]] = field(default_factory=dict)

    def picture(self, is_cut: bool) -> tuple[str, str]:
        """What tells the picture from others, and the picture as SVG: cut along its trim, or with its bleed."""
        if is_cut not in self.pictures:
            svg = render_svg(self.frame, bleed=not is_cut, corner=is_cut)
            self.pictures[is_cut] = (digest_of(svg), svg)
        return self.pictures[is_cut]


FaceKey = tuple[str, str, str, int, bool]
"""Game, language, deck, the card's place in it, and whether it is the back."""


class FaceCache:
    """The faces that were laid out last; the oldest are given up."""

    def __init__(self, files: KeptFiles) -> None:
        self._files = files
        self._made: OrderedDict[FaceKey, MadeFace] = OrderedDict()
        self._assets: dict[str, set[str]] = {}

    def of(self, desk: EditionDesk, deck: Deck, card: Card, is_back: bool) -> MadeFace:
        """A face, as it was kept or laid out now; of a deck with backs also its back."""
        game, language = desk.layout.edition.game.name, desk.layout.edition.language
        if is_back and desk.layout.has_one_back(deck):
            card = deck.cards[0]
        key = (game, language, deck.name, card.number, is_back)
        template = deck.back if is_back and deck.back else deck.template
        made = self._made.get(key)
        if made is None or not self._is_current(made, desk, card, template):
            made = self._made[key] = self._laid_out(desk, deck, card, template, is_back)
        self._made.move_to_end(key)
        while len(self._made) > MOST_KEPT:
            self._made.popitem(last=False)
        return made

    def _is_current(self, made: MadeFace, desk: EditionDesk, card: Card, template: Template) -> bool:
        return (
            made.template == desk.template(template)
            and all(desk.value(name, card) == told for name, told in made.names.items())
            and all(self._files.digest(path) == told for path, told in made.assets.items())
        )

    def _laid_out(self, desk: EditionDesk, deck: Deck, card: Card, template: Template, is_back: bool) -> MadeFace:
        layout = desk.layout
        layout.begin()
        desk.assets.asked.clear()
        side = layout.back(deck, card) if is_back else None
        frame = side.frame if side else layout.tried(deck, card)
        of_template = self._assets.setdefault(f"{template.name} {desk.template(template)}", set())
        of_template |= desk.assets.asked
        names = {name: desk.value(name, card) for name in (layout.noted.asked if layout.noted else ())}
        if deck.is_extra:  # it may show other cards
            names[_WORLD] = desk.value(_WORLD, card)
        return MadeFace(
            frame=frame,
            faults=desk.told.taken(),
            names=names,
            template=desk.template(template),
            assets={path: self._files.digest(path) for path in of_template},
        )


_WORLD = "everything"


class EditionDesk:
    """A game in a language, ready to be laid out, and what its parts are told apart by.

    Attributes:
        layout: Lays it out.
    """

    def __init__(
        self,
        edition: Edition,
        fonts: FontSet,
        assets: KeptAssets,
        files: KeptFiles,
        *,
        reading: int,
        catalogue: str,
        world: str,
    ) -> None:
        """A desk.

        Args:
            edition: The game in the language.
            fonts: The project's.
            assets: The project's.
            files: The project.
            reading: Which reading of the fonts they are of.
            catalogue: What tells its translations from others.
            world: What tells all files of the project from what they were.
        """
        self.told = Diagnostics()
        self.layout = NotingLayout(edition, fonts, assets, self.told)
        self.told.taken()  # of texts of cards, which are no fault of the first face that is laid out
        self.assets = assets
        self._files = files
        self._fonts = str(reading)
        self._catalogue = catalogue
        self._world = world
        self._values: dict[str, str] = {}
        self._templates: dict[str, str] = {}

    def template(self, template: Template) -> str:
        """What tells a template in this language from what it was before."""
        if template.name not in self._templates:
            paths = sorted(set(_files_of(template.source)) | {template.place.file})
            texts = "\n".join(_texts_of(template.nodes))
            smallest = self.layout.edition.game.head.smallest_text
            written = [self._files.digest(path) for path in paths]
            self._templates[template.name] = digest_of(f"{written}{texts}{smallest}{self._fonts}")
        return self._templates[template.name]

    def value(self, name: str, card: Card) -> str:
        """What tells the value of a name, as the expressions of a card see it, from others."""
        if name == "card":
            return f"{card.number}{card.label}{card.copies}{card.values!r}"
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


def digest_of(text: str) -> str:
    """What tells a text from others."""
    return hashlib.sha256(text.encode()).hexdigest()[:20]


def _files_of(value: Any) -> Iterator[str]:
    """The files that parts of a tree were written in."""
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
            yield repr(node.element.text)
        yield from _texts_of(node.children)
