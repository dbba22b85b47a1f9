"""A source game and its messages → the messages with notes for translators.

A note has the author's remark about a text, the meanings from the glossary, the values of placeholders, and the room on
a line. For these, cards and the pictures of the rules are laid out in the source language. What cannot be laid out or
computed gets no note; builds and checks report the faults.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import field, replace

from pnp.core.diagnostics import Diagnostics, Fault, Mistake, Place
from pnp.core.fonts import FontFace, FontSet
from pnp.core.frame import Box, ElementBox, Frame, Text, around
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.markup import Runs, parse_markup, plain
from pnp.core.patterns import lazy_pattern
from pnp.core.units import MM_PER_PT, whole_number
from pnp.expressions import ExpressionError, Scope, compile_expression, compile_text, show
from pnp.layout.assets import Assets
from pnp.layout.cards.game import GameLayout
from pnp.layout.text.fitting import lines_in
from pnp.layout.text.ink import ground_under, ink_of, painted
from pnp.project.elements import TextElement
from pnp.project.files import Files
from pnp.project.fonts import load_fonts
from pnp.project.game import Deck
from pnp.project.template import Node, Template, all_nodes
from pnp.project.values import Expr
from pnp.rulebook.blocks import Block
from pnp.rulebook.fill import Filler
from pnp.rulebook.kinds import KINDS
from pnp.source_game import SourceGame
from pnp.text.catalogue import FULL_WIDTH, Message, Room, field_context
from pnp.text.edition import Edition
from pnp.text.game_texts import element_context, has_words, word_context
from pnp.text.glossary import load_glossary
from pnp.text.numbers import script_of, ways_in_words
from pnp.text.placeholders import find_expressions
from pnp.text.sample_text import sample_of
from pnp.text.typography import typeset

MOST_CARDS = 40
"""At most this many cards of a deck are laid out: boxes seldom differ between cards, and thousands of cards take
minutes."""

MOST_NUMBERS = 4
"""At most this many numbers are listed as examples of {n}."""

LONGEST_VALUE = 60
"""A value that is shown has at most this many characters; a longer one is cut off."""

SAMPLE = "the player with the most cards in hand takes one of these and deals again"
"""A text whose letters have about the average width."""

_FROM_DATA = lazy_pattern(r"\{\{\s*(card|words|game)\.(\w+)\s*(?:\|[^{}]*)?\}\}")
_ONE_EXPRESSION = lazy_pattern(r"\{\{(?:(?!\}\}).)*\}\}", re.DOTALL)

_IN_WORDS = lazy_pattern(r"(\{\{(?:(?!\}\}).)*?)\s*\|\s*words\s*(?:\([^()]*\))?\s*\}\} = ")

_ANY = ""
"""Stands for any text in a context, in a table whose keys are a context and a text."""


_AUTHORS_NOTE = lazy_pattern(r"(?:^|\s)#\s*translators:\s*(.+?)\s*$", re.IGNORECASE)
"""A YAML comment for translators, on the line of a text or on the one above."""


def with_notes(files: Files, source_game: SourceGame) -> SourceGame:
    """Return a game whose messages have notes: authors' remarks, meanings, rooms, values, and examples of {n}."""
    observed = _Observed(files, source_game)
    terms = load_glossary(files, source_game.game, Diagnostics()).terms
    means = {form.casefold(): term.means for term in terms for form in term.forms.get(source_game.game.language, ())}
    messages = []
    for message in map(observed.noted, source_game.messages):
        notes = [message.note, means.get(message.text.strip().casefold(), ""), *_authors_notes(files, message.places)]
        messages.append(replace(message, note="\n".join(dict.fromkeys(filter(None, notes)))))
    return replace(source_game, messages=messages)


def _authors_notes(files: Files, places: Iterable[Place]) -> Iterator[str]:
    for place in places:
        if place.line and place.file.endswith(".yaml"):
            lines = files.text(place.file).splitlines()[max(0, place.line - 2) : place.line]
            above = [line for line in lines[:-1] if line.lstrip().startswith("#")]
            yield from (match[1] for line in (*above, *lines[-1:]) if (match := _AUTHORS_NOTE.search(line)))


def with_number_words(messages: Iterable[Message], language: str) -> list[Message]:
    """Add the forms of numbers in words to messages, if a language has several."""
    noted: list[Message] = []
    for message in messages:
        numbers = dict(message.numbers)
        values = tuple(
            f"{value} ({_forms(numbers[value], language)})"
            if value in numbers and len(ways_in_words(numbers[value], language)) > 1
            else value
            for value in message.values
        )
        noted.append(replace(message, values=values))
    return noted


def _forms(number: int, language: str) -> str:
    return ", ".join(f"{name}: {words}" for name, words in ways_in_words(number, language))


@frozen_dataclass
class _CountedEdition(Edition):
    """An edition that records for which numbers plural forms are chosen, by the two texts."""

    numbers: dict[tuple[str, str], set[int]] = field(default_factory=dict)

    def plural(self, singular: str, plural: str, number: int, context: str = "") -> str:
        self.numbers.setdefault((singular.strip(), plural.strip()), set()).add(number)
        return super().plural(singular, plural, number, context)


class _ScopedFiller(Filler):
    """A filler that records, by the place of each block, the names with which its text was first evaluated."""

    scopes: dict[Place, Scope]

    def runs(self, block: Block, scope: Scope) -> Runs:
        self.scopes.setdefault(block.place, scope)
        return super().runs(block, scope)


class _Observed:
    """What is learnt about the texts of a game by laying it out in its source language."""

    def __init__(self, files: Files, source_game: SourceGame) -> None:
        faults = Diagnostics()
        game = source_game.game
        self._language = game.language
        self._languages = [
            language for language in game.head.languages[1:] if script_of(language) != script_of(game.language)
        ]
        self._fonts: FontSet = load_fonts(files, faults)
        edition = _CountedEdition(game, game.language, None, game)
        self._numbers = edition.numbers
        self._layout = GameLayout(edition, self._fonts, Assets(files.read), faults)
        self._scopes: dict[str, Scope] = {}
        self._block_scopes: dict[Place, Scope] = {}
        self._rooms: dict[tuple[str, str], Room] = {}
        self._rooms_of_lines: dict[str, Room] = {}
        if self._fonts.families:
            for deck in (*self._layout.edition.game.decks.values(), *self._layout.edition.game.extras.values()):
                with faults.catch_faults():
                    self._observe_deck(deck)
        if source_game.rulebook is not None:
            filler = _ScopedFiller(source_game.rulebook.figures, self._layout, KINDS)
            filler.scopes = self._block_scopes
            with faults.catch_faults():
                list(filler.fill(source_game.rulebook.blocks, self._layout.scope))
        for figure in self._layout.figures:
            self._observe(figure.template, figure.scope, figure.frame)

    # --- laying out

    def _observe_deck(self, deck: Deck) -> None:
        layout = self._layout
        for card in deck.cards[:MOST_CARDS]:
            scope = layout.scope_of(card)
            self._observe(deck.template, scope, layout.face(deck, card), deck.name)
            if deck.small is not None and (small := layout.small(deck, card)):
                self._observe(deck.small, scope, small, deck.name)
            if deck.back is not None and deck.back.head.size == deck.template.head.size:
                side = layout.back(deck, card)
                if side is not None:
                    self._observe(deck.back, scope, side.frame, deck.name)

    def _observe(self, template: Template, scope: Scope, frame: Frame, deck: str = "") -> None:
        """Note the rooms of a template's texts on a frame, and the names with which they were evaluated."""
        elements = {
            node.place(): (node.name, node.element)
            for node in all_nodes(template.nodes)
            if isinstance(node.element, TextElement)
        }
        self._note_scopes(template.name, template.nodes, scope)
        for placed in frame.boxes:
            name, element = elements.get(placed.place, ("", None))
            if element is not None and (room := self._room(element, _line_box(placed, frame))):
                self._note_room(room, element, element_context(template.name, name), deck, placed)

    def _note_scopes(self, template: str, nodes: Iterable[Node], scope: Scope) -> None:
        """Note the names with which each text is evaluated; in a loop, those of the first round."""
        for node in nodes:
            inner = scope
            if node.element.loop:
                name, _, values = node.element.loop.partition(" in ")
                with suppress(ExpressionError, Fault, Mistake):
                    first = next(iter(compile_expression(values)(dict(scope)) or ()), None)
                    inner = {**scope, name.strip(): first}
            self._scopes.setdefault(element_context(template, node.name), inner)
            self._note_scopes(template, node.children, inner)

    def _note_room(self, room: Room, element: TextElement, context: str, deck: str, placed: ElementBox) -> None:
        """Note the room of the text that an element shows: its own text, a field of cards, a word, or what it set."""
        text = element.text.source if isinstance(element.text, Expr) else element.text
        if has_words(text):
            self._add(context, text.strip(), room)
        elif source := _FROM_DATA.fullmatch(text.strip()):
            kind, name = source.groups()
            contexts = {"card": field_context(deck, name), "words": word_context(name), "game": f"game.{name}"}
            self._add(contexts[kind], _ANY, room)
            for line, _ in placed.texts:  # a shape under it may be as wide as this text
                self._add(contexts[kind], line.casefold(), room)
        elif _ONE_EXPRESSION.fullmatch(text.strip()):
            self._add(context, _ANY, room)  # its plural forms
            for line, _ in placed.texts:
                key = line.casefold()
                self._rooms_of_lines[key] = min(room, self._rooms_of_lines.get(key, room))

    def _add(self, context: str, text: str, room: Room) -> None:
        self._rooms[context, text] = min(room, self._rooms.get((context, text), room))

    def _room(self, element: TextElement, box: Box) -> Room | None:
        """Return the room of a text in a box if only a single line fits at its smallest size."""
        family = self._fonts.families.get(str(element.font))
        values = (element.size, element.leading, element.spacing, element.bold, element.italic)
        if family is None or element.continued is not None or any(isinstance(value, Expr) for value in values):
            return None
        smallest = element.smallest if isinstance(element.smallest, float) else element.size
        size = min(smallest, element.size)
        face = family.face(element.bold, element.italic)
        lines = lines_in(box.height, size, face.cap_height, element.leading)
        if lines > 1 and element.lines != 1:
            return None
        sample = SAMPLE.upper() if element.uppercase is True else SAMPLE
        letter = face.shape(sample).width / len(sample) + element.spacing
        of_languages = tuple(
            (language, int(box.width / ((own + element.spacing) * size)))
            for language in self._languages
            if (own := self._letter(language, face))
        )
        return Room(int(box.width / (letter * size)), round(box.width), round(size / MM_PER_PT, 2), of_languages)

    def _letter(self, language: str, face: FontFace) -> float:
        """Return the average width of a language's letters in texts of a face, em; 0 if no font has them."""
        if script_of(language) in FULL_WIDTH:
            return 1.0
        sample = sample_of(language)
        if not sample:
            return 0.0
        own = self._fonts.for_language(language).face_for(sample[0], face)
        return own.shape(sample).width / len(sample) if own.has(sample[0]) else 0.0

    # --- notes

    def noted(self, message: Message) -> Message:
        """Return a message with everything that is known about it."""
        context = message.contexts[0] if message.contexts else ""
        values = tuple(self._values(message, context))
        numbers = tuple(self._numbers_in_words(message, context, values))
        return replace(message, room=self._room_of(message, context), values=values, numbers=numbers)

    def _room_of(self, message: Message, context: str) -> Room | None:
        written = self._value(message.text, self._layout.scope) or message.text
        shown = typeset(" ".join(plain(parse_markup(written)).split()), self._language).casefold()
        for text in (message.text.strip(), shown, _ANY):
            if room := self._rooms.get((context, text)):
                return room
        return self._rooms_of_lines.get(shown)

    def _values(self, message: Message, context: str) -> Iterator[str]:
        """Yield ``placeholder = value`` for each placeholder with a known value."""
        if message.plural is not None:
            numbers = sorted(self._numbers.get((message.text.strip(), message.plural.strip()), ()))
            if numbers:
                yield f"{{n}} = {', '.join(map(str, numbers[:MOST_NUMBERS]))}{', …' if numbers[MOST_NUMBERS:] else ''}"
        own = self._own_scope(message, context)
        for expression in find_expressions(message.text):
            written = message.text[expression.start : expression.end]
            if expression.kind != "{{" or not expression.is_closed:
                continue
            value, example = self._value(written, self._layout.scope), ""
            if value is None and own is not None:
                value, example = self._value(written, own), ", for example"
            if value:
                yield f"{' '.join(written.split())} = {value}{example}"

    def _numbers_in_words(self, message: Message, context: str, values: Sequence[str]) -> Iterator[tuple[str, int]]:
        """Yield the entries for placeholders that write a number in words, each with the number."""
        for line in values:
            match = _IN_WORDS.match(line)
            number = match and (
                self._value(f"{match[1]} }}}}", self._layout.scope)
                or self._value(f"{match[1]} }}}}", self._own_scope(message, context) or {})
            )
            if number and (value := whole_number(number)) is not None:
                yield line, value

    def _own_scope(self, message: Message, context: str) -> Mapping[str, object] | None:
        blocks = [self._block_scopes[place] for place in message.places if place in self._block_scopes]
        return next(iter(blocks), self._scopes.get(context))

    def _value(self, written: str, scope: Mapping[str, object]) -> str | None:
        try:
            value = " ".join(show(compile_text(written)(dict(scope))).split())
        except (ExpressionError, Fault, Mistake):
            return None
        return value if len(value) <= LONGEST_VALUE else f"{value[: LONGEST_VALUE - 1].rstrip()}…"


def _line_box(placed: ElementBox, frame: Frame) -> Box:
    """Return the box of a text's line: if it lies on a shape, the part of its box that is on the shape."""
    lines = {text for text, _ in placed.texts}
    numbers = [number for number, item in enumerate(frame.items) if isinstance(item, Text) and item.text in lines]
    texts = [item for number in numbers if isinstance(item := frame.items[number], Text) and item.words]
    texts = [text for text in texts if placed.box.contains(ink_of(text), tolerance=text.size)]
    if not texts:
        return placed.box
    ground = ground_under(texts, placed.box, list(painted(frame.items[: numbers[0]])))
    return ground.part_of(placed.box, around([ink_of(text) for text in texts]), texts[0].size) if ground else placed.box
