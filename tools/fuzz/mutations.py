"""A project and chance → the project with a few changes: of values, of text, of bytes."""

from __future__ import annotations

import random
import struct
from collections.abc import Callable
from typing import Any

import yaml

from tools.fuzz.seeds import Project

BINARY = (".ttf", ".png", ".jpg")

VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 3, 7.5, 10**18, 1e308, float("inf"), float("nan"), "", " ", "x", "ink", "small/face", "no/such",
    "../../../etc/passwd", "1..99999", "[", "{{ nope }}", "{{ 1 / 0 }}", "{{ card }}", "{{ 10 ** 60 }}", "{{", "{% for %}",
    "#12", "3mm", "-3mm", "1e9mm", "神\u202f\u200d", "W" * 300, "a" * 20_000, [], [[]], [None], ["x"], [1, 2, 3, 4], {}, {"x": []},
    {"x": "y"}, {1: 2}, "{{ range(100000)|list }}", "{{ decks|dictsort }}", "{{ 'x' * 99999 }}", "{{ hand|capital }}",
    "{{ '\\ud800' }}", "{{ table|sum }}", "2000-01-01", "0x10", "1_000", "yes", "~", "!!python/object:x", "*x", "&x 1",
)  # fmt: skip
SNIPPETS = (
    "{{", "}}", "{%", "%}", "{#", "#}", "{{ hand", "{{ hand }}", "{{ 9 ** 9 ** 9 }}", "'", '"', "''", '"""', "\\", "\n", "\n\n", "\t",
    "\r", "\0", "\ud7ff", "\ufeff", "\u202e", "\u200b", "é", "שלום", "👩‍👩‍👧", ":::", "::: ", "::::", "::: each x in decks.numbers\n",
    "::: figure", "|", "|-|", "#", "## ", "- ", "* ", "**", "_", "[", "](", "<b>", "&#x0;", "&amp;", "<!--", "```", ":dot:", ":", "://",
    "@", "..", "...", "-" * 50, "1-" * 30, "'" * 60, "%", "mm", "1e400", "-0", "0", "99999999999", "9" * 400, "1/0", "nan", "inf",
    "msgid", "msgstr", "msgstr[1]", "msgstr[99999999999999999999]", "#, fuzzy", "#~ ", "nplurals=3;", "plural=n/0;", "extends: small/face",
    "<g>", "</g>", "<use href='#leaf'/>", "<text>x</text>", 'transform="rotate(1"', 'd="M0 0A1 1 0 1 2 3"', "var(--a,", "url(#g)",
    "rgb(", '<!DOCTYPE x [<!ENTITY a "b">]>', "<![CDATA[", "yield", "return", "while True: pass", "raise KeyboardInterrupt",
    "import os; os._exit(0)", "1/0", "[0] * 10**12", "sum(range(10**12))", "table.draw.clear()",
)  # fmt: skip


def mutated(project: Project, chance: random.Random) -> Project:
    """The project with one to three changes."""
    changed = dict(project)
    for _ in range(chance.choice((1, 1, 2, 3))):
        path = chance.choice(sorted(changed))
        content = changed[path]
        ways = _ways(path)
        new = chance.choice(ways)(content, chance, changed)
        if new is None:
            changed.pop(path)
        else:
            changed[path] = new
    return changed


Way = Callable[[bytes, random.Random, Project], "bytes | None"]


def _ways(path: str) -> tuple[Way, ...]:
    if path.endswith(BINARY):
        return (flip, flip, cut, drop, overwrite, repeat, number, other_file)
    text: tuple[Way, ...] = (
        insert,
        insert,
        insert,
        drop_words,
        repeat_words,
        swap_words,
        swap_lines,
        digits,
        flip,
        cut,
        other_file,
    )
    return (*([value] * 10), *([key] * 3), *text) if path.endswith(".yaml") else text


# --- values of YAML


def value(content: bytes, chance: random.Random, _: Project) -> bytes:
    """Another value somewhere in a YAML file."""
    try:
        tree = yaml.safe_load(content)
    except (yaml.YAMLError, ValueError):
        return insert(content, chance, _)
    places = list(_places(tree))
    if not places:
        return yaml.safe_dump(chance.choice(VALUES)).encode(errors="replace")
    holder, step = chance.choice(places)
    holder[step] = chance.choice((chance.choice(VALUES), chance.choice(places)[0]))
    return _dumped(tree, content)


def key(content: bytes, chance: random.Random, _: Project) -> bytes:
    """A key of a YAML file gone, renamed, or given to another mapping."""
    try:
        tree = yaml.safe_load(content)
    except (yaml.YAMLError, ValueError):
        return insert(content, chance, _)
    places = [(holder, step) for holder, step in _places(tree) if isinstance(holder, dict)]
    if not places:
        return content
    holder, step = chance.choice(places)
    taken = holder.pop(step)
    match chance.randrange(3):
        case 0:
            holder[f"{step}x"] = taken
        case 1:
            chance.choice(places)[0][step] = taken
    return _dumped(tree, content)


def _places(tree: Any) -> Any:
    waiting, seen = [tree], set()
    while waiting:
        holder = waiting.pop()
        if id(holder) in seen:  # a value that was given to another place may hold itself
            continue
        seen.add(id(holder))
        steps = list(holder) if isinstance(holder, dict) else range(len(holder)) if isinstance(holder, list) else ()
        for step in steps:
            yield holder, step
            waiting.append(holder[step])


def _dumped(tree: Any, otherwise: bytes) -> bytes:
    try:
        return yaml.safe_dump(tree, allow_unicode=True, sort_keys=False, width=200).encode(errors="replace")
    except (yaml.YAMLError, RecursionError):
        return otherwise


# --- text


def insert(content: bytes, chance: random.Random, _: Project) -> bytes:
    """Something that means something, or much of it, put in."""
    at = chance.randint(0, len(content))
    times = chance.choice((1, 1, 1, 2, 40, 5000))
    return content[:at] + (chance.choice(SNIPPETS).encode() * times)[:200_000] + content[at:]


def drop_words(content: bytes, chance: random.Random, _: Project) -> bytes:
    """A stretch left out, from a blank to a blank."""
    words = content.split(b" ")
    start = chance.randrange(len(words))
    return b" ".join(words[:start] + words[start + chance.choice((1, 1, 2, 5)) :])


def repeat_words(content: bytes, chance: random.Random, _: Project) -> bytes:
    """A stretch several times."""
    words = content.split(b" ")
    start = chance.randrange(len(words))
    end = start + chance.choice((1, 1, 2, 5))
    return b" ".join(words[:end] + words[start:end] * chance.choice((1, 2, 50, 1000)) + words[end:])


def swap_words(content: bytes, chance: random.Random, project: Project) -> bytes:
    """A word in place of another, of this file or of any."""
    words = content.split(b" ")
    other = project[chance.choice([path for path in sorted(project) if not path.endswith(BINARY)])].split(b" ")
    words[chance.randrange(len(words))] = chance.choice(chance.choice((words, other)))
    return b" ".join(words)


def swap_lines(content: bytes, chance: random.Random, _: Project) -> bytes:
    """Two lines in each other's places."""
    lines = content.split(b"\n")
    one, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    return b"\n".join(lines)


def digits(content: bytes, chance: random.Random, _: Project) -> bytes:
    """Another number in place of one."""
    places = [index for index, byte in enumerate(content) if 48 <= byte < 58]
    if not places:
        return content
    at = chance.choice(places)
    number = chance.choice((b"0", b"-1", b"999", b"1e9", b"0.0001", b"9" * 30, b"1000000", b"nan", b""))
    return content[:at] + number + content[at + 1 :]


# --- bytes


def flip(content: bytes, chance: random.Random, _: Project) -> bytes:
    """Some bytes replaced, more often near the beginning, where headers are."""
    new = bytearray(content)
    for _time in range(chance.choice((1, 1, 2, 10)) if new else 0):
        at = chance.randrange(min(len(new), chance.choice((64, 512, len(new)))))
        new[at] = chance.randrange(256)
    return bytes(new)


def cut(content: bytes, chance: random.Random, _: Project) -> bytes:
    """The end cut off."""
    return content[: chance.randint(0, len(content))]


def drop(content: bytes, chance: random.Random, _: Project) -> bytes:
    """Some bytes left out."""
    at = chance.randint(0, len(content))
    return content[:at] + content[at + chance.choice((1, 4, 100, 5000)) :]


def overwrite(content: bytes, chance: random.Random, _: Project) -> bytes:
    """A stretch of nought, of ones, or of chance."""
    at = chance.randint(0, len(content))
    length = chance.choice((1, 4, 16, 400))
    filler = chance.choice((b"\0" * length, b"\xff" * length, chance.randbytes(length)))
    return content[:at] + filler + content[at + length :]


def repeat(content: bytes, chance: random.Random, _: Project) -> bytes:
    """A stretch twice."""
    at = chance.randint(0, len(content))
    return content[:at] + content[at : at + chance.choice((4, 100, 2000))] + content[at:]


def number(content: bytes, chance: random.Random, _: Project) -> bytes:
    """A number of a header that is far too large, or nought."""
    at = chance.randint(0, min(len(content), 600))
    large = struct.pack(">I", chance.choice((0, 1, 0x7FFFFFFF, 0xFFFFFFFF, 100_000)))
    return content[:at] + large + content[at + 4 :]


def other_file(content: bytes, chance: random.Random, project: Project) -> bytes | None:
    """Another file's content, nothing at all, or no file."""
    return chance.choice((None, b"", chance.choice(sorted(project.values()))))
