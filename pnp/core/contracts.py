"""What the objects of packages must be, and what their functions must return: one table, a row for each group.

It is read only for objects of installed packages; mypy and the tests hold the wings of pnp to the same. Classes are
named as in `pnp.api`, or by their module.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any, NamedTuple, get_args

from pnp.core.diagnostics import printable

WhyNot = Callable[..., str]
"""Takes a value, and the arguments of the function that returned it. It returns why the value cannot be used, as words
after the function's name ("returns None, not a Frame"), or "". Values that a function yields are given as a list."""


class Contract(NamedTuple):
    """What the objects of a group must be.

    Attributes:
        why_not: Takes the object and the name of its entry point; returns why it cannot be used, as words after the
            name ("is a str, not an Export"), or "".
        calls: What its functions must return, by what they do; a function that is not here may return anything.
    """

    why_not: Callable[[Any, str], str]
    calls: Mapping[str, WhyNot] = {}


def _class(name: str) -> Any:
    module, _, name = name.rpartition(":")
    return getattr(import_module(module or "pnp.api"), name)


def _described(value: object) -> str:
    """Return what a value is, for people: None, a str, an Output."""
    return "None" if value is None else _with_article(type(value).__name__)


def _with_article(name: str) -> str:
    name = name.rpartition(":")[2]
    return f"{'an' if name[0] in 'AEIOaeio' else 'a'} {name}"


def _unlike(value: object, name: str) -> str:
    """Return why a value is not of a class; "" if it is."""
    return "" if isinstance(value, _class(name)) else f"{_described(value)}, not {_with_article(name)}"


def _returns(name: str) -> WhyNot:
    """Expect a value of a class."""

    def why_not(value: Any, *_: Any) -> str:
        unlike = _unlike(value, name)
        return unlike and f"returns {unlike}"

    return why_not


def _returns_function(value: Any, *_: Any) -> str:
    return "" if callable(value) else f"returns {_described(value)}, not a function"


def _yields(name: str, why_not_one: Callable[..., str] | None = None) -> WhyNot:
    """Expect several values of a class.

    Args:
        name: The class.
        why_not_one: Returns why one value cannot be used; it takes the value, and the function's arguments.
    """

    def why_not(values: Any, *arguments: Any) -> str:
        if not isinstance(values, list | tuple):
            return f"returns {_described(values)}, and should yield {_with_article(name)} for each"
        for value in values:
            if unlike := _unlike(value, name):
                return f"yields {unlike}"
            if why_not_one and (why := why_not_one(value, *arguments)):
                return why
        return ""

    return why_not


def _is(name: str, **functions: bool) -> Callable[[Any, str], str]:
    """Expect an object of a class with functions.

    Args:
        name: The class.
        functions: Its attributes that are functions, and whether each may be None instead.
    """

    def why_not(value: Any, _name: str) -> str:
        if unlike := _unlike(value, name):
            return f"is {unlike}"
        for attribute, may_lack in functions.items():
            function = getattr(value, attribute)
            if not callable(function) and not (may_lack and function is None):
                return f"has {_described(function)} as {attribute}, not a function"
        return ""

    return why_not


def _reads(name: str) -> Callable[[Any, str], str]:
    """Expect an object of a class that names its function as "module:function"."""

    def why_not(value: Any, _name: str) -> str:
        if unlike := _unlike(value, name):
            return f"is {unlike}"
        return "" if _is_reference(value.function) else f"has {value.function!r} as function, not “module:function”"

    return why_not


def _is_reference(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch(r"[\w.]+:\w+", value) is not None


# --- rows of the table that say more than a class


def _why_no_checks(value: Any, name: str) -> str:
    needs = get_args(_class("pnp.checks.subject:Need"))
    for check in value if isinstance(value, tuple) else (value,):
        if unlike := _unlike(check, "Check"):
            return f"is {unlike}"
        if check.name != name:
            return f"is a Check called {check.name}; a check has the name of its entry point, {name}"
        if check.subject not in ("game", "edition"):
            return f"is a Check of {check.subject!r}, which must be “game” or “edition”"
        if check.needs not in needs:
            return f"is a Check that needs {check.needs!r}, not one of: {', '.join(filter(None, needs))}"
        if not _is_reference(check.function) or (check.summary and not _is_reference(check.summary)):
            return "is a Check whose function is not written as “module:function”"
        if check.is_built:
            return "is a Check with is_built; builds run no checks of packages"
    return "" if value else "is an empty tuple, not a Check"


def _why_no_stage(value: Any, name: str) -> str:
    if why := _is("Stage", run=False)(value, name):
        return why
    if value.name != name:
        return f"is a Stage called {value.name}; a stage has the name of its entry point, {name}"
    if not isinstance(value.covers, frozenset | set) or not all(isinstance(check, str) for check in value.covers):
        return "is a Stage whose covers is no set of names"
    return ""


def _why_no_importer(value: Any, name: str) -> str:
    if why := _reads("Importer")(value, name):
        return why
    for attribute in ("summary", "example", "copies", "copies_help"):
        if not isinstance(text := getattr(value, attribute), str):
            return f"has {_described(text)} as {attribute}, not a text"
    if not re.fullmatch(r"--[a-z][a-z0-9-]*", value.copies):
        return f"has {value.copies!r} as copies, not an option such as --copies"
    return ""


def _why_no_element(value: Any, name: str) -> str:
    if why := _is("ElementKind", draw=False, aspect=True, expand=True)(value, name):
        return why
    model: Any = value.model
    if not (isinstance(model, type) and issubclass(model, _class("Element"))):
        return "has a model that is not a class of Element"
    if (kind := getattr(model, "kind", "")) != name:
        return f"has a model of kind {kind!r}; the kind is the name of the entry point, {name}"
    return "" if name in getattr(model, "model_fields", ()) else f"has a model without the field {name}"


def _why_no_pages(value: Any, name: str) -> str:
    why = _is("AddedPages", routes=False)(value, name)
    return why or ("" if isinstance(value.title, str) and value.title else "has no title")


def _why_no_paper(value: Any, _name: str) -> str:
    if not (isinstance(value, tuple) and len(value) == 2 and all(map(_is_number, value))):
        return f"is {value!r}, not a tuple of its width and height in mm"
    shortest, longest = _class("pnp.core.printing:SHORTEST"), _class("pnp.core.printing:LONGEST")
    if not shortest <= value[0] <= value[1] <= longest:
        return f"is {value[0]:g} × {value[1]:g} mm; width and height in portrait are {shortest:g} to {longest:g} mm"
    return ""


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _why_no_command(value: Any, _name: str) -> str:
    return "" if callable(value) else f"is {_described(value)}, no function, and no typer application"


def _why_no_product(value: Any, _name: str) -> str:
    return "" if callable(value) else f"is {_described(value)}, not a function"


def _why_no_file(output: Any, context: Any, *_: Any) -> str:
    """Return why a product or export cannot make a file."""
    return _why_no_output(output, context.layout.edition.game.name, [each.path for each in _outputs(context.made)])


def _why_not_gathered(output: Any, _files: Any, game: str, *_: Any) -> str:
    return _why_no_output(output, game, [])


def _why_no_gathering(values: Any, *arguments: Any) -> str:
    why = _yields("Output", _why_not_gathered)(values, *arguments)
    return why or ("" if values or arguments[4].errors else "returns no files")


def _outputs(made: Sequence[Any]) -> list[Any]:
    return [each for each in made if isinstance(each, _class("Output"))]


def _why_no_output(output: Any, game: str, made: Sequence[str]) -> str:
    if not isinstance(output, _class("Output")):  # pictures that are still to be drawn
        return next((why for path in output.paths if (why := _why_no_path(path, game))), "")
    if why := _why_no_path(output.path, game):
        return why
    if output.path in made:
        return f"makes {output.path}, which has been made by pnp or another package"
    if not isinstance(output.content, bytes):
        return f"gives {output.path} {_described(output.content)} as content, not bytes"
    return "" if isinstance(output.summary, str) else f"gives {output.path} a summary that is not a text"


def _why_no_path(path: object, game: str) -> str:
    if isinstance(path, str) and path == printable(path) and "\\" not in path:
        first, *others = path.split("/")
        if first == game and others and not {"", ".", ".."} & set(others):
            return ""
    return f"makes a file {path}; paths begin with the folder of the game, {game}/"


def _why_not_drawn(item: Any, *_: Any) -> str:
    """Return why an item cannot be drawn."""
    paints = [getattr(item, "fill", None), getattr(getattr(item, "stroke", None), "paint", None)]
    for paint in paints:
        if isinstance(paint, str) and not re.fullmatch("#[0-9a-f]{6}", paint):
            return f"yields {_with_article(type(item).__name__)} in the colour {paint!r}, not #rrggbb"
    for segment in getattr(item, "segments", ()):
        if not isinstance(segment, tuple) or not all(map(_is_number, segment[1:])):
            return f"yields a Path with the segment {segment!r}"
    for inner in getattr(item, "items", ()):
        if why := _unlike(inner, "Item"):
            return f"yields a Group with {why}"
        if why := _why_not_drawn(inner):
            return why
    return ""


def _why_no_aspect(value: Any, *_: Any) -> str:
    return "" if _is_number(value) and value > 0 else f"returns {value!r}, not width divided by height"


def _why_no_import(value: Any, *_: Any) -> str:
    if not (isinstance(value, tuple) and len(value) == 2 and isinstance(value[1], str)):
        return f"returns {_described(value)}, not a tuple of a list of FoundDeck and a text"
    decks, _letters = value
    if not isinstance(decks, list | tuple):
        return f"returns {_described(decks)} for the decks, not a list"
    for deck in decks:
        if unlike := _unlike(deck, "FoundDeck"):
            return f"returns {unlike}, among the decks"
        if why := _why_no_rows(deck.rows) or _why_no_deck(deck):
            return why
    return ""


def _why_no_deck(deck: Any) -> str:
    if not isinstance(deck.copies_column, str):
        return f"returns a FoundDeck with {_described(deck.copies_column)} as copies_column, not a text"
    if not isinstance(deck.copies, int) or deck.copies < 0:
        return f"returns a FoundDeck with {deck.copies!r} copies"
    if deck.size is not None and not (isinstance(deck.size, tuple) and [*map(_is_number, deck.size)] == [True, True]):
        return f"returns a FoundDeck of the size {deck.size!r}, not width and height in mm"
    if isinstance(deck.left_out, str) or not all(isinstance(line, str) for line in deck.left_out):
        return "returns a FoundDeck whose left_out is no list of lines"
    return ""


def _why_no_table(rows: Any, *arguments: Any) -> str:
    diagnostics = arguments[4]
    return "" if rows is None and diagnostics.errors else _why_no_rows(rows)


def _why_no_rows(rows: Any) -> str:
    if not isinstance(rows, _class("Seq")):
        return f"returns {_described(rows)}, not rows as read_table and parse_csv make them"
    wrong = next((row for row in rows if not isinstance(row, _class("Map"))), None)
    return "" if wrong is None else f"returns rows of which one is {_described(wrong)}, not a Map"


def _why_no_start(value: Any, *_: Any) -> str:
    if not (isinstance(value, tuple) and len(value) == 2):
        return f"returns {_described(value)}, not a tuple of files and notes"
    return next((f"returns {why}" for output in value[0] if (why := _unlike(output, "Output"))), "")


def _why_not_entered(value: Any, *_: Any) -> str:
    if hasattr(value, "__enter__") and hasattr(value, "__exit__"):
        return ""
    return f"returns {_described(value)}, not a context manager: decorate it with contextlib.contextmanager"


def _why_no_finish(value: Any, *_: Any) -> str:
    return "" if callable(value) else f"yields {_described(value)}, not a function that returns lines of the summary"


def _why_no_route(page: Any, *_: Any) -> str:
    if not re.fullmatch(r"(GET|POST) /\S*", str(page.line)):
        return f"returns a PageRoute with the line {page.line!r}; write GET or POST, a space, and a path"
    askers = get_args(_class("pnp.serve.access:Asker"))
    if page.asker not in askers:
        return f"returns a PageRoute for {page.asker!r}, not one of: {', '.join(askers)}"
    _class("starlette.routing:compile_path")(page.line.split()[1])  # raises what is wrong with the path
    return "" if callable(page.answer) else "returns a PageRoute whose answer is no function"


def _why_not_picked(value: Any, options: Any, *_: Any) -> str:
    return (
        "" if any(value is option or value == option for option in options) else f"picks {value!r}, which is no option"
    )


def _anything(_value: Any, _name: str) -> str:
    return ""


_TEXTS = _yields("builtins:str")

CONTRACTS: Mapping[str, Contract] = {
    "pnp.bots": Contract(
        _is("BotKind", seat=False, choose_for_all=True),
        {"seat": _returns_function, "pick": _why_not_picked},
    ),
    "pnp.checks": Contract(_why_no_checks, {"summary": _TEXTS}),
    "pnp.commands": Contract(_why_no_command),
    "pnp.data": Contract(_anything),
    "pnp.elements": Contract(
        _why_no_element,
        {
            "draw": _yields("Item", _why_not_drawn),
            "aspect": _why_no_aspect,
            "expand": _returns("pnp.project.tree:Map"),
        },
    ),
    "pnp.exports": Contract(
        _is("Export", make=False, prepare=True, gather=True),
        {
            "make": _yields("pnp.exports.request:Exported", _why_no_file),
            "prepare": _returns("ExportRequest"),
            "gather": _why_no_gathering,
        },
    ),
    "pnp.importers": Contract(_why_no_importer, {"read": _why_no_import}),
    "pnp.pages": Contract(
        _why_no_pages,
        {"routes": _yields("PageRoute", _why_no_route), "answer": _returns("starlette.responses:Response")},
    ),
    "pnp.papers": Contract(_why_no_paper),
    "pnp.products": Contract(_why_no_product, {"make": _yields("Output", _why_no_file)}),
    "pnp.renderers": Contract(_is("Renderer", prepare=False), {"prepare": _returns("Frame")}),
    "pnp.stages": Contract(
        _why_no_stage,
        {"run": _why_not_entered, "enter": _why_no_finish, "finish": _TEXTS},
    ),
    "pnp.starts": Contract(_reads("FileStart"), {"read": _why_no_start}),
    "pnp.tables": Contract(_reads("TableFormat"), {"read": _why_no_table}),
}
"""Group → what its objects must be. Groups between the wings of pnp are not here: OWN_GROUPS in plugins.py."""
