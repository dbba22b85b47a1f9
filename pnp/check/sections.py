"""Sections that rules.py and claims.yaml name, and those of the booklet → diagnostics where one is not there.

In rules.py a comment or docstring names a section in brackets: ``# [Scoring]``. A heading of the booklet is meant, or
what it sets in bold, so that each rule of the code can be read beside its paragraph.
"""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator

from pnp.check.subject import GameSubject
from pnp.diagnostics import Code, Diagnostics, Place, suggest
from pnp.expressions import ExpressionError, compile_text
from pnp.expressions.scope import game_scope
from pnp.load.kit import rules_path
from pnp.model.game import Game
from pnp.rulebook.blocks import walk
from pnp.rulebook.load import Booklet
from pnp.source.files import Files

_NAMED = re.compile(r"\[([^\[\]\n]+)\]")
_BOLD = re.compile(r"\*\*(.+?)\*\*")


def check_sections(subject: GameSubject, diagnostics: Diagnostics) -> None:
    """Tell of each section that rules or claims name and the booklet does not have."""
    game, booklet = subject.game, subject.booklet
    if booklet is None:
        return
    known = set(_sections(game, booklet))
    for place, name in _in_rules(game, subject.files):
        if _plain(name) not in known:
            what = f"the booklet has no section or bold words {name}"
            why, fix = "whoever reads the rule in rules.py looks for it there", suggest(_plain(name), known)
            diagnostics.tell(Code.RULES_SECTION, place, what=what, why=why, fix=fix)
    for number, claim in enumerate(game.claims):
        if claim.source == "booklet" and claim.section and _plain(claim.section) not in known:
            place = game.claims_source[number].place_of("section")
            what = f"the booklet has no section or bold words {claim.section}"
            diagnostics.tell(Code.CLAIM_SECTION, place, what=what, fix=suggest(_plain(claim.section), known))


def _in_rules(game: Game, files: Files) -> Iterator[tuple[Place, str]]:
    """What comments and docstrings of rules.py name in brackets, and where."""
    path = rules_path(game.name)
    if not files.exists(path):
        return
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(files.text(path)).readline))
    except (SyntaxError, tokenize.TokenError):
        return  # told by the check of rules.py
    for before, token in zip([None, *tokens], tokens, strict=False):
        starts_line = before is None or before.type in (tokenize.NEWLINE, tokenize.INDENT, tokenize.NL, tokenize.DEDENT)
        if token.type == tokenize.COMMENT or (token.type == tokenize.STRING and starts_line):
            for offset, line in enumerate(token.string.split("\n")):
                for match in _NAMED.finditer(line):
                    column = match.start() + 1 + (token.start[1] if offset == 0 else 0)
                    yield Place(path, token.start[0] + offset, column), match[1]


def _sections(game: Game, booklet: Booklet) -> Iterator[str]:
    """Headings and bold words of the booklet, in its source language."""
    scope = game_scope(game)
    for block in walk(booklet.blocks):
        for text in [block.text] if block.kind == "heading" else _BOLD.findall(block.text):
            try:
                yield _plain(compile_text(text)(scope))
            except ExpressionError:
                yield _plain(text)  # names of a container's own


def _plain(text: str) -> str:
    """Words without the marks that end or join them."""
    return re.sub(r":[\w-]+:", "", str(text)).strip(" .:?!*").replace("’", "'")
