"""Who may see what: what claims say of it, what rules.py gives its piles, and what games have shown."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pnp.diagnostics import Code, Diagnostics, Place, suggest
from pnp.evidence.evidence import Evidence, who
from pnp.evidence.judge import Judgement
from pnp.load.kit import rules_path
from pnp.model.game import Game
from pnp.rules.play.kit import Kit, Sitting
from pnp.rules.play.leaks import Leak
from pnp.source.files import Files

GAMES = 3
"""Games that are played for leaks, with the fewest and with the most players."""


@dataclass(frozen=True)
class Shown:
    """Something that stands on the table.

    Attributes:
        seen_by: all, owner or nobody.
        line: Where rules.py says so.
        is_pile: Whether it holds cards.
    """

    seen_by: str
    line: int
    is_pile: bool


def judge_secrets(evidence: Evidence, files: Files, diagnostics: Diagnostics) -> None:
    """Judge the claims that say who may see what; tell of piles that none of them names."""
    game = evidence.game
    path = rules_path(game.name)
    if not game.claims or not files.exists(path):
        return
    table = {}
    with diagnostics.collected():
        table = dict(on_the_table(files.text(path)))
    claimed: set[str] = set()
    for number, claim in enumerate(game.claims):
        if claim.seen is None:
            continue
        claimed |= set(claim.seen)
        source = game.claims_source[number]
        unknown = [name for name in claim.seen if name not in table]
        for name in unknown:
            place = source["seen"].place_of_key(name)
            what = f"the table has no {name}"
            diagnostics.tell(Code.CLAIM_EXPRESSION, place, what=what, fix=suggest(name, table))
        if not unknown:
            differ = [(name, table[name].seen_by) for name, by in claim.seen.items() if table[name].seen_by != by]
            told = ", ".join(f"{name} is seen by {by}" for name, by in differ)
            evidence.judgements[number] = Judgement("contradicted" if differ else "holds", told)
    left = {name: shown for name, shown in table.items() if shown.is_pile and name not in claimed}
    if left:
        place = Place(path, next(iter(left.values())).line, 1)
        what = f"no claim says who may see {', '.join(left)}"
        why = "a hand that is open to all would pass"
        piles = ", ".join(f"{name}: {shown.seen_by}" for name, shown in left.items())
        fix = f"if that is what the booklet says, write in claims.yaml - claim: …, seen: {{{piles}}}"
        diagnostics.tell(Code.PILE_UNCLAIMED, place, what=what, why=why, fix=fix)


def on_the_table(rules: str) -> Iterator[tuple[str, Shown]]:
    """What the Table of rules.py names and rules set on it, by name; read and not run."""
    try:
        tree = ast.parse(rules)
    except (SyntaxError, ValueError):
        return  # told by the check of rules.py
    found: dict[str, Shown] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and any(ast.unparse(base).endswith("Table") for base in node.bases):
            for statement in node.body:
                if isinstance(statement, ast.Assign):
                    for target in statement.targets:
                        if isinstance(target, ast.Name):
                            found[target.id] = _first(target.id, statement)
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and ast.unparse(node.value) == "table":
            found.setdefault(node.attr, _value(node.attr, node.lineno))
    yield from found.items()


def _first(name: str, statement: ast.Assign) -> Shown:
    """A pile with who sees it, or a value."""
    call = statement.value
    if not isinstance(call, ast.Call) or ast.unparse(call.func).split(".")[-1] not in ("Pile", "Piles"):
        return _value(name, statement.lineno)
    usual = "owner" if ast.unparse(call.func).endswith("Piles") else "all"
    given = [*call.args, *(keyword.value for keyword in call.keywords if keyword.arg == "seen_by")]
    seen_by = given[0].value if given and isinstance(given[0], ast.Constant) else usual
    return Shown(str(seen_by), statement.lineno, True)


def _value(name: str, line: int) -> Shown:
    return Shown("nobody" if name.startswith("_") else "all", line, False)


def leak_sittings(kit: Kit) -> list[Sitting]:
    """The games that are played for leaks."""
    return [
        Sitting(players, f"leak:{number}")
        for players in dict.fromkeys((kit.players[0], kit.players[-1]))
        for number in range(GAMES)
    ]


def tell_leaks(game: Game, kit: Kit, leaks: Sequence[Leak], diagnostics: Diagnostics) -> None:
    """Tell of what shows hidden cards, where no claim says that it may."""
    meant = {name for claim in game.claims for name, by in (claim.seen or {}).items() if by == "all"}
    table = dict(on_the_table(kit.rules))
    for leak in leaks:
        shown = table.get(leak.name)
        if leak.name in meant and not (shown and shown.is_pile):
            continue
        place = Place(kit.rules_file, shown.line if shown else 1, 1)
        first, second = leak.cards
        what = f"{leak.name}, which all can see, tells of hidden cards"
        why = (
            f"with {first} and {second} in each other's place it is {leak.values[1]}, not {leak.values[0]}; "
            f"{who(leak.sitting)}, decision {leak.decision}"
        )
        fix = f"name it _{leak.name}, or write a claim with seen: {{{leak.name}: all}} if the rules mean it"
        diagnostics.tell(Code.RULES_LEAK, place, what=what, why=why, fix=fix)
