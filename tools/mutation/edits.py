"""Forty edits that people make with good reason → what pnp tells of them, and how many places they touch.

    python -m tools.mutation.edits [WORDS]      those whose name has these words; all without

Each is made in a copy of the project, confirmed by pnp confirm, and checked with everything but what prints. None may be
told as a fault then; before confirming, nothing but unconfirmed sentences may be told. Places are counted by hand's
measure: how many stretches of text somebody has to change, in how many files.
"""

from __future__ import annotations

import io
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parents[2]
GAMES = ("chicken", "chili", "seventy-seven", "spicy")
LEFT_OUT = ("print", "pages", "colours", "contrast")
CONFIRMED = ("sentence-unconfirmed", "tie-unknown", "tie-fact")
"""What may be told before an edit is confirmed."""


@dataclass(frozen=True)
class Edit:
    """An edit of a game.

    Attributes:
        name: What it is.
        make: Makes it in a copy of the project; gives the paths that it has changed, one for each place.
    """

    name: str
    game: str
    make: Callable[[Path], list[str]]


def change(path: str, old: str, new: str, most: int = 0) -> Callable[[Path], list[str]]:
    """Replace a text in a file, wherever it stands; at least once."""

    def make(root: Path) -> list[str]:
        file = root / path
        text = file.read_text(encoding="utf-8")
        count = text.count(old) if not most else min(text.count(old), most)
        assert count, f"{path} has no {old}"
        file.write_text(text.replace(old, new, most or -1), encoding="utf-8")
        return [path] * count

    return make


def append(path: str, text: str) -> Callable[[Path], list[str]]:
    """Write something at the end of a file."""

    def make(root: Path) -> list[str]:
        file = root / path
        file.write_text(file.read_text(encoding="utf-8").rstrip("\n") + "\n" + text, encoding="utf-8")
        return [path]

    return make


def reword(game: str, old: str, new: str) -> Callable[[Path], list[str]]:
    """Word a sentence of the booklet otherwise; the translation stays, with the new words as its source."""

    def make(root: Path) -> list[str]:
        places = change(f"templates/{game}/rulebook.md", old, new)(root)
        path = f"data/{game}/locale/fr.po"
        catalogue = read_po(io.BytesIO((root / path).read_bytes()))
        for message in list(catalogue):
            if isinstance(message.id, str) and old in message.id:
                string, key = message.string, message.id.replace(old, new)
                catalogue.delete(message.id)
                catalogue.add(key, string, locations=message.locations, auto_comments=message.auto_comments)
                places.append(path)
        buffer = io.BytesIO()
        write_po(buffer, catalogue, width=76)
        (root / path).write_bytes(buffer.getvalue())
        return places

    return make


def reword_french(game: str, old: str, new: str) -> Callable[[Path], list[str]]:
    """Word a translation otherwise, wherever its lines end."""

    def make(root: Path) -> list[str]:
        path = f"data/{game}/locale/fr.po"
        catalogue = read_po(io.BytesIO((root / path).read_bytes()))
        found = [
            message for message in catalogue if isinstance(message.string, str) and message.id and old in message.string
        ]
        assert found, old
        for message in found:
            message.string = str(message.string).replace(old, new)
        buffer = io.BytesIO()
        write_po(buffer, catalogue, width=76)
        (root / path).write_bytes(buffer.getvalue())
        return [path] * len(found)

    return make


def everywhere(game: str, old: str, new: str) -> Callable[[Path], list[str]]:
    """Replace a word in all files of a game but ties.yaml, which pnp confirm writes."""

    def make(root: Path) -> list[str]:
        places = []
        pattern = re.compile(rf"\b{old}\b")
        for folder in (f"data/{game}", f"templates/{game}"):
            for file in sorted((root / folder).rglob("*")):
                if file.suffix in (".yaml", ".py", ".md", ".po") and file.name != "ties.yaml":
                    text, count = pattern.subn(new, file.read_text(encoding="utf-8"))
                    file.write_text(text, encoding="utf-8")
                    places += [str(file.relative_to(root))] * count
        assert places
        return places

    return make


def twice(where: str) -> Callable[[Path], list[str]]:
    """The first entry of a mapping once more, under another name."""

    def make(root: Path) -> list[str]:
        text = (root / where).read_text(encoding="utf-8")
        first = re.search(r"^\w+:\n(?:  .*\n)+", text, re.MULTILINE)
        assert first
        entry = re.sub(r"^\w+", "another_look", first[0])
        (root / where).write_text(f"{text}\n{entry}", encoding="utf-8")
        return [where]

    return make


def together(*makes: Callable[[Path], list[str]]) -> Callable[[Path], list[str]]:
    """Several of them in one edit."""
    return lambda root: [place for make in makes for place in make(root)]


CLAIM = """- claim: Every game comes to its end.
  source: design
  always: decision > 0
"""


def edits() -> Iterator[Edit]:
    """All of them."""
    for game in GAMES:
        data, looks = f"data/{game}", f"templates/{game}"
        yield Edit("a comment in the rules", game, append(f"{data}/rules.py", "\n\n# Nothing more.\n"))
        yield Edit("a comment in the data", game, append(f"{data}/game.yaml", "# Nothing more.\n"))
        yield Edit("an example more", game, twice(f"{data}/examples.yaml"))
        yield Edit("a claim more", game, append(f"{data}/claims.yaml", CLAIM))
        yield Edit("another subtitle font size", game, change(f"{looks}/booklet.yaml", "size: 1", "size: 1", 1))
    yield Edit("reworded", "chili", reword("chili", "Keep your hand to yourself.", "Show your hand to nobody."))
    yield Edit("reworded", "chili", reword("chili", "Play each round to its end.", "Play every round to its end."))
    yield Edit("reworded", "chili", reword("chili", "It may be below zero.", "It can be below zero."))
    yield Edit("French reworded", "chili", reword_french("chili", "Gardez", "Conservez"))
    yield Edit("a card in other colours", "chili", change("data/chili/game.yaml", 'tone: "#2E7D32"', 'tone: "#2B7A30"'))
    yield Edit("a chili larger", "chili", change("templates/chili/number.yaml", "size: 13mm", "size: 12.5mm"))
    yield Edit("somebody has another name", "chili", everywhere("chili", "Linus", "Lukas"))
    yield Edit("an example has another name", "chili", everywhere("chili", "first_turn", "opening_turn"))
    yield Edit("a fact has another name", "chili", everywhere("chili", "spare_rounds", "more_rounds"))
    yield Edit("a function has another name", "chili", everywhere("chili", "lay_others_away", "discard_others"))
    yield Edit(
        "more for the score sheet", "chili", change("data/chili/game.yaml", "spare_rounds: 3", "spare_rounds: 2")
    )
    yield Edit("another pace", "chili", change("data/chili/game.yaml", "seconds: 45", "seconds: 50"))
    yield Edit("cards in another order", "chicken", _turned_round("data/chicken/goals.yaml"))
    yield Edit("two cards in each other's place", "spicy", _turned_round("data/spicy/trophies.yaml"))
    yield Edit(
        "a bot plays otherwise", "seventy-seven", change("data/seventy-seven/bots.py", '"double": 1', '"double": 2')
    )
    yield Edit("a drawing is touched up", "spicy", append("templates/spicy/art/paw.svg", "<!-- touched up -->\n"))
    yield Edit("a tip less", "chili", _without_tip("templates/chili/rulebook.md", "Printing the cards"))
    yield Edit(
        "rules set out otherwise",
        "chicken",
        change("data/chicken/rules.py", "prize += table.facts.bonus", "prize = prize + table.facts.bonus"),
    )
    yield Edit(
        "a credit more", "seventy-seven", change("data/seventy-seven/game.yaml", 'version: "1.0"', 'version: "1.1"')
    )
    yield Edit("a credit more", "spicy", change("data/spicy/game.yaml", 'version: "1.0"', 'version: "1.1"'))


def _turned_round(path: str) -> Callable[[Path], list[str]]:
    """The cards of a file in the opposite order."""

    def make(root: Path) -> list[str]:
        lines = (root / path).read_text(encoding="utf-8").rstrip("\n").split("\n")
        cards = [line for line in lines if line.startswith("- ")]
        assert len(cards) > 1
        rest = [line for line in lines if not line.startswith("- ")]
        (root / path).write_text("\n".join([*rest, *reversed(cards)]) + "\n", encoding="utf-8")
        return [path] * len(cards)

    return make


def _without_tip(path: str, title: str) -> Callable[[Path], list[str]]:
    def make(root: Path) -> list[str]:
        text = (root / path).read_text(encoding="utf-8")
        shorter, count = re.subn(rf"::: tip\n\*\*{title}\*\*.*?\n:::\n\n", "", text, flags=re.DOTALL)
        assert count == 1
        (root / path).write_text(shorter, encoding="utf-8")
        subprocess.run(
            [sys.executable, "-m", "pnp", "i18n", "update", path.split("/")[1], "-p", root],
            check=True,
            capture_output=True,
        )
        return [path]

    return make


def tried(edit: Edit) -> str:
    """What is told of an edit that should not be; nothing where all is well."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for name in ("data", "templates", "fonts"):
            shutil.copytree(ROOT / name, root / name)
        places = edit.make(root)
        before = _told(root, edit.game, "ties")
        wrong = [line for line in before if not any(code in line for code in CONFIRMED)]
        confirm = [sys.executable, "-m", "pnp", "confirm", edit.game, "--yes", "-p", str(root)]
        subprocess.run(confirm, check=False, capture_output=True)
        from pnp.check import check_names

        wrong += _told(root, edit.game, *(name for name in check_names() if name not in LEFT_OUT))
    told = "".join(f"\n    {line}" for line in wrong)
    files = len(set(places))
    return f"{'TOLD' if wrong else 'well'}  {edit.game}, {edit.name}: {len(places)} places in {files} files, {len(before)} to confirm{told}"


def _told(root: Path, game: str, *checks: str) -> list[str]:
    command = [sys.executable, "-m", "pnp", "check", game, "-p", str(root), "--format", "short", "--jobs", "1"]
    command += ["--only", ",".join(checks)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    return [line for line in (done.stdout + done.stderr).splitlines() if re.search(r"(error|warning)\[", line)]


def main() -> None:
    """Make them all, and tell."""
    words = " ".join(sys.argv[1:])
    chosen = [edit for edit in edits() if words in f"{edit.game}, {edit.name}"]
    with ThreadPoolExecutor(2) as pool:
        lines = list(pool.map(tried, chosen))
    print("\n".join(lines))
    wrong = sum(line.startswith("TOLD") for line in lines)
    print(f"{len(lines) - wrong} of {len(lines)} edits without a false alarm")
    raise SystemExit(bool(wrong))


if __name__ == "__main__":
    main()
