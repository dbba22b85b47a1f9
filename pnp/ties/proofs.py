"""A Game → the tests to which sentences can be tied: claims, worked examples, expectations, functions of rules.py.

Each test has a digest of what it tests, without descriptions, comments and formatting. Python files are parsed and
never run.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from pnp.core.diagnostics import Fault, Place
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.patterns import lazy_pattern
from pnp.core.titles import plain_title
from pnp.expressions.analysis import names_nothing
from pnp.project.claims import CLAIM_KINDS, ClaimHead
from pnp.project.files import Files
from pnp.project.game import Game, claims_code_path, rules_path
from pnp.text.numbers import number_in_words
from pnp.ties.book import digest_of
from pnp.ties.passages import named_sections

_IGNORED_FIELDS = frozenset({"ctx", "kind", "type_comment", "type_params", "type_ignores"})
"""Fields of syntax trees that have no meaning here, or that some versions of Python lack."""


def read_code(files: Files, path: str) -> ast.Module:
    """Parse a file; return an empty tree if there is none, or if it is not Python, which other checks report."""
    try:
        return ast.parse(files.code(path)) if files.exists(path) else ast.Module([], [])
    except (Fault, SyntaxError, ValueError):
        return ast.Module([], [])


def definitions(tree: ast.Module) -> dict[str, ast.stmt]:
    """Return the definitions in a file by name: functions, classes and values."""
    defined: dict[str, ast.stmt] = {}
    for node in tree.body:
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                defined[name] = node
            case ast.Assign(targets=targets):
                defined |= {target.id: node for target in targets if isinstance(target, ast.Name)}
    return defined


def reached(names: Iterable[str], defined: Mapping[str, ast.stmt]) -> dict[str, ast.stmt]:
    """Return the definitions of some names, and of all names that these use, directly or indirectly."""
    followed: dict[str, ast.stmt] = {}
    waiting = [name for name in names if name in defined]
    while waiting:
        name = waiting.pop()
        if name not in followed:
            followed[name] = defined[name]
            waiting += sorted(words(defined[name]) & defined.keys())
    return dict(sorted(followed.items()))


def words(node: ast.AST) -> frozenset[str]:
    """Return every name and short text in a piece of code."""
    names = set()
    for part in ast.walk(node):
        match part:
            case ast.Name(id=word) | ast.Attribute(attr=word) | ast.arg(arg=word) | ast.Constant(value=str(word)):
                names.add(word)
    return frozenset(names)


def shape(node: Any) -> Any:
    """Turn a syntax tree into lists that are equal in all versions of Python; drop places, comments and docstrings."""
    if isinstance(node, list):
        return [shape(part) for part in node if not _is_words(part)]
    if isinstance(node, ast.AST):
        fields = ((name, getattr(node, name, None)) for name in node._fields if name not in _IGNORED_FIELDS)
        return [type(node).__name__, *([name, shape(value)] for name, value in fields if value not in (None, []))]
    return repr(node) if isinstance(node, complex | bytes) or node is ... else node


def _is_words(node: Any) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


REST_OF_RULES = "rules.py"
"""The name of the test for all code of rules.py outside functions and classes."""

_WORD = lazy_pattern(r"\w+")

_OF_EXAMPLES = frozenset({"shows"})
_OF_CLAIMS = frozenset({"claim", "section", "source", "because"})
_OF_EXPECTATIONS = frozenset({"why"})


@frozen_dataclass
class Test:
    """Something that proves a sentence each time the game is checked.

    Attributes:
        name: Its name in ties: a claim's or expectation's words, an example's name, play_round().
        plays: Whether it is a claim or an example, not the rule itself.
        digest: The digest of what it tests.
        sections: Its subjects: headings or bold words of the booklet.
        about: Its own description.
        looks_at: The words in its code or expressions, which include names of facts; None if it tests a whole game, as
            an example does.
        is_false: Whether it is a contradicted claim, which disproves its words.
    """

    name: str
    plays: bool
    digest: str
    place: Place
    sections: frozenset[str] = frozenset()
    about: str = ""
    looks_at: frozenset[str] | None = None
    is_false: bool = False

    def looks_at_fact(self, path: str) -> bool:
        """Whether it may depend on a fact, which is given by the path of its keys: draws.lost."""
        return self.looks_at is None or {path.partition(".")[0], path.rpartition(".")[2]} <= self.looks_at


def is_about_facts(test: Test, paths: Sequence[str]) -> bool:
    """Whether a claim or expectation names any of some facts."""
    return test.plays and test.looks_at is not None and any(map(test.looks_at_fact, paths))


def read_tests(game: Game, files: Files) -> dict[str, Test]:
    """Return all tests of a game by name, in the order of their files; of two with the same name, the first."""
    tests: dict[str, Test] = {}
    for source in SOURCES:
        for test in source(game, files):
            tests.setdefault(test.name, test)
    return tests


def _claims(game: Game, files: Files) -> Iterator[Test]:
    defined = definitions(read_code(files, claims_code_path(game.name)))
    for claim, tree in zip(game.claims, game.claims_source, strict=False):
        sections = frozenset({plain_title(claim.section)} if claim.source == "booklet" and claim.section else ())
        looks_at = _words_of(tree, _OF_CLAIMS)
        code = reached(looks_at, defined)
        tested: dict[str, Any] = {key: value for key, value in tree.items() if key not in _OF_CLAIMS}
        tested |= {f"{name}()": shape(node) for name, node in code.items()}
        looks_at = looks_at.union(*map(words, code.values()))
        facts_and_names = looks_at if claim.example is None else None
        is_false = claim.verdict == "contradicted"
        digest = _digest(tested | _stated(claim.claim, looks_at, game))
        yield Test(claim.claim, True, digest, tree.place, sections, claim.claim, facts_and_names, is_false)


def _examples(game: Game, _files: Files) -> Iterator[Test]:
    for name, example in game.examples.items():
        tree = game.examples_source[name]
        place = game.examples_source.place_of_key(name)
        digest = _digest(_without_names(tree, example.seats or ()), _OF_EXAMPLES)
        yield Test(name, True, digest, place, about=example.shows)


def _expectations(game: Game, _files: Files) -> Iterator[Test]:
    for expectation, tree in zip(game.head.expect, game.source.get("expect") or (), strict=False):
        if expectation.why:
            looks_at = _words_of(tree, _OF_EXPECTATIONS)
            why = expectation.why
            digest = _digest({**tree, **_stated(why, looks_at, game)}, _OF_EXPECTATIONS)
            yield Test(why, True, digest, tree.place, about=why, looks_at=looks_at)


def _functions(game: Game, files: Files) -> Iterator[Test]:
    path = rules_path(game.name)
    tree = read_code(files, path)
    named = list(named_sections(files.text(path))) if tree.body else []
    statements: list[ast.stmt] = []
    for node in tree.body:
        if not isinstance(node, ast.FunctionDef | ast.ClassDef):
            statements.append(node)
            continue
        sections = frozenset(plain_title(name) for line, _, name in named if _holds(node, line))
        about = ast.get_docstring(node) or ""
        place = Place(path, node.lineno, node.col_offset + 1)
        digest = _digest([part for part in shape(node) if part != ["name", node.name]])  # it may be renamed
        yield Test(f"{node.name}()", False, digest, place, sections, about, words(node))
    if statements:
        yield Test(REST_OF_RULES, False, _digest(shape(statements)), Place(path, 1, 1))


SOURCES: tuple[Callable[[Game, Files], Iterator[Test]], ...] = (_claims, _examples, _expectations, _functions)
"""The functions that read the tests of a game."""


def _stated(text: str, names: frozenset[str], game: Game) -> dict[str, dict[str, int]]:
    """Return the facts that a test reads and whose values its words state, such as eight or 8.

    The number one is left out, because it is a common word.
    """
    spelt = set(_WORD.findall(text.lower()))
    stated = {}
    for name, value in game.head.facts.items():
        if name in names and isinstance(value, int) and not isinstance(value, bool) and value > 1:
            try:
                in_words = number_in_words(value, game.language)
            except ValueError:
                in_words = ""
            if {str(value), in_words} & spelt:
                stated[name] = value
    return {"stated": stated} if stated else {}


def _holds(node: ast.FunctionDef | ast.ClassDef, line: int) -> bool:
    return node.lineno <= line <= (node.end_lineno or node.lineno)


def _words_of(tree: Mapping[str, Any], left_out: frozenset[str]) -> frozenset[str]:
    return frozenset(_WORD.findall(" ".join(str(value) for key, value in tree.items() if key not in left_out)))


def _without_names(value: Any, names: Sequence[str]) -> Any:
    """Replace the names of an example's players by numbers, so that renaming players changes no digest."""
    if isinstance(value, Mapping):
        return {_without_names(key, names): _without_names(entry, names) for key, entry in value.items()}
    if isinstance(value, list):
        return [_without_names(entry, names) for entry in value]
    return f"seat {names.index(value)}" if isinstance(value, str) and value in names else value


def _digest(value: Any, left_out: frozenset[str] = frozenset()) -> str:
    if isinstance(value, Mapping):
        value = {key: entry for key, entry in value.items() if key not in left_out}
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, default=str)
    return digest_of(text)


def empty_tests(game: Game) -> frozenset[str]:
    """Return the tests that prove nothing, by name: the names of examples, the words of claims."""
    examples = {name for name, example in game.examples.items() if example.expects_nothing}
    claims = {claim.claim for claim in game.claims if claim.example in examples or empty_keys(claim)}
    return frozenset(examples | claims)


def empty_keys(claim: ClaimHead) -> list[str]:
    """Return the keys of a claim's tests that name nothing in the game."""
    tests = {key: getattr(claim, key) for key, kind in CLAIM_KINDS.items() if kind.is_expression}
    return [key for key, test in tests.items() if test is not None and names_nothing(test)]
