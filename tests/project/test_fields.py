"""What a value holds is read: no field of a dataclass is worked out for nobody."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest
from conftest import ROOT

READ_BY_TESTS = {"hyphenated", "reports"}
"""How a line goes on, which its text does not show; and what `pnp.api` returns to other programs."""


def trees() -> Iterator[ast.Module]:
    for file in (ROOT / "pnp").rglob("*.py"):
        yield ast.parse(file.read_text(encoding="utf-8"))


def fields(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and any("dataclass" in ast.unparse(one) for one in node.decorator_list):
            for line in node.body:
                if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name):
                    yield f"{node.name}.{line.target.id}"


def read(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
            yield node.attr
        elif isinstance(node, ast.MatchClass):
            yield from node.kwd_attrs


def read_by_pages() -> Iterator[str]:
    """What the scripts of the preview and the studio read of the values that become JSON."""
    folders = (ROOT / "pnp/serve/static", ROOT / "pnp/extensions/studio/static")
    for file in (file for folder in folders for file in folder.glob("*.js")):
        yield from re.findall(r"\.(\w+)", file.read_text(encoding="utf-8"))


@pytest.mark.slow
def test_every_field_is_read_somewhere() -> None:
    """By name: of two classes with a field of one name it is enough that one is read."""
    parsed = list(trees())
    declared = [field for tree in parsed for field in fields(tree)]
    used = {name for tree in parsed for name in read(tree)} | READ_BY_TESTS | set(read_by_pages())
    assert len(declared) > 200
    assert [field for field in declared if field.partition(".")[2] not in used] == []
