"""The classes that packages meet → docs/objects.md: a table of the attributes of each, from its docstring and types."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator

from pnp import api
from pnp.core.frame import Box, Frame, Group, Image, Path, Text, Use
from pnp.core.inks import Press
from pnp.layout.cards.game import GameLayout
from pnp.project.fields import CardField
from pnp.project.files import Files
from pnp.project.game import Card, Deck, Game, GameHead
from pnp.project.profile import ShopProfile
from pnp.project.table import Cell
from pnp.project.template import Node, Template
from pnp.text.edition import Edition

PARTS = {
    "Files and faults": (Files, api.Output, api.Place, api.Diagnostics),
    "A game": (Game, GameHead, Deck, Card, CardField, Template, Node),
    "Trees and tables": (api.Map, api.Seq, api.TableLine, Cell),
    "An edition and its layout": (Edition, GameLayout, api.BuildContext, api.ExportRequest, ShopProfile, Press),
    "What is drawn": (Frame, Box, Path, Text, Image, Group, Use, api.DrawingContext),
    "What is checked": (api.GameSubject, api.EditionSubject, api.StageRequest),
    "What is played and served": (api.BotSeat, api.PageRoute),
    "What is imported": (api.FoundDeck, api.DrawnTemplate),
}


def objects(page: str) -> str:
    """Return the page, with a section for each part below its introduction."""
    parts = [page.partition("\n## ")[0].rstrip()]
    for title, classes in PARTS.items():
        parts.append(f"## {title}")
        for each in classes:
            parts += _section(each)
    return "\n\n".join(parts) + "\n"


def _section(each: type) -> Iterator[str]:
    """Yield the name of a class, its first sentence, and the table of its attributes."""
    yield f"### {each.__name__}"
    yield inspect.cleandoc(each.__doc__ or "").partition("\n")[0]
    rows = [f"| `{name}` | {_code(kind)} | {text} |" for name, kind, text in _attributes(each)]
    if rows:
        yield "\n".join(["| Attribute | Type | What it is |", "| --- | --- | --- |", *rows])


def _attributes(each: type) -> Iterator[tuple[str, str, str]]:
    """Yield name, type and meaning of each public attribute: fields, then properties and methods."""
    told = dict(re.findall(r"^ {4}(\w+): (.*(?:\n {8}.*)*)", inspect.getdoc(each) or "", re.MULTILINE))
    (tree,) = ast.parse(inspect.cleandoc(f"\n{inspect.getsource(each)}")).body
    assert isinstance(tree, ast.ClassDef)
    for node, after in zip(tree.body, [*tree.body[1:], None], strict=True):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            name, kind = node.target.id, ast.unparse(node.annotation)
            text = told.get(name, "")
            if not text and isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
                text = str(after.value.value)
        elif isinstance(node, ast.FunctionDef):
            name, kind = node.name, ast.unparse(node.returns) if node.returns else ""
            text = (ast.get_docstring(node) or "").partition("\n\n")[0]
            if not any(ast.unparse(each).endswith("property") for each in node.decorator_list):
                name += f"({_without_self(node.args)})"
        else:
            continue
        if not name.startswith("_"):
            yield name, kind, " ".join(text.split()).replace("|", "\\|")


def _without_self(arguments: ast.arguments) -> str:
    """Return the parameters of a method as they are written."""
    return ast.unparse(arguments).removeprefix("self").removeprefix(", ").replace("|", "\\|")


def _code(kind: str) -> str:
    """Return a type for a cell: without what validates it."""
    kind = re.sub(r"Annotated\[([\w.]+(?:\[[^\]]*\])?),.*\]", r"\1", kind.replace("v.", ""))
    return f"`{kind}`".replace("|", "\\|") if kind else ""
