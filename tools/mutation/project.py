"""Mistakes in the data and the looks of the games that ship, one at a time → which of them pnp check notices.

    python -m tools.mutation.project                       25 of each kind in each game, drawn by seed 7
    python -m tools.mutation.project --each 0 --kind data chili

They are made from the files as they are: a number is another, a choice another one, a card is lost or there twice; a
face shows another field, a panel covers its number, an icon too many, a drawing is another's, a deck has another's
template; an aid has another value, a line less. No file is written. Mistakes in sentences and translations:
tools.mutation.texts and tools.mutation.translations; in rules: pnp check --mutate.
"""

from __future__ import annotations

import argparse
import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from pnp.check import CheckOptions, check, check_names
from pnp.core.diagnostics import Diagnostics, Place
from pnp.project.files import Files
from pnp.project.game import Deck, Game
from pnp.project.tree import Map, Seq
from pnp.source_game import read_source_games

ROOT = Path(__file__).resolve().parents[2]
BARS = {"data": 0.97, "pictures": 0.95, "aids": 0.75}
"""The shares that have to be noticed. What only decorates an aid or a box is confirmed by nobody and not verified."""
QUICK = frozenset(check_names()) - {"print", "contrast", "colours"}
"""Checks that find most, without making PDFs."""
SCALAR = re.compile(r"\"[^\"]*\"|'[^']*'|[^,\]}\n#]+")
EXPRESSION = re.compile(r"\{\{ *(.+?) *\}\}")


@dataclass(frozen=True)
class Mistake:
    """A mistake in a project.

    Attributes:
        texts: The files that it changes, by path.
        pictures: Drawings and pictures that stand in for others.
        told: What it is, for people.
    """

    texts: Mapping[str, str] = field(default_factory=dict)
    pictures: Mapping[str, bytes] = field(default_factory=dict)
    told: str = ""


class Changed(Files):
    """The files of the project with a mistake in them."""

    def __init__(self, mistake: Mistake) -> None:
        super().__init__(ROOT)
        self._texts.update(mistake.texts)
        self._bytes.update(mistake.pictures)


Noticed = Literal["", "computed", "confirmed"]
"""Not at all; by what can be computed; only because somebody had confirmed how it was."""

STAGES: Sequence[tuple[frozenset[str], int, Noticed]] = (
    (QUICK - {"play", "ties"}, 0, "computed"),
    (frozenset(check_names()) - {"play", "ties"}, 0, "computed"),
    (frozenset({"play"}), 1, "computed"),
    (frozenset({"ties"}), 0, "confirmed"),
)
"""Checks, processes for playing, and what it means that these tell something: what is quick comes first."""


def is_noticed(job: tuple[str, Mistake]) -> Noticed:
    """Whether a check tells anything of a game with a mistake, and how it can know."""
    game, mistake = job
    for checks, jobs, noticed in STAGES:
        if check(Changed(mistake), CheckOptions((game,), checks=checks, jobs=jobs)).diagnostics:
            return noticed
    return ""


# --- places in files


def scalars(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any, Place]]:
    """Each plain value of a tree, with the keys that lead to it and its place."""
    entries: Sequence[tuple[Any, Any]] = ()
    if isinstance(value, Map):
        entries = list(value.items())
    elif isinstance(value, Seq):
        entries = list(enumerate(value))
    for key, inner in entries:
        if isinstance(inner, Map | Seq):
            yield from scalars(inner, (*path, key))
        else:
            yield (*path, key), inner, value.place_of(key)


def replaced(text: str, place: Place, new: str) -> str | None:
    """The text with the scalar at a place replaced; None for a text of several lines."""
    lines = text.split("\n")
    line, start = lines[place.line - 1], place.column - 1
    found = SCALAR.match(line, start)
    if found is None or line[start : start + 1] in (">", "|"):
        return None
    written = found[0].rstrip()
    lines[place.line - 1] = line[:start] + new + line[start + len(written) :]
    return "\n".join(lines)


def quoted(text: str) -> str:
    """A text as YAML takes it anywhere."""
    return '"' + text.replace("\\", "\\\\").replace('"', "'") + '"'


# --- data


def data_files(game: Game, files: Files) -> list[str]:
    """The files of cards and facts."""
    left = ("examples.yaml", "claims.yaml", "ties.yaml", "harmless.yaml", "glossary.yaml")
    folder = f"data/{game.name}"
    return [f"{folder}/{name}" for name in files.names(folder) if name.endswith(".yaml") and name not in left]


OF_DATA = ("facts", "players", "age", "minutes", "title", "version")
"""Keys of game.yaml that say something of the game; what it expects, and how it is played, is evidence."""


LOOKS = {"looks", "shifts", "dealt"}
"""Facts that say how cards look, or which cards a picture shows: whoever changes one means it, and any would be right."""


def data_mistakes(game: Game, files: Files) -> Iterator[Mistake]:
    choices = {(deck.name, one.name): one.choices for deck in game.decks.values() for one in deck.fields if one.choices}
    words = [set(map(str, some)) for some in choices.values()]
    for path in data_files(game, files):
        text, tree = files.text(path), files.yaml(path)
        for keys, value, place in scalars(tree):
            if path.endswith("game.yaml") and keys[0] not in OF_DATA and keys[0] != "decks":
                continue
            if LOOKS & set(keys):
                continue
            for new in _other_values(value, words):
                changed = replaced(text, place, new)
                if changed is not None:
                    told = f"{path}:{place.line} {'.'.join(map(str, keys))}: {value} → {new}"
                    yield Mistake({path: changed}, told=told)
        lines = text.split("\n")
        for number, line in enumerate(lines):
            if re.match(r"- \{", line):
                yield Mistake({path: "\n".join(lines[:number] + lines[number + 1 :])}, told=f"{path} without {line}")
                yield Mistake({path: "\n".join([*lines[:number], line, *lines[number:]])}, told=f"{path} twice {line}")


def _other_values(value: Any, words: Sequence[set[str]]) -> Iterator[str]:
    if isinstance(value, bool):
        yield str(not value).lower()
    elif isinstance(value, int):
        yield from (str(value + 1), str(value - 1))
    elif isinstance(value, str):
        if re.fullmatch(r"\d+\.\.\d+", value):
            low, high = value.split("..")
            yield f"{low}..{int(high) + 1}"
        for known in words:
            if value in known:
                yield from sorted(known - {value})[:1]


# --- looks


def elements(files: Files, path: str) -> Iterator[tuple[str, Map]]:
    """The elements that a template file itself writes, with their trees."""
    tree = files.yaml(path)
    for name, element in (tree.get("elements") or {}).items():
        if isinstance(element, Map):
            yield name, element


def template_path(name: str) -> str:
    """The file of a template."""
    return f"templates/{name}.yaml"


def drawings(files: Files, path: str) -> list[str]:
    """Other drawings in the folder of one."""
    folder, _, own = f"templates/{path}".rpartition("/")
    names = [name.removesuffix(".svg") for name in files.names(folder) if name.endswith(".svg")]
    return [f"{folder.removeprefix('templates/')}/{name}" for name in names if name != own.removesuffix(".svg")]


def look_mistakes(game: Game, files: Files, chance: random.Random, decks: Sequence[Deck]) -> Iterator[Mistake]:
    """Mistakes in the templates of some decks."""
    names = dict.fromkeys(deck.template.name for deck in decks)
    for name in names:
        path = template_path(name)
        text = files.text(path)
        deck = next(deck for deck in decks if deck.template.name == name)
        for element, tree in elements(files, path):
            for new, told in _other_element(tree, text, deck, files, chance):
                yield Mistake({path: new}, told=f"{path} {element}: {told}")


def _other_element(tree: Map, text: str, deck: Deck, files: Files, chance: random.Random) -> Iterator[tuple[str, str]]:
    for key in ("text", "count", "icons", "icon", "svg"):
        value = tree.get(key)
        if value is None:
            continue
        for new, told in _other_content(key, value, deck, files, chance):
            changed = replaced(text, tree.place_of(key), new)
            if changed:
                yield changed, told
    if any(key in tree for key in ("text", "icons", "face", "icon")):
        yield _without(text, tree), "left out"
        yield _with(text, tree, "opacity: 0.04"), "hardly to be seen"
        yield _with(text, tree, "when: 1 == 2"), "never drawn"
    if "text" in tree:
        yield _with(text, tree, "size: 2pt"), "tiny"
    if tree.get("mirrored"):
        changed = replaced(text, tree.place_of("mirrored"), "false")
        if changed:
            yield changed, "in one corner only"


def _other_content(key: str, value: Any, deck: Deck, files: Files, chance: random.Random) -> Iterator[tuple[str, str]]:
    if key == "count":
        yield (
            quoted(re.sub(EXPRESSION, r"{{ (\1) + 1 }}", str(value)) if "{{" in str(value) else str(value + 1)),
            "one more",
        )
    elif key == "text":
        for found in EXPRESSION.finditer(str(value)):
            if re.fullmatch(r"card\.\w+", found[1]):
                for other in deck.fields:
                    if f"card.{other.name}" != found[1] and other.kind == "integer":
                        new = f"{value[: found.start()]}{{{{ card.{other.name} }}}}{value[found.end() :]}"
                        yield quoted(new), f"shows {other.name}"
                for field_ in deck.fields:
                    if f"card.{field_.name}" == found[1] and field_.kind == "integer" and not field_.optional:
                        new = f"{value[: found.start()]}{{{{ {found[1]} + 1 }}}}{value[found.end() :]}"
                        yield quoted(new), "one more"
        for found in re.finditer(r"(?<![\w{#.])\d+(?![\w}.])", EXPRESSION.sub(lambda m: "\0" * len(m[0]), str(value))):
            yield quoted(f"{value[: found.start()]}{int(found[0]) + 1}{value[found.end() :]}"), f"{found[0]} + 1"
        for found in re.finditer(r"(?<![\w{#.])[−-](?=\{|\d)", str(value)):
            yield quoted(f"{value[: found.start()]}{value[found.end() :]}"), "without its sign"
    elif "{{" not in str(value):
        others = drawings(files, str(value))
        if others:
            yield quoted(chance.choice(others)), "another drawing"


def _without(text: str, tree: Map) -> str:
    """The text without an element."""
    lines = text.split("\n")
    start = tree.at[0] - 1
    name_line = start if re.match(r"  [\w-]+:", lines[start]) else start - 1
    end = name_line + 1
    while end < len(lines) and (lines[end].startswith("   ") or not lines[end].strip()):
        end += 1
    return "\n".join([*lines[:name_line], *lines[end:]])


def _with(text: str, tree: Map, entry: str) -> str:
    """The text with one more key of an element, in place of one that is there."""
    key = entry.partition(":")[0]
    if key in tree:
        changed = replaced(text, tree.place_of(key), entry.partition(": ")[2])
        return changed if changed is not None else text
    lines = text.split("\n")
    line, column = tree.at
    here = lines[line - 1]
    if here[column - 1] == "{":
        lines[line - 1] = f"{here[:column]}{entry}, {here[column:]}"
    else:
        lines.insert(line - 1, " " * (column - 1) + entry)
    return "\n".join(lines)


def picture_mistakes(game: Game, files: Files, chance: random.Random) -> Iterator[Mistake]:
    decks = list(game.decks.values())
    yield from look_mistakes(game, files, chance, decks)
    path = game.file
    text = files.text(path)
    templates = [deck.template.name for deck in decks]
    for deck in decks:
        source = game.source["decks"][deck.name]
        size = deck.template.head.size
        for other in dict.fromkeys(templates):
            fits = next(one for one in decks if one.template.name == other).template.head.size == size
            if other != deck.template.name and fits:
                changed = replaced(text, source.place_of("template"), other)
                if changed:
                    yield Mistake({path: changed}, told=f"{deck.name} with the template of another deck, {other}")
        covering = '\n  cover-all:\n    rect: trim\n    fill: "#FFFFFF"\n'
        own = template_path(deck.template.name)
        yield Mistake({own: files.text(own).rstrip("\n") + covering}, told=f"{own}: a panel over all")
    folder = f"templates/{game.name}/art"
    names = [name for name in files.names(folder) if name.endswith(".svg")]
    for name in names:
        other = chance.choice([one for one in names if one != name])
        content = files.read(f"{folder}/{other}", Place(path))
        yield Mistake(
            {f"{folder}/{name}": content.decode()}, {f"{folder}/{name}": content}, f"{name} is a copy of {other}"
        )


def aid_mistakes(game: Game, files: Files, chance: random.Random) -> Iterator[Mistake]:
    for deck in game.extras.values():
        path = template_path(deck.template.name)
        text = files.text(path)
        begin = text.index("\nelements:")
        facts = [name for name, value in game.head.facts.items() if isinstance(value, int)]
        for found in EXPRESSION.finditer(text, begin):
            inner = found[1]
            if re.fullmatch(r"\w+(\|words)?", inner) and inner.split("|")[0] in facts:
                for other in facts:
                    if other != inner.split("|")[0]:
                        new = f"{{{{ {inner.replace(inner.split('|')[0], other)} }}}}"
                        yield Mistake(
                            {path: text[: found.start()] + new + text[found.end() :]}, told=f"{path} {inner}: {other}"
                        )
                        break
            elif (
                re.match(r"(decks|examples|points|draws|rounds)\b", inner) and "loop" not in inner and "if" not in inner
            ):
                new = "{{ 41 }}"
                yield Mistake(
                    {path: text[: found.start()] + new + text[found.end() :]}, told=f"{path} {inner[:50]}: 41"
                )
        for found in re.finditer(r"for: (?:\w+ in )?\[(.+?)\]", text[begin:]):
            items = found[1].split(", ")
            if len(items) > 1 and "{" not in found[1]:
                start = begin + found.start(1)
                fewer = ", ".join(items[:-1])
                yield Mistake(
                    {path: text[:start] + fewer + text[begin + found.end(1) :]}, told=f"{path} {found[0]}: one less"
                )
    yield from look_mistakes(game, files, chance, list(game.extras.values()))


KINDS: Mapping[str, Callable[[Game, Files, random.Random], Iterator[Mistake]]] = {
    "data": lambda game, files, _: data_mistakes(game, files),
    "pictures": picture_mistakes,
    "aids": aid_mistakes,
}


def main() -> None:
    """Make mistakes, and tell how many of each kind were noticed, and which were not."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--each", type=int, default=25)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--kind", choices=list(KINDS))
    parser.add_argument("--jobs", type=int, default=2)
    asked = parser.parse_args()
    files, chance = Files(ROOT), random.Random(asked.seed)
    games = [manuscript.game for manuscript in read_source_games(files, asked.games, Diagnostics())]
    failed = False
    with ProcessPoolExecutor(asked.jobs) as pool:
        for kind, mistakes in KINDS.items():
            if asked.kind not in (None, kind):
                continue
            drawn: list[tuple[str, Mistake]] = []
            for game in games:
                made = list(mistakes(game, files, chance))
                some = chance.sample(made, min(asked.each or len(made), len(made)))
                drawn += [(game.name, mistake) for mistake in some]
            noticed = list(pool.map(is_noticed, drawn))
            for (_, mistake), was_noticed in zip(drawn, noticed, strict=True):
                if not was_noticed:
                    print(f"  not noticed: {mistake.told}")
            share, confirmed = sum(map(bool, noticed)) / len(drawn), noticed.count("confirmed")
            print(f"{kind}: {share:.0%} of {len(drawn)} noticed, {confirmed} only as not confirmed", flush=True)
            failed |= share < BARS[kind]
    raise SystemExit(failed)


if __name__ == "__main__":
    main()
