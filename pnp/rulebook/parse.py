"""rulebook.md → Blocks with places. Knows Markdown and the containers' arguments; computes and translates nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from pnp.diagnostics import Diagnostic, Place, suggest
from pnp.rulebook.blocks import ARGUMENTS, CONTAINERS, NAMED, Block
from pnp.words.placeholders import find_expressions, outside_brackets

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_MARK = "\ue000{}\ue001"
_CONTINUED = "\n\ue002"
_MARKED = re.compile("\ue000(\\d+)\ue001")
_ESCAPED = re.compile(r"\\.")
_FOREIGN = re.compile(r"`|</?[a-zA-Z][^<>]*>|!\[")
_ALIGN = re.compile(r"text-align:\s*(left|center|right)")


def parse_booklet(text: str, file: str) -> tuple[tuple[Block, ...], list[Diagnostic]]:
    """Return a rulebook's blocks and the faults of its form.

    Args:
        text: Markdown with Jinja expressions.
        file: The name that places bear.
    """
    expressions = [text[found.start : found.end] for found in find_expressions(text)]
    hidden = _hide(text)
    reader = _Reader(file, expressions, hidden.splitlines())
    blocks = reader.read(_markdown().parse(hidden))
    return blocks, reader.faults


def _markdown() -> MarkdownIt:
    from markdown_it import MarkdownIt
    from mdit_py_plugins.container import container_plugin

    markdown = MarkdownIt("commonmark").enable("table").disable(["code", "html_block", "lheading", "reference"])
    return markdown.use(container_plugin, "any", validate=lambda *_: True)


def _hide(text: str) -> str:
    """The text with each expression as one mark: Markdown must not see its pipes, stars and brackets.

    Lines keep their numbers: an expression over several lines leaves its line ends behind it, each with a mark that
    keeps the line from being a blank one, which would end the paragraph.
    """
    parts: list[str] = []
    end = 0
    for index, expression in enumerate(find_expressions(text)):
        lines = text.count("\n", expression.start, expression.end)
        parts += [text[end : expression.start], _MARK.format(index), _CONTINUED * lines]
        end = expression.end
    return "".join([*parts, text[end:]])


class _Reader:
    """Turns the Markdown parser's flat tokens into nested blocks."""

    def __init__(self, file: str, expressions: Sequence[str], lines: Sequence[str]) -> None:
        self.file = file
        self.expressions = expressions
        self.lines = lines
        self.faults: list[Diagnostic] = []
        self.line = 1

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
                    start = int(token.attrs.get("start", 1) or 1)
                    children = tuple(self._blocks(tokens, "ordered_list_close"))
                    yield Block("list", place, children=children, level=start)
                case "list_item_open":
                    yield Block("item", place, children=tuple(self._blocks(tokens, "list_item_close")))
                case "table_open":
                    yield Block("table", place, children=tuple(self._rows(tokens)))
                case "container_any_open":
                    yield self._container(token, tokens, place)
                case "blockquote_open":
                    children = tuple(self._blocks(tokens, "blockquote_close"))
                    yield Block("tip", place, children=children)
                case "fence":
                    self._fault(place, "booklet-markup", "a rule booklet has no code blocks", "write plain text")
                case "hr":
                    self._fault(
                        place, "booklet-markup", "a rule booklet has no rules", "use ::: page-break, or a heading"
                    )

    def _heading(self, token: Token, tokens: Iterator[Token], place: Place) -> Block:
        level = int(token.tag[1])
        if level == 1:
            self._fault(
                place, "booklet-heading", "level-one headings are the cover's, not the text's", "write ## instead of #"
            )
        return Block("heading", place, self._inline(tokens, "heading_close"), level=max(level, 2))

    def _inline(self, tokens: Iterator[Token], end: str) -> str:
        text = ""
        for token in tokens:
            if token.type == end:
                break
            text += token.content
        if found := _FOREIGN.search(_ESCAPED.sub("", text)):
            place = Place(self.file, self.line, 1)
            what = f"{found[0]} would be printed as it is: a rule booklet has no code and no HTML"
            self._fault(place, "booklet-markup", what, "use **bold**, *italic*, links and :icons:")
        return self._restored(text)

    def _restored(self, text: str) -> str:
        joined = " ".join(line.strip() for line in text.replace(_CONTINUED, "").split("\n"))
        return _MARKED.sub(self._expression, joined).strip()

    def _expression(self, mark: re.Match[str]) -> str:
        """The expression a mark stands for; a mark that was in the text stays."""
        index = int(mark[1])
        return self.expressions[index] if index < len(self.expressions) else mark[0]

    def _rows(self, tokens: Iterator[Token]) -> Iterator[Block]:
        row: list[Block] = []
        level = 0
        for token in tokens:
            if token.map:
                self.line = token.map[0] + 1
            place = Place(self.file, self.line, 1)
            match token.type:
                case "table_close":
                    return
                case "tbody_open":
                    level = 1
                case "tr_open":
                    row = []
                case "th_open" | "td_open":
                    found = _ALIGN.search(str(token.attrs.get("style", "")))
                    align = {"center": "centre", "right": "right"}.get(found[1] if found else "", "left")
                    text = self._inline(tokens, token.type.replace("open", "close"))
                    row.append(Block("cell", place, text, align=align))
                case "tr_close":
                    yield Block("row", place, children=tuple(row), level=level)

    def _container(self, token: Token, tokens: Iterator[Token], place: Place) -> Block:
        arguments = self._restored(token.info)
        words = split_arguments(arguments)
        name = words[0] if words else ""
        end = token.map[1] if token.map else 0
        if end >= len(self.lines) or not self.lines[end].lstrip().startswith(token.markup):
            self._fault(place, "booklet-container", f"::: {name} is never closed", f"close it with {token.markup}")
        children = tuple(self._blocks(tokens, "container_any_close"))
        if name == "each":
            return Block("each", place, children=children, names=(arguments.removeprefix("each").strip(),))
        values = dict(word.split("=", 1) for word in words[1:] if _is_value(word))
        names = tuple(word for word in words[1:] if not _is_value(word))
        self._check_arguments(name, names, values, place)
        return Block(name, place, children=children, names=names, values=values)

    def _check_arguments(self, name: str, names: Sequence[str], values: Mapping[str, str], place: Place) -> None:
        if name not in CONTAINERS:
            self._fault(place, "booklet-container", f"unknown container ::: {name}", suggest(name, CONTAINERS))
            return
        spare = names[1:] if name in NAMED else names
        for word in spare:
            fix = f"write ::: {name} {'NAME ' if name in NAMED else ''}key=value, or put the text on the next line"
            self._fault(place, "booklet-argument", f"::: {name} cannot take the word {word}", fix)
        known = ARGUMENTS.get(name, ())
        for key in values:
            if key not in known and name not in ("figure", "page"):
                what = f"::: {name} has no argument {key}"
                self._fault(place, "booklet-argument", what, suggest(key, known) if known else "remove it")

    def _fault(self, place: Place, code: str, what: str, fix: str) -> None:
        self.faults.append(Diagnostic(place, code, what, fix=fix))


def _is_value(word: str) -> bool:
    return re.match(r"[a-z_]+=", word) is not None


def split_arguments(text: str) -> list[str]:
    """Words separated by blanks, where quotes and brackets hold their content together."""
    breaks = [index for index in outside_brackets(text) if text[index].isspace()]
    words = (text[start:end].strip() for start, end in pairwise([0, *breaks, len(text)]))
    return [word for word in words if word]
