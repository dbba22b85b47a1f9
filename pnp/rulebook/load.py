"""A Game → its Rulebook: the Blocks of rulebook.md with their places, the style, and the templates of its figures.

The text is only parsed, from Markdown with containers: expressions are neither evaluated nor translated.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any, assert_never

from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Place, suggest
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.markup import LANGUAGE, single_braces
from pnp.core.patterns import lazy_pattern
from pnp.core.printing import LARGE, Printing
from pnp.core.units import Mm
from pnp.expressions import plural_texts
from pnp.project.files import Files
from pnp.project.game import Game, GameHead, booklet_path
from pnp.project.template import Template
from pnp.project.templates import Templates
from pnp.project.tree import Map
from pnp.rulebook.blocks import Block, ContainerSyntax, walk
from pnp.rulebook.kinds import CONTAINERS
from pnp.rulebook.style import LETTERING, BookletStyle, Margins, load_style, plain_style
from pnp.text.catalogue import Message, quoted
from pnp.text.edition import Edition
from pnp.text.game_texts import SourceText, icon_context, messages_of, rulebook_context, template_texts
from pnp.text.placeholders import (
    ICON,
    PRINTED_MARKS,
    PRINTED_MARKS_FIX,
    find_expressions,
    has_balanced_emphasis,
    has_printed_emphasis,
    outside_brackets,
)
from pnp.workers.activity import activity

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token


_MARK = "\ue000{}\ue001"
_CONTINUED = "\n\ue002"
_MARKED = lazy_pattern("\ue000(\\d{1,9})\ue001")
_ESCAPED = lazy_pattern(r"\\.")
_SPAN = rf"span lang=(?P<quote>[\"']?)(?:{LANGUAGE.pattern})(?P=quote)>|(?<=/)span>"
_FOREIGN = lazy_pattern(rf"`|</?(?!{_SPAN}|r(?:uby|t|p)>)[a-zA-Z][^<>]*>|!\[")
"""Code, pictures and HTML tags, except tags that give the language of a word or how it is read."""

_ALIGN = lazy_pattern(r"text-align:\s*(left|center|right)")


QUOTATION = "tip"
"""The container that replaces a Markdown quotation."""


def parse_rulebook(
    text: str, file: str, forms: Mapping[str, ContainerSyntax], diagnostics: Diagnostics
) -> tuple[Block, ...]:
    """Return a rulebook's blocks.

    Args:
        text: Markdown with Jinja expressions.
        file: The name of the file in places.
        forms: The syntax of each container by its name.
        diagnostics: Receives faults of syntax. The content of an unknown container is kept, without the container.
    """
    expressions = [text[expression.start : expression.end] for expression in find_expressions(text)]
    hidden = _hide(text)
    reader = _RulebookReader(file, expressions, hidden.splitlines(), forms, diagnostics)
    return reader.read(_markdown().parse(hidden))


def _markdown() -> MarkdownIt:
    from markdown_it import MarkdownIt
    from mdit_py_plugins.container import container_plugin

    markdown = MarkdownIt("commonmark").enable("table").disable(["code", "html_block", "lheading", "reference"])
    return markdown.use(container_plugin, "any", validate=lambda *_: True)


def _hide(text: str) -> str:
    """Replace each expression by a mark, so that Markdown does not read its pipes, asterisks and brackets.

    Line numbers are kept: the line ends inside an expression are put after it, each with a mark, because a blank line
    would end the paragraph.
    """
    parts: list[str] = []
    end = 0
    for index, expression in enumerate(find_expressions(text)):
        lines = text.count("\n", expression.start, expression.end)
        parts += [text[end : expression.start], _MARK.format(index), _CONTINUED * lines]
        end = expression.end
    return "".join([*parts, text[end:]])


class _RulebookReader:
    """Turns the Markdown parser's flat tokens into nested blocks."""

    def __init__(
        self,
        file: str,
        expressions: Sequence[str],
        lines: Sequence[str],
        forms: Mapping[str, ContainerSyntax],
        diagnostics: Diagnostics,
    ) -> None:
        self.file = file
        self.expressions = expressions
        self.lines = lines
        self.forms = forms
        self.diagnostics = diagnostics
        self.line = 1
        self.ends: list[tuple[int, str, Place]] = []

    def read(self, tokens: Sequence[Token]) -> tuple[Block, ...]:
        return tuple(self._blocks(iter(tokens), ""))

    def _blocks(self, tokens: Iterator[Token], end: str) -> Iterator[Block]:
        for token in tokens:
            if token.map:
                self.line = token.map[0] + 1
            place = Place(self.file, self.line, 1)
            match token.type:
                case kind if kind == end:
                    return
                case "heading_open":
                    yield self._heading(token, tokens, place)
                case "paragraph_open":
                    yield Block("paragraph", place, self._inline(tokens, "paragraph_close"))
                case "bullet_list_open":
                    yield Block("list", place, children=tuple(self._blocks(tokens, "bullet_list_close")))
                case "ordered_list_open":
                    first = int(token.attrs.get("start", 1))
                    children = tuple(self._blocks(tokens, "ordered_list_close"))
                    yield Block("list", place, children=children, first_number=first)
                case "list_item_open":
                    yield Block("item", place, children=tuple(self._blocks(tokens, "list_item_close")))
                case "table_open":
                    yield Block("table", place, children=tuple(self._rows(tokens)))
                case "container_any_open":
                    yield from self._container(token, tokens, place)
                case "blockquote_open":
                    yield Block(QUOTATION, place, children=tuple(self._blocks(tokens, "blockquote_close")))
                case "fence":
                    what = "a rule booklet has no code blocks"
                    self.diagnostics.report(Code.BOOKLET_MARKUP, place, what=what, fix="write plain text")
                case "hr":
                    what, fix = "a rule booklet has no rules", "use ::: page-break, or a heading"
                    self.diagnostics.report(Code.BOOKLET_MARKUP, place, what=what, fix=fix)

    def _heading(self, token: Token, tokens: Iterator[Token], place: Place) -> Block:
        level = int(token.tag[1])
        if level == 1:
            what = "a level-one heading belongs on the cover, not in the text"
            self.diagnostics.report(Code.BOOKLET_HEADING, place, what=what, fix="write ## instead of #")
        return Block("heading", place, self._inline(tokens, "heading_close"), level=max(level, 2))

    def _inline(self, tokens: Iterator[Token], end: str) -> str:
        text = ""
        for token in tokens:
            if token.type == end:
                break
            text += token.content
        if foreign := _FOREIGN.search(_ESCAPED.sub("", text)):
            place = Place(self.file, self.line, 1)
            what = f"{foreign[0]} would be printed as it is: a rule booklet has no code and no HTML"
            fix = 'use **bold**, *italic*, links, :icons: and <span lang="fr">, which is read'
            self.diagnostics.report(Code.BOOKLET_MARKUP, place, what=what, fix=fix)
        if braces := single_braces(text):
            what = f"{braces} would be printed as it is written"
            fix = rf"write {{{braces}}} for what it stands for, or \{braces[:-1]}\}} for printed braces"
            self.diagnostics.report(Code.BOOKLET_MARKUP, Place(self.file, self.line, 1), what=what, fix=fix)
        restored = self._restored(text)
        if not has_balanced_emphasis(restored):
            what = f"a * or ** has no partner in {quoted(restored)}"
            fix = r"close it, or write \* for a printed asterisk"
            self.diagnostics.report(Code.BOOKLET_MARKUP, Place(self.file, self.line, 1), what=what, fix=fix)
        elif has_printed_emphasis(restored):
            what = f"{PRINTED_MARKS} in {quoted(restored)}"
            self.diagnostics.report(
                Code.BOOKLET_MARKUP, Place(self.file, self.line, 1), what=what, fix=PRINTED_MARKS_FIX
            )
        return restored

    def _restored(self, text: str) -> str:
        joined = " ".join(line.strip() for line in text.replace(_CONTINUED, "").split("\n"))
        return _MARKED.sub(self._expression, joined).strip()

    def _expression(self, mark: re.Match[str]) -> str:
        """Return the expression for a mark; a mark that the text itself contains is kept."""
        index = int(mark[1])
        return self.expressions[index] if index < len(self.expressions) else mark[0]

    def _rows(self, tokens: Iterator[Token]) -> Iterator[Block]:
        row: list[Block] = []
        is_header = True
        for token in tokens:
            if token.map:
                self.line = token.map[0] + 1
            place = Place(self.file, self.line, 1)
            match token.type:
                case "table_close":
                    return
                case "tbody_open":
                    is_header = False
                case "tr_open":
                    row = []
                case "th_open" | "td_open":
                    alignment = _ALIGN.search(str(token.attrs.get("style", "")))
                    align = {"center": "centre", "right": "right"}.get(alignment[1] if alignment else "", "left")
                    text = self._inline(tokens, token.type.replace("open", "close"))
                    row.append(Block("cell", place, text, align=align))
                case "tr_close":
                    yield Block("row", place, children=tuple(row), is_header=is_header)

    def _container(self, token: Token, tokens: Iterator[Token], place: Place) -> Iterator[Block]:
        heading_line = self._restored(token.info)
        words = split_arguments(heading_line)
        name = words[0] if words else ""
        end = token.map[1] if token.map else 0
        if end >= len(self.lines) or not self.lines[end].lstrip().startswith(token.markup):
            what, fix = f"::: {name} is never closed", f"close it with {token.markup}"
            self.diagnostics.report(Code.BOOKLET_CONTAINER, place, what=what, fix=fix)
        elif self.ends and self.ends[-1][0] == end:
            _, outer, outer_place = self.ends[-1]
            what = f"::: {outer} is never closed: the {token.markup} that closes ::: {name} ends it"
            fix = f"close it before ::: {name}; or write :::: if it holds other containers"
            self.diagnostics.report(Code.BOOKLET_CONTAINER, outer_place, what=what, fix=fix)
        self.ends.append((end, name, place))
        children = tuple(self._blocks(tokens, "container_any_close"))
        self.ends.pop()
        form = self.forms.get(name)
        if form is None:
            what, fix = f"unknown container ::: {name}", suggest(name, self.forms)
            self.diagnostics.report(Code.BOOKLET_CONTAINER, place, what=what, fix=fix)
            yield from children
            return
        match form.subject:
            case "text":
                yield Block(name, place, children=children, subject=heading_line.removeprefix(name).strip())
            case "nothing" | "picture" | "deck":
                subject, arguments = self._arguments(name, form, words[1:], place)
                yield Block(name, place, children=children, subject=subject, arguments=arguments)
            case _:
                assert_never(form.subject)

    def _arguments(
        self, name: str, form: ContainerSyntax, words: Sequence[str], place: Place
    ) -> tuple[str, Mapping[str, str]]:
        """Return the subject of a container and its key=expression arguments; other words are reported."""
        arguments = dict(word.split("=", 1) for word in words if _is_value(word))
        plain = [word for word in words if not _is_value(word)]
        names_something = form.subject != "nothing"
        for word in plain[1:] if names_something else plain:
            what = f"::: {name} cannot take the word {word}"
            fix = f"write ::: {name} {'NAME ' if names_something else ''}key=value, or put the text on the next line"
            self.diagnostics.report(Code.BOOKLET_ARGUMENT, place, what=what, fix=fix)
        for key in arguments:
            if key not in form.arguments and not form.is_open:
                fix = suggest(key, form.arguments) if form.arguments else "remove it"
                self.diagnostics.report(Code.BOOKLET_ARGUMENT, place, what=f"::: {name} has no argument {key}", fix=fix)
        return plain[0] if plain and names_something else "", arguments


def _is_value(word: str) -> bool:
    return re.match(r"[a-z_]+=", word) is not None


def split_arguments(text: str) -> list[str]:
    """Split a text at spaces outside quotes and brackets."""
    breaks = [index for index in outside_brackets(text) if text[index].isspace()]
    words = (text[start:end].strip() for start, end in pairwise([0, *breaks, len(text)]))
    return [word for word in words if word]


@frozen_dataclass
class Rulebook:
    """A game's rulebook in its source language.

    Attributes:
        file: Path of its text.
        style_source: The tree of the style; None for the plain style.
        figures: Templates by the names that the text uses, and the templates of the style's head and panel and for
            phones.
        fills_paper: Whether pages have the size of the paper; until ``on`` is called, that of the game's usual paper.
    """

    file: str
    blocks: tuple[Block, ...]
    style: BookletStyle
    style_source: Map | None
    figures: dict[str, Template]
    fills_paper: bool = False

    @property
    def in_large_print(self) -> Rulebook:
        """The booklet in larger type, on as many pages as that takes; a leaflet, which has no room, as a booklet."""
        style = self.style
        letterings = {name: getattr(style, name) for name in LETTERING}
        larger = {
            name: lettering.model_copy(update={"size": LARGE * lettering.size})
            for name, lettering in letterings.items()
        }
        update: dict[str, Any] = {**larger, "pages": None, "columns": 1, "most_blank": 1.0}
        if style.form == "leaflet":
            update |= {"form": "booklet", "size": BookletStyle.model_fields["size"].default, "margins": Margins()}
        blocks = tuple(block for block in self.blocks if block.kind != "page-break")
        fills_paper = self.fills_paper and style.form == "sheet"
        return replace(self, blocks=blocks, style=style.model_copy(update=update), fills_paper=fills_paper)

    def on(self, paper: tuple[Mm, Mm]) -> Rulebook:
        """Return the booklet for a paper; pages slightly too large for their part of a sheet are reduced to it.

        Args:
            paper: Width and height in portrait, mm.
        """
        style = self.style
        plan = style.plan(1)
        if self.fills_paper:
            room = plan.panel(plan.laid(paper))
            covers = {block.subject for block in walk(self.blocks) if block.kind == "page"}
            figures = {
                name: _with_shape_of(template, room) if name in covers else template
                for name, template in self.figures.items()
            }
            return replace(self, style=style.model_copy(update={"size": room}), figures=figures)
        room = plan.panel(plan.laid(paper, style.size))
        scale = min(room[0] / style.size[0], room[1] / style.size[1])
        least = MIN_MARGINS if style.form == "booklet" else MIN_PANEL_MARGINS
        if scale >= 1 or room[0] - style.measure < least or room[1] - style.depth < least:
            return self
        shape = (room[0] / scale, room[1] / scale)
        figures = {
            name: template.resized(shape) if template.head.size == style.size else template
            for name, template in self.figures.items()
        }
        return replace(self, style=style.on_page(room), figures=figures)


def _with_shape_of(template: Template, page: tuple[Mm, Mm]) -> Template:
    """Return a template of a whole page that is as high as the page if it is shown as wide."""
    width = template.head.size[0]
    return template.resized((width, width * page[1] / page[0]))


MIN_MARGINS: Mm = 20.0
"""The smallest sum of two opposite margins; pages that half a sheet leaves less are not reduced."""

MIN_PANEL_MARGINS: Mm = 10.0
"""The same for sheets and leaflets: twice a printer's margin."""


def load_rulebook(files: Files, templates: Templates, game: Game, diagnostics: Diagnostics) -> Rulebook | None:
    """Return a game's booklet; None if it has none, or it cannot be read."""
    requested = game.head.booklet.text
    path = f"templates/{requested}" if requested else booklet_path(game.name)
    if requested is None and not files.exists(path):
        return None
    reference = game.source["booklet"].place if "booklet" in game.source else game.source.place
    with diagnostics.catch_faults():
        text = files.text(path, reference)
        with activity(path, Place(path)):
            blocks = parse_rulebook(text, path, CONTAINERS, diagnostics)
        loaded = _load_style(files, templates, game, reference, diagnostics)
        if loaded is not None:
            figures = _load_figures(templates, game, blocks, diagnostics)
            style, source = loaded
            for key, name in (("head", style.head), ("panel", style.panel)):
                place = source.place_of(key) if source is not None and key in source else reference
                if name and (template := templates.get(name, place, diagnostics)):
                    figures[name] = template
            fills_paper = style.form in ("sheet", "leaflet") and "size" not in style.model_fields_set
            rulebook = Rulebook(path, blocks, style, source, figures, fills_paper)
            usual = Printing().with_project(game.printing).size
            return rulebook.on(usual) if rulebook.fills_paper else rulebook
    return None


def _load_style(
    files: Files, templates: Templates, game: Game, reference: Place, diagnostics: Diagnostics
) -> tuple[BookletStyle, Map | None] | None:
    """Return the style that game.yaml names, else the game's own, else the common one, else the plain one."""
    if game.head.booklet.style:
        return load_style(templates, game.head.booklet.style, reference, diagnostics)
    for name in (f"{game.name}/booklet", "common/booklet"):
        if files.exists(f"templates/{name}.yaml"):
            return load_style(templates, name, reference, diagnostics)
    return plain_style(), None


def _load_figures(
    templates: Templates, game: Game, blocks: tuple[Block, ...], diagnostics: Diagnostics
) -> dict[str, Template]:
    """Return the templates of the pictures in blocks, by their names there, and the templates for phones."""
    figures: dict[str, Template] = {}
    for block in walk(blocks):
        form = CONTAINERS.get(block.kind)
        name = block.subject
        if form is None or form.subject != "picture" or name in figures:
            continue
        if not name:
            what, fix = f"::: {block.kind} does not name its picture", f"write ::: {block.kind} NAME"
            diagnostics.report(Code.BOOKLET_FIGURE, block.place, what=what, fix=fix)
            continue
        template = templates.get(name if "/" in name else f"{game.name}/figures/{name}", block.place, diagnostics)
        if template is not None:
            figures[name] = template
            narrow = template.head.phone
            if narrow and (stand_in := templates.get(narrow, template.source.place_of("phone"), diagnostics)):
                figures[narrow] = stand_in
    return figures


def prose(booklet: Rulebook) -> Iterator[SourceText]:
    """Yield each text of the booklet's blocks, with the kind of its block as note."""
    for block in walk(booklet.blocks):
        if block.text:
            yield SourceText(block.text, block.place, block.kind, rulebook_context(block.kind))


def rulebook_messages(booklet: Rulebook, head: GameHead) -> list[Message]:
    """Return the messages of a booklet for the catalogues: blocks in order, texts of figures, and names of icons.

    Args:
        booklet: The booklet.
        head: Has the languages, and the words, some of which name icons.
    """
    figures = (text for template in booklet.figures.values() for text in template_texts(template))
    return messages_of((*prose(booklet), *figures, *_icon_names(booklet, head.words)), plural_texts, head.languages)


def _icon_names(booklet: Rulebook, words: Container[str]) -> Iterator[SourceText]:
    """Yield the names of icons in texts that no word of the game names; screen readers read them."""
    places: dict[str, Place] = {}
    for block in walk(booklet.blocks):
        for icon in ICON.findall(block.text):
            places.setdefault(icon.strip(":"), block.place)
    for name, place in places.items():
        if name in booklet.style.icons and name not in words:
            yield SourceText(name, place, f"the icon :{name}:, for screen readers", icon_context(name))


def icon_words(style: BookletStyle, edition: Edition) -> dict[str, str]:
    """Return the names of a style's icons in the language of an edition: words of the game, or translated names."""
    words = edition.game.head.words
    return {**{name: edition.translate(name, icon_context(name)) for name in style.icons}, **words}
