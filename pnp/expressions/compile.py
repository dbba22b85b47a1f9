"""An expression, or a text with expressions in it → a function of the scope, compiled once.

All faults are raised as ExpressionError, by compiling and by the functions. For signs and names of other languages the
fix says how to write them here.
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
from pnp.core.diagnostics import did_you_mean, nearest, suggest
from pnp.core.patterns import lazy_pattern
from pnp.expressions.evaluate import SANDBOX, Compiled, Scope, build
from pnp.expressions.sandbox import BUDGET, Budget, ExpressionError, bounded, refuse_half_characters, show, stepped
from pnp.text.placeholders import TextExpression, find_expressions

_QUOTED = lazy_pattern(r"'[^']*'|\"[^\"]*\"")

_SIGNS = (
    (lazy_pattern(r"&&"), "write and"),
    (lazy_pattern(r"\|\|"), "write or"),
    (lazy_pattern(r"===|!=="), "write == or !="),
    (lazy_pattern(r"=<|=>"), "write <= or >="),
    (lazy_pattern(r"<>"), "write !="),
    (lazy_pattern(r"\?|\bthen\b"), "write VALUE if CONDITION else OTHER"),
    (lazy_pattern(r"!(?!=)"), "write not"),
    (lazy_pattern(r"(?<![=<>!])=(?!=)"), "write == to compare"),
)

_FILTERS = {"len": "length", "size": "length", "str": "string", "sorted": "sort", "set": "unique"}
"""Names that other languages have for filters, each with the filter's name here."""


def sign_fix(source: str, message: str) -> str:
    """Return the fix for a sign of another language at which parsing stopped; "" if there is none.

    Args:
        source: The expression, or a text with expressions.
        message: The parser's message, with the offending token in quotes.
    """
    *_, token = _QUOTED.findall(message) or [""]
    bare = _QUOTED.sub("''", source)
    matches = ((fix, match.group()) for pattern, fix in _SIGNS for match in pattern.finditer(bare))
    return next((fix for fix, sign in matches if token[1:-1] and token[1:-1] in sign), "")


def call_fix(name: str, filters: Collection[str]) -> str:
    """Return the fix for a call of a name that is a filter here; "" if it is not."""
    filter_name = _FILTERS.get(name, name)
    return f"write VALUE|{filter_name}" if filter_name in filters else ""


def filter_fix(name: str) -> str:
    """Return the fix for the name that another language has for a filter; "" if there is none."""
    return f"write {_FILTERS[name]}" if name in _FILTERS else ""


_OF_FILTERS = ("language", "_named")
"""Names in the scope that filters read although the expression does not contain them."""

_PLAIN_TYPES = frozenset({bool, int, float, str, list, dict})
"""Types of values that can be returned unchanged."""


def _finished(value: Any) -> Any:
    """Return a value that may be used after its evaluation: an iterator becomes a list.

    Raises:
        ExpressionError: The value is a missing name.
    """
    if isinstance(value, Undefined):
        str(value)  # raises
    return list(stepped(value)) if isinstance(value, Iterator) else value


def _guarded(compiled: Callable[[Scope], Any]) -> Compiled:
    def evaluate(scope: Scope) -> Any:
        before = BUDGET.set(Budget())
        try:
            value = compiled(scope)
            return value if type(value) in _PLAIN_TYPES else _finished(value)
        except ExpressionError as error:
            if error.code == Code.UNDEFINED_NAME and not error.fix and error.what.endswith("is not defined"):
                name = error.what.split()[0]
                fix = _field_fix(name, scope) or call_fix(name, SANDBOX.filters)
                known = [each for each in scope if not each.startswith("_")]
                fix = fix or _near_field_fix(name, scope, known) or suggest(name, known)
                raise ExpressionError(error.what, fix, error.code) from None
            raise
        except SecurityError as error:
            raise ExpressionError(str(error), code=Code.EXPRESSION_UNSAFE) from None
        except RecursionError:
            raise ExpressionError("the expression calls itself endlessly", code=Code.EXPRESSION_LIMIT) from None
        except jinja2.TemplateRuntimeError as error:
            raise syntax_error(jinja2.TemplateSyntaxError(str(error), 1), "") from None
        except (jinja2.TemplateError, ArithmeticError, LookupError, TypeError, ValueError, MemoryError) as error:
            raise ExpressionError(*_in_words(error)) from None
        finally:
            BUDGET.reset(before)

    return evaluate


def _field_fix(name: str, scope: Scope) -> str:
    """Return the fix for a name that is one of the card's fields; "" for others."""
    card = scope.get("card")
    return f"write card.{name}: it is a field of the card" if isinstance(card, Mapping) and name in card else ""


def _near_field_fix(name: str, scope: Scope, known: Collection[str]) -> str:
    """Return the fix for a name that is nearly one of the card's fields, and not nearly another; "" for others."""
    card = scope.get("card")
    field = None if nearest(name, known) or not isinstance(card, Mapping) else nearest(name, map(str, card))
    return did_you_mean(name, f"card.{field}") if field else ""


_KINDS = {"str": "a text", "int": "a number", "float": "a number", "bool": "true or false", "list": "a list"}
_KINDS |= {"tuple": "a list", "dict": "a mapping", "NoneType": "nothing"}
_UNLIKE = (
    (lazy_pattern(r"'(\S+)' not supported between instances of '(\w+)' and '(\w+)'"), "cannot be compared"),
    (lazy_pattern(r"unsupported operand type\(s\) for (\S+): '(\w+)' and '(\w+)'"), "do not go together"),
    (lazy_pattern(r'can only concatenate (str|list|tuple) \(not "(\w+)"\) to \1()'), "cannot be added"),
)


_WRONG_ARGUMENTS = (
    (lazy_pattern(r"_?(\w+)\(\) takes .* positional arguments? but"), "{0} is given more than it takes"),
    (lazy_pattern(r"_?(\w+)\(\) missing .*argument.*: (.*)"), "{0} is not given {1}"),
    (lazy_pattern(r"_?(\w+)\(\) got an unexpected keyword argument '(.*)'"), "{0} takes no {1}"),
)


def _in_words(error: Exception) -> tuple[str, str]:
    """Return the fault and the fix for an error during evaluation, in words for the expression's author."""
    message = str(error) or type(error).__name__
    for pattern, verdict in _UNLIKE:
        if match := pattern.match(message):
            sign, left, right = match.groups()
            if not right:  # "a" + 1: the pattern has no group for the sign
                sign, left, right = "+", sign, left
            kinds = [_KINDS.get(kind, kind) for kind in (left, right)]
            fix = "write ~ for +, to join texts" if sign == "+" and "str" in (left, right) else ""
            return f"{kinds[0]} and {kinds[1]} {verdict} with {sign}", fix
    for pattern, wording in _WRONG_ARGUMENTS:
        if match := pattern.match(message):
            return wording.format(*(group.replace("'", "") for group in match.groups())), ""
    return message, ""


UNREADABLE = (jinja2.TemplateSyntaxError, SecurityError, RecursionError, MemoryError, SyntaxError, ValueError)
"""Exceptions from compiling, including those for deeply nested expressions and numbers with thousands of digits."""


_OPEN = lazy_pattern(r"Unexpected end of template.*needs to be closed is '(\w+)'", re.DOTALL)
_UNKNOWN = lazy_pattern(r"Encountered unknown tag '(\w+)'(?:.*needs to be closed is '(\w+)')?", re.DOTALL)
_TOKEN = lazy_pattern(r"[Ee]xpected (?:token )?'?(.+?)'?, got '(.*)'")
_ENDS = {"end of template": "its end", "end of statement block": "%}", "end of print statement": "}}"}


def _plain_syntax(message: str) -> tuple[str, str]:
    """Return a message of Jinja's parser in words for an expression's author, and the fix if one is known."""
    if match := _OPEN.match(message):
        return f"{{% {match[1]} … %}} is not closed", f"write {{% end{match[1]} %}} after it"
    if match := _UNKNOWN.match(message):
        if match[2]:
            return f"{{% {match[1]} %}} is inside {{% {match[2]} … %}}", f"write {{% end{match[2]} %}} before it"
        is_end = match[1].startswith("end") or match[1] in ("else", "elif")
        fix = "delete it, or write the tag that it ends" if is_end else "write if, for or set"
        return f"{{% {match[1]} %}} {'has nothing to belong to' if is_end else 'is unknown'}", fix
    if match := _TOKEN.match(message):
        expected, got = (_ENDS.get(token, token) for token in match.groups())
        return f"{got} is where {expected} is expected", ""
    if message == "unexpected 'end of template'":
        return "the expression ends too soon", ""
    if message.startswith("unexpected end of template, expected"):
        return "a bracket is not closed", "close each bracket"
    return message, ""


def syntax_error(error: Exception, source: str) -> ExpressionError:
    """Return the error of parsing an expression, in words for its author."""
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
        public = (filter_name for filter_name in SANDBOX.filters if not filter_name.startswith("_"))
        # Without a source the name is an argument of map(), which takes a filter, or a field by its name.
        fix = (filter_fix(name) or suggest(name, public)) if source else f"write map(attribute={name!r})"
    message, plain_fix = _plain_syntax(message)
    fix = fix or plain_fix
    where = f" in {source.strip()[:60]}" if source.strip() else ""
    return ExpressionError(f"{message}{where}", fix, code=Code.EXPRESSION_SYNTAX)


def parse_expression(source: str) -> nodes.Expr:
    """Return Jinja's syntax tree of an expression.

    Raises:
        Exception: One of UNREADABLE.
    """
    parser = Parser(SANDBOX, source, state="variable")
    tree = parser.parse_expression()
    if not parser.stream.eos:
        raise jinja2.TemplateSyntaxError(f"unexpected {parser.stream.current.value!r}", 1)
    refuse_half_characters(nodes.Output([tree]))
    return tree


@lru_cache(maxsize=8192)
def compile_expression(source: str) -> Compiled:
    """Return a function of the scope that returns the expression's value.

    Raises:
        ExpressionError: From compiling, or from the function when it evaluates.
    """
    try:
        compute = build(parse_expression(source))
    except UNREADABLE as error:
        raise syntax_error(error, source) from None
    return _guarded(compute)


@lru_cache(maxsize=8192)
def compile_text(source: str) -> Compiled:
    """Return a function of the scope that returns a text with each ``{{ … }}`` replaced by its value.

    If the text is a single expression, the function returns the expression's value instead of a text.

    Raises:
        ExpressionError: From compiling, or from the function when it evaluates.
    """
    expressions = find_expressions(source)
    if any(expression.kind == "{%" for expression in expressions):
        try:
            tree = SANDBOX.parse(_without_comments(source, expressions))
            template = SANDBOX.from_string(tree)
            names = (*meta.find_undeclared_variables(tree), *_OF_FILTERS)
        except UNREADABLE as error:
            raise syntax_error(error, source) from None
        return _guarded(lambda scope: bounded(template.render({n: scope[n] for n in names if n in scope})))
    parts: list[str | Compiled] = [""]
    end = 0
    for expression in expressions:
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
    """Check that an expression is closed.

    Raises:
        ExpressionError: The expression is not closed.
    """
    if not expression.is_closed:
        closing = {"{{": "}}", "{%": "%}", "{#": "#}"}[expression.kind]
        what = f"{expression.kind} without its {closing} in {_excerpt(source[expression.start :])}"
        raise ExpressionError(what, f"close it with {closing}", code=Code.EXPRESSION_SYNTAX)


def _without_comments(source: str, expressions: Sequence[TextExpression]) -> str:
    parts: list[str] = []
    end = 0
    for expression in expressions:
        _check_closed(expression, source)
        if expression.kind == "{#":
            parts.append(source[end : expression.start])
            end = expression.end
    return "".join([*parts, source[end:]])


def _excerpt(source: str) -> str:
    """Return the beginning of a text, for messages."""
    return source.strip()[:60]
