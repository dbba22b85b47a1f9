"""The text of a PO file and a translation → the new text, in which only the lines of this entry have changed."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Fault, Place
from pnp.text.po_reader import read_entries
from pnp.text.po_wrapping import wrapped


def set_translation(
    text: str, file: str, which: int | tuple[str, str], strings: Sequence[str], *, is_fuzzy: bool = False
) -> str:
    """Return a PO file in which an entry has other translations.

    The entry is no longer fuzzy then, unless this is asked for, and loses the text for which a fuzzy one was made.

    Args:
        text: The whole file, with newlines as line ends.
        file: Its path, for faults.
        which: The line of the entry's msgid; or its msgctxt, "" for none, and its msgid.
        strings: The translation; for an entry with plural forms, one for each form.
        is_fuzzy: Whether the translation needs another look.

    Raises:
        Fault: There is no such entry, or it has another number of forms.
    """
    lines = text.split("\n")
    entries = read_entries(text, file, Diagnostics())
    named = (entry for entry in entries if which in (entry.place.line, (entry.context or "", entry.text)))
    entry = next((entry for entry in named if not entry.is_obsolete), None)
    if entry is None or not entry.lines or len(strings) != len(entry.strings):
        line, name = (which, f"at line {which}") if isinstance(which, int) else (0, f"for “{which[1][:60]}”")
        what, fix = f"there is no entry with {len(strings)} translations {name}", "read the file again"
        raise Fault(Code.EDIT_STALE, Place(file, line), what=what, fix=fix)
    keywords = ["msgstr"] if entry.plural is None else [f"msgstr[{index}]" for index in range(len(strings))]
    is_wrapped = "no-wrap" not in entry.flags
    new = [
        row for key, each in zip(keywords, strings, strict=True) for row in wrapped(key, each, is_wrapped=is_wrapped)
    ]
    lines[entry.string_place.line - 1 : entry.lines[-1][0]] = new
    first = (entry.context_place or entry.place).line - 1
    top = first
    while top and lines[top - 1].startswith("#"):
        top -= 1
    above = [row for row in map(_without_fuzzy, lines[top:first]) if row]
    above = _with_fuzzy(above) if is_fuzzy else [row for row in above if not row.startswith("#|")]
    lines[top:first] = above
    return "\n".join(lines)


def _without_fuzzy(row: str) -> str:
    """Return a comment line without the flag fuzzy; "" if it has no other flag."""
    if not row.startswith("#,"):
        return row
    flags = [flag.strip() for flag in row[2:].split(",") if flag.strip() not in ("", "fuzzy")]
    return f"#, {', '.join(flags)}" if flags else ""


def _with_fuzzy(above: list[str]) -> list[str]:
    """Return the comment lines of an entry with the flag fuzzy."""
    at = next((number for number, row in enumerate(above) if row.startswith("#,")), None)
    if at is not None:
        return [*above[:at], re.sub("^#,", "#, fuzzy,", above[at]), *above[at + 1 :]]
    at = next((number for number, row in enumerate(above) if row.startswith("#|")), len(above))
    return [*above[:at], "#, fuzzy", *above[at:]]
