"""A SourceGame → its sentences (booklet, aids, sheets, cards, titles, words) in reading order, with their places.

Sentences are in the source language as written, with expressions and marks. Functions here evaluate these expressions
for the first values of loops and the first cards, and look up translations. This module does not know ties.
"""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from pnp.core.diagnostics import Fault, Place
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.patterns import lazy_pattern
from pnp.expressions import ExpressionError, Scope, compile_expression, compile_text, plural_texts, show
from pnp.expressions.scope import card_values
from pnp.project.elements import TextElement
from pnp.project.files import Files
from pnp.project.game import Game
from pnp.project.template import Node, Template
from pnp.project.values import Expr
from pnp.rulebook.blocks import Block
from pnp.source_game import SourceGame
from pnp.text.catalogue import Catalogue
from pnp.text.game_texts import (
    element_context,
    game_texts,
    has_words,
    played_texts,
    report_texts,
    rulebook_context,
    template_texts,
)
from pnp.text.placeholders import one_line, split_sentences, without_expressions

_NAMED = lazy_pattern(r"\[([^\[\]\n]+)\]")


def named_sections(rules: str) -> Iterator[tuple[int, int, str]]:
    """Yield line, column and name for each name in brackets in comments and docstrings.

    Nothing if this is not Python.
    """
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(rules).readline))
    except (SyntaxError, tokenize.TokenError):
        return
    for before, token in zip([None, *tokens], tokens, strict=False):
        starts_line = before is None or before.type in (tokenize.NEWLINE, tokenize.INDENT, tokenize.NL, tokenize.DEDENT)
        if token.type == tokenize.COMMENT or (token.type == tokenize.STRING and starts_line):
            for offset, line in enumerate(token.string.split("\n")):
                for match in _NAMED.finditer(line):
                    column = match.start() + 1 + (token.start[1] if offset == 0 else 0)
                    yield token.start[0] + offset, column, match[1]


_CELLS = " | "
_LABEL_WORDS = 4
_PICTURES = frozenset({"figure", "step", "component", "cards", "each"})
_WORDS_TO_FIND = 6
"""A sentence can be found in its file by this many words."""

_BOLD = lazy_pattern(r"\*\*(.+?)\*\*")

Loop = tuple[str, str]
"""A name, and the expression for the list whose values the name takes."""


@frozen_dataclass
class Sentence:
    """A sentence of a game, or a title, label or row of a table.

    Attributes:
        section: Its heading; outside the booklet, its file.
        text: The text in the source language, with single blanks.
        kind: Its form: heading, header, caption, label, name, value, picture, art, advice, flavour; "" for a sentence.
        unit: The texts in the catalogue to which it belongs; for a row of a table, its cells.
        part: Its index among the unit's sentences, and how many these are.
        loops: The loops around its expressions.
        deck: The deck of its card.
        in_bold: The words in bold, in this sentence or before it in the same box or list.
        context: What the texts of the unit are used as, for the catalogues.
    """

    section: str
    text: str
    place: Place
    kind: str = ""
    unit: tuple[str, ...] = ()
    part: tuple[int, int] = (0, 1)
    loops: tuple[Loop, ...] = ()
    deck: str = ""
    in_bold: tuple[str, ...] = ()
    context: str = ""


def read_sentences(source_game: SourceGame, files: Files) -> list[Sentence]:
    """Read all sentences of a game: those of its booklet, then those of its data, templates and figures."""
    booklet, game = source_game.rulebook, source_game.game
    sentences: list[Sentence] = []
    if booklet is not None:
        sentences += _Booklet(booklet.file).read(booklet.blocks)
    printed = list(_printed(game))
    for figure in booklet.figures.values() if booklet is not None else ():
        places = {
            sentence.place for sentence in printed
        }  # inherited texts of a figure are read in the template that has them
        printed += (sentence for sentence in _of_template(figure) if sentence.place not in places)
    order = sections_of(printed)
    sentences += sorted(printed, key=lambda sentence: order.index(sentence.section))
    return list(_placed(sentences, files))


def sections_of(sentences: Sequence[Sentence]) -> list[str]:
    """Return the headings and files of sentences, each once, in order."""
    return list(dict.fromkeys(sentence.section for sentence in sentences))


# --- the booklet


class _Booklet:
    """Yields the sentences of a booklet's blocks, each with its heading as the section."""

    def __init__(self, file: str) -> None:
        self.section = file
        self.taken: set[str] = set()

    def read(self, blocks: Sequence[Block], loops: tuple[Loop, ...] = (), box: str = "") -> Iterator[Sentence]:
        bold: list[str] = []
        for block in blocks:
            bold += _BOLD.findall(block.text)
            for sentence in self._of(block, loops, box):
                yield replace(sentence, in_bold=sentence.in_bold or tuple(bold))

    def _of(self, block: Block, loops: tuple[Loop, ...], box: str) -> Iterator[Sentence]:
        match block.kind:
            case "heading":
                self._enter(one_line(block.text))
                context, text = rulebook_context("heading"), one_line(block.text)
                yield Sentence(self.section, text, block.place, "heading", (block.text,), context=context)
            case "row":
                cells = tuple(cell.text for cell in block.children)
                text = _CELLS.join(map(one_line, cells))
                kind = "header" if block.is_header else ""
                context = rulebook_context("cell")
                yield Sentence(self.section, text, block.place, kind, cells, loops=loops, context=context)
            case kind if kind in _PICTURES:
                arguments = (f"{key}={value}" for key, value in block.arguments.items())
                text = one_line(" ".join([":::", kind, block.subject, *arguments]))
                yield Sentence(self.section, text, block.place, "picture", loops=loops)
                if kind == "each":
                    name, _, source = (part.strip() for part in block.subject.partition(" in "))
                    loops, kind = (*loops, (name, source)), box
                yield from self.read(block.children, loops, kind)
            case _:
                context = rulebook_context(block.kind)
                yield from _split(block.text, block.place, self.section, context, _form(block.text, box), loops)
                inner = box if block.kind in ("list", "item", "table") else block.kind
                yield from self.read(block.children, loops, inner)

    def _enter(self, title: str) -> None:
        name, number = title or "…", 2
        while name in self.taken:
            name, number = f"{title} ({number})", number + 1
        self.taken.add(name)
        self.section = name


def _form(text: str, box: str) -> str:
    """Return the kind of a paragraph, by its form and the box around it."""
    if re.fullmatch(r"\*\*[^*]+\*\*", text.strip()):
        return "heading"
    return {"figure": "caption", "cards": "caption", "tip": "advice"}.get(box, "")


def _split(
    text: str, place: Place, section: str, context: str, kind: str, loops: tuple[Loop, ...] = (), deck: str = ""
) -> Iterator[Sentence]:
    parts = split_sentences(text)
    for number, (_, part) in enumerate(parts):
        bold = tuple(_BOLD.findall(part))
        yield Sentence(section, part, place, kind, (text,), (number, len(parts)), loops, deck, bold, context)


# --- everything else


def _printed(game: Game) -> Iterator[Sentence]:
    """Yield the sentences of titles, words, cards and templates."""
    elsewhere = {place for template in game_templates(game) for _, place, *_ in template_texts(template)}
    elsewhere |= {place for _, place, *_ in report_texts(game)}  # these texts are not printed with the game
    flavour = set(_flavour(game))
    for text, place, _, context, _ in (*game_texts(game), *played_texts(game)):
        if place not in elsewhere:
            kind = "flavour" if place in flavour else _label(text, "name")
            yield from _split(text, place, place.file, context, kind)
    names: set[str] = set()
    for decks in (game.decks, game.extras):
        for deck in decks.values():
            for template in deck.templates:
                if template.name not in names:
                    names.add(template.name)
                    yield from _of_template(template, deck.name if decks is game.decks else "")


def _flavour(game: Game) -> Iterator[Place]:
    """Yield the places of card texts that state no rules."""
    for deck in (*game.decks.values(), *game.extras.values()):
        names = [field.name for field in deck.fields if not field.is_rule]
        yield from (card.source.place_of(name) for card in deck.cards for name in names if card.values.get(name))


def game_templates(game: Game) -> Iterator[Template]:
    """Yield the templates of all decks and extras."""
    for decks in (game.decks, game.extras):
        for deck in decks.values():
            yield from deck.templates


def _of_template(template: Template, deck: str = "") -> Iterator[Sentence]:
    yield from _of_nodes(template.nodes, template.name, deck, ())


def _of_nodes(nodes: Sequence[Node], template: str, deck: str, loops: tuple[Loop, ...]) -> Iterator[Sentence]:
    for node in nodes:
        name, _, source = (part.strip() for part in node.element.loop.partition(" in "))
        inner = (*loops, (name, source)) if source else loops
        if isinstance(node.element, TextElement):
            value = node.element.text
            text = value.source if isinstance(value, Expr) else value
            place, context = node.place("text"), element_context(template, node.name)
            yield from _split(text, place, place.file, context, _label(text, "label"), inner, deck)
        yield from _of_nodes(node.children, template, deck, inner)


def _label(text: str, kind: str) -> str:
    """Return the kind of a text outside the booklet: value if it has no words, label if it is short, else ""."""
    if not has_words(text):
        return "value"
    is_short = len(without_expressions(text).split()) <= _LABEL_WORDS and text.rstrip()[-1:] not in ".?:"
    return kind if is_short else ""


# --- places


def _placed(sentences: Sequence[Sentence], files: Files) -> Iterator[Sentence]:
    """Yield the sentences with the line and column at which they begin."""
    texts: dict[str, tuple[str, list[int]]] = {}
    ends: dict[str, int] = {}
    for sentence in sentences:
        file = sentence.place.file
        if file not in texts:
            texts[file] = _lines(files, file)
        text, starts = texts[file]
        line = sentence.place.line - 1
        begin = starts[line] if 0 <= line < len(starts) else 0
        words = sentence.text.split(_CELLS)[0].split(" ")[:_WORDS_TO_FIND]
        pattern = re.compile(r"\s+".join(map(re.escape, words)))
        match = pattern.search(text, max(begin, ends.get(file, 0))) or pattern.search(text, begin)
        if match is None or not sentence.text:
            yield sentence
            continue
        ends[file] = match.end()
        before = text.count("\n", 0, match.start())
        yield replace(sentence, place=Place(file, before + 1, match.start() - starts[before] + 1))


def _lines(files: Files, file: str) -> tuple[str, list[int]]:
    """Return a file's text, and the offsets of its lines."""
    try:
        text = files.text(file)
    except Fault:
        return "", []
    return text, [0, *(match.end() for match in re.finditer("\n", text))]


MAX_VALUES = 6
"""A sentence is evaluated for at most this many values of a loop, or cards of a deck."""


def filled(text: str, sentence: Sentence, game: Game, scope: dict[str, Any]) -> list[str]:
    """Evaluate the expressions of a text for each value of its sentence's loops; "" if an evaluation fails.

    Args:
        text: The text of the sentence, in any language.
        sentence: The sentence, with its loops and its deck.
        game: The game in the text's language.
        scope: The scope of the game's expressions in that language.
    """
    words = []
    for inner in _scopes(sentence.loops, _cards(sentence, game, scope)):
        try:
            words.append(show(compile_text(text)(inner)))
        except ExpressionError:
            words.append("")
    return words


def _cards(sentence: Sentence, game: Game, scope: Scope) -> list[Scope]:
    deck = game.decks.get(sentence.deck)
    if deck is None:
        return [scope]
    return [{**scope, "card": card_values(card), "deck": deck.name} for card in deck.cards[:MAX_VALUES]]


def _scopes(loops: Sequence[Loop], scopes: list[Scope]) -> list[Scope]:
    for name, source in loops:
        repeated: list[Scope] = []
        for scope in scopes:
            try:
                compiled = compile_text(source) if source.startswith("{{") else compile_expression(source)
                values = list(compiled(scope))[:MAX_VALUES]
            except (ExpressionError, TypeError):
                continue
            for index, value in enumerate(values):
                loop = {"index": index + 1, "index0": index, "length": len(values), "first": not index}
                repeated.append({**scope, name: value, "loop": {**loop, "last": index == len(values) - 1}})
        scopes = repeated
    return scopes


def translated(sentences: Sequence[Sentence], catalogue: Catalogue) -> dict[int, tuple[str, Place]]:
    """Return translations and their places, by the numbers of sentences that have words and a translation.

    If a translation has as many sentences as its source, they are assigned one to one. Otherwise the first sentence of
    the source gets the whole translation.
    """
    translations: dict[int, tuple[str, Place]] = {}
    for number, sentence in enumerate(sentences):
        context = sentence.context
        texts = [catalogue.get(text, context) if has_words(text) else text for text in sentence.unit]
        translated_texts = [text for text in texts if text is not None]
        words = [text for text in sentence.unit if has_words(text)]
        words += [singular for text in sentence.unit for singular, _ in plural_texts(text)]
        entries = [entry for text in words if (entry := catalogue.entry(text, context)) is not None]
        is_complete = all(catalogue.is_translated(entry) and not entry.is_fuzzy for entry in entries)
        if not entries or len(translated_texts) < len(texts) or not is_complete:
            continue
        part = _part(translated_texts, *sentence.part)
        if part:
            translations[number] = (_with_plurals(part, catalogue, context), entries[0].string_place)
    return translations


def fuzzy_translations(sentences: Sequence[Sentence], catalogue: Catalogue) -> dict[int, tuple[str, Place]]:
    """Return fuzzy translations of whole texts and their places, by the numbers of the sentences."""
    proposals: dict[int, tuple[str, Place]] = {}
    for number, sentence in enumerate(sentences):
        entries = (catalogue.entry(text, sentence.context) for text in sentence.unit)
        fuzzy = [entry for entry in entries if entry is not None and entry.is_fuzzy]
        if fuzzy:
            proposals[number] = (" | ".join(one_line(entry.strings[0]) for entry in fuzzy), fuzzy[0].string_place)
    return proposals


def _part(texts: Sequence[str], index: int, count: int) -> str:
    if len(texts) > 1:
        return " | ".join(map(one_line, texts))
    parts = split_sentences(texts[0])
    if len(parts) == count:
        return parts[index][1]
    return "" if index else one_line(texts[0])


def _with_plurals(text: str, catalogue: Catalogue, context: str) -> str:
    """Translate the plural forms inside a text's expressions as well."""
    for pair in plural_texts(text):
        entry = catalogue.entry(pair[0], context)
        if entry is None or entry.plural is None:
            continue
        for source, form in zip(pair, (entry.strings[0], entry.strings[-1]), strict=True):
            for quote in ("'", '"'):
                text = text.replace(f"{quote}{source}{quote}", f"{quote}{form}{quote}")
    return text
