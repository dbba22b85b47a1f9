"""A GameBundle → a Program: rules.py and bots.py as running code, and the cards. It runs the project's code."""

from __future__ import annotations

import ast
import re
import sys
import traceback
import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pnp.core.codes import Code
from pnp.core.diagnostics import Fault, suggest
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.plugins import plugin_fault
from pnp.play.cards import FaceDown, Named, PlayingCard, PlayingDeck, named
from pnp.play.game_bundle import Failure, GameBroken, GameBundle
from pnp.play.table import Table
from pnp.workers import TooLong

Choose = Callable[[Any, Any, Callable[[], float]], Any]
"""A bot of bots.py: the table as it sees it, its options and a source of chance → its pick."""


IMAGINE = "imagine"
"""The one function of bots.py that is not a bot: it imagines hidden cards for bots that search."""


@frozen_dataclass
class Program:
    """A game's rules as running code.

    Attributes:
        table: The game's own Table.
        parts: The functions of rules.py by name.
        bots: The functions of bots.py by name.
        decks: The cards by deck.
        imagine: The function of bots.py that imagines hidden cards for a seat; None without one.
        has_readers: Whether bots from elsewhere may read ``seen.log``.
    """

    bundle: GameBundle
    table: type[Table]
    parts: Mapping[str, Callable[..., Any]]
    bots: Mapping[str, Choose]
    decks: Named
    facts: Any
    imagine: Callable[[Table, int, Callable[[], float]], None] | None = None
    has_readers: bool = False

    @property
    def reads_log(self) -> bool:
        """Whether its bots may read ``seen.log``, which takes time to keep."""
        return self.has_readers or ".log" in self.bundle.bots

    def lay_table(self, players: int, random: Callable[[], float], options: Mapping[str, Any]) -> Table:
        """Return a table before the set-up.

        Args:
            players: The number of players.
            random: The source of chance.
            options: Values of the table, and facts that differ from the game's; a tuple may be given as a single value.
        """
        facts = {name: option for name, option in options.items() if name in self.facts}
        table = self.table(players, self.decks, named({**self.facts, **facts}) if facts else self.facts, random)
        for name, option in options.items():
            if name not in facts:
                value = named(option)
                is_many = isinstance(self.table.defaults.get(name), tuple) and not isinstance(value, tuple)
                setattr(table, name, (value,) if is_many else value)
        return table


def load_program(bundle: GameBundle) -> Program:
    """Run a bundle's rules.py and bots.py.

    Raises:
        GameBroken: They cannot be run, or lack what a game needs.
    """
    package = types.ModuleType(_package(bundle))
    package.__path__ = []
    sys.modules[package.__name__] = package
    rules = run_module(bundle, bundle.rules, bundle.rules_file, "rules")
    bots = run_module(bundle, bundle.bots, bundle.bots_file, "bots") if bundle.bots else None
    parts = _functions(rules)
    if "game" not in parts:
        fix = "write def game(table): with a yield for each decision"
        raise GameBroken(
            Failure(Code.RULES_GAME, f"{bundle.rules_file} has no function game", bundle.rules_file, 1, fix=fix)
        )
    tables = [
        value
        for value in vars(rules).values()
        if isinstance(value, type) and issubclass(value, Table) and value.__module__ == rules.__name__
    ]
    if len(tables) > 1:
        what = f"{bundle.rules_file} has more than one Table: {', '.join(t.__name__ for t in tables)}"
        raise GameBroken(Failure(Code.RULES_GAME, what, bundle.rules_file, 1, fix="keep one"))
    decks = Named({name: PlayingDeck(_copies(name, records)) for name, records in bundle.decks.items()})
    players = _functions(bots) if bots else {}
    imagine = players.pop(IMAGINE, None)
    table = tables[0] if tables else Table
    return Program(bundle, table, parts, players, decks, named(bundle.facts), imagine)


def _copies(deck: str, records: Any) -> list[PlayingCard]:
    cards: list[PlayingCard] = []
    for record in records:
        fields = {name: record.values[name] for name in record.fields}
        cards += [PlayingCard(deck, record.name, fields, record.values, record.back) for _ in range(record.copies)]
    return cards


def _package(bundle: GameBundle) -> str:
    return f"pnp_game_{bundle.game.replace('-', '_')}"


def run_module(
    bundle: GameBundle, code: str | ast.Module, file: str, name: str, names: Mapping[str, Any] | None = None
) -> types.ModuleType:
    """Run one of a game's modules, which may import those that were run before it.

    Args:
        bundle: The game.
        code: Its text, or its syntax tree.
        file: Its path in the project.
        name: The name by which other modules of the game import it.
        names: Values that it finds as globals.

    Raises:
        GameBroken: It cannot be run.
    """
    name = f"{_package(bundle)}.{name}"
    module = types.ModuleType(name)
    module.__package__ = name.rpartition(".")[0]
    module.__file__ = file
    vars(module).update(names or {})
    sys.modules[name] = module
    try:
        exec(compile(code, file, "exec"), vars(module))  # noqa: S102 - it is what check and simulate are asked for
    except SyntaxError as error:
        what = f"not Python: {error.msg}"
        raise GameBroken(Failure(Code.RULES_SYNTAX, what, file, error.lineno or 1, fix="correct it")) from None
    except TooLong as late:
        what, why = f"{file} does not finish loading", "code outside functions runs first"
        hung = failure_of(late, Code.RULES_HANG, (file,), file)
        raise GameBroken(replace(hung, what=what, why=why, fix="move the loop into a function", is_hang=True)) from None
    except BaseException as error:
        raise GameBroken(failure_of(error, Code.RULES_ERROR, (file,), file)) from None
    return module


def _functions(module: types.ModuleType) -> dict[str, Callable[..., Any]]:
    return {
        name: value
        for name, value in vars(module).items()
        if isinstance(value, types.FunctionType) and value.__module__ == module.__name__ and not name.startswith("_")
    }


def _text_of(error: BaseException) -> str:
    """Return an exception's message; empty if its own code fails to give one."""
    try:
        return str(error)
    except Exception:
        return ""


_SLIPS: Sequence[tuple[type[BaseException], str, str, str]] = (
    (
        KeyError,
        r"^\d+$",
        "picks are keyed by the seats that were asked, which are counted from 0",
        "card = yield from ask(seat, options) gives the pick itself",
    ),
    (IndexError, "^pop from empty list", "the pile has no cards left", "write take(pile, 1), which then returns []"),
    (EOFError, "", "rules run without a keyboard", "write pick = yield from ask(seat, options), not input()"),
    (OSError, "reading from stdin", "rules run without a keyboard", "write pick = yield from ask(seat, options)"),
    (TypeError, "must derive from BaseException", "an end is returned, not raised", 'write return End("why", scores)'),
    (
        TypeError,
        r"^game\(\) (missing|takes)",
        "game takes one argument, the table, which knows the players",
        "write def game(table): and read table.players, table.facts, table.decks",
    ),
    (
        TypeError,
        "'?NoneType'?",
        "a field with ? is None on a card without it, and a function without return returns None",
        "write (card.field or 0), or test for None first",
    ),
)
"""Common mistakes of beginners: the type of the exception, a pattern of its message, why it is raised, and a fix."""


def failure_of(error: BaseException, code: Code, files: tuple[str, ...], otherwise: str) -> Failure:
    """Return the failure of an exception in the project's code: its message, at the last line of that code.

    An exception in the code of a package's bot is the failure of that package, at its line.

    Args:
        error: The exception.
        code: The failure's code.
        files: The project's code files.
        otherwise: The file to name if none of them is in the traceback.
    """
    lines = [(frame.filename, frame.lineno or 0) for frame in traceback.extract_tb(error.__traceback__)]
    file, line = next((place for place in reversed(lines) if place[0] in files), (otherwise, 0))
    fault = error if isinstance(error, Fault) else None if line else plugin_fault(error)
    if fault:
        about = fault.diagnostic
        return Failure(about.code, about.what, about.place.file, about.place.line, about.why, about.fix)
    message = _text_of(error).strip().split("\n")[0]
    what = f"{type(error).__name__}: {message}" if message else type(error).__name__
    for kind, pattern, why, fix in _SLIPS:
        if isinstance(error, kind) and re.search(pattern, message):
            return Failure(code, what, file, line, why, fix)
    if isinstance(error, TypeError) and message.startswith("'int' object is not"):
        why = "a bot sees only the number of cards of a hidden pile, not a list" if file in files[1:] else ""
        return Failure(code, what, file, line, why)
    if not isinstance(error, AttributeError):
        return Failure(code, what, file, line)
    match error.obj:
        case dict() if not isinstance(error.obj, Named):
            fix = f"picks are keyed by seat: picks[seat].{error.name}"
            return Failure(code, what, file, line, fix=fix)
        case Table():
            subject = "the table has"
        case FaceDown():
            what, why = f"a card that lies face down shows no {error.name}", "a bot sees only what its seat sees"
            return Failure(code, what, file, line, why, "choose by its pile, owner and place, or by chance")
        case PlayingCard():
            subject = f"{error.obj} has"
        case Named():
            subject = "facts and decks have"
        case _:
            return Failure(code, what, file, line)
    names = [name for name in vars(error.obj) if not name.startswith("_")]
    return Failure(code, f"{subject} no {error.name}", file, line, fix=suggest(str(error.name), names))
