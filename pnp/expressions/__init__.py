"""Jinja expressions in templates, texts and expectations → values, in a sandbox with limits.

Compiled once for each source text, evaluated for each card. An expression sees only what it is given, reaches no
attribute that is not listed, and may loop and build text only so much. Not for translating or formatting text.
"""

from pnp.expressions.compiling import compile_expression, compile_text
from pnp.expressions.evaluate import Compiled, Scope
from pnp.expressions.filters import BASE_SCOPE
from pnp.expressions.limits import LONGEST_TEXT, MOST_ITEMS, MOST_STEPS, ExpressionError, show, truth
from pnp.expressions.reading import plural_forms, sides_of_comparison

__all__ = [
    "BASE_SCOPE",
    "LONGEST_TEXT",
    "MOST_ITEMS",
    "MOST_STEPS",
    "Compiled",
    "ExpressionError",
    "Scope",
    "compile_expression",
    "compile_text",
    "plural_forms",
    "show",
    "sides_of_comparison",
    "truth",
]
