"""What is written otherwise in other languages → how it is written here: the fix of a faulty expression.

The text of an expression, or a text with expressions in it → a function of the scope; compiled once.

Faults of every kind come out as ExpressionError, from compiling and from the functions.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import jinja2
from jinja2 import meta, nodes
from jinja2.exceptions import SecurityError
from jinja2.parser import Parser
from jinja2.runtime import Undefined

from pnp.core.codes import Code
from pnp.core.diagnostics import suggest
from pnp.expressions.evaluate import SANDBOX, Compiled, Scope, build
from pnp.expressions.sandbox import BUDGET, Budget, ExpressionError, bounded, refuse_half_characters, show, stepped
from pnp.text.placeholders import TextExpression, find_expressions

_QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"")

_SIGNS = (
    (re.compile(r"&&"), "write and"),
    (re.compile(r"\|\|"), "write or"),
    (re.compile(r"===|!=="), "write == or !="),
    (re.compile(r"=<|=>"), "write <= or >="),
    (re.compile(r"<>"), "write !="),
    (re.compile(r"\?|\bthen\b"), "write VALUE if CONDITION else OTHER"),
    (re.compile(r"!(?!=)"), "write not"),
    (re.compile(r"(?<![=<>!])=(?!=)"), "write == to compare"),
)

_FILTERS = {"len": "length", "size": "length", "str": "string", "sorted": "sort", "set": "unique"}
"""Filters by what they are called in other languages, where that is another name."""


def sign_fix(source: str, message: str) -> str:
    """How to write the sign of another language that an expression stumbles over; "" where there is none.

    Args:
        source: The expression, or a text with some.
        message: What is wrong, with what it stumbles over in quotes.
    """
    *_, token = _QUOTED.findall(message) or [""]
    bare = _QUOTED.sub("''", source)
    found = ((fix, match.group()) for pattern, fix in _SIGNS for match in pattern.finditer(bare))
    return next((fix for fix, sign in found if token[1:-1] and token[1:-1] in sign), "")


def call_fix(name: str, filters: Collection[str]) -> str:
    """How to write what is no name, but a filter here; "" where it is none."""
    known = _FILTERS.get(name, name)
    return f"write VALUE|{known}" if known in filters else ""


def filter_fix(name: str) -> str:
    """The filter of another language's name; "" where none is known."""
    return f"write {_FILTERS[name]}" if name in _FILTERS else ""


_OF_FILTERS = ("language", "_named")
"""Names that filters ask for by themselves."""

_VALUES = frozenset({bool, int, float, str, list, dict})  # what is a value as it is


def _finished(value: Any) -> Any:
    """A value that outlives its evaluation: no name that is missing, and no iterator."""
    if isinstance(value, Undefined):
        str(value)  # raises
    return list(stepped(value)) if isinstance(value, Iterator) else value


def _guarded(compiled: Callable[[Scope], Any]) -> Compiled:
    def evaluate(scope: Scope) -> Any:
        before = BUDGET.set(Budget())
        try:
            value = compiled(scope)
            return value if type(value) in _VALUES else _finished(value)
        except ExpressionError as error:
            if error.code == Code.UNDEFINED_NAME and not error.fix and error.what.endswith("is not defined"):
                name = error.what.split()[0]
                fix = _field_fix(name, scope) or call_fix(name, SANDBOX.filters) or suggest(name, scope)
                raise ExpressionError(error.what, fix, error.code) from None
            raise
        except SecurityError as error:
            raise ExpressionError(str(error), code=Code.EXPRESSION_UNSAFE) from None
        except RecursionError:
            raise ExpressionError("the expression calls itself without end", code=Code.EXPRESSION_LIMIT) from None
        except jinja2.TemplateRuntimeError as error:
            raise syntax_error(jinja2.TemplateSyntaxError(str(error), 1), "") from None
        except (jinja2.TemplateError, ArithmeticError, LookupError, TypeError, ValueError, MemoryError) as error:
            raise ExpressionError(*_in_words(error)) from None
        finally:
            BUDGET.reset(before)

    return evaluate


def _field_fix(name: str, scope: Scope) -> str:
    """The fix for a name that is one of the card's fields; "" for others."""
    card = scope.get("card")
    return f"write card.{name}: it is a field of the card" if isinstance(card, Mapping) and name in card else ""


_KINDS = {"str": "a text", "int": "a number", "float": "a number", "bool": "true or false", "list": "a list"}
_KINDS |= {"tuple": "a list", "dict": "a mapping", "NoneType": "nothing"}
_UNLIKE = (
    (re.compile(r"'(\S+)' not supported between instances of '(\w+)' and '(\w+)'"), "cannot be compared"),
    (re.compile(r"unsupported operand type\(s\) for (\S+): '(\w+)' and '(\w+)'"), "do not go together"),
    (re.compile(r'can only concatenate (str|list|tuple) \(not "(\w+)"\) to \1()'), "cannot be added"),
)


_ASKED = (
    (re.compile(r"_?(\w+)\(\) takes .* positional arguments? but"), "{0} is given more than it takes"),
    (re.compile(r"_?(\w+)\(\) missing .*argument.*: (.*)"), "{0} is not given {1}"),
    (re.compile(r"_?(\w+)\(\) got an unexpected keyword argument '(.*)'"), "{0} takes no {1}"),
)


def _in_words(error: Exception) -> tuple[str, str]:
    """What went wrong while an expression was worked out, in words for its writer, and how to mend it."""
    said = str(error) or type(error).__name__
    for pattern, verdict in _UNLIKE:
        if match := pattern.match(said):
            sign, one, other = match.groups()
            if not other:  # "a" + 1
                sign, one, other = "+", sign, one
            kinds = [_KINDS.get(kind, kind) for kind in (one, other)]
            fix = "write ~ for +, to join texts" if sign == "+" and "str" in (one, other) else ""
            return f"{kinds[0]} and {kinds[1]} {verdict} with {sign}", fix
    for pattern, told in _ASKED:
        if match := pattern.match(said):
            return told.format(*(group.replace("'", "") for group in match.groups())), ""
    return said, ""


UNREADABLE = (jinja2.TemplateSyntaxError, SecurityError, RecursionError, MemoryError, SyntaxError, ValueError)
"""What compiling raises: for an expression that is nested too deeply, or has a number of thousands of digits, too."""


def syntax_error(error: Exception, source: str) -> ExpressionError:
    """What was raised on reading an expression, in words for its writer."""
    if isinstance(error, SecurityError):
        return ExpressionError(str(error), code=Code.EXPRESSION_UNSAFE)
    if isinstance(error, ValueError):
        what = f"a number is too long, in {_excerpt(source)}"
        return ExpressionError(what, "write fewer digits", code=Code.EXPRESSION_LIMIT)
    if not isinstance(error, jinja2.TemplateSyntaxError):
        what = f"the expression is nested too deeply, in {source.strip()[:60]}"
        return ExpressionError(what, "make it shorter", code=Code.EXPRESSION_LIMIT)
    message = (error.message or "cannot be read").rstrip(".")
    fix = sign_fix(source, message)
    if "No filter named" in message:
        name = message.split("'")[1]
        known = (one for one in SANDBOX.filters if not one.startswith("_"))
        # Without a source it is what map() was given, which takes a filter, or a field by its name.
        fix = (filter_fix(name) or suggest(name, known)) if source else f"write map(attribute={name!r})"
    where = f" in {source.strip()[:60]}" if source.strip() else ""
    return ExpressionError(f"{message}{where}", fix, code=Code.EXPRESSION_SYNTAX)


def parse_expression(source: str) -> nodes.Expr:
    """Jinja's tree of an expression; raises one of UNREADABLE."""
    parser = Parser(SANDBOX, source, state="variable")
    tree = parser.parse_expression()
    if not parser.stream.eos:
        raise jinja2.TemplateSyntaxError(f"unexpected {parser.stream.current.value!r}", 1)
    refuse_half_characters(nodes.Output([tree]))
    return tree


@lru_cache(maxsize=8192)
def compile_expression(source: str) -> Compiled:
    """Return a function of the scope that gives the expression's value.

    Raises:
        ExpressionError: On compiling, and from the function on evaluating.
    """
    try:
        compute = build(parse_expression(source))
    except UNREADABLE as error:
        raise syntax_error(error, source) from None
    return _guarded(compute)


@lru_cache(maxsize=8192)
def compile_text(source: str) -> Compiled:
    """Return a function of the scope that gives a text with its ``{{ … }}`` filled in.

    A text that is one expression and nothing else gives that expression's value, not text.

    Raises:
        ExpressionError: On compiling, and from the function on evaluating.
    """
    found = find_expressions(source)
    if any(expression.kind == "{%" for expression in found):
        try:
            tree = SANDBOX.parse(_without_comments(source, found))
            template = SANDBOX.from_string(tree)
            names = (*meta.find_undeclared_variables(tree), *_OF_FILTERS)
        except UNREADABLE as error:
            raise syntax_error(error, source) from None
        return _guarded(lambda scope: bounded(template.render({n: scope[n] for n in names if n in scope})))
    parts: list[str | Compiled] = [""]
    end = 0
    for expression in found:
        _check_closed(expression, source)
        parts[-1] += source[end : expression.start]  # type: ignore[operator]  # the last part is always text
        end = expression.end
        if expression.kind == "{{":
            parts += [compile_expression(source[expression.start + 2 : end - 2].strip()), ""]
    parts[-1] += source[end:]  # type: ignore[operator]
    if any("}}" in part for part in parts if isinstance(part, str)):
        raise ExpressionError(f"}}}} without its {{{{ in {_excerpt(source)}", "open it", code=Code.EXPRESSION_SYNTAX)
    if len(parts) == 3 and not parts[0] and not parts[2]:
        return parts[1]  # type: ignore[return-value]
    return lambda scope: "".join([part if isinstance(part, str) else show(part(scope)) for part in parts])


def _check_closed(expression: TextExpression, source: str) -> None:
    """Raise an ExpressionError for one that is never closed."""
    if not expression.is_closed:
        closing = {"{{": "}}", "{%": "%}", "{#": "#}"}[expression.kind]
        what = f"{expression.kind} without its {closing} in {_excerpt(source[expression.start :])}"
        raise ExpressionError(what, f"close it with {closing}", code=Code.EXPRESSION_SYNTAX)


def _without_comments(source: str, found: Sequence[TextExpression]) -> str:
    parts: list[str] = []
    end = 0
    for expression in found:
        _check_closed(expression, source)
        if expression.kind == "{#":
            parts.append(source[end : expression.start])
            end = expression.end
    return "".join([*parts, source[end:]])


def _excerpt(source: str) -> str:
    """The beginning of a text, for messages."""
    return source.strip()[:60]
