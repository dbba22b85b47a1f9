"""data/<game>/ties.yaml ↔ the ties in it: each sentence as it was confirmed last, and the tests as they were.

Written so that a reviewer reads it: under each section its sentences, one below the other. What has not changed is
written back as it stands, comments among it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from pnp.diagnostics import Code, Diagnostics, Fault, Place
from pnp.load.validate import validate
from pnp.model.game import Game
from pnp.model.ties import TieHead
from pnp.source.files import Files
from pnp.source.strict_yaml import parse_yaml
from pnp.source.tree import Map, Seq
from pnp.ties.passages import TESTS

WIDTH = 116
"""Characters in a line, where a text is broken."""

_HEAD = """\
# What shows that the sentences of {title} are so, each as it was when somebody confirmed it last.
#   by: claims and expectations by their words, worked examples by name, functions of rules.py as name()
#   is: what a sentence is that states no rule, as flavour, advice, heading   same: the id of one that says the same
# After a change of words or tests read what  pnp confirm {name}  shows, and confirm it. Comments stay.
"""


@dataclass(frozen=True)
class Tie:
    """A confirmed sentence.

    Attributes:
        head: The sentence and what it is tied to.
        translations: The sentence in other languages, as confirmed.
        section: The heading or file that it stood under.
        place: Where its entry is in ties.yaml.
        written: Its entry as it stands in the file; empty when it has to be written anew.
        above: The comment lines above it.
    """

    head: TieHead
    translations: Mapping[str, str] = field(default_factory=dict)
    section: str = ""
    place: Place = Place("")
    written: str = ""
    above: str = ""

    def changed(self, head: Mapping[str, object] | None = None, **changes: object) -> Tie:
        """The tie with other values, to be written anew."""
        new = self.head.model_copy(update=dict(head or {}))
        return replace(self, head=new, written="", **changes)  # type: ignore[arg-type]  # as its fields are


@dataclass(frozen=True)
class Book:
    """All ties of a game.

    Attributes:
        ties: In the order of the file.
        tests: The digest of each test, by its name, as they were.
        above: The lines before the first section.
        tests_place: Where the list of tests begins.
    """

    ties: tuple[Tie, ...] = ()
    tests: Mapping[str, str] = field(default_factory=dict)
    above: str = ""
    tests_place: Place = Place("")


def ties_path(game: str) -> str:
    """Where a game's ties are."""
    return f"data/{game}/ties.yaml"


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

    def book(self) -> Book:
        tests: dict[str, str] = {}
        ties: list[Tie] = []
        before = self.diagnostics.told
        for section, entries in self.tree.items():
            if not isinstance(entries, Seq):
                what = f"{section} must be a list"
                self._tell(self.tree.place_of(section), what, "write - says: … below it")
            elif section == TESTS:
                tests = dict(self._tests(entries))
            else:
                ties += self._ties(section, entries)
        if self.diagnostics.told > before:
            raise Fault(
                Code.TIES_FILE, self.tree.place, what="ties that cannot be read are not looked at", fix="mend them"
            )
        written = self._written([tie.place.line for tie in ties])
        ties = [replace(tie, written=written[tie.place.line][0], above=written[tie.place.line][1]) for tie in ties]
        first = min(self.tree.keys_at.values(), default=(1, 1))[0]
        above = "\n".join(self.lines[: first - 1]).rstrip("\n")
        return Book(tuple(ties), tests, above, self.tree.place_of(TESTS))

    def _tests(self, entries: Seq) -> Iterator[tuple[str, str]]:
        for index, entry in enumerate(entries):
            digest, _, name = str(entry).partition(" ")
            if not name:
                self._tell(entries.place_of(index), f"{entry} is no test", "write its digest and its name")
            yield name, digest

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
            translations = {key: str(entry[key]) for key in others if key in entry}
            if head := validate(TieHead, rest, "a tie", self.diagnostics):
                yield Tie(head, translations, section, entries.place_of(index))

    def _tell(self, place: Place, what: str, fix: str) -> None:
        self.diagnostics.tell(Code.TIES_FILE, place, what=what, fix=fix)

    def _written(self, starts: Sequence[int]) -> dict[int, tuple[str, str]]:
        """The text of the entry that begins in each line, and the comments above it; none where lines are shared."""
        ends = sorted({*starts, *(line for line, _ in self.tree.keys_at.values()), len(self.lines) + 1})
        found = {}
        for start, end in pairwise(ends):
            lines = self.lines[start - 1 : end - 1]
            while lines and (not lines[-1].strip() or lines[-1].lstrip().startswith("#")):
                lines.pop()
            is_own = starts.count(start) == 1 and lines and lines[0].startswith("- ")
            found[start] = ("\n".join(lines) if is_own else "", self._above(start))
        return found

    def _above(self, start: int) -> str:
        """The comment lines right above a line."""
        first = start - 1
        while first > 0 and self.lines[first - 1].lstrip().startswith("#"):
            first -= 1
        return "\n".join(self.lines[first : start - 1])


# --- writing


def write_book(book: Book, game: Game) -> str:
    """The text of ties.yaml."""
    parts = [book.above or _HEAD.format(title=game.head.title, name=game.name).rstrip("\n")]
    section = None
    for tie in book.ties:
        if tie.section != section:
            section = tie.section
            parts.append(f"\n{_scalar(section, 0, key=True)}:")
        if tie.above:
            parts.append(tie.above)
        parts.append(tie.written or _entry(tie))
    parts.append(f"\n# The tests as they were then.\n{TESTS}:")
    parts += [f"- {_scalar(f'{digest} {name}', 2)}" for name, digest in book.tests.items()]
    return "\n".join(parts) + "\n"


def _entry(tie: Tie) -> str:
    head = tie.head
    short = [("says", head.says), ("is", head.kind), *tie.translations.items()]
    if not (head.id or head.by or head.same or head.follows) and (line := _on_one_line(short)):
        return line
    lines = [f"says: {_scalar(head.says, 4)}"]
    lines += [f"{key}: {_scalar(value, 4)}" for key, value in (("id", head.id), ("same", head.same)) if value]
    lines += [f"is: {_scalar(head.kind, 4)}"] if head.kind else []
    lines += _names("by", head.by) + _names("follows", head.follows)
    lines += [f"{language}: {_scalar(text, 4)}" for language, text in tie.translations.items()]
    return "- " + "\n  ".join(lines)


def _on_one_line(pairs: Sequence[tuple[str, str]]) -> str:
    """A short entry as {says: …, is: …}; "" where it is not short."""
    if not all(_is_plain(value, in_brackets=True) for _, value in pairs if value):
        return ""
    line = "- {" + ", ".join(f"{key}: {value}" for key, value in pairs if value) + "}"
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
    """Whether a text can stand in YAML as it is."""
    try:
        return bool(
            parse_yaml(f"[{text}]", "") == [text] if in_brackets else parse_yaml(f"k: {text}", "") == {"k": text}
        )
    except Fault:
        return False
