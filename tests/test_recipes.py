"""The recipes of CONTRIBUTING.md work as they are written: changes apply, commands end well and tell what is shown."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from conftest import ROOT

COPIED = (
    "pnp",
    "templates/common",
    "fonts/source-sans-3",
    "docs",
    "tests/play/forms/data",
    "README.md",
    "pyproject.toml",
    "requirements.lock",
)
"""What changes are made to, and what commands need; the games that ship are not among it."""
LEFT_OUT = shutil.ignore_patterns("__pycache__", "gallery")
FONTS = (
    "families:\n  text: {regular: source-sans-3/SourceSans3-Regular.ttf, bold: source-sans-3/SourceSans3-Bold.ttf}\n"
)

BLOCK = re.compile(r"^(`{3,})(\w+)(?: title=(\S+))?\n(.*?)^\1$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)


@dataclass(frozen=True)
class Recipe:
    """A section of the page.

    Attributes:
        files: New ones, by path.
        changes: As git reads them.
        commands: Each with what it tells.
    """

    title: str
    text: str
    files: dict[str, str]
    changes: str
    commands: list[tuple[str, str]]


def recipes() -> list[Recipe]:
    _, _, text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("\n## Recipes\n")
    return [recipe(section) for section in re.split(r"^### ", text, flags=re.MULTILINE)[1:]]


def recipe(section: str) -> Recipe:
    blocks = BLOCK.findall(section)
    return Recipe(
        title=section.splitlines()[0],
        text=section,
        files={path: text for _, _, path, text in blocks if path},
        changes="".join(text for _, language, _, text in blocks if language == "diff"),
        commands=[found for _, language, _, text in blocks if language == "console" for found in COMMAND.findall(text)],
    )


GAME, *OTHERS = recipes()


def follow(recipe: Recipe, root: Path) -> None:
    """Make the changes of a recipe."""
    for path, text in recipe.files.items():
        assert not (root / path).exists(), f"{path} is there already"
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    if recipe.changes:
        command = ["git", "apply", "-"]
        done = subprocess.run(command, cwd=root, input=recipe.changes, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr


def run(command: str, root: Path) -> str:
    """What a command tells in a copy of pnp."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "PYTHONPATH": str(root), "NO_COLOR": "1", "PYTHONUNBUFFERED": "1"}
    to = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    done = subprocess.run(command.split(), cwd=root, env=environment, text=True, check=False, **to)
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of pnp, with the game of the first recipe."""
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, tmp_path / name, ignore=LEFT_OUT)
        else:
            shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / "fonts/fonts.yaml").write_text(FONTS)
    follow(GAME, tmp_path)
    return tmp_path


@pytest.mark.parametrize("recipe", OTHERS, ids=lambda recipe: recipe.title)
def test_changes_of_recipes_apply_to_the_files_of_today(recipe: Recipe) -> None:
    for change in re.split(r"^(?=--- a/)", recipe.changes, flags=re.MULTILINE):
        if change and "high-card" not in change.splitlines()[0]:
            command = ["git", "apply", "--check", "-"]
            done = subprocess.run(command, cwd=ROOT, input=change, capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("recipe", [GAME, *OTHERS], ids=lambda recipe: recipe.title)
def test_recipes_work_as_written(copy: Path, recipe: Recipe) -> None:
    if recipe is not GAME:
        follow(recipe, copy)
    assert recipe.commands
    for command, told in recipe.commands:
        assert run(command, copy).split() == told.split(), command


@pytest.mark.slow
def test_a_box_is_its_entry_and_one_row_of_the_docs(copy: Path) -> None:
    (recipe,) = (recipe for recipe in OTHERS if recipe.title == "Add a container")
    assert '`"note": BOX`' in recipe.text
    assert "| `note` | a box |" in recipe.text
    kinds = copy / "pnp/rulebook/kinds/__init__.py"
    kinds.write_text(kinds.read_text().replace('    "tip": BOX,\n', '    "tip": BOX,\n    "note": BOX,\n'))
    (copy / "templates/high-card/booklet.yaml").write_text('boxes: {note: {fill: "#ffeeee"}}\n')
    (copy / "templates/high-card/rulebook.md").write_text("## Play\n\n::: note\nShow a card.\n:::\n")
    assert "rules.pdf" in run("pnp build high-card", copy)
    assert [
        page.read_text().count("`tip`") for page in (copy / "docs").glob("*.md") if "`tip`" in page.read_text()
    ] == [1]


def test_every_kind_of_change_has_a_recipe() -> None:
    wanted = ["game", "language", "paper", "shop", "starter", "element", "container", "check", "product"]
    assert [recipe.title.split()[-1] for recipe in [GAME, *OTHERS]] == wanted
