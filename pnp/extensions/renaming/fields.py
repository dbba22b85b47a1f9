"""A field of cards and its new name → the texts of a game's files with the field renamed.

Places that may mean the field, or not, are listed for the user: in rules, workbooks, and files of other games. A field
of one deck is renamed in the texts of that deck alone; places in texts that it shares with other decks are listed.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Fault, Place, counted, suggest
from pnp.editing.table_text import DelimitedText
from pnp.editing.text_files import with_text
from pnp.expressions.analysis import OF_MAPPINGS
from pnp.outputs import Output
from pnp.project.cards import RESERVED_KEYS
from pnp.project.files import ORIGIN, Files, added_tables, table_file
from pnp.project.tree import Map, Seq, texts_of
from pnp.text.po_reader import read_entries

_LISTS = ("unseen", "secret_backs")
"""Keys of a deck whose values are names of fields."""


_LINE_ENDS = "([\n\x85\u2028\u2029])"
"""The line ends of YAML."""
_RECORDS = ("ties.yaml", "harmless.yaml")
"""Files that pnp writes to record what was confirmed."""


_QUOTE = r"(\\?['\"]|\"\"|'')"
"""A quote in an expression, also as it is escaped in a quoted text."""
_KEEP_CARDS = "selectattr|rejectattr|select|reject|having|sort|unique|list|reverse"
"""Filters that take cards and return cards."""
_INDEX = r"\[(?:[^][:]|\[(?:[^][]|\[[^][]*\])*\])+\]"
_IN_BRACKETS = r"\([^()]*(?:\([^()]*\)[^()]*)*\)"


@dataclass
class _Renaming:
    """The texts of a game's files as they are renamed, and what is left to the user.

    Attributes:
        game: The name of the game.
        old: The name of the field.
        new: Its new name.
        texts: The new texts of changed files, by path.
        counts: How many places of each file are changed.
        left: A line for each place that may mean the field.
        known: The names of all fields of the cards.
        decks: The decks and extras whose cards have the field.
        loops: Variables of blocks that repeat for cards of these decks, each with the words of its block.
        places: The places at which the field is named as such, by path.
        tables: The files with the cards of decks.
    """

    files: Files
    game: str
    old: str
    new: str
    texts: dict[str, str] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    left: list[str] = field(default_factory=list)
    known: set[str] = field(default_factory=set)
    decks: list[str] = field(default_factory=list)
    loops: list[tuple[str, str]] = field(default_factory=list)
    places: dict[str, list[Place]] = field(default_factory=dict)
    tables: set[str] = field(default_factory=set)

    def text(self, path: str) -> str:
        """Return the text of a file as far as it is renamed."""
        return self.texts[path] if path in self.texts else self.files.text(path)

    def put(self, path: str, text: str, count: int = 1) -> None:
        """Keep the new text of a file."""
        self.texts[path] = text
        self.counts[path] = self.counts.get(path, 0) + count

    def names(self, path: str, places: list[Place]) -> None:
        """Rename the field at places of a file, where it stands in plain letters or in quotes."""
        parts = re.split(_LINE_ENDS if path.endswith(".yaml") else "(\n)", self.text(path))
        lines, ends = parts[::2], [*parts[1::2], ""]
        done = 0
        for place in sorted(set(places), reverse=True):
            line, start = lines[place.line - 1], place.column - 1
            match = re.compile(rf"(['\"]?){re.escape(self.old)}(?=\1|\?)").match(line, start)
            if match is None:
                self.left.append(f"{place}: {line.strip()[:80]}")
                continue
            lines[place.line - 1] = f"{line[:start]}{match[1]}{self.new}{line[match.end() :]}"
            done += 1
        if done:
            self.put(path, "".join(map(str.__add__, lines, ends)), done)

    def expressions(self, path: str, first: int = 0, last: int | None = None) -> None:
        """Rename the field where expressions read it of any card or filter by it, and where a block names cards.

        Args:
            path: The file.
            first: The index of the first line that is renamed.
            last: The index of the line after the last; None for all.
        """
        old, gap = re.escape(self.old), r'(?:\s|"\n")*' if path.endswith(".po") else r"\s*"
        patterns = (
            (rf"\bcard{gap}(?:\.{gap}{old}\b(?!\s*\()|\[{gap}{_QUOTE}{old}\1{gap}\])", rf"card.{self.new}"),
            (
                rf"((?:\battribute{gap}={gap}|\b(?:selectattr|rejectattr|groupby|counts|having)\({gap}){_QUOTE}){old}(?=\2)",
                rf"\g<1>{self.new}",
            ),
            (rf"(?m)(^:::.*\bcards?=.*[{{,]\s*){old}(?=\s*:)", rf"\g<1>{self.new}"),
        )
        self._replace(path, patterns, first, last)

    def _replace(self, path: str, patterns: Iterable[tuple[str, str]], first: int = 0, last: int | None = None) -> None:
        lines, count = self.text(path).split("\n"), 0
        text = "\n".join(lines[first:last])
        for pattern, replacement in patterns:
            times = 1
            while times:  # a block may name several cards in a line
                text, times = re.subn(pattern, replacement, text)
                count += times
        if count:
            self.put(path, "\n".join([*lines[:first], text, *(lines[last:] if last else ())]), count)

    def _cards(self, gap: str) -> str:
        """Return the pattern of an expression for cards of the decks: ``decks.events|selectattr('points', …)``."""
        names = "|".join(map(re.escape, self.decks))
        quoted = rf"\[{gap}(?P<deck>{_QUOTE.replace('(', '(?:', 1)})(?:{names})(?P=deck){gap}\]"
        filters = rf"(?:{gap}\|{gap}(?:{_KEEP_CARDS})\b(?:{gap}{_IN_BRACKETS})?)*?"
        return rf"\b(?:decks|extras){gap}(?:\.{gap}(?:{names})\b|{quoted}){filters}"

    def of_decks(self, path: str) -> None:
        """Rename the field where an expression names the deck itself: filters of its cards, single ones, and loops."""
        gap = r'(?:\s|"\n")*' if path.endswith(".po") else r"\s*"
        cards, old, quote = self._cards(gap), re.escape(self.old), _QUOTE.replace("(", "(?P<quote>", 1)
        by = rf"(?:selectattr|rejectattr|groupby|counts|having){gap}\({gap}|\w+{gap}\([^()]*\battribute{gap}={gap}"
        one = rf"{cards}{gap}{_INDEX}|\({gap}{cards.replace('<deck>', '<other>').replace('=deck', '=other')}"
        one += rf"{gap}\|{gap}(?:first|last){gap}\)"
        patterns = [
            (rf"(?P<start>{cards}{gap}\|{gap}(?:{by}){quote}){old}(?=(?P=quote))", rf"\g<start>{self.new}"),
            (rf"(?P<start>{one}){gap}\.{gap}{old}\b(?!\s*\()", rf"\g<start>.{self.new}"),
        ]
        if path.endswith(".po"):
            names = "|".join(map(re.escape, self.decks))
            patterns.append((rf'(?m)(?P<start>^[#~|\s]*msgctxt\s+"(?:{names})\.){old}(?=")', rf"\g<start>{self.new}"))
        self._replace(path, patterns)
        text, count = self.text(path), 0
        loop = rf"{{%[-+]?{gap}for{gap}\s{gap}(?P<name>\w+){gap}\s{gap}in\b{gap}{cards}(?={gap}(?:[-+]?%}}|if\b))"
        block = rf"(?m)^(?P<fence>:{{3,}})\s*each\s+(?P<name>\w+)\s+in\s+{cards}\s*$"
        for pattern, is_block in ((loop, False), (block, True)):
            for opening in reversed(list(re.finditer(pattern, text))):
                start = opening.end()
                end = _end_of_block(text, opening) if is_block else _end_of_loop(text, start)
                body, replaced = self._of_variable(opening["name"], text[start:end], gap)
                if is_block:
                    self.loops.append((opening["name"], " ".join(text[start:end].split())))
                text, count = f"{text[:start]}{body}{text[end:]}", count + replaced
        if count:
            self.put(path, text, count)

    def _of_variable(self, name: str, text: str, gap: str) -> tuple[str, int]:
        """Return a text with the field of a variable renamed, and how often; not if the text sets the variable."""
        if re.search(rf"\b(?:for|set|each)\s+{name}\b", text):
            return text, 0
        old = re.escape(self.old)
        pattern = rf"(?<![\w.]){name}{gap}(?:\.{gap}{old}\b(?!\s*\()|\[{gap}{_QUOTE}{old}\1{gap}\])"
        return re.subn(pattern, f"{name}.{self.new}", text)

    def messages(self, path: str, own: Collection[str], texts: Collection[str]) -> None:
        """Rename the field in those messages of a PO file that certainly mean it.

        Args:
            path: The PO file.
            own: Files in which `card` always means a card that has the field.
            texts: Texts of other files for which this is true, too.
        """
        lines = self.text(path).split("\n")
        for first, last in reversed(list(_entries(lines))):
            entry = "\n".join(lines[first:last])
            written, count = _messages_of(entry), 0
            for name, body in self.loops if written else ():
                if all(" ".join(text.split()) in body for text in written):
                    entry, replaced = self._of_variable(name, entry, r'(?:\s|"\n")*')
                    count += replaced
            if count:
                now = self.text(path).split("\n")
                self.put(path, "\n".join([*now[:first], entry, *now[last:]]), count)
            files = _files_in(lines[first:last])
            if (files and files <= {*own}) or (written and all(text in texts for text in written)):
                self.expressions(path, first, first + entry.count("\n") + 1)

    def rename_in(
        self, files: Iterable[str], tree: Map, used: Mapping[str, Collection[str]], *, is_complete: bool
    ) -> None:
        """Rename the field at its places, and wherever files certainly mean the field of these decks.

        Args:
            files: The files that may name it, PO files last, as they repeat texts of the others.
            tree: The tree of game.yaml.
            used: The files of each deck.
            is_complete: Whether no deck is left out, so that each `card` of the game has the field.
        """
        for file, places in self.places.items():
            self.names(file, places)
        if not self.decks:
            return
        path = f"data/{self.game}/game.yaml"
        own = set().union(*(used[name] for name in self.decks))
        own -= set().union(*(used[name] for name in used if name not in self.decks))
        texts = _texts_of(tree, self.decks)
        for file in files:
            if not file.startswith((f"data/{self.game}/", f"templates/{self.game}/")) or file.endswith(".py"):
                continue
            self.of_decks(file)
            if file.endswith(".po"):
                self.messages(file, own, texts)
            if file in own or is_complete:
                self.expressions(file)
            elif file == path:
                for place in self._entries_of(tree):
                    self.expressions(path, *_lines_of(self.text(path), place))

    def _entries_of(self, tree: Map) -> Iterator[Place]:
        """Yield the entries of game.yaml for the decks, and for expectations about their cards."""
        kinds = [kind for kind in (tree.get("decks"), tree.get("extras")) if isinstance(kind, Map)]
        yield from (kind.place_of_key(name) for kind in kinds for name in kind if name in self.decks)
        entries = tree.get("expect")
        for entry in entries if isinstance(entries, Seq) else ():
            if isinstance(entry, Map) and re.fullmatch(self._cards(r"\s*"), str(entry.get("each", "")).strip()):
                yield Place(entry.place.file, entry.place.line, entry.place.column - 1)

    def look_at(self, path: str, unclear: str, *, has_keys: bool) -> None:
        """List the lines of a file that have the old name as an attribute, a text or a key, and are not changed.

        Args:
            path: The file.
            unclear: Its text, without the old name where that certainly means something else.
            has_keys: Whether keys may mean the field.
        """
        if not self.old.isidentifier():
            return
        key = rf"|(?:^\s*|[{{,]\s*){self.old}\??:" if has_keys else ""
        is_translation = path.endswith(".po")
        quote = r"'|\\\"" if is_translation else r"['\"]"
        pattern = re.compile(rf"\.{self.old}\b(?!\s*\()|({quote}){self.old}\1{key}")
        lines = zip(unclear.split("\n"), self.text(path).split("\n"), strict=False)
        for number, (remaining, line) in enumerate(lines, 1):
            if pattern.search(remaining) and not (is_translation and line.startswith("#")):
                self.left.append(f"{path}:{number}: {line.strip()[:80]}")

    def add_deck(self, name: str, deck: Map) -> None:
        """Collect the places at which a deck and its cards name the field, and the names of all fields."""
        known, self.known = self.known, set()
        self._add_names(deck)
        if self.old in self.known:
            self.decks.append(name)
        self.known |= known

    def _add_names(self, deck: Map) -> None:
        places, fields, shows = self.places.setdefault(deck.file, []), deck.get("fields"), deck.get("shows")
        if isinstance(fields, Map):
            places += self._places_of_key(fields)
        if isinstance(shows, Map) and self.old in shows:
            places.append(shows.place_of_key(self.old))
        if deck.get("copies") == self.old:
            places.append(deck.place_of("copies"))
        for key in _LISTS:
            names = deck.get(key)
            if isinstance(names, Seq):
                places += [names.place_of(index) for index, name in enumerate(names) if name == self.old]
            elif names == self.old:
                places.append(deck.place_of(key))
        self._add_cards(deck)

    def _places_of_key(self, holder: Map) -> list[Place]:
        """Return the place where a mapping has the field as a key, if it does; note its other keys as fields.

        Raises:
            Fault: It has the new name, too.
        """
        at = {key.removesuffix("?"): place for key, place in holder.header.items()}
        at = at or {key.removesuffix("?"): holder.place_of_key(key) for key in holder}
        self.known |= {*at}
        if self.old in at and self.new in at:
            what, fix = f"there is a field {self.new} already", "choose another name"
            raise Fault(Code.FIELD_KIND, at[self.new], what=what, fix=fix)
        return [at[self.old]] if self.old in at else []

    def _add_cards(self, deck: Map) -> None:
        """Collect the places at which the cards of a deck name the field; rename a column in the header of a table."""
        cards: Any = deck.get("cards")
        if table := _table_of(self.game, deck):
            cards = self.files.rows(table, deck.place_of("cards"), Diagnostics(), deck.get("header") or 0)
        rows = [row for row in cards if isinstance(row, Map)] if isinstance(cards, Seq) else []
        for row in rows[:1] if rows and rows[0].header else rows:
            each = row.get("each")
            for place in (*self._places_of_key(row), *(self._places_of_key(each) if isinstance(each, Map) else ())):
                if place.sheet:
                    self.left.append(f"{place}: rename the column to {self.new} in your spreadsheet")
                elif not place.file.startswith(f"data/{self.game}/"):
                    self.left.append(f"{place}: name it {self.new} there, too, if no other game uses the file")
                elif row.header:
                    self._rename_column(table, place)
                else:
                    self.places.setdefault(place.file, []).append(place)
        for row in rows:
            texts = ((name, text) for name, value in row.items() for text in texts_of(value))
            if row.place.sheet:
                self.left += [f"{row.place_of(name)}: {text[:80]}" for name, text in texts if self._is_read_in(text)]

    def _is_read_in(self, text: str) -> bool:
        return re.search(rf"\bcard\s*(?:\.\s*|\[\s*['\"]){re.escape(self.old)}\b", text) is not None

    def _rename_column(self, table: str, place: Place) -> None:
        """Rename a column in the header of a table, unless another deck with this table has done so."""
        text = self.text(table)
        renamed = DelimitedText(text, table).rename(place.line, {self.old: self.new})
        if renamed != text:
            self.put(table, renamed)


def rename_field(files: Files, game: str, old: str, new: str, deck: str = "") -> tuple[list[Output], list[str]]:
    """Return the changed files of a game, and a line for each place that may mean the field and is not changed.

    Args:
        files: The project.
        game: The game's name.
        old: The name of a field, or of a column of a table.
        new: Its new name.
        deck: The deck or extra whose field it is; empty for all that have the field.

    Raises:
        Fault: No card has the field, the name is taken, or expressions cannot name it.
    """
    path = f"data/{game}/game.yaml"
    tree = files.yaml(path)
    kinds = [tree.get(kind) for kind in ("decks", "extras")] if isinstance(tree, Map) else []
    decks = {name: kind for kind in kinds if isinstance(kind, Map) for name in kind if isinstance(kind[name], Map)}
    if deck and deck not in decks:
        raise Fault(Code.DECK_UNKNOWN, Place(path), what=f"{game} has no deck {deck}", fix=suggest(deck, decks))
    if new in OF_MAPPINGS:
        what, fix = f"{new} cannot be the name of a field", "choose another name"
        why = f"card.{new} is what every mapping has in expressions, not a field"
        raise Fault(Code.FIELD_KIND, Place(path), what=what, why=why, fix=fix)
    if not new.isidentifier() or new in RESERVED_KEYS:
        what, fix = f"{new} cannot be the name of a field", "write letters, digits and _, with a letter first"
        raise Fault(Code.FIELD_KIND, Place(path), what=what, fix=fix)
    renaming, chosen = _Renaming(files, game, old, new), [deck] if deck else [*decks]
    for name in chosen:
        renaming.add_deck(name, decks[name][name])
    if old not in renaming.known:
        is_done = new in renaming.known
        fix = f"their field is called {new} already" if is_done else suggest(old, renaming.known)
        raise Fault(Code.SHOWS_FIELD, Place(path), what=f"no cards have a field {old}", fix=fix)
    used = {name: _files_of(files, game, decks[name][name]) for name in decks}
    shared = set().union(*(used[name] for name in decks if name not in chosen))
    if deck and (table := _table_of(game, decks[deck][deck])) in shared:
        what, fix = f"other decks have their cards from {table}, too", "rename the field in all decks, without --deck"
        raise Fault(Code.FIELD_KIND, decks[deck][deck].place_of("cards"), what=what, fix=fix)
    texts = dict.fromkeys([*_texts(files, game), *sorted(set().union(*used.values()))])
    renaming.rename_in(sorted(texts, key=lambda file: file.endswith(".po")), tree, used, is_complete=not deck)
    unclear = renaming
    if deck:  # texts of the other decks cannot mean the field
        unclear = _Renaming(files, game, old, "_", {file: renaming.text(file) for file in texts})
        for name in decks.keys() - {deck}:
            unclear.add_deck(name, decks[name][name])
        unclear.rename_in(sorted(texts, key=lambda file: file.endswith(".po")), tree, used, is_complete=False)
    for file in texts:
        renaming.look_at(file, unclear.text(file), has_keys=not deck and file.startswith("data/"))
        if file in renaming.texts and files.exists(f"{file}{ORIGIN}"):
            renaming.left.append(f"{file}{ORIGIN}: the table is a copy: change the sheet, too")
    outputs = [
        Output(file, with_text(files.read(file, Place(file)), text), counted(renaming.counts[file], "place"))
        for file, text in renaming.texts.items()
    ]
    return outputs, list(dict.fromkeys(renaming.left))


def _texts_of(tree: Map, decks: Collection[str]) -> set[str]:
    """Return the texts of decks in game.yaml that no other entry has."""
    own: list[str] = []
    others: list[str] = []
    for key, value in tree.items():
        for name, entry in value.items() if key in ("decks", "extras") and isinstance(value, Map) else [("", value)]:
            (own if name in decks else others).extend(texts_of(entry))
    return {text.strip() for text in own} - {text.strip() for text in others}


def _entries(lines: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield the first line of each entry of a PO file, and the line after its last."""
    ends = [number for number, line in enumerate(lines) if not line.strip()] + [len(lines)]
    yield from zip([0, *ends], ends, strict=False)


def _files_in(entry: Iterable[str]) -> set[str]:
    """Return the files that an entry of a PO file comes from."""
    places = " ".join(line[2:] for line in entry if line.startswith("#:")).split()
    return {place.rpartition(":")[0] for place in places}


def _messages_of(entry: str) -> list[str]:
    """Return the texts that an entry of a PO file translates."""
    return [read.text.strip() for read in read_entries(entry, "", Diagnostics()) if read.text]


def _end_of_loop(text: str, start: int) -> int:
    """Return where a loop ends, given the offset of its values; that offset itself if it has no end."""
    depth = 1
    for found in re.finditer(r"{%[-+]?\s*(for|endfor)\b", text[start:]):
        depth += 1 if found[1] == "for" else -1
        if not depth:
            return start + found.start()
    return start


def _end_of_block(text: str, opening: re.Match[str]) -> int:
    """Return where a block of the booklet ends: at its fence, else at the end of the text."""
    end = re.compile(rf"(?m)^{opening['fence']}\s*$").search(text, opening.end())
    return end.start() if end else len(text)


def _table_of(game: str, deck: Map) -> str:
    """Return the path of the file with the cards of a deck; "" for cards in game.yaml itself."""
    cards = deck.get("cards")
    return posixpath.normpath(f"data/{game}/{cards}") if isinstance(cards, str) else ""


def _files_of(files: Files, game: str, deck: Map) -> set[str]:
    """Return the files of a deck that are texts: its table, and its templates with those that they extend."""
    table = _table_of(game, deck)
    paths = {table} if table and not table_file(table).lower().endswith(added_tables()) else set()
    names = [deck.get(key) for key in ("template", "back", "small")]
    while names:
        name = names.pop()
        path = f"templates/{name}.yaml"
        if isinstance(name, str) and path not in paths and files.exists(path):
            paths.add(path)
            tree = files.yaml(path)
            parents = tree.get("extends") if isinstance(tree, Map) else None
            names += parents if isinstance(parents, list) else [parents]
    return paths


def _lines_of(text: str, key: Place) -> tuple[int, int]:
    """Return the indexes of the first line of a YAML entry and of the line after its last."""
    lines = text.split("\n")
    indented = (line[: key.column].isspace() or not line.strip() for line in lines[key.line :])
    return key.line - 1, key.line + next((count for count, is_in in enumerate(indented) if not is_in), len(lines))


def _texts(files: Files, game: str) -> Iterator[str]:
    """Yield the files of a game that may name fields: its own data and templates."""
    endings = (".yaml", ".yml", ".md", ".po", ".py", ".svg")
    for folder in (f"data/{game}", f"templates/{game}"):
        for path in sorted((files.root / folder).rglob("*")):
            is_plain = path.is_file() and not path.is_symlink()
            if is_plain and path.suffix in endings and path.name not in _RECORDS:
                yield path.relative_to(files.root).as_posix()
