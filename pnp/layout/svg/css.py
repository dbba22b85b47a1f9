"""Style sheets of a drawing → the rules that apply to each of its elements, the strongest last.

Selectors are matched by cssselect2 and sheets are parsed by tinycss2; both are loaded only for a drawing that has a
style sheet. Rules for other media than pages and screens, and for states such as :hover, are ignored.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Place
from pnp.core.patterns import lazy_pattern
from pnp.layout.svg.tree import SvgNode, SvgTree

if TYPE_CHECKING:
    from cssselect2 import CompiledSelector

MAX_MATCHES = 2_000_000
"""The most pairs of an element and a selector; more would take minutes."""

_MEDIA = lazy_pattern(r"\s*(?:(?:only\s+)?(?:all|print|screen)\s*)?(?:,.*)?", re.IGNORECASE | re.DOTALL)
_ODD = lazy_pattern(r"[\"'\\]|/\*|\([^)]*;")
"""Parts of a declaration that a split at semicolons would break."""

Rule = tuple["CompiledSelector", tuple[tuple[str, str, bool], ...]]


MAX_DIGITS = 99
"""The most digits of a number in a style sheet; the library fails with thousands."""

_LONG_NUMBER = lazy_pattern(rf"[0-9]{{{MAX_DIGITS + 1}}}")


def apply_sheets(tree: SvgTree, diagnostics: Diagnostics) -> None:
    """Give the elements of a drawing the rules of its style sheets.

    Args:
        tree: The drawing; ``rules`` of its nodes are filled.
        diagnostics: Rules that cannot be read are added (svg-value).
    """
    if not any("".join(text for text in node.content if isinstance(text, str)).strip() for node, _ in tree.sheets):
        return
    import cssselect2
    import tinycss2

    rules: list[Rule] = []
    for node, place in tree.sheets:
        if node.attributes.get("type", "text/css").strip().lower() not in ("", "text/css"):
            continue
        text = "".join(part for part in node.content if isinstance(part, str))
        if number := _LONG_NUMBER.search(text):
            here = Place(place.file, place.line + text.count("\n", 0, number.start()), 1)
            _report(here, f"the style sheet has a number of more than {MAX_DIGITS} digits", diagnostics)
            continue
        nodes = tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True)
        rules += _rules(nodes, place, diagnostics)
    matcher = cssselect2.Matcher()
    for selector, declared in rules:
        if selector.pseudo_element is None:
            matcher.add_selector(selector, declared)
    elements = _elements(tree.root)
    if len(elements) * max(1, len(rules)) > MAX_MATCHES:
        what = f"its style sheets hold {len(rules):,} rules for {len(elements):,} elements, and are not applied"
        fix = "save it with presentation attributes (fill=…) instead of style sheets"
        diagnostics.report(Code.SVG_UNSUPPORTED, tree.place(tree.root), what=what, fix=fix)
        return
    top = next(iter(elements))
    for wrapper in cssselect2.ElementWrapper.from_xml_root(top).iter_subtree():
        if matches := matcher.match(wrapper):
            node = elements[wrapper.etree_element]
            for _specificity, _order, _pseudo, declared in sorted(matches, key=lambda match: (match[0], match[1])):
                node.rules += declared


def _rules(nodes: Iterable[Any], place: Place, diagnostics: Diagnostics) -> Iterator[Rule]:
    import cssselect2
    import tinycss2

    for node in nodes:
        here = Place(place.file, place.line + node.source_line - 1, place.column if node.source_line == 1 else 1)
        if node.type == "at-rule" and node.lower_at_keyword == "media" and node.content:
            if _MEDIA.fullmatch(tinycss2.serialize(node.prelude)):
                inner = tinycss2.parse_rule_list(node.content, skip_comments=True, skip_whitespace=True)
                yield from _rules(inner, place, diagnostics)
        elif node.type == "at-rule" and node.lower_at_keyword == "import":
            _report(here, "@import is not followed", diagnostics)
        elif node.type == "error":
            _report(here, f"the style sheet is not valid here: {node.message}", diagnostics)
        elif node.type == "qualified-rule":
            try:
                selectors = cssselect2.compile_selector_list(node.prelude)
            except cssselect2.SelectorError:
                selector = tinycss2.serialize(node.prelude).strip()
                if ":" not in selector:  # states and parts that a printed picture does not have
                    _report(here, f"the selector {selector[:60]!r} is not supported", diagnostics)
                continue
            declared = tuple(_declarations(node.content))
            for selector in selectors:
                yield selector, declared


def _declarations(content: Any) -> Iterator[tuple[str, str, bool]]:
    import tinycss2

    for part in tinycss2.parse_blocks_contents(content, skip_comments=True, skip_whitespace=True):
        if part.type == "declaration":
            name = part.name if part.name.startswith("--") else part.lower_name
            yield name, tinycss2.serialize(part.value).strip(), part.important


def _report(place: Place, what: str, diagnostics: Diagnostics) -> None:
    diagnostics.report(
        Code.SVG_VALUE, place, what=what, why="it is ignored, as in browsers", fix="correct it, or remove it"
    )


def _elements(root: SvgNode) -> dict[ET.Element, SvgNode]:
    """Return a drawing's elements in the form of cssselect2, each with its node; the outermost first."""
    elements: dict[ET.Element, SvgNode] = {}
    waiting: list[tuple[SvgNode, ET.Element | None]] = [(root, None)]
    while waiting:
        node, parent = waiting.pop()
        attributes = {name.rpartition(" ")[2]: value for name, value in node.attributes.items()}
        element = ET.Element(node.tag or "other", attributes)
        elements[element] = node
        if parent is not None:
            parent.append(element)
        waiting += [(child, element) for child in reversed(node.children)]
    return elements


def style_declarations(text: str) -> Iterator[tuple[str, str, bool]]:
    """Yield name, value and importance of each declaration of a style attribute."""
    if _ODD.search(text):
        yield from _declarations(text)
        return
    for declaration in text.split(";"):
        name, colon, value = declaration.partition(":")
        if colon:
            value, mark, _ = value.partition("!")
            name = name.strip()
            yield name if name.startswith("--") else name.lower(), value.strip(), bool(mark)


def media_faces(tree: SvgTree) -> Iterator[tuple[str, str, str, str]]:
    """Yield family, weight, style and source of each @font-face of a drawing's style sheets."""
    for node, _ in tree.sheets:
        text = "".join(part for part in node.content if isinstance(part, str))
        if "@font-face" not in text:
            continue
        import tinycss2

        for rule in tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True):
            if rule.type == "at-rule" and rule.lower_at_keyword == "font-face" and rule.content:
                values = {name: value for name, value, _ in _declarations(rule.content)}
                family = values.get("font-family", "").strip("\"' ")
                yield (
                    family,
                    values.get("font-weight", "400"),
                    values.get("font-style", "normal"),
                    values.get("src", ""),
                )
