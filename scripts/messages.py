"""pnp's code → pnp/text/locale/pnp.pot, the messages that pnp prints itself; and its PO files brought up to date.

    python scripts/messages.py       write the template, and the messages of today into every PO file
    python scripts/messages.py sv    the same, and begin a PO file for a language

A message is a string that stands in a call of ``small_print``, ``message``, ``say`` or ``words``. The comment above the
call, where it begins with "Translators:", goes into the files. A changed message keeps its translation as fuzzy.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from pnp.text.own_words import MessageArea
from pnp.text.po_reader import gettext_plural_rule

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "pnp/text/locale"
TEMPLATE = LOCALE / "pnp.pot"

CALLS: dict[str, MessageArea | None] = {"printed_word": "print", "say": "report", "self": "report", "words": "readme"}
"""Functions that translate their first argument, and where the words stand."""

FOLDERS: dict[str, MessageArea] = {
    "pnp/extensions/laboratory/": "report",
    "pnp/play/report/": "report",
    "pnp/readme.py": "readme",
    "pnp/text/page_words.py": "play",
}
"""Where ``message`` marks words of another area than print, and where ``say``, ``self`` and ``words`` translate."""

HEADER = """\
msgid ""
msgstr ""
"Project-Id-Version: pnp\\n"
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plural}\\n"
"""


@dataclass(frozen=True)
class OwnMessage:
    """A message in the code, and the plural where it depends on a number."""

    area: MessageArea
    text: str
    plural: str | None
    file: str
    note: str


@cache
def messages() -> tuple[OwnMessage, ...]:
    """All messages of the code, in the order of their files and lines."""
    paths = sorted((ROOT / "pnp").rglob("*.py"))
    texts = ((path.read_text(encoding="utf-8"), path.relative_to(ROOT).as_posix()) for path in paths)
    return tuple(message for text, file in texts for message in _messages_of(text, file))


def _messages_of(source: str, file: str) -> Iterator[OwnMessage]:
    lines = source.splitlines()
    area = next((area for folder, area in FOLDERS.items() if file.startswith(folder)), None)
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call) and node.args]
    for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
        called, is_plural = call.func, False
        if isinstance(called, ast.Attribute) and called.attr == "plural":
            called, is_plural = called.value, True
        name = called.id if isinstance(called, ast.Name) else ""
        if isinstance(called, ast.Attribute) and called.attr == "printed_word":
            name = called.attr
        call_area = (area or "print") if name == "message" else CALLS.get(name)
        if call_area is None or call_area not in (area or "print", "print"):
            continue
        plural = next(_strings(call.args[1]), None) if is_plural else None
        for text in _strings(call.args[0]):
            yield OwnMessage(call_area, text, plural, file, _note(lines, call.lineno))


def _strings(node: ast.expr) -> Iterator[str]:
    """The strings that an argument may be; none for a variable, whose strings are marked where they are written."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _strings(node.body)
        yield from _strings(node.orelse)


def _note(lines: list[str], number: int) -> str:
    _, mark, note = lines[number - 2].strip().partition("# Translators: ")
    return note if mark else ""


def as_catalog() -> Catalog:
    """The messages as Babel's catalog."""
    catalog = Catalog()
    for own in messages():
        identity = own.text if own.plural is None else (own.text, own.plural)
        notes = [own.note] if own.note else []
        catalog.add(identity, context=own.area, locations=[(own.file, 1)], auto_comments=notes)
    return catalog


def template() -> str:
    """The text of the template."""
    return HEADER.format(language="", plural="nplurals=INTEGER; plural=EXPRESSION;") + "\n" + _entries(as_catalog())


def up_to_date(content: str) -> str:
    """The text of a PO file with the messages of today; its header stays."""
    header, _, _ = content.partition("\n\n")
    catalog = read_po(BytesIO(content.encode()))
    catalog.update(as_catalog())
    for identity in [identity for identity, unused in catalog.obsolete.items() if not any(_forms(unused.string))]:
        del catalog.obsolete[identity]  # nobody has translated it
    return header.rstrip() + "\n\n" + _entries(catalog)


def _forms(translation: str | tuple[str, ...]) -> tuple[str, ...]:
    """The plural forms of a translation."""
    return (translation,) if isinstance(translation, str) else tuple(translation)


def new_file(language: str) -> str:
    """The text of a PO file for a language that has none yet."""
    count, expression = gettext_plural_rule(language)
    return up_to_date(HEADER.format(language=language, plural=f"nplurals={count}; plural={expression};"))


def _entries(catalog: Catalog) -> str:
    for entry in catalog:
        entry.flags -= {"python-format", "python-brace-format"}
    buffer = BytesIO()
    write_po(buffer, catalog, width=100, omit_header=True, include_previous=True, include_lineno=False)
    return buffer.getvalue().decode().strip() + "\n"


def main(languages: list[str]) -> None:
    """Write the template and the PO files."""
    LOCALE.mkdir(exist_ok=True)
    TEMPLATE.write_text(template(), encoding="utf-8")
    for language in languages:
        path = LOCALE / f"{language}.po"
        if not path.exists():
            path.write_text(new_file(language), encoding="utf-8")
    for path in sorted(LOCALE.glob("*.po")):
        path.write_text(up_to_date(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
