"""The Python interface: the examples of docs/api.md run as they are written, and a package adds one of each kind."""

from __future__ import annotations

import base64
import io
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, get_args

import notebook
import pytest
from conftest import ROOT, WriteProject
from PIL import Image
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
        env={**os.environ, "PYTHONPATH": path, "COLUMNS": "100", "PYTHONDONTWRITEBYTECODE": "1"},
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


def test_the_notebook_runs_as_it_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for cell in notebook.cells()["cells"]:
        if cell["cell_type"] == "code":
            shown = notebook.run("".join(cell["source"]), names)
            assert [_plain(output) for output in shown] == [_plain(output) for output in cell["outputs"]]


def _plain(output: dict[str, Any]) -> dict[str, Any]:
    """An output with the size of its picture instead of the picture, whose dots depend on the libraries that draw."""
    picture = output.get("data", {}).get("image/png")
    return {"size": Image.open(io.BytesIO(base64.b64decode(picture))).size} if picture else output


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


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the package of the page is installed."""
    package, site = tmp_path_factory.mktemp("package"), tmp_path_factory.mktemp("site")
    for name, text in PACKAGE.items():
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).write_text(text)
    install = ["-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--disable-pip-version-check"]
    subprocess.run([sys.executable, *install, "--target", str(site), str(package)], check=True)
    return site


def test_the_page_shows_each_door() -> None:
    """What a stranger cannot do is listed at the end of the page; a new table is a row of one of the two."""
    groups = set(re.findall(r'^"(pnp\.\w+)" = ', PACKAGE["pyproject.toml"], re.MULTILINE))
    assert groups == set(re.findall(r"^\| `(pnp\.\w+)` \|", PAGE, re.MULTILINE))
    assert groups == set(get_args(plugins.PluginGroup)) - plugins.OWN_GROUPS
    tables = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("| To add |")[2].partition("\n\n")[0]
    rows = [line.split("|")[1].strip() for line in tables.split("\n")[2:]]
    closed = {
        "a claim kind",
        "a container of rulebooks",
        "a fold of leaflets",
        "a format of pictures",
        "a limit of time or memory",
        "a page of the studio",
        "a question of the preview",
        "a unit of length",
        "an edit",
        "bought sheets with places",
        "cut marks",
        "the words or fix of a message",
        "typography of a language",
    }
    added = {
        "a bot of pnp": "pnp.bots",
        "a check": "pnp.checks",
        "a code of diagnostics": "pnp.data",
        "a command": "pnp.commands",
        "a format of tables": "pnp.tables",
        "a kind of file that projects start from": "pnp.starts",
        "a paper": "pnp.papers",
        "a print shop, a press": "pnp.data",
        "a product": "pnp.products",
        "a stage of the check": "pnp.stages",
        "an element": "pnp.elements",
        "an export": "pnp.exports",
        "an importer": "pnp.importers",
        "pages of the preview": "pnp.pages",
        "pnp's own words in a language": "pnp.data",
        "what changes sides for a press": "pnp.renderers",
    }
    assert set(rows) == closed | set(added)
    assert set(added.values()) == groups


@pytest.mark.slow
def test_a_package_adds_commands_exports_checks_codes_papers_and_products(project: Path, site: Path) -> None:
    template = project / "templates/high-card/card.yaml"
    template.write_text(template.read_text() + '  spot: {dot: "#ff0000", in: safe, width: 4mm, height: 4mm}\n')
    game = project / "data/high-card/game.yaml"
    game.write_text(game.read_text().replace("title: High Card", "title: HIGH CARD"))

    assert "hello" in pnp(project, "--help", searched=site)
    assert pnp(project, "hello", "--name", "you", searched=site) == "hello you\n"
    assert "words.txt  12 names" in pnp(project, "export", "words", searched=site)
    assert (project / "output/high-card/en/words.txt").read_text().startswith("numbers ")
    shouting = pnp(project, "check", "--only", "shouting", "--strict", searched=site)
    assert "data/high-card/game.yaml:1:8: warning[title-shouts]: HIGH CARD shouts" in shouting
    assert "Players read it as shouting." in pnp(project, "explain", "title-shouts", searched=site)
    assert "to be copied from" in pnp(project, "explain", "example", searched=site)
    built = pnp(project, "build", "--paper", "oficio", searched=site)
    assert "12 cards on 2 sheets, Oficio" in built
    assert "contents.txt  1 decks" in built
    assert (project / "output/high-card/en/contents.txt").read_text() == "numbers has 12 cards"


@pytest.mark.nightly
def test_a_package_adds_tables_shops_bots_schemas_and_importers(project: Path, tmp_path: Path, site: Path) -> None:
    game = project / "data/high-card/game.yaml"
    (project / "data/high-card/more.psv").write_text("number|copies\n13|2\n14|1\n")
    game.write_text(game.read_text().replace("cards: [{each: {number: 1..12}}]", "cards: more.psv"))
    assert "3 cards on 1 sheet" in pnp(project, "build", searched=site)
    (project / "data/high-card/more.psv").write_text("number|copies\n13|2\n14|many\n")
    assert "data/high-card/more.psv:3:4: error" in pnp(project, "build", searched=site)
    (project / "data/high-card/more.psv").write_bytes(b"number|copies\n13|2\n14|\xe9\n")
    assert "data/high-card/more.psv:3:4: error[file-encoding]" in pnp(project, "build", searched=site)
    game.write_text(game.read_text().replace("cards: more.psv", "cards: [{each: {number: 1..12}}]"))
    (project / "data/high-card/more.psv").unlink()
    assert "high-card: 2 files" in pnp(project, "check", "--only", "files", searched=site)
    assert "12 faces for Example Shop" in pnp(project, "export", "example-shop", searched=site)
    shop = site / "pnp_example/profiles/example-shop.yaml"
    sound = shop.read_text()
    shop.write_text(sound.replace("bleed: 3mm", "bleed: wide"))
    faulty = pnp(project, "export", "example-shop", searched=site)
    shop.write_text(sound)
    assert "pnp_example/profiles/example-shop.yaml:3:8: error[wrong-value]" in faulty
    told = pnp(project, "simulate", "high-card", "--games", "20", "--bots", "last", "--players", "2", searched=site)
    assert "High Card · 2 players" in told and "20 games" in told
    assert '"dot"' in pnp(project, "schema", "template", searched=site)
    (tmp_path / "heroes.txt").write_text("Anna\nBo\n")
    arguments = ("import", "names", str(tmp_path / "heroes.txt"), "--game", "high-card", "--deck", "heroes")
    assert "data/high-card/heroes.csv  2 cards, 1 column" in pnp(project, *arguments, searched=site)
    (tmp_path / "heroes.txt").write_bytes(b"Anna\nZo\xe9\n")
    assert "heroes.txt:2:3: error[file-encoding]" in pnp(project, *arguments, searched=site)
    latin = (*arguments[:-1], "latin", "--encoding", "latin-1")
    assert "latin.csv  2 cards, 1 column" in pnp(project, *latin, searched=site)
    (tmp_path / "crew.psv").write_text("name|copies\nAnna|2\nBo|1\n")
    started = pnp(tmp_path, "new", "crew", "--from", "crew.psv", searched=site)
    assert "crew  Crew, from crew.psv: " in started
    assert "3 cards on 1 sheet" in pnp(tmp_path / "crew", "build", searched=site)
    assert "pnp-example 1.0: contents, deck-sizes, dot, " in pnp(project, "doctor", searched=site)
    code = "from pnp import api; print(api.own_words('print', 'fr')('{deck} has {n} cards', deck='numbers', n=12))"
    assert python(["-c", code], project, site) == "numbers : 12 cartes\n"


@pytest.mark.slow
def test_a_package_renders_for_a_press(project: Path, site: Path) -> None:
    presses = project / "profiles/presses"
    presses.mkdir(parents=True)
    own = ROOT / "pnp/profiles"
    icc = re.findall(r"^icc: (.*)$", (own / "presses/fogra39.yaml").read_text(), re.MULTILINE)[0]
    shutil.copy(own / "presses" / icc, presses)
    text = (own / "presses/fogra39.yaml").read_text() + "renderer: plain\n"
    (presses / "house.yaml").write_text(text)
    offset = re.sub("^press: .*$", "press: house", (own / "offset.yaml").read_text(), flags=re.MULTILINE)
    (project / "profiles/house.yaml").write_text(offset)
    assert "12 faces" in pnp(project, "export", "house", searched=site)
    (presses / "house.yaml").write_text(text.replace("renderer: plain", "renderer: plane"))
    assert "error[press-unknown]: no renderer plane" in pnp(project, "export", "house", searched=site)


@pytest.mark.slow
def test_a_package_adds_a_page_to_the_preview(project: Path, site: Path) -> None:
    code = """
import sys
from pathlib import Path
from starlette.testclient import TestClient
from pnp.project.files import Files
from pnp.serve.app import Preview, make_app
from pnp.serve.project_worker import open_worker
if __name__ == "__main__":
    studio = open_worker(Path())
    app = make_app(Preview(Files(Path()), studio, studio), added=["deck-sizes"])
    client = TestClient(app, base_url="http://127.0.0.1:8137", raise_server_exceptions=False)
    print('<a href="/deck-sizes">Deck sizes</a>' in client.get("/").text, client.get("/deck-sizes").text)
"""
    (project / "client.py").write_text(code)
    assert python(["-P", "client.py"], project, site) == "True 12\n"


@pytest.mark.slow
def test_faults_of_a_package_are_its_own(project: Path, site: Path, tmp_path: Path) -> None:
    shutil.copytree(site, tmp_path / "site")
    site = tmp_path / "site"
    (project / "names.txt").write_text("Anna\n")
    template = project / "templates/high-card/card.yaml"
    template.write_text(template.read_text() + '  spot: {dot: "#ff0000", in: safe, width: 4mm, height: 4mm}\n')
    game = project / "data/high-card/game.yaml"
    example = site / "pnp_example/__init__.py"
    text = example.read_text()
    sound = game.read_text()
    game.write_text(sound + "expect: [{that: 1 == 2, why: it is not}]\n")
    for line, arguments in {
        "def hello": ["hello"],
        "def _words": ["export", "words"],
        "def check_shouting": ["check", "--jobs", "1"],
        "def _draw_dot": ["build"],
        "def contents": ["build"],
        "def _count_files": ["check", "--jobs", "1"],
        "def read_names": ["import", "names", "names.txt", "--game", "high-card"],
        "BotKind": ["simulate", "high-card", "--games", "20", "--bots", "last", "--players", "2"],
    }.items():
        faulty = re.sub(rf"({line}.*:)$", r"\1\n    return nothing_there", text, flags=re.MULTILINE)
        faulty = faulty if faulty != text else text.replace("options[-1]", "options[99]")
        example.write_text(faulty)
        told = pnp(project, *arguments, searched=site)
        number = next(n for n, each in enumerate(faulty.split("\n"), 1) if line in each) + line.startswith("def")
        assert "error[plugin-faulty]: the package pnp-example has failed: " in told, told
        assert f"pnp_example/__init__.py:{number}" in told and "bug" not in told, told
        assert arguments[0] != "check" or "it is not" in told, told  # the other checks go on
    game.write_text(sound)
    (site / "pnp_example/__init__.py").write_text("import nothing_like_it\n")
    for arguments in (["hello"], ["export", "words"], ["build"], ["check", "--only", "shouting"]):
        told = pnp(project, *arguments, searched=site)
        assert told.startswith("1 ") and "error[plugin-faulty]" in told and "pip uninstall pnp-example" in told, told


def test_without_packages_nothing_is_searched() -> None:
    code = "import sys; from pnp.core.plugins import plugins; plugins('pnp.checks'); print('importlib.metadata' in sys.modules)"
    assert python(["-c", code], ROOT) == "False\n"
    assert all(plugin.is_own for plugin in plugins.plugins("pnp.exports").values())
