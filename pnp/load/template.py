"""Template files → Templates with everything inherited, each element validated by its kind."""

from __future__ import annotations

from typing import Any

from pnp.diagnostics import Diagnostic, Fault, Place, suggest
from pnp.load.validate import validate
from pnp.model.template import ELEMENTS, Node, Template, TemplateHead
from pnp.model.values import describe, is_dynamic, parse_names
from pnp.source.files import Files
from pnp.source.tree import Map
from pnp.units import parse_length

DEEPEST = 20
"""Templates that may extend one another in a chain."""

_MERGED = ("palette", "icons", "defaults", "margins", "text", "small", "table", "section", "subsection", "boxes")
"""Mappings that a child adds to; any other key it replaces."""


class Templates:
    """The templates of a project, each read and merged once."""

    def __init__(self, files: Files) -> None:
        self.files = files
        self._merged: dict[str, Map] = {}
        self._templates: dict[str, Template] = {}

    def get(self, name: str, asked_at: Place) -> Template:
        """Return a template with what it inherits.

        Args:
            name: Path below templates/, without .yaml.
            asked_at: The place that names it.

        Raises:
            Fault: It or one of its parents is missing, wrong, or extends itself.
        """
        if name not in self._templates:
            self._templates[name] = self._build(name, self._merge(name, asked_at, ()))
        return self._templates[name]

    def tree(self, name: str, asked_at: Place) -> Map:
        """A template file's keys with what they inherit, not yet validated.

        Raises:
            Fault: As ``get``.
        """
        return self._merge(name, asked_at, ())

    def _merge(self, name: str, asked_at: Place, chain: tuple[str, ...]) -> Map:
        if name in self._merged:
            return self._merged[name]
        if name in chain or len(chain) >= DEEPEST:
            what = f"{name} extends itself: {' → '.join((*chain, name))}"
            raise Fault(Diagnostic(asked_at, "template-cycle", what, fix="remove one extends"))
        path = f"templates/{name}.yaml"
        tree = self.files.yaml(path, asked_at)
        if not isinstance(tree, Map):
            raise Fault(Diagnostic(Place(path, 1, 1), "template-empty", "a template must be a mapping of keys"))
        merged = Map(path, tree.at)
        if "extends" in tree:
            try:
                parents = parse_names(tree["extends"])
            except ValueError as error:
                raise Fault(Diagnostic(tree.place_of("extends"), "wrong-value", f"extends {error}")) from None
            for parent in parents:
                _inherit(merged, self._merge(parent, tree.place_of("extends"), (*chain, name)))
        _inherit(merged, tree)
        self._merged[name] = merged
        return merged

    def _build(self, name: str, tree: Map) -> Template:
        head = validate(TemplateHead, tree, "the template")
        elements = tree.get("elements")
        # The Map itself, not the validated head's plain dict: it knows where each default was written.
        defaults = tree.get("defaults")
        nodes = _nodes(elements or Map(tree.file, tree.at), defaults if isinstance(defaults, Map) else None)
        return Template(name=name, place=tree.place, head=head, nodes=nodes)


def _inherit(target: Map, source: Map) -> None:
    """Put a template's entries over those already there, element by element."""
    for key in source:
        value = source[key]
        if key == "elements" and value is None:
            continue
        if key == "elements" and not isinstance(value, Map):
            raise Fault(Diagnostic(source.place_of(key), "wrong-value", "elements must be a mapping of names"))
        if key == "elements":
            target.adopt(key, source, _inherit_elements(target.get(key), value))
        elif key in _MERGED and isinstance(value, Map) and isinstance(target.get(key), Map):
            target.adopt(key, source, value.together(target[key], value))
        else:
            target.adopt(key, source)


def _inherit_elements(inherited: Map | None, own: Map) -> Map:
    merged = own.together(inherited) if inherited else own.together()
    for name, element in own.items():
        parent = merged.get(name)
        if element is None or element is False:
            if parent is None:
                what = f"{name} removes nothing: no inherited element has this name"
                raise Fault(Diagnostic(own.place_of_key(name), "element-unknown", what, fix=suggest(name, merged)))
            del merged[name]
        elif isinstance(parent, Map) and isinstance(element, Map):
            merged.adopt(name, own, _override(parent, element))
        else:
            merged.adopt(name, own)
    return _reordered(merged)


def _override(parent: Map, own: Map) -> Map:
    """An element with its parent's values where it gives none; another kind replaces the parent."""
    kinds = [key for key in own if key in ELEMENTS]
    if kinds and kinds[0] not in parent:
        return own
    merged = own.together(parent)
    for key, value in own.items():
        if key == "group" and isinstance(value, Map):
            merged.adopt(key, own, _inherit_elements(parent.get(key), value))
        elif isinstance(value, str) and value.lstrip().startswith("+="):
            merged.adopt(key, own, _added(parent.get(key, 0), value, own.place_of(key), key))
        else:
            merged.adopt(key, own)
    return merged


def _added(base: Any, written: str, place: Place, key: str) -> float | str:
    """The inherited length plus the one written after +=; in the unit of type where that is one."""
    amount = written.lstrip()[2:].strip()
    if is_dynamic(base) or is_dynamic(amount):
        raise Fault(Diagnostic(place, "wrong-value", f"{key}: += needs plain lengths, not expressions"))
    unit = "pt" if key in ("size", "smallest") else "mm"
    try:
        total = parse_length(base, unit) + parse_length(amount, unit)
    except ValueError as error:
        raise Fault(Diagnostic(place, "wrong-value", f"{key}: {error}")) from None
    return f"{total:.6f}mm" if unit == "pt" else total


def _reordered(elements: Map) -> Map:
    """Elements moved to where their before: or after: wants them."""
    order = list(elements)
    for name, element in elements.items():
        if not isinstance(element, Map):
            continue
        for key in ("before", "after"):
            target = element.get(key)
            if target is None:
                continue
            if not isinstance(target, str) or target not in elements or target == name:
                what = f"{key}: no element {target if isinstance(target, str) else describe(target)}"
                raise Fault(Diagnostic(element.place_of(key), "element-unknown", what, fix=suggest(str(target), order)))
            order.remove(name)
            order.insert(order.index(target) + (key == "after"), name)
    result = Map(elements.file, elements.at)
    for name in order:
        result.adopt(name, elements)
    return result


def _nodes(elements: Map, defaults: Map | None) -> tuple[Node, ...]:
    faults: list[Diagnostic] = []
    nodes: list[Node] = []
    for name, element in elements.items():
        try:
            if not isinstance(element, Map):
                what = f"element {name} must be a mapping, not {describe(element)}"
                raise Fault(Diagnostic(elements.place_of(name), "wrong-value", what))
            nodes.append(_node(name, element, defaults))
        except Fault as fault:
            faults += fault.diagnostics
    if faults:
        raise Fault(*faults)
    return tuple(nodes)


def _node(name: str, written: Map, defaults: Map | None) -> Node:
    kinds = [key for key in written if key in ELEMENTS]
    if not kinds:
        key = next((k for k in written if suggest(k, ELEMENTS).startswith("did")), "")
        fix = suggest(key, ELEMENTS) if key else f"give it one of: {', '.join(ELEMENTS)}"
        raise Fault(Diagnostic(written.place, "element-kind", f"element {name} does not say what it draws", fix=fix))
    if len(kinds) > 1:
        what = f"element {name} is both {' and '.join(kinds)}"
        raise Fault(Diagnostic(written.place_of_key(kinds[1]), "element-kind", what, fix="make two elements of it"))
    tree = written
    if kinds[0] == "text" and defaults is not None:
        tree = written.together(defaults, written)
    element = validate(ELEMENTS[kinds[0]], tree, f"{kinds[0]} element {name}")
    children: tuple[Node, ...] = ()
    if kinds[0] == "group":
        if not isinstance(tree["group"], Map):
            raise Fault(Diagnostic(tree.place_of("group"), "wrong-value", "group must be a mapping of elements"))
        children = _nodes(tree["group"], defaults)
    return Node(name=name, element=element, source=tree, children=children)
