"""The text of rules.py → the sections of the booklet that it names in brackets; and how titles are compared."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator

_NAMED = re.compile(r"\[([^\[\]\n]+)\]")


def named_sections(rules: str) -> Iterator[tuple[int, int, str]]:
    """What comments and docstrings name in brackets, with line and column; nothing where the text is no Python."""
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(rules).readline))
    except (SyntaxError, tokenize.TokenError):
        return
    for before, token in zip([None, *tokens], tokens, strict=False):
        starts_line = before is None or before.type in (tokenize.NEWLINE, tokenize.INDENT, tokenize.NL, tokenize.DEDENT)
        if token.type == tokenize.COMMENT or (token.type == tokenize.STRING and starts_line):
            for offset, line in enumerate(token.string.split("\n")):
                for match in _NAMED.finditer(line):
                    column = match.start() + 1 + (token.start[1] if offset == 0 else 0)
                    yield token.start[0] + offset, column, match[1]


def plain_title(text: str) -> str:
    """Words without the marks that end or join them."""
    return re.sub(r":[\w-]+:", "", str(text)).strip(" .:?!*").replace("’", "'")
