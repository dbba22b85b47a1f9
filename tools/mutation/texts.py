"""Mistakes in the texts of the games that ship, one at a time → which of them the check of ties notices.

    python -m tools.mutation.texts                          20 of each kind in each game, drawn by seed 7
    python -m tools.mutation.texts --each 0 chili           all of one game

The mistakes are made from the files as they are: a word becomes its opposite, a negation is lost, steps change places,
a paragraph is left out, a number is another fact's, a translation is swapped, shortened or left in English, a picture is
drawn as another. No file is written.
"""

from __future__ import annotations

import argparse
import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

from pnp.checks.subject import GameSubject
from pnp.checks.ties import check_ties
from pnp.core.diagnostics import Diagnostics, Place
from pnp.core.fonts import FontSet
from pnp.project.files import Files
from pnp.project.game import Game
from pnp.source_game import read_source_games

ROOT = Path(__file__).resolve().parents[2]
ENOUGH = 0.95
ENGLISH = (
    *(("left", "right"), ("highest", "lowest"), ("higher", "lower"), ("clockwise", "counter-clockwise")),
    *(("before", "after"), ("must", "may"), ("never", "always"), ("inside", "outside"), ("winner", "loser")),
    *(("face down", "face up"), ("above", "below"), ("top", "bottom"), ("all", "none"), ("not", "also")),
)
FRENCH = (
    *(("gauche", "droite"), ("plus haute", "plus basse"), ("horaire", "antihoraire"), ("avant", "après")),
    *(("doit", "peut"), ("jamais", "toujours"), ("gagne", "perd"), ("cachée", "visible"), ("pas", "bien")),
    *(("toutes", "une seule"), ("dessus", "dessous"), ("premier", "dernier"), ("plus", "moins")),
)
_TEXT = re.compile(r"text: \"([^\"]+)\"|rule: (.+)")
_SHOWS = re.compile(r"^shows:.*\n(?:[ #].*\n|\n)*", re.MULTILINE)
"""What a face is read back against: no sentence; the check of faces sees what is wrong there."""

_ENTRY = re.compile(r'^msgid (".*"(?:\n".*")*)\nmsgstr (".*"(?:\n".*")*)$', re.MULTILINE)
_FACT = re.compile(r"\{\{ (\w+)\|words \}\}")
_STEP = re.compile(r"^(?:\d\.|-) (.+)$")

Words = Sequence[tuple[str, str]]
"""Opposites."""

Mistake = tuple[str, str, str]
"""A file, its text with the mistake, and where that is."""


class Changed(Files):
    """The files of the project, one of them with another text."""

    def __init__(self, path: str, content: str) -> None:
        super().__init__(ROOT)
        self.changed, self.content = path, content

    def text(self, path: str, reference: Place | None = None) -> str:
        """The text of a file, as it is or as it was changed."""
        return self.content if path == self.changed else super().text(path, reference)

    def read(self, path: str, reference: Place) -> bytes:
        """The bytes of a file, as it is or as it was changed."""
        return self.content.encode() if path == self.changed else super().read(path, reference)


def is_noticed(game: str, mistake: Mistake) -> bool:
    """Whether anything is reported of a game with a mistake in it."""
    files, diagnostics = Changed(mistake[0], mistake[1]), Diagnostics()
    for manuscript in read_source_games(files, [game], diagnostics):
        check_ties(GameSubject(files, manuscript, FontSet({})), diagnostics)
    return bool(diagnostics)


# --- mistakes


def opposites(path: str, text: str, spans: Sequence[tuple[int, int]], words: Words) -> Iterator[Mistake]:
    """Each word of a list, where it stands in some spans of a text, as its opposite, and the other way round."""
    for word, opposite in [*words, *((right, left) for left, right in words)]:
        for match in re.finditer(rf"(?<![\w-]){word}(?![\w-])", text):
            if any(start <= match.start() < end for start, end in spans):
                changed = text[: match.start()] + opposite + text[match.end() :]
                yield path, changed, text[max(0, match.start() - 30) : match.end() + 20].replace("\n", " ")


def _prose(text: str) -> list[tuple[int, int]]:
    """Where a rulebook has words: neither in expressions nor in what a container is given."""
    prose = re.sub(r"\{\{.*?\}\}|^:::.*$", lambda match: "\0" * len(match[0]), text, flags=re.MULTILINE)
    return [match.span() for match in re.finditer(r"[^\0]+", prose)]


def words_of_the_booklet(game: Game, files: Files) -> Iterator[Mistake]:
    path = f"templates/{game.name}/rulebook.md"
    text = files.text(path)
    yield from opposites(path, text, _prose(text), ENGLISH)


def paragraphs_left_out(game: Game, files: Files) -> Iterator[Mistake]:
    path = f"templates/{game.name}/rulebook.md"
    blocks = files.text(path).split("\n\n")
    for number, block in enumerate(blocks):
        if ":::" not in block and block.strip():
            yield path, "\n\n".join([*blocks[:number], *blocks[number + 1 :]]), block[:50]


def steps_in_another_order(game: Game, files: Files) -> Iterator[Mistake]:
    path = f"templates/{game.name}/rulebook.md"
    lines = files.text(path).split("\n")
    for number in range(len(lines) - 1):
        first, second = _STEP.match(lines[number]), _STEP.match(lines[number + 1])
        if first and second:
            pair = [lines[number].replace(first[1], second[1]), lines[number + 1].replace(second[1], first[1])]
            yield path, "\n".join([*lines[:number], *pair, *lines[number + 2 :]]), first[1][:50]


def facts_of_others(game: Game, files: Files) -> Iterator[Mistake]:
    path = f"templates/{game.name}/rulebook.md"
    text = files.text(path)
    numbers = [name for name, value in game.head.facts.items() if isinstance(value, int)]
    for match in _FACT.finditer(text):
        for name in numbers:
            if name != match[1]:
                yield path, f"{text[: match.start(1)]}{name}{text[match.end(1) :]}", f"{match[0]}: {name}"


def words_of_aids_and_cards(game: Game, files: Files) -> Iterator[Mistake]:
    folders = (f"templates/{game.name}", f"data/{game.name}")
    for path in [f"{folder}/{name}" for folder in folders for name in files.names(folder) if name.endswith(".yaml")]:
        if not path.endswith(("ties.yaml", "claims.yaml", "examples.yaml", "game.yaml")):
            text = files.text(path)
            read_back = [match.span() for match in _SHOWS.finditer(text)]
            spans = [match.span() for match in _TEXT.finditer(text)]
            spans = [span for span in spans if not any(start <= span[0] < end for start, end in read_back)]
            yield from opposites(path, text, spans, ENGLISH)


def words_of_french(game: Game, files: Files) -> Iterator[Mistake]:
    path = f"data/{game.name}/locale/fr.po"
    text = files.text(path)
    yield from opposites(path, text, [match.span(2) for match in _ENTRY.finditer(text) if match[1] != '""'], FRENCH)


def french_of_others(game: Game, files: Files) -> Iterator[Mistake]:
    path = f"data/{game.name}/locale/fr.po"
    text = files.text(path)
    entries = [match for match in _ENTRY.finditer(text) if match[1] != '""']
    for first, second in pairwise(entries):
        swapped = second[2] + text[first.end(2) : second.start(2)] + first[2]
        yield path, text[: first.start(2)] + swapped + text[second.end(2) :], first[1][:50]
    for entry in entries:
        if entry[1] != entry[2]:
            yield path, text[: entry.start(2)] + entry[1] + text[entry.end(2) :], f"English: {entry[1][:50]}"


def pictures_of_others(game: Game, files: Files) -> Iterator[Mistake]:
    folder = f"templates/{game.name}/art"
    paths = [f"{folder}/{name}" for name in files.names(folder) if name.endswith(".svg")]
    for path, other in pairwise(paths):
        yield path, files.text(other), f"drawn as {other}"


KINDS: Mapping[str, Callable[[Game, Files], Iterator[Mistake]]] = {
    "words of the booklet": words_of_the_booklet,
    "paragraphs left out": paragraphs_left_out,
    "steps in another order": steps_in_another_order,
    "facts of others": facts_of_others,
    "words of aids and cards": words_of_aids_and_cards,
    "words of French": words_of_french,
    "French of others": french_of_others,
    "pictures of others": pictures_of_others,
}


def main() -> None:
    """Make mistakes, and print how many of each kind were noticed, and which were not."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--each", type=int, default=20)
    parser.add_argument("--seed", type=int, default=7)
    asked = parser.parse_args()
    files, chance = Files(ROOT), random.Random(asked.seed)
    manuscripts = list(read_source_games(files, asked.games, Diagnostics()))
    count = noticed = 0
    for kind, mistakes in KINDS.items():
        tried = missed = 0
        for manuscript in manuscripts:
            game = manuscript.game
            drawn = list(mistakes(game, files))
            for mistake in chance.sample(drawn, min(asked.each or len(drawn), len(drawn))):
                tried += 1
                if not is_noticed(game.name, mistake):
                    missed += 1
                    print(f"  not noticed: {game.name}, {mistake[0]}: {mistake[2]}")
        print(f"{kind}: {tried - missed} of {tried}")
        count, noticed = count + tried, noticed + tried - missed
    print(f"{noticed} of {count} noticed")
    raise SystemExit(noticed < ENOUGH * count)


if __name__ == "__main__":
    main()
