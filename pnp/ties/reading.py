"""data/<game>/ties.yaml → a Book, which knows the lines that each of its entries stands in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from pnp.diagnostics import Code, Diagnostics, Fault, Place
from pnp.load.validate import validate
from pnp.model.game import Game
from pnp.model.ties import TieHead
from pnp.source.files import Files
from pnp.source.strict_yaml import parse_yaml
from pnp.source.tree import Map, Seq
from pnp.ties.book import Book, Tie, ties_path
from pnp.ties.passages import LOOKS, TESTS


def load_book(files: Files, game: Game, diagnostics: Diagnostics) -> Book | None:
    """A game's ties; None where it has none, or none that can be read."""
    path = ties_path(game.name)
    if not files.exists(path):
        return None
    with diagnostics.collected():
        text = files.text(path)
        tree = parse_yaml(text, path)
        if not isinstance(tree, Map):
            what = f"{path} must be a mapping of sections"
            raise Fault(Code.TIES_FILE, Place(path, 1, 1), what=what, fix=f"delete it and run pnp confirm {game.name}")
        return _Reader(text, tree, game, diagnostics).book()
    return None


class _Reader:
    """Reads the tree, and finds the lines that each entry stands in."""

    def __init__(self, text: str, tree: Map, game: Game, diagnostics: Diagnostics) -> None:
        self.lines = text.split("\n")
        self.tree = tree
        self.game = game
        self.diagnostics = diagnostics

    def book(self) -> Book | None:
        """The book; None where an entry cannot be read, so that nothing of it is lost when it is written back."""
        tests: dict[str, str] = {}
        looks: dict[str, str] = {}
        ties: list[Tie] = []
        before = self.diagnostics.told
        for section, entries in self.tree.items():
            if not isinstance(entries, Seq):
                what = f"{section} must be a list"
                self._tell(self.tree.place_of(section), what, "write - says: … below it")
            elif section == TESTS:
                tests = dict(self._tests(entries))
            elif section == LOOKS:
                looks = dict(self._looks(entries))
            else:
                ties += self._ties(section, entries)
        if self.diagnostics.told > before:
            return None
        parts = self._parts({tie.place.line for tie in ties})
        ties = [self._as_written(tie, parts, [tie.place.line for tie in ties]) for tie in ties]
        above = (parts[self.tree.keys_at.get(key, (0, 0))[0]][0] for key in (TESTS, LOOKS))
        return Book(tuple(ties), tests, looks, parts[0][1], *above)

    def _tests(self, entries: Seq) -> Iterator[tuple[str, str]]:
        for index, entry in enumerate(entries):
            digest, _, name = str(entry).partition(" ")
            if not name:
                self._tell(entries.place_of(index), f"{entry} is no test", "write its digest and its name")
            yield name, digest

    def _looks(self, entries: Seq) -> Iterator[tuple[str, str]]:
        for index, entry in enumerate(entries):
            name, _, digests = str(entry).partition(": ")
            if not digests:
                self._tell(entries.place_of(index), f"{entry} is no look", "write its name, a colon and its digests")
            yield name, digests

    def _ties(self, section: str, entries: Seq) -> Iterator[Tie]:
        others = self.game.head.languages[1:]
        for index, entry in enumerate(entries):
            if not isinstance(entry, Map):
                self._tell(entries.place_of(index), "a tie must be a mapping", "write says: and the sentence")
                continue
            rest = Map(entry.file, entry.at)
            for key in entry:
                if key not in others:
                    rest.adopt(key, entry)
            translations = {key: str(entry[key]) for key in others if entry.get(key) is not None}
            if head := validate(TieHead, rest, "a tie", self.diagnostics):
                yield Tie(head, translations, section, entries.place_of(index))

    def _tell(self, place: Place, what: str, fix: str) -> None:
        self.diagnostics.tell(Code.TIES_FILE, place, what=what, fix=fix)

    def _parts(self, starts: set[int]) -> dict[int, tuple[str, str]]:
        """By the line in which a section or entry begins: comments and blank lines above it, and its own lines.

        What stands above the first section is with 0.
        """
        keys = {line for line, _ in self.tree.keys_at.values()}
        parts, above = {}, ""
        for start, end in pairwise([1, *sorted(starts | keys), len(self.lines) + 1]):
            lines = self.lines[start - 1 : end - 1]
            own = max(
                (i for i, line in enumerate(lines, 1) if line.strip() and not line.lstrip().startswith("#")), default=0
            )
            if start in starts | keys:
                parts[start] = above, "\n".join(lines[:own])
                above = "\n".join(lines[own:])
            else:
                parts[0] = "", "\n".join(lines)
        return {0: ("", ""), **parts}

    def _as_written(self, tie: Tie, parts: Mapping[int, tuple[str, str]], lines: Sequence[int]) -> Tie:
        """A tie with the text of its entry, where that has lines of its own, and with what stands above it."""
        line = tie.place.line
        above, own = parts[line]
        is_own = lines.count(line) == 1 and own.startswith("- ")
        key = self.tree.keys_at[tie.section][0]
        is_first = line == min(other for other in lines if other >= key)
        return replace(tie, written=own if is_own else "", above=above, section_above=parts[key][0] if is_first else "")
