"""Layers are kept, and a command loads only what it needs."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from conftest import ROOT


def test_import_rules_are_kept() -> None:
    from importlinter.cli import lint_imports

    assert lint_imports(config_filename=str(ROOT / "pyproject.toml")) == 0


def loaded(statement: str) -> set[str]:
    """The top-level modules that a statement loads in a fresh interpreter."""
    code = f"import sys, json; {statement}; print(json.dumps(sorted({{m.split('.')[0] for m in sys.modules}})))"
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


@pytest.mark.parametrize(
    ("module", "never"),
    [
        ("pnp.core.diagnostics", HEAVY),
        ("pnp.project.files", HEAVY - {"yaml"}),
        ("pnp.core.fonts", HEAVY - {"uharfbuzz"}),
        ("pnp.text.typography", HEAVY),
        ("pnp.layout.game", {"reportlab", "PIL", "fontTools", "rich", "babel"}),
        ("pnp.serve.server", HEAVY - {"yaml", "jinja2", "starlette", "uvicorn", "watchfiles", "anyio"}),
        ("pnp.rulebook.load", {"reportlab", "PIL", "jinja2", "pydantic", "fontTools"}),
    ],
)
def test_a_module_loads_no_more_than_it_needs(module: str, never: set[str]) -> None:
    assert loaded(f"import {module}") & never == set()
