"""A Game → its Booklet: the parsed rulebook, the style, and the templates of its figures; and its messages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from pnp.diagnostics import Code, Diagnostics, Place
from pnp.expressions import plural_forms
from pnp.load.template import Templates
from pnp.model.game import Game
from pnp.model.template import Template
from pnp.rulebook.blocks import Block, walk
from pnp.rulebook.kinds import CONTAINERS
from pnp.rulebook.parse import parse_booklet
from pnp.rulebook.style import BookletStyle, load_style, plain_style
from pnp.source.files import Files
from pnp.source.tree import Map
from pnp.underway import under_way
from pnp.units import Mm
from pnp.words.catalogue import Message
from pnp.words.translate import messages_of, template_texts


@dataclass(frozen=True)
class Booklet:
    """A game's rulebook in its source language.

    Attributes:
        file: Path of its text.
        style_source: What the style was read from; None for the plain one.
        figures: Templates by the names that the text uses, and those of the style's head and panel and for phones.
    """

    file: str
    blocks: tuple[Block, ...]
    style: BookletStyle
    style_source: Map | None
    figures: dict[str, Template]

    def on(self, paper: tuple[Mm, Mm]) -> Booklet:
        """The booklet for a paper: where its pages are a little too large for half a sheet, with pages of that half.

        Args:
            paper: Width and height in portrait, mm.
        """
        style, half = self.style, (max(paper) / 2, min(paper))
        scale = min(half[0] / style.size[0], half[1] / style.size[1])
        if scale >= 1 or half[0] - style.measure < LEAST_MARGINS or half[1] - style.depth < LEAST_MARGINS:
            return self
        shape = (half[0] / scale, half[1] / scale)
        figures = {
            name: template.resized(shape) if template.head.size == style.size else template
            for name, template in self.figures.items()
        }
        return replace(self, style=style.on_page(half), figures=figures)


LEAST_MARGINS: Mm = 20.0
"""What both margins of a page need together; where half a sheet leaves less, its pages are not made smaller."""


def booklet_path(game: str) -> str:
    """Where the text of a game's booklet is, unless ``booklet:`` names another place."""
    return f"templates/{game}/rulebook.md"


def load_booklet(files: Files, templates: Templates, game: Game, diagnostics: Diagnostics) -> Booklet | None:
    """Return a game's booklet; None where it has none, or none that can be read."""
    wanted = game.head.booklet.text
    path = f"templates/{wanted}" if wanted else booklet_path(game.name)
    if wanted is None and not files.exists(path):
        return None
    asked_at = game.source["booklet"].place if "booklet" in game.source else game.source.place
    with diagnostics.collected():
        text = files.text(path, asked_at)
        with under_way(path, Place(path)):
            blocks = parse_booklet(text, path, CONTAINERS, diagnostics)
        found = _load_style(files, templates, game, asked_at, diagnostics)
        if found is not None:
            figures = _load_figures(templates, game, blocks, diagnostics)
            style, source = found
            for key, name in (("head", style.head), ("panel", style.panel)):
                place = source.place_of(key) if source is not None and key in source else asked_at
                if name and (template := templates.get(name, place, diagnostics)):
                    figures[name] = template
            return Booklet(path, blocks, style, source, figures)
    return None


def _load_style(
    files: Files, templates: Templates, game: Game, asked_at: Place, diagnostics: Diagnostics
) -> tuple[BookletStyle, Map | None] | None:
    """The style game.yaml names, else the game's own, else the common one, else the plain one."""
    if game.head.booklet.style:
        return load_style(templates, game.head.booklet.style, asked_at, diagnostics)
    for name in (f"{game.name}/booklet", "common/booklet"):
        if files.exists(f"templates/{name}.yaml"):
            return load_style(templates, name, asked_at, diagnostics)
    return plain_style(), None


def _load_figures(
    templates: Templates, game: Game, blocks: tuple[Block, ...], diagnostics: Diagnostics
) -> dict[str, Template]:
    """The templates of the pictures that blocks name."""
    figures: dict[str, Template] = {}
    for block in walk(blocks):
        form = CONTAINERS.get(block.kind)
        name = block.subject
        if form is None or form.subject != "picture" or name in figures:
            continue
        if not name:
            what, fix = f"::: {block.kind} does not name its picture", f"write ::: {block.kind} NAME"
            diagnostics.tell(Code.BOOKLET_FIGURE, block.place, what=what, fix=fix)
            continue
        template = templates.get(name if "/" in name else f"{game.name}/figures/{name}", block.place, diagnostics)
        if template is not None:
            figures[name] = template
            narrow = template.head.phone
            if narrow and (stand_in := templates.get(narrow, template.source.place_of("phone"), diagnostics)):
                figures[narrow] = stand_in
    return figures


def prose(booklet: Booklet) -> Iterator[tuple[str, Place, str]]:
    """Each text of the booklet's blocks, its place, and what kind of block it is."""
    for block in walk(booklet.blocks):
        if block.text:
            yield block.text, block.place, block.kind


def booklet_messages(booklet: Booklet) -> list[Message]:
    """What a booklet has for the catalogues: its blocks in order, then the texts of its figures."""
    figures = (text for template in booklet.figures.values() for text in template_texts(template))
    return messages_of((*prose(booklet), *figures), plural_forms)
