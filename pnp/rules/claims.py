"""Claims and played games → what was seen: how often each test was true, and the first game that decides it.

Claims about the same kind of game are looked at while the same games are played. What a claim's verdict is, is judged
from the counts of all games together, in judge.py.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from pnp.diagnostics import suggest
from pnp.expressions import BASE_SCOPE, Compiled, ExpressionError, compile_expression, truth
from pnp.rules.driver import Played, Watcher, by_seat, play
from pnp.rules.guard import Guard
from pnp.rules.kit import Kit, Sitting
from pnp.rules.program import Program
from pnp.rules.table import Card, Table

_TABLE_NAME = re.compile(r"\btable\s*\.\s*(\w+)")
_BEFORE_NAME = re.compile(r"\bbefore\s*\.\s*(\w+)")

VIEWS_IN = 2
"""In so many games of a group the table is looked at through the players' eyes, too."""


@dataclass(frozen=True)
class GameTest:
    """A claim to be looked at while games are played.

    Attributes:
        number: Its number in the file, from 0.
        source: The expression.
        at: start, decision, pick or end.
        when: An expression; only where it is true is the claim looked at.
        decides: What makes the first look that decides it: True for a witness, False for a counter-example.
        games: In how many games to look.
    """

    number: int
    source: str
    at: str
    when: str | None
    decides: bool
    games: int


@dataclass(frozen=True)
class Group:
    """Games of one kind, and what is looked at in them.

    Attributes:
        sitting: Who plays, with the seed of them all.
        games: How many to play.
    """

    sitting: Sitting
    games: int
    tests: tuple[GameTest, ...] = ()


@dataclass
class Seen:
    """What was seen of one test in some games.

    Attributes:
        looks: How often it was looked at.
        true: How often it was true.
        games: In how many games it was looked at.
        true_games: In how many of them it was true at some look.
        first: The game that first decides it, and at which decision.
        shown: What the cards and values in the expression were, then.
    """

    looks: int = 0
    true: int = 0
    games: int = 0
    true_games: int = 0
    first: tuple[Sitting, int] | None = None
    shown: str = ""

    def add(self, other: Seen) -> None:
        """Add what was seen in later games."""
        self.looks += other.looks
        self.true += other.true
        self.games += other.games
        self.true_games += other.true_games
        if self.first is None:
            self.first, self.shown = other.first, other.shown


@dataclass
class GroupSeen:
    """What was seen in the games of a group.

    Attributes:
        tests: By the test's number.
        wrong: Expressions that cannot be worked out: number, what, fix.
    """

    tests: dict[int, Seen] = field(default_factory=dict)
    wrong: list[tuple[int, str, str]] = field(default_factory=list)


def play_group(program: Program, group: Group, told: Callable[[Sitting], None]) -> GroupSeen:
    """Play a group's games, each of them guarded, and look at its tests.

    Args:
        program: The game.
        group: What to play.
        told: Is told each game before it is played.

    Raises:
        Broken: A game fails.
    """
    seen = GroupSeen({test.number: Seen() for test in group.tests})
    facts = {name: value for name, value in group.sitting.options.items() if name in program.kit.facts}
    scope = {**claim_scope(program.kit), **facts}
    for number in range(group.games):
        sitting = group.sitting.game(number)
        told(sitting)
        tests = [_Test(test, seen) for test in group.tests if number < test.games and not _is_wrong(test, seen)]
        looker = _Looker(sitting, tests, scope)
        played = play(program, sitting, watch=partial(_watchers, looker, number < VIEWS_IN))
        looker.at_end(played)
    return seen


def _watchers(looker: _Looker, views: bool, table: Table) -> list[Watcher]:
    return [Guard(table, views), looker.at(table)]


def claim_scope(kit: Kit) -> dict[str, Any]:
    """What the expressions of claims see of a game, before any table is laid."""
    decks = {
        name: [record.values for record in records for _ in range(record.copies)] for name, records in kit.decks.items()
    }
    return {**BASE_SCOPE, **kit.facts, "game": kit.about, "decks": decks, "words": kit.words}


def _is_wrong(test: GameTest, seen: GroupSeen) -> bool:
    return any(number == test.number for number, _, _ in seen.wrong)


class _Test:
    """A test in one game."""

    def __init__(self, test: GameTest, group: GroupSeen) -> None:
        self.test = test
        self.group = group
        self.seen = group.tests[test.number]
        sources = f"{test.source} {test.when or ''}"
        self.names = frozenset(_TABLE_NAME.findall(test.source))
        self.names_when = frozenset(_TABLE_NAME.findall(test.when or ""))
        self.names_before = frozenset(_BEFORE_NAME.findall(sources))
        self.wants_options = "options" in sources
        self.looked = self.was_true = False
        self.condition: Compiled | None = None
        self.expression: Compiled | None = None

    def look(self, scope: dict[str, Any], table: Table, sitting: Sitting, decision: int) -> None:
        try:
            if self.expression is None:
                self.expression = compile_expression(self.test.source)
                self.condition = compile_expression(self.test.when) if self.test.when else None
            if self.condition is not None:
                _show(table, self.names_when, scope["table"])
                if not self.condition(scope):
                    return
            _show(table, self.names, scope["table"])
            value = truth(self.expression(scope))
        except ExpressionError as error:
            if not _is_wrong(self.test, self.group):
                self.group.wrong.append((self.test.number, *self._why(error, table, decision)))
            return
        self.seen.looks += 1
        self.seen.true += value
        self.seen.games += not self.looked
        self.seen.true_games += value and not self.was_true
        self.looked = True
        self.was_true |= value
        if value is self.test.decides and self.seen.first is None:
            self.seen.first = (sitting, decision)
            self.seen.shown = _shown(scope, self.test.source)

    def _why(self, error: ExpressionError, table: Table, decision: int) -> tuple[str, str]:
        """What is wrong with the expression, and the fix: mostly a name that the table does not have."""
        named = sorted(self.names | self.names_when | self.names_before)
        missing = next((name for name in named if not hasattr(table, name)), None)
        if missing is None:
            return error.what, error.fix
        at = f" at decision {decision}" if decision else ""
        return f"the table has no {missing}{at}", suggest(missing, [*table.piles, *table.public()])


class _Looker:
    """Looks at the tests of one game as it goes on."""

    def __init__(self, sitting: Sitting, tests: Sequence[_Test], scope: dict[str, Any]) -> None:
        self.sitting = sitting
        self.tests: dict[str, list[_Test]] = {}
        for test in tests:
            self.tests.setdefault(test.test.at, []).append(test)
        self.scopes = {at: {**scope} for at in self.tests}  # for each its own, which every look brings up to date
        self.wants_options = any(test.wants_options for test in self.tests.get("decision", ()))
        self.names_before = frozenset[str]().union(*(test.names_before for test in self.tests.get("pick", ())))
        self.decision = 0
        self.before: dict[str, Any] = {}
        self.picks: Any = None

    def at(self, table: Table) -> _Looker:
        """Itself, looking at a table from now on."""
        self.table = table
        return self

    def asked(self, asked: Any) -> None:
        """Look after the set-up or the latest picks, and before the next decision."""
        self._after()
        self.decision += 1
        self._look("decision", asked=asked)
        if self.names_before:
            self.before = {}
            _show(self.table, self.names_before, self.before)

    def picked(self, asked: Any, picks: Any) -> None:
        """Remember what was picked, for the look when the rules have gone on."""
        self.picks = picks

    def ended(self, result: Any) -> None:
        """Look after the last picks."""
        self._after()

    def _after(self) -> None:
        if self.picks is None:
            self._look("start")
        else:
            self._look("pick", before=self.before, picks=_picked(self.picks))

    def at_end(self, played: Played) -> None:
        """Look at what is claimed of a game's end."""
        end = played.end
        assert end is not None
        self._look("end", end={"why": end.why, "scores": list(end.scores), "winners": list(end.winners)})

    def _look(self, at: str, asked: Any = None, **more: Any) -> None:
        tests = self.tests.get(at)
        if not tests:
            return
        scope = self.scopes[at]
        scope.update(more, table={}, decision=self.decision)
        if asked is not None:
            scope["asked"] = [seat for seat, _ in by_seat(asked)]
            if self.wants_options:
                scope["options"] = {seat: plain(options) for seat, options in by_seat(asked)}
        for test in tests:
            test.look(scope, self.table, self.sitting, self.decision)


def _show(table: Table, names: Iterable[str], values: dict[str, Any]) -> None:
    """Add those of a table's values that an expression names, as it sees them; most looks need few of them."""
    for name in names:
        if name not in values and hasattr(table, name) and not name.startswith("_"):
            values[name] = plain(getattr(table, name))


_AS_THEY_ARE = frozenset({int, str, bool, float, type(None)})


def plain(value: Any) -> Any:
    """A value of the table as expressions see it: cards as mappings of their fields, tuples as lists, copied."""
    if type(value) in _AS_THEY_ARE:
        return value
    if isinstance(value, Card):
        return value._values
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return {"kind": type(value).__name__, **{name: plain(getattr(value, name)) for name in value._fields}}
    if isinstance(value, list | tuple | range | set | frozenset):
        return [plain(entry) for entry in value]
    return {key: plain(entry) for key, entry in value.items()} if isinstance(value, Mapping) else value


def _picked(picks: Any) -> dict[int, Any]:
    return {seat: plain(pick) for seat, pick in by_seat(picks)}


def _shown(scope: Mapping[str, Any], source: str, longest: int = 160) -> str:
    """The values that an expression names, for people: hands, totals, the end."""
    parts = []
    for name in dict.fromkeys(re.findall(r"\b(?:table|end|before)\s*\.\s*\w+", source)):
        holder, key = (part.strip() for part in name.split("."))
        value = scope.get(holder, {}).get(key)
        parts.append(f"{'before ' if holder == 'before' else ''}{key} {_text(value)}")
    if "picks" in source and "picks" in scope:
        parts.append(f"picks {_text(list(scope['picks'].values()))}")
    text = ", ".join(parts)
    return text if len(text) <= longest else text[: longest - 1] + "…"


def _text(value: Any) -> str:
    if isinstance(value, Mapping) and "label" in value:
        return str(value["label"]).partition(" ")[2] or str(value["label"])  # a card, without its deck's name
    if isinstance(value, Mapping):
        return " ".join(_text(entry) for key, entry in value.items() if key != "kind")
    if isinstance(value, list):
        return "[" + ", ".join(map(_text, value)) + "]"
    return str(value)


def is_steady(program: Program, sitting: Sitting) -> bool:
    """Whether a game played twice goes the same way; what players see of it is looked at when it is played for good."""
    logs = []
    for _ in range(2):
        played = play(program, sitting, watch=lambda table: [Guard(table, views=False)])
        logs.append((played.log, played.end))
    return logs[0] == logs[1]
