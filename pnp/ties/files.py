"""data/<game>/ties.yaml → a Book, which knows the lines that each of its entries stands in.

A Book → the text of data/<game>/ties.yaml, for a reviewer to read.

Under each section stand its sentences, one below the other. What has not changed is written back as it stood, with the
comments about it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Fault, Place
from pnp.project.files import Files
from pnp.project.game import Game
from pnp.project.tree import Map, Seq, parse_yaml
from pnp.project.validate import validate
from pnp.ties.book import Book, Tie, TieHead, ties_path
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


WIDTH = 116
"""Characters in a line, where a text is broken."""

_HEAD = """\
# What shows that the sentences of {title} are so, each as it was when somebody confirmed it last.
#   by: claims and expectations by their words, worked examples by name, functions of rules.py as name()
#   is: what a sentence is that states no rule, as flavour, advice, heading   same: the id of one that says the same
# After a change of words or tests read what  pnp confirm {name}  shows, and confirm it. Comments stay.
"""

_ABOVE_TESTS = "\n# The tests as they were then."
_ABOVE_LOOKS = "\n# How everything looked then: templates and decks, part by part."


def write_book(book: Book, game: Game) -> str:
    """The text of ties.yaml."""
    head = _HEAD.format(title=game.head.title, name=game.name) if book.above is None else book.above
    parts = [head] if head else []
    section = None
    for tie in book.ties:
        if tie.section != section:
            above = tie.section_above or ("" if section is not None else None)
            parts += [*([] if above is None else [above]), f"{_scalar(tie.section, 0, key=True)}:"]
            section = tie.section
        parts += [tie.above] if tie.above else []
        parts.append(tie.written or _entry(tie))
    parts += [book.above_tests or _ABOVE_TESTS, f"{TESTS}:"]
    parts += [f"- {_scalar(f'{digest} {name}', 2)}" for name, digest in book.tests.items()]
    parts += [book.above_looks or _ABOVE_LOOKS, f"{LOOKS}:"] if book.looks else []
    parts += [f"- {_scalar(f'{name}: {digests}', 2)}" for name, digests in book.looks.items()]
    return "\n".join(parts) + "\n"


def _entry(tie: Tie) -> str:
    head = tie.head
    unread = [("unread", "true")] if head.unread else []
    short = [("says", head.says), ("is", head.kind), *tie.translations.items()]
    if not (head.id or head.by or head.same or head.follows or head.meant) and (line := _on_one_line(short, unread)):
        return line
    lines = [f"says: {_scalar(head.says, 4)}"]
    lines += [f"{key}: {_scalar(value, 4)}" for key, value in (("id", head.id), ("same", head.same)) if value]
    lines += [f"is: {_scalar(head.kind, 4)}"] if head.kind else []
    lines += [f"meant: {', '.join(head.meant)}"] if head.meant else []
    lines += _names("by", head.by) + _names("follows", head.follows)
    lines += [f"{language}: {_scalar(text, 4)}" for language, text in tie.translations.items()]
    lines += [f"{key}: {value}" for key, value in unread]
    return "- " + "\n  ".join(lines)


def _on_one_line(pairs: Sequence[tuple[str, str]], more: Sequence[tuple[str, str]]) -> str:
    """A short entry as {says: …, is: …}; "" where it is not short."""
    if not all(_is_plain(value, in_brackets=True) for _, value in pairs if value):
        return ""
    line = "- {" + ", ".join(f"{key}: {value}" for key, value in (*pairs, *more) if value) + "}"
    return line if len(line) <= WIDTH else ""


def _names(key: str, names: Sequence[str]) -> list[str]:
    if not names:
        return []
    line = f"{key}: [{', '.join(names)}]"
    if len(line) < WIDTH and all(" " not in name and _is_plain(name, in_brackets=True) for name in names):
        return [line]
    return [f"{key}:", *(f"- {_scalar(name, 6)}" for name in names)]


def _scalar(text: str, indent: int, key: bool = False) -> str:
    """A text as YAML: plain where it can be, else quoted, else folded over lines."""
    if _is_plain(text) and len(text) + indent <= WIDTH:
        return text
    if key or not text:
        return "'" + text.replace("'", "''") + "'"
    if len(text) + indent <= WIDTH - 8 and '"' not in text and "\\" not in text:
        return f'"{text}"'
    lines, line = [], ""
    for word in text.split(" "):
        if line and len(line) + len(word) + indent >= WIDTH:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return ">-\n" + "\n".join(" " * indent + line for line in [*lines, line])


def _is_plain(text: str, in_brackets: bool = False) -> bool:
    """Whether a text can stand in YAML as it is, for every reader of YAML."""
    if in_brackets and text.endswith("?"):
        return False  # older ones take ?, for a key
    try:
        return bool(
            parse_yaml(f"[{text}]", "") == [text] if in_brackets else parse_yaml(f"k: {text}", "") == {"k": text}
        )
    except Fault:
        return False
