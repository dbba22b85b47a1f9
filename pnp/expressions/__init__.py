"""Jinja expressions in templates, texts and expectations → values, in a sandbox with limits.

An expression is compiled once for each source text, and evaluated for each card. It sees only the names in its scope
and the listed attributes, and its loops and texts are limited. This package neither translates nor formats text.
"""

from __future__ import annotations

from pnp.expressions.analysis import plural_texts, sides_of_comparison
from pnp.expressions.compile import compile_expression, compile_text
from pnp.expressions.evaluate import BASE_SCOPE, Compiled, Scope
from pnp.expressions.sandbox import LONGEST_TEXT, MAX_ITEMS, MAX_STEPS, ExpressionError, show, truth

__all__ = [
    "BASE_SCOPE",
    "LONGEST_TEXT",
    "MAX_ITEMS",
    "MAX_STEPS",
    "Compiled",
    "ExpressionError",
    "Scope",
    "compile_expression",
    "compile_text",
    "plural_texts",
    "show",
    "sides_of_comparison",
    "truth",
]
