"""A Book → the text of data/<game>/ties.yaml, for a reviewer to read.

Under each section stand its sentences, one below the other. What has not changed is written back as it stood, with the
comments about it.
"""

from __future__ import annotations

from collections.abc import Sequence

from pnp.diagnostics import Fault
from pnp.model.game import Game
from pnp.source.strict_yaml import parse_yaml
from pnp.ties.book import Book, Tie
from pnp.ties.passages import LOOKS, TESTS

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
