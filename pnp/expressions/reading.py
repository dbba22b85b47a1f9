"""Expressions as written → what they hold: plural forms for the catalogues, the sides of a comparison."""

from __future__ import annotations

import re

from jinja2 import nodes

from pnp.expressions.compiling import UNREADABLE
from pnp.expressions.filters import SANDBOX
from pnp.words.placeholders import outside_brackets


def plural_forms(source: str) -> list[tuple[str, str]]:
    """The singular and plural of each ngettext(…, …, n) in a text, for the catalogues.

    A text that cannot be parsed has none; compiling it tells why.
    """
    if "ngettext" not in source:
        return []
    try:
        tree = SANDBOX.parse(source if "{" in source else f"{{{{ {source} }}}}")
    except UNREADABLE:
        return []
    forms = []
    for call in tree.find_all(nodes.Call):
        if isinstance(call.node, nodes.Name) and call.node.name == "ngettext":
            texts = [a.value for a in call.args[:2] if isinstance(a, nodes.Const) and isinstance(a.value, str)]
            if len(texts) == 2:
                forms.append((texts[0], texts[1]))
    return forms


def sides_of_comparison(source: str) -> tuple[str, ...]:
    """The two sides of an expression that is one comparison, as written; nothing for any other expression."""
    for index in outside_brackets(source):
        if found := _COMPARISON.match(source, index):
            if re.search(r"\b(and|or|if|not)\b", source):
                return ()
            return source[:index].strip(), source[found.end() :].strip()
    return ()


_COMPARISON = re.compile(r"==|!=|<=|>=|<|>|\bin\b")
