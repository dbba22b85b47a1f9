"""A claim → the functions of rules.py where its rule stands: tied to the same sentence, or naming its section."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from pnp.diagnostics import Diagnostics
from pnp.load.kit import rules_path
from pnp.model.game import Game
from pnp.source.files import Files
from pnp.ties.code import definitions, read_code
from pnp.ties.reading import load_book
from pnp.ties.sections import named_sections, plain_title

MOST = 4
"""Functions that are named; more would help nobody."""


def rules_of_claims(files: Files, game: Game) -> Mapping[str, list[str]]:
    """For each claim, by its words, where its rule stands: "win_target:66"."""
    path = rules_path(game.name)
    functions = {
        name: node for name, node in definitions(read_code(files, path)).items() if isinstance(node, ast.FunctionDef)
    }
    tied: dict[str, dict[str, None]] = {}
    book = load_book(files, game, Diagnostics())
    for tie in book.ties if book else ():
        for name in tie.head.by:
            tied.setdefault(name, {}).update((other[:-2], None) for other in tie.head.by if other.endswith("()"))
    by_section: dict[str, dict[str, None]] = {}
    for line, _, section in named_sections(files.text(path)) if functions else ():
        for name, node in functions.items():
            if node.lineno <= line <= (node.end_lineno or node.lineno):
                by_section.setdefault(plain_title(section), {})[name] = None
    found = {}
    for claim in game.claims:
        names = tied.get(claim.claim) or by_section.get(plain_title(claim.section), {})
        places = [f"{name}:{functions[name].lineno}" for name in names if name in functions]
        if 0 < len(places) <= MOST:
            found[claim.claim] = places
    return found
