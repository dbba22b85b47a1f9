"""A Game and the texts of its code → a Kit to play it anywhere, and the Names of things in a language."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Fault, Place, counted, suggest
from pnp.expressions.scope import NamesIn, card_names, card_values, filled_scope
from pnp.play.bots import bot_names
from pnp.play.bundle import CardRecord, GameBundle, Measure, Names, shown_option
from pnp.play.examples import Example
from pnp.project.files import Files
from pnp.project.game import Card, Deck, Game
from pnp.project.play import ExampleHead

_BOT = re.compile(r"^def ([a-z]\w*)\(", re.MULTILINE)
"""Where a bot begins in the text of bots.py."""

MOST_GROUPS = 12
"""Values of a field by which cards are told together; with more, each group is small."""


def rules_path(game: str) -> str:
    """Where a game's rules are."""
    return f"data/{game}/rules.py"


def bots_path(game: str) -> str:
    """Where a game's bots are."""
    return f"data/{game}/bots.py"


def claims_code_path(game: str) -> str:
    """Where the functions that test a game's claims are."""
    return f"data/{game}/claims.py"


def read_kit(files: Files, game: Game, diagnostics: Diagnostics) -> GameBundle | None:
    """What a process needs to play a game of a project; None where it has no rules, or names its cards wrongly.

    Args:
        files: The project.
        game: In its source language.
        diagnostics: Told of what is missing or wrong.
    """
    path, before = rules_path(game.name), diagnostics.count
    kit = None
    with diagnostics.collected():
        if not files.exists(path):
            what = f"{game.head.title} has no rules to play"
            raise Fault(Code.RULES_MISSING, game.source.place, what=what, fix=f"write {path}")
        bots, claims = (
            files.text(code) if files.exists(code) else ""
            for code in (bots_path(game.name), claims_code_path(game.name))
        )
        kit = make_kit(game, files.text(path), bots, diagnostics, claims)
    return kit if diagnostics.count == before else None


def check_bots(kit: GameBundle, bots: Sequence[str], place: Place, diagnostics: Diagnostics) -> None:
    """Tell of bots that bots.py does not have; seen without running it."""
    known = [*bot_names(), *_BOT.findall(kit.bots)]
    for bot in bots:
        if bot not in known:
            what = f"no bot {bot} in {kit.bots_file}"
            diagnostics.report(Code.BOTS_UNKNOWN, place, what=what, fix=suggest(bot, known))


def check_seats(bots: Sequence[str], players: Iterable[int], place: Place, diagnostics: Diagnostics) -> None:
    """Tell of bots that keep their seats, and are more than these."""
    seats = max(players)
    if len(bots) > seats:
        what = f"{len(bots)} bots keep their seats, at a table with {counted(seats, 'seat')}"
        diagnostics.report(Code.BOTS_SEATS, place, what=what, fix="name fewer")


def check_values(kit: GameBundle, values: Mapping[str, Any], place: Place, diagnostics: Diagnostics) -> None:
    """Tell of values to be set before a game that are no fact, nor in a Table of rules.py; seen without running it."""
    known = {**_first_values(kit.rules), **kit.facts} if values else {}
    for name, value in values.items():
        kind = _kind(known.get(name))
        if name not in known:
            what = f"there is no fact and no value of the table {name} that could be set"
            fix = suggest(name, known) if known else f"give it a first value in the Table of {kit.rules_file}"
            diagnostics.report(Code.SET_UNKNOWN, place, what=what, fix=fix)
        elif kind not in (_kind(value), _ANYTHING):
            what = f"{name} is {kind}, and {shown_option(value)} is {_kind(value)}"
            diagnostics.report(Code.SET_VALUE, place, what=what, fix=f"set it to {kind}")


def check_numbers(game: Game, players: Iterable[int], place: Place, diagnostics: Diagnostics) -> None:
    """Tell of numbers of players that the game is not for."""
    for number in players:
        if number not in game.head.players:
            what = f"{game.head.title} is not for {counted(number, 'player')}"
            fix = f"play with {', '.join(map(str, game.head.players))}"
            diagnostics.report(Code.PLAYERS_NUMBER, place, what=what, fix=fix)


_ANYTHING = "anything"


def _kind(value: Any) -> str:
    """What a value is, as people say; a tuple of the table takes one value, too."""
    kinds = {
        int: "a number",
        float: "a number",
        str: "a text",
        list: "a list",
        bool: "true or false",
        dict: "a mapping",
    }
    return kinds.get(type(value), _ANYTHING)


def _first_values(rules: str) -> dict[str, Any]:
    """What classes of rules.py give as first values, piles not among them; None for what is no plain value."""
    try:
        classes = [node for node in ast.parse(rules).body if isinstance(node, ast.ClassDef) and _may_be_table(node)]
    except (SyntaxError, ValueError):
        return {}
    found: dict[str, Any] = {}
    for node in (node for one in classes for node in one.body):
        if not isinstance(node, ast.Assign | ast.AnnAssign) or node.value is None:
            continue
        is_pile = isinstance(node.value, ast.Call) and ast.unparse(node.value.func).endswith(("Pile", "Piles"))
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        first = node.value.value if isinstance(node.value, ast.Constant) else None
        found |= {target.id: first for target in targets if isinstance(target, ast.Name) and not is_pile}
    return found


def _may_be_table(node: ast.ClassDef) -> bool:
    return not any(ast.unparse(base).endswith("NamedTuple") for base in node.bases)


def make_kit(game: Game, rules: str, bots: str, diagnostics: Diagnostics, claims: str = "") -> GameBundle:
    """What a process needs to play a game.

    Args:
        game: In its source language.
        rules: The text of its rules.py.
        bots: The text of its bots.py; empty where there is none.
        diagnostics: Told of the faults of its cards' names.
        claims: The text of its claims.py; empty where there is none.
    """
    scope = filled_scope(game)
    named = card_names(game, scope, diagnostics)
    decks = {
        name: tuple(
            CardRecord(called, card_values(card), tuple(card.values), card.copies)
            for card, called in sorted(zip(deck.cards, named[name], strict=True), key=_by_values(deck))
        )
        for name, deck in game.decks.items()
    }
    play = game.head.play
    return GameBundle(
        game=game.name,
        players=game.head.players,
        facts=_plain(game.head.facts),
        decks=decks,
        rules=rules,
        rules_file=rules_path(game.name),
        bots=bots,
        bots_file=bots_path(game.name),
        claims=claims,
        claims_file=claims_code_path(game.name),
        decisions=play.decisions,
        scores=play.scores,
        about=_plain(scope["game"]),
        words=dict(game.head.words),
        usual=play.bots,
        measures=tuple(Measure(one.value, one.tell, one.looks_at, one.when) for one in game.head.report),
        groups={name: fields for name, deck in game.decks.items() if (fields := _grouping(deck))},
    )


def _grouping(deck: Deck) -> tuple[str, ...]:
    """The fields by which a deck's cards are told together: those of few values, each on several faces."""
    found = []
    for field in deck.fields:
        faces: Counter[Any] = Counter()
        for card in deck.cards:
            if isinstance(value := card.values.get(field.name), str | int):
                faces[value] += card.copies
        if field.kind in ("choice", "integer") and 2 <= len(faces) <= MOST_GROUPS and min(faces.values()) > 1:
            found.append(field.name)
    return tuple(found)


def _by_values(deck: Deck) -> Callable[[tuple[Card, str]], tuple[Any, ...]]:
    """What sorts a deck's cards and their names, so that the order of a file's lines decides nothing."""
    return lambda called: tuple(field.rank(called[0].values.get(field.name)) for field in deck.fields)


def make_names(source: Game, game: Game) -> Names:
    """What things are called in a game's language.

    Args:
        source: The game in its source language, whose names rules and examples use.
        game: The game in the language.
    """
    cards = {} if source is game else NamesIn(source, game).cards
    measures = tuple((measure.name, measure.unit) for measure in game.head.report)
    return Names(
        dict(game.head.play.names),
        cards,
        language=game.language,
        measures=measures,
        texts=dict(game.head.words),
        title=game.head.title,
    )


def make_example(game: Game, name: str, head: ExampleHead) -> Example:
    """A worked example as plain values."""
    players = head.players or len(head.seats or ()) or game.head.players[0]
    return Example(
        name=name,
        seats=head.seats or (),
        players=players,
        play=head.play,
        table=_plain(head.table),
        rest=dict(head.rest),
        seed=head.seed,
        bots=head.bots,
        picks=tuple(map(_plain, head.picks)),
        after=tuple(map(_plain, head.after)),
        then=_plain(head.then),
    )


def _plain(value: Any) -> Any:
    """A value without the places of what was read: ordinary mappings and lists, which any process understands."""
    if isinstance(value, Mapping):
        return {key: _plain(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(entry) for entry in value]
    return value
