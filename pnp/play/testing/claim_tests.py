"""The source of a claim's test, an expression or the name of a function of claims.py → true or false at a moment."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import field
from functools import lru_cache
from math import inf
from typing import Any, Protocol

from pnp.core.codes import Code
from pnp.core.diagnostics import suggest
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.expressions import Compiled, ExpressionError, compile_expression, truth
from pnp.expressions.analysis import NamesRead, names_read, sides_of_comparison
from pnp.play.game_bundle import Failure, GameBundle
from pnp.play.game_code import failure_of, run_module
from pnp.play.table import Seen
from pnp.play.testing.scope import RECORD, Moment, Nearest, Recorder, format_values, is_met, note, plain, recorded


@frozen_dataclass
class Tests:
    """The functions of claims.py.

    Attributes:
        functions: The functions by name.
        recorder: Records how near their comparisons come to their boundaries.
    """

    functions: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    recorder: Recorder = field(default_factory=Recorder)


class UnclearError(Exception):
    """A test cannot be evaluated."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.what)
        self.failure = failure


class ClaimTester(Protocol):
    """A test, or a condition for looking at one.

    Attributes:
        names_read: The names and keys that it reads: of the table, the table before, the end, …
        is_function: Whether it is a function of claims.py.
        nearest: How near its comparisons of numbers came to their boundaries.
    """

    nearest: Nearest
    names_read: NamesRead
    is_function: bool

    def is_true(self, moment: Moment) -> bool:
        """Return whether it is true now.

        Raises:
            UnclearError: It cannot be evaluated.
        """

    def shown(self, moment: Moment) -> str:
        """Return the values that it reads, for people."""


def load_tests(bundle: GameBundle) -> Tests:
    """Run a bundle's claims.py, after its rules.

    Raises:
        GameBroken: It cannot be run.
    """
    if not bundle.claims:
        return Tests()
    recorder = Recorder()
    try:
        code: str | ast.Module = recorded(bundle.claims)
    except (SyntaxError, ValueError):
        code = bundle.claims  # run_module reports the error with its place
    module = run_module(bundle, code, bundle.claims_file, "claims", {RECORD: recorder})
    return Tests({name: value for name, value in vars(module).items() if name in functions_of(bundle.claims)}, recorder)


@lru_cache(maxsize=64)
def functions_of(text: str) -> Mapping[str, ast.FunctionDef]:
    """Return the functions of a claims.py by name, read and not run; none if it is not Python."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return {}
    return {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}


def make_tester(source: str, tests: Tests, bundle: GameBundle) -> ClaimTester:
    """Return the tester of a source: a function of claims.py or an expression."""
    if source in tests.functions:
        return _Function(source, tests, bundle)
    return ClaimExpression(source)


class ClaimExpression:
    """An expression that is evaluated at a moment."""

    is_function = False

    def __init__(self, source: str) -> None:
        """Make one from its source."""
        self.source = source
        self.names_read = names_read(source)
        self.of_table = self.names_read.of("table")
        self.nearest: Nearest = {}
        self._compiled: Compiled | None = None
        self._sides = [compile_expression(side) for side in _numbers_compared(source)]

    def value(self, moment: Moment) -> Any:
        """Return its value now.

        Raises:
            UnclearError: It cannot be evaluated.
        """
        try:
            if self._compiled is None:
                self._compiled = compile_expression(self.source)
            moment.show(self.of_table)
            return self._compiled(moment.scope)
        except ExpressionError as error:
            raise UnclearError(self._failure(error, moment)) from None

    def is_true(self, moment: Moment) -> bool:
        """Return whether it is true now; raises as ClaimTester does."""
        try:
            if self._compiled is None:
                self._compiled = compile_expression(self.source)
            moment.show(self.of_table)
            if self._sides and not is_met(self.nearest.get(self.source, inf)):
                note(self.nearest, self.source, *[side(moment.scope) for side in self._sides])
            return truth(self._compiled(moment.scope))
        except ExpressionError as error:
            raise UnclearError(self._failure(error, moment)) from None

    def _failure(self, error: ExpressionError, moment: Moment) -> Failure:
        """Return the failure of an error, which is mostly a name that the table does not have."""
        names = {*self.of_table.names, *self.names_read.of("before").names}
        if missing := next((name for name in sorted(names) if not hasattr(moment.table, name)), None):
            return _no_such_value(moment, missing)
        return Failure(Code.CLAIM_EXPRESSION, error.what, fix=error.fix)

    def shown(self, moment: Moment) -> str:
        """Return the values that it reads, for people."""
        return format_values(moment.scope, self.names_read)


class _Function:
    is_function = True

    def __init__(self, name: str, tests: Tests, bundle: GameBundle) -> None:
        self.name = name
        self.function = tests.functions[name]
        self.recorder = tests.recorder
        self.nearest: Nearest = {}
        self.file = bundle.claims_file
        self.names_read = reads_of(bundle.claims, name)

    def is_true(self, moment: Moment) -> bool:
        if unseen := self.names_read.names - moment.values.keys():
            what = f"{self.name} cannot see {', '.join(sorted(unseen))} at this time"
            raise UnclearError(Failure(Code.CLAIM_FUNCTION, what, self.file))
        self.recorder.nearest = self.nearest
        try:
            value = self.function(**{name: moment.values[name] for name in self.names_read.names})
        except Exception as error:
            raise UnclearError(self._failure(error, moment)) from None
        finally:
            self.recorder.nearest = None
        if not isinstance(value, bool):
            what = f"{self.name} returns {value!r}, neither True nor False"
            line = self.function.__code__.co_firstlineno
            raise UnclearError(Failure(Code.CLAIM_FUNCTION, what, self.file, line, fix="return bool(…) of it"))
        return value

    def _failure(self, error: Exception, moment: Moment) -> Failure:
        failure = failure_of(error, Code.CLAIM_FUNCTION, (self.file,), self.file)
        if isinstance(error, AttributeError) and isinstance(error.obj, Seen):
            missing = _no_such_value(moment, str(error.name))
            return Failure(failure.code, missing.what, failure.file, failure.line, fix=missing.fix)
        return failure

    def shown(self, moment: Moment) -> str:
        read = {name: self.names_read.of(name).names for name in ("table", "before", "end")}
        values = {
            name: {key: plain(getattr(moment.values[name], key)) for key in keys if hasattr(moment.values[name], key)}
            for name, keys in read.items()
            if name in moment.values
        }
        picks = {seat: plain(pick) for seat, pick in moment.values.get("picks", {}).items()}
        return format_values({**values, "picks": picks}, self.names_read)


def _numbers_compared(source: str) -> tuple[str, ...]:
    """Return the two sides of an expression that compares by size; nothing for any other."""
    sides = sides_of_comparison(source)
    return sides if sides and source[len(sides[0]) :].strip()[:1] in ("<", ">") else ()


def _no_such_value(moment: Moment, name: str) -> Failure:
    table = moment.table
    decision = moment.scope["decision"]
    at = f" at decision {decision}" if decision else ""
    fix = suggest(name, [*table.piles, *table.public()])
    return Failure(Code.CLAIM_EXPRESSION, f"the table has no {name}{at}", fix=fix)


@lru_cache(maxsize=1024)
def reads_of(text: str, name: str) -> NamesRead:
    """Return what a function of a claims.py reads of its parameters, itself or through others that it calls.

    Args:
        text: The text of claims.py.
        name: The function.
    """
    keys: dict[tuple[str, str], None] = {}
    whole: set[str] = set()
    names = _arguments(functions_of(text)[name])
    for parameter in names:
        read = _read(functions_of(text), name, parameter, frozenset())
        if read is None:
            whole.add(parameter)
        keys.update(dict.fromkeys((parameter, key) for key in read or ()))
    return NamesRead(frozenset(names), tuple(keys), frozenset(whole))


def _read(
    functions: Mapping[str, ast.FunctionDef], name: str, parameter: str, above: frozenset[tuple[str, str]]
) -> dict[str, None] | None:
    """Return the attributes that a function reads of a parameter; None if it may read any."""
    if (name, parameter) in above:
        return {}
    keys: dict[str, None] = {}
    handled: set[int] = set()
    for node in ast.walk(functions[name]):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == parameter:
            keys[node.attr] = None
            handled.add(id(node.value))
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in functions:
            inner = _arguments(functions[node.func.id])
            for inner_parameter, argument in zip(inner, node.args, strict=False):
                if isinstance(argument, ast.Name) and argument.id == parameter:
                    read = _read(functions, node.func.id, inner_parameter, above | {(name, parameter)})
                    if read is None:
                        return None
                    keys |= read
                    handled.add(id(argument))
        elif isinstance(node, ast.Name) and node.id == parameter and id(node) not in handled:
            return None
    return keys


def _arguments(function: ast.FunctionDef) -> tuple[str, ...]:
    return tuple(argument.arg for argument in (*function.args.args, *function.args.kwonlyargs))
