"""Template files → Templates with everything that they inherit, and each element validated by its kind."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Fault, Mistake, Place, suggest
from pnp.core.outline import HEXAGON, is_regular, lies_on_side
from pnp.core.plugins import call_plugin, plugins
from pnp.core.units import parse_length
from pnp.project.elements import ELEMENTS, Element, Shape, TextElement, element_kinds, element_model, plugin_kind
from pnp.project.files import Files
from pnp.project.template import Node, Template, TemplateHead, all_nodes
from pnp.project.tree import Map
from pnp.project.validate import called_here, validate
from pnp.project.values import describe, is_dynamic, parse_names

DEEPEST = 20
"""Templates may extend each other in a chain of at most this length."""


class Templates:
    """The templates of a project, each read and merged once.

    Attributes:
        is_draft: Whether to leave out only the elements that cannot be read, not their whole templates.
    """

    def __init__(self, files: Files, is_draft: bool = False) -> None:
        self.files = files
        self.is_draft = is_draft
        self._merged: dict[str, Map] = {}
        self._templates: dict[tuple[str, tuple[str, ...]], Template] = {}
        self._files: dict[str, frozenset[str]] = {}
        self._sound: set[tuple[str, tuple[str, ...]]] = set()
        self._by_fields: set[str] = set()

    def after(self, files: Files, changed: Collection[str]) -> Templates:
        """Return the templates of a project after some of its files have changed.

        Those that come from other files are not built again, unless they have faults, which are reported each time.
        """
        templates = Templates(files, self.is_draft)
        for name, fields in self._sound:
            if self._files[name].isdisjoint(changed):
                templates._templates[name, fields] = self._templates[name, fields]
                templates._merged[name] = self._merged[name]
                templates._files[name] = self._files[name]
                templates._sound.add((name, fields))
                templates._by_fields |= {name} if fields else set()
        return templates

    def get(
        self, name: str, reference: Place, diagnostics: Diagnostics, cards: Sequence[Mapping[str, Any]] = ()
    ) -> Template | None:
        """Return a template with everything that it inherits; None if it or a parent is missing or has faults.

        Args:
            name: Path below templates/, without .yaml.
            reference: The place that names it.
            diagnostics: Receives the faults.
            cards: The values of each card that has the template.
        """
        if is_dynamic(name):
            what = f"a template cannot be chosen by an expression: {name}"
            why = "the cards of a deck have one size and are printed together"
            fix = "make a deck for each template; or put what differs into one template, with when:"
            diagnostics.report(Code.WRONG_VALUE, reference, what=what, why=why, fix=fix)
            return None
        key = (name, _fields_of(cards) if name in self._by_fields else ())
        if key not in self._templates:
            with diagnostics.catch_faults():
                before = diagnostics.count
                tree = self._merge(name, reference, ())
                template = _build(name, tree, self.files, cards, diagnostics, self.is_draft)
                if template is not None:
                    if template.source is not tree:  # elements were expanded, by the fields of the cards
                        template = template.model_copy(update={"fields": _fields_of(cards)})
                        self._files[name] |= _files_of(template)
                        self._by_fields.add(name)
                    key = (name, template.fields)
                    self._templates[key] = template
                    if diagnostics.count == before:
                        self._sound.add(key)
        return self._templates.get(key)

    def tree(self, name: str, reference: Place) -> Map:
        """Return the keys of a template file with those that it inherits, before validation.

        Raises:
            Fault: It or one of its parents is missing, wrong, or extends itself.
        """
        return self._merge(name, reference, ())

    def _merge(self, name: str, reference: Place, chain: tuple[str, ...]) -> Map:
        if name in self._merged:
            return self._merged[name]
        if name in chain or len(chain) >= DEEPEST:
            what = f"{name} extends itself: {' → '.join((*chain, name))}"
            raise Fault(Code.TEMPLATE_CYCLE, reference, what=what, fix="remove one extends")
        path = f"templates/{name}.yaml"
        bare = name.removeprefix("templates/").removesuffix(".yaml")
        try:
            tree = self.files.yaml(path, reference)
        except Fault as fault:
            if fault.diagnostic.code != Code.FILE_MISSING or bare == name:
                raise
            fix = f"write {bare}: the path below templates/, without .yaml"
            raise Fault(Code.FILE_MISSING, reference, what=fault.diagnostic.what, fix=fix) from None
        if not isinstance(tree, Map):
            what, fix = "a template must be a mapping of keys", "begin with elements:"
            raise Fault(Code.TEMPLATE_EMPTY, Place(path, 1, 1), what=what, fix=fix)
        merged = Map(path, tree.at)
        paths = {path}
        if "extends" in tree:
            try:
                parents = parse_names(tree["extends"])
            except Mistake as mistake:
                what = f"extends {mistake.what}"
                raise Fault(Code.WRONG_VALUE, tree.place_of("extends"), what=what, fix=mistake.fix) from None
            for parent in parents:
                _inherit(merged, self._merge(parent, tree.place_of("extends"), (*chain, name)))
                paths |= self._files[parent]
        _inherit(merged, tree)
        self._merged[name] = merged
        self._files[name] = frozenset(paths)
        return merged


def _build(
    name: str,
    tree: Map,
    files: Files,
    cards: Sequence[Mapping[str, Any]],
    diagnostics: Diagnostics,
    is_draft: bool,
) -> Template | None:
    head = validate(TemplateHead, tree, "the template", diagnostics)
    if head is None:
        return None
    written = tree.get("elements") or Map(tree.file, tree.at)
    before = diagnostics.errors
    elements = _expanded(written, (head, files, cards, diagnostics))
    if diagnostics.errors > before and not is_draft:
        return None
    if elements is not written:
        tree = tree.together(tree)
        tree["elements"] = elements
    # The Map itself, not the validated head's plain dict: it knows where each default is written.
    defaults = tree.get("defaults")
    nodes = _nodes(elements, defaults if isinstance(defaults, Map) else None, diagnostics, is_draft)
    if nodes is None or not _names_lines(head, nodes, tree, diagnostics):
        return None
    _check_hexagon(head, tree, diagnostics)
    return Template(name=name, place=tree.place, head=head, nodes=nodes, source=tree)


def _expanded(elements: Map, arguments: tuple[TemplateHead, Files, Sequence[Mapping[str, Any]], Diagnostics]) -> Map:
    """Return elements with those that stand for others replaced by groups; the same mapping if there are none.

    Those with faults, which are reported, are left out.
    """
    changed: dict[str, Map | None] = {}
    for name, element in elements.items():
        kinds = element_kinds(element) if isinstance(element, Map) else []
        if kinds == ["group"] and isinstance(inner := element["group"], Map):
            group = _expanded(inner, arguments)
            if group is not inner:
                outer = element.together(element)
                outer["group"] = group
                changed[name] = outer
        elif len(kinds) == 1 and kinds[0] not in ELEMENTS and (expand := plugin_kind(kinds[0]).expand):
            model = validate(element_model(kinds[0]), element, f"{kinds[0]} element {name}", arguments[-1])
            with arguments[-1].catch_faults():
                changed[name] = None
                if model is not None:
                    changed[name] = call_plugin(
                        "pnp.elements", kinds[0], "expand", expand, name, model, element, *arguments
                    )
    if not changed:
        return elements
    result = Map(elements.file, elements.at)
    for name in elements:
        if name not in changed or changed[name] is not None:
            result.adopt(name, elements, changed.get(name, elements[name]))
    return result


def _fields_of(cards: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    """Return the names of the fields of cards; never none, as templates are told by them."""
    return tuple(sorted({name for card in cards for name in card})) or ("",)


def _files_of(template: Template) -> frozenset[str]:
    return frozenset(node.source.file for node in all_nodes(template.nodes))


def _names_lines(head: TemplateHead, nodes: Sequence[Node], tree: Map, diagnostics: Diagnostics) -> bool:
    """Whether ``cut:``, ``crease:`` and others name only shapes among the elements, if they name anything.

    Faults are reported.
    """
    before = diagnostics.count
    shapes = {node.name: isinstance(node.element, Shape) for node in nodes}
    for key, name in [(key, name) for key, names in head.lines.items() for name in names]:
        if name not in shapes:
            fix = suggest(name, [shape for shape, is_shape in shapes.items() if is_shape])
            diagnostics.report(Code.ELEMENT_UNKNOWN, tree.place_of(key), what=f"{key}: no element {name}", fix=fix)
        elif not shapes[name]:
            what, fix = f"{key}: {name} has no outline", "name a path, rect, ellipse, line or polygon"
            diagnostics.report(Code.WRONG_VALUE, tree.place_of(key), what=what, fix=fix)
    if head.cut and head.shape != "card":
        what, fix = f"cut: a {head.shape} is cut along its own outline", "remove cut:, or write shape: card"
        diagnostics.report(Code.WRONG_VALUE, tree.place_of("cut"), what=what, fix=fix)
    return diagnostics.count == before


def check_rests(face: Template, back: Template | None, diagnostics: Diagnostics) -> None:
    """Report elements with ``rest:`` whose text has no ``continued:``, or is not on a side of the card."""
    sides = [side for side in (face, back) if side]
    nodes = [node for side in sides for node in all_nodes(side.nodes)]
    texts = {n.name: n.element.continued is not None for n in nodes if isinstance(n.element, TextElement)}
    for name, node in (pair for side in sides for pair in side.rests.items()):
        if not texts.get(name):
            what = f"rest: {name} has no continued:" if name in texts else f"rest: no text {name} on the face or back"
            fix = "write continued: true there" if name in texts else suggest(name, texts)
            diagnostics.report(Code.ELEMENT_UNKNOWN, node.place("rest"), what=what, fix=fix)


def _check_hexagon(head: TemplateHead, tree: Map, diagnostics: Diagnostics) -> None:
    """Report a hexagon whose sides have different lengths."""
    width, height = head.size
    if head.shape != "hexagon" or is_regular(width, height):
        return
    way = "lies on a side" if lies_on_side(width, height) else "stands on a corner"
    longest = max(head.size)
    regular = [longest, round(longest * HEXAGON, 2)]
    on_side, on_corner = ("[{:g}mm, {:g}mm]".format(*sides) for sides in (regular, regular[::-1]))
    what = f"a hexagon of {width:g} × {height:g} mm, which {way}, has sides of two lengths"
    diagnostics.report(
        Code.SHAPE_PROPORTIONS,
        tree.place_of("size"),
        what=what,
        fix=f"write size: {on_corner}, or {on_side} to lie on a side",
    )


def _inherit(target: Map, source: Map) -> None:
    """Override a template's entries by those of another; mappings are merged, element by element."""
    for key in source:
        value = source[key]
        if key == "elements" and value is None:
            continue
        if key == "elements" and not isinstance(value, Map):
            what, fix = "elements must be a mapping of names", 'write a name before each: title: {text: "Go", in: safe}'
            raise Fault(Code.WRONG_VALUE, source.place_of(key), what=what, fix=fix)
        if key == "elements":
            target.adopt(key, source, inherit_elements(target.get(key), value))
        elif isinstance(value, Map) and isinstance(target.get(key), Map):
            target.adopt(key, source, value.together(target[key], value))
        else:
            target.adopt(key, source)


def inherit_elements(inherited: Map | None, own: Map) -> Map:
    """Return elements in painting order, with the keys that a template gives to inherited ones, and its own ones."""
    merged = own.together(inherited) if inherited else own.together()
    for name, element in own.items():
        parent = merged.get(name)
        if element is None or element is False:
            if parent is None:
                what = f"{name} removes nothing: no inherited element has this name"
                raise Fault(Code.ELEMENT_UNKNOWN, own.place_of_key(name), what=what, fix=suggest(name, merged))
            del merged[name]
        elif isinstance(parent, Map) and isinstance(element, Map):
            merged.adopt(name, own, _override(parent, element))
        else:
            merged.adopt(name, own)
    return _reordered(merged)


def _override(parent: Map, own: Map) -> Map:
    """Return an element with its parent's values where it has none. An element of another kind replaces its parent."""
    kinds = element_kinds(own)
    if kinds and kinds[0] not in parent:
        return own
    merged = own.together(parent)
    for key, value in own.items():
        if key == "group" and isinstance(value, Map):
            merged.adopt(key, own, inherit_elements(parent.get(key), value))
        elif isinstance(value, str) and value.lstrip().startswith("+="):
            merged.adopt(key, own, _added(parent.get(key, 0), value, own.place_of(key), key))
        else:
            merged.adopt(key, own)
    return merged


def _added(base: Any, addition: str, place: Place, key: str) -> float | str:
    """Return the inherited length plus the one after +=. Sizes of type are in pt, all others in mm."""
    amount = addition.lstrip()[2:].strip()
    if is_dynamic(base) or is_dynamic(amount):
        what, fix = f"{key}: += needs plain lengths, not expressions", "write the whole length, as one expression"
        raise Fault(Code.WRONG_VALUE, place, what=what, fix=fix)
    unit = "pt" if key in ("size", "smallest") else "mm"
    try:
        total = parse_length(base, unit) + parse_length(amount, unit)
    except Mistake as mistake:
        raise Fault(Code.WRONG_VALUE, place, what=f"{key}: {mistake.what}", fix=mistake.fix) from None
    return f"{total:.6f}mm" if unit == "pt" else total


def _reordered(elements: Map) -> Map:
    """Return the elements in painting order: those with ``before:`` or ``after:`` are moved next to the named one."""
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
                raise Fault(Code.ELEMENT_UNKNOWN, element.place_of(key), what=what, fix=suggest(str(target), order))
            order.remove(name)
            order.insert(order.index(target) + (key == "after"), name)
    result = Map(elements.file, elements.at)
    for name in order:
        result.adopt(name, elements)
    return result


def _nodes(elements: Map, defaults: Map | None, diagnostics: Diagnostics, is_draft: bool) -> tuple[Node, ...] | None:
    """Return the elements; None if one has a fault, or in a draft all that have none."""
    nodes: list[Node | None] = []
    for name, element in elements.items():
        node = None
        with diagnostics.catch_faults():
            if not isinstance(element, Map):
                what = f"element {name} must be a mapping, not {describe(element)}"
                fix = f'say what it draws: {name}: {{text: "Go", in: safe}}'
                raise Fault(Code.WRONG_VALUE, elements.place_of(name), what=what, fix=fix)
            node = _node(name, element, defaults, diagnostics, is_draft)
        nodes.append(node)
    sound = tuple(node for node in nodes if node is not None)
    return sound if len(sound) == len(nodes) or is_draft else None


def _node(name: str, own_tree: Map, defaults: Map | None, diagnostics: Diagnostics, is_draft: bool) -> Node | None:
    kinds = element_kinds(own_tree)
    if not kinds:
        words = (*ELEMENTS, *plugins("pnp.elements"))
        shared = {field.alias or name for name, field in Element.model_fields.items()}
        fixes = (called_here(key, ELEMENTS) or suggest(key, words) for key in own_tree if key not in shared)
        fix = next((f for f in fixes if f.startswith(("write", "did"))), f"give it one of: {', '.join(words)}")
        raise Fault(Code.ELEMENT_KIND, own_tree.place, what=f"element {name} does not say what it draws", fix=fix)
    if len(kinds) > 1:
        what = f"element {name} is both {' and '.join(kinds)}"
        raise Fault(Code.ELEMENT_KIND, own_tree.place_of_key(kinds[1]), what=what, fix="make two elements of it")
    tree = own_tree
    if kinds[0] == "text" and defaults is not None:
        tree = own_tree.together(defaults, own_tree)
    element = validate(element_model(kinds[0]), tree, f"{kinds[0]} element {name}", diagnostics)
    if element is None:
        return None
    own = element.own_box
    if isinstance(own, str) and element.within not in (None, own):
        what, fix = f"in: names a second box, beside {kinds[0]}: {own}", f"write it as {kinds[0]}:, without in:"
        raise Fault(Code.WRONG_VALUE, tree.place_of("in"), what=what, fix=fix)
    children: tuple[Node, ...] | None = ()
    if kinds[0] == "group":
        if not isinstance(tree["group"], Map):
            what, fix = "group must be a mapping of elements", "write a name before each, as below elements:"
            raise Fault(Code.WRONG_VALUE, tree.place_of("group"), what=what, fix=fix)
        children = _nodes(tree["group"], defaults, diagnostics, is_draft)
    return None if children is None else Node(name=name, element=element, source=tree, children=children)
