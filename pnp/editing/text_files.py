"""The bytes of a text file ↔ its text with newlines as line ends, as `Files.text` reads it.

A file that gets another text keeps its byte order mark, and each of its lines its own line end. So whatever changes a
text knows newlines alone.
"""

from __future__ import annotations

import codecs
import re
from collections import Counter
from difflib import SequenceMatcher

from pnp.core.codes import Code
from pnp.core.diagnostics import Fault, Place
from pnp.core.patterns import lazy_pattern

_LINE_END = lazy_pattern("\r\n|\n|\r")


def text_of(content: bytes, path: str) -> str:
    """Return the text of a file.

    Raises:
        Fault: It is not UTF-8.
    """
    try:
        return _LINE_END.sub("\n", content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        fix = "save the file as UTF-8"
        raise Fault(Code.FILE_ENCODING, Place(path), what=f"{path} is not UTF-8", fix=fix) from error


def with_text(content: bytes, text: str) -> bytes:
    """Return the bytes of a file with another text; a line that it had keeps its line end, new ones get the usual one.

    Args:
        content: The bytes of the file, which is UTF-8.
        text: Its new text, with newlines as line ends.
    """
    mark = codecs.BOM_UTF8 if content.startswith(codecs.BOM_UTF8) else b""
    before = content.removeprefix(mark).decode()
    counts = Counter(_LINE_END.findall(before))
    usual = max(counts, key=counts.__getitem__, default="\n")
    if len(counts) < 2:
        return mark + text.replace("\n", usual).encode()
    old = re.split("(\r\n|\n|\r)", before)
    lines, ends = text.split("\n"), _matched_ends(old[::2], [*old[1::2], usual], text.split("\n"), usual)
    return mark + "".join([*map(str.__add__, lines[:-1], ends), lines[-1]]).encode()


def _matched_ends(old: list[str], ends: list[str], new: list[str], usual: str) -> list[str]:
    """Return the line end of each new line: of the same old line, else of the one in its place, else the usual one."""
    least = min(len(old), len(new))
    first = next((at for at in range(least) if old[at] != new[at]), least)
    last = next((at for at in range(least - first) if old[-1 - at] != new[-1 - at]), least - first)
    end, new_end = len(old) - last, len(new) - last
    between: list[str] = []
    for kind, start, to, new_start, new_to in SequenceMatcher(
        None, old[first:end], new[first:new_end], autojunk=False
    ).get_opcodes():
        taken = [] if kind == "insert" else ends[first + start : first + to]
        between += (taken + [usual] * (new_to - new_start))[: new_to - new_start]
    return [*ends[:first], *between, *ends[end:]]
