"""The words of `play:` and the code of rules.py → diagnostics for unknown and exchanged names.

It checks names, questions, defaults, and the piles of `table:` and `marks:`. The rules are parsed, not run.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Mapping, Set

from pnp.core.codes import Code
from pnp.core.diagnostics import Correction, Diagnostics, Place, did_you_mean, nearest, suggest
from pnp.core.patterns import lazy_pattern
from pnp.core.units import whole_number
from pnp.project.game import Game
from pnp.project.tree import texts_of

_USUAL = frozenset({"seat", "yes", "no", "none"})
"""Names that every game has."""
_PARTS = frozenset({"seat", "seats", "value", "n", "pick"})
"""Words that the texts of play: may have in braces, besides the parts of picks and the values of the table."""
_BRACES = lazy_pattern(r"\{([\w.]+)\}")
_WORD = lazy_pattern(r"[^\W\d_]+")
_STEM = 4
"""Two forms of a word share at least this many letters."""


MAX_ALIKE = 50
"""A word that more names than this contain is not used to find exchanged names, as it tells none of them apart."""


def check_play_words(game: Game, tree: ast.Module, bots: Set[str], diagnostics: Diagnostics) -> None:
    """Report words of `play:` that name neither rules nor bots, and names that seem to have changed places."""
    play, words = game.head.play, _PlayWords(game, tree, bots, diagnostics)
    _check_names(words, tree, diagnostics)
    words.check("questions", play.questions, "no question of the rules")
    words.check("log", play.log, "nothing in the rules")
    words.check("defaults", play.defaults, "no question of the rules")
    for question, option in play.defaults.items():
        if not words.has(option):
            words.report(words.place("defaults", question), f"no option of the rules is called {option}", option)
    piles = _piles(tree)
    if not piles:
        return
    for key in ("table", "marks"):
        for name, form in getattr(play, key).items():
            is_value = key == "table" and (form in ("hidden", "dice") or isinstance(form, Mapping)) and words.has(name)
            if name not in piles and not is_value:
                place = words.place(key, name, is_key=True)
                words.report(place, f"{key}: the table has no pile {name}", name, piles)
            elif isinstance(form, Mapping):
                _check_form(words, name, form, game)
    numbers = _numbers_of_cards(tree)
    for pile, name in play.marks.items():
        if pile in piles and name not in numbers.get(pile, ()):
            what = f"marks: the rules number no card of {pile} by {name}"
            words.report(words.place("marks", pile), what, name, numbers.get(pile, set()))


def _check_form(words: _PlayWords, name: str, form: Mapping[str, str | int], game: Game) -> None:
    """Report what a form is measured by if the game does not have it: a value, a field of cards, or a board."""
    ((kind, by),) = form.items()
    place = words.source["table"][name].place_of(kind)
    if kind == "board":
        boards = {*game.extras, *game.decks}
        if by not in boards:
            words.report(place, f"table: the game has no extra or deck {by} as a board", str(by), boards)
    elif isinstance(by, str):
        known = words.names | {field for deck in game.decks.values() for card in deck.cards for field in card.values}
        if by not in known:
            words.report(place, f"table: no value of the rules and no field of cards is called {by}", by, known)


class _PlayWords:
    """The words of `play:`, and all names and texts that the rules, the bots and the data have."""

    def __init__(self, game: Game, tree: ast.Module, bots: Set[str], diagnostics: Diagnostics) -> None:
        self.source = game.source["play"]
        self.play = game.head.play
        self.texts = game.head.play.names
        self.diagnostics = diagnostics
        self.names, self.fragments = {*_USUAL, *bots}, set[str]()
        for node in ast.walk(tree):
            match node:
                case (
                    ast.Name(id=name) | ast.Attribute(attr=name) | ast.ClassDef(name=name) | ast.keyword(arg=str(name))
                ):
                    self.names.add(name)
                case ast.JoinedStr(values=parts):
                    self.fragments |= {str(part.value) for part in parts if isinstance(part, ast.Constant)}
                case ast.Constant(value=str(text)):
                    self.names.add(text)
        for deck in game.decks.values():
            self.names |= {text for card in deck.cards for text in texts_of(card.values)}
        self.names |= set(texts_of(game.head.facts)) | set(texts_of(game.head.words))

    def has(self, name: str) -> bool:
        """Return whether a name occurs, or may be the result of an f-string of the rules."""
        return name in self.names or any(fragment in name for fragment in self.fragments)

    def place(self, key: str, name: str, *, is_key: bool = False) -> Place:
        """Return the place of an entry of a key of `play:`, or of its value."""
        entries = self.source[key]
        place: Place = entries.place_of_key(name) if is_key else entries.place_of(name)
        return place

    def check(self, key: str, entries: Mapping[str, str], what: str) -> None:
        """Report entries of a key of `play:` whose names the rules do not have."""
        for name in entries:
            if not self.has(name):
                self.report(self.place(key, name, is_key=True), f"{what} is called {name}", name)

    def report(self, place: Place, what: str, name: str, names: Set[str] | None = None, why: str = "") -> None:
        """Report an unknown name, and propose the nearest known one."""
        close = nearest(name, self.names if names is None else names)
        fix = did_you_mean(name, close) if close else "correct it, or delete it"
        self.diagnostics.report(Code.PLAY_NAMES, place, what=what, why=why, fix=fix)


def _check_names(words: _PlayWords, tree: ast.Module, diagnostics: Diagnostics) -> None:
    """Report unknown names, unknown words in braces, and pairs of names whose words seem exchanged."""
    lengths = _lengths(tree)
    for key, texts in (("questions", words.play.questions), ("log", words.play.log)):
        for name, text in texts.items():
            _check_braces(words, words.place(key, name), str(text), None)
    for name, text in words.texts.items():
        name_of_value = name.partition("=")[0]
        if not words.has(name_of_value):
            why = "a trace prints names of the rules, and would never use this word"
            what = f"nothing in the rules is called {name_of_value}"
            words.report(words.place("names", name, is_key=True), what, name_of_value, why=why)
        _check_braces(words, words.place("names", name), text, lengths.get(name_of_value))
    for first, second in _exchanged(words.texts):
        what = f"{first} is called “{words.texts[first]}”, and {second} “{words.texts[second]}”"
        fix = "exchange the words, or correct each"
        diagnostics.report(Code.PLAY_NAMES, words.place("names", first), what=what, why="", fix=fix)


def _check_braces(words: _PlayWords, place: Place, text: str, length: int | None) -> None:
    """Report braces that would be printed literally: an unknown name, or a number beyond the list."""
    for part in _BRACES.findall(text):
        what = f"{{{part}}} is printed literally"
        if part.isdecimal():
            if length is not None and not 1 <= (whole_number(part) or 0) <= length:
                why, fix = f"the rules set it to {length} values", f"write {{1}} to {{{length}}}"
                words.diagnostics.report(
                    Code.PLAY_NAMES, place, what=what, why=why, fix=fix if length > 1 else "delete it"
                )
        elif part.removesuffix(".last") not in words.names | _PARTS:
            close = nearest(part, filter(str.isidentifier, words.names))
            fix = Correction(f"did you mean {{{close}}}?", part, close) if close else suggest(part, _PARTS)
            words.diagnostics.report(Code.PLAY_NAMES, place, what=what, fix=fix)


def _exchanged(texts: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield pairs of names: the word of the first one contains the second name instead of its own.

    If they share no part, as not_number and not_spice do, the word of the second must contain the first name, too.
    """
    names, said = {name: _words(name) for name in texts}, {name: _words(text) for name, text in texts.items()}
    by_form: dict[str, list[str]] = {}
    for name, words in names.items():
        for form in {form for word in words for form in _forms(word)}:
            by_form.setdefault(form, []).append(name)
    shown: set[frozenset[str]] = set()
    order = {name: number for number, name in enumerate(texts)}
    for first, text in said.items():
        named = [by_form.get(form, []) for word in text for form in _forms(word)]
        for second in sorted(
            {name for each in named if len(each) <= MAX_ALIKE for name in each}, key=order.__getitem__
        ):
            own, other = names[first] - names[second], names[second] - names[first]
            if not own or not other or frozenset((first, second)) in shown:
                continue
            if _say(text, other) and not _say(text, own):
                are_siblings = bool(names[first] & names[second])
                if are_siblings or (not _say(said[second], other) and _say(said[second], own)):
                    shown.add(frozenset((first, second)))
                    yield first, second


def _forms(word: str) -> set[str]:
    """Return a word, also without its last one and two letters; two forms of a word have one of these in common."""
    return {word, *(word[:length] for length in (len(word) - 1, len(word) - 2) if length >= _STEM)}


def _words(text: str) -> frozenset[str]:
    return frozenset(word.lower() for word in _WORD.findall(_BRACES.sub(" ", text)))


def _say(text: Set[str], words: Set[str]) -> bool:
    """Return whether a text contains every given word, in any form."""
    return all(any(_is_form(word, said) for said in text) for word in words)


def _is_form(word: str, other: str) -> bool:
    shorter, longer = sorted((word, other), key=len)
    return word == other or (len(shorter) >= _STEM and longer.startswith(shorter) and len(longer) - len(shorter) <= 2)


# --- names in the code

_PILES = frozenset({"Pile", "Piles"})


def _piles(tree: ast.Module) -> Set[str]:
    """Return the names of the piles of the table."""
    return {
        name
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        and isinstance(node.value, ast.Call)
        and not set(_names_in(node.value.func)).isdisjoint(_PILES)
        for target in node.targets
        for name in _names_in(target)
    }


def _numbers_of_cards(tree: ast.Module) -> Mapping[str, Set[str]]:
    """Return, by pile, the names by which its cards are numbered: ``table.ring[table.target]``."""
    numbers: dict[str, set[str]] = {}
    for node in ast.walk(tree):
        match node:
            case ast.Subscript(value=ast.Name(id=pile) | ast.Attribute(attr=pile), slice=at):
                numbers.setdefault(pile, set()).update(_names_in(at))
            case ast.Assign(
                targets=[target],
                value=ast.Call(func=ast.Attribute(attr="index", value=ast.Name(id=pile) | ast.Attribute(attr=pile))),
            ):
                numbers.setdefault(pile, set()).update(_names_in(target))
    return numbers


def _lengths(tree: ast.Module) -> Mapping[str, int]:
    """Return the length of each value that is only ever set to a written list: ``table.compared = (total, goal)``."""
    stored, written = Counter[str](), dict[str, list[int]]()
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id=name) | ast.Attribute(attr=name), attr="append" | "extend" | "insert"):
                stored[name] += 1
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                stored[name] += 1
            case ast.Assign(
                targets=[ast.Name(id=name) | ast.Attribute(attr=name)],
                value=ast.Tuple(elts=entries) | ast.List(elts=entries),
            ) if not any(isinstance(entry, ast.Starred) for entry in entries):
                written.setdefault(name, []).append(len(entries))
            case ast.Assign(targets=[ast.Name(id=name) | ast.Attribute(attr=name)], value=ast.Constant(value=None)):
                written.setdefault(name, []).append(0)
    return {
        name: max(lengths) for name, lengths in written.items() if len(lengths) == stored[name] and max(lengths) > 0
    }


def _names_in(node: ast.AST) -> Iterator[str]:
    for part in ast.walk(node):
        if isinstance(part, ast.Name):
            yield part.id
        elif isinstance(part, ast.Attribute):
            yield part.attr
