"""Layers are kept, and a command loads only what it needs."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

import pytest
from conftest import ROOT

pytestmark = pytest.mark.process


def test_import_rules_are_kept() -> None:
    from importlinter.cli import lint_imports

    assert lint_imports(config_filename=str(ROOT / "pyproject.toml")) == 0


def loaded(statement: str) -> set[str]:
    """The top-level modules that a statement loads in a fresh interpreter."""
    code = f"import sys, json; {statement}; print(json.dumps([m for m in sys.modules if '.' not in m]))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    return set(json.loads(done.stdout.splitlines()[-1]))


HEAVY = {
    "reportlab", "jinja2", "pydantic", "PIL", "yaml", "babel", "fontTools", "uharfbuzz", "markdown_it", "num2words",
    "pyphen", "rich", "starlette", "uvicorn", "watchfiles", "anyio",
}  # fmt: skip


def test_the_command_line_itself_loads_nothing_heavy() -> None:
    assert loaded("import pnp.commands") & HEAVY == set()


def test_help_and_version_load_nothing_heavy() -> None:
    for option in ("--help", "--version"):
        statement = f"sys.argv = ['pnp', '{option}']; import pnp.commands, contextlib\nwith contextlib.suppress(SystemExit): pnp.commands.main()\n0"
        assert loaded(statement.replace("; import", "\nimport")) & (HEAVY - {"rich"}) == set()


def test_what_a_later_pydantic_may_want_of_its_loader_is_imported() -> None:
    code = (
        "import pnp.commands as commands; commands.leave_out_pydantic_plugins(); from pydantic.plugin import _loader;"
        "assert _loader.get_plugins() == () and not hasattr(_loader, '__file__');"
        "from pydantic.plugin._loader import PYDANTIC_ENTRY_POINT_GROUP as group; assert group == 'pydantic'"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)


@pytest.mark.parametrize(
    ("module", "never"),
    [
        ("pnp.core.diagnostics", HEAVY),
        ("pnp.project.files", HEAVY - {"yaml"}),
        ("pnp.core.fonts", HEAVY - {"uharfbuzz"}),
        ("pnp.text.typography", HEAVY),
        ("pnp.layout.cards.game", {"reportlab", "PIL", "fontTools", "rich", "babel"}),
        ("pnp.serve.server", HEAVY - {"yaml", "jinja2", "starlette", "uvicorn", "watchfiles", "anyio"}),
    ],
)
def test_a_module_loads_no_more_than_it_needs(module: str, never: set[str]) -> None:
    assert loaded(f"import {module}") & never == set()


WATCHED = """
import importlib._bootstrap as bootstrap, json, os, sys
from contextlib import suppress

load, importing, called = bootstrap._load_unlocked, [], set()

def imported(spec):
    importing.append(spec)
    try:
        return load(spec)
    finally:
        importing.pop()

def note(frame, event, _):
    if event == "call" and not importing:
        called.add(frame.f_globals.get("__name__"))

bootstrap._load_unlocked = imported
from pnp.workers import supervisor
supervisor.supervised = lambda work, limits, progress: work(progress)  # here, where it is watched
from pnp.commands import main
sys.setprofile(note)
with suppress(SystemExit):
    main()
sys.setprofile(None)
idle = sorted(name for name in sys.modules if name.startswith("pnp.") and name not in called)
print(json.dumps([[name for name in sys.modules if getattr(sys.modules[name], "__file__", None)], idle]))
"""
"""A program that runs pnp, then prints the modules it has imported, and those of pnp of which it called no function."""

NOT_FOR_A_CARD = {
    "babel", "budoux", "coloraide", "concurrent.futures.process", "coverage", "email", "fontTools", "icu4py",
    "importlib.metadata", "importlib.resources", "markdown_it", "num2words", "pebble", "pnp.play", "pnp.project.profile",
    "pnp.rulebook", "pnp.text.glossary", "pnp.ties", "pypdfium2", "pyphen", "rich", "ssl", "urllib.request", "zipfile",
}  # fmt: skip

IDLE = {
    "pnp.checks.faces", "pnp.core", "pnp.core.cff", "pnp.core.codes", "pnp.core.glyph_outlines", "pnp.core.inks",
    "pnp.core.scripts", "pnp.core.sketch", "pnp.core.stems", "pnp.core.web_fonts", "pnp.core.wide_punctuation",
    "pnp.expressions", "pnp.layout", "pnp.layout.cards", "pnp.layout.cards.barcodes", "pnp.layout.cards.plain_line",
    "pnp.layout.mirroring", "pnp.layout.pictures", "pnp.layout.sheets", "pnp.layout.sheets.printer_offset",
    "pnp.layout.sheets.token_packing", "pnp.layout.surfaces", "pnp.layout.svg", "pnp.layout.svg.clip",
    "pnp.layout.svg.image", "pnp.layout.svg.mask", "pnp.layout.svg.pattern", "pnp.layout.svg.picture",
    "pnp.layout.svg.recolouring", "pnp.layout.svg.text", "pnp.layout.text", "pnp.layout.text.line_breaking",
    "pnp.layout.text.missing_letters", "pnp.project", "pnp.project.delimited", "pnp.project.measures", "pnp.render",
    "pnp.text", "pnp.text.bidi_levels", "pnp.text.catalogue", "pnp.text.formulas", "pnp.text.hyphenation",
    "pnp.text.player_names", "pnp.text.po_reader", "pnp.text.sample_text", "pnp.text.segmentation", "pnp.workers",
    "pnp.workers.faults", "pnp.workers.limits", "pnp.workers.pool", "pnp.workers.supervisor",
}  # fmt: skip
"""Modules that a build of one card imports and does not call: packages, tables, and small ones, together 4 % of it."""


def test_a_build_of_one_card_imports_what_it_calls(tmp_path: Path) -> None:
    make = f"import sys; sys.path.insert(0, 'benchmarks'); import decks; decks.make_project(decks.DECKS['spicy-1'], decks.Path({str(tmp_path)!r}))"
    subprocess.run([sys.executable, "-c", make], check=True, cwd=ROOT)
    arguments = [sys.executable, "-c", WATCHED, "build", "--project", str(tmp_path)]
    environment = {**os.environ, "PNP_CACHE": "off"}
    done = subprocess.run(arguments, capture_output=True, text=True, check=True, cwd=ROOT, env=environment)
    assert "1 card on 1 sheet" in done.stdout
    names, idle = json.loads(done.stdout.splitlines()[-1])
    assert {name for name in names for part in [*NOT_FOR_A_CARD] if f"{name}.".startswith(f"{part}.")} == set()
    assert set(idle) <= IDLE


@pytest.fixture(scope="module")
def trees() -> dict[Path, ast.Module]:
    """The syntax tree of each module of pnp."""
    return {path: ast.parse(path.read_text(encoding="utf-8")) for path in (ROOT / "pnp").rglob("*.py")}


def test_no_import_leads_back_to_its_module(trees: Mapping[Path, ast.Module]) -> None:
    """Also no import inside a function, nor one that only types need: a reader who follows them meets each file once."""
    assert _circles(_python_imports(trees)) == []
    for folder in {path.parent for path in (ROOT / "pnp").rglob("*.js")}:
        assert _circles(_script_imports(folder)) == [], folder


def _python_imports(trees: Mapping[Path, ast.Module]) -> dict[str, set[str]]:
    """Return the modules of pnp that each imports, anywhere in its file."""
    files = {path: path.relative_to(ROOT) for path in trees if "data" not in path.parts}
    names = {path: ".".join(file.with_suffix("").parts).removesuffix(".__init__") for path, file in files.items()}
    found: dict[str, set[str]] = {name: set() for name in names.values()}
    for path, name in names.items():
        for node in ast.walk(trees[path]):
            if isinstance(node, ast.Import):
                found[name].update(alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module:
                inner = {alias.name: f"{node.module}.{alias.name}" for alias in node.names}
                found[name].update(each if each in found else node.module for each in inner.values())
    return found


def _script_imports(folder: Path) -> dict[str, set[str]]:
    """Return the scripts of pages that each imports, by the names of their files."""
    pattern = re.compile(r"""(?:from|import)\s*\(?["'](?:\.{1,2}/|/static/)+([\w/-]+\.m?js)["']""")
    scripts = {path.name: path.read_text(encoding="utf-8") for path in folder.rglob("*.js")}
    return {name: {found.rpartition("/")[2] for found in pattern.findall(text)} for name, text in scripts.items()}


def _circles(imports: Mapping[str, Collection[str]]) -> list[str]:
    """Return the modules that import each other, directly or by way of others: those left without ends to take off."""
    left = {name: {other for other in others if other in imports} for name, others in imports.items()}
    while ends := {name for name, others in left.items() if not others}:
        left = {name: others - ends for name, others in left.items() if name not in ends}
    while tops := left.keys() - {other for others in left.values() for other in others}:
        left = {name: others for name, others in left.items() if name not in tops}
    return [f"{name} imports {', '.join(sorted(others))}" for name, others in sorted(left.items())]


def test_a_circle_is_found() -> None:
    assert _circles({"a": ["b"], "b": ["c"], "c": ["b"], "d": []}) == ["b imports c", "c imports b"]


def test_a_type_name_stands_once(trees: Mapping[Path, ast.Module]) -> None:
    """Two engineers who talk about a type mean the same one. Aliases of types count, constants do not."""
    places: dict[str, list[str]] = {}
    for file, tree in trees.items():
        if "data" in file.parts:  # the rules of starters
            continue
        for node in tree.body:
            for name in _type_names(node):
                places.setdefault(name, []).append(file.relative_to(ROOT).as_posix())
    assert {name: files for name, files in places.items() if len(files) > 1} == {}


def _type_names(node: ast.stmt) -> list[str]:
    if isinstance(node, ast.ClassDef):
        return [node.name]
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
        name = node.targets[0].id
        return [name] if name.lstrip("_")[:1].isupper() and not name.isupper() else []
    return []


def test_frozen_classes_are_quickly_defined(trees: Mapping[Path, ast.Module]) -> None:
    """`dataclass(frozen=True)` compiles six methods for each class when it is imported."""
    slow = [place for place, call in _calls_at_import(trees, "dataclass") if "frozen=True" in call]
    assert slow == []


def test_patterns_of_modules_are_compiled_when_they_are_used(trees: Mapping[Path, ast.Module]) -> None:
    assert [place for place, _ in _calls_at_import(trees, "re.compile")] == []


def _calls_at_import(trees: Mapping[Path, ast.Module], function: str) -> Iterator[tuple[str, str]]:
    """Yield the place and the source of each call of a function that is made when a module of pnp is imported."""
    for file, tree in trees.items():
        if "starters" in file.parts:
            continue
        nodes: list[ast.AST] = [tree]
        while nodes:
            node = nodes.pop()
            if isinstance(node, ast.Call) and ast.unparse(node.func) == function:
                yield f"{file.relative_to(ROOT)}:{node.lineno}", ast.unparse(node)
            is_called_later = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
            nodes += () if is_called_later else ast.iter_child_nodes(node)
