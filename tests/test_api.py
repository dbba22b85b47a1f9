"""The Python interface: the examples of docs/api.md run as they are written, and a package adds one of each kind."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT, WriteProject
from test_recipes import FONTS, GAME, follow
from workers.test_supervisor import NESTED

from pnp import api
from pnp.core import plugins

pytestmark = pytest.mark.process

PAGE = (ROOT / "docs/api.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```python\n(.*?)^```\n\n```text\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
PACKAGE = dict(re.findall(r"^```\w+ title=(\S+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with the game of the first recipe."""
    root = tmp_path / "project"
    (root / "fonts/source-sans-3").mkdir(parents=True)
    (root / "fonts/fonts.yaml").write_text(FONTS)
    for font in (ROOT / "fonts/source-sans-3").glob("SourceSans3-[RB]*.ttf"):
        shutil.copy(font, root / "fonts/source-sans-3")
    follow(GAME, root)
    return root


def python(arguments: list[str], root: Path, *searched: Path) -> str:
    """What Python prints, run in a folder with some more to search for packages."""
    path = os.pathsep.join(map(str, searched))
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=root,
        env={**os.environ, "PYTHONPATH": path, "COLUMNS": "100"},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout if done.returncode == 0 else f"{done.returncode} {done.stdout}{done.stderr}"


def pnp(root: Path, *arguments: str, searched: Path) -> str:
    code = "import sys; from pnp.commands import main; sys.argv[0] = 'pnp'; main()"
    return python(["-c", code, *arguments], root, searched)


@pytest.mark.parametrize(("script", "printed"), EXAMPLES, ids=range(len(EXAMPLES)))
def test_examples_print_what_the_page_says(project: Path, tmp_path: Path, script: str, printed: str) -> None:
    (tmp_path / "script.py").write_text(script)
    assert python([str(tmp_path / "script.py")], project) == printed


def test_the_page_imports_the_interface_alone() -> None:
    """The adapters, which need other packages, are modules of their own."""
    imported = set(re.findall(r"^(?:from|import) (pnp\S*)", PAGE, re.MULTILINE))
    assert {name for name in imported if not name.startswith("pnp.extensions.laboratory.adapters")} == {"pnp"}


def test_every_name_of_the_interface_can_be_imported() -> None:
    assert [name for name in api.__all__ if getattr(api, name, None) is None] == []
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = api.nothing


def test_work_has_limits(write_project: WriteProject) -> None:
    root = write_project({"templates/small/face.yaml": NESTED})
    with pytest.raises(api.Fault) as error:
        api.build(root, limits=api.Limits(item_seconds=0.6))
    assert error.value.diagnostic.code == api.Code.TIME_LIMIT


@pytest.mark.slow
def test_a_package_adds_one_of_each_kind(project: Path, tmp_path: Path) -> None:
    package, site = tmp_path / "package", tmp_path / "site"
    package.mkdir()
    for name, text in PACKAGE.items():
        (package / name).write_text(text)
    install = ["-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--disable-pip-version-check"]
    subprocess.run([sys.executable, *install, "--target", str(site), str(package)], check=True)
    template = project / "templates/high-card/card.yaml"
    template.write_text(template.read_text() + '  spot: {dot: "#ff0000", in: safe, width: 4mm, height: 4mm}\n')
    game = project / "data/high-card/game.yaml"
    game.write_text(game.read_text().replace("title: High Card", "title: HIGH CARD"))

    assert "hello" in pnp(project, "--help", searched=site)
    assert pnp(project, "hello", "--name", "you", searched=site) == "hello you\n"
    assert "words.txt  12 names" in pnp(project, "export", "words", searched=site)
    assert (project / "output/high-card/en/words.txt").read_text().startswith("numbers ")
    shouting = pnp(project, "check", "--only", "shouting", searched=site)
    assert "data/high-card/game.yaml:1:8: error[wrong-value]: HIGH CARD shouts" in shouting
    assert "12 cards" in pnp(project, "build", searched=site)
    game.write_text(game.read_text().replace("HIGH CARD", "High Card"))
    told = pnp(project, "simulate", "high-card", "--games", "20", "--bots", "last", "--players", "2", searched=site)
    assert "High Card · 2 players" in told and "20 games" in told
    assert '"dot"' in pnp(project, "schema", "template", searched=site)

    example = site / "pnp_example.py"
    text = example.read_text()
    sound = game.read_text()
    game.write_text(sound + "expect: [{that: 1 == 2, why: it is not}]\n")
    for line, arguments in {
        "def hello": ["hello"],
        "def _words": ["export", "words"],
        "def check_shouting": ["check", "--jobs", "1"],
        "def _draw_dot": ["build"],
        "BotKind": ["simulate", "high-card", "--games", "20", "--bots", "last", "--players", "2"],
    }.items():
        faulty = re.sub(rf"({line}.*:)$", r"\1\n    return nothing_there", text, flags=re.MULTILINE)
        faulty = faulty if faulty != text else text.replace("options[-1]", "options[99]")
        example.write_text(faulty)
        told = pnp(project, *arguments, searched=site)
        number = next(n for n, each in enumerate(faulty.split("\n"), 1) if line in each) + line.startswith("def")
        assert "error[plugin-faulty]: the package pnp-example has failed: " in told, told
        assert f"pnp_example.py:{number}" in told and "bug" not in told, told
        assert arguments[0] != "check" or "it is not" in told, told  # the other checks go on
    game.write_text(sound)
    (site / "pnp_example.py").write_text("import nothing_like_it\n")
    for arguments in (["hello"], ["export", "words"], ["build"], ["check", "--only", "shouting"]):
        told = pnp(project, *arguments, searched=site)
        assert told.startswith("1 ") and "error[plugin-faulty]" in told and "pip uninstall pnp-example" in told, told


def test_without_packages_nothing_is_searched() -> None:
    code = "import sys; from pnp.core.plugins import plugins; plugins('pnp.checks'); print('importlib.metadata' in sys.modules)"
    assert python(["-c", code], ROOT) == "False\n"
    assert all(plugin.is_own for plugin in plugins.plugins("pnp.exports").values())
