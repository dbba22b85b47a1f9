"""Sections that rules.py and claims.yaml name, and those of the booklet → diagnostics where one is not there.

In rules.py a comment or docstring names a section in brackets: ``# [Scoring]``. A heading of the booklet is meant, or
what it sets in bold, so that each rule of the code can be read beside its paragraph.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.check.subject import GameSubject
from pnp.diagnostics import Code, Diagnostics, Place, suggest
from pnp.expressions import ExpressionError, compile_text
from pnp.expressions.filling import filled_scope
from pnp.load.kit import rules_path
from pnp.model.game import Game
from pnp.rulebook.blocks import walk
from pnp.rulebook.load import Booklet
from pnp.source.files import Files
from pnp.ties.sections import named_sections, plain_title

_BOLD = re.compile(r"\*\*(.+?)\*\*")


def check_sections(subject: GameSubject, diagnostics: Diagnostics) -> None:
    """Tell of each section that rules or claims name and the booklet does not have."""
    game, booklet = subject.game, subject.booklet
    if booklet is None:
        return
    known = set(_sections(game, booklet))
    for place, name in _in_rules(game, subject.files):
        if plain_title(name) not in known:
            what = f"the booklet has no section or bold words {name}"
            why, fix = "whoever reads the rule in rules.py looks for it there", suggest(plain_title(name), known)
            diagnostics.tell(Code.RULES_SECTION, place, what=what, why=why, fix=fix)
    for number, claim in enumerate(game.claims):
        if claim.source == "booklet" and claim.section and plain_title(claim.section) not in known:
            place = game.claims_source[number].place_of("section")
            what = f"the booklet has no section or bold words {claim.section}"
            diagnostics.tell(Code.CLAIM_SECTION, place, what=what, fix=suggest(plain_title(claim.section), known))


def _in_rules(game: Game, files: Files) -> Iterator[tuple[Place, str]]:
    """What comments and docstrings of rules.py name in brackets, and where."""
    path = rules_path(game.name)
    if not files.exists(path):
        return
    for line, column, name in named_sections(files.text(path)):
        yield Place(path, line, column), name


def _sections(game: Game, booklet: Booklet) -> Iterator[str]:
    """Headings and bold words of the booklet, in its source language."""
    scope = filled_scope(game)
    for block in walk(booklet.blocks):
        for text in [block.text] if block.kind == "heading" else _BOLD.findall(block.text):
            try:
                yield plain_title(compile_text(text)(scope))
            except ExpressionError:
                yield plain_title(text)  # names of a container's own
